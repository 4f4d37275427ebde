"""Moves: the kinds that make them, and the path, written out or named, to the destination."""

from gdl.checker.clauses.choices import domain
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.paths import check_path, varying_names
from gdl.checker.expressions.pieces import check_kind
from gdl.core import model
from gdl.core.types import SITE, set_of
from gdl.tree import syntax

Choices = tuple[model.Choice, ...]


def check_moving_kinds(clause: syntax.Action, context: Context) -> tuple[int, ...] | None:
    """The kinds whose pieces make a move; None means all."""
    if not clause.kinds or (len(clause.kinds) == 1 and clause.kinds[0].name == "any"):
        context.usage.used.update(context.names.kinds)
        return None
    found = [check_kind(ident, context) for ident in clause.kinds]
    return tuple(kind.value for kind in found if kind is not None and isinstance(kind.value, int))


def all_sites(context: Context) -> tuple[int, ...]:
    board = context.names.board
    return tuple(range(len(board.sites))) if board is not None else ()


def all_cells(context: Context) -> tuple[int, ...]:
    """Where paths lead: from cells to cells."""
    board = context.names.board
    return tuple(range(len(board.cells))) if board is not None else ()


def check_along(part: syntax.Along, context: Context) -> tuple[model.Along | model.Choose, Choices]:
    """The path of a move, and the choices along it: the destination, and named sites at varying distances."""
    if isinstance(part.path, syntax.Ident):
        return _check_named_path(part.path, context)
    path = check_path(part.path, context, is_of_move=True)
    if part.path.start is not None:
        context.reporter.report(
            "bad-path",
            part.path.start.span,
            "the path of a move starts from its piece",
            "cannot start elsewhere",
            help="leave `from` out, or put the path into a condition: `where some line ... from ...`",
        )
    bound = context.scope.names.get("to") or context.local("to", SITE, part.span)
    choices = [model.Choice("to", bound.slot, SITE, all_cells(context))]
    for name, slot in varying_names(path.steps):
        if slot != bound.slot and not _is_destination(path, slot):
            choices.append(model.Choice(name, slot, SITE, all_cells(context)))
    return model.Along(part.span, path, bound.slot), tuple(choices)


def _check_named_path(name: syntax.Ident, context: Context) -> tuple[model.Choose, Choices]:
    """`along NAME`: the destination is one of the sites that a column of paths, or a definition, gives for the piece."""
    call = syntax.Call(name.span, name, (syntax.Name(name.span, "piece"),))
    source = expect(call, context, set_of(SITE), "the sites to which the piece may go")
    to = context.local("to", SITE, name.span).slot
    choice = model.Choice("to", to, SITE, domain(SITE, source, name.span, context))
    return model.Choose(name.span, "to", to, source), (choice,)


def _is_destination(path: model.Path, slot: int) -> bool:
    """Whether a slot is the last step's, which is the destination unless another step is named `to`."""
    last = path.steps[-1]
    has_other = any(s.name == "to" for s in path.steps)
    return last.slot == slot and (not has_other or last.name == "to")
