"""Stopping in time: Ctrl-C within a second whatever runs, and limits of time and memory for what comes from outside.

Python hears Ctrl-C between two of its own steps only, so not while machine code or the compiler runs. Then a thread ends
the process. It is told by the file that the C library writes each signal's number to (`signal.set_wakeup_fd`). The end of
a limit of time is heard in the same way. Before either, what is known by then is told once; Ctrl-C again leaves that out.
"""

import contextlib
import os
import signal
import sys
import threading
import time
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
_telling = threading.Lock()  # is held by whoever tells them
_ears: list[int] = []  # the end that signals are written to, once there is one
_reasons = [("\nstopped", STOPPED)]  # what is printed at the end, and the exit code: the last one


def listen() -> None:
    """Makes Ctrl-C end whatever runs within a second. Again after a library has taken the signals for itself."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        return
    if not _ears:
        outer, hear = _ear()
        _ears.append(outer)
        threading.Thread(target=_watch, args=(hear,), name="stopping", daemon=True).start()
    signal.signal(signal.SIGINT, _hear)
    signal.set_wakeup_fd(_ears[0], warn_on_full_buffer=False)


def _ear() -> tuple[int, Callable[[], bytes]]:
    """The file to which signals are written, and what waits for the next one."""
    if os.name == "posix":
        inner, outer = os.pipe()
        os.set_blocking(outer, False)
        return outer, lambda: os.read(inner, 1)
    from socket import socketpair  # signals are written to nothing else on Windows

    listening, written = socketpair()
    written.setblocking(False)
    return written.detach(), lambda: listening.recv(1)


def _hear(number: int, frame: FrameType | None) -> NoReturn:
    _heard.set()
    raise KeyboardInterrupt


def _watch(hear: Callable[[], bytes]) -> None:
    while True:
        found = hear()
        if found and found[0] == signal.SIGINT:
            if not _heard.wait(PATIENCE):
                threading.Thread(target=_end, daemon=True).start()
            _heard.clear()


def limit_seconds(seconds: float) -> None:
    """Ends the process after so many seconds, whatever runs, and prints before what is known by then."""

    def end() -> None:
        _reasons.append((f"stopped after {seconds:g} s, as `--max-seconds` says", TIME_UP))
        if (
            os.name == "posix" and _ears and _last_words
        ):  # the main thread is better stopped than left at work beside the telling
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            time.sleep(2 * PATIENCE)
        if not _telling.locked():
            _end()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


@contextlib.contextmanager
def last_words(tell: Callable[[], None]) -> Iterator[None]:
    """While this goes on, `tell` prints what is known when the time is up, or at Ctrl-C."""
    _last_words.append(tell)
    try:
        yield
    except KeyboardInterrupt:
        with _telling:
            _tell()
        raise
    finally:
        if tell in _last_words:
            _last_words.remove(tell)


def _tell() -> None:
    while _last_words:
        _last_words.pop()()


def _end() -> None:
    """Ends the process from a thread, with what is known if nobody tells it already."""
    if _telling.acquire(blocking=False):
        _tell()
    leave(*reason())


def reason() -> tuple[str, int]:
    """Why the process is stopped, for people, and its exit code."""
    return _reasons[-1]


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
