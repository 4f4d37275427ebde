"""Which of their legal actions the written moves of many games mean, found for all of them at once.

Whatever people may write for an action is found once, when the action is first legal anywhere, and gets a number. Then moves are
found by comparing numbers in arrays. What depends on more of a position than the kind of the piece that moves is left open: `meant`
says it of that position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.core.model import Game, Style
from interpreter.engines.base import Batch, Engine, State
from interpreter.engines.notation import is_written_by_sites
from interpreter.play.styles.notation import bare, own_spellings, shape_of
from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import ActionNumbers

MOST = 1 << 22  # actions that a table may have
OPEN = -1  # instead of a place: the position has to be asked
_NO_TEXT, _UNKNOWN_TEXT, _UNSEEN = -2, -3, -1
_MOST_READ = 1 << 16  # moves that are kept as they are written
_WAYS = 5  # to spell a move: with its letter and its file, its rank, both or neither, or with both alone
_ANYWHERE = -1  # instead of the site where a move ends


class Spellings:
    """The actions of a game that were legal so far, each with the texts that mean it: `_styled` in the style, by the kind that moves, and
    `_own` as the rules write it, whoever moves.

    `_rows`: where the tables have an action. `_goal`: where it ends, and `_goals` where the moves end that a text means. `_site`: where the kind stands that counts, or nothing may stand. `_is_open`: the rules
    write the action by more of a position.
    """

    def __init__(self, engine: Engine, style: Style) -> None:
        np = lazy_numpy.np
        self.game: Game = engine.game
        self.style = style
        self._numbers = ActionNumbers(self.game)
        self._texts: dict[str, int] = {}
        self._read = _Read(self._texts)
        self._goals: list[int] = []
        self._rows = np.full(self._numbers.total, _UNSEEN, np.int64)
        self._count = 0
        kinds = max(1, len(self.game.kinds))
        self._styled = np.full((64, kinds, _WAYS), _NO_TEXT, np.int32)
        self._own = np.full((64, 2), _NO_TEXT, np.int32)
        self._site, self._kind, self._goal = (np.full(64, -1, np.int64) for _ in range(3))
        self._is_put, self._is_open = (np.zeros(64, np.bool_) for _ in range(2))

    def places(
        self, moves: Sequence[str], batch: Batch, counts: lazy_numpy.Ints, numbers: lazy_numpy.Ints
    ) -> lazy_numpy.Ints:
        """The place of the action that each row's move means among those that are legal there, or `OPEN`.

        `counts`, `numbers`: how many actions are legal in each row, and the numbers of all of them, row after row.
        """
        np = lazy_numpy.np
        rows = np.repeat(np.arange(len(counts)), counts)
        at = self._looked_up(numbers, rows, batch)
        texts_of = list(map(self._read.__getitem__, moves))
        is_sure = np.bincount(rows[self._is_open[at]], minlength=len(counts)) == 0
        ends = np.array([self._goals[t] if t >= 0 else t for t in texts_of], np.int64)[rows]
        near = np.flatnonzero((ends == _ANYWHERE) | (self._goal[at] == _ANYWHERE) | (self._goal[at] == ends))
        rows, at = rows[near], at[near]
        standing = batch.board(full=True).kinds[rows, self._site[at]]
        kinds = np.where(self._kind[at] >= 0, self._kind[at], standing)
        texts = np.array(texts_of, np.int32)[rows][:, None]
        is_styled = (self._styled[at, kinds] == texts).any(1) & (kinds >= 0)
        is_styled &= ~(self._is_put[at] & (standing >= 0))
        is_own = (self._own[at] == texts).any(1)

        def often(which: lazy_numpy.NDArray[lazy_numpy.np.bool_]) -> lazy_numpy.Ints:
            return np.bincount(rows[which], minlength=len(counts))

        by_style, by_rules = often(is_styled), often(is_own)
        is_sure &= (by_style == 0) & (by_rules == 1)
        found = np.flatnonzero((is_styled & (by_style == 1)[rows]) | (is_own & is_sure[rows]))
        places = np.full(len(counts), OPEN, np.int64)
        places[rows[found]] = near[found] - (np.cumsum(counts) - counts)[rows[found]]
        return places

    def _looked_up(self, numbers: lazy_numpy.Ints, rows: lazy_numpy.Ints, batch: Batch) -> lazy_numpy.Ints:
        """Where the tables have these actions; new ones are added."""
        at = self._rows[numbers]
        if (at == _UNSEEN).any():
            new, first = lazy_numpy.np.unique(numbers[at == _UNSEEN], return_index=True)
            of_new = rows[at == _UNSEEN][first]
            for number, row in zip(new.tolist(), of_new.tolist(), strict=True):
                self._add(number, batch.state(row))
            at = self._rows[numbers]
        return at

    def _add(self, number: int, state: State) -> None:
        """Adds an action that is legal in a state."""
        game, style, row = self.game, self.style, self._count
        if row == len(self._own):
            self._grow()
        move = self._numbers.decode(number)
        assert move is not None
        self._rows[number], self._count = row, row + 1
        shape = shape_of(game, style, self._numbers, number)
        if shape is not None:
            self._is_put[row] = shape.start is None
            self._site[row] = shape.to if shape.start is None else shape.start
            self._kind[row] = -1 if shape.kind is None else shape.kind
            self._goal[row] = shape.to
            for kind in range(len(game.kinds)) if shape.kind is None else (shape.kind,):
                texts = [self._id(text, shape.to) for text in shape.spellings(game, style, kind)]
                self._styled[row, kind, : len(texts)] = texts
        if shape is None or not shape.has_style:
            self._is_open[row] = not is_written_by_sites(move.action, game)
            if not self._is_open[row]:
                plain = state.action_to_string(number)
                for i, text in enumerate(own_spellings(plain, style, game.kinds)):
                    self._own[row, i] = self._id(text, int(self._goal[row]))

    def _grow(self) -> None:
        np = lazy_numpy.np
        for name in ("_styled", "_own", "_site", "_kind", "_goal", "_is_put", "_is_open"):
            table = getattr(self, name)
            setattr(self, name, np.concatenate([table, np.full_like(table, table[-1] * 0)]))
        self._styled[self._count :], self._own[self._count :] = _NO_TEXT, _NO_TEXT
        for table in (self._site, self._kind, self._goal):
            table[self._count :] = -1

    def _id(self, text: str, goal: int) -> int:
        """The number of a text, which now means a move that ends there."""
        number = self._texts.setdefault(text, len(self._texts))
        if number == len(self._goals):
            self._goals.append(goal)
        elif self._goals[number] != goal:
            self._goals[number] = _ANYWHERE
        return number


class _Read(dict[str, int]):
    """The numbers of texts by the moves that were written, as far as these are known."""

    def __init__(self, texts: Mapping[str, int]) -> None:
        super().__init__({"": _UNKNOWN_TEXT})  # of games that are through
        self._texts = texts

    def __missing__(self, move: str) -> int:
        number = self._texts.get(bare(move.replace("_", " ")), _UNKNOWN_TEXT)
        if number != _UNKNOWN_TEXT and len(self) < _MOST_READ:
            self[move] = number
        return number
