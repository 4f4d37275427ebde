"""Warnings about ends and conditions that ask for more than a field is ever given: each effect keeps it at most there.

score(mover) := min(score(mover) + pot, goal)
end mover wins when score(mover) > goal            -- `>= goal` was meant
"""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import played
from gdl.visit import nodes, same


def warn(game: model.Game, reporter: Reporter) -> None:
    for e in nodes(played(game)):
        match e:
            case model.Compare(operator="<", left=model.Const() as cap, right=model.GetField() as asked):
                kept = _kept(asked.field, cap, game)
            case _:
                continue
        if kept is None or any(d.span == e.span for d in reporter.found):
            continue
        text, most = (n.span.in_one_line for n in (asked, cap))
        reporter.report(
            "constant-condition",
            e.span,
            f"this never holds: each effect leaves `{game.fields[asked.field].declared}` at {most} at most",
            "never true",
            others=[(kept.span, f"at most {most}")],
            help=f"write `{text} >= {most}`",
        )


def _kept(name: str, cap: model.Const, game: model.Game) -> model.Builtin | None:
    """What keeps a field at most at a number, if every effect that gives it a value does so."""
    writes = [
        n
        for n in nodes((game.setup, game.actions, game.settles))
        if isinstance(n, model.SetField) and n.field == name
    ]
    found: model.Builtin | None = None
    for write in writes:
        match write.value:
            case model.Builtin(name="min", arguments=arguments) if any(same(a, cap) for a in arguments):
                found = write.value
            case model.Const(value=int(number)) if isinstance(cap.value, int) and number <= cap.value:
                pass
            case _:
                return None
    return found
