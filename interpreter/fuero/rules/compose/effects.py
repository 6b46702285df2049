"""What a block touches, read off its syntax: which zones and variables it reads, puts into, changes, and whether it asks.

A world and blocks come in, `Effects` go out; what cannot be told counts as touched. Serves one law: two hooks on one moment need
an order unless they commute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fuero.rules.compose.tree import children, walk
from fuero.rules.compose.world import Thing, World
from fuero.syntax.nodes import (
    Action,
    Apply,
    Ask,
    Bind,
    Block,
    Call,
    Cases,
    Chain,
    Choose,
    Draw,
    Field,
    Finish,
    Function,
    Kind,
    Leave,
    Let,
    Majority,
    Move,
    Name,
    Node,
    Number,
    Offer,
    Open,
    Option,
    Param,
    Perform,
    Piece,
    Points,
    Procedure,
    Restock,
    Rule,
    Score,
    Secretly,
    SetTo,
    Shuffle,
    Statement,
    Step,
    Table,
    Term,
    The,
    Upon,
    Var,
    Window,
    Within,
    Word,
    Your,
    Zone,
)

Keys = frozenset[str]
NOTHING: Keys = frozenset()
UNORDERED = ("pile", "bag")
SCORE, MATCH_END, ANYWHERE = "score", "the end of the match", "a place that is not named"


@dataclass(frozen=True, slots=True)
class Effects:
    """`puts` only adds, in whatever order, to piles, bags and scores; `writes` is every other change."""

    reads: Keys = NOTHING
    puts: Keys = NOTHING
    writes: Keys = NOTHING
    asks: bool = False

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            self.reads | other.reads, self.puts | other.puts, self.writes | other.writes, self.asks or other.asks
        )  # fmt: skip


def disturbing(a: Effects, b: Effects) -> Keys:
    """What stands between two blocks that do not commute: the names that one changes and the other touches."""
    found = a.writes & (b.reads | b.puts | b.writes) | b.writes & (a.reads | a.puts) | a.puts & b.reads | b.puts & a.reads
    for one, other in ((a, b), (b, a)):
        if ANYWHERE in one.writes and other.reads | other.puts | other.writes:
            found |= {ANYWHERE}
    return found


class Reader:
    """Reads effects in one finished world; what a procedure does is worked out once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.known: dict[int, Effects] = {}

    # ------------------------------------------------------------ whose zones a local word may stand for

    def origins(self, root: Node) -> dict[str, Keys]:
        """For every local name of a declaration, the zones its value may have been taken from."""
        env: dict[str, Keys] = {}
        for _, node in walk(root):
            if isinstance(node, Param):
                env[node.name.text] = frozenset({ANYWHERE})
            elif isinstance(node, Field | Bind):
                env[node.name.text] = self.zones(node.domain, env)
            elif isinstance(node, Let):
                env[node.name.text] = self.zones(node.value, env)
            elif isinstance(node, Upon):
                env[node.piece.text] = self.zones(node.zone, env)
        return env

    def zones(self, term: Term, env: Mapping[str, Keys]) -> Keys:
        """The zones from which the pieces of a term may be taken."""
        found: set[str] = set()
        for _, node in walk(term):
            if isinstance(node, Name) and node.text in env and not self._thing(node.text, node):
                found |= env[node.text]
        found |= {key for key in self.reads(term) if isinstance(self._by_key(key), Zone)}
        return frozenset(found)

    def _by_key(self, key: str) -> Node | None:
        owner, _, name = key.rpartition("/")
        thing = self.world.declared(owner, name)
        return thing.node if thing else None

    def _thing(self, name: str, node: Node) -> Thing | None:
        return self.world.lookup(name, self.world.owner_of(node))

    # ------------------------------------------------------------ terms

    def reads(self, term: Node | None) -> Keys:
        found: set[str] = set()
        for _, node in walk(term) if term is not None else ():
            if isinstance(node, Name):
                found |= self._read_word(node.text, node)
            elif isinstance(node, Your | Apply):
                found |= self._read_word(node.name.text, node.name)
            elif isinstance(node, The):
                found.add(f"the {node.first} {node.second}")
        return frozenset(found)

    def _read_word(self, text: str, node: Node) -> Keys:
        thing = self._thing(text, node)
        if thing is None:
            return frozenset({SCORE}) if text == "score" else NOTHING
        if isinstance(thing.node, Zone | Var):
            return frozenset({thing.title})
        if isinstance(thing.node, Function | Rule | Cases | Majority | Number | Option | Table):
            return self.of_thing(thing).reads
        return NOTHING

    # ------------------------------------------------------------ declarations

    def of_thing(self, thing: Thing) -> Effects:
        if thing.key not in self.known:
            self.known[thing.key] = Effects()  # nothing calls itself; if it does, that is reported elsewhere
            self.known[thing.key] = self._of_thing(thing.node)
        return self.known[thing.key]

    def _of_thing(self, node: Node) -> Effects:
        env = self.origins(node)
        if isinstance(node, Procedure | Upon):
            return self.block(node.body, env)
        if isinstance(node, Action):
            found = Effects()
            for part in node.parts:
                body = getattr(part, "body", None)
                found |= self.block(body, env) if body is not None else Effects(self.reads(part))
            return found
        if isinstance(node, Cases):
            found = Effects()
            for case in node.cases:
                found |= Effects(self.reads(case.when))
                found |= self.block(case.body, env) if isinstance(case.body, tuple) else Effects(self.reads(case.body))
            return found
        if isinstance(node, Window):
            found = Effects(self.reads(node.asks), asks=True)
            return self._all((self._offer(offer) for offer in node.offers), found)
        reads = frozenset(key for at in self._terms(node) for key in self.reads(at))
        return Effects(reads, frozenset({SCORE}) if isinstance(node, Majority | Points) else NOTHING)

    def _terms(self, node: Node) -> Iterable[Node]:
        if isinstance(node, Function):
            return (node.value, *node.cases)
        if isinstance(node, Rule):
            return node.parts
        return (node,) if isinstance(node, Majority | Points) else ()

    def _all(self, parts: Iterable[Effects], found: Effects) -> Effects:
        for part in parts:
            found |= part
        return found

    def _offer(self, offer: Offer) -> Effects:
        return Effects(self.reads(offer.when)) | self.call(offer.call)

    def call(self, call: Call) -> Effects:
        found = Effects(frozenset(key for arg in call.args for key in self.reads(arg)))
        thing = self._thing(call.name.text, call.name)
        return found | self.of_thing(thing) if thing else found

    # ------------------------------------------------------------ blocks

    def block(self, block: Block, env: Mapping[str, Keys]) -> Effects:
        """All statements of a block, the ones inside them included."""
        return self._all((self.statement(statement, env) for statement in block), Effects())

    def hook(self, step: Step, root: Node) -> Effects:
        """A hook shares the local names of the declaration it stands in."""
        return self.block(step.body, self.origins(root))

    def statement(self, node: Node, env: Mapping[str, Keys]) -> Effects:
        match node:
            case Move(what=what, source=source, target=target):
                return self._move(what, source, target, env)
            case Draw(count=count, source=source, target=target):
                return Effects(self.reads(count)) | self._take(source, env) | self._put(target, env)
            case Restock(zone=zone, source=source):
                return self._take(source, env) | self._take(zone, env)
            case Shuffle(zone=zone):
                return self._take(zone, env)
            case SetTo(target=target, value=value):
                return Effects(self.reads(value)) | self._set(target)
        found = self._itself(node)
        for _, child in children(node):
            found |= self.statement(child, env) if isinstance(child, Statement) else Effects(self.reads(child))
        return found

    def _itself(self, node: Node) -> Effects:
        match node:
            case Score():
                return Effects(puts=frozenset({SCORE}))
            case Finish():
                return Effects(puts=frozenset({MATCH_END}))
            case Leave(name=name):
                return Effects(writes=frozenset({name.text}))
            case Choose(by=by):
                return Effects(asks=by != "chance")
            case Secretly():
                return Effects(asks=True)
            case Ask(offers=offers):
                return self._all((self._offer(offer) for offer in offers), Effects(asks=True))
            case Perform(call=call) | Open(call=call):
                return self.call(call)
            case Within(window=window):
                return self._called(window)
        return Effects()

    def _called(self, word: Word) -> Effects:
        thing = self._thing(word.text, word)
        return self.of_thing(thing) if thing else Effects(asks=True)

    # ------------------------------------------------------------ changes

    def _move(self, what: Term, source: Term | None, target: Term, env: Mapping[str, Keys]) -> Effects:
        taken = self._take(source if source is not None else what, env)
        if source is None and not taken.writes:
            taken = Effects(writes=self._boxes(what))
        return Effects(self.reads(what)) | taken | self._put(target, env)

    def _boxes(self, what: Term) -> Keys:
        """Pieces named by their kind come from wherever they lie, as a rule from the box: one place a kind of piece."""
        found = set()
        for _, node in walk(what):
            if isinstance(node, Name):
                thing = self._thing(node.text, node)
                names = [thing.title] if thing and isinstance(thing.node, Piece) else [node.text]
                if thing and isinstance(thing.node, Kind):
                    names = [member.text for member in thing.node.members]
                found |= {f"box of {name}" for name in names}
        return frozenset(found)

    def _take(self, source: Term, env: Mapping[str, Keys]) -> Effects:
        return Effects(self.reads(source), writes=self.zones(source, env))

    def _put(self, target: Term, env: Mapping[str, Keys]) -> Effects:
        links = target.links if isinstance(target, Chain) else (target,)
        zones = frozenset(key for link in links for key in self.zones(link, env))
        if not zones:
            box = isinstance(target, Name) and target.text == "box"
            return Effects(self.reads(target), puts=frozenset({"box"})) if box else Effects(writes=frozenset({ANYWHERE}))
        loose = frozenset(key for key in zones if self._unordered(key))
        rest = self.reads(target) - zones
        return self._touched(Effects(rest, loose, zones - loose), zones)

    def _unordered(self, key: str) -> bool:
        zone = self._by_key(key)
        return isinstance(zone, Zone) and zone.kind.text in UNORDERED

    def _set(self, target: Term) -> Effects:
        links = target.links if isinstance(target, Chain) else (target,)
        head = self.reads(links[0])
        return Effects(self.reads(target) - head, writes=head)

    def _touched(self, effects: Effects, zones: Keys) -> Effects:
        """What `upon` does when a piece comes to these zones belongs to the move."""
        for thing in list(self.world.things.values()):
            if isinstance(thing.node, Upon) and self.zones(thing.node.zone, {}) & zones:
                effects |= self.of_thing(thing)
        return effects
