"""Terms: what is written becomes what is meant, with a type on every node.

`term` binds, `expect` binds and makes fit, `condition` wants yes or no. A fault is reported once and stands for
anything after that.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import bounds, calls, chains, folds, kinds, operators, reading, settings, tables, typetext
from fuero.rules.bind.coerce import coerce
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import ANY, CELL, NUMBER, PARTY, PLAYER, SIDE, YES_NO, describe, element, join_as, overlaps, strip
from fuero.rules.bind.world import Symbol, did_you_mean
from fuero.syntax import nodes as s

__all__ = ["broken", "call_symbol", "coerce", "condition", "expect", "name", "term"]

WORDS: dict[str, r.Type] = {"player": PLAYER, "party": PARTY, "side": SIDE, "yes-no": YES_NO}


def broken(span: Span) -> r.Term:
    """What stands for a term that could not be bound."""
    return r.Nothing(type=ANY, span=span)


def expect(scope: Scope, node: s.Term, want: r.Type) -> r.Term:
    """A term of the wanted type."""
    return coerce(scope, term(scope, node, want), want)


def condition(scope: Scope, node: s.Term) -> r.Term:
    return expect(scope, node, YES_NO)


def term(scope: Scope, node: s.Term, hint: r.Type | None = None) -> r.Term:
    """A term; `hint` only says which of several things of one name is meant, and how fine a division is."""
    return scope.narrow(_term(scope, node, hint))


def _term(scope: Scope, node: s.Term, hint: r.Type | None) -> r.Term:
    span = node.span
    match node:
        case s.Name(text=text):
            return name(scope, text, span, hint)
        case s.Numbered(number=number):
            return _numbered(scope, node, number)
        case s.Integer(value=value) | s.Ordinal(value=value):
            return r.Const(value, type=NUMBER, span=span)
        case s.Seat(letter=letter):
            return _seat(scope, letter, span)
        case s.Apply():
            return calls.apply(scope, node, hint)
        case s.You():
            return you(scope, span, "you")
        case s.Your(name=word):
            return chains.your(scope, word, None, hint)
        case s.The(first=first, second=second):
            return _the(scope, first, second, span)
        case s.This(name=word):
            return _this(scope, word)
        case s.OtherPlayers():
            return r.BuiltIn("others", (you(scope, span, "other players"),), type=r.SetType(PLAYER), span=span)
        case s.PlayerCount():
            return r.PlayerCount(type=bounds.number_type(bounds.players(scope.world)), span=span)
        case s.NoneTerm():
            return r.Nothing(type=r.OrNone(ANY), span=span)
        case s.Keys(items=items):
            return _cell(scope, items, span)
        case s.SetLiteral(items=items):
            return _set(scope, items, span, hint)
        case s.Fold():
            return folds.fold(scope, node)
        case s.Chain():
            return chains.chain(scope, node, hint)
        case s.IfTerm():
            return operators.if_term(scope, node, hint)
        case s.RangeTerm(low=low, high=high):
            return _range(scope, low, high, span)
        case _:
            return operators.operator(scope, node, hint)


# ---------------------------------------------------------------- words


def name(scope: Scope, text: str, span: Span, hint: r.Type | None = None) -> r.Term:
    """A bare word: a local name, a declared thing, or a member of a finite type."""
    if text in scope.locals:
        return r.Local(text, type=scope.locals[text], span=span)
    if text in ("yes", "no"):
        return r.Const(int(text == "yes"), type=YES_NO, span=span)
    symbol = scope.world.find(text, span)
    values = scope.world.find_values(text, span)
    if values and (symbol is None or _prefers(hint, values)):
        return _value(scope, text, values, span, hint)
    if symbol is not None:
        return symbol_term(scope, symbol, span)
    if text in WORDS:
        return r.AllOf(WORDS[text], type=r.SetType(WORDS[text]), span=span)
    if text == "box":
        return r.ZoneRead("box", (), type=r.SetType(ANY, bag=True), span=span)
    if text == "half":
        return r.Const(1, type=r.Num(half=True), span=span)
    unknown_name(scope, text, span)
    return broken(span)


def _prefers(hint: r.Type | None, values: list[r.Term]) -> bool:
    """Where a member of a type is wanted, a member of that type comes before a declared thing of the same name."""
    if hint is None:
        return False
    wanted = strip(hint)
    return not isinstance(wanted, r.AnyType) and any(_belongs(v, wanted) for v in values)


def _belongs(value: r.Term, wanted: r.Type) -> bool:
    if isinstance(wanted, r.AnyType):
        return False
    return overlaps(value.type, wanted)


def _value(scope: Scope, text: str, values: list[r.Term], span: Span, hint: r.Type | None) -> r.Term:
    if hint is not None:
        values = [v for v in values if _belongs(v, strip(hint))] or values
    if len(values) > 1:
        kinds_ = " or ".join(sorted({describe(v.type) for v in values}))
        scope.world.findings.report(
            "which-one", f'"{text}" can mean several things here: {kinds_}.', span, hint="give them different names"
        )
    return replace(values[0], span=span)


def symbol_term(scope: Scope, symbol: Symbol, span: Span) -> r.Term:
    """A declared thing used as a value."""
    world = scope.world
    match symbol.kind:
        case "option":
            return r.Setting(symbol.full, type=settings.option_type(world, symbol), span=span)
        case "number":
            return r.Setting(symbol.full, type=settings.number_type(world, symbol), span=span)
        case "zone" | "var":
            return reading.read(scope, symbol, None, None, span)
        case "piece":
            return pieces_at(scope, symbol, (), span)
        case "enum" | "kind" | "map":
            kind = typetext.named(world, symbol) or ANY
            return r.AllOf(kind, type=r.SetType(kind), span=span)
        case "table":
            return tables.lookup(scope, symbol, (), span)
        case "function" | "condition" | "ways" | "total" | "pool":
            return call_symbol(scope, symbol, (), span)
        case _:
            world.findings.report("wrong-type", f'"{symbol.name}" is {symbol}, and a value is wanted here.', span)
            return broken(span)


def call_symbol(scope: Scope, symbol: Symbol, args: tuple[s.Term, ...], span: Span) -> r.Term:
    return calls.call(scope, symbol, args, span)


def pieces_at(scope: Scope, symbol: Symbol, keys: tuple[r.Term, ...], span: Span) -> r.Term:
    """All components of a type, or those made for given keys; a single piece where there can be but one."""
    each = kinds.product_keys(scope.world, symbol.full)
    node = kinds.components(scope.world, symbol.full)
    kind = r.PieceType(symbol.full, (symbol.full,))
    single = (
        isinstance(node, s.PiecesCount)
        and isinstance(node.count, s.Integer)
        and node.count.value == 1
        and len(each) == len(keys)
        and not any(isinstance(k, r.AllOf) for k in keys)
    )
    return r.PiecesAt(symbol.full, keys, type=kind if single else r.SetType(kind), span=span)


def _numbered(scope: Scope, node: s.Numbered, number: int) -> r.Term:
    return r.Const(number, type=NUMBER, span=node.span)


def _seat(scope: Scope, letter: str, span: Span) -> r.Term:
    if not scope.scenario:
        scope.world.findings.report("wrong-type", f'"{letter}" is a seat, and seats are named in scenarios only.', span)
        return broken(span)
    return r.SeatConst(ord(letter) - ord("A"), type=PLAYER, span=span)


def you(scope: Scope, span: Span, said: str) -> r.Term:
    """Whoever decides; an error where nobody does."""
    if not scope.decider:
        where = f" In {scope.here} nobody is deciding." if scope.here else ""
        of = said.removeprefix("your ")
        hint = (
            f'write "{of} of p", where p is a player named before'
            if said.startswith("your ")
            else 'write "the active player", or: perform … as the active player'
            if scope.rule == "play"
            else "name the player in the parameters"
        )
        scope.world.findings.report("nobody-here", f'"{said}": whose?{where}', span, hint=hint)
    return r.You(type=PLAYER, span=span)


_AFTER_THE = ("active player", "next player", "start player")


def _the(scope: Scope, first: str, second: str, span: Span) -> r.Term:
    match first, second:
        case ("active", "player") | ("start", "player"):
            return reading.active(f"{first}-player", span)
        case "next", "player":
            return r.BuiltIn("next-player", (reading.active("active-player", span),), type=PLAYER, span=span)
        case "match", "ends" if scope.scenario:
            return r.BuiltIn("match-ends", (), type=YES_NO, span=span)
        case _:
            scope.world.findings.report(
                "one-of-these",
                f'After "the" there can be one of: {", ".join(_AFTER_THE)}. "{first} {second}" is not among them.'
                f"{did_you_mean(f'{first} {second}', [*_AFTER_THE, *(['match ends'] if scope.scenario else [])])}",
                span,
            )
            return broken(span)


def _this(scope: Scope, word: s.Word) -> r.Term:
    symbol = scope.world.find(word.text, word.span)
    if symbol is None or not isinstance(symbol.node, s.Procedure):
        names = [x.name for x in scope.world.of_kind("procedure")]
        unknown_name(scope, word.text, word.span, wanted="procedure", names=names)
        return broken(word.span)
    if not symbol.node.params:
        scope.world.findings.report(
            "wrong-type", f'"{word.text}" runs without anything in parentheses, so there is no "this {word.text}".', word.span
        )
        return broken(word.span)
    kind = typetext.resolve(Scope(scope.world, here="a procedure"), symbol.node.params[0].type)
    return r.ThisArg(symbol.full, type=kind, span=word.span)


# ---------------------------------------------------------------- several things together


def _cell(scope: Scope, items: tuple[s.Term, ...], span: Span) -> r.Term:
    if len(items) != 2:
        scope.world.findings.report(
            "wrong-type",
            "Several things in parentheses are a cell (x, y) or stand behind a name.",
            span,
            hint="a set has braces: {a, b}",
        )
        return broken(span)
    x, y = (expect(scope, item, NUMBER) for item in items)
    return r.CellAt(x, y, type=CELL, span=span)


def _set(scope: Scope, items: tuple[s.Term, ...], span: Span, hint: r.Type | None) -> r.Term:
    inner = element(hint) if hint is not None else None
    bound = [term(scope, item, inner) for item in items]
    kind: r.Type = ANY
    for item in bound:
        both = join_as(kind, item.type, inner)
        if both is None:
            scope.world.findings.report(
                "wrong-type",
                f"A set holds things of one kind, and here are {describe(kind)} and {describe(item.type)}.",
                item.span,
            )
            kind = ANY
            break
        kind = both
    if isinstance(kind, r.Num):
        kind = r.Num(half=kind.half)
    return r.SetOf(tuple(bound), type=r.SetType(strip(kind)), span=span)


def _range(scope: Scope, low: s.Term, high: s.Term, span: Span) -> r.Term:
    first, last = expect(scope, low, NUMBER), expect(scope, high, NUMBER)
    least, most = bounds.of_term(scope.world, first)[0], bounds.of_term(scope.world, last)[1]
    match low, high:
        case s.Integer(value=from_), s.Integer(value=to) if from_ > to:
            scope.world.findings.report(
                "out-of-range", f"Nothing goes from {from_} to {to}.", span, hint=f"the smaller number first: {to}..{from_}"
            )
    return r.RangeSet(first, last, type=r.SetType(bounds.number_type((least, most))), span=span)
