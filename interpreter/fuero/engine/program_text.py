"""PROGRAM → the Python text of a machine, the constants that it finds in its globals, and what the machine must know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fuero.engine.emit_choices import Choices, MenuNames
from fuero.engine.emit_flow import AskInfo, Flow
from fuero.engine.emit_planes import planes_text
from fuero.engine.emit_terms import Namespace, Terms, python_name
from fuero.program import nodes as P


@dataclass(frozen=True)
class ProgramText:
    """The text; its constants by name; what each menu's functions are called; questions, entry blocks and rules of the flow."""

    text: str
    constants: dict[str, Any]
    menus: tuple[MenuNames, ...]
    asks: dict[int, AskInfo]
    entry: dict[str, int]
    rules: list[str]


def print_program(program: P.Program, menu_numbers: dict[str, int]) -> ProgramText:
    """Prints a whole program, in an order in which everything is defined before it is run."""
    space = Namespace(program)
    choices = Choices(space)
    menus = tuple(choices.menu(m, i) for i, m in enumerate(program.menus))
    flow = Flow(space, menu_numbers)
    flow_text = flow.all()
    functions = [function_text(space, f) for f in program.functions]
    planes: list[str] = []
    done: set[str] = set()
    while rest := [r for r in space.values.get("#planes", []) if r not in done]:
        done |= set(rest)
        planes += [planes_text(space, r) for r in rest]
    defs, sites = space.values.get("#defs", []), space.values.get("#sites", [])
    text = "\n".join([*functions, *planes, *defs, *sites, *choices.lines, flow_text])
    constants = {name: value for name, value in space.values.items() if not name.startswith("#")}
    return ProgramText(text, constants, menus, flow.asks, flow.entry, flow.rules)


def function_text(space: Namespace, f: P.Function) -> str:
    """A function of the rules, its parts one by one, and the sentences that quote values.

    What a pure function of one board gives is remembered with the board.
    """
    names = {p: f"p_{python_name(p)}" for p in f.params}
    params = list(names.values())
    terms = Terms(space, names)
    name = f"F_{python_name(f.name)}"
    head = f"(S{''.join(',' + p for p in params)})"
    body = terms(f.body)
    lines = [f"def {name}{head}:\n"]
    if len(f.boards) == 1 and space.pure_function(f.name):
        board = names[f.boards[0]]
        others = "".join(p + "," for p in params if p != board)
        lines += [
            f"    memo = {board}.memo\n",
            f"    key = ('{name}',{others})\n",
            "    found = memo.get(key)\n",
            "    if found is None:\n",
            f"        found = memo[key] = {body}\n",
            "    return found\n",
        ]
    else:
        lines.append(f"    return {body}\n")
    for k, clause in enumerate(f.clauses):
        lines.append(f"def {name}_{k}{head}:\n    return {terms(clause.term)}\n")
        if clause.values:
            lines.append(f"def SAY_{name}_{k}{head}:\n    return {terms.quoted(clause.label, clause.values)}\n")
    return "".join(lines)
