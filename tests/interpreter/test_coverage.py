"""Which rules are used: by tests, by random games and by bots."""

import json
from pathlib import Path

import pytest

import interpreter
from gdl.loader import load
from interpreter.analysis.coverage import (
    by_looks,
    by_tests,
    clauses,
    one_sided,
    random_looks,
    untested_values,
)
from interpreter.play.self_play import bot_looks

RULES = """game "Rows"
option extra = false
option size = 3 from 3, 4
players First, Second
board square size x size
kinds stone, never
let lucky = turn > 90
action put
  choose s in sites where s is empty
  do place stone of mover on s
action jump
  where extra and turn > 2
  do place never of mover on a1
turn: put or jump
end mover wins when lucky
end mover wins when some line any: own{3}
end draw when full
"""
CASES = """
- name: one stone
  after: [a1]
  expect: {pieces: {a1: First stone}}
- name: larger
  options: {size: 4}
  count: 16
"""


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    (tmp_path / "rows.gdl").write_text(RULES)
    (tmp_path / "rows.yaml").write_text(CASES)
    return tmp_path / "rows.gdl"


def test_what_tests_random_games_and_bots_use(rows: Path) -> None:
    game = load(rows)
    engine = interpreter.engine(game, effort=0, keep=False)
    seen = {
        "tests": by_tests(rows),
        "random": by_looks(game, random_looks(engine, 100, 1)),
        "bots": by_looks(game, bot_looks(engine, "random", 2, 1)),
    }
    found = {(c.what, c.span.line): c.times for c in clauses(game, seen)}
    assert all(times["random"] for times in found.values())
    assert found["end", 17]["tests"] > 0
    assert "never" not in {game.kinds[k].name for k in seen["random"].kinds}
    assert set(seen["random"].done) == set(seen["bots"].done) == {"put"}
    sides = {(c.span.text, c.value) for c in one_sided(game, seen)}
    assert ("turn > 90", False) in sides
    assert not any("s is empty" in text or "own{3}" in text for text, _ in sides)
    assert untested_values(game, rows.with_suffix(".yaml")) == {"extra": [True]}


def test_what_nobody_uses_is_found(rows: Path) -> None:
    """Without games, the tests alone never reach the end by a row."""
    game = load(rows)
    only = {"tests": by_tests(rows)}
    truths = {c.span.text: c.value for c in one_sided(game, only)}
    assert truths["some line any: own{3}"] is False
    assert truths["full"] is False
    nothing = {"random": by_looks(game, [])}
    assert not any(any(c.times.values()) for c in clauses(game, nothing) if c.what.startswith("action"))


def test_the_command_marks_lines_and_lists_what_is_missing(rows: Path, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from interpreter.commands.coverage import command

    page = tmp_path / "page.html"
    run = CliRunner().invoke(command, [str(rows), "-n", "60", "--bot", "mcts:2", "--html", str(page)])
    assert run.exit_code == 0, run.output
    lines = run.output.splitlines()
    assert lines[8].split()[:3] == ["TRB", "9", "choose"]
    assert "random: 6 of 6 clauses used" in lines
    assert "never done in games: jump" in lines
    assert "never in play in games: never" in lines
    assert "no test chooses extra = true" in lines
    assert any(line.startswith("never true,") and "turn > 90" in line for line in lines)
    assert "<h1>Coverage of Rows</h1>" in page.read_text()
    data = json.loads(
        CliRunner().invoke(command, [str(rows), "-n", "60", "--bot-games", "0", "--json"]).output
    )
    assert {"clauses", "never", "conditions", "kinds_never", "values_untested"} <= set(data)
    assert {"line", "text", "times"} <= set(data["clauses"][0])
    assert data["never"] == []


def test_tests_say_what_they_never_use(rows: Path) -> None:
    from click.testing import CliRunner

    from interpreter.commands.test import command

    lines = CliRunner().invoke(command, [str(rows), "--coverage"]).output.splitlines()
    assert lines[0].endswith("2 passed")
    assert any(line.strip().endswith("clauses used") for line in lines)
    assert any("never true" in line and "some line any: own{3}" in line for line in lines)
