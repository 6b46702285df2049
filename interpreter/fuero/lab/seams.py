"""How an overlay can change each thing: the lines that are written for it.

In: one named thing. Out: lines of the language, `NAME` where the author picks a name and `…` where something is to be filled in.
Law: such a line, filled in, finds what it names and may stand there (a test writes every one).
"""

from __future__ import annotations

from fuero.lab.named import Named
from fuero.rules.nodes import PlayerType, Zone
from fuero.rules.text import type_text

PART_OF = {"condition": "require", "ways": "way", "total": "part", "pool": "part"}
MOMENTS = ("step", "effect", "procedure", "setup")

GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Values", "another value", ("number", "option", "table")),
    ("Rules made of parts", "one more clause, way, part or case", (*PART_OF, "cases", "function")),
    ("Their parts", "leave one out, exchange it, or excuse it under a condition", ("require", "way", "part", "case")),
    ("Actions", "one more clause, or one more thing to choose with it", ("action",)),
    ("Moments", "something that happens then; an offer is one more entry of the menu that is asked there", MOMENTS),
    ("Zones", "something that happens whenever a piece comes, or with leaves whenever it goes", ("zone",)),
    ("Points", "another line, or without it altogether", ("majority", "points", "bonus")),
    ("Kinds", "one more member", ("kind", "enum")),
)
"""Seams by what is done with them: title, what for, the kinds of things."""
_LINES = ("counting", "minimum", "pays", "places", "ties", "when")


def lines_for(thing: Named, asks: bool = False) -> tuple[str, ...]:
    """The lines that change or add to a thing; none where an overlay cannot. `asks`: a menu stands there, and only one."""
    path = thing.name
    line = path.rpartition(".")[2]
    match thing.kind:
        case "number" | "option":
            return (f"set {path} to …",)
        case "table":
            return (f"set {path} at … to …",)
        case "condition" | "ways" | "total" | "pool":
            return (f"add {PART_OF[thing.kind]} {path}.NAME",)
        case "cases" | "function":
            return (f"add case {path}.NAME when …",)
        case "require" | "way" | "part" | "case":
            return (f"drop {path}", f"replace {path}", f"except {path} as NAME when …")
        case "action":
            return (f"add require {path}.NAME", f"add field NAME : … to {path}")
        case "step" | "effect" | "procedure" | "setup":
            moments = tuple([f"{word} {path} as NAME" for word in ("before", "after", "instead")])
            return (*moments, f"add offer … to {path}") if asks else moments
        case "zone" if isinstance(thing.meaning, Zone) and thing.meaning.piece is not None:
            return (f"upon NAME : {type_text(thing.meaning.piece)} enters {path}{_keys(thing.meaning)} as NAME",)
        case "majority" | "points" if "." in path:
            return (f"set {path} to …",) if line in _LINES else ()
        case "points" | "bonus":
            return (f"drop {path}",)
        case "kind" | "enum":
            return (f"extend {path} with …",)
        case _:
            return ()


def group_of(kind: str) -> str:
    """The title of the group that a kind of seam stands in; empty where it is none."""
    return next((title for title, _, kinds in GROUPS if kind in kinds), "")


def _keys(zone: Zone) -> str:
    """` of p at c`: whose it is, which of several, which cell of a board."""
    owner = " of p" if any(isinstance(kind, PlayerType) for kind in zone.per) else ""
    places = [f"k{n}" for n, kind in enumerate(zone.per, 1) if not isinstance(kind, PlayerType)]
    places = places if len(places) != 1 else ["k"]
    places += ["c"] if zone.kind == "board" or zone.kind == "attached-cells" else []
    if not places:
        return owner
    return f"{owner} at {places[0] if len(places) == 1 else '(' + ', '.join(places) + ')'}"
