"""Demands with alternatives, choices among choices, and what is made by itself."""

from pathlib import Path

import gdl
import interpreter
from interpreter.engines.base import Engine, State

GAME = """\
game "Raid"
players Red, Blue
board square 3 x 1
kinds man
field level of piece: 0..2
field raids of game: 0..9
pool bag of player

setup
  place man of Red on a1
  place man of Blue on c1
  for p in players do place man of p in bag(p) times 2

action raid
  choose p in own pieces
  do then must power(p)
     then count_it

choice power(p: piece): grow(p) or spread(p)

choice grow(p: piece)
  where level(p) < 1
  do level(p) := level(p) + 1

choice spread(p: piece)
  choose s in neighbours(site(p)) where s is empty
  do move man from bag(mover) to s

choice count_it
  do raids := raids + 1

turn: raid else draw
end mover wins when raids = 3
"""


def engine(folder: Path) -> Engine:
    path = folder / "raid.gdl"
    path.write_text(GAME)
    return interpreter.engine(gdl.load(str(path)), effort=0)


def moves(state: State) -> list[str]:
    return sorted(state.action_to_string(a) for a in state.legal_actions())


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(state.action_from_string(text))
    return state


def test_a_demand_offers_all_its_alternatives(tmp_path: Path) -> None:
    assert moves(play(engine(tmp_path).initial_state(), "a1")) == ["b1", "grow"]


def test_what_leaves_nothing_to_choose_is_made_by_itself_and_last(tmp_path: Path) -> None:
    state = play(engine(tmp_path).initial_state(), "a1")
    assert state.position()["fields"].get("raids", 0) == 0
    state = play(state, "b1")
    assert state.position()["fields"]["raids"] == 1
    assert state.current_player == 1
    assert state.position()["fields"]["moves"] == 2


def test_must_looks_through_the_alternatives(tmp_path: Path) -> None:
    state = play(engine(tmp_path).initial_state(), "a1", "b1", "c1", "grow")
    assert moves(state) == ["a1", "b1"]
    state = play(state, "a1", "grow")
    assert state.is_terminal
    assert state.returns == [1, -1]


def test_a_position_with_alternatives_reads_back(tmp_path: Path) -> None:
    made = engine(tmp_path)
    state = play(made.initial_state(), "a1")
    again = made.state(state.position())
    assert again == state
    assert moves(again) == moves(state)
    assert play(again, "grow") == play(state, "grow")


WORDS = """\
game "Tools"
players Red, Blue
board square 5 x 1 stacking
kinds      power   cost
  hammer   strike  1
  boot     both    2
  stone    none    3
  pebble   glitter 4
pool box of player
field mode of game: hop, strike
field hops of game: 0..99

let chosen(p: piece) = power(p)

setup
  place boot of Red on a1
  place hammer of Red on b1
  place stone of Red on c1
  place pebble of Red on c1
  place boot of Blue on e1

action use
  choose p in own pieces
  do then must power(p)(p)

action obey  -- the first word of the field
  do then must mode(last(own pieces))

action give
  choose p in own pieces
  do then must chosen(p)(p) or count_it

choice both(p: piece): hop(p) or strike(p)

choice hop(p: piece)
  choose s in neighbours(site(p)) where s is empty
  do move p to s

choice strike(p: piece)
  choose s in neighbours(site(p)) where some (stack(s) where it is own)
  do remove last(stack(s))
     mode := hop

choice count_it
  do hops := hops + 1

turn: use or obey or give else draw
end mover wins when hops = 3
"""


def tools(folder: Path) -> State:
    path = folder / "tools.gdl"
    path.write_text(WORDS)
    return interpreter.engine(gdl.load(str(path)), effort=0).initial_state()


def test_a_word_demands_the_choice_of_its_name_and_a_choice_among_choices(tmp_path: Path) -> None:
    state = tools(tmp_path)
    assert moves(play(state, "use b1 Red hammer")) == ["strike a1", "strike c1"]
    assert moves(play(state, "use a1 Red boot")) == ["strike b1"]


def test_what_is_given_stands_behind_a_word_that_is_a_value_by_itself(tmp_path: Path) -> None:
    state = tools(tmp_path)
    assert moves(play(state, "obey")) == ["hop d1"]


def test_a_word_that_names_no_choice_and_none_demand_nothing(tmp_path: Path) -> None:
    state = tools(tmp_path)
    for text in ("use c1 Red stone", "use c1 Red pebble"):
        assert play(state, text).current_player == 1


def test_a_word_of_a_definition_may_stand_among_alternatives(tmp_path: Path) -> None:
    state = tools(tmp_path)
    assert moves(play(state, "give b1 Red hammer")) == ["count_it", "strike a1", "strike c1"]
    after = play(state, "give c1 Red stone")  # the stone has no power, so the other is all that is left
    assert after.position()["fields"]["hops"] == 1
