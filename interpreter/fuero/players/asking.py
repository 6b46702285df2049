"""Asking a program: a state and the one who is asked in, the program's move out.

The law kept: a program is handed knowledge, and the decision as it stands on the table imagined from that knowledge; neither
leads to the true state. By the sight law both list the same moves. Only the random player, which reads nothing but numbers of
moves, is asked without.
"""

from __future__ import annotations

from fuero.players.by_chance import RandomPlayer
from fuero.players.contract import Decision, Move, State
from fuero.players.player import Player


def ask(program: Player, state: State, decision: Decision) -> Move:
    """What the program answers to this decision of the state."""
    if type(program) is RandomPlayer:
        return program.answer(decision)
    knowledge = state.knowledge(decision.player)
    return program.choose(knowledge, knowledge.decision)
