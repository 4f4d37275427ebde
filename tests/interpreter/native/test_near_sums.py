"""Numbers of all sites at once: sums, counts and fields as set algebra, and loops whose rounds are sets."""

import pytest
from lockstep import agree, checked, cycle, play

from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

HEAD = """game "Sums"
players Red, Blue
board {board}
kinds man, king
field level of piece: 1..3 = 1
field land of site: player or none
field grain of site: 0..5 = 1
field depth of site: -2..2
field store of site: 0..20 = 3
let always(d: direction, p: piece) = d = d or full
"""
END = """
action put
  choose s in sites where s is empty and ({condition})
  choose k in {{man, king}}
  do place k of mover on s with level = 2
     grain(s) := grain(s) + 1
     land(s) := mover
action grow
  choose s in sites where s is own and level(s) < 3
  do level(piece(s)) := level(s) + 1
turn: put or grow else pass
limit 16 moves: draw
"""
CONDITIONS = {
    "a count over neighbours": "count(n in neighbours(s) where n is own) <= 1",
    "an exact count": "count(n in neighbours(s) where n is occupied) = 0 or count(n in sites where distance(n, s) = 2 and n is enemy) = 2",
    "a count in two steps": "count(n in sites where distance(n, s) <= 2 and n is own man) < count(n in sites where distance(n, s) <= 2 and n is enemy) + 2",
    "a sum of fields of sites": "sum(grain(n) for n in neighbours(s)) < 6",
    "a sum of fields of pieces": "sum(level(c) for c in own pieces where beside(site(c), s)) <= sum(level(c) for c in enemy pieces where beside(site(c), s))",
    "a sum over pieces of a kind": "sum(level(c) for c in own king where site(c) = s or beside(site(c), s)) < 3",
    "a sum of a constant": "sum(2 for n in neighbours(s) where n is own) != 4",
    "a field and a number": "grain(s) < 2",
    "two fields": "grain(s) <= 5 and not (grain(s) = 3)",
    "a field of the piece on the site": "level(s) < 3 or level(s) = 2 or s is empty",
    "a field where no piece may stand": "level(s) < 2",
    "a sum of fields where no pieces may stand": "sum(level(n) for n in neighbours(s)) > 4",
    "a field that may be negative": "sum(depth(n) for n in neighbours(s)) < 1",
    "a field of many values": "sum(store(n) for n in neighbours(s)) < 12 and store(s) < 9",
    "a relation that the position decides": "count(n in sites where beside(n, s) and (some t in neighbours(n): t is own)) < 3",
    "a count that does not depend on the site": "count(n in sites where n is own) < 5",
    "a condition on the site inside": "count(n in sites where s is empty and beside(n, s) and n is own) < 2",
    "what always holds, whatever is given": "some d in any: always(d, piece(s))",
    "an owner of the land": "count(n in neighbours(s) where land(n) = mover) < 2 or land(s) = mover",
    "land of nobody": "count(n in neighbours(s) where land(n) != none) < 3 and land(s) != rival(mover)",
}
BOARDS = ("square 4 x 4", "hex rows 3, 4, 3", "square 13 x 12")


def _all_in_one() -> str:
    """A game with an action for each condition, so that it is compiled once."""
    actions = [
        f"action look{k}\n  choose s in sites where {condition}\n  do grain(s) := {k % 6}\n"
        for k, condition in enumerate(CONDITIONS.values())
    ]
    names = " or ".join(f"look{k}" for k in range(len(actions)))
    return END.format(condition="true").replace("turn: put", "".join(actions) + f"turn: put or {names}")


@pytest.mark.parametrize("start", ["", "pool hand of player\n"], ids=["by_site", "by_number"])
def test_numbers_of_all_sites_agree(start: str) -> None:
    assert agree(HEAD.format(board=BOARDS[0]) + start + _all_in_one(), games=3)


@pytest.mark.parametrize("board", BOARDS[1:])
@pytest.mark.parametrize("name", ["a count in two steps", "a sum over pieces of a kind"])
def test_numbers_of_all_sites_agree_on_other_boards(board: str, name: str) -> None:
    game = checked(HEAD.format(board=board) + END.format(condition=CONDITIONS[name]))
    assert game is not None
    plies = 4 if "13" in board else 16  # the reference engine takes its time on the larger one
    play(NativeEngine(game, checked=True, effort=0), cycle((0, 3, 14, 7, 100)), plies=plies)


LOOPS = {
    "sites before players": "for s in sites, p in players where count(n in neighbours(s) where owner(piece(n)) = p) > 1 and land(s) != p do\n    {}",
    "players before sites": "for p in players, s in sites where s is empty and count(n in neighbours(s) where owner(piece(n)) = p) > 1 and land(s) != p do\n    {}",
    "three names": "for s in sites, p in players, k in {{man, king}} where land(s) != p and count(n in neighbours(s) where owner(piece(n)) = p and kind(piece(n)) = k) = 2 do\n    {}",
    "pieces, which may go": "for q in pieces, p in players where land(site(q)) != p and count(n in neighbours(site(q)) where owner(piece(n)) = p) > 2 do\n    {}",
}
BODIES = {
    "fields": "land(s) := p\n    grain(s) := 0",
    "pieces": "remove s\n    land(s) := p",
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=[n.replace(" ", "_") for n in LOOPS])
@pytest.mark.parametrize(("manner", "body"), [("settle", "fields"), ("simultaneously", "pieces")])
def test_rounds_by_sets_agree(loop: str, body: str, manner: str) -> None:
    effects = BODIES[body]
    if "for q" in loop:
        effects = effects.replace("(s)", "(site(q))").replace("remove s", "remove q")
    written = loop.format(effects)
    if manner == "simultaneously":
        indented = written.replace("\n", "\n  ")
        clause = f"settle until stable\n  simultaneously\n    {indented}\n"
    else:
        clause = f"settle\n  {written}\n"
    text = HEAD.format(board=BOARDS[0]) + clause + END.format(condition="true")
    assert agree(text, games=2, plies=16)


def test_a_settling_that_changes_nothing_copies_no_state() -> None:
    text = (
        HEAD.format(board=BOARDS[0])
        + "settle until stable\n  "
        + LOOPS["sites before players"].format(BODIES["fields"])
    )
    game = checked(text + "\n" + END.format(condition="true"))
    assert game is not None
    plans = {type(d.plan).__name__ for d in NativeEngine(game, effort=0).compiled.lowered.decisions}
    assert "RoundsBySets" in plans
