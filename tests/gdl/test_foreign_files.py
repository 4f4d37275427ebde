"""A game file reads no files but games: others are not there for it, and no message shows a line of them."""

import os
from pathlib import Path

import pytest

from gdl.diagnostics.render import render
from gdl.diagnostics.values import Diagnostic
from gdl.limits import MAX_TEXT
from gdl.loader import examine
from interpreter.engines.errors import RecordError
from interpreter.play import record

SECRET = "root:secret:0:0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "passwd").write_text(SECRET)
    (tmp_path / "passwd.yaml").write_text(SECRET)
    if hasattr(os, "symlink"):
        (tmp_path / "link.gdl").symlink_to(tmp_path / "passwd")
        (tmp_path / "zero.gdl").symlink_to("/dev/zero")
    return tmp_path


def found(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    (folder / "game.gdl").write_text(text)
    return examine(folder / "game.gdl")[1]


@pytest.mark.parametrize(
    "name", ["passwd", "./passwd", "passwd.yaml", "link.gdl", "link", "zero.gdl", "/dev/stdin", ""]
)
@pytest.mark.parametrize(
    "form", ['game "G" extends "{}"\n', 'use "{}"\nplayers A, B\nboard square 3 x 3\nturn: pass\n']
)
def test_only_game_files_are_read(folder: Path, name: str, form: str) -> None:
    for path in (name, str(folder / name)):
        diagnostics = found(folder, form.format(path))
        assert [d.code for d in diagnostics if d.code == "unreadable-file"], path
        assert "secret" not in render(diagnostics)


@pytest.mark.parametrize("name", ["passwd", "passwd.yaml", "link.gdl", "zero.gdl"])
def test_a_saved_game_reads_no_other_files(folder: Path, name: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.parse(f"game: {folder / name}\nmoves: []\n", "saved")
    assert "secret" not in str(caught.value)


def test_a_file_that_is_far_too_long_is_refused(folder: Path) -> None:
    diagnostics = found(folder, "-- comment\n" * (MAX_TEXT // 11 + 1))
    assert [d.code for d in diagnostics] == ["unreadable-file"]
    assert str(MAX_TEXT) in diagnostics[0].message
