"""The puzzle of the day: a position of games that a program has played against itself, in which one move alone leads to a forced win.

It is made when somebody first asks for it on a day, and kept on disk: all who come find the same one. Games with secrets or chance
have none.
"""

from collections.abc import Callable
from pathlib import Path
from time import thread_time

from gdl.files.sources import Reader
from gdl.loader import load
from interpreter.analysis.samples import Rows
from interpreter.caching.game_cache import remembered
from interpreter.caching.stamps import program
from interpreter.engines.base import Engine
from interpreter.play.hints import move_text
from interpreter.play.report.games import RecordedGames
from interpreter.play.report.tasks import Task, can_have_tasks, only_way, searches_of, tasks
from interpreter.play.tables.table import Refused
from interpreter.play.web.new_table import settings
from interpreter.play.web.protocol import Data
from interpreter.positions.documents import read_state, written

_BOT = "level:3"  # by the search that suits the game; it errs now and then, so that games differ and are won
_GAMES, _LONGEST = 12, 160  # games, and their actions
_SECONDS = 12.0  # of processor time, after which no further game begins
_POSITIONS = 40_000  # that are searched for each that is looked at: where there is a win, nearly always enough; where none, all are spent


def puzzle(path: Path, engine: Engine, day: int, is_stopped: Callable[[], bool]) -> Data | None:
    """The puzzle of a game, by the number of the day; None where none was found. It takes 5 to 90 seconds. Raises GameError,
    OSError, Refused where it is stopped.

    `good` has the move that wins, `wins` how many moves of their own `who` needs, `position` where the puzzle begins.
    """
    if not can_have_tasks(engine.game):
        return None

    def made(read: Reader) -> Data | None:
        load(path, None, None, read)  # so that it is known of which files the rules consist
        asked = (_asked(engine, task) for task in tasks(engine, _played(engine, day, is_stopped), _POSITIONS))
        return next((found for found in asked if found is not None), None)

    chosen = repr(sorted(settings(engine.game).items()))
    return remembered("puzzle", path, made, program(), chosen, str(day))


def _played(engine: Engine, day: int, is_stopped: Callable[[], bool]) -> Rows:
    """Games of a program against itself. Raises Refused."""
    play, found, began = RecordedGames(engine, _BOT, day, most=_LONGEST), Rows(), thread_time()
    for key in range(_GAMES):
        if is_stopped():
            raise Refused("the server is about to stop")
        found += play([key])
        if thread_time() - began > _SECONDS:
            break
    return found


def _asked(engine: Engine, task: Task) -> Data | None:
    """A task as it is told; None where a game that begins with its position goes otherwise, such as without what came before."""
    state = engine.initial_state(task.game["seed"])
    for text in task.game["actions"][: task.plies]:
        state = state.apply(state.action_from_string(text))
    position = written(state.position())
    begun = read_state(engine, position)
    if only_way(searches_of(engine)[begun.current_player], begun) != task.moves:
        return None
    return {
        "who": task.player,
        "wins": task.moves,
        "position": position,
        "good": [move_text(begun, begun.action_from_string(task.solution[0]))],
    }
