"""What can be chosen for one field, whatever form it has: a list of elements, a plane of cells, or sub-multisets."""

from __future__ import annotations

from typing import Any

from fuero.engine import helpers


def count_of(domain: Any) -> int:
    """How many values a domain has: a list, a plane of cells, or sub-multisets."""
    if isinstance(domain, list):
        return len(domain)
    if isinstance(domain, int):
        return domain.bit_count()
    return domain.count()  # type: ignore[no-any-return]


def members_of(domain: Any) -> Any:
    """The values of a domain in order."""
    return helpers.bits(domain) if isinstance(domain, int) else domain


def nth_of(domain: Any, k: int) -> int:
    """The value with index k."""
    if isinstance(domain, list):
        return domain[k]  # type: ignore[no-any-return]
    if isinstance(domain, int):
        return helpers.bits(domain)[k]
    return domain.nth(k)  # type: ignore[no-any-return]


def in_domain(domain: Any, value: int) -> bool:
    """Is this one of the values?"""
    if isinstance(domain, list):
        return value in domain
    if isinstance(domain, int):
        return value >= 0 and domain >> value & 1 == 1
    return bool(domain.contains(value))
