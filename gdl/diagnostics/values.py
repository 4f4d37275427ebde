"""Diagnostics: what is wrong with a game, where, and what to do. Values only; `render` draws them.

A diagnostic has a code (a row of `codes.CODES` with a page in `explain/`), a message that stands alone, a
primary label, further labels for the other places involved, notes with facts and at most one help.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace

from gdl.diagnostics.codes import CODES
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Source, Span

MAX_PLACES = 6
_ONCE = ("no-facing", "bad-character")  # codes of mistakes that show in many places


@dataclass(frozen=True, slots=True)
class Label:
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Another text in place of what a span holds; an insertion where the span is empty."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the rules that removes the fault it belongs to. All its edits are made at once.

    `is_sure`: whether it keeps what the author means, so that `gdl check --fix` may make it unasked. `teaches`: whether the help
    beside it is true by itself, and is told where the fix leads into another fault.
    """

    edits: tuple[Edit, ...]
    is_sure: bool = False
    teaches: bool = False

    def applied(self, source: Source) -> Source:
        """The source with the edits made. Edits of other sources are left alone."""
        text = source.text
        for edit in sorted(self.edits, key=lambda e: (e.span.start, e.span.end), reverse=True):
            if edit.span.source == source:
                text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        return Source(source.name, text)


def replacing(span: Span, text: str, *, is_sure: bool = False) -> Fix:
    """The fix that puts another text in place of a span."""
    return Fix((Edit(span, text),), is_sure)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake, which is said once, and of which what follows is not said.

    `subjects`: the names that it leaves without a meaning, and the words of clauses that are missing. A later diagnostic that says
    of such a name that it is unknown follows from this one and is left out (`gdl.checker.follow_ons`); while a game is checked,
    `Names.failed` and `Names.broken` have the same names, so that mostly nothing is said in the first place. Whether one fault
    follows from another is decided by codes, places and subjects, and never by the words of a message.
    """

    code: str
    message: str
    span: Span
    label: str = ""
    others: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fixes: tuple[Fix, ...] = ()  # alternatives, the likeliest first
    subjects: tuple[str, ...] = ()

    @property
    def severity(self) -> str:
        """`error`, `warning` or `note`, as the code's row says."""
        return CODES[self.code].severity

    @property
    def is_error(self) -> bool:
        return self.severity == "error"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What is offered for a mistake: a sentence that is true by itself, the changes that it speaks of, and the places it points at."""

    help: str = ""
    fixes: tuple[Fix, ...] = ()
    places: tuple[tuple[Span, str], ...] = ()  # other places, each with its label

    def __bool__(self) -> bool:
        return bool(self.help)


NO_SUGGESTION = Suggestion()


def writing(span: Span, text: str, help: str = "", places: Sequence[tuple[Span, str]] = ()) -> Suggestion:
    """That a text is written in place of a span. `help`: what is said in place of that alone."""
    return Suggestion(help or f"write `{text}`", (replacing(span, text),), tuple(places))


def meaning(span: Span, words: Sequence[str], places: Sequence[tuple[Span, str]] = ()) -> Suggestion:
    """The question whether one of some words is meant that may stand in place of a span; nothing without any."""
    if not words:
        return NO_SUGGESTION
    fixes = tuple(replacing(span, word) for word in words)
    return Suggestion(f"did you mean {' or '.join(f'`{word}`' for word in words)}?", fixes, tuple(places))


class GameError(Exception):
    """The rules are wrong, or went wrong while playing; `diagnostics` says how and where."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        places = ["" if d.span is NOWHERE else f"{d.span}: " for d in self.diagnostics]
        super().__init__(
            "\n".join(
                f"{p}{d.severity}[{d.code}]: {d.message}"
                for p, d in zip(places, self.diagnostics, strict=True)
            )
        )

    def __reduce__(self) -> tuple[type["GameError"], tuple[tuple[Diagnostic, ...]]]:
        """Pickled by its diagnostics: an exception is made again from its text otherwise, which says less."""
        return type(self), (self.diagnostics,)


class InternalError(Exception):
    """A bug in gdl, not in your game."""


@dataclass()
class Reporter:
    """Gathers diagnostics; the same code at the same place is reported once."""

    found: list[Diagnostic] = field(default_factory=list)
    is_heard: bool = True  # False: nobody reads what it gathers, so no ways out need be sought
    _seen: set[tuple[str, str, int]] = field(default_factory=set)
    _said: dict[tuple[str, str, str], int] = field(
        default_factory=dict
    )  # where in `found` a text was said first

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        label: str = "",
        *,
        others: Iterable[tuple[Span, str]] = (),
        notes: Iterable[str] = (),
        help: str = "",
        fixes: Iterable[Fix] = (),
        suggestion: Suggestion = NO_SUGGESTION,
        subjects: Iterable[str] = (),
        is_once: bool = False,
    ) -> None:
        """`is_once`: what was said before in the same words is the same mistake, and gets one more place. A `suggestion` gives the
        help and the fixes, and its places stand before other ones."""
        key = (code, span.source.name, span.start)
        if key in self._seen:
            return
        self._seen.add(key)
        changes = (*suggestion.fixes, *fixes)
        if code.startswith("unknown-") and self._again("unknown", span.text, span, changes):
            return
        is_again = is_once or code.startswith("unknown-") or code in _ONCE
        if is_again and self._again(code, message, span, changes):
            return
        if code == "type-mismatch" and self._again(code, message, span, changes, is_near=True):
            return
        labels = tuple(Label(s, t) for s, t in suggestion.places or others if s is not NOWHERE)
        self._add(
            Diagnostic(
                code,
                message,
                span,
                label,
                labels,
                tuple(notes),
                suggestion.help or help,
                changes,
                tuple(subjects),
            )
        )

    def _add(self, d: Diagnostic) -> None:
        self._said.setdefault((d.code, d.message, d.span.source.name), len(self.found))
        if d.code.startswith(
            "unknown-"
        ):  # a word that means nothing is one mistake, whatever was wanted of it
            self._said.setdefault(("unknown", d.span.text, d.span.source.name), len(self.found))
        self.found.append(d)

    def keep(self, is_kept: Callable[[Diagnostic], bool]) -> None:
        """Takes all others back."""
        kept = [d for d in self.found if is_kept(d)]
        self._seen -= {(d.code, d.span.source.name, d.span.start) for d in self.found if not is_kept(d)}
        self.found, self._said = [], {}
        for d in kept:
            self._add(d)

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Adds what another reporter has found."""
        for d in diagnostics:
            key = (d.code, d.span.source.name, d.span.start)
            if key not in self._seen:
                self._seen.add(key)
                self._add(d)

    def has_said(self, code: str, word: str) -> bool:
        """Whether something was said of a word, which is one mistake wherever it stands."""
        return any(d.code == code and d.span.text == word for d in self.found)

    def _again(
        self, code: str, message: str, span: Span, fixes: tuple[Fix, ...], is_near: bool = False
    ) -> bool:
        """Adds a place to what was said before: what is unknown in many places is one mistake. `is_near`: only in one line."""
        index = self._said.get((code, message, span.source.name))
        if index is None:
            return False
        known = self.found[index]
        if is_near and known.span.line != span.line:
            return False
        others = (*known.others, Label(span, "and here"))[:MAX_PLACES]
        self.found[index] = replace(known, others=others, fixes=_at_once(known.fixes, fixes))
        return True

    @property
    def has_errors(self) -> bool:
        return any(d.is_error for d in self.found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        return tuple(sorted(self.found, key=lambda d: (d.span.source.name, d.span.start, not d.is_error)))


def _at_once(fixes: tuple[Fix, ...], others: tuple[Fix, ...]) -> tuple[Fix, ...]:
    """The fixes of a mistake that shows in two places, each with those of the other place; none if their numbers differ."""
    if len(fixes) != len(others):
        return ()
    return tuple(
        Fix(tuple(dict.fromkeys(a.edits + b.edits)), a.is_sure and b.is_sure)
        for a, b in zip(fixes, others, strict=True)
    )


def together(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What was found, with what is said of lines that follow each other in the same words as one mistake."""
    made: list[Diagnostic] = []
    for d in found:
        last = made[-1] if made else None
        if last is not None and (last.code, last.message, last.help) == (d.code, d.message, d.help):
            places = (last.span, *(o.span for o in last.others))
            if last.span.source is d.span.source and d.span.line - max(p.line for p in places) == 1:
                others = (*last.others, Label(d.span, "and here"))[:MAX_PLACES]
                made[-1] = replace(last, others=others, fixes=_at_once(last.fixes, d.fixes))
                continue
        made.append(d)
    return made


@contextmanager
def deep_is_reported(what: str, span: Span, reporter: Reporter) -> Iterator[None]:
    """Reports what is nested so deeply that the checker's own calls come to an end within. `span` is of the whole text."""
    try:
        yield
    except RecursionError:
        reporter.report(
            "too-deep",
            Span(span.source, span.start, min(span.start + 1, span.end)),
            f"{what} is nested too deeply",
            help="give inner parts names of their own with `let`",
        )
