"""The texts that an editor has open, and what they mean: files are read from the disk only where no editor has them open."""

from dataclasses import dataclass, field
from pathlib import Path

from gdl.checker.context import Hole
from gdl.core import model
from gdl.diagnostics.values import Diagnostic, Reporter
from gdl.files.sources import File, read_all
from gdl.loader import examine_source, path_named, read_named
from gdl.source import Source
from interpreter.editing.holes import names_that_fit


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
