"""Hostile and absurd rules end in a clear refusal within bounds; the checked build tells what would reach beyond the memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import fuero
from fuero.engine.faults import Fault
from fuero.native import compile as compiling
from fuero.native.base import Uncovered
from fuero.native.compile import assembled, build, ir, lowered
from fuero.native.game import NativeGame
from fuero.native.opening import NoNative, compiled, opened
from fuero.native.session import Code, Session

pytestmark = pytest.mark.usefixtures("compiler")
RULES = """game absurd "Absurd"
players 2..2
cap 50 decisions
piece stone
  face : 1..{faces}
pieces stone = {each} of each face
zone heap : pile of stone, open
var amount : {range} = 0, open
var i : 0..100000, open
var j : 0..100000, open
var ended : yes-no, open
{more}
action go "Go"
{choose}
  effect
{effect}
action stop "Stop"
  effect
    set ended to yes
procedure play
  repeat until ended
    ask the active player "What?"
      offer go
      offer stop
    set the active player to the next player
procedure count-up
  score amount for the active player "amount"
setup
  move stone to heap
end
  when     ended
  perform  count-up
  winner   most points
  ties     shared
"""
FOREVER = """set i to 0
repeat at most 90000 until i = 90000
  set i to i + 1
  set j to 0
  repeat at most 90000 until j = 90000
    set j to j + 1
    set amount to 0
    repeat at most 90000 until amount = 90000
      set amount to amount + 1"""


def absurd(
    folder: Path, effect: str, faces: int = 3, each: int = 1, between: str = "0..1000000", choose: str = "", more: str = ""
) -> str:
    path = folder / "absurd.fuero"
    lines = "\n".join("    " + line for line in effect.split("\n"))
    text = RULES.format(faces=faces, each=each, range=between, choose=choose, effect=lines, more=more)
    path.write_text(text.replace("\n\n", "\n"))
    return str(path)


def quick(path: str) -> NativeGame:
    game = fuero.load(path, players=2)
    return NativeGame(game, opened(game, level=0))


@pytest.mark.parametrize(
    ("effect", "choose"),
    [
        (FOREVER, ""),
        ("set amount to a", "  choose a : 1..3000, b : 1..3000, c : 1..3000, d : 1..3000 where a * b * c * d = 7 + a"),
        ("set amount to 1", "  choose s : some of heap where not every(x in s: every(y in s: face of x + face of y != 90))"),
    ],
)
def test_what_would_take_for_ever_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, effect: str, choose: str) -> None:
    """A flow that never ends, a billion combinations, and 2**40 sets: a fault within seconds, and the match as it was."""
    for place in ("entries", "session"):
        monkeypatch.setattr(f"fuero.native.{place}.FUEL", 1 << 22)  # a thirtieth of what is given: the test is to be quick
    game = fuero.load(absurd(tmp_path, effect, faces=40, choose=choose), players=2)
    native = NativeGame(game, Code(compiled(game, level=0)))  # not through the cache
    with pytest.raises(Fault, match="went round more often"):
        state = native.start(1)
        before = state.plain().words
        try:
            state.step(0)
        finally:
            assert state.plain().words == before
    with pytest.raises(Fault, match="went round more often"):
        list(native.run(0, 20))


@pytest.mark.parametrize("between", ["-4000000000000000000..4000000000000000000", "0..99999999999999999999"])
def test_numbers_beyond_a_word_have_no_native_form(tmp_path: Path, between: str) -> None:
    game = fuero.load(absurd(tmp_path, "set amount to 1", between=between), players=2)
    with pytest.raises(NoNative, match="60 bits"):
        opened(game, level=0)


def test_numbers_at_the_edge_of_their_range_end_in_the_interpreters_fault(tmp_path: Path) -> None:
    """Sums just within a word, and the first beyond the range that is declared."""
    path = absurd(tmp_path, "set amount to amount * 3 + 400000000000000000", between="-500000000000000000..500000000000000000")
    native = quick(path)
    plain, state = native.game.start(1), native.start(1)
    told = []
    for one in (plain, state):
        one.apply("go")
        with pytest.raises(Fault) as fault:
            one.apply("go")
        told.append((fault.value.rule, fault.value.message))
    assert told[0] == told[1] and state.plain().words == plain.words


def test_a_long_chain_of_functions_runs(tmp_path: Path) -> None:
    chain = "\n".join(f"function f{n}(x: 0..9) : 0..9000 = f{n - 1}(x) + 1" for n in range(1, 120))
    native = quick(absurd(tmp_path, "set amount to f119(1)", more=f"function f0(x: 0..9) : 0..9000 = x\n{chain}"))
    state = native.start(1)
    state.apply("go")
    assert state.plain().words == _after_go(native)


def _after_go(native: NativeGame) -> list[int]:
    plain = native.game.start(1)
    plain.apply("go")
    return plain.words


def test_many_pieces_play_the_same(tmp_path: Path) -> None:
    native = quick(absurd(tmp_path, "set amount to size of heap", faces=1000))
    assert list(native.run(0, 4))[0] == [native.game.playout(seed, seed_of(seed)) for seed in range(4)]


def seed_of(seed: int) -> int:
    from fuero.lab.simulate import player_seed

    return player_seed(seed)


@pytest.mark.parametrize("bound", ["MOST_WORDS", "MOST_TEXT"])
def test_what_is_too_large_is_refused_before_it_is_compiled(monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(compiling, bound, 1000)
    game = fuero.load("three-hills", players=2)
    with pytest.raises(Uncovered):
        lowered(game.machine.program)


def test_what_is_nested_too_deeply_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(self: object) -> None:
        raise RecursionError

    monkeypatch.setattr("fuero.native.lower.Lowering.all", deep)
    game = fuero.load("three-hills", players=2)
    with pytest.raises(Uncovered, match="deeply"):
        lowered(game.machine.program)


@pytest.mark.parametrize("wrong", ["M[123456789] = 7", "M[0 - 5] = 7", "M[0] = M[1 << 40]", "M[0] = T_wrong[9]"])
def test_the_checked_build_tells_what_reaches_beyond_the_memory(wrong: str) -> None:
    """A wrong lowering is planted; without checks it would write anywhere."""
    game = fuero.load("three-hills", players=2)
    machine = game.machine
    found, places, _ = lowered(machine.program)
    planted = found.text.replace("def refresh() -> None:\n    fresh_boards()", f"def refresh() -> None:\n    {wrong}")
    assert planted != found.text
    found.text = planted
    found.tables["T_wrong"] = (1, 2, 3)
    built = replace(build(machine.program, machine.initial, level=0), code=assembled(ir(found, places, checked=True), 0))
    session = Session(Code(built))
    assert session.start(1) == 0
    session._refresh(session.at)
    assert session.words[session.fault_at] == places.outside


@pytest.mark.parametrize("path", ["alhambra", "three-hills"])
def test_the_checked_build_plays_the_same_and_finds_nothing(path: str) -> None:
    game = fuero.load(path, players=3)
    native = NativeGame(game, opened(game, checked=True, level=0))
    assert native.built.checked
    assert list(native.run(50, 3))[0] == [game.playout(seed, seed_of(seed)) for seed in range(50, 53)]
