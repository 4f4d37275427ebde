"""`gdl play --test`: a game begins where a test beside its rules begins."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.engines.errors import RecordError
from interpreter.play import record
from interpreter.play.lessons.cases import from_test, names_of_tests

Play = Callable[..., tuple[int, str]]
TESTS = """- {name: begun, after: [b1, b2], count: 7}
- {after: [c3], options: {size: 4}, count: 15}
- {name: stood, position: {to_move: Blue, pieces: {b2: Red stone}}, count: 8}
"""


@pytest.fixture
def rules(corner: Callable[[str], Path]) -> Path:
    return corner(TESTS)


def test_a_game_begins_behind_the_moves_of_a_test_with_its_options(rules: Path) -> None:
    assert names_of_tests(rules) == ["begun", "case 2", "stood"]
    for wanted, legal, mover in (("begun", 7, 0), ("1", 7, 0), ("2", 15, 1), ("stood", 8, 1)):
        saved, engine = from_test(str(rules), rules, wanted, 0, "reference")
        state = record.replay(saved, engine)[-1]
        assert (len(state.legal_actions()), state.current_player) == (legal, mover)


def test_it_is_played_on_saved_and_resumed(rules: Path, tmp_path: Path, play: Play) -> None:
    saved = tmp_path / "saved.yaml"
    code, out = play(str(rules), "--test", "stood", typed=f"c1\nsave {saved}\nquit\n")
    assert code == 0, out
    assert record.load(saved).moves == ("c1",)
    code, out = play(str(rules), "--load", str(saved), typed="a1\n")
    assert "Red wins" in out


def test_all_tests_are_listed_and_one_is_asked_for(rules: Path, play: Play) -> None:
    _, out = play(str(rules), "--test", "?", typed="3\na1\n")
    assert [line.split(None, 1) for line in out.splitlines()[:3]] == [
        ["1", "begun"],
        ["2", "case 2"],
        ["3", "stood"],
    ]
    assert "Blue wins" in out


@pytest.mark.parametrize(
    ("wanted", "said"),
    [("begin", "did you mean `begun`?"), ("4", "they are numbered 1 to 3"), ("\x1b[2J", "there is no test")],
)
def test_a_test_that_does_not_exist(rules: Path, wanted: str, said: str, play: Play) -> None:
    code, out = play(str(rules), "--test", wanted)
    assert code == 2
    assert said in out and "\x1b" not in out


def test_what_cannot_be_begun_is_said(rules: Path, play: Play) -> None:
    assert "take one of them" in play(str(rules), "--test", "1", "--resume")[1]
    rules.with_suffix(".yaml").write_text("- {name: wrong, after: [z9]}\n")
    code, out = play(str(rules), "--test", "wrong")
    assert code == 2 and "move 1" in out
    rules.with_suffix(".yaml").write_text("- {nome: wrong}\n")
    assert play(str(rules), "--test", "1")[0] == 2
    rules.with_suffix(".yaml").unlink()
    with pytest.raises(RecordError, match="no tests beside"):
        names_of_tests(rules)
