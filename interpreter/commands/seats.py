"""Who plays: the seats as `--seat` says them, and bots by their names."""

import secrets
from time import perf_counter

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from interpreter.commands.options import CannotWork
from interpreter.engines.base import Engine
from interpreter.play.bots import Bot, SeatError, is_program, parse_seat
from interpreter.play.contest import bot_named
from interpreter.play.protocols.moves import Dialect, Unfit, check_fit
from interpreter.play.protocols.thoughts import Thinks
from interpreter.search.running import Clock

_NAME = 40  # letters of a person's name


def seat_words(given: tuple[str, ...], game: Game) -> list[str]:
    """Who takes each seat, as on the command line."""
    bots, _ = take_seats(given, game, 0)
    said = {t.partition("=")[0].strip().lower(): t.partition("=")[2] for t in given}
    return [
        said.get(p.name.lower(), "human") if b else "human" for p, b in zip(game.players, bots, strict=True)
    ]


def take_seats(
    given: tuple[str, ...], game: Game, seed: int | None, clock: Clock = perf_counter
) -> tuple[list[Bot | None], dict[str, str]]:
    """Who takes each seat, and what people call themselves. Bots do not know the seed of the game."""
    players = [p.name for p in game.players]
    seats: list[Bot | None] = [None] * len(players)
    names: dict[str, str] = {}
    for text in given:
        name, equals, who = text.partition("=")
        index = next((i for i, known in enumerate(players) if known.lower() == name.strip().lower()), None)
        if not equals:
            raise CannotWork(f"`--seat {text}` is not of the form PLAYER=WHO, such as {players[0]}=human")
        if index is None:
            raise CannotWork(f"there is no player `{name}`; the players are: {', '.join(players)}")
        word, colon, person = who.strip().partition(":")
        if word == "human" and colon:
            names[players[index]] = visible(person.strip())[:_NAME]
            continue
        try:
            seats[index] = parse_seat(who, seed + index if seed is not None else secrets.randbits(32), clock)
        except SeatError as error:
            raise CannotWork(str(error)) from error
    return seats, names


def refuse_misfit(engine: Engine, dialect: Dialect) -> None:
    """Raises CannotWork where other programs cannot play a game by this protocol."""
    try:
        check_fit(engine.initial_state(), dialect)
    except Unfit as error:
        raise CannotWork(str(error)) from error


def thinker(game: Game) -> Thinks:
    """The search of an engine for other programs."""
    from interpreter.play.thinking import Thinker  # slow to load, like all searches

    return Thinker(game)


def engine_or_refuse(text: str) -> None:
    """Raises CannotWork for what is no engine of another program that can be started."""
    if not is_program(text):
        raise CannotWork(f"`{visible(text)}` is no other program's engine, such as uci:stockfish")
    bot_or_refuse(text)


def bot_or_refuse(text: str) -> None:
    """Raises CannotWork for a bot that does not exist."""
    try:
        bot_named(text, 0)
    except SeatError as error:
        raise CannotWork(str(error)) from error
