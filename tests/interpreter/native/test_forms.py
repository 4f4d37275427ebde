"""Forms of rules that machine code has a way of its own for: both engines play them alike."""

import bundled
import numpy as np
import pytest
from lockstep import agree, checked

import interpreter
from interpreter.engines.native import NativeEngine
from interpreter.lowering.game.preferences import with_preferred_groups

pytestmark = pytest.mark.thorough

HEAD = """game "Form"
players Red facing north, Blue facing south
board square 5 x 5
kinds man, king
field mark of site: plain, lit, dark
field shut of site: bool
field last of game: site or none

setup
  for p in players do
    place man of p on home_rank(p)
  place king of Red on c2
  place king of Blue on c4
"""
GO = "move go\n  line any up to 1: empty | enemy\n"
END = "limit 14 moves: draw\n"

PREFERRED = {
    "what stands on the destination": GO + "prefer captures > 0\nturn: go else lose\n",
    "what is captured on other sites": GO.replace("empty | enemy", "empty")
    + "  do capture neighbours(to, backward)\nprefer captures > 0\nturn: go else lose\n",
    "two actions, of which one never captures": GO.replace("empty | enemy", "empty")
    + "move take by king\n  leap 1, 2: enemy\n  do mark(to) := lit\nprefer captures > 0\nturn: go or take else lose\n",
    "a walk that may come back to where it began": "move go\n  walk orthogonal up to 4: any+\n  where turn > 3 or to is empty or to = from\n"
    + "prefer captures > 0\nturn: go else lose\n",
    "a destination that is not the last site met": "move go\n  line any length 2: any as to, empty\nprefer captures > 0\nturn: go else pass\n",
    "a settling of one of them": GO
    + "settle after go\n  last := to\nprefer captures > 0\nturn: go else pass\n",
}
# Effects that may go wrong are not foreseen: whoever judges what is legal comes upon the mistake.
IN_DOUBT = {
    "a kind that may be none": "field f of piece: kind or none\n" + GO + "  do kind(piece) := f(piece)\n",
    "a number that may leave its range": "field n of game: 0..4\n" + GO + "  do n := n + 1\n",
    "a number that a settling adds to": "field n of game: 0..4\n"
    + GO
    + "settle\n  if captures = 0 do n := n + 1\n",
    "a settling that may not come to rest": GO + "settle until stable\n  shut(c3) := not shut(c3)\n",
    "a player who may be none": "field who of game: player = Red\n" + GO + "  do who := owner(piece(c3))\n",
}
SURE = {
    "a number within its range": "field n of game: 0..9\n"
    + GO
    + "  do n := 0 if captures > 0 else min(n + 1, 9)\n",
    "a kind that is chosen": GO + "  choose k in {man, king}\n  do kind(piece) := k\n     last := from\n",
    "an owner, and a loop over fields": GO
    + "  do for s in sites do mark(s) := lit\n     if full do owner(piece) := none\n",
}
FORMS = {
    "fields of sites as sets": GO
    + "  where mark(to) != dark and (to is empty or lit in {mark(to), mark(step(to, north)), mark(step(to, west))})\n"
    + "  do mark(from) := lit; mark(to) := dark if turn mod 3 = 0 else plain; shut(from) := not shut(from)\n"
    + "end mover wins when all s in (sites where shut(it)): mark(s) = lit or shut(step(s, east))\nturn: go else lose\n",
    "the default of a field off the board": GO + "  where mark(step(to, north)) = plain\n  do mark(from) := lit\nturn: go else lose\n",
    "steps past what is between": "let ways(s: site) = {n in neighbours(s) where not shut(s) and mark(step(n, west)) != lit}\n"
    + GO + "  do mark(from) := lit; shut(to) := true\n"
    + "end mover wins when no s in (reached from site(first(own king)) by ways while any): s in last_rank(mover)\nturn: go else lose\n",
    "steps between two that differ": "let held(s: site) = s is piece and s != last\n"
    + "let slides(s: site) =\n"
    + "    {n in neighbours(s) where not held(n) and held(step(s, turned(towards(s, n), 1))) != held(step(s, turned(towards(s, n), -1)))}\n"
    + "move slide\n  line any up to 1: empty\n  where to in (reached from from by slides while empty) + {c3}\n  do last := to\nturn: slide else pass\n",
    "floods that end early": "let chain(s: site) = reached from s while [owner(it) = owner(s)]\n"
    + "let free(s: site) = {n in {neighbours(t) for t in chain(s)} where n is empty}\n"
    + "action put\n  choose s in sites where s is empty and (some n in neighbours(s): n is own and free(n) != {s} or n is enemy and free(n) = {s})\n"
    + "  do place man of mover on s\n     for n in neighbours(s) where n is enemy and no free(n) do capture chain(n)\n"
    + "     if count(free(s)) = 1 and a1 not in chain(s) do last := first(free(s))\n"
    + "turn: put or go else lose\n" + GO,
    "counting as far as it matters": GO
    + "  where count(n in neighbours(to) where n is piece) >= 2 or 3 < count(own pieces where it is man)\n"
    + "end draw when count(e in enemy pieces where some n in neighbours(site(e)): n is own) = 0 and turn > 4\nturn: go else lose\n",
    "who reaches a site": "require no k in own king: some e in enemy pieces: owner(e) != owner(k) and (site(k) in ways(e) or faces(e, k))\n"
    + "let faces(a: piece, b: piece) = a is king and b is king and (some line any from a: empty*, [it = site(b)])\n"
    + "let ways(a: piece) = (line diagonal from a: empty, any) + (line orthogonal from a: empty*, piece, any) if a is king\n"
    + "    else (leap 1, 2 from a: [it is piece and mark(it) = plain])\n"
    + GO + "  do mark(from) := lit\nturn: go else lose\n",
    "choices judged before the loops": "field dice of game: 0..6\n"
    + "let is_left(n: number) = dice mod 2 = n mod 2 or n = 5\n"
    + "action roll\n  choose a in 1..3\n  choose b in 1..6 where is_left(b)\n  where b != turn\n  do dice := b\n"
    + "action step\n  choose s in own pieces\n  choose n in {1, 2, 4}\n  where n != dice\n  choose t in sites where t is empty and distance(site(s), t) = n\n"
    + "  do move s to t\nturn: roll or step\n",
    "a choice whose condition speaks of none": "action mark_one\n  choose s in {c2, a1, a5} where owner(piece(it)) != none\n"
    + "  do mark(s) := dark if mark(s) = lit else lit\nturn: mark_one else lose\n",
    "a turn by a number that may be none": "field turns of site: 0..3 or none\n" + GO
    + "  where step(to, turned(north, turns(to))) is not own\n  do turns(from) := turn mod 4 if turn mod 3 = 0 else none\nturn: go else pass\n",
    "none in sets that are made of others": GO
    + "  do mark(from) := lit if none in {none, c3} + {last} else dark\n"
    + "     if none in ({none, last} if turn mod 3 = 0 else {c3}) do mark(to) := lit\n"
    + "     if none in {s in {none, c3, last} where s != c3} do mark(a1) := lit\n"
    + "     if none in {none, 1} + {turn} and none not in {none, Red} - {none} do mark(e5) := lit\n"
    + "     last := to if turn mod 2 = 0 else none\nturn: go else lose\n",
    "directions of which one is none": "let ways = {none, north} + ({west} if turn mod 2 = 0 else {south})\n"
    + "move go\n  line ways: empty | enemy\n  do mark(to) := lit if c3 in (reached from to by ways while empty) else dark\n"
    + "     mark(from) := lit if c3 in neighbours(from, ways) or distance(from, c3, {none, north}) > 2 else dark\n"
    + "     if some line ({none, north} - {south}) from to: empty, any do mark(a1) := dark\n"
    + "move wander\n  walk ways up to 2: empty\n  where ways != {north, south}\nturn: go or wander else lose\n",
    "fractions that are chosen": "field paid of player: 0..100\nlet cost(x: number) = 2 * x + 0.5\n"
    + "action put\n  choose s in sites where s is empty\n  choose x in {0.5, 1, 1.5, 4} where x * 2 != turn\n  where x < 4 or turn > 3\n"
    + "  do place man of mover on s\n     paid(mover) := paid(mover) + cost(x) div 1\n     if x in {0.5, 4} or turn / 2 in {1.5, 2} do mark(s) := lit\n"
    + "end mover wins when paid(mover) > 9\nturn: put\n",
    "steps of one action in any order": "field spent of game: 0..9 until turn\nlet ahead(p: player) = north if p = Red else south\n"
    + "action play\n  choose s in sites where s is own\n  choose n in 1..2 where spent + n <= 3\n  where step(s, ahead(mover), n) is empty\n"
    + "  do move piece(s) to step(s, ahead(mover), n)\n     spent := spent + n\n  again must up to 3 in any order\n"
    + "prefer most steps\nprefer most spent\nturn: play else lose\n",
}  # fmt: skip


@pytest.mark.parametrize("rules", FORMS.values(), ids=[name.replace(" ", "_") for name in FORMS])
def test_both_engines_play_alike(rules: str) -> None:
    text = HEAD + rules + END
    assert agree(text)
    game = checked(text)
    assert game is not None and NativeEngine(game, effort=0).compiled.is_lowered


@pytest.mark.parametrize(
    "rules",
    [
        GO
        + "  do let those = {none, c3} + {last}\n     if none in those do mark(c3) := lit\nturn: go else lose\n",
        "let is_in(those: sites) = none in those\n"
        + GO
        + "  do if is_in({none, c3} + {last}) do mark(c3) := lit\nturn: go else lose\n",
    ],
    ids=["bound", "given"],
)
def test_a_name_for_a_set_with_none_in_it_is_left_to_the_reference_engine(rules: str) -> None:
    text = HEAD + rules + END
    assert agree(text)
    game = checked(text)
    assert game is not None and not NativeEngine(game, effort=0).compiled.is_lowered


@pytest.mark.parametrize("rules", PREFERRED.values(), ids=[name.replace(" ", "_") for name in PREFERRED])
def test_a_preference_for_captures_is_foreseen(rules: str) -> None:
    text = HEAD + rules + END
    assert agree(text)
    game = checked(text)
    assert game is not None and game.prefers and not with_preferred_groups(game).prefers


def test_a_preference_that_is_not_foreseen_stays() -> None:
    text = (
        HEAD
        + GO
        + "  do if turn > 2 do capture own man where it != piece\nprefer captures > 0\nturn: go else lose\n"
        + END
    )
    assert agree(text)
    game = checked(text)
    assert game is not None and with_preferred_groups(game).prefers


TRACKS = """game "Tracks"
players Red, Blue
board graph a-b-c-d, a-e-f, c-e
kinds man
setup
  place man of Red on {a, b}
  place man of Blue on {d, f}
move go
  line any: empty*, empty | enemy
turn: go else lose
limit 12 moves: draw
"""


def test_moves_along_tracks() -> None:
    assert agree(TRACKS)
    assert agree(TRACKS.replace("a-e-f", "a-e-f-b"))


LARGE = """game "Large"
players Red facing north, Blue facing south
board square 28 x 28
kinds man
field last of game: site or none
setup
  place man of Red on {b2, b3, c3}
  place man of Blue on {e5, f5}
let group = reached from last while own
action put
  choose s in between(b2, f6) + {d2, a1} where s is empty
  do place man of mover on s
     last := s
move go
  walk orthogonal up to 2: empty+
  do last := to
turn: put or go
end mover wins when count(group) >= 4
limit 10 moves: draw
"""


def test_floods_and_walks_on_a_very_large_board() -> None:
    assert agree(LARGE)
    game = checked(LARGE)
    assert game is not None and NativeEngine(game, effort=0).compiled.is_lowered


STACKS = """game "Stacks"
players Red facing north, Blue facing south
board square 4 x 3 stacking
kinds man, king
pool off of player
setup
  for p in players do place man of p on home_rank(p)
  place king of Red on b2
  place king of Blue on b2
move go
  line any up to 1: any
  do if some p in stack(to): p is king do move first(stack(to)) to off(mover)
action shed
  choose s in sites where s is own and count(stack(s)) > 1
  do move first(stack(s)) to c2
action bring
  where some off(mover)
  do move first(off(mover)) to a2
turn: go or shed or bring else pass
limit 20 moves: draw
"""


def test_the_topmost_pieces_of_stacks() -> None:
    assert agree(STACKS)


FRIENDS = """game "Friends"
players Red, Blue
board square 3 x 3
kinds stone
field friend of piece: piece or none
setup
  place stone of Red on {a1, c3}
  friend(piece(a1)) := piece(c3)
  friend(piece(c3)) := piece(a1)
action follow
  choose p in own pieces where friend(p) is piece
  choose s in neighbours(site(friend(p))) where s is empty
  do move p to s
     if turn = 5 do capture friend(p)
turn: follow else lose
limit 20 moves: draw
"""


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_a_piece_may_name_one_that_is_written_further_down(kind: str) -> None:
    assert agree(FRIENDS)
    game = checked(FRIENDS)
    assert game is not None
    engine = interpreter.engine(game, kind)
    state = engine.initial_state()
    for again in (engine.state(state.position()), engine.from_bytes(bytes(state))):
        assert again == state and hash(again) == hash(state)
        assert again.legal_actions() == state.legal_actions() != []


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_a_field_of_a_piece_that_is_gone_is_none(kind: str) -> None:
    alone = FRIENDS.replace("friend(p) is piece", "friend(p) = none or turn < 2").replace(
        "neighbours(site(friend(p)))", "sites"
    )
    text = alone.replace("if turn = 5 do capture friend(p)", "if turn < 3 do capture friend(p)")
    assert agree(text)
    game = checked(text.replace("turn: follow else lose", "turn: follow else pass"))
    assert game is not None
    state = interpreter.engine(game, kind).initial_state()
    state = state.apply(state.legal_actions()[0])
    state = state.apply(state.legal_actions()[0])
    assert len(state.position()["pieces"]) == 1 and len(state.legal_actions()) == 8


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_states_of_other_games_are_refused(kind: str) -> None:
    small, large = (bundled.engine("zola", kind, {"size": n}) for n in (4, 6))
    other = interpreter.engine(large.game, "reference" if kind == "native" else "native")
    for stranger in (small.initial_state(), other.initial_state()):
        for ask in (large.perft, large.playout, large.outcome):
            with pytest.raises(ValueError, match="no state of this engine"):
                ask(stranger, 1)
        with pytest.raises(ValueError, match="no state of this engine"):
            large.batch_of([stranger])
    assert small.perft(bundled.engine("zola", kind, {"size": 4}).initial_state(), 1) == 16


@pytest.mark.parametrize("kind", ["native", "reference"])
def test_numbers_of_numpy_are_numbers(kind: str) -> None:
    engine = bundled.engine("tic_tac_toe", kind)
    state = engine.initial_state()
    assert state.apply(np.int64(4)) == state.apply(4)  # type: ignore[arg-type]
    for bad in (1.5, -1, "2"):
        with pytest.raises(ValueError, match="depth"):
            engine.perft(state, bad)  # type: ignore[arg-type]


def test_the_last_state_of_a_random_game_knows_why_it_ended() -> None:
    engine = bundled.native("tic_tac_toe")
    for seed in range(5):
        game = engine.playout(engine.initial_state(), seed)
        state = engine.initial_state()
        for action in game.actions:
            state = state.apply(action)
        assert game.state.ended == state.ended and game.state.ended is not None and game.state.ended.text
        assert bytes(game.state) == bytes(state)


SMALL_RULES = {
    "a definition that is given a fraction": "board square 4 x 2\nfield last of game: site or none\n"
    "let near(these: sites, n: number) = some these and n > 1\n"
    "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n     last := s\n"
    "end mover wins when near(neighbours(last), distance2(last, centre)) and turn > 3\n",
    "elements that are none": "board square 3 x 3\nfield who of piece: player or none\nfield n of game: 0..9\n"
    "action put\n  choose s in sites where s is empty\n"
    "  do place man of mover on s\n     for p in {after(who(piece(a1))) for d in {north, east}} do n := 3\n"
    "end draw when n = 3\n",
    "the rim of a growing board": "board square growing within 5\n"
    "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
    "     move piece(s) to step(s, east)\n",
    "a requirement that nothing meets": "board square 3 x 3\nsetup\n  place man of Red on a1\n  place man of Blue on c3\n"
    "move put by man\n  line any: empty\nrequire a1 = c3\n",
    "a piece that is given no value": "board square 3 x 3\nfield f of piece: 0..9\nfield g of game: 0..3 or none\n"
    "action put\n  choose s in sites where s is empty\n  do place man of mover on s with f = g\n"
    "end draw when some p in pieces: f(p) = 3\n",
}  # fmt: skip


@pytest.mark.parametrize("rules", SMALL_RULES.values(), ids=[name.replace(" ", "_") for name in SMALL_RULES])
def test_what_was_once_different_stays_equal(rules: str) -> None:
    head = 'game "Small"\nplayers Red, Blue\nkinds man\n'
    assert agree(head + rules + "turn: put\nlimit 8 moves: draw\n")


SPANS = """game "Spans"
players Red, Blue
board square 6 x 4
kinds   spans by 1..2  ways by orthogonal
  rook  1..2  2..4     1..1  2..3  0..1  2..2
  pawn  1..1  0..1     1..2  1..1  3..3  0..0
setup
  place rook of Red on {a1, c2}
  place pawn of Red on b3
  place rook of Blue on f4
  place pawn of Blue on {d3, e1}
action slide
  choose p in own pieces
  choose d in orthogonal
  choose n in 0..4 where it in spans(p, turn mod 3) + ways(p, d)
  where step(site(p), d, n) is not own and step(site(p), d, n) in sites
  do let goal = step(site(p), d, n)
     if goal is enemy do capture goal
     move p to goal
turn: slide else lose
end mover wins when all p in pieces: max(spans(p, 1)) < 2
limit 14 moves: draw
"""


def test_columns_of_ranges_with_an_index() -> None:
    assert agree(SPANS)
    game = checked(SPANS)
    assert game is not None and NativeEngine(game, effort=0).compiled.is_lowered


HELD = """game "Held"
players Red facing north, Blue facing south
board square 5 x 5
kinds man, king
field worn of piece: 0..3
field friend of piece: piece or none
pool held of player
setup
  place king of Red on {b1, d1}
  place man of Blue on {b2, c2, d2, c4, b4, d4} with worn = 1
  friend(piece(b2)) := piece(c4)
  place man of Red on e1
  place king of Blue on e5
move hop by king
  line any: empty*, enemy as victim, empty
  do worn(piece(victim)) := (worn(piece(victim)) + file(from)) mod 3
     friend(piece(victim)) := piece if file(to) < 4 else none
     move piece(victim) to held(mover)
  again must up to 4 once per outcome
move go
  line any up to 1: empty
end mover wins when some p in own pieces: friend(p) is own king
turn: hop or go else lose
limit 12 moves: draw
"""


def test_once_per_outcome_with_fields_of_pieces_off_the_board() -> None:
    assert agree(HELD, games=6)
    game = checked(HELD)
    assert game is not None and NativeEngine(game, effort=0).compiled.is_lowered


FAR = """game "Far"
players Red facing north, Blue facing south
board square 8 x 8
kinds man, king
setup
  for p in players do place king of p on home_rank(p)
move hop by king
  line orthogonal: empty*, enemy, empty
  again may up to 12
move go
  line any up to 2: empty
turn: hop or go or pass else lose
limit 12 moves: draw
"""


def test_numbers_beyond_a_word_of_an_action_before_others() -> None:
    """Actions that repeat have numbers of more than 64 bits, and so have those that are declared after them."""
    assert agree(FAR, games=1, plies=10)
    game = checked(FAR)
    assert game is not None
    engine = NativeEngine(game, effort=0)
    assert engine.compiled.is_lowered
    numbers = engine.reference.numbers
    assert numbers.offsets[1] > 1 << 64 and numbers.codes[1] == 0
    legal = engine.initial_state().legal_actions()
    assert legal == engine.reference.initial_state().legal_actions() and min(legal) > 1 << 64
    with pytest.raises(OverflowError, match="more than 64 bits"):
        engine.batch(2).legal()


def test_many_phases_and_many_offers_of_one() -> None:
    """Decisions are told apart in a game of more phases, and more offers of a phase, than anybody needs."""
    steps = "".join(
        f"action a{i}\n  do phase := {f'p{i + 1}' if i < 39 else 'main'}\n     mark(a3) := lit\n"
        for i in range(40)
    )
    phases = "".join(f"phase p{i}: a{i} if turn mod {i + 2} > 0 else go\n" for i in range(40))
    offers = "turn: " + " else ".join(f"go if turn mod 41 = {k}" for k in range(41)) + " else pass\n"
    assert agree(HEAD + GO + steps + phases + offers + "limit 60 moves: draw\n", games=4)


LATTICE = """game "Lattice"
players Red, Blue
board square 20 x 20 with borders, nodes
kinds stroke
field closed of game: 0..999
let done(e: site) = {c in cells(e) where all x in borders(c): x is occupied}
action connect
  choose e in borders where e is empty
  where file(e) = 20 and rank(e) < 4
  do place stroke of mover on e
     closed := closed + count(done(e))
     for n in nodes(e) do
       if some b in borders(n, north): b is occupied do closed := closed + 1
action fill
  choose s in {a1, t20, b3n}
  do for x in sites where x is empty and x != s do place stroke of mover on x
turn: fill if moves = 5 else connect
end mover wins when full
end rival(mover) wins when closed > 30
limit 9 moves: draw
"""


@pytest.mark.parametrize("size", ["20 x 20", "20 x 5"])
def test_borders_and_nodes_of_small_and_very_large_boards(size: str) -> None:
    assert agree(LATTICE.replace("20 x 20", size).replace("t20", "t5"), games=2, plies=10)


@pytest.mark.parametrize("rules", [*IN_DOUBT.values(), *SURE.values()], ids=[*IN_DOUBT, *SURE])
def test_only_what_cannot_go_wrong_is_foreseen(rules: str) -> None:
    text = HEAD + rules + "prefer captures > 0\nturn: go else lose\n" + END
    game = checked(text)
    assert game is not None and game.prefers
    is_foreseen = not with_preferred_groups(game).prefers
    assert is_foreseen == (rules in SURE.values())
    assert agree(text)
