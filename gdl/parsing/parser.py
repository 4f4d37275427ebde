"""From text to tree: `parse(source)` gives the tree and every syntax error as a diagnostic.

Each top-level clause is parsed by itself. After an error inside a clause reading goes on with the change that makes its line
readable, where that is known; else the line (with what is indented under it) is left out. So every mistake is reported, once.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from threading import RLock

from gdl.core.types import too_large as is_too_large
from gdl.diagnostics.characters import in_latin, report_character, report_commands
from gdl.diagnostics.similar_names import closest, is_slip
from gdl.diagnostics.values import Diagnostic, Edit, Fix, Reporter, together
from gdl.limits import MAX_ERRORS
from gdl.parsing.builder import Builder
from gdl.parsing.syntax_errors import (
    Problem,
    Text,
    bad_character,
    column_problem,
    head_problem,
    problem,
    too_large,
)
from gdl.platform.dataclass import dataclass
from gdl.source import Source, Span
from gdl.suggestions.automaton import Work
from gdl.suggestions.idioms import HEADS
from gdl.suggestions.indentation import indented, shifted
from gdl.suggestions.lines import Draft, changed, failure, narrowed
from gdl.text import grammar
from gdl.text.keywords import CLAUSE_WORDS, EFFECT_WORDS, PART_WORDS, SOME_ACTION
from gdl.text.layout import CONTINUING_WORDS, Chunk, blank_comments, chunks, depth
from gdl.tree import syntax

_NAMED = re.compile(r"\b(?:let|field|pool|random|choose|choose openly|choose secretly)\s+(\w+)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_KEPT = 16  # trees that are kept
_ONE_AT_A_TIME = RLock()  # threads that read, as a server's do: the parser and its layout are one for all
_STEPS = 60_000  # of work for the suggestions of a whole file


@dataclass(frozen=True)
class Parsed:
    """A tree, and the words of clauses that could not be read: nothing is said about those later.

    `NAME=` among them is a name that such a clause declares, perhaps one that means something else by itself, and `SOME_ACTION` an
    action without its head.
    """

    tree: syntax.Tree
    broken: frozenset[str]


def parse(source: Source, reporter: Reporter) -> Parsed:
    """The tree of a source. Errors go to the reporter; a clause that cannot be read is left out."""
    with _ONE_AT_A_TIME:
        parsed, diagnostics = _parsed(source)
    reporter.take(diagnostics)
    return parsed


@lru_cache(maxsize=_KEPT)
def _parsed(source: Source) -> tuple[Parsed, tuple[Diagnostic, ...]]:
    """The tree of a source, and its errors. A text is read once for all settings of its options."""
    reporter = Reporter()
    reading = _Reading(source, reporter, set(), Work(_STEPS))
    text = _without_foreign_comments(source, blank_comments(source.text), reporter)
    report_commands(source, text, reporter)
    clauses = reading.clauses(Chunk(0, text), 0)
    _drop_continued(clauses, reporter)
    made = Parsed(syntax.Tree(Span(source, 0, len(source.text)), tuple(clauses)), frozenset(reading.broken))
    return made, tuple(together(reporter.found))


def _without_foreign_comments(source: Source, text: str, reporter: Reporter) -> str:
    """The text without what stands behind `#`, which is reported once, and is a comment to whoever wrote it."""

    def blank(found: re.Match[str]) -> str:
        if found[0][0] == '"':
            return found[0]
        report_character(Span(source, found.start(), found.start() + 1), "#", reporter)
        return " " * len(found[0])

    return re.sub(r'"[^"\n]*"|#[^\n]*', blank, text)


def _drop_continued(clauses: Iterable[syntax.Clause], reporter: Reporter) -> None:
    """Drops what is said of lines that begin with a field's name and so continue others: its declaration is refused."""
    refused = {c.name.name for c in clauses if isinstance(c, syntax.Field)} & CONTINUING_WORDS
    reporter.keep(lambda d: not (d.code == "syntax" and d.span.text in refused))


def parse_expression(
    source: Source, start: int, end: int, reporter: Reporter, in_text: bool = False
) -> syntax.Expr | None:
    """The expression that a piece of a source spells, or None after an error. `in_text`: it stands in braces inside a text,
    where texts have single quotation marks."""
    text = source.text[start:end]
    if in_text:
        text = text.replace("'", '"')
    with _ONE_AT_A_TIME:
        return _Reading(source, reporter, set(), Work(_STEPS)).expression(start, text)


@dataclass()
class _Reading:
    """The reading of one source: what was found wrong, and the words that could not be read."""

    source: Source
    reporter: Reporter
    broken: set[str]
    work: Work

    def clauses(self, text: Chunk, base: int) -> list[syntax.Clause]:
        """The clauses of a text that begin in the column `base`."""
        found: list[syntax.Clause | None] = []
        begun: tuple[int, Draft] | None = None  # a clause that may go on, and where it begins
        for part in chunks(text.text, base):
            chunk = Chunk(text.start + part.start, part.text)
            is_block = re.match(r"[ \t]*when\b", chunk.text) and depth(chunk.text.split("\n", 1)[0]) <= base
            if begun is not None:
                longer = None if is_block else self._continued(*begun, chunk, base)
                if longer is not None:
                    begun = begun[0], longer
                    continue
                found.append(self._clause(*begun, base))
            begun = None if is_block else (chunk.start, Draft.of(chunk.text))
            if is_block:
                found.append(self._when(chunk, base))
        if begun is not None:
            found.append(self._clause(*begun, base))
        return [clause for clause in found if clause is not None]

    def expression(self, start: int, text: str) -> syntax.Expr | None:
        """The expression that a text spells, or None after an error."""
        made = self._read(start, Draft.of(text), "expr", 0)
        return made if isinstance(made, syntax.Expr) else None

    def _continued(self, start: int, above: Draft, chunk: Chunk, base: int) -> Draft | None:
        """A clause with lines that are not indented and cannot be read, if they go on with it; that is reported."""
        head = _head(chunk.text)
        is_clause = head in CLAUSE_WORDS
        holds_all = _head(above.text) in ("game", "kinds")  # any words make a row of these
        if is_clause and (holds_all or _reads_first_line(chunk.text, base)):
            return None
        if not is_clause and head in grammar.keywords() and head not in _GOING_ON:
            return None
        meant = (word + chunk.text[len(head) :] for word in CLAUSE_WORDS if is_slip(head.lower(), word))
        if not is_clause and any(_reads_first_line(text, base) for text in meant):
            return None
        between = chunk.start - start - above.origins[-1]
        whole = Draft(
            above.text + chunk.text,
            (*above.origins[:-1], *(above.origins[-1] + between + i for i in range(len(chunk.text) + 1))),
        )
        if self.work.left <= 0:
            return None
        found = indented(whole.text, above.text.count("\n"), base, self.work)
        if found is None:
            return None
        begins = len(above.text)
        wrong = column_problem(Text(chunk.text, "clause", base, self.source.text), head, found)
        placed = replace(wrong, start=wrong.start + begins, end=wrong.end + begins)
        self._report(placed, start, whole)
        self._leave_unread(chunk.text.split("\n", 1)[0])
        return whole.changed(found.changes)

    def _clause(self, start: int, draft: Draft, base: int) -> syntax.Clause | None:
        """One clause. What cannot be read is reported."""
        text = draft.text
        head = _head(text)
        if depth(text.split("\n", 1)[0]) > base:
            begins = len(text) - len(text.lstrip())
            message, label = "the first clause is indented", "belongs in the first column"
            changes = shifted(text, 0, text.count("\n"), base - depth(text.split("\n", 1)[0]))
            found = Problem("bad-indentation", begins, begins + 1, message, label, changes=changes)
            if failure(changed(text, changes), "clause", base) is not None:
                found = replace(found, changes=())
            self._report(found, start, draft)
            if not found.changes:
                self._leave_unread(text)
                return None
            draft = draft.changed(changes)
        elif head not in CLAUSE_WORDS:
            if not (head.isascii() and head.isprintable()) or head in "@#$%^&~`'\\":
                found = bad_character(Text(text, "clause", base, self.source.text), 0)
            else:
                found = head_problem(Text(text, "clause", base, self.source.text), head, self.work)
            self._report(found, start, draft)
            self._leave_unread(text if not found.changes else text.split("\n", 1)[0])
            if not found.changes:
                return None
            draft = draft.changed(found.changes)
        made = self._read(start, draft, "clause", base)
        return made if isinstance(made, syntax.Clause) else None

    def _read(self, start: int, draft: Draft, what: str, base: int) -> object:
        """What the parser makes of a text: as it is, or with the changes and without the lines for which it cannot be read."""
        has_lost = False
        for first, last in too_large(draft.text):
            span = Span(self.source, start + draft.origins[first], start + draft.origins[last])
            self.reporter.report("bad-range", span, is_too_large("a number"), "too large")
        for _ in range(MAX_ERRORS):
            given = Text(draft.text, what, base, self.source.text)
            try:
                found = problem(given, self.work)
                if found is None:
                    tree = grammar.read(draft.text, what, base)
                    return Builder(self.source, start, draft.origins).transform(tree)
            except RecursionError:
                message, help = (
                    "this clause is too long or too deeply nested",
                    "split it into definitions with `let`",
                )
                self.reporter.report("too-deep", Span(self.source, start, start + 1), message, help=help)
                break
            if has_lost and found.is_end:
                break  # only since lines are left out
            self._report(found, start, draft)
            line = _line_at(draft.text, found.start)
            self._leave_unread(line)
            if _head(line) in PART_WORDS and what == "clause" and _head(draft.text) not in _HAVING_PARTS:
                self.broken.add(SOME_ACTION)
            if found.changes:
                draft = draft.changed(found.changes)
                continue
            shorter = _without_line(draft.text, found.start, found.goes_on)
            if shorter is None or found.code in ("unclosed", "too-deep", "bad-indentation"):
                break
            self._leave_unread(
                "".join(a for a, b in zip(draft.text, shorter, strict=True) if a != b or a.isspace())
            )
            draft, has_lost = Draft(shorter, draft.origins), True
        self._leave_unread(draft.text)
        return None

    def _leave_unread(self, text: str) -> None:
        """Takes note of words that could not be read: what is wrong with them may have been said of another one."""
        words = _WORD.findall(in_latin(text))
        self.broken.update(words)
        self.broken.update(f"{name}=" for name in _NAMED.findall(text))
        meant = (closest(HEADS.get(w.lower(), w), CLAUSE_WORDS) for w in words[:1])
        self.broken.update(word for word in meant if word)

    def _report(self, found: Problem, start: int, draft: Draft) -> None:
        """Reports what is wrong with a text that begins at `start`."""
        edits = tuple(
            Edit(Span(self.source, start + draft.origins[a], start + draft.origins[b]), new)
            for a, b, new in narrowed(draft.text, found.changes)
        )
        fixes = [Fix(edits, found.is_sure, found.teaches)] if edits else []
        last = max(found.start, found.end - 1)
        begins = start + draft.origins[min(found.start, len(draft.text))]
        ends = max(begins, start + draft.origins[min(last, len(draft.text))]) + 1
        span = Span(self.source, begins, min(ends, len(self.source.text)))
        if found.code == "bad-character":
            report_character(span, span.text, self.reporter, fixes)
            return
        others = []
        if found.other is not None:
            at = start + draft.origins[found.other[0]]
            others = [(Span(self.source, at, at + 1), found.other[1])]
        self.reporter.report(
            found.code,
            span,
            found.message,
            found.label,
            others=others,
            help=found.help,
            fixes=fixes,
        )

    def _when(self, chunk: Chunk, base: int) -> syntax.When | None:
        """A `when` block: its condition, and the clauses that are indented under it."""
        text = chunk.text
        starts = text.index("when") + len("when")
        hangs = re.compile(r"(?:\b(?:and|or|not|in|is)|[-+*/=<>,(|])[ \t]*\Z")
        goes_on = re.compile(r"\n[ \t]*(?:and|or)\b")
        ends = (m.start() for m in re.finditer(r"\n(?=[ \t]*[^\s])", text))
        lines = [
            e
            for e in ends
            if not hangs.search(text, text.rfind("\n", 0, e) + 1, e) and not goes_on.match(text, e)
        ]
        end = lines[0] if lines else len(text)
        word = Span(self.source, chunk.start + starts - len("when"), chunk.start + starts)
        condition = None
        if text[starts:end].strip():
            condition = self.expression(chunk.start + starts, text[starts:end])
        else:
            self.reporter.report(
                "syntax", word, "the line ends too early: expected a condition", "after this"
            )
        inner = text[end + 1 :]
        if not inner.strip():
            self.reporter.report(
                "syntax",
                word,
                "this `when` block is empty",
                "expected an indented block",
                help="indent the clauses that it holds below it, or leave it out",
            )
            return None
        first = next(line for line in inner.split("\n") if line.strip())
        clauses = self.clauses(Chunk(chunk.start + end + 1, inner), depth(first))
        if condition is None:
            self.broken.update(_WORD.findall(inner))
            return None
        whole = Span(self.source, word.start, chunk.start + len(text.rstrip()))
        return syntax.When(whole, condition, tuple(clauses))


_HAVING_PARTS = frozenset(("action", "choice", "move"))  # clauses of which `PART_WORDS` begin parts
_GOING_ON = frozenset((*EFFECT_WORDS, *PART_WORDS, "highest", "lowest", "draw", "payoff", "else"))


def _reads_first_line(text: str, base: int) -> bool:
    """Whether the first line of a clause can be read."""
    at = failure(text, "clause", base)
    return at is None or at > text.find("\n") >= 0 or at >= len(text.rstrip())


def _head(text: str) -> str:
    """The word or the sign with which a clause begins."""
    found = re.match(r"\s*([A-Za-z_]\w*|\.\.|\S)?", text)
    return found[1] or "" if found else ""


def _line_at(text: str, offset: int) -> str:
    """The line of an offset."""
    return text[text.rfind("\n", 0, offset) + 1 :].split("\n", 1)[0]


def _without_line(text: str, offset: int, goes_on: bool) -> str | None:
    """The text without the line at `offset` and what is indented under it, blanked; None on its first line. `goes_on`: the
    line was read as a part of the one above, and so were those below it in the same column."""
    lines = text.split("\n")
    number = text.count("\n", 0, offset)
    while number > 0 and not lines[number].strip():
        number -= 1
    if number == 0:
        return None
    indentation = depth(lines[number])
    last = number + 1
    while last < len(lines) and (
        not lines[last].strip()
        or depth(lines[last]) > indentation - goes_on
        or (lines[last].lstrip().startswith("else") and number + 1 < len(lines))
    ):
        last += 1
    blanked = [" " * len(line) if number <= i < last else line for i, line in enumerate(lines)]
    result = "\n".join(blanked)
    return result if result != text else None
