"""Everything there is to say of one thing of a ruleset.

In: RULES, the merged syntax, the texts of the files, and the key of a thing. Out: an `Explained`. Law: nothing is told that the
rules as they stand do not hold; what an overlay changed is told in the order in which it applies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fuero.lab.account import cited
from fuero.lab.explain.notions import COUNTS, PRIZES, tie_pays
from fuero.lab.explain.scenarios import examples, speaking
from fuero.lab.explain.structure import Amended, Explained, PartOf, Quantity, Relation, Source
from fuero.lab.explain.uses import uses
from fuero.lab.explain.values import Values
from fuero.lab.explain.written import as_it_stands
from fuero.lab.named import Key, Named, named_things
from fuero.rules.load import Resolved
from fuero.rules.nodes import Cite, Ruleset, TrailEntry

QUANTITIES = ("number", "option", "table")
_PARTS = ("require", "way", "part", "case", "bonus", "field", "step", "attribute", "offer", "region")
_READ = ("rulebook", "game", "row", "table cell", "display")


class Explainer:
    """Explains the things of one ruleset; made once, asked often."""

    def __init__(self, resolved: Resolved, players: int | None = None) -> None:
        self.rules: Ruleset = resolved.rules
        self.things = named_things(resolved.rules)
        self._resolved = resolved
        self._values = Values(resolved.rules, players)
        self._uses = uses(resolved.rules, self.things)
        self._scenarios = speaking(resolved.merged.scenarios)
        self._titles = {o.name: o.title or o.name for o in resolved.rules.overlays}
        self._heads = {o.name: o.cites or ((Cite("house"),) if o.kind == "variant" else ()) for o in resolved.rules.overlays}

    @property
    def files(self) -> Mapping[str, str]:
        """The texts that the ruleset was made from, and those of the overlays that are off."""
        return self._resolved.files

    def of(self, key: Key) -> Explained:
        """What there is to say of a thing."""
        thing = self.things[key]
        group = self._group(key)
        own = thing.origin.cites
        cites = own or cited(thing, self.things) or self._heads.get(thing.origin.overlay, ())
        whole = thing.parent not in self.things
        text = as_it_stands(self._resolved.merged, self._declared(thing) if whole else "", thing.origin.span)
        names = [*dict.fromkeys(n for n in (thing.name, thing.name.split("/", 1)[-1]) if n)]
        if thing.kind in QUANTITIES:
            names += [k[1] for k in self._reading(group) if "." in k[1] or k[0] in ("majority", "points")]
        return Explained(
            game=self.rules.title,
            kind=thing.kind,
            name=self._declared(thing) if whole else thing.name,
            sentence=self._values.filled(thing.sentence, thing.origin.overlay),
            overlay=thing.origin.overlay,
            text=text or thing.whole,
            span=thing.origin.span,
            sources=self._sources(cites),
            inherited=bool(cites) and not own,
            parts=tuple([self._part(self.things[k]) for k in group[1:] if self.things[k].kind in _PARTS]),
            changes=tuple(self._changes(group)),
            quantities=tuple(self._quantities(group)),
            reads=tuple(self._relations(group)),
            readers=tuple(self._readers(group)),
            examples=examples(self._scenarios, names, {(c.rulebook, c.section) for c in cites if c.section}),
            notes=tuple(self._notes(thing)),
        )

    def _notes(self, thing: Named) -> Iterator[str]:
        """What a fixed choice of the rule comes to in numbers."""
        for majority in self.rules.majorities:
            if thing.kind == "majority" and majority.name == thing.name.split(".", 1)[0]:
                phrase = ", ".join(majority.ties)
                held, paid = ", ".join(map(str, COUNTS)), ", ".join(map(str, PRIZES))
                yield f"Ties, {phrase}: who hold {held} get {tie_pays(phrase)}, were the prizes {paid} (fuero explain ties)."

    # ------------------------------------------------------------ what belongs to it

    def _declared(self, thing: Named) -> str:
        return "end" if thing.kind == "end" else thing.name

    def _group(self, key: Key) -> list[Key]:
        """The thing and all that stands in it."""
        if key[0] == "end":
            return [key, *(k for k in self.things if k[0] == "end" and k != key)]
        group = {key: None}
        for other, thing in self.things.items():
            if thing.parent in group:
                group[other] = None
        if key[0] == "piece":
            inside = [k for k, t in self.things.items() if k == ("pieces", key[1]) or t.parent == ("pieces", key[1])]
            group |= dict.fromkeys(inside)
        return list(group)

    def _part(self, part: Named) -> PartOf:
        sentence = self._values.filled(part.sentence, part.origin.overlay)
        return PartOf(part.kind, part.name, sentence, part.origin.overlay, self._sources(part.origin.cites), part.origin.span)

    def _sources(self, cites: Iterable[Cite]) -> tuple[Source, ...]:
        return tuple([Source(short(c), in_words(c, self.rules)) for c in cites])

    # ------------------------------------------------------------ base and changes

    def _changes(self, group: list[Key]) -> list[Amended]:
        """The amendments of the thing and of its parts, each once, those that dropped a part included."""
        head = self.things[group[0]]
        brought = (head.origin.span.file, head.origin.span.line) if head.origin.overlay else None
        found = [entry for key in group for entry in self.things[key].origin.trail]
        found += [e for e in self.rules.dropped if e.path == head.name or e.path.startswith(head.name + ".")]
        ranks = {o.name: rank for rank, o in enumerate(self.rules.overlays)}
        once: dict[tuple[int, str, int, int], TrailEntry] = {}
        for entry in found:
            if (entry.span.file, entry.span.line) != brought:
                rank = ranks.get(entry.overlay, len(ranks))
                once.setdefault((rank, entry.span.file, entry.span.line, entry.span.column), entry)
        return [self._amended(once[place]) for place in sorted(once)]

    def gone(self, name: str) -> Amended | None:
        """The amendment that took a thing of that name away; None where there is none."""
        for entry in self.rules.dropped:
            if name in (entry.path, entry.path.split("/", 1)[-1], entry.path.rpartition(".")[2]):
                return self._amended(entry)
        return None

    def _amended(self, entry: TrailEntry) -> Amended:
        """One amendment, with the line as it is written."""
        span = entry.span
        lines = self._resolved.files.get(span.file, "").splitlines()
        line = lines[span.line - 1].partition("  @")[0].strip() if 0 < span.line <= len(lines) else ""
        sources = self._sources(entry.cites or self._heads.get(entry.overlay, ()))
        title = self._titles.get(entry.overlay, entry.overlay)
        before = entry.before if "\n" not in entry.before else ""
        return Amended(entry.overlay, title, entry.kind, line, before, sources, span)

    # ------------------------------------------------------------ numbers, and who speaks of whom

    def _quantities(self, group: list[Key]) -> Iterator[Quantity]:
        for key in self._used(group):
            if key[0] in QUANTITIES or key in group:
                yield self._quantity(key)
        if group[0][0] in ("number", "option"):
            yield self._quantity(group[0])
        elif group[0][0] == "table":
            for key in group[1:]:
                thing = self.things[key]
                yield Quantity("cell", thing.name, thing.text, self._sources(thing.origin.cites), thing.origin.span)

    def _quantity(self, key: Key) -> Quantity:
        thing = self.things[key]
        value = self._values.of(key[1])
        sources = self._sources(thing.origin.cites or self._heads.get(thing.origin.overlay, ()))
        return Quantity(key[0], key[1], thing.text if value is None else value, sources, thing.origin.span)

    def _used(self, group: list[Key]) -> dict[Key, str]:
        inside = set(group)
        found: dict[Key, str] = {}
        for key in group:
            for other, how in self._uses.get(key, {}).items():
                if other not in inside:
                    found.setdefault(other, how)
        return found

    def _relations(self, group: list[Key]) -> Iterator[Relation]:
        for key, how in self._used(group).items():
            if key[0] not in (*QUANTITIES, *_READ):
                yield Relation(key[0], key[1], how, self.things[key].origin.span)

    def _reading(self, group: list[Key]) -> dict[Key, str]:
        """Who speaks of the thing. A part is read through its rule as well."""
        inside = set(group)
        wanted = set(group)
        above = self.things[group[0]].parent
        if self.things[group[0]].kind in ("require", "way", "part", "case") and above in self.things:
            wanted.add(above)
            inside |= set(self._group(above))
        found: dict[Key, str] = {}
        for key, used in self._uses.items():
            if key not in inside:
                for other, how in used.items():
                    if other in wanted:
                        found.setdefault(key, how)
        return found

    def _readers(self, group: list[Key]) -> Iterator[Relation]:
        for key, how in self._reading(group).items():
            yield Relation(key[0], key[1], how, self.things[key].origin.span)
        place = self.things[group[0]].parent
        if place in self.things:
            yield Relation(place[0], place[1], "holds it", self.things[place].origin.span)


def short(cite: Cite) -> str:
    """A citation as it is written; `house` and `assumed` as they are."""
    if cite.rulebook in ("house", "assumed"):
        return cite.rulebook
    book = cite.rulebook.rpartition("/")[2]
    return f"@{book}/{cite.section}" if cite.section else f"@{book}"


def in_words(cite: Cite, rules: Ruleset) -> str:
    """The title of the rulebook and of its section; what rests on no rulebook is said so."""
    if cite.rulebook in ("house", "assumed"):
        return "a house rule" if cite.rulebook == "house" else "assumed: no rulebook says it"
    book = next((b for b in rules.rulebooks if b.name == cite.rulebook or b.name.endswith("/" + cite.rulebook)), None)
    if book is None:
        return f"{cite.rulebook}, {cite.section}".removesuffix(", ")
    title = dict(book.sections).get(cite.section) or cite.section.replace("-", " ")
    return f"{book.title}, “{title}”" if title else book.title
