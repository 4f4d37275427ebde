"""What may be written at a place: the names that hold there, the language's builtins, and its words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gdl.builtins import ROWS
from gdl.files import File
from gdl.keywords import CLAUSE_WORDS
from gdl.reference import type_word, written
from gdl.source import Source
from interpreter.editing.symbols import bound, clause_at, declared
from interpreter.editing.vocabulary import words

_TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"?|--.*')


@dataclass(frozen=True, slots=True)
class Proposal:
    """A word, what it is (`keyword`, `builtin`, or the sort of a symbol), and what it says more."""

    text: str
    sort: str
    detail: str = ""


def complete(files: Sequence[File], source: Source, offset: int) -> tuple[Proposal, ...]:
    """The words that may stand at an offset, each once, the nearest first. At the head of a line, clauses; in texts, none."""
    line, column = source.position(offset)
    before = source.line(line)[: column - 1]
    if any(m.end() == len(before) and _is_open(m[0]) for m in _TEXT_OR_COMMENT.finditer(before)):
        return ()
    start = re.sub(r"\w*$", "", before)
    if not start:
        return tuple(Proposal(word, "keyword", "clause") for word in CLAUSE_WORDS)
    found: dict[str, Proposal] = {}
    for proposal in (*_bound(files, source, offset), *_declared(files), *_builtins(), *_keywords()):
        found.setdefault(proposal.text, proposal)
    return tuple(found.values())


def _is_open(text: str) -> bool:
    """Whether a text still goes on where it ends, as a comment always does."""
    return text.startswith("--") or len(text) == 1 or not text.endswith('"')


def _bound(files: Sequence[File], source: Source, offset: int) -> Iterator[Proposal]:
    own = next((f for f in files if f.source.name == source.name), None)
    clause = clause_at(own, offset) if own is not None else None
    if clause is not None:
        yield from (Proposal(s.name, s.sort) for s in bound(clause) if s.whole.start <= offset <= s.whole.end)


def _declared(files: Sequence[File]) -> Iterator[Proposal]:
    for file in reversed(files):
        yield from (Proposal(s.name, s.sort, s.means) for s in declared(file))


def _builtins() -> Iterator[Proposal]:
    for row in ROWS:
        yield Proposal(row.name, "builtin", f"{written(row)}: {type_word(str(row.result))}. {row.text}")


def _keywords() -> Iterator[Proposal]:
    yield from (Proposal(word, "keyword") for word in words())
