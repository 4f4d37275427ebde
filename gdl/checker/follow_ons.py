"""What is said because of another mistake: it is left out, or told where that one is."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from gdl import model
from gdl.checker.names import Names
from gdl.diagnostics import Diagnostic, Label, Reporter, is_slip
from gdl.layout import blank_comments
from gdl.source import Span

_SEVERAL = 2  # uses of a definition that speak for another value
_TOLD = 3  # of them that a message shows


def drop_follow_ons(reporter: Reporter, names: Names) -> None:
    """Leaves out what would not be said without another mistake."""
    drop_what_is_missing_would_mend(reporter)
    _drop_what_is_missing_twice(reporter)
    _drop_what_words_brought_about(reporter)
    _drop_what_modules_would_give(reporter)
    _connect_names_taken_twice(reporter)
    for definition in names.definitions.values():
        _tell_of_a_set(definition, reporter)


_MENDED = {  # by a clause that a game lacks: what else would be said
    "players": ("unknown-name", "unknown-player"),
    "kinds": ("unknown-name", "unknown-piece", "bad-range"),
    "board": ("unknown-direction", "unknown-surface", "bad-range"),
}


def drop_what_is_missing_would_mend(reporter: Reporter) -> None:
    """Where a game has no players or no kinds at all, nothing else is said of names: they may be players, kinds or columns.
    Without a board nothing is said of directions."""
    for word, codes in _MENDED.items():
        told = f"add a line such as `{word}"
        if any(d.code == "missing-clause" and d.help.startswith(told) for d in reporter.found):
            reporter.keep(_is_none_of(codes))


def _drop_what_is_missing_twice(reporter: Reporter) -> None:
    """Leaves out phases where two turns lack them, a board that is missed in two places, and an option that a variant names, too."""
    if any(d.message == "this turn is described twice" for d in reporter.found):
        reporter.keep(lambda d: not d.message.startswith("this game has no phases"))
    if any(d.code == "missing-clause" and d.message == "the game has no `board`" for d in reporter.found):
        reporter.keep(lambda d: not d.message.endswith(", and the game has no `board`"))
    options = {d.span.text for d in reporter.found if d.code == "unknown-option"}
    if options & {d.span.text for d in reporter.found if d.code == "unknown-name"}:
        reporter.keep(lambda d: not (d.code == "unknown-option" and d.span.text in options))


def _drop_what_words_brought_about(reporter: Reporter) -> None:
    """Where a word of the language was declared, it is not known elsewhere, and lines that begin with it cannot be read: that is the
    same mistake. Nor can lines in which it stands before what does not fit: these are told, as they want the other name, too."""
    words = {d.span.text for d in reporter.found if d.code == "reserved-name"}
    if not words:
        return
    uses = {d: _word_before(d.span) for d in reporter.found if d.code == "syntax"}
    reporter.keep(
        lambda d: (
            not (d.code == "syntax" and words & {*_first_words(d.span), uses[d].text, d.span.text})
            and not (d.code.startswith("unknown-") and d.span.text in words)
        )
    )
    for number, d in enumerate(reporter.found):
        others = tuple(Label(u, "and here") for u in uses.values() if u.text == d.span.text)
        if d.code == "reserved-name" and others:
            lines = ", ".join(str(label.span.line) for label in others)
            help = f"{d.help}, here and in line {lines}"
            reporter.found[number] = replace(d, others=(*d.others, *others), help=help)


def _connect_names_taken_twice(reporter: Reporter) -> None:
    """Where a name is declared twice and another one, which is used, never is, the second was to have that one: whoever copies a
    clause leaves its name. It is told where the name stands twice."""
    for code in ("unknown-action", "unknown-name"):
        is_action = code == "unknown-action"
        twice = [d for d in reporter.found if d.code == "duplicate-name" and _is_of_action(d) == is_action]
        lacking = [d for d in reporter.found if d.code == code]
        names = {d.span.text for d in lacking}
        if len(twice) != 1 or len(names) != 1 or not all(map(_is_unlike_others, lacking)):
            continue
        name, use = names.pop(), lacking[0].span
        told = replace(
            twice[0],
            others=(*twice[0].others, Label(use, "nothing of this name is declared")),
            help=f"if it is what line {use.line} names, call it `{name}`; else take one of them out",
        )
        reporter.keep(_is_no_name(code, name))
        reporter.found[reporter.found.index(twice[0])] = told


def _is_of_action(d: Diagnostic) -> bool:
    return re.match(r"\s*(?:action|move|choice)\b", _line_of(d.span)) is not None


def _is_unlike_others(d: Diagnostic) -> bool:
    """Whether an unknown name can be declared as it is, and is no slip for a name that there is."""
    meant = re.match(r"did you mean `(\w+)`", d.help)
    return d.span.text.isidentifier() and not (meant is not None and is_slip(d.span.text, meant[1]))


def _tell_of_a_set(definition: model.Definition, reporter: Reporter) -> None:
    """Where each use of a definition wants one element of the set that it is, the definition lacks `first`, and no use is wrong."""
    body, name = definition.body, definition.name
    several = f"a {body.type}"
    if body.type.base != "set" or body.span.source is not definition.span.source:
        return
    wrong = [
        d
        for d in reporter.found
        if d.code == "type-mismatch" and d.label == several and re.match(rf"{name}(?:\(.*\))?\Z", d.span.text)
    ]
    places = [*(d.span for d in wrong), *(o.span for d in wrong for o in d.others if o.text == "and here")]
    text = re.sub(r'"[^"\n]*"', "", blank_comments(definition.span.source.text))
    words = re.findall(rf"\b{name}\b", text)
    if len(places) < _SEVERAL or len(words) != len(places) + 1:
        return
    reporter.keep(lambda d: d not in wrong)
    reporter.report(
        "type-mismatch",
        body.span,
        f"`{name}` is {several}, and wherever it is used one of them is wanted",
        several,
        others=[(place, "one is wanted") for place in places[:_TOLD]],
        help=f"take one of them: `first({body.span.in_one_line})`",
    )


def _drop_what_modules_would_give(reporter: Reporter) -> None:
    """Where a module could not be used, nothing else is said of names: it may give them."""
    for d in reporter.found:
        is_use = d.code in ("unreadable-file", "syntax") and re.match(r"\s*use\b", _line_of(d.span))
        if is_use or (d.code == "syntax" and d.help == "did you mean `use`?"):
            reporter.keep(lambda d: not d.code.startswith("unknown-"))
            return


def _line_of(span: Span) -> str:
    text = span.source.text
    end = text.find("\n", span.start)
    return text[text.rfind("\n", 0, span.start) + 1 : end if end >= 0 else len(text)]


def _first_words(span: Span) -> list[str]:
    """The words with which effects begin before a place in its line: first in it, or behind `do` or a semicolon."""
    text = span.source.text
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return re.findall(r"(?:^|\bdo\b|;)\s*(\w+)", line)


def _word_before(span: Span) -> Span:
    """The word that stands just before a place in its line; nothing, if none does."""
    found = re.search(r"\w*(?=[ \t]*\Z)", span.source.text[: span.start])
    return Span(span.source, *found.span()) if found is not None else span


def _is_no_name(code: str, name: str) -> Callable[[Diagnostic], bool]:
    return lambda d: (d.code, d.span.text) != (code, name)


def _is_none_of(codes: Sequence[str]) -> Callable[[Diagnostic], bool]:
    return lambda d: d.code not in codes
