"""A reason against a move in two parts: what it says, and the rule behind it, quoted as the file has it."""

from dataclasses import dataclass

from interpreter.engines.answers import Reason

_MOST_LINES = 6  # of a rule


@dataclass(frozen=True, slots=True)
class Quoted:
    """`said` without the words of the rule; `rule`: the lines of the file that hold the clause; `line`: the number of the first
    of them, None where the rules are no file."""

    said: str
    rule: str
    line: int | None


def quoted(reason: Reason) -> Quoted:
    """What a reason says, and the rule that it comes from."""
    span, clause = reason.span, reason.span.in_one_line
    said = reason.text.rpartition(clause)[0].rstrip() if clause else reason.text
    for joint in (": along", ":"):  # what led to the clause
        said = said.removesuffix(joint)
    return Quoted(said or reason.text, _lines(reason), span.line if span.source.name else None)


def _lines(reason: Reason) -> str:
    """The lines of a clause, moved to the left together; of a long one the first."""
    span = reason.span
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    lines = text[start : end if end >= 0 else None].rstrip().splitlines()
    deep = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    shown = [line[deep:].rstrip() for line in lines[:_MOST_LINES]]
    return "\n".join([*shown, "..."] if len(lines) > _MOST_LINES else shown)
