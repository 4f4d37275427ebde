"""Work in a process of its own, with limits of processor time and memory: what a stranger's game does there ends by itself.

Machine code and its compiler hear no signal, and memory that they have taken is not given back; a process is ended whatever
it does. Only where processes can be forked, and only from the main thread, so that no lock is held by a thread that is not
there.
"""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from gdl.diagnostics import InternalError
from interpreter import stopping

T = TypeVar("T")

GRACE = 1  # seconds of processor time more than the work gives itself, before the system ends it
PATIENCE = 10.0  # times as long by the clock: a machine may be busy
MEGABYTES = 1_500  # of memory beside what the process has already: ten times what random games of the bundled games take


def can_be_aside() -> bool:
    """Whether work can be done so here."""
    return hasattr(os, "fork") and threading.current_thread() is threading.main_thread()


def result_of(work: Callable[[], T], seconds: float) -> T | None:
    """What the work gives, which must be possible to pickle; None where it takes too much time or memory.

    The work ends itself after so many seconds of processor time where it can; it is ended some seconds later. Raises
    InternalError where it raises anything.
    """
    context = get_context("fork")
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_do, args=(work, seconds, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        if not mine.poll(PATIENCE * seconds):
            return None
        found, error = mine.recv()
    except EOFError:  # it has been ended
        return None
    finally:
        process.kill()
        process.join()
        mine.close()
    if error:
        raise InternalError(error)
    result: T = found
    return result


def _do(work: Callable[[], T], seconds: float, answer: Connection) -> None:
    """In the process: its limits hold even where nobody is there any more to end it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever waits hears Ctrl-C, and ends this
    signal.set_wakeup_fd(-1)
    _limit(seconds)
    try:
        answer.send((work(), ""))
    except MemoryError:
        return
    except Exception as error:
        answer.send((None, f"{type(error).__name__}: {error}"))


def _limit(seconds: float) -> None:
    import resource  # only where there is POSIX

    most = int(seconds) + 1 + GRACE
    for what, limit in ((resource.RLIMIT_CPU, most), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):  # there is a smaller limit already
            resource.setrlimit(what, (limit, limit))
    stopping.limit_memory(stopping.megabytes_held() + MEGABYTES)
