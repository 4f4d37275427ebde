"""The command `gdl games`: the games of files that other programs have written, and saved games: which there are, whether their moves
are legal, what happened in them, and how they began."""

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click

from gdl.diagnostics.characters import visible
from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import GameError
from interpreter.commands.games import make_engine, position_text
from interpreter.commands.options import (
    FINDINGS,
    CannotWork,
    Setup,
    Whole,
    json_option,
    parquet_option,
    parted,
)
from interpreter.commands.output import write
from interpreter.commands.start_position import record_opener
from interpreter.engines.base import State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.executors.base import ExecutorError
from interpreter.executors.parquet import Table
from interpreter.play.files.foreign import check_target
from interpreter.play.files.game_files import READ, Entry, converted, entries, played, points_of
from interpreter.play.files.importing import Rules, bundled_called, bundled_with
from interpreter.play.files.patterns import Openings, Pattern
from interpreter.play.record import Record
from interpreter.play.replaying import Playing
from interpreter.play.styles import pdn, pgn
from interpreter.play.styles.notation import text_of

_SEVERAL = (".pgn", ".pdn", ".sgf")  # of which a file holds any number of games
_WIDTHS = (9, 22, 22, 8, 10, 5)
_DEEPEST = 40
_COLUMNS: dict[str, type | list[type]] = {
    "file": str,
    "number": int,
    "players": [str],
    "result": str,
    "date": str,
    "length": int,
    "game": str,
    "legal": bool,
    "problem": str,
    "at": [int],
}


@dataclass(frozen=True, slots=True)
class Wish:
    """Which games are wanted, and what is done with them: `openings` collects how they began, `collection` writes them."""

    player: str | None
    result: str | None
    is_checked: bool
    played_as: str | None
    pattern: Pattern
    openings: Openings | None
    collection: "Collection | None"

    @property
    def needs_rules(self) -> bool:
        is_played = self.openings is not None or self.collection is not None
        return self.is_checked or self.pattern != Pattern() or is_played

    def fits(self, entry: Entry) -> bool:
        """Whether a game is wanted, as far as its file says."""
        names = " ".join(entry.players).casefold()
        return (self.player is None or self.player.casefold() in names) and (
            self.result is None or entry.result == self.result
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A game that is listed. `is_legal`: None where nobody has asked; `at`: before which moves the pattern holds, from 1."""

    file: str
    entry: Entry
    is_legal: bool | None
    problem: str = ""
    at: tuple[int, ...] = ()

    def values(self) -> dict[str, object]:
        e = self.entry
        said = (self.file, e.number, list(e.players), e.result, e.date, e.length, e.calls)
        found = (self.is_legal, self.problem, list(self.at))
        return dict(zip(_COLUMNS, (*said, *found), strict=True))

    def line(self) -> str:
        entry = self.entry
        names = [*entry.players[:2], "", ""][:2]
        parts = (str(entry.number), *names, entry.result, entry.date, str(entry.length))
        cells = [visible(p)[:wide] for p, wide in zip(parts, _WIDTHS, strict=True)]
        number, *texts, length = (f"{c:<{w}}" for c, w in zip(cells, _WIDTHS, strict=True))
        more = f"  {visible(self.problem)}" if self.problem else ""
        more += f"  before move {', '.join(map(str, self.at))}" if self.at else ""
        return f"{number.strip():>6}  {'  '.join(texts)}  {length.strip():>5}{more}"


@click.command("games")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--player", metavar="TEXT", help="Only games of somebody in whose name this stands.")
@click.option(
    "--result", metavar="RESULT", help="Only games with this result, as the file writes it: 1-0, B+R."
)
@click.option("--where", metavar="CONDITION", help="Only games with a position in which this holds.")
@click.option(
    "--missed", metavar="ACTION", help="Only games in which this action was legal and another one played."
)
@click.option(
    "--position",
    metavar="POSITION",
    help="Only games that came to this position: FEN, YAML, or a file of it.",
)
@click.option(
    "--check", "is_checked", is_flag=True, help="Play the moves: are all of them legal? Exit 1: not all."
)
@click.option(
    "--as", "played_as", metavar="GAME", help="The game by whose rules to play, where no file says it."
)
@click.option("--tree", metavar="N", type=Whole(1, _DEEPEST), help="How the games began, N moves deep.")
@click.option(
    "--write", "target", metavar="FILE", help="Write these games to a file, in the format of its ending."
)
@click.option("--least", metavar="N", type=Whole(1), default=2, help="With --tree: moves of N games or more.")
@parquet_option
@json_option
def command(
    files: tuple[str, ...],
    player: str | None,
    result: str | None,
    where: str | None,
    missed: str | None,
    position: str | None,
    is_checked: bool,
    played_as: str | None,
    tree: int | None,
    target: str | None,
    least: int,
    parquet: str | None,
    as_json: bool,
) -> None:
    """List the games of .pgn, .sgf, .pdn, .kif, .wxf, .mat and saved .yaml files: players, result, date, moves; find, check and compare them.

    --where, --missed and --position look for positions in which all of them hold. A game whose moves are not legal is told with
    --check, and is else left out of what is looked for.
    """
    pattern = Pattern(where, missed, None if position is None else position_text(position)[1])
    openings = Openings(tree) if tree else None
    collection = None if target is None else Collection(Path(target))
    wish = Wish(player, result, is_checked, played_as, pattern, openings, collection)
    is_fine, shown = True, 0
    try:
        table = Table(Path(parquet), _COLUMNS) if parquet else None
        for row in _rows(files, wish):
            is_fine = is_fine and not row.problem
            if table is not None:
                table.add(row.values())
            if as_json and openings is None:
                text = json.dumps(row.values(), ensure_ascii=False)
                click.echo(("[" if shown == 0 else ",\n ") + text, nl=False)
            elif openings is None or row.problem:
                click.echo(row.line(), err=openings is not None)
            shown += 1
        if table is not None:
            table.close()
        if collection is not None:
            collection.close()
    except ExecutorError as error:
        raise CannotWork(str(error)) from error
    if openings is not None:
        _show_openings(openings, least, as_json)
    elif as_json:
        click.echo("[]" if shown == 0 else "]")
    if not is_fine:
        raise SystemExit(FINDINGS)


def _rows(files: tuple[str, ...], wish: Wish) -> Iterator[Row]:
    """The games that are wanted, file by file; behind each it is said how many it has. Raises CannotWork."""
    for file in files:
        path = Path(file)
        if path.suffix.lower() not in READ:
            raise CannotWork(f"{visible(file)}: a file of games ends in {' or '.join(READ)}")
        count = left_out = 0

        def wanted(path: Path = path) -> Iterator[Entry]:
            nonlocal count
            for entry in _read(path):
                count += 1
                if wish.fits(entry):
                    yield entry

        if not wish.needs_rules:
            for entry in wanted():
                yield Row(file, entry, False if entry.broken else None, entry.broken)
        else:
            for entry, found in played(wanted(), lambda entry: _rules_of(entry, wish.played_as)):
                row = _looked_at(file, entry, found, wish)
                left_out += row is None and isinstance(found, Exception)
                if row is not None:
                    yield row
        click.echo(f"{visible(file)}: {count} game{'s' * (count != 1)}", err=True)
        if left_out:
            click.echo(f"{left_out} cannot be played and are left out: `--check` says why", err=True)


def _looked_at(file: str, entry: Entry, found: Playing | Exception, wish: Wish) -> Row | None:
    """A game as it is listed, if it is. Raises CannotWork."""
    if isinstance(found, Exception):
        return Row(file, entry, False, str(found)) if wish.is_checked else None
    at: tuple[int, ...] = ()
    if wish.pattern != Pattern():
        try:
            at = tuple(wish.pattern.plies(found.line))
        except (GameError, PositionError) as error:
            raise CannotWork(str(error)) from error
        except KeyError:
            names = sorted({a.name for a in found.engine.game.actions})
            more = near(wish.pattern.missed or "", names) or f"there are {', '.join(names)}"
            raise CannotWork(f"no action is called `{visible(wish.pattern.missed or '')}`; {more}") from None
        if not at:
            return None
    if wish.collection is not None:
        wish.collection.add(file, entry, found, _rules_of(entry, wish.played_as).name)
    if wish.openings is not None:
        wish.openings.add(found.line, points_of(entry, found.engine.game))
    return Row(file, entry, True, at=at)


def _read(path: Path) -> Iterator[Entry]:
    """Raises CannotWork."""
    try:
        yield from entries(path)
    except RecordError as error:
        raise CannotWork(str(error)) from error


def _rules_of(entry: Entry, played_as: str | None) -> Rules:
    """Raises RecordError where nobody knows them, CannotWork, GameError."""
    name = entry.sheet.game if isinstance(entry.sheet, Record) else played_as or _called(entry.calls)
    if (
        name is None
        and isinstance(entry.sheet, pgn.Sheet)
        and entry.calls == "PDN"
        and "FEN" not in entry.sheet.tags
    ):
        name = _beginning_so(entry.sheet.moves[:2])
    if name is None:
        raise RecordError(f"there is no game here that is called {entry.calls}: `--as GAME` says which it is")
    return _rules(name)


_called = cache(bundled_called)


@cache
def _beginning_so(moves: tuple[str, ...]) -> str | None:
    """The only bundled game of draughts that may begin with these moves, where a file does not say which it is."""
    setup = Setup({}, None, "reference", None)
    fitting = []
    for name in bundled_with(pdn.HEADING):
        state: State | None = make_engine(name, setup).initial_state(0)
        for move in moves:
            found = [] if state is None else pdn.meant(state, move)
            state = state.apply(found[0]) if state is not None and len(found) == 1 else None
        fitting += [name] if state is not None else []
    return fitting[0] if len(fitting) == 1 else None


@cache
def _rules(name: str) -> Rules:
    game, setup = parted(name, Setup({}, None, "native", None))
    return Rules(make_engine(game, setup), game, record_opener(setup.engine), frozenset(setup.settings))


# ---- files


class Collection:
    """A file into which games are written, one behind the other where its format holds several. It is there when all are written."""

    def __init__(self, path: Path) -> None:
        """Raises CannotWork."""
        self.path, self.suffix, self.count = path, path.suffix.lower(), 0
        if self.suffix not in READ:
            raise CannotWork(f"{visible(str(path))}: a file of games ends in {' or '.join(READ)}")
        try:
            check_target(path)
            self._written = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - kept until the end
        except (OSError, RecordError) as error:
            raise CannotWork(str(error)) from error

    def add(self, file: str, entry: Entry, found: Playing, name: str) -> None:
        """Raises CannotWork where a game cannot be written so, or does not fit into the file."""
        if self.count and self.suffix not in _SEVERAL:
            raise CannotWork(
                f"a file of {self.suffix} holds one game, and more are wanted: choose one with --player, --where or --position"
            )
        try:
            text, notes = converted(entry, found, name, self.suffix)
        except RecordError as error:
            raise CannotWork(f"{visible(file)}, game {entry.number}: {error}") from error
        for note in notes:
            click.echo(f"{visible(file)}, game {entry.number}: {visible(note)}", err=True)
        self._written.write(("\n" if self.count else "") + text)
        self.count += 1

    def close(self) -> None:
        """Puts the file in its place. Raises CannotWork."""
        self._written.seek(0)
        write(str(self.path), self._written.read(), "the games")
        click.echo(f"{visible(str(self.path))}: {self.count} game{'s' * (self.count != 1)} written", err=True)


# ---- openings


def _show_openings(found: Openings, least: int, as_json: bool) -> None:
    """Each move with the number of games and what each player got in them on average."""
    rows = list(found.rows(least))
    if as_json:
        said = [
            {"depth": depth, "move": text_of(state, action), "games": node.games, "average": node.average}
            for depth, state, action, node in rows
        ]
        click.echo(json.dumps(said, ensure_ascii=False))
    elif found.start is not None:
        players = [p.name for p in found.start.engine.game.players]
        click.echo(f"{'move':<30} {'games':>8}  " + "  ".join(f"{p:>8}" for p in players))
        for depth, state, action, node in rows:
            averages = [f"{value:+.2f}" for value in node.average] or ["-"] * len(players)
            move = "  " * depth + text_of(state, action)
            click.echo(f"{move:<30} {node.games:>8}  " + "  ".join(f"{a:>8}" for a in averages))
    if found.others:
        click.echo(f"{found.others} games begin in another position, and are not in it", err=True)
    if found.is_full:
        click.echo("too many moves for one tree: rare ones that came late are not in it", err=True)
