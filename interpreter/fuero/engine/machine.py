"""PROGRAM → a machine that plays: Python text made once for a table, and the loop that runs it from decision to decision.

The machine itself never changes; every state is a list of integers that it is handed.
"""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from fuero.engine import helpers, site_rules
from fuero.engine.domains import count_of, in_domain, members_of
from fuero.engine.emit_choices import MenuNames
from fuero.engine.emit_terms import python_name
from fuero.engine.faults import Fault, Finished, Left, Stuck
from fuero.engine.payments import AllOf, AnyOf, EachButOne, Opaque, Size, Subsets, Total
from fuero.engine.pieces import EVENT_BITS, Pieces, globals_for
from fuero.engine.points import Points
from fuero.engine.program_text import print_program
from fuero.engine.selections import selections
from fuero.engine.words import Words
from fuero.program import nodes as P
from fuero.program.layout import (
    ANSWER_WORDS,
    ASKING,
    DECISIONS,
    EVENTS,
    OUTCOME,
    OUTCOME_RULE,
    PC,
    PENDING,
    REAL,
    SEED,
)
from fuero.program.trees import walk

State = list[int]
Log = list[Any] | None
ENDED, CAPPED, STUCK = 1, 2, 3
ALONE = -3
"""Where a routine that was performed by itself comes back to."""


_MADE = frozenset({"asks", "blocks", "entry", "env", "frames", "menus", "offers", "plain", "rules", "text"})
"""The attributes that come of the text."""


@dataclass(frozen=True)
class MenuCode:
    """A menu with its compiled functions."""

    menu: P.Menu
    names: MenuNames
    before: Any
    domains: tuple[Any, ...]
    pools: tuple[Any, ...]
    clauses: tuple[tuple[Any, P.Clause, int], ...]
    key: Any
    memo: dict[Any, Any]


class Machine:
    """Plays one program."""

    def __init__(self, program: P.Program):
        self.program = program
        self.layout = program.layout
        self.players = program.layout.players
        self.pieces = Pieces(program)
        self.words = Words(program)
        self.points = Points(program.layout.scores, program.layout.parties, self.players)
        self.groups = [p.group for p in program.layout.pieces]
        self.group_masks: dict[int, int] = {}
        for i, g in enumerate(self.groups):
            self.group_masks[g] = self.group_masks.get(g, 0) | 1 << i
        self.menu_numbers = {m.name: i for i, m in enumerate(program.menus)}
        self.vars = {v.name: v for v in program.layout.vars}
        self.routines = {r.name: r for r in program.routines}
        self.functions = {f.name: f for f in program.functions}
        self.insists = False
        self.kept_secret = self._kept_secret()
        self.initial = self._initial()

    # ------------------------------------------------------------ making

    def __getattr__(self, name: str) -> Any:
        """What the text brings is made when something first asks for it: who plays by machine code needs none of it."""
        if name not in _MADE or "blocks" in self.__dict__:
            raise AttributeError(name)
        self._compile()
        return self.__dict__[name]

    def _compile(self) -> None:
        env: dict[str, Any] = dict(helpers.NAMES)
        env |= globals_for(self.pieces)
        env |= helpers.boards_of(self.pieces.boards)
        env |= {"score": self.points.score, "rank": self.points.rank, "Finished": Finished, "Left": Left, "Subsets": Subsets}
        env |= {"AllOf": AllOf, "AnyOf": AnyOf, "EachButOne": EachButOne, "Opaque": Opaque, "Size": Size, "Total": Total}
        env |= {
            n: getattr(site_rules, n)
            for n in ("beside", "cells_of", "where_cells", "encloses_put", "encloses_take", "encloses_swap")
        }
        env |= {"footing": site_rules.footing, "JoinRule": site_rules.JoinRule, "FootingRule": site_rules.FootingRule}
        env |= {"TilePlanes": site_rules.TilePlanes, "selections": selections}
        env |= {
            "fault": self._fault,
            "passing": self._passing,
            "distinct": self.distinct,
            "grouped": self._grouped,
            "separate": self._separate,
            "wording": self.words.text,
        }
        env |= {"something": self.something, "resolve": self._resolve, "handle": self._handle}
        printed = print_program(self.program, self.menu_numbers)
        self.text = printed.text
        env |= printed.constants
        name = f"<rules of {self.program.name} for {self.players}>"
        linecache.cache[name] = (len(self.text), None, self.text.splitlines(keepends=True), name)
        exec(compile(self.text, name, "exec"), env)
        self.env = env
        on_boards = helpers.bits(reduce(or_, (f.takes for f in self.layout.families if f.kind == "board"), 0))
        for value in env.values():
            if isinstance(value, site_rules.JoinRule):
                value.pieces = on_boards
        self.blocks = env["BLOCKS"]
        self.plain = {r.name: env[f"R_{python_name(r.name)}"] for r in self.program.routines if not r.pauses}
        self.frames = {
            r.name: [r.frame + r.locals.index(p) for p in ("you", *r.params)] for r in self.program.routines if r.pauses
        }
        self.asks = printed.asks
        self.entry = printed.entry
        self.rules = printed.rules
        self.offers = {k: env[a.offers] for k, a in self.asks.items()}
        self.menus = [
            MenuCode(
                m,
                n,
                env[n.before],
                tuple(env[d] for d in n.domains),
                tuple(env[p] for p in n.pools),
                tuple((env[c], clause, need) for c, clause, need, _, _ in n.clauses),
                env[n.key] if n.key else None,
                {},
            )
            for m, n in zip(self.program.menus, printed.menus, strict=True)
        ]

    def _kept_secret(self) -> set[int]:
        """The questions of which an answer is kept as a value that not everybody sees."""
        found = set()
        for r in self.program.routines:
            for step in r.code:
                if isinstance(step, P.Answers) and any(
                    isinstance(s, P.Store) and s.name in self.vars and self.vars[s.name].sight != "open" for s in walk(step.body)
                ):
                    found.add(step.ask)
        return found

    def _initial(self) -> State:
        """Everything lies in the box, variables have their first values, nothing has been performed."""
        S = [0] * self.layout.size
        S[self.pieces.base[0]] = (1 << len(self.layout.pieces)) - 1
        for v in self.layout.vars:
            count = 1
            for size in v.sizes:
                count *= size
            for i in range(count):
                S[v.base + i] = v.initial
        for r in self.program.routines:
            if r.pauses and "you" in r.locals:
                S[r.frame + r.locals.index("you")] = -1
        return S

    # ------------------------------------------------------------ helpers of the text

    @staticmethod
    def _fault(rule: str, message: str) -> None:
        raise Fault(rule, message)

    def _passing(self, test: Any) -> int:
        """All pieces that pass a test; what has no answer for a piece does not pass it."""
        mask = 0
        for i in range(len(self.layout.pieces)):
            try:
                if test(i):
                    mask |= 1 << i
            except (TypeError, IndexError):
                continue
        return mask

    def distinct(self, pieces: int) -> list[int]:
        """One piece of each class of equal ones, the one with the lowest id."""
        out = []
        masks, groups = self.group_masks, self.groups
        while pieces:
            low = pieces & -pieces
            p = low.bit_length() - 1
            out.append(p)
            pieces &= ~masks[groups[p]]
        return out

    def _grouped(self, pieces: int) -> tuple[tuple[int, ...], ...]:
        out = []
        masks, groups = self.group_masks, self.groups
        while pieces:
            p = (pieces & -pieces).bit_length() - 1
            same = pieces & masks[groups[p]]
            out.append(tuple(helpers.bits(same)))
            pieces &= ~same
        return tuple(out)

    @staticmethod
    def _separate(members: int) -> tuple[tuple[int, ...], ...]:
        return tuple((x,) for x in helpers.bits(members))

    def something(self, S: State, ask: int, who: int) -> bool:
        """Is there anything to choose?"""
        return self.insists or any(self.any_move(S, menu, you, args) for menu, you, args, _ in self.offers[ask](S, who))

    # ------------------------------------------------------------ choices

    def any_move(self, S: State, number: int, you: int, args: tuple[int, ...]) -> bool:
        code = self.menus[number]
        if not code.before(S, you, *args):
            return False
        if not code.domains:
            return True
        return self._any(S, code, you, args, ())

    def _any(self, S: State, code: MenuCode, you: int, args: tuple[int, ...], fields: tuple[int, ...]) -> bool:
        at = len(fields)
        domain = code.domains[at](S, you, *args, *fields)
        if at == len(code.domains) - 1:
            return bool(count_of(domain))
        return any(self._any(S, code, you, args, (*fields, x)) for x in members_of(domain))

    # ------------------------------------------------------------ running

    def start(self, seed: int, L: Log = None) -> State:
        """A match from its set-up to the first decision. `seed` is any integer; it counts modulo 2**64."""
        S = self.initial.copy()
        S[SEED] = seed & (1 << 64) - 1
        S[PC] = 0
        self.run(S, L)
        return S

    def run(self, S: State, L: Log) -> None:
        """From block S[PC] to the next pause or the end."""
        blocks = self.blocks
        pc = S[PC]
        while True:
            try:
                while pc >= 0:
                    pc = blocks[pc](S, L)
                break
            except Finished as f:
                S[OUTCOME_RULE] = f.rule
                pc = self.entry["procedure:end"]
            except Left as f:
                pc = f.block
            except Stuck:
                S[OUTCOME], S[PENDING] = STUCK, 0
                break
            except Fault as f:
                self._place(f)
                raise
            except (TypeError, IndexError, ValueError, KeyError, ZeroDivisionError, AttributeError) as e:
                raise self._as_fault(e) from e
        if not S[OUTCOME] and S[DECISIONS] >= self.program.cap:
            S[OUTCOME], S[PENDING] = CAPPED, 0

    def _place(self, f: Fault) -> None:
        if f.rule:
            return
        f.rule = self._rule_of(f)
        f.args = (f"{f.rule}: {f.message}",)

    def _rule_of(self, e: BaseException) -> str:
        """The routine or function of the generated text in which something went wrong."""
        found = ""
        trace = e.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename.startswith("<rules of "):
                found = trace.tb_frame.f_code.co_name
            trace = trace.tb_next
        return self.rule_named(found)

    def rule_named(self, text: str) -> str:
        """The rule of which a function of the generated text is made; the function's own name where it is of none."""
        if text.startswith("B_"):
            number = int(text[2:])
            return max((a, n) for n, a in self.entry.items() if a <= number)[1].split(":", 1)[1] if number >= 3 else ""
        for r in self.program.routines:
            if text == f"R_{python_name(r.name)}":
                return r.name.split(":", 1)[1]
        named = [f.name for f in self.program.functions if text.startswith(f"F_{python_name(f.name)}")]
        if named:
            return max(named, key=len)  # one name may be the beginning of another
        for m in self.menus:
            if text in (m.names.before, *m.names.domains, *m.names.pools, *(c for c, _, _, _, _ in m.names.clauses)):
                return m.menu.name
        return text

    def _as_fault(self, e: Exception) -> Fault:
        return Fault(self._rule_of(e), "something was read that is not there (an empty place, or a number beyond a table)")

    def launch(self, S: State, L: Log, routine: str, you: int, values: Sequence[int], back: int) -> int:
        """Begins a routine with parameters in order; gives the block to go on with."""
        r = self.routines[routine]
        if not r.pauses:
            self.plain[routine](S, L, you, *values)
            return back
        for word, value in zip(self.frames[routine], (you, *values), strict=True):
            S[word] = value
        S[r.back] = back
        return self.entry[routine]

    def perform(self, S: State, L: Log, routine: str, you: int, values: Sequence[int]) -> None:
        """Runs one routine (`procedure:x`, `cases:x`) by itself, to its first question or its end: for worked examples."""
        S[PENDING] = 0
        S[PC] = self.launch(S, L, routine, you, values, ALONE)
        self.run(S, L)

    def at_work(self, S: State) -> set[str]:
        """The routines that have begun and not ended, from the one that asks now outwards; none when the match is over."""
        found: set[str] = set()
        name = self.asks[S[ASKING]].routine if S[PENDING] else ""
        while name and name not in found:
            found.add(name)
            back = S[self.routines[name].back]
            name = max((at, n) for n, at in self.entry.items() if at <= back)[1] if back >= 3 else ""
        return found

    def play_from(self, S: State, L: Log) -> None:
        """Begins the flow of the game at the state as it is, without a set-up: for worked examples.

        The first question is asked even where nothing can be chosen, so that one can ask why.
        """
        S[PC] = 1
        self.insists = True
        try:
            self.run(S, L)
        finally:
            self.insists = False

    def _handle(self, S: State, L: Log, back: int, since: int) -> int:
        """Runs the handler of the first thing queued behind the first `since`."""
        outer = S[EVENTS] & ((1 << since * EVENT_BITS) - 1)
        queue = S[EVENTS] >> since * EVENT_BITS
        S[EVENTS] = outer | queue >> EVENT_BITS << since * EVENT_BITS
        number = (queue & 4095) - 1
        piece = (queue >> 12 & 65535) - 1
        index, at = queue >> 28 & 65535, (queue >> 44 & 1048575) - 1
        upon = self.program.upons[number]
        family = next(f for f in self.layout.families if f.name == upon.family)
        keys = []
        rest = index
        for size in reversed(family.sizes):
            rest, key = divmod(rest, size)
            keys.append(key)
        keys.reverse()
        values = [piece, *(k for k, bound in zip(keys, upon.keys, strict=True) if bound), *((at,) if upon.cell else ())]
        return self.launch(S, L, upon.routine, -1, values, back)

    def _resolve(self, S: State, L: Log, ask: int, start: int, none: int, back: int, again: bool) -> int:
        """The first use among the answers of a window, cyclic from `start`."""
        info = self.asks[ask]
        for who in (*range(max(start, 0), self.players), *range(max(start, 0))):
            base = info.answers + who * ANSWER_WORDS
            if S[base] != 1:
                continue
            S[base] = 3
            offer = S[base + 1]
            found = [o for o in self.offers[ask](S, who) if o[3] == offer]
            if not found:
                continue
            menu, you, args, _ = found[0]
            code = self.menus[menu]
            values = tuple(S[base + 2 + i] for i in range(len(code.domains)))
            if again and not self.legal(S, menu, you, args, values):
                continue
            if L is not None:
                L.append(("use", who, code.menu.name, self.said(menu, values), self.chosen(S, menu, values)))
            return self.launch(S, L, code.menu.routine, you, (*args, *values), back)
        return none

    def pool(self, S: State, menu: int, you: int, args: tuple[int, ...], fields: tuple[int, ...]) -> int:
        """The set from which the next field (a chosen set) is chosen, before its clauses."""
        return int(self.menus[menu].pools[len(fields)](S, you, *args, *fields))

    def said(self, menu: int, values: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
        """The fields of a menu by name, with their values in words."""
        words = self.words
        return tuple(
            (f.name, words.set_text(f.shape, v) if f.form in ("subset", "whole") else words.text(f.shape, v))
            for f, v in zip(self.menus[menu].menu.fields, values, strict=True)
        )

    def chosen(self, S: State, menu: int, values: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each field of a menu the pieces that a move chooses, with the zones in which they lie."""
        found = []
        for f, v in zip(self.menus[menu].menu.fields, values, strict=True):
            held = 0
            if f.shape in ("piece", "pieces"):
                held = v if f.form in ("subset", "whole") else 1 << v if v >= 0 else 0
            found.append(tuple([(p, S[self.pieces.where + p]) for p in helpers.bits(held)]))
        return tuple(found)

    def _sentence(self, clause: P.Clause, name: str, S: State, given: tuple[int, ...]) -> str:
        """A clause's sentence with what it quotes; without a value where there is none yet."""
        if clause.values:
            try:
                return str(self.env[f"SAY_{name}"](S, *given))
            except (Fault, TypeError, IndexError, KeyError, ValueError):
                pass
        return clause.label

    def failing(
        self, clause: P.Clause, S: State, menu: P.Menu, you: int, args: tuple[int, ...], values: tuple[int, ...]
    ) -> list[tuple[P.Clause, str]]:
        """A clause that fails with its sentence; where it is a condition of named parts, the parts that fail with theirs."""
        code = self.menus[self.menu_numbers[menu.name]]
        for name, own, need, condition, asked in code.names.clauses:
            if own is not clause:
                continue
            failing = [(clause, self._sentence(clause, name, S, (you, *args, *values)))]
            if not condition:
                return failing
            given = self.env[asked](S, you, *args, *values[:need])
            for k, part in enumerate(self.functions[condition].clauses):
                rule = f"F_{python_name(condition)}_{k}"
                try:
                    if not self.env[rule](S, *given):
                        failing.append((part, self._sentence(part, rule, S, given)))
                except (Fault, TypeError, IndexError, KeyError, ValueError):
                    break
            return failing
        return [(clause, clause.label)]

    def legal(self, S: State, menu: int, you: int, args: tuple[int, ...], values: tuple[int, ...]) -> bool:
        """Is this a move that could be chosen now?"""
        code = self.menus[menu]
        if len(values) != len(code.domains) or not code.before(S, you, *args):
            return False
        domains = enumerate(code.domains)
        return all(in_domain(domain(S, you, *args, *values[:i]), values[i]) for i, domain in domains)

    def apply(
        self, S: State, L: Log, who: int, offer: int, menu: int, you: int, args: tuple[int, ...], values: tuple[int, ...]
    ) -> None:
        """Performs a legal answer of `who`; `offer` -1 is a pass (forced or offered). Runs on to the next decision."""
        info = self.asks[S[ASKING]]
        S[DECISIONS] += 1
        if info.many:
            base = info.answers + who * ANSWER_WORDS
            S[base] = 1 if offer >= 0 else 2
            S[base + 1] = offer
            for i, v in enumerate(values):
                S[base + 2 + i] = v
            if offer < 0:
                S[base + 2] = int(you == 1)  # a pass that was not the only answer
            S[PENDING] &= ~(1 << who)
            if S[PENDING]:
                return
            answers = range(info.answers, info.answers + self.players * ANSWER_WORDS, ANSWER_WORDS)
            S[REAL] += any(S[at] == 1 or (S[at] and S[at + 2]) for at in answers)
            pc = info.resume
        elif offer < 0:
            S[PENDING] = 0
            declined = isinstance(info.step, P.AskOne) and info.step.decline and you == 1
            S[REAL] += 1 if declined else 0
            pc = info.declined if declined else info.empty
        else:
            S[PENDING] = 0
            S[REAL] += 1
            code = self.menus[menu]
            try:
                if code.menu.routine:
                    pc = self.launch(S, L, code.menu.routine, you, (*args, *values), info.resume)
                else:
                    for word, value in zip(info.fields[offer], values, strict=True):
                        S[word] = value
                    pc = info.resume
            except Finished as f:
                S[OUTCOME_RULE] = f.rule
                pc = self.entry["procedure:end"]
            except Left as f:
                pc = f.block
            except Fault as f:
                self._place(f)
                raise
            except (TypeError, IndexError, ValueError, KeyError, ZeroDivisionError, AttributeError) as e:
                raise self._as_fault(e) from e
        S[PC] = pc
        self.run(S, L)
