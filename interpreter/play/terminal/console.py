"""The console of a table: it asks for lines and prints texts, on a terminal or through a pipe."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.play.session import Session
from interpreter.play.terminal.prompt import prompt, wait

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what can be scrolled back to
_PLAIN_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Console:
    """`ask` gives the next line and raises EOFError after the last; `height` is the rows of the screen, None where there
    is no screen to overflow."""

    ask: Callable[[str, Session], str]
    tell: Callable[[str], None]
    colour: bool = False
    is_terminal: bool = False
    width: int = 80
    height: int | None = None

    def clear(self) -> None:
        if self.is_terminal:
            self.tell(_CLEAR)

    def wait(self, text: str) -> None:
        """Waits until Enter is pressed, on a terminal."""
        if self.is_terminal:
            wait(text)


def open_console(session: Session, colour: bool) -> Console:
    """The console of this process. Moves are completed where people type them on a terminal."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    size = shutil.get_terminal_size()
    width, height = (size.columns, size.lines) if is_terminal else (_PLAIN_WIDTH, None)
    ask = prompt() if is_terminal and session.has_people else _line
    return Console(ask, print, colour, is_terminal, width, height)


def _line(prompt: str, session: Session) -> str:
    """A line of the plain input, echoed after its prompt, so that the output reads as a conversation."""
    print(prompt, end="", flush=True)
    text = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(text.rstrip("\n"))
    if not text:
        raise EOFError
    return text
