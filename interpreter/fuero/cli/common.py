"""What several verbs share: their flags, and how text from the command line becomes values."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from fuero import resources
from fuero.cli.console import Color, coloured
from fuero.messages.diagnostic import Diagnostic, FueroError

if TYPE_CHECKING:
    from fuero.engine.faults import Fault

Modules = Annotated[
    tuple[str, ...], Parameter(name=("--module", "-m"), negative="", help="Official parts to play with (repeat, or a,b).")
]
Variants = Annotated[tuple[str, ...], Parameter(name="--variant", negative="", help="House rules to play with (repeat, or a,b).")]
Options = Annotated[
    tuple[str, ...], Parameter(name=("--option", "-o"), negative="", help="Settings as name=value (repeat, or a=1,b=no).")
]
Players = Annotated[int | None, Parameter(name=("--players", "-p"), help="How many play.")]
Seats = Annotated[
    str, Parameter(name="--seats", help="Who sits where: random, greedy, human or module:Class; one name stands for all seats.")
]
Seed = Annotated[int | None, Parameter(name="--seed", help="Decides all chance. Without it one is drawn and printed.")]
ConfigFile = Annotated[str, Parameter(name="--config", help="A table's configuration (TOML or JSON); flags are laid over it.")]
ColorFlag = Annotated[Color, Parameter(name="--color", help="Colours: auto, always or never (NO_COLOR is heeded).")]
Engine = Literal["auto", "native", "interpreter"]
EngineFlag = Annotated[
    Engine, Parameter(name="--engine", help="Machine code, the interpreter, or as fits; results are the same.")
]
TextOrJson = Annotated[Literal["text", "json"], Parameter(name="--format", help="How the result is written.")]


def _no_flag(_: object, value: object) -> None:
    """Lets `-` through where a ruleset or a file stands, and nothing else that looks like a flag."""
    for word in value if isinstance(value, tuple) else (value,):
        if isinstance(word, str) and word.startswith("-") and word != "-":
            raise ValueError(f"There is no flag {word} here.")


Place = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_no_flag)]
"""A shipped name, a path, or `-`."""


def wrong(code: str, message: str, hint: str = "") -> FueroError:
    """A mistake in the command that was given."""
    return FueroError((Diagnostic(code, "error", message, hint=hint),))


def fault_found(fault: Fault) -> Diagnostic:
    """What is said when a rule could not be carried out: the ruleset is at fault, and the match stands where it stood."""
    return Diagnostic("fault", "error", f"A rule could not be carried out. {fault}", fault.span)


def listed(given: Sequence[str]) -> tuple[str, ...]:
    """Names from repeated flags and comma lists."""
    return tuple(dict.fromkeys(name.strip() for text in given for name in text.split(",") if name.strip()))


def listed_seats(text: str) -> tuple[str, ...]:
    """Names of seats in order; unlike other lists, one may stand several times. Raises FueroError where one is left empty."""
    names = tuple([name.strip() for name in text.split(",")]) if text.strip() else ()
    if not all(names):
        raise wrong("wrong-use", f'A seat is left empty in "{text}".', "Name who sits there: --seats random,greedy,human")
    return names


def settings(given: Sequence[str]) -> dict[str, str]:
    """Options from `name=value` texts. Raises FueroError."""
    chosen: dict[str, str] = {}
    for text in listed(given):
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise wrong(
                "wrong-use", f'"{text}" does not say which option has which value.', "Write name=value: --option coins=25"
            )
        if chosen.get(name, value) != value:
            raise wrong("wrong-use", f'The option "{name}" is given twice: {chosen[name]} and {value}.', "Leave one out.")
        chosen[name] = value
    return chosen


def read_input() -> str:
    """The standard input, where `-` stands for a ruleset; what is no UTF-8 is read with marks that are reported."""
    bytes_in = getattr(sys.stdin, "buffer", None)
    return str(sys.stdin.read()) if bytes_in is None else str(bytes_in.read().decode("utf-8", "replace"))


def drawn_seed() -> int:
    """A fresh seed, short enough to be copied by hand."""
    return secrets.randbelow(10**9)


def example() -> str:
    """The name of a shipped game, for examples in messages and help."""
    root = resources.rulesets()
    names = sorted(folder.name for folder in root.iterdir() if folder.is_dir()) if root.is_dir() else []
    return names[0] if names else "GAME"


def texts_of(diagnostics: Sequence[Diagnostic]) -> Mapping[str, str]:
    """The texts of the files that findings point into, so that their lines can be shown."""
    texts: dict[str, str] = {}
    for file in {span.file for d in diagnostics for span in (d.span, *(place.span for place in d.others)) if span.file}:
        try:
            texts[file] = Path(file).read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
    return texts


def print_findings(diagnostics: Sequence[Diagnostic], color: Color, texts: Mapping[str, str] | None = None) -> None:
    """Findings as text, beside the data."""
    from fuero.messages.render import render

    sources = texts if texts is not None else texts_of(diagnostics)
    sys.stdout.flush()
    print(render(diagnostics, "text", sources, coloured(color, sys.stderr)).rstrip("\n"), file=sys.stderr, flush=True)
