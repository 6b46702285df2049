"""Temporary."""
from __future__ import annotations
from fuero.syntax import nodes as s
try:
    from fuero.syntax.print import print_term  # type: ignore
except ImportError:
    def print_term(term: s.Term) -> str:
        return str(term)[:80]
