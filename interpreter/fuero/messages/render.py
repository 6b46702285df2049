"""Diagnostics as text, JSON, SARIF 2.1.0 or GitHub annotations.

Findings and the sources they point into come in, one text goes out. The only place that lays a message out:
where one is found, it is data. Findings are sorted by place, so the same findings always make the same text.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, get_args

from fuero.messages.diagnostic import Diagnostic, Span
from fuero.messages.sarif import sarif_log

Format = Literal["text", "json", "sarif", "github"]
FORMATS: tuple[Format, ...] = get_args(Format)

_COLOURS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "bold": "\x1b[1m",
    "frame": "\x1b[1;34m",
    "hint": "\x1b[1;32m",
}
_TAB = 4
# Signs that turn the direction of writing: they could show a line in another order than the one that is read.
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_Paint = Callable[[str], str]


def render(diagnostics: Iterable[Diagnostic], format: Format, sources: Mapping[str, str], color: bool = False) -> str:
    """All findings in one of the `FORMATS`.

    `sources` maps the file of a span to its text; of a file that is not in it only the place is shown.
    """
    ordered = in_order(diagnostics)
    match format:
        case "text":
            return "\n".join(_text(d, sources, color) for d in ordered)
        case "json":
            return json.dumps({"diagnostics": [as_json(d) for d in ordered]}, ensure_ascii=False, indent=2) + "\n"
        case "sarif":
            return json.dumps(sarif_log(ordered), ensure_ascii=False, indent=2) + "\n"
        case "github":
            return "".join(_github(d) for d in ordered)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By file and place; what has no place comes first. Findings that are wholly alike are given once."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (*_order(d.span), d.code, d.message)))


def _order(span: Span) -> tuple[str, int, int, int, int]:
    return span.file, span.line, span.column, span.end_line, span.end_column


# ---------------------------------------------------------------- text


def _text(d: Diagnostic, sources: Mapping[str, str], color: bool) -> str:
    def paint(kind: str, text: str) -> str:
        return f"{_COLOURS[kind]}{text}\x1b[0m" if color and text else text

    def own(text: str) -> str:
        return paint(d.severity, text)

    def frame(text: str) -> str:
        return paint("frame", text)

    places = [d.span, *(p.span for p in d.others)]
    width = max([len(str(s.line)) for s in places if s.line], default=1)
    lines = [paint(d.severity, f"{d.severity}[{d.code}]") + paint("bold", f": {d.message}")]
    if d.span.file or d.span.line:
        lines += _place(d.span, d.caption, "^", "-->", width, sources, own, frame)
    for other in d.others:
        lines += _place(other.span, other.caption, "-", ":::", width, sources, frame, frame)
    lines += [_hanging(paint("bold", "note"), "note: ", note) for note in d.notes]
    if d.hint:
        lines.append(_hanging(paint("hint", "hint"), "hint: ", d.hint))
    return "\n".join(lines) + "\n"


def _hanging(head: str, plain_head: str, text: str) -> str:
    """A note of several lines keeps its further lines under its first."""
    return f"{head}: " + text.replace("\n", "\n" + " " * len(plain_head))


def _place(
    span: Span, caption: str, mark: str, arrow: str, width: int, sources: Mapping[str, str], paint: _Paint, frame: _Paint
) -> list[str]:
    bar = frame(" " * width + " |")
    where = span.file + (f":{span.line}:{span.column}" if span.line else "")
    lead = " " * width + arrow
    lines = [f"{frame(lead)} {where}"] if arrow == "-->" else [bar, f"{frame(lead)} {where}"]
    source = _line(sources.get(span.file), span.line)
    if source is None:
        return [*lines, bar + " " + paint(caption)] if caption else lines
    shown, start, end = _marked(source, span)
    under = " " * start + paint((mark * (end - start)) + (f" {caption}" if caption else ""))
    number = frame(f"{span.line:>{width}} |")
    return [*lines, bar, f"{number} {shown}".rstrip(), f"{bar} {under}"]


def _line(text: str | None, line: int) -> str | None:
    """Line `line` of a text. Only line ends end a line (not the form feeds and separators that `splitlines` splits at)."""
    if text is None or line < 1:
        return None
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[line - 1] if line <= len(lines) else None


def _marked(source: str, span: Span) -> tuple[str, int, int]:
    """The line as shown (tabs widened, invisible signs made visible) and the screen columns where the mark begins and ends."""
    first = max(span.column, 1) - 1
    last = span.end_column - 1 if span.end_line == span.line else len(source.rstrip())
    shown, columns = "", [0]
    for character in source:
        piece = " " * (_TAB - columns[-1] % _TAB) if character == "\t" else _visible(character)
        shown += piece
        columns.append(columns[-1] + screen_width(piece))
    start = columns[min(first, len(source))]
    end = columns[min(max(last, first), len(source))]
    return shown, start, max(end, start + 1)


def _visible(character: str) -> str:
    """A control character could move the cursor or recolour the terminal: it is shown as its code."""
    hidden = unicodedata.category(character) in ("Cc", "Zl", "Zp") or character in _TURNING
    return f"<{ord(character):x}>" if hidden else character


def screen_width(text: str) -> int:
    """How many columns a terminal gives a text: two for wide characters, none for combining ones.

    >>> screen_width("宮殿"), screen_width("a\u0301b")
    (4, 2)
    """
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


# ---------------------------------------------------------------- JSON and GitHub


def as_json(d: Diagnostic) -> dict[str, object]:
    """One finding as plain data; what is empty is left out."""
    data: dict[str, object] = {"code": d.code, "severity": d.severity, "message": d.message}
    if d.span.file or d.span.line:
        data["place"] = _json_place(d.span, d.caption)
    if d.others:
        data["others"] = [_json_place(p.span, p.caption) for p in d.others]
    if d.notes:
        data["notes"] = list(d.notes)
    if d.hint:
        data["hint"] = d.hint
    return data


def _json_place(span: Span, caption: str) -> dict[str, object]:
    place: dict[str, object] = {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end-line": span.end_line,
        "end-column": span.end_column,
    }
    return place | ({"caption": caption} if caption else {})


def _github(d: Diagnostic) -> str:
    """A workflow command; GitHub calls a note a notice, and reads `%`, line ends, `:` and `,` as its own signs."""
    command = "notice" if d.severity == "note" else d.severity
    properties = []
    if d.span.file:
        properties.append(f"file={_escape_property(d.span.file)}")
    if d.span.line:
        properties.append(f"line={d.span.line},endLine={d.span.end_line}")
        if d.span.line == d.span.end_line:
            properties.append(f"col={d.span.column},endColumn={d.span.end_column}")
    properties.append(f"title={_escape_property(d.code)}")
    text = "\n".join([d.message, *(f"note: {n}" for n in d.notes), *([f"hint: {d.hint}"] if d.hint else [])])
    return f"::{command} {','.join(properties)}::{_escape(text)}\n"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
