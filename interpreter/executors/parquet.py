"""Rows as a Parquet file, for data frames and databases: the extra `parquet`.

One table holds all rows of a run, each with the job that it belongs to and who made it. What is the same for all rows of a job
(the game, its rules' hash, its settings, the seed) is a column, too. Names with numbers are lists of pairs.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gdl.platform.safe_io import write_whole
from interpreter.executors.base import ExecutorError, library, made
from interpreter.executors.log import Job, Log

_MISSING = "Parquet files need pyarrow"
_AT_ONCE = 4096  # rows


def check() -> None:
    """Raises ExecutorError where there is no library for it, before anything is played."""
    library("pyarrow", _MISSING, "parquet")


def write(path: Path, log: Log) -> None:
    """Writes the rows that this run has asked for. Raises ExecutorError."""
    arrow, parquet = (library(name, _MISSING, "parquet") for name in ("pyarrow", "pyarrow.parquet"))
    found = [row for job in log.asked for row in _rows(job)]
    names = list(dict.fromkeys(name for row in found for name in row))
    columns = {name: _array(arrow, [row.get(name) for row in found]) for name in names}
    table = arrow.table(columns).replace_schema_metadata({"made": json.dumps(made())})
    made_here = arrow.BufferOutputStream()
    parquet.write_table(table, made_here)
    try:
        write_whole(path, made_here.getvalue().to_pybytes())
    except OSError as error:
        raise ExecutorError(f"the table {path} cannot be written: {error.strerror or error}") from error


class Table:
    """A table of rows with the same names, of any length: they are written some thousand at a time. `close` ends it."""

    def __init__(self, path: Path, columns: Mapping[str, type | list[type]]) -> None:
        """`columns`: what each has, `[int]` for lists of numbers. The first rows do not tell it where all of them have nothing there.

        Raises ExecutorError where there is no library for it.
        """
        self._arrow, self._parquet = (
            library(name, _MISSING, "parquet") for name in ("pyarrow", "pyarrow.parquet")
        )
        self._schema = self._arrow.schema([(name, self._type(held)) for name, held in columns.items()])
        self._path = path
        self._writer: Any = None
        self._rows: list[dict[str, object]] = []

    def _type(self, held: type | list[type]) -> Any:
        if isinstance(held, list):
            return self._arrow.list_(self._type(held[0]))
        return {str: self._arrow.string(), int: self._arrow.int64(), bool: self._arrow.bool_()}[held]

    def add(self, row: dict[str, object]) -> None:
        """Raises ExecutorError where the file cannot be written."""
        self._rows.append(row)
        if len(self._rows) >= _AT_ONCE:
            self._write()

    def close(self) -> None:
        """Raises ExecutorError where the file cannot be written."""
        self._write()
        if self._writer is not None:
            self._writer.close()

    def _write(self) -> None:
        table = self._arrow.Table.from_pylist(self._rows, self._schema)
        try:
            self._writer = self._writer or self._parquet.ParquetWriter(self._path, self._schema)
            self._writer.write_table(table)
        except OSError as error:
            raise ExecutorError(
                f"the table {self._path} cannot be written: {error.strerror or error}"
            ) from error
        self._rows.clear()


def _rows(job: Job) -> Iterator[dict[str, Any]]:
    """The rows of a job by their keys, with what they share."""
    for key in sorted(job.rows):
        makers = job.makers[job.maker_of[key]] if job.makers else {}
        shared = {name: makers.get(name) for name in ("program", "python", "machine")}
        yield {**job.description, **shared, **job.rows[key]}


def _array(arrow: Any, values: list[Any]) -> Any:
    """The values as an array; as JSON where jobs of several sorts have different values under one name."""
    try:
        return arrow.array(_column(values))
    except arrow.ArrowException:
        return arrow.array([v if v is None or isinstance(v, str) else _as_json(v) for v in values])


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _column(values: list[Any]) -> list[Any]:
    """Values of one type: numbers by names become pairs, other mappings JSON, whole numbers fractions where others are."""
    items = [i for v in values if isinstance(v, dict) for i in v.values()]
    if any(isinstance(v, dict) for v in values):
        write = _pairs if items and all(isinstance(i, int) for i in items) else _as_json
        return [write(v) if isinstance(v, dict) else v for v in values]
    if any(isinstance(item, float) for v in values if isinstance(v, list) for item in v):
        return [[float(item) for item in v] if isinstance(v, list) else v for v in values]
    return values


def _pairs(numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"name": n, "times": t} for n, t in numbers.items()]
