"""The verb `labels`: what is said in other languages, what is not, and marks for the sentences that texts were written for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fuero.cli.common import ColorFlag, Modules, Place, example, listed, print_findings, wrong
from fuero.cli.console import out, say

if TYPE_CHECKING:
    from fuero.rules.languages import Spoken
    from fuero.syntax.nodes import Head


def labels(
    ruleset: Place = "",
    *,
    module: Modules = (),
    mark: Annotated[
        bool, Parameter(name="--mark", negative="", help="Write into the file which sentence each text was written for.")
    ] = False,
    color: ColorFlag = "auto",
) -> int:
    """Texts in other languages: how many sentences each file of labels has, and which are missing.

    With --mark and a file of labels, each text is marked for the rule's own sentence as it is now; when that sentence changes,
    fuero check says that the text is old. Exit code 1 if something is wrong.

    Example: fuero labels GAME

    Parameters
    ----------
    ruleset
        A shipped name, the path of a game, or the path of one file of labels.
    """
    from fuero.rules.languages import Spoken
    from fuero.rules.load import examine
    from fuero.rules.locate import heading, locate, shown

    if not ruleset:
        raise wrong("wrong-use", "Which game, or which file of labels?", f"For example: fuero labels {example()}")
    located = locate(ruleset)
    name = shown(Path(ruleset)) if Path(ruleset).is_file() else ""
    head = heading(located.texts[name]) if name in located.texts else None
    one = name if head is not None and head.kind == "labels" else ""
    if mark and not one:
        raise wrong("wrong-use", "Marks are written into one file of labels.", "Give the path of that file.")
    seen = examine(ruleset, modules=listed(module))
    if seen.rules is None or seen.merged is None:
        print_findings(seen.diagnostics, color, seen.files)
        return 1
    heads = {head.span.file: head for head in seen.merged.labels}
    found = [d for d in seen.diagnostics if d.span.file in heads and (not one or d.span.file == one)]
    if found:
        print_findings(found, color, seen.files)
    spoken = Spoken(seen.rules)
    if mark:
        _mark(Path(ruleset), heads[one], spoken)
    elif not heads:
        say(f"There are no files of labels for {seen.rules.title}.")
    for path, texts in sorted(heads.items()):
        if not one or path == one:
            _tell(texts, spoken, missing=bool(one) and not mark)
    return 1 if any(d.severity == "error" for d in found) else 0


def _tell(head: Head, spoken: Spoken, missing: bool) -> None:
    """`pt: 84 of 88 sentences`, and below it those that are missing."""
    own = {path: sentence.text for path, sentence in spoken.sentences.items() if sentence.text}
    said = {found.path for label in head.labels if (found := spoken.sentence(label.path.text)) is not None}
    out(f"{head.name.text}: {len(said & own.keys())} of {len(own)} sentences")
    for path in own if missing else ():
        if path not in said:
            out(f'  {path} "{own[path]}"')


def _mark(path: Path, head: Head, spoken: Spoken) -> None:
    from fuero.cli.written import write_whole
    from fuero.rules.label_marks import with_marks

    before = path.read_bytes().decode("utf-8")
    after, changed = with_marks(before, head, spoken)
    if changed:
        write_whole(path, after)
    out(f"{changed} marks written." if changed != 1 else "1 mark written.")
