"""The language's own functions and constants: one row each, with types, facts for the analyses, and a sentence.

A row is `NAME PARAMETERS > RESULT [FACTS] | SENTENCE`. The facts stand only where they are not the ordinary ones:

    reads SOURCE    what the answer depends on beside the arguments and the board (`words.Source`); else on nothing
    order ORDER     of a set: not that of its elements' numbers (`words.Order`)
    tells order     the answer depends on the order of a set that is given
    core NAME       what checked games call it, where one word of the language is two functions
    written out     checked games have other nodes for it

`facts(name)` gives them by the name in checked games. `PURE` holds the functions that read nothing; every stage computes
them with the same code. The others ask about the state of play, and each engine answers them by name. A builtin applied
to `none` gives false, none, 0 or the empty set.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from gdl.boards.board import Board
from gdl.core.types import ANY, BOOL, ENTRY, NAMED, NUMBER, POINT, POSITION, TEXT, Type, set_of
from gdl.platform.dataclass import dataclass
from gdl.tree.words import ORDERS, SOURCES, Order, Sort, Source

# What is another one when an action is over and the turn passes on, although nothing on the board has changed.
PASSING: frozenset[Source] = frozenset(("mover", "counters", "action", "history", "legal"))


@dataclass(frozen=True, slots=True)
class Facts:
    """What the analyses know of a builtin.

    `reads`: what the answer depends on, beside the arguments and the board as it is declared. `order`: that of a set that
    it gives. `tells_order`: whether the answer depends on the order of a set that is given.
    """

    reads: frozenset[Source] = frozenset()
    order: Order = "numbers"
    tells_order: bool = False

    @property
    def passes(self) -> bool:
        """Whether the answer may change when an action is over and the turn passes on."""
        return bool(self.reads & PASSING)


@dataclass(frozen=True, slots=True)
class Row:
    """One signature of a builtin. A builtin may have several, told apart by the types of its arguments.

    `core`: its name in checked games; "" where they have other nodes for it.
    """

    name: str
    parameters: tuple[Type, ...]
    result: Type
    core: str
    facts: Facts
    text: str


Sites: TypeAlias = tuple[int, ...]
_TYPES = {
    **NAMED,
    "point": POINT,
    "position": POSITION,
    "text": TEXT,
    "any": ANY,
    "entry": ENTRY,
    "set": set_of(ANY),
}
_TYPES["symbol"] = Type("symbol")


def _type(text: str) -> Type:
    if text.endswith("?"):
        return _TYPES[text[:-1]].or_none
    return _TYPES[text]


_ROWS = """
even number > bool | the number is even
odd number > bool | the number is odd
abs number > number | the number without its sign
min number number > number | the smaller one
max number number > number | the larger one
min numbers > number | the smallest number of a set; 0 of an empty one
max numbers > number | the largest number of a set; 0 of an empty one
sum numbers > number | the sum; `sum(E for x in S)` adds a term for every element
count set > number | how many elements a set has
file site > number | the column of a site, from 1
rank site > number | the row of a site, from 1 at the bottom
file number > sites [core file_of] | the sites of a column
rank number > sites [core rank_of] | the sites of a row
site_at number number > site? | the site in a column and a row
distance site site > number | the least number of steps between adjacent sites; the number of sites if there is no way
distance site site directions > number | the same by steps in these directions, from the first site to the second
distance2 site site > number | the squared straight-line distance
distance2 site point > number | the same to a point such as `centre`
neighbours site > sites | the adjacent sites: orthogonal on squares, all six on hexes
neighbours site directions > sites | the next sites in these directions
beside site site > bool | the sites are adjacent
step site direction > site? | the next site in a direction
step site direction number > site? | the site so many steps on in a direction
opposite direction > direction | the direction back
turned direction number > direction? | the direction so many steps clockwise: quarter turns on squares, sixths on hexes
towards site site > direction? | the direction in which the second site lies on a straight line from the first
half_turn site > site? | where a site comes to lie when the board is turned by 180 degrees
mirrored site direction > site? | the site opposite, seen in a mirror that stands across this direction in the middle
between site site > sites [order own] | the sites strictly between two sites of one straight line
cells site > sites [core cells_of] | the cells that touch a site: of a border those on both sides, of a node those around it, of a cell those beside it
borders site > sites [core borders_of] | the borders that touch a site: the sides of a cell, those that meet in a node or at the ends of a border
borders site directions > sites [written out] | the borders half a step away in these directions: sides of a cell; on squares also borders that lead from a node
nodes site > sites [core nodes_of] | the nodes that touch a site: the corners of a cell, the ends of a border, of a node those at the far ends of its borders
side direction > sites | the sites at which a direction leaves the board
last_rank player > sites [reads players] | the sites from which no step leads forward for a player, straight or diagonally
home_rank player > sites [reads players] | the sites from which no step leads backward for a player, straight or diagonally
empty site > bool [reads pieces] | no piece is on the site
occupied site > bool [reads pieces] | a piece is on the site
piece site > piece? [reads pieces] | the piece on a site, the topmost of several
site piece > site? [reads pieces] | the site on which a piece stands
owner piece > player? [reads pieces] | whose piece it is
kind piece > kind? [reads pieces] | what kind of piece it is
stack site > pieces [reads pieces; order own] | the pieces on a site, the lowest first
kinds pieces > kinds [written out] | the kinds that are among these pieces, each once
first pieces > piece? [tells order] | the first of these pieces
first sites > site? [tells order] | the first of these sites
first players > player? [tells order] | the first of these players
first kinds > kind? [tells order] | the first of these kinds
first set > any? [tells order] | the first element of a set
first set number > set [core first_of; order own; tells order] | the first so many elements of a set, in its order
last pieces > piece? [tells order] | the last of these pieces
last sites > site? [tells order] | the last of these sites
last players > player? [tells order] | the last of these players
last kinds > kind? [tells order] | the last of these kinds
last set > any? [tells order] | the last element of a set
last set number > set [core last_of; order own; tells order] | the last so many elements of a set, in its order
nth set number > any? [tells order] | the element of a set with this number, from 1
index any set > number? [tells order] | the number of an element in the order of a set, from 1
full > bool [reads pieces] | every site holds a piece
rival player > player [reads players] | the other player, of two
after player > player [reads players] | the next player in the order of turns
players_from player > players [written out] | all players in the order of turns, this one first
team player > players [reads players] | the players of the team of a player, who is one of them
partner player > player? [reads players] | the other player of a team of two; none in a team of another size
can_move player > bool [reads legal] | the player would have an action if it were their turn, not counting a pass; `can_move(p, a, b)`: one of these actions
ended > bool [reads legal] | the game is over; for `hide` only
repeated position > number [reads history] | how often the present position has been there, this time included
cycle position > number [reads history] | how many turns ago the present position was there the last time; 0 if never
turn > number [reads counters] | the number of the present turn, from 1
moves > number [reads counters] | how many actions were made in the game
passes > number [reads counters] | how many actions in a row, up to the last one, were passes
steps > number [reads action] | how often the present action has been done so far: 0 at first, then 1, and more with `again`
captures > number [reads action] | how many pieces the present action has captured
captured > kinds [reads action; order own] | of which kinds the pieces are that the present action has captured
sites > sites [reads extent] | all sites of the board; of a growing board those that hold something and those next to them, diagonally too
players > players [written out] | all players
pieces > pieces [reads pieces] | all pieces on the board
kinds > kinds [written out] | all kinds
directions > directions [written out] | all directions of the board
borders > sites | all borders of a board that has some
nodes > sites | all nodes of a board that has some
edge > sites | the sites that lack a neighbour
corners > sites | the corners; of a hexagon all six
centre > point | the middle of the board
north_side > sites | the topmost row
south_side > sites | the lowest row
east_side > sites | the right side
west_side > sites | the left side
mover > player [written out] | who acts; in settling and at the end, who has just acted; in `hide` and `known to`, who looks
"""

TOUCHING: Mapping[str, Sort] = {"cells_of": "cell", "borders_of": "border", "nodes_of": "node"}
"""What asks which sites touch a site, and which sort of them."""

# What the checker makes of other words, and nobody writes.
_INNER = """
single any > set [order arguments] | one value as a set of its own; none as an empty one
union set set > set [order arguments] | the elements of the first set, and those of the second that are not among them
difference set set > set [order arguments] | the elements of the first set that are not in the second
relative text player > directions [reads players; order own] | the directions that a word such as `forward` means for a player
choices player > number [reads legal] | how many actions of the first offer that has some the player would have, if it were their turn, not counting a pass
gap sites sites sites sites directions > number | how many of the second sites must come to the first ones, for a way over the first ones from the third to the fourth
border site direction > site? | the border half a step away in a direction
phase > symbol [reads counters] | the present phase, by its number
entry entry any number number > entry? | the place of a value among so many from a least one, behind a place among others
"""


_HEAD = re.compile(r"(?P<name>\w+)(?P<parameters>[\w ]*) > (?P<result>\w+\??)(?: \[(?P<facts>[^\]]*)\])?")
_CORE = "core "
_WRITTEN_OUT = "written out"
_TELLS_ORDER = "tells order"
_WORDS = {
    _WRITTEN_OUT,
    _TELLS_ORDER,
    *(f"reads {source}" for source in SOURCES),
    *(f"order {order}" for order in ORDERS),
}


def _row(line: str) -> Row:
    head, text = line.split(" | ", 1)
    found = _HEAD.fullmatch(head)
    assert found is not None, line
    name = found["name"]
    said = frozenset(filter(None, (found["facts"] or "").split("; ")))
    others = {word for word in said if word.startswith(_CORE)}
    assert said - others <= _WORDS, line
    core = "" if _WRITTEN_OUT in said else max(others, default=name).removeprefix(_CORE)
    parameters = tuple(map(_type, found["parameters"].split()))
    return Row(name, parameters, _type(found["result"]), core, _facts(said), text)


def _facts(said: frozenset[str]) -> Facts:
    reads = frozenset(source for source in SOURCES if f"reads {source}" in said)
    order = next((order for order in ORDERS if f"order {order}" in said), ORDERS[0])
    return Facts(reads, order, _TELLS_ORDER in said)


ROWS = tuple(map(_row, _ROWS.strip().splitlines()))
NAMES = frozenset(r.name for r in ROWS)
BY_NAME: dict[str, tuple[Row, ...]] = {n: tuple(r for r in ROWS if r.name == n) for n in NAMES}
INNER_ROWS = tuple(map(_row, _INNER.strip().splitlines()))
FACTS: Mapping[str, Facts] = {r.core: r.facts for r in (*ROWS, *INNER_ROWS) if r.core}

AGGREGATES = frozenset(
    r.name for r in ROWS if r.result == NUMBER and [p.base for p in r.parameters] == ["set"]
)
"""What makes one number of all elements of a set."""

OF_NUMBERS = frozenset(r.name for r in ROWS if r.name in AGGREGATES and r.parameters == (NAMED["numbers"],))
"""Those of them whose elements are numbers."""

_NO_PLACE = {NUMBER, BOOL, ANY, NAMED["numbers"], set_of(ANY)}
_PLACED = {r.core for r in (*ROWS, *INNER_ROWS) if not {*r.parameters, r.result} <= _NO_PLACE}

UNPLACED = FACTS.keys() - _PLACED
"""What takes and gives only numbers, truths, and sets whatever is in them: it is the same wherever things lie on the board."""


def facts(name: str) -> Facts:
    """What is known of a builtin, by its name in checked games."""
    return FACTS[name]


RELATIVE_WORDS = frozenset(
    ("forward", "backward", "forward_diagonal", "backward_diagonal", "left", "right", "sideways")
)

# ---- the pure ones -------------------------------------------------------------------------------


def _total(result: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a function of the board total: any argument `none` gives `result`."""

    def wrap(f: Callable[..., Any]) -> Callable[..., Any]:
        def total(board: Board, *arguments: Any) -> Any:
            return result if None in arguments else f(board, *arguments)

        return total

    return wrap


def _distance(board: Board, a: int, b: int, directions: tuple[int, ...] | None = None) -> int:
    steps = board.distance(a, b, directions and _there(directions))
    return len(board.cells) if steps is None else steps


def _distance2(board: Board, a: int, b: Any) -> Any:
    return _whole(board.centre_distance2(a) if b == "centre" else board.distance2(a, b))


def _there(elements: Sites) -> Sites:
    """The elements of a set but for none, which leads nowhere."""
    return tuple(e for e in elements if e is not None)


def _neighbours(board: Board, s: int, directions: tuple[int, ...] | None = None) -> tuple[int, ...]:
    chosen = board.adjacent if directions is None else directions
    return tuple(sorted({board.steps[d][s] for d in _there(chosen)} - {-1}))


def _step(board: Board, s: int, d: int, count: int = 1) -> int | None:
    if count < 0:
        return None
    met = {s: 0}  # after how many steps
    for k in range(1, int(count) + 1):
        s = board.steps[d][s]
        if s < 0:
            return None
        if s in met:  # the way goes round, so many steps are as good as few
            first = met[s]
            return list(met)[first + (int(count) - first) % (k - first)]
        met[s] = k
    return s


def _between(board: Board, a: int, b: int) -> tuple[int, ...]:
    direction = board.towards(a, b)
    if direction is None:
        return ()
    line = board.line(a, direction)
    return line[: line.index(b)]


def _turned(board: Board, d: int, steps: int, order: int = 0) -> int | None:
    """`order`: how many steps make a full turn; by default as many as there are orthogonal directions."""
    return board.turned(d, int(steps) * 360 // (order or board.tiling.turns))


def _touching(sort: Sort) -> Callable[..., Any]:
    return _total(())(lambda board, s: board.touching[sort][s] if board.places else ())


def _border(board: Board, s: int, d: int) -> int | None:
    border = board.bordering[d][s] if board.places else -1
    return border if border >= 0 else None


def _site_at(board: Board, file: int, rank: int) -> int | None:
    return board.at.get((file, rank))


def _entry(board: Board, before: int, value: Any, least: int, count: int) -> int | None:
    """Where in a table a value stands; none for a number that is not one of its values."""
    is_one = least <= value < least + count and value == int(value)
    return before * count + int(value) - least if is_one else None


def _gap(board: Board, held: Sites, free: Sites, start: Sites, goal: Sites, directions: Sites) -> int:
    """How many free sites are missing to a way over those that are held; the number of all sites if there is none."""
    reached, border, missing, directions = set[int](), set(_there(start)), 0, _there(directions)
    while True:
        while fresh := border & set(held) - reached:
            reached |= fresh
            border |= {board.steps[d][s] for d in directions for s in fresh} - {-1}
        if reached & set(goal):
            return missing
        layer, missing = border & set(free) - reached, missing + 1
        if not layer:
            return len(board.sites)
        reached |= layer
        border |= {board.steps[d][s] for d in directions for s in layer} - {-1}


def _whole(value: Fraction | int) -> Fraction | int:
    """The same number, as an int where it is whole."""
    return int(value) if value.denominator == 1 else value


def _numbers(values: tuple[Any, ...]) -> list[Any]:
    return [v for v in values if v is not None]


PURE: dict[str, Callable[..., Any]] = {
    "even": lambda board, n: n is not None and n % 2 == 0,
    "odd": lambda board, n: n is not None and n % 2 == 1,
    "abs": _total(0)(lambda board, n: abs(n)),
    "min": lambda board, *a: min(_numbers(a[0] if len(a) == 1 else a), default=0),
    "max": lambda board, *a: max(_numbers(a[0] if len(a) == 1 else a), default=0),
    "sum": _total(0)(lambda board, numbers: _whole(sum(_numbers(numbers)))),
    "count": _total(0)(lambda board, s: len(s)),
    "file": _total(0)(lambda board, s: board.sites[s].file),
    "rank": _total(0)(lambda board, s: board.sites[s].rank),
    "file_of": _total(())(lambda board, n: tuple(s.index for s in board.cells if s.file == n)),
    "rank_of": _total(())(lambda board, n: tuple(s.index for s in board.cells if s.rank == n)),
    "site_at": _total(None)(_site_at),
    "distance": _total(0)(_distance),
    "distance2": _total(0)(_distance2),
    "neighbours": _total(())(_neighbours),
    "beside": _total(False)(lambda board, a, b: b in _neighbours(board, a)),
    "step": _total(None)(_step),
    "turned": _total(None)(_turned),
    "towards": _total(None)(lambda board, a, b: board.towards(a, b)),
    "half_turn": _total(None)(lambda board, s: board.half_turn(s)),
    "mirrored": _total(None)(lambda board, s, d: board.mirrored(s, d)),
    "first": _total(None)(lambda board, s: s[0] if s else None),
    "last": _total(None)(lambda board, s: s[-1] if s else None),
    "first_of": _total(())(lambda board, s, n: s[: max(0, int(n))]),
    "last_of": _total(())(lambda board, s, n: s[len(s) - min(len(s), max(0, int(n))) :]),
    "nth": _total(None)(lambda board, s, n: s[int(n) - 1] if 1 <= n <= len(s) and n == int(n) else None),
    "index": _total(None)(lambda board, x, s: s.index(x) + 1 if x in s else None),
    "gap": _gap,
    "opposite": _total(None)(lambda board, d: board.opposite[d]),
    "between": _total(())(_between),
    "entry": _total(None)(_entry),
    "single": _total(())(lambda board, x: (x,)),
    "union": _total(())(lambda board, a, b: tuple(dict.fromkeys((*a, *b)))),
    "difference": _total(())(lambda board, a, b: tuple(x for x in a if x not in b)),
    **{name: _touching(sort) for name, sort in TOUCHING.items()},
    "border": _total(None)(_border),
    "borders": lambda board: tuple(board.borders),
    "nodes": lambda board: tuple(board.nodes),
    "side": _total(())(lambda board, d: board.leaving(d)),
    "sites": lambda board: tuple(range(len(board.cells))),
    "edge": lambda board: board.edge,
    "corners": lambda board: board.corners,
    "centre": lambda board: "centre",
    "north_side": lambda board: board.side("north"),
    "south_side": lambda board: board.side("south"),
    "east_side": lambda board: board.side("east"),
    "west_side": lambda board: board.side("west"),
}
