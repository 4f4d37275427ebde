"""Saved games as files of other programs, and such files as saved games: PGN and SGF by the style that a game declares, PDN, KIF,
WXF and MAT by its headings.

`export_record` writes a record in a format, `import_record` reads one of the games of a file and finds each move among the legal
ones, and `game_texts` gives the texts of all of them. Both replay the game.
"""

from collections.abc import Iterator
from pathlib import Path

from gdl.core.model import Game
from gdl.platform.safe_io import read_at_most, reason
from interpreter.engines.base import Engine
from interpreter.engines.errors import RecordError
from interpreter.play.files.importing import Imported, Rules
from interpreter.play.files.sgf import export_sgf, import_sgf
from interpreter.play.files.sheet_formats import FORMS
from interpreter.play.files.sheets import export_pgn, import_pgn
from interpreter.play.record import Record, replay
from interpreter.play.record import write as write_record
from interpreter.play.scene.names import shortened
from interpreter.play.styles import pgn, sgf

SUFFIXES = (".pgn", ".sgf", *(s for s in FORMS if s != ".pgn"))
_MOST = 64_000_000  # bytes of a file that is read as a whole


def is_foreign(path: Path) -> bool:
    """Whether a file has the format of other programs, by its ending."""
    return path.suffix.lower() in SUFFIXES


def suffix_of(game: Game) -> str | None:
    """The ending of the files in which other programs keep such games, if there is one."""
    return next(iter(_suffixes(game)), None)


def _suffixes(game: Game) -> list[str]:
    """The endings of all files that such games may have, by their style and by their headings."""
    if len(game.players) != 2:
        return []
    is_sgf = game.style is not None and game.style.name == "sgf" and not game.has_chance
    forms = [f for f in FORMS.values() if f.fits(game) and (not game.has_chance or f.draws is not None)]
    return [*([".sgf"] if is_sgf else []), *(form.suffix for form in forms)]


def export_record(record: Record, engine: Engine, suffix: str) -> str:
    """The text of a file in the format with this ending. Raises RecordError."""
    check_format(engine.game, suffix)
    if engine.game.is_hidden and not record.is_over:
        raise RecordError("the file would tell what is hidden; it can be written when the game is over")
    states = replay(record, engine)
    form = FORMS.get(suffix)
    return export_sgf(record, states) if form is None else export_pgn(record, states, form)


def game_texts(path: Path) -> Iterator[str]:
    """The texts of the games of a file, one after the other. Raises RecordError."""
    try:
        form = FORMS.get(path.suffix.lower())
        if form is not None:
            if not path.is_file():
                raise OSError("it is no file" if path.exists() else "there is no such file")
            with path.open("rb") as lines:
                yield from form.split(lines)
        else:
            yield from sgf.split(read_at_most(path, _MOST))
    except (OSError, ValueError) as error:
        raise RecordError(f"{shortened(str(path))} cannot be read: {reason(error)}") from error


def import_record(path: Path, rules: Rules, number: int | None = None) -> Imported:
    """A game of a file of another program, by its number from 1; the first one if none is given, which a note tells where there
    are more. Raises RecordError."""
    check_format(rules.engine.game, path.suffix.lower())
    wanted, count = number or 1, 0
    text = ""
    for count, found in enumerate(game_texts(path), 1):
        text = found if count == wanted else text
    if number is not None and not 1 <= number <= count:
        raise RecordError(f"{path} has {count} game{'s' * (count != 1)}, and no number {number}")
    made = import_text(text, path.suffix.lower(), rules, str(path))
    if number is None and count > 1:
        return made.noting(
            f"{path} has {count} games, and this is the first: `--game N` takes another, `gdl games FILE` lists them"
        )
    return made


def import_text(text: str, suffix: str, rules: Rules, where: str) -> Imported:
    """The game of a text in the format with this ending; `where` is what messages call it. Raises RecordError."""
    try:
        form = FORMS.get(suffix)
        return import_sgf(text, rules) if form is None else import_pgn(text, rules, form)
    except (pgn.BrokenError, RecordError) as error:
        raise RecordError(f"{where}: {error}") from error


def write(path: Path, text: str) -> None:
    """Writes a file, but not over one in another format. Raises RecordError."""
    check_target(path)
    write_record(path, text, 0o644)


def check_target(path: Path) -> None:
    """Raises RecordError where there is a file that is no game in the format of its ending."""
    if path.exists() and not _is_game(path):
        raise RecordError(f"{path} exists and is no game in this format; take another name")


def _is_game(path: Path) -> bool:
    """Whether a file begins as its ending says. Raises RecordError."""
    try:
        begin = read_at_most(path, _MOST).lstrip()[:1]
    except (OSError, ValueError) as error:
        raise RecordError(f"{shortened(str(path))} cannot be written: {reason(error)}") from error
    form = FORMS.get(path.suffix.lower())
    if form is None or form.write == pgn.write:
        return begin in (b"", b"[", b"(")
    try:
        form.read(next(game_texts(path), ""))
    except pgn.BrokenError:
        return False
    return True


def check_format(game: Game, suffix: str) -> None:
    """Raises RecordError where a game cannot be written in a format."""
    fitting = _suffixes(game)
    if suffix in fitting:
        return
    if fitting:
        raise RecordError(f"games of {game.title} are kept in files that end in {' or '.join(fitting)}")
    raise RecordError(
        f"{game.title} has no file format of other programs: it has chance, other than two players, or no "
        "`notation san`, `coordinates` or `sgf`, and no heading `pdn`, `kif`, `wxf` or `mat`; a file that ends in .yaml holds any game"
    )
