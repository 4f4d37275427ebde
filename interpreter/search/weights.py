"""What the terms of a game are worth to each player: data, which is learnt and kept, and never compiled.

Of bundled games it comes with the program, with the search that suits each (`games/learnt/`, written by `gdl train GAME --bundled`);
what a user has learnt comes first. It holds for the same rules, however they are told.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_data_dir

from gdl.core import model
from gdl.files.library import bundled_directory
from gdl.platform.private_folders import private_folder, read_own
from interpreter.caching import cache
from interpreter.caching.fingerprint import rules_hash
from interpreter.engines.searching import Numbers
from interpreter.search.evaluation_terms import Term, Terms
from interpreter.shared.machine_interface import HALF, ONE, STEP

LOGIT = 1000
"""Units of an evaluation for one logit: odds of winning that are e times as good."""

_SCALE = 256  # units of a weight in one of an evaluation
SURE = 3.0  # standard errors by which a weight differs from 0
_LOUD = 0.6  # of what a piece is worth
_TERMS = "lines, ways, safety and actions"  # what was learnt of other terms (`terms`) is not taken for these


@dataclass(frozen=True)
class Weights:
    """`values[p]` are the weights, in logits, by the texts of the terms, of winning for player p. `games` were played.

    `decided` of those that the weights were fitted to had winners, and `errors` are the standard errors of weights, in logits,
    of terms that varied in them: what was not learnt has none. None where this was not noted.
    """

    values: tuple[Mapping[str, float], ...]
    tempo: float
    games: int
    decided: int | None = None
    errors: tuple[Mapping[str, float], ...] = ()

    def matrix(self, terms: Terms) -> Numbers:
        """The weights by player and term, in units of machine code, row by row."""
        rows = [[round(v.get(t.text, 0.0) * LOGIT * _SCALE) for t in terms.terms] for v in self.values]
        made: NDArray[np.int64] = np.array(rows, np.int64)
        return made.reshape(-1)

    def counted(self, terms: Terms) -> int:
        """How many of the terms count, from the first on: doubtful and dear ones only where what was learnt of one of them is sure to matter."""
        last = len(terms.terms)
        for group in ([t for t in terms.terms if t.is_dear], [t for t in terms.terms if t.is_doubtful]):
            if any(self.is_sure(t) for t in group):
                break
            last -= len(group)
        return last

    def is_sure(self, term: Term) -> bool:
        """Whether what was learnt of a term is sure that it matters to somebody."""
        known = zip_longest(self.values, self.errors, fillvalue=dict[str, float]())
        pairs = ((values.get(term.text, 0.0), errors.get(term.text, 0.0)) for values, errors in known)
        return any(value and abs(value) > SURE * error for value, error in pairs)

    def loud(self, terms: Terms) -> int:
        """By how much an action changes an evaluation that takes a piece, or makes another one of it; 0 if nothing counts."""
        worth = [abs(v.get(t.text, 0.0)) for v in self.values for t in terms.terms if t.is_material]
        known = [w for w in worth if w > 0.01]
        return round(_LOUD * LOGIT * median(known)) if known else 0

    def best(self, terms: Terms, player: int) -> list[tuple[Term, float]]:
        """The terms that count, those first that weigh most for a player."""
        counted = terms.terms[: self.counted(terms)]
        found = [(t, self.values[player].get(t.text, 0.0)) for t in counted]
        return sorted(found, key=lambda pair: -abs(pair[1]))


@lru_cache(maxsize=1)
def promises() -> Numbers:
    """Payoffs of -1 to 1, in units of 1 / ONE, for each `STEP` of an evaluation: the logistic function."""
    found = [int(ONE * math.tanh(at * STEP / LOGIT / 2)) for at in range(-HALF, HALF + 1)]
    return np.array(found, np.int64)


def _path(game: model.Game) -> Path | None:
    folder = private_folder(Path(user_data_dir("gdl", appauthor=False)), "weights")
    name = f"{Path(game.name).stem or 'game'}-{cache.key('weights', _TERMS, rules_hash(game))[:16]}.json"
    return None if folder is None else folder / name


def read(game: model.Game) -> Weights | None:
    """What was learnt of a game with these rules, by the user or before; None if nothing."""
    known = read_users(game)
    if known is None and (kept := _bundled(game)) is not None:
        known = _weights(json.dumps(kept["weights"]).encode())
    return known


def bundled_search(game: model.Game) -> str | None:
    """The search that suits a bundled game, as it was found out before; None where nothing is known, or the user has learnt more."""
    kept = _bundled(game)
    return None if kept is None or read_users(game) is not None else str(kept["search"])


def bundle(game: model.Game, weights: Weights, search: str) -> Path:
    """Writes what was learnt of a bundled game, and the search that suits it, for all who get the program; where. Raises OSError."""
    rounded = json.loads(json.dumps(asdict(weights)), parse_float=lambda text: round(float(text), 4))
    data = {"key": rules_hash(game), "search": search, "weights": rounded}
    path = _bundled_file(game)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, indent=0) + "\n", "utf-8")
    return path


def _bundled_file(game: model.Game) -> Path:
    return bundled_directory() / "learnt" / f"{Path(game.name).stem}.json"


def _bundled(game: model.Game) -> dict[str, Any] | None:
    path = _bundled_file(game)
    if not path.is_file():
        return None
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return kept if kept["key"] == rules_hash(game) else None


def read_users(game: model.Game) -> Weights | None:
    """What the user's own bots have learnt of a game with these rules."""
    path = _path(game)
    data = read_own(path) if path is not None else None
    return None if data is None else _weights(data)


def _weights(data: bytes) -> Weights | None:
    try:
        kept = json.loads(data)
        values, errors = _read_numbers(kept["values"]), _read_numbers(kept.get("errors", ()))
        decided = kept.get("decided")
        return Weights(
            values,
            float(kept["tempo"]),
            int(kept["games"]),
            None if decided is None else int(decided),
            errors,
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def _read_numbers(kept: Iterable[Mapping[object, object]]) -> tuple[dict[str, float], ...]:
    return tuple({str(k): float(str(x)) for k, x in v.items()} for v in kept)


def keep(game: model.Game, weights: Weights) -> Path | None:
    """Writes weights into the user's data; where, None if that cannot be written."""
    path = _path(game)
    if path is None:
        return None
    try:
        path.write_text(json.dumps(asdict(weights), indent=1), "utf-8")
    except OSError:
        return None
    return path
