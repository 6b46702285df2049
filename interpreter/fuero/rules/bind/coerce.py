"""Making a term stand where a certain type is wanted, or saying why it cannot.

A bound term and a wanted type come in; the term goes out, with the conversions made visible: the only member of a set,
the tiles of a board, a number counted in halves, a zone as a place to move to.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.rules import nodes as r
from fuero.rules.bind import bounds
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, bare, describe, fits, overlaps, piece_type, strip

SPOTS = (r.ZoneRead, r.BoardAt, r.RowAt, r.AttachedAt)


def coerce(scope: Scope, term: r.Term, want: r.Type) -> r.Term:
    """The term as one of type `want`."""
    have, inner = term.type, strip(want)
    if isinstance(term, r.Nothing):
        return _nothing(scope, term, want)
    if isinstance(have, r.AnyType) or isinstance(inner, r.AnyType):
        return term
    if isinstance(inner, r.ZoneType):
        return as_zone(scope, term)
    if isinstance(inner, r.Num) and isinstance(strip(have), r.Num):
        return _number(scope, term, inner)
    if isinstance(inner, r.SetType) and isinstance(strip(have), r.BoardType):
        return coerce(scope, tiles(scope, term), want)
    if fits(have, want):
        return retyped(term, want)
    if isinstance(have, r.SetType) and not isinstance(inner, r.SetType | r.ListType) and fits(have.element, want):
        return r.BuiltIn("only", (term,), type=have.element, span=term.span)
    mismatch(scope, term, want)
    return replace(term, type=ANY)


def _nothing(scope: Scope, term: r.Nothing, want: r.Type) -> r.Term:
    if isinstance(want, r.OrNone | r.AnyType) or isinstance(term.type, r.AnyType):
        return replace(term, type=want)
    scope.world.findings.report(
        "wrong-type",
        f"This is never empty: {describe(want)} is wanted here.",
        term.span,
        hint='a type that may be empty ends in "or none"',
    )
    return replace(term, type=ANY)


def retyped(term: r.Term, want: r.Type) -> r.Term:
    """An empty set takes the type that is wanted."""
    if isinstance(term, r.SetOf) and not term.items:
        return replace(term, type=strip(want))
    return term


def mismatch(scope: Scope, term: r.Term, want: r.Type) -> None:
    """Says that something else is wanted here."""
    have, inner = strip(term.type), strip(want)
    hint = ""
    if isinstance(have, r.PieceType) and isinstance(inner, r.PieceType) and overlaps(have, inner):
        others = ", ".join(bare(p) for p in have.pieces if p not in inner.pieces)
        hint = f'it may also be: {others}. Say first that it "is {bare(inner.name)}"'
    elif isinstance(have, r.PartyType) and isinstance(inner, r.PlayerType):
        hint = 'a party may also be the neutral one. Say first that it "is player"'
    elif isinstance(have, r.UnionType) and fits(inner, have):
        hint = f'say first that it "is {bare(describe(inner).split(" ", 1)[-1])}"'
    elif isinstance(term, r.Fold) and term.word in ("highest", "lowest") and isinstance(term.domain.type, r.SetType):
        word = "most" if term.word == "highest" else "fewest"
        hint = f'"{term.word}" gives the number; for those who have it write "{word}(…)"'
    elif isinstance(have, r.SetType) and isinstance(inner, r.Num):
        hint = 'to count a set, write "size of …"'
    scope.world.findings.report(
        "wrong-type", f"{describe(inner).capitalize()} is wanted here, and this is {describe(term.type)}.", term.span, hint=hint
    )


# ---------------------------------------------------------------- numbers


def _number(scope: Scope, term: r.Term, want: r.Num) -> r.Term:
    have = strip(term.type)
    assert isinstance(have, r.Num)
    if want.half and not have.half:
        term = halves(scope, term)
    elif have.half and not want.half:
        scope.world.findings.report(
            "wrong-type",
            "This counts by halves, and a whole number is wanted here.",
            term.span,
            hint='divide it by 1 and say "rounded up" or "rounded down"',
        )
        return replace(term, type=ANY)
    if want.low is None and want.high is None:
        return term
    is_, may = bounds.of_term(scope.world, term), bounds.of_type(scope.world, want)
    if bounds.apart(is_, may):
        scope.world.findings.report(
            "out-of-range",
            f"This is {bounds.say(is_, want.half).removeprefix('only ')}, and it may be {bounds.say(may, want.half)}.",
            term.span,
        )
    return term


def halves(scope: Scope, term: r.Term) -> r.Term:
    """A whole number in the measure of those that count by halves."""
    if isinstance(term, r.Const):
        return r.Const(term.value * 2, type=r.Num(half=True), span=term.span)
    kind = bounds.number_type(bounds.of_term(scope.world, r.Op("*", (term, r.Const(2)))), half=True)
    return r.Op("*", (term, r.Const(2, type=r.Num())), type=kind, span=term.span)


def same_grain(scope: Scope, left: r.Term, right: r.Term) -> tuple[r.Term, r.Term]:
    """Two numbers in one measure."""
    a, b = strip(left.type), strip(right.type)
    if isinstance(a, r.Num) and isinstance(b, r.Num) and a.half != b.half:
        return (left, halves(scope, right)) if a.half else (halves(scope, left), right)
    return left, right


# ---------------------------------------------------------------- pieces and zones


def tiles(scope: Scope, board: r.Term) -> r.Term:
    """The tiles of a board as a set."""
    kind = strip(board.type)
    zone = kind.zone if isinstance(kind, r.BoardType) else ""
    return r.BuiltIn("tiles", (board,), type=r.SetType(board_piece(scope, zone), bag=True), span=board.span)


def board_piece(scope: Scope, zone: str) -> r.Type:
    """What lies on a board: the piece type of its zone, or of all board zones."""
    from fuero.rules.bind import zones  # zones need terms, and terms need this

    pieces: set[str] = set()
    names: list[str] = []
    for symbol in scope.world.of_kind("zone"):
        known = zones.zone(scope.world, symbol)
        if known.kind == "board" and isinstance(known.piece, r.PieceType) and zone in ("", known.name):
            pieces |= set(known.piece.pieces)
            names.append(known.piece.name)
    if not pieces:
        return ANY
    return piece_type(names[0] if len(names) == 1 else "tile", pieces)


def as_zone(scope: Scope, term: r.Term) -> r.Term:
    """A term as a place to move to."""
    if isinstance(term.type, r.ZoneType | r.AnyType):
        return term
    if isinstance(term, SPOTS):
        return replace(term, type=r.ZoneType())
    if isinstance(term, r.IfTerm):
        return replace(term, then=as_zone(scope, term.then), otherwise=as_zone(scope, term.otherwise), type=r.ZoneType())
    scope.world.findings.report(
        "wrong-type",
        f"A zone is wanted here, and this is {describe(term.type)}.",
        term.span,
        hint='a function that says where something goes has the type "zone"',
    )
    return replace(term, type=ANY)
