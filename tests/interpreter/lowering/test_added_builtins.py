"""A builtin that is added as CONTRIBUTING says, a row and a function, works at once: games that use it are checked and played."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.thorough

RULES = """game "Added"
players Black, White
board square 4 x 4
kinds man
action put
  choose s in sites where s is empty
  where CONDITION
  do place man of mover on s
turn: put
end draw when full
"""

ADDED = '''
import sys
from importlib import util

name = "gdl.core.builtins"
spec = util.find_spec(name)
text = open(spec.origin).read()
text = text.replace('_ROWS = """\\n', '_ROWS = """\\n' + sys.argv[1] + "\\n", 1)
module = util.module_from_spec(spec)
sys.modules[name] = module
exec(compile(text, spec.origin, "exec"), module.__dict__)
module.PURE[sys.argv[1].split()[0]] = eval(sys.argv[2], module.__dict__)
import gdl
gdl.core.builtins = module

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.shared.hashing import Random

game, found = examine_source(Source("added.gdl", sys.stdin.read()))
assert game is not None and not found, [d.message for d in found]
engines = [interpreter.engine(game, kind, keep=False) for kind in ("native", "reference")]
states = [engine.initial_state(seed=1) for engine in engines]
while not states[0].is_terminal:
    actions = states[0].legal_actions()
    assert actions == states[1].legal_actions()
    states = [state.apply(actions[len(actions) // 2]) for state in states]
assert states[1].is_terminal
assert len({str(engine.series(Random(1), 3)) for engine in engines}) == 1
'''
ROWS = {
    "median numbers > number | the middle number of a set; 0 of an empty one": (
        "_total(0)(lambda board, given: sorted(given)[len(given) // 2] if given else 0)",
        "median({rank(n) for n in sites where n is empty}) > 0",
    ),
    "square number > number | a number times itself": (
        "_total(0)(lambda board, n: n * n)",
        "square(moves + 60) > 4000",
    ),
    "half site > number | half the column of a site": (
        "_total(0)(lambda board, s: _whole(Fraction(board.sites[s].file, 2)))",
        "(half(s) if moves > 3 else 1) > 0",
    ),
    "ring site > sites | the sites in the same row": (
        "_total(())(lambda board, s: tuple(t.index for t in board.cells if t.rank == board.sites[s].rank))",
        "count(ring(s) where it is empty) > 0",
    ),
    "weight site > number | column times row": (
        "_total(0)(lambda board, s: board.sites[s].file * board.sites[s].rank)",
        "weight(s) > 0",
    ),
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split()[0])
def test_a_game_with_a_new_builtin_is_played_the_same_on_both_engines(row: str) -> None:
    function, condition = ROWS[row]
    done = subprocess.run(
        [sys.executable, "-c", ADDED, row, function],
        input=RULES.replace("CONDITION", condition),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
