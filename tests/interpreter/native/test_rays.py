"""Lines as rays, owners changed at once, runs filled by doubling, and pieces that can begin to jump."""

import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

HEAD = """game "Rays"
players Red facing {up}, Blue facing {down}
board {board}
kinds disc, wall
field marked of site: bool
field heard of game: 0..100
field who of game: player or none
setup
  for p in players do
    place disc of p on home_rank(p)
  place wall on c3
"""
EFFECTS = {
    "flips of runs": "for line any from s: enemy+ as run, own do\n  for f in run do owner(f) := mover",
    "flips of pieces and of nobody": "for line any from s: enemy* as run, any as last do\n  for f in run do owner(f) := who\n  marked(last) := true",
    "runs that may end in several ways": "for line any from s: any* as run, own as last do\n  heard := min(100, heard + count(run) + file(last))",
    "a run of at least two": "for line any from s: enemy{2..4} as run, own do\n  for f in run do owner(f) := mover",
    "a run with a name of its own": "for line any from s: enemy+ as one, own do\n  marked(first(one)) := true",
    "a last site that reads the run": "for line any from s: enemy+ as run, [it is own and count(run) = 1] do\n  for f in run do marked(f) := true",
    "directions of the mover": "for line forward from s: not own* as run, own do\n  for f in run do owner(f) := mover",
    "owners of a set that is chosen": "for q in pieces where q is enemy disc and marked(site(q)) do owner(q) := mover",
    "owners by an owner that changes": "for q in pieces do owner(q) := owner(first(pieces))",
    "owners by who is next": "for f in neighbours(s) do owner(f) := rival(mover)\nwho := rival(mover)",
    "nobody's pieces": "for f in neighbours(s) do owner(f) := none",
}
END = """
move jump by disc
  line any: enemy as victim, empty
  do capture victim
  again must up to 3
move hop by disc
  line any up to 2: empty
  again may up to 2 where marked(to)
turn: jump else {names} or hop else pass
limit 12 moves: draw
"""
BOARDS = {
    "square 5 x 5": ("north", "south"),
    "hex rows 3, 4, 5, 4, 3 axes southeast, northeast": ("up", "down"),
}


def _text(board: str, start: str = "") -> str:
    up, down = BOARDS[board]
    actions = [
        f"action put{k}\n  choose s in sites where s is empty{' and some line any from s: enemy+, own' if k % 3 == 0 else ''}\n"
        + "  do place disc of mover on s\n     "
        + effect.replace("\n", "\n     ")
        for k, effect in enumerate(EFFECTS.values())
    ]
    names = " or ".join(f"put{k}" for k in range(len(actions)))
    head = HEAD.format(board=board, up=up, down=down)
    return head + start + "\n".join(actions) + END.format(names=names)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(
    "start", ["", "pool hand of player\n", "position same: pieces\n"], ids=["by_site", "by_number", "hashed"]
)
def test_effects_along_rays_agree(board: str, start: str) -> None:
    assert agree(_text(board, start), games=2, plies=12)


LINES = """game "Lines"
players Red, Blue
board {board}
kinds disc
action put
  choose s in sites where s is empty and ({condition})
  do place disc of mover on s
turn: put else lose
limit 14 moves: draw
"""
STARTS = (
    "turn < 6 or some line any from s: enemy+, own",
    "turn < 5 or some line any from s: own*, enemy, empty*",
    "turn < 5 or not (some line any from s: occupied{2..3}, empty)",
)


@pytest.mark.parametrize("board", ["square 17 x 3", "square 7 x 6", "square 16 x 2", "hex 5 x 5"])
def test_runs_of_any_length_agree(board: str) -> None:
    condition = " and ".join(f"({said})" for said in STARTS)
    assert agree(LINES.format(board=board, condition=condition), games=2, plies=14)


def test_rays_are_taken_where_the_plan_says_so() -> None:
    game = checked(_text("square 5 x 5"))
    assert game is not None
    decided = NativeEngine(game, effort=0).compiled.lowered.decisions
    taken = [d.span.text for d in decided if type(d.plan).__name__ == "Rays"]
    assert taken == [
        "enemy+ as run",
        "any* as run",
    ]  # elsewhere the run is kept in order, or read by the last step
