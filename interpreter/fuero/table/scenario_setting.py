"""The rules under which a scenario runs: those it was found with, and what its own lines add (`players`, `with module` …).

A resolved ruleset comes in, a game for each combination goes out, made once. What a scenario does not name is as it was found.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fuero.engine.game import Game
from fuero.messages.diagnostic import Diagnostic, FueroError
from fuero.rules import nodes as r
from fuero.rules.bind.scenario import ScenarioBinder
from fuero.rules.bind.world import did_you_mean
from fuero.rules.compose import Merged
from fuero.rules.load import Resolved, examine_located
from fuero.rules.locate import Located
from fuero.syntax import nodes as s
from fuero.syntax.print import print_term
from fuero.table.scenario_rows import wrong
from fuero.table.scenario_terms import Evaluator


@dataclass
class Setting:
    """One game at one table, with what is needed to read scenarios about it."""

    rules: r.Ruleset
    merged: Merged
    game: Game
    _binders: dict[str, ScenarioBinder] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = Evaluator(self.game)

    def binder(self, overlay: str) -> ScenarioBinder:
        """Reads what scenarios of this overlay say: they may use the names of everything that is on."""
        if overlay not in self._binders:
            seen = dict.fromkeys((*self.merged.sees.get(overlay, ()), *(o.name for o in self.merged.overlays)))
            merged = replace(self.merged, sees={**self.merged.sees, overlay: tuple(seen)})
            self._binders[overlay] = ScenarioBinder(self.rules, merged, overlay)
        return self._binders[overlay]

    def amended(self, rules: r.Ruleset) -> Game:
        """The same table under rules of its own: made anew, so that nothing of it is remembered."""
        return Game(rules, self.game.players)


@dataclass
class Settings:
    """All settings that the scenarios of one ruleset ask for."""

    resolved: Resolved
    _made: dict[tuple[object, ...], Setting] = field(default_factory=dict)

    def __post_init__(self) -> None:
        merged = self.resolved.merged
        self.modules = frozenset(o.name for o in merged.overlays if o.kind == "module")
        self.variants = frozenset(o.name for o in merged.overlays if o.kind == "variant")
        self.options = {name: print_term(term) for name, term in merged.chosen}
        files = self.resolved.files
        tables = {name: text for name, text in files.items() if name.endswith(".csv")}
        self.located = Located(merged.game.name.text, {n: t for n, t in files.items() if n not in tables}, tables)

    def of(self, parts: tuple[s.ScenarioPart, ...]) -> Setting:
        """The setting that these lines ask for. Raises FueroError where it cannot be."""
        players = self._players(parts)
        modules, variants, options = set(self.modules), set(self.variants), dict(self.options)
        for part in parts:
            match part:
                case s.ScenarioWith("module", names, None):
                    modules |= {name.text for name in names}
                case s.ScenarioWith("variant", names, None):
                    variants |= {name.text for name in names}
                case s.ScenarioWith("option", (name,), value) if value is not None:
                    options[name.text] = print_term(value)
                case s.ScenarioWith("option", (name, *_), _):
                    options[name.text] = "yes"
                case s.ScenarioWith(kind):
                    close = did_you_mean(kind, ["module", "variant", "option"])
                    raise wrong(f'With one of: module, variant, option. "{kind}" is not among them.{close}', part.span)
        key = (players, frozenset(modules), frozenset(variants), tuple(sorted(options.items())))
        if key not in self._made:
            try:
                self._made[key] = self._make(players, frozenset(modules), frozenset(variants), options)
            except FueroError as error:
                raise FueroError(tuple(_placed(d, parts) for d in error.diagnostics)) from error
        return self._made[key]

    def _players(self, parts: tuple[s.ScenarioPart, ...]) -> int:
        low, high = self.resolved.rules.players
        for part in parts:
            if isinstance(part, s.ScenarioPlayers):
                letters = "".join(seat.letter for seat in part.seats)
                if letters != "ABCDEF"[: len(letters)]:
                    raise wrong("The seats are named in order, from A on.", part.span)
                if not low <= len(letters) <= high:
                    raise wrong(f"This game is for {low} to {high} players, not {len(letters)}.", part.span)
                return len(letters)
        return min(max(low, 3), high)

    def _make(self, players: int, modules: frozenset[str], variants: frozenset[str], options: dict[str, str]) -> Setting:
        found = examine_located(self.located, modules, variants, options, players)
        if found.rules is None or found.merged is None:
            raise FueroError(found.diagnostics)
        return Setting(found.rules, found.merged, Game(found.rules, players))


def _placed(d: Diagnostic, parts: tuple[s.ScenarioPart, ...]) -> Diagnostic:
    """What is wrong with a wish of the scenario's, at the line that has it: rules know of the wish, not of its place."""
    if d.span.line:
        return d
    for part in parts:
        if isinstance(part, s.ScenarioWith):
            said = [word.text for word in part.names] + ([print_term(part.value)] if part.value is not None else [])
            if any(f'"{word}"' in d.message or f" {word}." in d.message for word in said):
                return replace(d, span=part.span)
    return d
