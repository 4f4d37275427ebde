"""A puzzle for one player is answered by the shortest way, however it was found."""

import json
from collections import deque
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.commands.solve import command
from interpreter.engines.base import State
from interpreter.search import solving
from interpreter.search.puzzles import BREADTH, DEEPENING
from interpreter.search.running import SearchError
from interpreter.search.solving import Limits, is_same_value, solve

pytestmark = pytest.mark.thorough

SMALL = Limits(megabytes=64)

ROBOTS = """\
game "Robots"
players Player
board square 16 x 16
kinds red, blue, green, yellow
let walls = {c5, f2, f12, h8, h9, i8, i9, l3, m10, o13, b13, k15, d8, p6}
let free(s: site) = s is empty and not (s in walls)
let goes_on(a: site, b: site) = step(b, towards(a, b)) != none and free(step(b, towards(a, b)))
setup
  place red of Player on b3
  place blue of Player on n14
  place green of Player on d11
  place yellow of Player on k5
move slide
  line orthogonal: [free(it)]+
  where not goes_on(from, to)
turn: slide
end Player wins when GOAL is red
"""

SLIDING = """\
game "Sliding"
players Player
board square 3 x 2
kinds one, two, three, four, five
setup
  place KINDS
move push
  line orthogonal up to 1: empty
turn: push
end Player wins when a2 is one and b2 is two and c2 is three and a1 is four and b1 is five
"""

GATHERING = """\
game "Gathering"
players Player
board square 5 x 1
kinds man
setup place man of Player on b1
move step by man
  line orthogonal up to 1: empty
turn: step
let gain(p: player) = 3 if e1 is man else 1
end payoff gain when e1 is man or a1 is man
"""


def initial_of(text: str) -> State:
    game, diagnostics = examine_source(Source("test.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return interpreter.engine(game, effort=0).initial_state()


def sliding(*rows: str) -> str:
    names = dict(zip("12345", ("one", "two", "three", "four", "five"), strict=True))
    placed = [
        f"place {names[c]} of Player on {'abc'[x]}{2 - y}"
        for y, row in enumerate(rows)
        for x, c in enumerate(row)
        if c != " "
    ]
    return SLIDING.replace("place KINDS", "\n  ".join(placed))


def fewest(state: State) -> int | None:
    """How many moves it takes at least to win, by plain search."""
    queue, seen = deque([(state, 0)]), set[str]()
    while queue:
        now, depth = queue.popleft()
        if now.is_terminal:
            return depth
        pieces = json.dumps(now.position()["pieces"], sort_keys=True, default=str)
        if pieces not in seen:
            seen.add(pieces)
            queue.extend((now.apply(a), depth + 1) for a in now.legal_actions())
    return None


@pytest.mark.parametrize("rows", [("123", "4 5"), ("413", " 25"), ("123", " 45"), ("532", "41 ")])
def test_the_way_is_as_short_as_plain_search_finds(rows: tuple[str, str]) -> None:
    state = initial_of(sliding(*rows))
    found, wanted = solve(state, SMALL), fewest(state)
    if wanted is None:
        assert found.returns == (0.0,)
    else:
        assert (found.returns, len(found.line), found.method) == ((1.0,), wanted, BREADTH)
        assert found.is_best
        assert is_same_value(state, found)


@pytest.mark.parametrize(("goal", "moves"), [("b1", 1), ("a1", 2), ("o12", 5), ("d16", 7)])
def test_robots_on_sixteen_by_sixteen_need_no_more_moves(goal: str, moves: int) -> None:
    """Found breadth first and, where memory is too small for that, by iterative deepening."""
    state = initial_of(ROBOTS.replace("GOAL", goal))
    found = solve(state, replace(SMALL, megabytes=256))
    assert (found.returns, len(found.line), found.method) == ((1.0,), moves, BREADTH)
    assert is_same_value(state, found)
    if moves == 7:
        deeper = solve(state, replace(SMALL, megabytes=8))
        assert (len(deeper.line), deeper.method) == (moves, DEEPENING)
        assert is_same_value(state, deeper)
        with pytest.raises(
            SearchError, match=r"stopped after \d+ positions: more than [3-6] moves are needed"
        ):
            solve(state, replace(SMALL, megabytes=8, positions=100_000))


def test_the_greatest_payoff_is_had_by_the_shortest_way() -> None:
    state = initial_of(GATHERING)
    found = solve(state, SMALL)
    assert (found.returns, len(found.line), found.is_best) == ((3.0,), 3, True)
    assert is_same_value(state, found)


def test_where_the_limit_comes_first_nothing_is_solved() -> None:
    least = fewest(initial_of(sliding("413", " 25")))
    assert least is not None
    short, enough = (
        initial_of(sliding("413", " 25") + f"limit {n} moves: draw\n") for n in (least - 1, least)
    )
    assert solve(short, SMALL).returns == (0.0,)
    assert len(solve(enough, SMALL).line) == least


def test_a_way_that_is_not_known_to_be_shortest_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "GLANCE", 100)
    answer = CliRunner().invoke(command, ["peg_solitaire", "--memory", "64"]).output.splitlines()
    assert answer[0] == "solved in 31 moves; fewer may do"
    assert answer[1].startswith("moves of the proof, not of best play: d2xd4 ")


def test_the_command_shows_all_moves(tmp_path: Path) -> None:
    file = tmp_path / "robots.gdl"
    file.write_text(ROBOTS.replace("GOAL", "a1"))
    answer = CliRunner().invoke(command, [str(file), "--verify"]).output.splitlines()
    assert answer[0] == "solved in 2 moves"
    assert answer[1] == "moves: b3-b1 b1-a1"
    as_json = json.loads(CliRunner().invoke(command, [str(file), "--json"]).output)
    assert (as_json["best"], len(as_json["line"])) == (True, 2)
