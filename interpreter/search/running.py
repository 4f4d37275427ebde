"""Searches in machine code: run in a thread of their own, so that they can be watched, stopped, and stopped in time."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from interpreter.engines.searching import Block, Workbench

STACK = 512 << 20  # bytes of a thread that searches: positions deep in a game need that many calls
BLINK = 0.05  # seconds between two looks at a search

OnProgress = Callable[[int], None]  # gets the number of positions looked at


class SearchError(Exception):
    """A search that cannot be made; the message is meant for people."""


@dataclass(frozen=True, slots=True)
class Watch:
    """How a search is watched: seconds after which it is stopped, and who hears how far it is."""

    seconds: float | None = None
    on_progress: OnProgress = lambda nodes: None


def run(bench: Workbench, name: str, record: Block, watch: Watch, *more: int) -> None:
    """Runs a search to its end or until it is stopped; Ctrl-C stops it, too."""
    thread = threading.Thread(target=lambda: bench.run(name, record, *more), daemon=True)
    start = perf_counter()
    record["stop"] = 0
    before = threading.stack_size(STACK)
    try:
        thread.start()
    finally:
        threading.stack_size(before)
    try:
        thread.join(BLINK / 10)
        while thread.is_alive():
            thread.join(BLINK)
            watch.on_progress(record["nodes"])
            if watch.seconds is not None and perf_counter() - start > watch.seconds:
                record["stop"] = 1
    finally:
        record["stop"] = 1
        thread.join()
