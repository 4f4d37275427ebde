"""Tables on disk, in one SQLite file, so that games go on after a restart.

A table is kept as the rules that it is played by, the seed, the numbers of its actions, and who sits where.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from platformdirs import user_data_path

from gdl.platform.safe_io import reason
from interpreter.play.web.protocol import Data

_SCHEMA = """
create table if not exists tables (id text primary key, data text not null, over integer not null default 0,
                                   changed integer not null default (unixepoch()));
create table if not exists tokens (token text primary key, id text not null references tables);
"""


@contextmanager
def _writing(file: sqlite3.Connection) -> Iterator[None]:
    """All that is written within, or nothing of it. Raises OSError."""
    try:
        with file:
            yield
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


def _make_private(path: Path) -> None:
    """Makes a file that its owner alone may read, as tokens and seeds stand in it; the other files of SQLite follow it.
    Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)


def usual_place() -> Path:
    """Where `gdl serve` keeps its tables, beside the user's other data."""
    return user_data_path("gdl", appauthor=False) / "tables.sqlite"


def count_unfinished(path: Path, game: str) -> int:
    """At how many tables of a file this game, one of its server's, is still played; 0 where there is no such file."""
    if not path.is_file():
        return 0
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            rows = file.execute("select data from tables where over = 0").fetchall()
        return sum(json.loads(row[0])["game"] == game for row in rows)
    except (sqlite3.Error, ValueError, KeyError, TypeError):
        return 0  # no file of ours


class Store:
    """Reads and writes tables. Without a path they are kept in memory, and end with the server."""

    def __init__(self, path: Path | None = None) -> None:
        """Raises OSError where the file cannot be opened."""
        try:
            if path is not None:
                _make_private(path)
            self._file = sqlite3.connect(
                str(path) if path is not None else ":memory:", check_same_thread=False
            )
            self._file.execute("pragma journal_mode = wal")
            self._file.execute("pragma synchronous = normal")
            self._file.executescript(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            why = reason(error)
            raise OSError(f"{path} cannot be used for tables: {why}") from error

    def save(self, table: str, data: Data, tokens: list[str], is_over: bool) -> None:
        """Writes a table; `tokens` are those of its seats and of its spectators. Raises OSError where there is no room."""
        with _writing(self._file):
            self._file.execute(
                "insert into tables (id, data, over) values (?, ?, ?) on conflict (id) do update "
                "set data = excluded.data, over = excluded.over, changed = unixepoch()",
                (table, json.dumps(data, separators=(",", ":")), is_over),
            )
            self._file.executemany(
                "insert or ignore into tokens (token, id) values (?, ?)", [(t, table) for t in tokens]
            )

    def table_of(self, token: str) -> str | None:
        """The table that a token belongs to."""
        row = self._file.execute("select id from tokens where token = ?", (token,)).fetchone()
        return None if row is None else str(row[0])

    def load(self, table: str) -> Data | None:
        row = self._file.execute("select data from tables where id = ?", (table,)).fetchone()
        if row is None:
            return None
        found = json.loads(row[0])
        assert isinstance(found, dict)
        return found

    def unfinished(self) -> Iterator[str]:
        """The tables that are still played at, the last used first."""
        rows = self._file.execute("select id from tables where over = 0 order by changed desc").fetchall()
        return (str(row[0]) for row in rows)

    def count(self) -> int:
        return int(self._file.execute("select count(*) from tables").fetchone()[0])

    def forget(self, most: int) -> None:
        """Forgets the oldest finished tables beyond so many, then the oldest of all. Raises OSError."""
        spare = self.count() - most
        if spare <= 0:
            return
        rows = self._file.execute(
            "select id from tables order by over desc, changed limit ?", (spare,)
        ).fetchall()
        with _writing(self._file):
            self._file.executemany("delete from tokens where id = ?", rows)
            self._file.executemany("delete from tables where id = ?", rows)

    def close(self) -> None:
        self._file.close()
