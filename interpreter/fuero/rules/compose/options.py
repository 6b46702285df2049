"""Options that the table cannot have: with so many players, without a module, beside another.

The world, the selection and what was chosen come in; options that must be off are switched off (with a note) or, where they were
asked for, reported with the way out. Types and ranges of the values are the binder's.
"""

from __future__ import annotations

from fuero.messages.diagnostic import NOWHERE, Diagnostic, Place, Span
from fuero.messages.nearest import nearest
from fuero.rules.compose.model import Selection
from fuero.rules.compose.world import Thing, World
from fuero.syntax.nodes import Name, Needs, NotWith, OnlyPlayers, OnlyWith, Option, Term, TypeName, WithPlayers, Word


def choose_options(world: World, selection: Selection, used: tuple[tuple[str, Word], ...]) -> list[Diagnostic]:
    """Writes what overlays use and what the table sets into `world.chosen`: the table has the last word."""
    found: list[Diagnostic] = []
    for overlay, word in used:
        thing = world.lookup(word.text, overlay)
        if thing and isinstance(thing.node, Option):
            world.chosen.setdefault(thing.title, Name("yes", span=word.span))
        else:
            found.append(_unknown(world, word.text, word.span))
    for name, value in selection.options:
        option = _option(world, name)
        if option is None:
            found.append(_unknown(world, name, value.span))
        else:
            world.chosen[option.title] = value
    return found


def _options(world: World) -> list[Thing]:
    return [thing for thing in world.things.values() if isinstance(thing.node, Option)]


def _option(world: World, name: str) -> Thing | None:
    """By its full name, or by the bare one where only one option has it."""
    exact = [thing for thing in _options(world) if thing.title == name]
    bare = [thing for thing in _options(world) if thing.title.split("/")[-1] == name]
    return exact[0] if exact else bare[0] if len(bare) == 1 else None


def _unknown(world: World, name: str, span: Span) -> Diagnostic:
    if name.split("/")[-1] in world.names_off:
        kind, owner = world.names_off[name.split("/")[-1]]
        message = f'The option "{name}" belongs to the {kind} "{owner}", which this ruleset does not use.'
        return Diagnostic("unknown-option", "error", message, span, hint=f"Add: uses {kind} {owner}")
    there = sorted(thing.title for thing in _options(world))
    guess = nearest(name, there)
    message = f'There is no option "{name}".' + (f' Did you mean "{guess}"?' if guess else "")
    listed = f"There are: {', '.join(there)}." if there else "There is no option at all."
    return Diagnostic("unknown-option", "error", message, span, hint=f'Write "{guess}" instead.' if guess else listed)


def check_options(world: World, players: int | None) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for thing in sorted(_options(world), key=lambda thing: thing.title):
        option = thing.node
        assert isinstance(option, Option)
        value = _value(world, thing, players)
        if _is_off(value):
            continue
        asked = thing.title in world.chosen
        switch = isinstance(option.type, TypeName) and option.type.name == "yes-no"
        for part in option.parts:
            trouble = _trouble(world, thing, part, players)
            if trouble is None:
                continue
            message, hint, soft = trouble
            if asked and not soft and switch:
                others = (Place(part.span, "said here"),)
                found.append(
                    Diagnostic("option-clash", "error", message, world.chosen[thing.title].span, others=others, hint=hint)
                )
            elif asked or switch:
                world.chosen.pop(thing.title, None)
                if switch and not _is_off(_value(world, thing, players)):
                    world.chosen[thing.title] = Name("no", span=part.span)
                found.append(Diagnostic("option-off", "note", f"{message} It is off.", part.span or NOWHERE, hint=hint))
            break
    return found


def _trouble(world: World, thing: Thing, part: object, players: int | None) -> tuple[str, str, bool] | None:
    """What stands against an option, the way out, and whether it is only a matter of who plays."""
    what = f'The option "{thing.title}"'
    if isinstance(part, OnlyPlayers) and players is not None and not part.low <= players <= part.high:
        number = str(part.low) if part.low == part.high else f"{part.low} to {part.high}"
        return f"{what} is only for {number} players, and {players} play.", f"Play it with {number}.", True
    if isinstance(part, Needs | OnlyWith):
        for word in part.names:
            if not _is_on(world, thing, part.kind, word, players):
                return f'{what} needs the {part.kind} "{word.text}".', f"Add: {part.kind} {word.text}", False
    if isinstance(part, NotWith):
        for word in part.names:
            if _is_on(world, thing, part.kind, word, players):
                hint = f"Leave out the option or the {part.kind} {word.text}."
                return f'{what} does not go with the {part.kind} "{word.text}".', hint, False
    return None


def _is_on(world: World, thing: Thing, kind: str, word: Word, players: int | None) -> bool:
    if kind != "option":
        return word.text in world.level_of
    other = world.lookup(word.text, thing.owner)
    return other is not None and isinstance(other.node, Option) and not _is_off(_value(world, other, players))


def _value(world: World, thing: Thing, players: int | None) -> Term:
    option = thing.node
    assert isinstance(option, Option)
    if (chosen := world.chosen.get(thing.title)) is not None:
        return chosen
    for part in option.parts:
        if isinstance(part, WithPlayers) and players is not None and part.low <= players <= part.high:
            return part.value
    return option.usually


def _is_off(value: Term) -> bool:
    return isinstance(value, Name) and value.text == "no"
