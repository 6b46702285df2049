"""The grammar as tables: grammar text in, parse tables and the lists of words out.

lark builds the LALR tables (strict: a conflict is an error) and is not needed afterwards: the tables are kept as JSON in the
user's cache folder, under a hash of the grammar's text and lark's version. A cache that is missing, unwritable or damaged costs
half a second and nothing else. Keeps the law that the lists of keywords are read from the grammar.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import json
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fuero import resources

_FORMAT = "3"
_BLOCK_ENDS = frozenset({"_NL", "_IN", "_OUT"})


@dataclass(frozen=True, slots=True)
class Production:
    """One alternative of the grammar.

    `kept` lists which of its `size` values become arguments: (place, whether a list to be opened, absent ones before it).
    """

    origin: str
    maker: str
    size: int
    kept: tuple[tuple[int, bool, int], ...]
    absent_at_end: int
    kind: str  # "make" a node, "pass" the only value on, "list" values for the rule above


@dataclass(frozen=True, slots=True)
class Tables:
    """All that is read from the grammar. An action >= 0 goes to that state, one below 0 ends production `-1 - action`."""

    states: tuple[dict[str, int], ...]
    start: int
    final: int
    productions: tuple[Production, ...]
    patterns: tuple[tuple[str, str], ...]
    words: dict[str, str]
    signs: dict[str, str]
    leading: frozenset[str]
    inner: frozenset[str]
    after_first: dict[str, frozenset[str]]
    starters: frozenset[str]
    as_second: dict[str, frozenset[str]]
    values: frozenset[str]
    operators: frozenset[str]

    @property
    def joining(self) -> frozenset[str]:
        """Words that can start no line."""
        return self.inner - self.leading


@functools.cache
def tables() -> Tables:
    """The tables of the shipped grammar, from the cache if it is there."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(resources.grammar().glob("*.lark")))
    key = hashlib.sha256("\0".join((_FORMAT, importlib.metadata.version("lark"), text)).encode()).hexdigest()
    place = cache_folder() / f"grammar-{key[:32]}.json"
    raw = _load(place)
    if raw is None:
        raw = _build(text)
        _save(place, raw)
    return _tables(raw)


def cache_folder() -> Path:
    """Where this user's caches lie."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "fuero"


def _load(place: Path) -> dict[str, Any] | None:
    try:
        check, _, body = place.read_text(encoding="utf-8").partition("\n")
        if check != hashlib.sha256(body.encode()).hexdigest():
            return None
        raw: dict[str, Any] = json.loads(body)
        return raw
    except (OSError, ValueError):
        return None


def _save(place: Path, raw: dict[str, Any]) -> None:
    body = json.dumps(raw, separators=(",", ":"))
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=place.parent, delete=False) as file:
            file.write(hashlib.sha256(body.encode()).hexdigest() + "\n" + body)
        Path(file.name).replace(place)
    except OSError:
        pass  # a read-only home costs speed, nothing else


def _tables(raw: dict[str, Any]) -> Tables:
    return Tables(
        states=tuple(raw["states"]),
        start=raw["start"],
        final=raw["final"],
        productions=tuple(
            Production(origin, maker, size, tuple((place, opened, absent) for place, opened, absent in kept), absent_at_end, kind)
            for origin, maker, size, kept, absent_at_end, kind in raw["productions"]
        ),
        patterns=tuple((name, pattern) for name, pattern in raw["patterns"]),
        words=raw["words"],
        signs=raw["signs"],
        leading=frozenset(raw["leading"]),
        inner=frozenset(raw["inner"]),
        after_first={word: frozenset(after) for word, after in raw["after_first"].items()},
        starters=frozenset(raw["starters"]),
        as_second={word: frozenset(second) for word, second in raw["as_second"].items()},
        values=frozenset(raw["values"]),
        operators=frozenset(raw["operators"]),
    )


def _build(text: str) -> dict[str, Any]:
    from lark import Lark  # only needed when the grammar has changed

    lark = Lark(text, parser="lalr", lexer="basic", strict=True, maybe_placeholders=True)
    table = lark.parser.parser._parse_table
    rules = list(lark.rules)
    number = {id(rule): n for n, rule in enumerate(rules)}
    order = _in_order(table)
    numbered = {state: n for n, state in enumerate(order)}

    def act(action: Any, target: Any) -> int:
        return numbered[target] if str(action) == "Shift" else -1 - number[id(target)]

    strings = {t.name: t.pattern.value for t in lark.terminals if t.pattern.type == "str"}
    ignored = set(lark.ignore_tokens)
    patterns = sorted(
        (t for t in lark.terminals if t.pattern.type == "re" and t.name not in ignored),
        key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name),
    )
    return {
        "states": [{str(symbol): act(*target) for symbol, target in sorted(table.states[state].items())} for state in order],
        "start": numbered[table.start_states["start"]],
        "final": numbered[table.end_states["start"]],
        "productions": [_production(rule) for rule in rules],
        "patterns": [(t.name, t.pattern.to_regexp()) for t in patterns],
        **_words(strings, set(_neighbours(rules))),
        **_values(rules),
    }


def _in_order(table: Any) -> list[Any]:
    """All states, in an order that depends on the grammar alone: as they are met from the first one on."""
    order = [table.start_states["start"]]
    met = set(order)
    for state in order:
        for _, (action, target) in sorted(table.states[state].items(), key=lambda item: str(item[0])):
            if str(action) == "Shift" and target not in met:
                met.add(target)
                order.append(target)
    return order


def _production(rule: Any) -> tuple[str, str, int, list[tuple[int, bool, int]], int, str]:
    """The same choice of values that lark's own trees make."""
    size = len(rule.expansion)
    gaps = [0] * (size + 1)
    if rule.options.empty_indices:
        gaps = [len(ones) for ones in "".join(str(int(b)) for b in rule.options.empty_indices).split("0")]
    kept: list[tuple[int, bool, int]] = []
    absent = 0
    for place, symbol in enumerate(rule.expansion):
        absent += gaps[place]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            kept.append((place, not symbol.is_term and symbol.name.startswith("_"), absent))
            absent = 0
    absent += gaps[size]
    origin = str(rule.origin.name)
    kind = "make"
    if origin.startswith("_"):
        kind = "list"
    elif rule.options.expand1 and not rule.alias:
        kind = "pass"
    return origin, str(rule.alias or origin), size, kept, absent, kind


def _words(strings: dict[str, str], pairs: set[tuple[str, str]]) -> dict[str, Any]:
    """Which words lead, which are reserved, and what may stand beside what."""
    words = {name: value for name, value in strings.items() if value.isalpha()}
    second_only = {(a, b) for a, b in pairs if a == "ADD"}  # `add case`: a keyword there, though not reserved
    after_first: dict[str, set[str]] = {}
    as_second: dict[str, set[str]] = {}
    for a, b in pairs:
        if a in words:
            after_first.setdefault(a, set()).add(b)
    for a, b in second_only:
        if b in words:
            as_second.setdefault(words[a], set()).add(words[b])
    return {
        "words": {value: name for name, value in words.items()},
        "signs": {value: name for name, value in strings.items() if name not in words and not value.isspace()},
        "leading": sorted({words[b] for a, b in pairs if a in _BLOCK_ENDS and b in words}),
        "inner": sorted({words[b] for a, b in pairs if a not in _BLOCK_ENDS | {"ADD"} and b in words}),
        "after_first": {a: sorted(after) for a, after in sorted(after_first.items())},
        "starters": sorted({b for a, b in pairs if a in _BLOCK_ENDS}),
        "as_second": {a: sorted(second) for a, second in as_second.items()},
    }


def _values(rules: list[Any]) -> dict[str, list[str]]:
    """What a term can begin with, and what can go on with one: messages speak of "a value" instead of listing them."""
    first, _ = _ends(rules)
    group = {"expr"}
    while True:
        singles = [r.expansion[0] for r in rules if r.origin.name in group and len(r.expansion) == 1]
        units = {symbol.name for symbol in singles if not symbol.is_term}
        if units <= group:
            break
        group |= units
    seconds = [r.expansion[1] for r in rules if r.origin.name in group and len(r.expansion) > 1 and r.expansion[0].name in group]
    operators = {str(b) for symbol in seconds for b in first.get(symbol.name, {symbol.name})}
    return {"values": sorted(str(b) for b in first["expr"]), "operators": sorted(operators)}


def _ends(rules: list[Any]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """For each rule the terminals it can begin and end with (no rule of this grammar is empty)."""
    first: dict[str, set[str]] = {}
    last: dict[str, set[str]] = {}
    grown = True
    while grown:
        grown = False
        for rule in rules:
            for table, symbol in ((first, rule.expansion[0]), (last, rule.expansion[-1])):
                new = {symbol.name} if symbol.is_term else table.get(symbol.name, set())
                have = table.setdefault(rule.origin.name, set())
                if not new <= have:
                    have |= new
                    grown = True
    return first, last


def _neighbours(rules: list[Any]) -> Iterator[tuple[str, str]]:
    """All pairs of terminals that some sentence has side by side."""
    first, last = _ends(rules)
    for rule in rules:
        for left, right in zip(rule.expansion, rule.expansion[1:], strict=False):
            for a in last.get(left.name, {left.name}):
                for b in first.get(right.name, {right.name}):
                    yield str(a), str(b)
    for b in first["start"]:
        yield "_NL", str(b)


def sign_pattern(signs: dict[str, str]) -> str:
    """All signs as one pattern, longest first."""
    return "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))
