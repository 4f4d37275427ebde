"""Reasons against a move as text: for each clause its place, a sentence, and the clause as it is written."""

from collections.abc import Callable, Iterable, Iterator

from interpreter.engines.answers import Reason
from interpreter.play.text.styled import painted

_MOST_LINES = 6  # of a clause


def draw_reasons(reasons: Iterable[Reason], colour: bool, say: Callable[[Reason], str] | None = None) -> str:
    """Why a move is rejected, clause by clause, each with the reasons behind it. `say`: how people are told a reason, without
    its place in the file; otherwise authors are."""
    say = say or (lambda reason: _placed(reason, colour))
    lines = []
    for reason in reasons:
        lines.append(say(reason))
        clause = [line.rstrip() for line in reason.span.text.splitlines()]
        lines += [painted(f"    | {line}", "dim", colour) for line in clause[:_MOST_LINES]]
        lines += [painted("    | ...", "dim", colour)] if len(clause) > _MOST_LINES else []
        lines += _behind(reason, 1, say)
    return "\n".join(lines)


def _behind(reason: Reason, level: int, say: Callable[[Reason], str]) -> Iterator[str]:
    """The reasons behind one, each level further to the right."""
    for other in reason.because:
        yield f"{'  ' * level}because {say(other)}"
        yield from _behind(other, level + 1, say)


def _placed(reason: Reason, colour: bool) -> str:
    """A reason with the place of its clause."""
    place = f"{reason.span}: " if reason.span.source.name else ""
    return painted(place, "cyan", colour) + reason.text
