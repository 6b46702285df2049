"""The value of a term of a scenario at a state: lowered and printed as every term of the rules is, then worked out once.

A game and bound terms come in, stored values go out. Keeps the law that a term of a scenario means what it means in a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fuero.engine import emit_terms
from fuero.engine.emit_planes import planes_text
from fuero.engine.faults import Fault
from fuero.engine.game import Game
from fuero.engine.helpers import bits
from fuero.engine.machine import ENDED
from fuero.engine.state import State
from fuero.messages.diagnostic import FueroError
from fuero.program import nodes as P
from fuero.program.layout import OUTCOME, PENDING, Table
from fuero.program.terms import Terms
from fuero.rules import nodes as r
from fuero.table.scenario_rows import wrong

PLAYERS = r.SetType(r.PlayerType())
ANSWERS = {"asked": "players-asked", "winner": "players-who-win"}
"""What is asked of a player with `is`, and the set that answers it."""


class Evaluator:
    """Works out terms of one game."""

    def __init__(self, game: Game):
        self.game, self.machine = game, game.machine
        self.table = Table(game.rules, game.players, dict(self.machine.program.settings))
        self.terms = Terms(self.table)

    # ------------------------------------------------------------ values

    def value(self, state: State, term: r.Term, want: r.Type | None = None, **named: int) -> int:
        """The value as a variable of type `want` would store it."""
        told = answered(term)
        lowered = self.terms.as_type(told, want) if want is not None else self.terms.lower(told)
        return self._run(state, lowered, term, named)

    def members(self, state: State, term: r.Term, **named: int) -> int:
        """The value as a set: of pieces by id, of cells, of members."""
        return self._run(state, self.terms.as_set(answered(term)), term, named)

    def zone(self, state: State, term: r.Term) -> int:
        """The number of the zone that a term names."""
        return self.value(state, replace(term, type=r.ZoneType()))

    def word(self, state: State, term: r.VarRead) -> int:
        """Where a variable's value lies."""
        match self.terms.var(term):
            case P.Load(slot):
                return slot
            case P.LoadAt(base, index, _, stride):
                return base + stride * self._run(state, index, term, {})
            case other:
                raise TypeError(other)

    def function(self, state: State, name: str, args: Sequence[Any], part: int = -1) -> int:
        """A function of the rules at given arguments, or one of its named parts."""
        found = self.machine.env[f"F_{emit_terms.python_name(name)}" + (f"_{part}" if part >= 0 else "")]
        return int(found(state.words, *args))

    def _run(self, state: State, lowered: P.Term, term: r.Term, named: dict[str, int]) -> int:
        try:
            return int(self.worked_out(state, lowered, named))
        except Fault as e:
            raise wrong(f"This cannot be worked out: {e.message}.", term.span) from e
        except (TypeError, IndexError, KeyError, ValueError, ZeroDivisionError, AttributeError) as e:
            raise wrong("This cannot be worked out: something is read that is not there.", term.span) from e

    def arguments(self, state: State, term: r.Call) -> list[Any]:
        """What a call hands to its function."""
        params = self.terms.params[term.rule]
        return [self.worked_out(state, self.terms.as_type(a, p.type), {}) for a, p in zip(term.args, params, strict=True)]

    def worked_out(self, state: State, lowered: P.Term, named: dict[str, Any]) -> Any:
        """The value of a lowered term. Raises what its text raises where something is read that is not there."""
        program = replace(
            self.machine.program, tables=tuple(sorted(self.terms.tables.items())), lists=tuple(sorted(self.terms.lists.items()))
        )
        space = emit_terms.Namespace(program)
        values = {"you": decider(state), ANSWERS["asked"]: asked(state), ANSWERS["winner"]: winners(state), **named}
        known = {name: f"N_{emit_terms.python_name(name)}" for name in values}
        text = emit_terms.Terms(space, known)(lowered)
        planes = [planes_text(space, rule) for rule in space.values.pop("#planes", [])]
        lines = [*planes, *space.values.pop("#defs", []), *space.values.pop("#sites", [])]
        env = self.machine.env | space.values | {known[name]: value for name, value in values.items()} | {"S": state.words}
        exec("\n".join(lines), env)
        return eval(text, env)

    # ------------------------------------------------------------ in words

    def said(self, state: State, term: r.Term) -> str:
        """The value in words; empty for what has none (a board)."""
        kind = term.type
        if isinstance(term, r.ZoneRead) and not isinstance(kind, r.ZoneType):
            return self.machine.words.set_text("piece", self.members(state, term))
        try:
            shape = self.table.bounds(kind)[2]
        except FueroError:
            shape = "number"
        return self.machine.words.text(shape, self.value(state, term))


def answered(node: Any) -> Any:
    """A term in which `p is asked` and `p is winner` have become questions about sets that are known from outside."""
    if isinstance(node, tuple):
        return tuple(answered(x) for x in node)
    if not isinstance(node, r.Typed):
        return node
    names = [name for name in type(node).__dataclass_fields__ if name not in ("type", "span")]
    node = replace(node, **{name: answered(getattr(node, name)) for name in names})
    if isinstance(node, r.Is) and node.what in ANSWERS:
        test = r.Op("in", (node.term, r.Local(ANSWERS[node.what], type=PLAYERS)), type=r.YesNo(), span=node.span)
        return r.Op("not", (test,), type=r.YesNo(), span=node.span) if node.negated else test
    return node


def asked(state: State) -> int:
    """Who may answer now; not counted is who is asked only because the scenario began there, and has nothing to choose."""
    return sum(1 << d.player for d in state.pending if not idle(state, d.player))


def idle(state: State, player: int) -> bool:
    """Is this player asked although nothing can be chosen? The game itself would have gone on."""
    for decision in state.pending:
        if decision.player == player:
            step = decision._info.step
            return isinstance(step, P.AskOne) and not step.private and not step.decline and decision.actions() == ["pass"]
    return False


def winners(state: State) -> int:
    """The seats that have won; nobody while the match goes on."""
    return sum(1 << p for p in state.ranking[0]) if state.words[OUTCOME] == ENDED else 0


def decider(state: State) -> int:
    """Whom `you` means: the one who is asked, or else the active player."""
    pending = bits(state.words[PENDING])
    slot = next(v.base for v in state.machine.layout.vars if v.name == "active-player")
    return pending[0] if pending else state.words[slot]
