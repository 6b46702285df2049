"""A match at the table: a state, and beside it the record that makes a replay or a save at any moment.

Law: what is written down is always what was played. The record is of names and texts; with the same rules and seed it gives
every state again.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from fuero.players.contract import Game
from fuero.table.chance import chance_since, log_length
from fuero.table.config import TableConfig
from fuero.table.packed import pack
from fuero.table.replay import Header, Replay, Result, Step


def tool_version() -> str:
    """The version of this program."""
    try:
        return version("fuero")
    except PackageNotFoundError:
        return "unknown"


class Sitting:
    """One match. `state` may be read by anyone; it is changed only through this class, so that the record keeps up."""

    def __init__(self, game: Game, header: Header, state: Any) -> None:
        self.game = game
        self.header = header
        self.state = state
        self.steps: list[Step] = []

    @classmethod
    def start(cls, game: Game, table: TableConfig, seats: tuple[str, ...], seed: int, player_seed: int) -> Sitting:
        """Sits down to a new match of `game`, which `table` asked for. `seats` are player names, one a seat."""
        state = game.start(seed)
        header = Header(
            ruleset=table.game,
            title=game.rules.title,
            modules=table.modules,
            variants=table.variants,
            options=tuple([(name, str(text)) for name, text in game.options.items()]),
            chosen=table.options,
            players=game.players,
            seats=seats,
            names=tuple(game.seats),
            seed=seed,
            player_seed=player_seed,
            meaning_hash=game.meaning_hash,
            source_hash=game.source_hash,
            tool=tool_version(),
            rules=pack(game.rules),
            deal=chance_since(state, 0),
            start=state.hash_hex(),
        )
        return cls(game, header, state)

    def answer(self, move: Any, player: int) -> None:
        """Applies a move and writes it down. Raises what `apply` raises, and then nothing has changed."""
        asked = next((decision.path for decision in self.state.pending if decision.player == player), "")
        before = log_length(self.state)
        self.state.apply(move, player)
        self.steps.append(
            Step(
                number=len(self.steps) + 1,
                player=self.header.names[player],
                asked=asked,
                action=move.action,
                fields=tuple([(str(name), str(text)) for name, text in move.fields]),
                chance=chance_since(self.state, before),
                state=self.state.hash_hex(),
            )
        )

    def undo(self, player: int | None = None) -> int:
        """Takes the last decision back (of `player`, if said), and what hung on it off the record; how many that was.

        Raises UndoRefused, and then nothing has changed.
        """
        self.state.undo(player)
        now = self.state.hash_hex()
        kept = next((n for n in range(len(self.steps) - 1, -1, -1) if self._hash_after(n) == now), len(self.steps) - 1)
        gone = len(self.steps) - kept
        del self.steps[kept:]
        return gone

    def take_back(self, player: int) -> None:
        """Takes back a secret answer that this player has given. Raises UndoRefused."""
        self.state.take_back(player)
        last = max(n for n, step in enumerate(self.steps) if step.player == self.header.names[player])
        again = Sitting(self.game, self.header, self.game.start(self.header.seed))
        for step in self.steps[:last] + self.steps[last + 1 :]:
            again.repeat(step)
        self.state, self.steps = again.state, again.steps

    def repeat(self, step: Step) -> None:
        """Makes a recorded decision again, which is known to hold."""
        seat = self.header.names.index(step.player)
        decision = next(decision for decision in self.state.pending if decision.player == seat)
        self.answer(decision.parse(step.move), seat)

    def _hash_after(self, decisions: int) -> str:
        return self.header.start if decisions == 0 else self.steps[decisions - 1].state

    def answered(self, player: int) -> int:
        """How many decisions this player has made so far."""
        name = self.header.names[player]
        return sum(step.player == name for step in self.steps)

    def replay(self) -> Replay:
        """The match so far, or whole if it is over."""
        return Replay(self.header, tuple(self.steps), result_of(self.state, self.header.names))


def result_of(state: Any, names: tuple[str, ...]) -> Result | None:
    """How a match ended; None while it runs."""
    outcome = state.outcome
    if outcome is None:
        return None
    return Result(
        end=outcome.kind,
        rule=outcome.rule,
        text=outcome.text,
        scores=tuple([(name, points) for name, points in state.scores.items()]),
        ranking=tuple([tuple([names[seat] for seat in group]) for group in state.ranking]),
    )
