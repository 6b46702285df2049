"""What becomes known, and what is lost from sight, when pieces move and variables are set; and what that sets off."""

from __future__ import annotations

from fuero.checker.secrets.noticed import Under, Watcher
from fuero.checker.secrets.taint import NONE, Known, Taint, Value, by_way_of, hidden, joined, shown, unknown
from fuero.checker.secrets.terms import Frame
from fuero.messages.diagnostic import Place, Span
from fuero.rules import nodes as r
from fuero.rules.bind.walk import walk


class Pieces(Watcher):
    """Moves, variables, what is revealed."""

    def _moved(
        self, what: r.Term, source: r.Term | None, target: r.Term, drawn: bool, frame: Frame, known: Known, under: Under
    ) -> Known:
        taint = unknown(joined((self.reader.taint((what, source), frame), under.taint)), known)
        targets = self.reader.targets(target, frame)
        is_open = bool(targets) and all(self.reader.sight(name) == "open" for name, _ in targets)
        value = frame.names.get(what.name) if isinstance(what, r.Local) else None
        if is_open:
            if value is not None and value.choice is not None and value.choice[1] != "?":
                known = shown(known, value.choice)
        else:
            unseen = bool(taint) or (drawn and isinstance(source, r.ZoneRead) and self.reader.sight(source.zone) != "open")
            for name, secret in targets:
                place = self.reader.places.get(name)
                if unseen or (isinstance(place, r.Zone) and place.kind == "deck"):
                    known = hidden(known, secret)
            if isinstance(source, r.ZoneRead) and self.reader.sight(source.zone) != "open":
                known = hidden(known, self.reader.secret(source.zone, source.keys, frame))
        for name, _ in targets:
            for upon in self.upons.get((name, True), ()):
                known = self._upon(upon, target, NONE if is_open else taint, frame, known, under)
        for zone in {n.zone for n in walk((what, source)) if isinstance(n, r.ZoneRead)}:
            for upon in self.upons.get((zone, False), ()):
                known = self._upon(upon, source or what, NONE if is_open else taint, frame, known, under)
        return known

    def _upon(self, upon: r.Upon, at: r.Term, taint: Taint, frame: Frame, known: Known, under: Under) -> Known:
        names = {upon.piece.name: Value(by_way_of(taint, Place(upon.origin.span, "set off here")), "", None, NONE)}
        keys = at.keys if isinstance(at, r.ZoneRead) else at.board.keys if _on_board(at) else ()  # type: ignore[union-attr]
        for param, key in zip(upon.binds, keys, strict=False):
            if param is not None:
                names[param.name] = Value(NONE, self.reader.player(key, frame))
        return known & self._block(upon.body, Frame(upon.name, names, frame.you), known, under)

    def _lost(self, zone: r.Term, frame: Frame, known: Known) -> Known:
        if isinstance(zone, r.ZoneRead) and self.reader.sight(zone.zone) != "open":
            return hidden(known, self.reader.secret(zone.zone, zone.keys, frame))
        return known

    def _revealed(self, name: str, keys: tuple[r.Term, ...], frame: Frame, known: Known) -> Known:
        place = self.reader.places.get(name)
        if place is None:
            return known
        if not keys or not place.per:
            return shown(known, (name, "*"))
        secret = self.reader.secret(name, keys, frame)
        return known if secret[1] in ("", "?") else shown(known, secret)

    def _set(self, target: r.Term, value: object, span: Span, frame: Frame, known: Known, under: Under) -> Known:
        match target:
            case r.VarRead(var=name, keys=keys) | r.ZoneRead(zone=name, keys=keys):
                pass
            case _:
                return known
        taint = unknown(self.reader.taint((value, keys), frame), known)
        if self.reader.sight(name) != "open":
            return hidden(known, self.reader.secret(name, keys, frame)) if taint or unknown(under.taint, known) else known
        for secret, trail in taint.items():
            self.teller.leak("variable", span, secret, trail)
        self._under("variable", span, known, under)
        return known


def _on_board(term: r.Term) -> bool:
    return isinstance(term, r.BoardAt) and isinstance(term.board, r.ZoneRead)
