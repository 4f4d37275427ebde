"""A file of rows to which is only added: a run that was stopped goes on where it was, and a longer one keeps what there is.

Each line is JSON: a head, which says of a job what it is and who makes the rows that follow, or a row of a job. A job is known
by a hash of all that its rows depend on. A last line that was cut off is left out.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.executors.base import ExecutorError, made


def job_name(description: Mapping[str, Any]) -> str:
    """A short name for a job: the same for the same description."""
    text = json.dumps(description, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass
class Job:
    """The rows of a job by their keys, what it is, and who made each of them (places in `makers`)."""

    description: Mapping[str, Any] = field(default_factory=dict)
    rows: dict[int, dict[str, Any]] = field(default_factory=dict)
    makers: list[Mapping[str, str]] = field(default_factory=list)
    maker_of: dict[int, int] = field(default_factory=dict)
    is_asked: bool = False  # whether this run takes rows of it

    def put(self, row: dict[str, Any]) -> None:
        key = int(row["key"])
        self.rows[key] = row
        self.maker_of[key] = len(self.makers) - 1


class Log:
    """The rows of all jobs in one file; without a path they are kept in memory only."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._jobs: dict[str, Job] = {}
        self._made = made()
        if path is not None and path.exists():
            if not path.is_file():  # a device or a pipe might never end
                raise ExecutorError(f"{path} is no file, so it keeps no rows")
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
            job = self._jobs.setdefault(data.pop("job"), Job())
            if "key" in data:
                job.put(data)
            elif "made" in data:
                job.makers.append(data["made"])
        if text and not text.endswith("\n"):  # what follows begins on a line of its own
            with path.open("r+b") as file:
                file.truncate(len(text.encode()) - len(lines[-1].encode()))

    def begin(self, description: Mapping[str, Any]) -> str:
        """The name of a job, of which rows are wanted."""
        name = job_name(description)
        job = self._jobs.setdefault(name, Job())
        job.description, job.is_asked = description, True
        return name

    @property
    def asked(self) -> list[Job]:
        """The jobs of which rows were wanted, with all of their rows."""
        return [job for job in self._jobs.values() if job.is_asked]

    @property
    def others(self) -> list[str]:
        """Other versions of the program that have made rows of these jobs."""
        found = {m["program"] for job in self.asked for m in job.makers if "program" in m}
        return sorted(found - {self._made["program"]})

    def rows(self, job: str) -> Mapping[int, dict[str, Any]]:
        """The rows of a job by their keys."""
        return self._jobs[job].rows

    def add(self, name: str, rows: Iterable[dict[str, Any]]) -> None:
        """Adds rows to a job, behind a head where the last ones came from another program or machine."""
        job, found = self._jobs[name], list(rows)
        if not job.makers or not _is_same(job.makers[-1], self._made):
            job.makers.append(self._made)
            self._write([{"job": name, "of": job.description, "made": self._made}])
        for row in found:
            job.put(row)
        self._write([{"job": name, **row} for row in found])

    def _write(self, lines: Iterable[Mapping[str, Any]]) -> None:
        if self.path is None:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        except OSError as error:
            raise ExecutorError(f"rows cannot be written to {self.path}: {error.strerror}") from error


def _is_same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether rows have the same maker, at whatever time."""
    return all(one.get(name) == value for name, value in other.items() if name != "at")
