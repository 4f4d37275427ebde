"""Warnings about phases that play never comes to, at the place where one is entered that holds already, if there is such a place.

setup
  phase := main
do bid(mover) := n                 -- `if mover = last(players) do phase := guessing` is missing
phase guessing: say
turn: bid
"""

from collections.abc import Iterator

from gdl import model
from gdl.course import Course, course
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.visit import nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports the first turn that is never reached: the game does not begin with it, and no effect on the way enters its phase."""
    if len(game.turns) < 2:
        return
    way = course(game)
    begun = _begun(game, way)
    missing = [name for name in game.turns if name not in way.phases]
    entered = {e.phase for e in nodes(with_effects(game)) if isinstance(e, model.SetPhase)}
    first = next((name for name in missing if name not in entered), None)
    if first is not None:
        _report_one_that_nothing_enters(first, begun, entered, game, reporter)
    elif missing:
        _report_a_circle(missing, begun, way, game, reporter)


def _begun(game: model.Game, way: Course) -> str:
    """The phase in which the game begins; the first of several that chance decides about."""
    return next((name for name in game.phases if name in way.starts), game.phases[0])


def _report_one_that_nothing_enters(
    missing: str, begun: str, entered: set[str], game: model.Game, reporter: Reporter
) -> None:
    turn = game.turns[missing]
    idle = next(_idle(game), None)
    if idle is not None:
        effect, action = idle
        reporter.report(
            "unreachable-clause",
            effect.span,
            f"`{action.name}` is done in the phase `{effect.phase}`, so this changes nothing, and nothing enters "
            f"`{missing}`",
            f"the phase is `{effect.phase}` already",
            others=[(turn.span, "never reached")],
            help=f"write `phase := {missing}`",
        )
        return
    is_left = bool(entered - {begun})
    message = (
        f"nothing enters the phase `{missing}`"
        if is_left
        else f"the game begins in the phase `{begun}`, and nothing leaves it"
    )
    reporter.report(
        "unreachable-clause",
        turn.span,
        message,
        "never reached",
        others=[(game.turns[begun].span, "the first phase")] if begun in game.turns else (),
        help=f"change the phase in an effect{'' if is_left else _where(begun, game)}: `phase := {missing}`",
    )


def _report_a_circle(
    missing: list[str], begun: str, way: Course, game: model.Game, reporter: Reporter
) -> None:
    """A phase that is entered only by what is done in phases that play never comes to."""
    for name in missing:
        for action in game.actions:
            effects = (n for n in nodes((action.effects, action.finals)) if isinstance(n, model.SetPhase))
            effect = next((e for e in effects if e.phase == name), None)
            offering = [n for n, turn in game.turns.items() if action.name in turn.names]
            if effect is None or action.name in way.actions or not offering:
                continue
            reporter.report(
                "unreachable-clause",
                game.turns[name].span,
                f"only `{action.name}` enters the phase `{name}`, and it is never on offer before: "
                f"the game begins in the phase `{begun}`",
                "never reached",
                others=[(effect.span, "the only way into it")],
                help=f"change the phase in an effect{_where(begun, game)}: `phase := {offering[0]}`",
            )
            return


def _where(phase: str, game: model.Game) -> str:
    """The action whose effects can leave a phase, if only one is on offer there."""
    names = [*dict.fromkeys(game.turn_of(phase).names)]
    return f" of `{names[0]}`, when its time has come" if len(names) == 1 else ""


def _idle(game: model.Game) -> Iterator[tuple[model.SetPhase, model.Action]]:
    """Effects that enter the only phase in which their action is on offer."""
    for action in game.actions:
        phases = {name for name, turn in game.turns.items() if action.name in turn.names}
        for effect in nodes((action.effects, action.finals)):
            if isinstance(effect, model.SetPhase) and phases == {effect.phase}:
                yield effect, action
