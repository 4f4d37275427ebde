"""Reasons against a move as text: for each clause its place, a sentence, and the clause as it is written."""

from collections.abc import Iterable

from interpreter.engines.base import Reason
from interpreter.play.text.styled import painted

_MOST_LINES = 6  # of a clause


def draw_reasons(reasons: Iterable[Reason], colour: bool) -> str:
    """Why a move is rejected, clause by clause."""
    lines = []
    for reason in reasons:
        place = f"{reason.span}: " if reason.span.source.name else ""
        lines.append(painted(place, "cyan", colour) + reason.text)
        clause = [line.rstrip() for line in reason.span.text.splitlines()]
        lines += [painted(f"    | {line}", "dim", colour) for line in clause[:_MOST_LINES]]
        lines += [painted("    | ...", "dim", colour)] if len(clause) > _MOST_LINES else []
    return "\n".join(lines)
