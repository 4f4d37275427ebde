"""Warnings about parameters of definitions that nothing reads.

A definition that only a module asks for is not judged, as its parameters are the module's.
"""

from collections.abc import Iterator

from gdl import model
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.rules import stated
from gdl.visit import nodes


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Reports parameters that nothing reads."""
    own = resolved.source.name
    asked = {
        n.definition if isinstance(n, model.Apply) else n.score
        for n in nodes(stated(game))
        if isinstance(n, model.Apply | model.Result) and n.span.source.name == own
    }
    # a payoff has its parameter by rule, also where players who play together get the same
    payoffs = {n.score for n in nodes(stated(game)) if isinstance(n, model.Result) and n.form == "payoff"}
    for definition in game.definitions.values():
        if definition.span.source.name == own and definition.name in asked - payoffs:
            _warn_of_parameters(definition, reporter)


def _warn_of_parameters(definition: model.Definition, reporter: Reporter) -> None:
    read = set(_read(definition.body))
    for name, slot, kind in definition.parameters:
        if slot not in read:
            reporter.report(
                "never-read",
                definition.span,
                f"`{definition.name}` is the same whatever its {kind.base} `{name}` is",
                f"never asks about `{name}`",
                help=f"ask about `{name}` in it, or leave `{name}` out of its parentheses",
            )


def _read(part: object) -> Iterator[int]:
    """The slots of the local names that a part reads."""
    return (n.slot for n in nodes(part) if isinstance(n, model.Local))
