"""The JSON Schema (2020-12) of RULES as JSON, made from the dataclasses of `nodes.py`.

Nothing comes in, the schema as plain data goes out. It is closed: an object has no key that its class does not have.
Which class an object is, its `node` says, and only that class is then tested (a plain `oneOf` would try all of them at
every level).
"""

from __future__ import annotations

import inspect

from fuero.rules.json import TAG
from fuero.rules.nodes import Ruleset
from fuero.rules.shapes import (
    MISSING,
    Either,
    Fixed,
    Flag,
    Many,
    Nil,
    Node,
    Shape,
    Stretch,
    Text,
    Whole,
    Words,
    fields_of,
    node_classes,
)
from fuero.rules.versions import RULES_JSON_VERSION

SCHEMA_ID = f"urn:fuero:schema:rules:{RULES_JSON_VERSION}"
_SPAN = {"type": "string", "pattern": r"^[\s\S]*:[0-9]+:[0-9]+-[0-9]+:[0-9]+$", "description": "file:line:column-line:column"}


def rules_schema() -> dict[str, object]:
    """The schema of what `to_json` gives."""
    maker = _Maker()
    definitions = {name: maker.of_class(cls) for name, cls in node_classes().items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "A fuero ruleset, merged and bound",
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "format": {"const": RULES_JSON_VERSION},
            "rules": {"$ref": f"#/$defs/{Ruleset.__name__}"},
        },
        "required": ["format", "rules"],
        "additionalProperties": False,
        "$defs": dict(sorted((definitions | maker.choices | {"span": _SPAN}).items())),
    }


class _Maker:
    """Collects the choices among several classes, so that each (`term`, `statement` …) is written once."""

    def __init__(self) -> None:
        self.choices: dict[str, object] = {}

    def of_class(self, cls: type) -> dict[str, object]:
        fields = fields_of(cls)
        schema: dict[str, object] = {"type": "object"}
        text = inspect.cleandoc(cls.__doc__ or "")
        if text and not text.startswith(f"{cls.__name__}("):  # what dataclass writes itself says nothing
            schema["description"] = text
        schema["properties"] = {TAG: {"const": cls.__name__}} | {f.name: self.of_shape(f.shape) for f in fields}
        schema["required"] = [TAG, *(f.name for f in fields if f.default is MISSING)]
        schema["additionalProperties"] = False
        return schema

    def of_shape(self, shape: Shape) -> dict[str, object]:
        match shape:
            case Text():
                return {"type": "string"}
            case Whole():
                return {"type": "integer"}
            case Flag():
                return {"type": "boolean"}
            case Nil():
                return {"type": "null"}
            case Stretch():
                return {"$ref": "#/$defs/span"}
            case Words(words):
                return {"enum": list(words)}
            case Many(item):
                return {"type": "array", "items": self.of_shape(item)}
            case Fixed(items):
                return {"type": "array", "prefixItems": [self.of_shape(i) for i in items], "items": False, "minItems": len(items)}
            case Either(options):
                return {"anyOf": [self.of_shape(o) for o in options]}
            case Node((cls,)):
                return {"$ref": f"#/$defs/{cls.__name__}"}
            case Node(classes):
                return {"$ref": f"#/$defs/{self._choice(classes)}"}

    def _choice(self, classes: tuple[type, ...]) -> str:
        names = [c.__name__ for c in classes]
        name = "-or-".join(names) if len(names) <= 3 else f"one-of-{names[0]}-to-{names[-1]}"
        self.choices[name] = {
            "type": "object",
            "required": [TAG],
            "properties": {TAG: {"enum": names}},
            "allOf": [{"if": {"properties": {TAG: {"const": n}}}, "then": {"$ref": f"#/$defs/{n}"}} for n in names],
        }
        return name
