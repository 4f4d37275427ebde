"""Live reload: when the file of a game is saved, its tables go on under the new rules, or say what is wrong with these.

The moves are replayed as they are written. The first that is no longer legal ends the replay, with the reason.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

from gdl.diagnostics.render import render
from gdl.diagnostics.values import Diagnostic, GameError
from interpreter.caching.game_cache import file_times
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.play.session import Beginning, Session
from interpreter.play.web.lobby import Lobby, Place
from interpreter.play.web.protocol import Data
from interpreter.positions.documents import read_state

EVERY = 0.4  # seconds from one look at the files to the next

Tell = Callable[[Place, Data], Awaitable[None]]


async def watch(
    lobby: Lobby,
    paths: Mapping[str, Path],
    slowly: Callable[[Callable[[], Data]], Awaitable[Data]],
    tell: Tell,
) -> None:
    """Reloads games each time that one of their files is saved, until it is cancelled: tables that are open go on under the
    new rules, and new tables begin with them. `paths`: the files of the games by their names; only those in use are looked at.
    """
    known: dict[str, dict[Path, int]] = {}
    while True:
        for name in [n for n in lobby.in_use() if n in paths]:
            now = file_times(paths[name])
            before, known[name] = known.get(name, now), now
            if now == before:
                continue
            lobby.forget(name)
            for place in lobby.open_places(name):
                said = await slowly(partial(reload, lobby, place))
                await tell(place, said)
        await asyncio.sleep(EVERY)


def reload(lobby: Lobby, place: Place) -> Data:
    """Puts a table under the rules as they are now; what its pages are told. The game stays as it was where that fails."""
    table = place.table
    try:
        engine = lobby.remade(place)
        session, trouble = replay_under(table.session, engine)
    except GameError as error:
        return _failed(error.diagnostics)
    except PositionError as error:
        return {
            "type": "reloaded",
            "ok": False,
            "text": f"the position in which the game began cannot be read: {error}",
        }
    if session is None:
        return {"type": "reloaded", "ok": False, "text": trouble}
    place.goes_on(session)
    plies = len(session.moves)
    return {"type": "reloaded", "ok": True, "replayedTo": plies, "text": trouble or "The new rules hold."}


def replay_under(before: Session, engine: Engine) -> tuple[Session | None, str]:
    """The game under other rules, as far as its moves are legal there, and what stands in the way; None if it cannot go on."""
    if len(engine.game.players) != len(before.seats):
        return None, "the number of players has changed: open a new table"
    beginning = None
    if before.beginning is not None:
        state = read_state(engine, before.beginning.text)
        beginning = Beginning(state, before.beginning.text, before.beginning.follow)
    session = Session(engine, before.name, before.seed, before.seats, before.names, beginning)
    session.keeper = None
    for number, move in enumerate(before.moves, 1):
        try:
            session.play(session.state.action_from_string(move))
        except IllegalAction as error:
            if engine.game.is_hidden:
                # the rest may be a secret
                return (session, f"The new rules hold. Move {number} is no longer legal.")
            return session, f"The new rules hold. Move {number}, {move}, is no longer legal: {error}"
    session.keeper = before.keeper
    session.agreed, session.verdict = before.agreed, before.verdict
    return session, ""


def _failed(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> Data:
    return {"type": "reloaded", "ok": False, "text": render(diagnostics, False)}
