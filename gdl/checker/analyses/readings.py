"""Warnings about what a reader takes for something else than it means, found in the text of the clauses."""

from collections.abc import Iterable
from itertools import pairwise

from gdl import syntax
from gdl.diagnostics import Reporter
from gdl.visit import nodes


def warn(clauses: Iterable[syntax.Clause], reporter: Reporter) -> None:
    """Reports each `not A | B`, which is `(not A) | B`."""
    for node in nodes(tuple(clauses)):
        match node:
            case syntax.Is() | syntax.Step() | syntax.Reached():
                _warn_of_near_not(node.tests, reporter)
            case syntax.Path():
                _warn_of_near_not(node.stopping, reporter)
            case syntax.Test():
                _warn_of_near_not(node.inner, reporter)


def _warn_of_near_not(tests: tuple[syntax.Test, ...], reporter: Reporter) -> None:
    """Looks for a `not` without parentheses that a `|` follows."""
    for test, following in pairwise(tests):
        if test.form != "not" or test.span.end != test.inner[-1].span.end:
            continue
        near, far = test.inner[0].span.text, following.span.text
        neither = far.removeprefix("not").strip() if following.form == "not" else far
        swapped = "" if following.form == "not" else f"; or put the `not` last: `{far} | not {near}`"
        reporter.report(
            "near-not",
            test.span.to(following.span),
            f"`not {near} | {far}` means `(not {near}) | {far}`: `not` reaches only to the next `|`",
            f"holds where `not {near}` does, and where `{far}` does",
            help=f"for neither of them, write `not ({near} | {neither})`{swapped}",
        )
        return
