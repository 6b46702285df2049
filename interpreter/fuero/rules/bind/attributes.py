"""Attributes: what may be asked of a piece, of every member of a kind, of a region, of all elements of a set at once
(`total`).
"""

from __future__ import annotations

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, kinds, maps
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, bare, describe, join, strip
from fuero.rules.bind.world import World


def attribute(scope: Scope, word: str, value: r.Term, total: bool, span: Span, quiet: bool = False) -> r.Term | None:
    """`word of value` as an attribute, or None where no piece or region of that type has it.

    Where some members of a kind have it and others have not, that is reported (unless `quiet`, which then gives None).
    """
    kind = strip(value.type)
    whole = isinstance(kind, r.SetType)
    asked = strip(kind.element) if isinstance(kind, r.SetType) else kind
    if isinstance(asked, r.RegionType):
        found = maps.attribute_type(scope.world, asked.map, word)
        result = found
    elif isinstance(asked, r.PieceType):
        result = _of_pieces(scope, word, asked, span, quiet)
    else:
        return None
    if result is None:
        return None
    if whole and not total:
        if not quiet:
            scope.world.findings.report(
                "wrong-type",
                f'"{word}" is asked of a whole set here.',
                span,
                hint=f'write "total {word} of …" for the sum, or ask each element: count(x in … where {word} of x …)',
            )
        return None if quiet else r.Attr(word, value, type=ANY, span=span)
    if total:
        grain = strip(result)
        if not quiet and not isinstance(grain, r.Num | r.AnyType):
            scope.world.findings.report("wrong-type", f'Only numbers can be added up, and "{word}" is {describe(result)}.', span)
        half = isinstance(grain, r.Num) and grain.half
        low = bounds.of_type(scope.world, grain)[0]
        return r.Attr(
            word, value, True, type=bounds.number_type((0 if low is not None and low >= 0 else None, None), half), span=span
        )
    return r.Attr(word, value, type=result, span=span)


def _of_pieces(scope: Scope, word: str, kind: r.PieceType, span: Span, quiet: bool) -> r.Type | None:
    world = scope.world
    found = {p: kinds.attribute(world, p, word) for p in kind.pieces}
    having = {p: t for p, t in found.items() if t is not None}
    if not having:
        return None
    lacking = [p for p in kind.pieces if p not in having]
    if lacking:
        if quiet:
            return None
        names = ", ".join(_said(world, p) for p in lacking)
        scope.world.findings.report(
            "not-shared",
            f'{describe(kind).capitalize()} may be one that has no "{word}": {names}.',
            span,
            hint=f'say first that it "is {" or ".join(bare(p) for p in having)}", or give the others a "{word}"',
        )
    result: r.Type = ANY
    numbers: list[bounds.Interval] = []
    for t in having.values():
        both = join(result, t)
        if both is None:
            scope.world.findings.report(
                "wrong-type",
                f'"{word}" is not of one type for all of {describe(kind)}: it is {describe(result)} and {describe(t)}.',
                span,
            )
            return ANY
        result = both
        numbers.append(bounds.of_type(world, t))
    if isinstance(result, r.Num):
        if len(having) == 1:
            return next(iter(having.values()))
        lows, highs = [n[0] for n in numbers], [n[1] for n in numbers]
        low = None if None in lows else min(x for x in lows if x is not None)
        high = None if None in highs else max(x for x in highs if x is not None)
        return bounds.number_type((low, high), result.half)
    return result


def _said(world: World, piece: str) -> str:
    owner = piece.rsplit("/", 1)[0] if "/" in piece else ""
    return f'{bare(piece)} (of the module "{owner}")' if owner else piece
