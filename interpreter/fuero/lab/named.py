"""Everything in a ruleset that has a name, each with what it says directly and where it comes from.

A ruleset comes in, a flat list of named things goes out, to be compared by `diff`. What one of them means leaves out what
the named things inside it mean, so that one change of the rules is one thing that differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from fuero.lab.blocks import hollow, menus_in, steps_in
from fuero.lab.written import action_text, case_text, indented, kind_text, option_text, signature, var_text, zone_text
from fuero.messages.diagnostic import NOWHERE, Span
from fuero.rules.bind.walk import walk
from fuero.rules.nodes import (
    NO_ORIGIN,
    Action,
    Block,
    Bonus,
    Cases,
    Choice,
    Cite,
    Function,
    Let,
    Majority,
    Map,
    Offered,
    Origin,
    Parts,
    PieceSet,
    Points,
    Require,
    Ruleset,
    Table,
    Upon,
    Window,
)
from fuero.rules.text import term_text, type_text
from fuero.rules.text_flow import block_text, bound_text, call_text, choice_text, offer_text

Key = tuple[str, str]
NO_KEY: Key = ("", "")
_PART_WORDS = {"all": ("condition", "require"), "any": ("ways", "way"), "sum": ("total", "part"), "union": ("pool", "part")}


@dataclass(frozen=True, slots=True)
class Named:
    """One named thing.

    `text` is what it says itself, `whole` with all that stands in it, `sentence` its label. `meaning` is compared by
    meaning, `block` apart from it because inner steps may come and go. `plays` is false for what is only drawn or cited.
    """

    key: Key
    parent: Key
    text: str
    whole: str
    sentence: str
    meaning: Any
    block: Block
    origin: Origin
    plays: bool = True

    @property
    def kind(self) -> str:
        return self.key[0]

    @property
    def name(self) -> str:
        return self.key[1]

    def answers_to(self, path: str) -> bool:
        """Whether an amendment of this path means this thing: an overlay's own things may be named without the overlay."""
        return path != "" and path in (self.name, self.name.split("/", 1)[-1])


def named_things(ruleset: Ruleset) -> dict[Key, Named]:
    """All of them in the order of the ruleset, a thing before what stands in it."""
    collector = _Collector(overlays_of_files(ruleset))
    collector.ruleset(ruleset)
    return collector.found


def overlays_of_files(ruleset: Ruleset) -> dict[str, str]:
    """Which overlay a file belongs to, learnt from everything in it that has an origin: fields and offers have none."""
    origins = [node.origin for node in walk(ruleset) if hasattr(node, "origin")]
    entries = [(o.span.file, o.overlay) for o in origins]
    trails = [(t.span.file, t.overlay) for o in origins for t in o.trail]
    return {file: overlay for file, overlay in [*entries, *trails] if file}


class _Collector:
    def __init__(self, overlays: dict[str, str]) -> None:
        self.found: dict[Key, Named] = {}
        self._overlays = overlays

    def add(
        self,
        kind: str,
        name: str,
        text: str,
        meaning: Any,
        origin: Origin,
        *,
        parent: Key = NO_KEY,
        whole: str = "",
        sentence: str = "",
        block: Block = (),
        plays: bool = True,
    ) -> Key:
        key, count = (kind, name), 1
        while key in self.found:
            count += 1
            key = (kind, f"{name} ({count})")
        self.found[key] = Named(key, parent, text, whole or text, sentence, meaning, block, origin, plays)
        return key

    def _at(self, span: Span, around: Origin, cites: tuple[Cite, ...] = ()) -> Origin:
        """The origin of something that has only a place: its overlay is that of its file."""
        overlay = self._overlays.get(span.file, around.overlay)
        own = cites or (around.cites if overlay == around.overlay else ())
        return Origin(overlay, own, around.trail, span if span != NOWHERE else around.span)

    # ------------------------------------------------------------ the ruleset

    def ruleset(self, r: Ruleset) -> None:
        self.add("game", "name", r.name, r.name, NO_ORIGIN)
        self.add("game", "players", f"{r.players[0]}..{r.players[1]}", r.players, NO_ORIGIN)
        self.add("game", "cap", f"{r.cap} decisions", r.cap, NO_ORIGIN)
        if r.neutral:
            when = f" when {term_text(r.neutral_when)}" if r.neutral_when is not None else ""
            self.add("neutral", r.neutral, r.neutral + when, (r.neutral, r.neutral_when), NO_ORIGIN, sentence=r.neutral_title)
        for book in r.rulebooks:
            sections = ", ".join(name for name, _ in book.sections)
            self.add("rulebook", book.name, f"{book.title} ({book.language}): {sections}", None, book.origin, plays=False)
        for option in r.options:
            self.add("option", option.name, option_text(option), option, option.origin, sentence=option.sentence)
        for number in r.numbers:
            self.add("number", number.name, term_text(number.value), number, number.origin)
        for enum in r.enums:
            self.add("enum", enum.name, ", ".join(enum.members), enum, enum.origin)
        for kind in r.kinds:
            self.add("kind", kind.name, kind_text(kind.type), kind, kind.origin)
        for regions in r.maps:
            self._map(regions)
        for piece in r.pieces:
            key = self.add("piece", piece.name, f"piece {piece.name}", piece.name, piece.origin)
            for a in piece.attributes:
                name = f"{piece.name}.{a.name}"
                self.add("attribute", name, type_text(a.type), a, piece.origin, parent=key)
        for pieces in r.piece_sets:
            self._pieces(pieces, r)
        for zone in r.zones:
            self.add("zone", zone.name, zone_text(zone), zone, zone.origin)
        for var in r.vars:
            self.add("var", var.name, var_text(var), var, var.origin)
        for table in r.tables:
            self._table(table)
        self._rules(r)
        self._flow(r)
        for display in r.displays:
            parts = [" ".join([p.kind, ", ".join(map(term_text, p.terms)) or p.file]) for p in display.parts]
            text = "\n".join([f"{display.shape} of {display.var}" if display.var else display.shape, *parts])
            self.add("display", display.name, text, None, display.origin, sentence=display.label, plays=False)

    def _map(self, m: Map) -> None:
        key = self.add("map", m.name, f"map of {m.of}", (m.of, tuple(name for name, _ in m.attributes)), m.origin)
        for k, region in enumerate(m.regions):
            beside = tuple(b if a == region else a for a, b in m.adjacency if region in (a, b))
            values = tuple((name, column[k]) for name, column in m.attributes)
            text = ", ".join([*(f"{name} {value}" for name, value in values), "touches " + (", ".join(beside) or "nothing")])
            self.add("region", f"{m.name}.{region}", text, (beside, values), m.origin, parent=key)

    def _pieces(self, pieces: PieceSet, r: Ruleset) -> None:
        attributes = next((p.attributes for p in r.pieces if p.name == pieces.piece), ())
        each = ", ".join(name for name, _ in pieces.each)
        count = term_text(pieces.count) if pieces.count is not None else ""
        text = f"{count} of each {each}" if each else count or "as listed"
        key = self.add("pieces", pieces.piece, text, replace(pieces, rows=(), origin=NO_ORIGIN), pieces.origin)
        for row in pieces.rows:
            values = [
                f"{a.name} {' '.join(value) or 'none' if isinstance(value, tuple) else value}"
                for a, value in zip(attributes, row.values, strict=False)
            ]
            text = ", ".join([*values, *([f"{row.copies} copies"] if row.copies != 1 else [])])
            self.add("row", f"{pieces.piece}.{row.name}", text, row, pieces.origin, parent=key)

    def _table(self, table: Table) -> None:
        levels = ", ".join(map(type_text, table.levels))
        key = self.add("table", table.name, f"by {levels}", table.levels, table.origin)
        for indices, value in table.cells:
            heads = [table.headings[level][k] for level, k in enumerate(indices)]
            at = heads[0] if len(heads) == 1 else f"({', '.join(heads)})"
            self.add("table cell", f"{table.name} at {at}", str(value), value, table.origin, parent=key)

    # ------------------------------------------------------------ rules made of parts

    def _rules(self, r: Ruleset) -> None:
        for function in r.functions:
            self._function(function)
        for parts in r.parts:
            self._parts(parts)
        for cases in r.cases:
            self._cases(cases)
        for action in r.actions:
            self._action(action)
        for majority in r.majorities:
            self._majority(majority)
        for points in r.points:
            self._points(points)

    def _function(self, f: Function) -> None:
        text = f"{signature(f.name, f.params)} : {type_text(f.type)} = {term_text(f.value)}"
        whole = "\n".join([text, *(f"  case when {term_text(c.when)}: {term_text(c.value)}" for c in f.cases)])
        key = self.add("function", f.name, text, (f.params, f.type, f.value), f.origin, whole=whole)
        for case in f.cases:
            said = f"when {term_text(case.when)}: {term_text(case.value)}"
            self.add("case", case.path, said, (case.when, case.value), case.origin, parent=key)

    def _parts(self, p: Parts) -> None:
        kind, part_kind = _PART_WORDS[p.combine]
        text = f"{signature(p.name, p.params)} : {type_text(p.type)}"
        whole = "\n".join([text, *(f"  {part_kind} {part.path}: {term_text(part.term)}" for part in p.parts)])
        key = self.add(kind, p.name, text, (p.combine, p.params, p.type), p.origin, whole=whole, sentence=p.label)
        for part in p.parts:
            self.add(part_kind, part.path, term_text(part.term), part.term, part.origin, parent=key, sentence=part.label)

    def _cases(self, c: Cases) -> None:
        text = signature(c.name, c.params)
        whole = "\n".join([text, *(indented(case_text(case.when, case.body)) for case in c.cases)])
        key = self.add("cases", c.name, text, c.params, c.origin, whole=whole, sentence=c.label)
        for case in c.cases:
            inner = self.add(
                "case",
                case.path,
                case_text(case.when, hollow(case.body)),
                case.when,
                case.origin,
                parent=key,
                whole=case_text(case.when, case.body),
                block=hollow(case.body),
                sentence=case.label,
            )
            self._inside(case.body, inner, case.path, case.origin)

    def _action(self, a: Action) -> None:
        key = self.add("action", a.name, signature(a.name, a.params), a.params, a.origin, whole=action_text(a), sentence=a.label)
        for part in a.parts:
            match part:
                case Choice():
                    self.add("field", f"{a.name}.{part.name}", choice_text(part), part, self._at(part.span, a.origin), parent=key)
                case Let():
                    text = term_text(part.value)
                    self.add("let", f"{a.name}.{part.name}", text, part, self._at(part.span, a.origin), parent=key)
                case Require():
                    text = term_text(part.term)
                    self.add("require", part.path, text, part.term, part.origin, parent=key, sentence=part.label)
        self._block("effect", f"{a.name}.effect", a.effect, a.origin, key)

    def _majority(self, m: Majority) -> None:
        text = signature(m.name, m.params)
        said: dict[str, tuple[str, Any]] = {
            "for-each": (bound_text(m.each) if m.each is not None else "", m.each),
            "among": (bound_text(m.among), m.among),
            "counting": (term_text(m.counting), m.counting),
            "minimum": (term_text(m.minimum) if m.minimum is not None else "", m.minimum),
            "pays": (term_text(m.pays), m.pays),
            "places": (term_text(m.places) if m.places is not None else "", m.places),
            "ties": (", ".join(m.ties), m.ties),
        }
        bonuses = [(b, _bonus(b)) for b in m.bonuses]
        lines = [f"  {word} {line}" for word, (line, _) in said.items() if line]
        lines += [f"  bonus {b.path} {line}" for b, line in bonuses]
        key = self.add("majority", m.name, text, m.params, m.origin, whole="\n".join([text, *lines]))
        for word, (line, meaning) in said.items():
            if meaning is not None:
                self.add("majority", f"{m.name}.{word}", line, meaning, m.origin, parent=key)
        for bonus, line in bonuses:
            meaning = (bonus.points, bonus.to, bonus.when)
            self.add("bonus", bonus.path, line, meaning, bonus.origin, parent=key, sentence=bonus.label)

    def _points(self, p: Points) -> None:
        scored = f"{p.after} {term_text(p.only)}" if p.only is not None else f"every {p.after}"
        said: dict[str, tuple[str, Any]] = {
            "scored": (f"in {scored}", (p.after, p.only)),
            "for-each": (bound_text(p.each) if p.each is not None else "", p.each),
            "when": (term_text(p.when) if p.when is not None else "", p.when),
            "pays": (term_text(p.pays), p.pays),
        }
        whole = "\n".join([p.name, *(f"  {word} {line}" for word, (line, _) in said.items() if line)])
        key = self.add("points", p.name, p.name, p.name, p.origin, whole=whole, sentence=p.label)
        for word, (line, meaning) in said.items():
            if meaning is not None:
                self.add("points", f"{p.name}.{word}", line, meaning, p.origin, parent=key)

    # ------------------------------------------------------------ flow

    def _flow(self, r: Ruleset) -> None:
        for procedure in r.procedures:
            text = signature(procedure.name, procedure.params)
            self._block("procedure", procedure.name, procedure.body, procedure.origin, NO_KEY, text, procedure.params)
        self._block("setup", r.setup.name, r.setup.body, r.setup.origin, NO_KEY, "", r.setup.params)
        for when in r.end.when:
            self.add("end", "end.when", term_text(when), when, r.end.origin)
        for perform in r.end.performs:
            self.add("end", "end.perform", call_text(perform.rule, perform.args), perform, r.end.origin)
        self.add("end", "end.winner", r.end.winner, r.end.winner, r.end.origin)
        self.add("end", "end.ties", r.end.ties, r.end.ties, r.end.origin)
        for window in r.windows:
            self._window(window)
        for upon in r.upons:
            self._upon(upon)

    def _window(self, w: Window) -> None:
        text = signature(w.name, w.params)
        lines = [f"  asks {bound_text(w.asks)}", *(f"  offers {offer_text(o)}" for o in w.offers), f"  closes {w.closes}"]
        key = self.add("window", w.name, text, w.params, w.origin, whole="\n".join([text, *lines]), sentence=w.label)
        self.add("window", f"{w.name}.asks", bound_text(w.asks), w.asks, w.origin, parent=key)
        self._offers(w.offers, w.name, key, w.origin)
        self.add("window", f"{w.name}.closes", w.closes, w.closes, w.origin, parent=key)

    def _upon(self, u: Upon) -> None:
        binds = [b.name if b is not None else "any" for b in (*u.binds, *([u.cell] if u.cell is not None else []))]
        where = f" at ({', '.join(binds)})" if binds else ""
        head = f"upon {u.piece.name}: {type_text(u.piece.type)} {'enters' if u.enters else 'leaves'} {u.zone}{where}"
        self._block("upon", u.name, u.body, u.origin, NO_KEY, head, replace(u, body=(), origin=NO_ORIGIN))

    def _block(
        self,
        kind: str,
        name: str,
        body: Block,
        origin: Origin,
        parent: Key,
        head: str = "",
        meaning: Any = None,
        sentence: str = "",
    ) -> None:
        """A thing that holds statements, and the steps and offers inside it."""
        lead = [head] if head else []
        text, whole = ("\n".join([*lead, *([block_text(b)] if b else [])]) for b in (hollow(body), body))
        key = self.add(kind, name, text, meaning, origin, parent=parent, whole=whole, sentence=sentence, block=hollow(body))
        self._inside(body, key, name, origin)

    def _inside(self, body: Block, parent: Key, name: str, around: Origin) -> None:
        for number, menu in enumerate(menus_in(body), 1):
            self._offers(menu.offers, name if number == 1 else f"{name}, question {number},", parent, around)
        for step in steps_in(body):
            origin = step.origin if step.origin != NO_ORIGIN or step.origin.span != NOWHERE else self._at(step.span, around)
            self._block("step", step.path, step.body, origin, parent, sentence=step.label)

    def _offers(self, offers: Iterable[Offered], name: str, parent: Key, around: Origin) -> None:
        for offer in offers:
            called = call_text(offer.action, offer.args)
            origin = self._at(offer.span, around, offer.cites)
            self.add("offer", f"{name} offers {called}", offer_text(offer), offer, origin, parent=parent)


def _bonus(b: Bonus) -> str:
    return f"{term_text(b.points)} to {b.to}" + (f" when {term_text(b.when)}" if b.when is not None else "")
