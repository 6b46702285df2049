"""Diagnostics as a SARIF 2.1.0 log, the form that code hosts and editors read.

Ordered findings come in, plain data goes out. Rules are taken from the registry, so a host shows the same
explanation as `explain CODE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import PurePath
from urllib.parse import quote

from fuero.messages.diagnostic import Diagnostic, Span
from fuero.messages.registry import REGISTRY, Entry, explanation

_SEVERITIES = ("error", "warning", "note")
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(diagnostics: Sequence[Diagnostic]) -> dict[str, object]:
    """One run of `fuero`; every code in use is a rule of it."""
    codes = sorted({d.code for d in diagnostics})
    index = {code: k for k, code in enumerate(codes)}
    levels = {code: min((d.severity for d in diagnostics if d.code == code), key=_SEVERITIES.index) for code in codes}
    driver = {"name": "fuero", "version": version("fuero"), "rules": [_rule(code, levels[code]) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, index[d.code]) for d in diagnostics],
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str, level: str) -> dict[str, object]:
    """A code as a rule: what it means and the help that a host shows beside a result."""
    entry = REGISTRY.get(code)
    rule: dict[str, object] = {"id": code, "name": code, "defaultConfiguration": {"level": level}}
    if entry:
        rule |= {
            "shortDescription": {"text": entry.title},
            "fullDescription": {"text": entry.explanation},
            "help": {"text": explanation(code), "markdown": _markdown(entry)},
        }
    return rule


def _markdown(entry: Entry) -> str:
    return f"{entry.explanation}\n\n```\n{entry.bad.rstrip()}\n```\n\nMended:\n\n```\n{entry.good.rstrip()}\n```\n"


def _result(d: Diagnostic, index: int) -> dict[str, object]:
    text = "\n".join([d.message, *d.notes, *([d.hint] if d.hint else [])])
    result: dict[str, object] = {"ruleId": d.code, "ruleIndex": index, "level": d.severity, "message": {"text": text}}
    if d.hint:
        result["properties"] = {"hint": d.hint}
    if d.span.file:
        result["locations"] = [_location(d.span, d.caption)]
    others = [_location(p.span, p.caption) | {"id": k} for k, p in enumerate(d.others) if p.span.file]
    if others:
        result["relatedLocations"] = others
    return result


def _location(span: Span, caption: str) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": {"uri": _uri(span.file)}}
    if span.line:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": max(span.column, 1),
            "endLine": max(span.end_line, span.line),
            "endColumn": max(span.end_column, 1),
        }
    location: dict[str, object] = {"physicalLocation": physical}
    return location | ({"message": {"text": caption}} if caption else {})


def _uri(file: str) -> str:
    """A relative path stays relative; an absolute one needs its scheme."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
