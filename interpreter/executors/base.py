"""The contract of an executor, and work that is done by keys.

Work is a value that can be pickled and called with keys; it gives a row for each. What a row says depends on its key
alone, never on where, when or beside which others it was made. So any executor gives the same rows, rows of a run that was
stopped need not be made again, and a run can be extended.
"""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

Row = Mapping[str, Any]  # what JSON can hold; `key` is its key
Work = Callable[[Sequence[int]], list[dict[str, Any]]]
Chunk = tuple[int, ...]


class ExecutorError(RuntimeError):
    """An executor that does not exist, is not installed, cannot be reached, or has failed; the message is for people."""


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
