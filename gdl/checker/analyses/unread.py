"""Warnings about names that are given a value which nothing reads: parameters of definitions, choices of actions, steps of moves.

A definition that only a module asks for is not judged, as its parameters are the module's.
"""

from gdl import model, static
from gdl.checker.analyses.givers import drawn_in_vain
from gdl.diagnostics import Reporter
from gdl.flows import filled
from gdl.resolver import Resolved
from gdl.rules import stated, with_effects
from gdl.visit import nodes, reads, steps


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
        if action.span.source.name == own:
            _warn_of_steps(action, game, reporter)
        if action.span.source.name == own and action.form == "action":
            _warn_of_choices(action, game, reporter)


def warn_of_draws(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Reports what is drawn and never read: the effect is forgotten that does something with it."""
    comes = filled(with_effects(game), game)
    pools = sorted(game.pools.values(), key=lambda p: (p.name in comes, p.holder == "game"))
    for name, span, is_piece in drawn_in_vain(game):
        if span.source.name != resolved.source.name or any(d.span == span for d in reporter.found):
            continue
        source = span.in_one_line.rpartition(" ")[2].partition("(")[0]
        places = [p.name if p.holder == "game" else f"{p.name}(mover)" for p in pools if p.name != source]
        effect = f"`move {name} to {(*places, '...')[0]}`" if is_piece else f"`FIELD := {name}`"
        reporter.report(
            "never-read",
            span,
            f"nothing is done with the `{name}` that is drawn",
            f"nothing reads `{name}`",
            help=f"do something with it behind this, such as {effect}, or leave this line out",
        )


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
        if not reads(action, (part.slot,)) or _is_only_asked(part, action):
            is_asked = reads(action, (part.slot,))
            reporter.report(
                "never-read",
                part.span,
                f"each `{part.name}` that is chosen gives an action that does the same",
                f"nothing is done with `{part.name}`" if is_asked else f"nothing reads `{part.name}`",
                help=f"use `{part.name}` in what the action does, or leave this line out",
            )


def _is_only_asked(part: model.Choose | model.ChooseSet, action: model.Action) -> bool:
    """Whether a name is read by conditions alone, its own filter's too, in an action that does nothing itself and lets another one follow."""
    if not action.effects or not all(isinstance(e, model.Demand | model.NextTurn) for e in action.effects):
        return False
    others = [
        p.source for p in action.parts if isinstance(p, model.Choose | model.ChooseSet) and p is not part
    ]
    return not reads(
        (action.effects, action.finals, action.again, action.notation, tuple(others)), (part.slot,)
    )


def _warn_of_steps(action: model.Action, game: model.Game, reporter: Reporter) -> None:
    """Reports a name of what a move meets that nothing reads: what is named is hardly to stay as it is."""
    along = next((p for p in action.parts if isinstance(p, model.Along)), None)
    choices = {c.slot for c in action.choices}
    for step in steps(along.path.steps) if along is not None else ():
        if (
            step.slot is None
            or step.name in ("to", "")
            or step.slot in choices
            or reads(action, (step.slot,))
        ):
            continue
        is_taken = step.condition is not None and any(
            isinstance(n, model.Builtin) and n.name in ("owner", "kind", "occupied")
            for n in nodes(step.condition)
        )
        way = (
            f"do something with it, such as `capture {step.name}`, or leave"
            if is_taken
            else "use it, or leave"
        )
        reporter.report(
            "never-read",
            step.span,
            f"nothing is done with what `{step.name}` names",
            f"nothing reads `{step.name}`",
            help=f"{way} `as {step.name}` out",
        )
