"""What a ruleset offers to its readers and to those who amend it, by topic, every thing with what it says and where it comes
from.

In: RULES, and the declarations as written, for what RULES keep no source of. Out: entries in the order of the ruleset (those of
the flow in the order in which they are reached). Only the names of things are used; `diff` and `explain` read the same list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fuero.lab.account import PARTS, RULES, WHOLE, account, cited, is_rule
from fuero.lab.blocks import menus_in
from fuero.lab.named import Key, Named, named_things
from fuero.lab.seams import GROUPS, lines_for
from fuero.messages.diagnostic import NOWHERE
from fuero.rules.nodes import Cite, Origin, Perform, Ruleset, Score
from fuero.rules.text import term_text
from fuero.syntax import nodes as s

__all__ = ["TOPICS", "Entry", "account", "inventory", "is_rule"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing: `what` is its kind, `overlay` empty for the game itself, `amended` the overlays that changed it, in order.

    `write` are the lines with which an overlay can change it, `depth` how deep it stands in other entries of the topic.
    """

    what: str
    name: str
    text: str
    sentence: str
    overlay: str
    amended: tuple[str, ...]
    cites: tuple[str, ...]
    file: str
    line: int
    write: tuple[str, ...] = ()
    depth: int = 0


Things = dict[Key, Named]
Wanted = Callable[[Named, Things], bool]
_SEAMS = tuple([kind for _, _, kinds in GROUPS for kind in kinds])
_SOURCED = (*RULES, "number", "option", "neutral", "table")
"""What should have a source."""


def _kinds(*kinds: str) -> Wanted:
    return lambda thing, _: thing.kind in kinds


def _from(book: str) -> Wanted:
    def wanted(thing: Named, _: Things) -> bool:
        amended = any(cite.rulebook == book for entry in thing.origin.trail for cite in entry.cites)
        own = any(cite.rulebook == book for cite in thing.origin.cites)
        # Lines and effects have the sources of the rule that they stand in: that one is listed.
        inside = thing.kind == "effect" or (thing.kind in WHOLE and "." in thing.name and thing.kind != "end")
        return (own or amended) and not inside

    return wanted


def _uncited(thing: Named, things: Things) -> bool:
    line = thing.kind in WHOLE and "." in thing.name and thing.name != "end.when"
    return thing.kind in _SOURCED and not line and not cited(thing, things)


def _scores(thing: Named, _: Things) -> bool:
    return thing.kind in ("majority", "bonus", "points") or any(True for _ in _scored(thing.block))


def _menus(thing: Named, _: Things) -> bool:
    return thing.kind in ("window",) or (thing.kind == "offer" and thing.parent[0] == "window")


TOPICS: dict[str, tuple[str, Wanted]] = {
    "actions": ("what players may do, with each condition", _kinds("action", "field", "require")),
    "assumed": ("what no rulebook says and was guessed", _from("assumed")),
    "flow": ("set-up, turn and what they perform, moment by moment", _kinds("setup", "procedure", "step", "offer", "end")),
    "hooks": ("the moments that an overlay can hang rules on", _kinds("step", "effect", "procedure", "setup")),
    "house": ("what comes from no rulebook", _from("house")),
    "numbers": ("the named numbers and the cells of tables", _kinds("number", "table cell")),
    "options": ("the settings that the table may choose", _kinds("option")),
    "pieces": ("the components", _kinds("piece", "attribute", "pieces", "row", "enum", "kind")),
    "points": ("what scores: majorities line by line, points, and where else points are given", _scores),
    "rules": ("conditions, ways, totals, pools and functions, with their parts", _kinds("function", "condition", "ways", "total",
                                                                                        "pool", "cases", *PARTS)),
    "seams": ("everything that an overlay can add to or change, with the line to write", _kinds(*_SEAMS)),
    "tables": ("the tables, cell by cell", _kinds("table", "table cell")),
    "uncited": ("rules and numbers without any source", _uncited),
    "unproved": ("where something could be out of range, as far as is proved", lambda thing, _: False),
    "windows": ("when others may step in, and with what", _menus),
    "zones": ("where pieces lie, and who sees them", _kinds("zone", "var")),
}  # fmt: skip
"""The topics of `fuero show`, each with what it lists."""


def inventory(rules: Ruleset, topic: str, declarations: Sequence[s.Declaration] = ()) -> list[Entry]:
    """The entries of one of the `TOPICS`."""
    things = _with_facts(named_things(rules), declarations)
    if topic == "unproved":
        from fuero.lab.unproved import unproved

        return unproved(rules)
    wanted = TOPICS[topic][1]
    found = [thing for thing in things.values() if wanted(thing, things)]
    if topic == "flow":
        found = list(_reached(things, found))
    if topic == "actions":
        asked = {part.parent for part in found}
        found = [thing for thing in found if thing.kind == "action" or thing.parent[0] == "action" or thing.key in asked]
    listed = {thing.key for thing in found}
    entries = [_entry(thing, things, listed, topic) for thing in found]
    return [entry for entry in entries if topic != "seams" or entry.write]


def _with_facts(things: Things, declarations: Sequence[s.Declaration]) -> Things:
    """The facts of the game with the sources that stand beside them in the file."""
    found = dict(things)
    for node in declarations:
        match node:
            case s.PlayersRange(cites=cites):
                key = ("game", "players")
            case s.Cap(cites=cites):
                key = ("game", "cap")
            case s.Neutral(name=name, cites=cites):
                key = ("neutral", name.text)
            case _:
                continue
        if key in found:
            origin = Origin("", tuple([Cite(c.rulebook, c.section) for c in cites]), (), node.span)
            found[key] = replace(found[key], origin=origin)
    return found


def _reached(things: Things, found: list[Named]) -> Iterator[Named]:
    """Set-up and play first, each procedure behind the one that performs it first, then what nothing leads to, then the end."""
    children: dict[Key, list[Named]] = {}
    for thing in found:
        children.setdefault(_top(thing, things), []).append(thing)
    performed = {key: [k for t in inner for k in _performed(t)] for key, inner in children.items()}
    order: dict[Key, None] = {}

    def visit(key: Key) -> None:
        if key in children and key not in order:
            order[key] = None
            for other in performed[key]:
                visit(other)

    for key in (("setup", "setup"), ("procedure", "play")):
        visit(key)
    for key in [k for k in children if k[0] == "procedure"]:
        visit(key)
    for key in (*order, *(k for k in children if k[0] == "end")):
        yield from children[key]


def _top(thing: Named, things: Things) -> Key:
    while thing.parent in things:
        thing = things[thing.parent]
    return thing.key


def _performed(thing: Named) -> list[Key]:
    return [("procedure", node.rule) for node in _below(thing.block) if isinstance(node, Perform) and node.kind == "procedure"]


def _scored(block: Any) -> Iterator[Score]:
    return (node for node in _below(block) if isinstance(node, Score))


def _below(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _below(item)
    elif hasattr(node, "__dataclass_fields__"):
        yield node
        for name in ("then", "body", "otherwise"):
            yield from _below(getattr(node, name, ()))


def _entry(thing: Named, things: Things, listed: set[Key], topic: str) -> Entry:
    trail = thing.origin.trail
    given = thing.origin.cites or (trail[-1].cites if trail else ())
    cites = tuple(f"{cite.rulebook}/{cite.section}" if cite.section else cite.rulebook for cite in given)
    span = thing.origin.span
    amended = tuple(dict.fromkeys(entry.overlay for entry in trail if span == NOWHERE or entry.span != span))
    write = lines_for(thing, _asks_once(thing)) if topic in ("seams", "hooks") else ()
    depth, above = 0, thing.parent
    while above in things:
        depth += above in listed
        above = things[above].parent
    text = thing.text
    if topic == "points" and thing.block:
        text = "\n".join(_score_text(score) for score in _scored(thing.block))
    return Entry(
        thing.kind, thing.name, text, thing.sentence, thing.origin.overlay, amended, cites, span.file, span.line, write, depth
    )


def _score_text(score: Score) -> str:
    label = f' "{score.label}"' if score.label else ""
    return f"score {term_text(score.points)} for {term_text(score.who)}{label}"


def _asks_once(thing: Named) -> bool:
    """Whether exactly one menu stands there, so that an offer can be added to it."""
    return sum(1 for _ in menus_in(thing.block)) == 1
