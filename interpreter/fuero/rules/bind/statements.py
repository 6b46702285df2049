"""Statements: a block as written becomes a block as meant; each `let` and each choice is known from there on, in its block
only.
"""

from __future__ import annotations

import re

from fuero.messages.diagnostic import Span
from fuero.rules import nodes as r
from fuero.rules.bind import asking, forgetting, moves, signatures, terms, zones
from fuero.rules.bind.calls import count as count_args
from fuero.rules.bind.folds import bind
from fuero.rules.bind.names import unknown_name
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.types import NUMBER, PARTY, PLAYER, describe
from fuero.rules.bind.world import Symbol
from fuero.syntax import nodes as s

RUNS = {"procedure": "procedure", "cases": "cases", "majority": "majority", "points": "points"}


def block(scope: Scope, written: s.Block) -> r.Block:
    """A block; names made by `let` are known to the statements after it."""
    made: list[r.Statement] = []
    for node in written:
        if isinstance(node, s.Let):
            value = terms.term(scope, node.value)
            made.append(r.Let(node.name.text, value, span=node.span))
            scope = scope.with_local(node.name, value.type)
            continue
        bound = statement(scope, node)
        scope = forgetting.behind(scope, bound)
        if bound is not None:
            made.append(bound)
    return tuple(made)


def statement(scope: Scope, node: s.Statement) -> r.Statement | None:
    span = node.span
    match node:
        case s.Move() | s.Draw() | s.Shuffle() | s.Restock() | s.Reveal():
            return moves.move(scope, node)
        case s.SetTo():
            return _set(scope, node)
        case s.Score():
            return _score(scope, node)
        case s.Say(text=text):
            return r.Say(text, quoted(scope, text, span), span=span)
        case s.Finish():
            return r.Finish(span=span)
        case s.If(condition=condition, then=then, otherwise=otherwise):
            test = terms.condition(scope, condition)
            other = block(scope.knowing(test, False), otherwise or ())
            return r.If(test, block(scope.knowing(test), then), other, span=span)
        case s.ForEach(bind=over, body=body):
            bound, deeper = bind(forgetting.in_loop(scope, body), over)
            return r.ForEach(bound, block(deeper, body), span=span)
        case s.Repeat(at_most=at_most, until=until, condition=condition, body=body):
            most = None if at_most is None else terms.expect(scope, at_most, NUMBER)
            inner = forgetting.in_loop(scope, body)
            test = terms.condition(inner, condition)
            return r.Repeat(most, until, test, block(inner.knowing(test, not until), body), span=span)
        case s.Choose() | s.Ask() | s.Secretly():
            return asking.asking(scope, node)
        case s.Perform(call=call, who=who):
            return _perform(scope, call, who, span)
        case s.Open(call=call):
            symbol = _find(scope, call.name, ("window",), "window")
            return None if symbol is None else r.OpenWindow(symbol.full, arguments(scope, symbol, call), span=span)
        case s.Step():
            return _step(scope, node)
        case s.Within(name=name, window=window, body=body):
            symbol = _find(scope, window, ("window",), "window")
            return None if symbol is None else r.Within(name.text, symbol.full, block(scope, body), span=span)
        case s.Leave(name=name):
            _leave(scope, name)
            return r.Leave(name.text, span=span)
        case s.Let():
            raise AssertionError("`let` is bound with its block")


def _find(scope: Scope, word: s.Word, kinds: tuple[str, ...], wanted: str) -> Symbol | None:
    symbol = scope.world.find(word.text, word.span)
    if symbol is not None and symbol.kind in kinds:
        return symbol
    if symbol is not None:
        scope.world.findings.report("wrong-type", f'"{word.text}" is {symbol}; a {wanted} is wanted here.', word.span)
    else:
        unknown_name(scope, word.text, word.span, wanted=wanted, names=[x.name for x in scope.world.of_kind(*kinds)])
    return None


def arguments(scope: Scope, symbol: Symbol, call: s.Call) -> tuple[r.Term, ...]:
    """What a call hands over, each of its parameter's type."""
    params = signatures.params(scope.world, symbol)
    count_args(scope, symbol, len(params), len(call.args), call.span)
    return tuple(terms.expect(scope, arg, param.type) for arg, param in zip(call.args, params, strict=False))


def perform(scope: Scope, call: s.Call) -> r.Perform | None:
    made = _perform(scope, call, None, call.span)
    return made if isinstance(made, r.Perform) else None


def _perform(scope: Scope, call: s.Call, who: s.Term | None, span: Span) -> r.Statement | None:
    symbol = _find(scope, call.name, tuple(RUNS), "procedure")
    if symbol is None:
        return None
    player = None if who is None else terms.expect(scope, who, PLAYER)
    args = arguments(scope, symbol, call)
    match symbol.kind:
        case "cases":
            return r.Perform("cases", symbol.full, args, player, span=span)
        case "majority":
            return r.Perform("majority", symbol.full, args, player, span=span)
        case "points":
            return r.Perform("points", symbol.full, args, player, span=span)
        case _:
            return r.Perform("procedure", symbol.full, args, player, span=span)


def _step(scope: Scope, node: s.Step) -> r.Step:
    """A step of the rule itself is `rule.step`; one that an overlay hooks in is `overlay/step`, and steps inside it hang
    on that.
    """
    owner, name = scope.world.owner(node.span), node.name.text
    rule = scope.rule or scope.path.split(".")[0]
    if owner == scope.overlay:
        path, short = f"{rule}.{name}", f"{rule.rsplit('/', 1)[-1]}.{name}"
    elif scope.path.startswith(f"{owner}/"):
        path = short = f"{scope.path.split('.')[0]}.{name}"
    else:
        path = short = f"{owner}/{name}"
    origin = scope.world.origin(node.span, node.cites, path, short)
    return r.Step(path, node.label, block(scope.at(path), node.body), origin, span=node.span)


def _score(scope: Scope, node: s.Score) -> r.Score:
    points = terms.expect(scope, node.points, NUMBER)
    who = terms.expect(scope, node.who, PARTY)
    values = quoted(scope, node.label, node.span)
    return r.Score(points, who, node.label, scope.world.cites(node.cites), scope.path, values, span=node.span)


def quoted(scope: Scope, text: str, span: Span) -> tuple[tuple[str, r.Term], ...]:
    """What stands for each `{name}` in a text: a local name, a number, an option, or a variable without keys."""
    names = dict.fromkeys(re.findall(r"\{([^{}\s]+)\}", text))
    return tuple((name, terms.term(scope, s.Name(name, span=span))) for name in names)


def _set(scope: Scope, node: s.SetTo) -> r.Statement | None:
    target = terms.term(scope, node.target)
    if isinstance(target, r.BuiltIn) and target.name == "narrowed":
        target = target.args[0]  # what is known of the old value says nothing about the new one
    match target:
        case r.VarRead(var=var) if var in ("active-player", "start-player"):
            return r.SetVar(target, terms.expect(scope, node.value, PLAYER), span=node.span)
        case r.VarRead(var="score"):
            scope.world.findings.report("wrong-type", "Points are not set but given.", node.span, hint="write: score n for p")
            return None
        case r.VarRead():
            symbol = next(x for x in scope.world.of_kind("var") if x.full == target.var)
            kind = zones.var(scope.world, symbol).type
            return r.SetVar(target, terms.expect(scope, node.value, kind), span=node.span)
        case r.ZoneRead(zone=zone):
            known = zones.zone_named(scope.world, zone)
            if known is not None and known.kind.startswith("marks-"):
                return r.Mark(target, None, terms.expect(scope, node.value, target.type), span=node.span)
        case r.Op(op="in", args=(key, r.ZoneRead() as marks)):
            return r.Mark(marks, key, terms.condition(scope, node.value), span=node.span)
        case r.Nothing(type=r.AnyType()):
            return None
        case _:
            pass
    scope.world.findings.report(
        "wrong-type",
        f"Only variables and marks are set, and this is {describe(target.type)}.",
        node.target.span,
        hint="pieces move: move … to …",
    )
    return None


def _leave(scope: Scope, word: s.Word) -> None:
    names = {n.name.text for n in _within(scope.world.merged.declarations)}
    if word.text not in names:
        unknown_name(scope, word.text, word.span, wanted='block "within"', names=names)


def _within(tree: object) -> list[s.Within]:
    """All `within` blocks below a node."""
    found: list[s.Within] = [tree] if isinstance(tree, s.Within) else []
    if isinstance(tree, tuple):
        for item in tree:
            found += _within(item)
    elif isinstance(tree, s.Action | s.Procedure | s.Setup | s.Cases | s.Case | s.Effect | s.Upon) or type(tree) in _BLOCKS:
        for name in ("body", "then", "otherwise", "parts", "cases"):
            found += _within(getattr(tree, name, None))
    return found


_BLOCKS = {s.If, s.ForEach, s.Repeat, s.Choose, s.Ask, s.Secretly, s.Step, s.Within}
