"""How the games of files began, for whoever analyses a game: what was played in a position, how often, and what players got."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter.engines.base import Engine, State
from interpreter.engines.errors import RecordError
from interpreter.play.files.game_files import Entry, entries, played, points_of
from interpreter.play.files.importing import Opener, Rules, is_called
from interpreter.play.files.patterns import Node, Openings
from interpreter.play.record import Record
from interpreter.play.replaying import Playing

_DEPTH = 40  # moves


def _no_engine(record: Record) -> Engine:
    raise RecordError("there are no files")


class OpeningBook:
    """The games of files, read when they are first asked for. `open` makes the engine of a record."""

    def __init__(self, files: Sequence[Path], open: Opener) -> None:
        self.files, self._open = files, open
        self._known: dict[int, tuple[Engine, Openings]] = {}

    def after(self, begun: State, actions: Sequence[int], name: str) -> Node | None:
        """What followed these actions, from the state with which a game began; `name`: that of the game. None where no game of the files
        came there. Raises RecordError for a file that cannot be read."""
        if not self.files or begun.engine.game.is_hidden:
            return None
        openings = self._openings(begun.engine, name)
        if openings.start is None or not openings.start.is_same(begun):
            return None
        node: Node | None = openings.root
        for action in actions:
            node = node.after.get(action) if node is not None else None
        return node

    def _openings(self, engine: Engine, name: str) -> Openings:
        known = self._known.get(id(engine))
        if known is None:
            known = self._known[id(engine)] = engine, Openings(_DEPTH)
            rules = Rules(engine, name, self._open)
            for entry, found in played(self._wanted(engine), lambda _: rules):
                if isinstance(found, Playing):
                    known[1].add(found.line, points_of(entry, engine.game))
        return known[1]

    def _wanted(self, engine: Engine) -> Iterator[Entry]:
        """The games of the files that are of this game."""
        game = engine.game
        for file in self.files:
            for entry in entries(file):
                if is_called(game, entry.calls):
                    yield entry


NO_BOOK = OpeningBook((), _no_engine)
