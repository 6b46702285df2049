"""Which rules a mutant concerns: the one that is changed; for what is only read (a number, a table, a variable) its readers."""

from __future__ import annotations

from fuero.lab.mutants.nodes import Mutant
from fuero.rules import nodes as r
from fuero.rules.bind.walk import called, declared, walk


def concerned(rules: r.Ruleset, mutant: Mutant) -> frozenset[str] | None:
    """The names of rules, as a scenario comes by them; None where the change concerns whatever is on the table."""
    match mutant.group:
        case "setup" | "end":
            return frozenset({mutant.group})
        case "options" | "numbers" | "tables" | "vars":
            return _performed(rules, readers(rules, mutant.group, mutant.rule))
        case "majorities":
            return _performed(rules, frozenset({mutant.rule}))
        case "points":
            return frozenset(p.after for p in rules.points if p.name == mutant.rule)
        case "piece_sets" | "maps" | "players" | "neutral_when":
            return None
        case _:
            return frozenset({mutant.rule})


def _performed(rules: r.Ruleset, names: frozenset[str]) -> frozenset[str]:
    """A majority is counted where it is performed: who comes by it comes by those rules."""
    counted = {f"majority {m.name}" for m in rules.majorities if m.name in names}
    callers = {key.partition(" ")[2] for key, node in declared(rules).items() if any(to in counted for to, _ in called(node))}
    return names | callers


def readers(rules: r.Ruleset, group: str, name: str) -> frozenset[str]:
    """The rules that read a setting, a table or a variable, or set it."""
    found = set()
    for key, node in (*declared(rules).items(), ("end end", rules.end)):
        for inner in walk(node):
            match inner:
                case r.Setting(name=read) if group in ("options", "numbers") and read == name:
                    found.add(key.partition(" ")[2])
                case r.TableRead(table=read) if group == "tables" and read == name:
                    found.add(key.partition(" ")[2])
                case r.VarRead(var=read) if group == "vars" and read == name:
                    found.add(key.partition(" ")[2])
                case _:
                    pass
    return frozenset(found)
