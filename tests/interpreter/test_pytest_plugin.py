"""The plugin of pytest: games' cases are tests among others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from putting import putting

pytestmark = pytest.mark.thorough

RULES = putting("mover wins when some line any: own{3}", "draw when full")
CASES = """
- name: nine places
  count: 9
- name: eight after one
  after: [a1]
  count: 7
- name: deep
  slow: true
  perft: {3: 504}
"""


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """pytest in a folder of its own, with the plugin by its module: an installation may be older."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:gdl",
        "-p",
        "no:cacheprovider",
        "-p",
        "interpreter.pytest_plugin",
    ]
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    paths = {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), kept.get("PYTHONPATH")]))
    }
    return subprocess.run(
        [*command, *arguments], cwd=folder, env=kept | paths, capture_output=True, text=True, check=False
    )


def test_cases_beside_a_game_are_collected_and_fail_with_their_messages(tmp_path: Path) -> None:
    (tmp_path / "rows.gdl").write_text(RULES)
    (tmp_path / "rows.yaml").write_text(CASES)
    (tmp_path / "other.yaml").write_text("- 1\n")  # of no game
    (tmp_path / "test_plain.py").write_text("def test_plain():\n    pass\n")
    done = run(tmp_path, "-v")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "rows.yaml::nine places PASSED" in done.stdout
    assert "rows.yaml::eight after one FAILED" in done.stdout
    assert "rows.yaml:6:3: " in done.stdout and "expected 7" in done.stdout
    assert "Traceback" not in done.stdout and "interpreter/" not in done.stdout
    assert "2 passed, 1 skipped" in done.stdout.replace("1 failed, ", "")
    slow = run(tmp_path, "--gdl-slow", "--gdl-engine", "reference", "-k", "deep or nine")
    assert "2 passed" in slow.stdout, slow.stdout


def test_a_wrong_game_and_a_wrong_case_say_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.gdl").write_text(RULES.replace("place stone", "place stoen"))
    (tmp_path / "bad.yaml").write_text("- {name: any, count: 9}\n")
    (tmp_path / "odd.gdl").write_text(RULES)
    (tmp_path / "odd.yaml").write_text("- {name: any, counts: 9}\n")
    done = run(tmp_path)
    assert done.returncode == 1
    assert "odd.yaml:1:" in done.stdout and "counts" in done.stdout
    assert "Traceback" not in done.stdout
    done = run(tmp_path, "bad.yaml")
    assert "there is no" in done.stdout or "stoen" in done.stdout
    assert "bad.gdl:7:" in done.stdout
    assert "Traceback" not in done.stdout


def test_it_works_beside_plugins_that_look_at_the_fixtures_of_each_test(tmp_path: Path) -> None:
    (tmp_path / "rows.gdl").write_text(RULES)
    (tmp_path / "rows.yaml").write_text("- {name: nine places, count: 9}\n")
    (tmp_path / "conftest.py").write_text(
        "def pytest_runtest_setup(item):\n    item.funcargs.get('page')\n"
        "def pytest_runtest_teardown(item):\n    assert 'page' not in item.funcargs\n"
    )
    done = run(tmp_path)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr
