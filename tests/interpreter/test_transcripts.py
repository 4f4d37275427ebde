"""Short games of the recipes and examples, told from beginning to end: positions, what may be done, what each player sees
and learns, and why other things may not be done.

`transcripts/` has what is told of each. With GDL_RECORD=1 it is written anew: read it as a player would.
"""

import json
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_recipes import GAMES
from test_why import CHAIN, GUARDS, JUMPS, NEGATED, POINTED, REASONS

from gdl.core.model import Game
from gdl.loader import examine_source, load
from gdl.source import Source
from interpreter.engines.answers import Reason
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState

FOLDER = Path(__file__).with_name("transcripts")
EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = os.environ.get("GDL_RECORD") == "1"
PLIES = 8
SHOWN = 12  # legal actions of a position that are told
ASKED = 3  # actions of another position of which it is asked why they may not be done here
DEPTH = 3  # of the reasons behind reasons
LINES = 8  # of reasons that are told of one action
STRICT = """\
game "Strict"
players Red facing north, Blue facing south
board square 4 x 4
kinds   worth
  man   1
  king  3
field steps of game: 0..9
field tired of piece: bool until turn
setup
  place man of Red on {a1, b1}
  place king of Red on c1
  place man of Blue on {b2, c4}
  place king of Blue on d4
let next_to(s: site, p: player) = some t in neighbours(s): t is piece and owner(piece(t)) = p
let safe(p: player) = no e in pieces: e is king and owner(e) = p and next_to(site(e), rival(p))
move take by man, king
  line any up to 1: enemy as victim
  do capture victim
move step by man, king
  line any up to 2: empty{1..2}
  where not tired(piece)
  do steps := min(9, steps + 1)
     tired(to) := true
action leave
  choose s in sites where s is own king
  where steps > 2
  do remove s
require safe(mover)
prefer most sum(worth(p) for p in own pieces)
turn: take else step or leave else lose
end highest worths wins when steps = 9
let worths(p: player) = sum(worth(q) for q in pieces of p)
"""
PICKING = """\
game "Picking"
players Red, Blue
board square 3 x 2
kinds man
field points of player: 0..99
action pick
  choose s in sites where s is empty
  choose n in 1..2 where n <= rank(s)
  do place man of mover on s
     points(mover) := points(mover) + n
  again may up to 3 in any order where points(mover) < 9
action hold
  where points(mover) > points(rival(mover))
action drop
  choose some_men: 1..2 of own man where count(some_men) < count(own man)
  do remove some_men
require after pick: points(mover) != 5
let total(p: player) = points(p)
turn: pick or hold or drop else pass
limit 12 moves: highest total wins
"""
TOWERS = """\
game "Towers"
players Red, Blue
board square 3 x 3 stacking
kinds disc
setup
  place disc of Red on {a1, a1, b2}
  place disc of Blue on {a1, c3, b2}
action lift
  choose s in sites where s is own
  choose n in 1..2 where n <= count(stack(s))
  choose t in neighbours(s)
  do for k in 1..n do move piece(s) to t
action split
  choose p in own pieces where site(p) != c3
  do remove p
turn: lift or split else pass
position whole within 20: pieces, mover
end draw when repeated(whole) >= 2
"""
LOTS = """\
game "Lots"
players Red, Blue
board square 2 x 2
kinds each n in {1..6}
field mark of piece: 0..3
pool hand of player seen by owner
pool stock of game seen by nobody
setup
  for p in players do
    random k in kinds
    random j in kinds
    place k of p in hand(p) with mark = 1
    place j of p in hand(p)
  for k in kinds do place k in stock
action show
  choose k in kinds of hand(mover)
  choose s in sites where s is empty
  do move k from hand(mover) to s
action take
  choose k in kinds of hand(mover)
  do move k from hand(mover) to stock
     random c in stock
     move c to hand(mover)
turn: show or take else pass
end draw when full
"""
MASKS = """\
game "Masks"
players Red, Blue
board square 3 x 3
kinds man, king, spy
field level of piece: 0..3 = 1
field trap of site: bool
setup
  place man of Red on a1 with level = 2
  place king of Red on b1
  place spy of Red on c1 with level = 3
  place man of Blue on a3
  place king of Blue on b3 with level = 3
  place spy of Blue on c3
hide kind, level of p in pieces from q where owner(p) != q and level(p) < 3
hide trap of s in sites from q where no p in pieces of q: distance(site(p), s) <= 1
action change
  choose secretly p in own pieces
  choose secretly q in own pieces where p != q
  do simultaneously move p to site(q); move q to site(p)
action lay
  choose secretly s in sites where s is empty and not trap(s)
  do trap(s) := true
action hit
  choose openly a in own pieces
  choose openly s in neighbours(site(a)) where s is not own
  do if s is enemy and level(piece(s)) >= level(a) do remove a
     else
       remove s
       move a to s
       if trap(s) do remove a
turn: change or lay or hit
end mover wins when no enemy king
"""
GIVEN = """\
game "Given"
players Red, Blue
board square 3 x 3
kinds man, king
field paid of player: 0..9
setup
  place man of Red on {a1, b1}
  place man of Blue on {a3, b3}
action order
  choose p in own pieces
  do then must go(p) or turn_into(p, king)
     then may pay
choice go(p: piece)
  choose s in neighbours(site(p)) where s is empty
  where paid(mover) < 3
  do move p to s
  notation "{site(p)} to {s}"
choice turn_into(p: piece, k: kind)
  choose s in {site(p)} where kind(p) != k
  do kind(p) := k
     then must answer(s) by rival(mover)
  notation "{k} on {s}"
choice answer(at: site)
  choose t in sites where t is own and distance(t, at) < 3
  do remove t
choice pay
  choose n in 1..2
  do paid(mover) := min(9, paid(mover) + n)
turn: order else lose
end mover wins when no enemy pieces
"""
OWN = {
    "lots": LOTS, "masks": MASKS, "given": GIVEN,
    "strict": STRICT, "picking": PICKING, "towers": TOWERS, "chain": CHAIN, "guards": GUARDS, "jumps": JUMPS,
    "negated": NEGATED, "pointed": POINTED, "reasons": REASONS,
}  # fmt: skip
SLOW = {"the_same_but"}  # another game with a change, which has tests of its own


def named(heading: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in heading.lower()).split())


RECIPES = OWN | {named(heading): text for heading, text in GAMES.items() if named(heading) not in SLOW}
LAST_STEPS = {p.name: sorted(p.glob("step_*.gdl"))[-1] for p in EXAMPLES.iterdir() if p.is_dir()}


def game_of(name: str) -> Game:
    if name in LAST_STEPS:
        return load(LAST_STEPS[name])
    game, found = examine_source(Source("recipe.gdl", RECIPES[name]))
    assert game is not None, [f"{d.span}: {d.message}" for d in found]
    return game


def brief(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def spread(items: Sequence[str], most: int) -> Sequence[str]:
    return items[:: max(1, len(items) // most)][:most]


def told(reasons: Sequence[Reason], level: int) -> Iterator[str]:
    for reason in reasons:
        yield "  " * level + reason.text
        yield from told(reason.because, level + 1)


def seen(state: ReferenceState, players: Sequence[str]) -> Iterator[str]:
    """The position, and what each player sees of it where that is something else."""
    whole = brief(state.position())
    yield f"  {whole}"
    for seat, player in enumerate(players):
        if (own := brief(state.observation(seat))) != whole:
            yield f"  {player} sees {own}"
        if own != whole:
            drawn = state.resample(seat, 1)
            assert brief(drawn.observation(seat)) == own
            yield f"  {player} may think of {brief(drawn.position())}"
    if (public := brief(state.public())) != whole:
        yield f"  all see {public}"


def pointed(state: ReferenceState, random: Random) -> Iterator[str]:
    """Some sites, and some pairs of sites, as they are pointed at."""
    names = [s.name for s in state.engine.game.board.sites]
    for size in (1, 2, 2, 2) if len(names) > 1 else ():
        yield "-".join(random.sample(names, size))


def transcript(game: Game) -> Iterator[str]:
    engine = ReferenceEngine(game)
    players = [p.name for p in game.players]
    random, state = Random(3), engine.initial_state(5)
    names = [a.name for a in game.actions]
    before: list[str] = []
    for _ in range(PLIES):
        yield from seen(state, players)
        if state.is_terminal:
            break
        legal = sorted(state.action_to_string(a) for a in state.legal_actions())
        yield f"  may {', '.join(spread(legal, SHOWN))} ({len(legal)})"
        illegal = spread([t for t in before if t not in legal], ASKED)
        for text in [*illegal, *names, *pointed(state, random), "z9"]:
            if text not in legal:
                yield from [f"  not {text}:", *islice(told(state.why(text, DEPTH), 2), LINES)]
        text = random.choice(legal)
        action = state.action_from_string(text)
        yield f"{players[state.current_player]}: {text}"
        for seat, player in enumerate(players):
            if (learnt := state.action_seen(action, seat)) != text:
                yield f"  {player} learns {learnt}"
        if (public := state.action_public(action)[0]) != text:
            yield f"  all learn {public}"
        before, state = legal, state.apply(action)
        assert engine.state(state.position()).position() == state.position()
        assert engine.from_bytes(bytes(state)) == state
    if state.is_terminal:
        yield f"ends: {brief(state.returns)} {state.ended}"


_LONG = ("two_actions_with_the_same_choices",)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in _LONG else ())
        for name in sorted([*RECIPES, *LAST_STEPS])
    ],
)
def test_a_short_game_is_told_word_for_word(name: str) -> None:
    game = game_of(name)
    golden = FOLDER / f"{name}.txt"
    found = "\n".join(transcript(game)) + "\n"
    if RECORD:
        golden.write_text(found, "utf-8")
    assert golden.read_text("utf-8") == found
