"""One run of a scenario: laid out, played and compared, line by line.

A setting and the lines of a case come in; nothing goes out when all holds, else `Failed` with the place, what was expected and
what was found. A mistake of the scenario itself is a `FueroError`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fuero.engine.decision import Reason
from fuero.engine.faults import Fault
from fuero.engine.state import IllegalMove
from fuero.messages.diagnostic import Span
from fuero.program.layout import OUTCOME, PENDING, SEED
from fuero.rules import nodes as r
from fuero.rules.bind.types import bare, element
from fuero.rules.bind.world import did_you_mean
from fuero.syntax import nodes as s
from fuero.syntax.print import print_term
from fuero.table import scenario_moves as moves
from fuero.table.facts import facts
from fuero.table.scenario_given import Layer, named
from fuero.table.scenario_pretend import is_pretence, pretended
from fuero.table.scenario_rows import OneOf, seats_in, wrong
from fuero.table.scenario_setting import Setting
from fuero.table.scenario_terms import Evaluator
from fuero.table.scenario_trace import place_of, trace

SETUP, EMPTY = "a set-up", "an empty table"


class Failed(Exception):  # noqa: N818 - reads as what it is
    """Something is not as the scenario expects it."""

    def __init__(self, place: Span, expected: str, found: str, notes: tuple[str, ...] = ()):
        super().__init__(f"expected: {expected}; found: {found}")
        self.place, self.expected, self.found, self.notes = place, expected, found, notes


@dataclass
class Run:
    """A case being played."""

    setting: Setting
    overlay: str
    parts: tuple[s.ScenarioPart, ...]
    since: int = field(default=0, init=False)
    acted: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.binder = self.setting.binder(self.overlay)
        game = self.setting.game
        self.values = self.setting.values
        self.state = game.empty_table()
        pretences = [f for part in self.parts if isinstance(part, s.Given) for f in part.facts if is_pretence(self.binder, f)]
        if pretences:
            game = self.setting.amended(pretended(game.rules, self.binder, pretences))
            self.values = Evaluator(game)
            self.state = game.empty_table()
        for part in self.parts:
            if isinstance(part, s.ScenarioStart):
                self._start(part)
        self.layer = Layer(self.state, self.values, self.binder)

    def _start(self, part: s.ScenarioStart) -> None:
        if part.phrase not in (SETUP, EMPTY):
            close = did_you_mean(part.phrase, [EMPTY, SETUP])
            raise wrong(f'A scenario starts from one of: {EMPTY}, {SETUP}. "{part.phrase}" is not among them.{close}', part.span)
        if part.phrase == SETUP:
            self.state = self.values.game.start(part.seed or 0)
        else:
            self.state.words[SEED] = part.seed or 0
        self.since = len(self.state.log_raw or ())

    def run(self) -> None:
        """Line by line. Raises Failed, or FueroError for a mistake."""
        try:
            for part in self.parts:
                for seat in seats_in(part):
                    moves.number(self.state, seat)
                try:
                    self._part(part)
                except Fault as e:
                    raise Failed(part.span, "the rules go on", f"they cannot: {e}", ()) from e
        finally:
            self.state.machine.pieces.fixed.clear()

    def _part(self, part: s.ScenarioPart) -> None:
        match part:
            case s.Given(facts):
                for fact in facts:
                    self.layer.fact(fact)
                self.layer.promises()
            case s.Chance(fact):
                self.layer.chance(fact)
            case s.DoCall(call):
                self._acts()
                moves.perform(self.values, self.binder, self.state, call)
            case s.DoPlay(seat, play):
                self._play(seat, play, part.span)
            case s.Refuse(seat, play, because):
                self._refuse(seat, play, because, part.span)
            case s.ExpectTerm(term):
                self._term(term, part.span)
            case s.ExpectPays():
                self._pays(part)
            case s.ExpectHolds():
                self._holds(part)
            case s.ExpectMay(seat, play, allowed, because):
                self._may(seat, play, allowed, because, part.span)
            case _:
                pass  # read before: seats, modules, options, start

    # ------------------------------------------------------------ playing

    def _acts(self) -> None:
        self.acted = True
        self.since = len(self.state.log_raw or ())

    def _reasons(self, seat: s.Seat, play: s.Play, place: Span) -> tuple[str, list[Reason]]:
        """A play in words, and why it cannot be made now."""
        moves.come_to(self.state, seat, place)
        text = moves.move_text(self.values, self.binder, self.state, play)
        return text, self.state.why_not(text, moves.number(self.state, seat))

    def _play(self, seat: s.Seat, play: s.Play, place: Span) -> None:
        text, reasons = self._reasons(seat, play, place)
        if reasons:
            raise Failed(place, f"{seat.letter} may {text}", "it is refused", self._refused(reasons))
        self._acts()
        self.state.apply(text, moves.number(self.state, seat))

    def _refuse(self, seat: s.Seat, play: s.Play, because: s.Word, place: Span) -> None:
        text, reasons = self._reasons(seat, play, place)
        self._forbidden(seat, play, text, reasons, because, place)
        before = self.state.words.copy()
        try:
            self.state.apply(text, moves.number(self.state, seat))
        except IllegalMove:
            if self.state.words == before:
                return
        raise Failed(place, f"{seat.letter} : {text} leaves no trace", "the table is changed")

    def _may(self, seat: s.Seat, play: s.Play, allowed: bool, because: s.Word | None, place: Span) -> None:
        text, reasons = self._reasons(seat, play, place)
        if allowed:
            if reasons:
                raise Failed(place, f"{seat.letter} may {text}", "it is refused", self._refused(reasons))
            return
        if because is not None:
            self._forbidden(seat, play, text, reasons, because, place)
        elif not reasons:
            raise Failed(place, f"{seat.letter} may not {text}", "it is allowed")

    def _forbidden(self, seat: s.Seat, play: s.Play, text: str, reasons: list[Reason], because: s.Word, place: Span) -> None:
        """Is it refused for this reason? Where a thing that is named cannot even be chosen, no other reason counts."""
        path, action = self.binder.path(because), text.partition(" ")[0]
        expected = f"{seat.letter} may not {text}, because {because.text}"
        if not reasons:
            raise Failed(place, expected, "it is allowed", self._judged(seat, text, path))
        fields = {f"{action}.{word.text}" for word, _ in play.fields}
        sloppy = [reason for reason in reasons if reason.path in fields and reason.path != path]
        if sloppy or not any(reason.path == path or reason.path.startswith(path + ".") for reason in reasons):
            reasons = sloppy or reasons
            found = " and ".join(dict.fromkeys(bare(reason.path) or reason.sentence for reason in reasons))
            raise Failed(place, expected, f"it is refused, because {found}", self._refused(reasons))

    def _refused(self, reasons: list[Reason]) -> tuple[str, ...]:
        return tuple(f"{bare(x.path)}: {x}{place_of(self.values.game.rules, x.path)}" if x.path else str(x) for x in reasons)

    def _judged(self, seat: s.Seat, text: str, path: str) -> tuple[str, ...]:
        """Where a rule stands, and the values that it judged a move by."""
        game = self.values.game
        where = place_of(game.rules, path)
        known = facts(game, self.state, moves.number(self.state, seat), text, [path]).get(path, ())
        return (f"rule: {bare(path)}{where}", *([f"  {'; '.join(known)}"] if known else [])) if where else ()

    # ------------------------------------------------------------ comparing

    def _term(self, node: s.Term, place: Span) -> None:
        term = self.binder.term(node, r.YesNo())
        if not self.acted and not self.state.words[PENDING] and not self.state.words[OUTCOME]:
            match node:
                case s.Is(s.Seat() as seat, s.Word("asked")):
                    moves.begin(self.state, moves.number(self.state, seat), place)
        if self.values.value(self.state, term):
            return
        raise Failed(place, print_term(node), self._found(node, term), trace(self.values, self.state, term))

    def _found(self, node: s.Term, term: r.Term) -> str:
        """What is there instead."""
        match term, node:
            case (r.Op("=" | "!=" | "<" | "<=" | ">" | ">=", (left, right)), s.Compare(_, first, second)):
                said = [
                    f"{print_term(n)} is {self.values.said(self.state, t)}"
                    for n, t in ((first, left), (second, right))
                    if not isinstance(t, r.Const | r.Member | r.PieceNamed | r.SeatConst)
                ]
                return " and ".join(said) or "it is not so"
            case (r.Is(inner, "empty" | "filled" | "full"), s.Is(about)):
                return f"{print_term(about)} is {self.values.said(self.state, inner)}"
            case (r.Is(_, "asked"), _):
                return moves.whom(self.state)
            case (r.BuiltIn("match-ends"), _):
                outcome = self.state.outcome
                return outcome.text if outcome is not None else moves.whom(self.state)
            case _:
                return "it is not so"

    def _pays(self, part: s.ExpectPays) -> None:
        rule, of = self._rule(part.rule)
        found: dict[str, int] = {}
        lines: list[str] = []
        for line in (e for e in (self.state.log_raw or ())[self.since :] if e[0] == "score"):
            _, who, points, _, path, _, about, standing, _, _ = line
            if (path != rule and not path.startswith(rule + ".")) or (of is not None and of not in [v for _, v in about]):
                continue
            party = self.state.machine.words.parties[who]
            found[party] = found.get(party, 0) + points
            told = ", ".join(self.state.machine.words.text(shape, value) for shape, value in about)
            lines.append(f"{party} {points}" + (f" for {told}" if told else "") + (f" (place {standing})" if standing else ""))
        wanted = {}
        for seat, points in part.pays:
            moves.number(self.state, seat)
            wanted[seat.letter] = self.values.value(self.state, self.binder.term(points, r.Num()))
        if all(found.get(letter, 0) == points for letter, points in wanted.items()):
            return
        raise Failed(
            part.span,
            f"{print_term(part.rule)} pays " + ", ".join(f"{letter} {points}" for letter, points in wanted.items()),
            "it pays " + ", ".join(f"{letter} {found.get(letter, 0)}" for letter in wanted),
            (*lines, f"rule: {bare(rule)}{place_of(self.values.game.rules, rule)}"),
        )

    def _rule(self, node: s.Term) -> tuple[str, int | None]:
        """The path of a rule that pays, and for what (`most(red)`)."""
        rules = self.values.game.rules
        match node:
            case s.Name(text=text):
                word, args = s.Word(text, span=node.span), ()
            case s.Apply(name=word, args=args) if len(args) == 1:
                pass
            case _:
                raise wrong("A rule that pays is meant here, by its name.", node.span)
        symbol = self.binder.world.find(word.text, word.span)
        kinds = ("majority", "points", "procedure", "cases", "action")
        if symbol is None or symbol.kind not in kinds:
            names = [x.name for x in self.binder.world.of_kind(*kinds)]
            raise wrong(f'No rule "{word.text}" pays points.{did_you_mean(word.text, names)}', word.span)
        if not args:
            return symbol.full, None
        majority = next((m for m in rules.majorities if m.name == symbol.full), None)
        if majority is None or majority.each is None:
            raise wrong(f'"{word.text}" does not pay for one thing after the other.', node.span)
        return symbol.full, self.values.value(self.state, self.binder.term(args[0], majority.each.type), majority.each.type)

    def _holds(self, part: s.ExpectHolds) -> None:
        held, kind, whose = self._content(part.zone)
        rest, missing = held, []
        for node in part.pieces:
            for item in node.items if isinstance(node, s.SetLiteral) else (node,):
                any_one = isinstance(item, OneOf)
                item = item.among if isinstance(item, OneOf) else item
                thing = self.binder.thing(item, kind)
                mask = named(self.values, self.state, thing)
                whole = not any_one and isinstance(thing.type, r.SetType) and not isinstance(thing, r.SetOf)
                there = mask if whole and not mask & ~rest else (mask & rest) & -(mask & rest) if not whole else 0
                if not there and mask | (not whole):
                    missing.append(print_term(item))
                rest &= ~there
        if missing:
            words = self.state.machine.words
            raise Failed(
                part.span,
                f"{whose} holds {', '.join(missing)}",
                f"{whose} holds {words.set_text('piece', held) if held else 'nothing'}",
            )

    def _content(self, node: s.Term) -> tuple[int, r.Type | None, str]:
        """The pieces that lie in a zone, or with a seat in all its zones; of which kind they are; and whose they are."""
        S, sight, pieces = self.state.words, self.state.game.sight, self.state.machine.pieces
        if isinstance(node, s.Seat):
            who = moves.number(self.state, node)
            held = 0
            for zone, owner in enumerate(sight.owner):
                if owner == who and not pieces.kind[zone].startswith("marks"):
                    held |= S[pieces.base[zone]]
            return held, r.PieceType("piece", tuple(p.name for p in self.values.game.rules.pieces)), node.letter
        target = self.binder.target(node)
        if isinstance(target, r.ZoneRead) and target.zone != "box":
            declared = next(z for z in self.values.game.rules.zones if z.name == target.zone)
            return S[pieces.base[self.values.zone(self.state, target)]], declared.piece, print_term(node)
        return self.values.members(self.state, target), element(target.type), print_term(node)
