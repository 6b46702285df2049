"""The facts behind a refusal: what the values were that a clause compares, and for which members it does not hold.

In: a game, a state, a move in words, the paths of clauses that fail. Out: for each path short texts such as `paid is 5`. Law:
they are worked out on what the player sees, so a reason tells nothing that lies hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from fuero.engine.decision import parse_move
from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.helpers import gather
from fuero.engine.state import State
from fuero.messages.diagnostic import FueroError
from fuero.rules import nodes as r
from fuero.rules.text import term_text
from fuero.table.scenario_terms import Evaluator, answered
from fuero.table.witnesses import enclosed, unreached

UNKNOWN = (Fault, FueroError, TypeError, IndexError, KeyError, ValueError, NameError, AttributeError, ZeroDivisionError)
"""What working a term out raises where something is not there; no fact is told then."""
COMPARES = ("=", "!=", "<", "<=", ">", ">=", "in")
MOST = 6
"""So many members are named for which a clause does not hold."""

Facts = Mapping[str, tuple[str, ...]]


def facts(game: Game, state: State, seat: int, move: str, paths: Iterable[str]) -> Facts:
    """The facts of each failing clause; a clause of which nothing more can be said is left out."""
    try:
        action, given = parse_move(move)
    except FueroError:
        return {}
    rule = next((a for a in game.rules.actions if a.name == action), None)
    if rule is None or not paths:
        return {}
    witness = _Witness(game, state, seat, rule, given)
    return {path: found for path in paths if (found := witness.of(path))}


class _Witness:
    """Works out terms of one action for the values that a move gives its fields."""

    def __init__(self, game: Game, state: State, seat: int, rule: r.Action, given: Mapping[str, str]):
        self.game, self.rule = game, rule
        self.machine = game.machine
        self.state = State(game, game.viewer.shown(state.words, seat), None)
        self.evaluator = Evaluator(game)
        self.lets = {part.name: part.value for part in rule.parts if isinstance(part, r.Let)}
        self.named: dict[str, Any] = {"you": seat, **self._fields(given)}

    def _fields(self, given: Mapping[str, str]) -> dict[str, int]:
        """The fields' values, as far as their words mean any."""
        menu = self.machine.menus[self.machine.menu_numbers[self.rule.name]].menu
        words, found = self.machine.words, {}
        for f in menu.fields:
            try:
                if f.name in given and f.form in ("subset", "whole"):
                    found[f.name] = words.set_value(f.shape, given[f.name], -1)
                elif f.name in given:
                    found[f.name] = words.value(f.shape, given[f.name])
            except (ValueError, Fault):
                continue
        return found

    def of(self, path: str) -> tuple[str, ...]:
        """The facts of one clause, or of one part of a condition that a clause asks."""
        for clause in self.rule.parts:
            if not isinstance(clause, r.Require):
                continue
            if clause.path == path:
                return tuple(dict.fromkeys(self._told(clause.term, self.named)))
            part, named = self._part(clause.term, path)
            if part is not None:
                return tuple(dict.fromkeys(self._told(part.term, named)))
        return ()

    def _part(self, term: r.Term, path: str) -> tuple[r.Part | None, dict[str, Any]]:
        """The part of that path, where a term asks its condition; with the values handed to it."""
        if not isinstance(term, r.Call):
            return None, {}
        parts = next((p for p in self.game.rules.parts if p.name == term.rule), None)
        part = next((x for x in parts.parts if x.path == path), None) if parts is not None else None
        if parts is None or part is None:
            return None, {}
        named: dict[str, Any] = {"you": self.named["you"]}
        for param, arg in zip(parts.params, term.args, strict=True):
            try:
                named[param.name] = self._value(arg, self.named, param.type)
            except UNKNOWN:
                continue
        return part, named

    # ------------------------------------------------------------ values

    def _value(self, term: r.Term, named: Mapping[str, Any], want: r.Type | None = None) -> Any:
        told = answered(self._unfolded(term))
        terms = self.evaluator.terms
        if want is not None:
            lowered = terms.as_type(told, want)
        else:
            lowered = terms.as_set(told) if isinstance(told.type, r.SetType) else terms.lower(told)
        return self.evaluator.worked_out(self.state, lowered, dict(named))

    def _unfolded(self, node: Any) -> Any:
        """A term in which the action's `let`s stand written out."""
        if isinstance(node, tuple):
            return tuple(self._unfolded(x) for x in node)
        if isinstance(node, r.Local) and node.name in self.lets:
            return self._unfolded(self.lets[node.name])
        if not isinstance(node, r.Typed):
            return node
        names = [name for name in type(node).__dataclass_fields__ if name not in ("type", "span")]
        return replace(node, **{name: self._unfolded(getattr(node, name)) for name in names})

    def _said(self, term: r.Term, named: Mapping[str, Any]) -> str:
        """A value in words; empty where it has none."""
        try:
            return self.machine.words.text(self.evaluator.terms.shape(term.type), int(self._value(term, named)))
        except UNKNOWN:
            return ""

    # ------------------------------------------------------------ facts

    def _told(self, term: r.Term, named: Mapping[str, Any]) -> list[str]:
        match term:
            case r.Op("and" | "or" | "not", args):
                return [text for arg in args for text in self._told(arg, named)]
            case r.Op(op, args) if op in COMPARES:
                return [text for arg in args for text in self._is(arg, named)]
            case r.Is(of, _):
                return self._is(of, named)
            case r.Call(_, args):
                return [text for arg in args if isinstance(arg, r.Local) for text in self._is(arg, named)]
            case r.Fold("every", _, _, _, _, (body,)):
                return self._against(term, body, named)
            case r.BuiltIn("encloses", (board,)):
                return self._cells("enclosed", self._enclosed(board, named))
            case r.BuiltIn("connected", (board, start, r.Member(name=rule))):
                return self._cells("not reached", self._unreached(board, start, rule, named))
            case _:
                return []

    def _is(self, term: r.Term, named: Mapping[str, Any]) -> list[str]:
        """`price is 8`; what stands there as a plain value needs no telling."""
        if isinstance(term, (r.Const, r.Member, r.SeatConst, r.Nothing, r.PieceNamed, r.AllOf, r.RangeSet, r.SetOf, r.Fold)):
            return []
        said = self._said(term, named)
        said = {"none": "nothing", "{}": "nothing"}.get(said, said)
        return [f"{term_text(term).replace('-', ' ')} is {said}"] if said else []

    def _against(self, fold: r.Fold, body: r.Term, named: Mapping[str, Any]) -> list[str]:
        """Members for which something does not hold that must hold for each."""
        of = fold.domain.type
        fails = r.Op("not", (body,), type=r.YesNo(), span=body.span)
        those = replace(fold, word="those", bodies=(fails,), type=of if isinstance(of, r.SetType) else r.SetType(r.AnyType()))
        try:
            words = self.machine.words.text(self.evaluator.terms.shape(those.type), int(self._value(those, named)))
        except UNKNOWN:
            return []
        members = [word for word in words.strip("{}").split(", ") if word]
        return [f"not so for {words.strip('{}')}"] if 0 < len(members) <= MOST else []

    # ------------------------------------------------------------ boards

    def _cells(self, what: str, cells: int) -> list[str]:
        """`enclosed: (0, 1)`; nothing where there are none, or too many to be read."""
        words = self.machine.words.set_text("cell", cells).strip("{}")
        return [f"{what}: {words}"] if 0 < cells.bit_count() <= MOST else []

    def _enclosed(self, board: r.Term, named: Mapping[str, Any]) -> int:
        try:
            held = self._value(board, named)
            return enclosed(held.occ, held.width)
        except UNKNOWN:
            return 0

    def _unreached(self, board: r.Term, start: r.Term, rule: str, named: Mapping[str, Any]) -> int:
        try:
            held, pieces = self._value(board, named), self._value(start, named)
            begin = gather([cell for piece, cell in held.cell_of.items() if pieces >> piece & 1])
            return unreached(held.occ, begin, lambda cell, side: self._passes(rule, held, cell, side), held.width)
        except UNKNOWN:
            return 0

    def _passes(self, rule: str, board: Any, cell: int, side: int) -> bool:
        return bool(self.evaluator.function(self.state, rule, [board, cell, side]))
