"""Warnings about scores that are given anew where they were to grow: what a player had before is lost.

earned(mover) := gain(s)            -- `earned(mover) + gain(s)` was meant
end highest earned wins when full
"""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.visit import followed, nodes, reads


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports a field by which the most wins, and that actions always give what follows from their choices alone."""
    results = (game.ends, game.limit_result, tuple(game.turns.values()))
    scores = {n.score for n in nodes(results) if isinstance(n, model.Result) and n.form == "highest"}
    read = {
        n.field
        for score in scores & game.definitions.keys()
        for n in followed(game.definitions[score], game.definitions)
        if isinstance(n, model.GetField) and game.fields[n.field].holder == "player"
    }
    for name in sorted(read):
        writes = [
            (a, n)
            for a in game.actions
            for n in nodes((a.effects, a.finals))
            if isinstance(n, model.SetField) and n.field == name
        ]
        settled = any(isinstance(n, model.SetField) and n.field == name for n in nodes(game.settles))
        if len(writes) != 1 or settled or game.fields[name].until:
            continue
        action, write = writes[0]
        slots = {c.slot for c in action.choices}
        grows = any(isinstance(n, model.GetField) and n.field == name for n in nodes(write.value))
        if grows or isinstance(write.value, model.Local | model.Const) or not reads(write.value, slots):
            continue
        whose, value = write.span.text.split(":=")[0].strip(), write.value.span.in_one_line
        reporter.report(
            "overwritten-score",
            write.span,
            f"each time this gives `{game.fields[name].declared}` anew, and what was there before is lost",
            "takes the place of all before",
            help=f"to add to it, write `{whose} := {whose} + {value}`",
        )
