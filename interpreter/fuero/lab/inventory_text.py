"""The entries of a topic as lines of text, lined up in columns.

In: entries, the rules they come from, the width of the screen. Out: lines; citations as they are written, their rulebooks below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fuero.lab.explain.text import columns, kind_word, wrapped
from fuero.lab.explain.values import Values
from fuero.lab.inventory import Entry
from fuero.lab.seams import GROUPS, group_of
from fuero.rules.nodes import Ruleset

_NESTED = ("actions", "flow", "points", "pieces", "rules", "windows", "tables")
_INNER = ("field", "attribute", "row", "offer", "require", "way", "part", "case", "bonus", "step", "table cell")


def lines(entries: Sequence[Entry], topic: str, rules: Ruleset, width: int) -> list[str]:
    """All of a topic."""
    if not entries:
        return [f"{rules.title} has none."]
    values = Values(rules)
    if topic == "seams":
        said = _seams(entries, values, width)
    elif topic == "numbers":
        said = _numbers(entries, width)
    elif topic == "options":
        said = _options(entries, width)
    else:
        said = _plain(entries, topic, values, width)
    return [*said, *_legend(entries, rules, width)]


def _plain(entries: Sequence[Entry], topic: str, values: Values, width: int) -> list[str]:
    """In columns where every entry fits into one line; else each in a few lines, all in the same way."""
    rows: list[tuple[str, str, str, str]] = []
    around: list[tuple[str, ...]] = []
    for entry in entries:
        depth = entry.depth if topic in _NESTED else 0
        around = [*around[:depth], entry.cites]
        inherited = depth > 0 and len(around) > 1 and entry.cites == around[-2]
        origin = _origin(entry, () if inherited else entry.cites)
        sentence = f'"{values.filled(entry.sentence, entry.overlay)}"' if entry.sentence else ""
        said = "" if topic in ("hooks", "flow") and entry.what != "end" else _said(entry)
        rows.append(("  " * depth + f"{kind_word(entry.what)} {_name(entry, topic)}", sentence, said, origin))
    in_columns = columns(rows, width)
    if len(in_columns) == len(rows):
        return in_columns
    told = []
    for name, sentence, said, origin in rows:
        indent = " " * (len(name) - len(name.lstrip()) + 4)
        first = "  ".join(part for part in (name, sentence) if part)
        beside = f"{first}  {origin}" if origin and len(first) + len(origin) + 2 <= width else first
        told += wrapped(beside, width, indent)
        told += wrapped(indent + said, width, indent + "  ") if said else []
        told += wrapped(indent + origin, width, indent + "  ") if origin and beside == first else []
    return told


def _name(entry: Entry, topic: str) -> str:
    """Offers are called by where they stand; under that place the rest is enough."""
    where, offers, what = entry.name.partition(" offers ")
    return what if offers and where and topic in _NESTED else entry.name


def _said(entry: Entry) -> str:
    first, *more = entry.text.split("\n")
    if first in ("", entry.name) or first == f"{entry.what} {entry.name}":
        first, more = (more[0], more[1:]) if entry.what in ("majority", "points") and more else ("", [])
    if entry.what == "offer":
        return first.partition(" when ")[1].strip() and f"when {first.partition(' when ')[2]}"
    return first + (" …" if more else "")


def _origin(entry: Entry, cites: Sequence[str] | None = None) -> str:
    parts = [
        " ".join(_cite(cite) for cite in (entry.cites if cites is None else cites)),
        f"from {entry.overlay}" if entry.overlay else "",
    ]
    parts.append(f"changed by {', '.join(entry.amended)}" if entry.amended else "")
    return "; ".join(part for part in parts if part)


def _cite(cite: str) -> str:
    return {"house": "house rule", "assumed": "assumed"}.get(cite) or f"@{_short(cite)}"


def _short(cite: str) -> str:
    """The citation without the overlay that brings its rulebook."""
    return "/".join(cite.split("/")[-2:])


def _legend(entries: Iterable[Entry], rules: Ruleset, width: int) -> list[str]:
    """What the short names of rulebooks stand for."""
    used = {cite.rpartition("/")[0] or cite for entry in entries for cite in entry.cites}
    used |= {name.rpartition("/")[2] for name in used}
    rows = [[f"@{book.name.rpartition('/')[2]}", book.title] for book in rules.rulebooks if book.name.rpartition("/")[2] in used]
    return ["", *columns(rows, width)] if rows else []


def _numbers(entries: Sequence[Entry], width: int) -> list[str]:
    """Numbers, then each table's cells."""
    numbers = [e for e in entries if e.what == "number"]
    said = columns([[f"number {e.name}", e.text, _origin(e)] for e in numbers], width)
    cells = [e for e in entries if e.what == "table cell"]
    if cells:
        said += [""] * bool(said)
        said += columns([[f"cell {e.name}", e.text, _origin(e)] for e in cells], width)
    return said


def _options(entries: Sequence[Entry], width: int) -> list[str]:
    said = []
    size = max(len(e.name) for e in entries) + len("option ")
    for e in entries:
        first, *more = e.text.split("\n")
        said += wrapped(f"{('option ' + e.name).ljust(size)}  {first}", width, " " * (size + 4))
        said += [" " * (size + 2) + line for line in more]
        said += wrapped(f"    {e.sentence}" + (f"  {_origin(e)}" if _origin(e) else ""), width, "      ")
    return said


def _seams(entries: Sequence[Entry], values: Values, width: int) -> list[str]:
    """By what can be done, each with the lines that do it."""
    said = wrapped("NAME stands for a name of your own, … for what you want; the lines go into a variant or a module.", width, "")
    for title, what, _ in GROUPS:
        some = [e for e in entries if group_of(e.what) == title]
        if not some:
            continue
        said += ["", *wrapped(f"{title}: {what}", width, "  ")]
        rows = []
        for e in some:
            sentence = f'"{values.filled(e.sentence, e.overlay)}"' if e.sentence else ""
            is_value = e.what in ("number", "option", "kind", "enum", "majority", "points", "bonus")
            now = _said(e).removesuffix(" …") if is_value else ""
            note = "  ".join(
                part
                for part in (
                    now if e.what == "option" or not now else f"now {now}",
                    sentence,
                    f"from {e.overlay}" if e.overlay else "",
                )
                if part
            )
            shown = _together(e.write)
            rows += [[line, note if at == 0 else ""] for at, line in enumerate(shown)]
        said += columns(rows, width, 2)
    return said


def _together(written: Sequence[str]) -> list[str]:
    """`before|after|instead PATH as NAME`: lines that differ in their first word alone stand as one."""
    by: dict[str, list[str]] = {}
    for line in written:
        first, _, rest = line.partition(" ")
        by.setdefault(rest, []).append(first)
    return [f"{' | '.join(words)} {rest}" for rest, words in by.items()]
