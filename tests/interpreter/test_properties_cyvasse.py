"""Cyvasse beside a plain program written from its rule sheet, in the sheet's own coordinates."""

import random
from collections.abc import Iterable, Iterator
from functools import cache

import bundled
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.engines.base import Engine, State

pytestmark = pytest.mark.thorough

Site = tuple[int, int]
Pieces = dict[Site, tuple[str, str]]  # site: player, kind
Terrain = dict[Site, str]

SITES = [(x, y) for x in range(12) for y in range(12) if abs(x - y) <= 4]
E, W, NE, SW, NW, SE = (1, 1), (-1, -1), (0, 1), (0, -1), (-1, 0), (1, 0)
DIRECTIONS = (E, W, NE, SW, NW, SE)
FRONT = {"White": (NW, NE), "Black": (SE, SW)}
OTHER = {"White": "Black", "Black": "White"}
ARMOUR = {
    "Rabble": 1, "Spears": 1, "LightHorse": 1, "HeavyHorse": 2, "Elephant": 2,
    "Crossbows": 0, "Trebuchet": 0, "Dragon": 2, "Tower": 2, "King": 1,
}  # fmt: skip
MOVEMENT = {
    "Rabble": 1, "Spears": 1, "LightHorse": 3, "HeavyHorse": 2, "Elephant": 1,
    "Crossbows": 2, "Trebuchet": 1, "Dragon": 4, "Tower": 0, "King": 1,
}  # fmt: skip
RANGE = {"Elephant": 2, "Crossbows": 3, "Trebuchet": 4, "Dragon": 2}
REACH = {"Rabble": 1, "Spears": 1, "King": 1, "LightHorse": 3, "HeavyHorse": 2, "Elephant": 2, "Dragon": 4}
OPTIONS = (
    "spears_forward_only",
    "heavy_engager_counts_double",
    "trebuchet_over_mountains",
    "dragon_ignores_spears",
    "second_rabble_compulsory",
)


def name(site: Site) -> str:
    return "abcdefghijkl"[site[0]] + str(site[1] + 1)


def at(text: str) -> Site:
    return "abcdefghijkl".index(text[0]), int(text[1:]) - 1


def turned(site: Site) -> Site:
    return 11 - site[0], 11 - site[1]


def plus(site: Site, direction: Site, times: int = 1) -> Site:
    return site[0] + direction[0] * times, site[1] + direction[1] * times


def on_board(site: Site) -> bool:
    return 0 <= site[0] <= 11 and 0 <= site[1] <= 11 and abs(site[0] - site[1]) <= 4


class Sheet:
    """One position, and what the rule sheet says of it."""

    def __init__(self, pieces: Pieces, terrain: Terrain, options: Iterable[str] = ()) -> None:
        self.pieces = pieces
        self.terrain = terrain
        self.options = set(options)

    def is_mountain(self, site: Site) -> bool:
        return self.terrain.get(site) == "mountain"

    # ---- engagement

    def in_range(self, a: Site, b: Site) -> Site | None:
        """The direction in which the piece on a could engage the enemy on b if nothing stood between."""
        player, kind = self.pieces[a]
        if self.terrain.get(a) == "water" or self.pieces[b][0] == player:
            return None
        towers = [
            plus(a, d)
            for d in DIRECTIONS
            if self.pieces.get(plus(a, d), ("", ""))[1] == "Tower" and self.pieces[plus(a, d)][0] != player
        ]
        if towers and b not in towers:
            return None
        for d in FRONT[player] if kind == "Spears" else DIRECTIONS:
            for n in range(2 if kind == "Trebuchet" else 1, RANGE.get(kind, 1) + 1):
                if plus(a, d, n) == b:
                    return d
        return None

    def line_is_free(self, a: Site, b: Site, direction: Site, over_mountains: bool = False) -> bool:
        s = plus(a, direction)
        while s != b:
            if self.is_mountain(s) and not over_mountains:
                return False
            if s in self.pieces and self.pieces[s][0] == self.pieces[b][0]:
                return False
            s = plus(s, direction)
        return True

    def engages(self, a: Site, b: Site) -> bool:
        direction = self.in_range(a, b)
        return direction is not None and self.line_is_free(a, b, direction)

    def count(self, b: Site, without: Site | None = None) -> int:
        doubled = "heavy_engager_counts_double" in self.options
        return sum(
            2 if doubled and ARMOUR[self.pieces[a][1]] == 2 else 1
            for a in self.pieces
            if a != without and self.engages(a, b)
        )

    def is_open(self, b: Site) -> bool:
        return self.count(b) >= ARMOUR[self.pieces[b][1]]

    # ---- moves

    def zone(self, mover: str, kind: str) -> set[Site]:
        """Where enemy Spears stop a piece of this kind."""
        if kind == "Dragon" and "dragon_ignores_spears" in self.options:
            return set()
        return {
            plus(s, d)
            for s, (player, other) in self.pieces.items()
            if other == "Spears" and player != mover
            for d in FRONT[player]
        }

    def may_pass(self, s: Site, mover: str, kind: str) -> bool:
        if kind == "Dragon":
            return True
        return not self.is_mountain(s) and (s not in self.pieces or self.pieces[s][0] == mover)

    def may_end(self, s: Site) -> bool:
        return on_board(s) and s not in self.pieces and not self.is_mountain(s)

    def walks(self, start: Site) -> set[Site]:
        """A plain breadth-first search, one layer of sites a step."""
        mover, kind = self.pieces[start]
        zone = self.zone(mover, kind)
        seen, layer = {start}, {start}
        for _ in range(MOVEMENT[kind]):
            reached = {
                plus(s, d)
                for s in layer
                if s == start or s not in zone
                for d in DIRECTIONS
                if on_board(plus(s, d))
            }
            layer = {s for s in reached - seen if self.may_pass(s, mover, kind)}
            seen |= layer
        found = {s for s in seen if self.may_end(s)}
        if kind == "Spears" and "spears_forward_only" in self.options:
            found &= {plus(start, d) for d in FRONT[mover]}
        return found

    def vaults(self, start: Site) -> list[Site]:
        """The sites straight across an own Tower."""
        mover = self.pieces[start][0]
        return [
            plus(start, d, 2)
            for d in DIRECTIONS
            if self.pieces.get(plus(start, d)) == (mover, "Tower") and on_board(plus(start, d, 2))
        ]

    def captures(self, start: Site) -> Iterator[tuple[Site, Site]]:
        """Landing and victim."""
        mover, kind = self.pieces[start]
        zone = self.zone(mover, kind)
        for d in FRONT[mover] if kind == "Spears" else DIRECTIONS:
            for n in range(1, REACH.get(kind, 0) + 1):
                s = plus(start, d, n)
                if not on_board(s):
                    break
                if s in self.pieces and self.pieces[s][0] != mover and self.is_open(s):
                    yield s, s
                    if kind in ("LightHorse", "HeavyHorse") and s not in zone:
                        for further in range(n + 1, REACH[kind] + 1):
                            beyond = plus(start, d, further)
                            if not on_board(beyond) or not self.may_pass(beyond, mover, kind):
                                break
                            if self.may_end(beyond):
                                yield beyond, s
                            if beyond in zone:
                                break
                if (
                    s in zone
                    or not self.may_pass(s, mover, kind)
                    or (kind == "Elephant" and s in self.pieces)
                ):
                    break
        if kind == "King":
            for s in self.vaults(start):
                if s in self.pieces and self.pieces[s][0] != mover and self.is_open(s):
                    yield s, s

    def shots(self, start: Site) -> Iterator[tuple[Site, Site]]:
        """Where the Trebuchet steps to, and its victim."""
        for b in self.pieces:
            d = self.in_range(start, b)
            if d is None or not self.may_end(plus(start, d, -1)):
                continue
            needed = ARMOUR[self.pieces[b][1]]
            over = "trebuchet_over_mountains" in self.options and self.line_is_free(start, b, d, True)
            if (self.engages(start, b) and self.is_open(b)) or (over and self.count(b, start) >= needed):
                yield plus(start, d, -1), b

    def moves(self, mover: str) -> dict[str, Pieces]:
        """Every legal move in notation, and the pieces after it."""
        found: dict[str, Pieces] = {}

        def add(start: Site, to: Site, victim: Site | None, text: str) -> None:
            after = {s: p for s, p in self.pieces.items() if s not in (start, victim)}
            after[to] = self.pieces[start]
            assert text not in found
            found[text] = after

        for s, (player, kind) in self.pieces.items():
            if player != mover:
                continue
            crossing = [v for v in self.vaults(s) if self.may_end(v)] if kind == "King" else []
            for to in {*self.walks(s), *crossing}:
                add(s, to, None, f"{name(s)}-{name(to)}")
            for to, victim in self.captures(s):
                add(s, to, victim, f"{name(s)}x{name(to)}" + ("" if to == victim else f" {name(victim)}"))
            if kind == "Trebuchet":
                for to, victim in self.shots(s):
                    add(s, to, victim, f"{name(s)}x{name(to)} {name(victim)}")
        return found


# ---- positions that Hypothesis draws


@cache
def engine(*options: str, setup: str = "ready") -> Engine:
    return bundled.native("cyvasse", {"setup": setup, **dict.fromkeys(options, True)})


def state_of(pieces: Pieces, terrain: Terrain, mover: str, options: Iterable[str] = ()) -> State:
    return engine(*options).state(
        {
            "to_move": mover,
            "pieces": {name(s): f"{player} {kind}" for s, (player, kind) in pieces.items()},
            "sites": {"terrain": {name(s): t for s, t in terrain.items()}},
        }
    )


def pieces_of(state: State) -> Pieces:
    return {at(s): tuple(text.split()[:2]) for s, text in state.position()["pieces"].items()}


def texts(state: State) -> list[str]:
    return [state.action_to_string(a) for a in state.legal_actions()]


@st.composite
def positions(draw: st.DrawFn) -> tuple[Pieces, Terrain]:
    """Crowded enough that pieces meet: on the whole board, or around one site."""
    middle = draw(st.sampled_from(SITES))
    near = [s for s in SITES if abs(s[0] - middle[0]) <= 3 and abs(s[1] - middle[1]) <= 3]
    area = st.sampled_from(draw(st.sampled_from([SITES, near])))
    terrain = draw(st.dictionaries(area, st.sampled_from(["water", "mountain"]), max_size=12))
    piece = st.tuples(st.sampled_from(["White", "Black"]), st.sampled_from(sorted(ARMOUR)))
    drawn = draw(st.dictionaries(area, piece, min_size=4, max_size=22))
    return {s: p for s, p in drawn.items() if terrain.get(s) != "mountain"}, terrain


readings = st.sampled_from([(), *[(o,) for o in OPTIONS], OPTIONS])
movers = st.sampled_from(["White", "Black"])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(positions(), movers, readings)
def test_walks_are_those_of_a_plain_breadth_first_search(
    drawn: tuple[Pieces, Terrain], mover: str, options: tuple[str, ...]
) -> None:
    sheet = Sheet(*drawn, options)
    found = {t for t in texts(state_of(*drawn, mover, options)) if "-" in t}
    wanted = set()
    for s, (player, kind) in drawn[0].items():
        if player == mover:
            wanted |= {f"{name(s)}-{name(to)}" for to in sheet.walks(s)}
            if kind == "King":
                wanted |= {f"{name(s)}-{name(to)}" for to in sheet.vaults(s) if sheet.may_end(to)}
    assert found == wanted


@settings(max_examples=60, deadline=None, derandomize=True)
@given(positions(), movers, readings)
def test_who_engages_whom_is_as_the_sheet_says_whoever_moves(
    drawn: tuple[Pieces, Terrain], mover: str, options: tuple[str, ...]
) -> None:
    sheet = Sheet(*drawn, options)
    state = state_of(*drawn, mover, options)
    sites = [at(s.name) for s in engine().game.board.sites]
    pairs = {(sites[a], sites[b]) for a, b in engine(*options).related(state, "engages")}
    assert pairs == {(a, b) for a in drawn[0] for b in drawn[0] if sheet.engages(a, b)}


def follow(
    drawn: tuple[Pieces, Terrain], mover: str, options: tuple[str, ...], chance: random.Random
) -> None:
    """The legal moves of a position are those of the sheet, and so is what some of them lead to."""
    wanted = Sheet(*drawn, options).moves(mover)
    state = state_of(*drawn, mover, options)
    assert sorted(texts(state)) == sorted(wanted)
    if not wanted:
        assert state.is_terminal and state.returns == ([-1, 1] if mover == "White" else [1, -1])
        return
    for text in chance.sample(sorted(wanted), min(4, len(wanted))):
        after = state.apply(state.action_from_string(text))
        assert pieces_of(after) == wanted[text]
        lost = [p for s, p in drawn[0].items() if wanted[text].get(s) != p and p[0] != mover]
        assert len(lost) == ("x" in text)
        if [kind for _, kind in lost] == ["King"]:
            assert after.is_terminal and after.returns == ([1, -1] if mover == "White" else [-1, 1])
        start, to = at(text.split("-")[0].split("x")[0]), at(text.replace("x", "-").split("-")[1].split()[0])
        others = Sheet(wanted[text], drawn[1], options).moves(mover)
        second = {
            t
            for t in others
            if "-" in t and wanted[text][at(t.split("-")[0])][1] == "Rabble" and at(t.split("-")[0]) != to
        }
        if "-" in text and drawn[0][start][1] == "Rabble" and second:
            is_free = "second_rabble_compulsory" not in options
            assert set(texts(after)) == {*second, *(["done"] if is_free else [])}
        elif not after.is_terminal:
            assert after.position()["to_move"] == OTHER[mover]
            assert "pending" not in after.position()["fields"]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(positions(), movers, readings, st.randoms(use_true_random=False))
def test_legal_moves_and_what_they_leave_are_those_of_the_sheet(
    drawn: tuple[Pieces, Terrain], mover: str, options: tuple[str, ...], chance: random.Random
) -> None:
    follow(drawn, mover, options, chance)


@pytest.mark.slow
@settings(max_examples=800, deadline=None, derandomize=True)
@given(positions(), movers, readings, st.randoms(use_true_random=False))
def test_legal_moves_of_many_positions_are_those_of_the_sheet(
    drawn: tuple[Pieces, Terrain], mover: str, options: tuple[str, ...], chance: random.Random
) -> None:
    follow(drawn, mover, options, chance)


def swapped(text: str) -> str:
    """A move on the board turned by 180 degrees."""
    return "".join(
        name(turned(at(part))) if part[:1].isalpha() and part[1:].isdigit() else part for part in split(text)
    )


def split(text: str) -> list[str]:
    parts, word = [], ""
    for letter in text:
        if letter in "-x " or text == "done":
            parts += [word, letter]
            word = ""
        else:
            word += letter
    return [*parts, word]


@settings(max_examples=50, deadline=None, derandomize=True)
@given(positions(), movers, readings, st.randoms(use_true_random=False))
def test_turning_the_board_and_exchanging_the_players_changes_nothing(
    drawn: tuple[Pieces, Terrain], mover: str, options: tuple[str, ...], chance: random.Random
) -> None:
    state = state_of(*drawn, mover, options)
    other = state_of(
        {turned(s): (OTHER[player], kind) for s, (player, kind) in drawn[0].items()},
        {turned(s): t for s, t in drawn[1].items()},
        OTHER[mover],
        options,
    )
    for _ in range(3):
        assert sorted(map(swapped, texts(state))) == sorted(texts(other))
        assert state.is_terminal == other.is_terminal
        assert state.returns == other.returns[::-1]
        if state.is_terminal:
            return
        text = chance.choice(sorted(texts(state)))
        state = state.apply(state.action_from_string(text))
        other = other.apply(other.action_from_string(swapped(text)))
        assert pieces_of(state) == {turned(s): (OTHER[o], k) for s, (o, k) in pieces_of(other).items()}


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_from_the_ready_set_up_follows_the_sheet(seed: int) -> None:
    chance = random.Random(seed)
    state = engine().initial_state()
    terrain = {at(s): t for s, t in state.position()["sites"]["terrain"].items()}
    for _ in range(30):
        position = state.position()
        if state.is_terminal:
            break
        if "pending" not in position["fields"]:
            wanted = Sheet(pieces_of(state), terrain).moves(position["to_move"])
            assert sorted(texts(state)) == sorted(wanted)
        captures = [t for t in texts(state) if "x" in t]
        text = chance.choice(captures or texts(state))
        state = state.apply(state.action_from_string(text))
