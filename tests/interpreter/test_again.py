"""Actions that continue: their steps, in which order, how they are counted, written, read and explained."""

from collections.abc import Callable

import pytest

import interpreter
from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction
from interpreter.shared.numbering import ActionNumbers

pytestmark = pytest.mark.thorough

Make = Callable[..., Engine]

HEAD = """\
game "Row"
players Red, Blue
board square 4 x 1
kinds stone
field marked of site: bool
field last of game: 0..9

"""
TAIL = """
turn: put else pass
end mover wins when full
"""


def row(again: str, *more: str, where: str = "s is empty") -> str:
    lines = [
        f"action put\n  choose s in sites where {where}",
        "  do place stone of mover on s",
        f"  {again}",
        *more,
    ]
    return HEAD + "\n".join(lines) + TAIL


def moves(state: State) -> list[str]:
    return [state.action_to_string(a) for a in state.legal_actions()]


def play(state: State, text: str) -> State:
    return state.apply(state.action_from_string(text))


def test_an_action_goes_on_if_the_player_wants_to(make: Make) -> None:
    state = make(row("again may up to 2")).initial_state()
    assert len(moves(state)) == 4 + 4 * 3
    assert "b1 a1" in moves(state)
    assert sorted(play(state, "b1 a1").position()["pieces"]) == ["a1", "b1"]


def test_an_action_goes_on_as_long_as_it_must(make: Make) -> None:
    state = make(row("again must up to 3")).initial_state()
    assert len(moves(state)) == 4 * 3 * 2
    assert len(moves(play(state, "a1 b1 c1"))) == 1, "one site is left, so one step is all"


def test_in_any_order_each_set_of_steps_is_one_action(make: Make) -> None:
    state = make(row("again may up to 3 in any order")).initial_state()
    assert len(moves(state)) == 4 + 6 + 4
    assert "b1 a1" not in moves(state)
    assert play(state, "b1 a1") == play(state, "a1 b1")


def test_what_can_be_done_in_one_order_only_stays(make: Make) -> None:
    text = row("again must in any order", where="s is empty and (s = d1 or step(s, east) is not empty)")
    assert moves(make(text).initial_state()) == ["d1 c1 b1 a1"]


def test_the_condition_is_asked_after_each_step(make: Make) -> None:
    state = make(row("again must where s in {a1, b1}")).initial_state()
    assert {"c1", "d1", "a1 c1", "b1 a1 d1", "a1 b1 c1"} <= set(moves(state))
    assert "c1 a1" not in moves(state)


def test_steps_count_what_is_done(make: Make) -> None:
    text = row("again may up to 4 in any order where steps < 3", "  finally last := steps", where="steps < 9")
    text = text.replace("s in sites where", "s in sites where s is empty and s != a1 and")
    state = play(make(text).initial_state(), "b1 c1 d1")
    assert state.position()["fields"]["last"] == 3
    first = row("again may up to 2", where="s is empty and (steps = 0) = (s = a1)")
    state = make(first).initial_state()
    assert moves(state) == ["a1", "a1 b1", "a1 c1", "a1 d1"]
    assert moves(play(state, "a1 c1")) == ["pass"], "no step of the next action is made yet"


def test_preferences_filter_one_after_the_other(make: Make) -> None:
    text = row("again may up to 3 in any order where steps < 2") + (
        "prefer most steps\nprefer most -sum(file(t) for t in (sites where it is own))\n"
    )
    assert moves(make(text).initial_state()) == ["a1 b1"]


def test_numbers_hold_every_step(make: Make) -> None:
    engine = make(row("again may up to 3"))
    numbers = ActionNumbers(engine.game)
    state = engine.initial_state()
    assert numbers.total == 4 * 5 * 5 + 2  # pass and done have numbers, too
    for action in state.legal_actions():
        move = numbers.decode(action)
        assert move is not None
        assert numbers.encode(move) == action
        assert len(state.action_sites(action)) == 1 + len(move.hops)


def test_a_notation_is_that_of_each_step_before_it(make: Make) -> None:
    text = row("again may up to 2", '  notation "{s}{mark(s)}"') + (
        'let mark(s: site) = "+" if (some n in neighbours(s): n is own) else ""\n'
    )
    state = make(text).initial_state()
    assert {"a1 b1+", "a1 c1", "b1 a1+"} <= set(moves(state))


def test_steps_in_any_order_are_read_without_marks(make: Make) -> None:
    text = row("again must up to 2 in any order", '  notation "{s}{mark(s)}"') + (
        'let mark(s: site) = "*" if s in {b1, d1} else ""\n'
    )
    state = make(text).initial_state()
    assert "a1 b1*" in moves(state)
    assert play(state, "b1 a1") == play(state, "a1 b1*")
    with pytest.raises(IllegalAction, match="not legal"):
        state.action_from_string("a1 a1")


def test_why_names_what_an_action_lacks(make: Make) -> None:
    state = make(row("again must up to 2")).initial_state()
    assert "must continue" in state.why("a1")[0].text
    assert "not possible after 1 step" in state.why("a1 a1")[0].text
    assert state.why("b1 a1") == []
    state = make(row("again may up to 2") + "prefer most steps\n").initial_state()
    assert "preferred: prefer most steps" in state.why("a1")[0].text
    state = make(row("again may up to 2") + "require b1 is empty\n").initial_state()
    assert "would not hold: require b1 is empty" in state.why("a1 b1")[0].text


def test_a_demanded_choice_goes_on_too(make: Make) -> None:
    text = (
        HEAD
        + "action put\n  choose s in sites where s is empty\n  do place stone of mover on s\n     then mark(s)\n"
        + "choice mark(start: site)\n  choose m in sites where m != start and not marked(m)\n"
        + "  do marked(m) := true\n  again must up to 2 in any order\n"
        + TAIL
    )
    state = play(make(text).initial_state(), "put a1")
    assert moves(state) == ["mark b1 c1", "mark b1 d1", "mark c1 d1"]
    after = play(state, "mark d1 b1").position()
    assert after["to_move"] == "Blue"
    assert after["sites"] == {"marked": {"b1": True, "d1": True}}


def test_what_branches_without_end_is_an_error(make: Make) -> None:
    text = row("again may up to 40").replace("4 x 1", "5 x 4")
    with pytest.raises(GameError, match="too-many-ways"):
        make(text).initial_state().legal_actions()


def test_chance_may_follow_where_only_offered_actions_are_preferred() -> None:
    roll = "choice roll\n  do random n in 1..6\n     last := n\nsettle after put\n  then roll\nprefer most steps\n"
    game, found = examine_source(Source("row.gdl", row("again may up to 2") + roll))
    assert game is not None, [d.message for d in found]
    wrong = row("again may up to 2").replace("do place", "do random n in 1..6\n     place")
    game, found = examine_source(Source("row.gdl", wrong))
    assert game is None
    assert [d.code for d in found] == ["chance-in-doubt"]


def test_a_move_has_an_order() -> None:
    text = HEAD + "move go\n  line any: empty\n  again may up to 2 in any order\n" + TAIL.replace("put", "go")
    _, found = examine_source(Source("row.gdl", text))
    assert "bad-again" in [d.code for d in found]


def test_a_number_of_steps_leads_on_along_a_track(make: Make) -> None:
    engine = make(row("again may up to 2"))
    state = engine.initial_state()
    assert engine.evaluate(
        state, "step(a1, east, 3) = d1 and step(a1, east, 0) = a1 and step(d1, west, 2) = b1"
    )
    assert engine.evaluate(state, "step(a1, east, 4) = none and step(a1, east, -1) = none")


def test_beginnings_are_told_apart_at_every_depth(make) -> None:  # type: ignore[no-untyped-def]
    text = (
        "players Red, Blue\nboard square 3 x 2\nkinds man\n"
        "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
        "  again may up to 3 in any order\nturn: put else lose\n"
    )
    engine = make(text)
    first = 6 + 15 + 20  # one site, two or three of six
    second = 6 * (5 + 10 + 10) + 15 * (4 + 6 + 4) + 20 * (3 + 3 + 1)
    assert [engine.perft(engine.initial_state(), depth) for depth in (1, 2)] == [first, second]


def test_what_steps_tell_each_other_is_gone_when_the_action_is_done(make) -> None:  # type: ignore[no-untyped-def]
    text = (
        "players Red, Blue\nboard square 7 x 1\nkinds man\nfield heading of game: direction or none until done\n"
        "setup\n  place man of Red on a1\n  place man of Blue on g1\n"
        "move go by man\n  line orthogonal up to 1: empty\n"
        "  where heading is none or towards(from, to) = heading\n  do heading := towards(from, to)\n  again may up to 3\n"
        "turn: go else lose\nend mover wins when heading = west\n"
    )
    engine = make(text)
    state = engine.initial_state()
    assert engine.perft(state, 2) == 3 + 3 + 2  # Blue's first step is free, though Red has just gone east
    state = state.apply(state.legal_actions()[0])
    assert "heading" not in state.position()["fields"]
    assert state.apply(state.legal_actions()[0]).is_terminal  # ends are judged before it is gone


def test_choices_that_are_too_many_together_are_an_error() -> None:
    choices = "".join(f"  choose {n} in 1..1000 where {n} > moves\n" for n in "abc")
    text = HEAD + f"action put\n{choices}  where a + b = c\n  do place stone of mover on a1\n" + TAIL
    game, found = examine_source(Source("row.gdl", text))
    assert game is not None, [d.message for d in found]
    with pytest.raises(GameError, match="too-many-ways"):
        interpreter.engine(game, "reference").initial_state().legal_actions()


def test_nothing_is_counted_before_the_first_action(make: Make) -> None:
    """A set-up reads every counter as it is at the beginning."""
    text = HEAD + "action wait\n  where marked(a1)\nturn: wait else lose\nend draw when turn = 3\n"
    text += "setup\n  marked(a1) := steps = 0 and passes = 0 and moves = 0 and turn = 1\n"
    state = make(text).initial_state()
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["wait"]
