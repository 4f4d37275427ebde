"""Files of the first language are brought up to the present one and mean what they meant."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from gdl.files.differences import differences
from gdl.files.upgrade import upgraded
from gdl.loader import examine, load_rules
from gdl.source import Source

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent.parent
OLD = "7fa06ff"  # the last commit whose games are all of the first language


def git(*arguments: str) -> str | None:
    """What git says; None if it has no such commit."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


@cache
def old_names() -> tuple[str, ...]:
    listed = git("ls-tree", "--name-only", OLD, "games/") or ""
    return tuple(Path(p).stem for p in listed.split() if p.endswith(".gdl"))


@pytest.fixture(scope="module")
def old_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all games of the first language."""
    if not old_names():
        pytest.skip("the history is not here")
    folder = tmp_path_factory.mktemp("old")
    for name in old_names():
        text = git("show", f"{OLD}:games/{name}.gdl") or ""
        # the old game, not the bundled one of today
        text = re.sub(r'extends "(\w+)"', r'extends "\1.gdl"', text)
        (folder / f"{name}.gdl").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", old_names())
def test_an_old_game_is_brought_up_and_has_the_same_rules(old_games: Path, name: str) -> None:
    path = old_games / f"{name}.gdl"
    source = Source(str(path), path.read_text("utf-8"))
    old, before = examine(path)
    text = upgraded(source, before, old)
    assert "\n  language 3\n" in text
    beside = old_games / f"{name}.new.gdl"
    beside.write_text(text, "utf-8")
    game, found = examine(beside)
    assert game is not None
    assert {d.code for d in found} <= {d.code for d in before}
    assert upgraded(Source(str(beside), text), found, game) == text
    for difference in differences(load_rules(path), load_rules(beside)):
        words = [line.replace("openly ", "").replace("secretly ", "") for line in difference.after]
        assert difference.sentence.endswith("has other values.") or words == list(difference.before)
