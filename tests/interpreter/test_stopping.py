"""Whatever runs, Ctrl-C and the limits of time end it soon; what cannot be written is said, and is no bug."""

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from gdl.loader import bundled_directory
from interpreter.shared import stopping

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX systems"),
]

GDL = (sys.executable, "-m", "interpreter.cli")
SLOW = """game "Slow"
players A, B
board square 8 x 8
kinds man
field n of game: 0..9
let hash(a: number, b: number, s: site) = (a * b + file(s) * a + n) mod 7919
action put
  choose s in sites where s is empty
  where count(a in 1..100000 where count(b in 1..100000 where hash(a, b, s) = 5) > 99999) > 99999
  do place man of mover on s
     n := 3
turn: put
end draw when full
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(bundled_directory().parent)}


def hearing() -> None:
    """Lets a process hear Ctrl-C, also where the tests themselves run in the background and do not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def run(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*GDL, *arguments], env=environment(), text=True, stderr=subprocess.PIPE, timeout=100, **more
    )


@pytest.fixture
def slow(tmp_path: Path) -> str:
    """A game whose first legal action takes machine code about an hour to find."""
    path = tmp_path / "slow.gdl"
    path.write_text(SLOW)
    return str(path)


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_ctrl_c_ends_whatever_runs_within_a_second_or_two(engine: str, slow: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept"  # where machine code is put when it is compiled
    with subprocess.Popen(
        [*GDL, "playout", slow, "-n", "1", "--engine", engine],
        env={**environment(), "XDG_CACHE_HOME": str(kept)},
        stderr=subprocess.PIPE,
        preexec_fn=hearing,
    ) as process:
        for _ in range(600):
            if len([*kept.rglob("*.native")]) >= (3 if engine == "native" else 1):
                break
            time.sleep(0.1)
        time.sleep(1)  # what is kept now runs
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        assert process.stderr is not None
        try:
            assert process.wait(20) == stopping.STOPPED
        finally:
            process.kill()
        assert process.stderr.read().decode() == "\nstopped\n"
        assert time.monotonic() - begun < 3  # one second on a machine that does nothing else


def test_a_limit_of_seconds_ends_machine_code(slow: str) -> None:
    begun = time.monotonic()
    done = run("playout", slow, "-n", "1", "--max-seconds", "2")
    assert (done.returncode, done.stderr) == (2, "stopped after 2 s, as `--max-seconds` says\n")
    assert time.monotonic() - begun < 30


def test_the_games_played_so_far_are_told_when_the_time_is_up() -> None:
    limit = ("--engine", "reference", "--max-seconds", "6")
    done = run("playout", "tic_tac_toe", "-n", "100000000", *limit, stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "stopped after 6 s, as `--max-seconds` says\n")
    assert int(done.stdout.split()[1]) > 0
    assert "mean length" in done.stdout


def test_a_limit_of_memory_is_a_limit() -> None:
    text = """
        from interpreter.shared.stopping import limit_memory
        assert limit_memory(200)
        try:
            bytearray(1 << 30)
        except MemoryError:
            print("no more")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)], env=environment(), capture_output=True, text=True
    )
    assert (done.stdout, done.returncode) == ("no more\n", 0)


def test_an_output_that_is_full_is_an_error_in_words() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    for command in (
        ["moves", "zola"],
        ["list"],
        ["explain"],
        ["show", "zola"],
        ["playout", "zola", "-n", "1", "--json"],
    ):
        with open("/dev/full", "w") as full:
            done = run(*command, stdout=full)
        assert done.stderr == "error: the output cannot be written: No space left on device\n", command
        assert done.returncode == 2


def test_nobody_reading_the_output_is_no_error() -> None:
    for command in (["moves", "zola"], ["show", "--stage", "game", "chess"]):
        with subprocess.Popen(
            [*GDL, *command], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait() == 0


def test_errors_that_cannot_be_written_leave_the_exit_code() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run([*GDL, "moves", "nosuchgame"], env=environment(), stderr=full)
    assert done.returncode == 2


def test_the_match_so_far_is_told_with_what_is_missing_first() -> None:
    limit = ("-n", "2000000", "--executor", "processes:1", "--max-seconds", "12")
    done = run("match", "tic_tac_toe", "random", "random", *limit, stdout=subprocess.PIPE)
    assert done.returncode == 2
    assert re.match(r"cut short: \d+ of 2000000 games of random against random\n", done.stdout)


def test_ctrl_c_tells_what_there_is_and_lets_no_process_complain() -> None:
    """The whole group hears it, as at a terminal: the workers, too."""
    games = ("compare", "tic_tac_toe", "connect_four", "--bot-games", "100000", "--executor", "processes:2")
    with subprocess.Popen(
        [*GDL, *games],
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hearing,
        start_new_session=True,
    ) as process:
        time.sleep(8)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (stopping.STOPPED, "\nstopped\n")
    assert re.search(r"^cut short: connect_four: \d+ of ", output, re.MULTILINE)
    assert "Not known whether the rules differ: there was no time for lock step" in output


def test_mutants_tried_so_far_are_told_when_the_time_is_up() -> None:
    """Cyvasse: one mutant takes most of a second, so that no machine gets through all of them."""
    limit = ("--most", "100000", "--executor", "processes:1", "--max-seconds", "15")
    done = run("mutate", "cyvasse", *limit, stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "stopped after 15 s, as `--max-seconds` says\n")
    assert re.match(r"cut short: \d+ of \d+ mutants were tried\n", done.stdout)
