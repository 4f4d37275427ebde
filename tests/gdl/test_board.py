"""Tests of the geometry of boards."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from gdl.boards import hex_rhombus, hex_rows, hexagon, octagons, square
from gdl.boards.board import FACINGS, RELATIVE, Board
from gdl.boards.squares import Squares
from gdl.boards.tiling import BoardError
from gdl.limits import MAX_SITES

BOARDS = {
    "one": square(1, 1),
    "chess": square(8, 8),
    "wide": square(30, 2),
    "cross": square(7, 7, keep=lambda f, r: 3 <= f <= 5 or 3 <= r <= 5),
    "hexagon": hexagon(3),
    "rhombus": hex_rhombus(11, 11),
    "triangle": hex_rows([1, 2, 3, 4]),
    "star": hex_rows([1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]),
    "octagons": octagons(5, 4),
    "holed": hex_rows([4, 5, 6, 7, 6, 5, 4], keep=lambda f, r: (f, r) != (4, 4)),
}
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())


def names(board: Board, sites: tuple[int, ...]) -> set[str]:
    assert len(set(sites)) == len(sites)
    return {board.sites[s].name for s in sites}


def at(board: Board, name: str) -> int:
    s = board.site(name)
    assert s is not None
    return s


def way(board: Board, name: str) -> int:
    d = board.direction(name)
    assert d is not None
    return d


def words(board: Board, dirs: tuple[int, ...]) -> list[str]:
    return [board.directions[d].name for d in dirs]


@every_board
def test_steps_and_opposites_are_inverse(board: Board) -> None:
    for d in board.directions:
        back = board.opposite[d.index]
        assert board.opposite[back] == d.index
        for s, t in enumerate(board.steps[d.index]):
            if t >= 0:
                assert board.steps[back][t] == s
                a, b = board.sites[s], board.sites[t]
                assert (b.ax - a.ax, b.ay - a.ay) == (d.dx, d.dy)


@every_board
def test_indices_names_and_order(board: Board) -> None:
    assert [s.index for s in board.sites] == list(range(len(board.sites)))
    assert [d.index for d in board.directions] == list(range(len(board.directions)))
    assert all(board.site(s.name) == s.index == board.site_index[s.name] for s in board.sites)
    assert all(board.direction(d.name) == d.index for d in board.directions)
    assert len(board.site_index) == len(board.sites)
    assert [(s.y, s.x) for s in board.sites] == sorted((s.y, s.x) for s in board.sites)
    named = [(s.rank, s.file) for s in board.sites if s.rank]
    assert named == sorted(named)
    assert board.site("nowhere") is None
    assert board.direction("up") is None


@every_board
def test_drawing_agrees_with_lattice(board: Board) -> None:
    assert min(s.x for s in board.sites) >= 1
    for s in board.sites:
        for t in board.sites:
            dx, dy = t.x - s.x, t.y - s.y
            scale = Fraction(board.tiling.rise**2).limit_denominator(100)  # which for hexes is a root
            assert dx * dx + scale * dy * dy == board.distance2(s.index, t.index)
        assert board.distances2(s.index) == [board.distance2(s.index, t.index) for t in board.sites]


@every_board
def test_distance_is_a_metric_that_counts_adjacent_steps(board: Board) -> None:
    count = range(len(board.sites))
    for s in count:
        neighbours = {board.steps[d][s] for d in board.adjacent} - {-1}
        assert {t for t in count if board.distance(s, t) == 1} == neighbours
        assert {t for t in count if board.distance(s, t) == 0} == {s}
        assert all(board.distance(s, t) == board.distance(t, s) for t in count)


def test_square_names_and_directions() -> None:
    b = square(8, 8)
    assert [s.name for s in b.sites[:9]] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2"]
    assert words(b, tuple(range(8))) == [
        "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    ]  # fmt: skip
    assert b.steps[way(b, "northeast")][at(b, "e4")] == at(b, "f5")
    assert b.steps[way(b, "west")][at(b, "a4")] == -1
    assert words(b, b.groups["orthogonal"]) == ["north", "east", "south", "west"]
    assert words(b, b.groups["diagonal"]) == ["northeast", "southeast", "southwest", "northwest"]
    assert b.groups["any"] == tuple(range(8))
    assert b.adjacent == b.groups["orthogonal"]
    assert (b.tiling.name, b.files, b.ranks) == ("square", 8, 8)


def test_long_and_skipped_file_names() -> None:
    assert [s.name for s in square(28, 1).sites[-3:]] == ["z1", "aa1", "ab1"]
    assert square(703, 1).sites[-1].name == "aaa1"
    go = square(19, 19, skip="i")
    assert go.site("i9") is None
    assert go.sites[8].name == "j1"
    assert go.sites[-1].name == "t19"
    assert square(9, 1, skip="I").sites[-1].name == "j1"
    with pytest.raises(BoardError, match="every letter is skipped"):
        square(2, 2, skip="abcdefghijklmnopqrstuvwxyz")


def test_keep_leaves_sites_out() -> None:
    b = BOARDS["cross"]
    assert len(b.sites) == 33
    assert b.site("a1") is None
    assert b.sites[0].name == "c1"
    assert b.steps[way(b, "west")][at(b, "c1")] == -1
    assert names(b, b.side("west")) == {"a3", "a4", "a5"}
    assert b.corners == ()
    assert len(BOARDS["holed"].sites) == 36
    assert BOARDS["holed"].site("d4") is None


def test_zola_distance_levels() -> None:
    b = square(6, 6)
    levels = Counter(4 * b.centre_distance2(s.index) for s in b.sites)
    assert levels == {2: 4, 10: 8, 18: 4, 26: 8, 34: 8, 50: 4}


def test_straight_distances() -> None:
    b = square(8, 8)
    assert b.distance2(at(b, "a1"), at(b, "d5")) == 25
    h = hexagon(3)
    middle = at(h, "c3")
    assert h.centre_distance2(middle) == 0
    assert Counter(h.centre_distance2(s.index) for s in h.sites) == {0: 1, 1: 6, 3: 6, 4: 6}
    assert hex_rows([1, 2]).centre_distance2(0) == Fraction(1, 3)


def test_step_distances() -> None:
    b = square(8, 8)
    a1, h8 = at(b, "a1"), at(b, "h8")
    assert b.distance(a1, h8) == 14
    assert b.distance(a1, h8, b.groups["any"]) == 7
    assert b.distance(a1, at(b, "b1"), b.groups["diagonal"]) is None
    assert b.distance(h8, a1, (way(b, "north"), way(b, "east"))) is None
    assert b.distance(a1, h8, (way(b, "north"), way(b, "east"))) == 14
    assert b.distance(a1, a1, ()) == 0
    split = square(3, 1, keep=lambda f, r: f != 2)
    assert split.distance(0, 1) is None
    h = BOARDS["rhombus"]
    assert h.distance(at(h, "a1"), at(h, "k11")) == 10  # across the obtuse corners
    assert h.distance(at(h, "k1"), at(h, "a11")) == 20  # along the acute ones


def test_sides_corners_and_edge_of_a_square() -> None:
    b = square(3, 4)
    assert names(b, b.side("north")) == {"a4", "b4", "c4"}
    assert names(b, b.side("south")) == {"a1", "b1", "c1"}
    assert names(b, b.side("east")) == {"c1", "c2", "c3", "c4"}
    assert names(b, b.side("west")) == {"a1", "a2", "a3", "a4"}
    assert names(b, b.corners) == {"a1", "c1", "a4", "c4"}
    assert names(b, b.edge) == names(b, tuple(range(12))) - {"b2", "b3"}
    assert BOARDS["one"].corners == BOARDS["one"].edge == (0,)
    with pytest.raises(BoardError, match="no side called 'northeast'"):
        b.side("northeast")


def test_hexagon() -> None:
    b = hexagon(3)
    assert len(b.sites) == 19
    assert [s.name for s in b.sites[:4]] == ["a1", "b1", "c1", "a2"]
    assert (b.files, b.ranks, b.tiling.name) == (5, 5, "hex")
    assert words(b, tuple(range(6))) == ["northeast", "east", "southeast", "southwest", "west", "northwest"]
    assert b.groups == {"orthogonal": tuple(range(6)), "any": tuple(range(6))}
    assert names(b, tuple(b.steps[d][at(b, "c3")] for d in range(6))) == {"b3", "d3", "b4", "c4", "b2", "c2"}
    assert b.steps[way(b, "northwest")][at(b, "a1")] == at(b, "a2")
    assert b.steps[way(b, "northwest")][at(b, "a3")] == -1
    assert b.steps[way(b, "northeast")][at(b, "a3")] == at(b, "a4")
    assert len(b.edge) == 12
    assert names(b, b.corners) == {"a1", "c1", "a3", "e3", "a5", "c5"}
    assert names(b, b.side("west")) == {"a1", "a2", "a3", "a4", "a5"}
    assert names(b, b.side("east")) == {"c1", "d2", "e3", "d4", "c5"}
    assert b.side("east") == tuple(sorted(b.side("east")))
    assert [len(hexagon(n).sites) for n in (1, 2, 4, 5)] == [1, 7, 37, 61]
    assert (b.sites[0].x, b.sites[0].y) == (Fraction(2), Fraction(1))
    assert (b.sites[0].ax, b.sites[0].ay) == (1, 1)
    assert b.sites[3].x == Fraction(3, 2)


def test_rhombus() -> None:
    b = hex_rhombus(11, 11)
    assert len(b.sites) == 121
    assert len(b.edge) == 40
    for s in b.sites:
        count = sum(row[s.index] >= 0 for row in b.steps)
        if s.file in (1, 11) and s.rank in (1, 11):
            assert count in (2, 3)
        else:
            assert count == (4 if s.file in (1, 11) or s.rank in (1, 11) else 6)
    assert names(b, b.corners) == {"a1", "k1", "a11", "k11"}
    assert all(len(b.side(word)) == 11 for word in ("north", "south", "east", "west"))
    # Going up, a row lies half a hex to the left, so the same file is to the northwest.
    assert b.sites[at(b, "a2")].x == b.sites[at(b, "a1")].x - Fraction(1, 2)
    assert b.steps[way(b, "northwest")][at(b, "c3")] == at(b, "c4")
    assert b.steps[way(b, "northeast")][at(b, "c3")] == at(b, "d4")
    small = hex_rhombus(3, 2)
    assert names(small, small.side("east")) == {"c1", "c2"}


def test_star() -> None:
    b = BOARDS["star"]
    assert len(b.sites) == 121
    assert len(b.side("north")) == len(b.side("south")) == 1
    neighbours = Counter(sum(row[s.index] >= 0 for row in b.steps) for s in b.sites)
    assert neighbours[2] == 6  # the six tips


def test_leaps() -> None:
    b = square(8, 8)
    assert names(b, b.leap(at(b, "a1"), b.offsets(1, 2))) == {"b3", "c2"}
    assert len(b.leap(at(b, "d4"), b.offsets(2, 1))) == 8
    assert sum(len(b.leap(s.index, b.offsets(1, 2))) for s in b.sites) == 336
    assert names(b, b.leap(at(b, "d4"), b.offsets(2, 0))) == {"d6", "d2", "b4", "f4"}
    assert names(b, b.leap(at(b, "a1"), b.offsets(1, 1))) == {"b2"}
    assert b.leap(0, b.offsets(0, 0)) == ()
    h = hexagon(5)
    middle = at(h, "e5")
    assert set(h.leap(middle, h.offsets(1, 0))) == {row[middle] for row in h.steps}
    for offset, images in (((1, 1), 6), ((2, 0), 6), ((1, 2), 12), ((1, 3), 12), ((-1, 3), 12)):
        found = h.leap(middle, h.offsets(*offset))
        a, c = offset
        assert {h.distance2(middle, t) for t in found} == {a * a + a * c + c * c}
        assert len(found) == images
        assert list(found) == sorted(found)


def test_lines() -> None:
    b = square(8, 8)
    met = b.line(at(b, "c1"), way(b, "northwest"))
    assert [b.sites[s].name for s in met] == ["b2", "a3"]
    assert b.line(at(b, "a1"), way(b, "south")) == ()
    loop = Board(Squares(), b.sites[:3], b.directions[:1], ((1, 2, 0),), (0,), 3, 1, (0,))
    assert loop.line(1, 0) == (2, 0)


def relative(board: Board, word: str, facing: str) -> set[str]:
    return set(words(board, board.relative(word, FACINGS[facing])))


def test_relative_directions_on_squares() -> None:
    b = square(8, 8)
    assert relative(b, "forward", "north") == relative(b, "backward", "down") == {"north"}
    assert relative(b, "left", "north") == {"west"}
    assert relative(b, "left", "south") == {"east"}
    assert relative(b, "right", "east") == {"south"}
    assert relative(b, "sideways", "up") == {"east", "west"}
    assert relative(b, "forward_diagonal", "north") == {"northeast", "northwest"}
    assert relative(b, "backward_diagonal", "north") == {"southeast", "southwest"}
    assert relative(b, "forward_diagonal", "east") == {"northeast", "southeast"}
    assert relative(b, "forward", "northeast") == {"north", "east"}
    assert relative(b, "forward_diagonal", "northeast") == {"north", "east"}
    with pytest.raises(BoardError, match="'onward' is not a relative direction"):
        b.relative("onward", 90)


def test_relative_directions_on_hexes() -> None:
    b = hexagon(3)
    assert relative(b, "forward", "north") == {"northeast", "northwest"}
    assert relative(b, "backward", "north") == {"southeast", "southwest"}
    assert relative(b, "forward_diagonal", "north") == {"northeast", "northwest"}
    assert relative(b, "backward_diagonal", "north") == {"southeast", "southwest"}
    assert relative(b, "left", "north") == {"west"}
    assert relative(b, "sideways", "south") == {"east", "west"}
    assert relative(b, "forward", "east") == {"east"}
    assert relative(b, "forward_diagonal", "east") == {"northeast", "southeast"}
    assert relative(b, "backward_diagonal", "east") == {"northwest", "southwest"}
    assert relative(b, "left", "east") == {"northeast", "northwest"}
    # The compass word names the hex direction, although its angle is 60 and not 45.
    assert all(b.relative(word, 45) == b.relative(word, 60) for word in RELATIVE)


@every_board
def test_facing_the_other_way_swaps_the_words(board: Board) -> None:
    pairs = (("forward", "backward"), ("left", "right"), ("forward_diagonal", "backward_diagonal"))
    for angle in FACINGS.values():
        for one, other in pairs:
            assert board.relative(one, angle) == board.relative(other, angle + 180)
            turned = {board.opposite[d] for d in board.relative(one, angle)}
            assert turned == set(board.relative(other, angle))


def test_hex_rows_must_interlock() -> None:
    with pytest.raises(BoardError, match="rows 2 and 3 from the top have lengths 4 and 6"):
        hex_rows([3, 4, 6])
    with pytest.raises(BoardError, match="rows 1 and 2 from the top have lengths 5 and 5"):
        hex_rows([5, 5])
    with pytest.raises(BoardError, match="row 2 from the top has length 0"):
        hex_rows([1, 0])


def test_sizes_are_checked() -> None:
    with pytest.raises(BoardError, match=rf"100 x 41 has 4100 sites; at most {MAX_SITES} are possible"):
        square(100, 41)
    too_small: list[Callable[[], Board]] = [
        lambda: square(0, 5),
        lambda: square(-2, -2),
        lambda: hex_rhombus(3, 0),
        lambda: hexagon(0),
        lambda: hex_rows([]),
        lambda: square(3, 3, keep=lambda f, r: False),
    ]
    for build in too_small:
        with pytest.raises(BoardError, match="at least one site"):
            build()
    too_large: list[Callable[[], Board]] = [
        lambda: hexagon(10**9),
        lambda: hex_rhombus(65, 64),
        lambda: hex_rows([5000]),
    ]
    for build in too_large:
        with pytest.raises(BoardError, match="at most"):
            build()
    assert len(square(64, 64).sites) == MAX_SITES
