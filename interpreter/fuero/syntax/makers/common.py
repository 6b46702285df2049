"""What all makers share: words, texts, and parts that may be said once."""

from __future__ import annotations

from typing import Any, NamedTuple

from fuero.messages.diagnostic import Diagnostic, FueroError, Place, Span
from fuero.syntax import nodes as n
from fuero.syntax.lines import Token


def at(token: Token, span: Span) -> Span:
    """The span of one token in the line or block whose span is known (for lines whose columns are the author's own)."""
    return Span(span.file, token.line + 1, token.column + 1, token.line + 1, token.end + 1)


def word(token: Token, span: Span) -> n.Word:
    return n.Word(token.value, span=at(token, span))


def text(token: Token | None) -> str:
    """What stands between the quotes."""
    return token.value[1:-1] if token is not None else ""


def value(_span: Span, token: Token) -> str:
    return token.value


def several(_span: Span, *items: Any) -> tuple[Any, ...]:
    return items


class Said(NamedTuple):
    """A line of a block that says one thing about its declaration."""

    what: str
    value: Any
    span: Span


def once(parts: tuple[Said, ...], what: str, default: Any = None) -> Any:
    """The value of the only line that says this."""
    found = [part for part in parts if part.what == what]
    if len(found) > 1:
        message = f'"{what}" stands here twice. One line says it all; take one of them out.'
        places = (Place(found[0].span, "first said here"),)
        raise FueroError((Diagnostic("said-twice", "error", message, found[1].span, "and again here", places),))
    return found[0].value if found else default


def where(parts: tuple[Said, ...]) -> n.Lines:
    """Where the phrases stand, for messages about them."""
    return tuple((part.what, part.span) for part in parts if part.what in ("ties", "winner", "closes"))


def said(what: str) -> Any:
    """A maker for a line whose only value is a node or a phrase."""

    def make(span: Span, content: Any) -> Said:
        return Said(what, content, span)

    return make


def unsaid(code: str, message: str, span: Span, hint: str = "") -> FueroError:
    """A mistake the grammar cannot see."""
    return FueroError((Diagnostic(code, "error", message, span, hint=hint),))
