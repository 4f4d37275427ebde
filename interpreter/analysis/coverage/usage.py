"""What was used of the rules: every expression that the reference engine evaluates, by its place in the text."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gdl.core import model

TESTS, RANDOM = "tests", "random"  # names under which what tests and random games use is kept

Place = tuple[str, int, int]  # a file, and from where to where
Cell = tuple[str, int]  # a column of the table of kinds, and a kind


@dataclass
class Usage:
    """What was evaluated: how often by place, with which truths, which cells; and the actions, ends and kinds that there were."""

    times: Counter[Place] = field(default_factory=Counter)
    truths: dict[Place, set[bool]] = field(default_factory=dict)
    cells: set[Cell] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)
    ends: Counter[Place] = field(default_factory=Counter)
    kinds: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)  # kinds of pieces that went somewhere by a move
    evaluated: int = 0
    _last: dict[int, object] = field(default_factory=dict)

    def note(self, e: model.Expr, value: object) -> None:
        """Notes a value. The kind of a cell was evaluated just before the cell."""
        span = e.span
        place = (span.source.name, span.start, span.end)
        self.times[place] += 1
        self.evaluated += 1
        self._last[id(e)] = value
        if isinstance(value, bool):
            self.truths.setdefault(place, set()).add(value)
        if isinstance(e, model.Attribute) and isinstance(kind := self._last.get(id(e.kind)), int):
            self.cells.add((e.name, kind))

    def used(self, place: Place) -> int:
        """How often what stands there was evaluated, or has ended a game."""
        return max(self.times[place], self.ends[place])

    def row(self, key: int) -> dict[str, Any]:
        """As data, for executors."""
        return {
            "key": key,
            "times": [[*place, n] for place, n in self.times.items()],
            "truths": [[*place, sorted(found)] for place, found in self.truths.items()],
            "cells": sorted(map(list, self.cells)),
            "done": dict(self.done),
            "ends": [[*place, n] for place, n in self.ends.items()],
            "kinds": sorted(self.kinds),
            "moved": sorted(self.moved),
        }

    @staticmethod
    def of(rows: Iterable[Mapping[str, Any]]) -> "Usage":
        """Everything that rows have used."""
        found = Usage()
        for row in rows:
            found.times.update({(file, start, end): n for file, start, end, n in row["times"]})
            found.ends.update({(file, start, end): n for file, start, end, n in row["ends"]})
            for file, start, end, truths in row["truths"]:
                found.truths.setdefault((file, start, end), set()).update(truths)
            found.cells.update((column, kind) for column, kind in row["cells"])
            found.done.update(row["done"])
            found.kinds.update(row["kinds"])
            found.moved.update(row["moved"])
        return found
