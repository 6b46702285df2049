"""The verb `replay`: a recorded match told again, verified, or played under other rules."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from fuero.cli.common import ColorFlag, Modules, Options, Place, Variants, listed, settings, wrong
from fuero.cli.console import out


def replay(
    file: Place,
    *,
    verify: Annotated[bool, Parameter(name="--verify", negative="", help="Only say whether everything is as recorded.")] = False,
    step: Annotated[
        bool, Parameter(name="--step", negative="", help="Walk through it decision by decision, with the table drawn.")
    ] = False,
    eyes: Annotated[str, Parameter(name="--eyes", help="With --step: the seat that looks (A, B …); without it, everybody.")] = "",
    under: Annotated[str, Parameter(name="--under", help="Play it under this ruleset, as far as it holds.")] = "",
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    color: ColorFlag = "auto",
) -> int:
    """Tell a recorded match again; with --verify or --under name the first decision that differs (exit code 1).

    Example: fuero replay evening.replay --verify

    Parameters
    ----------
    file
        A replay or a save; - is standard input.
    """
    from fuero.table.files import read_text
    from fuero.table.opening import open_recorded, open_under
    from fuero.table.replay import from_text
    from fuero.table.verify import replay_again

    if step and (verify or under):
        raise wrong("wrong-use", "--step walks through a match under its own rules.", "Leave --verify and --under out.")
    if eyes and not step:
        raise wrong("wrong-use", "--eyes says who looks at the tables that --step draws.", "Add --step.")
    if verify and under:
        raise wrong("wrong-use", "--verify asks for the recorded rules and --under for others.", "Give one of the two.")
    if not under and (module or variant or option):
        raise wrong(
            "wrong-use", "A replay is told under its own rules.", "Modules, variants and options go with --under RULESET."
        )
    recorded = from_text(read_text(file), file)
    if under:
        game = open_under(recorded.header, under, listed(module), listed(variant), settings(option))
        return _tell_under(recorded, replay_again(recorded, game, same_rules=False), under)
    game = open_recorded(recorded.header, file)
    played = replay_again(recorded, game, same_rules=True)
    if step:
        from fuero.cli.stepping import Stepping

        Stepping(played.sitting, eyes, color).walk()
    elif not verify:
        _tell_again(played.sitting)
    made = len(recorded.steps)
    if played.difference is None:
        out(f"{made} decisions, all as recorded." + ("" if recorded.result else " The match is not over."))
        return 0
    out(f"{played.held} of {made} decisions are as recorded. {played.difference.sentence}")
    return 1


def _tell_again(sitting: object) -> None:
    from fuero.table.narrate import final_table, heading, score_sheet, told
    from fuero.table.sitting import Sitting

    assert isinstance(sitting, Sitting)
    state, game = sitting.state, sitting.game
    lines = [
        *heading(game, sitting.header.seats),
        f"  seed {sitting.header.seed}",
        "",
        *told(state.log(None)),
        "",
    ]
    lines += score_sheet(state.score_lines, game.rules)
    if state.outcome is not None:
        lines += ["", *final_table(game, state)]
    for line in lines:
        out(line)


def _tell_under(recorded: object, played: object, ruleset: str) -> int:
    from fuero.table.narrate import final_table, reason_lines
    from fuero.table.replay import Replay
    from fuero.table.verify import Played

    assert isinstance(recorded, Replay) and isinstance(played, Played)
    made, sitting, difference = len(recorded.steps), played.sitting, played.difference
    state, game = sitting.state, sitting.game
    if difference is not None:
        out(f"Under {ruleset}, {played.held} of {made} decisions hold. {difference.sentence}")
        for line in reason_lines(difference.reasons, game.rules):
            out(line)
        if state.outcome is not None:
            for line in final_table(game, state):
                out(line)
        out(f"What came before stands. The recorded rules tell the rest: fuero replay {recorded.path}")
        return 1
    out(f"Under {ruleset}, all {made} decisions hold.")
    if state.outcome is not None:
        for line in final_table(game, state):
            out(line)
    elif recorded.result is not None:
        decision = state.decision
        asked = sitting.header.names[decision.player]
        out(f"The recorded match was over here; under these rules it goes on: {asked} is asked ({decision.question}).")
    then = dict(recorded.result.scores) if recorded.result is not None else {}
    changed = [
        f"{name} {then[name]}, now {points}" for name, points in state.scores.items() if name in then and then[name] != points
    ]
    if changed:
        out(f"Points that differ: {'; '.join(changed)}.")
    return 0
