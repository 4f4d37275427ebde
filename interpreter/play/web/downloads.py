"""A game as a file, in each format that fits it, as far as a seat may know it: all of it once it is over or where nothing is hidden,
else what the seat was told.
"""

from collections.abc import Callable

from starlette.responses import Response

from interpreter.engines.errors import PositionError, RecordError
from interpreter.play.files import foreign
from interpreter.play.svg.animation import can_draw
from interpreter.play.tables.table import Table
from interpreter.play.web.lobby import Place
from interpreter.play.web.position_editor import plain
from interpreter.play.web.protocol import PLAIN, Look, Viewer
from interpreter.positions.fen import is_written_so, line_of


class Withheld(Exception):  # noqa: N818 - an answer, not an error
    """What an address names is not for who asks."""


def formats_of(place: Place, viewer: Viewer, look: Look = PLAIN) -> dict[str, Callable[[], Response]]:
    """What makes the file of a game, by the formats that fit it. It raises Withheld."""
    table, boards = place.table, place.views.boards
    game = table.game
    name = "".join(c if c.isalnum() else "_" for c in game.title.lower())
    suffix = foreign.suffix_of(game)

    def file(make: Callable[[], str | bytes], name: str, kind: str = "text/plain") -> Callable[[], Response]:
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return lambda: Response(make(), media_type=kind, headers=headers)

    def moves() -> str:
        texts = (boards.notation(i, viewer) for i in range(len(table.session.moves)))
        return "".join(f"{i}. {m}\n" for i, m in enumerate(texts, 1))

    found = {
        "gdl": file(lambda: _record(table), f"{name}.yaml"),
        "svg": file(lambda: boards.exported(viewer, look), f"{name}.svg", "image/svg+xml"),
        "txt": file(moves, f"{name}.txt"),
        "animation": file(lambda: boards.animation(viewer, look), f"{name}_game.svg", "image/svg+xml"),
    }
    if can_draw():
        found["gif"] = file(lambda: boards.gif(viewer, look), f"{name}.gif", "image/gif")
    found["position"] = file(lambda: _position(table), f"{name}_position.yaml")
    if is_written_so(game):
        found["fen"] = file(lambda: _fen(table), f"{name}.fen")
    if suffix:
        found[suffix[1:]] = file(lambda: _foreign(table, suffix), name + suffix)
    return found


def _record(table: Table) -> str:
    if table.lesson is not None:
        raise Withheld("a lesson is no game, so it has no record")
    if not table.is_over and (table.game.is_hidden or table.game.has_chance):
        raise Withheld("the record would tell what is hidden or to come; it can be had when the game is over")
    return table.session.record().to_yaml()


def _position(table: Table) -> str:
    if table.game.is_hidden:
        raise Withheld("a position of this game would tell what is hidden")
    return plain(table.state.position())


def _fen(table: Table) -> str:
    try:
        return line_of(table.state) + "\n"
    except PositionError as error:
        raise Withheld(str(error)) from error


def _foreign(table: Table, suffix: str) -> str:
    try:
        return foreign.export_record(table.session.record(), table.session.engine, suffix)
    except RecordError as error:
        raise Withheld(str(error)) from error
