"""Matches by machine code: the matches of some seeds, and code that is compiled beside a run that has already begun.

Laws: a match is the same whichever engine plays it; a run never waits for a compiler, and never fails for want of one.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from fuero.engine.faults import Fault
from fuero.lab.records import Match
from fuero.messages.diagnostic import Diagnostic, FueroError

if TYPE_CHECKING:
    from fuero.native.game import NativeGame
    from fuero.native.session import Code

SHARE = 512
"""So many matches at most are told of at once."""


def played(game: NativeGame, seeds: range, workers: int) -> Iterator[list[Match]]:
    """The matches of random seats with these seeds, in order, by so many threads. Raises FueroError where a rule cannot go on."""
    size = max(1, min(SHARE, -(-len(seeds) // (4 * workers))))
    shares = [seeds[at : at + size] for at in range(0, len(seeds), size)]
    if workers == 1 or len(shares) == 1:
        for some in shares:
            yield _matches(game, some)
        return
    with ExitStack() as stack:
        pool = ThreadPoolExecutor(min(workers, len(shares)))
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        yield from pool.map(lambda some: _matches(game, some), shares)


def _matches(game: NativeGame, seeds: range) -> list[Match]:
    found: list[Match] = []
    try:
        for some in game.run(seeds.start, len(seeds)):
            found += [
                Match(seeds.start + len(found) + i, r.scores, r.shares, r.decisions, r.outcome, r.rule)
                for i, r in enumerate(some)
            ]
    except Fault as fault:
        seed = seeds.start + len(found)
        text = f"In the match with seed {seed} or soon after it a rule could not be carried out. {fault}"
        raise FueroError((Diagnostic("fault", "error", text, fault.span),)) from fault
    return found


class Beside:
    """Code that another process compiles while this one plays."""

    def __init__(self, game: Any, again: Callable[[], Any]):
        """`again` opens the same game in a process that cannot be handed this one's."""
        self._game = game
        forked = "fork" in multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("fork" if forked else "spawn")
        self._end, other = context.Pipe(duplex=False)
        given: Any = (lambda: game) if forked else again
        self._process = context.Process(target=_compile, args=(other, given), daemon=True)
        self._process.start()
        other.close()
        self._code: Code | None = None
        self._over = False

    def code(self) -> Code | None:
        """The code as soon as it is there; never waits."""
        if self._over or not self._end.poll():
            return self._code
        self._over = True
        try:
            data = self._end.recv_bytes()
        except (EOFError, OSError):
            return None
        if data:
            from fuero.native.opening import adopt

            try:
                self._code = adopt(self._game, pickle.loads(data))
            except Exception:  # noqa: BLE001 - without code the interpreter goes on
                return None
        return self._code

    def stop(self) -> None:
        """Nobody waits for it any more."""
        if self._process.is_alive():
            self._process.terminate()
        self._process.join()
        self._end.close()


def _compile(end: Connection, given: Callable[[], Any]) -> None:
    """In the other process: compiles, keeps and hands over; nothing where there is no native form."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from fuero.native import cache
    from fuero.native.opening import NoNative, compiled, key_of

    data = b""
    try:
        if hasattr(os, "nice"):
            os.nice(1)
        game = given()
        built = compiled(game)
        cache.write(key_of(game), built)
        data = pickle.dumps(built, protocol=pickle.HIGHEST_PROTOCOL)
    except (NoNative, ImportError, OSError):
        pass
    finally:
        end.send_bytes(data)
        end.close()
