"""A warning of `position` clauses that leave out a field which decides what is legal: two positions that they call the same
are then not the same. A clause without `pieces` says for itself what it is about, and is not judged.
"""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.visit import followed, nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    if not game.histories:
        return
    decisive = _decisive(game)
    for history in game.histories.values():
        _warn_of_counters(history, reporter)
        if all(f.form != "pieces" for f in history.features):
            continue
        values = (f.value for f in history.features)
        compared = {f.name for f in history.features} | {
            n.field for v in values for n in followed(v, game.definitions) if isinstance(n, model.GetField)
        }
        for name, (action, read) in decisive.items():
            field = game.fields[name]
            if compared.isdisjoint((name, field.declared)):
                reporter.report(
                    "left-out-field",
                    history.span,
                    f"positions that differ in `{field.declared}` are the same here, and `{field.declared}` decides what `{action}` may do",
                    "does not name it",
                    others=[(read.span, "read here"), (field.span, "declared here")],
                    help=f"name it among the parts: `{history.span.text}, {field.declared}`",
                )
                break


def _decisive(game: model.Game) -> dict[str, tuple[str, model.GetField]]:
    """The fields that last and that play changes, and that say which actions are legal: with an action and the place where it reads them."""
    changing = {n.field for n in nodes((game.actions, game.settles)) if isinstance(n, model.SetField)}
    found: dict[str, tuple[str, model.GetField]] = {}
    for action in game.actions:
        for read in followed(action.parts, game.definitions):
            if (
                isinstance(read, model.GetField)
                and read.field in changing
                and read.field in game.fields
                and game.fields[read.field].until == ""
            ):
                found.setdefault(read.field, (action.name, read))
    return found


def _warn_of_counters(history: model.History, reporter: Reporter) -> None:
    """Reports a position that counts the actions: it never comes again."""
    for feature in history.features:
        value = feature.value
        if isinstance(value, model.Builtin) and value.name in ("moves", "turn") and not value.arguments:
            head, parts = history.span.in_one_line.split(":", 1)
            others = [part.strip() for part in parts.split(",") if part.strip() != value.name]
            reporter.report(
                "constant-condition",
                value.span,
                f"`{value.name}` grows as the game goes on, so no position of this kind comes again",
                "another number each time",
                help=f"leave it out: `{head}: {', '.join(others)}`"
                if others
                else "name what a position is: `pieces, mover`",
            )
            return
