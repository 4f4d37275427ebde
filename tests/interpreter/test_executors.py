"""Work by keys: the same rows wherever it is done, kept in a file, and none lost with a worker that dies."""

import errno
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import gdl
import interpreter
from interpreter.analysis.samples import RandomGames
from interpreter.executors import parquet
from interpreter.executors.base import Executor, ExecutorError, InProcess, program
from interpreter.executors.log import Log
from interpreter.executors.run import executor, rows
from interpreter.play.contest import GamesOfBot, MatchGames

pytestmark = pytest.mark.thorough

EVERYWHERE = [
    "processes:2",
    pytest.param("dask", marks=pytest.mark.cluster),
    pytest.param("ray", marks=pytest.mark.cluster),
]


@pytest.fixture(params=EVERYWHERE)
def elsewhere(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param in ("dask", "ray"):
        pytest.importorskip({"dask": "distributed"}.get(request.param, request.param))
    with executor(request.param) as made:
        yield made


@dataclass(frozen=True)
class Squares:
    """Work that counts how often it is asked for a key, in files of a folder."""

    folder: str = ""

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [{"key": key, "square": key * key} for key in keys]


@dataclass(frozen=True)
class Dying(Squares):
    """Work whose worker is killed the first time that it comes to a key."""

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        mark = os.path.join(self.folder, "killed")
        if 5 in keys and not os.path.exists(mark):
            with open(mark, "w"):
                pass
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.02)
        return [{"key": key, "square": key * key} for key in keys]


def test_rows_are_the_same_wherever_they_are_made(elsewhere: Executor) -> None:
    engine = interpreter.engine(gdl.load("tic_tac_toe"))
    for work in (
        RandomGames(engine, 3),
        GamesOfBot(engine, "mcts:20", 3),
        MatchGames(engine, ("mcts:20", "random"), 3),
    ):
        here = rows(InProcess(), work, {"by": 1}, 12, Log(None), 3)
        assert [r["key"] for r in here] == list(range(12))
        assert len({r["plies"] for r in here}) > 1
        there = rows(elsewhere, work, {"by": 1}, 12, Log(None), 5)
        assert [r | {"seconds": 0} for r in there] == [r | {"seconds": 0} for r in here]


def test_a_killed_worker_takes_no_rows_with_it(elsewhere: Executor, tmp_path: Path) -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    work = cloudpickle.dumps(Dying(str(tmp_path)))
    found = [row for chunk in elsewhere.run(work, [(k,) for k in range(30)]) for row in chunk]
    assert (tmp_path / "killed").exists()
    assert sorted(r["key"] for r in found) == list(range(30))
    assert all(r["square"] == r["key"] ** 2 for r in found)


def test_what_the_work_raises_is_raised(tmp_path: Path) -> None:
    engine = interpreter.engine(gdl.load("tic_tac_toe"))
    with executor("processes:2") as pool, pytest.raises(ValueError, match="nobody called `nonsense`"):
        rows(pool, GamesOfBot(engine, "nonsense", 1), {}, 2, Log(None))


# ---- the file of rows


def test_a_run_goes_on_where_it_was_and_can_be_extended(tmp_path: Path) -> None:
    path, made = tmp_path / "rows.jsonl", list[int]()

    @dataclass(frozen=True)
    class Counting(Squares):
        def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
            made.extend(keys)
            return super().__call__(keys)

    class Here(InProcess):
        """Calls the work as it is, since a class of a function cannot be pickled."""

        def run(self, work: bytes, chunks: Any) -> Iterator[list[dict[str, Any]]]:
            return (Counting()(chunk) for chunk in chunks)

    whole = rows(InProcess(), Squares(), {"a": 1}, 9, Log(None))
    rows(Here(), Squares(), {"a": 1}, 4, Log(path))
    text = path.read_text()
    path.write_text(text[:-7])  # the last row is cut off
    assert rows(Here(), Squares(), {"a": 1}, 9, Log(path), 2) == whole
    assert made == [0, 1, 2, 3, 3, 4, 5, 6, 7, 8]
    rows(Here(), Squares(), {"a": 2}, 2, Log(path))  # another job has rows of its own
    assert made[-2:] == [0, 1]
    head = json.loads(path.read_text().splitlines()[0])
    assert head["of"] == {"a": 1}
    assert set(head["made"]) == {"program", "python", "machine", "at"}


def test_rows_say_which_version_of_the_program_made_them(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows(InProcess(), Squares(), {"a": 1}, 2, Log(path))
    old = path.read_text().replace(program(), "0.0.1+older")
    path.write_text(old)
    log = Log(path)
    rows(InProcess(), Squares(), {"a": 1}, 3, log)
    assert log.others == ["0.0.1+older"]
    heads = [json.loads(line)["made"]["program"] for line in path.read_text().splitlines() if "made" in line]
    assert heads == ["0.0.1+older", program()]
    parquet.write(tmp_path / "rows.parquet", Log(path))  # nothing was asked for yet
    again = Log(path)
    rows(InProcess(), Squares(), {"a": 1}, 3, again)
    parquet.write(tmp_path / "rows.parquet", again)
    table = pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "rows.parquet")
    assert table.column("square").to_pylist() == [0, 1, 4]
    assert table.column("program").to_pylist() == ["0.0.1+older", "0.0.1+older", program()]
    assert json.loads(table.schema.metadata[b"made"])["program"] == program()


def test_a_worker_with_another_version_of_the_program_is_refused() -> None:
    class Elsewhere(InProcess):
        """A machine where other sources lie."""

        def run(self, work: bytes, chunks: Any) -> Iterator[list[dict[str, Any]]]:
            return (replace(pickle.loads(work), program="0.0.1+older")(chunk) for chunk in chunks)

    with pytest.raises(
        ExecutorError, match=r"of this program, and not 0\.0\.1\+older: install the same version"
    ):
        rows(Elsewhere(), Squares(), {}, 1, Log(None))


def test_columns_of_a_table_have_one_type(tmp_path: Path) -> None:
    made = pytest.importorskip("pyarrow.parquet")

    @dataclass(frozen=True)
    class Mixed:
        def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
            some = {"points": [1, 0], "names": {"put": 2}, "how": {"a": "x"}, "none": None, "ends": "won"}
            other = {"points": [0.5, 0.5], "names": {}, "how": {}, "none": None, "ends": [["g", 1]]}
            return [{"key": key, **(some if key else other)} for key in keys]

    class Here(InProcess):
        def run(self, work: bytes, chunks: Any) -> Iterator[list[dict[str, Any]]]:
            return (Mixed()(chunk) for chunk in chunks)

    log = Log(None)
    rows(Here(), Squares(), {}, 2, log)
    parquet.write(tmp_path / "rows.parquet", log)
    found = made.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [row["points"] for row in found] == [[0.5, 0.5], [1.0, 0.0]]
    assert [row["names"] for row in found] == [[], [{"name": "put", "times": 2}]]
    assert [row["how"] for row in found] == ["{}", '{"a": "x"}']
    assert [row["ends"] for row in found] == ['[["g", 1]]', "won"]


def test_another_file_is_not_taken_for_rows(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text("one\ntwo\n")
    with pytest.raises(ExecutorError, match=r"other\.txt:1: this is no row of an earlier run"):
        Log(path)


def test_a_device_keeps_no_rows() -> None:
    with pytest.raises(ExecutorError, match=r"/dev/null is no file, so it keeps no rows"):
        Log(Path("/dev/null"))


def test_a_table_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "rows.parquet"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ExecutorError, match="cannot be written: No space left"):
        parquet.write(path, Log(None))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("text", ["cluster", "processes:none", "processes:0", "dask:here", "ray:"])
def test_an_executor_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ExecutorError, match=r"there is no executor|how many processes\?"), executor(text):
        pass


@pytest.mark.cluster
def test_a_scheduler_that_does_not_answer_is_reported() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ExecutorError, match="no Dask scheduler answers"), executor("dask://127.0.0.1:9"):
        pass


SLEEPING = """
import os, pickle, sys, time
from interpreter.executors.workers import Processes

def work(keys):
    with open(sys.argv[1], "w") as file:
        file.write(str(os.getpid()))
    time.sleep(60)
    return []

if __name__ == "__main__":
    print(list(Processes(1).run(pickle.dumps(work), [(0,)])))
"""


def test_a_worker_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script, told = tmp_path / "sleeping.py", tmp_path / "pid"
    script.write_text(SLEEPING)
    parent = subprocess.Popen([sys.executable, str(script), str(told)])
    worker = int(_soon(lambda: told.read_text() if told.exists() else ""))
    parent.kill()
    parent.wait()
    assert _soon(lambda: "" if _is_running(worker) else "gone")


def _soon(ask: Callable[[], str], seconds: float = 40) -> str:
    """An answer that is not empty, within some seconds."""
    end = time.monotonic() + seconds
    while not (found := ask()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z")
