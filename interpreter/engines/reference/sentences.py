"""Sentences for people, `means "..."`, filled in with what holds in a position."""

from gdl.diagnostics.values import GameError
from gdl.source import Span
from interpreter.engines.reference.view import View


def told(clause: Span, view: View, otherwise: str) -> str:
    """The sentence of a clause in a position; `otherwise` where it has none, or where it asks for what cannot be computed."""
    meaning = view.game.meaning_at(clause)
    if meaning is None:
        return otherwise
    try:
        return str(view.value(meaning.text))
    except GameError:
        return otherwise
