"""The contract of an executor, and work that is done by keys.

Work is a value that can be pickled and called with keys; it gives a row for each. What a row says depends on its key
alone, never on where, when or beside which others it was made. So any executor gives the same rows, rows of a run that was
stopped need not be made again, and a run can be extended.
"""

import pickle
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from interpreter.executors.versions import program

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


class InProcess:
    """Everything in this process, one chunk after the other."""

    name = "1 process"

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        return (do(work, chunk) for chunk in chunks)

    def close(self) -> None:
        pass
