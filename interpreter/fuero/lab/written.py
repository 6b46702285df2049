"""Declarations of RULES as short text, near to how the language writes them; what `diff` shows of each side.

A declaration comes in, its text without the leading word and name goes out.
"""

from __future__ import annotations

from fuero.rules.nodes import Action, Block, Choice, Let, Option, Param, Require, Term, Type, Var, Zone
from fuero.rules.text import term_text, type_text
from fuero.rules.text_flow import block_text, choice_text


def signature(name: str, params: tuple[Param, ...]) -> str:
    """`name(a: type, b: type)`, or the bare name."""
    return f"{name}({', '.join(f'{p.name}: {type_text(p.type)}' for p in params)})" if params else name


def case_text(when: Term, body: Block) -> str:
    """A case that holds statements."""
    return f"when {term_text(when)}\n{indented(block_text(body))}"


def indented(text: str) -> str:
    """Every line two spaces in."""
    return "\n".join("  " + line for line in text.split("\n"))


def action_text(a: Action) -> str:
    """An action with all its parts."""
    lines = [signature(a.name, a.params)]
    for part in a.parts:
        match part:
            case Choice():
                lines.append(f"  choose {choice_text(part)}")
            case Let(name, value):
                lines.append(f"  let {name} = {term_text(value)}")
            case Require(path, _, term):
                lines.append(f"  require {path}: {term_text(term)}")
    return "\n".join([*lines, "  effect", indented(indented(block_text(a.effect)))])


def option_text(o: Option) -> str:
    """An option with its conditions, a line each."""
    chosen = f", set to {term_text(o.value)}" if o.value is not None else ""
    lines = [f"{type_text(o.type)}, usually {term_text(o.usually)}{chosen}"]
    lines += [f"with {_players(low, high)} players {term_text(value)}" for low, high, value in o.defaults]
    if o.only_players is not None:
        lines.append(f"only with {_players(*o.only_players)} players")
    for word, names in (("only with", o.only_with), ("not with", o.not_with), ("needs", o.needs)):
        lines += [f"{word} {kind} {name}" for kind, name in names]
    return "\n".join(lines)


def _players(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"


def kind_text(kind: Type) -> str:
    """The members of a kind."""
    members = getattr(kind, "pieces", None) or [type_text(m) for m in getattr(kind, "members", ())]
    return ", ".join(members) or type_text(kind)


def zone_text(z: Zone) -> str:
    """What a zone holds, per what, and who sees it."""
    size = f" {term_text(z.size)}" if z.size is not None else ""
    piece = f" of {type_text(z.piece)}" if z.piece is not None else ""
    on = f" on {z.on}" if z.on else ""
    per = "".join(f" per {type_text(t)}" for t in z.per)
    always = "".join(f"\nalways {term_text(t)}" for t in z.always)
    return f"{z.kind}{size}{piece}{on}{per}, {z.sight}{always}"


def var_text(v: Var) -> str:
    """The type of a variable, its first value, and who sees it."""
    per = "".join(f" per {type_text(t)}" for t in v.per)
    initial = f" = {term_text(v.initial)}" if v.initial is not None else ""
    forgotten = f", forgotten each {v.forgotten}" if v.forgotten else ""
    return f"{type_text(v.type)}{per}{initial}, {v.sight}{forgotten}"
