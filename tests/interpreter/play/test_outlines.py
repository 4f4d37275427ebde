"""Outlines of what a choice lays on the board: only where they are the same wherever it is laid."""

from collections.abc import Callable

import pytest

from interpreter.engines.base import Engine
from interpreter.play.choosing.outlines import outlines
from interpreter.play.choosing.walk import Chooser

WALLS = """
game "Walls"
  language 3
players Red, Blue
board square 4 x 4
kinds wall
type way: along, up
let squares(s: site, w: way) = {s, step(s, east)} if w = along else {s, step(s, north)}
action build
  choose way in way
  choose s in sites
  where count(squares(s, way)) = 2
  where all t in squares(s, way): t is empty
  do place wall of mover on squares(s, way)
     %s
turn: build else pass
let walls(p: player) = count(pieces of p)
end highest walls wins when passes = 2
"""

ALONG, UP = ((0, 0), (1, 0)), ((0, 0), (0, 1))


def asked(
    make: Callable[[str], Engine], effect: str, plies: int = 0
) -> dict[str, list[tuple[tuple[int, int], ...]]]:
    engine = make(WALLS % effect)
    state = engine.initial_state()
    for _ in range(plies):
        state = state.apply(state.legal_actions()[-1])
    walk = Chooser(engine).walk(state)
    return {text: [*found] for text, found in outlines(walk, walk.at(), state).items()}


def test_the_squares_that_a_choice_covers_are_outlined(make: Callable[[str], Engine]) -> None:
    assert asked(make, "") == {"word along": [ALONG], "word up": [UP]}
    assert asked(make, "", plies=2) == {"word along": [ALONG], "word up": [UP]}


@pytest.mark.parametrize(
    "effect",
    [
        "remove pieces where site(it) = a1",
        "place wall of mover on {t in {d4} where t is empty}",
        "remove pieces where site(it) = s",
    ],
    ids=["takes something away", "lays something at another place", "lays one square"],
)
def test_there_is_no_outline_where_a_choice_does_not_lay_the_same_everywhere(
    make: Callable[[str], Engine], effect: str
) -> None:
    plies = 2 if "a1" in effect else 0
    assert asked(make, effect, plies) == {}
