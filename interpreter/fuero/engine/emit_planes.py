"""Conditions over a cell, for all cells at once: PROGRAM terms → Python expressions whose value is a plane.

A clause about `g with t on c`, `g without c` or the exchange on c is answered from what is known of g: a rule over all joins is
tested at c only (it holds elsewhere, or the plain form is taken), footing and enclosure have forms for all cells. What fits
none of these is tested cell by cell among those still possible (`where_cells`), so every condition has an answer, and it is the
same as the plain one.
"""

from __future__ import annotations

from dataclasses import dataclass

from fuero.engine.emit_terms import Namespace, Terms, python_name
from fuero.program import nodes as P
from fuero.program.trees import free, replaced, same, substitute, walk


@dataclass(frozen=True)
class Change:
    """A board that differs from a known one at the cell in question: `put`, `take` or `swap`."""

    kind: str
    board: P.Term
    piece: P.Term | None


def change(t: P.Term, var: str) -> Change | None:
    """Reads a board term as a change of a known board at cell `var`."""
    here = P.Local(var)
    match t:
        case P.WithTile(P.WithoutTile(board, gone), piece, cell) if gone == here and cell == here:
            found = Change("swap", board, piece)
        case P.WithTile(board, piece, cell) if cell == here:
            found = Change("put", board, piece)
        case P.WithoutTile(board, cell) if cell == here:
            found = Change("take", board, None)
        case _:
            return None
    if var in free(found.board) or (found.piece is not None and var in free(found.piece)):
        return None
    return found


class Planes:
    """Prints conditions over the cell `var`. The text has the cells still possible in `m`, the window's cells in `full`."""

    def __init__(self, terms: Terms, var: str, width: int):
        self.space: Namespace = terms.space
        self.var, self.width = var, width
        self.point = f"v_{python_name(var)}"
        self.outer = terms
        self.terms = terms.with_names({var: self.point})
        self.read: set[str] = set()
        self.profiles: list[str] = []
        self.uses_piece = False
        self.piece: P.Term | None = None
        self.sites: list[str] = []

    def constant(self, t: P.Term) -> bool:
        return self.var not in free(t)

    def scalar(self, t: P.Term) -> str:
        """A term's text; what it reads is noted, for whoever keeps the result."""
        self.read |= free(t)
        if self.piece is not None and free(self.piece) & free(t):
            self.uses_piece = True
        return self.terms(t)

    def pointwise(self, t: P.Term) -> str:
        return f"where_cells(m,lambda {self.point}: {self.scalar(t)})"

    def plane(self, t: P.Term) -> str:  # noqa: C901 - one case a form
        """An expression for the cells at which the condition holds; right at least among those in `m`."""
        if self.constant(t):
            return f"(full if {self.scalar(t)} else 0)"
        match t:
            case P.And(terms):
                return "(" + "&".join(self.plane(x) for x in terms) + ")"
            case P.Or(terms):
                return "(" + "|".join(self.plane(x) for x in terms) + ")"
            case P.Not(term):
                return f"(full&~{self.plane(term)})"
            case P.Select(condition, then, otherwise):
                return f"(({self.plane(condition)}&{self.plane(then)})|(full&~{self.plane(condition)}&{self.plane(otherwise)}))"
            case P.Compare("=", P.TileAt(board, P.Local(self.var)), P.Const(-1)) if self.constant(board):
                return f"(full&~{self.scalar(board)}.occ)"
            case P.Compare("=", P.Local(self.var), other) | P.Compare("=", other, P.Local(self.var)) if self.constant(other):
                return f"one({self.scalar(other)})"
            case P.Contains(held, P.Local(self.var)) if self.constant(held):
                return self.scalar(held)
            case P.Contains(held, P.TileAt(board, P.Local(self.var))) if self.constant(held) and self.constant(board):
                return f"cells_of({self.scalar(board)},{self.scalar(held)})"
            case P.Call():
                return self._call(t)
            case P.Reduce("every", var, P.BuiltIn("joins", (changed,)), None, None, (body,)):
                return self._joins(t, changed, var, body)
            case P.BuiltIn("connected", (changed, start)):
                return self._connected(t, changed, start)
            case P.BuiltIn("encloses", (changed,)):
                found = change(self._seen_through(changed), self.var)
                if found is None:
                    return self.pointwise(t)
                return f"encloses_{found.kind}({self.scalar(found.board)},m)"
            case _:
                return self._by_tile(t)

    def _by_tile(self, t: P.Term) -> str:
        """A test that speaks of the cell only through the tile of a known board there."""
        boards = {x.board for x in walk(t) if isinstance(x, P.TileAt) and x.cell == P.Local(self.var) and self.constant(x.board)}
        if len(boards) == 1:
            board = boards.pop()
            asked = P.TileAt(board, P.Local(self.var))
            opened = replaced(t, asked, P.Local("+tile"))
            if self.var not in free(opened):
                passing = self.outer.passing(opened, "+tile")
                if passing is not None:
                    self.read |= free(opened) - {"+tile"}
                    if self.piece is not None and free(self.piece) & free(t):
                        self.uses_piece = True
                    return f"cells_of({self.scalar(board)},{passing})"
        return self.pointwise(t)

    def _call(self, t: P.Call) -> str:
        function = self.space.functions[t.function]
        changes = [(a, c) for a in t.args if (c := change(a, self.var)) is not None]
        body = substitute(function.body, dict(zip(function.params, t.args, strict=True)))
        alone = len(changes) == 1 and all(self.constant(a) for a in t.args if a is not changes[0][0])
        if not (
            alone and self.space.pure_function(t.function) and all(isinstance(a, P.Local) or a is changes[0][0] for a in t.args)
        ):
            return self.plane(body)
        return self._remembered(t, changes[0][1])

    def _remembered(self, t: P.Call, found: Change) -> str:
        """A pure condition of a changed board: worked out once for a board, a kind of piece and the cells in question."""
        function = self.space.functions[t.function]
        name = self.space.fresh("H")
        board = P.Local("+board")
        piece = P.Local("+piece")
        here = P.Local(self.var)
        changed: P.Term
        if found.kind == "put":
            changed = P.WithTile(board, piece, here)
        elif found.kind == "swap":
            changed = P.WithTile(P.WithoutTile(board, here), piece, here)
        else:
            changed = P.WithoutTile(board, here)
        others = [a.name for a in t.args if isinstance(a, P.Local)]
        env = {"+board": "b", "+piece": "t", **{o: f"o{i}" for i, o in enumerate(others)}}
        inner = Planes(Terms(self.space, env), self.var, self.width)
        inner.piece = piece
        args = [a if isinstance(a, P.Local) else changed for a in t.args]
        lines = []
        body = substitute(function.body, dict(zip(function.params, args, strict=True)))
        texts = [inner.plane(part) for part in (body.terms if isinstance(body, P.And) else (body,))]
        for text in whole_first(texts):
            lines.append(f"        m &= {text}\n        if not m:\n            break\n")
        profile = "t"
        if found.piece is not None and not inner.uses_piece and inner.sites:
            profile = "(" + "".join(f"{s}.profile(S,t)," for s in inner.sites) + ")"
        extra = "".join(f",o{i}" for i in range(len(others)))
        self.space.values.setdefault("#defs", []).append(
            f"def {name}(S,b,t,m{extra}):\n"
            f"    key = ('{name}',{profile},m{extra})\n"
            f"    found = b.memo.get(key)\n"
            f"    if found is not None:\n"
            f"        return found\n"
            f"    full = {self.space.plane('FULL', self.width)}\n"
            f"    while True:\n" + "".join(lines) + "        break\n"
            "    b.memo[key] = m\n"
            "    return m\n"
        )
        piece_text = "-1"
        if found.piece is not None and profile != "t":
            piece_text = self.terms(found.piece)
            self.profiles += [f"{s}.profile(S,{piece_text})" for s in inner.sites]
        elif found.piece is not None:
            piece_text = self.scalar(found.piece)
        return f"{name}(S,{self.scalar(found.board)},{piece_text},m{''.join(',' + self.scalar(P.Local(o)) for o in others)})"

    def _joins(self, t: P.Reduce, changed: P.Term, var: str, body: P.Term) -> str:
        """Every join keeps a rule: only those at the cell are new."""
        found = change(self._seen_through(changed), self.var)
        if found is None:
            return self.pointwise(t)
        opened = self._opened(body, var)
        near, far, side = P.Local("+near"), P.Local("+far"), P.Local("+side")
        for name, local in (("near", near), ("far", far), ("side", side)):
            opened = replaced(opened, P.BuiltIn(name, (P.Local(var),)), local)
        if free(opened) - {"+near", "+far", "+side"} or not self.space.pure(opened):
            return self.pointwise(t)
        test = Terms(self.space, {"+near": "near", "+far": "far", "+side": "side"})(opened)
        plain = Terms(self.space, {"+board": "b"})(
            P.Reduce("every", var, P.BuiltIn("joins", (P.Local("+board"),)), None, None, (body,))
        )
        site = self._site("JOINS", "JoinRule('{0}', " + f"lambda S,near,far,side: {test}, lambda S,b: {plain}, {self.width})\n")
        self.sites.append(site)
        piece = self._piece_text(found)
        return f"{site}.{found.kind}(S,{self.scalar(found.board)},{piece},m)"

    def _seen_through(self, board: P.Term) -> P.Term:
        """A board behind a function that only passes it on."""
        while isinstance(board, P.Call):
            function = self.space.functions[board.function]
            board = substitute(function.body, dict(zip(function.params, board.args, strict=True)))
        return board

    def _site(self, stem: str, maker: str) -> str:
        """The object that answers for a rule: one for each rule, whoever asks."""
        made: dict[str, str] = self.space.values.setdefault("#made", {})
        if maker not in made:
            made[maker] = self.space.fresh(stem)
            text = f"{made[maker]} = {maker.replace('{0}', made[maker], 1)}"
            self.space.values.setdefault("#sites", []).append(text)
        return made[maker]

    def _opened(self, body: P.Term, var: str) -> P.Term:
        """Calls that are handed the join are written out, so that near, far and side stand in the open."""
        for x in walk(body):
            if isinstance(x, P.Call) and P.Local(var) in x.args:
                function = self.space.functions[x.function]
                return self._opened(
                    replaced(body, x, substitute(function.body, dict(zip(function.params, x.args, strict=True)))), var
                )
        return body

    def _connected(self, t: P.BuiltIn, changed: P.Term, start: P.Term) -> str:
        found = change(self._seen_through(changed), self.var)
        if found is None or not self.constant(start):
            return self.pointwise(t)
        planes = self.terms.planes_of(t.rule)
        if tile_rule(self.space, t.rule) is None:
            text = self.pointwise(t)
            if found.kind != "put":
                return text
            # Whoever comes on foot comes from a tile beside: nothing else need be tested.
            return text.replace("where_cells(m,", f"where_cells(m&beside({self.scalar(found.board)}),", 1)
        site = self._site("FOOTING", "FootingRule('{0}', " + f"{planes}, {self.width})\n")
        self.sites.append(site)
        return f"{site}.{found.kind}(S,{self.scalar(found.board)},{self._piece_text(found)},m,{self.scalar(start)})"

    def _piece_text(self, found: Change) -> str:
        if found.piece is None:
            return "-1"
        if self.piece is None:
            self.read |= free(found.piece)
        return self.terms(found.piece)


def whole_first(texts: list[str]) -> list[str]:
    """What is answered for all cells at once comes before what must be tested cell by cell (each group in its own order)."""
    return sorted(texts, key=lambda text: 2 * ("where_cells" in text) - ("beside(" in text))


def tile_rule(space: Namespace, rule: str) -> tuple[P.Term, tuple[int, ...]] | None:
    """Splits a rule over (board, cell, side) into what the tile there says and the marks that let pass; None where it says
    anything else.
    """
    if not space.pure_function(rule):
        return None
    function = space.functions[rule]
    g, a, s = function.params
    body = _flat(space, function.body, g, a)
    tiles: list[P.Term] = []
    marks: list[int] = []
    place = P.BuiltIn("join-place", (P.BuiltIn("join", (P.Local(a), P.Local(s))),))
    for x in body.terms if isinstance(body, P.Or) else (body,):
        match x:
            case P.Contains(P.MarksOf(P.Local(name), index), element) if name == g and same(element, place):
                marks.append(index)
                continue
            case _:
                opened = replaced(x, P.TileAt(P.Local(g), P.Local(a)), P.Local("+tile"))
                if free(opened) - {"+tile", s}:
                    return None
                tiles.append(opened)
    tile: P.Term = P.Const(0) if not tiles else tiles[0] if len(tiles) == 1 else P.Or(tuple(tiles))
    return tile, tuple(marks)


def _flat(space: Namespace, body: P.Term, g: str, a: str) -> P.Term:
    """Calls that are handed the board or the cell are written out."""
    for x in walk(body):
        if isinstance(x, P.Call) and (P.Local(g) in x.args or P.Local(a) in x.args):
            function = space.functions[x.function]
            return _flat(
                space, replaced(body, x, substitute(function.body, dict(zip(function.params, x.args, strict=True)))), g, a
            )
    return body


def planes_text(space: Namespace, rule: str) -> str:
    """The text that makes `PL_rule`: (S, board) → for each side the cells from which `rule` holds over it."""
    name = f"PL_{python_name(rule)}"
    width = max((b.size for b in space.families.values() if b.kind == "board"), default=0)
    found = tile_rule(space, rule)
    if found is not None:
        tile, marks = found
        test = Terms(space, {"+tile": "tile", space.functions[rule].params[2]: "side"})(tile)
        return f"{name} = TilePlanes('{name}', lambda S,tile,side: {test}, {marks!r}, {width})\n"
    pure = space.pure_function(rule)
    asked = f"F_{python_name(rule)}"
    lines = [f"def {name}(S,g):\n"]
    if pure:
        lines += [f"    found = g.memo.get('{name}')\n", "    if found is not None:\n        return found\n"]
    lines += [
        "    planes = [0,0,0,0]\n",
        "    for a in g.piece_at:\n",
        "        for s in (0,1,2,3):\n",
        f"            if {asked}(S,g,a,s):\n",
        "                planes[s] |= 1 << a\n",
        "    found = tuple(planes)\n",
    ]
    if pure:
        lines.append(f"    g.memo['{name}'] = found\n")
    lines.append("    return found\n")
    return "".join(lines)
