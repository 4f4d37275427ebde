"""The games of the tutorial: each step checks, what is quoted is what the files say, and the finished games play."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import interpreter
from gdl.diagnostics.render import render
from gdl.formatter import format_text
from gdl.loader import examine, examine_source, load, option_settings
from gdl.source import Source
from interpreter.analysis.cases import run_file

ROOT = Path(__file__).parent.parent
RECORD = os.environ.get("GDL_RECORD") == "1"
QUOTED = re.compile(
    r"<!-- (\w+\.(?:gdl|yaml))(?:: ([^\n]*?) => ([^\n]*?))? -->\n```([a-z ]+)\n(.*?)```$", re.M | re.S
)
COMMAND = re.compile(r"<!-- (step_\d)\.gdl: run -->\n```console\n\$ gdl ([^\n]*)\n(.*?)```$", re.M | re.S)


@dataclass(frozen=True)
class Chapter:
    """A page of the tutorial, the folder of its steps, and what the reader's file is called."""

    page: Path
    folder: Path
    name: str

    @property
    def steps(self) -> list[Path]:
        return sorted(self.folder.glob("step_*.gdl"))

    def recorded(self, match: re.Match[str]) -> str:
        """What the block after a mark must hold: a whole file, or what the checker says of a file with one change."""
        text = (self.folder / match[1]).read_text("utf-8")
        if match[2] is None:
            return text
        old, new = (part.replace("\\n", "\n") for part in match.group(2, 3))
        assert old in text
        changed = text.replace(old, new.removesuffix(", once"), 1 if new.endswith(", once") else -1)
        return render(examine_source(Source(f"{self.name}.gdl", changed))[1])

    def quoted(self, text: str) -> str:
        """The page with all that it quotes as it is now."""

        def block(match: re.Match[str]) -> str:
            is_whole = match[4] in ("text", "gdl step") or not match[1].startswith("step_")
            return _filled(match, 5, self.recorded(match)) if is_whole else match[0]

        return QUOTED.sub(block, text)

    def ran(self, match: re.Match[str], folder: Path) -> str:
        """What a command of the page prints, run on the reader's file."""
        for source in self.folder.iterdir():
            if not source.stem.startswith("step_"):
                shutil.copy(source, folder)
            elif source.stem == match[1]:
                shutil.copy(source, folder / f"{self.name}{source.suffix}")
        words = [sys.executable, "-m", "interpreter.cli", *match[2].split()]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        return done.stdout


def _filled(match: re.Match[str], group: int, content: str) -> str:
    return match[0][: match.start(group) - match.start(0)] + content + "```"


CHAPTERS = [
    Chapter(ROOT / "docs" / "tutorial.md", ROOT / "examples" / "first_game", "watch"),
    Chapter(ROOT / "docs" / "tutorial_2.md", ROOT / "examples" / "messengers", "messengers"),
    Chapter(ROOT / "docs" / "tutorial_3.md", ROOT / "examples" / "market_day", "market"),
]
STEPS = [s for c in CHAPTERS for s in c.steps]
LATER = [s for c in CHAPTERS for s in c.steps[1:]]
LAST = [c.steps[-1] for c in CHAPTERS]
chapters = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda c: c.name)
last = pytest.mark.parametrize("path", LAST, ids=lambda p: p.parent.name)


def _step(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def test_every_example_has_its_chapter() -> None:
    folders = {p for p in (ROOT / "examples").iterdir() if p.is_dir()}
    assert folders == {c.folder for c in CHAPTERS}


@chapters
def test_the_tutorial_quotes_the_files_and_the_messages(chapter: Chapter) -> None:
    text = chapter.page.read_text("utf-8")
    if RECORD:
        chapter.page.write_text(chapter.quoted(text), "utf-8")
        text = chapter.page.read_text("utf-8")
    assert chapter.quoted(text) == text, "run the tests once with GDL_RECORD=1"
    for match in QUOTED.finditer(text):
        if match[4] in ("gdl part", "yaml"):
            for clause in match[5].strip().split("\n\n"):
                assert clause in (chapter.folder / match[1]).read_text("utf-8")
    assert {m[1] for m in QUOTED.finditer(text)} == {p.name for p in chapter.folder.iterdir()}


@pytest.mark.thorough
@chapters
def test_the_commands_of_the_tutorial_print_what_it_says(chapter: Chapter, tmp_path: Path) -> None:
    text = chapter.page.read_text("utf-8")
    if RECORD:
        text = COMMAND.sub(lambda m: _filled(m, 3, chapter.ran(m, tmp_path)), text)
        chapter.page.write_text(text, "utf-8")
    assert COMMAND.search(text)
    for match in COMMAND.finditer(text):
        assert chapter.ran(match, tmp_path) == match[3]


@pytest.mark.parametrize("path", STEPS, ids=_step)
def test_each_step_has_no_errors_and_moves_to_make(path: Path) -> None:
    game, found = examine(path)
    assert [d.message for d in found if d.is_error] == []
    assert game is not None
    assert interpreter.engine(game, effort=0).initial_state().legal_actions()


@pytest.mark.parametrize("path", LATER, ids=_step)
def test_from_the_second_step_on_there_are_no_warnings(path: Path) -> None:
    assert examine(path)[1] == ()


@pytest.mark.parametrize("path", STEPS, ids=_step)
def test_each_step_is_in_the_usual_layout(path: Path) -> None:
    assert format_text(path.read_text("utf-8")) == path.read_text("utf-8")


@last
def test_the_finished_game_passes_its_tests(path: Path, kind: str) -> None:
    results = list(run_file(path, kind))
    assert len(results) >= 6
    assert [r.messages for r in results if not r.passed] == []


@chapters
def test_the_tutorial_says_how_many_cases_pass(chapter: Chapter) -> None:
    assert f"{len(list(run_file(chapter.steps[-1])))} passed" in chapter.page.read_text("utf-8")


@last
def test_random_games_end_under_every_value_of_an_option(path: Path, kind: str) -> None:
    for options in option_settings(load(path)):
        engine = interpreter.engine(load(path, options), kind, effort=0)
        for seed in range(5):
            playout = engine.playout(engine.initial_state(), seed)
            assert not playout.is_cut_off
            assert playout.state.is_terminal
