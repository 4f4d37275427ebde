"""Scores that decide nothing: games end by them, and all players have as much of them in every game.

let worth(p: player) = sum(size(c) for c in hand(p))                -- `won(p)` was meant
end highest worth wins when no p in players: some hand(p)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gdl import model
from gdl.diagnostics import Diagnostic, Label
from gdl.visit import followed, nodes
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceState

ENOUGH = 100  # games that end by a score before something is said of it


@dataclass
class Scores:
    """By the index of a result: how many games it has ended, in how many of them the players' scores differed, and which of the
    pools that it asks held something then."""

    ended: dict[int, int] = field(default_factory=dict)
    differed: dict[int, int] = field(default_factory=dict)
    filled: dict[int, set[str]] = field(default_factory=dict)

    def as_data(self) -> list[list[object]]:
        return [
            [i, n, self.differed.get(i, 0), sorted(self.filled.get(i, ()))] for i, n in self.ended.items()
        ]

    @staticmethod
    def of_data(data: list[list[object]]) -> "Scores":
        made = Scores()
        for index, ended, differed, filled in data:
            assert isinstance(index, int) and isinstance(ended, int) and isinstance(differed, int)
            assert isinstance(filled, list)
            made.ended[index], made.differed[index] = ended, differed
            made.filled[index] = {str(name) for name in filled}
        return made

    def note(self, state: State, game: model.Game) -> None:
        """Adds a game that is over."""
        assert state.ended is not None
        for index, result in enumerate(_results(game)):
            if (result.span.start, result.span.source) != (state.ended.span.start, state.ended.span.source):
                continue
            self.ended[index] = self.ended.get(index, 0) + 1
            self.differed[index] = self.differed.get(index, 0) + (len(set(state.returns)) > 1)
            self._note_pools(index, result, state, game)
            return

    def _note_pools(self, index: int, result: model.Result, state: State, game: model.Game) -> None:
        own = getattr(state, "reference", state)
        assert isinstance(own, ReferenceState)
        filled = self.filled.setdefault(index, set())
        for name in _pools(result, game) - filled:
            seats = len(game.players) if game.pools[name].holder == "player" else 1
            if any(own.data.in_pool(game.pools[name].slot + seat) for seat in range(seats)):
                filled.add(name)


def found(scores: Scores, game: model.Game) -> Iterator[Diagnostic]:
    """What is said of scores that never differed."""
    for index, result in enumerate(_results(game)):
        times = scores.ended.get(index, 0)
        if times < ENOUGH or scores.differed[index]:
            continue
        empty = sorted(_pools(result, game) - scores.filled[index])
        label = "the same for all players"
        help = f"see what `{result.score}` counts, and whether that is still there when the game is over"
        if empty:
            help = f"ask for what the players have in the end: `{empty[0]}` is empty by then"
        definition = game.definitions.get(result.score)
        others = (Label(definition.span, "what each player has"),) if definition is not None else ()
        message = f"nobody had more `{result.score}` than another one in {times} random games that end by it"
        yield Diagnostic("never-met", message, result.span, label, others, help=help)


def _results(game: model.Game) -> tuple[model.Result, ...]:
    """The results that go by a score."""
    places = (game.ends, game.limit_result, tuple(game.turns.values()), game.actions, game.settles)
    return tuple(n for n in nodes(places) if isinstance(n, model.Result) and n.score)


def _pools(result: model.Result, game: model.Game) -> set[str]:
    """The pools that a score asks."""
    return {n.name for n in followed(result, game.definitions) if isinstance(n, model.PoolOf)}
