"""What can go wrong while a match runs."""

from __future__ import annotations

from fuero.messages.diagnostic import NOWHERE, Span


class Fault(Exception):
    """A rule asked for something that cannot be: it names the rule and its place. The state before the decision is kept."""

    def __init__(self, rule: str, message: str, span: Span = NOWHERE):
        super().__init__(f"{rule}: {message}" if rule else message)
        self.rule, self.message, self.span = rule, message, span


class Finished(Exception):  # noqa: N818 - a signal of the flow, no error
    """The match goes to its end; the number of the rule that says so."""

    def __init__(self, rule: int):
        super().__init__(rule)
        self.rule = rule


class Left(Exception):  # noqa: N818 - a signal of the flow, no error
    """A running effect ends at once; the block where the flow goes on."""

    def __init__(self, block: int):
        super().__init__(block)
        self.block = block


class Stuck(Exception):  # noqa: N818 - a signal of the flow, no error
    """Nothing could be decided a hundred times in a row."""
