"""Terms of worked examples: bound against a finished ruleset, with seats, named pieces and sets of them.

A merged ruleset and its RULES form come in; bound terms go out, or a `FueroError` with every finding and its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fuero.messages.diagnostic import FueroError
from fuero.rules import nodes as r
from fuero.rules.bind import components, kinds, statements, terms
from fuero.rules.bind.coerce import coerce
from fuero.rules.bind.findings import Findings
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ZONE, bare, element, strip
from fuero.rules.bind.world import World, did_you_mean
from fuero.rules.compose import Merged
from fuero.syntax import nodes as s


def _no_file(from_path: str, name: str) -> str:
    raise FileNotFoundError(name)


class ScenarioBinder:
    """Binds what a scenario says; `overlay` is the one whose names it sees first (empty for the game's own scenarios)."""

    def __init__(self, rules: r.Ruleset, merged: Merged, overlay: str = "") -> None:
        self.rules = rules
        self.world = World(merged, _no_file, {})
        self.world.collect()
        for piece in rules.piece_sets:
            self.world.memo["rows", piece.piece] = piece.rows
        for known in rules.maps:
            self.world.memo["map", known.name] = known
        components.enter_names(self.world)
        for table in rules.tables:
            self.world.extra_enums.update({e.name: e for e in rules.enums if e.name.startswith(f"{table.name}.")})
        self.world.findings = Findings()
        self.scope = Scope(
            self.world, decider=True, here="a scenario", overlay=overlay, scenario=True, path="scenario", rule="scenario"
        )

    def term(self, node: s.Term, expect: r.Type | None = None, locals: Mapping[str, r.Term] | None = None) -> r.Term:
        """A term; `locals` are names that mean given terms (the columns of `examples`)."""
        named = locals or {}
        scope = self.scope.plus({name: value.type for name, value in named.items()})
        bound = self._piece(node, expect)
        if bound is None:
            bound = terms.term(scope, node, expect)
            bound = bound if expect is None else coerce(scope, bound, expect)
        self._settle()
        return substitute(bound, named) if named else bound

    def thing(self, node: s.Term, hint: r.Type | None = None) -> r.Term:
        """A term as it is, without making it fit: `hint` only says which of several things of one name is meant."""
        bound = self._piece(node, hint)
        if bound is None:
            bound = terms.term(self.scope, node, hint)
        self._settle()
        return bound

    def _piece(self, node: s.Term, expect: r.Type | None) -> r.Term | None:
        """A piece's own name stands for one such piece where a piece (or pieces) are wanted."""
        if not isinstance(node, s.Name) or expect is None:
            return None
        wanted = strip(expect)
        inner = element(wanted) if isinstance(wanted, r.SetType) else wanted
        symbol = self.world.find(node.text, node.span)
        if not isinstance(inner, r.PieceType) or symbol is None or symbol.kind != "piece":
            return None
        known = kinds.piece(self.world, symbol.full)
        if known is None or known.attributes:
            return None
        one = r.PieceNamed(symbol.full, symbol.name, type=r.PieceType(symbol.full, (symbol.full,)), span=node.span)
        return r.SetOf((one,), type=r.SetType(one.type), span=node.span) if isinstance(wanted, r.SetType) else one

    def perform(self, call: s.Call) -> r.Perform:
        """`do scoring(2)`: a procedure, cases or majority by name."""
        made = statements.perform(self.scope, call)
        self._settle()
        assert made is not None
        return made

    def zone(self, node: s.Term) -> r.Term:
        """One zone, or a place in it."""
        made = self.term(node, ZONE)
        return replace(made, type=ZONE)

    def target(self, node: s.Term) -> r.Term:
        """What a given fact is about: a zone, a place, a variable, or a call whose value is pretended."""
        return self.term(node)

    def action(self, word: s.Word) -> r.Action:
        """An action by its name."""
        symbol = self.world.find(word.text, word.span)
        found = next((a for a in self.rules.actions if symbol is not None and a.name == symbol.full), None)
        if found is None:
            unknown_name(self.scope, word.text, word.span, wanted="action", names=[*(a.name for a in self.rules.actions), "pass"])
        self._settle()
        assert found is not None
        return found

    def path(self, word: s.Word) -> str:
        """The full path of a clause (`buy.enough`) as RULES writes it."""
        head, _, rest = word.text.partition(".")
        symbol = self.world.find(head, word.span)
        full = f"{symbol.full}.{rest}" if symbol is not None and rest else word.text if symbol is None else symbol.full
        if not any(known == full or known.startswith(full + ".") for known in self._clauses()):
            names = [bare(known) for known in self._clauses()]
            self.world.findings.report(
                "unknown-name",
                f'There is no clause "{word.text}" here.{did_you_mean(word.text, names)}',
                word.span,
            )
            self._settle()
        return full if rest else word.text

    def _clauses(self) -> list[str]:
        """The full paths of all that can refuse a move: clauses, and what an action chooses."""
        chosen = (f"{action.name}.{p.name}" for action in self.rules.actions for p in action.parts if isinstance(p, r.Choice))
        required = (p.path for action in self.rules.actions for p in action.parts if isinstance(p, r.Require))
        parts = (part.path for rule in self.rules.parts for part in rule.parts)
        return [*chosen, *required, *parts]

    def _settle(self) -> None:
        found = self.world.findings
        if found.failed:
            self.world.findings = Findings()
            raise FueroError(tuple(found.sorted()))


def substitute(term: r.Term, named: Mapping[str, r.Term]) -> r.Term:
    """The term with local names replaced by what they stand for."""
    if isinstance(term, r.Local) and term.name in named:
        return named[term.name]
    changed: dict[str, object] = {}
    for name in type(term).__dataclass_fields__:
        if name in ("type", "span"):
            continue
        old = getattr(term, name)
        new = _within(old, named)
        if new is not old:
            changed[name] = new
    return replace(term, **changed) if changed else term  # type: ignore[arg-type]


def _within(value: object, named: Mapping[str, r.Term]) -> object:
    if isinstance(value, r.Typed):
        return substitute(value, named)  # type: ignore[arg-type]
    if isinstance(value, tuple):
        made = tuple(_within(v, named) for v in value)
        return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
    return value
