"""Which functions of a lowered text are needed, and which are written into their callers.

The compiler is told both, and decides neither itself: its own way of finding out costs more time than all the rest. In:
functions, the names that are called from outside. Out: the functions that can be reached, those to be written into their callers.
"""

from __future__ import annotations

import ast

SMALL = 150
"""A function of so many nodes is written into its callers."""
ONCE = 1500
"""One that is called in one place only, of so many."""
TINY = 40
MOST = 30_000
"""What one function that is not tiny may add to the whole by being written into its callers."""


def fits(size: int, places: int) -> bool:
    """Is a function of this size written into so many callers?"""
    return (size <= SMALL and size * places <= MOST) or (places == 1 and size <= ONCE)


def plan(functions: list[ast.FunctionDef], exported: set[str]) -> tuple[list[ast.FunctionDef], set[str]]:
    """The functions that can be reached, in order; the names of those to be written into their callers."""
    by_name = {f.name: f for f in functions}
    calls: dict[str, list[str]] = {}
    size: dict[str, int] = {}
    for f in functions:
        nodes = list(ast.walk(f))
        size[f.name] = len(nodes)
        calls[f.name] = [
            n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in by_name
        ]
    order: list[str] = []
    seen: set[str] = set()
    looped: set[str] = set()

    def visit(start: str) -> None:
        path: list[tuple[str, list[str]]] = [(start, list(dict.fromkeys(calls[start])))]
        seen.add(start)
        open_ = {start}
        while path:
            name, rest = path[-1]
            if rest:
                called = rest.pop()
                if called in open_:
                    looped.add(called)
                elif called not in seen:
                    seen.add(called)
                    open_.add(called)
                    path.append((called, list(dict.fromkeys(calls[called]))))
            else:
                path.pop()
                open_.discard(name)
                order.append(name)

    for f in functions:
        if f.name in exported and f.name not in seen:
            visit(f.name)
    places: dict[str, int] = {}
    for name in order:
        for called in calls[name]:
            places[called] = places.get(called, 0) + 1
    marks = {f.name: {d.id for d in f.decorator_list if isinstance(d, ast.Name)} for f in functions}
    inline: set[str] = set()
    for name in order:  # those that are called come first
        whole = size[name]
        for called in calls[name]:
            if called in inline:
                whole += size[called]
        size[name] = whole
        if name in looped or name in exported or "noinline" in marks[name]:
            continue
        if "inline" in marks[name] or whole <= TINY or fits(whole, places.get(name, 0)):
            inline.add(name)
    return [f for f in functions if f.name in seen], inline
