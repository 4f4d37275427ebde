"""Workers of Dask, on this machine or on many: the extra `dask`.

Dask gives chunks of a worker that is gone to others. The workers need this program in the same version.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from interpreter.executors.base import Chunk, ExecutorError, do

SECONDS = 10  # to reach a scheduler


class Dask:
    """A client of a scheduler; without an address a cluster of this machine is begun, of so many processes."""

    def __init__(self, address: str | None, count: int) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise ExecutorError("Dask is not installed: `pip install 'gdl-interpreter[dask]'`") from None
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
