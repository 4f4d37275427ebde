"""Rows of work, from whichever executor, with those of earlier runs."""

import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from interpreter.executors.base import Checked, Executor, ExecutorError, InProcess, Work, program
from interpreter.executors.log import Log

PATIENCE = 2.0  # seconds of work that no process is begun for, unless so many are asked for
NAMES = "`processes`, `processes:N`, `dask`, `dask://HOST:PORT`, `ray` or `ray://HOST:PORT`"


@contextmanager
def executor(text: str) -> Iterator[Executor]:
    """The executor of a name. Raises ExecutorError. `processes` takes one for each processor; one is this process."""
    made = _made(text)
    try:
        yield made
    finally:
        made.close()


def _processes(text: str, wanted: str | None) -> Executor:
    """So many processes of this machine as are wanted, or as it has processors."""
    if wanted is not None and not (wanted.isdigit() and int(wanted) > 0):
        raise ExecutorError(f"`{text}`: how many processes? As in processes:4")
    count = int(wanted) if wanted is not None else os.cpu_count() or 1
    if count == 1:
        return InProcess()
    from interpreter.executors.workers import Processes

    return Processes(count, 0.0 if wanted is not None else PATIENCE)


def _made(text: str) -> Executor:
    word, colon, rest = text.strip().partition(":")
    if word == "processes":
        return _processes(text, rest if colon else None)
    count = os.cpu_count() or 1
    address = rest.removeprefix("//")
    if word in ("dask", "ray") and (not colon or (rest.startswith("//") and address)):
        if word == "dask":
            from interpreter.executors.workers import Dask

            return Dask(f"tcp://{address}" if colon else None, count)
        from interpreter.executors.workers import Ray

        return Ray(f"ray://{address}" if colon else None, count)
    raise ExecutorError(f"there is no executor `{text}`: it is {NAMES}")


def rows(
    executor: Executor,
    work: Work,
    description: Mapping[str, Any],
    n: int,
    log: Log,
    chunk: int = 1,
    on_row: Callable[[int], None] = lambda done: None,
) -> list[dict[str, Any]]:
    """The rows of the keys 0 to n-1, in their order. Rows that the log has are not made again; an idle executor gives no others.

    `description` says all that rows depend on, as data. `on_row` hears how many there are so far.
    """
    job = log.begin(description)
    known = log.rows(job)
    missing = [key for key in range(n) if key not in known]
    chunks = [tuple(missing[i : i + chunk]) for i in range(0, len(missing), chunk)]
    done = n - len(missing)
    on_row(done)
    if chunks:
        for found in executor.run(pickle.dumps(Checked(work, program())), chunks):
            log.add(job, found)
            done += len(found)
            on_row(done)
    return [dict(known[key]) for key in range(n) if key in known]
