"""What stands against the player to move, such as a check: in words, and as rows of sites; only for those who see everything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.engines.base import Engine, State
from interpreter.hiding import contains_hidden
from interpreter.play.scene.decided import Rows
from interpreter.play.scene.names import words


@dataclass(frozen=True, slots=True)
class Threats:
    """`said`: what holds of the player to move, in words, or ""; `rows`: from a piece of others to one of theirs."""

    said: str = ""
    rows: Rows = ()


NONE = Threats()


def threats_to(engine: Engine, state: State, shown: Mapping[str, Any]) -> Threats:
    """What stands against the player to move."""
    if contains_hidden(shown):
        return NONE
    found, sites = engine.threats(state), engine.game.board.sites
    rows = tuple(tuple(sites[s].name for s in row) for _, pairs in found for row in pairs)
    return Threats(" and ".join(words(name) for name, _ in found), rows)
