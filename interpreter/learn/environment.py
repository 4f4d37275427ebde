"""One game in play, as environments want it: planes, masks and steps by dense numbers of actions."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import gdl
from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.make import engine
from interpreter.play.text.drawing import Layout, draw

AnyGame = Game | str | Path
Planes = NDArray[np.float32]
Mask = NDArray[np.int8]


class MissingLibraryError(ImportError):
    """A library of the extra `learn` is not installed; the message is meant for people."""

    def __init__(self, library: str) -> None:
        super().__init__(f"{library} is not installed: `pip install 'gdl-interpreter[learn]'`")


def engine_of(
    game: AnyGame, options: Mapping[str, object] | None = None, variant: str | None = None
) -> Engine:
    """The engine of a game, or of a path or a bundled name. Raises GameError for wrong rules, ValueError for options beside a
    game that is loaded."""
    if isinstance(game, Game):
        if options or variant:
            raise ValueError("a game that is loaded has its options: give them to `gdl.load`")
        loaded = game
    else:
        loaded = gdl.load(game, options=options, variant=variant)
    return engine(loaded)


class Table:
    """One game in play: a batch with a single row. Raises OverflowError for a game with more actions than a mask holds."""

    def __init__(self, engine: Engine) -> None:
        engine.actions.check_masked()
        self.engine, self.game = engine, engine.game
        self.begin(0)

    def begin(self, seed: int) -> None:
        self.batch = self.engine.batch_of([self.engine.initial_state(seed)])

    @property
    def state(self) -> State:
        return self.batch.state(0)

    @property
    def mover(self) -> int:
        return int(self.batch.current_player[0])

    @property
    def is_over(self) -> bool:
        return bool(self.batch.is_terminal[0])

    @property
    def returns(self) -> list[float]:
        return [float(r) for r in self.batch.returns[0]]

    def planes(self, player: int) -> Planes:
        found: Planes = self.batch.planes(player)[0]
        return found

    def mask(self, player: int) -> Mask:
        """1 for each action that the player may choose now: of one who does not act, none."""
        if self.is_over or player != self.mover:
            return np.zeros(self.engine.actions.count, np.int8)
        found: Mask = self.batch.mask()[0].astype(np.int8)
        return found

    def play(self, number: int) -> None:
        """Raises IllegalAction with the reason."""
        self.batch.step_indices([number], auto_reset=False)

    def drawn(self, player: int) -> str:
        """The position as text, as the player sees it."""
        return draw(self.game, self.state.observation(player), Layout(colour=False))
