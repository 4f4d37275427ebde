"""Games that are kept on disk, games that are pickled, and what a second start loads."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import gdl
from gdl.checker import condition
from gdl.diagnostics.values import GameError
from gdl.files.library import bundled_games
from interpreter.caching import cache, game_cache
from interpreter.commands.check import command as check

PARENT = """game "Parent"
option size = 3 from 3..5
players White, Black
board square size x size
kinds stone
action play
  choose s in sites where s is empty
  do place stone of mover on s
turn: play
end
  mover wins when some line any: own{3}
  draw when full
"""
CHILD = 'game "Child" extends "parent.gdl"\nend draw when moves >= 4\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two games, and a cache of its own."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "cache")
    (tmp_path / "parent.gdl").write_text(PARENT)
    (tmp_path / "child.gdl").write_text(CHILD)
    return tmp_path


def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that are checked from now on."""
    found: list[str] = []
    from gdl import loader

    load = loader.load

    def counted(name: Path, *more: object) -> gdl.Game:
        found.append(name.name)
        return load(name, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(loader, "load", counted)
    return found


def test_a_game_is_checked_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = gdl.load(folder / "child.gdl")
    found = checked(monkeypatch)
    assert game_cache.load(folder / "child.gdl", {}) == game_cache.load(folder / "child.gdl", {}) == wanted
    assert found == ["child.gdl"]


@pytest.mark.parametrize("name", ["parent.gdl", "child.gdl"])
def test_a_game_is_checked_again_when_one_of_its_files_has_changed(folder: Path, name: str) -> None:
    game_cache.load(folder / "child.gdl", {})
    (folder / name).write_text((folder / name).read_text() + "limit 77 moves: draw\n")
    assert game_cache.load(folder / "child.gdl", {}).limit == 77


def test_a_file_that_is_gone_is_noticed(folder: Path) -> None:
    game_cache.load(folder / "child.gdl", {})
    (folder / "parent.gdl").unlink()
    with pytest.raises(GameError, match="parent"):
        game_cache.load(folder / "child.gdl", {})


def test_options_make_games_of_their_own(folder: Path) -> None:
    boards = {len(game_cache.load(folder / "parent.gdl", {"size": n}).board.sites) for n in "345"}
    assert (
        boards
        == {len(game_cache.load(folder / "parent.gdl", {"size": n}).board.sites) for n in "345"}
        == {9, 16, 25}
    )


def test_a_damaged_file_counts_as_none(folder: Path) -> None:
    first = game_cache.load(folder / "child.gdl", {})
    for path in (folder / "cache").iterdir():
        path.write_bytes(path.read_bytes()[:-9])
    assert game_cache.load(folder / "child.gdl", {}) == first


def test_a_wrong_game_is_not_kept(folder: Path) -> None:
    (folder / "child.gdl").write_text("game")
    for _ in range(2):
        with pytest.raises(GameError):
            game_cache.load(folder / "child.gdl", {})


@pytest.mark.parametrize("name", bundled_games())
def test_a_pickled_game_is_the_same_game(name: str) -> None:
    game = gdl.load(name)
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again.board) == hash(game.board)
    assert condition(again, "moves = 0") == condition(game, "moves = 0")


ENGINE = [
    "interpreter.lowering.lower",
    "interpreter.ir",
    "interpreter.engines.reference.engine",
    "numpy",
    "rich.progress",
]


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        (["perft", "tic_tac_toe", "1"], ["lark", "gdl.checker", "gdl.tree.syntax", *ENGINE]),
        (
            ["check", "tic_tac_toe"],
            ["lark", "gdl.checker", "gdl.core.model", "importlib.resources", "ctypes", *ENGINE],
        ),
    ],
)
def test_a_second_start_loads_only_what_it_needs(
    command: list[str], heavy: list[str], tmp_path: Path
) -> None:
    """No parser, no checker, no lowering and no NumPy; a check that was made before needs no rules at all."""
    program = f"""
import sys
from interpreter.cli import main
try:
    main({command})
finally:
    print(sorted({{*{heavy}}} & sys.modules.keys()))
"""
    for expected in (True, False):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"XDG_CACHE_HOME": str(tmp_path), "PATH": ""},
        )
        assert (done.stdout.splitlines()[-1] != "[]") == expected, done.stdout


def test_what_is_wrong_with_a_game_is_found_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gdl import loader

    asked: list[str] = []
    examine = loader.examine

    def counted(name: Path, *more: object, **named: object) -> object:
        asked.append(name.name)
        return examine(name, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(loader, "examine", counted)
    child = folder / "child.gdl"
    first = command(child)
    times = len(asked)
    assert times > 0 and first[0] == 0
    assert command(child) == first
    assert len(asked) == times
    (folder / "parent.gdl").write_text(PARENT.replace("kinds stone", "kinds stnoe"))
    broken = command(child)
    assert broken[0] != 0 and "stone" in broken[1]
    assert command(child) == broken


def command(file: Path) -> tuple[int | None, str]:
    """The code and the messages of `gdl check`."""
    done = CliRunner().invoke(check, [str(file)])
    return done.exit_code, done.output
