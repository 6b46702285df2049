"""Whether two guards can both hold, decided by their form alone.

Two terms and a world come in; True goes out only where no state of a match could make both true: kinds that share no member,
different constants, ranges that do not meet, a term against its contrary. What cannot be shown disjoint overlaps.
"""

from __future__ import annotations

from collections.abc import Iterator

from fuero.rules.compose.tree import walk
from fuero.rules.compose.world import World
from fuero.syntax.nodes import (
    And,
    Apply,
    Compare,
    Enum,
    In,
    Integer,
    Is,
    Kind,
    Name,
    Not,
    Number,
    Numbered,
    Or,
    Ordinal,
    Piece,
    RangeTerm,
    SetLiteral,
    Term,
    Word,
    Your,
)

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
FLIPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
CONTRARY = {"filled": "empty", "empty": "filled"}
Interval = tuple[int | None, int | None]


def disjoint(world: World, a: Term, b: Term, locals_: frozenset[str] = frozenset()) -> bool:
    """`locals_` are the names of the rule's parameters: they are never constants."""
    return all(
        any(_atoms_disjoint(world, x, y, locals_) for x in one for y in two)
        for one in _ways(_plain(a))
        for two in _ways(_plain(b))
    )


def _plain(term: Term) -> Term:
    """The term with `not` pushed down to the single statements, and `x = no` said as `not x`."""
    match term:
        case And(left=left, right=right):
            return And(_plain(left), _plain(right), span=term.span)
        case Or(left=left, right=right):
            return Or(_plain(left), _plain(right), span=term.span)
        case Not(term=inner):
            return _contrary(_plain(inner))
        case Compare(op="=", left=left, right=Name(text="yes")):
            return _plain(left)
        case Compare(op="=", left=left, right=Name(text="no")):
            return _contrary(_plain(left))
    return term


def _contrary(term: Term) -> Term:
    match term:
        case And(left=left, right=right):
            return Or(_contrary(left), _contrary(right), span=term.span)
        case Or(left=left, right=right):
            return And(_contrary(left), _contrary(right), span=term.span)
        case Not(term=inner):
            return inner
        case Is(term=inner, what=what, negated=negated):
            return Is(inner, what, not negated, span=term.span)
        case In(left=left, right=right, negated=negated):
            return In(left, right, not negated, span=term.span)
        case Compare(op=op, left=left, right=right):
            return Compare(OPPOSITE[op], left, right, span=term.span)  # type: ignore[arg-type]
    return Not(term, span=term.span)


def _ways(term: Term) -> list[list[Term]]:
    """The alternatives of a guard, each as the statements that all hold in it."""
    if isinstance(term, Or):
        return _ways(term.left) + _ways(term.right)
    if isinstance(term, And):
        return [one + two for one in _ways(term.left) for two in _ways(term.right)]
    return [[term]]


def _atoms_disjoint(world: World, a: Term, b: Term, locals_: frozenset[str]) -> bool:
    if same_meaning(world, a, _contrary(b), locals_):
        return True
    if isinstance(a, Is) and isinstance(b, Is):
        return same_meaning(world, a.term, b.term, locals_) and _kinds_disjoint(world, a, b)
    one, two = _values(world, a, locals_), _values(world, b, locals_)
    if one is None or two is None or not same_meaning(world, one[0], two[0], locals_):
        return False
    return _never_equal(one[1], two[1])


# ---------------------------------------------------------------- kinds


def _kinds_disjoint(world: World, a: Is, b: Is) -> bool:
    if not a.negated and not b.negated and CONTRARY.get(a.what.text) == b.what.text:
        return True
    if a.negated and b.negated and CONTRARY.get(a.what.text) == b.what.text:
        return True
    one, two = _members(world, a.what, frozenset()), _members(world, b.what, frozenset())
    if one is None or two is None:
        return False
    if a.negated and b.negated:
        return False
    if a.negated:
        return two <= one
    if b.negated:
        return one <= two
    return not one & two


def _members(world: World, word: Word, seen: frozenset[str]) -> frozenset[str] | None:
    """The pieces, regions or players that a kind holds, down to those that are no kinds themselves."""
    thing = world.lookup(word.text, world.owner_of(word))
    if thing is None:
        return frozenset({word.text})  # a word of the language, such as `player`; a mistyped one is the binder's to report
    if thing.title in seen:
        return frozenset()
    if isinstance(thing.node, Kind):
        parts = [_members(world, member, seen | {thing.title}) for member in thing.node.members]
        if any(part is None for part in parts):
            return None
        return frozenset(name for part in parts if part is not None for name in part)
    return frozenset({thing.title}) if isinstance(thing.node, Piece | Enum) else None


# ---------------------------------------------------------------- constants and ranges


Values = frozenset[str] | Interval


def _values(world: World, term: Term, locals_: frozenset[str]) -> tuple[Term, Values] | None:
    """What is compared, and the constants or the interval it must lie in."""
    if isinstance(term, In) and not term.negated:
        if isinstance(term.right, RangeTerm):
            low, high = _int(world, term.right.low), _int(world, term.right.high)
            return (term.left, (low, high)) if low is not None and high is not None else None
        if isinstance(term.right, SetLiteral):
            constants = [_constant(world, item, locals_) for item in term.right.items]
            if all(constant is not None for constant in constants):
                return term.left, frozenset(c for c in constants if c is not None)
        return None
    if not isinstance(term, Compare):
        return None
    for op, left, right in ((term.op, term.left, term.right), (FLIPPED[term.op], term.right, term.left)):
        number = _int(world, right)
        if number is not None and op != "!=" and _int(world, left) is None:
            return left, _interval(op, number)
        constant = _constant(world, right, locals_)
        if op == "=" and constant is not None and _constant(world, left, locals_) is None:
            return left, frozenset({constant})
    return None


def _interval(op: str, number: int) -> Interval:
    match op:
        case "=":
            return number, number
        case "<":
            return None, number - 1
        case "<=":
            return None, number
        case ">":
            return number + 1, None
    return number, None


def _never_equal(a: Values, b: Values) -> bool:
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return not a & b
    if isinstance(a, frozenset):
        return isinstance(b, tuple) and all(_outside(value, b) for value in a)
    if isinstance(b, frozenset):
        return all(_outside(value, a) for value in b)
    return _apart(a, b) or _apart(b, a)


def _apart(a: Interval, b: Interval) -> bool:
    return a[1] is not None and b[0] is not None and a[1] < b[0]


def _outside(value: str, interval: Interval) -> bool:
    if not value.lstrip("-").isdigit():
        return False
    number = int(value)
    return interval[0] is not None and number < interval[0] or interval[1] is not None and number > interval[1]


def _int(world: World, term: Term) -> int | None:
    if isinstance(term, Integer):
        return term.value
    if isinstance(term, Name):
        thing = world.lookup(term.text, world.owner_of(term))
        if thing and isinstance(thing.node, Number) and isinstance(thing.node.value, Integer):
            return thing.node.value.value
    return None


def _constant(world: World, term: Term, locals_: frozenset[str]) -> str | None:
    """A name that is nobody's but a member's or a piece's; where two overlays use one word, it counts as the same."""
    match term:
        case Integer(value=value):
            return str(value)
        case Ordinal(value=value):
            return f"{value}."
        case Numbered(name=name, number=number):
            return f"{name} {number}"
        case Name(text=text) if text not in locals_:
            thing = world.lookup(text, world.owner_of(term))
            return text if thing is None or isinstance(thing.node, Piece) else None
    return None


# ---------------------------------------------------------------- sameness


def same_meaning(world: World, a: Term, b: Term, locals_: frozenset[str]) -> bool:
    """Equal as written, and every name means the same thing where it stands."""
    return a == b and all(
        _meant(world, x, locals_) == _meant(world, y, locals_) for x, y in zip(_words(a), _words(b), strict=True)
    )


def _words(term: Term) -> Iterator[Name | Word]:
    for _, node in walk(term):
        if isinstance(node, Name):
            yield node
        elif isinstance(node, Apply | Your):
            yield node.name
        elif isinstance(node, Is):
            yield node.what


def _meant(world: World, word: Name | Word, locals_: frozenset[str]) -> str:
    if word.text in locals_:
        return word.text
    thing = world.lookup(word.text, world.owner_of(word))
    return thing.title if thing else word.text
