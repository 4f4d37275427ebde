"""What has decided a finished game: rows of sites, as far as the observer sees everything."""

from collections.abc import Mapping
from typing import Any

from interpreter.engines.base import Engine, State
from interpreter.hiding import contains_hidden

Rows = tuple[tuple[str, ...], ...]  # sites by their names, in order


def decided(engine: Engine, state: State, shown: Mapping[str, Any]) -> Rows:
    """The rows that the end of a game has found; none for an observer from whom something is hidden."""
    if not state.is_terminal or contains_hidden(shown):
        return ()
    sites = engine.game.board.sites
    return tuple(tuple(sites[s].name for s in row) for row in engine.decided(state))
