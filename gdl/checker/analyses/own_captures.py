"""A warning about moves that may capture pieces of their own player and never those of another one: `to is not enemy`.

A path that ends with any site, and a condition that leaves out the enemies' alone, leave one's own to be captured.
"""

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.visit import nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    if game.board.is_stacking:
        return
    for action in game.actions:
        if action.form == "move" and (found := _no_enemy(action)) is not None:
            reporter.report(
                "constant-condition",
                found.span,
                f"`{action.name}` captures pieces of its own player, and never those of another one",
                "`own` and `enemy` are exchanged",
                help=f"write `{found.span.text.replace('enemy', 'own')}`",
            )


def _no_enemy(action: model.Action) -> model.Expr | None:
    """The condition that leaves out the enemies' pieces alone where a move goes; None if there is none."""
    to = next((slot for part in action.parts if (slot := _destination(part)) is not None), None)
    conditions = [p.condition for p in action.parts if isinstance(p, model.Condition)]
    joined = [c for condition in conditions for c in forms.conjuncts(condition)]
    about = [c for c in joined if to is not None and _asks_what_is_there(c, to)]
    match about:
        case [model.Not() as only] if _is_enemy(only.operand):
            return only
        case _:
            return None


def _destination(part: model.Part) -> int | None:
    """Where a move goes, if any site at the end of its path will do."""
    match part:
        case model.Along(path=model.Line() | model.Walk() | model.Leap() as path, to=to) if path.steps:
            last = path.steps[-1]
            is_any = isinstance(last.condition, model.Const) and last.condition.value is True
            return to if is_any and last.group is None else None
        case model.Choose(name="to", slot=slot):
            return slot
        case _:
            return None


def _asks_what_is_there(condition: model.Expr, site: int) -> bool:
    """Whether a condition asks about the piece on a site, or whether it is empty."""
    return any(
        isinstance(n, model.Builtin)
        and n.name in ("piece", "empty")
        and any(isinstance(a, model.Local) and a.slot == site for a in n.arguments)
        for n in nodes(condition)
    )


def _is_enemy(e: model.Expr) -> bool:
    """Whether a condition asks for an owner who is somebody and not the mover: `is enemy`."""
    match e:
        case model.And(
            left=model.Not(operand=model.Compare(operator="=", right=model.Const(value=None))),
            right=model.Not(operand=model.Compare(operator="=", right=model.Role())),
        ):
            return e.left.span == e.right.span
        case _:
            return False
