"""The makers of nodes: for each production of the grammar the function that turns its values into a node.

A maker takes the span and then, in order, the values of its production: a Token for a word that is kept, a node (or a tuple of
nodes) for what was made before, None for what is absent. Spans are exact; nothing is looked up and nothing is judged, except what
the grammar cannot say (something said twice).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuero.syntax.makers import amendments, declarations, flow, head, rules, scenarios, statements, terms

MAKERS: dict[str, Callable[..., Any]] = {
    **terms.MAKERS,
    **head.MAKERS,
    **declarations.MAKERS,
    **rules.MAKERS,
    **flow.MAKERS,
    **statements.MAKERS,
    **amendments.MAKERS,
    **scenarios.MAKERS,
}
