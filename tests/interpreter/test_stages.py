"""What players have chosen together takes effect in stages, which can be looked at one after the other."""

from collections.abc import Callable

import pytest
from racing import RACE

from interpreter.engines.base import Engine, State
from interpreter.play.session import shown_stages

Make = Callable[[str], Engine]


def chosen(made: Engine, *moves: str) -> tuple[State, int]:
    """The state before the last of these moves, and the number of that."""
    state = made.initial_state()
    for move in moves[:-1]:
        state = state.apply(state.action_from_string(move))
    return state, state.action_from_string(moves[-1])


def boards(state: State, action: int, viewer: int | None = None) -> list[list[str]]:
    return [sorted(seen["pieces"]) for _, seen in shown_stages(state, action, viewer)]


def test_each_round_of_numbers_is_a_stage(make: Make) -> None:
    state, action = chosen(make(RACE), "program 3", "program 1")
    assert boards(state, action) == [["b1", "b2"], ["b2", "c1"]]
    assert sorted(state.apply(action).public()["pieces"]) == ["b2", "d1"]


def test_a_choice_that_still_waits_has_no_stages(make: Make) -> None:
    state, action = chosen(make(RACE), "program 3")
    assert state.stages(action) == []


def test_where_something_is_hidden_by_a_clause_no_stages_are_shown(make: Make) -> None:
    hiding = RACE + "hide c in pieces from v where owner(c) != v\n"
    state, action = chosen(make(hiding), "program 3", "program 1")
    assert state.stages(action) == []


@pytest.mark.parametrize(
    "first", ["move first(hand(Red)) to table", "place card of Red in table"], ids=["held", "new"]
)
def test_a_card_that_is_hidden_before_and_afterwards_is_not_seen_on_the_way(make: Make, first: str) -> None:
    cards = RACE.replace(
        "kinds car", "kinds car, card\npool hand of player seen by owner\npool table of game"
    )
    cards = cards.replace("setup\n", "setup\n  place card of Red in hand(Red)\n")
    cards = cards.replace(
        "for r in 1..3 do\n",
        f"""for r in 1..2 do
    if r = 1 do {first}
    if r = 2 do move first(table) to hand(Red)
  for r in 1..3 do
""",
    )
    state, action = chosen(make(cards), "program 1", "program 1")
    assert state.stages(action)
    assert not any("table" in seen.get("pools", {}) for _, seen in shown_stages(state, action, None))


TRICKS = """
game "Higher card"
  language 3
players Ann, Bob
kinds each suit in {suns as S, moons as M}, value in {1..6}
pool hand of player seen by owner
pool trick of player
pool won of player
setup
  place S1 in hand(Ann)
  place S4 in hand(Bob)
action lay
  choose openly k in kinds of hand(mover)
  do move k from hand(mover) to trick(mover)
     if some trick(rival(mover)) do
       for p in players, c in trick(p) do move c to won(mover)
turn: lay
end draw when no p in players: some hand(p)
"""


def test_the_last_card_of_a_trick_is_seen_while_the_trick_lies_there(make: Make) -> None:
    state, action = chosen(make(TRICKS), "S1", "S4")
    for viewer in (None, 0, 1):
        ((_, seen),) = shown_stages(state, action, viewer)
        assert seen["pools"]["trick"] == {"Ann": ["S1"], "Bob": ["S4"]}
        assert "won" not in seen["pools"]
    first, action = chosen(make(TRICKS), "S1")
    assert shown_stages(first, action, 0) == []
