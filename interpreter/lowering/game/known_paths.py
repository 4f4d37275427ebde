"""Moves along the paths of a column, where all kinds that make the move have the same short path: then that is the move's own.

    move take by pawn                       move take by pawn
      along reach                becomes      line forward_diagonal up to 1: any

A path of the move's own is a set of destinations for each direction, of all pieces at once; what a definition says is asked
of each piece. Of long paths that is quicker: it stops where something stands in the way.
"""

from dataclasses import replace

from gdl.core import model
from interpreter.lowering.game.expression_analysis import paths_by_kind
from interpreter.lowering.game.partial_evaluation import inlined


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
    is_one = step.least == step.most == 1 and step.group is None and step.slot is None and not step.name
    return is_one and (isinstance(path, model.Leap) or path.least is None)
