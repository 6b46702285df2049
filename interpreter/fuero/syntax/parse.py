"""SYNTAX from text: a file in, its tree and every mistake in it out.

The file is cut at the lines that start at the left edge, and each piece is read on its own: a broken declaration gives exactly
one finding and nothing else; all others become nodes.
"""

from __future__ import annotations

from pathlib import Path

from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.syntax import complain
from fuero.syntax import nodes as n
from fuero.syntax.lines import cut
from fuero.syntax.machine import Stuck, TooDeep, run


def parse_text(text: str, path: str) -> tuple[n.File, list[Diagnostic]]:
    """The tree of a text and its mistakes in order; `path` is what its spans are to call it."""
    source = cut(text, path)
    found: list[Diagnostic] = []
    declarations: list[n.Declaration] = []
    for piece in source.pieces:
        try:
            declarations.append(run(piece.tokens, source))
        except Stuck as stuck:
            found.append(complain.stuck(stuck, piece, source))
        except TooDeep as deep:
            found.append(complain.too_deep(deep, source))
        except FueroError as error:
            found.extend(error.diagnostics)
    if complain.UNREAD in text:
        found = [complain.unread(path, text), *[d for d in found if complain.UNREAD not in d.message]]
    head = declarations[0] if declarations else None
    if isinstance(head, n.Head):
        return n.File(path, head, tuple(declarations[1:]), tuple(source.comments)), found
    return n.File(path, None, tuple(declarations), tuple(source.comments)), found


def parse_file(path: Path, name: str | None = None) -> tuple[n.File, list[Diagnostic]]:
    """The same for a file; one that cannot be read gives an empty tree and one finding."""
    called = name if name is not None else str(path)
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        return n.File(called, None, ()), [complain.unreadable(called, error)]
    except UnicodeDecodeError as error:
        return n.File(called, None, ()), [complain.not_utf8(called, error)]
    return parse_text(text, called)
