"""A game in progress is never lost: it is kept after every move, and continued with its seats, options and rules."""

import base64
import os
import re
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from putting import putting

import gdl
import interpreter
from gdl.loader import bundled_directory
from interpreter import cli
from interpreter.engines.errors import RecordError
from interpreter.play import autosave, record
from interpreter.play.autosave import Autosave
from interpreter.play.bots import RandomBot
from interpreter.play.moves import numbered_moves
from interpreter.play.record import Record
from interpreter.play.session import Session, new_seed

pytestmark = pytest.mark.thorough

RULES = putting(
    "mover wins when a1 is own", "draw when full",
    name="Corner", players="Red, Blue", board="square size x size", sizes="3, 4",
)  # fmt: skip
Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def play(state_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Runs `gdl play` with lines of input, `|` between them; gives the exit code and what was said."""

    def run(*arguments: str, lines: str = "") -> tuple[int, str, str]:
        waiting = iter(lines.split("|") if lines else ())

        class Input:
            def readline(self) -> str:
                line = next(waiting, None)
                return "" if line is None else f"{line}\n"

            def isatty(self) -> bool:
                return False

        monkeypatch.setattr(sys, "stdin", Input())
        with pytest.raises(SystemExit) as stop:
            cli.main(["play", *arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert isinstance(stop.value.code, int)
        return stop.value.code, out, err

    return run


def kept() -> list[Path]:
    place = autosave.folder()
    assert place is not None
    return sorted(place.glob("*"))


def test_a_game_is_kept_after_every_move_and_resumed(play: Play) -> None:
    code, out, _ = play(
        "zola", "--set", "size=4", "--seat", "Blue=random:5", "--seat", "Red=human:Ann", lines="b2xb3"
    )
    assert code == 0
    assert "`gdl play zola --resume` continues it." in out
    (path,) = kept()
    assert path.stat().st_mode & 0o777 == 0o600
    found = record.load(path)
    assert (found.options, found.moves[0], found.names) == ({"size": "4"}, "b2xb3", {"Red": "Ann"})
    assert found.seats == {"Red": "human", "Blue": "random:5"}
    code, out, err = play("zola", "--resume", lines="undo|quit")
    assert (code, err) == (0, "")
    assert "Red Ann, Blue random:5" in out
    assert "Took back" in out
    assert kept() == [path]
    assert record.load(path).moves == ()


def test_taking_back_and_playing_on_is_kept_too(play: Play) -> None:
    play("zola", "--set", "size=4", lines="1|1|undo|2|undo|redo")
    (path,) = kept()
    assert len(record.load(path).moves) == 2


def test_a_game_that_is_continued_at_two_places_becomes_two(state_home: Path) -> None:
    begun = new_session()
    begun.keeper = Autosave()
    begun.play(begun.state.legal_actions()[0])
    (path,) = kept()
    sessions = []
    for _ in range(2):
        session = new_session()
        session.resume(record.load(path), session.engine)
        session.keeper = Autosave(path)
        sessions.append(session)
    for turn in range(2):
        for which, session in enumerate(sessions):
            session.play(session.state.legal_actions()[which])
        assert len(kept()) == 2, turn
    assert {record.load(p).moves for p in kept()} == {tuple(s.moves) for s in sessions}


def new_session() -> Session:
    return Session(interpreter.engine(gdl.load("tic_tac_toe"), "reference"), "tic_tac_toe", 1, (None, None))


def test_a_finished_game_is_not_resumed(play: Play, tmp_path: Path) -> None:
    (tmp_path / "corner.gdl").write_text(RULES)
    code, out, _ = play(str(tmp_path / "corner.gdl"), lines="b1|a1")
    assert "Blue wins" in out
    assert record.load(kept()[0]).result == {"Red": "-1", "Blue": "1"}
    code, _, err = play(str(tmp_path / "corner.gdl"), "--resume")
    assert code == 2
    assert "is in progress" in err


def test_there_is_nothing_to_resume(play: Play) -> None:
    code, _, err = play("zola", "--resume")
    assert (code, err) == (2, "Error: no game of zola is in progress\n")
    pytest.importorskip("starlette")
    assert play("zola", "--resume", "--web", "--no-browser")[::2] == (code, err)


def test_two_games_to_continue_are_refused(play: Play) -> None:
    code, _, err = play("zola", "--resume", "--load", "x.yaml")
    assert code == 2
    assert "take one of them" in err


def test_the_last_one_of_several_is_resumed(play: Play) -> None:
    play("zola", "--set", "size=4", lines="1")
    play("zola", "--set", "size=4", lines="2")
    play("connect_four", lines="1")
    assert len(kept()) == 3
    _, out, _ = play("zola", "--resume", lines="save /dev/null/x")
    assert "cannot be written" in out
    found, _ = autosave.unfinished("zola")
    first = interpreter.engine(gdl.load("zola", {"size": 4}), "reference").initial_state(found.seed)
    assert found.moves == (numbered_moves(first)[1].text,)


# ---- however a game is left


def test_a_killed_game_goes_on(state_home: Path) -> None:
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        process = subprocess.Popen(
            [sys.executable, "-m", "interpreter.cli", "play", "tic_tac_toe"],
            env={**os.environ, "PYTHONPATH": str(bundled_directory().parent)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("b2\na1\n")
        process.stdin.flush()
        said = ""
        while "2. O: a1" not in said:
            said += process.stdout.readline()
        time.sleep(0.5)  # it waits for the next move
        process.send_signal(number)
        process.stdin.close()
        process.wait(20)
        found, path = autosave.unfinished("tic_tac_toe")
        assert found.moves == ("b2", "a1")
        path.unlink()


def test_a_game_that_cannot_be_kept_is_played_and_says_so(play: Play, state_home: Path) -> None:
    state_home.write_text("no directory")
    code, out, _ = play("tic_tac_toe", lines="b2|quit")
    assert code == 0
    assert "It could not be kept: there is no directory of your own for games in progress" in out


def test_a_full_disk_leaves_the_file_of_the_move_before(
    play: Play, state_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(
        interpreter.engine(gdl.load("tic_tac_toe"), "reference"), "tic_tac_toe", 1, (None, None)
    )
    session.keeper = Autosave()
    session.play(session.state.legal_actions()[0])
    before = kept()[0].read_text()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    session.play(session.state.legal_actions()[0])
    assert "No space left on device" in session.keeper.trouble
    assert [p.read_text() for p in kept()] == [before]
    monkeypatch.undo()


def test_few_old_games_are_kept(state_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autosave, "KEPT", 3)
    for k in range(6):
        Autosave().keep(Record("zola", moves=(f"{k}",)))
    assert len(kept()) == 4


# ---- names of files


@pytest.mark.parametrize(
    "name", ["~nosuchuser/x", "a\0b", "x" * 5_000, "/dev/full", "/", "no/such/x", "\x1b[2J/x"]
)
@pytest.mark.parametrize("word", ["save", "seal", "load"])
def test_no_name_of_a_file_ends_a_game(word: str, name: str, state_home: Path) -> None:
    from interpreter.play.terminal.lines import Console, Lines

    session = Session(
        interpreter.engine(gdl.load("tic_tac_toe"), "reference"), "tic_tac_toe", 1, (None, None)
    )
    said: list[str] = []
    waiting = [f"{word} {name}", "b2"]

    def ask(prompt: str) -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    table = Lines(session, Console(ask, said.append), lambda found: session.engine)
    assert table.play() == 0
    assert session.moves == ["b2"]
    text = "\n".join(said)
    assert re.search(r"cannot be|exists and is no|home directory|not a saved game|is no saved game", text), (
        text
    )
    assert "\x1b" not in text and "x" * 100 not in text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX systems")
def test_a_pipe_is_no_place_for_a_game_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="exists and is no saved game"):
        record.save(Record("zola"), tmp_path / "pipe")


# ---- what a saved game holds


def test_a_saved_game_holds_the_rules_that_are_not_bundled(play: Play, tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text(RULES)
    (tmp_path / "corner.gdl").write_text('game "Corner" extends "base.gdl"\n')
    play(str(tmp_path / "corner.gdl"), "--set", "size=4", lines="b1|c1|save " + str(tmp_path / "x.yaml"))
    (tmp_path / "base.gdl").unlink()
    (tmp_path / "corner.gdl").write_text(RULES)
    found = record.load(tmp_path / "x.yaml")
    game = record.game_from(found.game, found.rules, found.options)
    assert (game.title, len(game.board.sites)) == ("Corner", 16)
    _, out, err = play(str(tmp_path / "corner.gdl"), "--load", str(tmp_path / "x.yaml"), lines="a1")
    assert "Red wins" in out
    assert (
        "has changed since this game was saved, which continues with the rules that it was saved with" in err
    )


def test_comments_and_empty_lines_do_not_change_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "corner.gdl"
    path.write_text(RULES)
    before = record.rule_texts(str(path))
    path.write_text("-- a comment\n\n" + RULES.replace("turn: put", "turn: put   -- anything"))
    assert record.rule_change(str(path), before) == ""
    path.write_text(RULES.replace("3, 4", "3, 4, 5"))
    assert record.rule_change(str(path), before) != ""


def test_changed_rules_of_a_bundled_game_are_said_and_refused_where_moves_stop_fitting(
    play: Play, tmp_path: Path
) -> None:
    play("tic_tac_toe", lines="b2|a1|save " + str(tmp_path / "x.yaml"))
    text = (tmp_path / "x.yaml").read_text()
    assert re.search(r"^rules: \w{32}$", text, re.M)
    other = re.sub(r"^rules: \w+$", "rules: " + "0" * 32, text, flags=re.M)
    (tmp_path / "y.yaml").write_text(other)
    code, out, err = play("tic_tac_toe", "--load", str(tmp_path / "y.yaml"), lines="a2")
    assert (code, err) == (0, "note: the rules of tic_tac_toe have changed since this game was saved\n")
    assert "3. X: a2" in out
    (tmp_path / "y.yaml").write_text(other.replace("- a1", "- b2"))
    code, out, err = play("tic_tac_toe", "--load", str(tmp_path / "y.yaml"), lines="a2")
    assert code == 2
    assert "have changed since this game was saved, and its moves fit no longer: move 2: " in err


def test_a_saved_game_of_the_first_format_is_read(play: Play, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("game: zola\noptions: {size: 4}\nseed: 7\nmoves:\n- b2xb3\n")
    code, out, err = play("zola", "--load", str(tmp_path / "x.yaml"), lines="quit")
    assert (code, err) == (0, "")
    assert "The game is unfinished after 1 move" in out


def test_a_saved_game_of_a_later_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="saved games up to format 2, and not '3'"):
        record.parse("format: 3\ngame: zola\nmoves: []\n", "x")


# ---- secrets


def hidden_session() -> Session:
    session = Session(interpreter.engine(gdl.load("hearts"), "reference"), "hearts", new_seed(), (None,) * 4)
    session.play(session.state.legal_actions()[0])
    return session


def test_a_game_in_progress_is_sealed_where_something_is_hidden(state_home: Path) -> None:
    session = hidden_session()
    session.keeper = Autosave()
    session.play(session.state.legal_actions()[0])
    text = kept()[0].read_text()
    assert str(session.seed) not in text and session.moves[0] not in text.split()
    found = record.load(kept()[0])
    assert (found.seed, found.moves) == (session.seed, tuple(session.moves))
    while not session.state.is_terminal:
        session.play(session.state.legal_actions()[0])
    assert str(session.seed) in kept()[0].read_text()


def test_a_saved_game_says_that_it_holds_secrets(tmp_path: Path) -> None:
    session = hidden_session()
    session.save(tmp_path / "open.yaml")
    session.save(tmp_path / "sealed.yaml", is_sealed=True)
    assert (tmp_path / "open.yaml").read_text().startswith("# The seed and the moves tell what is hidden")
    assert (tmp_path / "sealed.yaml").read_text().startswith("# This game is sealed until it is over")
    assert record.load(tmp_path / "open.yaml") == record.load(tmp_path / "sealed.yaml")


def test_seeds_have_64_bits() -> None:
    seeds = [new_seed() for _ in range(64)]
    assert len(set(seeds)) == 64
    assert max(seeds) >= 1 << 60
    assert all(0 <= seed < 1 << 64 for seed in seeds)


def test_a_bot_does_not_tell_the_seed_of_a_hidden_game(play: Play) -> None:
    _, out, _ = play("kuhn_poker", "--seat", "Second=random", lines="quit")
    seed = re.search(r"random:(\d+)", out)
    assert "seed" not in out
    if seed is not None:
        assert int(seed[1]) < 1 << 32


# ---- hostile files

SEALED = base64.b85encode(zlib.compress(b"game: zola\nmoves: [" + b" " * 50_000_000 + b"]\n")).decode()


@pytest.mark.parametrize(
    "text",
    [
        "game: zola\nmoves: [\"\\e[2J\"]", "game: zola\ntitle: \"\\e]0;x\\a\"\nmoves: []", "game: zola\nnames: {Red: \"\\u202Eabc\"}\nmoves: []",
        "a: &a [x]\ngame: zola\nmoves: *a", "sealed: '%%%'\ngame: zola", "sealed: [1]\ngame: zola", f"sealed: '{SEALED}'\ngame: zola",
        "game: zola\nmoves: []\nseats: [1]", "game: zola\nmoves: []\ntext: [1]", "format: x\ngame: zola\nmoves: []", "game: zola\nmoves: []\nfiles: {a: [b]}",
        "game: zola\nmoves: []\nseed: " + "9" * 10_000, "? [a]\n: b", "game: [zola]\nmoves: []", "\0", "!!python/object:os.system x", "sealed: x\nsecret: y",
    ],
    ids=range(17),
)  # fmt: skip
def test_a_hostile_file_is_no_saved_game(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.parse(text, "file")
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_bot_may_sit_beside_people(play: Play) -> None:
    assert RandomBot(3).name == "random:3"
    _, out, _ = play("tic_tac_toe", "--seat", "O=random:3", lines="b2")
    assert "X human, O random:3" in out
