"""Which word stands at a place of a text, and what declares it, in this file or in one that it extends or uses."""

import re
from collections.abc import Sequence

from gdl import syntax
from gdl.files import File
from gdl.source import Source, Span
from interpreter.editing.symbols import Symbol, bound, clause_at, declared

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
