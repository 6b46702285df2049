"""Many matches of one ruleset: a spec, seats and a seed in, a `Run` out.

Match number i has the seed `seed` + i, and its players a seed made from that one; nothing else decides it. So the result does
not depend on the number of workers, nor on which of them played what.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Any

from fuero.engine.chance import H, word_key
from fuero.engine.faults import Fault
from fuero.engine.game import calm
from fuero.lab.records import Match, Run, Spec
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.players.asking import ask
from fuero.players.contract import Game
from fuero.players.registry import HUMAN, maker

ENGINES = ("auto", "native", "interpreter")
"""The engines that can be asked for by name; `auto` begins with what is at hand and takes machine code for volume."""
WORTH = 3.0
"""So many seconds that are left to play are worth compiling for."""
TASTE = 3
"""So many matches are played before it is judged how long the others will take."""

_PLAYERS = word_key("players of a match")
_opened: dict[Spec, tuple[str, Any]] = {}
"""The games this process has opened, and of which files; a worker that was forked finds its parent's."""

Played = tuple[str, list[Match], float]
"""The engine, its matches in order, and the processor time they took."""
Progress = Callable[[int], None]


def player_seed(seed: int) -> int:
    """The seed of the player programs of the match with this seed."""
    return H(seed, _PLAYERS, 0, 0)


def open_game(spec: Spec) -> Any:
    """The game of a spec, opened once a process, and again when its files have changed."""
    files = _files(spec.ruleset)
    known = _opened.get(spec)
    if known is None or known[0] != files:
        import fuero

        game = fuero.load(
            spec.ruleset, modules=spec.modules, variants=spec.variants, players=spec.players, options=dict(spec.options)
        )
        known = _opened[spec] = (files, game)
    return known[1]


def _files(ruleset: str) -> str:
    """What tells the files of a ruleset from others, or from the same ones at another time."""
    from fuero.rules import cache
    from fuero.rules.locate import locate

    if ruleset == "-":
        return ""  # the standard input can be read only once
    located = locate(ruleset)
    return cache.key(located.texts | located.tables, ())


def _as_opened(spec: Spec) -> Any:
    """The game as it was when the run began, whatever has happened to its files since."""
    known = _opened.get(spec)
    return known[1] if known is not None else open_game(spec)


def play_match(game: Game, players: Sequence[str], seed: int) -> Match:
    """One match to its end, no log kept. All-random seats go the engine's own fast way, which plays the same match."""
    try:
        if all(name == "random" for name in players):
            played = game.playout(seed, player_seed(seed))
            return Match(seed, tuple(played.scores), tuple(played.shares), played.decisions, played.outcome, played.rule)
        return play_step_by_step(game, players, seed)
    except Fault as fault:
        told = Diagnostic("fault", "error", f"In the match with seed {seed} a rule could not be carried out. {fault}", fault.span)
        raise FueroError((told,)) from fault


def play_step_by_step(game: Game, players: Sequence[str], seed: int) -> Match:
    """One match through the players' protocol."""
    own = player_seed(seed)
    programs = [maker(name)(seat, own) for seat, name in enumerate(players)]
    state = game.start(seed)
    decisions = 0
    while (decision := state.decision) is not None:
        state.apply(ask(programs[decision.player], state, decision), decision.player)
        decisions += 1
    scores, shares, outcome = state.scores, state.shares, state.outcome
    points = tuple([scores[name] for name in game.seats])
    return Match(seed, points, tuple([shares[seat] for seat in range(game.players)]), decisions, outcome.kind, outcome.rule)


def _play_some(spec: Spec, players: tuple[str, ...], seeds: range) -> tuple[list[Match], float]:
    """A worker's share: the matches of some seeds, and the processor time they took."""
    game = _as_opened(spec)
    before = time.process_time()
    with calm():
        matches = [play_match(game, players, seed) for seed in seeds]
    return matches, time.process_time() - before


def _heed_no_interrupt() -> None:
    """An interrupt from the keyboard reaches every process; only the first one is to answer it, and ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _shares(seed: int, games: int, workers: int) -> list[range]:
    """The seeds in short runs of neighbours, so that no worker waits long for another and progress is seen."""
    size = max(1, min(10, -(-games // (workers * 4))))
    return [range(start, min(start + size, seed + games)) for start in range(seed, seed + games, size)]


def _by_interpreter(spec: Spec, players: tuple[str, ...], seeds: list[range], workers: int) -> Generator[Played, None, None]:
    """What each run of seeds gave, in order, played here or by worker processes."""
    if not seeds:
        return
    if workers == 1 or len(seeds) == 1:
        for some in seeds:
            yield "interpreter", *_play_some(spec, players, some)
        return
    forked = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forked else None)
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(min(workers, len(seeds)), mp_context=context, initializer=_heed_no_interrupt)
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        for matches, spent in pool.map(_play_some, [spec] * len(seeds), [players] * len(seeds), seeds):
            yield "interpreter", matches, spent


def simulate(
    spec: Spec,
    players: tuple[str, ...],
    *,
    games: int,
    seed: int,
    workers: int = 1,
    engine: str = "interpreter",
    progress: Progress | None = None,
) -> Run:
    """Plays `games` matches under seeds `seed`, `seed` + 1, … and gives their records in that order.

    `players` are player names, one a seat. Every `engine` gives the same matches; which one played is kept in the run. `progress`
    is told how many matches have been played since it was last told. `cpu_seconds` is user and system time of this process and
    its workers (not of a compiler beside them), from the first set-up to the last score. Raises FueroError.
    """
    if engine not in ENGINES:
        raise _wrong("wrong-use", f'There is no engine called "{engine}". Engines: {", ".join(ENGINES)}.')
    if HUMAN in players:
        raise _wrong(
            "wrong-use", "A simulation has no seat for a person.", "Play with `fuero play`, or name a program for the seat."
        )
    if games < 1 or workers < 1:
        raise _wrong("wrong-use", "At least one match and one worker are needed.")
    game = open_game(spec)
    matches: list[Match] = []
    seconds = 0.0
    used: dict[str, None] = {}
    for by, some, spent in _played(spec, game, players, range(seed, seed + games), workers, engine):
        matches += some
        seconds += spent
        used[by] = None
        if progress is not None:
            progress(len(some))
    return Run(
        spec,
        game.rules.title,
        tuple(game.seats),
        players,
        seed,
        ", then ".join(used),
        game.meaning_hash,
        tuple(matches),
        round(seconds, 4),
    )


def _played(spec: Spec, game: Any, players: tuple[str, ...], seeds: range, workers: int, engine: str) -> Iterator[Played]:
    """All matches in order, by the engine that was asked for."""
    if engine != "interpreter" and all(name == "random" for name in players):
        yield from _by_code_at_last(spec, game, players, seeds, workers, engine)
    elif engine == "native":
        native = natively(game)
        for seed in seeds:
            before = time.process_time()
            match = play_match(native, players, seed)
            yield "native", [match], time.process_time() - before
    else:
        yield from _by_interpreter(spec, players, _shares(seeds.start, len(seeds), workers), workers)


def natively(game: Any) -> Any:
    """A game under machine code: what lies ready, or what is compiled quickest. Raises FueroError where there is none here."""
    from fuero.native.opening import QUICK, NoNative, opened, ready

    try:
        code = ready(game) or opened(game, level=QUICK)
    except NoNative as e:
        text = str(e)
        hint = "pip install llvmlite, or leave out --engine." if "llvmlite" in text else "Leave out --engine."
        raise _wrong("wrong-use", text, hint) from e
    from fuero.native.game import NativeGame

    return NativeGame(game, code)


def _by_code(native: Any, seeds: range, workers: int) -> Generator[Played, None, None]:
    from fuero.lab.natively import played

    before = time.process_time()
    for some in played(native, seeds, workers):
        now = time.process_time()
        yield "native", some, now - before
        before = now


def _by_code_at_last(
    spec: Spec, game: Any, players: tuple[str, ...], seeds: range, workers: int, engine: str
) -> Iterator[Played]:
    """At once with good machine code where it lies ready. Else the interpreter begins (`auto`), or code that was compiled in
    haste (`native`); good code is compiled beside where enough is left to play, and takes over when it is there.
    """
    from fuero.native.opening import installed, ready

    code = ready(game) if engine == "native" or len(seeds) > TASTE else None
    at = seeds.start
    if code is None:
        first: Any = None if engine == "auto" else natively(game)

        def some_of(part: range, hands: int) -> Generator[Played, None, None]:
            if first is not None:
                return _by_code(first, part, hands)
            return _by_interpreter(spec, players, _shares(part.start, len(part), hands), hands)

        began = time.monotonic()
        taste = seeds[: TASTE if first is None else 10 * TASTE]
        for played in some_of(taste, 1):
            yield played
        at = taste.stop
        left = (time.monotonic() - began) / len(taste) * (seeds.stop - at) / workers
        beside = None
        if installed() and left > WORTH:
            from fuero.lab.natively import Beside

            beside = Beside(game, partial(open_game, spec))
        going = some_of(range(at, seeds.stop), workers)
        try:
            for played in going:
                yield played
                at += len(played[1])
                code = beside.code() if beside is not None else None
                if code is not None:
                    break
        finally:
            going.close()
            if beside is not None:
                beside.stop()
    if code is not None and at < seeds.stop:
        from fuero.native.game import NativeGame

        yield from _by_code(NativeGame(game, code), range(at, seeds.stop), workers)


def _wrong(code: str, message: str, hint: str = "") -> FueroError:
    return FueroError((Diagnostic(code, "error", message, hint=hint),))
