"""The verb `schema`: the JSON Schemas of what goes in and out."""

from __future__ import annotations

import json
from typing import Literal

from fuero.cli.console import out


def schema(what: Literal["rules", "config"]) -> int:
    """Print a JSON Schema (2020-12): of rulesets as JSON, or of a table's configuration (made from the shipped rulesets).

    Example: fuero schema config > table.schema.json

    Parameters
    ----------
    what
        rules or config.
    """
    if what == "rules":
        from fuero.rules.schema import rules_schema

        out(json.dumps(rules_schema(), ensure_ascii=False, indent=2))
    else:
        from fuero.table.catalogue import shipped
        from fuero.table.config import schema as table_schema

        out(json.dumps(table_schema(shipped()), ensure_ascii=False, indent=2))
    return 0
