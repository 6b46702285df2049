"""The verbs of the command, put together. Each verb stands in a file of its own and imports what it needs when it is called."""

from __future__ import annotations

from cyclopts import App, Parameter

from fuero.cli.check import check
from fuero.cli.common import example
from fuero.cli.completion import completion
from fuero.cli.cover import cover
from fuero.cli.differ import diff
from fuero.cli.doctor import doctor
from fuero.cli.explain import explain
from fuero.cli.fmt import fmt
from fuero.cli.labels import labels
from fuero.cli.new import new
from fuero.cli.play import play
from fuero.cli.replay import replay
from fuero.cli.run import run
from fuero.cli.schema import schema
from fuero.cli.show import show
from fuero.cli.test import test


def _version() -> str:
    from importlib.metadata import version

    return version("fuero")


app = App(
    name="fuero",
    help="Board games written down as rules: check them, play them, simulate them, compare them.",
    version=_version,
    help_format="plaintext",
    default_parameter=Parameter(show_default=False),
)
for verb in (check, fmt, test, cover, play, run, show, explain, diff, replay, schema, new, labels, doctor, completion):
    # No game is named in this code, so an example that can be copied takes the name of one that is shipped.
    verb.__doc__ = (verb.__doc__ or "").replace("GAME", example())
    app.command(verb)
