"""The table of operators: each name with what makes its mistakes. Misspelt names are counted apart, by their suggestions."""

from __future__ import annotations

from tests.mistakes import cells, lines, names, signs, values, words
from tests.mistakes.seeded import Operator

_FAMILIES = (names, words, values, signs, lines, cells)
MISSPELT: dict[str, Operator] = {name: operator for family in _FAMILIES for name, operator in family.MISSPELT.items()}
OTHERS: dict[str, Operator] = {name: operator for family in _FAMILIES for name, operator in family.OTHERS.items()}
OPERATORS: dict[str, Operator] = MISSPELT | OTHERS
