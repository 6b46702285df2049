"""The verb `explain`: what a rule, a message or a fixed choice of the language is."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fuero.cli.common import (
    ConfigFile,
    Modules,
    Options,
    Place,
    Players,
    TextOrJson,
    Variants,
    example,
    listed,
    read_input,
    settings,
    wrong,
)
from fuero.cli.console import out
from fuero.messages.diagnostic import FueroError

if TYPE_CHECKING:
    from fuero.lab.explain.gather import Explainer
    from fuero.lab.explain.structure import Explained

NARROWEST, WIDEST = 40, 100
SEVERAL_AT_MOST = 12


def explain(
    rule: Annotated[
        str, Parameter(help="A rule, clause, number, zone …; the code of a message; or a word with fixed choices.")
    ] = "",
    ruleset: Place = "",
    *,
    players: Players = None,
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    config: ConfigFile = "",
    language: Annotated[str, Parameter(name="--language", help="The language of the rules' sentences (a file of labels).")] = "",
    format: TextOrJson = "text",
) -> int:
    """Explain a rule with its sources, changes, readers and scenarios; the code of a message; or a fixed choice such as ties.

    Without a ruleset a rule is looked for in every game that is installed.

    Example: fuero explain ties

    Parameters
    ----------
    ruleset
        A shipped name, or a path; a path to a variant or module means its game with it.
    """
    if not rule:
        raise wrong("wrong-use", "Explain what?", "Name a rule, the code of a message, or a word such as ties.")
    told = [] if ruleset or config else _of_the_language(rule)
    if not told:
        try:
            explainers = _explainers(ruleset, players, listed(module), listed(variant), settings(option), config, language)
        except FueroError as error:
            raise _two_words(rule, ruleset) or error from None
        told = [_Rule(e) for e in _found(rule, explainers, everywhere=not (ruleset or config))]
    if format == "json":
        data = [one.data() for one in told]
        out(json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2))
        return 0
    width = screen_columns()
    for number, one in enumerate(told):
        if number:
            out()
        out("\n".join(one.lines(width)).rstrip("\n"))
    return 0


def screen_columns() -> int:
    """How wide text may be: as the terminal is, a hundred where there is none or a wider one."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return WIDEST
    return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


class _Rule:
    def __init__(self, explained: Explained) -> None:
        self._explained = explained

    def lines(self, width: int) -> list[str]:
        from fuero.lab.explain.text import lines

        return lines(self._explained, width)

    def data(self) -> dict[str, object]:
        from fuero.lab.explain.text import as_data

        return as_data(self._explained)


class _Code:
    def __init__(self, code: str) -> None:
        self._code = code

    def lines(self, width: int) -> list[str]:
        from fuero.messages.registry import explanation

        return explanation(self._code, width).split("\n")

    def data(self) -> dict[str, object]:
        from dataclasses import asdict

        from fuero.messages.registry import REGISTRY

        return {"what": "message", **asdict(REGISTRY[self._code])}


class _Notion:
    def __init__(self, word: str) -> None:
        self._word = word

    def lines(self, width: int) -> list[str]:
        from fuero.lab.explain.notions import notion, notion_lines

        found = notion(self._word)
        return [] if found is None else notion_lines(found, width)

    def data(self) -> dict[str, object]:
        from dataclasses import asdict

        from fuero.lab.explain.notions import notion

        found = notion(self._word)
        return {} if found is None else {"what": "choice", **asdict(found)}


def _of_the_language(word: str) -> list[_Rule | _Code | _Notion]:
    """What a word means without any ruleset: the code of a message, a fixed choice."""
    from fuero.lab.explain.notions import notion
    from fuero.messages.registry import REGISTRY

    told: list[_Rule | _Code | _Notion] = [_Code(word)] if word in REGISTRY else []
    return [*told, _Notion(word)] if notion(word) is not None else told


def _explainers(
    ruleset: str,
    players: int | None,
    modules: Sequence[str],
    variants: Sequence[str],
    options: dict[str, str],
    config: str,
    language: str,
) -> list[Explainer]:
    """One for the ruleset that is named, or one for every game that is installed."""
    from fuero.lab.explain.gather import Explainer
    from fuero.rules.languages import speaking
    from fuero.rules.load import resolve
    from fuero.rules.locate import shipped_games

    if config:
        from fuero.table.config import overlaid, read_config
        from fuero.table.files import read_text

        table = overlaid(
            read_config(read_text(config), config),
            game=ruleset,
            players=players,
            modules=modules,
            variants=variants,
            options=tuple(options.items()),
            language=language,
        )
        language = table.language
        ruleset, players, modules, variants = table.game, table.players, table.modules, table.variants
        options = dict(table.options)
    if ruleset:
        resolved = resolve(ruleset, modules=modules, variants=variants, options=options, players=players, stdin=read_input)
        return [Explainer(speaking(resolved, language), players)]
    made, refused = [], []
    for game in shipped_games():
        try:
            resolved = resolve(game, modules=modules, variants=variants, options=options, players=players)
            made.append(Explainer(speaking(resolved, language), players))
        except FueroError as error:
            refused.append(error)  # a game that has no such module or option is not the one that is meant
    if not made and refused:
        raise refused[0]
    return made


def _found(name: str, explainers: Sequence[Explainer], everywhere: bool) -> list[Explained]:
    """What the name means: one thing, whatever the game. Raises FueroError where it means nothing, or several things."""
    from fuero.lab.explain.find import meant
    from fuero.lab.explain.text import kind_word

    hits = [(e, key) for e in explainers for key in meant(name, e.things)]
    if len(hits) == 1:
        ((explainer, key),) = hits
        return [explainer.of(key)]
    if hits:
        ways = []
        for explainer, key in hits[:SEVERAL_AT_MOST]:
            alone = sum(e is explainer for e, _ in hits) == 1
            path = name if alone else key[1] if meant(key[1], explainer.things) == [key] else f"{kind_word(key[0])} {key[1]}"
            ways.append(f"fuero explain {_quoted(path)} {explainer.rules.name}")
        more = [f"and {len(hits) - SEVERAL_AT_MOST} more"] if len(hits) > SEVERAL_AT_MOST else []
        raise wrong("which-target", f'"{name}" stands for {len(hits)} things.', "\n".join(["Say which:", *ways, *more]))
    raise _nothing(name, explainers, everywhere)


def _two_words(rule: str, ruleset: str) -> FueroError | None:
    """`fuero explain take money`: the second word is no game, and the two are one name written without its hyphen."""
    from fuero.lab.explain.find import meant
    from fuero.rules.locate import shipped_games

    if not ruleset.replace("-", "").isalnum() or ruleset in shipped_games():
        return None
    name = f"{rule}-{ruleset}"
    if not any(meant(name, explainer.things) for explainer in _explainers("", None, (), (), {}, "", "")):
        return None
    message = f'There is no game "{ruleset}". Names of several words are written with hyphens.'
    return wrong("unknown-game", message, f"fuero explain {name}")


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path


def _nothing(name: str, explainers: Sequence[Explainer], everywhere: bool) -> Exception:
    """Nothing has that name: it was dropped, stands in an overlay that is off, or is spelt otherwise."""
    from fuero.lab.explain.elsewhere import overlays_with
    from fuero.lab.explain.find import near
    from fuero.lab.explain.notions import ALSO, NOTIONS
    from fuero.messages.nearest import nearest
    from fuero.messages.registry import REGISTRY

    for explainer in explainers:
        gone = explainer.gone(name)
        if gone is not None:
            place = f"{gone.span.file}, line {gone.span.line}"
            return wrong(
                "unknown-target",
                f'{explainer.rules.title} has no "{name}" here: {gone.title} drops it ({place}).',
                f"fuero explain {name} {explainer.rules.name} shows it as it is without that.",
            )
        for kind, overlay in overlays_with(name, explainer.files):
            return wrong(
                "unknown-target",
                f'"{name}" belongs to the {kind} "{overlay}" of {explainer.rules.title}, which is off.',
                f"fuero explain {name} {explainer.rules.name} --{kind} {overlay}",
            )
    guesses = [g for g in (near(name, e.things) for e in explainers) if g is not None]
    if everywhere:
        guesses += [g for g in (nearest(name, [*REGISTRY, *NOTIONS, *ALSO]),) if g is not None]
    close = nearest(name, guesses) or (guesses[0] if guesses else None)
    guess = f' Did you mean "{close}"?' if close else ""
    where = "No installed game has" if everywhere else f"{explainers[0].rules.title} has no rule called"
    called = f' anything called "{name}".' if everywhere else f' "{name}".'
    return wrong(
        "unknown-target", f"{where}{called}{guess}", "" if close else f"fuero show seams {example()} lists what there is."
    )
