"""Another game between the same, as a page asks for it: the wish of a new table."""

from collections.abc import Mapping

from gdl.model import Game
from interpreter.engines.notation import plain_value
from interpreter.play.web.replies import Data, Json, Viewer
from interpreter.play.web.table import HOST, Table


def settings(game: Game) -> Mapping[str, str]:
    """The options that differ from what the rules say, as texts."""
    return {o.name: written(o.symbols, o.value) for o in game.options if o.value != o.default}


def written(symbols: tuple[str, ...], value: object) -> str:
    """The value of an option as it is written."""
    return symbols[value] if symbols and isinstance(value, int) else plain_value(value)


def another(table: Table, viewer: Viewer) -> Data | None:
    """The wish for another game like this one, once it is over, for who has opened it; None where others hold seats: they would not
    come along to a new table by themselves."""
    if viewer is None or not table.is_over or table.lesson is not None or table.seats[viewer].party != HOST:
        return None
    if any(seat.who == "open" for seat in table.seats):
        return None
    options: dict[str, Json] = {**settings(table.game)}
    seats: list[Json] = [seat.who for seat in table.seats]
    wish: Data = {"game": table.source, "options": options, "seats": seats}
    if table.clock is not None:
        wish |= {"clock": {"minutes": table.clock.start / 60, "increment": table.clock.increment}}
    if table.session.beginning is not None:
        wish["position"] = table.session.beginning.text
    return wish
