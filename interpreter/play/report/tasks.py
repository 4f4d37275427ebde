"""Tasks that came up in play: positions of recorded games in which one move alone leads to a forced win, and to none at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from gdl.core.model import Game
from interpreter.analysis.samples import Rows
from interpreter.engines.base import Engine, State
from interpreter.engines.searching import workbench
from interpreter.search.forced_wins import ForcedWins
from interpreter.search.running import SearchError, Watch
from interpreter.search.solving import written

MOST = 3  # tasks
LONGEST = 4  # moves of who wins
_LAST = 9  # positions of a game that are looked at: its last ones
_GAMES = 30
_ENTRIES = 1 << 18  # positions that a table holds
_POSITIONS = 300_000  # that are searched for each of them


@dataclass(frozen=True, slots=True)
class Task:
    """A position after `plies` actions of a recorded game; `player` wins in `moves` of their own by `solution`."""

    game: Mapping[str, Any]
    plies: int
    player: str
    moves: int
    solution: tuple[str, ...]


def can_have_tasks(game: Game) -> bool:
    """Whether wins can be forced in a game as far as its form says."""
    return len(game.players) == 2 and not game.is_hidden and not game.has_chance


def searches_of(engine: Engine) -> list[ForcedWins]:
    """What looks for forced wins of each player; nothing where something is hidden, drawn by chance, or not for two."""
    bench = workbench(engine) if can_have_tasks(engine.game) else None
    if bench is None:
        return []
    return [ForcedWins(bench, player, Watch(), entries=_ENTRIES) for player in range(2)]


def tasks(engine: Engine, recorded: Rows, most: int = _POSITIONS) -> list[Task]:
    """Those of the most moves, of as many games; none where there are no searches. `most`: positions that are searched for each that
    is looked at."""
    searches = searches_of(engine)
    if not searches:
        return []
    won = [row for row in recorded if row["points"] is not None and not row["is_draw"]]
    found = [task for row in won[:_GAMES] for task in islice(_of_game(searches, engine, row, most), 1)]
    return sorted(found, key=lambda t: -t.moves)[:MOST]


def _of_game(
    searches: Sequence[ForcedWins], engine: Engine, row: Mapping[str, Any], most: int
) -> Iterator[Task]:
    """The tasks of a game, the earliest first."""
    winner = 0 if row["points"][0] > row["points"][1] else 1
    search = searches[winner]
    state = engine.initial_state(row["seed"])
    for plies, text in enumerate(row["actions"]):
        if plies >= row["plies"] - _LAST and state.current_player == winner:
            moves = only_way(search, state, most)
            if moves is not None:
                solution = tuple(written(state, search.way(state, moves).actions))
                yield Task(row, plies, engine.game.players[winner].name, moves, solution)
        state = state.apply(state.action_from_string(text))


def only_way(search: ForcedWins, state: State, most: int = _POSITIONS) -> int | None:
    """In how many moves the player to move wins, where one action alone of several begins it and more than one move is needed."""
    actions = state.legal_actions()
    if len(actions) == 1:
        return None  # nothing is to be found
    search.allow(most)
    try:
        moves = next((n for n in range(1, LONGEST + 1) if search.is_won(state, n)), None)
        if moves is None or moves == 1:
            return None
        follows = (state.apply(action) for action in actions)
        return moves if sum(search.is_won(after, moves - 1) for after in follows) == 1 else None
    except SearchError:
        return None
