"""The names of one merged ruleset: who declares what, who sees whom, and a memory for what has been bound once.

Comes from the merged syntax; every pass of the binder asks it. Keeps the law that a word means what its own file may
see: first its overlay's own things, then those the overlay needs, then the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.messages.nearest import nearest
from fuero.rules import nodes as r
from fuero.rules.bind.findings import Findings
from fuero.rules.bind.types import with_article
from fuero.syntax import nodes as s
from fuero.syntax.print import print_term

if TYPE_CHECKING:
    from fuero.rules.compose import Merged

T = TypeVar("T")
ReadFile = Callable[[str, str], str]

KINDS: dict[type[object], str] = {
    s.Option: "option",
    s.Number: "number",
    s.Enum: "enum",
    s.Kind: "kind",
    s.Map: "map",
    s.Piece: "piece",
    s.Zone: "zone",
    s.Var: "var",
    s.Table: "table",
    s.Cases: "cases",
    s.Function: "function",
    s.Action: "action",
    s.Procedure: "procedure",
    s.Window: "window",
    s.Majority: "majority",
    s.Points: "points",
}


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declared name. `full` is how RULES writes it: `overlay/name`, or the bare name for the game's own."""

    name: str
    full: str
    owner: str
    kind: str
    node: s.Declaration = field(compare=False)

    @property
    def span(self) -> Span:
        return self.node.span if isinstance(self.node, s.Node) else NOWHERE

    def __str__(self) -> str:
        return with_article({"var": "variable", "enum": "list of names"}.get(self.kind, self.kind))


@dataclass(slots=True)
class World:
    """What is known of the ruleset while it is bound."""

    merged: Merged
    read_file: ReadFile
    off: Mapping[str, str]
    findings: Findings = field(default_factory=Findings)
    symbols: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    values: dict[str, list[tuple[str, r.Term]]] = field(default_factory=dict)
    extra_enums: dict[str, r.Enum] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    memo: dict[tuple[str, str], object] = field(default_factory=dict)
    busy: list[tuple[str, str]] = field(default_factory=list)

    # ---------------------------------------------------------------- whose names

    def owner(self, span: Span) -> str:
        """The overlay whose file a place is in; empty for the game."""
        return self.merged.scope_of.get(span.file, "")

    def visible(self, owner: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((owner, *self.merged.sees.get(owner, ()), "")))

    def full(self, name: str, owner: str) -> str:
        return f"{owner}/{name}" if owner else name

    def find(self, name: str, span: Span) -> Symbol | None:
        """The thing that a word means where it stands, or None."""
        if "/" in name:
            owner, bare = name.rsplit("/", 1)
            return self.symbols.get((owner, bare))
        for owner in self.visible(self.owner(span)):
            if (symbol := self.symbols.get((owner, name))) is not None:
                return symbol
        return None

    def find_values(self, name: str, span: Span) -> list[r.Term]:
        """Members of finite types of that name which the place may see."""
        seen = self.visible(self.owner(span))
        return [term for owner, term in self.values.get(name, ()) if owner in seen]

    def add_value(self, name: str, owner: str, term: r.Term) -> None:
        self.values.setdefault(name, []).append((owner, term))

    def of_kind(self, *kinds: str) -> list[Symbol]:
        """Declared things in their declared order."""
        return [symbol for symbol in self.symbols.values() if symbol.kind in kinds]

    def collect(self) -> None:
        """Enters every declared name; composition has seen to it that no file declares one twice."""
        for node in self.merged.declarations:
            kind = node.kind if isinstance(node, s.Rule) else KINDS.get(type(node))
            if kind is None:
                continue
            names = [node.name]  # type: ignore[union-attr]
            if isinstance(node, s.Map) and node.of.text != node.name.text:
                names.append(node.of)
            for word in names:
                owner = self.owner(node.span)
                symbol = Symbol(word.text, self.full(word.text, owner), owner, kind, node)
                self.symbols.setdefault((owner, word.text), symbol)

    # ---------------------------------------------------------------- bound once

    def once(self, kind: str, name: str, make: Callable[[], T], broken: T) -> T:
        """Makes a thing at its first use. A thing that needs itself is reported and counts as `broken` there."""
        key = (kind, name)
        if key in self.memo:
            return self.memo[key]  # type: ignore[return-value]
        if key in self.busy:
            ring = [n for n, _ in groupby([*(n for _, n in self.busy[self.busy.index(key) :]), name])]
            symbol = self.symbols.get(("", name)) or next((x for x in self.symbols.values() if x.full == name), None)
            self.findings.report(
                "calls-itself",
                f'"{name}" needs itself: {" > ".join(ring)}.',
                symbol.span if symbol else NOWHERE,
                hint="a value or type must be known without itself; write its type, or leave one of them out",
            )
            return broken
        self.busy.append(key)
        muted, self.findings.muted = self.findings.muted, 0  # what is made once is reported once, whoever asked first
        try:
            made = make()
        finally:
            self.busy.pop()
            self.findings.muted = muted
        self.memo[key] = made
        return made

    # ---------------------------------------------------------------- origin

    def origin(self, span: Span, cites: s.Cites, *paths: str) -> r.Origin:
        """Where a thing stands and what amended it; `paths` are the names under which an amendment may have addressed it."""
        owner = self.owner(span)
        trail: list[r.TrailEntry] = []
        for path in dict.fromkeys(paths):
            for entry in self.merged.trail.get(path, ()):
                before, cited = _as_text(entry.before), self.cites(entry.cites)
                trail.append(r.TrailEntry(entry.overlay, entry.kind, before, cited, entry.span, path))
        return r.Origin(owner, self.cites(cites), tuple(trail), span)

    def cites(self, cites: s.Cites) -> r.Cites:
        return tuple(self._cite(cite) for cite in cites)

    def _cite(self, cite: s.Cite) -> r.Cite:
        if cite.rulebook in ("house", "assumed"):
            return r.Cite(cite.rulebook, cite.section)
        known = self.rulebooks()
        owners = self.visible(self.owner(cite.span))
        for owner in owners:
            if (book := known.get((owner, cite.rulebook))) is not None:
                sections = [section.name.text for section in book.sections]
                if cite.section and cite.section not in sections:
                    self.findings.report(
                        "unknown-source",
                        f'The rulebook "{cite.rulebook}" has no section "{cite.section}".' + did_you_mean(cite.section, sections),
                        cite.span,
                        hint=f'declare it below the rulebook: section {cite.section} "…"',
                    )
                return r.Cite(self.full(cite.rulebook, owner), cite.section)
        names = sorted({name for owner, name in known if owner in owners} | {"house", "assumed"})
        self.findings.report(
            "unknown-source",
            f'There is no rulebook "{cite.rulebook}".' + did_you_mean(cite.rulebook, names),
            cite.span,
            hint=f'declare it: rulebook {cite.rulebook} "…"; what comes from no rulebook says @house, what is guessed @assumed',
        )
        return r.Cite(cite.rulebook, cite.section)

    def rulebooks(self) -> dict[tuple[str, str], s.Rulebook]:
        def make() -> dict[tuple[str, str], s.Rulebook]:
            return {(self.owner(n.span), n.name.text): n for n in self.merged.declarations if isinstance(n, s.Rulebook)}

        return self.once("rulebooks", "", make, {})


def did_you_mean(word: str, candidates: list[str]) -> str:
    """` Did you mean "x"?`, or nothing."""
    close = nearest(word, candidates)
    return f' Did you mean "{close}"?' if close else ""


def _as_text(node: object) -> str:
    """What stood there before, as its author wrote it: a term, or a named part's term; nothing for whole blocks."""
    if isinstance(node, str):
        return node
    if isinstance(node, s.Word):
        return node.text
    if isinstance(node, tuple):
        return ", ".join(text for text in map(_as_text, node) if text)
    if isinstance(node, s.Term):
        return print_term(node)
    for name in ("term", "value", "pays", "domain"):
        inner = getattr(node, name, None)
        if isinstance(inner, s.Term):
            return print_term(inner)
    return ""
