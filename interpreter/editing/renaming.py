"""A name in place of another one, wherever it means the same: in a file, in those that it builds on, and in those that build on it.

The changed texts are checked before anything is changed: a new name that brings an error about is refused.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from gdl.loader import bundled_directory
from gdl.source import Source, Span
from interpreter.editing.definitions import meant, references, word_at
from interpreter.editing.documents import Documents
from interpreter.editing.vocabulary import words

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


def _where(documents: Documents, user: Source, place: Span) -> tuple[Source, int]:
    """The declaration, in the text that a file is made of."""
    found = next(f.source for f in documents.files(user) if f.source.name == place.source.name)
    return found, place.start


def _try(documents: Documents, source: Source, places: Iterable[Span], name: str) -> None:
    """Checks the text with the new name. Raises RenameError where it has errors that it did not have."""
    if any(d.is_error for d in documents.examined(source).diagnostics):
        return  # it has errors already, so this says nothing
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
