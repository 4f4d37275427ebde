"""What is said because of another mistake is left out.

Whoever reports a mistake gives its `subjects`: the names, and the words of clauses, that it leaves without a meaning. What is said
of one of these follows from it. `Diagnostic` tells the rule; this module has all of it that is not in the reporter.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from gdl.checker.tree import Rules
from gdl.diagnostics.values import Diagnostic, Label, Reporter
from gdl.source import Span
from gdl.tree import syntax

_GIVEN_BY = {  # by a clause that a game lacks: what else would be said
    "players": ("unknown-name", "unknown-player"),
    "kinds": ("unknown-name", "unknown-piece", "bad-range"),
    "board": ("unknown-direction", "unknown-surface", "bad-range"),
}


def drop_follow_ons(reporter: Reporter, rules: Rules, left_out: Mapping[str, Span]) -> None:
    """Leaves out what would not be said without another mistake."""
    drop_what_is_missing_would_mend(reporter)
    _drop_what_is_said_of_unread_lines(reporter)
    _drop_what_is_said_of_subjects(reporter)
    _connect_names_under_when(reporter, left_out)
    _drop_what_modules_would_give(reporter)
    _connect_names_taken_twice(reporter, rules)


def drop_what_is_missing_would_mend(reporter: Reporter) -> None:
    """Where a game has no players or no kinds at all, nothing else is said of names: they may be players, kinds or columns.
    Without a board nothing is said of directions."""
    lacking = {word for d in reporter.found if d.code == "missing-clause" for word in d.subjects}
    codes = {code for word in lacking for code in _GIVEN_BY.get(word, ())}
    reporter.keep(lambda d: d.code not in codes)


def _drop_what_is_said_of_unread_lines(reporter: Reporter) -> None:
    """Of a line that does not follow the language nothing else is said: it was read as what it may be."""
    unread = {(d.span.source.name, d.span.line) for d in reporter.found if d.code == "syntax"}
    reporter.keep(lambda d: d.code == "syntax" or (d.span.source.name, d.span.line) not in unread)


def _connect_names_under_when(reporter: Reporter, left_out: Mapping[str, Span]) -> None:
    """Where a name is unknown that a `when` block declares which does not hold, that is what is said of it."""
    for number, d in enumerate(reporter.found):
        name = (d.span.text.replace("(", " ").split() or [""])[0]
        if d.code.startswith("unknown-") and name in left_out:
            reporter.found[number] = replace(
                d,
                others=(Label(left_out[name], "declared where an option says so, and not now"), *d.others),
                help="what stands under `when` is there under its condition alone: put what uses it under the same one",
                fixes=(),
            )


def _drop_what_is_said_of_subjects(reporter: Reporter) -> None:
    """A name that another mistake leaves without a meaning is not unknown, and a line with a reserved word that was declared, and
    so is no name, cannot be read."""
    subjects = {word for d in reporter.found for word in d.subjects}
    reserved = {word for d in reporter.found if d.code == "reserved-name" for word in d.subjects}
    reporter.keep(
        lambda d: (
            not (d.code.startswith("unknown-") and not d.subjects and d.span.text in subjects)
            and not (d.code == "syntax" and _has_word(d, reserved))
        )
    )


def _has_word(d: Diagnostic, words: Collection[str]) -> bool:
    """Whether one of some words stands in the line of a diagnostic, up to its place."""
    if not words:
        return False
    before = d.span.source.line(d.span.line)[: d.span.source.position(d.span.end)[1] - 1]
    plain = "".join(c if c.isalnum() or c == "_" else " " for c in before)
    return not set(plain.split()).isdisjoint(words)


def _drop_what_modules_would_give(reporter: Reporter) -> None:
    """Where a file that this one uses or extends could not be read, nothing else is said of names: it may give them."""
    if any(d.code == "unreadable-file" or (d.code == "syntax" and _is_of_use(d)) for d in reporter.found):
        reporter.keep(lambda d: not d.code.startswith("unknown-"))


def _is_of_use(d: Diagnostic) -> bool:
    """Whether a `use` could not be read, or a line that is meant as one."""
    is_meant = any(edit.text == "use" for fix in d.fixes for edit in fix.edits)
    return is_meant or d.span.source.line(d.span.line).split()[:1] == ["use"]


def _connect_names_taken_twice(reporter: Reporter, rules: Rules) -> None:
    """Where a name is declared twice and another one, which is used, never is, the second was to have that one: whoever copies a
    clause leaves its name. It is told where the name stands twice."""
    actions = {c.name.span for c in rules.clauses if isinstance(c, syntax.Action)}
    copies = [d for d in reporter.found if d.code == "duplicate-name"]
    _connect([d for d in copies if d.span in actions], "unknown-action", reporter)
    _connect([d for d in copies if d.span not in actions], "unknown-name", reporter)


def _connect(copies: list[Diagnostic], code: str, reporter: Reporter) -> None:
    """Tells with the one copy that the one name which is unknown, and is no slip, may be its."""
    lacking = [d for d in reporter.found if d.code == code]
    if len(copies) != 1 or len({d.span.text for d in lacking}) != 1 or any(d.fixes for d in lacking):
        return
    use = lacking[0].span
    connected = replace(
        copies[0],
        others=(*copies[0].others, Label(use, "nothing of this name is declared")),
        help=f"one of them may be `{use.text}`, which line {use.line} names",
    )
    reporter.found[reporter.found.index(copies[0])] = connected
    reporter.keep(lambda d: d not in lacking)
