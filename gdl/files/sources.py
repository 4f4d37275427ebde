"""Which files a game consists of: the file itself, those that it extends, and the modules that they use.

`read_all` gives them in the order in which their clauses apply: the most basic file first, and before each file the
modules that it uses.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import Reporter
from gdl.files.merging import flat
from gdl.files.older_forms import SAID, in_present_forms
from gdl.limits import MAX_EXTENSIONS
from gdl.parsing.parser import parse
from gdl.platform.dataclass import dataclass
from gdl.source import Source, Span
from gdl.tree import syntax
from gdl.tree.words import OLDER

Reader = Callable[
    [str, Source, bool], Source
]  # the source that a name in a source means; whether it is a module's


class MissingFileError(FileNotFoundError):
    """A file that a name should have meant; `known` are the names of bundled games or modules."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.known = known


@dataclass(frozen=True, slots=True)
class File:
    """A file's clauses. `use`: where a module is used, by the file that is read or by one on the way to it."""

    source: Source
    head: syntax.Game | None
    clauses: tuple[syntax.Clause, ...]
    use: Span | None = None

    @property
    def is_module(self) -> bool:
        return self.use is not None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is the same for all files of a game."""

    read: Reader
    broken: set[str]
    reporter: Reporter


def read_all(source: Source, read: Reader, broken: set[str], reporter: Reporter) -> list[File]:
    """The files of a game. `broken` gets the words about which nothing more is said."""
    reading = _Reading(read, broken, reporter)
    chain: list[File] = []
    seen: list[str] = []
    current: Source | None = source
    while current is not None:
        seen.append(current.name)
        file = _parsed(current, None, reading)
        chain.insert(0, file)
        current = _extended(file, seen, reading)
    files: list[File] = []
    for file in chain:
        files += _modules(file, {f.source.name for f in files}, None, reading)
        files.append(file)
    return files


_HEAD = re.compile(r"^game\b", re.MULTILINE)
_USE = re.compile(r"^[ \t]*use\b", re.MULTILINE)


def _lacks_files(source: Source, clauses: Sequence[syntax.Clause]) -> bool:
    """Whether a head or a `use` cannot be read, so that nobody knows on which files this one builds."""
    has_head = any(isinstance(c, syntax.Game) for c in clauses)
    uses = sum(isinstance(c, syntax.Use) for c in flat(clauses))
    return len(_USE.findall(source.text)) > uses or (not has_head and _HEAD.search(source.text) is not None)


def is_cut_off(files: Sequence[File]) -> bool:
    """Whether the clauses are missing on which the files build: a head cannot be read, or the file that it extends."""
    root = next((f for f in files if not f.is_module), None)
    if root is None or root.head is None:
        return root is not None and _HEAD.search(root.source.text) is not None
    return root.head.extends is not None


def _readable(source: Source) -> Source:
    """The source; with forms that have left the language written in those that say the same, where the file says that it is of an
    older language, or says nothing and can only be read so."""
    said = SAID.search(source.text)
    if said is not None and said[2] != str(OLDER):
        return source
    text = in_present_forms(source.text)
    if text == source.text:
        return source
    older = Source(source.name, text)
    return older if said is not None or (_has_errors(source) and not _has_errors(older)) else source


def _has_errors(source: Source) -> bool:
    found = Reporter()
    parse(source, found)
    return found.has_errors


def _parsed(source: Source, use: Span | None, reading: _Reading) -> File:
    source = _readable(source)
    parsed = parse(source, reading.reporter)
    reading.broken.update(parsed.broken)
    if _lacks_files(source, parsed.tree.clauses):
        reading.broken.update(_words(source))
    heads = [c for c in parsed.tree.clauses if isinstance(c, syntax.Game)]
    for extra in heads[1:]:
        reading.reporter.report(
            "duplicate-clause",
            extra.span,
            "a file describes one game",
            "a second `game`",
            others=[(heads[0].span, "the first one")],
        )
    clauses = tuple(c for c in parsed.tree.clauses if not isinstance(c, syntax.Game))
    return File(source, heads[0] if heads else None, clauses, use)


def _extended(file: File, seen: Sequence[str], reading: _Reading) -> Source | None:
    """The source of the file that another one extends, if it does and it can be read."""
    head = file.head
    if head is None or head.extends is None or head.extends_span is None:
        return None
    place = head.extends_span
    following = _read(head.extends, place, file.source, False, reading)
    if following is not None and (following.name in seen or len(seen) > MAX_EXTENSIONS):
        reading.reporter.report(
            "circular-extension",
            place,
            f"`{following.name}` extends itself: " + " -> ".join([*seen, following.name]),
            "goes round in a circle",
        )
        following = None
    if following is None:
        reading.broken.update(_words(file.source))
    return following


def _modules(file: File, seen: Iterable[str], use: Span | None, reading: _Reading) -> list[File]:
    """The modules that a file uses and that are not there yet, each after those that it uses itself."""
    found: list[File] = []
    known = {*seen, file.source.name}
    for clause in file.clauses:
        if not isinstance(clause, syntax.Use):
            continue
        source = _read(clause.name, clause.place, file.source, True, reading)
        if source is None:
            reading.broken.update(_words(file.source))
        elif source.name not in known:
            module = _parsed(source, use or clause.place, reading)
            inner = _modules(module, known, use or clause.place, reading)
            found += [*inner, module]
            known |= {f.source.name for f in (*inner, module)}
    return found


def _read(name: str, place: Span, by: Source, is_module: bool, reading: _Reading) -> Source | None:
    """The source of a file that another one names; None after an error."""
    try:
        return reading.read(name, by, is_module)
    except (OSError, ValueError) as error:
        what = "module" if is_module else "file"
        reading.reporter.report(
            "unreadable-file",
            place,
            f"the {what} `{name}` cannot be read: {_cause(error)}",
            "used here" if is_module else "extended here",
            help=(
                isinstance(error, MissingFileError)
                and (near(name, error.known) or _part_of(name, error.known))
            )
            or f"the name is relative to this file; a bundled {'module' if is_module else 'game'} goes by its bare name",
        )
        return None


def _part_of(name: str, known: Iterable[str]) -> str:
    """The help for a name that says more than the one of a file, as `chess_standard` does."""
    found = [word for word in known if word in re.split(r"[\W_]+", name.lower())]
    return f"did you mean `{found[0]}`?" if found else ""


def _words(source: Source) -> set[str]:
    """What nothing more is said about where the clauses that this file builds on are missing."""
    return {"players", "board", "turn", *re.findall(r"[A-Za-z_]\w*", source.text)}


def _cause(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return "it is not UTF-8 text" if isinstance(error, UnicodeError) else str(error)
