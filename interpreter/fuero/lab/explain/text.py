"""An explanation as lines of text, or as plain data.

In: an `Explained` and the width of the screen. Out: lines; columns line up, nothing is wider than the screen unless one word is.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from fuero.lab.explain.structure import Example, Explained, Relation, Source
from fuero.messages.diagnostic import Span

KINDS = {
    "require": "clause",
    "all": "condition",
    "any": "ways",
    "var": "variable",
    "step": "moment",
    "game": "fact",
    "table cell": "cell",
    "setup": "set-up",
    "upon": "rule upon a move",
}
EXAMPLES_AT_MOST = 8
ROOM = 24
"""A last column is not made narrower than this."""


def kind_word(kind: str) -> str:
    """What a kind of thing is called."""
    return KINDS.get(kind, kind)


def as_data(explained: Explained) -> dict[str, object]:
    """The same as plain data, places as file and line."""
    return {"what": "rule", **_plain(asdict(explained))}  # type: ignore[dict-item]


def _plain(value: object) -> object:
    if isinstance(value, dict):
        if set(value) == {"file", "line", "column", "end_line", "end_column"}:
            return f"{value['file']}:{value['line']}:{value['column']}" if value["file"] else ""
        return {("place" if name == "span" else name): _plain(inner) for name, inner in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def lines(e: Explained, width: int = 100) -> list[str]:
    """All there is to say, the rule first."""
    sentence = f': "{e.sentence}"' if e.sentence else ""
    said = wrapped(f"{kind_word(e.kind) if e.kind != e.name else 'the'} {e.name}{sentence}", width, "  ")
    said += wrapped(
        "  " + ", ".join(part for part in (e.game, e.overlay and f"from {e.overlay}", _at(e.span)) if part), width, "    "
    )
    said += ["", *("  " + line for line in _fitted(e.text, width - 2)), ""]
    said += [line for note in e.notes for line in wrapped(note, width, "  ")] + [""] * bool(e.notes)
    said += _block(
        "Source" + (" (that of what holds it)" if e.inherited else ""), _sources(e.sources, width), width, "none is cited"
    )
    rows = [[q.name, _first(q.value), _at(q.span), _shorts(q.sources)] for q in e.quantities]
    said += _block("Numbers and options", columns(rows, width, 2), width)
    parts = [
        [
            p.name,
            f'"{p.sentence}"' if p.sentence else "",
            f"from {p.overlay}" if p.overlay else "",
            _shorts(p.sources) if p.sources != e.sources else "",
        ]
        for p in e.parts
        if p.kind not in ("attribute", "row")
    ]
    said += _block("Its parts, in order", columns(parts, width, 2), width)
    said += _changes(e, width)
    said += _block("What it reads", _relations(e.reads, width), width)
    said += _block("Relied on by", _readers(e.readers, width), width, "nothing else speaks of it")
    said += _examples(e.examples, width)
    return said


def _changes(e: Explained, width: int) -> list[str]:
    if not e.changes:
        return []
    said = wrapped(f"  0. {e.overlay or 'the game itself'}  {_at(e.span)}", width, "     ")
    for number, change in enumerate(e.changes, 1):
        said += wrapped(f"  {number}. {change.title}: {change.line}", width, "     ")
        cited = "; ".join(source.title for source in change.sources)
        before = f"before: {change.before}" if change.before else ""
        said += wrapped(
            "     " + "  ".join(part for part in (_at(change.span), f"[{cited}]" if cited else "", before) if part),
            width,
            "     ",
        )
    return _block("Base and what changes it, in the order in which it applies", said, width)


def _sources(sources: Sequence[Source], width: int) -> list[str]:
    return columns([[source.short, source.title] for source in sources], width, 2)


def _relations(relations: Sequence[Relation], width: int) -> list[str]:
    """By how it is spoken of, all in one line."""
    by: dict[str, list[str]] = {}
    for relation in relations:
        by.setdefault(relation.how, []).append(f"{kind_word(relation.kind)} {relation.name}")
    return [line for how, names in by.items() for line in wrapped(f"  {how}: {', '.join(names)}", width, "    ")]


def _readers(relations: Sequence[Relation], width: int) -> list[str]:
    rows = [[f"{kind_word(relation.kind)} {relation.name}", relation.how, _at(relation.span)] for relation in relations]
    return columns(rows, width, 2)


def _examples(examples: Sequence[Example], width: int) -> list[str]:
    said = []
    heads = (
        ("names", "Scenarios that expect or refuse something by it"),
        ("cites", "Scenarios that cite the same section"),
        ("uses", "Scenarios in which it is used"),
    )
    for how, head in heads:
        some = [example for example in examples if example.how == how]
        rows = [[_at(example.span), f'"{example.title}"'] for example in some[:EXAMPLES_AT_MOST]]
        shown = columns(rows, width, 2)
        if len(some) > EXAMPLES_AT_MOST:
            shown += wrapped(f"  and {len(some) - EXAMPLES_AT_MOST} more; --format json lists them all", width, "  ")
        said += _block(head, shown, width, "none" if how == "names" and not examples else "")
    return said


# ---------------------------------------------------------------- laying out


def _block(head: str, body: Sequence[str], width: int, otherwise: str = "") -> list[str]:
    if not body:
        return [*wrapped(f"{head}: {otherwise}", width, "  "), ""] if otherwise else []
    return [*wrapped(head, width, "  "), *body, ""]


def columns(rows: Sequence[Sequence[str]], width: int, indent: int = 0) -> list[str]:
    """Rows whose columns line up. What is too wide goes on below: in the last column where that leaves room, else further in."""
    if not rows:
        return []
    count = max(len(row) for row in rows)
    filled = [[*row, *[""] * (count - len(row))] for row in rows]
    used = [k for k in range(count) if any(row[k] for row in filled)]
    if not used:
        return []
    *before, last = used
    most = width // 2
    widths = {k: max((len(row[k]) for row in filled if len(row[k]) <= most), default=0) for k in before}
    start = indent + sum(w + 2 for w in widths.values())
    said = []
    for row in filled:
        lead = " " * indent + "".join(row[k].ljust(widths[k]) + "  " for k in before)
        if len(lead) > start or width - start < ROOM and len(lead + row[last]) > width:
            said += wrapped(" " * indent + "  ".join(row[k] for k in used if row[k]), width, " " * (indent + 2))
        else:
            body = wrapped(row[last], width - start, "") if row[last] else [""]
            said += [(lead + body[0]).rstrip(), *(" " * start + line for line in body[1:])]
    return said


def wrapped(text: str, width: int, indent: str) -> list[str]:
    """A sentence in as many lines as it needs, all but the first with `indent` before them."""
    lead = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(
        text.strip(),
        max(width, 20),
        initial_indent=lead,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def _fitted(text: str, width: int) -> Iterable[str]:
    """Lines of a rule; what is too wide goes on further in."""
    for line in text.split("\n"):
        if len(line) <= width:
            yield line
        else:
            yield from wrapped(line, width, " " * (len(line) - len(line.lstrip()) + 6))


def _first(text: str) -> str:
    line, more, _ = text.partition("\n")
    return line + (" …" if more else "")


def _shorts(sources: Sequence[Source]) -> str:
    return " ".join(source.short for source in sources)


def _at(span: Span) -> str:
    return f"{span.file}:{span.line}" if span.file else ""
