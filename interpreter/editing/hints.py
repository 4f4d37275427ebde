"""What an editor writes into a text: hints beside names, and lenses above clauses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from gdl.files.merging import key
from gdl.files.sources import File
from gdl.source import Source, Span
from gdl.tree import syntax
from interpreter.editing.symbols import flat

_SHOWN = 12  # clauses of a file that are named


@dataclass(frozen=True, slots=True)
class Hint:
    """A text that is shown at an offset, and what it says when one points at it."""

    offset: int
    text: str
    more: str


def hints(files: Sequence[File], source: Source) -> Iterator[Hint]:
    """The hints of a text, the last of its files."""
    if len(files) < 2 or files[-1].source.name != source.name:
        return
    own = files[-1]
    keys = {key(c) for c in flat(own.clauses)} - {None}
    inherited = list(_inherited(files, keys))
    if inherited and own.head is not None:
        by_file: dict[str, list[str]] = {}
        for file, name in inherited:
            by_file.setdefault(Path(file).name, []).append(name)
        more = "\n".join(f"{file}: {_listed(names)}" for file, names in by_file.items())
        line, _ = source.position(own.head.span.start)
        end = source.offset(line, len(source.line(line)) + 1)
        yield Hint(end, f" inherits {len(inherited)} clauses: {_listed([n for _, n in inherited])}", more)
    for clause in flat(own.clauses):
        wanted = key(clause)
        earlier = [
            f for f in files[:-1] if wanted is not None and any(key(c) == wanted for c in flat(f.clauses))
        ]
        if earlier:
            before = next(c for c in flat(earlier[-1].clauses) if key(c) == wanted)
            line, _ = source.position(clause.span.start)
            end = source.offset(line, len(source.line(line)) + 1)
            yield Hint(end, f" replaces that of {Path(earlier[-1].source.name).name}", before.span.text)


def _inherited(files: Sequence[File], replaced: set[tuple[str, ...] | None]) -> Iterator[tuple[str, str]]:
    """The clauses of other files that still hold, each with its file, by their names or first words."""
    for i, file in enumerate(files[:-1]):
        later = replaced | {key(c) for f in files[i + 1 : -1] for c in flat(f.clauses)}
        for clause in flat(file.clauses):
            own = key(clause)
            if own is None or own not in later:
                yield (
                    file.source.name,
                    own[-1] if own and own[-1] else clause.span.text.split()[0].rstrip(":"),
                )


def _listed(names: Sequence[str]) -> str:
    shown = list(dict.fromkeys(names))
    more = len(shown) - _SHOWN
    return ", ".join(shown[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


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
