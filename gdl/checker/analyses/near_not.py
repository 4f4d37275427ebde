"""`not A | B`, which is `(not A) | B`, found in the text of the clauses."""

from collections.abc import Iterator
from itertools import pairwise

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core.visit import nodes
from gdl.diagnostics.values import replacing
from gdl.tree import syntax


def find(facts: GameFacts) -> Iterator[Finding]:
    for node in nodes(facts.resolved.clauses):
        match node:
            case syntax.Is() | syntax.Step() | syntax.Reached():
                yield from _of(node.tests)
            case syntax.Test():
                yield from _of(node.inner)


def _of(tests: tuple[syntax.Test, ...]) -> Iterator[Finding]:
    """The first `not` without parentheses that a `|` follows."""
    for test, following in pairwise(tests):
        if test.form != "not" or test.span.end != test.inner[-1].span.end:
            continue
        near, far = test.inner[0].span.text, following.span.text
        neither = far.removeprefix("not").strip() if following.form == "not" else far
        swapped = "" if following.form == "not" else f"; or put the `not` last: `{far} | not {near}`"
        whole = test.span.to(following.span)
        yield Finding(
            whole,
            f"`not {near} | {far}` means `(not {near}) | {far}`: `not` reaches only to the next `|`",
            f"holds where `not {near}` does, and where `{far}` does",
            help=f"for neither of them, write `not ({near} | {neither})`{swapped}",
            fixes=(replacing(whole, f"not ({near} | {neither})"),),
        )
        return
