"""Questions about a few known numbers are written out: what else they ask is then judged as a set."""

import pytest
from lockstep import agree, checked

from gdl.core import model
from gdl.core.visit import nodes
from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

GAME = """game "Colours"
players Red, Blue
board square 4 x 4
kinds stone, rock
field price of game: 0..9 = 2
setup
  place stone of Red on {{a1, b2}}
  place rock of Blue on {{d3, c1}}
move go by stone, rock
  line any up to 1: any
  where to is not own
turn: go else lose
end draw when {question}
limit 30 moves: draw
"""
WRITTEN_OUT = {
    "one colour": "some c in {0, 1}: all p in pieces: p is stone or (file(p) + rank(p)) mod 2 = c",
    "no rank": "not (all r in {2, 3, 4}: some p in pieces: rank(p) = r and p is rock)",
    "an answer without the position": "some c in {1, 5}: c > 4 and (some p in pieces: file(p) = c)",
    "one in another": "some a in {1, 2}: some b in {3, 4}: all p in pieces: file(p) = a or rank(p) = b",
}
LEFT = {
    "many numbers": "some c in 1..9: all p in pieces: file(p) + rank(p) = c",
    "numbers that the position decides": "some c in {1, price}: all p in pieces: file(p) = c",
    "a long question": "some c in {1, 2, 3, 4}: "
    + " or ".join(f"(all p in pieces: file(p) + {k} = c + rank(p))" for k in range(9)),
}


def quantifiers(question: str) -> int:
    """How many quantifiers over numbers are left."""
    game = checked(GAME.format(question=question))
    assert game is not None
    played = NativeEngine(game, effort=0).compiled.prepared.facts.game
    found = [e for e in nodes(played.ends) if isinstance(e, model.Quantified)]
    return sum(e.source.type.element is not None and e.source.type.element.base == "number" for e in found)


@pytest.mark.parametrize("name", WRITTEN_OUT)
def test_a_question_about_few_numbers_is_written_out(name: str) -> None:
    assert quantifiers(WRITTEN_OUT[name]) == 0
    assert agree(GAME.format(question=WRITTEN_OUT[name]), games=2, plies=15)


@pytest.mark.parametrize("name", LEFT)
def test_another_question_stays_a_loop(name: str) -> None:
    assert quantifiers(LEFT[name]) == 1
    assert agree(GAME.format(question=LEFT[name]), games=1, plies=10)
