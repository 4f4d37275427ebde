"""Several processes of this machine. One that is killed is replaced, and what it was doing is done again.

A process whose parent is gone ends, in the middle of whatever it is doing.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import Any

from gdl.diagnostics.values import InternalError
from interpreter.executors.base import Chunk, ExecutorError, do

AHEAD = 2  # chunks that wait for each process
BREAKS = 5  # how often processes may die before it is the work's fault


def _begin_worker() -> None:
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


class Processes:
    """A pool of processes, which are begun anew and share nothing with this one."""

    def __init__(self, count: int, patience: float = 0.0) -> None:
        """`patience`: for how many seconds chunks are done here first, as processes take a second to begin."""
        self.count, self.patience = count, patience
        self.name = f"{count} processes"
        self._pool = self._begun()  # its processes begin with their first chunk

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.count, get_context("spawn"), _begin_worker)

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        waiting, breaks, begun = list(reversed(chunks)), 0, perf_counter()
        while waiting and perf_counter() - begun < self.patience:
            yield do(work, waiting.pop())
        running: dict[Future[list[dict[str, Any]]], Chunk] = {}
        while waiting or running:
            try:
                while waiting and len(running) < AHEAD * self.count:
                    running[self._pool.submit(do, work, waiting[-1])] = waiting[-1]
                    waiting.pop()
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    rows = future.result()
                    del running[future]
                    yield rows
            except BrokenProcessPool as broken:
                if broken.__cause__ is not None:  # no process died: what it sent could not be read
                    raise InternalError(
                        f"a process answered what cannot be read: {broken.__cause__}"
                    ) from None
                breaks += 1
                if breaks > BREAKS:
                    raise ExecutorError(
                        f"processes died {breaks} times: they may need more memory than there is, or the program "
                        'that begins them does all its work without `if __name__ == "__main__":`'
                    ) from None
                waiting.extend(running.values())
                running.clear()
                self._pool.shutdown(cancel_futures=True)
                self._pool = self._begun()

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
