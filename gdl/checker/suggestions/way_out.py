"""What is offered for a mistake: a sentence that is true by itself, the changes that it speaks of, and the places it points at."""

from collections.abc import Sequence
from dataclasses import dataclass

from gdl.diagnostics.values import Fix, replacing
from gdl.source import Span


@dataclass(frozen=True, slots=True)
class WayOut:
    help: str = ""
    fixes: tuple[Fix, ...] = ()
    places: tuple[tuple[Span, str], ...] = ()  # other places, each with its label

    def __bool__(self) -> bool:
        return bool(self.help)


NO_WAY_OUT = WayOut()


def writing(span: Span, text: str, help: str = "", places: Sequence[tuple[Span, str]] = ()) -> WayOut:
    """That a text is written in place of a span. `help`: what is said in place of that alone."""
    return WayOut(help or f"write `{text}`", (replacing(span, text),), tuple(places))


def meaning(span: Span, words: Sequence[str], places: Sequence[tuple[Span, str]] = ()) -> WayOut:
    """The question whether one of some words is meant that may stand in place of a span; no way out without any."""
    if not words:
        return NO_WAY_OUT
    fixes = tuple(replacing(span, word) for word in words)
    return WayOut(f"did you mean {' or '.join(f'`{word}`' for word in words)}?", fixes, tuple(places))
