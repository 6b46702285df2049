"""The versions that a meaning depends on beside the ruleset itself. Raise one when the same text begins to mean another play."""

from __future__ import annotations

# What the words of the language mean.
LANGUAGE_VERSION = 1
# What the built-in notions give (reach, longest run, ranks, chance …) and the order in which choices are listed.
BUILTINS_VERSION = 1
# How RULES are written as JSON.
RULES_JSON_VERSION = 1
