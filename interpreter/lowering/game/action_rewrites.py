"""Actions said so that less is asked of each candidate: conditions on no choice come before all choices, and moves along the paths
of a column have a path of their own where it is known which.
"""

from collections.abc import Set
from dataclasses import replace

from gdl.core import builtins, model
from gdl.core.visit import children, free_names
from interpreter.lowering.game.expression_analysis import all_of, conjuncts, paths_by_kind
from interpreter.lowering.game.partial_evaluation import inlined

# ---- conditions first
#
# What the loops would find out for each candidate is asked once.
#
#     choose s in sites where room(s)                         where no army(mover)
#     where no army(mover)                becomes             choose s in sites where room(s)
#
# Only conditions that cannot go wrong and take at most one loop. A dear one is asked only where a candidate is left: an
# attack on a king that may castle, say. What moves a piece is left as it is, since the piece is its first choice.

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


# ---- known paths
#
# All kinds that make the move have the same short path: then that is the move's own.
#
#     move take by pawn                       move take by pawn
#       along reach                becomes      line forward_diagonal up to 1: any
#
# A path of the move's own is a set of destinations for each direction, of all pieces at once; what a definition says is asked
# of each piece. Of long paths that is quicker: it stops where something stands in the way.


def with_known_paths(game: model.Game) -> model.Game:
    """The same game, in which moves have paths of their own where it is known which."""
    board = game.board
    if board.has_circles or board.is_stacking or board.is_growing:
        return game
    return replace(game, actions=tuple(_with_path(action, game) for action in game.actions))


def _with_path(action: model.Action, game: model.Game) -> model.Action:
    if action.form != "move" or action.kinds is None:
        return action
    parts = tuple(_along(part, action, frozenset(action.kinds), game) for part in action.parts)
    return replace(action, parts=parts) if parts != action.parts else action


def _along(part: model.Part, action: model.Action, kinds: frozenset[int], game: model.Game) -> model.Part:
    match part:
        case model.Choose(slot=slot, source=model.Apply() as source) if slot == action.to:
            paths = paths_by_kind(inlined(source, game), action.piece, kinds)
            path = _only_path(paths, kinds) if paths is not None else None
            if path is not None and _is_own(path, action) and _is_short(path):
                return model.Along(part.span, replace(path, start=None), slot)
    return part


def _only_path(
    paths: list[tuple[frozenset[int], model.PathEnds]], kinds: frozenset[int]
) -> model.Path | None:
    """The path of all kinds, if there is just one."""
    held = [(of, ends.path) for of, ends in paths if of]
    return held[0][1] if len(held) == 1 and held[0][0] == kinds else None


def _is_own(path: model.Path, action: model.Action) -> bool:
    """Whether a path begins where the piece stands that moves."""
    match path.start:
        case model.Local(slot=slot):
            return slot in (action.piece, action.origin)
    return False


def _is_short(path: model.Path) -> bool:
    """Whether a path of one step, or a leap, meets just one site."""
    if isinstance(path, model.Walk) or len(path.steps) != 1:
        return False
    (step,) = path.steps
    is_one = step.is_once and step.group is None and step.slot is None and not step.name
    return is_one and (isinstance(path, model.Leap) or path.least is None)
