"""A scene as a screen full of lines.

In: a scene, who looks, whose turn it is, the places that may be picked. Out: a block no wider than the screen. Law: it draws
what is in the scene and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from fuero.table.drawing.block import (
    BLANK,
    Block,
    Glyph,
    below,
    beside,
    block,
    columns,
    cropped,
    fitted,
    flowing,
    glyphs,
    paragraph,
    text,
)
from fuero.table.drawing.plan import At, Cell, natural_width, plan, tile
from fuero.table.drawing.scene import Count, Facts, Item, Mark, Plan, Regions, Scene, Strip, Track
from fuero.table.drawing.track import track

Picks = Mapping[str, Mapping[At, str]]
"""For boards by zone: the cells that may be picked, each with the number of its option."""

NARROW = 24
"""A seat's things are not drawn in fewer columns beside others'."""


def table(scene: Scene, names: Sequence[str], viewer: int | None, turn: str, width: int, picks: Picks | None = None) -> Block:
    """The whole table: the others' things, what is common, and nearest to the question the viewer's own."""
    picks = picks or {}
    common = [_items(scene.common, width, picks)]
    if scene.unseen:
        said = [f"{name} {size}" for name, size in scene.unseen]
        common.append(paragraph([glyphs("Face down:", "bold"), *_listed(said, ",")], width, 2))
    others = [seat for seat, items in enumerate(scene.seats) if seat != viewer and items]
    room = _room(scene, others, width)
    drawn = [(names[seat], _items(scene.seats[seat], room, picks)) for seat in others]
    around = flowing([below(_bar(name, max(inside.width, columns(name) + 6)), inside) for name, inside in drawn], width, 3)
    parts = [around, _bar(turn, width), *common] if turn else [around, *common]
    if viewer is not None and scene.seats[viewer]:
        parts += [_bar(f"{names[viewer]} (you)", width), _items(scene.seats[viewer], width, picks)]
    return cropped(below(*parts), width)


def board(item: Plan, width: int, picks: Mapping[At, str]) -> Block:
    """One board alone, with its title and the cells that may be picked."""
    return below(text(item.title, style="bold"), plan(_with_picks(item.cells, picks), width))


def _room(scene: Scene, seats: Sequence[int], width: int) -> int:
    """So many columns each of the seats gets: as many seats side by side as leave every plan its full width."""
    plans = [natural_width(item.cells) for seat in seats for item in scene.seats[seat] if isinstance(item, Plan)]
    for count in range(len(seats), 1, -1):
        room = (width + 3) // count - 3
        if room >= max([NARROW, *plans]):
            return room
    return width


def _bar(said: str, width: int) -> Block:
    """A heading in a line across."""
    inside = glyphs(f" {said} ", "bold")
    return cropped(block([[*glyphs("──"), *inside, *glyphs("─" * max(0, width - len(inside) - 2))]]), width)


def _items(items: Sequence[Item], width: int, picks: Picks) -> Block:
    """Things below each other; what is small stands side by side."""
    return flowing([_item(item, width, picks) for item in items], width, 3)


def _item(item: Item, width: int, picks: Picks) -> Block:
    match item:
        case Plan(_, zone, _):
            return board(item, width, picks.get(zone, {}))
        case Strip(title, places, True) if any(mark is not None for _, mark in places):
            return below(text(title, style="bold"), _tiles(places, width))
        case Strip(title, places, _):
            return _chips(title, places, width)
        case Count(title, number, hidden):
            said = "not shown" if number < 0 else f"{number} face down" if hidden and number else str(number)
            return paragraph([glyphs(f"{title}:", "bold"), *map(glyphs, said.split(" "))], width, 2)
        case Track():
            return track(item, width)
        case Regions():
            return _regions(item, width)
        case Facts(title, pairs):
            said_pairs = [" ".join(filter(None, pair)) for pair in pairs]
            return paragraph([glyphs(f"{title}:", "bold"), *_listed(said_pairs, ",")], width, 2)
        case _:
            assert_never(item)


def _with_picks(cells: Mapping[At, Cell], picks: Mapping[At, str]) -> dict[At, Cell]:
    found = dict(cells)
    for at, name in picks.items():
        old = found.get(at)
        found[at] = Cell(pick=name, filled=False) if old is None else Cell(old.lines, old.colour, old.walls, old.filled, name)
    return found


def _tiles(places: Sequence[tuple[str, Mark | None]], width: int) -> Block:
    """Pieces as boxes, each under its caption; equal ones once, with how many."""
    captioned = any(caption for caption, _ in places)
    shown = places if captioned else _grouped(places)
    lines = [line for caption, mark in shown for line in (caption, *(mark.lines if mark is not None else ()))]
    inner = max(3, min(width - 2, *[max(map(columns, lines), default=3)]))
    height = max(len(mark.lines) for _, mark in shown if mark is not None)
    boxes = []
    for caption, mark in shown:
        if mark is not None:
            box = tile(Cell((*mark.lines, *[""] * (height - len(mark.lines))), mark.colour, mark.walls or frozenset()), inner)
        else:
            box = tile(Cell(("empty", *[""] * (height - 1)), "faint", filled=False), inner)
        if any(caption for caption, _ in shown):
            box = below(text(caption.center(inner + 2), style="faint"), box)
        boxes.append(box)
    return flowing(boxes, width, 1)


def _grouped(places: Sequence[tuple[str, Mark | None]]) -> list[tuple[str, Mark | None]]:
    """Equal pieces once, with how many there are as their caption."""
    times: dict[Mark | None, int] = {}
    for _, mark in places:
        times[mark] = times.get(mark, 0) + 1
    return [(f"×{n}" if n > 1 else "", mark) for mark, n in times.items()]


def _chips(title: str, places: Sequence[tuple[str, Mark | None]], width: int) -> Block:
    """Pieces in words, each in brackets; where something is told of what they do, each in a line of its own."""
    captioned = any(caption for caption, _ in places)
    if any(mark is not None and mark.does for _, mark in places):
        return _told(title, places if captioned else _grouped(places), width)
    words: list[list[Glyph]] = [glyphs(f"{title}:", "bold")]
    for caption, mark in places if captioned else _grouped(places):
        chip = glyphs("[empty]", "faint") if mark is None else glyphs(f"[{mark.said}]", mark.colour)
        if captioned:
            chip = [*glyphs(caption), BLANK, *chip]
        elif caption:
            chip = [*chip, *glyphs(caption)]
        words.append(chip)
    if not places:
        words.append(glyphs("none", "faint"))
    return paragraph(words, width, 2)


def _told(title: str, places: Sequence[tuple[str, Mark | None]], width: int) -> Block:
    """Pieces one under the other, each with what it does."""
    lead = max([columns(caption) for caption, _ in places])
    rows = [text(f"{title}:", style="bold")]
    for caption, mark in places:
        head = [BLANK, BLANK, *glyphs(caption.rjust(lead)), *([BLANK, BLANK] if lead else [])]
        told = [glyphs("empty", "faint")]
        if mark is not None:
            colon = ":" if mark.does else ""
            told = [glyphs(word, mark.colour) for word in f"{mark.said}{colon}".split()] + list(map(glyphs, mark.does.split()))
        rows.append(beside([block([head]), paragraph(told, max(8, width - len(head)), 2)], 0))
    return below(*rows)


def _regions(item: Regions, width: int) -> Block:
    """A map as a list: each region with what lies there, then its neighbours, in two columns where they fit."""
    rows: list[Block] = [text(item.title, style="bold")]
    lead = min(max((columns(name) for name, _, _, _ in item.rows), default=0), max(8, width // 3))
    room = max(8, width - lead - 4)
    for name, colour, lying, near in item.rows:
        head = block([fitted(glyphs(name, colour), lead)])
        rest = paragraph(_listed(lying, ";") or [glyphs("-", "faint")], room)
        if near:
            rest = below(rest, paragraph([glyphs("next to", "faint"), *_listed(near, ",", "faint")], room, 2))
        rows.append(beside([text("  "), head, rest], 1))
    return below(*rows)


def _listed(said: Sequence[str], sign: str, style: str = "") -> list[list[Glyph]]:
    """Texts with a sign behind all but the last."""
    return [glyphs(one + (sign if at < len(said) - 1 else ""), style) for at, one in enumerate(said)]
