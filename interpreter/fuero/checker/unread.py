"""Declared things that nothing reads: options, numbers, names, zones, variables, tables, attributes, rules of value.

In: the index. Out: one warning a thing. Law: what a table can see counts as read, whether a rule asks for it or a display draws
it; pieces that lie openly need no reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fuero.checker.index import Index
from fuero.checker.places import Places, Thing
from fuero.messages.diagnostic import Diagnostic
from fuero.rules import nodes as R
from fuero.rules.compose import Merged
from fuero.rules.compose.tree import walk
from fuero.syntax import nodes as s

PARTS = {"all": "condition", "any": "rule of ways", "sum": "total", "union": "pool"}
PLAIN = (R.Num, R.YesNo, R.EnumType)


def unread(index: Index, merged: Merged) -> list[Diagnostic]:
    rules, reads = index.rules, index.uses.reads
    places = Places(rules, merged)
    found: list[Diagnostic] = []

    def tell(kind: str, thing: Thing, message: str, hint: str) -> None:
        changed = f'Nothing reads the {kind} "{thing.name}" any more, so this changes nothing.'
        found.extend(places.whole("unread", message, thing, "nothing reads it", hint, changed))

    for option in rules.options:
        if f"option {option.name}" not in reads:
            message = f'No rule asks for the option "{option.name}": whatever a table chooses, nothing changes.'
            tell("option", option, message, "Ask for it in a rule, or leave it out.")
    for kind, things in (("number", rules.numbers), ("table", rules.tables)):
        for thing in _named(things):
            if f"{kind} {thing.name}" not in reads:
                message = f'No rule reads the {kind} "{thing.name}".'
                tell(kind, thing, message, "Write its name where a rule means it, or leave it out.")
    joined = _joined(merged)
    for enum in rules.enums:
        if (
            f"enum {enum.name}" not in reads
            and enum.name.rpartition("/")[2] not in joined
            and not _member_named(index, enum.name)
        ):
            tell("list of names", enum, f'Nothing is of the kind "{enum.name}".', "Leave it out.")
    for kind_ in rules.kinds:
        if f"kind {kind_.name}" not in reads and kind_.name.rpartition("/")[2] not in joined:
            tell("kind", kind_, f'No zone and no rule speaks of the kind "{kind_.name}".', "Leave it out.")
    for zone in rules.zones:
        found += _zone(index, places, zone)
    for var in rules.vars:
        found += _var(index, places, var)
    for piece in rules.pieces:
        for attribute in piece.attributes:
            if not _attribute_read(index, piece, attribute):
                message = f'No rule and no display reads the {attribute.name} of "{piece.name}".'
                tell(
                    "piece",
                    piece,
                    message,
                    f'Leave "{attribute.name}" out, or show it: text {attribute.name} of …',
                )
    found += _values(index, places, merged)
    return found


def _named(things: Iterable[R.Number | R.Table]) -> Iterator[R.Number | R.Table]:
    yield from things


def _joined(merged: Merged) -> frozenset[str]:
    """The names that stand as members in a kind: the rules know only what they come to."""
    return frozenset(word.text for node in merged.declarations if isinstance(node, s.Kind) for word in node.members)


def _member_named(index: Index, enum: str) -> bool:
    return any(m.node.type == R.EnumType(enum) for m in index.all(R.Member) if isinstance(m.node, R.Member))


def _attribute_read(index: Index, piece: R.Piece, attribute: R.Attribute) -> bool:
    reads = index.uses.reads
    if f"attribute {attribute.name}" in reads or f"rule {attribute.name}" in reads:
        return True
    keyed = any(isinstance(f.node, R.PiecesAt) and f.node.piece == piece.name and f.node.keys for f in index.all(R.PiecesAt))
    return keyed and any(
        p.piece == piece.name and any(name == attribute.name for name, _ in p.each) for p in index.rules.piece_sets
    )


# ---------------------------------------------------------------- zones and variables


def _zone(index: Index, places: Places, zone: R.Zone) -> list[Diagnostic]:
    key = f"zone {zone.name}"
    reads, writes = index.uses.reads.get(key), index.uses.writes.get(key)
    marks = zone.kind.startswith("marks-")
    changed = f'Nothing makes use of "{zone.name}" any more, so this changes nothing.'
    if not reads and not writes:
        return places.whole(
            "unread", f'No rule speaks of the zone "{zone.name}".', zone, "nothing reads it", "Leave it out.", changed
        )
    if not writes:
        message = f'Nothing is ever put into "{zone.name}", so it is always empty.'
        hint = f"move … to {zone.name}" if not marks else f"set {zone.name} to …"
        return places.whole("never-changes", message, zone, "always empty", hint)
    if reads or zone.sight == "open" and not marks:
        return []
    message = f'What lies in "{zone.name}" is never taken out again, and nobody sees it.'
    hint = "What leaves the game goes to the box: move … to box"
    if marks:
        message, hint = (
            f'No rule and no display reads the marks "{zone.name}".',
            "Ask for them in a rule, or show them with a display.",
        )
    return places.whole("unread", message, zone, "nothing reads it", hint, changed)


def _var(index: Index, places: Places, var: R.Var) -> list[Diagnostic]:
    key = f"var {var.name}"
    reads, writes = index.uses.reads.get(key), index.uses.writes.get(key)
    if reads and not writes:
        message = f'"{var.name}" is never set, so it always has its first value.'
        plain = isinstance(var.type, R.Num) and not var.per
        hint = f"What never changes is a number: number {var.name} = …" if plain else f"set {var.name} to …"
        return places.whole("never-changes", message, var, "never set", hint)
    if reads:
        return []
    message = f'No rule reads the variable "{var.name}"' + (": to set it changes nothing." if writes else ".")
    hint = "Read it in a rule, show it with a display, or leave it out."
    changed = f'Nothing reads "{var.name}" any more, so this changes nothing.'
    return places.whole("unread", message, var, "nothing reads it", hint, changed)


# ---------------------------------------------------------------- rules that give a value


def _values(index: Index, places: Places, merged: Merged) -> list[Diagnostic]:
    """Functions and rules of named parts that nobody asks; what worked examples ask is there for them."""
    found: list[Diagnostic] = []
    asked: frozenset[str] | None = None
    several: tuple[R.Function | R.Parts, ...] = (*index.rules.functions, *index.rules.parts)
    for rule in several:
        if f"rule {rule.name}" in index.callers or places.of(rule.origin) is None:
            continue
        if asked is None:
            asked = _asked(merged)
        if rule.name.rpartition("/")[2] in asked:
            continue
        kind = "function" if isinstance(rule, R.Function) else PARTS[rule.combine]
        message = f'No rule uses the {kind} "{rule.name}".'
        changed = f'No rule uses the {kind} "{rule.name}" any more, so this changes nothing.'
        found += places.whole(
            "unread", message, rule, "nothing uses it", f"{rule.name}(…) where it is meant, or leave it out", changed
        )
    return found


def _asked(merged: Merged) -> frozenset[str]:
    """Every name that stands in a worked example."""
    found: set[str] = set()
    for _, scenario in merged.scenarios:
        for _, node in walk(scenario):
            match node:
                case s.Name(text=text) | s.Word(text=text):
                    found.add(text)
                case _:
                    pass
    return frozenset(found)
