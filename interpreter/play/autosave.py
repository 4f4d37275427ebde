"""Games in progress, kept after every move in the user's state directory, so that none is lost.

A file a game, written as a whole and for its owner alone. The name has the game's and when it began. The newest ones are
kept.
"""

import os
import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_dir

from gdl.files.library import find
from gdl.platform.private_folders import private_folder
from interpreter.engines.errors import RecordError
from interpreter.play import record
from interpreter.play.record import Record

KEPT = 100  # games of all kinds
_SUFFIX = ".yaml"


class Autosave:
    """Where one game in progress is kept. A game that cannot be kept is played all the same: `trouble` says why.

    A game that is continued at two places at once becomes two games: no file that another process has changed is written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.trouble = ""
        self._known = _mark(path)

    def keep(self, played: Record) -> None:
        """Writes the game as it is now. The secrets of one that is not over are sealed."""
        try:
            if self.path is None or _mark(self.path) not in (self._known, None):
                self.path = _new_path(played)
            record.write(self.path, played.to_yaml(is_sealed=True), 0o600)
            self._known = _mark(self.path)
        except RecordError as error:
            self.trouble = str(error)
        else:
            self.trouble = ""


def _mark(path: Path | None) -> tuple[int, int] | None:
    """What tells one writing of a file from another; None where there is none."""
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return (found.st_ino, found.st_mtime_ns) if found is not None else None


def folder() -> Path | None:
    """Where games in progress are kept; None where there is no directory that only its owner may write to."""
    return private_folder(Path(user_state_dir("gdl", appauthor=False)), "games")


def _new_path(played: Record) -> Path:
    place = folder()
    if place is None:
        raise RecordError("there is no directory of your own for games in progress")
    _forget_old(place)
    now = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    return place / f"{_stem(played.game)}-{now}-{secrets.token_hex(3)}{_SUFFIX}"


def _stem(game: str) -> str:
    return re.sub(r"\W", "_", Path(game).stem)[:60]


def _forget_old(place: Path) -> None:
    for path in _newest_first(place)[KEPT:]:
        try:
            path.unlink()
        except OSError:
            continue


def _newest_first(place: Path) -> list[Path]:
    dated = []
    for path in place.glob(f"*{_SUFFIX}"):
        try:
            dated.append((path.stat().st_mtime_ns, path.name, path))
        except OSError:
            continue
    return [path for _, _, path in sorted(dated, reverse=True)]


def unfinished(game: str) -> tuple[Record, Path]:
    """The game in progress that was played last, of the game that a path or a bundled name means. Raises RecordError."""
    problems: list[str] = []
    for found, path in in_progress(_stem(game), problems):
        if _is_same(found.game, game):
            return found, path
    raise RecordError(f"no game of {game} is in progress" + "".join(f"; {p}" for p in problems[:1]))


def in_progress(prefix: str = "", problems: list[str] | None = None) -> Iterator[tuple[Record, Path]]:
    """The games in progress, in the terminal and in the browser, the one that was played last first.

    Only those in files of such names. What cannot be read is left out; `problems` gets a text for each.
    """
    place = folder()
    for path in _newest_first(place) if place is not None else ():
        if not path.name.startswith(prefix):
            continue
        try:
            found = record.load(path)
        except RecordError as error:
            if problems is not None:
                problems.append(str(error))
            continue
        if not found.is_over and found.moves:
            yield found, path


def _is_same(one: str, other: str) -> bool:
    if one == other:
        return True
    try:
        return os.path.samefile(find(one), find(other))
    except (OSError, ValueError):
        return Path(one) == Path(other).absolute()
