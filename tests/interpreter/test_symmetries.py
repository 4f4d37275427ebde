"""Symmetries are found from the rules, hold in play, and give positions that are laid onto each other one number."""

import bundled
import pytest
from putting import putting

from gdl.loader import examine_source
from gdl.model import Game
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.searching import workbench
from interpreter.hashing import Random
from interpreter.lowering.facts.symmetries import symmetries
from interpreter.reports import ONE
from interpreter.search.deciding import ALPHA_BETA, PROOFS, Solver
from interpreter.search.retrograde import NO_LIMIT
from interpreter.search.running import Watch


def game_of(text: str) -> Game:
    game, diagnostics = examine_source(Source("test.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return game


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("breakthrough", {"width": 5, "height": 5}, 1),  # left and right
        ("connect_four", {}, 1),
        ("hex", {"size": 4}, 1),  # half a turn; a mirror would change sides
        ("zola", {"size": 4}, 7),
        ("tic_tac_toe", {}, 7),
        ("yavalath", {}, 11),
        ("peg_solitaire", {}, 7),
        ("peg_solitaire", {"empty_rank": 5}, 1),  # the hole that must be filled is not in the middle
        ("chess", {}, 0),
        ("kalah", {}, 0),
    ],
)
def test_symmetries_are_those_of_the_rules(name: str, options: dict[str, object], count: int) -> None:
    assert len(symmetries(bundled.load(name, options))) == count


@pytest.mark.parametrize(
    ("end", "count"),
    [
        ("mover wins when some line any: own{3}", 7),
        ("mover wins when some line orthogonal: own{3}", 7),
        ("mover wins when some line {east, west}: own{3}", 3),
        ("mover wins when some line {northeast, southwest}: own{3}", 3),
        ("mover wins when some s in rank(1): s is own", 1),
        ("mover wins when some s in corners: s is own", 7),
        ("mover wins when a1 is own", 1),
        ("mover wins when b1 is own and first(sites where it is own) = b1", 0),
        (
            "mover wins when some s in sites: s is own and file(s) = rank(s)",
            0,
        ),  # one, but numbers are not compared
        ("mover wins when some s in reached from rank(1) while own: s in rank(3)", 3),
        ("mover wins when some s in reached from rank(1) by {north} while own: s in rank(3)", 1),
        ("mover wins when some s in reached from rank(1) while own: s in rank(2)", 1),
        ("White wins when some s in rank(1): s is White", 1),
        ("mover wins when some s in sites: s is own and distance2(s, centre) = 2", 7),
    ],
)
def test_every_part_of_the_rules_counts(end: str, count: int) -> None:
    text = putting(end, players="White, Black", board="square size x size", sizes="3, 4")
    assert len(symmetries(game_of(text))) == count


def moved(pieces: object, state: State, sites: tuple[int, ...]) -> dict[str, str]:
    """Pieces where a symmetry lays them."""
    names = [s.name for s in state.engine.game.board.sites]
    to = dict(zip(names, (names[s] for s in sites), strict=True))
    assert isinstance(pieces, dict)
    return {to[site]: piece for site, piece in pieces.items()}


def laid(state: State, sites: tuple[int, ...]) -> State:
    """A state with its pieces where a symmetry lays them."""
    position = dict(state.position())
    position["pieces"] = moved(position["pieces"], state, sites)
    return state.engine.state(position)


def outcomes(state: State, sites: tuple[int, ...]) -> list[str]:
    """What the actions of a state lead to, as a symmetry lays it."""
    found = []
    for action in state.legal_actions():
        after = state.apply(action)
        pieces = sorted(moved(after.position()["pieces"], state, sites).items())
        found.append(f"{pieces} {after.is_terminal} {after.is_terminal and list(after.returns)}")
    return sorted(found)


SOME = [
    ("breakthrough", {"width": 4, "height": 5}),
    ("connect_four", {"width": 4, "height": 4}),
    ("hex", {"size": 3}),
    ("zola", {"size": 4}),
    ("yavalath", {"size": 4}),
    ("tic_tac_toe", {}),
]


@pytest.mark.parametrize(("name", "options"), SOME)
def test_in_play_actions_lead_to_what_is_laid_on_what_they_led_to(
    name: str, options: dict[str, object]
) -> None:
    chance, compared = Random(7), 0
    start = bundled.engine(name, options=options).initial_state()
    same = tuple(range(len(start.engine.game.board.sites)))
    for sites in symmetries(start.engine.game)[:4]:
        state, plies = start, 0
        while not state.is_terminal and plies < 16:
            if chance.below(3) == 0:
                assert outcomes(laid(state, sites), same) == outcomes(state, sites)
                compared += 1
            state, plies = state.apply(chance.pick(state.legal_actions())), plies + 1
    assert compared


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [("connect_four", {"width": 4, "height": 4}, 6), ("hex", {"size": 3}, 2), ("tic_tac_toe", {}, 2)],
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
    for sites in symmetries(state.engine.game):
        other = laid(state, sites)
        assert solver.value(other) == value
        line = tuple(solver.line(other, value))
        assert len(line) > 0
        for action in line:
            other = other.apply(action)
        assert other.returns[0] * ONE == value
    assert before <= solver.record["nodes"] < before + before // 2 + 100
