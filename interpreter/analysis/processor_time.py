"""Work that ends when so much processor time is up, from within."""

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_WEAK_REFERENCES = frozenset({"weakref", "_weakrefset"})  # modules that are called when an object is gone
_MOMENT = 0.05  # seconds until time is up again, where it was lost


class TimeUp(BaseException):
    """Nothing may take it for a mistake of the rules."""


@contextmanager
def timed(seconds: float) -> Iterator[None]:
    """Ends what is inside when so much processor time is up; where a program cannot be interrupted, at once."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        raise TimeUp

    is_inside = True

    def stop(_: int, frame: FrameType | None) -> None:
        if is_inside and not _is_called_back(frame):
            raise TimeUp

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, _MOMENT)  # again and again, as what is raised may be lost
    try:
        yield
    finally:
        is_inside = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _is_called_back(frame: FrameType | None) -> bool:
    """Whether Python called what runs by itself: what is raised there is printed, and lost."""
    watching = {getattr(c, "__code__", None) for c in gc.callbacks}
    while frame is not None and not (
        frame.f_code.co_name == "__del__"
        or frame.f_code in watching
        or frame.f_globals.get("__name__") in _WEAK_REFERENCES
    ):
        frame = frame.f_back
    return frame is not None
