"""The game of the tutorial: each step checks, what is quoted is what the files say, and the finished game plays."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import interpreter
from gdl.formatter import format_text
from gdl.loader import examine, examine_source, load, option_settings
from gdl.render import render
from gdl.source import Source
from interpreter.analysis.cases import run_file

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "examples" / "first_game"
TUTORIAL = ROOT / "docs" / "tutorial.md"
STEPS = sorted(FOLDER.glob("step_*.gdl"))
LAST = STEPS[-1]
QUOTED = re.compile(
    r"<!-- (step_\d\.(?:gdl|yaml))(?:: ([^\n]*?) => ([^\n]*?))? -->\n```([a-z ]+)\n(.*?)```$", re.M | re.S
)
COMMAND = re.compile(r"<!-- (step_\d)\.gdl: run -->\n```console\n\$ gdl ([^\n]*)\n(.*?)```$", re.M | re.S)


def recorded(match: re.Match[str]) -> str:
    """What the block after a mark must hold: a whole file, or what the checker says of a file with one change."""
    text = (FOLDER / match[1]).read_text("utf-8")
    if match[2] is None:
        return text
    old, new = match[2], match[3]
    count = 1 if new.endswith(", once") else -1
    assert old in text
    changed = text.replace(old, new.removesuffix(", once"), count)
    return render(examine_source(Source("watch.gdl", changed))[1])


def recorded_tutorial(text: str) -> str:
    def block(match: re.Match[str]) -> str:
        if match[4] not in ("text", "gdl step"):
            return match[0]
        return match[0][: match.start(5) - match.start(0)] + recorded(match) + "```"

    return QUOTED.sub(block, text)


def test_the_tutorial_quotes_the_files_and_the_messages() -> None:
    text = TUTORIAL.read_text("utf-8")
    if os.environ.get("GDL_RECORD") == "1":
        TUTORIAL.write_text(recorded_tutorial(text), "utf-8")
        text = TUTORIAL.read_text("utf-8")
    assert recorded_tutorial(text) == text, "run the tests once with GDL_RECORD=1"
    for match in QUOTED.finditer(text):
        if match[4] in ("gdl part", "yaml"):
            for clause in match[5].strip().split("\n\n"):
                assert clause in (FOLDER / match[1]).read_text("utf-8")
    assert {m[1] for m in QUOTED.finditer(text)} == {*(s.name for s in STEPS), LAST.with_suffix(".yaml").name}


def ran(match: re.Match[str], folder: Path) -> str:
    """What a command of the tutorial prints, run on `watch.gdl`."""
    for suffix in (".gdl", ".yaml"):
        if (source := FOLDER / (match[1] + suffix)).exists():
            shutil.copy(source, folder / f"watch{suffix}")
    words = [sys.executable, "-m", "interpreter.cli", *match[2].split()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout


def test_the_commands_of_the_tutorial_print_what_it_says(tmp_path: Path) -> None:
    text = TUTORIAL.read_text("utf-8")
    if os.environ.get("GDL_RECORD") == "1":

        def block(match: re.Match[str]) -> str:
            return match[0][: match.start(3) - match.start(0)] + ran(match, tmp_path) + "```"

        text = COMMAND.sub(block, text)
        TUTORIAL.write_text(text, "utf-8")
    assert COMMAND.search(text)
    for match in COMMAND.finditer(text):
        assert ran(match, tmp_path) == match[3]


@pytest.mark.parametrize("path", STEPS, ids=lambda p: p.name)
def test_each_step_has_no_errors_and_moves_to_make(path: Path) -> None:
    game, found = examine(path)
    assert [d.message for d in found if d.is_error] == []
    assert game is not None
    assert interpreter.engine(game).initial_state().legal_actions()


@pytest.mark.parametrize("path", STEPS[1:], ids=lambda p: p.name)
def test_from_the_second_step_on_there_are_no_warnings(path: Path) -> None:
    assert examine(path)[1] == ()


@pytest.mark.parametrize("path", STEPS, ids=lambda p: p.name)
def test_each_step_is_in_the_usual_layout(path: Path) -> None:
    assert format_text(path.read_text("utf-8")) == path.read_text("utf-8")


def test_the_finished_game_passes_its_tests(kind: str) -> None:
    results = list(run_file(LAST, kind))
    assert len(results) >= 6
    assert [r.messages for r in results if not r.passed] == []


def test_the_tutorial_says_how_many_cases_pass() -> None:
    assert f"{len(list(run_file(LAST)))} passed" in TUTORIAL.read_text("utf-8")


def test_random_games_end_under_every_value_of_an_option(kind: str) -> None:
    for options in option_settings(load(LAST)):
        engine = interpreter.engine(load(LAST, options), kind)
        for seed in range(5):
            playout = engine.playout(engine.initial_state(), seed)
            assert not playout.is_cut_off
            assert playout.state.is_terminal
