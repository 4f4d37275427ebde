"""A file of rows to which is only added: a run that was stopped goes on where it was, and a longer one keeps what there is.

Each line is JSON: a head for each job, which says what it is and who made it, or a row of a job. A job is known by a hash of
all that its rows depend on. A last line that was cut off is left out.
"""

import hashlib
import json
import os
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gdl
from interpreter.executors.base import ExecutorError


def job_name(description: Mapping[str, Any]) -> str:
    """A short name for a job: the same for the same description."""
    text = json.dumps(description, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Log:
    """The rows of all jobs in one file; without a path they are kept in memory only."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._rows: dict[str, dict[int, dict[str, Any]]] = {}
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ExecutorError(f"the rows of {path} cannot be read: {error}") from error
        lines = text.split("\n")
        for number, line in enumerate(lines, 1):
            try:
                data = json.loads(line) if line.strip() else None
            except ValueError:
                if number < len(lines):
                    raise ExecutorError(f"{path}:{number}: this is no row of an earlier run") from None
                break  # it was cut off
            if data is None:
                continue
            if not isinstance(data, dict) or "job" not in data:
                raise ExecutorError(f"{path}:{number}: this is no row of an earlier run")
            known = self._rows.setdefault(data.pop("job"), {})
            if "key" in data:
                known[int(data["key"])] = data
        if text and not text.endswith("\n"):  # what follows begins on a line of its own
            with path.open("r+b") as file:
                file.truncate(len(text.encode()) - len(lines[-1].encode()))

    def begin(self, description: Mapping[str, Any]) -> str:
        """The name of a job; a new one gets its head."""
        job = job_name(description)
        if job not in self._rows:
            self._rows[job] = {}
            self._write([{"job": job, "of": description, "made": made()}])
        return job

    def rows(self, job: str) -> Mapping[int, dict[str, Any]]:
        """The rows of a job by their keys."""
        return self._rows[job]

    def add(self, job: str, rows: Iterable[dict[str, Any]]) -> None:
        found = list(rows)
        self._rows[job].update({int(row["key"]): row for row in found})
        self._write([{"job": job, **row} for row in found])

    def _write(self, lines: Iterable[Mapping[str, Any]]) -> None:
        if self.path is None:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        except OSError as error:
            raise ExecutorError(f"rows cannot be written to {self.path}: {error.strerror}") from error


def made() -> dict[str, str]:
    """Which program on which machine makes a result, and when."""
    return {
        "program": gdl.__version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
