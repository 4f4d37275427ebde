"""Which of many a path leads to, or comes from: relations of pieces that see each other, as sets."""

import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

HEAD = """game "Sights"
players Red facing {up}, Blue facing {down}
board {board}
kinds man, lord

setup
  place man of Red on first(sites)
  place man of Blue on last(sites)

let sees(a: piece, b: piece) = a is not b and owner(a) != owner(b) and (some line any from a: empty*, [it = site(b)])
let touches(a: piece, s: site) = some line any up to 1 from a: [it = s]
let leaps(a: piece, b: piece) = some leap 1, 2 from a: [it = site(b)]
let ahead(a: piece, b: piece) = some line forward from a: empty*, [it = site(b)]
let open_way(a: site, b: site) = some line any from a: empty*, [it = b]
let foes(a: piece) = {{b in pieces where sees(a, b)}}

field last_put of game: site or none

action put
  choose s in sites where s is empty
  choose k in kinds
  do place k of mover on s
     last_put := s
"""
SAID = {
    "those who see the newest": "count(a in pieces where sees(a, piece(last_put)))",
    "those whom the newest sees": "count(b in pieces where sees(piece(last_put), b))",
    "of nobody": "count(a in pieces where sees(a, piece(step(last_put, {up}))))",
    "who can answer": "count(n in own pieces where some b in foes(piece(last_put)): sees(n, b))",
    "who sees all of them": "count(n in pieces where all b in foes(piece(last_put)): sees(n, b))",
    "who sees more than one": "count(m in pieces where count(foes(m)) > count(n in pieces where some b in foes(m): sees(n, b)))",
    "beside": "count(a in pieces where touches(a, last_put))",
    "a leap away": "count(a in pieces where leaps(a, piece(last_put))) + count(b in pieces where leaps(piece(last_put), b))",
    "by whose it is": "count(a in pieces where ahead(a, piece(last_put))) + count(b in pieces where ahead(piece(last_put), b))",
    "sites in a line": "count(s in sites where open_way(s, last_put)) + count(t in sites where open_way(last_put, t))",
    "sites that some see": "count(s in sites where some p in own pieces: (some line any from p: empty*, [it = s]))",
}
BOARDS = {
    "square 5 x 4": "north, south",
    "square 9 x 9": "north, south",
    "hex side 3 axes east, northwest": "northwest, southeast",
    "square 4 x 4 wrapping files": "north, south",
}


def text(board: str, said: dict[str, str]) -> str:
    up, down = BOARDS[board].split(", ")
    told = "".join(f"field told{k} of game: 0..99\n" for k in range(len(said)))
    ask = "".join(f"     told{k} := {e.replace('{up}', up)}\n" for k, e in enumerate(said.values()))
    head = HEAD.format(board=board, up=up, down=down)
    return told + head + ask + "turn: put\nlimit 12 moves: draw\n"


@pytest.mark.parametrize("board", BOARDS, ids=[b.replace(" ", "_") for b in BOARDS])
def test_sights_tell_the_same_on_both_engines(board: str) -> None:
    assert agree(text(board, SAID), depth=1)  # what is seen decides nothing of what is legal


def test_the_ends_of_a_path_are_a_set() -> None:
    game = checked(text("square 5 x 4", {"seen": SAID["those whom the newest sees"]}))
    assert game is not None
    decisions = NativeEngine(game, keep=False).compiled.lowered.decisions
    assert any("EndsOf(" in repr(d.plan) for d in decisions)
