"""Which actions may be found more than once, and so are listed before they are counted; which lists hold only the best."""

from gdl import model
from gdl.traits import musts
from interpreter.lowering.facts.board import known_directions, known_number
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Scope
from interpreter.lowering.values.paths.ends import is_single
from interpreter.numbering import ListDomain


def may_meet_again(action: model.Action, scope: Scope) -> bool:
    """Whether two candidates of a step may have the same choices."""
    chosen = {c.slot for c in action.choices}
    board = scope.game.board
    for part in action.parts:
        match part:
            case model.Choose() if part.slot not in chosen:
                return not isinstance(part.source, model.Const)
            case model.Choose() if part.source.type.base == "set" and board.is_stacking:
                if element_of(part.source).base == "piece":
                    return True
            case model.Along():
                if board.has_circles and not _meets_each_once(part.path, scope):
                    return True
                if not isinstance(part.path, model.Walk) and not is_single(part.path.steps):
                    return True
            case _:
                pass
    return False


def _meets_each_once(path: model.Path, scope: Scope) -> bool:
    """Whether no site is met twice on the rays from a site of a board with circles."""
    if not isinstance(path, model.Line):
        return False
    longest, directions = known_number(path.most), known_directions(path)
    if (path.most is not None and longest is None) or not directions:
        return False
    sites, board = range(scope.facts.sites), scope.game.board
    rays = ([t for d in directions for t in board.line(s, d)[:longest]] for s in sites)
    return all(len(set(met)) == len(met) for met in rays)


def must_follow(action: model.Action) -> bool:
    """Whether an action must be followed by a decision that is possible."""
    return any(True for _ in musts(action.effects))


def is_preferred(action: model.Action, game: model.Game) -> bool:
    """Whether `prefer` judges an action."""
    return bool(game.prefers) and any(action.name in t.names for t in game.turns.values())


def are_worths_whole(scope: Scope) -> bool:
    """Whether what preferences compare is never a fraction."""
    return all(is_whole_worth(p, scope) for p in scope.game.prefers)


def is_whole_worth(prefer: model.Prefer, scope: Scope) -> bool:
    return not prefer.word or scope.is_whole(prefer.value)


def is_replayed(action: model.Action, scope: Scope) -> bool:
    """Whether a listed action can be done from its number: its steps are choices alone, and it says them all.

    Of a move's path a number says where it ends, not how it went. What a further step of a move begins with is not a choice.
    """
    is_move = action.form == "move"
    if action.parameters if action.again is None else is_move:
        return False
    chosen = [part for part in action.parts if isinstance(part, model.Choose)]
    if not all(isinstance(part, model.Choose | model.Condition) for part in action.parts):
        return False
    if [action.piece] * is_move + [part.slot for part in chosen] != [c.slot for c in action.choices]:
        return False
    domains = scope.facts.numbers.domains[action.index]
    return all(
        isinstance(d, ListDomain) and bool(d.values) and not (c.type.base == "piece" and None in d.values)
        for d, c in zip(domains, action.choices, strict=True)
    )
