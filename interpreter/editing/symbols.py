"""The names that files declare: what each is, where its name stands, and the text that declares it.

`declared(file)` gives the names that hold everywhere, `bound(clause)` those that hold inside one clause only, such as
the elements of quantifiers and the choices of an action. `words()` and `signs()` are those of the language itself, `foldings(source)`
the parts of a text that an editor can fold.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from gdl.core import visit
from gdl.files.sources import File
from gdl.source import Source, Span
from gdl.text.grammar import parser
from gdl.tree import syntax


@dataclass(frozen=True, slots=True)
class Symbol:
    """`place`: where the name stands; `whole`: the text that declares it, or in which it holds; `means`: its sentence."""

    name: str
    sort: str
    place: Span
    whole: Span
    means: str = ""


def flat(clauses: Iterable[syntax.Clause]) -> Iterator[syntax.Clause]:
    """Clauses and those inside `when`."""
    for clause in clauses:
        if isinstance(clause, syntax.When):
            yield from flat(clause.clauses)
        else:
            yield clause


def declared(file: File) -> Iterator[Symbol]:
    """The names that a file declares, in the order of the text."""
    for clause in flat(file.clauses):
        yield from _of(clause)


def outline(file: File) -> Iterator[Symbol]:
    """The clauses of a file: the names that they declare, or their first words."""
    for clause in flat(file.clauses):
        found = list(_of(clause))
        if found:
            yield from found
        else:
            text = clause.span.text.split("\n", 1)[0].strip()
            yield Symbol(text, text.split(" ", 1)[0].rstrip(":"), clause.span, clause.span)


def clause_at(file: File, offset: int) -> syntax.Clause | None:
    """The clause of a file in which an offset is."""
    return next((c for c in flat(file.clauses) if c.span.start <= offset <= c.span.end), None)


def clause_start(text: str, offset: int) -> int:
    """Where the clause around an offset begins, also of a text that cannot be read: the last line in the first column."""
    return max((m.start() for m in re.finditer(r"^\S", text[: offset + 1], re.MULTILINE)), default=0)


def bound(clause: syntax.Clause) -> Iterator[Symbol]:
    """The names that hold inside a clause, each with the part of the text in which it does."""
    for node in visit.nodes(clause):
        match node:
            case syntax.Quantifier() | syntax.Mapped():
                yield _symbol(node.variable, "element", node.span)
            case syntax.ForEach():
                yield from (_symbol(g.name, "element", node.span) for g in node.generators)
            case syntax.Parameter():
                yield _symbol(node.name, "parameter", clause.span)
            case syntax.Choose() | syntax.ChooseSet():
                yield _symbol(node.name, "choice of the action", clause.span)
            case syntax.Bind() | syntax.Random():
                yield _symbol(node.name, "value", clause.span)
            case syntax.Step() if node.bound is not None:
                yield _symbol(node.bound, "site of the path", clause.span)
            case syntax.Hide() | syntax.Skip() if node.name is not None:
                yield _symbol(node.name, "element", clause.span)
            case _:
                pass


def _symbol(name: syntax.Ident, sort: str, whole: Span, meaning: syntax.Meaning | None = None) -> Symbol:
    means = " ".join(t.value for t in meaning.texts) if meaning is not None else ""
    return Symbol(name.name, sort, name.span, whole, means)


def _of(clause: syntax.Clause) -> Iterator[Symbol]:
    """The names that a clause declares."""
    match clause:
        case syntax.Option() | syntax.Field() | syntax.Pool():
            yield _symbol(clause.name, type(clause).__name__.lower(), clause.span, clause.means)
        case syntax.Kinds():
            yield from _of_kinds(clause)
        case syntax.WordType():
            yield _symbol(clause.name, "type", clause.span, clause.means)
            yield from (_symbol(w, "word", w.span) for w in clause.words)
        case syntax.Variant() | syntax.Position():
            yield _symbol(clause.name, type(clause).__name__.lower(), clause.span)
        case syntax.Players():
            yield from (_symbol(p.name, "player", clause.span) for p in clause.players)
        case syntax.Board():
            yield from (_symbol(n, "network", n.span) for n in clause.networks)
            yield from _sites(clause)
        case syntax.Let():
            sort = "relation" if clause.is_relation else "definition"
            yield _symbol(clause.name, sort, clause.span, clause.means)
        case syntax.Wanted():
            yield _symbol(clause.name, "definition that a user of this module gives", clause.span)
        case syntax.Routine():
            yield _symbol(clause.name, "effect", clause.span, clause.means)
        case syntax.Action():
            yield _symbol(clause.name, clause.form, clause.span, clause.means)
        case syntax.Turn() if clause.phase is not None:
            yield _symbol(clause.phase, "phase", clause.span, clause.means)
        case _:
            pass


def _of_kinds(clause: syntax.Kinds) -> Iterator[Symbol]:
    """The kinds and columns of a table."""
    sort = "kind" if clause.rows is None and not clause.axes else "column"
    yield from (_symbol(c.name, sort, clause.span) for c in clause.columns)
    yield from (_symbol(a.column.name, "column", clause.span) for a in clause.axes)
    yield from (_symbol(c.name, "column", c.span) for c in clause.computed)
    yield from (_symbol(r.name, "kind", r.span, r.means) for r in clause.rows or ())


def _sites(board: syntax.Board) -> Iterator[Symbol]:
    """The sites that a graph names, each where it stands first."""
    seen: set[str] = set()
    for track in board.tracks:
        for site in track.sites if isinstance(track, syntax.Track) else (track.site,):
            if site.name not in seen and site.span.text == site.name:
                seen.add(site.name)
                yield _symbol(site, "site", board.span)


_CLASSES = ("NAME", "INT", "DECIMAL", "STRING", "_NL")  # tokens that are no words of the language
_WORD = re.compile(r"(?<!\\)[a-z]{2,}")


@cache
def words() -> tuple[str, ...]:
    """All keywords, sorted; without the `x` of `8 x 8`, which is a name elsewhere."""
    patterns = (str(t.pattern.value) for t in parser()[0].terminals if t.name not in _CLASSES)
    return tuple(sorted({word for pattern in patterns for word in _WORD.findall(pattern)}))


@cache
def signs() -> tuple[str, ...]:
    """All operators, the longest first; without brackets and what only separates."""
    texts = (str(t.pattern.value) for t in parser()[0].terminals if t.name not in _CLASSES)
    parts = {part for text in texts for part in text.removeprefix("(?:").removesuffix(")").split("|")}
    found = {part for part in parts if re.fullmatch(r"[^\w\s()\[\]{},;\\]+", part)}
    return tuple(sorted(found | {"|"}, key=lambda sign: (-len(sign), sign)))


# ---- what can be folded


@dataclass(frozen=True, slots=True)
class Folding:
    """The numbers of the first and the last line, from 1."""

    first: int
    last: int
    is_comment: bool = False


def foldings(source: Source) -> Iterator[Folding]:
    """By columns, so that a text with errors folds, too: what stands deeper belongs to the line above it. Lines of comments that
    follow each other fold by themselves."""
    # column and number of the lines that what comes now may belong to
    open_blocks: list[tuple[int, int]] = []
    last = commented = 0  # the last line that is not empty; the first of the comments above
    for number, line in enumerate([*source.text.split("\n"), "end of text"], 1):
        text = line.strip()
        if text.startswith("--"):
            commented = commented or number
            continue
        if commented and number - 1 > commented:
            yield Folding(commented, number - 1, is_comment=True)
        commented = 0
        if not text:
            continue
        column = len(line) - len(line.lstrip())
        while open_blocks and open_blocks[-1][0] >= column:
            first = open_blocks.pop()[1]
            if last > first:
                yield Folding(first, last)
        open_blocks.append((column, number))
        last = number
