"""Names in texts: where one is declared, where it is used, renaming it, and finding one in all games of a folder."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path

from gdl.diagnostics.values import Reporter
from gdl.files.sources import File
from gdl.loader import bundled_directory
from gdl.parsing.parser import parse
from gdl.source import Source, Span
from gdl.tree import syntax
from interpreter.editing.documents import Documents
from interpreter.editing.symbols import Symbol, bound, clause_at, declared, words

TOKEN = re.compile(r'--[^\n]*|"[^"\n]*"|[A-Za-z_]\w*')


def word_at(source: Source, offset: int) -> Span | None:
    """The name or keyword at an offset, or just before it; None in comments and texts."""
    return next((s for s in _tokens(source, offset) if s.text[:1] not in ('"', "-")), None)


class Names:
    """What names mean in the files of a game: what is declared and bound there is gathered once."""

    def __init__(self, files: Sequence[File]) -> None:
        self.files = files
        self._declared: dict[str, tuple[Symbol, ...]] = {}  # the last of the files that declare a name counts
        for file in files:
            found: dict[str, list[Symbol]] = {}
            for symbol in declared(file):
                found.setdefault(symbol.name, []).append(symbol)
            self._declared |= {name: tuple(symbols) for name, symbols in found.items()}
        self._bound: dict[Span, tuple[Symbol, ...]] = {}

    def meant(self, word: Span) -> tuple[Symbol, ...]:
        """What declares a name: the nearest part of its clause, or else the last of the files that do."""
        own = next((f for f in self.files if f.source.name == word.source.name), None)
        clause = clause_at(own, word.start) if own is not None else None
        inner = _innermost(self._inside(clause), word) if clause is not None else None
        return (inner,) if inner is not None else self._declared.get(word.text, ())

    def _inside(self, clause: syntax.Clause) -> tuple[Symbol, ...]:
        if clause.span not in self._bound:
            self._bound[clause.span] = tuple(bound(clause))
        return self._bound[clause.span]


def meant(files: Sequence[File], word: Span) -> tuple[Symbol, ...]:
    """What declares a name, as `Names.meant`."""
    return Names(files).meant(word)


def definition(files: Sequence[File], source: Source, offset: int) -> tuple[Span, ...]:
    """Where what stands at an offset is declared: a name, or the file behind `extends` or `use`."""
    word = word_at(source, offset)
    if word is not None:
        return tuple(symbol.place for symbol in meant(files, word))
    named = next((s for s in _tokens(source, offset) if s.text.startswith('"')), None)
    target = _file(files, named) if named is not None else None
    return () if target is None else (Span(target, 0, 0),)


def references(files: Sequence[File], source: Source, offset: int) -> tuple[Span, ...]:
    """All places of these files where the name at an offset means the same, those that declare it included."""
    word = word_at(source, offset)
    names = Names(files)
    wanted = {symbol.place for symbol in names.meant(word)} if word is not None else set()
    if word is None or not wanted:
        return ()
    found = (
        Span(file.source, m.start(), m.end())
        for file in files
        for m in TOKEN.finditer(file.source.text)
        if m[0] == word.text
    )
    return tuple(place for place in found if wanted & {s.place for s in names.meant(place)})


def _tokens(source: Source, offset: int) -> list[Span]:
    """The tokens of a line that an offset touches."""
    line, _ = source.position(offset)
    start = source.offset(line, 1)
    found = (Span(source, start + m.start(), start + m.end()) for m in TOKEN.finditer(source.line(line)))
    return [s for s in found if s.start <= offset <= s.end]


def _innermost(inside: Sequence[Symbol], word: Span) -> Symbol | None:
    """What gives a name its value inside a clause: in the smallest part around it, the last one before it."""
    around = [s for s in inside if s.name == word.text and s.whole.start <= word.start < max(s.whole.end, 1)]
    return min(
        around,
        key=lambda s: (s.whole.end - s.whole.start, s.place.start > word.start, -s.place.start),
        default=None,
    )


def _file(files: Sequence[File], named: Span) -> Source | None:
    """The file whose name stands at a place, behind `extends` or `use`."""
    index = next((i for i, f in enumerate(files) if f.source.name == named.source.name), None)
    if index is None:
        return None
    head = files[index].head
    if head is not None and head.extends_span is not None and head.extends_span.start == named.start:
        return next((f.source for f in reversed(files[:index]) if not f.is_module), None)
    name = named.text.strip('"').rsplit("/", 1)[-1].removesuffix(".gdl")
    is_used = any(isinstance(c, syntax.Use) and c.place.start == named.start for c in files[index].clauses)
    candidates = (
        f.source for f in files if f.is_module and re.split(r"[/\\]", f.source.name)[-1] == f"{name}.gdl"
    )
    return next(candidates, None) if is_used else None


_NAME = re.compile(r"[A-Za-z_]\w*")
_MOST = 200  # files of a folder that are looked at


class RenameError(ValueError):
    """A name that cannot be changed, or not to this one; the message is for people."""


def renamable(documents: Documents, source: Source, offset: int) -> Span:
    """The name at an offset. Raises RenameError."""
    word = word_at(source, offset)
    symbols = meant(documents.files(source), word) if word is not None else ()
    if word is None or not symbols:
        raise RenameError("only names that a file declares can be changed")
    for symbol in symbols:
        name = Path(symbol.place.source.name)
        if bundled_directory() in name.resolve().parents and name.name != Path(source.name).name:
            raise RenameError(f"`{word.text}` is declared in {name.name}, which comes with the program")
    return word


def rename(documents: Documents, source: Source, offset: int, name: str) -> tuple[Span, ...]:
    """All places where the name at an offset stands. Raises RenameError."""
    word = renamable(documents, source, offset)
    if not _NAME.fullmatch(name):
        raise RenameError(f"`{name}` is no name: names have letters, digits and `_`, and begin with a letter")
    if name in words():
        raise RenameError(f"`{name}` is a word of the language")
    (place, *_) = (symbol.place for symbol in meant(documents.files(source), word))
    found = {
        span.source.name + f":{span.start}": span
        for user in _users(documents, source, place.source.name)
        for span in references(documents.files(user), *_where(documents, user, place))
    }
    _try(documents, source, tuple(found.values()), name)
    return tuple(found.values())


def _users(documents: Documents, source: Source, declaring: str) -> Iterator[Source]:
    """The texts that are open, or lie beside the declaring file, and are made of it."""
    beside = sorted(Path(declaring).parent.glob("*.gdl"))[:_MOST]
    names = dict.fromkeys([source.name, *documents.names, *map(str, beside)])
    for name in names:
        text = documents.source(name) or _read(name)
        if text is not None and any(f.source.name == declaring for f in documents.files(text)):
            yield text


def _read(name: str) -> Source | None:
    try:
        return Source(name, Path(name).read_text("utf-8-sig").replace("\r\n", "\n"))
    except (OSError, UnicodeDecodeError):
        return None


def find_symbols(documents: Documents, folders: Iterable[str], query: str) -> Iterator[Symbol]:
    """The names that the open texts declare, and the games in some folders, at most `_MOST`: those that have the letters of a
    query, one after the other."""
    beside = (str(path) for folder in folders for path in sorted(Path(folder).rglob("*.gdl")))
    letters = re.compile(".*".join(map(re.escape, query)), re.IGNORECASE)
    for name in dict.fromkeys((*documents.names, *islice(beside, _MOST))):
        text = documents.source(name) or _read(name)
        if text is not None:
            yield from (s for s in _declared_in(text) if letters.search(s.name))


@lru_cache(maxsize=_MOST)
def _declared_in(text: Source) -> tuple[Symbol, ...]:
    return tuple(declared(File(text, None, parse(text, Reporter()).tree.clauses)))


def _where(documents: Documents, user: Source, place: Span) -> tuple[Source, int]:
    """The declaration, in the text that a file is made of."""
    found = next(f.source for f in documents.files(user) if f.source.name == place.source.name)
    return found, place.start


def _try(documents: Documents, source: Source, places: Iterable[Span], name: str) -> None:
    """Checks the text with the new name. Raises RenameError where it has errors that it did not have."""
    if any(d.is_error for d in documents.examined(source).diagnostics):
        # it has errors already, so this says nothing more
        if any(s.name == name for file in documents.files(source) for s in declared(file)):
            raise RenameError(f"`{name}` is declared already")
        return
    changed: dict[str, str] = {}
    for place in sorted(places, key=lambda p: -p.start):
        text = changed.get(place.source.name, place.source.text)
        changed[place.source.name] = text[: place.start] + name + text[place.end :]
    trial = Documents()
    for opened in filter(None, map(documents.source, documents.names)):
        trial.put(opened.name, changed.pop(opened.name, opened.text))
    for closed, new in changed.items():
        trial.put(closed, new)
    again = trial.source(source.name) or source
    wrong = next((d for d in trial.examined(again).diagnostics if d.is_error), None)
    if wrong is not None:
        raise RenameError(f"with `{name}` the rules would be wrong: {wrong.message}")
