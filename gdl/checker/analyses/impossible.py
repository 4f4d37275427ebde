"""Warnings about actions that can never be legal, and about conditions that always hold."""

from gdl import model, static
from gdl.diagnostics import Reporter
from gdl.source import Span


def warn(action: model.Action, game: model.Game, reporter: Reporter) -> None:
    """Reports conditions and choices whose value is known before the game begins and does not vary with an option."""
    for part in action.parts:
        match part:
            case model.Condition():
                found = static.known(part.condition, game.board)
                if found is None:
                    _warn_of_sides(part.condition, action, game, reporter)
                elif not found[1]:
                    _report_constant(
                        part.span, bool(found[0]), "condition", "this condition never holds", action, reporter
                    )
            case model.Choose() | model.ChooseSet():
                found = static.known(part.source, game.board)
                if found is not None and not found[1] and found[0] == ():
                    _report(part.span, "there is nothing to choose", "always empty", action, reporter)
            case model.Along(path=model.Line() | model.Walk() as path):
                _warn_of_path(part, path, action, game, reporter)


def _warn_of_sides(condition: model.Expr, action: model.Action, game: model.Game, reporter: Reporter) -> None:
    """Looks for a side of an `and` whose value is known."""
    if not isinstance(condition, model.And):
        return
    for side in (condition.left, condition.right):
        found = static.known(side, game.board)
        if found is None:
            _warn_of_sides(side, action, game, reporter)
        elif not found[1]:
            what = "part of the condition"
            _report_constant(side.span, bool(found[0]), what, "this never holds", action, reporter)


def _warn_of_path(
    part: model.Along,
    path: model.Line | model.Walk,
    action: model.Action,
    game: model.Game,
    reporter: Reporter,
) -> None:
    found = static.known(path.directions, game.board)
    if found is not None and found[0] == ():
        _report(part.span, "its path has no direction", "goes nowhere", action, reporter)
        return
    most = static.known(path.most, game.board) if path.most is not None else None
    if most is None or not isinstance(most[0], int) or most[1]:
        return
    least = sum(s.least for s in path.steps)
    if most[0] < least:
        message = f"its path needs {least} steps and may have {most[0]}"
        text, limit = part.span.in_one_line, f" up to {most[0]}"
        help = f"write `{text.replace(limit, f' up to {least}', 1)}`" if text.count(limit) == 1 else ""
        longer = f"{help}, or `{text.replace(limit, '', 1)}`" if help else ""
        _report(part.span, message, "too short", action, reporter, longer)


def _report_constant(
    span: Span, holds: bool, what: str, why: str, action: model.Action, reporter: Reporter
) -> None:
    """Reports that `what` always holds, or else why the action is impossible."""
    if not holds:
        _report(span, why, "always false", action, reporter)
        return
    reporter.report(
        "constant-condition", span, f"this {what} always holds", "always true", help="take it out"
    )


def _report(
    span: Span, why: str, label: str, action: model.Action, reporter: Reporter, help: str = ""
) -> None:
    reporter.report("impossible-action", span, f"`{action.name}` can never be legal: {why}", label, help=help)
