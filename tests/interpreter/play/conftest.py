"""What tests of `gdl play` share: a small game with cases beside it, and the command."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from putting import putting

from interpreter import cli

CORNER = putting(
    "mover wins when a1 is own", "draw when full",
    name="Corner", players="Red, Blue", board="square size x size", sizes="3, 4",
)  # fmt: skip


@pytest.fixture
def corner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Writes the game with some cases beside it; games in progress are kept nowhere else."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def written(cases: str) -> Path:
        path = tmp_path / "corner.gdl"
        path.write_text(CORNER)
        path.with_suffix(".yaml").write_text(cases)
        return path

    return written


@pytest.fixture
def play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str]]:
    """Runs `gdl play` with lines of input; gives the exit code and what was said."""

    def run(*arguments: str, typed: str = "moves\nquit\n") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as stopped:
            cli.main(["play", *arguments])
        said = capsys.readouterr()
        return int(stopped.value.code or 0), said.out + said.err

    return run
