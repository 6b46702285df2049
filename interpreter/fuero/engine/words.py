"""Values as words, and words as values: pieces by the name of their row, cells by coordinates, members by name.

Law: `value(text(v)) = v` up to equal pieces; a set is written sorted, in braces unless it has one member.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from fuero.engine.faults import Fault
from fuero.engine.helpers import bits, cell, coordinates
from fuero.engine.pieces import zone_names
from fuero.program import nodes as P

LETTERS = "ABCDEF"
SIDES = ("north", "east", "south", "west")
_CELL = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)$")


class Words:
    """How one program's values are written."""

    def __init__(self, program: P.Program):
        layout = program.layout
        self.layout = layout
        self.seats = tuple(LETTERS[: layout.players])
        self.parties = self.seats + layout.party_names
        self.rows = [p.row for p in layout.pieces]
        self.by_row: dict[str, int] = {}
        for i, row in enumerate(self.rows):
            self.by_row[row] = self.by_row.get(row, 0) | 1 << i
        self.members: dict[str, tuple[str, ...]] = {f"enum {n}": m for n, m in program.enums} | dict(program.members)
        self.zones = zone_names(program)
        self.width = next((f.size for f in layout.families if f.kind == "board"), 0)

    def text(self, shape: str, value: int) -> str:
        """One value, or a set where the shape is one of sets."""
        if shape == "pieces":
            return self.set_text("piece", value)
        if shape == "cells" or shape == "joins":
            return self.set_text(shape[:-1], value)
        if shape.startswith("set "):
            return self.set_text(shape[4:], value)
        if value < 0 and shape not in ("number", "half"):
            return "none"
        match shape:
            case "piece":
                return self.rows[value]
            case "cell":
                x, y = coordinates(value, self.width)
                return f"({x}, {y})"
            case "join":
                x, y = coordinates(value >> 1 & 524287, self.width)
                return f"({x}, {y}) {'south' if value & 1 else 'east'}"
            case "player":
                return self.seats[value]
            case "party":
                return self.parties[value]
            case "yes-no":
                return "yes" if value else "no"
            case "half":
                return f"{value // 2}½" if value % 2 else str(value // 2)
            case "side":
                return SIDES[value]
            case "zone":
                return self.zones[value]
            case _:
                names = self.members.get(shape)
                return names[value] if names is not None and value < len(names) else str(value)

    def set_text(self, shape: str, members: int) -> str:
        """A set of values of one shape, sorted as its members are."""
        words = [self.text(shape, x) for x in bits(members)]
        return words[0] if len(words) == 1 else "{" + ", ".join(sorted(words, key=natural)) + "}"

    def value(self, shape: str, text: str, among: int | None = None) -> int:
        """The value that a word means. For a piece, one among the set `among` if there is one, else any of that name.

        Raises ValueError with a plain sentence.
        """
        text = text.strip()
        if shape == "piece":
            found = self.by_row.get(text, 0)
            if not found:
                raise ValueError(f'there is no "{text}"')
            near = found & among if among else 0
            return ((near or found) & -(near or found)).bit_length() - 1
        if shape == "cell":
            match = _CELL.match(text)
            if not match:
                raise ValueError(f'"{text}" is no cell; write it like (2, -1)')
            return self._cell(match)
        if shape == "join":
            place, _, side = text.rpartition(" ")
            match = _CELL.match(place.strip())
            if not match or side not in ("east", "south"):
                raise ValueError(f'"{text}" is no place between two cells; write it like (2, -1) east')
            return 2 * self._cell(match) + (side == "south")
        names: Sequence[str]
        match shape:
            case "player":
                names = self.seats
            case "party":
                names = self.parties
            case "yes-no":
                names = ("no", "yes")
            case "side":
                names = SIDES
            case "zone":
                names = self.zones
            case "half":
                whole, half = (text[:-1] or "0", 1) if text.endswith("½") else (text, 0)
                return int(whole) * 2 + half
            case "number":
                if not re.fullmatch(r"-?\d+", text):
                    raise ValueError(f'"{text}" is no number')
                return int(text)
            case _:
                names = self.members.get(shape, ())
        if text not in names:
            raise ValueError(f'"{text}" is not among {", ".join(names)}')
        return list(names).index(text)

    def _cell(self, match: re.Match[str]) -> int:
        try:
            return cell(int(match[1]), int(match[2]), self.width)
        except Fault as e:
            raise ValueError(e.message) from None

    def set_value(self, shape: str, text: str, among: int) -> int:
        """The set that `{a, b}` or a single word means; equal pieces are taken from `among` one after the other, lowest id
        first.
        """
        text = text.strip()
        words = split(text[1:-1]) if text.startswith("{") and text.endswith("}") else [text]
        members = 0
        for word in words:
            if shape == "piece":
                found = self.by_row.get(word, 0) & ~members
                if word not in self.by_row:
                    raise ValueError(f'there is no "{word}"')
                if not found:
                    raise ValueError(f'there are not so many "{word}"')
                near = found & among
                members |= (near or found) & -(near or found)
            else:
                one = 1 << self.value(shape, word)
                if members & one:
                    raise ValueError(f'"{word}" is named twice')
                members |= one
        return members


def split(text: str) -> list[str]:
    """Cuts at commas outside parentheses and braces; empty text gives nothing."""
    parts, depth, last = [], 0, 0
    for i, ch in enumerate(text):
        depth += (ch in "({") - (ch in ")}")
        if ch == "," and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    parts.append(text[last:])
    return [p.strip() for p in parts if p.strip()]


@lru_cache(maxsize=1 << 14)
def natural(text: str) -> tuple[tuple[int, int | str], ...]:
    """Sorts `red-10` behind `red-9`."""
    return tuple((0, int(p)) if p.isdigit() else (1, p) for p in re.findall(r"\d+|\D+", text))
