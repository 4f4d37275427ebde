"""Numbered pieces chosen by sets of sites, lines of sight by tables, and steps whose condition is a set made once."""

import pytest
from lockstep import agree, checked

from interpreter import ir
from interpreter.engines.native import NativeEngine
from interpreter.ir.text import write

pytestmark = pytest.mark.thorough

HEAD = """game "Pieces"
option wide = false
players Red facing north, Blue facing south
board {board}
kinds   near  far
  man   1     1
  king  1     2
  bow   2     3
field mud of site: bool
field tired of piece: bool
field score of game: 0..200
{pool}
let guards(a: piece) = (t in king of rival(owner(a)) where beside(t, a))
let may_hit(a: piece, b: piece) = owner(a) != owner(b) and distance(a, b) in near(a)..far(a)
relation hits(a: piece, b: piece) = may_hit(a, b) and some line any from a: [not mud(it) and not (it is enemy)]*, [it = site(b)]
let strong(b: piece) = count(a in pieces where hits(a, b)) > 0
let falls(a: piece, b: piece) = strong(b) and (hits(a, b) or wide and may_hit(a, b))
let struck(s: site) = some z in man of rival(mover): s in neighbours(site(z), forward(owner(z)))
setup
  for p in players do
    place man of p on first(home_rank(p))
    place king of p on last(home_rank(p))
    {stock}
"""
ASKED = {
    "pieces that a relation gives": "count(a in pieces where hits(a, piece(s))) = 1",
    "a sum over a relation": "sum(far(a) for a in pieces where hits(a, piece(s))) < 4",
    "no piece of a set that depends on the piece": "some a in enemy pieces: no guards(a)",
    "a piece in a set that depends on the piece": "some a in pieces: piece(s) in guards(a) or distance(site(a), s) = 1",
    "a guarded piece": "count(a in pieces where (no guards(a) or piece(s) in guards(a)) and site(a) != s) > 1",
    "what steps forward onto a site": "struck(s) or s is empty",
    "a field of numbered pieces": "count(a in pieces where tired(a) and a is man) = 0",
    "kinds with several ranges": "some a in pieces: distance(site(a), s) in near(a)..far(a) and owner(a) = mover",
    "a line to a known site": "some p in own pieces: some line sideways from p: empty*, [it = s and not mud(it)]",
    "a line of limited length": "some p in own pieces: some line any up to 2 from p: [not mud(it)]*, [it = s]",
    "a line forward": "some p in own pieces: some line forward from p: any*, [it = s]",
    "a line to where a piece stands that may be nowhere": "some p in own pieces: some line any from p: empty*, [it = site(first(enemy bow))]",
    "a single step": "some p in own pieces: some line backward from p: [it = s]",
    "pieces that may be off the board": "some q in own bow: q in guards(piece(s)) or site(q) = s",
}
END = """
action put
  choose s in sites where s is empty
  choose k in {man, bow}
  do place k of mover on s
     mud(s) := even(turn)
     for q in own man do tired(q) := not tired(q)
move ride
  line any up to 3: [not (mud(it) or struck(it))]*, any as met
  do score := score + 1
move shoot by bow
  choose victim in enemy pieces where falls(piece, victim)
  line any: empty
  do mud(site(victim)) := not mud(site(victim))
move wander
  walk any up to 2: [not struck(it) and it is empty and it is not mud]*, [not struck(it) and it is empty]
"""
LAST = "turn: {names} else pass\nlimit 12 moves: draw\n"
POOLS = {
    "numbered": ("pool hand of player", "place bow of p in hand(p)"),
    "by_site": ("", "mud(first(home_rank(p))) := false"),
}


def _text(board: str, pool: str) -> str:
    declared, stocked = POOLS[pool]
    actions = [
        f"action look{k}\n  choose s in sites where s is {'empty' if k % 2 else 'occupied'} and ({asked})\n"
        f"  do mud(s) := not mud(s)\n"
        for k, asked in enumerate(ASKED.values())
    ]
    names = " or ".join(["put", "ride", "shoot", "wander", *(f"look{k}" for k in range(len(actions)))])
    head = HEAD.format(board=board, pool=declared, stock=stocked)
    if board.startswith("hex"):
        head = head.replace("facing north", "facing up").replace("facing south", "facing down")
    return head + END + "".join(actions) + LAST.format(names=names)


@pytest.mark.parametrize("board", ["square 4 x 4", "hex rows 3, 4, 5, 4, 3 axes southeast, northeast"])
@pytest.mark.parametrize("pool", POOLS)
def test_both_engines_ask_the_same_of_pieces(board: str, pool: str) -> None:
    assert agree(_text(board, pool), games=2, plies=12)


def test_a_relation_is_judged_by_sets_and_tables() -> None:
    game = checked(_text("square 4 x 4", "numbered"))
    assert game is not None
    decided = NativeEngine(game, effort=0).compiled.lowered.decisions
    plans = " ".join(repr(d.plan) for d in decided)
    assert all(name in plans for name in ("Sight(", "SomeNear(", "OnSites("))


def test_of_a_definition_the_parts_that_are_sets_choose_and_the_dear_rest_comes_last() -> None:
    game = checked(_text("square 4 x 4", "numbered"))
    assert game is not None
    made = NativeEngine(game, effort=0).compiled
    (chosen,) = [
        x for x in made.lowered.program.functions["enum.shoot"].body if type(x).__name__ == "ForEachBit"
    ]
    text = write(ir.Program("", {}, {}, {"f": ir.Function("f", (), ir.VOID, (chosen,))}))
    asked = text[: text.index("let.strong")]
    assert "let.hits" not in text and "mask." in asked and "between.sites" in asked
