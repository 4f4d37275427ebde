"""The figures of a report, each with its definition, its interval and how many games it comes from.

Definitions follow Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), and the metrics of Ludii; what
those leave open is said with each figure.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean
from typing import Any

from interpreter.analysis.intervals import Estimate, Mean, Share

Rows = Sequence[Mapping[str, Any]]

_BROWNE = "Browne, Automatic Generation and Evaluation of Recombination Games (2008)"
_LUDII = "Piette and others, General Board Game Concepts (2021), as in Ludii"
SOURCES = {
    "Completion": _BROWNE, "Draws": _BROWNE, "First player's share": _BROWNE + ", advantage", "Length": _BROWNE + ", duration",
    "Branching": _LUDII, "Decisions": "Todd and others, GAVEL (2024), the share of decision moves",
    "Game tree": "Allis, Searching for Solutions in Games and Artificial Intelligence (1994)", "Repetition": _LUDII,
    "Board used": _LUDII + ", board coverage", "Lead changes": _BROWNE, "Drama": _BROWNE, "Decisiveness": _BROWNE,
    "Killer moves": _BROWNE, "Decided": "our own: dead positions by random games",
    "Passes": "our own: stalling by actions that only pass",
}  # fmt: skip
_WHOLE = {"Length", "Game tree", "Repetition", "Board used"}  # what grows as a game goes on


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: `scale` and `unit` say how it is written; `source`: where its definition is from.

    `note`: why the value is not that of whole games.
    """

    name: str
    definition: str
    estimate: Estimate | None
    games: int
    scale: float = 1.0
    digits: int = 1
    unit: str = ""
    note: str = ""  # what the value leaves out

    @property
    def source(self) -> str:
        return SOURCES.get(self.name, "")


def figures(rows: Rows, players: int, sites: int) -> list[Figure]:
    """The figures of recorded games."""
    done = [r for r in rows if r["points"] is not None]
    found = [
        _share("Completion", "Games that came to an end, of all.", len(done), len(rows)),
        _share(
            "Draws",
            "Games that nobody won, of those that came to an end.",
            sum(r["is_draw"] for r in done),
            len(done),
        ),
    ]
    if players > 1:
        share = sum(r["points"][0] for r in done)
        found.append(
            _share(
                "First player's share",
                "Points of the first player; a win is one point, divided among those who draw.",
                share,
                len(done),
            )
        )
    found += [
        _mean("Length", "Actions in a game, passes and choices that follow an action included.", rows, lambda r: r["plies"], 1),
        _mean("Branching", "Legal actions in a position, as the mean of a game.", rows, lambda r: r["branching"], 1),
        _mean("Decisions", "Positions in which there is more than one legal action.", rows, _decisions, 0, 100, " %"),
        _mean("Game tree", "The sum of the decimal logarithms of the legal actions along a game: about how many digits the number of possible games has.", rows, _tree, 1),
        _mean("Repetition", "Positions that were there before in the same game: the same on the board, in pools and in fields, with the same player to move. What only counts (turns, passes, limits) is left aside, and of fields, where the rules have a `position` clause, those that it does not name.", rows, lambda r: r["repeated"], 1, 100, " %"),
    ]  # fmt: skip
    found.append(
        _mean("Passes", "Actions that only pass, of all: a game in which players wait for each other has many.", rows, _passes, 1, 100, " %")
    )  # fmt: skip
    if sites:
        found.append(
            _mean("Board used", "Sites that hold something at some time of a game, of all sites.", rows, lambda r: len(r["filled"]) / sites, 0, 100, " %")
        )  # fmt: skip
    valued = [r for r in done if r["values"] and not r["is_draw"]]
    if players == 2 and valued:
        found += [
            _mean("Lead changes", "Positions in which another player is ahead than in the one before. Ahead is who scores more than half of the points in random games from there.", valued, _lead_changes, 0, 100, " %"),
            _mean("Drama", "How far behind winners were: the mean square root of their deficit (the other's share less theirs), over the positions in which they were behind; 0 if they never were.", valued, drama, 2),
            _mean("Decisiveness", "The part of a game that is left when the winner is ahead for good, and further than the loser ever was.", valued, _decisiveness, 0, 100, " %"),
            _mean("Killer moves", "The largest change of the first player's share by one action.", valued, _killer, 0, 100, " points"),
            _mean("Decided", "Positions from which all random games have the same result: the game is over, but goes on.", valued, _decided, 0, 100, " %"),
        ]  # fmt: skip
    note = cut_off(rows)
    return [replace(f, note=note) if f.name in _WHOLE else f for f in found]


def cut_off(rows: Rows) -> str:
    """How many games did not come to their end, and after how many actions they stopped; empty if all did."""
    cut = [r["plies"] for r in rows if r["points"] is None]
    if not cut:
        return ""
    least, most = min(cut), max(cut)
    after = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    return f"{len(cut)} of {len(rows)} games were cut off after {after} actions"


def _share(name: str, definition: str, part: float, whole: int) -> Figure:
    return Figure(name, definition, Share(part, whole).estimate(), whole, 100, 1, " %")


def _mean(
    name: str, definition: str, rows: Rows, of: Callable[[Mapping[str, Any]], float | None], digits: int,
    scale: float = 1.0, unit: str = "",
) -> Figure:  # fmt: skip
    values = [float(v) for r in rows if (v := of(r)) is not None]
    return Figure(name, definition, Mean(values).estimate(), len(values), scale, digits, unit)


def _decisions(row: Mapping[str, Any]) -> float | None:
    return fmean(c > 1 for c in row["counts"]) if row["counts"] else None


def _tree(row: Mapping[str, Any]) -> float:
    return math.fsum(math.log10(c) for c in row["counts"] if c)


def _passes(row: Mapping[str, Any]) -> float | None:
    names: Mapping[str, int] = row["names"]
    return names.get("pass", 0) / row["plies"] if row["plies"] else None


def _killer(row: Mapping[str, Any]) -> float | None:
    return max((abs(a - b) for a, b in pairwise(row["values"])), default=None)


def _decided(row: Mapping[str, Any]) -> float:
    return fmean(v in (0.0, 1.0) for v in row["values"])


def _of_winner(row: Mapping[str, Any]) -> list[float]:
    """The winner's share at each position."""
    is_first = row["points"][0] > 0.5
    return [v if is_first else 1 - v for v in row["values"]]


def _lead_changes(row: Mapping[str, Any]) -> float | None:
    leaders = [v > 0.5 for v in row["values"] if v != 0.5]
    changes = sum(a != b for a, b in pairwise(leaders))
    return changes / (len(row["values"]) - 1) if len(row["values"]) > 1 else None


def drama(row: Mapping[str, Any]) -> float:
    """How far behind the winner was."""
    deficits = [1 - 2 * v for v in _of_winner(row) if v < 0.5]
    return fmean(map(math.sqrt, deficits)) if deficits else 0.0


def _decisiveness(row: Mapping[str, Any]) -> float:
    values = _of_winner(row)
    most = max(1 - v for v in values)
    left = 0
    for value in reversed(values):
        if value <= max(most, 0.5):
            break
        left += 1
    return left / len(values)
