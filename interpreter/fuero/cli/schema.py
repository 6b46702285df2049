"""The verb `schema`: the JSON Schemas of what goes in and out."""

from __future__ import annotations

import json

from fuero.cli.common import wrong
from fuero.cli.console import out


def schema(what: str = "") -> int:
    """Print a JSON Schema (2020-12): of rulesets as JSON, or of a table's configuration (made from the shipped rulesets).

    Example: fuero schema config > table.schema.json

    Parameters
    ----------
    what
        rules or config.
    """
    if what not in ("rules", "config"):
        said = f'There is no schema "{what}".' if what else "Which schema?"
        raise wrong("wrong-use", said, "There are rules and config, for example: fuero schema config")
    if what == "rules":
        from fuero.rules.schema import rules_schema

        out(json.dumps(rules_schema(), ensure_ascii=False, indent=2))
    else:
        from fuero.table.catalogue import shipped
        from fuero.table.config import schema as table_schema

        out(json.dumps(table_schema(shipped()), ensure_ascii=False, indent=2))
    return 0
