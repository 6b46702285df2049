"""What is wrong with a piece: the place where reading stuck in, one Diagnostic in the user's words out.

One sentence of what is wrong, the mark under it, what could stand there instead, and at most one thing to do; never the name of a
token.
"""

from __future__ import annotations

from dataclasses import replace

from fuero.messages.diagnostic import Diagnostic, Place, Span
from fuero.syntax import mends, twins, wording
from fuero.syntax.lines import Piece, Source, Token
from fuero.syntax.machine import Stuck, TooDeep, expected
from fuero.syntax.tables import tables

_LAYOUT = {"_NL", "_IN", "_OUT", "$END", "MISFIT"}
_MANY = 8  # a longer list goes in a note
_LEAVE_COLON = "Leave it out; what belongs to the line stands in the indented lines below."


def stuck(error: Stuck, piece: Piece, source: Source) -> Diagnostic:
    """The first mistake of a piece."""
    return _Look(error.token, piece, source).finding()


def too_deep(error: TooDeep, source: Source) -> Diagnostic:
    message = "This is nested too deeply to be read: too many things stand inside one another."
    hint = "Give parts of it a name of their own, with let or function."
    return Diagnostic("too-deep", "error", message, source.span(error.first, error.first), hint=hint)


def unreadable(path: str, error: OSError) -> Diagnostic:
    reason = "There is no such file" if isinstance(error, FileNotFoundError) else f"This file cannot be read ({error.strerror})"
    return Diagnostic("no-file", "error", f"{reason}: {path}", Span(path, 1, 1, 1, 1))


def not_utf8(path: str, error: UnicodeDecodeError) -> Diagnostic:
    above = error.object[: error.start].decode("utf-8", "replace")
    return _not_utf8(path, above)


UNREAD = "\ufffd"
"""What stands in a text for bytes that are no UTF-8."""


def unread(path: str, text: str) -> Diagnostic:
    """The same for a text in which such marks stand."""
    return _not_utf8(path, text[: text.index(UNREAD)])


def _not_utf8(path: str, above: str) -> Diagnostic:
    line = above.count("\n") + 1
    column = len(above.rpartition("\n")[2]) + 1
    message = f"Line {line} holds letters that are not stored as UTF-8, so they cannot be read."
    hint = "Save the file again and choose the encoding UTF-8."
    return Diagnostic("not-utf-8", "error", message, Span(path, line, column, line, column + 1), hint=hint)


class _Look:
    """One piece at the place where reading stuck."""

    def __init__(self, token: Token, piece: Piece, source: Source) -> None:
        tokens = piece.tokens
        self.token, self.piece, self.source = token, piece, source
        self.index = next(i for i, other in enumerate(tokens) if other is token)
        self.above = tokens[: self.index]
        self.kinds = expected(self.above)
        start = self.index
        while start and tokens[start - 1].type not in _LAYOUT:
            start -= 1
        end = self.index
        while tokens[end].type not in _LAYOUT:
            end += 1
        self.line = tokens[start:end]  # all of this line
        self.first = start == self.index  # is it the line's first word?
        self.before = tokens[self.index - 1] if not self.first else None
        self.left_edge = token.column == 0 and self.first

    def finding(self) -> Diagnostic:
        foreign = next((t for t in self.line if t.type == "BAD"), None) if self.first else None
        if foreign is not None:
            self.token = foreign  # `x += 1`: the sign says more than the word in front
        token = self.token
        if token.type == "MISFIT":
            return self._misfit()
        if token.type == "BAD":
            return self._bad()
        opened = self.piece.unclosed
        if opened is not None and (opened.line, opened.column) < (token.line, token.column):
            return self._unclosed(opened)
        if token.type == "_IN":
            return self._no_parts()
        if token.type in _LAYOUT or (self.first and "_IN" in self.kinds):
            return self._too_short()
        if token.type == "CELL":
            return self._row()
        if token.type in ("RPAR", "RBRACE"):
            return self._closes_nothing()
        return self._word()

    def _say(self, code: str, message: str, hint: str = "", notes: tuple[str, ...] = (), caption: str = "") -> Diagnostic:
        span = self.source.span(self.token, self.token)
        return Diagnostic(code, "error", message, span, caption, notes=notes, hint=hint)

    # ---- what the layout refuses

    def _misfit(self) -> Diagnostic:
        message = "This line is indented less than the line above it, but by no step that an open block has."
        return self._say("belongs-nowhere", message, "Indent it by as many spaces as the other lines of the block it belongs to.")

    def _no_parts(self) -> Diagnostic:
        lines = self._lines_above()
        if not lines:
            message = "This line is indented, but there is no line above it to which it could belong."
            return self._say("belongs-nowhere", message, "Start it at the left edge.")
        above = wording.start_of(lines[-1])
        message = f"This line is indented, but the line above it ({above}) has no lines of its own below it."
        edge = "Indent it like the line above if it goes with it"
        if len(lines) == 1:
            edge = "Start it at the left edge if it is a new thing"
        home = self._home(self.piece.tokens[self.index + 1])
        there, under = self._there(home)
        self.token = self.piece.tokens[self.index + 1]
        said = self._say("belongs-nowhere", message, f"{edge}; {there or 'otherwise move it under the line it belongs to'}.")
        return replace(said, others=under)

    def _there(self, home: list[Token] | None) -> tuple[str, tuple[Place, ...]]:
        """Where the line may belong, in words and as a place."""
        if not home:
            return "", ()
        words = f"if it belongs to {wording.start_of(home)} (line {home[0].line + 1}), move it there"
        return words, (Place(self.source.span(home[0], home[-1]), "it could stand below this"),)

    def _lines_above(self) -> list[list[Token]]:
        lines: list[list[Token]] = []
        new = True
        for token in self.above:
            if token.type in _LAYOUT:
                new = True
                continue
            if new:
                lines.append([])
            lines[-1].append(token)
            new = False
        return lines

    def _too_short(self) -> Diagnostic:
        lines = self._lines_above()
        last = lines[-1][-1]
        if self._after_division():
            return self._rounding()
        things = [thing for thing in wording.said(self.kinds, last) if thing != wording.said(frozenset({"_NL"}))[0]]
        span = self.source.span(last, last)
        if "_IN" in self.kinds:
            message = f"{wording.start_of(lines[-1])} needs lines of its own below it, indented by two spaces."
            whole = self.source.span(lines[-1][0], last)
            return Diagnostic("syntax", "error", message, whole)
        if self.token.type == "_OUT" or (self.token.type == "$END" and not self._mid_line()):
            message = f"Something is missing at the end of this block: here must come {wording.listed(things)}."
            return Diagnostic("syntax", "error", message, span)
        hint = _LEAVE_COLON if last.type == "COLON" else mends.setting(lines[-1], self.token, self.kinds)
        message = f"The line ends too early: after {wording.shown(last)} must come {self._list(things)}."
        return Diagnostic("syntax", "error", message, span, hint=hint, notes=self._notes(things))

    def _after_division(self) -> bool:
        """Does a division stand in front that has not said how it rounds?"""
        rounded = tables().words["rounded"]
        if rounded not in self.kinds or self.token.type == rounded:
            return False
        return any(t.value == "/" for t in self.above[-12:])

    def _rounding(self) -> Diagnostic:
        """`n / 2` alone: the division gives no whole number unless it says how to round."""
        slash = max(i for i, t in enumerate(self.above) if t.value == "/")
        last = self.above[-1] if self.above[-1].type not in _LAYOUT else self.above[slash]
        left = self.above[max(0, slash - 1)]
        span = self.source.span(left, last)
        said = f"{left.value} / {last.value}" if slash + 2 == len(self.above) else "This division"
        message = f'{said} need not be a whole number. Write "rounded up" or "rounded down" behind it.'
        hint = f"{said.replace('This division', '… / …')} rounded down"
        return Diagnostic("rounding", "error", message, span, "which whole number?", hint=hint)

    def _mid_line(self) -> bool:
        return bool(self.above) and self.above[-1].type not in _LAYOUT

    def _unclosed(self, opened: Token) -> Diagnostic:
        closing = ")" if opened.value == "(" else "}"
        message = f'The "{opened.value}" in line {opened.line + 1} is never closed.'
        noticed = self.token if self.token.type not in _LAYOUT else self.above[-1]
        others = (Place(self.source.span(noticed, noticed), "read up to here without finding its end"),)
        span = self.source.span(opened, opened)
        return Diagnostic("unclosed", "error", message, span, "opened here", others, hint=f'Add the missing "{closing}".')

    # ---- spellings

    def _bad(self) -> Diagnostic:
        value = self.token.value
        if value.startswith('"'):
            message = "The text that begins here has no closing quote in its line."
            return self._say("unclosed", message, 'End the text with ". A text stands in one line.', caption="opened here")
        if value[0].isalnum() and not value.replace("-", "").isdigit():
            what = "is not a word of this language" if twins.is_foreign_word(value) else "is not how a name is written here"
            what = "is neither a number nor a name" if value[0].isdigit() else what
            return self._say("other-spelling", f'"{value}" {what}.', twins.word_hint(value))
        hint = twins.sign_hint(value)
        kind = "sign" if not value[0].isdigit() and not value.startswith(("'", "//", "/*")) else "spelling"
        return self._say("other-spelling", f'"{value}" is not a {kind} of this language.', hint)

    def _row(self) -> Diagnostic:
        if "||" in self.source.plain[self.token.line]:
            return self._say("other-spelling", '"||" is not a sign of this language.', twins.sign_hint("||"))
        message = 'A line with "|" is a row of a table, and no table can stand here.'
        hint = "Rows stand indented below a table, below pieces, or below what a scenario draws."
        return self._say("belongs-nowhere", message, hint)

    def _closes_nothing(self) -> Diagnostic:
        opened = self._open_bracket()
        if opened is None:
            return self._say("unclosed", f'This "{self.token.value}" closes nothing: no bracket is open here.')
        if (opened.value == "(") != (self.token.value == ")"):
            message = f'The "{opened.value}" in line {opened.line + 1} cannot be closed by "{self.token.value}".'
            opens = (Place(self.source.span(opened, opened), "opened here"),)
            wanted = ")" if opened.value == "(" else "}"
            return replace(self._say("unclosed", message, f'Close it with "{wanted}".'), others=opens)
        return self._general()

    def _open_bracket(self) -> Token | None:
        stack: list[Token] = []
        for token in self.above:
            if token.type in ("LPAR", "LBRACE"):
                stack.append(token)
            elif token.type in ("RPAR", "RBRACE") and stack:
                stack.pop()
        return stack[-1] if stack else None

    # ---- words in the wrong place

    def _word(self) -> Diagnostic:
        token, read = self.token, tables()
        reserved = token.type in read.words.values()
        if self.left_edge and token.value in read.joining:
            if twins.is_foreign_word(token.value):
                return self._say("other-spelling", f'No line begins with "{token.value}".', twins.word_hint(token.value))
            message = f'A line that begins with "{token.value}" goes on with the line above, so it must be indented.'
            return self._say("belongs-nowhere", message, "Put two spaces in front of it.")
        starts_line = self.first or self._first_on_screen()
        if twins.is_foreign_word(token.value) and starts_line:
            return self._say("other-spelling", f'No line begins with "{token.value}".', twins.word_hint(token.value))
        if reserved and wording.wants_name(self.kinds):
            message = f'"{token.value}" is a word of the language, so nothing can be called that.'
            return self._say("other-spelling", message, f'Pick another name, for example "{token.value}-marker".')
        if twins.is_foreign_word(token.value) and self._next_type() == "_NL" and not self.first:
            return self._say("other-spelling", f'"{token.value}" cannot end this line.', twins.word_hint(token.value))
        if self.first and self.kinds <= {"_OUT"}:
            message = "Here stands one value alone, and this would be a second one."
            return self._say("syntax", message, 'Join two with "and" or "or".')
        if self.first and token.value in read.leading and reserved:
            return self._misplaced()
        if self.first and token.type == "NAME" and self._next_type() == "EQUAL" and read.words.get("set") in self.kinds:
            message = f'"{token.value} =" does not begin a line.'
            hint = f"To change a value, write: set {token.value} to …; to give a name to one: let {token.value} = …"
            return self._say("other-spelling", message, hint)
        if token.type == "NEG" and wording.goes_on(self.kinds):
            message = f'"{token.value}" is a number below zero, and two values cannot stand side by side.'
            return self._say("other-spelling", message, f"To subtract, put spaces around the sign: - {token.value[1:]}")
        if token.type in ("COMPARE", "EQUAL") and wording.goes_on(self.kinds):
            message = "Only two things can be compared at a time."
            return self._say("syntax", message, 'Join two comparisons with "and", or put one in parentheses.')
        if token.type == "COLON" and self._next_type() == "_NL":
            message = '":" cannot stand at the end of this line.'
            return self._say("other-spelling", message, _LEAVE_COLON)
        return self._general()

    def _misplaced(self) -> Diagnostic:
        """A line that begins well, in the wrong place."""
        token = self.token
        message = f'No line that begins with "{token.value}" can stand {"at the left edge" if self.left_edge else "here"}.'
        if self.left_edge:
            return self._say("belongs-nowhere", message, "Indent it, below the thing it belongs to.")
        things = wording.said(self.kinds)
        there, under = self._there(self._home(token))
        if token.type in expected([]):
            hint = f"Start it at the left edge if it is a new thing; {there}." if there else "Start it at the left edge."
            return replace(self._say("belongs-nowhere", message, hint, self._notes(things)), others=under)
        if 0 < len(things) <= _MANY:
            message += f" What can: {wording.listed(things)}."
        hint = f"{self._capital(there)}." if there else "Move it under the thing it belongs to."
        return replace(self._say("belongs-nowhere", message, hint, self._notes(things)), others=under)

    def _home(self, word: Token) -> list[Token] | None:
        """The first line of the nearest declaration above, or else below, at whose end this line could stand."""
        pieces = list(self.source.pieces)
        here = next(i for i, piece in enumerate(pieces) if piece is self.piece)
        for piece in (*reversed(pieces[:here]), *pieces[here + 1 :]):
            tokens = piece.tokens
            last = len(tokens)
            while last and tokens[last - 1].type in ("$END", "_OUT", "_NL"):
                last -= 1
                if tokens[last].type == "_OUT" and self._fits(word, tokens[:last]):
                    return tokens[: next(i for i, t in enumerate(tokens) if t.type in _LAYOUT)]
        return None

    def _fits(self, word: Token, above: list[Token]) -> bool:
        try:
            return word.type in expected(above)
        except Stuck:
            return False

    def _first_on_screen(self) -> bool:
        """Does it stand first on a line as the author sees it (which, with a joining word, goes on with the one above)?"""
        return self.before is not None and self.before.line < self.token.line

    def _next_type(self) -> str:
        return self.piece.tokens[self.index + 1].type

    def _general(self) -> Diagnostic:
        token = self.token
        if self._after_division() and wording.nearest(token.value, self.kinds) != "rounded":
            return self._rounding()
        things = wording.said(self.kinds, self.before)
        near = wording.nearest(token.value, self.kinds) if token.type != "STRING" else ""
        if not near and self.line and self.line[0].type == "NAME" and token.column and not self.first:
            hint = mends.first_word(self.line, token, self.above)
        else:
            hint = f'Did you mean "{near}"?' if near and near != token.value else mends.setting(self.line, token, self.kinds)
        code = "one-of-these" if wording.only_words(self.kinds) else "syntax"
        if self.first:
            where = "at the left edge" if self.left_edge else "here"
            message = f"{self._capital(wording.shown(token))} cannot begin a line {where}."
            if len(things) <= _MANY and things:
                message += f" What can: {wording.listed(things)}."
            return self._say(code, message, hint, self._notes(things))
        message = f"{self._capital(wording.shown(token))} cannot stand here."
        if self.before is not None and things:
            after = "this text" if self.before.type == "STRING" else wording.shown(self.before)
            message += f" After {after} there can be {self._list(things)}."
            if not hint and len(things) == 1 and things[0][0] == '"':
                hint = f"Put {things[0]} in front of it."
        return self._say(code, message, hint, self._notes(things))

    @staticmethod
    def _capital(text: str) -> str:
        return text[0].upper() + text[1:]

    @staticmethod
    def _list(things: list[str]) -> str:
        return wording.listed(things) if 0 < len(things) <= _MANY else "one of the words in the note below"

    @staticmethod
    def _notes(things: list[str]) -> tuple[str, ...]:
        return (f"Here can stand: {wording.listed(things)}.",) if len(things) > _MANY else ()
