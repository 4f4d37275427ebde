"""The clauses of a game, by what they hold: the one list that analyses of the rules go through.

A clause that the language gains is added here, and every analysis looks at it. Claims are no rules: what they say may be
meant never to hold.

    with_effects   clauses that hold effects
    judging        clauses that only ask: what is legal, whose turn it is, who wins, which positions are alike
    showing        clauses that say what players see and know
    played         everything that decides how a game goes, with its definitions: what machine code is made from
    stated         all of these

`ways_to_end` lists in which ways a game may end, for whoever counts them.
"""

from gdl.core import model
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span

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


@dataclass(frozen=True, slots=True)
class WayToEnd:
    """One way in which a game ends: the place that its end gives, the name of the end, and what it is called without one."""

    span: Span
    name: str
    otherwise: str

    @property
    def label(self) -> str:
        return self.name or self.otherwise


def ways_to_end(game: model.Game) -> list[WayToEnd]:
    """All ways: first the ends, in their order, then what turns say where nothing is legal, the limit, and effects."""
    found = [_way(e.result, e.condition.span.in_one_line) for e in game.ends]
    for turn in dict.fromkeys(game.turns.values()):
        for fallback in turn.fallbacks:
            stuck = "no legal move"
            found.append(
                _way(fallback.result, stuck)
                if fallback.result is not None
                else WayToEnd(turn.span, fallback.name, stuck)
            )
    found.append(_way(game.limit_result, f"the limit of {game.limit} moves"))
    finishes = (n for n in nodes(with_effects(game)) if isinstance(n, model.Finish))
    return [*found, *dict.fromkeys(_way(n.result, n.result.span.in_one_line) for n in finishes)]


def _way(result: model.Result, otherwise: str) -> WayToEnd:
    return WayToEnd(result.span, result.name, otherwise)
