"""What a new table needs: the wish for one, who takes its seats, where its game begins; and the wish for another game like the last."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gdl.core.model import Game
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.engines.notation import option_text
from interpreter.play.bots import Bot, SeatError, budget_of, is_program, parse_seat
from interpreter.play.lessons.cases import Offer
from interpreter.play.scene.names import words
from interpreter.play.session import Beginning, seed_of_bot
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.tables.table import HOST, Json, Refused, Seat, Table, new_token
from interpreter.play.web import limits
from interpreter.play.web.protocol import Data, Viewer
from interpreter.positions.documents import read_state, written
from interpreter.positions.fen import is_fen
from interpreter.shared.hashing import MASK64

Options = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Wish:
    """A table that somebody wants: `game` is one of the server's; a seat is `open`, `human`, a level or a bot.

    `lesson`: the number of one, with its own options and seats; `setting`: an easier or harder one of it. `position`: where the game begins, as YAML. `start`: the
    name of a position that is offered beside the game, which has options of its own. `tokens`: of the seats and of spectators,
    where they have been given out already; never from outside. `listed`: whoever comes to the first page may take an open seat.
    """

    game: str
    options: Options = field(default_factory=dict)
    variant: str | None = None
    seats: Sequence[str] = ()
    minutes: float | None = None
    increment: float = 0.0
    seed: int | None = None
    lesson: int | None = None
    setting: str = ""
    position: str = ""
    start: str = ""
    tokens: Sequence[str] = ()
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A name for people, and the seat that it stands for."""

    name: str
    seat: str


LEVELS = (
    Level("Random", "random"),
    Level("Easy", "mcts:60"),
    Level("Medium", "mcts:600"),
    Level("Hard", "auto:1s"),
    Level("Very hard", "auto:4s"),
)


def bot_named(text: str, seed: int, programs: Collection[str] = ()) -> Bot | None:
    """Who takes a seat: a level by its name, or a seat as on the command line; None for a person. `programs`: the engines of others
    that this machine may start.

    Raises SeatError, also for bots that would think longer than a server lets them.
    """
    if is_program(text) and text.strip() not in programs:
        raise SeatError(
            "a page starts no programs here: whoever runs the server offers them, by `gdl serve --bot`"
        )
    level = next((v for v in LEVELS if v.name.lower() == text.strip().lower()), None)
    if level is not None:
        return parse_seat(level.seat, seed)
    budget = budget_of(text)
    if (budget.seconds or 0) > limits.THINKING_SECONDS or (budget.iterations or 0) > limits.ITERATIONS:
        most = f"{limits.THINKING_SECONDS:g} seconds or {limits.ITERATIONS} iterations"
        raise SeatError(f"`{text[:40]}`: here a bot thinks for at most {most} a move")
    return parse_seat(text, seed)


def begun_at(engine: Engine, position: str, seed: int | None = None) -> Beginning | None:
    """Where a game begins, from a position as YAML; None for the set-up of the rules. Raises Refused with the place.

    `seed`: what chance follows from, whatever the position says: who has written it is not to know what comes.
    """
    if not position:
        return None
    try:
        state = read_state(engine, position)
        if is_fen(position):
            position = written(state.position())
        if seed is not None and engine.game.has_chance:
            found = state.position()
            position = written({**found, "fields": {**(found.get("fields") or {}), "seed": seed & MASK64}})
            state = read_state(engine, position)
    except PositionError as error:
        raise Refused(str(error)) from error
    return Beginning(state, position)


def settings(game: Game) -> Mapping[str, str]:
    """The options that differ from what the rules say, as texts."""
    return {o.name: option_text(o, o.value) for o in game.options if o.value != o.default}


def rematch(table: Table, viewer: Viewer) -> Data | None:
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


def position_of(offer: Offer, engine: Engine, seed: int) -> str:
    """The position of an offer as YAML. Raises Refused."""
    try:
        return written(offer.start(engine, seed).position())
    except (PositionError, IllegalAction) as error:
        raise Refused(f"the position `{offer.name}` does not fit its game: {error}") from error


def seats_for(
    wanted: Sequence[str], players: int, seed: int, tokens: Iterator[str], programs: Collection[str] = ()
) -> list[Seat]:
    """The seats of a table, with these tokens as far as there are any; those that nobody has spoken for are the host's. Raises
    Refused."""
    if len(wanted) > players:
        raise Refused(f"the game has {players} players, not {len(wanted)}")
    made = []
    for i in range(players):
        who = wanted[i].strip() if i < len(wanted) else "human"
        token = next(tokens, None) or new_token()
        if who in ("open", "human"):
            made.append(Seat(token, who, HOST if who == "human" else f"seat {i}"))
            continue
        try:
            made.append(Seat(token, who, f"bot {i}", bot=bot_named(who, seed_of_bot(seed, i), programs)))
        except SeatError as error:
            raise Refused(str(error)) from error
    return made


# ---- what a page asks and is told


_MOST_SEATS = 64
_ONE_START = "`position` is a text, and `start` the name of a position; only one of them is given"


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_clock(value: object) -> bool:
    times = [value.get("minutes"), value.get("increment") or 0] if isinstance(value, dict) else [None]
    return all(isinstance(t, int | float) and abs(t) < limits.MINUTES * 60 for t in times)


_FIELDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "game": (_is_text, "the request must name a `game`"),
    "options": (
        lambda v: isinstance(v, dict) and all(map(_is_text, v.values())),
        "`options` gives each option a value, as a text",
    ),
    "seats": (
        lambda v: isinstance(v, list) and all(map(_is_text, v)) and len(v) <= _MOST_SEATS,
        "`seats` is a list: open, human, or who takes the seat",
    ),
    "lesson": (_is_whole, "`lesson` is the number of a lesson"),
    "setting": (_is_text, "`setting` is the name of a setting of a `lesson`"),
    "position": (_is_text, _ONE_START),
    "start": (_is_text, _ONE_START),
    "variant": (_is_text, "`variant` is a name"),
    "seed": (_is_whole, "`seed` is a whole number"),
    "clock": (_is_clock, "`clock` has `minutes`, and perhaps `increment` in seconds"),
}
"""What each field of a wish must be, and what is said of one that is not so. Those that are empty are as if they were left out."""


def wish_of(found: Mapping[str, Any]) -> Wish:
    """The table that an object of JSON asks for. Raises Refused."""
    given = {n: found[n] for n in _FIELDS if n in found and found[n] not in (None, "", [])}
    for name, value in given.items():
        fits, otherwise = _FIELDS[name]
        if not fits(value):
            raise Refused(otherwise)
    if "game" not in given:
        raise Refused(_FIELDS["game"][1])
    if "setting" in given and "lesson" not in given:
        raise Refused(_FIELDS["setting"][1])
    if "position" in given and "start" in given:
        raise Refused(_ONE_START)
    clock = given.pop("clock", None)
    if clock is not None:
        given |= {"minutes": float(clock["minutes"]), "increment": float(clock.get("increment") or 0)}
    return Wish(**given, listed=found.get("listed") is True)


def _said(value: str) -> str:
    """The value of an option in words."""
    return {"true": "yes", "false": "no"}.get(value, words(value))


def form_data(game: Game, programs: Collection[str] = ()) -> Data:
    """What a form needs to know of a game: of an option its values as they are written and as people say them, and what it means."""
    told = AuthorSentences(game)
    options: list[Json] = [
        {
            "name": o.name,
            "values": [option_text(o, v) for v in o.values],
            "said": [_said(option_text(o, v)) for v in o.values],
            "value": option_text(o, o.value),
            "means": told.of("option", o.name),
        }
        for o in game.options
        if len(o.values) > 1
    ]
    return {
        "title": game.title,
        "notes": game.headings.get("notes", ""),
        "players": [p.name for p in game.players],
        "options": options,
        "variants": [*game.variants],
        "levels": [*(v.name for v in LEVELS), *programs],
    }
