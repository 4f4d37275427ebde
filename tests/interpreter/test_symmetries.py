"""Symmetries are found from the rules, hold in play, and give positions that are laid onto each other one number."""

from pathlib import Path

import bundled
import pytest
from putting import putting

from gdl.core.model import Game
from gdl.loader import examine_source
from gdl.source import Source
from interpreter import engine
from interpreter.engines.base import State
from interpreter.engines.searching import workbench
from interpreter.lowering.facts.symmetries import Symmetry, symmetries
from interpreter.search.exact_search import ALPHA_BETA, PROOFS, Solver
from interpreter.search.running import NO_LIMIT, Watch
from interpreter.shared.hashing import Random
from interpreter.shared.machine_interface import ONE

pytestmark = pytest.mark.thorough


def game_of(text: str) -> Game:
    game, diagnostics = examine_source(Source("test.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return game


def counted(game: Game) -> tuple[int, int]:
    """How many symmetries let the players stay who they are, and how many let them change places."""
    exchanges = [found.exchanges for found in symmetries(game)]
    return exchanges.count(False), exchanges.count(True)


@pytest.mark.parametrize(
    ("name", "options", "counts"),
    [
        (
            "breakthrough",
            {"width": 5, "height": 5},
            (1, 2),
        ),  # left and right; another army's way is another's
        ("connect_four", {}, (1, 2)),
        ("hex", {"size": 4}, (1, 2)),  # half a turn; by a mirror the players' sides change places
        ("quax", {"size": 4}, (3, 4)),  # squares lie symmetrically between octagons
        ("zola", {"size": 4}, (7, 8)),
        ("tic_tac_toe", {}, (7, 8)),
        ("yavalath", {}, (11, 12)),
        ("english_draughts", {}, (0, 1)),
        ("dobutsu_shogi", {"repetition": False}, (1, 2)),
        ("peg_solitaire", {}, (7, 0)),
        ("peg_solitaire", {"empty_rank": 5}, (1, 0)),  # the hole that must be filled is not in the middle
        ("chess", {}, (0, 0)),
        ("kalah", {}, (0, 0)),
    ],
)
def test_symmetries_are_those_of_the_rules(
    name: str, options: dict[str, object], counts: tuple[int, int]
) -> None:
    assert counted(bundled.load(name, options)) == counts


MINE, FAR = "mover = White and some s in rank(1): s is own", "mover = Black and some s in rank(3): s is own"
ACROSS = "some s in reached from rank(1) while own: s in rank(3)"
ALONG = "some s in reached from file(1) while own: s in file(3)"


@pytest.mark.parametrize(
    ("ends", "counts"),
    [
        (["mover wins when some line any: own{3}"], (7, 8)),
        (["mover wins when some line orthogonal: own{3}"], (7, 8)),
        (["mover wins when some line {east, west}: own{3}"], (3, 4)),
        (["mover wins when some line {northeast, southwest}: own{3}"], (3, 4)),
        (["mover wins when some s in rank(1): s is own"], (1, 2)),
        (["mover wins when some s in corners: s is own"], (7, 8)),
        (["mover wins when a1 is own"], (1, 2)),
        (["mover wins when b1 is own and first(sites where it is own) = b1"], (0, 0)),
        # numbers are not compared, so only the players change places
        (["mover wins when some s in sites: s is own and file(s) = rank(s)"], (0, 1)),
        ([f"mover wins when {ACROSS}"], (3, 4)),
        (["mover wins when some s in reached from rank(1) by {north} while own: s in rank(3)"], (1, 2)),
        (["mover wins when some s in reached from rank(1) while own: s in rank(2)"], (1, 2)),
        (["White wins when some s in rank(1): s is White"], (1, 0)),
        (["mover wins when some s in sites: s is own and distance2(s, centre) = 2"], (7, 8)),
        # what one end says of a player the other one says of the other, on the other side of the board
        ([f"White wins when {MINE}", f"Black wins when {FAR}"], (1, 2)),
        ([f"White wins when {MINE}", f"Black wins when {FAR.replace('3', '2')}"], (1, 0)),
        ([f"White wins when {MINE}", f"White wins when {FAR}"], (1, 0)),
        # both may hold at once, and then the first one counts
        (
            [
                "White wins when some s in rank(1): s is White",
                "Black wins when some s in rank(3): s is Black",
            ],
            (1, 0),
        ),
        # a connection has no beginning and no end
        ([f"White wins when mover = White and {ACROSS}", f"Black wins when mover = Black and {ALONG}"], (3, 4)),
        ([f"White wins when mover = White and {ACROSS}", f"Black wins when mover = Black and {ACROSS}"], (3, 4)),
    ],
)  # fmt: skip
def test_every_part_of_the_rules_counts(ends: list[str], counts: tuple[int, int]) -> None:
    text = putting(*ends, players="White, Black", board="square size x size", sizes="3, 4")
    assert counted(game_of(text)) == counts


@pytest.mark.parametrize(
    ("before", "after", "exchanging"),
    [
        ("where s is empty", "where s is empty", 8),
        ("where s is empty", "where s is empty and (turn > 1 or s in corners)", 8),
        ("where s is empty", "where s is empty and (mover = White or s in corners)", 0),  # of one player only
        ("stone of mover", "stone of White", 0),
        ("choose", "where turn > 1 or mover = White\n  choose", 0),
        ("action put", "field lead of game: player = White until turn\naction put", 0),
        ("action put", "field lead of game: player or none\naction put", 8),
        ("turn: put", "turn: put else lose", 8),
    ],
)
def test_players_change_places_only_if_all_rules_are_the_same_for_both(
    before: str, after: str, exchanging: int
) -> None:
    text = putting("mover wins when some line any: own{3}", players="White, Black").replace(before, after)
    assert counted(game_of(text)) == (7, exchanging)


@pytest.mark.parametrize(
    ("may_drop", "counts"),
    [
        ("true", (1, 2)),
        ("s not in last_rank(mover)", (1, 2)),
        ("s in rank(2)", (1, 0)),  # Sky's second rank is the third
        ("s in file(1)", (0, 1)),
        ("k != chick or mover = Forest", (1, 0)),
        ("count(hand(mover)) < 3", (1, 2)),
        ("first(hand(mover) where kind(it) != lion) != none", (0, 0)),  # which one is first might matter
    ],
)
def test_what_is_in_hand_goes_along_with_its_player(may_drop: str, counts: tuple[int, int]) -> None:
    text = (Path(__file__).parents[2] / "games" / "dobutsu_shogi.gdl").read_text()
    text = text.replace("repetition = true", "repetition = false")
    text = text.replace("may_drop(k: kind, s: site) = true", f"may_drop(k: kind, s: site) = {may_drop}")
    assert counted(game_of(text)) == counts


def moved(pieces: object, state: State, found: Symmetry) -> dict[str, str]:
    """Pieces where a symmetry lays them, and whose they are then."""
    game = state.engine.game
    names = [s.name for s in game.board.sites]
    to = dict(zip(names, (names[s] for s in found.sites), strict=True))
    owners = {p.name: p.name for p in game.players}
    if found.exchanges:
        owners = dict(zip(owners, reversed(owners), strict=True))
    assert isinstance(pieces, dict)
    return {
        to[site]: " ".join(owners.get(word, word) for word in piece.split()) for site, piece in pieces.items()
    }


def handed(pools: object, state: State, found: Symmetry) -> dict[str, object]:
    """The pools of players, where these change places."""
    names = [p.name for p in state.engine.game.players]
    assert isinstance(pools, dict)
    if not found.exchanges:
        return pools
    owners = dict(zip(names, reversed(names), strict=True))
    return {name: {owners[o]: held[o] for o in reversed(names) if o in held} for name, held in pools.items()}


def laid(state: State, found: Symmetry) -> State:
    """A state as a symmetry lays it."""
    position = dict(state.position())
    position["pieces"] = moved(position["pieces"], state, found)
    position["pools"] = handed(position["pools"], state, found)
    if found.exchanges:
        position["to_move"] = state.engine.game.players[1 - state.current_player].name
    return state.engine.state(position)


def outcomes(state: State, found: Symmetry) -> list[str]:
    """What the actions of a state lead to, as a symmetry lays it."""
    made = []
    for action in state.legal_actions():
        after = state.apply(action)
        at = after.position()
        pieces = sorted((moved(at["pieces"], state, found) | handed(at["pools"], state, found)).items())
        returns = list(after.returns) if after.is_terminal else []
        made.append(f"{pieces} {after.is_terminal} {returns[::-1] if found.exchanges else returns}")
    return sorted(made)


SOME = [
    ("breakthrough", {"width": 4, "height": 5}),
    ("connect_four", {"width": 4, "height": 4}),
    ("hex", {"size": 3}),
    ("zola", {"size": 4}),
    ("yavalath", {"size": 4}),
    ("tic_tac_toe", {}),
    ("dobutsu_shogi", {"repetition": False}),
]


@pytest.mark.parametrize(("name", "options"), SOME)
def test_in_play_actions_lead_to_what_is_laid_on_what_they_led_to(
    name: str, options: dict[str, object]
) -> None:
    chance, compared = Random(7), 0
    start = bundled.engine(name, options=options).initial_state()
    same = Symmetry(False, tuple(range(len(start.engine.game.board.sites))))
    known = symmetries(start.engine.game)
    for found in known[:2] + known[-2:]:
        state, plies = start, 0
        while not state.is_terminal and plies < 16:
            if chance.below(3) == 0:
                assert outcomes(laid(state, found), same) == outcomes(state, found)
                compared += 1
            state, plies = state.apply(chance.pick(state.legal_actions())), plies + 1
    assert compared


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        ("connect_four", {"width": 4, "height": 4}, 6),
        ("hex", {"size": 3}, 2),
        ("tic_tac_toe", {}, 2),
    ],
)
@pytest.mark.parametrize("method", [ALPHA_BETA, PROOFS])
def test_a_solution_serves_all_positions_of_a_class(
    name: str, options: dict[str, object], plies: int, method: str
) -> None:
    state, chance = bundled.engine(name, options=options).initial_state(), Random(3)
    for _ in range(plies):
        state = state.apply(chance.pick(state.legal_actions()))
    assert not state.is_terminal
    bench = workbench(state.engine)
    assert bench is not None
    solver = Solver(bench, 2, 16, NO_LIMIT, Watch())
    solver.methods = (method,)
    value = solver.value(state)
    before = solver.record["nodes"]
    for found in symmetries(state.engine.game):
        other, worth = laid(state, found), -value if found.exchanges else value
        known = solver.record["nodes"]
        assert solver.value(other) == worth
        assert solver.record["nodes"] - known < before // 2
        line = tuple(solver.line(other, worth))
        assert len(line) > 0
        for action in line:
            other = other.apply(action)
        assert other.returns[0] * ONE == worth


RACE = """game "Race"
players White facing north, Black facing south
board square 3 x 4
kinds pawn
setup
  for p in players do place pawn of p on home_rank(p)
move step by pawn
  line forward up to 1: empty
move slant by pawn
  line forward_diagonal up to 1: empty | enemy
turn: step or slant else draw
end
  mover wins when some s in last_rank(mover): s is own
limit 7 moves: draw
"""


def worth(state: State, known: dict[bytes, float]) -> float:
    """What a position is worth to the first player, by looking at all that follows."""
    if state.is_terminal:
        return state.returns[0]
    if bytes(state) not in known:
        found = [worth(state.apply(action), known) for action in state.legal_actions()]
        known[bytes(state)] = max(found) if state.current_player == 0 else min(found)
    return known[bytes(state)]


def test_values_are_right_where_players_change_places_and_may_draw() -> None:
    start, known, chance = engine(game_of(RACE), effort=0).initial_state(), dict[bytes, float](), Random(5)
    assert counted(start.engine.game) == (1, 2)
    bench = workbench(start.engine)
    assert bench is not None
    solvers = {method: Solver(bench, 2, 16, NO_LIMIT, Watch()) for method in (ALPHA_BETA, PROOFS)}
    for method, solver in solvers.items():
        solver.methods = (method,)
    met = set()
    for _ in range(12):
        state = start
        for _ in range(chance.below(5)):
            state = state.apply(chance.pick(state.legal_actions()))
            if state.is_terminal:
                break
            expected = worth(state, known)
            met.add(expected)
            for method, solver in solvers.items():
                assert solver.value(state) == expected * ONE, (method, state.position())
    assert met == {-1.0, 0.0, 1.0}
