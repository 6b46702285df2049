"""One walk over a ruleset, for all checks: what stands in it, who reads and writes what, who performs, offers or opens whom.

In: a bound ruleset. Out: an `Index`. Keys are those of `rules.bind.walk.declared`: `procedure turn`, `rule sound`, `action buy` …
(and `setup`'s is `procedure setup`), besides `end`, `zone X`, `var X`, `option X`, `number X` and so on for what is declared.
Law: every node that a rule holds below it is seen exactly once, in the order written; types are gone into where
they are declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property

from fuero.rules import nodes as R
from fuero.rules.bind.walk import declared


@dataclass(frozen=True, slots=True)
class Found:
    """A node and the key of the declaration that it stands in."""

    owner: str
    node: object


DATA = {
    R.PieceSet: ("rows",),
    R.Table: ("cells", "headings"),
    R.Map: ("regions", "attributes", "adjacency"),
}
"""What holds no rule, and may be long."""


@cache
def _below(cls: type) -> tuple[str, ...]:
    """The fields of a class that may hold further nodes, from the last to the first."""
    out = {"span", "origin", *DATA.get(cls, ())} | ({"type"} if issubclass(cls, R.Typed) else set())
    return tuple(f.name for f in reversed(fields(cls)) if f.name not in out)


def below(node: object) -> Iterator[object]:
    """The node and everything below it, in the order written."""
    stack = [node]
    while stack:
        top = stack.pop()
        cls = type(top)
        if cls is tuple:
            stack.extend(reversed(top))  # type: ignore[call-overload]
        elif hasattr(cls, "__dataclass_fields__"):
            yield top
            for name in _below(cls):  # type: ignore[arg-type]
                value = getattr(top, name)
                if value and type(value) not in (str, int, bool):
                    stack.append(value)


class Index:
    """What stands where. `nodes` holds every declaration that may hold rules; `by_class` every node below them by its class."""

    def __init__(self, rules: R.Ruleset) -> None:
        self.rules = rules
        self.nodes: dict[str, object] = everything(rules)
        self.by_class: dict[type, list[Found]] = {}
        for owner, node in self.nodes.items():
            for inner in below(node):
                self.by_class.setdefault(type(inner), []).append(Found(owner, inner))

    def all(self, *classes: type) -> Iterator[Found]:
        """Every node of these classes, class by class."""
        for cls in classes:
            yield from self.by_class.get(cls, ())

    @cached_property
    def callers(self) -> dict[str, list[str]]:
        """Who calls, performs, offers or opens a rule: its key to those of the callers, as often as they do."""
        found: dict[str, list[str]] = {}
        for owner, target in self.calls:
            found.setdefault(target, []).append(owner)
        return found

    @cached_property
    def calls(self) -> list[tuple[str, str]]:
        """(caller's key, key of what it calls, performs, offers or opens)."""
        found: list[tuple[str, str]] = []
        for f in self.all(R.Call, R.Member, R.Perform, R.OpenWindow, R.Within, R.Offered):
            match f.node:
                case R.Call(rule=rule):
                    found.append((f.owner, f"rule {rule}"))
                case R.Member(name=name, type=R.AnyType()):
                    found.append((f.owner, f"rule {name}"))
                case R.Perform(kind=kind, rule=rule):
                    found.append((f.owner, f"{kind} {rule}"))
                case R.OpenWindow(window=window) | R.Within(window=window):
                    found.append((f.owner, f"window {window}"))
                case R.Offered(action=action):
                    found.append((f.owner, f"action {action}"))
        return found

    @cached_property
    def uses(self) -> Uses:
        return uses(self)


class Uses:
    """Where each declared thing is read, and where it is written (filled, set); keys as in the index."""

    def __init__(self) -> None:
        self.reads: dict[str, list[Found]] = {}
        self.writes: dict[str, list[Found]] = {}


def uses(index: Index) -> Uses:
    """A target of a move, a draw or a `set` is written; a variable read only to give itself a new value is not read by that."""
    made = Uses()
    targets: set[int] = set()
    own: set[int] = set()
    for f in index.all(R.Move, R.Draw, R.Restock, R.Mark, R.SetVar):
        match f.node:
            case R.Move(target=target) | R.Draw(target=target) | R.Restock(zone=target) | R.Mark(zone=target):
                targets.add(id(_base(target)))
            case R.SetVar(target=target, value=value):
                targets.add(id(target))
                own |= {id(n) for n in below(value) if isinstance(n, R.VarRead) and n.var == target.var}
    for function in index.rules.functions:
        if isinstance(function.type, R.ZoneType):  # says where something goes
            targets |= {id(n) for n in below((function.value, *(c.value for c in function.cases))) if isinstance(n, R.ZoneRead)}

    def read(key: str, f: Found) -> None:
        if id(f.node) not in own:
            (made.writes if id(f.node) in targets else made.reads).setdefault(key, []).append(f)

    for f in index.all(*READERS):
        match f.node:
            case R.Setting(name=name):
                read(f"option {name}", f)
                read(f"number {name}", f)
            case R.VarRead(var=name):
                read(f"var {name}", f)
            case R.ZoneRead(zone=name) | R.AttachedAt(zone=name) | R.MarksOf(zone=name) | R.WithMarks(zone=name):
                read(f"zone {name}", f)
            case R.Upon(zone=name) | R.BoardType(zone=name) | R.Zone(on=name) if name:
                read(f"zone {name}", f)
            case R.TableRead(table=name):
                read(f"table {name}", f)
            case R.Attr(attribute=name):
                read(f"attribute {name}", f)
            case R.Display(name=drawn):
                read(f"zone {drawn}", f)
                read(f"var {drawn}", f)
            case R.EnumType(name=name):
                read(f"enum {name}", f)
            case R.PieceType(name=name, pieces=pieces):
                read(f"kind {name}", f)
                for piece in pieces:
                    read(f"piece {piece}", f)
            case R.UnionType(name=name):
                read(f"kind {name}", f)
            case R.Is(what=name, pieces=pieces):
                read(f"kind {name}", f)
                for piece in pieces:
                    read(f"piece {piece}", f)
            case R.Option():
                for sort, option in (*f.node.only_with, *f.node.not_with, *f.node.needs):
                    read(f"{sort} {option}", f)
    for owner, callee in index.calls:
        made.reads.setdefault(callee, []).append(Found(owner, None))
    return made


READERS = (
    R.Setting,
    R.VarRead,
    R.ZoneRead,
    R.AttachedAt,
    R.MarksOf,
    R.WithMarks,
    R.Upon,
    R.BoardType,
    R.Zone,
    R.TableRead,
    R.Attr,
    R.Display,
    R.EnumType,
    R.PieceType,
    R.UnionType,
    R.Is,
    R.Option,
)


def _base(term: object) -> object:
    """The zone that a place belongs to."""
    while True:
        match term:
            case R.BoardAt(board=inner) | R.RowAt(row=inner) | R.MarksOf(board=inner):
                term = inner
            case _:
                return term


def everything(rules: R.Ruleset) -> dict[str, object]:
    """Every declaration that may hold a term or a statement, by its key."""
    found = declared(rules)
    found["end"] = rules.end
    if rules.neutral_when is not None:
        found["neutral"] = rules.neutral_when
    for kind, several in (
        ("option", rules.options),
        ("number", rules.numbers),
        ("piece", rules.pieces),
        ("zone", rules.zones),
        ("var", rules.vars),
        ("table", rules.tables),
    ):
        found |= {f"{kind} {thing.name}": thing for thing in several}
    found |= {f"pieces {thing.piece} {k}": thing for k, thing in enumerate(rules.piece_sets)}
    found |= {f"display {thing.name} {k}": thing for k, thing in enumerate(rules.displays)}
    return found
