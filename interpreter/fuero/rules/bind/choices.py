"""Choosing: fields with their domains and how many, menus of actions, and what an offer hands to its action."""

from __future__ import annotations

from typing import Literal

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import calls, signatures, terms
from fuero.rules.bind.coerce import mismatch
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.operators import as_set
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, NUMBER, PLAYER, element, strip
from fuero.syntax import nodes as s

Many = Literal["one", "subset", "all"]


def choice(scope: Scope, field: s.Field) -> tuple[r.Choice, Scope]:
    """One field, and the scope in which its name is known: an element, or a set where several are chosen."""
    domain = as_set(scope, terms.term(scope.in_domain(), field.domain))
    inner = element(domain.type)
    if inner is None:
        mismatch(scope, domain, r.SetType(ANY))
        inner = ANY
    inner = strip(inner)
    many, low, high = _how_many(scope, field.many, field.span)
    made = r.Choice(field.name.text, inner, many, domain, low, high, span=field.span)
    bag = isinstance(domain.type, r.SetType) and domain.type.bag
    kind: r.Type = inner if many == "one" else r.SetType(inner, bag)
    return made, scope.with_local(field.name, kind)


def _how_many(scope: Scope, many: s.HowMany | None, span: Span) -> tuple[Many, r.Term | None, r.Term | None]:
    zero, one = (r.Const(n, type=NUMBER, span=span) for n in (0, 1))
    if many is None or many.kind == "one":
        return "one", None, None
    count = None if many.count is None else terms.expect(scope, many.count, NUMBER)
    match many.kind:
        case "some":
            return "subset", one, None
        case "any":
            return "subset", zero, None
        case "up to":
            return "subset", zero, count
        case "exactly":
            return "subset", count, count
        case _:
            return "all", None, None


def fields(scope: Scope, written: tuple[s.Field, ...]) -> tuple[tuple[r.Choice, ...], Scope]:
    made: list[r.Choice] = []
    for field in written:
        one, scope = choice(scope, field)
        made.append(one)
    return tuple(made), scope


def offer(scope: Scope, written: s.Offer) -> r.Offered | None:
    """An offered action with what it is given; `you` is the one who is asked."""
    scope = scope.deciding()
    word = written.call.name
    symbol = scope.world.find(word.text, word.span)
    if symbol is None or symbol.kind != "action":
        names = [x.name for x in scope.world.of_kind("action")]
        unknown_name(scope, word.text, word.span, wanted="action", names=names)
        return None
    params = signatures.params(scope.world, symbol)
    calls.count(scope, symbol, len(params), len(written.call.args), written.call.span)
    when = None if written.when is None else terms.condition(scope, written.when)
    inner = scope if when is None else scope.knowing(when)
    args = tuple(terms.expect(inner, arg, param.type) for arg, param in zip(written.call.args, params, strict=False))
    return r.Offered(symbol.full, args, when, span=written.span)


def offers(scope: Scope, written: tuple[s.Offer, ...]) -> tuple[r.Offered, ...]:
    return tuple(made for made in (offer(scope, o) for o in written) if made is not None)


def by(scope: Scope, written: s.Term | str | None) -> tuple[r.Term | None, bool]:
    """Who chooses (None: you), or whether chance does."""
    if written is None:
        return None, False
    if isinstance(written, str) or (isinstance(written, s.Name) and written.text == "chance"):
        return None, True
    return terms.expect(scope, written, PLAYER), False


def undecided(scope: Scope, made: tuple[r.Choice, ...], who: r.Term | None, chance: bool) -> None:
    """One out of several equals must say who takes it."""
    for one in made:
        if (
            one.many == "one"
            and who is None
            and not chance
            and isinstance(one.domain, r.Fold)
            and one.domain.word in ("most", "fewest")
        ):
            scope.world.findings.report(
                "which-one",
                f"Several can be the ones with the {'most' if one.domain.word == 'most' else 'fewest'}. "
                f'Say which "{one.name}" is.',
                one.span,
                hint='add "by the active player" or "by chance", or write "all of" to take all of them',
            )
