"""The clauses of a game, by what they hold: the one list that analyses of the rules go through.

A clause that the language gains is added here, and every analysis looks at it. Claims are no rules: what they say may be
meant never to hold.

    with_effects   clauses that hold effects
    judging        clauses that only ask: what is legal, whose turn it is, who wins, which positions are alike
    showing        clauses that say what players see and know
    played         everything that decides how a game goes, with its definitions: what machine code is made from
    stated         all of these
"""

from gdl.core import model
from gdl.core.visit import nodes

Rules = tuple[object, ...]  # parts in the sense of `gdl.core.visit`


def with_effects(game: model.Game) -> Rules:
    """The clauses that hold effects."""
    return game.setup, game.actions, game.settles


def judging(game: model.Game) -> Rules:
    """The clauses that ask and change nothing."""
    return (
        game.requires,
        game.prefers,
        game.ends,
        game.limit_result,
        game.skips,
        tuple(game.turns.values()),
        tuple(game.histories.values()),
    )


def showing(game: model.Game) -> Rules:
    """The clauses that say what players see and know."""
    return game.hides, game.knowns


def played(game: model.Game) -> Rules:
    """Everything that decides how a game goes. Definitions are in it, whether something uses them or not."""
    return *with_effects(game), *judging(game), tuple(game.definitions.values())


def stated(game: model.Game) -> Rules:
    """Everything that the rules state."""
    return *played(game), *showing(game)


def has_payoffs(game: model.Game) -> bool:
    """Whether results are payoffs of any size, and not just wins, draws and losses."""
    return any(isinstance(n, model.Result) and n.form == "payoff" for n in nodes(played(game)))
