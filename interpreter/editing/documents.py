"""The texts that an editor has open, and what they mean: files are read from the disk only where no editor has them open.

What may stand at a place of a text the grammar and the checker say: the text is read, and checked, with a hole there.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from gdl.checker.context import Hole
from gdl.core import model
from gdl.diagnostics.values import Diagnostic, Reporter
from gdl.files.sources import File, Reader, read_all
from gdl.loader import examine_source, path_named, read_named
from gdl.source import Source
from gdl.suggestions.automaton import Automaton, Work, literal_in, trace
from interpreter.editing.symbols import clause_start, words


@dataclass(frozen=True, slots=True)
class Examined:
    """What is wrong with a text, its game if nothing is, and the names of all files that were read for it."""

    game: model.Game | None
    diagnostics: tuple[Diagnostic, ...]
    files: frozenset[str]


@dataclass
class Documents:
    """Open texts by the paths of their files. What was found out about a text is kept until any text changes."""

    _open: dict[Path, Source] = field(default_factory=dict)
    _examined: dict[Path, Examined] = field(default_factory=dict)
    _last: dict[Path, model.Game] = field(default_factory=dict)
    _files: dict[Path, tuple[File, ...]] = field(default_factory=dict)

    def put(self, name: str, text: str) -> None:
        """Opens a text, or replaces it."""
        self._forget()
        self._open[_key(name)] = Source(name, text.replace("\r\n", "\n"))

    def close(self, name: str) -> None:
        """The file counts again."""
        self._forget()
        self._open.pop(_key(name), None)

    def source(self, name: str) -> Source | None:
        """The open text of a file."""
        return self._open.get(_key(name))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all open texts."""
        return tuple(source.name for source in self._open.values())

    def read(self, name: str, by: Source, is_module: bool) -> Source:
        """What a text means by the name of another file: open, or on the disk. Raises MissingFileError, ValueError."""
        path = path_named(name, by, is_module)
        return self._open.get(_key(str(path))) or read_named(name, by, is_module)

    def examined(self, source: Source) -> Examined:
        """A text, checked under the defaults of its options."""
        key = _key(source.name)
        if key not in self._examined:
            game, diagnostics = examine_source(source, read=self.read)
            names = frozenset(f.source.name for f in self.files(source))
            self._examined[key] = Examined(game, diagnostics, names)
            if game is not None:
                self._last[key] = game
        return self._examined[key]

    def last_game(self, source: Source) -> model.Game | None:
        """The game of a text as it was when it had no errors: while one writes, it has some."""
        return self.examined(source).game or self._last.get(_key(source.name))

    def files(self, source: Source) -> tuple[File, ...]:
        """The files of a text's game as far as they can be read, the text itself last."""
        key = _key(source.name)
        if key not in self._files:
            self._files[key] = tuple(read_all(source, self.read, set(), Reporter()))
        return self._files[key]

    def hole(self, source: Source, start: int, end: int) -> Hole:
        """What may stand in place of a word of a text."""
        return names_that_fit(source, start, end, self.read)

    def _forget(self) -> None:
        self._examined.clear()
        self._files.clear()


def _key(name: str) -> Path:
    return Path(name).resolve()


# ---- with a hole in place of a word


_HOLE, _NO_WORD = "what_stands_here", "#"
_STEPS = 20_000  # steps of work of one place
# what may be missing behind a place of a line that is being written
_CONTINUED = (
    "",
    ": true",
    " on none",
    " to none",
    " := none",
    " do end draw",
    " wins when true",
    " while any",
    " moves: draw",
)


def words_at(before: str) -> tuple[tuple[str, ...], bool]:
    """The words of the language that the grammar takes behind a text, and whether it takes a name; all, where it cannot say."""
    clause = before[clause_start(before, len(before)) :]
    found = trace(f"{clause}{_HOLE} {_NO_WORD}", "clause", 1)
    if found is None or found.offset < len(clause):
        return words(), True
    step = next((s for s in found.steps if s.token == _HOLE), None)
    stack, automaton = step.stack if step is not None else found.stack, Automaton(Work(_STEPS))
    taken = tuple(w for w in words() if literal_in(stack, w) and automaton.read(stack, w) is not None)
    return taken, automaton.feed(stack, "NAME") is not None


def names_that_fit(source: Source, start: int, end: int, read: Reader) -> Hole:
    """What may stand in place of a word of a text, whose line may still lack its end. The rest of the text may have errors; where
    nothing can be said of the place, the hole has no names."""
    text, hole = source.text, Hole(_HOLE)
    ended = len(text) if (found := text.find("\n", end)) < 0 else found
    for more in _CONTINUED:
        line = text[:start] + _HOLE + text[end:ended] + more
        line += _closing(line[text.rfind("\n", 0, start) + 1 :])
        if _is_read(line + text[ended:], start):
            examine_source(Source(source.name, line + text[ended:]), read=read, warns=False, hole=hole)
            break
    return hole


def _is_read(text: str, offset: int) -> bool:
    """Whether the clause at an offset can be read."""
    begin = clause_start(text, offset)
    following = re.compile(r"^\S", re.MULTILINE).search(text, offset + 1)
    return trace(text[begin : following.start() if following else len(text)], "clause", 1) is None


def _closing(line: str) -> str:
    """The brackets that a line leaves open, closed."""
    opened: list[str] = []
    for bracket in re.findall(r"[][(){}]", re.sub(r'"[^"]*"|--.*', "", line)):
        if bracket in "([{":
            opened.append(")]}"["([{".index(bracket)])
        elif opened:
            opened.pop()
    return "".join(reversed(opened))
