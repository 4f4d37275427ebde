"""Why a move is not legal: reasons behind reasons, in conditions, definitions, demanded choices and the steps of an action."""

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import bundled
import pytest
from click.testing import CliRunner
from small import SMALL

from interpreter.cli import cli
from interpreter.engines.answers import Reason
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.view import View

Make = Callable[..., Engine]
Item = TypeVar("Item")


def lines(reasons: list[Reason] | tuple[Reason, ...], level: int = 0) -> list[str]:
    """The reasons with those behind them, each level further to the right."""
    found = []
    for reason in reasons:
        found += ["  " * level + reason.text, *lines(reason.because, level + 1)]
    return found


GUARDS = """\
game "Guards"
players Red, Blue
board square 3 x 3
kinds   armour
  man   1
  giant 2
  wall  9
setup
  place man of Red on {a1, b1}
  place giant of Blue on a2
  place wall of Blue on c3
let near(b: piece) = {a in pieces where owner(a) != owner(b) and beside(a, b)}
let engaged(b: piece) = count(near(b))
let exposed(b: piece) = armour(b) <= engaged(b)
move take by man, giant
  line orthogonal up to 1: [it is enemy and exposed(piece(it))]
action rest
  where all p in own pieces: exposed(p)
action stop
  where mover = Blue or not (no enemy wall) implies turn > 5
action wait
turn: take or rest or stop or wait
end draw when turn = 9
"""


def test_a_condition_is_taken_apart_as_deep_as_asked(make: Make) -> None:
    state = make(GUARDS).initial_state()
    path = "`take`: no path leads to a2: line orthogonal up to 1: [it is enemy and exposed(piece(it))]"
    whole = [
        path,
        "  on a2 this does not hold: [it is enemy and exposed(piece(it))]",
        "    `exposed(piece(it))` does not hold",
        "      `exposed` does not hold for b = a2: armour(b) <= engaged(b)",
        "        `armour(b)` is 2 and `engaged(b)` is 1",
        "          `engaged` is 1 for b = a2: count(near(b))",
    ]
    for depth in range(7):
        assert lines(state.why("a1xa2", depth)) == whole[: depth + 1]


def test_the_element_that_decides_is_named(make: Make) -> None:
    state = make(GUARDS).initial_state()
    assert lines(state.why("rest", 2)) == [
        "`rest`: this does not hold: where all p in own pieces: exposed(p)",
        "  for b1 this does not hold: exposed(p)",
        "    `exposed` does not hold for b = b1: armour(b) <= engaged(b)",
    ]


def test_where_one_of_a_few_must_pass_and_none_does_each_is_named(make: Make) -> None:
    text = GUARDS.replace("all p in own pieces: exposed(p)", "some p in own pieces: armour(p) > 1")
    assert lines(make(text).initial_state().why("rest", 3)) == [
        "`rest`: this does not hold: where some p in own pieces: armour(p) > 1",
        "  for a1 this does not hold: armour(p) > 1",
        "    `armour(p)` is 1",
        "  for b1 this does not hold: armour(p) > 1",
        "    `armour(p)` is 1",
    ]


def test_what_is_negated_is_explained_by_what_holds(make: Make) -> None:
    state = make(GUARDS).initial_state()
    found = lines(state.why("stop", 3))
    assert found == [
        "`stop`: this does not hold: where mover = Blue or not (no enemy wall) implies turn > 5",
        "  `mover = Blue or not (no enemy wall)` holds",
        "    `not (no enemy wall)` holds",
        "  `turn > 5` does not hold",
        "    `turn` is 1",
    ]


CHAIN = """\
game "Chain"
players Red, Blue
board square 3 x 3
kinds man
field tired of piece: bool
setup
  place man of Red on a1
  place man of Red on c3 with tired = true
  place man of Blue on {b1, a2}
action order
  choose p in own pieces
  do then must go(p) or fly(p)
choice go(p: piece)
  choose s in neighbours(site(p)) where s is empty
  do move p to s
choice fly(p: piece)
  where tired(p)
  choose s in corners where s is empty
  do move p to s
     then must land(p)
choice land(p: piece)
  where turn > 7
action wait
turn: order or wait
end draw when turn = 9
"""


def test_a_demanded_choice_says_why_it_could_not_follow(make: Make) -> None:
    state = make(CHAIN).initial_state()
    reasons = state.why("order a1", 3)
    assert lines(reasons) == [
        "`order`: `go` or `fly` must follow and could not",
        "  `go`: nothing can be chosen: choose s in neighbours(site(p)) where s is empty",
        "  `fly`: this does not hold: where tired(p)",
        "    `tired(p)` is false",
    ]
    assert [r.span.text.split()[0] for r in reasons[0].because] == ["choose", "where"]
    assert lines(state.why("order a1")) == ["`order`: `go` or `fly` must follow and could not"]


NEGATED = GUARDS.replace(
    "turn: take",
    """\
action differ
  where turn < 9 and turn != 1
action unlike
  where turn < 9 and a1 is not own
action without
  where turn < 9 and no p in own pieces: p is man
action outside
  where turn < 9 and a1 not in {a1, a2}
action follow
  where turn < 9 and (turn != 2 implies turn = 3)
turn: differ or unlike or without or outside or follow or take""",
)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("differ", ["  `turn != 1` does not hold", "    `turn` is 1"]),
        ("unlike", ["  `a1 is not own` does not hold"]),
        ("without", ["  `no p in own pieces: p is man` does not hold", "    for a1 this holds: p is man"]),
        ("outside", ["  `a1 not in {a1, a2}` does not hold"]),
        (
            "follow",
            [
                "  `turn != 2 implies turn = 3` does not hold",
                "    `turn != 2` holds",
                "      `turn` is 1",
                "    `turn = 3` does not hold",
            ],
        ),
    ],
)
def test_what_is_written_as_a_denial_is_told_as_written(make: Make, action: str, told: list[str]) -> None:
    assert lines(make(NEGATED).initial_state().why(action, 3))[1 : 1 + len(told)] == told


def test_a_chain_of_demands_is_followed_to_the_one_that_fails(make: Make) -> None:
    text = CHAIN.replace("go(p) or fly(p)", "fly(p)")
    state = make(text).initial_state()
    assert lines(state.why("order c3", 4)) == [
        "`order`: `fly` must follow and could not",
        "  `fly`: `land` must follow and could not with s = c1",
        "    `land`: this does not hold: where turn > 7",
        "      `turn` is 1",
    ]


JUMPS = """\
game "Jumps"
players Red facing north, Blue facing south
board square 7 x 7
kinds man
setup
  place man of Red on a1
  place man of Blue on {b2, d4, g7}
move jump by man
  line forward_diagonal: enemy as victim, empty
  do capture victim
  again must
turn: jump
end draw when turn = 9
"""


def test_a_step_that_is_not_possible_is_named_with_its_line(make: Make) -> None:
    state = make(JUMPS).initial_state()
    assert state.why("a1xc3xe5") == []
    (reason,) = state.why("a1xc3xe1")
    assert reason.text.startswith("`jump`, step 2: no path leads to e1: line")
    assert reason.span.text == "line forward_diagonal: enemy as victim, empty"
    (reason,) = state.why("a1xc3")
    assert reason.text == "`jump`: it must continue, and can"
    (reason,) = state.why("a1xc3xe5xg7")
    assert reason.text.startswith("`jump`, step 3: no path leads to g7")


def test_a_step_with_a_notation_of_its_own_is_named_with_its_line() -> None:
    state = bundled.reference("backgammon").initial_state(3)
    (reason,) = state.why("13/10 13/8", 1)
    assert "13/10 is not possible after 1 step: step 2: 3 cannot be chosen: choose die in" in reason.text
    assert reason.span.text.startswith("choose die")
    assert reason.because[0].text.startswith("`is_left` does not hold for n = 3")


def illegal(state: State, other: State) -> Iterator[str]:
    """Some actions of another position that are not legal in this one."""
    mine = {state.action_to_string(a) for a in state.legal_actions()}
    there = [other.action_to_string(a) for a in spread(other.legal_actions(), 40)]
    yield from spread([text for text in there if text not in mine], 4)


def spread(items: Sequence[Item], most: int) -> Sequence[Item]:
    """Some of them, from the first to the last."""
    return items[:: max(1, len(items) // most)][:most]


def walked(state: State, seed: int, plies: int) -> State:
    """A position after random actions. They come from the list of actions alone, so no engine's way to play changes them."""
    chance = random.Random(seed)
    for _ in range(plies):
        if state.is_terminal:
            break
        state = state.apply(chance.choice(state.legal_actions()))
    return state


# all reasons for some actions of these games, recorded by GDL_RECORD=1
GOLDEN = Path(__file__).with_name("reasons")
RECORDED = (
    "abalone", "backgammon", "chess", "cyvasse", "dark_chess", "dvonn", "euchre", "go", "hive", "kalah", "onitama", "pentago",
    "quoridor", "reversi", "santorini", "shogi", "stone_towers", "stratego", "xiangqi", "zarathustra", "zarcana", "zola",
)  # fmt: skip


@pytest.mark.parametrize("name", bundled.one_of_each_family())
def test_every_bundled_game_answers_with_little_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = bundled.native(name, SMALL.get(name, {}))
    start = engine.initial_state(1)
    asked: list[object] = []
    told: list[str] = []
    value = View.value
    monkeypatch.setattr(View, "value", lambda self, e: asked.append(e) or value(self, e))
    for plies in (0, 9):
        state, other = (walked(start, seed, n) for seed, n in ((1, plies), (2, plies + 1)))
        for text in illegal(state, other):
            asked.clear()
            told += [f"{text} after {plies}", *lines(state.why(text, 20), 1)]
            assert len(asked) < 30_000, text
    if name in RECORDED:
        golden = GOLDEN / f"{name}.txt"
        if os.environ.get("GDL_RECORD"):
            golden.write_text("\n".join(told) + "\n", encoding="utf-8")
        assert golden.read_text("utf-8").splitlines() == told


def test_the_command_goes_as_deep_as_asked(tmp_path: Path) -> None:
    file = tmp_path / "guards.gdl"
    file.write_text(GUARDS)
    arguments = ["why", str(file), "a1xa2"]
    shown = CliRunner().invoke(cli, [*arguments, "--depth", "3"])
    assert shown.exit_code == 1
    assert "      because " in shown.output
    assert "`exposed` does not hold for b = a2" in shown.output
    assert "because" not in CliRunner().invoke(cli, [*arguments, "--depth", "0"]).output
    found = json.loads(CliRunner().invoke(cli, [*arguments, "--depth", "1", "--json"]).output)
    assert found["reasons"][0]["because"][0]["text"].startswith("on a2 this does not hold")


REASONS = """\
game "Reasons"
players Red, Blue
board square 4 x 4
kinds man, king
setup
  place man of Red on {a1, c1}
  place king of Blue on b2
let around(b: site) = count(x in neighbours(b) where x is occupied)
let crowd(b: site) = around(b)
let throng(b: site) = crowd(b)
action deep
  where 5 <= throng(b2)
action phrase
  where a1 is enemy king
action some_man
  where some x in (sites where it is enemy man): x is empty
move slide by man
  line orthogonal up to 1: empty
action swap
  choose s in sites where s is own
  choose t in sites where t is own
action spread
  choose p in own pieces
  choose n in 1..4 where n > 2
  notation "{site(p)} by {n + 10}"
turn: deep or phrase or some_man or slide or swap or spread
end draw when turn = 9
"""


def test_each_level_leads_one_definition_or_one_value_deeper(make: Make) -> None:
    state = make(REASONS).initial_state()
    whole = [
        "`deep`: this does not hold: where 5 <= throng(b2)",
        "  `throng(b2)` is 0",
        "    `throng` is 0 for b = b2: crowd(b)",
        "      `crowd(b)` is 0",
        "        `crowd` is 0 for b = b2: around(b)",
        "          `around(b)` is 0",
        "            `around` is 0 for b = b2: count(x in neighbours(b) where x is occupied)",
    ]
    for depth in range(8):
        assert lines(state.why("deep", depth)) == whole[: depth + 1]


def test_a_phrase_is_not_taken_apart_and_an_empty_set_is_named(make: Make) -> None:
    state = make(REASONS).initial_state()
    assert lines(state.why("phrase", 4)) == ["`phrase`: this does not hold: where a1 is enemy king"]
    assert lines(state.why("some_man", 4))[1:] == ["  `(sites where it is enemy man)` has no elements"]


def test_a_piece_that_makes_the_move_came_further_than_one_choice_of_two(make: Make) -> None:
    state = make(REASONS).initial_state()
    assert lines(state.why("a1-a3")) == ["`slide`: no path leads to a3: line orthogonal up to 1: empty"]
    assert lines(state.why("swap a1 a3")) == ["`swap`: a3 cannot be chosen: choose t in sites where t is own"]


def test_an_action_that_is_written_without_its_name_is_judged_by_its_words(make: Make) -> None:
    rules = """game "Words"
players Red, Blue
kinds left, right
pool hand of player
setup
  for p in players do place left in hand(p); place right in hand(p)
action plan
  choose a in kinds of hand(mover)
  choose b in kinds of hand(mover) where b != a
  do move a from hand(mover) to hand(rival(mover))
turn: plan
end draw when turn = 9
"""
    state = make(rules).initial_state()
    assert state.why("left right") == []
    assert lines(state.why("left left", 1))[0].startswith("`plan`: left cannot be chosen: choose b in kinds")


def test_a_notation_that_shows_other_values_than_the_choices_is_understood(make: Make) -> None:
    state = make(REASONS).initial_state()
    assert state.why("a1 by 13") == []
    assert lines(state.why("a1 by 11", 1)) == [
        "`spread`: 1 cannot be chosen: choose n in 1..4 where n > 2",
        "  `n` is 1",
    ]


def test_a_notation_that_shows_a_chosen_set_may_be_asked_about(make: Make) -> None:
    state = make(
        """
players Red, Blue
board square 3 x 3
kinds man
setup
  place man of Red on sites
action lift
  choose men: 1..2 of own pieces
  do remove men
  notation "{men}"
turn: lift
end draw when turn > 9
"""
    ).initial_state()
    assert [reason.text for reason in state.why("a1 b5")] == ["no action of this turn is written so"]


def test_of_steps_that_are_written_alike_the_first_that_comes_furthest_speaks(make: Make) -> None:
    text = """\
game "Alike"
players Red, Blue
board square 4 x 4
kinds man, king, queen
action go
  choose s in sites where s is empty
  choose k in kinds where k != man
  where k = queen
  where moves > 3
  do place k of mover on s
  again may up to 2
  notation "{s}"
turn: go else pass
end draw when full
"""
    state = make(text).initial_state()
    assert lines(state.why("a1 b1")) == [
        "`go`: a1 b1 is not possible: step 1: this does not hold: where k = queen"
    ]


POINTED = """\
game "Pointed"
players Red, Blue
board square 3 x 3
kinds man, tower
setup
  place man of Red on {a1, b1}
  place tower of Blue on c3
move walk by man
  line orthogonal up to 1: empty
action link
  choose a in own man
  choose b in enemy tower where beside(a, b)
action mark
  choose k in kinds where k is man
  choose s in sites where s is empty and rank(s) = 2
turn: walk or link
"""


@pytest.mark.parametrize(
    ("pointed", "said"),
    [
        ("c3", "c3 is not yours: the piece there belongs to Blue"),
        ("b2", "there is no piece on b2"),
        ("b1-c3", "`walk`: no path leads to c3: line orthogonal up to 1: empty"),
    ],
)
def test_sites_that_are_only_the_first_of_an_action_are_judged(make: Make, pointed: str, said: str) -> None:
    assert said in lines(make(POINTED).initial_state().why(pointed))


def test_a_clause_that_asks_for_what_is_not_said_is_left_out(make: Make) -> None:
    state = make(POINTED.replace("turn: walk or link", "turn: mark")).initial_state()
    assert lines(state.why("a1")) == [
        "`mark`: a1 cannot be chosen: choose s in sites where s is empty and rank(s) = 2"
    ]


def test_sites_behind_which_nothing_is_left_name_the_next_choice(make: Make) -> None:
    state = make(POINTED.replace("turn: walk or link", "turn: link else pass")).initial_state()
    assert lines(state.why("a1")) == [
        "`link`: nothing can be chosen after a1: choose b in enemy tower where beside(a, b)"
    ]


FURTHEST = """\
game "Furthest"
players Red, Blue
board square 3 x 3
kinds man
setup
  place man of Red on a1
  place man of Blue on c3
action order
  choose p in own pieces
  do then must go(p)
choice go(p: piece)
  choose s in neighbours(site(p)) where s is empty
  where file(s) > 1
  where rank(s) > 5
turn: order else pass
end draw when turn = 9
"""


def test_of_the_candidates_of_a_demand_the_one_that_comes_furthest_speaks(make: Make) -> None:
    """A neighbour that fails sooner comes after one that fails later."""
    assert lines(make(FURTHEST).initial_state().why("order a1", 2)) == [
        "`order`: `go` must follow and could not",
        "  `go`: this does not hold: where rank(s) > 5",
        "    `rank(s)` is 1",
    ]


BUILDING = """\
game "Building"
players Red, Blue
board square 4 x 4
kinds man, king
action go
  choose s in sites where s is empty
  choose k in kinds
  do place k of mover on s
  again may up to 3 where no own king
  notation "{s}"
action pay
  choose s in sites where s is empty
  choose n in 1..2
  do place man of mover on s
  again may up to 2
turn: go or pay
end draw when full
"""


def test_of_ways_that_are_written_alike_the_one_of_the_most_steps_speaks(make: Make) -> None:
    """A king as the first piece would end it sooner than a man."""
    state = make(BUILDING).initial_state()
    assert lines(state.why("a1 b1 c1 d1")) == ["`go`: d1 is not possible after 3 steps: it does not continue"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b1 1 b1 2", "b1 2 is not possible after 1 step: step 2: b1 cannot be chosen: choose s in sites"),
        ("b1 1 a1 2 c1 1", "c1 1 is not possible after 2 steps: it does not continue"),
    ],
)
def test_steps_of_several_words_are_followed_in_their_order(make: Make, text: str, said: str) -> None:
    state = make(BUILDING).initial_state()
    assert any(line.startswith(f"`pay`: {said}") for line in lines(state.why(text)))


HOPS = """\
game "Hops"
players Red, Blue
board square 6 x 1
kinds man
setup
  place man of Red on a1
action rest
move hop by man
  line east up to 1: empty
  again may up to 3
turn: hop or rest
end draw when turn = 9
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a1-b1-c1-d1", []),
        ("a1-b1-c1-d1-e1", ["`hop`, step 4: it does not continue"]),
        ("a1-b1-d1", ["`hop`, step 2: no path leads to d1: line east up to 1: empty"]),
        ("a1-b1-c1-e1", ["`hop`, step 3: no path leads to e1: line east up to 1: empty"]),
    ],
)
def test_a_move_continues_as_often_as_it_says(make: Make, text: str, said: list[str]) -> None:
    assert lines(make(HOPS).initial_state().why(text)) == said
