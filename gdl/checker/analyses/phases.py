"""Warnings about phases that nothing enters, at the place where one is entered that holds already, if there is such a place."""

from collections.abc import Iterator

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.visit import nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports the first turn that is never reached, since the game does not begin with it and no effect enters its phase."""
    if len(game.turns) < 2:
        return
    entered = {e.phase for e in nodes(with_effects(game)) if isinstance(e, model.SetPhase)}
    missing = [name for name in game.turns if name != game.phases[0] and name not in entered]
    if not missing:
        return
    turn, first = game.turns[missing[0]], game.phases[0]
    idle = next(_idle(game), None)
    if idle is not None:
        effect, action = idle
        reporter.report(
            "unreachable-clause",
            effect.span,
            f"`{action.name}` is done in the phase `{effect.phase}`, so this changes nothing, and nothing enters "
            f"`{missing[0]}`",
            f"the phase is `{effect.phase}` already",
            others=[(turn.span, "never reached")],
            help=f"write `phase := {missing[0]}`",
        )
        return
    message = (
        f"nothing enters the phase `{missing[0]}`"
        if entered - {first}
        else f"the game begins in the phase `{first}`, and nothing leaves it"
    )
    reporter.report(
        "unreachable-clause",
        turn.span,
        message,
        "never reached",
        others=[(game.turns[first].span, "the first phase")] if first in game.turns else (),
        help=f"change the phase in an effect: `phase := {missing[0]}`",
    )


def _idle(game: model.Game) -> Iterator[tuple[model.SetPhase, model.Action]]:
    """Effects that enter the only phase in which their action is on offer."""
    for action in game.actions:
        phases = {name for name, turn in game.turns.items() if action.name in turn.names}
        for effect in nodes((action.effects, action.finals)):
            if isinstance(effect, model.SetPhase) and phases == {effect.phase}:
                yield effect, action
