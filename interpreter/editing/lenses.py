"""What can be done with a game at a place of its text: play it, also a variant, run its tests, check a claim, see what is unused.

A lens has a command of `gdl`, as arguments; the editor runs it, in a terminal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from gdl import syntax
from gdl.files import File
from gdl.source import Span
from interpreter.editing.symbols import flat

_MOST = 2_000_000  # bytes of a file of tests that is counted


@dataclass(frozen=True, slots=True)
class Lens:
    """A title over a line, and the command behind it: arguments of `gdl`."""

    place: Span
    title: str
    arguments: tuple[str, ...]


def lenses(file: File) -> Iterator[Lens]:
    """The lenses of a game's file; a module has none."""
    if file.head is None:
        return
    name, head = file.source.name, file.head.span
    yield Lens(head, "Play", ("play", name))
    tests = _tests(Path(name).with_suffix(".yaml"))
    if tests:
        yield Lens(head, f"Run {tests} test{'s' * (tests != 1)}", ("test", name))
        yield Lens(head, "Play from a test", ("play", name, "--test", "?"))
    yield Lens(head, "What is never used", ("coverage", name))
    for clause in flat(file.clauses):
        if isinstance(clause, syntax.Variant):
            yield Lens(clause.span, f"Play {clause.name.name}", ("play", name, "--variant", clause.name.name))
        elif isinstance(clause, syntax.Claim):
            yield Lens(clause.span, "Check this claim", ("claims", name))


def _tests(path: Path) -> int:
    """How many cases stand beside a game."""
    try:
        if path.stat().st_size > _MOST:
            return 0
        found = yaml.safe_load(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError):
        return 0
    return len(found) if isinstance(found, list) else 0
