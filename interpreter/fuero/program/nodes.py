"""PROGRAM: one ruleset at one table (players and options known), laid out and flattened. Read by the engines only.

Values are integers. A finite set is an integer whose bit *i* stands for element *i* of its kind (a piece by its id, a cell by
its index, a player by seat, a number by its value, a join by `2 * cell + (0 east, 1 south)`). `none` is -1. A board is a value
of its own (tiles by cell, and marks).
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.messages.forms import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """`rule` is the path of the rule a node belongs to, for faults and traces."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---------------------------------------------------------------- terms


@dataclass(frozen=True, slots=True)
class Const(Placed):
    value: int


@dataclass(frozen=True, slots=True)
class Listed(Placed):
    """A list of numbers known at load."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Load(Placed):
    """A word of the state."""

    slot: int


@dataclass(frozen=True, slots=True)
class LoadAt(Placed):
    """Word `base + stride * index`; `size` is how many indices there are."""

    base: int
    index: Term
    size: int
    stride: int = 1


@dataclass(frozen=True, slots=True)
class Local(Placed):
    """A parameter, field, `let` or loop variable of the routine or function at hand."""

    name: str


@dataclass(frozen=True, slots=True)
class Arith(Placed):
    op: Literal["+", "-", "*", "div-down", "div-up"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Compare(Placed):
    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class And(Placed):
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Or(Placed):
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Not(Placed):
    term: Term


@dataclass(frozen=True, slots=True)
class Select(Placed):
    condition: Term
    then: Term
    otherwise: Term


@dataclass(frozen=True, slots=True)
class SetOp(Placed):
    op: Literal["or", "and", "and-not"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Single(Placed):
    """The set of one element; the empty set for none. `area`: what it is a set of, where that is cells or joins."""

    element: Term
    area: Literal["", "cells", "joins"] = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Contains(Placed):
    """Is the element in the set? `none` is in no set."""

    set: Term
    element: Term


@dataclass(frozen=True, slots=True)
class Size(Placed):
    set: Term


@dataclass(frozen=True, slots=True)
class Only(Placed):
    """The only element of a set of at most one; none for the empty set; a fault for more."""

    set: Term


@dataclass(frozen=True, slots=True)
class NumberRange(Placed):
    """The set low..high of numbers."""

    low: Term
    high: Term


@dataclass(frozen=True, slots=True)
class Reduce(Placed):
    """A fold over a set, in ascending order (`start`: cyclic from that element). `keys` are the bodies; `pieces`: the elements
    are pieces.
    """

    word: Literal["every", "any", "count", "total", "most", "fewest", "highest", "lowest", "those"]
    var: str
    domain: Term
    start: Term | None
    where: Term | None
    keys: tuple[Term, ...]
    pieces: bool = False


@dataclass(frozen=True, slots=True)
class Lookup(Placed):
    """A column of facts about pieces, or a table: entry `index` of the named constant."""

    table: str
    index: Term


@dataclass(frozen=True, slots=True)
class Call(Placed):
    function: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class BoardOf(Placed):
    """The board that lies in a zone: family name and index of the zone in it."""

    family: str
    index: Term


@dataclass(frozen=True, slots=True)
class TileAt(Placed):
    board: Term
    cell: Term


@dataclass(frozen=True, slots=True)
class WithTile(Placed):
    board: Term
    piece: Term
    cell: Term


@dataclass(frozen=True, slots=True)
class WithoutTile(Placed):
    board: Term
    cell: Term


@dataclass(frozen=True, slots=True)
class WithMarks(Placed):
    """A board with `marks` added to its marks of that family."""

    board: Term
    marks_index: int
    marks: Term


@dataclass(frozen=True, slots=True)
class MarksOf(Placed):
    board: Term
    marks_index: int


@dataclass(frozen=True, slots=True)
class BuiltIn(Placed):
    """A built-in notion. `rule` names the function a notion asks (who can pass where, which edges are walled).

    Boards: pieces, cells, window, joins, spare (one of a set that is not there), near, far, side (of a join), join (cell
    side), join-place, shift (cell side), neighbours, line (board cell side), without-all (board cells), connected (board,
    start pieces), encloses, longest-run; as numbers: pack, unpack (number, how many kinds of marks). Zones: first (of a
    set), top, top-many (order, set), row-at, attached. Players: next, previous. Numbers: sums, index (checked against a
    size), first-of a list. Flow: waiting (how many handlers wait). Cells: cell (x y), distance, adjacent. A join's value
    holds its place (`2 * cell + (0 east, 1 south)`, 20 bits) and, where it comes from `joins`, the two tiles (14 bits each,
    id + 1). Maps: reachable (start, ground; `table` says what touches), longest-line (places) and across (start,
    over), each followed by columns, rows, the axes of lines: 1 rows, 2 columns, 4 and 8 the two diagonals.
    """

    name: str
    args: tuple[Term, ...]
    rule: str = ""
    width: int = 0
    table: str = ""


Term = (
    Const
    | Listed
    | Load
    | LoadAt
    | Local
    | Arith
    | Compare
    | And
    | Or
    | Not
    | Select
    | SetOp
    | Single
    | Contains
    | Size
    | Only
    | NumberRange
    | Reduce
    | Lookup
    | Call
    | BoardOf
    | TileAt
    | WithTile
    | WithoutTile
    | WithMarks
    | MarksOf
    | BuiltIn
)

# ---------------------------------------------------------------- functions


@dataclass(frozen=True, slots=True)
class Clause:
    """A named part of a condition: `path`, its sentence, its citations as text, its term."""

    path: str
    label: str
    cites: tuple[str, ...]
    term: Term
    span: Span = field(default=NOWHERE, compare=False)
    values: tuple[tuple[str, str, Term], ...] = ()
    """What stands for each `{name}` of the sentence: name, shape, term."""


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function. `clauses` are the parts when it is a condition or ways (then `body` joins them); `boards` names the
    parameters that are boards.
    """

    name: str
    params: tuple[str, ...]
    body: Term
    clauses: tuple[Clause, ...] = ()
    combine: Literal["", "all", "any", "sum", "union"] = ""
    boards: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


# ---------------------------------------------------------------- choices


@dataclass(frozen=True, slots=True)
class Field:
    """One of the domain forms: `element` of a set, `cell` of a plane, `subset` (low..high, high -1: no bound; a multiset when
    pieces).

    `shape` tells how a value is written: piece, pieces, cell, join, player, party, enum NAME, number, half, yes-no, region
    NAME, zone.
    """

    name: str
    form: Literal["element", "cell", "subset", "whole"]
    shape: str
    domain: Term
    low: Term
    high: Term
    pieces: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """An action as it can be chosen: parameters, fields, `let`s (name, term) usable in clauses, clauses in order."""

    name: str
    label: str
    params: tuple[str, ...]
    fields: tuple[Field, ...]
    lets: tuple[tuple[str, Term], ...]
    clauses: tuple[Clause, ...]
    routine: str
    cites: tuple[str, ...] = ()
    param_shapes: tuple[str, ...] = ()
    """How the parameters' values are written; empty where a value has no words."""


@dataclass(frozen=True, slots=True)
class Offer:
    """`you` is who decides inside the menu; None: the one asked."""

    menu: str
    args: tuple[Term, ...]
    when: Term | None
    you: Term | None = None


# ---------------------------------------------------------------- steps

@dataclass(frozen=True, slots=True)
class Store(Placed):
    """A local or a word gets a value; `low`..`high` is the range that is guarded (None: proved)."""

    target: Local | Load | LoadAt
    value: Term
    low: int | None = None
    high: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """One zone of a family; with `dynamic`, a term that gives the zone's id."""

    family: str
    index: Term
    dynamic: Term | None = None
    cell: Term | None = None
    place: Term | None = None


@dataclass(frozen=True, slots=True)
class MovePieces(Placed):
    """`count` (instead of pieces) takes that many of `source`. Single pieces and sets alike are sets here."""

    pieces: Term
    count: Term | None
    source: ZoneRef | None
    target: ZoneRef


@dataclass(frozen=True, slots=True)
class DrawPieces(Placed):
    count: Term
    source: ZoneRef
    target: ZoneRef


@dataclass(frozen=True, slots=True)
class ShuffleZone(Placed):
    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class RestockZone(Placed):
    zone: ZoneRef
    source: ZoneRef


@dataclass(frozen=True, slots=True)
class RevealZone(Placed):
    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class RevealVar(Placed):
    name: str


@dataclass(frozen=True, slots=True)
class SetMarks(Placed):
    family: str
    index: Term
    at: Term | None
    on: Term


@dataclass(frozen=True, slots=True)
class ScoreLine(Placed):
    points: Term
    who: Term
    label: str
    rule: str
    cites: tuple[str, ...] = ()
    half: bool = False
    values: tuple[tuple[str, str, Term], ...] = ()
    """What stands for each `{name}` of the label: name, shape, term."""


@dataclass(frozen=True, slots=True)
class RankScore(Placed):
    """Points by rank. `ties` are the written phrases. Bonuses: (label, points, to, when)."""

    rule: str
    var: str
    among: Term
    where: Term | None
    counting: Term
    minimum: Term
    pays: Term
    places: Term | None
    ties: tuple[str, ...]
    bonuses: tuple[tuple[str, Term, str, Term | None], ...]
    of: tuple[tuple[str, Term], ...]
    half: bool
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tell(Placed):
    """A line in the log; for each `{name}` of the text stands a value: name, shape, term."""

    text: str
    values: tuple[tuple[str, str, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class Moment(Placed):
    """A named step begins (traces and saves name it)."""

    path: str
    label: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick(Placed):
    """A single element of a set by chance, keyed by the rule's name."""

    target: Local
    domain: Term
    rule: str


@dataclass(frozen=True, slots=True)
class Branch(Placed):
    """In a routine that can pause: jump if the condition fails."""

    condition: Term
    otherwise: int


@dataclass(frozen=True, slots=True)
class Jump(Placed):
    to: int


@dataclass(frozen=True, slots=True)
class Label(Placed):
    number: int


@dataclass(frozen=True, slots=True)
class When(Placed):
    """Structured, for code that never pauses."""

    condition: Term
    then: Code
    otherwise: Code


@dataclass(frozen=True, slots=True)
class Loop(Placed):
    """For each element of a set fixed on entry; never pauses."""

    var: str
    domain: Term
    start: Term | None
    where: Term | None
    body: Code


@dataclass(frozen=True, slots=True)
class While(Placed):
    """Repeats while (until) a condition holds, at most `most` times (a fault beyond); never pauses."""

    condition: Term
    until: bool
    most: Term | None
    body: Code


@dataclass(frozen=True, slots=True)
class Next(Placed):
    """Takes the first element out of the set in local `rest` (cyclic from `start`) into `var`; jumps when it is empty."""

    rest: str
    var: str
    start: Term | None
    empty: int


@dataclass(frozen=True, slots=True)
class Round(Placed):
    """Counts a loop's rounds: a fault beyond `most`; a match stuck when 100 rounds went by without a real decision."""

    counter: str
    most: Term | None
    reset: bool


@dataclass(frozen=True, slots=True)
class Run(Placed):
    """Calls a routine that never pauses."""

    routine: str
    args: tuple[Term, ...]
    you: Term


@dataclass(frozen=True, slots=True)
class Enter(Placed):
    """Calls a routine that can pause."""

    routine: str
    args: tuple[Term, ...]
    you: Term


@dataclass(frozen=True, slots=True)
class Cases(Placed):
    """Exactly one case applies: (path, guard, label to jump to or code)."""

    rule: str
    branches: tuple[tuple[str, Term, Code], ...]


@dataclass(frozen=True, slots=True)
class AskOne(Placed):
    """Pauses: `who` picks from `offers` (or, for a `choose`, fills the fields of `menu` into locals).

    `decline`: a way to say no. When nothing can be chosen: skipped to `empty` if that is public, else a forced pass that leads
    there.
    """

    number: int
    who: Term
    text: str
    offers: tuple[Offer, ...]
    private: bool
    decline: bool
    empty: int
    declined: int
    path: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskMany(Placed):
    """Pauses: all of `who` answer, unseen by the others, in any order. `kind` window: then `Resolve` finds the first use."""

    number: int
    who: Term
    text: str
    offers: tuple[Offer, ...]
    decline: bool
    path: str
    var: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers(Placed):
    """For each who answered (ascending): fields into locals, then `body` (secret choices)."""

    ask: int
    var: str
    fields: tuple[str, ...]
    body: Code


@dataclass(frozen=True, slots=True)
class Resolve(Placed):
    """Performs the first use among the answers, cyclic from `start`; jumps to `none` when all passed, else goes on after it.

    With `again`, each answer is used up in turn and legality is tested anew.
    """

    ask: int
    start: Term | None
    none: int
    again: bool


@dataclass(frozen=True, slots=True)
class Handle(Placed):
    """Runs the handlers of what has just entered or left a zone: all that waits beyond the first `since`, which wait for those
    outside.
    """

    pauses: bool
    since: Term


@dataclass(frozen=True, slots=True)
class Leave(Placed):
    """Ends the running effect `within` at once; what is done stays."""

    within: int


@dataclass(frozen=True, slots=True)
class WithinMark(Placed):
    """Where running effect `within` ends; flags of it and of effects `inside` it go down."""

    within: int
    inside: tuple[int, ...] = ()
    since: Term | None = None
    """How many handlers waited when it began; what waits beyond them is part of what was left."""


@dataclass(frozen=True, slots=True)
class Return(Placed):
    pass


@dataclass(frozen=True, slots=True)
class Finish(Placed):
    """The match goes to its end."""

    rule: str


@dataclass(frozen=True, slots=True)
class Stop(Placed):
    """The match is over."""


@dataclass(frozen=True, slots=True)
class Fault(Placed):
    message: str


Step = (
    Store
    | MovePieces
    | DrawPieces
    | ShuffleZone
    | RestockZone
    | RevealZone
    | RevealVar
    | SetMarks
    | ScoreLine
    | RankScore
    | Tell
    | Moment
    | Pick
    | Branch
    | Jump
    | Label
    | When
    | Loop
    | While
    | Next
    | Round
    | Run
    | Enter
    | Cases
    | AskOne
    | AskMany
    | Answers
    | Resolve
    | Handle
    | Leave
    | WithinMark
    | Return
    | Finish
    | Stop
    | Fault
)
Code = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Routine:
    """A procedure, cases rule, window, action effect or handler. With `pauses`, its locals are words of the state (`frame`)."""

    name: str
    params: tuple[str, ...]
    code: Code
    pauses: bool
    locals: tuple[str, ...] = ()
    frame: int = 0
    back: int = 0


# ---------------------------------------------------------------- layout


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """One piece: its type, row name, class of equal pieces, copy number, owner seat (-1)."""

    type: str
    row: str
    group: int
    copy: int
    owner: int


@dataclass(frozen=True, slots=True)
class Family:
    """All zones of one declaration. `first` is the id of its first zone, `base` the first word, `stride` words a zone.

    Words of a zone: 0 its pieces as a set; then by kind: deck (1 order packed, 16 bits a piece, top lowest; 2 shuffles; 3 key
    of the last drawn), bag (1: 2 * shuffles, + 1 once drawn from), pile (1, 2: the interval of keys it was cut from, 3: how
    often it was drawn from while loose), row (1: places packed, 16 bits, piece + 1), board (1: content), marks (0: the marks),
    attached (per cell packed).
    """

    name: str
    kind: str
    first: int
    count: int
    base: int
    stride: int
    sizes: tuple[int, ...]
    key_shapes: tuple[str, ...]
    sight: str
    owner_key: int
    size: int
    takes: int
    on: str
    marks_index: int = -1
    key_names: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class VarInfo:
    name: str
    base: int
    sizes: tuple[int, ...]
    initial: int
    low: int
    high: int
    sight: str
    owner_key: int
    shape: str
    forgotten: str
    key_shapes: tuple[str, ...] = ()
    key_names: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class UponInfo:
    """A handler: pieces of `takes` that enter (or leave) a zone of `family`; the routine's parameters are piece, keys that are
    bound, cell.
    """

    family: str
    enters: bool
    takes: int
    routine: str
    keys: tuple[bool, ...]
    cell: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies in the state."""

    size: int
    players: int
    parties: int
    party_names: tuple[str, ...]
    pieces: tuple[PieceInfo, ...]
    families: tuple[Family, ...]
    vars: tuple[VarInfo, ...]
    where: int
    keys: int
    scores: int


@dataclass(frozen=True, slots=True)
class Program:
    """Everything an engine needs.

    `answers`: first word of the answers of each simultaneous question; `rolls`: the word that counts each rule's rolls;
    `withins`: flag word, routine and label where each running effect ends.
    """

    name: str
    layout: Layout
    settings: tuple[tuple[str, int], ...]
    enums: tuple[tuple[str, tuple[str, ...]], ...]
    tables: tuple[tuple[str, tuple[int, ...]], ...]
    lists: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]
    functions: tuple[Function, ...]
    menus: tuple[Menu, ...]
    routines: tuple[Routine, ...]
    upons: tuple[UponInfo, ...]
    answers: tuple[tuple[int, int], ...]
    rolls: tuple[tuple[str, int], ...]
    withins: tuple[tuple[int, str, int], ...]
    cap: int
    winner: str
    members: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The names of regions and of unions' members, by the shape of their values."""
