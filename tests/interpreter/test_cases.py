"""The tests beside a game: what they cannot ask, and how they read moves."""

from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner

from interpreter import engine as make_engine
from interpreter.analysis import cases
from interpreter.analysis.cases import run_file
from interpreter.analysis.time_limit import is_done_within
from interpreter.cli import cli
from interpreter.engines.base import Engine
from interpreter.engines.errors import PositionError
from interpreter.play.text.styled import side_by_side

PUZZLE = """- name: there
  position: {to_move: X, pieces: {a1: X mark, b2: O mark}}
  solve_in: 2
  goal: c3 is X
  settings:
"""

GAME = """game "Slide"
option size = 3 from 3..5
players X, O
board square size x size
kinds mark
field n of game: 0..9
field gold of player: 0..9
field land of site: player or none

setup
  place mark of X on a1
  place mark of O on a3
move go
  line any: empty, any
turn: go
end draw when moves = 5
"""


def messages(folder: Path, case: str, game: str = GAME) -> list[str]:
    (folder / "g.gdl").write_text(game, "utf-8")
    (folder / "g.yaml").write_text(case, "utf-8")
    try:
        found = [m for r in run_file(folder / "g.gdl") for m in r.messages]
    except PositionError as error:
        found = [str(error)]
    return [m.replace(str(folder) + "/", "") for m in found]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("expect: {pieces: {z9: none}}", "2:21: the board has no site `z9`: its sites are a1 to"),
        ("expect: {fields: {nosuch: none}}", "2:21: the game has no field `nosuch`: there are n, gold"),
        ("expect: {fields: {gold: {Z: none}}}", "2:28: no player is named `Z`: there are X, O"),
        ("expect: {fields: {n: 77}}", "2:21: `n` holds 0..9, not 77"),
        ("expect: {sites: {land: {q1: none}}}", "2:27: the board has no site `q1`"),
        ("expect: {sites: {lend: none}}", "2:20: sites have no field `lend`: did you mean `land`?"),
        ("expect: {pools: {hand: none}}", "2:20: this game has no pool `hand`: there are none"),
        ("expect: {pices: {a1: X mark}}", "2:12: a position has no part `pices`: did you mean `pieces`?"),
        ("expect: {to_move: Q}", "2:12: no player is named `Q`: there are X, O"),
        ("expect: {pieces: {a1: Y mark}}", "2:21: no player or kind of piece is named `Y`"),
        ("expect: {pieces: {a1: X stone}}", "2:21: no player or kind of piece is named `stone`"),
        ("winner: Nobody", "2:3: no player is named `Nobody`: `winner` is X, O, draw or none"),
        ("winner: [X, Nobody]", "2:3: no player is named `Nobody`"),
        ("returns: [1]", "2:3: `returns` gives one number for each of X, O, not 1"),
        ("legal: []", "1:3: this case asks nothing; what can be asked is legal, illegal"),
        ("moves: [a1]", "2:3: a case has no part `moves`: did you mean `after`?"),
        ("after: [a1", "2:10: this is not YAML: the list that begins here is not closed"),
        ("position: {phase: main}\n  count: 3", "2:14: `phase` is one of the `fields`: write `fields: {phase: main}`"),
        ("expect: {n: 3}", "2:12: `n` is one of the `fields`: write `fields: {n: 3}`"),
        ("expect: {a1: X mark}", "2:12: a position has no part `a1`: it is a site, write `pieces: {a1: X mark}`"),
        ("expect: {b1: none}", "2:12: a position has no part `b1`: it is a site, write `pieces: {b1: none}`"),
        ("expect: {a1: 3}", "2:12: a position has no part `a1`: it is a site, write `sites: {land: {a1: 3}}`"),
        ("expect: {land: {a1: X}}", "2:12: a position has no part `land`: it is a field of sites, write `sites: {land: {a1: X}}`"),
        ("expect: {X: 3}", "2:12: a position has no part `X`: X is a player, write `fields: {gold: {X: 3}}`"),
        ("position: {b1: [X mark]}\n  count: 3", "2:14: a position has no part `b1`: it is a site, write `pieces: {b1: [X mark]}`"),
        ("expect: {pieces: {X mark: a1}}", "2:21: the site stands before its piece: write `a1: X mark`"),
        ("position: {pieces: {X mark: a1}}\n  count: 3", "2:23: the site stands before its piece: write `a1: X mark`"),
        ("position: {pieces: [a1]}\n  count: 3", "2:14: `pieces` is a mapping such as `{a1: X mark}`, not ['a1']"),
        ("position: {pieces: {a1: empty}}\n  count: 3", "2:23: `empty` is no piece: an empty site is left out"),
        ("expect: {fields: {X: {gold: 3}}}", "2:21: the field stands before the player: write `fields: {gold: {X: 3}}`"),
        ("expect: {sites: {a1: {land: X}}}", "2:20: the field stands before the site: write `sites: {land: {a1: X}}`"),
        ("expect: {gold: 3}", "2:12: `gold` is one of the `fields`: write `fields: {gold: {X: 3, ...}}`"),
        ("expect: {mover: X}", "2:12: a position has no part `mover`: did you mean `to_move`?"),
        ("winner: x", "2:3: no player is named `x`: did you mean `X`?"),
        ("variant: [a, b]\n  count: 1", "2:3: `variant` is a text, not ['a', 'b']"),
        ("perft: 14", "2:3: `perft` is a mapping, not 14: write `perft: {1: 14}`"),
        ("perft: {99999999999: 1}", "2:3: `perft` gives a count for each depth from 1 to 99"),
        ("returns: {X: 1, O: 0}", "2:3: `returns` is a list, not {'X': 1, 'O': 0}: write `returns: [1, 0]`"),
        ("holds: [some own mark]", "2:3: `holds` is a text, not ['some own mark']: write `holds: some own mark`"),
        ("holds: some own queen", "2:3: condition:1:10: error[unknown-piece]"),
        ("holds: count(own marks) = 2", "2:3: condition:1:11: error[unknown-piece]: no piece is named `marks`; did you mean `mark`?"),
        ("expect: {sites: {a1: X}}", "2:20: `a1` is a site, and its field stands before it: write `sites: {land: {a1: X}}`"),
        ("position: {sites: {a1: X}}\n  count: 3", "2:22: `a1` is a site, and its field stands before it: write `sites: {land: {a1: X}}`"),
        ("expect: {fields: {gold(X): 3}}", "2:21: what has a value stands below its field: write `gold: {X: 3}`"),
        ("position: {turn: X}\n  count: 3", "2:14: `turn` is a number; who acts next is said with `to_move`: write `to_move: X`"),
        ("to_move: X", "2:3: `to_move` is a part of a position: write `position: {to_move: X}`, or `expect: {to_move: X}`"),
        ("winner: X and O", "2:3: no player is named `X and O`: several are a list, `winner: [X, O]`"),
        ("legal: go a1 to b1", "2:3: expected go to be legal, but it is not: in one text blanks alone stand between moves: write the list `legal: [go a1 to b1]`"),
        ("position: {pieces: {X mark: [a1, b1]}}\n  count: 3", "2:23: the site stands before its piece: write `a1: X mark, b1: X mark`"),
        ("count: 3\n  name: another", "3:3: `name` is given twice; each case begins with `- `: write `- name: ...`"),
        ("setup: {a1: X mark}", "2:3: a case has no part `setup`: did you mean `position`?"),
        ("goal: full", "2:3: `solve_in` and `goal` go together: `solve_in: 2` is missing"),
        ("after: a1-b1, a3-b3\n  count: 3", "2:3: move 1 of `after`: a1-b1, is not legal: `go`: no path leads to b1: line any: empty, any; in one text blanks alone stand between moves: write the list `after: [a1-b1, a3-b3]`"),
        ("expect: {count: 3}", "2:12: a position has no part `count`: it is a part of the case, and stands beside `expect`: `count: 3`"),
        ("expcet: {}", "2:3: a case has no part `expcet`: did you mean `expect`?"),
        ("options: {sizes: 3}\n  count: 3", "2:13: no option is named `sizes`; did you mean `size`?"),
        ("options: {size: 9}\n  count: 3", "2:13: `size` cannot be 9; take one of 3, 4, 5"),
        ("variant: big\n  count: 3", "2:3: no variant is named `big`; the game has none"),
        ("position: {fields: {turn: 18446744073709551616}}\n  count: 3", "2:23: `turn` is a whole number from 1 to"),
    ],
)  # fmt: skip
def test_a_question_that_the_game_cannot_answer_is_an_error(
    question: str, answer: str, tmp_path: Path
) -> None:
    found = messages(tmp_path, f"- name: case\n  {question}\n")
    assert len(found) == 1
    assert found[0].startswith(f"g.yaml:{answer}")


def test_a_name_that_is_no_text_is_an_error_of_its_case_alone(tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text(GAME, "utf-8")
    (tmp_path / "g.yaml").write_text(
        "- name: [a, b]\n  count: 3\n- name:\n  winner: none\n- winner: none\n", "utf-8"
    )
    listed, *others = run_file(tmp_path / "g.gdl")
    assert listed.messages[0].endswith("g.yaml:1:3: `name` is a text or a whole number, not ['a', 'b']")
    assert [listed.name, *(r.name for r in others)] == ["case 1", "case 2", "case 3"]
    assert all(r.passed for r in others)


def test_what_is_absent_may_be_asked_for(tmp_path: Path) -> None:
    case = """- name: nothing there
  expect: {to_move: X, pieces: {b1: none, a1: X mark}, fields: {gold: {X: none}, turn: 1}, sites: {land: none}, pools: none}
"""
    assert messages(tmp_path, case) == []


SIGNS = """game "Signs"
option least = 1 from 1..2
players X, O
board square 3 x 3
kinds mark, A1
field lit of site: bool
action put
  choose k in kinds
  choose s in sites where s is empty
  where s in corners
  do place k of mover on s
  notation "{k}@{s}" if k = mark else "{s}!"
action add
  choose n in least..4 where n != 3
  do lit(a1) := n = 4
turn: put or add
end draw when moves = 5
"""


@pytest.mark.parametrize(
    ("illegal", "is_a_move"),
    [
        ("3", True),
        ("5", False),
        ("0", False),
        ("mark@b2", True),
        ("b2!", True),
        ("b2 nobody", False),
        ("mark", False),
        ("king@b2", False),
        ("a1 a9", False),
        ("add 7", True),
        ("put b2", True),
        ("done", True),
    ],
)
def test_what_is_expected_to_be_illegal_has_the_form_of_a_move(
    illegal: str, is_a_move: bool, tmp_path: Path
) -> None:
    found = messages(tmp_path, f"- name: case\n  illegal: ['{illegal}']\n", SIGNS)
    wrong = f"g.yaml:2:13: `{illegal}` is not a move of this game, so its being illegal tests nothing"
    assert found == ([] if is_a_move else [wrong])


@pytest.mark.parametrize("said", ["yes", "true", "Yes", "True"])
def test_what_is_true_is_said_in_two_ways(said: str, tmp_path: Path) -> None:
    case = f"- name: case\n  position: {{sites: {{lit: {{b1: {said}, c1: no, c2: false}}}}}}\n  expect: {{sites: {{lit: {{b1: {said}}}}}}}\n"
    assert messages(tmp_path, case, SIGNS) == []
    wrong = messages(tmp_path, case.replace(f"b1: {said}}}}}}}\n", "b1: no}}}\n"), SIGNS)
    assert wrong == ["g.yaml:3:26: expected sites.lit.b1 to be no, got true"]


@pytest.mark.parametrize(
    ("case", "answer"),
    [
        (
            "count: &three 3",
            "2:10: this is not YAML: the anchor `&three` is not used here: write the value out",
        ),
        ("count: *three", "2:10: this is not YAML: the alias `*three` is not used here: write the value out"),
    ],
)
def test_an_anchor_is_named_where_it_stands(case: str, answer: str, tmp_path: Path) -> None:
    (found,) = messages(tmp_path, f"- name: case\n  {case}\n")
    assert found.startswith(f"g.yaml:{answer}")


def test_a_move_that_cannot_be_made_is_told_at_its_own_place(tmp_path: Path) -> None:
    (found,) = messages(tmp_path, "- name: case\n  count: 1\n  after: [a1xc3,\n    a1xc3]\n")
    assert found.startswith("g.yaml:4:5: move 2 of `after`: ")


def test_moves_are_read_as_in_play(tmp_path: Path) -> None:
    kindly = "legal: [a1xc3, a1 c1, go a1-c1]\n  legal_exactly: [A1:C3, a1 c1, a1-a3]"
    assert messages(tmp_path, f"- name: case\n  {kindly}\n") == []
    found = messages(tmp_path, "- name: case\n  illegal: [a1xc3]\n")
    assert found == ["g.yaml:2:13: expected a1xc3 to be illegal, but it is legal"]
    found = messages(tmp_path, "- name: case\n  legal: [a1-b2]\n  legal_exactly: [a1-c1]\n")
    assert found[0].startswith("g.yaml:2:11: expected a1-b2 to be legal, but it is not: ")
    assert found[1] == "expected exactly a1-c1; missing: none; too many: a1xa3, a1-c3"


HELD = """game "Held"
players X, O
board square 3 x 3
kinds mark, disc
pool hand of player
pool box of game
field gold of player: 0..9 = 3
field high of piece: 0..2 = 1
field land of site: player or none
field lit of game: bool
field toll of game: 0..4 = 2
turn: put
setup
  place mark of X on a1
  for p in players do place mark of p in hand(p)
  for p in players do place disc of p in hand(p)
  for p in players do place mark of p in box
action put
  choose s in sites where s is empty
  do place mark of mover on s
end draw when moves = 5
"""


@pytest.mark.parametrize(
    "expected",
    [
        "pools: {hand: {X: [disc, mark], O: [mark, disc]}}",
        "pools: {hand: {X: {disc: 1, mark: 1}}, box: [O mark, X mark]}",
        "pools: {box: {X mark: 1, O mark: 1}}",
        "fields: {phase: main, lit: false, toll: 2, gold: {X: 3}, passes: 0, moves: 0}",
        "pieces: {a1: X mark high=1}",
        "fields: {phase: main}\n    sites: {land: {a1: none}}",
    ],
)
def test_what_a_position_writes_otherwise_or_leaves_out_may_be_expected(
    expected: str, tmp_path: Path
) -> None:
    assert messages(tmp_path, f"- name: case\n  expect:\n    {expected}\n", HELD) == []


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("pools: {hand: {X: [disc, disc]}}", "expected pools.hand.X to be ['disc', 'disc'], got ['mark', 'disc']"),
        ("pools: {hand: {X: [disc]}}", "expected pools.hand.X to be ['disc'], got ['mark', 'disc']"),
        ("pools: {box: {X mark: 2}}", "expected pools.box to be {'X mark': 2}, got ['X mark', 'O mark']"),
        ("fields: {toll: 1}", "expected fields.toll to be 1, got 2"),
        ("fields: {gold: {O: 2}}", "expected fields.gold.O to be 2, got 3"),
        ("fields: {moves: 2}", "expected fields.moves to be 2, got 0"),
        ("pieces: {a1: X mark high=2}", "expected pieces.a1 to be X mark high=2, got X mark"),
    ],
)  # fmt: skip
def test_what_differs_from_the_default_or_from_a_pool_fails(
    expected: str, message: str, tmp_path: Path
) -> None:
    found = messages(tmp_path, f"- name: case\n  expect: {{{expected}}}\n", HELD)
    place = 12 + expected.rindex(
        message.split(" ")[1].rpartition(".")[2] + ":"
    )  # where the wrong value stands
    assert found == [f"g.yaml:2:{place}: {message}"]


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ("count: 99", "2:3"),
        ("legal_exactly: [a1-c1]", "2:3"),
        ("winner: draw", "2:3"),
        ("holds: moves = 7", "2:3"),
        ("perft: {1: 3, 2: 77}", "2:17"),
        ("legal: [a1xc3,\n    a1-b2]", "3:5"),
    ],
)
def test_what_fails_is_told_where_the_case_asks_for_it(case: str, place: str, tmp_path: Path) -> None:
    found = messages(tmp_path, f"- name: case\n  {case}\n")
    assert found[0].startswith(f"g.yaml:{place}: expected ") or found[0].startswith(f"g.yaml:{place}: perft ")


NUMBERED = """game "Boxes"
players Ann, Bob
field shut of 1..3: bool
field lit of bool: 0..3
field paid of player, 1..2: 0..3
action shut_one
  choose n in 1..3 where not shut(n)
  do shut(n) := true
     lit(true) := n
     paid(mover, 2) := n
turn: shut_one else lose
"""


@pytest.mark.parametrize(
    "expected",
    [
        "shut: {2: true, 1: false}",
        'shut: {"2": yes}',
        "lit: {true: 2, false: 0}",
        "paid: {Ann: {2: 2, 1: 0}}",
    ],
)
def test_fields_of_numbers_and_truths_are_expected_as_yaml_reads_them(expected: str, tmp_path: Path) -> None:
    case = f"- name: case\n  after: [shut_one 2]\n  expect: {{fields: {{{expected}}}}}\n"
    assert messages(tmp_path, case, NUMBERED) == []


def test_a_truth_that_is_not_as_expected_is_told_as_the_language_writes_it(tmp_path: Path) -> None:
    case = "- name: case\n  after: [shut_one 2]\n  expect: {fields: {shut: {1: true}}}\n"
    assert messages(tmp_path, case, NUMBERED) == ["g.yaml:3:28: expected fields.shut.1 to be true, got false"]


def test_the_first_difference_on_the_board_is_drawn_twice(tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text(GAME, "utf-8")
    (tmp_path / "g.yaml").write_text(
        "- name: case\n  after: [a1-c1]\n  expect: {pieces: {c1: O mark, b2: X mark}}\n", "utf-8"
    )
    found = CliRunner().invoke(cli, ["test", str(tmp_path / "g.gdl")])
    lines = found.output.splitlines()
    assert found.exit_code == 1
    assert "expected pieces.c1 to be O mark, got X mark" in lines[1]
    assert "expected pieces.b2 to be X mark, got nothing" in lines[2]
    assert lines[3].split() == ["expected", "got"]
    rows = {line.split()[0]: line.split() for line in lines[4:] if line.split()[:1] in (["1"], ["2"])}
    left, right = (line[: len(line) // 2] for line in (rows["1"], rows["1"][::-1]))
    assert rows["1"] != rows["2"]
    assert left != right[::-1], "the two boards differ in the row of c1"


def test_a_case_that_takes_too_long_fails_and_says_where(tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text(GAME, "utf-8")
    (tmp_path / "g.yaml").write_text("- name: deep\n  perft: {2: 1}\n- name: quick\n  count: 3\n", "utf-8")
    started: list[tuple[int, int, str]] = []

    def engine_that_waits(*given: object, **named: object) -> Engine:
        engine = make_engine(*given, **named)  # type: ignore[arg-type]
        engine.perft = lambda *asked: [sum(range(100_000)) for _ in range(3000)] and 1  # type: ignore[method-assign]
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cases, "make_engine", engine_that_waits)
        found = list(run_file(tmp_path / "g.gdl", seconds=0.5, starting=lambda *told: started.append(told)))
    assert [r.passed for r in found] == [False, True]
    assert (
        found[0]
        .messages[0]
        .endswith(
            "not done after 0.5 s, at perft 2: ask for less, mark the case `slow: true`, or allow more by --seconds"
        )
    )
    assert started == [(1, 2, "deep"), (2, 2, "quick")]


def test_what_waits_for_ever_is_late(tmp_path: Path) -> None:
    assert not is_done_within(0.02, lambda: sleep(2))


def test_what_raises_in_limited_work_raises_outside() -> None:
    def fail() -> None:
        raise ValueError("wrong")

    for seconds in (None, 5.0):
        with pytest.raises(ValueError, match="wrong"):
            is_done_within(seconds, fail)


def test_boards_of_wide_signs_stand_beside_each_other() -> None:
    assert side_by_side("\u5e25\nab", "x\ny", 20) == "\u5e25   x\nab   y"


@pytest.mark.parametrize(
    ("setting", "answer"),
    [
        ("easier: {allowed: 4}", None),
        ("harder: {position: {pieces: {b2: none}}, solve_in: 1}", None),
        ("harder: {position: {pieces: {b2: none}}}", "reached in 1 (in the setting `harder`)"),
        ("harder: {position: {pieces: {q9: X mark}}}", "6:34: the board has no site `q9`"),
        ("harder: {options: {size: 9}}", "6:24: "),
        ("easier: {allowed: 1}", "6:14: `allowed: 1` leaves a learner fewer moves than the 2 of `solve_in`"),
        ("easier: {wins_in: 1}", "6:14: a setting has no part `wins_in`"),
        ("easier: {alowed: 4}", "6:14: a setting has no part `alowed`: did you mean `allowed`?"),
        ("easier: 4", "6:5: a setting is a mapping of what differs"),
        ("easier: {hints: 3}", "6:14: `hints` is true or false, not 3"),
        ("harder: {solve_in: 9, slow: true}", None),
    ],
)
def test_settings_of_a_puzzle_are_proved_as_the_puzzle_is(
    tmp_path: Path, setting: str, answer: str | None
) -> None:
    found = messages(tmp_path, f"{PUZZLE}    {setting}\n")
    assert (found == []) if answer is None else (len(found) == 1 and answer in found[0])


@pytest.mark.parametrize(
    ("part", "answer"),
    [
        ("settings: {easier: {after: [a1-a2]}}", "2:3: `settings` belong to a case with a task"),
        ("allowed: 3", "2:3: `allowed` belongs to a case with `solve_in` or `wins_in`"),
        ("hints: false", "2:3: `hints` belongs to a case with a task"),
        ("settings: 3", "2:3: `settings` is a mapping, not 3"),
    ],
)
def test_settings_belong_to_a_task(tmp_path: Path, part: str, answer: str) -> None:
    (found,) = messages(tmp_path, f"- name: x\n  {part}\n  count: 3\n")
    assert answer in found
