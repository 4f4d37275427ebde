"""Stopping in time: Ctrl-C within a second whatever runs, and limits of time and memory for what comes from outside.

Python hears Ctrl-C between two of its own steps only, so not while machine code or the compiler runs. Then a thread ends
the process. It is told by the file that the C library writes each signal's number to (`signal.set_wakeup_fd`).
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import NoReturn

STOPPED, TIME_UP = 130, 2  # exit codes
BUSY = "machine code"  # the name of threads that must not be met by the end of Python
PATIENCE = 0.6  # seconds in which Python may hear Ctrl-C itself
_FLUSH_SECONDS = 0.2
_MEGABYTE = 1 << 20

_heard = threading.Event()
_last_words: list[Callable[[], None]] = []
_ears: list[int] = []  # the end that signals are written to, once there is one


def listen() -> None:
    """Makes Ctrl-C end whatever runs within a second. Again after a library has taken the signals for itself."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or os.name != "posix" or signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        return
    if not _ears:
        inner, outer = os.pipe()
        os.set_blocking(outer, False)
        _ears.append(outer)
        threading.Thread(target=_watch, args=(inner,), name="stopping", daemon=True).start()
    signal.signal(signal.SIGINT, _hear)
    signal.set_wakeup_fd(_ears[0], warn_on_full_buffer=False)


def _hear(number: int, frame: FrameType | None) -> NoReturn:
    _heard.set()
    raise KeyboardInterrupt


def _watch(inner: int) -> None:
    while True:
        found = os.read(inner, 1)
        if found and found[0] == signal.SIGINT:
            if not _heard.wait(PATIENCE):
                leave("\nstopped", STOPPED)
            _heard.clear()


def limit_seconds(seconds: float) -> None:
    """Ends the process after so many seconds, whatever runs, and prints before what is known by then."""

    def end() -> None:
        for tell in _last_words:
            tell()
        sys.stdout.flush()
        leave(f"stopped after {seconds:g} s, as `--max-seconds` says", TIME_UP)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


@contextlib.contextmanager
def last_words(tell: Callable[[], None]) -> Iterator[None]:
    """While this goes on, `tell` prints what is known when the time is up."""
    _last_words.append(tell)
    try:
        yield
    finally:
        _last_words.remove(tell)


def megabytes_held() -> int:
    """How much memory of its own the process has; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])  # data and stack
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // _MEGABYTE


def need_memory(size: int) -> None:
    """Raises MemoryError where a limit leaves less than so many bytes: for libraries that end the process when they are
    refused memory."""
    try:
        import resource  # only where there is POSIX
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_DATA)[0]
    if 0 <= most < megabytes_held() * _MEGABYTE + size:
        raise MemoryError


def limit_memory(megabytes: int) -> bool:
    """Refuses the process more memory; False where the system cannot. What needs more raises MemoryError, or ends."""
    try:
        import resource  # only where there is POSIX
    except ImportError:
        return False
    try:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        wanted = megabytes * _MEGABYTE
        resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard < 0 else min(wanted, hard), hard))
    except (OSError, ValueError):
        return False
    return True


def leave(message: str, code: int) -> NoReturn:
    """Ends the process at once, from any thread; what is printed already is written out if that does not take long."""
    flushing = threading.Thread(target=_flush, daemon=True)
    flushing.start()
    flushing.join(_FLUSH_SECONDS)
    with contextlib.suppress(OSError):
        os.write(2, f"{message}\n".encode())
    os._exit(code)


def _flush() -> None:
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
