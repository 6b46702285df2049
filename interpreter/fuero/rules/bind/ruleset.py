"""The whole: every declaration of a merged ruleset bound, in its order."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from fuero.messages.diagnostic import NOWHERE
from fuero.messages.nearest import nearest
from fuero.rules import nodes as r
from fuero.rules.bind import (
    actions,
    components,
    displays,
    doubles,
    flow,
    kinds,
    maps,
    rules,
    scoring,
    settings,
    tables,
    terms,
    typetext,
    zones,
)
from fuero.rules.bind.scope import Scope
from fuero.rules.bind.world import World
from fuero.syntax import nodes as s

MOST_PLAYERS = 6
"""Seats are called A to F."""


def prepare(world: World) -> None:
    """Enters all names: what any term may speak of."""
    world.collect()
    components.enter_names(world)


def build(world: World) -> r.Ruleset:
    """The ruleset; where something was wrong it is not whole, and the findings say so."""
    prepare(world)
    settings.check_chosen(world)
    merged = world.merged
    players, cap, neutral = _frame(world)
    of = world.of_kind
    made_zones = tuple(replace(zones.zone(world, x), always=zones.always(world, x)) for x in of("zone"))
    made_maps = {m.name: m for m in (maps.game_map(world, x) for x in of("map"))}
    _orphans(world)
    doubles.check(world)
    result = r.Ruleset(
        name=merged.game.name.text,
        title=merged.game.title,
        overlays=_overlays(world),
        players=players,
        cap=cap,
        neutral=neutral.name.text if neutral else "",
        neutral_title=neutral.title if neutral else "",
        neutral_when=terms.condition(Scope(world, here="the neutral party"), neutral.when) if neutral else None,
        rulebooks=tuple(_rulebook(world, owner, book) for (owner, _), book in world.rulebooks().items()),
        options=tuple(settings.option(world, x) for x in of("option")),
        numbers=tuple(settings.number(world, x) for x in of("number")),
        enums=_enums(world),
        kinds=tuple(
            r.Kind(x.full, kinds.kind_type(world, x), origin=world.origin(x.span, (), x.name, x.full)) for x in of("kind")
        ),
        maps=tuple(made_maps.values()),
        pieces=tuple(p for p in (kinds.piece(world, x.full) for x in of("piece")) if p is not None),
        piece_sets=tuple(p for p in (components.piece_set(world, x) for x in of("piece")) if p is not None),
        zones=made_zones,
        vars=tuple(zones.var(world, x) for x in of("var")),
        tables=tuple(tables.table(world, x).table for x in of("table")),
        functions=tuple(rules.function(world, x) for x in of("function")),
        parts=tuple(rules.parts(world, x) for x in of("condition", "ways", "total", "pool")),
        cases=tuple(rules.cases(world, x) for x in of("cases")),
        actions=tuple(actions.action(world, x) for x in of("action")),
        procedures=tuple(flow.procedure(world, x) for x in of("procedure")),
        setup=flow.setup(world),
        end=flow.end(world),
        windows=tuple(flow.window(world, x) for x in of("window")),
        majorities=tuple(scoring.majority(world, x) for x in of("majority")),
        points=tuple(scoring.points(world, x) for x in of("points")),
        upons=tuple(u for u in (flow.upon(world, n) for n in merged.declarations if isinstance(n, s.Upon)) if u is not None),
        displays=tuple(
            d for d in (displays.display(world, n) for n in merged.declarations if isinstance(n, s.Display)) if d is not None
        ),
        dropped=tuple(e for path in sorted(merged.trail) for e in world.origin(NOWHERE, (), path).trail if e.kind == "drop"),
    )
    return replace(result, enums=_enums(world))  # tables may have brought lists of headings of their own


def _frame(world: World) -> tuple[tuple[int, int], int, s.Neutral | None]:
    players: tuple[int, int] | None = None
    cap = 0
    neutral: s.Neutral | None = None
    for node in world.merged.declarations:
        match node:
            case s.PlayersRange(low=low, high=high):
                players = (low, high)
                if not 1 <= low <= high <= MOST_PLAYERS:
                    hint = f"1 to {MOST_PLAYERS} can play, the smaller number first: players 2..4"
                    world.findings.report("out-of-range", "This is no number of players.", node.span, hint=hint)
            case s.Cap(count=count):
                cap = count
            case s.Neutral():
                neutral = node
            case _:
                pass
    span = world.merged.game.span
    if players is None:
        world.findings.report("missing-part", "This game does not say for how many players it is.", span, hint="players 2..4")
    procedures = {x.name: x for x in world.of_kind("procedure")}
    if "play" not in procedures:
        close = procedures.get(nearest("play", procedures) or "")
        world.findings.report(
            "missing-part",
            'This game has no procedure "play": what is done after the setup.',
            span if close is None else close.span,
            hint="procedure play" if close is None else f'Should "{close.name}" be called "play"?',
        )
    return players or (1, 1), cap, neutral


def _overlays(world: World) -> tuple[r.Overlay, ...]:
    kinds_: dict[str, Literal["module", "bridge", "variant"]] = {"module": "module", "bridge": "bridge", "variant": "variant"}
    return tuple(r.Overlay(o.name, kinds_[o.kind], o.title, o.why, world.cites(o.cites)) for o in world.merged.overlays)


def _rulebook(world: World, owner: str, book: s.Rulebook) -> r.Rulebook:
    sections = tuple((x.name.text, x.title) for x in book.sections)
    full = world.full(book.name.text, owner)
    return r.Rulebook(full, book.title, book.language, sections, origin=world.origin(book.span, ()))


def _enums(world: World) -> tuple[r.Enum, ...]:
    made = []
    for symbol in world.of_kind("enum"):
        assert isinstance(symbol.node, s.Enum)
        members = tuple(w.text for w in symbol.node.members)
        for i, word in enumerate(symbol.node.members):
            if word.text in members[:i]:
                world.findings.report("name-taken", f'"{word.text}" stands here twice.', word.span)
        made.append(r.Enum(symbol.full, members, origin=world.origin(symbol.span, (), symbol.name, symbol.full)))
    return (*made, *world.extra_enums.values())


def _orphans(world: World) -> None:
    """Components of pieces that nobody declared."""
    for node in world.merged.declarations:
        if isinstance(node, s.PiecesCount | s.PiecesFile | s.PiecesRows):
            symbol = world.find(node.name.text, node.name.span)
            if symbol is None or symbol.kind != "piece":
                typetext.resolve(Scope(world), s.TypeName(node.name.text, span=node.name.span))
