"""What may not be asked where: questions about history, about what is legal, and about the end."""

from collections.abc import Iterator

from gdl import model
from gdl.checker.context import Context
from gdl.visit import followed


def _asking(builtin: str, rules: tuple[object, ...], context: Context) -> Iterator[model.Builtin]:
    """Where rules ask for a builtin, themselves or by their definitions."""
    for node in followed(rules, context.names.definitions):
        if isinstance(node, model.Builtin) and node.name == builtin:
            yield node


def report_history(rules: tuple[object, ...], context: Context) -> None:
    """What remembers positions may not be asked where there is no present position to compare."""
    for builtin in ("repeated", "cycle"):
        for node in _asking(builtin, rules, context):
            context.reporter.report(
                "no-history",
                node.span,
                f"`{builtin}` compares the present position with earlier ones, and here is none to compare",
                "asked too early or too late",
                help="ask it in `where`, `do`, `settle`, `require`, `prefer` or `end`",
            )


def report_can_move(rules: tuple[object, ...], context: Context) -> None:
    """`can_move` asks what is legal, so what decides what is legal may not ask it."""
    for node in _asking("can_move", rules, context):
        context.reporter.report(
            "recursive-definition",
            node.span,
            "`can_move` asks what is legal, and this decides what is legal",
            "goes round in a circle",
            help="use it in `end` only, or name actions that do not rest on this: `can_move(p, a, b)`; a player "
            "without a move is the matter of `turn: ... else ...`",
        )


def report_ended(rules: tuple[object, ...], context: Context) -> None:
    """`ended` asks whether the game is over, so what decides how it goes on may not ask it."""
    for node in _asking("ended", rules, context):
        context.reporter.report(
            "recursive-definition",
            node.span,
            "`ended` asks whether the game is over, and this decides how it goes on",
            "goes round in a circle",
            help="use it in `hide` only, for what is turned up at the end",
        )
