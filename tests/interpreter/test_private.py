"""What is kept is trusted only where nobody else can write: machine code is run, and pickles are read, as they are."""

import hashlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import gdl
import interpreter
from gdl.platform import private_folders as private
from interpreter.caching import cache

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners of POSIX systems")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The directory of caches, empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(private, "_refused", set())
    yield tmp_path


def plays() -> bool:
    """Whether a game is compiled, played and right."""
    engine = interpreter.engine(gdl.load("tic_tac_toe"), effort=0)
    return engine.perft(engine.initial_state(0), 3) == 504


def test_directories_are_made_for_their_owner_alone(home: Path) -> None:
    before = os.umask(0)
    try:
        cache.write("a", b"content")
    finally:
        os.umask(before)
    for folder in (home / "gdl", home / "gdl" / "native"):
        assert folder.stat().st_mode & 0o777 == 0o700
    assert cache.read("a") == b"content"


@pytest.mark.parametrize("folder", ["gdl", "gdl/native"])
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_directory_to_which_others_may_write_is_refused(
    folder: str, mode: int, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert plays()
    (home / folder).chmod(mode)
    with caplog.at_level(logging.WARNING, "gdl"):
        assert cache.read("a") is None
        cache.write("a", b"content")
        assert cache.read("a") is None
    assert [r.getMessage() for r in caplog.records] == [
        f"{home / folder} is not used: it may be written to by others: `chmod go-w` helps"
    ]
    assert plays()


def test_a_link_to_a_directory_is_refused(home: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (home / "gdl").symlink_to(elsewhere)
    assert cache.folder() is None
    assert plays()
    assert list(elsewhere.iterdir()) == []


def test_a_directory_of_another_user_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write("a", b"content")
    monkeypatch.setattr(os, "getuid", lambda: os.stat(home).st_uid + 1)
    with caplog.at_level(logging.WARNING, "gdl"):
        assert cache.read("a") is None
    assert "belongs to another user" in caplog.text


@pytest.mark.parametrize("how", ["others write", "link", "cut off", "changed", "empty"])
def test_a_file_that_cannot_be_trusted_counts_as_none(how: str, home: Path) -> None:
    cache.write("a", b"content")
    path = home / "gdl" / "native" / "a.native"
    match how:
        case "others write":
            path.chmod(0o666)
        case "link":
            path.rename(home / "b")
            path.symlink_to(home / "b")
        case "cut off":
            path.write_bytes(path.read_bytes()[:-1])
        case "changed":
            path.write_bytes(path.read_bytes()[:-1] + b"!")
        case "empty":
            path.write_bytes(b"")
    assert cache.read("a") is None
    cache.write("a", b"content")
    assert cache.read("a") == b"content"


@pytest.mark.parametrize(
    "content", [b"", b"no pickle", b"{}\nno code", b"\x80\x05.", b"cnosuch\nmodule\n.", b"N."]
)
def test_what_is_wrong_inside_counts_as_none(content: bytes, home: Path) -> None:
    assert plays()
    kept = list((home / "gdl" / "native").iterdir())
    assert kept
    for path in kept:
        path.write_bytes(hashlib.sha256(content).digest() + content)
    assert plays()


def test_the_grammar_that_is_kept_is_read_only_if_it_is_ours(home: Path) -> None:
    assert private.read_own(home / "nothing") is None
    kept = home / "grammar.cache"
    kept.write_bytes(b"x")
    assert private.read_own(kept) == b"x"
    kept.chmod(0o602)
    assert private.read_own(kept) is None


def test_without_a_place_for_caches_games_are_played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file"))
    assert cache.folder() is None
    assert plays()
