"""The language's own functions and constants: one row each, with types and a sentence for the reference.

`PURE` holds those that ask only about numbers and the board; every stage computes them with the same code. The
others ask about the state of play, and the engines answer them by name. A builtin applied to `none` gives false,
none, 0 or the empty set.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gdl.board import Board
from gdl.types import ANY, NAMED, POINT, POSITION, Type, set_of


@dataclass(frozen=True, slots=True)
class Row:
    """One signature of a builtin. A builtin may have several, told apart by the types of its arguments."""

    name: str
    parameters: tuple[Type, ...]
    result: Type
    text: str


_TYPES = {**NAMED, "point": POINT, "position": POSITION, "any": ANY, "set": set_of(ANY)}


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
file number > sites | the sites of a column
rank number > sites | the sites of a row
site_at number number > site? | the site in a column and a row
distance site site > number | the least number of steps between adjacent sites; the number of sites if there is no way
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
between site site > sites | the sites strictly between two sites of one straight line
side direction > sites | the sites at which a direction leaves the board
last_rank player > sites | the sites from which no step leads forward for a player, straight or diagonally
home_rank player > sites | the sites from which no step leads backward for a player, straight or diagonally
empty site > bool | no piece is on the site
occupied site > bool | a piece is on the site
piece site > piece? | the piece on a site, the topmost of several
site piece > site? | the site on which a piece stands
owner piece > player? | whose piece it is
kind piece > kind? | what kind of piece it is
stack site > pieces | the pieces on a site, the lowest first
kinds pieces > kinds | the kinds that are among these pieces, each once
first pieces > piece? | the first of these pieces
first sites > site? | the first of these sites
first players > player? | the first of these players
first kinds > kind? | the first of these kinds
last pieces > piece? | the last of these pieces
last sites > site? | the last of these sites
last players > player? | the last of these players
last kinds > kind? | the last of these kinds
full > bool | every site holds a piece
rival player > player | the other player, of two
after player > player | the next player in the order of turns
can_move player > bool | he would have an action if it were his turn, passing aside; `can_move(p, a, b)`: one of these actions
ended > bool | the game is over; for `hide` only
repeated position > number | how often the present position has been there, this time included
cycle position > number | how many turns ago the present position was there the last time; 0 if never
turn > number | the number of the present turn, from 1
moves > number | how many actions were made in the game
passes > number | how many actions in a row, up to the last one, were passes
steps > number | how often the present action has been done so far: 0 at first, then 1, and more with `again`
captures > number | how many pieces the present action has captured
captured > kinds | of which kinds the pieces are that the present action has captured
sites > sites | all sites of the board; of a growing board those that hold something and those next to them
players > players | all players
pieces > pieces | all pieces on the board
kinds > kinds | all kinds
edge > sites | the sites that lack a neighbour
corners > sites | the corners; of a hexagon all six
centre > point | the middle of the board
north_side > sites | the topmost row
south_side > sites | the lowest row
east_side > sites | the right side
west_side > sites | the left side
mover > player | who acts; in settling and at the end, who has just acted
"""


def _rows() -> tuple[Row, ...]:
    rows = []
    for line in _ROWS.strip().splitlines():
        head, text = line.split(" | ", 1)
        left, result = head.split(" > ")
        name, *parameters = left.split()
        rows.append(Row(name, tuple(_type(p) for p in parameters), _type(result), text))
    return tuple(rows)


ROWS = _rows()
NAMES = frozenset(r.name for r in ROWS)
BY_NAME: dict[str, tuple[Row, ...]] = {n: tuple(r for r in ROWS if r.name == n) for n in NAMES}
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


def _distance(board: Board, a: int, b: int) -> int:
    steps = board.distance(a, b)
    return len(board.sites) if steps is None else steps


def _distance2(board: Board, a: int, b: Any) -> Any:
    squared: Fraction = board.centre_distance2(a) if b == "centre" else board.distance2(a, b)
    return int(squared) if squared.denominator == 1 else squared


def _neighbours(board: Board, s: int, directions: tuple[int, ...] | None = None) -> tuple[int, ...]:
    chosen = board.adjacent if directions is None else directions
    return tuple(sorted({board.steps[d][s] for d in chosen} - {-1}))


def _step(board: Board, s: int, d: int, count: int = 1) -> int | None:
    if count < 0:
        return None
    for _ in range(int(count)):
        s = board.steps[d][s]
        if s < 0:
            return None
    return s


def _between(board: Board, a: int, b: int) -> tuple[int, ...]:
    for d in range(len(board.directions)):
        line = board.line(a, d)
        if b in line:
            return line[: line.index(b)]
    return ()


def _turned(board: Board, d: int, steps: int, order: int = 0) -> int | None:
    """`order`: how many steps make a full turn; by default as many as there are orthogonal directions."""
    return board.turned(d, int(steps) * 360 // (order or (6 if board.shape == "hex" else 4)))


def _site_at(board: Board, file: int, rank: int) -> int | None:
    return board.at.get((file, rank))


def _numbers(values: tuple[Any, ...]) -> list[Any]:
    return [v for v in values if v is not None]


PURE: dict[str, Callable[..., Any]] = {
    "even": lambda board, n: n is not None and n % 2 == 0,
    "odd": lambda board, n: n is not None and n % 2 == 1,
    "abs": _total(0)(lambda board, n: abs(n)),
    "min": lambda board, *a: min(_numbers(a[0] if len(a) == 1 else a), default=0),
    "max": lambda board, *a: max(_numbers(a[0] if len(a) == 1 else a), default=0),
    "count": _total(0)(lambda board, s: len(s)),
    "file": _total(0)(lambda board, s: board.sites[s].file),
    "rank": _total(0)(lambda board, s: board.sites[s].rank),
    "file_of": _total(())(lambda board, n: tuple(s.index for s in board.sites if s.file == n)),
    "rank_of": _total(())(lambda board, n: tuple(s.index for s in board.sites if s.rank == n)),
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
    "opposite": _total(None)(lambda board, d: board.opposite[d]),
    "between": _total(())(_between),
    "single": _total(())(lambda board, x: (x,)),
    "union": _total(())(lambda board, a, b: tuple(dict.fromkeys((*a, *b)))),
    "difference": _total(())(lambda board, a, b: tuple(x for x in a if x not in b)),
    "side": _total(())(lambda board, d: tuple(s for s, to in enumerate(board.steps[d]) if to < 0)),
    "sites": lambda board: tuple(range(len(board.sites))),
    "edge": lambda board: board.edge,
    "corners": lambda board: board.corners,
    "centre": lambda board: "centre",
    "north_side": lambda board: board.side("north"),
    "south_side": lambda board: board.side("south"),
    "east_side": lambda board: board.side("east"),
    "west_side": lambda board: board.side("west"),
}
