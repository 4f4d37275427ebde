"""What expressions read: names, the state, loops."""

from gdl.core import builtins, model
from gdl.core.types import Type
from gdl.core.visit import children, nodes
from interpreter.lowering.game.inlining import ROLES

_LOOPS = (
    model.Comprehension
    | model.Quantified
    | model.Reached
    | model.SomePath
    | model.PathEnds
    | model.Apply
    | model.CanMake
)


def needs_loops(e: object) -> bool:
    """Whether an expression is more than a few operations."""
    return any(
        isinstance(part, _LOOPS) or (isinstance(part, model.Builtin) and _calls(part)) for part in nodes(e)
    )


def _calls(e: model.Builtin) -> bool:
    return bool(builtins.facts(e.name).reads & {"legal", "history"})


def _asks_board_alone(e: model.Builtin, game: model.Game) -> bool:
    reads = builtins.facts(e.name).reads
    return not (reads if game.board.is_growing else reads - {"extent"})


def static_names(e: object, game: model.Game) -> dict[int, Type] | None:
    """The names that an expression reads and their types, roles among them; None if it asks about the state."""
    match e:
        case model.Local():
            return {e.slot: e.type}
        case model.Role():
            return {ROLES[e.name]: e.type}
        case (
            model.GetField()
            | model.PoolOf()
            | model.SomePath()
            | model.Reached()
            | model.Template()
            | model.PathEnds()
            | model.Apply()
            | model.CanMake()
        ):
            return None
        case model.Builtin() if not _asks_board_alone(e, game):
            return None
    found: dict[int, Type] = {}
    for part in children(e):
        inner = static_names(part, game)
        if inner is None:
            return None
        found |= inner
    match e:
        case model.Comprehension() | model.Quantified():
            found.pop(e.slot, None)
    return found
