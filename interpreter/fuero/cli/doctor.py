"""The verb `doctor`: is everything there that fuero needs, and what is missing."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from fuero.cli.common import ColorFlag, Modules, Options, Players, TextOrJson, Variants, listed, settings
from fuero.cli.console import bold, coloured, out

State = Literal["fine", "note", "wrong"]
USES = {
    "fast": "machine code (the native engine)",
    "test": "the project's own tests",
    "docs": "the documentation as web pages",
    "dev": "work on the project itself",
}
"""What each extra of the installation is for; one that is not told of here goes by its name."""
OLDEST = (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: fine, worth a note, or wrong (then fuero does not work fully)."""

    group: str
    name: str
    state: State
    text: str


def doctor(
    *,
    ruleset: Annotated[
        str, Parameter(name="--ruleset", help="Look at this game instead: does machine code play all of its rules?")
    ] = "",
    players: Players = None,
    module: Modules = (),
    variant: Variants = (),
    option: Options = (),
    format: TextOrJson = "text",
    color: ColorFlag = "auto",
) -> int:
    """Look whether everything is there that fuero needs: Python, packages, the cache, rulesets, the terminal. Exit code 1 if not.

    Example: fuero doctor
    """
    if ruleset:
        found = _compiled(ruleset, players, listed(module), listed(variant), settings(option))
    else:
        found = [*_python(), *_packages(), *_engines(), *_cache(), *_rulesets(), *_terminal(color), *_completion()]
    wrong = [finding for finding in found if finding.state == "wrong"]
    if format == "json":
        out(json.dumps({"fine": not wrong, "findings": [asdict(finding) for finding in found]}, ensure_ascii=False, indent=2))
        return 1 if wrong else 0
    colour = coloured(color, sys.stdout)
    width = max(len(finding.name) for finding in found)
    group = ""
    for finding in found:
        if finding.group != group:
            group = finding.group
            out(bold(group, colour))
        sign = {"fine": " ", "note": "-", "wrong": "!"}[finding.state]
        out(f"{sign} {finding.name.ljust(width)}  {finding.text}")
    out(f"{len(wrong)} {'thing is' if len(wrong) == 1 else 'things are'} wrong (marked !)." if wrong else "Nothing is wrong.")
    return 1 if wrong else 0


def _python() -> list[Finding]:
    """
    >>> [finding.name for finding in _python()]
    ['Python', 'fuero']
    """
    group = "Versions"
    version = platform.python_version()
    new = sys.version_info[:2] >= OLDEST
    said = version if new else f"{version}; {OLDEST[0]}.{OLDEST[1]} or later is needed"
    return [
        Finding(group, "Python", "fine" if new else "wrong", f"{said} ({sys.executable})"),
        _package(group, "fuero", needed=True),
    ]


def _packages() -> list[Finding]:
    """What the installed project says that it needs, and what each of its extras would add."""
    needed, extras = requirements(importlib.metadata.requires("fuero") or ())
    found = [_package("Packages that are needed", name, needed=True) for name in needed]
    for name, extra in sorted(extras.items()):
        found.append(_package("Packages that can be added", name, needed=False, use=USES.get(extra, extra), extra=extra))
    return found


def requirements(lines: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """The packages that are needed, and those of extras with an extra that names them.

    >>> requirements(["lark[interegular]>=1.2", 'pytest>=8; extra == "test"', 'fuero[test]; extra == "dev"'])
    (['lark'], {'pytest': 'test'})
    """
    needed: list[str] = []
    extras: dict[str, str] = {}
    for line in lines:
        name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
        extra = re.search(r"extra == [\"']([\w-]+)", line)
        if extra is None:
            needed.append(name)
        elif name != "fuero" and extras.get(name, "dev") == "dev":
            extras[name] = extra[1]  # who works on the project gets all: the extra that is for something says more
    return needed, extras


def _package(group: str, name: str, needed: bool, use: str = "", extra: str = "") -> Finding:
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        if needed:
            return Finding(group, name, "wrong", f"is missing: pip install {name}")
        return Finding(group, name, "note", f"not there; for {use}: pip install 'fuero[{extra}]'")
    return Finding(group, name, "fine", version + (f", for {use}" if use else ""))


def _engines() -> list[Finding]:
    """What plays: the interpreter always, machine code where llvmlite works."""
    from fuero.native.opening import installed

    group = "Engines"
    found = [Finding(group, "interpreter", "fine", "plays every ruleset")]
    if not installed():
        text = "llvmlite is not there: the interpreter plays everything; for thousands of matches: pip install llvmlite"
        return [*found, Finding(group, "native", "note", text)]
    try:
        import llvmlite.binding as llvm

        from fuero.native.target import machine

        machine()
        major, minor, _ = llvm.llvm_version_info
        text = f"machine code for {llvm.get_host_cpu_name()} by LLVM {major}.{minor}"
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it, the interpreter plays
        return [
            *found,
            Finding(group, "native", "note", f"llvmlite does not work here ({error}): the interpreter plays everything"),
        ]
    return [*found, Finding(group, "native", "fine", text)]


def _compiled(
    name: str, players: int | None, modules: tuple[str, ...], variants: tuple[str, ...], options: dict[str, str]
) -> list[Finding]:
    """Which rules of a game have a native form. Raises FueroError where the game cannot be opened."""
    import fuero
    from fuero.native.coverage import coverage

    game = fuero.load(name, players=players, modules=modules, variants=variants, options=options)
    found = coverage(game.machine.program)
    group = f"{game.rules.title}, {game.players} players"
    lacking = [Finding(group, rule, "wrong", f"has no native form: {reason}") for rule, reason in found.interpreted]
    compiled = f"{found.compiled} {'rule' if found.compiled == 1 else 'rules'}"
    left = "none" if not lacking else f"{len(lacking)}; one is enough for the interpreter to play the whole game"
    return [Finding(group, "compiled", "fine", compiled), Finding(group, "interpreted", "fine", left), *lacking]


def _cache() -> list[Finding]:
    from fuero.syntax.tables import cache_folder

    folder = cache_folder()
    group = "Cache"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        text = f"{folder} cannot be written ({reason}): everything works, and starts more slowly"
        return [Finding(group, "folder", "note", text)]
    files = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    size = f"{sum(files) / 1_000_000:.1f} MB in {len(files)} {'file' if len(files) == 1 else 'files'}"
    return [Finding(group, "folder", "fine", f"{folder}; {size}; it may be deleted at any time")]


def _rulesets() -> list[Finding]:
    from fuero import resources
    from fuero.lab.account import account
    from fuero.messages.diagnostic import FueroError
    from fuero.rules.load import resolve
    from fuero.rules.locate import shipped_games

    group = "Rulesets"
    games = shipped_games()
    if not games:
        return [Finding(group, "games", "wrong", f"none in {resources.rulesets()}: install fuero again")]
    found = [Finding(group, "in", "fine", str(resources.rulesets()))]
    for name in games:
        try:
            resolved = resolve(name)
        except FueroError as error:
            count = sum(d.severity == "error" for d in error.diagnostics)
            text = f"{count} {'mistake' if count == 1 else 'mistakes'}: fuero check {name}"
            found.append(Finding(group, name, "wrong", text))
            continue
        low, high = resolved.rules.players
        text = f"{resolved.rules.title}, {low} to {high} players, {account(resolved.rules).rules} rules"
        found.append(Finding(group, name, "fine", text))
    return found


def _terminal(color: Literal["auto", "always", "never"]) -> list[Finding]:
    group = "Terminal"
    columns = shutil.get_terminal_size().columns
    encoding = (sys.stdout.encoding or "unknown").lower()
    letters = encoding.replace("-", "") in ("utf8", "utf16", "utf32")
    narrow = "" if columns >= 80 else "; tables are made for 80 or more"
    why = " (NO_COLOR is set)" if os.environ.get("NO_COLOR") else "" if sys.stdout.isatty() else " (the output is no terminal)"
    on = coloured(color, sys.stdout)
    return [
        Finding(group, "width", "fine" if not narrow else "note", f"{columns} columns{narrow}"),
        Finding(group, "colours", "fine", "on" if on else f"off{why}"),
        Finding(
            group,
            "letters",
            "fine" if letters else "note",
            encoding if letters else f"{encoding}: some letters cannot be shown; PYTHONIOENCODING=utf-8 mends it",
        ),
    ]


def _completion() -> list[Finding]:
    from fuero.cli.completion import SHELLS, is_there

    group = "Shell"
    shell = Path(os.environ.get("SHELL", "")).name
    if shell not in SHELLS:
        return [Finding(group, "completion", "note", f"there is one for {', '.join(SHELLS)}: fuero completion bash --install")]
    if is_there(shell):
        return [Finding(group, "completion", "fine", f"installed for {shell}")]
    return [Finding(group, "completion", "note", f"not installed for {shell}: fuero completion {shell} --install")]
