"""Floods from one site, whether floods reach some of several sites, and what stands in each direction from a site."""

import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

HEAD = """game "Floods"
players Red facing {up}, Blue facing {down}
board {board}
kinds stone, wall
field shut of site: bool
field open of site: bool = true
field last of game: site or none
let at(d: direction) = step(last, d)
let group(s: site) = reached from s while own
let around(s: site) = {{neighbours(t) for t in group(s)}}
let arms = {{d in any where at(d) is own and at(turned(d, 1)) is not own}}
let joined(d: direction) = reached from at(d) while [it is own and it != last]
"""
PUT = """action put
  choose s in sites where s is empty
  do place stone of mover on s
     if turn mod 5 = 0 do place wall on first(sites where it is empty)
     if turn mod 3 = 0 do shut(s) := true
     if turn mod 4 = 0 do open(s) := false
     last := s
"""
END = "turn: put\nlimit 18 moves: draw\n"
FLOODS = {
    "how many are reached": "count(group(last)) >= 3",
    "whether one is reached": "corner in group(last)",
    "whether any of a set are reached": "some s in group(last): shut(s)",
    "how many of a set are reached": "count(s in group(last) where open(s)) >= 2",
    "whether all are the same": "group(last) = {s in sites where s is own}",
    "whether the border has one": "some s in around(last): s is empty",
    "how many of the border": "count(s in around(last) where s is wall) >= 2",
    "a border from nowhere": "count(around(step(last, turned({up}, 2)))) = 0",
    "a flood from none": "no (reached from piece_site while any)",
}
PAIRS = {
    "each pair once": "some d in arms: some e in arms - {d}: at(e) in joined(d)",
    "of one to several": "some e in arms: at(e) in joined({up})",
    "of two that are not alike": "some d in arms: some e in arms - {d}: at(turned(e, 1)) in joined(d)",
    "in one direction only": "some d in arms: some e in arms - {d}: at(e) in (reached from at(d) by {up} while any)",
}
LEADING = {
    "what stands there": "count(d in any where at(d) is empty) >= 2",
    "what does not": "count(d in any where at(d) is not own) >= 4",
    "of a kind": "some d in any: at(d) is wall",
    "of some kinds": "some d in any: kind(piece(at(d))) in {stone, wall}",
    "of some owners": "count(d in any where owner(piece(at(d))) in {Red, Blue}) = 1",
    "of nobody": "some d in any: owner(piece(at(d))) = none",
    "a mark": "some d in any: shut(at(d))",
    "a mark that is the default off the board": "all d in any: open(at(d))",
    "from none": "some d in any: step(piece_site, d) is not empty",
    "turned": "some d in any: at(turned(d, 2)) is own and at(turned(d, -1)) is own",
}
BOARDS = {
    "square 4 x 4": "north, south",
    "square 9 x 9": "north, south",
    "hex side 3 axes east, northwest": "northwest, southeast",
    "hex side 7 axes east, northwest": "northwest, southeast",
}


def text(board: str, conditions: dict[str, str]) -> str:
    up, down = BOARDS[board].split(", ")
    named = "".join(f"field told{k} of game: bool\n" for k in range(len(conditions)))
    told = "".join(
        f"     told{k} := {said.replace('{up}', up)}\n" for k, said in enumerate(conditions.values())
    )
    place = "let corner = first(corners)\nlet piece_site = site(first(pieces where it is wall and site(it) = corner))\n"
    return HEAD.format(board=board, up=up, down=down) + named + place + PUT + told + END


@pytest.mark.parametrize("board", BOARDS, ids=[b.replace(" ", "_") for b in BOARDS])
def test_floods_tell_the_same_on_boards_of_one_word_and_of_several(board: str) -> None:
    assert agree(text(board, FLOODS))


@pytest.mark.parametrize("board", BOARDS, ids=[b.replace(" ", "_") for b in BOARDS])
def test_joined_sites_and_directions_tell_the_same(board: str) -> None:
    assert agree(text(board, PAIRS | LEADING))


def plans(said: str) -> list[object]:
    game = checked(text("hex side 3 axes east, northwest", {"asked": said}))
    assert game is not None
    return [d.plan for d in NativeEngine(game, keep=False).compiled.lowered.decisions]


def kinds_of(said: str) -> set[str]:
    return {type(plan).__name__ for plan in plans(said)}


@pytest.mark.parametrize("said", [LEADING["turned"], LEADING["a mark"]], ids=["owner", "field"])
def test_what_stands_in_each_direction_is_one_set(said: str) -> None:
    assert "ByLoop" not in kinds_of(said)
    assert any("Leading(" in repr(plan) for plan in plans(said))


def test_a_flood_from_one_site_takes_the_sites_one_by_one() -> None:
    assert any("OneByOne(" in repr(plan) for plan in plans(FLOODS["whether one is reached"]))
