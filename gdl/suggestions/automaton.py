"""The grammar's LALR automaton over words alone: whether words can be read from a state, without building a tree.

A stack of states is a tuple and never changed, so that a search can go on from the same one in many ways. Reading one
terminal is one step of work; `Work` counts the steps and ends a search that takes too many, on every machine at the same place.
"""

import re
from collections.abc import Iterable
from dataclasses import field
from functools import lru_cache
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_analysis import Shift

from gdl.platform.dataclass import dataclass
from gdl.text import grammar
from gdl.text.layout import LayoutError

Stack = tuple[int, ...]
READING = 200  # steps of work for reading a clause, at the least: a long one takes half its letters
DEEP = 50  # states of a stack that are counted as a step: a stack is copied and compared whole
LAYOUT = frozenset(("_NL", "_INDENT", "_SIBLING", "_DEDENT", "$END"))


class TooMuchWorkError(Exception):
    """A search has taken all the steps that it may take."""


@dataclass()
class Work:
    """Steps that a search may still take."""

    left: int

    def take(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuchWorkError

    def may_read(self, text: str) -> bool:
        """Takes the steps that reading a text is counted as if so many are left, and says whether they were."""
        steps = max(READING, len(text) // 2)
        if self.left < steps:
            return False
        self.left -= steps
        return True


@dataclass(frozen=True, slots=True)
class Step:
    """A token that the parser came to, and the stack that it had before."""

    token: Token
    stack: Stack


@dataclass(frozen=True, slots=True)
class Trace:
    """How far a text could be read: the tokens read, and then the stack at the place where reading ended."""

    steps: tuple[Step, ...]
    offset: int  # of what could not be read
    stack: Stack
    found: str  # its terminal, if it has one


def trace(text: str, start: str, first_column: int) -> Trace | None:
    """How far the parser reads a text; None if it reads all of it, or if its lines stand in columns that fit no block."""
    reading = grammar.interactive(text, start, first_column)
    steps: list[Step] = []
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):  # type: ignore[no-untyped-call]
            steps.append(Step(token, tuple(reading.parser_state.state_stack)))
            reading.feed_token(token)
        end = Token.new_borrow_pos("$END", "", steps[-1].token) if steps else Token("$END", "", 0, 1, 1)
        steps.append(Step(end, tuple(reading.parser_state.state_stack)))
        reading.feed_eof(end)  # type: ignore[no-untyped-call]
    except LayoutError:
        return None
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        is_read = bool(steps) and (token is steps[-1].token or getattr(token, "type", "") == "$END")
        stack = steps[-1].stack if is_read else tuple(reading.parser_state.state_stack)
        at = len(text) if error.pos_in_stream is None else error.pos_in_stream
        offset = at if token is None or token.type == "$END" or token.start_pos is None else token.start_pos
        return Trace(
            tuple(steps[:-1] if is_read else steps), min(offset, len(text)), stack, getattr(token, "type", "")
        )
    return None


@dataclass()
class Automaton:
    """Reads words from a stack of states."""

    work: Work
    _made: dict[tuple[Stack, str], Stack | None] = field(default_factory=dict)

    def feed(self, stack: Stack, terminal: str) -> Stack | None:
        """The stack behind a terminal; None where it does not fit."""
        self.work.take(len(stack) // DEEP)
        key = stack, terminal
        if key not in self._made:
            self._made[key] = self._feed(stack, terminal)
        return self._made[key]

    def _feed(self, stack: Stack, terminal: str) -> Stack | None:
        self.work.take()
        states = _states()
        made = list(stack)
        while True:
            action, argument = states[made[-1]].get(terminal, (None, None))
            if action is None:
                return None
            if action is Shift:
                return (*made, argument)
            if size := len(argument.expansion):
                del made[-size:]
            made.append(states[made[-1]][argument.origin.name][1])
            if terminal == "$END" and made[-1] in _ends():
                return tuple(made)

    def read(self, stack: Stack, word: str) -> Stack | None:
        """The stack behind a word or a sign, which is the terminal that the lexer would make of it here."""
        known = _states()[stack[-1]]
        terminal = next((t for t in terminals(word) if t in known), None)
        return None if terminal is None else self.feed(stack, terminal)

    def read_all(self, stack: Stack | None, words: Iterable[str]) -> Stack | None:
        """The stack behind several words."""
        for word in words:
            if stack is None:
                return None
            stack = self.read(stack, word)
        return stack

    def accepted(self, stack: Stack) -> list[str]:
        """The terminals that fit, in a fixed order."""
        return [
            t for t in sorted(_states()[stack[-1]]) if _is_terminal(t) and self.feed(stack, t) is not None
        ]


@lru_cache(maxsize=1)
def _states() -> dict[int, dict[str, tuple[Any, Any]]]:
    states: dict[int, dict[str, tuple[Any, Any]]] = grammar.parse_table().states
    return states


@lru_cache(maxsize=1)
def _ends() -> frozenset[int]:
    return frozenset(grammar.parse_table().end_states.values())


def _is_terminal(name: str) -> bool:
    return name.isupper() or name.startswith("$")


@lru_cache(maxsize=4096)
def terminals(word: str) -> tuple[str, ...]:
    """The terminals that a word or a sign may be, those with a text of their own first."""
    literal = grammar.literals()
    fixed = [t for t, text in literal.items() if text == word]
    return (*fixed, *(t for t, form in _forms().items() if t not in literal and form.fullmatch(word)))


@lru_cache(maxsize=1)
def _forms() -> dict[str, re.Pattern[str]]:
    ordered = sorted(grammar.parser()[0].terminals, key=lambda t: -t.priority)
    return {t.name: re.compile(t.pattern.to_regexp()) for t in ordered if t.name != "_NL"}


def literal_in(stack: Stack, word: str) -> bool:
    """Whether a word is read behind a stack as a word of the language, and not as a name."""
    known = _states()[stack[-1]]
    terminal = next((t for t in terminals(word) if t in known), None)
    return terminal is not None and terminal != "NAME"
