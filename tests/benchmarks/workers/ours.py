"""Our side: matches of random seats, by machine code or by the interpreter."""

from __future__ import annotations

from tests.benchmarks.workers.serve import Missing, Play, serve

import fuero
from fuero.engine.game import calm
from fuero.messages.diagnostic import FueroError


def opened(ruleset: str, players: int, how: str) -> Play:
    """A game, ready to be played in batches. `how` is native or interpreter."""
    try:
        game = fuero.load(ruleset, players=players)
    except FueroError as e:
        raise Missing(str(e)) from e
    if how == "interpreter":

        def plain(seed: int) -> tuple[int, int]:
            with calm():
                return 10, sum(game.playout(s, s).decisions for s in range(seed, seed + 10))

        return plain
    from fuero.native.game import NativeGame
    from fuero.native.opening import NoNative

    try:
        native = NativeGame(game)
    except NoNative as e:
        raise Missing(str(e)) from e

    def batch(seed: int) -> tuple[int, int]:
        records = [record[0] for some in native.raw(seed, 128) for _, record in some]
        return len(records), sum(records)

    return batch


if __name__ == "__main__":
    serve(opened)
