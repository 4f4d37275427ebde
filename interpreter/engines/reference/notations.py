"""The legal actions of one state as text: how each is written, and which of them a text may mean."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeAlias

from gdl.core.model import Game
from gdl.core.world import NotStatic
from gdl.limits import MAX_TYPED
from interpreter.engines import notation
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.rules import Rules, Written
from interpreter.shared.numbering import Move, Values

Legal: TypeAlias = Mapping[int, tuple[Move, Values]]  # by numbers, with what the demand at hand gives to each


class Context:
    """What notation asks of a position. `rules` gives its rules, new for each question, and `arguments` what the demand at
    hand gives to an action. `seen` are the rules where whoever acts does not see all: with these, what they do not see cannot be
    read, so that the sign of a capture tells nobody what they have not seen."""

    def __init__(
        self,
        game: Game,
        data: Data,
        legal: Legal,
        rules: Callable[[], Rules],
        arguments: Callable[[Move], Values],
        seen: Rules | None = None,
    ) -> None:
        self.game, self.data, self.legal, self.seen = game, data, legal, seen
        self.rules, self.arguments = rules, arguments
        self._written: Written = {}

    @cached_property
    def _legal_moves(self) -> set[tuple[str, Values, tuple[Values, ...]]]:
        """The legal actions, to be looked up."""
        return {(move.action.name, move.values, move.hops) for move, _ in self.legal.values()}

    def is_enemy(self, site: int, of: int) -> bool:
        data = self.data if self.seen is None else self.seen.data
        try:
            cell, own = data.cells[site], data.cells[of]
            return bool(cell and own) and data.owner[cell[-1]] != data.owner[own[-1]]
        except NotStatic:
            return False

    def captures(self, move: Move) -> bool:
        if (move.action.name, move.values, move.hops) not in self._legal_moves:
            return True
        try:
            rules = self.rules() if self.seen is None else self.seen.fresh()
            after = rules.play(move, self.arguments(move))
        except NotStatic:
            return False
        return after is not None and bool(after.captured)

    def own_notation(self, move: Move) -> str:
        is_legal = (move.action.name, move.values, move.hops) in self._legal_moves
        known = self._written if is_legal and move.action.again is not None else None
        texts = self.rules().texts(move, self.arguments(move), known)
        if move.action.form == "move":  # how a piece continues is not shown
            return next(texts, move.action.name)
        return " ".join(texts) or move.action.name


def sites_of(move: Move) -> tuple[int, ...]:
    """The sites that an action names, in the order of its choices."""
    pairs = [*zip(move.action.choices, move.values, strict=True)]
    for hop in move.hops:
        pairs.extend(zip(move.action.repeated, hop, strict=True))
    places = [(c, v) for c, v in pairs if notation.is_place(c) and v is not None]
    found = (x for c, v in places for x in (v if c.sizes is not None else (v,)))
    return tuple(x[0] if isinstance(x, tuple) else x for x in found)


def brings(before: Data, after: Data, start: int, to: int) -> bool:
    """Whether what stands on a site before an action stands on another one after it, and did not before."""

    def standing(at: Data, site: int) -> list[tuple[int, int | None]]:
        return [(at.kind[p], at.owner[p]) for p in at.cells[site]]

    piece = standing(before, start)
    return standing(after, to) == piece and piece not in (standing(before, to), standing(after, start))


class Notations:
    """The legal actions' notations, in `texts`; two that would be the same are told apart by their actions' names.

    `leads`: whether an action that is no move brings the piece of one site to another one.
    """

    def __init__(self, context: Context, leads: Callable[[int, int, int], bool]) -> None:
        self.game, self.legal, self.leads = context.game, context.legal, leads
        texts = {n: notation.write(move, context) for n, (move, _) in self.legal.items()}
        counts = Counter(texts.values())
        self.texts = {
            n: text if counts[text] == 1 else f"{self.legal[n][0].action.name} {text}"
            for n, text in texts.items()
        }

    def read(self, text: str) -> list[int]:
        """The legal actions that a text may mean: by notation, with `-` for `x`, with the action's name before it or
        without, or as people type it."""
        for form in (notation.plain, notation.loose):
            wanted = form(text)
            found = [n for n, shown in self.texts.items() if form(shown) == wanted]
            if found:
                return found
        said = text.lower().split()
        if not said:
            return self._in_any_order(text)
        found = [n for n in self.legal if said in self._worded(n)]
        return found or self._in_any_order(text) or notation.read(self.game, text, self._inputs, self.leads)

    def _in_any_order(self, text: str) -> list[int]:
        """The legal actions whose steps may be made in any order, and are those of the text."""
        free = [n for n, (m, _) in self.legal.items() if m.action.again and m.action.again.is_any_order]
        return [n for n in free if notation.steps(self.texts[n]) == notation.steps(text)]

    def _worded(self, action: int) -> list[list[str]]:
        """The words of a notation with the action's name before them, and without."""
        name, words = self.legal[action][0].action.name.lower(), self.texts[action].lower().split()
        rest = words[1:] if words[:1] == [name] else words
        return [[name, *rest], rest]

    @cached_property
    def _inputs(self) -> list[notation.InputForm]:
        """The legal actions as they may be typed."""
        return [
            notation.input_form(self.game, n, move, self.texts[n], sites_of(move))
            for n, (move, _) in self.legal.items()
        ]


def too_long(text: str) -> str:
    """What is said to a text that is longer than any move."""
    return f"a move has at most {MAX_TYPED} letters, and this has {len(text)}"
