"""`position` clauses that leave out a field which decides what is legal: two positions that they call the same are then not the same.

A clause without `pieces` says for itself what it is about, and is not judged.
"""

from collections.abc import Iterator, Mapping

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model
from gdl.core.visit import followed, nodes
from gdl.diagnostics.values import Edit, Fix
from gdl.source import Span


def find(facts: GameFacts) -> Iterator[Finding]:
    game = facts.game
    decisive = _decisive(game) if game.histories else {}
    for history in game.histories.values():
        if all(f.form != "pieces" for f in history.features):
            continue
        values = (f.value for f in history.features)
        compared = {f.name for f in history.features} | {
            n.field for v in values for n in followed(v, game.definitions) if isinstance(n, model.GetField)
        }
        left_out = (name for name in decisive if compared.isdisjoint((name, game.fields[name].declared)))
        for name in left_out:
            field, (action, read) = game.fields[name], decisive[name]
            end = Span(history.span.source, history.span.end, history.span.end)
            yield Finding(
                history.span,
                f"positions that differ in `{field.declared}` are the same here, and `{field.declared}` decides what `{action}` may do",
                "does not name it",
                others=((read.span, "read here"), (field.span, "declared here")),
                help=f"name it among the parts: `{history.span.text}, {field.declared}`",
                fixes=(Fix((Edit(end, f", {field.declared}"),)),),
            )
            break


def _decisive(game: model.Game) -> Mapping[str, tuple[str, model.GetField]]:
    """The fields that last and that play changes, and that say which actions are legal: with an action and the place where it reads them."""
    changing = {n.field for n in nodes((game.actions, game.settles)) if isinstance(n, model.SetField)}
    found: dict[str, tuple[str, model.GetField]] = {}
    for action in game.actions:
        for read in followed(action.parts, game.definitions):
            if not isinstance(read, model.GetField) or read.field not in changing:
                continue
            if read.field in game.fields and game.fields[read.field].until == "":
                found.setdefault(read.field, (action.name, read))
    return found
