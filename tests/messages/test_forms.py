"""The quick `dataclass` of the forms does what the standard one does."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from fuero.messages import forms

Maker = Callable[..., Any]
STANDARD: Maker = dataclasses.dataclass(frozen=True, slots=True)
KEYWORD: Maker = dataclasses.dataclass(frozen=True, slots=True, kw_only=True)


def family(plain: Maker, keyword: Maker) -> tuple[type, type, type]:
    """A base with a keyword field that never counts, a form with defaults, one with nothing to compare."""

    @keyword
    class Placed:
        place: int = dataclasses.field(default=0, compare=False, repr=False)

    @plain
    class Pair(Placed):
        left: int
        right: tuple[int, ...] = ()
        note: list[int] = dataclasses.field(default_factory=list, compare=False)

    @plain
    class Nothing(Placed):
        """Says nothing."""

    return Placed, Pair, Nothing


_, SPair, SNothing = family(STANDARD, KEYWORD)
_, FPair, FNothing = family(forms.dataclass, forms.dataclass(kw_only=True))


@forms.dataclass
class Kept:
    """At module level, so that it can be pickled."""

    name: str
    parts: tuple[int, ...] = ()


@pytest.mark.parametrize("pair", [SPair, FPair])
def test_values(pair: Any) -> None:
    a, b = pair(1, (2, 3), place=4), pair(1, (2, 3), [9], place=5)
    assert a == b and hash(a) == hash(b)
    assert a != pair(1) and a != (1, (2, 3))
    assert pair.__match_args__ == ("left", "right", "note")
    assert [f.name for f in dataclasses.fields(pair)] == ["place", "left", "right", "note"]
    assert dataclasses.replace(a, left=7).left == 7 and dataclasses.replace(a, left=7).place == 4
    assert repr(a).endswith("Pair(left=1, right=(2, 3), note=[])")
    assert a.note == [] and a.note is not pair(1).note
    assert copy.copy(a) == a and copy.deepcopy(b).note == [9]
    assert not hasattr(a, "__dict__")
    with pytest.raises(dataclasses.FrozenInstanceError):
        a.left = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        del a.left
    with pytest.raises(TypeError):
        pair()
    with pytest.raises(TypeError):
        pair(1, (), [], 4)


@pytest.mark.parametrize("nothing", [SNothing, FNothing])
def test_nothing_to_compare(nothing: Any) -> None:
    assert nothing(place=1) == nothing(place=2) and hash(nothing()) == hash(nothing(place=3))
    assert nothing() != FPair(1)


def test_a_form_of_another_class_is_another() -> None:
    assert FPair(1) != SPair(1)


def test_pickles() -> None:
    kept = Kept("a", (1, 2))
    assert pickle.loads(pickle.dumps(kept)) == kept


def test_matches() -> None:
    match Kept("b", (3,)):
        case Kept(name, (part,)):
            assert (name, part) == ("b", 3)
        case _:
            raise AssertionError


def test_only_frozen() -> None:
    with pytest.raises(TypeError, match="frozen"):
        forms.dataclass(frozen=False)
