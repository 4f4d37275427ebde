"""Which of their legal actions the written moves of many games mean, found for all of them at once.

Whatever people may write for an action is found once, when the action is first legal anywhere, and gets a number. Then moves are
found by comparing numbers in arrays. What depends on more of a position than the kind of the piece that moves is left open: `meant`
says it of that position.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gdl.core.model import Game, Style
from interpreter.engines.base import Batch, Engine, State
from interpreter.engines.notation import is_written_by_sites
from interpreter.play.styles.notation import bare, own_spellings, shape_of
from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import ActionNumbers

MOST = 1 << 22  # actions that a table may have
OPEN = -1  # instead of a place: the position has to be asked
_NO_TEXT, _UNKNOWN_TEXT, _UNSEEN = -2, -3, -1
_WAYS = 4  # to spell a move: with its file, its rank, both or neither


class Spellings:
    """The actions of a game that were legal so far, each with the texts that mean it: `_styled` in the style, by the kind that moves, and
    `_own` as the rules write it, whoever moves.

    `_rows`: where the tables have an action. `_site`: where the kind stands that counts, or nothing may stand. `_is_open`: the rules
    write the action by more of a position.
    """

    def __init__(self, engine: Engine, style: Style) -> None:
        np = lazy_numpy.np
        self.game: Game = engine.game
        self.style = style
        self._numbers = ActionNumbers(self.game)
        self._texts: dict[str, int] = {}
        self._rows = np.full(self._numbers.total, _UNSEEN, np.int64)
        self._count = 0
        kinds = max(1, len(self.game.kinds))
        self._styled = np.full((64, kinds, _WAYS), _NO_TEXT, np.int32)
        self._own = np.full((64, 2), _NO_TEXT, np.int32)
        self._site, self._kind = (np.full(64, -1, np.int64) for _ in range(2))
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
        wanted = np.array([self._texts.get(_bare(m), _UNKNOWN_TEXT) for m in moves], np.int32)
        standing = batch.board(full=True).kinds[rows, self._site[at]]
        kinds = np.where(self._kind[at] >= 0, self._kind[at], standing)
        texts = wanted[rows][:, None]
        is_styled = (self._styled[at, kinds] == texts).any(1) & (kinds >= 0)
        is_styled &= ~(self._is_put[at] & (standing >= 0))
        is_own = (self._own[at] == texts).any(1)

        def often(which: lazy_numpy.NDArray[lazy_numpy.np.bool_]) -> lazy_numpy.Ints:
            return np.bincount(rows[which], minlength=len(counts))

        by_style, by_rules = often(is_styled), often(is_own)
        is_sure = (by_style == 0) & (by_rules == 1) & (often(self._is_open[at]) == 0)
        found = np.flatnonzero((is_styled & (by_style == 1)[rows]) | (is_own & is_sure[rows]))
        places = np.full(len(counts), OPEN, np.int64)
        places[rows[found]] = found - (np.cumsum(counts) - counts)[rows[found]]
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
            for kind in range(len(game.kinds)) if shape.kind is None else (shape.kind,):
                for i, text in enumerate(shape.spellings(game, style, kind)):
                    self._styled[row, kind, i] = self._id(text)
        if shape is None or not shape.has_style:
            self._is_open[row] = not is_written_by_sites(move.action, game)
            if not self._is_open[row]:
                plain = state.action_to_string(number)
                for i, text in enumerate(own_spellings(plain, style, game.kinds)):
                    self._own[row, i] = self._id(text)

    def _grow(self) -> None:
        np = lazy_numpy.np
        for name in ("_styled", "_own", "_site", "_kind", "_is_put", "_is_open"):
            table = getattr(self, name)
            setattr(self, name, np.concatenate([table, np.full_like(table, table[-1] * 0)]))
        self._styled[self._count :], self._own[self._count :] = _NO_TEXT, _NO_TEXT
        self._site[self._count :] = self._kind[self._count :] = -1

    def _id(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))


@lru_cache(1 << 14)
def _bare(text: str) -> str:
    return bare(text.replace("_", " "))
