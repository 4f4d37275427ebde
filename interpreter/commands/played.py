"""Moves that are given on the command line."""

from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction


def parted_moves(first: State, text: str) -> list[str]:
    """Moves in one text: at `;` or the ends of lines, else at commas with a blank behind, else at blanks."""
    for sign in (";", "\n", ", "):
        if sign in text:
            return [part.strip() for part in text.split(sign) if part.strip()]
    try:
        first.action_from_string(text)
    except IllegalAction:
        return text.split()
    return [text] if text.strip() else []
