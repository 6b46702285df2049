"""A difference of two rulesets as text for a reader, or as JSON.

A `Difference` comes in, text goes out. What changes the play comes first, what is only worded, cited or drawn otherwise after it.
"""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from typing import Literal

from fuero.lab.diff import Change, Difference, Side

_WORDS = {"removed": "dropped"}
_COLOURS = {"-": "\x1b[31m", "+": "\x1b[32m", "head": "\x1b[1m"}


def render_difference(difference: Difference, format: Literal["text", "json"] = "text", color: bool = False) -> str:
    """The whole difference, ending in a line end."""
    if format == "json":
        return json.dumps(_as_json(difference), ensure_ascii=False, indent=2) + "\n"
    play, words = difference.in_play, difference.in_words
    lines = [f"{difference.left} | {difference.right}", _summary(len(play), len(words))]
    for change in (*play, *words):
        lines += ["", *_change(change, color)]
    return "\n".join(lines) + "\n"


def _summary(play: int, words: int) -> str:
    if not play and not words:
        return "No difference."
    parts = []
    if play:
        parts.append(f"{play} {'thing differs' if play == 1 else 'things differ'} in play")
    if words:
        parts.append(f"{words} only in wording, source or drawing")
    return ", ".join(parts) + "."


def _change(change: Change, color: bool) -> list[str]:
    sentence = change.after.sentence or change.before.sentence
    head = f"{_WORDS.get(change.how, change.how)}: {change.kind} {change.name}" + (f' "{sentence}"' if sentence else "")
    before, after = (_lines(side, change) for side in (change.before, change.after))
    lines = [_paint(head, "head", color)]
    for sign, line in _aligned(before, after):
        lines.append(_paint(f"  {sign} {line}", sign, color) if sign in _COLOURS else f"    {line}")
    return [*lines, f"  before: {_source(change.before)}", f"  after:  {_source(change.after)}"]


def _lines(side: Side, change: Change) -> list[str]:
    if side.text is None:
        return []
    if change.how == "reworded" and side.sentence:
        return [f'"{side.sentence}"', *([] if change.before.text == change.after.text else side.text.split("\n"))]
    return [] if change.how == "cited otherwise" else side.text.split("\n")


def _aligned(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    """Lines that went, came and stayed; of a long stretch that stayed only its rims are shown."""
    shown: list[tuple[str, str]] = []
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            same = before[i:j]
            shown += [(" ", line) for line in (same if len(same) <= 4 else [*same[:2], "…", *same[-2:]])]
        else:
            shown += [("-", line) for line in before[i:j]] + [("+", line) for line in after[k:m]]
    return shown


def _source(side: Side) -> str:
    words = [side.overlay or "the game"]
    words += [f"@{c.rulebook}/{c.section}" if c.section else f"@{c.rulebook}" for c in side.cites]
    if side.span.file:
        words.append(f"({side.span.file}:{side.span.line})")
    if side.text is None:
        return "not there" + (f": {' '.join(words)}" if side.overlay else "")
    return " ".join(words)


def _paint(text: str, kind: str, color: bool) -> str:
    return f"{_COLOURS[kind]}{text}\x1b[0m" if color else text


def _as_json(difference: Difference) -> dict[str, object]:
    return {"left": difference.left, "right": difference.right, "changes": [_change_json(c) for c in difference.changes]}


def _change_json(change: Change) -> dict[str, object]:
    return {
        "kind": change.kind,
        "name": change.name,
        "how": change.how,
        "plays": change.plays,
        "before": _side_json(change.before),
        "after": _side_json(change.after),
    }


def _side_json(side: Side) -> dict[str, object]:
    data: dict[str, object] = {"text": side.text, "overlay": side.overlay, "house": side.house}
    data["cites"] = [{"rulebook": c.rulebook, "section": c.section} for c in side.cites]
    if side.sentence:
        data["sentence"] = side.sentence
    if side.span.file:
        data["place"] = f"{side.span.file}:{side.span.line}:{side.span.column}"
    return data
