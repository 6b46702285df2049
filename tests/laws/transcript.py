"""What a match says of itself, line by line: for comparing processes, places and neighbours with one another.

python -m tests.laws.transcript RULESET:PLAYERS:SEED ...
"""

from __future__ import annotations

import hashlib
import sys

from tests.laws.matches import answer

import fuero
from fuero.engine.game import Game
from fuero.lab.simulate import player_seed
from fuero.players.by_chance import RandomPlayer


def lines(game: Game, seed: int, most: int = 80) -> list[str]:
    """The rules' hash, then for each decision who, what for, how many moves, the one taken, the state; the log; the points."""
    state = game.start(seed)
    own = player_seed(seed)
    seats = [RandomPlayer(p, own) for p in range(game.players)]
    found = [game.meaning_hash, hashlib.sha256(game.machine.text.encode()).hexdigest()]
    while (decision := state.decision) is not None and len(found) < most:
        count = decision.count()
        listed = hashlib.sha256("\n".join(map(str, decision.moves)).encode()).hexdigest()[:16] if count < 500 else ""
        move = answer(seats[decision.player], decision)
        state.apply(move, decision.player)
        found.append(f"{game.seats[decision.player]} {decision.path} {count} {listed} {move} {state.hash_hex()}")
    found += [str(e) for e in state.log(None)]
    found.append(str(game.playout(seed, own)))
    return found


def main(arguments: list[str]) -> None:
    """Prints the transcripts of the named matches."""
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)  # noqa: SIM115 - the process's own output
    for text in arguments:
        ruleset, players, seed = text.rsplit(":", 2)
        for line in lines(fuero.load(ruleset, players=int(players)), int(seed)):
            print(line, file=out)
    out.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
