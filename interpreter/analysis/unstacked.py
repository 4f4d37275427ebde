"""Two pieces come to one site in rules that ask for stacks, and the board was never said to have any."""

import re
from dataclasses import replace

from gdl import model
from gdl.diagnostics import Diagnostic, Label
from gdl.visit import nodes


def at_a_stack(found: Diagnostic, game: model.Game) -> Diagnostic | None:
    """What is said of two pieces on one site in rules that ask for stacks: the board has none."""
    clauses = (tuple(game.definitions.values()), game.actions, game.settles, game.requires, game.ends)
    asked = next((n for n in nodes(clauses) if isinstance(n, model.Builtin) and n.name == "stack"), None)
    if asked is None or game.board.is_stacking:
        return None
    declared = re.search(r"(?m)^board\s+([^\n]*?)\s*(?:--.*)?$", asked.span.source.text)
    line = (
        re.sub(r"(?= (?:where|skipping) )|$", " stacking", declared[1], count=1)
        if declared
        else "... stacking"
    )
    return replace(
        found,
        others=(Label(asked.span, "stacks are asked for here"), *found.others),
        help=f"pieces stand on one another only where the board says so: write `board {line}`",
    )
