"""Choices, questions, secret answers and windows: whom they ask, what they offer, what is known of what was chosen."""

from __future__ import annotations

from collections.abc import Mapping

from fuero.checker.secrets.noticed import Under
from fuero.checker.secrets.pieces import Pieces
from fuero.checker.secrets.taint import NONE, Known, Secret, Taint, Value, unknown
from fuero.checker.secrets.terms import Frame
from fuero.messages.diagnostic import Place, Span
from fuero.rules import nodes as r


class Asking(Pieces):
    """Everything that asks somebody."""

    def _names_of(
        self, choices: tuple[r.Choice, ...], frame: Frame, known: Known, where: r.Term | None, who: str
    ) -> dict[str, Value]:
        """What is known of what somebody will have chosen. `who` is empty where chance chooses."""
        names: dict[str, Value] = {}
        for c in choices:
            inner = frame.with_names(names)
            taint = unknown(self.reader.taint((c.domain, where if not who else None), inner), known)
            count = self.reader.value(c.domain, inner).count
            players = isinstance(c.type, r.PlayerType | r.PartyType)
            sign = f"{frame.name}.{c.name}"
            if not taint:
                names[c.name] = Value(NONE, sign if players else "", None, NONE)
                continue
            choice = (f"choice {sign}", who)
            own: Taint = {choice: (Place(c.span, "chosen here among what not everybody sees"),)}
            names[c.name] = Value(own, sign if players else "", choice, NONE if not unknown(count, known) else own)
        return names

    def _choose(self, s: r.Choose, frame: Frame, known: Known, under: Under) -> Known:
        who = "" if s.chance else self.reader.player(s.by, frame) if s.by is not None else frame.you
        names = self._names_of(s.choices, frame, known, s.where, who)
        inner = frame.with_names(names)
        if not s.chance:
            if s.by is not None:
                self._public("whom", s.by, frame, known)
            under = self._under("whether", s.span, known, under)
            self._public("whether", s.times, frame, known)
            for c in s.choices:
                self._offered((c.domain, c.low, c.high), inner, who, known, c.span)
            if s.where is not None:
                self._offered(s.where, inner, who, known, s.where.span)
        fresh = without_choices(known, names)
        after = self._block(s.body, inner, fresh, under)
        if s.times is not None:
            after = self._looped(lambda k: self._block(s.body, inner, without_choices(k, names), under), fresh & after)
        return without_choices(after, names) & self._block(s.otherwise, frame, known, under)

    def _secretly(
        self,
        s: r.Secretly,
        bind: r.Bound,
        choices: tuple[r.Choice, ...],
        where: r.Term | None,
        body: r.Block,
        frame: Frame,
        known: Known,
        under: Under,
    ) -> Known:
        sign = f"{frame.name}.{bind.name}"
        inner = Frame(frame.name, {**frame.names, bind.name: Value(NONE, sign)}, sign)
        under = self._under("whether", s.span, known, under)
        self._public("whom", (bind.domain, bind.start), frame, known)
        if bind.where is not None:
            self._public("whom", bind.where, inner, known)
        names: dict[str, Value] = {}
        for c in choices:
            self._offered((c.domain, c.low, c.high), inner.with_names(names), sign, known, c.span)
            secret: Secret = (f"choice {frame.name}.{c.name}", sign)
            own: Taint = {secret: (Place(c.span, "chosen in secret here"),)}
            names[c.name] = Value(own, "", secret, own)
        if where is not None:
            self._offered(where, inner.with_names(names), sign, known, where.span)
        after = self._looped(lambda k: self._block(body, inner.with_names(names), without_choices(k, names), under), known)
        return frozenset(x for x in after if x[1].removeprefix("-") != sign)

    def _offers(self, offers: tuple[r.Offered, ...], asked: Frame, known: Known, under: Under) -> Known:
        after = known
        for offer in offers:
            self._offered((offer.args, offer.when), asked, asked.you, known, offer.span)
            action = self.actions[offer.action]
            names = {p.name: self.reader.value(a, asked) for p, a in zip(action.params, offer.args, strict=False)}
            after = after & self._action(action, Frame(action.name, names, asked.you), known, under)
        return after

    def _action(self, action: r.Action, frame: Frame, known: Known, under: Under) -> Known:
        key = ("action", action.name, frame.you, signs(frame.names), known, frozenset(under.taint))
        if key in self.memory:
            return self.memory[key]
        chosen: dict[str, Value] = {}
        for part in action.parts:
            match part:
                case r.Choice():
                    made = self._names_of((part,), frame, known, None, frame.you)
                    self._offered((part.domain, part.low, part.high), frame, frame.you, known, part.span)
                    chosen |= made
                    frame = frame.with_names(made)
                case r.Let(name, term):
                    value, known = self._named(name, self.reader.value(term, frame), term.type, part.span, frame, known)
                    frame = frame.with_names({name: value})
                case r.Require():
                    self._offered((part.term, tuple(v for _, v in part.values)), frame, frame.you, known, part.term.span)
        after = self._block(action.effect, frame, without_choices(known, chosen), under)
        self.memory[key] = without_choices(after, chosen)
        return self.memory[key]

    def _window(self, w: r.Window, args: tuple[r.Term, ...], span: Span, frame: Frame, known: Known, under: Under) -> Known:
        under = self._under("whether", span, known, under)
        sign = f"{w.name}.{w.asks.name}"
        names = {p.name: self.reader.value(a, frame) for p, a in zip(w.params, args, strict=False)}
        inner = Frame(w.name, {**names, w.asks.name: Value(NONE, sign)}, sign)
        self._public("whom", (w.asks.domain, w.asks.start, w.asks.where), inner, known)
        after = self._looped(lambda k: self._offers(w.offers, inner, k, under), known)
        return frozenset(x for x in after if x[1].removeprefix("-") != sign)


def without_choices(known: Known, names: dict[str, Value]) -> Known:
    """Chosen anew, so no longer shown."""
    gone = {v.choice for v in names.values() if v.choice is not None}
    return known - gone if gone else known


def signs(names: Mapping[str, Value]) -> object:
    """Two frames with the same signs are treated alike."""
    return tuple((name, value.sign) for name, value in names.items())
