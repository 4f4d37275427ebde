"""The command `gdl games`: the games of files that other programs have written, and whether their moves are legal."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from gdl.diagnostics.characters import visible
from gdl.diagnostics.values import GameError
from interpreter.commands.games import make_engine
from interpreter.commands.options import FINDINGS, CannotWork, Setup, json_option, parted
from interpreter.commands.start_position import record_opener
from interpreter.engines.errors import RecordError
from interpreter.play import foreign
from interpreter.play.game_files import Entry, entries
from interpreter.play.importing import Rules
from interpreter.play.other_names import bundled_called

_WIDTHS = (6, 22, 22, 8, 10, 5)


@click.command("games")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--player", metavar="TEXT", help="Only games of somebody in whose name this stands.")
@click.option(
    "--result", metavar="RESULT", help="Only games with this result, as the file writes it: 1-0, B+R."
)
@click.option(
    "--check", "is_checked", is_flag=True, help="Play the moves: are all of them legal? Exit 1: not all."
)
@click.option(
    "--as", "played_as", metavar="GAME", help="With --check: the game, where the file does not say which."
)
@json_option
def command(
    files: tuple[str, ...],
    player: str | None,
    result: str | None,
    is_checked: bool,
    played_as: str | None,
    as_json: bool,
) -> None:
    """List the games of .pgn and .sgf files: players, result, date, moves; with --check whether these are legal."""
    is_fine, shown = True, 0
    for file in files:
        path = Path(file)
        if not foreign.is_foreign(path):
            raise CannotWork(f"{visible(file)}: a file of games ends in {' or '.join(foreign.SUFFIXES)}")
        count = 0
        for entry in _read(path):
            count += 1
            if not _is_wanted(entry, player, result):
                continue
            problem = entry.broken or (_problem(entry, path, played_as) if is_checked else "")
            is_fine = is_fine and not problem
            if as_json:
                click.echo(
                    ("[" if shown == 0 else ",\n ") + _as_json(entry, file, problem, is_checked), nl=False
                )
            else:
                click.echo(_line(entry) + (f"  {visible(problem)}" if problem else ""))
            shown += 1
        click.echo(f"{visible(file)}: {count} game{'s' * (count != 1)}", err=True)
    if as_json:
        click.echo("[]" if shown == 0 else "]")
    if not is_fine:
        raise SystemExit(FINDINGS)


def _read(path: Path) -> Iterator[Entry]:
    """Raises CannotWork."""
    try:
        yield from entries(path)
    except RecordError as error:
        raise CannotWork(str(error)) from error


def _is_wanted(entry: Entry, player: str | None, result: str | None) -> bool:
    names = " ".join(entry.players).casefold()
    return (player is None or player.casefold() in names) and (result is None or entry.result == result)


def _problem(entry: Entry, path: Path, played_as: str | None) -> str:
    """Why the moves of a game cannot be played; nothing where they can. Raises CannotWork, GameError."""
    name = played_as or bundled_called(entry.calls)
    if name is None:
        return f"there is no game here that is called {entry.calls}: `--as GAME` says which it is"
    try:
        foreign.import_text(entry.text, path.suffix.lower(), _rules(name), f"game {entry.number}")
    except (RecordError, GameError) as error:
        return str(error)
    return ""


@cache
def _rules(name: str) -> Rules:
    game, setup = parted(name, Setup({}, None, "native", None))
    chosen = frozenset(setup.settings)
    return Rules(make_engine(game, setup), game, record_opener(setup.engine), chosen)


def _as_json(entry: Entry, file: str, problem: str, is_checked: bool) -> str:
    legal = not problem if is_checked or problem else None
    return json.dumps(
        {
            "file": file,
            "number": entry.number,
            "players": list(entry.players),
            "result": entry.result,
            "date": entry.date,
            "length": entry.length,
            "game": entry.calls,
            "legal": legal,
            "problem": problem,
        },
        ensure_ascii=False,
    )


def _line(entry: Entry) -> str:
    parts = (str(entry.number), *entry.players, entry.result, entry.date, str(entry.length))
    cells = [visible(p)[:wide] for p, wide in zip(parts, _WIDTHS, strict=True)]
    number, *texts, length = (f"{c:<{w}}" for c, w in zip(cells, _WIDTHS, strict=True))
    return f"{number.strip():>6}  {'  '.join(texts)}  {length.strip():>5}"
