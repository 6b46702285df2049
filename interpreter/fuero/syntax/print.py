"""SYNTAX to text, in the canonical form: two spaces a level, tables lined up, as few parentheses as can be.

Law: read back, the text gives an equal tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from fuero.syntax import nodes as n
from fuero.syntax import print_declarations as say
from fuero.syntax.print_amendments import amendment, print_play, scenario
from fuero.syntax.print_lines import Lines
from fuero.syntax.print_terms import print_term, print_type

__all__ = ["print_declaration", "print_file", "print_play", "print_term", "print_type"]


def print_file(file: n.File) -> str:
    """The whole file; comments stay at their lines, and one line stays blank where some were between declarations."""
    out = Lines()
    declarations = (file.head, *file.declarations) if file.head is not None else file.declarations
    filled = {comment.span.line for comment in file.comments if comment.alone}
    before: n.Declaration | None = None
    for declaration in declarations:
        if before is not None and _gap(before, declaration, filled):
            out.blank(declaration.span.line, filled)
        _declaration(out, declaration)
        before = declaration
    return out.text(file.comments)


def print_declaration(declaration: n.Declaration) -> str:
    """One declaration, ending in a line end."""
    out = Lines()
    _declaration(out, declaration)
    return out.text()


def _gap(before: n.Declaration, after: n.Declaration, filled: Iterable[int]) -> bool:
    """Was there an empty line between the two?"""
    between = set(range(before.span.end_line + 1, after.span.line))
    return bool(between - set(filled))


def _declaration(out: Lines, d: n.Declaration) -> None:
    match d:
        case n.Head():
            say.head(out, d)
        case n.Rulebook():
            say.rulebook(out, d)
        case n.PlayersRange() | n.Neutral() | n.Cap() | n.Needs() | n.Uses() | n.Why():
            say.fact(out, d)
        case n.Option():
            say.option(out, d)
        case n.Number() | n.Enum() | n.Kind():
            say.word(out, d)
        case n.Map() | n.Piece() | n.PiecesCount() | n.PiecesFile() | n.PiecesRows():
            say.component(out, d)
        case n.Zone():
            say.zone(out, d)
        case n.Var():
            say.var(out, d)
        case n.Table():
            say.table(out, d)
        case n.Rule():
            say.rule(out, d)
        case n.Cases():
            say.cases(out, d)
        case n.Function():
            say.function(out, d)
        case n.Action():
            say.action(out, d)
        case n.Procedure() | n.Setup() | n.End():
            say.flow(out, d)
        case n.Window():
            say.window(out, d)
        case n.Majority():
            say.majority(out, d)
        case n.Points():
            say.points(out, d)
        case n.Display():
            say.display(out, d)
        case n.Scenario():
            scenario(out, d)
        case (
            n.AddPart()
            | n.AddCase()
            | n.AddField()
            | n.AddOffer()
            | n.Drop()
            | n.Replace()
            | n.SetAmend()
            | n.Except()
            | n.Extend()
            | n.Hook()
            | n.Order()
            | n.Upon()
        ):
            amendment(out, d)
        case _:
            assert_never(d)
