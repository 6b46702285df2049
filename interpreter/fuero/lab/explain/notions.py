"""The fixed choices of the language: for each place where one of a printed list of words stands, what each word means.

Nothing comes in but a word; a `Notion` goes out. Law: the words listed are exactly those that the language takes there (a test
compares), and what a tie pays is worked out by the rules of ranks themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from fuero.engine.ranks import parse_ties, payouts

COUNTS, PRIZES = (4, 4, 1), (21, 13, 6)
"""The tie that is shown in numbers: two with four, one with one; what the places pay."""


@dataclass(frozen=True, slots=True)
class Notion:
    """`word` is what stands before the choice, `where` a line in which it stands; `choices` are words and their meaning.

    `head` names the columns.
    """

    word: str
    title: str
    where: str
    head: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    chapter: str


def tie_pays(phrase: str) -> str:
    """What three who hold 4, 4 and 1 get of prizes 21, 13 and 6.

    >>> tie_pays("slide")
    '13, 13, 6'
    """
    rule = parse_ties(tuple(part.strip() for part in phrase.split(",")))
    return ", ".join(str(paid.points) for paid in payouts(COUNTS, 1, PRIZES, rule))


_TIES = (
    ("share rounded down", "the prizes of the shared places are added and divided, the rest falls away"),
    ("share rounded up", "the same, rounded up"),
    ("slide", "all who tie drop one place; the next take the place after that"),
    ("full", "all who tie get the place's prize; the next places stay empty"),
    ("full, next moves up", "all who tie get the place's prize, and no place stays empty"),
    ("nobody", "who ties gets nothing"),
    ("first nobody, others slide", "a tie for the first place by one of these words, any other by another"),
)

NOTIONS: Mapping[str, Notion] = MappingProxyType(
    {
        notion.word: notion
        for notion in (
            Notion(
                "ties",
                "What is paid where several have the same count. The numbers: they hold 4, 4 and 1, the places pay 21, 13 and 6",
                "ties share rounded down",
                ("after ties", "pays", "means"),
                tuple([(phrase, tie_pays(phrase), means) for phrase, means in _TIES]),
                "09-points",
            ),
            Notion(
                "sight",
                "Who sees what lies in a zone or stands in a variable",
                "zone hand : pile of card per player, owner, size open",
                ("sight", "who sees what it is", "who sees how many"),
                (
                    ("open", "all", "all"),
                    ("hidden", "nobody", "nobody"),
                    ("hidden, size open", "nobody", "all"),
                    ("owner", "its owner", "its owner"),
                    ("owner, size open", "its owner", "all"),
                    ("covered", "nobody, but each piece that comes or goes is announced", "all"),
                ),
                "15-sight-and-chance",
            ),
            Notion(
                "rounded",
                "A division says what becomes of the rest",
                "7 / 2 rounded down",
                ("after rounded", "7 / 2 is", "means"),
                (("down", str(7 // 2), "to the next lower whole number"), ("up", str(-(-7 // 2)), "to the next higher one")),
                "14-terms-and-built-ins",
            ),
            Notion(
                "zone",
                "What a zone is",
                "zone deck : deck of card, hidden",
                ("kind", "order", "holds"),
                (
                    ("place", "none", "one piece or none"),
                    ("row", "places 1 to N", "one piece a place"),
                    ("deck", "yes, top first", "pieces drawn from the top"),
                    ("bag", "no", "pieces drawn at random"),
                    ("pile", "no", "pieces"),
                    ("board", "cells", "one tile a cell of an N by N window round (0, 0)"),
                    ("marks", "cells or joins", "yes or no for each cell, or each pair of touching tiles, of a board"),
                ),
                "03-zones-and-variables",
            ),
            Notion(
                "as",
                "How a thing is drawn",
                'display hand "Hand" as cards of c',
                ("after as", "draws"),
                (
                    ("plan", "a board, cell by cell"),
                    ("map", "the regions of a map"),
                    ("cards", "pieces side by side"),
                    ("row", "places side by side"),
                    ("pile", "how many lie there"),
                    ("track", "a number between LOW and HIGH"),
                ),
                "11-displays",
            ),
            Notion(
                "closes",
                "When a window is over",
                "closes everyone passes",
                ("after closes", "means"),
                (
                    ("everyone passes", "after a use it opens again, until all pass"),
                    ("first use", "one use and it is over"),
                    ("one round", "each answer is carried out once, in order"),
                ),
                "08-windows",
            ),
            Notion(
                "winner",
                "Who wins when the match is over",
                "winner most points",
                ("after winner", "means"),
                (("most points", "the players with the most points"), ("fewest points", "the players with the fewest")),
                "10-setup-and-end",
            ),
            Notion(
                "bonus",
                "Who gets the extra points of a majority",
                'bonus lead "alone in front" 2 to a sole first',
                ("after to", "means"),
                (
                    ("a sole first", "who is first, if nobody shares it"),
                    ("every first", "each who shares the first place"),
                    ("everybody", "each who takes a place"),
                ),
                "09-points",
            ),
            Notion(
                "choose",
                "How many of a set are chosen",
                "choose cards : some of hand",
                ("before of", "means"),
                (
                    ("one", "exactly one (the same as nothing)"),
                    ("some", "one or more"),
                    ("any", "none or more"),
                    ("up to N", "none to N"),
                    ("exactly N", "N"),
                    ("all", "the whole set, without asking which"),
                ),
                "06-actions",
            ),
        )
    }
)
"""Every notion by the word that is asked for."""

ALSO = MappingProxyType({"tie": "ties", "sights": "sight", "rounding": "rounded", "shapes": "as", "how-many": "choose"})
"""Other words that are asked for."""


def notion(word: str) -> Notion | None:
    """The notion of a word, or of one of the choices (`slide` leads to `ties`); None where it is none."""
    plain = " ".join(word.split())
    found = NOTIONS.get(ALSO.get(plain, plain))
    return found or next((n for n in NOTIONS.values() if any(choice[0] == plain for choice in n.choices)), None)


def notion_lines(n: Notion, width: int) -> list[str]:
    """A notion as text."""
    from fuero.lab.explain.text import columns, wrapped

    said = [*wrapped(f"{n.word}: {n.title}.", width, "  "), "", f"    {n.where}", ""]
    said += columns([n.head, *n.choices], width, 2)
    return [*said, "", f"docs/language/{n.chapter}.md tells more.", ""]
