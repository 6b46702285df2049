"""What types mean to each other: which value fits where, what two types have in common, how a type is called in a message.

Types come in, types and plain answers go out; nothing here knows a ruleset's text.
"""

from __future__ import annotations

from fuero.rules import nodes as r

ANY: r.Type = r.AnyType()
YES_NO: r.Type = r.YesNo()
NUMBER: r.Type = r.Num()
PLAYER: r.Type = r.PlayerType()
PARTY: r.Type = r.PartyType()
CELL: r.Type = r.CellType()
SIDE: r.Type = r.SideType()
JOIN: r.Type = r.JoinType()
ZONE: r.Type = r.ZoneType()
COUNT: r.Type = r.Num(low=r.Const(0, type=r.Num()))


def describe(t: r.Type) -> str:
    """The type as one would say it: `a number`, `a player`, `a set of …`."""
    match t:
        case r.YesNo():
            return "yes or no"
        case r.Num():
            return "a number"
        case r.EnumType(name=name) | r.RegionType(map=name) | r.UnionType(name=name) | r.PieceType(name=name):
            return with_article(bare(name) if not isinstance(t, r.RegionType) else "region")
        case r.PlayerType():
            return "a player"
        case r.PartyType():
            return "a party"
        case r.CellType():
            return "a cell"
        case r.SideType():
            return "a side"
        case r.JoinType():
            return "a join"
        case r.BoardType():
            return "a board"
        case r.ZoneType():
            return "a zone"
        case r.SetType(element=element):
            return "a set" if element == ANY else f"a set of {_plural(element)}"
        case r.ListType(element=element):
            return f"a list of {_plural(element)}"
        case r.OrNone(inner=inner):
            return f"{describe(inner)} or none"
        case r.AnyType():
            return "something"


def _plural(t: r.Type) -> str:
    if isinstance(t, r.Num):
        return "numbers"
    return describe(t).removeprefix("a ").removeprefix("an ")


def with_article(word: str) -> str:
    return f"an {word}" if word[:1] in "aeiou" else f"a {word}"


def bare(name: str) -> str:
    """A name without the overlay it belongs to."""
    return name.rsplit("/", 1)[-1]


def strip(t: r.Type) -> r.Type:
    """Without `or none`."""
    return strip(t.inner) if isinstance(t, r.OrNone) else t


def piece_type(name: str, pieces: frozenset[str] | set[str]) -> r.PieceType:
    return r.PieceType(name, tuple(sorted(pieces)))


def fits(have: r.Type, want: r.Type) -> bool:
    """Every value of `have` may stand where `want` is asked; `none` may stand for what may be missing (that is guarded
    in play).
    """
    match have, want:
        case (r.AnyType(), _) | (_, r.AnyType()):
            return True
        case r.OrNone(inner=inner), _:
            return fits(inner, strip(want))
        case _, r.OrNone(inner=inner):
            return fits(have, inner)
        case r.Num(), r.Num():
            return True
        case r.PieceType(pieces=some), r.PieceType(pieces=all_of):
            return set(some) <= set(all_of)
        case r.PlayerType(), r.PartyType():
            return True
        case _, r.UnionType(members=members):
            return have == want or any(fits(have, m) for m in members)
        case r.SetType(element=a), r.SetType(element=b):
            return fits(a, b)
        case r.ListType(element=a), (r.ListType(element=b) | r.SetType(element=b)):
            return fits(a, b)
        case r.BoardType(zone=a), r.BoardType(zone=b):
            return a == b or not a or not b
        case _:
            return have == want


def overlaps(a: r.Type, b: r.Type) -> bool:
    """Some value may belong to both: what `=`, `in` and moves ask."""
    a, b = strip(a), strip(b)
    match a, b:
        case (r.AnyType(), _) | (_, r.AnyType()):
            return True
        case r.PieceType(pieces=x), r.PieceType(pieces=y):
            return bool(set(x) & set(y))
        case r.SetType(element=x), r.SetType(element=y):
            return overlaps(x, y)
        case (r.UnionType(members=members), other) | (other, r.UnionType(members=members)):
            return a == b or any(overlaps(m, other) for m in members)
        case _:
            return fits(a, b) or fits(b, a)


def join(a: r.Type, b: r.Type) -> r.Type | None:
    """The smallest type that holds both, or None."""
    match a, b:
        case r.AnyType(), _:
            return b
        case _, r.AnyType():
            return a
        case (r.OrNone(inner=x), r.OrNone(inner=y)) | (r.OrNone(inner=x), y) | (x, r.OrNone(inner=y)):
            both = join(x, y)
            return None if both is None else r.OrNone(strip(both))
        case r.Num(half=x), r.Num(half=y):
            return r.Num(half=x or y)
        case r.PieceType(name=x, pieces=p), r.PieceType(name=y, pieces=q):
            if set(q) <= set(p):
                return a
            return b if set(p) <= set(q) else piece_type(f"{bare(x)} or {bare(y)}", {*p, *q})
        case r.SetType(element=x, bag=p), r.SetType(element=y, bag=q):
            both = join(x, y)
            return None if both is None else r.SetType(both, p or q)
        case _ if fits(a, b):
            return b
        case _ if fits(b, a):
            return a
        case _:
            return None


def join_as(a: r.Type, b: r.Type, hint: r.Type | None) -> r.Type | None:
    """The smallest type that holds both; where there is none, the wanted one if both may stand there (members of two parts of a
    union).
    """
    both = join(a, b)
    if both is None and hint is not None and fits(a, hint) and fits(b, hint):
        return hint
    return both


def element(t: r.Type) -> r.Type | None:
    """What a loop over such a value runs over, or None."""
    t = strip(t)
    match t:
        case r.SetType(element=inner) | r.ListType(element=inner):
            return inner
        case r.AnyType():
            return ANY
        case _:
            return None


def narrowed(t: r.Type, pieces: tuple[str, ...], name: str, negated: bool) -> r.Type:
    """A piece's type once `is NAME` (or `is not NAME`) is known of it."""
    inner = strip(t)
    if not isinstance(inner, r.PieceType):
        return t
    left = set(inner.pieces) - set(pieces) if negated else set(inner.pieces) & set(pieces)
    if not left:
        return t if negated else piece_type(name, left)
    if negated:
        kept = piece_type(inner.name if len(left) > 1 else next(iter(left)), left)
        return r.OrNone(kept) if isinstance(t, r.OrNone) else kept
    return piece_type(name if left == set(pieces) else inner.name, left)
