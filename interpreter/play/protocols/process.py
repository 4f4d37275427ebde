"""Another program that runs as a process and is talked to line by line: for a limited time, and never left running.

The process ends with the object that holds it. Should this program end in any other way, a small watcher notices that its pipe is
closed, and ends the other one with all that it has started.
"""

import os
import shlex
import shutil
import signal
import subprocess
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import perf_counter
from typing import IO

from gdl.diagnostics.characters import visible
from interpreter.engines.errors import ProgramError

_MOST_LINES = 10_000  # that wait to be read; whoever says more waits
_LONGEST = 10_000  # letters of a line
_QUOTED = 80  # of a line that a message repeats
_POLITE = 0.2  # seconds in which a program may end by itself
_WATCHER = 'read line; kill -9 "-$0"'


def parted(command: str) -> list[str]:
    """A command as words, the first a program that is there. Raises ProgramError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError(f"`{visible(command)}` is no command: {error}") from error
    if not words:
        raise ProgramError("a program is missing, as in uci:NAME or uci:PATH")
    found = shutil.which(os.path.expanduser(words[0])) or shutil.which(
        words[0], path="/usr/games:/usr/local/games"
    )
    if found is None:
        raise ProgramError(f"there is no program `{visible(words[0])}` that can be run")
    return [found, *words[1:]]


class Process:
    """A program that runs. `title`: what messages call it."""

    def __init__(self, words: Sequence[str], title: str) -> None:
        self.title = title
        self._last = ""  # what it has said
        self._lines = Queue[str | None](_MOST_LINES)
        try:
            running = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is for this program, which then ends the other one
            )
        except OSError as error:
            raise ProgramError(f"{title} cannot be started: {error.strerror}") from error
        assert running.stdin is not None and running.stdout is not None
        self._input = running.stdin
        watcher, pipe = _watched(running.pid)
        self._end = weakref.finalize(self, _ended, running, watcher, pipe)
        Thread(target=_read, args=(running.stdout, self._lines), daemon=True).start()

    def say(self, line: str) -> None:
        """Sends a line. A program that has ended is noticed when it is listened to."""
        with suppress(OSError, ValueError):
            self._input.write(line + "\n")
            self._input.flush()

    def hear(self, seconds: float, is_wanted: Callable[[str], bool], what: str) -> list[str]:
        """The lines up to one that is wanted, which is the last. `what` it is, for messages. Raises ProgramError, and then the
        program has been ended."""
        found: list[str] = []
        until = perf_counter() + seconds
        while True:
            left = until - perf_counter()
            try:
                if left <= 0:  # also of a program that never stops talking
                    raise Empty
                line = self._lines.get(timeout=left)
            except Empty:
                self.end()
                raise ProgramError(
                    f"{self.title} has not said {what} within {seconds:g} s, and was ended"
                ) from None
            if line is None:
                self.end()
                said = f" (its last words: {visible(self._last)[:_QUOTED]})" if self._last else ""
                raise ProgramError(f"{self.title} has ended before it said {what}{said}")
            self._last = line or self._last
            found.append(line)
            if is_wanted(line):
                return found
            del found[:-_MOST_LINES]

    def end(self) -> None:
        """Ends the program, if it runs."""
        self._end()


def _read(stream: IO[str], lines: "Queue[str | None]") -> None:
    """Passes lines on until the end, which is None."""
    with suppress(OSError, ValueError):
        while line := stream.readline(_LONGEST):
            rest = line
            while rest and not rest.endswith("\n"):  # of a line that is longer nobody needs the rest
                rest = stream.readline(_LONGEST)
            lines.put(line.strip())
    lines.put(None)


def _watched(process: int) -> tuple[subprocess.Popen[bytes] | None, int]:
    """What ends a process, and its group, when the pipe is closed; and the pipe. None where there is no shell."""
    if os.name != "posix":
        return None, -1
    inner, outer = os.pipe()
    watcher = subprocess.Popen(
        ["/bin/sh", "-c", _WATCHER, str(process)],
        stdin=inner,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(inner)
    return watcher, outer


def _ended(running: "subprocess.Popen[str]", watcher: "subprocess.Popen[bytes] | None", pipe: int) -> None:
    """Ends a process with all that it has started; one that ends by itself is given a moment."""
    with suppress(OSError, ValueError):
        if running.stdin is not None:
            running.stdin.write("quit\n")
            running.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        running.wait(_POLITE)
    if watcher is not None:  # before its number may belong to somebody else
        watcher.kill()
        watcher.wait()
        os.close(pipe)
        with suppress(OSError):
            os.killpg(running.pid, signal.SIGKILL)
    else:
        running.kill()
    running.wait()
