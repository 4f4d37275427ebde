"""Pieces on the board of which only one kind is hidden: whoever sees that something is hidden knows what it is."""

from collections.abc import Iterator

from gdl.checker import forms
from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model


def find(facts: GameFacts) -> Iterator[Finding]:
    if any(f.holder == "piece" for f in facts.game.fields.values()):
        return  # these are hidden, too
    for hide in facts.game.hides:
        is_on_board = isinstance(hide.source, model.Builtin) and hide.source.name == "pieces"
        kinds = [k for c in forms.conjuncts(hide.condition) if (k := _kind_asked(c, hide.slot)) is not None]
        if hide.aspects or not is_on_board or not kinds:
            continue
        name = facts.game.kinds[kinds[0]].name
        yield Finding(
            hide.span,
            f"only a {name} is hidden here, so what is hidden is known to be one: where it stands, all see",
            "hides nothing",
            help=f"to hide where they stand, write `hide site of ... in pieces from ... where ... is {name}`",
        )


def _kind_asked(condition: model.Expr, slot: int) -> int | None:
    """The kind that a condition asks an element to have."""
    match condition:
        case model.Compare(
            operator="=",
            left=model.Builtin(name="kind", arguments=(model.Local(slot=found),)),
            right=model.Const(value=int(kind)),
        ) if found == slot:
            return kind
        case _:
            return None
