"""The console of a table: it asks for lines and prints texts, on a terminal or through a pipe."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from getpass import getpass

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what can be scrolled back to
_PLAIN_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Console:
    """`ask` gives the next line and raises EOFError after the last; `height` is the rows of the screen, None where there
    is no screen to overflow."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colour: bool = False
    is_terminal: bool = False
    width: int = 80
    height: int | None = None

    def clear(self) -> None:
        if self.is_terminal:
            self.tell(_CLEAR)

    def wait(self, text: str) -> None:
        """Waits until Enter is pressed, on a terminal: nothing that is typed meanwhile is shown."""
        if self.is_terminal:
            getpass(text)


def open_console(colour: bool) -> Console:
    """The console of this process."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    size = shutil.get_terminal_size()
    width, height = (size.columns, size.lines) if is_terminal else (_PLAIN_WIDTH, None)
    return Console(_line, print, colour, is_terminal, width, height)


def _line(prompt: str) -> str:
    """A line of the input; one through a pipe is echoed after its prompt, so that the output reads as a conversation."""
    print(prompt, end="", flush=True)
    text = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(text.rstrip("\n"))
    if not text:
        raise EOFError
    return text
