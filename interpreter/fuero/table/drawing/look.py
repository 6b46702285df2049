"""A look at a table: what lies before one viewer.

In: a state of a match and who looks (a seat, or None for what everybody sees). Out: a scene. Law: everything is read from
`Viewer.shown`, so from what the viewer may see; of what is hidden only the number, where that is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from fuero.engine.helpers import bits, coordinates
from fuero.engine.words import natural
from fuero.program import nodes as P
from fuero.rules import nodes as r
from fuero.table.drawing.marks import Marks
from fuero.table.drawing.plan import At, Cell
from fuero.table.drawing.scene import Count, Facts, Item, Mark, Plan, Regions, Scene, Strip, Track
from fuero.table.drawing.terms import Drawn, inside, plainly


def scene(marks: Marks, words: list[int], viewer: int | None) -> Scene:
    """The table as it lies before a viewer; `words` are those of a state of the marks' game."""
    look = _Look(marks, words, viewer)
    displays = marks.game.rules.displays
    drawn: set[str] = set()
    for number, d in enumerate(displays):
        drawn.add(d.name)
        drawn |= {
            node.zone for part in d.parts if part.kind == "show" for node in inside(part.terms) if isinstance(node, r.ZoneRead)
        }
        look.display(number, d)
    for f in marks.layout.families[1:]:
        if f.name not in drawn:
            look.plain(f)
    if not displays:
        look.values()
    return Scene(tuple(look.common), tuple(map(tuple, look.seats)), tuple(look.unseen))


class _Look:
    """One look: `S` holds what the viewer sees; of the true words only the sizes are read that the viewer may know."""

    def __init__(self, marks: Marks, true: list[int], viewer: int | None):
        self.marks, self._true, self.viewer = marks, true, viewer
        self.S = marks.game.viewer.shown(true, viewer)
        self.you = viewer if viewer is not None else 0
        self.machine, self.words = marks.machine, marks.words
        self.sight = marks.game.sight
        self.common: list[Item] = []
        self.seats: list[list[Item]] = [[] for _ in marks.words.seats]
        self.unseen: list[tuple[str, int]] = []

    def _into(self, seat: int) -> list[Item]:
        return self.common if seat < 0 else self.seats[seat]

    # ------------------------------------------------------------ displays

    def display(self, number: int, d: r.Display) -> None:
        """Puts what a display draws where it belongs."""
        family = self.marks.families.get(d.name)
        region_map = next((m for m in self.marks.game.rules.maps if m.name == d.name), None)
        if family is not None and family.on:
            self.plain(family, d.label)
        elif family is not None:
            self._family(number, d, family)
        elif region_map is not None:
            self.common.append(self._regions(number, d, region_map))
        else:
            self._var(d)

    def _family(self, number: int, d: r.Display, f: P.Family) -> None:
        title = d.label or plainly(d.name)
        boxed = d.shape == "row" and any(part.kind == "edges" for part in d.parts)
        for seat in range(len(self.words.seats)) if f.owner_key >= 0 else (-1,):
            zones = [z for z in range(f.first, f.first + f.count) if seat < 0 or self.sight.owner[z] == seat]
            into = self._into(seat)
            if f.kind == "board":
                into += [self._plan(number, self._titled(title, f, z), z, f) for z in zones]
            elif f.kind == "place" and len(zones) > 1 and all(self.sight.content(z, self.viewer) for z in zones):
                places = [(self._key(f, z), next(iter(self._marks(z, f, number)), None)) for z in zones]
                into.append(Strip(title, tuple(places), boxed))
            else:
                held = [self._held(self._titled(title, f, z), z, f, number, d.shape == "pile", boxed) for z in zones]
                into += [item for item in held if d.shape != "row" or not isinstance(item, Strip) or item.places]

    def _held(
        self, title: str, z: int, f: P.Family, number: int | None = None, counted: bool = False, boxed: bool = False
    ) -> Item:
        """What lies in one zone without a plan."""
        if not self.sight.content(z, self.viewer):
            return Count(title, self._size(z), True)
        if counted:
            return Count(title, self._size(z), False)
        if f.kind == "row":
            places = self._row(z, f, number)
        else:
            places = [("", mark) for mark in self._marks(z, f, number)]
        return Strip(title, tuple(places), boxed)

    def _row(self, z: int, f: P.Family, number: int | None) -> list[tuple[str, Mark | None]]:
        order = self.S[self.machine.pieces.base[z] + 1]
        held = [(order >> (16 * k) & 65535) - 1 for k in range(f.size)]
        return [("", self.marks.mark(p, self.S, self.you, number) if p >= 0 else None) for p in held]

    def _marks(self, z: int, f: P.Family, number: int | None) -> list[Mark]:
        """The pieces of a zone in the order in which they are told; equal ones by nothing that tells them apart."""
        base = self.machine.pieces.base[z]
        if f.kind == "deck":
            order = self.S[base + 1]
            held = [order >> (16 * k) & 65535 for k in range(self.S[base].bit_count())]
        else:
            info = self.machine.layout.pieces
            held = sorted(bits(self.S[base]), key=lambda p: (natural(info[p].row), info[p].owner))
        marks = [self.marks.mark(p, self.S, self.you, number) for p in held]
        return marks if number is not None else [replace(mark, does="") for mark in marks]

    # ------------------------------------------------------------ boards

    def _plan(self, number: int | None, title: str, z: int, f: P.Family) -> Item:
        if not self.sight.content(z, self.viewer):
            return Count(title, self._size(z), True)
        base, width = self.machine.pieces.base[z], self.words.width
        more = self._upon(z, f)
        cells: dict[At, Cell] = {}
        for p in bits(self.S[base]):
            at = coordinates((self.S[base + 1] >> (13 * p) & 8191) - 1, width)
            cells[at] = self.marks.mark(p, self.S, self.you, number).cell(more.pop(at, []))
        for at, lines in more.items():
            cells[at] = Cell(tuple(lines), filled=False)
        return Plan(title, self.words.zones[z], cells)

    def _upon(self, z: int, board: P.Family) -> dict[At, list[str]]:
        """What stands on the cells of a board: pieces and marks of zones that lie on it."""
        found: dict[At, list[str]] = {}
        for f in self.marks.layout.families:
            other = f.first + z - board.first
            if f.on != board.name or f.count != board.count or not self.sight.content(other, self.viewer):
                continue
            base = self.machine.pieces.base[other]
            if f.kind == "attached-cells":
                for p in bits(self.S[base]):
                    at = coordinates((self.S[base + 1] >> (26 * p) & 67108863) - 1, self.words.width)
                    found.setdefault(at, []).append(self.marks.mark(p, self.S, self.you).said)
            elif f.kind == "marks-cells":
                for cell in bits(self.S[base]):
                    found.setdefault(coordinates(cell, self.words.width), []).append(plainly(f.name))
            elif f.kind == "marks-joins":
                for join in bits(self.S[base]):
                    side = "south" if join & 1 else "east"
                    found.setdefault(coordinates(join >> 1, self.words.width), []).append(f"{plainly(f.name)} {side[0]}")
        return found

    # ------------------------------------------------------------ maps, variables, the rest

    def _regions(self, number: int, d: r.Display, m: r.Map) -> Regions:
        near: dict[str, list[str]] = {}
        for a, b in m.adjacency:
            near.setdefault(a, []).append(plainly(b))
            near.setdefault(b, []).append(plainly(a))
        rows = []
        for at, name in enumerate(m.regions):
            said = [plainly(name)]
            said += [text for t in self.marks.terms.parts(number, "text") if (text := self._said(t, at))]
            lying = [text for t in self.marks.terms.parts(number, "show") if (text := self._shown(t, at))]
            colour = self.marks.colour(number, self.S, at, self.you)
            rows.append((" ".join(dict.fromkeys(said)), colour, tuple(lying), tuple(near.get(name, ()))))
        return Regions(d.label or plainly(d.name), tuple(rows))

    def _shown(self, term: Drawn, thing: int) -> str:
        """What lies in a region: pieces as they are, any other value behind the name of what has it."""
        said = self._said(term, thing)
        named = said and term.shape not in ("pieces", "piece", "yes-no") and term.name
        return f"{term.name} {said}" if named else said

    def _said(self, term: Drawn, thing: int) -> str:
        """A value in words; pieces as counts of those that are drawn alike."""
        value = term.of(self.S, thing, self.you)
        if value is not None and (term.shape == "pieces" or (term.shape == "piece" and value >= 0)):
            pieces = bits(value) if term.shape == "pieces" else [value]
            return counted(sorted([self.marks.lying(p, self.S, self.you) for p in pieces], key=natural))
        return self.marks.text(term, self.S, thing, self.you)

    def _var(self, d: r.Display) -> None:
        title = d.label or plainly(d.name)
        v = next((v for v in self.machine.layout.vars if v.name == d.name), None)
        if v is None:
            return
        seen = [i for i in range(prod(v.sizes)) if self.marks.game.viewer.sees_value(v, i, self.viewer)]
        names = [self._var_key(v, i) for i in seen]
        values = [self.S[v.base + i] for i in seen]
        if v.sizes and d.shape != "track" and self._may_be_none(v):
            filled = [(name, value) for name, value in zip(names, values, strict=True) if value >= 0]
            said = [self._value(v, value) for _, value in filled] or ["none"]
            self.common.append(Facts(title, tuple(zip([name for name, _ in filled] or [""], said, strict=True))))
        elif d.shape == "track":
            self.common.append(Track(title, d.low, d.high, tuple(zip(names, values, strict=True))))
        else:
            said = [self._value(v, value) for value in values]
            self.common.append(Facts(title, tuple(zip(names, said, strict=True))))

    def _value(self, v: P.VarInfo, value: int) -> str:
        """A variable's value in words."""
        if value < 0 and self._may_be_none(v):
            return "none"
        return self.marks.terms.words(v.shape, value) or "nothing"

    def _may_be_none(self, v: P.VarInfo) -> bool:
        return any(isinstance(var.type, r.OrNone) for var in self.marks.game.rules.vars if var.name == v.name)

    def _var_key(self, v: P.VarInfo, index: int) -> str:
        keys: list[str] = []
        for size, names in zip(reversed(v.sizes), reversed(v.key_names), strict=True):
            index, at = divmod(index, size)
            keys.insert(0, plainly(names[at]))
        return " ".join(keys)

    def values(self) -> None:
        """The variables of the rules, for a game that declares no displays."""
        for v in self.machine.layout.vars:
            pairs = [
                (self._var_key(v, i), self._value(v, self.S[v.base + i]))
                for i in range(prod(v.sizes))
                if self.marks.game.viewer.sees_value(v, i, self.viewer)
            ]
            if pairs:
                self.common.append(Facts(plainly(v.name), tuple(pairs)))

    def plain(self, f: P.Family, label: str = "") -> None:
        """A zone for which there is no display of its own: drawn by its kind where something lies there. What lies on a board
        is drawn with it.
        """
        for z in range(f.first, f.first + f.count):
            seat = self.sight.owner[z]
            into = self._into(seat)
            title = self._titled(label or plainly(f.name), f, z)
            if f.kind == "attached-piece":
                into += self._on_pieces(title, z)
            elif f.on:
                continue
            elif not self.sight.content(z, self.viewer):
                size = self._size(z)
                if size > 0 and seat >= 0:
                    into.append(Count(title, size, True))
                elif size > 0:
                    self.unseen.append((title, size))
            elif self.S[self.machine.pieces.base[z]]:
                into.append(self._plan(None, title, z, f) if f.kind == "board" else self._held(title, z, f))

    def _on_pieces(self, title: str, z: int) -> list[Item]:
        """What stands on pieces, by what it stands on."""
        base = self.machine.pieces.base[z]
        if not self.sight.content(z, self.viewer) or not self.S[base]:
            return []
        found = []
        for p in bits(self.S[base]):
            under = (self.S[base + 1] >> (26 * p) & 67108863) - 1
            found.append((self.marks.mark(under, self.S, self.you).said, self.marks.mark(p, self.S, self.you).said))
        return [Facts(title, tuple(sorted(found, key=lambda pair: natural(" ".join(pair)))))]

    def _size(self, z: int) -> int:
        """How many lie there, as far as the viewer may know; else -1."""
        return self._true[self.machine.pieces.base[z]].bit_count() if self.sight.size(z, self.viewer) else -1

    def _titled(self, title: str, f: P.Family, z: int) -> str:
        key = self._key(f, z)
        return f"{title} {key}" if key else title

    def _key(self, f: P.Family, z: int) -> str:
        """The keys of a zone in words, its owner left out."""
        keys = self.words.zones[z].split(" ")[1:]
        return " ".join([plainly(key) for at, key in enumerate(keys) if at != f.owner_key])


def counted(said: Sequence[str]) -> str:
    """
    >>> counted(["oak", "oak", "elm"])
    'oak ×2, elm'
    """
    times = {one: said.count(one) for one in said}
    return ", ".join([f"{one} ×{n}" if n > 1 else one for one, n in times.items()])
