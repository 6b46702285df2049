"""Rule mutants: what no worked example of a ruleset pins down.

A ruleset comes in; `make` gives many rulesets that differ from it in one place, `run` plays the worked examples under each, and
`report` lists the changes that no example noticed. Nothing here knows how examples are played: a `Bench` is handed in.
"""
