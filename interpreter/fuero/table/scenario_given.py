"""Laying out what is `given`: pieces on their zones, tiles on their boards, values in their variables; and what chance brings.

A state goes in and is changed in place. Keeps the laws that each piece lies in one zone (what a fact needs comes from the box or
from where nobody sees it, never from another fact), that nothing is set off by laying out, and that what a zone promises always
holds when all is laid out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fuero.engine.chance import HIGHEST, LOWEST
from fuero.engine.faults import Fault
from fuero.engine.helpers import bits
from fuero.engine.state import State
from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind.scenario import ScenarioBinder, substitute
from fuero.rules.bind.types import bare, strip
from fuero.syntax import nodes as s
from fuero.table.scenario_rows import OneOf, read_cell, wrong
from fuero.table.scenario_terms import Evaluator


@dataclass
class Layer:
    """Lays things out on one state."""

    state: State
    values: Evaluator
    binder: ScenarioBinder
    given: int = 0
    boards: dict[int, Span] = field(default_factory=dict)

    def __post_init__(self) -> None:
        machine = self.state.machine
        self.pieces, self.layout, self.words = machine.pieces, machine.layout, machine.words
        self.zones = {z.name: z for z in self.values.game.rules.zones}

    # ------------------------------------------------------------ facts

    def fact(self, fact: s.Fact) -> None:
        """One line, or one drawing."""
        target = self.binder.target(fact.about)
        match target:
            case r.Call():
                pass  # a value that is pretended: the rules were amended before the game began
            case r.VarRead():
                self._variable(target, fact)
            case r.ZoneRead(zone) if self._kind(zone).startswith("marks"):
                self._marks(target, fact)
            case r.ZoneRead():
                self._zone(target, fact)
            case r.MarksOf(zone, r.ZoneRead(keys=keys)):
                self._marks(r.ZoneRead(zone, keys, type=target.type, span=target.span), fact)
            case r.BoardAt(r.ZoneRead() as board, cell):
                self._place(board, self.values.value(self.state, cell), fact)
            case r.RowAt(r.ZoneRead() as row, place):
                self._place(row, self.values.value(self.state, place), fact)
            case r.AttachedAt(zone, keys, on):
                self._place(r.ZoneRead(zone, keys, type=target.type, span=target.span), self.values.value(self.state, on), fact)
            case _:
                hint = "a zone, a place in it, a variable or a function's value can be given"
                raise wrong("Nothing can be given for this.", fact.about.span, hint)
        self.state.changed()

    def _kind(self, zone: str) -> str:
        return self.zones[zone].kind if zone in self.zones else "pile"

    def _variable(self, target: r.VarRead, fact: s.Fact) -> None:
        info = next(v for v in self.layout.vars if v.name == target.var)
        node = fact.values[0] if len(fact.values) == 1 else s.SetLiteral(fact.values, span=fact.span)
        if not fact.values:
            raise wrong("Only a board can be drawn.", fact.span)
        if isinstance(strip(target.type), r.SetType) and not isinstance(node, s.SetLiteral):
            thing = self.binder.thing(node, target.type)
            node = node if isinstance(thing.type, r.SetType) else s.SetLiteral((node,), span=node.span)
        value = self.values.value(self.state, self.binder.term(node, target.type), target.type)
        if not info.low <= value <= info.high:
            low, high = self.words.text(info.shape, info.low), self.words.text(info.shape, info.high)
            raise wrong(f'"{bare(target.var)}" goes from {low} to {high}.', node.span)
        self.state.words[self.values.word(self.state, target)] = value

    def _marks(self, target: r.ZoneRead, fact: s.Fact) -> None:
        node = fact.values[0] if len(fact.values) == 1 else s.SetLiteral(fact.values, span=fact.span)
        if not isinstance(node, s.SetLiteral):
            node = s.SetLiteral((node,), span=node.span)
        zone = self.values.zone(self.state, target)
        self.state.words[self.pieces.base[zone]] = self.values.members(self.state, self.binder.term(node, target.type))

    # ------------------------------------------------------------ zones

    def _zone(self, target: r.ZoneRead, fact: s.Fact) -> None:
        S = self.state.words
        zone = self.values.zone(self.state, target)
        kind = self.pieces.kind[zone]
        if fact.rows and kind != "board":
            raise wrong("Only a board can be drawn.", fact.span)
        for p in bits(S[self.pieces.base[zone]]):
            self.pieces.lay(S, p, 0, -1)
            self.given &= ~(1 << p)
        if kind == "board":
            self.boards[zone] = fact.about.span
            for piece, cell in self._drawing(target, zone, fact):
                self._lay(piece, zone, cell, fact.about.span)
            return
        found = [p for node in fact.values for p in self.taken(node, target, zone)]
        if kind == "place" and len(found) > 1:
            raise wrong(f'"{self.words.zones[zone]}" holds one piece, and here are {len(found)}.', fact.span)
        if kind.startswith("attached") and found:
            raise wrong("Say on what it stands.", fact.span)
        for p in reversed(found) if kind == "deck" else found:
            self._lay(p, zone, -1, fact.span)
        if kind == "deck":
            self._keys(zone, found)

    def _lay(self, p: int, zone: int, at: int, span: Span) -> None:
        try:
            self.pieces.lay(self.state.words, p, zone, at)
        except Fault as e:
            raise wrong(f"{e.message[:1].upper()}{e.message[1:]}.", span) from e
        self.given |= 1 << p

    def _keys(self, zone: int, order: list[int]) -> None:
        """A deck that was laid out has keys that go up from its top, as a shuffled one has."""
        S = self.state.words
        for i, p in enumerate(order):
            S[self.pieces.key_words + p] = HIGHEST // (len(order) + 1) * (i + 1)
        S[self.pieces.base[zone] + 3] = LOWEST

    def _place(self, target: r.ZoneRead, at: int, fact: s.Fact) -> None:
        """One place of a board or row, or what stands on something."""
        S = self.state.words
        zone = self.values.zone(self.state, target)
        for p in bits(S[self.pieces.base[zone]]):
            if self.pieces.place(S, p, zone) == at:
                self.pieces.lay(S, p, 0, -1)
        found = [p for node in fact.values for p in self.taken(node, target, zone)]
        if fact.rows or len(found) > 1:
            raise wrong("One piece, or none, lies on one place.", fact.span)
        if self.pieces.kind[zone] == "board":
            self.boards[zone] = fact.about.span
        for p in found:
            self._lay(p, zone, at, fact.span)

    def _drawing(self, target: r.ZoneRead, zone: int, fact: s.Fact) -> list[tuple[int, int]]:
        """The pieces of a drawn board with their cells: column headings are x, row headings are y."""
        if fact.values and not all(isinstance(v, s.SetLiteral) and not v.items or isinstance(v, s.NoneTerm) for v in fact.values):
            raise wrong("A board is drawn: its rows and columns below this line.", fact.span)
        if not fact.rows:
            return []
        across = [_number(cell) for cell in fact.rows[0].cells[1:]]
        found: list[tuple[int, int]] = []
        wide = {len(row.cells) for row in fact.rows[1:]}
        if len(fact.rows) > 2 and len(wide) == 1 and wide != {len(across) + 1}:
            message = f"There are {len(across)} columns here, and each row has cells for {wide.pop() - 1}."
            raise wrong(message, fact.rows[0].span)
        for row in fact.rows[1:]:
            y = _number(row.cells[0])
            if len(row.cells) - 1 > len(across):
                raise wrong("This row has more cells than the drawing has columns.", row.span)
            if len(row.cells) - 1 < len(across):
                hint = "An empty place has its pipe as well."
                raise wrong("This row has fewer cells than the drawing has columns.", row.span, hint)
            for x, cell in zip(across, row.cells[1:], strict=False):
                if cell.text:
                    where = r.CellAt(r.Const(x), r.Const(y), type=r.CellType(), span=cell.span)
                    [term] = read_cell(cell)
                    pieces = self.taken(term, target, zone)
                    if len(pieces) != 1:
                        raise wrong("One tile lies on one cell.", cell.span)
                    found.append((pieces[0], self.values.value(self.state, where)))
        return found

    # ------------------------------------------------------------ pieces

    def taken(self, node: s.Term | OneOf, target: r.ZoneRead, zone: int) -> list[int]:
        """The pieces that a term names, from the box or from where nobody sees them; equal ones one after the other."""
        if isinstance(node, s.SetLiteral):
            return [p for item in node.items for p in self.taken(item, target, zone)]
        if isinstance(node, s.NoneTerm):
            return []
        declared = self.zones.get(target.zone)
        any_one = isinstance(node, OneOf)
        node = node.among if isinstance(node, OneOf) else node
        thing = self.binder.thing(node, declared.piece if declared is not None else None)
        mask = named(self.values, self.state, thing)
        there = self.free() & mask
        if not any_one and isinstance(thing.type, r.SetType) and not isinstance(thing, r.SetOf):
            chosen = bits(there)  # a whole kind of pieces: all of them that are nowhere else
        else:
            chosen = self._one(there, zone)
            if not chosen:
                raise wrong(self._missing(mask, node), node.span)
        self.given |= sum(1 << p for p in chosen)
        return chosen

    def free(self) -> int:
        """What no fact has used yet, and nobody sees lying elsewhere."""
        S = self.state.words
        where = self.pieces.where
        return sum(
            1 << p
            for p in range(len(self.layout.pieces))
            if not self.given >> p & 1 and (S[where + p] == 0 or self.pieces.hidden[S[where + p]])
        )

    def _one(self, among: int, zone: int) -> list[int]:
        """Of equal pieces the one that belongs to the zone's owner, out of the box before any other."""
        if not among:
            return []
        S, where = self.state.words, self.pieces.where
        owner = self.state.game.sight.owner[zone]
        return [min(bits(among), key=lambda p: (self.layout.pieces[p].owner not in (owner, -1), S[where + p] != 0, p))]

    def _missing(self, mask: int, node: s.Term) -> str:
        S, where = self.state.words, self.pieces.where
        if not mask:
            return "No such piece is in this game."
        held = sorted({self.words.zones[S[where + p]] for p in bits(mask)})
        name = self.words.rows[bits(mask)[0]]
        count = mask.bit_count()
        few = f'There is one "{name}" only' if count == 1 else f'There are {count} "{name}" only'
        return f"{few}, and no other is free ({', '.join(held)})."

    # ------------------------------------------------------------ chance

    def chance(self, fact: s.Fact) -> None:
        """What comes next out of a zone."""
        target = self.binder.target(fact.about)
        if not isinstance(target, r.ZoneRead) or not fact.values:
            raise wrong("Chance draws from a zone: say which, and what comes next out of it.", fact.span)
        zone = self.values.zone(self.state, target)
        declared = self.zones.get(target.zone)
        order: list[int] = []
        for node in fact.values:
            thing = self.binder.thing(node, declared.piece if declared is not None else None)
            mask = named(self.values, self.state, thing)
            held = self.state.words[self.pieces.base[zone]]
            rest = mask & (held | self.free()) & ~sum(1 << p for p in order)
            if not rest:
                raise wrong(self._missing(mask, node), node.span)
            order.append(bits(rest & held or rest)[0])
        self.pieces.fix(self.state.words, zone, order)
        self.state.changed()

    # ------------------------------------------------------------ promises

    def promises(self) -> None:
        """Checks what the zones that were laid out promise. Raises FueroError where one does not keep it."""
        for zone, span in self.boards.items():
            family = self.layout.families[self.pieces.family[zone]]
            declared = self.zones[family.name]
            rest, keys = zone - family.first, []
            for size in reversed(family.sizes):
                rest, at = divmod(rest, size)
                keys.append(at)
            known = {f"key-{i + 1}": at for i, at in enumerate(reversed(keys))}
            for promise in declared.always:
                if not self.values.value(self.state, promise, None, **known):
                    reasons = broken_parts(self.values, self.state, substituted(promise, known, declared.per))
                    raise wrong(f'"{self.words.zones[zone]}" cannot lie like this{reasons}.', span)
        self.boards.clear()


def named(values: Evaluator, state: State, thing: r.Term) -> int:
    """All pieces that a term may mean: those of a row's name, or a set."""
    match thing:
        case r.PieceNamed(piece, row):
            return values.table.rows.get((piece, row), 0)
        case r.SetOf((r.PieceNamed(piece, row),)):
            return values.table.rows.get((piece, row), 0)
        case _:
            return values.members(state, thing)


def substituted(promise: r.Term, known: dict[str, int], per: tuple[r.Type, ...]) -> r.Term:
    """A promise of one certain zone."""
    seats = {
        name: r.SeatConst(at, type=kind) if isinstance(kind, r.PlayerType) else r.Const(at, type=kind)
        for (name, at), kind in zip(known.items(), per, strict=True)
    }
    return substitute(promise, seats)


def broken_parts(values: Evaluator, state: State, term: r.Term) -> str:
    """Which parts of a condition fail, in words."""
    if not isinstance(term, r.Call):
        return ""
    rule = next((p for p in values.game.rules.parts if p.name == term.rule and p.combine == "all"), None)
    if rule is None:
        return ""
    args = values.arguments(state, term)
    failing = []
    for k, part in enumerate(rule.parts):
        if not values.function(state, rule.name, args, k):
            failing.append(f"{part.label or bare(part.path)} ({part.path})")
            break
    return f": not kept is {failing[0]}" if failing else ""


def _number(cell: s.Cell) -> int:
    try:
        return int(cell.text)
    except ValueError:
        raise wrong(f'The headings of a drawing are numbers, and "{cell.text}" is none.', cell.span) from None
