"""Games as jobs of an executor: what is played of which rules, so that rows of an earlier run can be told from others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.caching.fingerprint import version
from interpreter.engines.base import Engine
from interpreter.executors.base import Executor, Work
from interpreter.executors.log import Log
from interpreter.executors.run import rows

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pool:
    """Where games are played, and the rows so far."""

    executor: Executor
    log: Log

    def rows(
        self,
        engine: Engine,
        work: Work,
        what: Mapping[str, Any],
        n: int,
        chunk: int = 1,
        on_row: Callable[[int], None] = lambda done: None,
    ) -> Rows:
        """The rows of the keys 0 to n-1 of work with an engine. `what` says all that they depend on beside its rules."""
        description = {**version(engine.game), "engine": type(engine).__name__, **what}
        return rows(self.executor, work, description, n, self.log, chunk, on_row)
