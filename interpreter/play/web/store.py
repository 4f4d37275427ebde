"""Tables on disk, in one SQLite file, so that games go on after a restart.

A table is kept as the rules that it is played by, the seed, the numbers of its actions, and who sits where. Nobody waits for the
disk: a thread of its own writes the newest state of each table that has changed. Where that fails it is tried again, and what is
not written yet is read from memory. So a file that is locked, damaged or full ends no game.
"""

import json
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Lock, Thread
from time import monotonic
from typing import TypeVar

from platformdirs import user_data_path

from gdl.platform.safe_io import reason
from interpreter.play.web import limits
from interpreter.play.web.protocol import Data

try:
    import fcntl
except ImportError:  # a system that locks otherwise: there two servers of one file are not told apart
    fcntl = None  # type: ignore[assignment]

_SCHEMA = """
create table if not exists tables (id text primary key, data text not null, over integer not null default 0,
                                   changed integer not null default (unixepoch()));
create table if not exists tokens (token text primary key, id text not null references tables);
"""
_AGAIN = 2.0  # seconds from a write that failed to the next try
_READING = 1.0  # seconds for which whoever reads waits for a lock
_log = logging.getLogger("gdl")

T = TypeVar("T")


def _make_private(path: Path) -> int:
    """Makes a file that its owner alone may read, as tokens and seeds stand in it; the other files of SQLite follow it. Its open
    handle. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    if hasattr(os, "fchmod"):
        os.fchmod(handle, 0o600)
    return handle


def _claimed(path: Path) -> int:
    """The handle of a lock on a file of tables, for as long as it is open. Raises OSError where another server has it."""
    handle = _make_private(path.with_name(f"{path.name}.lock"))
    if fcntl is None:
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.read(handle, 20).decode("ascii", "replace").strip() or "unknown"
        os.close(handle)
        raise OSError(f"another server (process {holder}) has it; take another file with --data") from None
    os.truncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n".encode())
    return handle


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


def _opened(path: Path | None, seconds: float = 5.0) -> sqlite3.Connection:
    name = ":memory:" if path is None else str(path)
    made = sqlite3.connect(name, timeout=seconds, check_same_thread=False)
    made.execute("pragma journal_mode = wal")
    made.execute("pragma synchronous = normal")
    return made


@dataclass(frozen=True, slots=True)
class _Written:
    """A table as it is written; `tokens`: of its seats and of its spectators."""

    data: str
    tokens: tuple[str, ...]
    is_over: bool
    is_new: bool


class Unreadable(OSError):  # noqa: N818 - an answer, not an error
    """The tables on disk cannot be read now."""


class Store:
    """Reads and writes tables. Without a path they are kept in memory, and end with the server."""

    def __init__(self, path: Path | None = None, is_sole: bool = False) -> None:
        """`is_sole`: no other server may use the file meanwhile. Raises OSError where the file cannot be used."""
        self.trouble: sqlite3.Error | None = None  # why what has changed last is not on disk
        self._path = path
        self._changing = Condition()
        self._writing = Lock()
        self._unwritten: dict[str, _Written] = {}
        self._lock: int | None = None
        self._is_closing = False
        try:
            if path is not None:
                os.close(_make_private(path))
                self._lock = _claimed(path) if is_sole else None
            self._file = _opened(path)
            self._file.executescript(_SCHEMA)
            self._reading = self._file if path is None else _opened(path, _READING)
        except (sqlite3.Error, OSError) as error:
            raise OSError(f"{path} cannot be used for tables: {reason(error)}") from error
        self._writer = Thread(target=self._keep_writing, name="store", daemon=True)
        if path is not None:
            self._writer.start()

    # ---- writing

    def save(self, table: str, data: Data, tokens: list[str], is_over: bool, is_new: bool = False) -> None:
        """A table is to be written; the newest state of each counts."""
        made = _Written(json.dumps(data, separators=(",", ":")), tuple(tokens), is_over, is_new)
        with self._changing:
            self._unwritten[table] = made
            self._changing.notify_all()
        if self._path is None:
            self._write()

    def flush(self, seconds: float = 5.0) -> bool:
        """Waits until everything is written, or cannot be, for at most so long. Whether it is."""
        with self._changing:
            self._changing.wait_for(lambda: not self._unwritten or self.trouble is not None, seconds)
            return not self._unwritten

    @property
    def has_room(self) -> bool:
        """Whether the file can grow, as far as is known."""
        return getattr(self.trouble, "sqlite_errorcode", None) != sqlite3.SQLITE_FULL

    def discard(self, table: str) -> None:
        """A table that could not be written is not to be."""
        with self._changing:
            self._unwritten.pop(table, None)

    def _keep_writing(self) -> None:
        while True:
            with self._changing:
                self._changing.wait_for(lambda: self._unwritten or self._is_closing)
                if self.trouble is not None:
                    self._changing.wait_for(lambda: self._is_closing, _AGAIN)
                if self._is_closing and (not self._unwritten or self.trouble is not None):
                    return
            self._write()

    def _write(self) -> None:
        with self._writing:
            self._write_now()

    def _write_now(self) -> None:
        with self._changing:
            made = dict(self._unwritten)
        try:
            if type(self.trouble) is sqlite3.DatabaseError:  # damaged: another file may stand there by now
                self._reopen()
            with self._file:
                self._insert(made)
                if any(w.is_new for w in made.values()):
                    self._forget(limits.TABLES)
        except sqlite3.Error as error:
            if self.trouble is None:
                _log.warning("games are not kept: %s", error)
            with self._changing:
                self.trouble = error
                self._changing.notify_all()
            return
        with self._changing:
            if self.trouble is not None:
                _log.warning("games are kept again")
            self.trouble = None
            for name, written in made.items():
                if self._unwritten.get(name) is written:
                    del self._unwritten[name]
            self._changing.notify_all()

    def _reopen(self) -> None:
        for connection in (self._file, self._reading):
            with suppress(sqlite3.Error):
                connection.close()
        self._file = _opened(self._path)
        self._file.executescript(_SCHEMA)
        self._reading = _opened(self._path, _READING)

    def _insert(self, made: dict[str, _Written]) -> None:
        self._file.executemany(
            "insert into tables (id, data, over) values (?, ?, ?) on conflict (id) do update "
            "set data = excluded.data, over = excluded.over, changed = unixepoch()",
            [(name, w.data, w.is_over) for name, w in made.items()],
        )
        self._file.executemany(
            "insert or ignore into tokens (token, id) values (?, ?)",
            [(token, name) for name, w in made.items() for token in w.tokens],
        )

    def _forget(self, most: int) -> None:
        """Forgets the oldest finished tables beyond so many, then the oldest of all."""
        spare = int(self._file.execute("select count(*) from tables").fetchone()[0]) - most
        if spare <= 0:
            return
        rows = self._file.execute(
            "select id from tables order by over desc, changed limit ?", (spare,)
        ).fetchall()
        self._file.executemany("delete from tokens where id = ?", rows)
        self._file.executemany("delete from tables where id = ?", rows)

    # ---- reading

    def table_of(self, token: str) -> str | None:
        """The table that a token belongs to. Raises Unreadable."""
        with self._changing:
            found = next((name for name, w in self._unwritten.items() if token in w.tokens), None)
        return found or self._read(lambda: self._id_of(token))

    def _id_of(self, token: str) -> str | None:
        row = self._reading.execute("select id from tokens where token = ?", (token,)).fetchone()
        return None if row is None else str(row[0])

    def load(self, table: str) -> Data | None:
        """A table as it was saved last. Raises Unreadable."""
        with self._changing:
            unwritten = self._unwritten.get(table)
        text = unwritten.data if unwritten is not None else self._read(lambda: self._data_of(table))
        if text is None:
            return None
        found = json.loads(text)
        assert isinstance(found, dict)
        return found

    def _data_of(self, table: str) -> str | None:
        row = self._reading.execute("select data from tables where id = ?", (table,)).fetchone()
        return None if row is None else str(row[0])

    def unfinished(self) -> list[str]:
        """The tables that are still played at, the last used first. Raises Unreadable."""
        query = "select id from tables where over = 0 order by changed desc"
        return self._read(lambda: [str(row[0]) for row in self._reading.execute(query)])

    def _read(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except sqlite3.Error as error:
            raise Unreadable(f"the tables on disk cannot be read now ({error})") from error

    def close(self) -> None:
        """Writes what is left, for at most some seconds."""
        if self._path is not None:
            end = monotonic() + 5
            with self._changing:
                self._is_closing = True
                self._changing.notify_all()
            self._writer.join(max(0.0, end - monotonic()))
        self._reading.close()
        self._file.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
