"""How games end: what each player gets, and the sentence that says why."""

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.reference.engine import ReferenceEngine

GAME = """game "Ends"
players {players}
{teams}
board square 2 x 2
kinds man
field gold of player: 0..9
setup
  gold(A) := 5
  {setup}
action wait
action stop
  where moves > 5
turn: {turn} {fallback}
let total(p: player) = gold(p)
let halves(p: player) = gold(p) / 2
let unknown(p: player) = gold(p) if gold(p) > 2 else none
{end}
"""
TWO, THREE, FOUR = "A, B", "A, B, C", "A, B, C, D"
PAIRS = "teams {A, C}, {B, D}"


def ended(
    players: str,
    end: str = "",
    teams: str = "",
    setup: str = "gold(B) := 2",
    fallback: str = "else lose",
    turn: str = "",
) -> tuple[list[float], str]:
    """What each player gets after one action, and the sentence."""
    turn = turn or ("wait" if end else "wait if moves < 1 else stop")
    text = GAME.format(turn=turn, players=players, teams=teams, setup=setup, fallback=fallback, end=end)
    game, found = examine_source(Source("ends.gdl", text))
    assert game is not None, [f"{d.span}: {d.message}" for d in found]
    state = ReferenceEngine(game).initial_state()
    state = state.apply(state.action_from_string("wait"))
    assert state.is_terminal and state.ended is not None
    return state.returns, state.ended.text


@pytest.mark.parametrize(
    ("players", "end", "returns", "text"),
    [
        (TWO, "mover wins when gold(A) > 0", [1, -1], "A wins: gold(A) > 0"),
        (TWO, "mover loses when gold(A) > 0", [-1, 1], "B wins: gold(A) > 0"),
        (TWO, "draw when gold(A) > 0", [0, 0], "draw: gold(A) > 0"),
        (TWO, "players wins when gold(A) > 0", [0, 0], "draw: gold(A) > 0"),
        (TWO, "highest total wins when gold(A) > 0", [1, -1], "A wins: gold(A) > 0 (A 5, B 2)"),
        (TWO, "lowest total wins when gold(A) > 0", [-1, 1], "B wins: gold(A) > 0 (A 5, B 2)"),
        (TWO, "highest halves wins when gold(A) > 0", [1, -1], "A wins: gold(A) > 0 (A 5/2, B 1)"),
        (TWO, "payoff total when gold(A) > 0", [5, 2], "A 5, B 2: gold(A) > 0"),
        (TWO, "payoff halves when gold(A) > 0", [2.5, 1], "A 2.5, B 1: gold(A) > 0"),
        (THREE, "B wins when gold(A) > 0", [-1, 1, -1], "B wins: gold(A) > 0"),
        (THREE, "B loses when gold(A) > 0", [1, -1, 1], "A and C win: gold(A) > 0"),
        (THREE, "highest total wins when gold(A) > 0", [1, -1, -1], "A wins: gold(A) > 0 (A 5, B 2, C 0)"),
        (THREE, "lowest total wins when gold(A) > 0", [-1, -1, 1], "C wins: gold(A) > 0 (A 5, B 2, C 0)"),
        ("A", "A loses when gold(A) > 0", [-1], "A loses: gold(A) > 0"),
        ("A", "A wins when gold(A) > 0", [1], "A wins: gold(A) > 0"),
        ("A", "draw when gold(A) > 0", [0], "draw: gold(A) > 0"),
    ],
)
def test_a_result_is_told_in_numbers_and_in_words(
    players: str, end: str, returns: list[float], text: str
) -> None:
    setup = "gold(B) := 2" if "B" in players else "gold(A) := 4"
    assert ended(players, f"end {end}", setup=setup) == (returns, text)


def test_scores_that_are_even_are_a_draw_of_two_and_a_win_of_some() -> None:
    assert ended(TWO, "end highest total wins when gold(A) > 0", setup="gold(B) := 5") == (
        [0, 0], "draw: gold(A) > 0 (A 5, B 5)",
    )  # fmt: skip
    assert ended(THREE, "end highest total wins when gold(A) > 0", setup="gold(B) := 5") == (
        [1, 1, -1], "A and B win: gold(A) > 0 (A 5, B 5, C 0)",
    )  # fmt: skip


def test_a_team_wins_and_loses_together() -> None:
    assert ended(FOUR, "end B wins when gold(A) > 0", PAIRS) == ([-1, 1, -1, 1], "B and D win: gold(A) > 0")
    assert ended(FOUR, "end C loses when gold(A) > 0", PAIRS) == ([-1, 1, -1, 1], "B and D win: gold(A) > 0")
    assert ended(FOUR, "end highest total wins when gold(A) > 0", PAIRS)[0] == [1, -1, 1, -1]


@pytest.mark.parametrize(
    ("players", "teams", "fallback", "returns", "text"),
    [
        (TWO, "", "else lose", [1, -1], "A wins: B has no legal move"),
        (TWO, "", "else win", [-1, 1], "B wins: B has no legal move"),
        (TWO, "", "else draw", [0, 0], "draw: B has no legal move"),
        (TWO, "", "", [0, 0], "draw: B has no legal move"),
        (THREE, "", "else lose", [1, -1, 1], "A and C win: B has no legal move"),
        (THREE, "", "else win", [-1, 1, -1], "B wins: B has no legal move"),
        (FOUR, PAIRS, "else lose", [1, -1, 1, -1], "A and C win: B has no legal move"),
        (FOUR, PAIRS, "else win", [-1, 1, -1, 1], "B and D win: B has no legal move"),
        ("A", "", "else lose", [-1], "A loses: A has no legal move"),
    ],
)
def test_whoever_cannot_act_ends_the_game_as_the_turn_says(
    players: str, teams: str, fallback: str, returns: list[float], text: str
) -> None:
    setup = "gold(B) := 2" if "B" in players else "gold(A) := 4"
    assert ended(players, teams=teams, fallback=fallback, setup=setup) == (returns, text)


@pytest.mark.parametrize(
    ("offered", "fallback", "definition", "text"),
    [
        (
            "if not over",
            "else highest total wins",
            'means "The round is over."',
            "A wins: The round is over (A 5, B 2)",
        ),
        ("if not over", "else lose", 'means "The round is over."', "A wins: The round is over."),
        ("if not over", "else lose", "", "A wins: the turn offers B nothing"),
        ("if over", "else lose", 'means "The round is over."', "A wins: B has no legal move"),
    ],
)
def test_where_the_conditions_of_a_turn_leave_nothing_on_offer_that_is_the_reason(
    offered: str, fallback: str, definition: str, text: str
) -> None:
    told = f"let over = moves >= 1 {definition}"
    assert ended(TWO, told, fallback=f"{offered} {fallback}", turn="wait if moves < 1 else stop")[1] == text


def test_whoever_has_no_score_has_0() -> None:
    assert ended(TWO, "end highest unknown wins when gold(A) > 0") == (
        [1, -1],
        "A wins: gold(A) > 0 (A 5, B 0)",
    )
    assert ended(TWO, "end payoff unknown when gold(A) > 0")[0] == [5, 0]
