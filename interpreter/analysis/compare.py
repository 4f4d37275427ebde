"""Two games side by side: the figures of a sample of each, with their differences."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.analysis.intervals import Estimate
from interpreter.analysis.samples import Sample


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of both games, and its difference. None where no game gives it."""

    name: str
    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None

    @property
    def is_shown(self) -> bool:
        return self.difference is not None and self.difference.is_shown

    def to_json(self) -> dict[str, Any]:
        parts = {"a": self.a, "b": self.b, "difference": self.difference}
        return {n: None if e is None else e.to_json() for n, e in parts.items()} | {"is_shown": self.is_shown}


def rows(a: Sample, b: Sample) -> Iterator[Row]:
    """The figures of two samples side by side."""
    for name, share in a.shares().items():
        other = b.shares()[name]
        yield Row(name, share.estimate(), other.estimate(), share.minus(other))
    for name, mean in a.means().items():
        another = b.means()[name]
        yield Row(name, mean.estimate(), another.estimate(), mean.minus(another))
