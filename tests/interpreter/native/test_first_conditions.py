"""Conditions that read no choice are asked before all choices, if they are quick and cannot go wrong."""

import pytest
from lockstep import agree

from gdl.core import model
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.lowering.game.action_rewrites import with_first_conditions
from interpreter.lowering.game.partial_evaluation import with_constants

RULES = """game "First"
players Red, Blue
board square 3 x 3
kinds man
field fed of game: 0..9 = 1
let men(p: player) = {{m in pieces where owner(m) = p}}
action put
{parts}
  do place man of mover on s
     if fed < 9 do fed := fed + 1
turn: put else draw
end draw when moves = 6
"""
MOVED = {
    "no loop": ("  choose s in sites where s is empty\n  where fed > 1 or moves = 0\n", "Condition Choose"),
    "one loop": ("  choose s in sites where s is empty\n  where count(men(mover)) < 3\n", "Condition Choose"),
    "one of two": (
        "  choose s in sites where s is empty\n  where fed > 0 and file(s) < 3\n",
        "Condition Choose Condition",
    ),
    "of a choice": ("  choose s in sites where s is empty and fed > 0\n", "Condition Choose"),
}
KEPT = {
    "it reads the choice": "  choose s in sites where s is empty\n  where file(s) < fed\n",
    "two loops": "  choose s in sites where s is empty\n  where all m in men(mover): no n in men(mover): rank(site(n)) > 2\n",
    "a path": "  choose s in sites where s is empty\n  where no line orthogonal from a1: empty*, enemy\n",
    "it may be too large": "  choose s in sites where s is empty\n  where (fed + 7) * 1000000007 * 1000000007 > 0\n",
}


def parts_of(text: str) -> list[model.Part]:
    game, diagnostics = examine_source(Source("first.gdl", RULES.format(parts=text.rstrip("\n"))))
    assert game is not None, diagnostics
    return list(with_first_conditions(with_constants(game)).action("put").parts)


@pytest.mark.parametrize(("text", "parts"), MOVED.values(), ids=[name.replace(" ", "_") for name in MOVED])
def test_it_comes_first(text: str, parts: str) -> None:
    assert [type(part).__name__ for part in parts_of(text)] == parts.split()
    assert agree(RULES.format(parts=text.rstrip("\n")), games=2)


@pytest.mark.parametrize("text", KEPT.values(), ids=[name.replace(" ", "_") for name in KEPT])
def test_it_stays_where_it_is(text: str) -> None:
    assert isinstance(parts_of(text)[0], model.Choose)
