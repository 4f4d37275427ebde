"""Typing moves on a terminal, with history and completion."""

from collections.abc import Callable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from interpreter import stopping
from interpreter.engines.base import State
from interpreter.play.moves import listed
from interpreter.play.session import Session
from interpreter.play.terminal.help import COMMANDS


class Words(Completer):
    """Completes moves and commands that begin with what is typed."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.known: tuple[State | None, list[str]] = (None, [])

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor.lstrip()
        if not typed or self.session is None:
            return
        if self.known[0] is not self.session.state:
            moves = listed(self.session.state)
            self.known = (self.session.state, [*(m.text for m in moves), *(c.split()[0] for c in COMMANDS)])
        for known in self.known[1]:
            if known.lower().startswith(typed.lower()) and known != typed:
                yield Completion(known, start_position=-len(typed))


def prompt() -> Callable[[str, Session], str]:
    """What asks for a line. Each person has their own history, as it may hold secrets."""
    words = Words()
    prompts: dict[int | None, PromptSession[str]] = {}

    def ask(text: str, session: Session) -> str:
        words.session = session
        who = session.viewer if session.has_secrets else None
        if who not in prompts:
            prompts[who] = PromptSession(completer=words, complete_while_typing=False)
        try:
            return prompts[who].prompt(text)
        finally:
            stopping.listen()  # a prompt takes the signals for itself

    return ask


def wait(text: str) -> None:
    """Waits until Enter is pressed: nothing that is typed meanwhile is shown, completed or remembered."""
    try:
        PromptSession[str]().prompt(text, is_password=True)
    finally:
        stopping.listen()
