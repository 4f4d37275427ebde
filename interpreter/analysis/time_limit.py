"""Work with a limit of processor time, in a thread of its own: whether it is done in time does not depend on what else runs."""

import ctypes
import threading
from collections.abc import Callable
from time import monotonic, process_time

_PATIENCE = 10  # times the limit that work may take by the clock on the wall: what waits is late, too
_BLINK = 0.02  # seconds between two looks at the clock


class TimeUp(BaseException):
    """Raised in work that has taken too long. No part of the work may catch it as an error of its own."""


def is_done_within(seconds: float | None, work: Callable[[], None]) -> bool:
    """Does something; whether it was done in so many seconds of processor time. What raises in it raises here.

    Work that is late is told to stop. Machine code hears that when it returns, so it may go on for a while.
    """
    if seconds is None:
        work()
        return True
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except TimeUp:
            pass
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    end, patience = process_time() + seconds, monotonic() + _PATIENCE * seconds
    thread.start()
    # one thread has no more processor time than goes by; several are looked at in time
    while thread.is_alive() and process_time() < end and monotonic() < patience:
        thread.join(max((end - process_time()) / 2, _BLINK))
    if failed:
        raise failed[0]
    if thread.is_alive() and thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TimeUp))
        return False
    return True
