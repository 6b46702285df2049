"""Rules that give values or do things by case: functions, conditions, ways, totals, pools, cases. Each is bound once."""

from __future__ import annotations

from fuero.messages.diagnostic import Place
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, components, signatures, statements, terms
from fuero.rules.bind.coerce import coerce
from fuero.rules.bind.operators import as_set
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, NUMBER, YES_NO, ZONE, describe, element, join, strip
from fuero.rules.bind.world import Symbol, World
from fuero.syntax import nodes as s

HERE = {
    "function": "a function",
    "condition": "a condition",
    "ways": "a rule",
    "total": "a total",
    "pool": "a pool",
    "cases": "a rule",
}


def function(world: World, symbol: Symbol) -> r.Function:
    return world.once(
        "function", symbol.full, lambda: _function(world, symbol), r.Function(symbol.full, (), ANY, terms.broken(symbol.span))
    )


def _function(world: World, symbol: Symbol) -> r.Function:
    node = symbol.node
    assert isinstance(node, s.Function)
    scope = signatures.rule_scope(world, symbol, HERE["function"])
    kind = None if node.type is None else signatures.result(world, symbol)
    cases: list[r.TermCase] = []
    rest = scope
    for case in node.cases:
        when = terms.condition(scope, case.when)
        inner = scope.knowing(when)
        assert not isinstance(case.body, tuple)
        value = _value(inner, case.body, kind)
        path = f"{symbol.full}.{case.name.text}"
        origin = world.origin(case.span, case.cites, path, f"{symbol.name}.{case.name.text}")
        cases.append(r.TermCase(path, when, value, case.label, origin=origin))
        rest = rest.knowing(when, False)
    value = _value(rest, node.value, kind)
    if kind is None:
        kind = _common(scope, [value, *(c.value for c in cases)])
        if isinstance(value, r.ZoneRead) and not isinstance(value.type, r.BoardType) and value.type != ANY:
            kind = ZONE  # a plain zone says where something goes
        value = coerce(scope, value, kind)
        cases = [r.TermCase(c.path, c.when, coerce(scope, c.value, kind), c.label, origin=c.origin) for c in cases]
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    return r.Function(symbol.full, signatures.params(world, symbol), kind, value, tuple(cases), origin=origin)


def _value(scope: Scope, node: s.Term, kind: r.Type | None) -> r.Term:
    return terms.term(scope, node) if kind is None else terms.expect(scope, node, kind)


def _common(scope: Scope, values: list[r.Term]) -> r.Type:
    kind: r.Type = ANY
    interval: bounds.Interval | None = None
    for value in values:
        both = join(kind, value.type)
        if both is None:
            scope.world.findings.report(
                "wrong-type", f"This rule gives {describe(kind)} in one place and {describe(value.type)} in another.", value.span
            )
            return ANY
        kind = both
        low, high = bounds.of_term(scope.world, value)
        if interval is None:
            interval = low, high
        else:
            interval = (
                None if low is None or interval[0] is None else min(low, interval[0]),
                None if high is None or interval[1] is None else max(high, interval[1]),
            )
    if isinstance(kind, r.Num) and interval is not None:
        return bounds.number_type(interval, kind.half)
    return kind


# ---------------------------------------------------------------- named parts


def parts(world: World, symbol: Symbol) -> r.Parts:
    return world.once("parts", symbol.full, lambda: _parts(world, symbol), r.Parts(symbol.full, "all", (), ANY, "", ()))


def _parts(world: World, symbol: Symbol) -> r.Parts:
    node = symbol.node
    assert isinstance(node, s.Rule)
    scope = signatures.rule_scope(world, symbol, HERE[node.kind])
    written = None
    if node.type is not None:
        written = signatures.result(world, symbol)
    made: list[r.Part] = []
    inner = scope
    for part in node.parts:
        term = _part(inner, node.kind, part, written)
        if node.kind == "condition":
            inner = inner.knowing(term)
        made.append(named_part(inner, symbol, part, term))
    kind = written or _parts_type(scope, node.kind, [p.term for p in made])
    relies = tuple(_relied(world, line.path) for line in node.relies)
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    params = signatures.params(world, symbol)
    match node.kind:
        case "condition":
            return r.Parts(symbol.full, "all", params, kind, node.label, tuple(made), relies, origin=origin)
        case "ways":
            return r.Parts(symbol.full, "any", params, kind, node.label, tuple(made), relies, origin=origin)
        case "total":
            return r.Parts(symbol.full, "sum", params, kind, node.label, tuple(made), relies, origin=origin)
        case "pool":
            return r.Parts(symbol.full, "union", params, kind, node.label, tuple(made), relies, origin=origin)


def named_part(scope: Scope, symbol: Symbol, part: s.Part, term: r.Term) -> r.Part:
    path = f"{symbol.full}.{part.name.text}"
    origin = scope.world.origin(part.span, part.cites, path, f"{symbol.name}.{part.name.text}")
    return r.Part(path, part.label, term, statements.quoted(scope, part.label, part.span), origin=origin)


def _part(scope: Scope, kind: str, part: s.Part, written: r.Type | None) -> r.Term:
    match kind:
        case "condition" | "ways":
            return terms.expect(scope, part.term, YES_NO)
        case "total":
            if written is None:
                term = terms.term(scope, part.term)
                grain = strip(term.type)
                return coerce(scope, term, r.Num(half=grain.half) if isinstance(grain, r.Num) else NUMBER)
            half = isinstance(written, r.Num) and written.half
            return terms.expect(scope, part.term, r.Num(half=half))
        case _:
            term = as_set(scope, terms.term(scope, part.term, written))
            if element(term.type) is not None:
                return term if written is None else coerce(scope, term, written)
            if written is not None:
                return coerce(scope, term, written)
            scope.world.findings.report(
                "wrong-type",
                f"A pool joins sets, and this is {describe(term.type)}.",
                term.span,
                hint="a single thing as a set: {x}",
            )
            return terms.broken(term.span)


def _parts_type(scope: Scope, kind: str, values: list[r.Term]) -> r.Type:
    if kind in ("condition", "ways"):
        return YES_NO
    if kind == "pool":
        return _common(scope, values)
    low: int | None = 0
    high: int | None = 0
    half = any(isinstance(v.type, r.Num) and v.type.half for v in values)
    for value in values:
        least, most = bounds.of_term(scope.world, value)
        low = None if low is None or least is None else low + least
        high = None if high is None or most is None else high + most
    return bounds.number_type((low, high), half)


def _relied(world: World, word: s.Word) -> str:
    """The full path of a part that a rule relies on; composition has looked whether it is there."""
    rule, _, part = word.text.partition(".")
    found = world.find(rule, word.span)
    return word.text if found is None else f"{found.full}.{part}" if part else found.full


# ---------------------------------------------------------------- cases


def cases(world: World, symbol: Symbol) -> r.Cases:
    node = symbol.node
    assert isinstance(node, s.Cases)
    scope = signatures.rule_scope(world, symbol, HERE["cases"], decider=True)
    made: list[r.BlockCase] = []
    for case in node.cases:
        when = terms.condition(scope, case.when)
        path = f"{symbol.full}.{case.name.text}"
        assert isinstance(case.body, tuple)
        body = statements.block(scope.knowing(when).at(path), case.body)
        origin = world.origin(case.span, case.cites, path, f"{symbol.name}.{case.name.text}")
        made.append(r.BlockCase(path, when, body, case.label, origin=origin))
    _complete(world, symbol, made)
    origin = world.origin(node.span, node.cites, symbol.name, symbol.full)
    return r.Cases(symbol.full, signatures.params(world, symbol), node.label, tuple(made), origin=origin)


def _complete(world: World, symbol: Symbol, made: list[r.BlockCase]) -> None:
    """Cases that ask what a piece is must together cover its kind."""
    for param in signatures.params(world, symbol):
        if not isinstance(param.type, r.PieceType):
            continue
        left = {piece: {row.name for row in components.rows(world, piece)} for piece in param.type.pieces}
        for case in made:
            match case.when:
                case r.Is(term=r.Local(name=param.name), pieces=pieces, negated=False):
                    for piece in pieces:
                        left.pop(piece, None)
                case r.Op(op="=", args=(r.Local(name=param.name), r.PieceNamed(piece=piece, row=row))) if piece in left:
                    left[piece].discard(row)
                    if not left[piece]:
                        del left[piece]
                case _:
                    return
        if left and made:
            missing = [p if len(rows) != 1 else next(iter(rows)) for p, rows in left.items()]
            rows_ = [row for rows in left.values() for row in sorted(rows)] if len(left) == 1 else []
            names = ", ".join((rows_ or missing)[:6]) + (" …" if len(rows_ or missing) > 6 else "")
            places = tuple(
                Place(e.span, "this makes it one") for e in world.merged.trail.get(param.type.name, ()) if e.kind == "extend"
            )
            world.findings.report(
                "case-missing",
                f'"{symbol.name}" has no case for: {names}.',
                symbol.span,
                others=places,
                hint=f"add case {symbol.name}.… when {param.name} is {missing[0]}",
            )
            return
