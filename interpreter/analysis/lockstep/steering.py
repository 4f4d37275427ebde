"""Games with preferences: each row of many games likes some actions and dislikes others, so that all sorts are met.

Games in which every action is as likely as any other are much alike, and rare rules stay rare. A game that leaves some
things out and does others often meets what they hide: with a king that stays, castling is possible for long. That is swarm
testing (Groce, Zhang, Eide, Chen and Regehr, "Swarm Testing", ISSTA 2012). Preferences of games in which something wanted
came up are kept, and new ones are made of them (the elite of the cross-entropy method: Rubinstein, 1999).
"""

from collections.abc import Collection
from dataclasses import dataclass

from gdl.core.model import Game
from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import ActionNumbers, ListDomain

PLAIN = 0.25  # of the rows play without preferences
SPREAD = 1.5  # of preferences, as the standard deviation of their logarithms
NEAR = 0.5  # how far new preferences are from those that they are made of
FIRSTS = 128  # values of the first choice that are told apart
ELITE = 64


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be met: actions and kinds of game A, by their indices."""

    actions: Collection[int] = ()
    kinds: Collection[int] = ()


class Preferences:
    """For each row how much it likes an action, a value of its first choice, and a kind that it moves."""

    def __init__(
        self,
        game: Game,
        numbers: ActionNumbers,
        rows: int,
        aim: Aim,
        random: "lazy_numpy.np.random.Generator",
    ) -> None:
        np = lazy_numpy.np
        self.random, self.aim, self.rows = random, aim, rows
        self.offsets = np.array(numbers.offsets, np.int64)
        self.widths = [len(numbers.offsets), FIRSTS, len(game.kinds) + 1]
        strides, sites = [], []
        for action in game.actions:
            first, behind = numbers.span(action)
            domains = numbers.domains[action.index]
            radix = max(1, domains[0].size) if domains else 1
            strides.append(max(1, (behind - first) // radix))
            is_site = bool(domains) and isinstance(domains[0], ListDomain)
            sites.append(is_site and action.choices[0].type.base in ("site", "piece"))
        self.strides = np.array(strides, np.int64)
        self.is_site = np.array(sites)
        self.asks_board = bool(sites and any(sites) and len(game.board.sites))
        values = [
            [v if isinstance(v, int) else -1 for v in action.choices[0].values]
            if s and action.choices
            else [-1]
            for action, s in zip(game.actions, sites, strict=True)
        ]
        self.site_of = np.full((len(values), max(map(len, values), default=1)), -1, np.int64)
        for i, row in enumerate(values):
            self.site_of[i, : len(row)] = row
        self.tables = [np.ones((rows, width)) for width in self.widths]
        # rows in which sorts of actions, not actions, are equally likely
        self.is_rare = np.zeros(rows, np.bool_)
        self.elite: list[list[lazy_numpy.NDArray[lazy_numpy.np.float64]]] = []
        self.noted = np.zeros(rows, np.bool_)
        self.wanted = np.isin(np.arange(self.widths[0]), list(aim.actions))
        self.renew(np.arange(rows))

    def renew(self, rows: lazy_numpy.Ints) -> None:
        """New preferences for games that begin."""
        np = lazy_numpy.np
        for row in rows.tolist():
            self.noted[row] = False
            self.is_rare[row] = self.random.random() < 0.5
            if self.random.random() < PLAIN:
                for table in self.tables:
                    table[row] = 1.0
                self.is_rare[row] = False
                continue
            parent = self.elite[int(self.random.integers(len(self.elite)))] if self.elite else None
            is_child = parent is not None and self.random.random() < 0.5
            for k, table in enumerate(self.tables):
                spread = NEAR if is_child else SPREAD
                table[row] = np.exp(self.random.normal(0.0, spread, self.widths[k]))
                if is_child and parent is not None:
                    table[row] *= parent[k]
            if not is_child:
                self.tables[0][row, list(self.aim.actions)] *= 4.0
                self.tables[2][row, list(self.aim.kinds)] *= 3.0

    def weights(
        self,
        numbers: lazy_numpy.Ints,
        rows: lazy_numpy.Ints,
        kinds: "lazy_numpy.NDArray[lazy_numpy.np.int16] | None",
    ) -> lazy_numpy.NDArray[lazy_numpy.np.float64]:
        """How likely each legal action is, given the row of each, and the kinds on the board by row and site."""
        np = lazy_numpy.np
        index = np.searchsorted(self.offsets, numbers, side="right") - 1
        first = (numbers - self.offsets[index]) // self.strides[index]
        found: lazy_numpy.NDArray[lazy_numpy.np.float64] = (
            self.tables[0][rows, index] * self.tables[1][rows, first % FIRSTS]
        )
        if kinds is not None:
            site = np.where(
                self.is_site[index], self.site_of[index, np.minimum(first, self.site_of.shape[1] - 1)], -1
            )
            kind = np.where(site >= 0, kinds[rows, np.maximum(site, 0)], -1)
            found = found * self.tables[2][rows, kind]
        if self.is_rare.any():
            sorts = rows * self.widths[0] + index
            how_many = np.bincount(sorts, minlength=self.rows * self.widths[0])
            found = np.where(self.is_rare[rows], found / how_many[sorts], found)
        self._note(rows[self.wanted[index]])
        return np.maximum(found, 1e-12)

    def _note(self, rows: lazy_numpy.Ints) -> None:
        """Keeps the preferences of games in which a wanted action is possible, once each."""
        np = lazy_numpy.np
        for row in np.unique(rows[~self.noted[rows]]).tolist():
            self.noted[row] = True
            kept = [table[row].copy() for table in self.tables]
            if len(self.elite) < ELITE:
                self.elite.append(kept)
            else:
                self.elite[int(self.random.integers(ELITE))] = kept


def drawn_places(
    random: "lazy_numpy.np.random.Generator",
    weights: lazy_numpy.NDArray[lazy_numpy.np.float64],
    counts: lazy_numpy.Ints,
) -> lazy_numpy.Ints:
    """For each row the place of an action, each as likely as its weight says; weights row after row, `counts` for each.

    Of exponential times divided by weights, the least is each one in proportion to its weight. Of a row without actions,
    or whose weights are all 0, the place means nothing.
    """
    np = lazy_numpy.np
    chosen = np.zeros(len(counts), np.int64)
    if not len(weights):
        return chosen
    with np.errstate(divide="ignore"):
        keys = random.exponential(size=len(weights)) / weights
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    row_of = np.repeat(np.arange(len(counts)), counts)
    least = np.full(len(counts), -1.0)
    least[counts > 0] = np.minimum.reduceat(keys, starts[counts > 0])
    first = np.flatnonzero(keys == np.repeat(least, counts))
    chosen[row_of[first]] = first - starts[row_of[first]]
    return chosen
