"""Games as jobs of an executor: what is played of which rules, so that rows of an earlier run can be told from others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.caching.fingerprint import version
from interpreter.engines.base import Engine
from interpreter.executors.base import Executor, Idle, Work
from interpreter.executors.log import Log
from interpreter.executors.run import rows

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pool:
    """Where games are played, and the rows so far."""

    executor: Executor
    log: Log
    missing: list[str] = field(default_factory=list)  # what an idle executor did not give, in words

    @property
    def is_idle(self) -> bool:
        return isinstance(self.executor, Idle)

    def idle(self) -> "Pool":
        """The same rows without anybody who makes more, once the time is up."""
        return Pool(Idle(), self.log)

    def rows(
        self,
        engine: Engine,
        work: Work,
        what: Mapping[str, Any],
        n: int,
        chunk: int = 1,
        on_row: Callable[[int], None] = lambda done: None,
        group: int = 1,
    ) -> Rows:
        """The rows of the keys 0 to n-1 of work with an engine. `what` says all that they depend on beside its rules.

        An idle pool gives those that are there, and only whole groups of so many keys.
        """
        description = {**version(engine.game), "engine": type(engine).__name__, **what}
        found = rows(self.executor, work, description, n, self.log, chunk, on_row)
        if len(found) < n:
            keys = {row["key"] for row in found}
            found = [r for r in found if all(r["key"] // group * group + k in keys for k in range(group))]
            self.missing.append(f"{len(found)} of {n} {_named(what)}")
        return found


def _named(what: Mapping[str, Any]) -> str:
    """What rows are of, for people."""
    who = what.get("by") or what.get("uses") or " against ".join(what.get("bots", ()))
    return f"{'samples of games' if what.get('uses') == 'random' else 'games'} of {who}"
