"""Conditions on no choice come before all choices: what the loops would find out for each candidate is asked once.

    choose s in sites where room(s)                         where no army(mover)
    where no army(mover)                becomes             choose s in sites where room(s)

Only conditions that cannot go wrong and take at most one loop. A dear one is asked only where a candidate is left: an
attack on a king that may castle, say. What moves a piece is left as it is, since the piece is its first choice.
"""

from collections.abc import Set
from dataclasses import replace

from gdl.core import builtins, model
from gdl.core.visit import children, free_names
from interpreter.lowering.game.expression_analysis import all_of, conjuncts

LOOPS = 1  # that a condition may have, one inside the other
_DEAR = (
    model.Arithmetic  # which may be too large
    | model.SomePath
    | model.PathEnds
    | model.Reached
    | model.CanMake
    | model.Template
)


def with_first_conditions(game: model.Game) -> model.Game:
    """The same game, in whose actions conditions that read no choice stand first."""
    return replace(game, actions=tuple(_arranged(action, game) for action in game.actions))


def _arranged(action: model.Action, game: model.Game) -> model.Action:
    if action.form == "move" or all(isinstance(part, model.Condition) for part in action.parts):
        return action
    given = {slot for _, slot, _ in action.parameters}
    first: list[model.Part] = []
    rest: list[model.Part] = []
    for part in action.parts:
        early, left = _taken_apart(part, given, game)
        first += [model.Condition(part.span, all_of(early, part.span))] if early else []
        if left is not None:
            (rest if rest or not isinstance(left, model.Condition) else first).append(left)
    return replace(action, parts=(*first, *rest))


def _taken_apart(
    part: model.Part, given: Set[int], game: model.Game
) -> tuple[list[model.Expr], model.Part | None]:
    """The conditions of a part that may come first, and what is left of it."""
    match part:
        case model.Condition(condition=condition):
            pass
        case model.Choose(source=model.Comprehension(condition=condition)) if condition is not None:
            pass
        case _:
            return [], part
    conditions = conjuncts(condition)
    early = [e for e in conditions if free_names(e).keys() <= given and _loops(e, game, ()) <= LOOPS]
    late = [e for e in conditions if e not in early]
    if not early:
        return [], part
    left = all_of(late, part.span) if late else None
    if isinstance(part, model.Choose):
        assert isinstance(part.source, model.Comprehension)
        return early, replace(part, source=replace(part.source, condition=left))
    return early, replace(part, condition=left) if left is not None else None


def _loops(e: object, game: model.Game, inside: tuple[str, ...]) -> int:
    """How many loops are one inside the other, those of definitions too; more than `LOOPS` for what is dear or may go wrong."""
    if isinstance(e, _DEAR) or (isinstance(e, model.Builtin) and _is_dear(e)):
        return LOOPS + 1
    deepest = max((_loops(part, game, inside) for part in children(e)), default=0)
    if isinstance(e, model.Apply):
        if e.definition in inside:
            return LOOPS + 1
        body = game.definitions[e.definition].body
        deepest = max(deepest, _loops(body, game, (*inside, e.definition)))
    return deepest + isinstance(e, model.Comprehension | model.Quantified)


def _is_dear(e: model.Builtin) -> bool:
    return e.name == "sum" or bool(builtins.facts(e.name).reads & {"legal", "history"})
