"""Positions as people write them: how each reads back, or what is wrong with it and where, word for word in `positions.txt`.

With GDL_RECORD=1 the file is written anew: read it as an author of a case would.
"""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.errors import PositionError
from interpreter.engines.reference.engine import ReferenceEngine

GOLDEN = Path(__file__).with_name("positions.txt")
RECORD = os.environ.get("GDL_RECORD") == "1"
GAME = """game "Everything"
players Red facing north, Blue facing south
board square 3 x 3
kinds man, king
pool hand of player seen by owner
pool bag of game
pool own_box of player
field gold of player: 0..9 = 3
field last of game: site or none
field stage of game: 1..5
field mood of game: calm, wild
field way of game: direction
field lead of game: player or none
field sort of game: kind or none
field lit of game: bool
field half of game: 0..9
field mark of site: bool
field depth of site: 0..4 or none
field level of piece: 0..9 = 1
field pal of piece: piece or none
field price of kind, 1..2: 0..9 or none
field near of player, site: bool
position whole within 3: pieces, mover
setup
  place man of Red on a1
  place king of Blue on c3
  place man in bag
  for p in players do place man of p in own_box(p)
action put
  choose s in sites where s is empty
  do place man of mover on s
     if full do phase := late
     then must give(man)
action take
  choose k in kinds of own_box(mover)
  do move k from own_box(mover) to hand(mover)
choice give(k: kind)
  choose s in sites where s is empty
  do place k of mover on s
turn: put or take else pass
phase late: put else pass
end draw when repeated(whole) > 2
"""
POSITIONS = r"""
{}
[]
{"to_move": "Blue"}
{"to_move": "Green"}
{"to_mov": "Blue"}
{"stage": 2}
{"turn": 2}
{"phase": "late"}
{"moves": 2}
{"passes": 2}
{"pieces": []}
{"pieces": {"a1": "Red man"}}
{"pieces": {"a1": "man"}}
{"pieces": {"a1": ["Red man"]}}
{"pieces": {"a1": []}}
{"pieces": {"a1": ["Red man", "Blue man"]}}
{"pieces": {"z9": "Red man"}}
{"pieces": {"a1": 3}}
{"pieces": {"a1": ""}}
{"pieces": {"a1": "Red"}}
{"pieces": {"a1": "Red queen"}}
{"pieces": {"a1": "Green man"}}
{"pieces": {"a1": "hidden"}}
{"pieces": {"a1": "Red hidden"}}
{"pieces": {"a1": "Red man level=3"}}
{"pieces": {"a1": "Red man level=1"}}
{"pieces": {"a1": "Red man level"}}
{"pieces": {"a1": "Red man level=10"}}
{"pieces": {"a1": "Red man level=x"}}
{"pieces": {"a1": "Red man level=none"}}
{"pieces": {"a1": "Red man levl=3"}}
{"pieces": {"a1": "Red man mark=true"}}
{"pieces": {"a1": "Red man level=2 level=3"}}
{"pieces": {"a1": "Red man pal=b2", "b2": "Blue man"}}
{"pieces": {"a1": "Red man pal=c1", "b2": "Blue man"}}
{"pieces": {"a1": "Red man pal=none"}}
{"pieces": {"a1": "Red man pal=bag:2"}, "pools": {"bag": ["man", "king pal=bag"]}}
{"pieces": {"a1": "Red man pal=hand:Red"}, "pools": {"hand": {"Red": ["king pal=a1"]}}}
{"pieces": {"a1": "Red man pal=bag:3"}, "pools": {"bag": ["man", "king"]}}
{"pieces": {"a1": "Red man pal=hand"}}
{"sites": {"mark": {"a1": true, "b2": "no"}}}
{"sites": {"mark": {"z9": true}}}
{"sites": {"mark": true}}
{"sites": {"mark": {"a1": 3}}}
{"sites": {"mark": {"a1": null}}}
{"sites": {"depth": {"a1": 3, "b1": null, "c1": "none"}}}
{"sites": {"depth": {"a1": 5}}}
{"sites": {"level": {"a1": 5}}}
{"sites": {"dept": {"a1": 5}}}
{"pools": {"bag": ["man", "king"]}}
{"pools": {"bag": "man"}}
{"pools": {"bag": null}}
{"pools": {"bag": {"man": 2, "Red king": 1}}}
{"pools": {"bag": {"man": -1}}}
{"pools": {"bag": {"man": 0}}}
{"pools": {"bag": {"man": 1.5}}}
{"pools": {"bag": {"man": true}}}
{"pools": {"bag": {"man": 5000}}}
{"pools": {"hand": ["man"]}}
{"pools": {"hand": {"Red": ["man", "Blue king level=2"], "Blue": []}}}
{"pools": {"hand": {"Green": ["man"]}}}
{"pools": {"own_box": {"Red": ["man", "king"]}}}
{"pools": {"own_box": {"Red": ["Red man"]}}}
{"pools": {"own_box": {"Red": ["Blue man"]}}}
{"pools": {"bgg": ["man"]}}
{"fields": []}
{"fields": {"stage": 3, "mood": "wild", "way": "north", "lead": "Blue", "sort": "king", "lit": true, "last": "b2"}}
{"fields": {"stage": 1, "mood": "calm", "lead": null, "sort": "none", "lit": "false", "last": null}}
{"fields": {"stage": 0}}
{"fields": {"stage": 6}}
{"fields": {"stage": "x"}}
{"fields": {"stage": null}}
{"fields": {"stage": 1.5}}
{"fields": {"half": "1/2"}}
{"fields": {"half": 99999999999999999999}}
{"fields": {"mood": "mild"}}
{"fields": {"mood": 1}}
{"fields": {"way": "up"}}
{"fields": {"lead": "Green"}}
{"fields": {"sort": "queen"}}
{"fields": {"lit": "perhaps"}}
{"fields": {"last": "z9"}}
{"fields": {"mark": true}}
{"fields": {"stag": 1}}
{"fields": {"gold": {"Red": 5}}}
{"fields": {"gold": {"Red": 3, "Blue": 0}}}
{"fields": {"gold": {"Green": 5}}}
{"fields": {"gold": 5}}
{"fields": {"gold": {"Red": 10}}}
{"fields": {"price": {"king": {"2": 7, "1": null}}}}
{"fields": {"price": {"king": {"3": 7}}}}
{"fields": {"price": {"king": 7}}}
{"fields": {"price": {"queen": {"1": 7}}}}
{"fields": {"price": 7}}
{"fields": {"price": {"man": {"1": 10}}}}
{"fields": {"near": {"Red": {"a1": true}, "Blue": {"c3": true, "a1": false}}}}
{"fields": {"near": {"Red": {"z9": true}}}}
{"fields": {"turn": 5}}
{"fields": {"turn": 0}}
{"fields": {"turn": 5, "moves": 9}}
{"fields": {"turn": "x"}}
{"fields": {"turn": true}}
{"fields": {"moves": 0}}
{"fields": {"moves": -1}}
{"fields": {"passes": 1}}
{"fields": {"passes": 1.5}}
{"fields": {"seed": 7}}
{"fields": {"seed": 18446744073709551616}}
{"fields": {"phase": "late"}}
{"fields": {"phase": "main"}}
{"fields": {"phase": "lat"}}
{"fields": {"next": "Red"}}
{"fields": {"next": "Green"}}
{"fields": {"pending": {"player": "Red", "word": "must", "action": "give", "arguments": ["king"]}}}
{"fields": {"pending": [{"player": "Blue", "word": "may", "choices": [{"action": "give", "arguments": ["king"]}, {"action": "put"}]}]}}
{"fields": {"pending": {"player": "Red", "word": "shall", "action": "give", "arguments": ["king"]}}}
{"fields": {"pending": {"player": "Green", "word": "must", "action": "give", "arguments": ["king"]}}}
{"fields": {"pending": {"player": "Red", "word": "must", "action": "giv", "arguments": ["king"]}}}
{"fields": {"pending": {"player": "Red", "word": "must", "action": "give", "arguments": []}}}
{"fields": {"pending": {"player": "Red", "word": "must", "action": "give", "arguments": "king"}}}
{"fields": {"pending": {"player": "Red", "word": "must", "action": "give", "arguments": ["queen"]}}}
{"fields": {"pending": {"player": "Red", "word": "must", "choices": []}}}
{"fields": {"pending": {"player": "Red", "word": "must", "choices": [3]}}}
{"fields": {"pending": "give"}}
{"fields": {"result": {"returns": {"Red": 1, "Blue": -1}, "because": "Red wins"}}}
{"fields": {"result": {"returns": {"Red": 1}}}}
{"fields": {"result": {"returns": {"Red": "x", "Blue": 1}}}}
{"fields": {"result": "Red wins"}}
{"fields": {"history": {"whole": ["00000000000000ff", "ff", "1", "2"]}}}
{"fields": {"history": {"whole": ["x"]}}}
{"fields": {"history": {"whole": ["-1"]}}}
{"fields": {"history": {"whole": ["10000000000000000"]}}}
{"fields": {"history": {"whole": 3}}}
{"fields": {"history": {"hole": []}}}
{"fields": {"history": []}}
{"pieces": {"a1": "Red man level 3"}}
{"pieces": {"a1": ["Red", "man"]}}
{"pools": {"hand": {"Red": {"man": null, "king": null}}}}
{"fields": {"gold(Red)": 3}}
{"sites": {"a1": true}}
"""


@cache
def engine() -> ReferenceEngine:
    game, found = examine_source(Source("everything.gdl", GAME))
    assert game is not None, [f"{d.span}: {d.message}" for d in found]
    return ReferenceEngine(game)


def brief(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> str:
    """How a position reads back, with what may be done in it; or what is wrong with it, and where."""
    try:
        state = engine().state(json.loads(text))
    except PositionError as error:
        return f"{error} at {brief(error.place)}"
    legal = sorted(state.action_to_string(a) for a in state.legal_actions())
    return f"{brief(state.position())} may {', '.join(legal[:5])} ({len(legal)})"


@cache
def known() -> dict[str, str]:
    lines = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    return dict(zip(lines[::2], (line.removeprefix("  ") for line in lines[1::2]), strict=True))


@pytest.mark.parametrize("text", POSITIONS.strip().splitlines())
def test_a_position_reads_back_or_says_what_is_wrong(text: str) -> None:
    found = read(text)
    if RECORD:
        known()[text] = found
        GOLDEN.write_text("".join(f"{t}\n  {f}\n" for t, f in known().items()), "utf-8")
    assert known().get(text) == found


def test_the_file_has_these_positions_and_no_others() -> None:
    assert {*known()} == {*POSITIONS.strip().splitlines()}


def test_a_game_without_a_board_has_no_sites() -> None:
    source = Source(
        "cards.gdl",
        "players A, B\nkinds ace\npool hand of player\naction rest\nturn: rest\nlimit 3 moves: draw\n",
    )
    game, found = examine_source(source)
    assert game is not None, found
    with pytest.raises(PositionError, match="this game has no board, and so no site `a1`"):
        ReferenceEngine(game).state({"pieces": {"a1": "A ace"}})


def test_pieces_that_hold_themselves_and_each_other_are_written_by_their_places() -> None:
    source = Source(
        "pals.gdl",
        "players A, B\nkinds man, king\nboard square 2 x 1 stacking\nfield pal of piece: piece or none\n"
        "setup\n  place man of A on a1\n  place king of B on a1\n  place man on b1\n"
        "  for p in stack(a1) do pal(p) := first(stack(a1) where it != p)\n  pal(piece(b1)) := piece(b1)\n"
        "action rest\nturn: rest\nlimit 3 moves: draw\n",
    )
    game, found = examine_source(source)
    assert game is not None, found
    state = ReferenceEngine(game).initial_state()
    written = state.position()
    assert written["pieces"] == {"a1": ["A man pal=a1", "B king pal=a1:1"], "b1": "man pal=b1"}
    read_back = ReferenceEngine(game).state(written)
    assert read_back == state and read_back.position() == written
