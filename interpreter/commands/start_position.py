"""What a game begins with that does not begin at its start: a saved game, a test or a position beside the rules, a file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

import interpreter
from gdl.diagnostics.characters import visible
from gdl.diagnostics.similar_names import near
from interpreter.commands.games import is_written, load, make_engine, start
from interpreter.commands.options import CannotWork, Setup, Start, find
from interpreter.engines.base import Engine
from interpreter.engines.errors import RecordError
from interpreter.play import autosave, record
from interpreter.play.bots import is_program
from interpreter.play.files import foreign
from interpreter.play.files.importing import Rules
from interpreter.play.lessons.cases import from_test, names_of_tests, offers
from interpreter.play.record import Record
from interpreter.play.session import new_seed
from interpreter.positions.documents import written


@dataclass(frozen=True, slots=True)
class Continuation:
    """A game to be continued: the engine of its rules, and its file where it is one in progress, and not a saved one."""

    record: Record
    engine: Engine
    path: Path | None

    @staticmethod
    def of(name: str, setup: Setup, begins: Start) -> "Continuation":
        """The game that is continued. Raises CannotWork, GameError."""
        saved, test, position = begins.saved, begins.test, begins.position
        if position is not None and (is_written(position) or Path(position).is_file()):
            return Continuation(*_from_file(name, setup, position), None)
        if saved is not None and foreign.is_foreign(Path(saved)):
            return Continuation._of_foreign(name, setup, Path(saved), begins.game_number)
        if setup.settings or setup.variant:
            raise CannotWork("a game that is continued keeps its options: leave out `--set` and `--variant`")
        if position is not None:
            return Continuation(*_from_offer(name, setup, position), None)
        if test is not None:
            return Continuation(*_from_test(name, setup, test), None)
        try:
            found, path = autosave.unfinished(name) if saved is None else (record.load(Path(saved)), None)
            engine = record_opener(setup.engine)(found)
        except RecordError as error:
            raise CannotWork(str(error) + (_at_tables(name) if saved is None else "")) from error
        title = load(name, setup).title
        if engine.game.title != title:
            raise CannotWork(
                f"that is a game of {engine.game.title}, not of {title}: "
                f"continue it with `gdl play {found.game} --load FILE`"
            )
        return Continuation(found, engine, path)

    @staticmethod
    def _of_foreign(name: str, setup: Setup, path: Path, number: int | None) -> "Continuation":
        """A game of a file of another program. Raises CannotWork, GameError."""
        rules = Rules(make_engine(name, setup), name, record_opener(setup.engine), frozenset(setup.settings))
        try:
            found = foreign.import_record(path, rules, number)
        except RecordError as error:
            raise CannotWork(str(error)) from error
        for note in found.notes:
            click.echo(f"note: {visible(note)}", err=True)
        return Continuation(found.record, found.engine, None)

    def seats(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """Who takes the seats: as it is said now, else as it was. Raises CannotWork where it was another program: whoever plays says
        what their machine starts, and not a file."""
        names = self.record.names
        programs = [f"--seat '{p}={visible(who)}'" for p, who in self.record.seats.items() if is_program(who)]
        if programs and not given:
            raise CannotWork(f"another program had a seat: say {' '.join(programs)}, or who else takes it")
        return given or tuple(
            f"{p}={who}:{names[p]}" if who == "human" and p in names else f"{p}={who}"
            for p, who in self.record.seats.items()
        )

    def say_what_has_changed(self) -> None:
        changed = record.rule_change(self.record.game, self.record.rules)
        if changed:
            click.echo(f"note: {visible(changed)}", err=True)


def _at_tables(name: str) -> str:
    """Where else a game goes on: at tables of `gdl serve`, which belong to all who sit at them."""
    from interpreter.play.web.store import count_unfinished, usual_place  # which loads SQLite

    count = count_unfinished(usual_place(), Path(name).stem)
    if not count:
        return ""
    tables = "a table" if count == 1 else f"{count} tables"
    return f", but it is played at {tables} of `gdl serve`: start that again, and its first page leads your browser there"


def _from_file(name: str, setup: Setup, given: str) -> tuple[Record, Engine]:
    """A game that begins with a position in a file, or one that is written. Raises CannotWork, GameError, PositionError."""
    engine = make_engine(name, setup)
    position = start(engine, setup, given).position()
    options = record.chosen_options(engine.game)
    rules, title = record.rule_texts(name), engine.game.title
    made = Record(
        game=name, options=options, seed=seed_of(setup), title=title, rules=rules, position=written(position)
    )
    return made, engine


def _from_offer(name: str, setup: Setup, wanted: str) -> tuple[Record, Engine]:
    """A game that begins with a position that is offered; `?` lists them and asks which. Raises CannotWork, GameError."""
    rules = find(name)
    try:
        found = offers(rules)
        if wanted == "?" and found:
            for offer in found:
                click.echo(f"{visible(offer.name)}{': ' if offer.means else ''}{visible(offer.means)}")
            wanted = click.prompt("Which position").strip()
        names = [o.name for o in found]
        if wanted not in names:
            raise CannotWork(_no_position(wanted, names, rules))
        return from_test(name, rules, wanted, seed_of(setup), setup.engine)
    except RecordError as error:
        raise CannotWork(str(error)) from error


def _no_position(wanted: str, names: list[str], rules: Path) -> str:
    if not names:
        return (
            f"{rules.name} offers no positions: a case beside it with `offered: true` is one; "
            "`--position FILE` begins with one in a file"
        )
    help = near(wanted, names) or "`--position ?` lists them"
    return f"there is no file `{visible(wanted)}`, and no position of that name is offered; {help}"


def _from_test(name: str, setup: Setup, test: str) -> tuple[Record, Engine]:
    """A game that begins where a test does; `?` lists the tests and asks which. Raises CannotWork, GameError."""
    rules = find(name)
    try:
        if test == "?":
            for number, title in enumerate(names_of_tests(rules), 1):
                click.echo(f"{number:3}  {visible(title)}")
            test = click.prompt("Which test")
        return from_test(name, rules, test.strip(), seed_of(setup), setup.engine)
    except RecordError as error:
        raise CannotWork(str(error)) from error


def seed_of(setup: Setup) -> int:
    """The seed of a game that begins: the one that is asked for, else a new one, which is saved with the game."""
    return setup.seed if setup.seed is not None else new_seed()


def record_opener(kind: str) -> Callable[[Record], Engine]:
    """What makes the engine that a record needs."""

    def opened(saved: Record) -> Engine:
        return interpreter.engine(record.game_from(saved.game, saved.rules, saved.options), kind)

    return opened
