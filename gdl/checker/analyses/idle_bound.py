"""Bounds of paths that their patterns never come to.

`up to 3` says how far a path may go, and not that its pattern is repeated: `line any up to 3: empty` is one step.
"""

from collections.abc import Iterator, Sequence

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model, static
from gdl.diagnostics.values import replacing
from gdl.source import Span


def find(facts: GameFacts) -> Iterator[Finding]:
    """Paths of which each is shorter than the length that is allowed or asked for, whatever the options are."""
    for path in facts.parts:
        if not isinstance(path, model.Line | model.Walk) or path.most is None:
            continue
        allowed, longest = static.known(path.most, facts.game.board), _longest(path.steps)
        if allowed is None or allowed[1] or longest is None or not _is_beyond(allowed[0], longest):
            continue
        yield _told(path, path.most, longest)


def _is_beyond(allowed: object, longest: int) -> bool:
    return isinstance(allowed, int) and allowed > longest


def _told(path: model.Line | model.Walk, bound: model.Expr, longest: int) -> Finding:
    pattern = Span(path.span.source, path.steps[0].span.start, path.steps[-1].span.end)
    sites = "one site" if longest == 1 else f"{longest} sites"
    farther = _farther(path.steps, pattern.text)
    return Finding(
        bound.span,
        f"this path meets {sites} at most, so it is never {bound.span.in_one_line} long",
        "never that far",
        others=((pattern, f"meets {sites}"),),
        help="say what it meets on the way: a step is repeated by `+`, `*` or `{2}`" if farther else "",
        fixes=(replacing(pattern, farther),) if farther else (),
    )


def _farther(steps: Sequence[model.Step], text: str) -> str:
    """The pattern of one step that goes on over empty sites; "" for a pattern that is no such step."""
    if len(steps) > 1 or not steps[0].is_once or steps[0].name or text == "any":
        return ""
    return "empty+" if text == "empty" else f"empty*, {text}"


def _longest(steps: Sequence[model.Step]) -> int | None:
    """How many sites a pattern meets at most; None for any number."""
    met = 0
    for step in steps:
        one = 1 if step.group is None else _longest(step.group)
        if step.most is None or one is None:
            return None
        met += step.most * one
    return met
