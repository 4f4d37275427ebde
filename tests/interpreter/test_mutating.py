"""Mutants of rules: what is changed, and whether tests notice."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from gdl.loader import load
from interpreter.analysis.mutating import is_same, load_changed, mutants
from interpreter.analysis.review.answers import suggested
from interpreter.commands import mutate
from interpreter.commands.mutate import command

pytestmark = pytest.mark.thorough

RULES = """game "Rows"
players First, Second
board square 3 x 3
kinds stone
action put
  choose s in sites where s is empty and not (s in corners and turn < 3)
  do place stone of mover on s
turn: put
require count(own pieces) <= 5
end mover wins when some line any: own{3}
end draw when full
"""
CASES = """
- name: corners wait
  count: 5
- name: then they are free
  after: [b2, b1]
  legal: [a1]
"""


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    (tmp_path / "rows.gdl").write_text(RULES)
    (tmp_path / "rows.yaml").write_text(CASES)
    return tmp_path / "rows.gdl"


def test_mutants_change_one_place_each(rows: Path) -> None:
    found = mutants(load(rows))
    changes = {(m.line, m.before, m.after) for m in found}
    assert {(6, "<", "<="), (6, "3", "4"), (6, "not ", ""), (9, "<=", "<"), (9, "5", "6")} <= changes
    assert (9, "require count(own pieces) <= 5", "") in changes
    assert {(6, "and", "or")} <= changes
    for m in found:
        assert RULES[m.start : m.end] == m.before
        assert m.before != m.after


def test_mutants_reach_into_modules_and_files_that_are_extended(tmp_path: Path) -> None:
    (tmp_path / "ends.gdl").write_text("end mover wins when count(own pieces) > 4\n")
    (tmp_path / "more.gdl").write_text(
        'game "More" extends "rows.gdl"\nuse "ends"\nend draw when full and turn > 1\n'
    )
    (tmp_path / "rows.gdl").write_text(RULES)
    found = mutants(load(tmp_path / "more.gdl"))
    files = {Path(m.file).name for m in found}
    assert files == {"ends.gdl", "more.gdl", "rows.gdl"}
    four = next(m for m in found if m.file.endswith("ends.gdl") and m.before == "4")
    changed = load_changed(four, tmp_path / "more.gdl", {})
    assert not is_same(load(tmp_path / "more.gdl"), changed)


def test_mutants_of_modules_are_named_with_their_file(tmp_path: Path) -> None:
    (tmp_path / "lines.gdl").write_text(
        "let in_a_row: number\nend mover wins when some line any: own{in_a_row}\n"
    )
    (tmp_path / "rows.yaml").write_text(CASES)
    rules = RULES.replace("end mover wins when some line any: own{3}\n", "let in_a_row = 3\n")
    (tmp_path / "rows.gdl").write_text(rules.replace("players", 'use "lines"\nplayers', 1))
    found = mutants(load(tmp_path / "rows.gdl"))
    made = {(m.line, m.before, m.after) for m in found if m.file.endswith("lines.gdl")}
    assert made >= {(2, "own", "enemy"), (2, "wins", "loses"), (2, "some line any: own{in_a_row}", "false")}
    done = CliRunner().invoke(command, [str(tmp_path / "rows.gdl"), "--executor", "processes:1"])
    assert f"{tmp_path / 'lines.gdl'}:2: no test notices `enemy` in place of `own`" in done.output


def test_a_bundled_game_of_modules_has_mutants() -> None:
    files = {Path(m.file).name for m in mutants(load("tic_tac_toe"))}
    assert files == {"rows.gdl", "placing.gdl", "tic_tac_toe.gdl"}


def test_what_no_test_notices_is_named(rows: Path) -> None:
    done = CliRunner().invoke(command, [str(rows), "--executor", "processes:1", "--json"])
    assert done.exit_code == 1, done.output
    data = json.loads(done.output)
    status = {(m["line"], m["before"], m["after"]): m["status"] for m in data["mutants"]}
    assert status[6, "not ", ""] == "noticed"
    assert status[6, "and", "or"] == "noticed"
    assert status[9, "<=", "<"] == "survived"
    assert next(m["by"] for m in data["mutants"] if m["before"] == "not ") == "corners wait"
    text = CliRunner().invoke(command, [str(rows), "--executor", "processes:1"]).output
    assert f"{rows}:9: no test notices `<` in place of `<=`" in text
    assert text.splitlines()[-1].endswith(" %]") or "mutants noticed" in text.splitlines()[-1]


def test_cases_that_fail_already_are_told(rows: Path) -> None:
    tests = rows.with_suffix(".yaml")
    tests.write_text(tests.read_text() + "- name: wrong\n  count: 77\n")
    done = CliRunner().invoke(command, [str(rows), "--executor", "processes:1", "--most", "1"])
    assert "1 case fails under the rules as they are, and cannot notice a change" in done.output


def test_a_game_without_tests_is_refused(rows: Path) -> None:
    rows.with_suffix(".yaml").unlink()
    done = CliRunner().invoke(command, [str(rows)])
    assert (done.exit_code, "has no tests" in done.output) == (2, True)


def test_the_hooks_name_commands_that_there_are() -> None:
    from interpreter.cli import SUMMARIES

    hooks = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text())
    assert [h["id"] for h in hooks] == ["gdl-check", "gdl-fmt", "gdl-test"]
    assert all(h["entry"].split()[1] in SUMMARIES for h in hooks)


def test_cases_are_suggested_that_notice_what_survives(rows: Path) -> None:
    done = CliRunner().invoke(command, [str(rows), "--executor", "processes:1", "--suggest"])
    assert done.exit_code == 1, done.output
    cases = yaml.safe_load(done.stdout)
    assert cases and all(c["name"].startswith("suggested ") for c in cases)
    before = CliRunner().invoke(command, [str(rows), "--executor", "processes:1", "--json"])
    CliRunner().invoke(command, [str(rows), "--executor", "processes:1", "--suggest", "--write"])
    assert len(yaml.safe_load(rows.with_suffix(".yaml").read_text())) == 2 + len(cases)
    after = CliRunner().invoke(command, [str(rows), "--executor", "processes:1", "--json"])
    shares = [json.loads(run.output)["share"]["value"] for run in (before, after)]
    assert shares[1] > shares[0]
    refused = CliRunner().invoke(command, [str(rows), "--write"])
    assert refused.exit_code == 2


def test_what_survives_is_told_when_the_search_for_cases_is_stopped(
    rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*given: Any) -> Iterator[dict[str, Any]]:
        yield next(suggested(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr(mutate, "suggested", stopped)
    done = CliRunner().invoke(command, [str(rows), "--executor", "processes:1", "--suggest"])
    assert [c["name"][:12] for c in yaml.safe_load(done.stdout)] == ["suggested 1:"]
    assert "cut short: cases were still looked for\n" in done.stderr
    assert f"{rows}:9: no test notices `<` in place of `<=`" in done.stderr
