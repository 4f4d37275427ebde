"""Zarathustra beside a plain program written from its rule sheet: random games of two, three and four players."""

import random
from collections import Counter
from functools import cache
from itertools import permutations, product

import bundled
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position

pytestmark = pytest.mark.thorough

Site = tuple[int, int]  # column from the left and row from the top, from 0
Tiles = dict[Site, tuple[str, str]]  # owner, and the sides as they lie: top, right, bottom, left

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # top, right, bottom, left
PLAYERS = ("Red", "Green", "Blue", "Black")
BOARD = {2: 5, 3: 6, 4: 7}


def turned(tile: str, times: int) -> str:
    """Clockwise: what was on the left comes to the top."""
    for _ in range(times):
        tile = tile[3] + tile[:3]
    return tile


SET = sorted(
    {
        min(turned(tile, n) for n in range(4))
        for tile in map("".join, product("BWS", repeat=4))
        if "B" in tile and set(tile) != {"B"}
    }
)


@cache
def engine(players: int, skulls: bool = True) -> Engine:
    options = {"players": players, "skulls_after_suicide": skulls}
    return bundled.native("zarathustra", options)


def name(site: Site, side: int) -> str:
    return "abcdefg"[site[0]] + str(side - site[1])


def at(text: str, side: int) -> Site:
    return "abcdefg".index(text[0]), side - int(text[1:])


def board(position: Position, side: int) -> Tiles:
    found: Tiles = {}
    for where, text in position["pieces"].items():
        owner, kind, *rest = text.split()
        turn = int(rest[0].removeprefix("turn=")) if rest else 0
        found[at(where, side)] = owner, turned(kind, turn)
    return found


def pool(position: Position, player: str) -> list[str]:
    return list(position["pools"].get("tiles", {}).get(player, []))


def support(tiles: Tiles, site: Site) -> int:
    """How many orthogonal neighbours, of any owner, show the tile a shield."""
    found = 0
    for i, (dx, dy) in enumerate(SIDES):
        other = tiles.get((site[0] + dx, site[1] + dy))
        if other is not None and other[1][(i + 2) % 4] == "S":
            found += 1
    return found


def condemned(tiles: Tiles, placed: Site, order: tuple[int, ...] = (0, 1, 2, 3)) -> list[Site]:
    """Whom the sides of the tile just placed condemn, side by side, all tiles still lying."""
    found: list[Site] = []
    for i in order:
        other = placed[0] + SIDES[i][0], placed[1] + SIDES[i][1]
        if other not in tiles:
            continue
        mine, theirs = tiles[placed][1][i], tiles[other][1][(i + 2) % 4]
        if (mine, theirs) == ("W", "B"):
            found.append(other)
        elif (mine, theirs) == ("B", "W"):
            found.append(placed)
        elif (mine, theirs) == ("W", "W"):
            my_support, their_support = support(tiles, placed), support(tiles, other)
            if my_support <= their_support:
                found.append(placed)
            if their_support <= my_support:
                found.append(other)
    return found


def follow(players: int, skulls: bool, seed: int, most: int) -> None:
    """Plays a random game and checks every state of it against the sheet."""
    chance = random.Random(seed)
    side = BOARD[players]
    names = PLAYERS[:players]
    sites = [(x, y) for x in range(side) for y in range(side)]
    state: State = engine(players, skulls).initial_state()
    tiles: Tiles = {}
    pools = {p: list(SET) for p in names}
    destroyed: Counter[str] = Counter()
    blocked: set[Site] = set()
    mover = 0
    for _ in range(most):
        position = state.position()
        assert board(position, side) == tiles
        assert {p: pool(position, p) for p in names} == pools
        for p in names:
            on_board = sum(owner == p for owner, _ in tiles.values())
            assert on_board + len(pools[p]) + destroyed[p] == 17
        free = [s for s in sites if s not in tiles and s not in blocked]
        legal = state.legal_actions()
        if not any(pools.values()) or not free:
            assert state.is_terminal and not legal
            blanks = [sum(t.count("B") for o, t in tiles.values() if o == p) for p in names]
            won = [b == max(blanks) for b in blanks]
            assert state.returns == ([0] * players if all(won) else [1 if w else -1 for w in won])
            return
        assert not state.is_terminal
        assert state.current_player == mover
        rotations = sum(len({turned(t, n) for n in range(4)}) for t in pools[names[mover]])
        assert len(legal) == rotations * len(free)
        action = chance.choice(legal)
        kind, turn, where = state.action_to_string(action).split()
        placed, owner = at(where, side), names[mover]
        assert kind in pools[owner] and placed in free
        pools[owner].remove(kind)
        tiles[placed] = owner, turned(kind, int(turn))
        gone = set(condemned(tiles, placed))
        for order in permutations(range(4)):
            assert set(condemned(tiles, placed, order)) == gone
        for s in gone:
            destroyed[tiles[s][0]] += 1
            del tiles[s]
        blocked = {
            (placed[0] + dx, placed[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
        }
        if placed in gone and not skulls:
            blocked = set()
        state = state.apply(action)
        mover = next(
            (p % players for p in range(mover + 1, mover + players + 1) if pools[names[p % players]]), mover
        )


def test_the_set_is_the_one_of_the_sheet() -> None:
    assert len(SET) == 17
    assert sum(t.count("B") for t in SET) == 28
    assert [k.name for k in engine(2).game.kinds] == SET


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.booleans())
def test_a_random_game_of_two_follows_the_sheet(seed: int, skulls: bool) -> None:
    follow(2, skulls, seed, 100)


@settings(max_examples=4, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.booleans())
def test_a_random_game_of_three_follows_the_sheet(seed: int, skulls: bool) -> None:
    follow(3, skulls, seed, 100)


@settings(max_examples=3, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.booleans())
def test_a_random_game_of_four_follows_the_sheet(seed: int, skulls: bool) -> None:
    follow(4, skulls, seed, 100)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_many_random_games_follow_the_sheet(players: int, seed: int) -> None:
    follow(players, seed % 3 != 0, seed, 100)


def lone(tile: str) -> tuple[str, int]:
    """The kind of a tile as it lies, and its turn."""
    kind = min(turned(tile, n) for n in range(4))
    return kind, next(n for n in range(4) if turned(kind, n) == tile)


@st.composite
def crowds(draw: st.DrawFn) -> tuple[Tiles, Site, str]:
    """Tiles around a site, crowded so that all kinds of clashes happen, and one that is laid there."""
    tile = st.sampled_from([turned(t, n) for t in SET for n in range(4)])
    centre = draw(st.sampled_from([(2, 2), (1, 1), (0, 2), (4, 4), (3, 2)]))
    area = [(x, y) for x in range(5) for y in range(5) if 0 < abs(x - centre[0]) + abs(y - centre[1]) <= 2]
    tiles = {
        s: (draw(st.sampled_from(["Red", "Green"])), draw(tile)) for s in area if draw(st.integers(0, 4))
    }
    return tiles, centre, draw(tile)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(crowds())
def test_a_tile_laid_in_a_crowd_removes_what_the_sheet_says(drawn: tuple[Tiles, Site, str]) -> None:
    tiles, placed, tile = drawn
    kind, turn = lone(tile)
    pieces = {}
    for s, (owner, t) in tiles.items():
        k, n = lone(t)
        pieces[name(s, 5)] = f"{owner} {k} turn={n}"
    pools = {"tiles": {"Red": [kind], "Green": ["BBBS"]}}
    state = engine(2).state({"to_move": "Red", "pieces": pieces, "pools": pools})
    after = state.apply(state.action_from_string(f"{kind} {turn} {name(placed, 5)}"))
    laid: Tiles = {**tiles, placed: ("Red", tile)}
    gone = set(condemned(laid, placed))
    assert board(after.position(), 5) == {s: t for s, t in laid.items() if s not in gone}
