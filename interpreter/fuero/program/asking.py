"""What is asked: fields, menus, offers; choices by chance, by a player, by all at once; effects that a window may cut into."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fuero.program import nodes as P
from fuero.program.layout import ANSWER_WORDS, fail
from fuero.program.shared import NO, NONE, SHAPES, cite_texts
from fuero.rules import nodes as R

if TYPE_CHECKING:
    from fuero.program.flow import Context, Flow


def choice_field(flow: Flow, x: R.Choice) -> P.Field:
    """A field by one of the four domain forms."""
    element = x.type.element if isinstance(x.type, R.SetType) else x.type
    if isinstance(element, R.OrNone):
        element = element.inner
    pieces = isinstance(element, R.PieceType)
    if isinstance(element, R.Num):
        shape = "half" if element.half else "number"  # how far it goes, the domain says, perhaps anew each time
    else:
        shape = "piece" if pieces else SHAPES.get(type(element)) or flow.table.space(element).shape
    domain = flow.terms.as_set(x.domain)
    low = flow.terms.lower(x.low) if x.low is not None else NO
    high = flow.terms.lower(x.high) if x.high is not None else NONE
    if x.many == "all":
        return P.Field(x.name, "whole", shape, domain, NO, NONE, pieces)
    if x.many == "subset":
        return P.Field(x.name, "subset", shape, domain, low, high, pieces)
    form = "cell" if isinstance(element, R.CellType) else "element"
    return P.Field(x.name, form, shape, domain, NO, NONE, pieces)  # type: ignore[arg-type]


def offers_of(flow: Flow, offered: tuple[R.Offered, ...]) -> tuple[P.Offer, ...]:
    found = []
    for o in offered:
        params = next(a.params for a in flow.table.rules.actions if a.name == o.action)
        args = tuple(flow.terms.as_type(a, p.type) for a, p in zip(o.args, params, strict=True))
        found.append(P.Offer(o.action, args, flow.terms.lower(o.when) if o.when is not None else None))
    return tuple(found)


def choose_menu(flow: Flow, s: R.Choose | R.Secretly, c: Context, extra: tuple[str, ...]) -> P.Menu:
    fields = tuple(choice_field(flow, x) for x in s.choices)
    for f in fields:
        c.local(f.name)
    outer = tuple(n for n in c.locals if n != "you" and n not in {f.name for f in fields} and n not in extra)
    clauses: tuple[P.Clause, ...] = ()
    if s.where is not None:
        clauses = (P.Clause(f"{s.name}.where", "", (), flow.terms.lower(s.where), s.span),)
    if isinstance(s, R.Secretly) and len(fields) > ANSWER_WORDS - 2:
        raise fail(f"A secret choice can have at most {ANSWER_WORDS - 2} fields.", s.span)
    name = f"choose {len(flow.menus)} {s.name}"
    cites = cite_texts(s.cites) if isinstance(s, R.Choose) else ()
    menu = P.Menu(name, "", (*extra, *outer), fields, (), clauses, "", cites)
    flow.menus[name] = menu
    return menu


def pick_code(flow: Flow, s: R.Choose, c: Context) -> list[P.Step]:
    t = flow.terms
    x = s.choices[0]
    if len(s.choices) > 1 or x.many != "one":
        raise fail("By chance one single thing can be chosen.", s.span)
    domain = t.as_set(x.domain)
    var = c.local(x.name)
    if s.where is not None:
        domain = P.Reduce("those", x.name, domain, None, t.lower(s.where), ())
    held = c.fresh("among")
    flow.rolls.setdefault(s.name, flow.table.take(1))
    then = [P.Pick(var, held, s.name, span=s.span), *flow.block(s.body, c)]
    return [P.Store(held, domain), *flow._branch(P.Compare("!=", held, NO), then, flow.block(s.otherwise, c), c, s.span)]


def choose_code(flow: Flow, s: R.Choose, c: Context) -> list[P.Step]:
    """A question of the rule itself. With `by`, whoever is asked is `you` in its fields and its block."""
    t, outer = flow.terms, flow.terms.you
    asking: list[P.Step] = []
    if s.by is not None:
        chooser = t.as_type(s.by, R.PlayerType())
        t.you = c.fresh("you")
        asking.append(P.Store(t.you, chooser))
    who = t.you
    menu = choose_menu(flow, s, c, ())
    body = flow.block(s.body, c)
    t.you = outer
    number = flow.asks
    flow.asks += 1
    offer = P.Offer(menu.name, tuple(P.Local(p) for p in menu.params), None, who)
    empty, end = c.label(), c.label()
    cites = cite_texts(s.cites)
    if s.times is None:
        ask = P.AskOne(number, who, s.text, (offer,), s.private, False, empty, empty, s.name, cites, span=s.span)
        code: list[P.Step] = [*asking, ask, *body, P.Jump(end), P.Label(empty)]
        return [*code, *flow.block(s.otherwise, c), P.Label(end)]
    count, most = c.fresh("times"), c.fresh("most")
    head = c.label()
    code = [
        P.Store(count, NO),
        P.Store(most, t.lower(s.times)),
        P.Label(head),
        P.Branch(P.Compare("<", count, most), end),
        *asking,
        P.AskOne(number, who, s.text, (offer,), s.private, s.up_to, empty, end, s.name, cites, span=s.span),
        P.Store(count, P.Arith("+", count, P.Const(1))),
        *body,
        *flow.checkpoint(c),
        P.Jump(head),
        P.Label(empty),
    ]
    if s.otherwise:
        code.append(P.Branch(P.Compare("=", count, NO), end))
    return [*code, *flow.block(s.otherwise, c), P.Label(end)]


def ask_code(flow: Flow, s: R.Ask, c: Context) -> list[P.Step]:
    number = flow.asks
    flow.asks += 1
    empty, end = c.label(), c.label()
    who = flow.terms.as_type(s.who, R.PlayerType())
    ask = P.AskOne(number, who, s.text, offers_of(flow, s.offers), s.private, False, empty, empty, s.name, span=s.span)
    if not s.otherwise:
        return [ask, P.Label(empty)]
    return [ask, P.Jump(end), P.Label(empty), *flow.block(s.otherwise, c), P.Label(end)]


def secretly_code(flow: Flow, s: R.Secretly, c: Context) -> list[P.Step]:
    t, b = flow.terms, s.bind
    c.local(b.name)
    menu = choose_menu(flow, s, c, (b.name,))
    asked = c.fresh("asked")
    number = flow._many()
    eligible = P.Reduce("those", b.name, t.as_set(b.domain), None, t.lower(b.where) if b.where else None, ())
    offer = P.Offer(menu.name, tuple(P.Local(p) for p in menu.params), None)
    inner = replace(c, pauses=False, withins=(), end_tests=False)
    outer, t.you = t.you, P.Local(b.name)
    body = tuple(flow.block(s.body, inner))
    t.you = outer
    end = c.label()
    return [
        P.Store(asked, eligible),
        P.Branch(P.Compare("!=", asked, NO), end),
        P.AskMany(number, asked, s.text, (offer,), False, s.name, b.name, span=s.span),
        P.Answers(number, b.name, tuple(f.name for f in menu.fields), body, span=s.span),
        P.Label(end),
    ]


def within_code(flow: Flow, s: R.Within, c: Context) -> list[P.Step]:
    k = flow.pauses.within_number(s)
    end = c.label()
    flow.within_labels[k] = (c.name, end)
    outer, c.withins = c.withins, (*c.withins, k)
    since = c.fresh("waiting")
    code: list[P.Step] = [
        P.Store(since, P.BuiltIn("waiting", ())),
        P.Store(P.Load(flow.within_flags[k]), P.Const(1)),
        P.Enter(f"window:{s.window}", (), flow.terms.you),
        *flow.block(s.body, c),
        P.Label(end),
        P.WithinMark(k, flow.pauses.inside[k], since),
    ]
    c.withins = outer
    return code
