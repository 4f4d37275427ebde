"""Loading a game: from a path or a bundled name, through all stages, to a checked `Game`.

`load` raises GameError with every error; `examine` gives the diagnostics instead, warnings included.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gdl.checker import check, condition
from gdl.checker.context import Hole
from gdl.core import model
from gdl.diagnostics.values import Diagnostic, GameError, Reporter, deep_is_reported
from gdl.diagnostics.ways_out import without_wrong_ways_out
from gdl.files import modules
from gdl.files.differences import Rules
from gdl.files.extensions import retold
from gdl.files.library import (
    bundled_directory,
    bundled_games,
    bundled_modules,
    find,
    find_game,
    find_module,
    modules_directory,
)
from gdl.files.resolver import Resolved, resolve
from gdl.files.sources import MissingFileError, Reader, read_all
from gdl.limits import MAX_FIXES, MAX_SETTINGS, MAX_TEXT
from gdl.parsing.parser import parse
from gdl.platform.gc_pause import none_sought
from gdl.platform.safe_io import read_at_most, reason
from gdl.source import NOWHERE, Source, Span
from gdl.text.allow import without_allowed
from gdl.tree import syntax


def read_source(path: Path, reporter: Reporter) -> Source | None:
    """A file's text. What is not UTF-8 is reported."""
    try:
        data = read_at_most(path, MAX_TEXT)
    except OSError as error:
        source = Source(str(path), "")
        reporter.report("unreadable-file", Span(source, 0, 0), f"this file cannot be read: {reason(error)}")
        return None
    try:
        return Source(str(path), data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        source = Source(str(path), data[: error.start].decode("utf-8"))
        place = Span(source, error.start, error.start)
        reporter.report(
            "unreadable-file",
            place,
            f"this file is not UTF-8 text: byte {error.start + 1} cannot be read",
            help="save the file as UTF-8",
        )
        return None


def path_named(name: str, source: Source, is_module: bool) -> Path:
    """The file that a source means by the name of one that it extends, or of a module. Raises MissingFileError."""
    beside = Path(source.name).parent
    seek = find_module if is_module else find_game
    try:
        return seek(name, beside)
    except FileNotFoundError as error:
        bundled = bundled_modules() if is_module else bundled_games()
        raise MissingFileError(name, [*bundled, *(p.name for p in beside.glob("*.gdl"))]) from error


def read_named(name: str, source: Source, is_module: bool) -> Source:
    """What a source means by the name of a file that it extends, or of a module. Raises MissingFileError, ValueError."""
    path = path_named(name, source, is_module)
    try:
        text = read_at_most(path, MAX_TEXT).decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise MissingFileError(name, []) from error
    return Source(str(path), text)


def examine_source(
    source: Source,
    options: Mapping[str, Any] | None = None,
    variant: str | None = None,
    read: Reader = read_named,
    warns: bool = True,
    allows: bool = True,
    hole: Hole | None = None,
) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    """A source's game (None after errors) and all diagnostics. `read`: gives the other files that it names. `warns`: whether
    warnings are looked for where there is no error; `allows`: whether those are left out that the file allows. `hole`: a name
    in it that stands for any, which learns what may stand there."""
    game, _, found = _examined(source, options or {}, variant, read, warns, hole)

    def again(fixed: Source, of: Diagnostic) -> tuple[Diagnostic, ...]:
        return _examined(fixed, options or {}, variant, read, warns=not of.is_error, is_heard=False)[2]

    diagnostics = without_wrong_ways_out(source, found, again)
    if allows:
        is_searched = game is not None and warns and not options and variant is None
        diagnostics = tuple(without_allowed(diagnostics, source, is_searched=is_searched))
    return game, diagnostics


def with_sure_fixes(source: Source, read: Reader = read_named) -> Source:
    """A source with all sure fixes made, one after the other. One that does not take away what it is made for is left out."""
    found = examine_source(source, read=read)[1]
    for _ in range(MAX_FIXES):
        better = next(_fixed(source, found, read), None)
        if better is None:
            return source
        source, found = better
    return source


def _fixed(
    source: Source, found: Sequence[Diagnostic], read: Reader
) -> Iterator[tuple[Source, tuple[Diagnostic, ...]]]:
    """The source with one sure fix made, which takes its diagnostic away, and what is found then."""
    for d in found:
        for fix in d.fixes[:1]:
            if fix.is_sure and all(e.span.source == source for e in fix.edits):
                fixed = fix.applied(source)
                left = examine_source(fixed, read=read)[1]
                if _times(d, left) < _times(d, found):
                    yield fixed, left


def _times(d: Diagnostic, found: Iterable[Diagnostic]) -> int:
    """How often the same is said."""
    return sum((d.code, d.message) == (other.code, other.message) for other in found)


def _examined(
    source: Source,
    options: Mapping[str, Any],
    variant: str | None,
    read: Reader = read_named,
    warns: bool = True,
    hole: Hole | None = None,
    is_heard: bool = True,
) -> tuple[model.Game | None, Resolved | None, tuple[Diagnostic, ...]]:
    """A source's game, its clauses, and all diagnostics; warnings only if it `warns`. A `hole` learns what may stand in its
    place, and then no ways out are sought; nor are they where they are not `is_heard`."""
    reporter = Reporter(is_heard=is_heard and hole is None)
    clauses = parse(source, Reporter()).tree.clauses
    if modules.is_module(clauses):
        return None, None, _examined_module(source, clauses, read, hole)
    game: model.Game | None = None
    resolved: Resolved | None = None
    try:
        whole = Span(source, 0, len(source.text))
        with none_sought(), deep_is_reported("an expression of this file", whole, reporter):
            resolved = resolve(source, read, options, variant, reporter)
            game = check(resolved, reporter, warns, hole)
    except GameError as error:  # a number that is too large, where one must be known before the game begins
        return None, None, (*reporter.sorted(), *error.diagnostics)
    if resolved is None:
        return None, None, reporter.sorted()
    made = None if reporter.has_errors else game
    return made, resolved, retold(reporter.sorted(), resolved)


def _examined_module(
    source: Source, clauses: tuple[syntax.Clause, ...], read: Reader, hole: Hole | None
) -> tuple[Diagnostic, ...]:
    """The errors of a module, which is checked in a game that uses it."""

    def with_itself(name: str, by: Source, is_module: bool) -> Source:
        return source if name == source.name else read(name, by, is_module)

    reporter = Reporter(is_heard=hole is None)
    used = [c for f in read_all(source, read, set(), Reporter())[:-1] for c in f.clauses]
    resolved = resolve(modules.frame(source, clauses, used), with_itself, {}, None, reporter)
    check(resolved, reporter, hole=hole)
    return tuple(d for d in reporter.sorted() if d.is_error)


def examine(
    name: str | Path,
    options: Mapping[str, Any] | None = None,
    variant: str | None = None,
    read: Reader = read_named,
    warns: bool = True,
    allows: bool = True,
) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    """A file's game (None after errors) and all diagnostics, warnings if it `warns`, without those that the file `allows`. Raises
    FileNotFoundError."""
    reporter = Reporter()
    source = read_source(find(str(name)), reporter)
    if source is None:
        return None, reporter.sorted()
    return examine_source(source, options, variant, read, warns=warns, allows=allows)


def load(
    name: str | Path,
    options: Mapping[str, Any] | None = None,
    variant: str | None = None,
    read: Reader = read_named,
) -> model.Game:
    """The checked game of a path or bundled name. Raises GameError with the diagnostics, FileNotFoundError."""
    game, diagnostics = examine(name, options, variant, read, warns=False)  # which nobody would be told
    if game is None:
        raise GameError([d for d in diagnostics if d.is_error] or [_no_game(name)])
    return game


def _no_game(name: str | Path) -> Diagnostic:
    stem = Path(name).stem
    message = f"{name} is a module, which is checked by itself, but is no game"
    return Diagnostic("bad-module", message, NOWHERE, help=f'a game uses it: `use "{stem}"`')


def load_rules(
    name: str | Path, options: Mapping[str, Any] | None = None, variant: str | None = None
) -> Rules:
    """The checked game with its clauses, to be compared. Raises GameError, FileNotFoundError."""
    reporter = Reporter()
    source = read_source(find(str(name)), reporter)
    if source is None:
        raise GameError(reporter.sorted())
    game, resolved, diagnostics = _examined(source, options or {}, variant, warns=False)
    if game is None or resolved is None:
        raise GameError([d for d in diagnostics if d.is_error] or [_no_game(name)])
    return Rules(resolved, game)


def option_settings(game: model.Game) -> Iterator[dict[str, Any]]:
    """The defaults, then other values of every option, one at a time: all, or the outermost and some between where
    there are more than MAX_SETTINGS in all. Where there are too many options for that, several change at once."""
    yield {}
    most = max(2, MAX_SETTINGS // max(1, len(game.options)))
    single = [s for option in game.options for s in _other_values(option, most)]
    groups = min(len(single), MAX_SETTINGS)
    for k in range(
        groups
    ):  # two values of one option never come together, as no option is looked at so often
        yield {name: value for setting in single[k::groups] for name, value in setting.items()}


def _other_values(option: model.Option, most: int) -> Iterator[dict[str, Any]]:
    """Values of an option other than its default: `most` of them where it has more, among these the outermost."""
    last = len(option.values) - 1
    ranks = {last * i // (most - 1) for i in range(most)} if last >= most else range(last + 1)
    for value in (option.values[r] for r in sorted(ranks)):
        if value != option.default and isinstance(value, int):
            yield {option.name: option.symbols[value] if option.symbols else value}


__all__ = [
    "bundled_directory",
    "bundled_games",
    "bundled_modules",
    "condition",
    "examine",
    "examine_source",
    "find",
    "load",
    "load_rules",
    "modules_directory",
    "option_settings",
    "path_named",
    "read_named",
    "read_source",
]
