"""RULES: one ruleset, merged, its names bound and its terms typed; everything knows where it comes from.

Comes from `bind`; read by `check`, `explain`, `diff`, `show` and by `program.lower`. Plain data: it goes to JSON and back.
Names of things that an overlay brings are written `overlay/name`; the game's own are bare. Spans and trails never count in a
comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.messages.forms import dataclass

# ---------------------------------------------------------------- where a thing comes from


@dataclass(frozen=True, slots=True)
class Cite:
    """`rulebook` is the name of a declared rulebook, or `house` or `assumed`."""

    rulebook: str
    section: str = ""


Cites = tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One amendment that made a thing what it is: who, how, where, what stood there before (as text), and the path it named."""

    overlay: str
    kind: str
    before: str = ""
    cites: Cites = ()
    span: Span = field(default=NOWHERE, compare=False)
    path: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a declaration or part stands (`overlay` is empty for the game itself), what it cites, what amended it."""

    overlay: str = ""
    cites: Cites = ()
    trail: tuple[TrailEntry, ...] = field(default=(), compare=False)
    span: Span = field(default=NOWHERE, compare=False)


NO_ORIGIN = Origin()

# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class YesNo:
    pass


@dataclass(frozen=True, slots=True)
class Num:
    """A bounded number. A bound is None where it is not known. With `half`, values are stored doubled."""

    low: Term | None = None
    high: Term | None = None
    half: bool = False


@dataclass(frozen=True, slots=True)
class EnumType:
    name: str


@dataclass(frozen=True, slots=True)
class PlayerType:
    pass


@dataclass(frozen=True, slots=True)
class PartyType:
    """Players and declared neutrals."""


@dataclass(frozen=True, slots=True)
class RegionType:
    """Members of the map `map`."""

    map: str


@dataclass(frozen=True, slots=True)
class UnionType:
    """A kind whose members are no pieces (`kind area = region, space`): members in order."""

    name: str
    members: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class PieceType:
    """A piece of one of these declared piece types (sorted names). `name` is the kind or piece as written."""

    name: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CellType:
    pass


@dataclass(frozen=True, slots=True)
class SideType:
    pass


@dataclass(frozen=True, slots=True)
class JoinType:
    """A pair of touching tiles, given once: `near` is the northern or western tile, `side` east or south."""


@dataclass(frozen=True, slots=True)
class SetType:
    element: Type
    bag: bool = False


@dataclass(frozen=True, slots=True)
class ListType:
    element: Type


@dataclass(frozen=True, slots=True)
class BoardType:
    """A board as a value; `zone` names the board zone it is shaped like."""

    zone: str


@dataclass(frozen=True, slots=True)
class OrNone:
    inner: Type


@dataclass(frozen=True, slots=True)
class ZoneType:
    """A zone as a value, where a function says which zone to move to."""


@dataclass(frozen=True, slots=True)
class AnyType:
    """The type of `none`, of `{}`'s elements, and of what could not be typed after a reported mistake."""


Type = (
    YesNo
    | Num
    | EnumType
    | PlayerType
    | PartyType
    | RegionType
    | UnionType
    | PieceType
    | CellType
    | SideType
    | JoinType
    | SetType
    | ListType
    | BoardType
    | OrNone
    | ZoneType
    | AnyType
)

# ---------------------------------------------------------------- terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Every term has a type and a place."""

    type: Type = AnyType()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Const(Typed):
    """A number (doubled where its type counts by halves), or 0/1 for no/yes."""

    value: int


@dataclass(frozen=True, slots=True)
class Member(Typed):
    """A member of a finite type by name: of an enum, a map's region, a side (`north` …), a neutral party."""

    name: str


@dataclass(frozen=True, slots=True)
class SeatConst(Typed):
    """A seat in a scenario, from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Nothing(Typed):
    """`none`."""


@dataclass(frozen=True, slots=True)
class PieceNamed(Typed):
    """A piece of the components by its row's name (`oak-2-new`, `red-5`): compared by `=`, it means any piece equal to it."""

    piece: str
    row: str


@dataclass(frozen=True, slots=True)
class PiecesAt(Typed):
    """Pieces made by `pieces P = n of each a, b`, for given a, b (`pond of p`, `round-card at 1`).

    A single piece when the type is a PieceType, else a set. Without keys: all pieces of that type; a key that is AllOf leaves
    open which of these it is.
    """

    piece: str
    keys: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class AllOf(Typed):
    """A finite type's name used as the set of its members (`player`, `building`, `region`, `1..5` has its own node)."""

    of: Type


@dataclass(frozen=True, slots=True)
class Local(Typed):
    """A parameter, field, `let` or loop variable. No name hides another inside one declaration."""

    name: str


@dataclass(frozen=True, slots=True)
class Setting(Typed):
    """An option or a number of the rules by name."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayerCount(Typed):
    pass


@dataclass(frozen=True, slots=True)
class You(Typed):
    """The one who decides now."""


@dataclass(frozen=True, slots=True)
class ThisArg(Typed):
    """`this P`: the (first) argument with which procedure P now runs."""

    procedure: str


@dataclass(frozen=True, slots=True)
class VarRead(Typed):
    """Built-in variables: `active-player`, `start-player`, `score` per party."""

    var: str
    keys: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneRead(Typed):
    """One zone. As a value: OrNone(piece) for a place, a set for row, pile, bag, deck, a board for a board, a set of cells or
    joins for marks.
    """

    zone: str
    keys: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardAt(Typed):
    """The tile of a board at a cell (a piece or none)."""

    board: Term
    cell: Term


@dataclass(frozen=True, slots=True)
class RowAt(Typed):
    """The piece at a place (from 1) of a `row` zone."""

    row: Term
    place: Term


@dataclass(frozen=True, slots=True)
class AttachedAt(Typed):
    """What stands in `place of T on cells of B` at a cell (keys are B's keys), or in `place of T on PIECE` on a piece."""

    zone: str
    keys: tuple[Term, ...]
    on: Term


@dataclass(frozen=True, slots=True)
class MarksOf(Typed):
    """The marks of a marks zone as they belong to a board value (`gate of g`)."""

    zone: str
    board: Term


@dataclass(frozen=True, slots=True)
class Attr(Typed):
    """A piece's attribute; `owner` for pieces made of each player. With `total`, summed over a set."""

    attribute: str
    of: Term
    total: bool = False


@dataclass(frozen=True, slots=True)
class TableRead(Typed):
    """A cell of a table; a list when the keys leave one level of headings open (`prizes at (b, this scoring)`).

    `keys` stand in the order of the table's levels (row heading first); an open level is None.
    """

    table: str
    keys: tuple[Term | None, ...]


@dataclass(frozen=True, slots=True)
class Call(Typed):
    """A function, condition, ways, total or pool by name. With `total`, the one-argument function summed over a set."""

    rule: str
    args: tuple[Term, ...]
    total: bool = False


OpName = Literal[
    "+", "-", "*", "div-down", "div-up", "and", "or", "not", "=", "!=", "<", "<=", ">", ">=", "in", "union", "minus", "shift-cell"
]


@dataclass(frozen=True, slots=True)
class Op(Typed):
    """`union` and `minus` are + and - of sets; `shift-cell` is cell + side."""

    op: OpName
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Is(Typed):
    """`what`: `empty`, `filled`, `full`, or a piece or kind (then `pieces` lists the piece types), or `player` / `neutral` for
    a party.
    """

    term: Term
    what: str
    pieces: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IfTerm(Typed):
    condition: Term
    then: Term
    otherwise: Term


@dataclass(frozen=True, slots=True)
class Fold(Typed):
    """`most`, `fewest`: the set of elements with the greatest (least) key, several keys compared in order; `highest`, `lowest`:
    the greatest (least) value, or the set of elements when the domain's own elements are asked; `those`: a set; `start` for
    `clockwise from`.
    """

    word: Literal["every", "any", "count", "total", "most", "fewest", "highest", "lowest", "those"]
    var: str
    domain: Term
    start: Term | None
    where: Term | None
    bodies: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class SetOf(Typed):
    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class RangeSet(Typed):
    low: Term
    high: Term


@dataclass(frozen=True, slots=True)
class CellAt(Typed):
    """A cell by coordinates `(x, y)`, the origin in the middle of the window, y growing to the south."""

    x: Term
    y: Term


@dataclass(frozen=True, slots=True)
class WithTile(Typed):
    """`g with t on c`: the tile at c, if any, is taken away first only where `without c` says so."""

    board: Term
    piece: Term
    cell: Term


@dataclass(frozen=True, slots=True)
class WithoutTile(Typed):
    board: Term
    cell: Term


@dataclass(frozen=True, slots=True)
class WithMarks(Typed):
    board: Term
    zone: str
    marks: Term


@dataclass(frozen=True, slots=True)
class BuiltIn(Typed):
    """A built-in notion.

    size(set) · top(deck), top(deck, n) · opposite(side) · neighbours(cell | region) · cells(board: occupied | zone) ·
    window(board zone: every cell) · joins(board) · join(cell, side) · side/near/far(join) · line(board, cell, side) ·
    across(set of region, set of region) · between(region, region) · longest-line(set of region) ·
    reachable(set of region, set of region) ·
    connected(board, pieces, rule name as Member) · encloses(board) · longest-run(board, joins-or-walls rule) ·
    outer-walls(board) · adjacent(a, b) · distance(a, b) · sums(set, attribute or function as Member) · next-player(player) ·
    left-neighbour(player) · others(player) · first-of(list) · full(zone) · seats-from(player) · zone-of(piece) …
    """

    name: str
    args: tuple[Term, ...]


Term = (
    Const
    | Member
    | SeatConst
    | Nothing
    | PieceNamed
    | PiecesAt
    | AllOf
    | Local
    | Setting
    | PlayerCount
    | You
    | ThisArg
    | VarRead
    | ZoneRead
    | BoardAt
    | RowAt
    | AttachedAt
    | MarksOf
    | Attr
    | TableRead
    | Call
    | Op
    | Is
    | IfTerm
    | Fold
    | SetOf
    | RangeSet
    | CellAt
    | WithTile
    | WithoutTile
    | WithMarks
    | BuiltIn
)

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Bound(Placed):
    """`name in domain clockwise from start where …`; `type` is the element's."""

    name: str
    type: Type
    domain: Term
    start: Term | None = None
    where: Term | None = None


@dataclass(frozen=True, slots=True)
class Choice(Placed):
    """A field. `many`: "one" gives an element; the others a set with size in low..high (high None: no bound), or all."""

    name: str
    type: Type
    many: Literal["one", "subset", "all"]
    domain: Term
    low: Term | None = None
    high: Term | None = None


@dataclass(frozen=True, slots=True)
class Offered(Placed):
    action: str
    args: tuple[Term, ...]
    when: Term | None = None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Move(Placed):
    """`what` is a piece, a set, or a number of equal pieces of `source`. `target` is a ZoneRead, BoardAt, RowAt, AttachedAt or
    a term of ZoneType; `box` is a zone.
    """

    what: Term
    source: Term | None
    target: Term


@dataclass(frozen=True, slots=True)
class Draw(Placed):
    count: Term
    source: Term
    target: Term


@dataclass(frozen=True, slots=True)
class Shuffle(Placed):
    zone: Term


@dataclass(frozen=True, slots=True)
class Restock(Placed):
    """All of `source` is shuffled and becomes `zone`'s new content (below what is left)."""

    zone: Term
    source: Term


@dataclass(frozen=True, slots=True)
class Reveal(Placed):
    """A zone's content, or a variable's value, is shown to all."""

    what: Term


@dataclass(frozen=True, slots=True)
class Mark(Placed):
    """Puts a mark on a cell or join of a marks zone, or takes it away; without `at`, `on` is the whole new set of marks."""

    zone: Term
    at: Term | None
    on: Term


@dataclass(frozen=True, slots=True)
class SetVar(Placed):
    target: VarRead
    value: Term


@dataclass(frozen=True, slots=True)
class Let(Placed):
    name: str
    value: Term


Quoted = tuple[tuple[str, Term], ...]


@dataclass(frozen=True, slots=True)
class Score(Placed):
    points: Term
    who: Term
    label: str
    cites: Cites = ()
    rule: str = ""
    values: Quoted = ()


@dataclass(frozen=True, slots=True)
class Say(Placed):
    """`values`: what stands for each `{name}` of the text."""

    text: str
    values: Quoted = ()


@dataclass(frozen=True, slots=True)
class Finish(Placed):
    pass


@dataclass(frozen=True, slots=True)
class If(Placed):
    condition: Term
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class ForEach(Placed):
    bind: Bound
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Placed):
    at_most: Term | None
    until: bool
    condition: Term
    body: Block


@dataclass(frozen=True, slots=True)
class Choose(Placed):
    """One decision (or, with `times`, several). `by` None means you; `chance` a random single one.

    `private` is set when what can be chosen hangs on something not everybody sees: then it is asked even if nothing can be
    chosen.
    """

    name: str
    choices: tuple[Choice, ...]
    where: Term | None
    by: Term | None
    chance: bool
    times: Term | None
    up_to: bool
    body: Block
    otherwise: Block
    private: bool
    cites: Cites = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ask(Placed):
    """A menu. `name` is the path of the step it stands in."""

    name: str
    who: Term
    text: str
    offers: tuple[Offered, ...]
    otherwise: Block
    private: bool


@dataclass(frozen=True, slots=True)
class Secretly(Placed):
    name: str
    bind: Bound
    choices: tuple[Choice, ...]
    where: Term | None
    body: Block
    text: str = ""


@dataclass(frozen=True, slots=True)
class Perform(Placed):
    """Runs a procedure, a cases rule, a majority or an action's effect; `kind` says which."""

    kind: Literal["procedure", "cases", "majority", "points"]
    rule: str
    args: tuple[Term, ...]
    who: Term | None


@dataclass(frozen=True, slots=True)
class OpenWindow(Placed):
    window: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Step(Placed):
    """A named moment; `path` is `procedure.step` (or `overlay/hook`)."""

    path: str
    label: str
    body: Block
    origin: Origin = field(default=NO_ORIGIN, compare=False)


@dataclass(frozen=True, slots=True)
class Within(Placed):
    name: str
    window: str
    body: Block


@dataclass(frozen=True, slots=True)
class Leave(Placed):
    name: str


Statement = (
    Move
    | Draw
    | Shuffle
    | Restock
    | Reveal
    | Mark
    | SetVar
    | Let
    | Score
    | Say
    | Finish
    | If
    | ForEach
    | Repeat
    | Choose
    | Ask
    | Secretly
    | Perform
    | OpenWindow
    | Step
    | Within
    | Leave
)
Block = tuple[Statement, ...]

# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """`origin` counts in a comparison only through overlay and citations (its trail and span do not)."""

    origin: Origin = NO_ORIGIN


@dataclass(frozen=True, slots=True)
class Overlay:
    name: str
    kind: Literal["module", "bridge", "variant"]
    title: str
    why: str = ""
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Rulebook(Declared):
    name: str
    title: str
    language: str
    sections: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Option(Declared):
    """`defaults` are (low players, high players, value); `value` is what the table set, or None."""

    name: str
    sentence: str
    type: Type
    usually: Term
    defaults: tuple[tuple[int, int, Term], ...] = ()
    only_players: tuple[int, int] | None = None
    only_with: tuple[tuple[str, str], ...] = ()
    not_with: tuple[tuple[str, str], ...] = ()
    needs: tuple[tuple[str, str], ...] = ()
    value: Term | None = None


@dataclass(frozen=True, slots=True)
class Number(Declared):
    name: str
    value: Term


@dataclass(frozen=True, slots=True)
class Enum(Declared):
    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind(Declared):
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Map(Declared):
    """Regions in order with attributes; adjacency as pairs of region names. A map made of squares or hexagons knows how many
    columns it has and which of its places touch (`sides touch`, `corners touch`, `hexagons touch`).
    """

    name: str
    of: str
    regions: tuple[str, ...]
    attributes: tuple[tuple[str, tuple[str, ...]], ...]
    adjacency: tuple[tuple[str, str], ...]
    columns: int = 0
    touch: str = ""


@dataclass(frozen=True, slots=True)
class Attribute:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Piece(Declared):
    name: str
    attributes: tuple[Attribute, ...]


Value = int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PieceRow:
    """One line of components: its name, its attributes in the piece's order (enum members and sides by name, sets as tuples),
    copies.
    """

    name: str
    values: tuple[Value, ...]
    copies: int = 1


@dataclass(frozen=True, slots=True)
class PieceSet(Declared):
    """Either `rows`, or a product: `count` of each combination of `each`.

    `each` pairs a name with its type; a name that is an attribute of the piece fills it, others (player, region) are keys
    (`owner`).
    """

    piece: str
    rows: tuple[PieceRow, ...] = ()
    count: Term | None = None
    each: tuple[tuple[str, Type], ...] = ()


def product_name(piece: str, values: Sequence[str]) -> str:
    """The name of a piece made as a product: its attributes' values joined by hyphens (`red-5`); behind the piece's own name
    where that would begin with a number (`scoring-card-1`), and that name alone where it has none.
    """
    own = piece.rpartition("/")[2]
    if not values:
        return own
    return "-".join(values) if values[0][:1].isalpha() else "-".join([own, *values])


Sight = Literal["open", "hidden", "owner", "owner size open", "covered", "hidden size open"]


@dataclass(frozen=True, slots=True)
class Zone(Declared):
    """`kind`: place, row, deck, bag, pile, board, marks-cells, marks-joins, attached-cells, attached-piece.

    `size` for row and board; `on` names the board zone (or piece) that marks and attached places lie on; `owner_key` is the
    index in `per` of the player, or -1.
    """

    name: str
    kind: str
    size: Term | None
    piece: Type | None
    on: str
    per: tuple[Type, ...]
    sight: Sight
    always: tuple[Term, ...] = ()
    owner_key: int = -1


@dataclass(frozen=True, slots=True)
class Var(Declared):
    name: str
    type: Type
    per: tuple[Type, ...]
    initial: Term | None
    sight: Sight
    forgotten: str = ""
    owner_key: int = -1


@dataclass(frozen=True, slots=True)
class Table(Declared):
    """`levels`: type of each heading level, row headings first, then the header lines from top to bottom.

    `headings` gives the written headings per level; `cells` maps a tuple of heading indices to a number (in written order).
    """

    name: str
    levels: tuple[Type, ...]
    headings: tuple[tuple[str, ...], ...]
    cells: tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Part(Declared):
    path: str
    label: str
    term: Term
    values: Quoted = ()


@dataclass(frozen=True, slots=True)
class Parts(Declared):
    """condition (all), ways (any), total (sum), pool (union)."""

    name: str
    combine: Literal["all", "any", "sum", "union"]
    params: tuple[Param, ...]
    type: Type
    label: str
    parts: tuple[Part, ...]
    relies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermCase(Declared):
    path: str
    when: Term
    value: Term
    label: str = ""


@dataclass(frozen=True, slots=True)
class Function(Declared):
    name: str
    params: tuple[Param, ...]
    type: Type
    value: Term
    cases: tuple[TermCase, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockCase(Declared):
    path: str
    when: Term
    body: Block
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cases(Declared):
    name: str
    params: tuple[Param, ...]
    label: str
    cases: tuple[BlockCase, ...]


@dataclass(frozen=True, slots=True)
class Require(Declared):
    """`path` is `action.name`. `values`: what stands for each `{name}` of the label."""

    path: str
    label: str
    term: Term
    values: Quoted = ()


@dataclass(frozen=True, slots=True)
class Action(Declared):
    """Fields (each `where` has become a Require named `action.where`, `where-2` …), lets and clauses in the order written, then
    the effect.
    """

    name: str
    params: tuple[Param, ...]
    label: str
    parts: tuple[Choice | Let | Require, ...]
    effect: Block


@dataclass(frozen=True, slots=True)
class Procedure(Declared):
    """`setup` and `play` are procedures too. `decides`: the body speaks of `you`."""

    name: str
    params: tuple[Param, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class End(Declared):
    when: tuple[Term, ...]
    performs: tuple[Perform, ...]
    winner: Literal["most points", "fewest points"]
    ties: str


@dataclass(frozen=True, slots=True)
class Window(Declared):
    name: str
    params: tuple[Param, ...]
    label: str
    asks: Bound
    offers: tuple[Offered, ...]
    closes: Literal["everyone passes", "first use", "one round"]


@dataclass(frozen=True, slots=True)
class Bonus(Declared):
    path: str
    label: str
    points: Term
    to: str
    when: Term | None


@dataclass(frozen=True, slots=True)
class Majority(Declared):
    """`each` runs it once for each element; `among` binds the participant; `pays` is a list of numbers."""

    name: str
    params: tuple[Param, ...]
    each: Bound | None
    among: Bound
    counting: Term
    minimum: Term | None
    pays: Term
    places: Term | None
    ties: tuple[str, ...]
    bonuses: tuple[Bonus, ...]


@dataclass(frozen=True, slots=True)
class Points(Declared):
    """Scored at the end of each run of `after` (when its first argument equals `only`, if given)."""

    name: str
    label: str
    after: str
    only: Term | None
    each: Bound | None
    when: Term | None
    pays: Term


@dataclass(frozen=True, slots=True)
class Upon(Declared):
    """Runs after a piece entered or left a zone: `piece` is bound to it, `binds` to keys and cell (a name, or None to match
    anything).
    """

    name: str
    piece: Param
    enters: bool
    zone: str
    binds: tuple[Param | None, ...]
    cell: Param | None
    body: Block


@dataclass(frozen=True, slots=True)
class DisplayPart:
    kind: Literal["text", "show", "colour", "edges", "picture"]
    terms: tuple[Term, ...] = ()
    file: str = ""


@dataclass(frozen=True, slots=True)
class Display(Declared):
    """`var` is the name that the parts' terms use for the piece, cell or region drawn."""

    name: str
    label: str
    shape: str
    var: str
    low: int
    high: int
    parts: tuple[DisplayPart, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole ruleset for any permitted number of players and any options.

    `dropped` are the amendments that took things away: what is gone has no trail of its own to tell by whom.
    """

    name: str
    title: str
    overlays: tuple[Overlay, ...]
    players: tuple[int, int]
    cap: int
    neutral: str
    neutral_title: str
    neutral_when: Term | None
    rulebooks: tuple[Rulebook, ...]
    options: tuple[Option, ...]
    numbers: tuple[Number, ...]
    enums: tuple[Enum, ...]
    kinds: tuple[Kind, ...]
    maps: tuple[Map, ...]
    pieces: tuple[Piece, ...]
    piece_sets: tuple[PieceSet, ...]
    zones: tuple[Zone, ...]
    vars: tuple[Var, ...]
    tables: tuple[Table, ...]
    functions: tuple[Function, ...]
    parts: tuple[Parts, ...]
    cases: tuple[Cases, ...]
    actions: tuple[Action, ...]
    procedures: tuple[Procedure, ...]
    setup: Procedure
    end: End
    windows: tuple[Window, ...]
    majorities: tuple[Majority, ...]
    points: tuple[Points, ...]
    upons: tuple[Upon, ...]
    displays: tuple[Display, ...]
    dropped: tuple[TrailEntry, ...] = field(default=(), compare=False)
