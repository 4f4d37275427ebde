"""The contract of an executor, work that is done by keys, and which program did it.

Work is a value that can be pickled and called with keys; it gives a row for each. What a row says depends on its key
alone, never on where, when or beside which others it was made. So any executor gives the same rows, rows of a run that was
stopped need not be made again, and a run can be extended.
"""

import hashlib
import os
import pickle
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import gdl
import interpreter

_SUFFIXES = (".py", ".lark")


Row = Mapping[str, Any]  # what JSON can hold; `key` is its key
Work = Callable[[Sequence[int]], list[dict[str, Any]]]
Chunk = tuple[int, ...]


class ExecutorError(RuntimeError):
    """An executor that does not exist, is not installed, cannot be reached, or has failed; the message is for people."""


@dataclass(frozen=True)
class Checked:
    """Work that only workers with the same program do: another one may play the same seed another way."""

    work: Work
    program: str

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        if program() != self.program:
            raise ExecutorError(
                f"the worker on {platform.node()} has version {program()} of this program, and not {self.program}: "
                "install the same version on all machines"
            )
        return self.work(keys)


class Executor(Protocol):
    """Does work in chunks of keys, wherever it does it."""

    name: str

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        """The rows of each chunk, in whatever order they are done. `work` is pickled.

        A worker that dies takes nothing with it: its chunks are done by others. What the work itself raises is raised here.
        """

    def close(self) -> None:
        """Lets all workers go. Chunks that are waiting are not done."""


@lru_cache(maxsize=4)
def _unpickled(work: bytes) -> Work:
    found: Work = pickle.loads(work)
    return found


def do(work: bytes, keys: Chunk) -> list[dict[str, Any]]:
    """Does a chunk in this process, which reads the same work once."""
    return _unpickled(work)(keys)


class Idle:
    """Nothing is done any more: there are the rows that are known."""

    name = "nobody"

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        return iter(())

    def close(self) -> None:
        pass


class InProcess:
    """Everything in this process, one chunk after the other."""

    name = "1 process"

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        return (do(work, chunk) for chunk in chunks)

    def close(self) -> None:
        pass


def library(module: str, missing: str, extra: str) -> Any:
    """A module of a library that an extra installs. Raises ExecutorError, which begins with what is `missing`."""
    try:
        return import_module(module)
    except ImportError:
        raise ExecutorError(f"{missing}: `pip install 'gdl-interpreter[{extra}]'`") from None


# ---- who made a result


@cache
def program() -> str:
    """The version of this program with a hash of its sources: equal on two machines only if they run the same program."""
    found = hashlib.sha256()
    for package in (gdl, interpreter):
        root = Path(str(package.__file__)).parent
        for path in sorted(p for p in root.rglob("*") if p.suffix in _SUFFIXES):
            found.update(path.relative_to(root).as_posix().encode())
            found.update(path.read_bytes())
    return f"{gdl.__version__}+{found.hexdigest()[:8]}"


def made() -> dict[str, str]:
    """Which program on which machine makes a result, and when."""
    return {
        "program": program(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
