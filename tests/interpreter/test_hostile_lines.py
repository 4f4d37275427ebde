"""What stands on a command line, in files that are not games, and around the process: answered in words, and soon."""

import errno
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gdl.loader import bundled_directory
from interpreter import cli
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play import record
from interpreter.positions.documents import MAX_PARTS, Document

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name != "posix", reason="files and limits of POSIX systems"),
]

Run = Callable[..., tuple[int, str]]
SOON = 2.0  # seconds of processor time
LONG = "a" * 5000


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command; gives its exit code and all that it says."""

    def ran(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as stop:
            cli.main(arguments)
        out, err = capsys.readouterr()
        assert "internal error" not in err
        assert "Traceback" not in out + err
        assert isinstance(stop.value.code, int)
        return stop.value.code, out + err

    return ran


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "zola", "--position", "FILE.yaml"),
        ("show", "FILE.gdl"),
        ("check", "FILE.gdl"),
        ("fmt", "FILE.gdl"),
        ("test", "FILE.gdl"),
        ("play", "zola", "--load", "FILE.yaml"),
    ],
)
def test_a_file_without_end_is_not_read_to_its_end(
    arguments: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    for suffix in (".gdl", ".yaml"):
        with (tmp_path / f"endless{suffix}").open("wb") as file:
            file.truncate(1 << 40)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code, said = run(*(a.replace("FILE", str(tmp_path / "endless")) for a in arguments))
    assert code in (1, 2)
    assert "it has more than" in said
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # kilobytes


@pytest.mark.parametrize("command", ["show", "check", "fmt", "test", "play", "rules", "list"])
def test_a_name_of_any_length_is_answered_shortly(command: str, run: Run) -> None:
    code, said = run(command, LONG)
    assert code == 2
    assert said.count("a") < 6000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "zola", "--max-seconds", "nan"), "is not a number"),
        (("show", "zola", "--max-seconds", "inf"), "is not in the range"),
        (("show", "zola", "--max-seconds", "1e400"), "is not in the range"),
        (("show", "zola", "--max-memory", "9" * 20), "is not in the range"),
        (("playout", "zola", "--max-plies", "18446744073709551617"), "is not in the range"),
        (("match", "zola", "random", "random", "-n", "9" * 20), "is not in the range"),
        (("compare", "zola", "-n", "2000001"), "is not in the range"),
        (("coverage", "zola", "--bot-games", "2000000000"), "is not in the range"),
        (("test", "zola", "--seconds", "nan"), "is not a number"),
        (("test", "zola", "--seconds", "1e300"), "is not in the range"),
    ],
)
def test_limits_are_numbers_that_the_system_can_count(
    arguments: tuple[str, ...], said: str, run: Run
) -> None:
    code, found = run(*arguments)
    assert code == 2
    assert said in found


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENAMETOOLONG])
def test_what_the_system_has_no_more_of_is_no_bug(
    number: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number), "some/file")

    monkeypatch.setattr("interpreter.commands.games.find", lambda name: Path("x.gdl"))
    monkeypatch.setattr("interpreter.caching.game_cache.load", fail)
    code, said = run("show", "zola")
    assert code == 2
    assert said == f"error: {os.strerror(number)}: some/file\n"


def process(line: str, **more: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(bundled_directory().parent)}
    gdl = f"{sys.executable} -m interpreter.cli"
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        ["bash", "-c", line.replace("gdl ", f"{gdl} ")], env=environment, text=True, capture_output=True, timeout=60, **more
    )  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "gdl play tic_tac_toe <&-",
        "echo quit | gdl play tic_tac_toe >&-",
        "gdl show tic_tac_toe <&- >&- 2>&-",
        "echo quit | gdl play tic_tac_toe 2>&-",
    ],
)
def test_whoever_closes_input_or_output_wants_none(line: str) -> None:
    done = process(line)
    assert done.returncode == 0
    assert "error" not in done.stderr


@pytest.mark.parametrize("megabytes", [64, 70, 76])
def test_a_limit_of_memory_that_is_too_low_for_machine_code_is_said_so(
    megabytes: int, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "interpreter.cli", "playout", "zola", "-n", "1"]
    done = subprocess.run(
        [*command, "--max-memory", str(megabytes)],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )
    assert done.returncode in (0, 2), done.stderr
    assert "allows" in done.stderr or done.returncode == 0


def test_without_memory_for_llvm_a_message_says_what_to_do() -> None:
    done = process("ulimit -v 70000; gdl playout tic_tac_toe -n 1")
    assert done.returncode == 2
    assert "memory" in done.stderr
    assert "internal error" not in done.stderr


def test_a_directory_that_is_gone_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    done = process(f"cd {tmp_path}/gone && rmdir {tmp_path}/gone && gdl show tic_tac_toe")
    assert done.returncode == 0
    assert "X to move" in done.stdout


@pytest.mark.parametrize(
    "text",
    ["[" * 300_000, "[" + "1," * 300_000, "- a\n" * 300_000, "".join(f"a{i}: 1\n" for i in range(60_000))],
    ids=["nested", "long list", "many lines", "many keys"],
)
def test_reading_yaml_takes_no_longer_than_two_seconds(text: str) -> None:
    for read, error in ((record.parse, RecordError), (Document, PositionError)):
        begun = time.process_time()
        with pytest.raises(error, match=r"nested too deeply|cannot be parsed|more than 100000 parts"):
            read(text, "hostile.yaml")
        assert time.process_time() - begun < 2 * SOON  # and more where the tests share a processor
    assert MAX_PARTS == 100_000


def test_pipes_links_and_strange_names_are_told_from_games(run: Run, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("PASSWORD=1\n")
    (tmp_path / "link.gdl").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "pipe.gdl")
    strange = os.fsencode(tmp_path) + b"/\xff.gdl"
    Path(os.fsdecode(strange)).write_text("")
    for name, said in (
        ("link.gdl", "is a link to"), ("pipe.gdl", "is a pipe or a device"), (os.fsdecode(b"\xff.gdl"), "not UTF-8"),
    ):  # fmt: skip
        code, output = run("check", str(tmp_path / name))
        assert (code, said in output, "PASSWORD" in output) == (2, True, False)
