"""Work with a time limit, in a thread of its own."""

import ctypes
import threading
from collections.abc import Callable


class TimeUp(BaseException):
    """Raised in work that has taken too long. No part of the work may catch it as an error of its own."""


def is_done_within(seconds: float | None, work: Callable[[], None]) -> bool:
    """Does something; whether it was done in so many seconds. What raises in it raises here.

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
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if thread.is_alive() and thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TimeUp))
        return False
    return True
