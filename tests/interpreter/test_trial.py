"""The few random games by which `gdl check` finds what shows at once.

Every `gdl/trials/NAME.gdl` is a game without mistakes in its text; `NAME.txt` has what is found. GDL_RECORD=1 writes it anew.
"""

import gc
import os
import signal
import subprocess
import sys
import time
import weakref
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

import gdl
from gdl.diagnostics import InternalError
from gdl.render import render
from interpreter import cache, stopping
from interpreter.analysis import aside, processor_time, trial
from interpreter.analysis.trial import Trial, try_out

FOLDER = Path(__file__).parent.parent / "gdl" / "trials"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)


@pytest.mark.parametrize("name", sorted(p.stem for p in FOLDER.glob("*.gdl")))
def test_a_few_games_find_what_shows_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    golden, text = FOLDER / f"{name}.txt", render(try_out(gdl.load(f"{name}.gdl")).found)
    if os.environ.get("GDL_RECORD") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text
    assert golden.read_text("utf-8") == text


def test_a_game_that_is_slow_to_play_is_left_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.analysis.trial.SECONDS", 0.001)
    assert try_out(gdl.load("chess")).found == ()


@pytest.mark.parametrize("name", ["tic_tac_toe", "zola", "reversi", "kuhn_poker", "goofspiel", "pig"])
def test_nothing_is_found_where_nothing_is_wrong_and_that_is_kept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = gdl.load(name)
    first = try_out(game)
    assert first.found == ()
    monkeypatch.setattr("interpreter.analysis.trial.make_engine", None)  # it is not played again
    monkeypatch.setattr("interpreter.analysis.meetings.make_engine", None)
    assert try_out(game) == first


def test_some_hundreds_of_games_are_played_where_machine_code_is_made_quickly() -> None:
    assert try_out(gdl.load("tic_tac_toe")).games >= 300


def test_what_options_leave_out_is_not_noted() -> None:
    assert try_out(gdl.load("black_path")).found == ()  # an end and a kind that ask for options


BARE = """game "Bare"
players White, Black
board square 3 x 4
kinds man
setup
  place man of White on rank(1)
  place man of Black on a4
move step by man
  line any: empty | enemy
  where to is not own
turn: step else lose
end mover wins when no enemy pieces
"""


def test_an_end_that_holds_where_else_lose_decides_before_it_has_come_about(tmp_path: Path) -> None:
    (tmp_path / "bare.gdl").write_text(BARE, "utf-8")
    found = try_out(gdl.load(tmp_path / "bare.gdl"))
    assert found.games >= 300
    assert found.found == ()


RARE = """game "Rare"
players Red, Blue
board square 6 x 6
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put else draw
end mover wins when all c in {a1, a2, a3, a4, a5, a6, b1, b2, b3, b4, b5, b6}: c is own
"""
SHOWN = """- name: both files
  position: {to_move: Red, pieces: {a1: Red man, a2: Red man, a3: Red man, a4: Red man, a5: Red man, a6: Red man, b1: Red man,
             b2: Red man, b3: Red man, b4: Red man, b5: Red man}}
  after: [put b6]
  winner: Red
"""


def test_what_a_case_reaches_is_not_noted(tmp_path: Path) -> None:
    (tmp_path / "rare.gdl").write_text(RARE, "utf-8")
    game = gdl.load(tmp_path / "rare.gdl")
    assert [d.code for d in try_out(game).found] == ["never-met"]
    (tmp_path / "rare.yaml").write_text(SHOWN, "utf-8")
    assert try_out(game).found == ()
    (tmp_path / "rare.yaml").write_text(SHOWN.replace("[put b6]", "[put b7]"), "utf-8")  # which is no move
    assert [d.code for d in try_out(game).found] == ["never-met"]


def test_what_was_never_met_is_kept() -> None:
    game = gdl.load(FOLDER / "action_never_possible.gdl")
    first = try_out(game)
    assert [d.severity for d in first.found] == ["note"]
    assert try_out(game) == first


def test_what_a_busy_machine_left_undone_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gdl.load(FOLDER / "end_just_out_of_reach.gdl")
    with monkeypatch.context() as patch:
        patch.setattr(trial, "SECONDS_OF_BLAME", 0.001)
        hurried = try_out(game)
    assert not hurried.is_whole
    calm = try_out(game)
    assert calm.is_whole and [d.label for d in calm.found if "never held: `height(s)` was" in d.label]


SLOW = """game "Slow"
players A, B
board square 30 x 30
kinds stone
action put
  choose s in sites where s is empty
  choose t in sites where t is empty
  choose u in sites where u is empty and count(d in sites where d is empty) > 2
  do place stone of mover on s
turn: put
end draw when full
"""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A game whose legal actions take machine code some minutes to list."""
    path = tmp_path / "slow.gdl"
    path.write_text(SLOW)
    return path


def test_machine_code_that_does_not_come_back_is_ended(slow: Path) -> None:
    begun = time.process_time() + children_s_time()
    assert try_out(gdl.load(slow)) == Trial((), 0, is_whole=False)
    assert time.process_time() + children_s_time() - begun < 6


def children_s_time() -> float:
    found = os.times()
    return found.children_user + found.children_system


def test_ctrl_c_ends_a_check_that_plays(slow: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(slow.parent)}
    with subprocess.Popen(
        [sys.executable, "-m", "interpreter.cli", "check", str(slow)],
        env=environment,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        time.sleep(1.8)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        process.communicate(timeout=20)
    assert process.returncode in (0, stopping.STOPPED)  # 0: it was done already
    assert time.monotonic() - begun < 2


def test_work_aside_gives_its_result_and_ends_with_its_limits() -> None:
    assert aside.result_of(lambda: 6 * 7, 1) == 42
    assert aside.result_of(lambda: bytes(3 << 30), 1) is None  # more memory than it may take
    with pytest.raises(InternalError, match="ZeroDivisionError"):
        aside.result_of(lambda: 1 // 0, 1)
    begun = time.monotonic()
    assert aside.result_of(lambda: time.sleep(60), 0.05) is None
    assert time.monotonic() - begun < 20


def test_a_large_process_may_try_games_out_too() -> None:
    held = bytearray(1_600_000_000)  # more than the work aside may take for itself
    held[::4096] = b"x" * len(held[::4096])
    assert aside.result_of(lambda: len(bytearray(200_000_000)), 5) == 200_000_000
    assert aside.result_of(lambda: len(bytearray(1_800_000_000)), 5) is None


def _busy(seconds: float) -> None:
    end = process_time() + seconds
    while process_time() < end:
        pass


def test_time_that_is_up_while_the_collector_calls_back_is_not_lost() -> None:
    def watching(phase: str, info: dict[str, int]) -> None:
        _busy(0.05)

    gc.callbacks.append(watching)
    try:
        is_up = True
        with suppress(processor_time.TimeUp), processor_time.timed(0.01):
            for _ in range(20):
                gc.collect()
                _busy(0.02)
            is_up = False
    finally:
        gc.callbacks.remove(watching)
    assert is_up


class _Thing:
    """What a weak reference may refer to."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_time_that_is_up_where_exceptions_are_lost_is_up_again() -> None:
    is_up = True
    with suppress(processor_time.TimeUp), processor_time.timed(0.01):
        thing = _Thing()
        watched = weakref.ref(thing, lambda _: _busy(0.03))  # Python prints what is raised here, and goes on
        del thing
        assert watched() is None
        _busy(1)
        is_up = False
    assert is_up
