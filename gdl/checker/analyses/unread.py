"""Warnings about names that are given a value which nothing reads: parameters of definitions, choices of actions.

A definition that only a module asks for is not judged, as its parameters are the module's.
"""

from gdl import model, static
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.rules import stated
from gdl.visit import nodes, reads


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Reports parameters and choices that nothing reads."""
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
    for action in game.actions:
        if action.span.source.name == own and action.form == "action":
            _warn_of_choices(action, game, reporter)


def _warn_of_parameters(definition: model.Definition, reporter: Reporter) -> None:
    for name, slot, kind in definition.parameters:
        if not reads(definition.body, (slot,)):
            reporter.report(
                "never-read",
                definition.span,
                f"`{definition.name}` is the same whatever its {kind.base} `{name}` is",
                f"never asks about `{name}`",
                help=f"ask about `{name}` in it, or leave `{name}` out of its parentheses",
            )


def _warn_of_choices(action: model.Action, game: model.Game, reporter: Reporter) -> None:
    """A choice that nothing reads gives several actions that do the same. Of nothing there is no choice."""
    for part in action.parts:
        if not isinstance(part, model.Choose | model.ChooseSet) or static.known(part.source, game.board) == (
            (),
            False,
        ):
            continue
        if not reads(action, (part.slot,)):
            reporter.report(
                "never-read",
                part.span,
                f"each `{part.name}` that is chosen gives an action that does the same",
                f"nothing reads `{part.name}`",
                help=f"use `{part.name}` in what the action does, or leave this line out",
            )
