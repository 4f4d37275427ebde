"""Many random games at once in machine code, and what they meet: actions, kinds and ends.

The code is made without optimisation, which takes a tenth of the time. Where there is none for a game, nothing is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from gdl import model
from gdl.diagnostics import Diagnostic
from gdl.source import Span
from gdl.visit import followed, nodes
from interpreter import arrays
from interpreter import engine as make_engine
from interpreter.engines.base import State
from interpreter.engines.batches import draw
from interpreter.engines.reference.engine import ReferenceState
from interpreter.hashing import Random
from interpreter.numbering import WORD, ActionNumbers

GAMES = 300  # played to their end
ENOUGH = 200  # before something that was never met is worth a note
ROWS = 64  # games at once
_SEED = 1


class Data(TypedDict):
    """`Meetings` as they are kept."""

    games: int
    actions: list[int]
    kinds: list[int]
    ends: list[int]


@dataclass
class Meetings:
    """What random games have met so far: how many came to an end, and the indices of actions, kinds and ends."""

    games: int = 0
    actions: set[int] = field(default_factory=set)
    kinds: set[int] = field(default_factory=set)
    ends: set[int] = field(default_factory=set)

    def as_data(self) -> Data:
        return {
            "games": self.games,
            "actions": sorted(self.actions),
            "kinds": sorted(self.kinds),
            "ends": sorted(self.ends),
        }

    @staticmethod
    def of_data(data: Data) -> "Meetings":
        return Meetings(data["games"], set(data["actions"]), set(data["kinds"]), set(data["ends"]))


def play(game: model.Game, met: Meetings) -> None:
    """Plays random games and adds what they meet. Raises GameError where a rule goes wrong."""
    numbers = ActionNumbers(game)
    if numbers.total > WORD:
        return  # such actions have no numbers in arrays
    engine = make_engine(game, effort=0, keep=False)
    batch, places = engine.batch(ROWS, seed=_SEED), Random(_SEED)
    firsts = arrays.np.array(numbers.offsets, arrays.np.int64)
    _note_pieces(engine.initial_state(_SEED), met)
    while met.games < GAMES:
        counts, legal = batch.legal()
        met.actions.update(arrays.np.unique(arrays.np.searchsorted(firsts, legal, side="right") - 1).tolist())
        before = [batch.state(row) for row in range(ROWS)]
        was_over, chosen = batch.is_terminal, draw(places, counts)
        starts: arrays.Ints = arrays.np.cumsum(counts) - counts
        batch.step(chosen)
        for row in arrays.np.flatnonzero(batch.is_terminal & ~was_over).tolist():
            _note_end(before[row].apply(int(legal[starts[row] + chosen[row]])), game, met)
        batch.reset(batch.is_terminal)


def _note_end(state: State, game: model.Game, met: Meetings) -> None:
    met.games += 1
    _note_pieces(state, met)
    if state.ended is not None:
        met.ends.update(i for i, end in enumerate(game.ends) if _is_in(state.ended.span, end.span))


def _is_in(span: Span, clause: Span) -> bool:
    return span.source == clause.source and clause.start <= span.start < clause.end


def _note_pieces(state: State, met: Meetings) -> None:
    """The kinds of all pieces, those of pools included."""
    own = getattr(state, "reference", state)
    assert isinstance(own, ReferenceState)
    met.kinds.update(own.data.kind.values())


def never_met(game: model.Game, met: Meetings) -> tuple[Diagnostic, ...]:
    """Notes about what no game has met, if there were enough of them."""
    if met.games < ENOUGH:
        return ()
    return tuple(
        Diagnostic("never-met", f"{what} in {met.games} random games", span, label, help=help)
        for what, span, label, help in _unmet(game, met)
    )


def _unmet(game: model.Game, met: Meetings) -> Iterator[tuple[str, Span, str, str]]:
    """What was never met, unless an option decides over it: the message's beginning, the place, a label and a help."""
    turns = {name for turn in game.turns.values() for name in turn.names}
    for action in game.actions:
        is_offered = action.name in turns and action.form != "pass"
        if is_offered and action.index not in met.actions and not _asks_options(game, action):
            help = (
                f"see what it asks for: `gdl why GAME MOVE`; or reach it in a case of `{_cases(action.span)}`"
            )
            yield f"`{action.name}` was never possible", action.span, "never possible", help
    for index, kind in enumerate(game.kinds):
        if index not in met.kinds and index in _made(game):
            help = f"see when it comes into play; or reach it in a case of `{_cases(kind.span)}`"
            yield f"`{kind.name}` never came into play", kind.span, "never in play", help
    for index, end in enumerate(game.ends):
        is_rare = end.result.form == "draw" or end.span.source.name != game.actions[0].span.source.name
        if index not in met.ends and not is_rare and not _asks_options(game, end):
            help = f"see whether it can hold; or reach it in a case of `{_cases(end.span)}`"
            yield "this end never came about", end.span, "never the end", help


def _cases(span: Span) -> str:
    """The file of cases beside a game."""
    return Path(span.source.name).with_suffix(".yaml").name


def _asks_options(game: model.Game, part: object) -> bool:
    return any(isinstance(n, model.Const) and n.varies for n in followed(part, game.definitions))


def _made(game: model.Game) -> set[int]:
    """The kinds that an effect names where it makes a piece, or changes its kind."""
    found: set[int] = set()
    for effect in nodes((game.actions, game.settles)):
        if isinstance(effect, model.Place | model.Stock | model.SetField):
            kinds = (n for n in nodes(effect) if isinstance(n, model.Const) and n.type.base == "kind")
            found.update(n.value for n in kinds if isinstance(n.value, int))
    return found
