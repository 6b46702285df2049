"""RULES as JSON and back.

A ruleset comes in and plain data goes out, or the other way round; `from_json(to_json(r)) == r` for every ruleset. A
node is an object whose key `node` names its class; a field at its usual value is left out. Spans are short texts,
`file:line:column-line:column`. What is no ruleset is reported with the path to the place inside the document, all
places at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from fuero.messages.diagnostic import NOWHERE, Diagnostic, FueroError, Span
from fuero.rules.nodes import Origin, Ruleset
from fuero.rules.shapes import MISSING, Either, Fixed, Flag, Many, Nil, Node, Shape, Stretch, Text, Whole, Words, fields_of
from fuero.rules.versions import RULES_JSON_VERSION

TAG = "node"
_SPAN = re.compile(r"(.*):(\d+):(\d+)-(\d+):(\d+)", re.DOTALL)


def to_json(ruleset: Ruleset, *, spans: bool = True) -> dict[str, object]:
    """The whole ruleset as dicts, lists, texts, numbers, yes/no and null. Without `spans`, where things stand is left out."""
    return {"format": RULES_JSON_VERSION, "rules": _write_node(ruleset, spans)}


def from_json(document: Mapping[str, object]) -> Ruleset:
    """The ruleset that `to_json` gave. Raises FueroError with a finding for each place that is not as it should be."""
    reader = _Reader()
    if document.get("format") != RULES_JSON_VERSION:
        reader.miss("format", f"is {document.get('format')!r}, but this version of fuero reads {RULES_JSON_VERSION}")
    for key in document:
        if key not in ("$schema", "format", "rules"):
            reader.miss(key, "is not known here")
    ruleset = reader.read(document.get("rules"), Node((Ruleset,)), "rules")
    if reader.findings or not isinstance(ruleset, Ruleset):
        raise FueroError(tuple(reader.findings))
    return ruleset


def to_text(ruleset: Ruleset, *, spans: bool = True) -> str:
    """`to_json` as text, two spaces a level, ending in a line end."""
    return msgspec.json.format(msgspec.json.encode(to_json(ruleset, spans=spans)), indent=2).decode() + "\n"


def from_text(text: str | bytes) -> Ruleset:
    """`from_json` of a text. Raises FueroError where it is no JSON or no ruleset."""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise FueroError((Diagnostic("bad-json", "error", f"This is not JSON: {fault}"),)) from None
    except RecursionError:
        raise FueroError((Diagnostic("bad-json", "error", "This JSON is nested too deeply to be a ruleset."),)) from None
    if not isinstance(document, dict):
        what = "A ruleset as JSON is an object with the keys format and rules."
        raise FueroError((Diagnostic("bad-rules-json", "error", what),))
    return from_json(document)


# ---------------------------------------------------------------- writing


def write_node(node: object, *, spans: bool = False) -> dict[str, object]:
    """One node of RULES, with all that it holds, as plain data."""
    return _write_node(node, spans)


def _write_node(node: Any, spans: bool) -> dict[str, object]:
    cls: type = type(node)
    written: dict[str, object] = {TAG: cls.__name__}
    for field in fields_of(cls):
        value = getattr(node, field.name)
        if isinstance(field.shape, Stretch) and (not spans or value == NOWHERE):
            continue
        if field.default is not MISSING and value == field.default and not _says_more(value, spans):
            continue
        written[field.name] = _write(value, spans)
    return written


def _says_more(value: object, spans: bool) -> bool:
    """An origin can equal the usual one and still hold what a comparison leaves out."""
    return isinstance(value, Origin) and (bool(value.trail) or (spans and value.span != NOWHERE))


def _write(value: object, spans: bool) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case tuple():
            return [_write(item, spans) for item in value]
        case Span(file, line, column, end_line, end_column):
            return f"{file}:{line}:{column}-{end_line}:{end_column}"
        case _:
            return _write_node(value, spans)


# ---------------------------------------------------------------- reading


class _Reader:
    """Reads by shape and gathers what does not fit: such a value becomes None, and the document is refused at the end."""

    def __init__(self) -> None:
        self.findings: list[Diagnostic] = []

    def miss(self, path: str, what: str) -> None:
        self.findings.append(Diagnostic("bad-rules-json", "error", f"{path} {what}."))

    def read(self, value: object, shape: Shape, path: str) -> object:
        match shape:
            case Text():
                return value if isinstance(value, str) else self._not(path, "a text", value)
            case Whole():
                return value if _may_be(value, shape) else self._not(path, "a whole number", value)
            case Flag():
                return value if isinstance(value, bool) else self._not(path, "true or false", value)
            case Nil():
                return self._not(path, "null", value) if value is not None else None
            case Words(words):
                return value if value in words else self._not(path, "one of " + ", ".join(words), value)
            case Stretch():
                return self._span(value, path)
            case Many(item):
                if not isinstance(value, list | tuple):
                    return self._not(path, "a list", value)
                return tuple(self.read(v, item, f"{path}[{k}]") for k, v in enumerate(value))
            case Fixed(items):
                if not isinstance(value, list | tuple) or len(value) != len(items):
                    return self._not(path, f"a list of {len(items)}", value)
                return tuple(self.read(v, s, f"{path}[{k}]") for k, (v, s) in enumerate(zip(value, items, strict=True)))
            case Either(options):
                for option in options:
                    if _may_be(value, option):
                        return self.read(value, option, path)
                return self._not(path, " or ".join(_called(o) for o in options), value)
            case Node(classes):
                return self._node(value, classes, path)

    def _node(self, value: object, classes: tuple[type, ...], path: str) -> object:
        if not isinstance(value, dict):
            return self._not(path, _called(Node(classes)), value)
        cls = next((c for c in classes if c.__name__ == value.get(TAG)), None)
        if cls is None:
            return self._not(f"{path}.{TAG}", "one of " + ", ".join(c.__name__ for c in classes), value.get(TAG))
        fields = fields_of(cls)
        known = {TAG, *(f.name for f in fields)}
        for key in value:
            if key not in known:
                self.miss(f"{path}.{key}", f"is not known: a {cls.__name__} has {', '.join(sorted(known))}")
        given: dict[str, object] = {}
        for field in fields:
            if field.name in value:
                given[field.name] = self.read(value[field.name], field.shape, f"{path}.{field.name}")
            elif field.default is MISSING:
                self.miss(f"{path}.{field.name}", f"is missing in a {cls.__name__}")
        return None if self.findings else cls(**given)

    def _span(self, value: object, path: str) -> object:
        found = _SPAN.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            return self._not(path, 'a place like "file:1:1-1:9"', value)
        return Span(found[1], int(found[2]), int(found[3]), int(found[4]), int(found[5]))

    def _not(self, path: str, wanted: str, value: object) -> object:
        kinds = {dict: "an object", list: "a list", type(None): "null"}
        shown = kinds.get(type(value)) or repr(value)
        self.miss(path, f"must be {wanted}, not {shown}")
        return None


def _may_be(value: object, shape: Shape) -> bool:
    """Tells the options of one field apart by the kind of JSON value alone."""
    match shape:
        case Text() | Words() | Stretch():
            return isinstance(value, str)
        case Whole():
            return isinstance(value, int) and not isinstance(value, bool)
        case Flag():
            return isinstance(value, bool)
        case Nil():
            return value is None
        case Many() | Fixed():
            return isinstance(value, list | tuple)
        case Node():
            return isinstance(value, dict)
        case Either(options):
            return any(_may_be(value, o) for o in options)


def _called(shape: Shape) -> str:
    match shape:
        case Node(classes):
            names = [c.__name__ for c in classes]
            return f"an object with node {names[0]}" if len(names) == 1 else "an object with a node"
        case Nil():
            return "null"
        case Text() | Words() | Stretch():
            return "a text"
        case Whole():
            return "a whole number"
        case Flag():
            return "true or false"
        case Many() | Fixed():
            return "a list"
        case Either(options):
            return " or ".join(_called(o) for o in options)
