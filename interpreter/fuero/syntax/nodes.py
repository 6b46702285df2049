"""SYNTAX: every file as its author wrote it.

Comes from `parse`; read by the formatter, the language server and `rules.compose`. Spans never count in a comparison, so two
texts that differ only in layout give equal trees.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from fuero.messages.diagnostic import NOWHERE, Span
from fuero.messages.forms import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands somewhere in a file."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name, or a path of names (`buy.reward`, `gates/gate`), as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`@rulebook/section`; `section` is empty where only a rulebook (or `house`, `assumed`) is named."""

    rulebook: str
    section: str = ""


Cites = tuple[Cite, ...]

# ---------------------------------------------------------------- terms


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare name in a term."""

    text: str


@dataclass(frozen=True, slots=True)
class Numbered(Node):
    """A name with a number behind it: `scoring 3`."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Integer(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Ordinal(Node):
    """`1st`, `2nd` …; the value counts from 1."""

    value: int


@dataclass(frozen=True, slots=True)
class Seat(Node):
    """`A` to `F`, in scenarios."""

    letter: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """A call: `f(x, y)`."""

    name: Word
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class You(Node):
    pass


@dataclass(frozen=True, slots=True)
class Your(Node):
    """`your hand`."""

    name: Word


@dataclass(frozen=True, slots=True)
class The(Node):
    """`the active player`, `the next player`, `the start player`."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class This(Node):
    """`this scoring`: the argument with which a procedure now runs."""

    name: Word


@dataclass(frozen=True, slots=True)
class OtherPlayers(Node):
    pass


@dataclass(frozen=True, slots=True)
class PlayerCount(Node):
    """`players` as a number."""


@dataclass(frozen=True, slots=True)
class NoneTerm(Node):
    pass


@dataclass(frozen=True, slots=True)
class Keys(Node):
    """Several keys in parentheses after `at`: `(red, scoring 3, 3rd)`."""

    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class SetLiteral(Node):
    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Bind(Node):
    """`p in player clockwise from x where y`."""

    name: Word
    domain: Term
    start: Term | None = None
    where: Term | None = None


FoldWord = Literal["every", "any", "count", "total", "most", "fewest", "highest", "lowest", "those"]


@dataclass(frozen=True, slots=True)
class Fold(Node):
    word: FoldWord
    bind: Bind
    bodies: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """A flat chain `a of b of c at k`: `links` are a, b, c; which belongs to which is settled when names are bound.

    `total` marks `total a of b`: the attribute a added up over the set.
    """

    links: tuple[Term, ...]
    at: Term | None = None
    total: bool = False


@dataclass(frozen=True, slots=True)
class Not(Node):
    term: Term


@dataclass(frozen=True, slots=True)
class And(Node):
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Compare(Node):
    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class In(Node):
    left: Term
    right: Term
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`x is empty`, `c is not money`."""

    term: Term
    what: Word
    negated: bool = False


@dataclass(frozen=True, slots=True)
class With(Node):
    """`g with t on c`; without `on`, marks are put on a board: `g with gates`."""

    board: Term
    what: Term
    on: Term | None = None


@dataclass(frozen=True, slots=True)
class Without(Node):
    board: Term
    what: Term


@dataclass(frozen=True, slots=True)
class RangeTerm(Node):
    low: Term
    high: Term


@dataclass(frozen=True, slots=True)
class Binary(Node):
    op: Literal["+", "-", "*"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Divide(Node):
    left: Term
    right: Term
    up: bool


@dataclass(frozen=True, slots=True)
class IfTerm(Node):
    condition: Term
    then: Term
    otherwise: Term


Term = (
    Name
    | Numbered
    | Integer
    | Ordinal
    | Seat
    | Apply
    | You
    | Your
    | The
    | This
    | OtherPlayers
    | PlayerCount
    | NoneTerm
    | Keys
    | SetLiteral
    | Fold
    | Chain
    | Not
    | And
    | Or
    | Compare
    | In
    | Is
    | With
    | Without
    | RangeTerm
    | Binary
    | Divide
    | IfTerm
)

# ---------------------------------------------------------------- types as written


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    name: str


@dataclass(frozen=True, slots=True)
class TypeOf(Node):
    """`set of side`, `bag of hand-card`, `list of player`."""

    outer: str
    inner: TypeText


@dataclass(frozen=True, slots=True)
class TypeRange(Node):
    """`lo..hi`, with `by half` where halves count."""

    low: Term
    high: Term
    by: str = ""


@dataclass(frozen=True, slots=True)
class TypeOrNone(Node):
    inner: TypeText


TypeText = TypeName | TypeOf | TypeRange | TypeOrNone


@dataclass(frozen=True, slots=True)
class Param(Node):
    name: Word
    type: TypeText


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class HowMany(Node):
    kind: Literal["one", "some", "any", "all", "up to", "exactly"]
    count: Term | None = None


@dataclass(frozen=True, slots=True)
class Field(Node):
    """One thing to choose. `many` is None where a type or set alone means one."""

    name: Word
    many: HowMany | None
    domain: Term


@dataclass(frozen=True, slots=True)
class Call(Node):
    name: Word
    args: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer(Node):
    call: Call
    when: Term | None = None


@dataclass(frozen=True, slots=True)
class Move(Node):
    what: Term
    source: Term | None
    target: Term


@dataclass(frozen=True, slots=True)
class Draw(Node):
    count: Term
    source: Term
    target: Term


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Term


@dataclass(frozen=True, slots=True)
class Restock(Node):
    zone: Term
    source: Term


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    what: Term


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    target: Term
    value: Term


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Word
    value: Term


@dataclass(frozen=True, slots=True)
class Score(Node):
    points: Term
    who: Term
    label: str = ""
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Say(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Finish(Node):
    pass


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Term
    then: Block
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    bind: Bind
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat [at most n] while/until c`."""

    at_most: Term | None
    until: bool
    condition: Term
    body: Block


@dataclass(frozen=True, slots=True)
class Times(Node):
    count: Term
    up_to: bool


@dataclass(frozen=True, slots=True)
class Choose(Node):
    times: Times | None
    fields: tuple[Field, ...]
    where: Term | None
    by: Term | Literal["chance"] | None
    body: Block
    otherwise: Block | None = None
    cites: Cites = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ask(Node):
    who: Term
    text: str
    offers: tuple[Offer, ...]
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class Secretly(Node):
    bind: Bind
    fields: tuple[Field, ...]
    where: Term | None
    body: Block
    text: str = ""


@dataclass(frozen=True, slots=True)
class Perform(Node):
    """`perform f(x) as p`; `perform usual` inside `replace` and `instead` is what was there before."""

    call: Call
    who: Term | None = None


@dataclass(frozen=True, slots=True)
class Open(Node):
    call: Call


@dataclass(frozen=True, slots=True)
class Step(Node):
    name: Word
    label: str
    body: Block
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Within(Node):
    name: Word
    window: Word
    body: Block


@dataclass(frozen=True, slots=True)
class Leave(Node):
    name: Word


Statement = (
    Move
    | Draw
    | Shuffle
    | Restock
    | Reveal
    | SetTo
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
    | Open
    | Step
    | Within
    | Leave
)
Block = tuple[Statement, ...]

# ---------------------------------------------------------------- declarations: whose file, facts


@dataclass(frozen=True, slots=True)
class Head(Node):
    """First line of a file. `of` are the modules of a bridge; `game` is empty for a game itself."""

    kind: Literal["game", "module", "variant", "bridge", "labels"]
    name: Word
    game: str = ""
    title: str = ""
    of: tuple[Word, ...] = ()
    cites: Cites = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True, slots=True)
class Label(Node):
    path: Word
    text: str
    forms: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Section(Node):
    name: Word
    title: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook(Node):
    name: Word
    title: str
    language: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class PlayersRange(Node):
    low: int
    high: int
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Neutral(Node):
    name: Word
    title: str
    when: Term
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Cap(Node):
    count: int
    unit: str
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Needs(Node):
    kind: str
    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Uses(Node):
    kind: str
    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Why(Node):
    text: str


# ---------------------------------------------------------------- declarations: vocabulary


@dataclass(frozen=True, slots=True)
class WithPlayers(Node):
    """`with 2 players  2`: another default; `low` = `high` for a single number."""

    low: int
    high: int
    value: Term


@dataclass(frozen=True, slots=True)
class OnlyPlayers(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class OnlyWith(Node):
    kind: str
    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class NotWith(Node):
    kind: str
    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: Word
    sentence: str
    type: TypeText
    usually: Term
    parts: tuple[WithPlayers | OnlyPlayers | OnlyWith | NotWith | Needs, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Number(Node):
    name: Word
    value: Term
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Enum(Node):
    name: Word
    members: tuple[Word, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Kind(Node):
    name: Word
    members: tuple[Word, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Read(Node):
    """`read walls from north, east marked 1`."""

    name: Word
    columns: tuple[Word, ...]
    marked: str = ""


@dataclass(frozen=True, slots=True)
class Ignore(Node):
    columns: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`8 by 8, corners touch`: a map of so many columns and rows."""

    columns: int
    rows: int
    touch: str


@dataclass(frozen=True, slots=True)
class Map(Node):
    name: Word
    of: Word
    file: str
    mapping: tuple[Read | Ignore, ...]
    cites: Cites = ()
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    name: Word
    type: TypeText


@dataclass(frozen=True, slots=True)
class Piece(Node):
    name: Word
    attributes: tuple[Attribute, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Row(Node):
    """Cells of one line, trimmed, empty cells kept as empty strings."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Cell(Node):
    text: str


@dataclass(frozen=True, slots=True)
class PiecesCount(Node):
    """`pieces money = 3 of each currency, value`."""

    name: Word
    count: Term
    each: tuple[Word, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class PiecesFile(Node):
    name: Word
    file: str
    mapping: tuple[Read | Ignore, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class PiecesRows(Node):
    name: Word
    rows: tuple[Row, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Zone(Node):
    """`zone NAME : KIND [SIZE] [of TYPE] [on X [of B]] per T …, sight …`."""

    name: Word
    kind: Word
    size: str
    of: TypeText | None
    on: Word | None
    on_of: Word | None
    per: tuple[TypeText, ...]
    sight: tuple[str, ...]
    always: tuple[Term, ...] = ()
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Var(Node):
    name: Word
    type: TypeText
    per: tuple[TypeText, ...]
    initial: Term | None
    sight: tuple[str, ...]
    forgotten: str = ""
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Table(Node):
    name: Word
    file: str
    blank: Term | None
    rows: tuple[Row, ...]
    cites: Cites = ()


# ---------------------------------------------------------------- declarations: rules of named parts


@dataclass(frozen=True, slots=True)
class Part(Node):
    """`require`, `way` or `part`. `over` is used by `add` alone."""

    kind: Literal["require", "way", "part"]
    name: Word
    label: str
    term: Term
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Relies(Node):
    """`relies on PATH "why"`: what the rule would be unclear without, and perhaps what then is unclear."""

    path: Word
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rule(Node):
    """`condition`, `ways`, `total` or `pool`."""

    kind: Literal["condition", "ways", "total", "pool"]
    name: Word
    params: tuple[Param, ...]
    type: TypeText | None
    label: str
    parts: tuple[Part, ...]
    relies: tuple[Relies, ...] = ()
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`body` is a block for `cases`, a term for a case added to a function."""

    name: Word
    when: Term
    body: Block | Term
    cites: Cites = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cases(Node):
    name: Word
    params: tuple[Param, ...]
    label: str
    cases: tuple[Case, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Function(Node):
    """Plain value; `cases` are added by overlays (empty as written in a file)."""

    name: Word
    params: tuple[Param, ...]
    type: TypeText | None
    value: Term
    cites: Cites = ()
    cases: tuple[Case, ...] = ()


# ---------------------------------------------------------------- declarations: actions and flow


@dataclass(frozen=True, slots=True)
class Fields(Node):
    """One `choose` line of an action."""

    fields: tuple[Field, ...]
    where: Term | None = None


@dataclass(frozen=True, slots=True)
class Effect(Node):
    body: Block


@dataclass(frozen=True, slots=True)
class Action(Node):
    name: Word
    params: tuple[Param, ...]
    label: str
    parts: tuple[Fields | Let | Part | Effect, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    name: Word
    params: tuple[Param, ...]
    body: Block
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Setup(Node):
    body: Block
    cites: Cites = ()


Lines = tuple[tuple[str, Span], ...]
"""Where a declaration says each of its phrases (`ties`, `winner`, `closes`)."""


@dataclass(frozen=True, slots=True)
class End(Node):
    """`when` terms, what is performed then, `winner` and `ties` phrases (words joined by one blank)."""

    when: tuple[Term, ...]
    performs: tuple[Call, ...]
    winner: str
    ties: tuple[str, ...]
    cites: Cites = ()
    lines: Lines = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Window(Node):
    """`opens` is (after or before, path) or None when only `open` opens it."""

    name: Word
    params: tuple[Param, ...]
    label: str
    opens: tuple[str, Word] | None
    asks: Bind | None
    offers: tuple[Offer, ...]
    closes: str
    cites: Cites = ()
    lines: Lines = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Bonus(Node):
    name: Word
    label: str
    points: Term
    to: str
    when: Term | None = None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Majority(Node):
    name: Word
    params: tuple[Param, ...]
    each: Bind | None
    among: Bind | None
    counting: Term | None
    minimum: Term | None
    pays: Term | None
    places: Term | None
    ties: tuple[str, ...]
    bonuses: tuple[Bonus, ...]
    cites: Cites = ()
    lines: Lines = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Points(Node):
    """`every` is the procedure after each run of which it scores; `scored` a term such as `scoring 3`."""

    name: Word
    label: str
    every: str
    scored: Term | None
    each: Bind | None
    when: Term | None
    pays: Term | None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class DisplayPart(Node):
    kind: Literal["text", "show", "colour", "edges", "picture"]
    terms: tuple[Term, ...] = ()
    file: str = ""


@dataclass(frozen=True, slots=True)
class Display(Node):
    """`display plot as plan of t` …; `range` for `track 0..120`."""

    name: Word
    label: str
    shape: Word
    of: Word | None
    range: Term | None
    parts: tuple[DisplayPart, ...]
    cites: Cites = ()


# ---------------------------------------------------------------- declarations: amendments


@dataclass(frozen=True, slots=True)
class AddPart(Node):
    """`add require buy.cards …`: `target` is the rule or action, `part` carries the new name."""

    target: Word
    part: Part
    over: Word | None = None


@dataclass(frozen=True, slots=True)
class AddCase(Node):
    target: Word
    case: Case
    over: Word | None = None


@dataclass(frozen=True, slots=True)
class AddField(Node):
    field: Field
    target: Word
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class AddOffer(Node):
    offer: Offer
    target: Word
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Drop(Node):
    target: Word
    over: Word | None = None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Replace(Node):
    target: Word
    label: str
    body: Block | Term
    over: Word | None = None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class SetAmend(Node):
    """`set money-limit to 6`, `set prizes at (…) to 7`, `set buildings.ties to slide`.

    `target` is a Word (name or path) or a chain (a table cell); `value` a term or phrases (words joined by one blank).
    """

    target: Word | Term
    value: Term | tuple[str, ...]
    over: Word | None = None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Except(Node):
    target: Word
    name: Word
    when: Term
    over: Word | None = None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Extend(Node):
    name: Word
    members: tuple[Word, ...]
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Hook(Node):
    kind: Literal["before", "after", "instead"]
    target: Word
    name: Word
    body: Block
    over: Word | None = None
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Order(Node):
    first: Word
    then: Word
    cites: Cites = ()


@dataclass(frozen=True, slots=True)
class Upon(Node):
    """`upon t : tile enters plot of p at c as name`."""

    piece: Word
    type: TypeText
    enters: bool
    zone: Term
    name: Word
    body: Block
    cites: Cites = ()


# ---------------------------------------------------------------- declarations: worked examples


@dataclass(frozen=True, slots=True)
class Fact(Node):
    """`chain is a, b` (terms), or a drawing of rows below the chain."""

    about: Term
    values: tuple[Term, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Play(Node):
    """An action and its fields by name, as in `buy slot red, pay {red-5, red-3}`."""

    action: Word
    fields: tuple[tuple[Word, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class DoCall(Node):
    call: Call


@dataclass(frozen=True, slots=True)
class DoPlay(Node):
    seat: Seat
    play: Play


@dataclass(frozen=True, slots=True)
class Refuse(Node):
    seat: Seat
    play: Play
    because: Word


@dataclass(frozen=True, slots=True)
class ExpectTerm(Node):
    """A yes-no term; also `A is asked` (Is) and `the match ends` (The)."""

    term: Term


@dataclass(frozen=True, slots=True)
class ExpectPays(Node):
    rule: Term
    pays: tuple[tuple[Seat, Term], ...]


@dataclass(frozen=True, slots=True)
class ExpectHolds(Node):
    zone: Term
    pieces: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class ExpectMay(Node):
    """`because` is set only where the play must be refused, and even there it may be left out: any reason will do."""

    seat: Seat
    play: Play
    allowed: bool
    because: Word | None = None


@dataclass(frozen=True, slots=True)
class Chance(Node):
    fact: Fact


@dataclass(frozen=True, slots=True)
class Given(Node):
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class ScenarioPlayers(Node):
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ScenarioWith(Node):
    """`with module gates`, `with option start-money 25` (kind, names; an option's value is the last term)."""

    kind: str
    names: tuple[Word, ...]
    value: Term | None = None


@dataclass(frozen=True, slots=True)
class ScenarioStart(Node):
    """`phrase` is `an empty table` or `a set-up`."""

    phrase: str
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Examples(Node):
    rows: tuple[Row, ...]


ScenarioPart = (
    ScenarioPlayers
    | ScenarioWith
    | ScenarioStart
    | Given
    | Chance
    | DoCall
    | DoPlay
    | Refuse
    | ExpectTerm
    | ExpectPays
    | ExpectHolds
    | ExpectMay
    | Examples
)


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    title: str
    parts: tuple[ScenarioPart, ...]
    cites: Cites = ()


Amendment = AddPart | AddCase | AddField | AddOffer | Drop | Replace | SetAmend | Except | Extend | Hook | Order | Upon
Declaration = (
    Head
    | Rulebook
    | PlayersRange
    | Neutral
    | Cap
    | Needs
    | Uses
    | Why
    | Option
    | Number
    | Enum
    | Kind
    | Map
    | Piece
    | PiecesCount
    | PiecesFile
    | PiecesRows
    | Zone
    | Var
    | Table
    | Rule
    | Cases
    | Function
    | Action
    | Procedure
    | Setup
    | End
    | Window
    | Majority
    | Points
    | Display
    | Scenario
    | Amendment
)


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """A comment with its text after `#`, and whether it stands on a line of its own."""

    text: str
    alone: bool


@dataclass(frozen=True, slots=True)
class File:
    """One file: its head (first declaration), the declarations after it in order, and every comment."""

    path: str
    head: Head | None
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = ()
