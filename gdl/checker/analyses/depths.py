"""Rules that are nested too deeply once the definitions that they use stand in their place: engines go through them so.

A long sum nests as well, since each `+` holds all that is before it.
"""

from collections.abc import Iterator, Mapping

from gdl import model
from gdl.diagnostics import Reporter
from gdl.limits import MAX_DEPTH
from gdl.rules import stated
from gdl.source import NOWHERE, Span
from gdl.visit import children

_USE = 2  # levels that the use of a definition counts for, beside its own


def report_too_deep(game: model.Game, reporter: Reporter) -> None:
    """Reports the first definition, or else each rule, that is nested more than `MAX_DEPTH` deep."""
    depths: dict[str, int] = {}
    for name, definition in game.definitions.items():  # each behind those that it uses
        depths[name] = _depth(definition.body, depths)
        if depths[name] > MAX_DEPTH:
            _report(definition.span, reporter)
            return
    for rule in _rules(stated(game)):
        if _depth(rule, depths) > MAX_DEPTH:
            _report(_place(rule), reporter)


def _rules(parts: object) -> Iterator[object]:
    """The clauses among some parts, and the parts that are none."""
    for part in children(parts):
        if not isinstance(part, model.Definition):
            yield part


def _depth(part: object, depths: Mapping[str, int]) -> int:
    """How deeply a part is nested, definitions written out."""
    deepest = 0
    waiting = [(part, 0)]
    while waiting:
        item, level = waiting.pop()
        inside = _USE + depths.get(item.definition, 0) if isinstance(item, model.Apply) else 0
        deepest = max(deepest, level + inside)
        waiting.extend((inner, level + 1) for inner in children(item))
    return deepest


def _place(part: object) -> Span:
    found = getattr(part, "span", NOWHERE)
    return found if isinstance(found, Span) else NOWHERE


def _report(span: Span, reporter: Reporter) -> None:
    reporter.report(
        "too-deep",
        span,
        f"with all definitions written out, this is nested more than {MAX_DEPTH} deep",
        "nested too deeply",
        help="count or compare over a set or a table instead of term by term, or use fewer definitions of definitions",
    )
