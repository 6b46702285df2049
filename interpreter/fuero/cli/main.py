"""The command `fuero`: words in, an exit code out.

0 is fine, 1 findings or differences, 2 wrong use or a bug, 130 interrupted. A user's mistake never shows a traceback; a bug
says that it is one.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

from fuero.cli.console import say
from fuero.messages.diagnostic import FueroError

INTERRUPTED = 130
WRONG_USE = 2


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    try:
        code = _run(list(sys.argv[1:] if words is None else words))
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return 0
    except KeyboardInterrupt:
        say("Interrupted.")
        return INTERRUPTED
    return code


def _run(words: list[str]) -> int:
    try:
        return _obey(words)
    except FueroError as error:
        from fuero.cli.common import print_findings

        print_findings(error.diagnostics, "auto")
        return WRONG_USE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        from fuero.engine.faults import Fault

        if isinstance(error, Fault):
            from fuero.cli.common import fault_found, print_findings

            print_findings((fault_found(error),), "auto")
            return WRONG_USE
        if os.environ.get("FUERO_DEBUG") == "1":
            raise
        summary = f"{type(error).__name__}: {error}".split("\n")[0]
        say(f"This is a bug in fuero, not a mistake of yours: {summary}")
        say("Please report it with the command you gave. (FUERO_DEBUG=1 shows where it happened.)")
        return WRONG_USE


def _obey(words: list[str]) -> int:
    from cyclopts import CycloptsError

    from fuero.cli.verbs import app

    try:
        command, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        verb = words[0] if words and words[0] in app and not words[0].startswith("-") else ""
        say(f"{_in_words(error, verb)}\nSee: fuero {verb + ' ' if verb else ''}--help")
        return WRONG_USE
    code = command(*bound.args, **bound.kwargs)
    return code if isinstance(code, int) else 0


def _in_words(error: Exception, verb: str) -> str:
    """What is wrong with the words of a command, without a programmer's names for it."""
    said = str(error).strip()
    if number := re.match(r'Invalid value for (\S+): unable to convert "(.*)" into int', said):
        return f'{number[1]} is "{number[2]}", where a whole number should stand.'
    if flag := re.search(r"There is no flag (\S+) here\.", said):
        return flag[0]
    if over := re.match(r"Unused Tokens: \[(.*)\]\.?$", said):
        words = " ".join(re.findall(r"'([^']*)'", over[1]))
        if verb == "explain":
            return f'Nothing can be made of "{words}". A name of several words has hyphens; a sentence stands in quotes.'
        return f'Nothing can be made of "{words}". What belongs to one flag is joined by commas, without spaces: a,b,c'
    return said


def _forget_output() -> None:
    """Whoever read our output has gone: nothing more can be written, and the interpreter must not try."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
