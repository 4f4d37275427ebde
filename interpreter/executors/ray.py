"""Workers of Ray, on this machine or on many: the extra `ray`.

Ray does chunks of a worker that has died again. `RAY_ADDRESS` names a cluster; without it one of this machine is begun.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from interpreter.executors.base import Chunk, ExecutorError, do

AHEAD = 4  # chunks that wait for each processor
RETRIES = 3


class Ray:
    """A driver of a cluster."""

    def __init__(self, address: str | None, count: int) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise ExecutorError("Ray is not installed: `pip install 'gdl-interpreter[ray]'`") from None
        address = address or os.environ.get("RAY_ADDRESS")
        self._output, sys.stdout = (
            sys.stdout,
            sys.stderr,
        )  # Ray's threads print about dead workers where results go
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
