"""Work that is done elsewhere: in several processes of this machine, or by workers of Dask and of Ray, on this machine or on many
(the extras `dask` and `ray`; the workers need this program in the same version).

A process that is killed is replaced, and what it was doing is done again; one whose parent is gone ends, in the middle of whatever
it is doing. Dask gives chunks of a worker that is gone to others. Ray does chunks of a worker that has died again; `RAY_ADDRESS` names a cluster, and
without it one of this machine is begun.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import Any

from gdl.diagnostics.values import InternalError
from interpreter.executors.base import Chunk, ExecutorError, do, library

SECONDS = 10  # to reach a scheduler


class Dask:
    """A client of a scheduler; without an address a cluster of this machine is begun, of so many processes."""

    def __init__(self, address: str | None, count: int) -> None:
        distributed = library("distributed", "Dask is not installed", "dask")
        self._as_completed = distributed.as_completed
        self._killed: type[Exception] = distributed.KilledWorker
        self._cluster: Any = None
        if address is None:
            self._cluster = distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=50
            )
        target = self._cluster if address is None else address
        try:
            self._client: Any = distributed.Client(target, timeout=SECONDS)
        except (
            OSError,
            TimeoutError,
            ValueError,
            MemoryError,
        ) as error:  # another server's answer may look like a huge one
            raise ExecutorError(f"no Dask scheduler answers at {address}: {error}") from error
        self.name = f"Dask at {address or 'this machine'}"

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        # a task, which is done again where its worker is gone; data that is scattered would be lost with it
        shared = self._client.submit(bytes, work, pure=False)
        futures = [self._client.submit(do, shared, chunk, pure=False, retries=3) for chunk in chunks]
        for future in self._as_completed(futures):
            try:
                rows: list[dict[str, Any]] = future.result()
            except self._killed as error:
                raise ExecutorError(
                    f"workers of Dask died again and again on the same games: {error}"
                ) from error
            future.release()
            yield rows

    def close(self) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


AHEAD = 4  # chunks that wait for each processor
RETRIES = 3


class Ray:
    """A driver of a cluster."""

    def __init__(self, address: str | None, count: int) -> None:
        ray = library("ray", "Ray is not installed", "ray")
        address = address or os.environ.get("RAY_ADDRESS")
        # Ray's threads print about dead workers where results go
        self._output, sys.stdout = (sys.stdout, sys.stderr)
        self._begun = not ray.is_initialized()
        if self._begun:
            size = {} if address else {"num_cpus": count}
            try:
                ray.init(
                    address=address, log_to_driver=False, include_dashboard=False, logging_level=40, **size
                )
            except (ConnectionError, ValueError, RuntimeError) as error:
                sys.stdout = self._output
                raise ExecutorError(f"no Ray cluster answers at {address}: {error}") from error
        self._ray = ray
        self._do: Any = ray.remote(max_retries=RETRIES, num_cpus=1)(do)
        self._count = max(1, int(ray.cluster_resources().get("CPU", count)))
        self.name = f"Ray at {address or 'this machine'}"

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        shared, waiting, running = self._ray.put(work), list(reversed(chunks)), list[Any]()
        while waiting or running:
            while waiting and len(running) < AHEAD * self._count:
                running.append(self._do.remote(shared, waiting.pop()))
            done, running = self._ray.wait(running, num_returns=1)
            for reference in done:
                yield self._rows(reference)

    def _rows(self, reference: Any) -> list[dict[str, Any]]:
        failures = self._ray.exceptions
        try:
            rows: list[dict[str, Any]] = self._ray.get(reference)
        except failures.RayTaskError as error:  # its text is a traceback
            raise error.cause if isinstance(error.cause, Exception) else error from None
        except (failures.WorkerCrashedError, failures.OutOfMemoryError) as error:
            raise ExecutorError(
                f"workers of Ray died {RETRIES + 1} times on the same games: {error}"
            ) from error
        return rows

    def close(self) -> None:
        if self._begun:
            self._ray.shutdown()
        sys.stdout = self._output


AHEAD = 2  # chunks that wait for each process
BREAKS = 5  # how often processes may die before it is the work's fault


@contextmanager
def _unheard() -> Iterator[None]:
    """What is begun meanwhile never hears Ctrl-C, where the system knows of that: this process does, and ends its workers."""
    if os.name != "posix":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(leash: connection.Connection) -> None:
    Thread(target=_end_with_parent, args=(leash,), daemon=True).start()


def _end_with_parent(leash: connection.Connection) -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel, leash])
        os._exit(1)


class Processes:
    """A pool of processes, which are begun anew and share nothing with this one. They end when it lets go of their leash."""

    def __init__(self, count: int, patience: float = 0.0) -> None:
        """`patience`: for how many seconds chunks are done here first, as processes take a second to begin."""
        self.count, self.patience = count, patience
        self.name = f"{count} processes"
        self._pool: ProcessPoolExecutor | None = None

    def _begun(self) -> ProcessPoolExecutor:
        """The pool; its processes begin with their first chunk."""
        if self._pool is None:
            theirs, self._leash = connection.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self.count, get_context("spawn"), _begin_worker, (theirs,))
        return self._pool

    def run(self, work: bytes, chunks: Sequence[Chunk]) -> Iterator[list[dict[str, Any]]]:
        waiting, breaks, begun = list(reversed(chunks)), 0, perf_counter()
        while waiting and perf_counter() - begun < self.patience:
            yield do(work, waiting.pop())
        running: dict[Future[list[dict[str, Any]]], Chunk] = {}
        while waiting or running:
            try:
                while waiting and len(running) < AHEAD * self.count:
                    with _unheard():
                        running[self._begun().submit(do, work, waiting[-1])] = waiting[-1]
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
                self.close()

    def close(self) -> None:
        """Ends the processes, whatever they do."""
        if self._pool is not None:
            self._leash.close()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
