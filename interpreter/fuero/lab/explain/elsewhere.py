"""Where a name is that a ruleset does not hold because its overlay is off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fuero.rules.locate import heading
from fuero.syntax import nodes as s

KINDS = ("module", "variant")


def overlays_with(name: str, files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Kind and name of each overlay that declares or adds something of that name."""
    from fuero.syntax.parse import parse_text

    for path, text in files.items():
        head = heading(text)
        if head is None or head.kind not in KINDS or name.rpartition(".")[2].rpartition("/")[2] not in text:
            continue
        file, _ = parse_text(text, path)
        if any(name in _called(node) for node in file.declarations):
            yield head.kind, head.name


def _called(node: s.Declaration) -> tuple[str, ...]:
    """What a declaration or amendment of an overlay brings, by name."""
    match node:
        case s.AddPart(target=target, part=s.Part(name=name)) | s.AddCase(target=target, case=s.Case(name=name)):
            return name.text, target.text, f"{target.text}.{name.text}"
        case s.Hook(name=name) | s.Upon(name=name):
            return (name.text,)
        case s.Head() | s.Scenario():
            return ()
        case _:
            word = getattr(node, "name", None)
            return (word.text,) if isinstance(word, s.Word) and not isinstance(node, s.Amendment) else ()
