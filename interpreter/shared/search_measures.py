"""Measures: numbers that a search asks of every position of a game, beside its rules.

A measure is an expression of the language, so it has one meaning in all engines, and people can read it. It becomes a
definition of the game under a name that no author can write. Rules do not ask for it, so the game is played as before; the
program for searches computes all measures of a state at once.
"""

from collections.abc import Container, Sequence
from dataclasses import replace

from gdl.core import model
from gdl.core.types import NUMBER

CHOICES = "choices"  # a builtin that no author can write
_PREFIX = "measure "  # no name in a text has a blank
_BREAK = " behind a break"


def with_measures(
    game: model.Game, measures: Sequence[model.Expr], slots: int, breaks: Container[int] = ()
) -> model.Game:
    """The game with these numbers as its measures. `slots`: how many names the rules and the measures have together. `breaks`: the
    measures before which a search may stop asking."""
    names = [f"{_PREFIX}{i}{_BREAK if i in breaks else ''}" for i in range(len(measures))]
    made = {
        name: model.Definition(name, e.span, (), e, False) for name, e in zip(names, measures, strict=True)
    }
    definitions = {name: d for name, d in game.definitions.items() if not name.startswith(_PREFIX)}
    return replace(game, definitions=definitions | made, slots=slots)


def measures_of(game: model.Game) -> list[model.Expr]:
    """The measures of a game, in their order."""
    return [d.body for name, d in game.definitions.items() if name.startswith(_PREFIX)]


def breaks_of(game: model.Game) -> set[int]:
    """The measures before which a search may stop asking, by their places."""
    names = [name for name in game.definitions if name.startswith(_PREFIX)]
    return {i for i, name in enumerate(names) if name.endswith(_BREAK)}


def choices(player: model.Expr) -> model.Expr:
    """How many actions a player would have if it were their turn, passing aside."""
    return model.Builtin(player.span, NUMBER, CHOICES, (player,))


def chosen(condition: model.Expr, then: model.Expr, otherwise: model.Expr) -> model.Expr:
    """A number that depends on a condition."""
    return model.If(condition.span, NUMBER, condition, then, otherwise)


def number(value: int, like: model.Expr) -> model.Expr:
    """A known number, at the place of another expression."""
    return model.Const(like.span, NUMBER, value)
