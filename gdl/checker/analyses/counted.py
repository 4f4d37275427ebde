"""Warnings about settlings that compare the number of actions, or of passes, with a fixed number.

An action is counted when its settlings are done. `if passes = 4` in a settling therefore holds after the fifth pass. Nothing is
said of `passes + 1 = 4`, which says that the action at hand is one more. And about ends that count passes where nobody can pass.
"""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.visit import followed

_COUNTED = {"moves": "action", "passes": "pass"}


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports the first such comparison of each settling."""
    for settle in game.settles:
        for node in followed(settle.body, game.definitions):
            if not isinstance(node, model.Compare):
                continue
            name = _counter(node.left, node.right) or _counter(node.right, node.left)
            if name:
                _report(node, name, settle, reporter)
                break


def _counter(one: model.Expr, other: model.Expr) -> str:
    """The name of a counter that is compared with a number which is known; else nothing."""
    is_counter = isinstance(one, model.Builtin) and one.name in _COUNTED and not one.arguments
    return (
        one.name if is_counter and isinstance(one, model.Builtin) and isinstance(other, model.Const) else ""
    )


def _report(node: model.Compare, name: str, settle: model.Settle, reporter: Reporter) -> None:
    within = settle.span.start <= node.span.start < settle.span.end and node.span.source is settle.span.source
    reporter.report(
        "not-yet-counted",
        node.span,
        f"a settling comes before its action is counted: `{name}` lacks the {_COUNTED[name]} that it follows",
        f"one less than after this {_COUNTED[name]}",
        others=[] if within else [(settle.span, "settled here")],
        help=f"to count it, too, write `{name} + 1` here; an `end` sees it counted",
    )


def warn_of_no_passes(game: model.Game, reporter: Reporter) -> None:
    """Reports an end that counts passes in a game in which nobody ever can pass."""
    if any("pass" in turn.names or turn.can_end("pass") for turn in game.turns.values()):
        return
    for end in game.ends:
        for node in followed(end.condition, game.definitions):
            if isinstance(node, model.Compare) and "passes" in (
                _counter(node.left, node.right),
                _counter(node.right, node.left),
            ):
                turn = next(iter(game.turns.values()))
                reporter.report(
                    "constant-condition",
                    node.span,
                    "nobody can pass in this game, so `passes` stays 0",
                    "never true",
                    others=[(turn.span, "offers no `pass`")],
                    help=f"offer it, where it may be done: `{turn.span.in_one_line.split(' else ')[0]} or pass`; or, where nothing else can be, `else pass`",
                )
                return
