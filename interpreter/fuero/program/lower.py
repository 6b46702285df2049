"""RULES and a table → PROGRAM."""

from __future__ import annotations

from collections.abc import Mapping

from fuero.program import nodes as P
from fuero.program.flow import Flow
from fuero.program.functions import all_functions
from fuero.program.layout import Table
from fuero.program.pauses import Pauses
from fuero.program.terms import Terms
from fuero.rules import nodes as R


def lower(rules: R.Ruleset, players: int, options: Mapping[str, int] | None = None) -> P.Program:
    """Lays out the state and flattens the flow.

    `options` are stored values by name (what is left out takes its usual value for so many players). Raises FueroError when the
    ruleset cannot be laid out at this table.
    """
    table = Table(rules, players, dict(options or {}))
    terms = Terms(table)
    flow = Flow(table, terms, Pauses(rules))
    flow.all()
    functions = all_functions(terms)
    upons = tuple(
        P.UponInfo(
            u.zone,
            u.enters,
            table.mask_of(u.piece.type.pieces) if isinstance(u.piece.type, R.PieceType) else -1,
            f"upon:{u.name}",
            tuple(b is not None for b in u.binds),
            u.cell is not None,
        )
        for u in rules.upons
    )
    enums = tuple((e.name, e.members) for e in rules.enums)
    return P.Program(
        rules.name,
        table.layout(),
        tuple(sorted(table.settings.items())),
        enums,
        tuple(sorted(terms.tables.items())),
        tuple(sorted(terms.lists.items())),
        functions,
        tuple(flow.menus.values()),
        tuple(flow.routines),
        upons,
        tuple(sorted(flow.answers.items())),
        tuple(sorted(flow.rolls.items())),
        tuple((flag, *flow.within_labels[k]) for k, flag in enumerate(flow.within_flags)),
        rules.cap,
        rules.end.winner,
        tuple(sorted(table.members.items())),
    )
