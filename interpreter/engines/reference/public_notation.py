"""An action's notation as another player may know it: its name, and those of its choices that are public to that player.

A choice is public when the player sees what it was made among, and nothing hidden has become what was chosen. So the
notation follows from what the player knows, and never from the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from gdl import model
from interpreter.engines import notation
from interpreter.engines.reference.candidates import candidates
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden, Peek, gone_or_new, guarded, moved
from interpreter.engines.reference.rules import Rules
from interpreter.numbering import Move, Values


@dataclass(frozen=True, slots=True)
class ObservedPosition:
    """A position, and what of it a player does not see."""

    rules: Rules
    hidden: Hidden

    @property
    def data(self) -> Data:
        return self.rules.data

    def sees(self, piece: int) -> bool:
        return piece in self.data.place and piece not in self.hidden.pieces

    def watched(self) -> Rules:
        """The rules for a copy of the position that raises `Peek` when something hidden is read."""
        return self.rules.fresh(guarded(self.rules.game, self.data, self.hidden))


def public_notation(
    move: Move, arguments: Values, before: ObservedPosition, after: ObservedPosition, sites: tuple[int, ...]
) -> str | None:
    """The notation for a player who sees so much before and after the action; None where not even that it was made."""
    if set(sites) & (before.hidden.sites | after.hidden.sites):
        return None
    public = _Public(move, arguments, before, after)
    known = [public.is_known(c, v) for c, v in zip(move.action.choices, move.values, strict=True)]
    text = public.notation() if all(known) else None
    return text if text is not None else " ".join([move.action.name, *public.words(known), "(hidden)"])


class _Public:
    """One action, told to one player."""

    def __init__(
        self, move: Move, arguments: Values, before: ObservedPosition, after: ObservedPosition
    ) -> None:
        self.move, self.arguments = move, arguments
        self.before, self.after = before, after
        self.game = before.rules.game
        rules = before.rules.fresh()
        if any(True for _ in candidates(move.action, arguments, rules.view, move.values)):
            self.frame = rules.view.names.copy()  # a generator that is left keeps its names bound
        else:
            self.frame = rules.view.names
        became = set(gone_or_new(before.data, after.data))
        touched = became | set(moved(before.data, after.data))
        unseen = {p for p in touched if not (before.sees(p) or after.sees(p))}
        both = (before, after)
        self.unseen_kinds = {s.data.kind[p] for s in both for p in unseen if p in s.data.place}
        self.shown_kinds = {s.data.kind[p] for s in both for p in touched if s.sees(p)}
        self.is_something_made = bool(unseen & became)

    def is_known(self, choice: model.Choice, value: Any) -> bool:
        """Whether the player may know what was chosen."""
        if choice.sizes is not None:
            return self._is_known_set(choice, value)
        match choice.type.base:
            case "site":
                return True
            case "piece":
                return (
                    not isinstance(value, tuple) or self.frame[choice.slot] not in self.before.hidden.pieces
                )
            case "kind" if value in self.unseen_kinds:
                return False
            case "kind":
                return value in self.shown_kinds or self._is_open(choice)
            case _:
                return not self.is_something_made and self._is_open(choice)

    def _is_known_set(self, choice: model.Choice, value: Any) -> bool:
        """Whether the player may know which set was chosen: each of its elements."""
        element = choice.type.element
        assert element is not None
        if element.base == "piece":
            return not (
                self.game.board.is_stacking and {*self.frame[choice.slot]} & self.before.hidden.pieces
            )
        return all(self.is_known(replace(choice, type=element, sizes=None), x) for x in value)

    def _is_open(self, choice: model.Choice) -> bool:
        """Whether the player sees what was to choose from."""
        for part in self.move.action.parts:
            if isinstance(part, model.Choose | model.ChooseSet) and part.slot == choice.slot:
                rules = self.before.watched()
                rules.view.names[:] = self.frame
                try:
                    rules.view.elements(part.source)
                except Peek:
                    return False
        return True

    def notation(self) -> str | None:
        """The action's notation, unless something hidden would be read for it."""
        try:
            return notation.write(self.move, self)
        except Peek:
            return None

    def words(self, known: list[bool]) -> Iterator[str]:
        """The choices that are told, as words."""
        pairs = zip(self.move.action.choices, self.move.values, strict=True)
        for (choice, value), is_known in zip(pairs, known, strict=True):
            if is_known:
                yield notation.written(self.game, choice, value)
            elif isinstance(value, tuple) and choice.type.base == "piece":
                yield self.game.board.sites[value[0]].name

    # ---- what notation asks

    def is_enemy(self, site: int, of: int) -> bool:
        data = self.before.watched().data
        cell, own = data.cells[site], data.cells[of]
        return bool(cell and own) and data.owner[cell[-1]] != data.owner[own[-1]]

    def captures(self, move: Move) -> bool:
        return bool(self.after.data.captured)

    def own_notation(self, move: Move) -> str:
        assert move.action.notation is not None
        rules = self.before.watched()
        rules.view.names[:] = self.frame
        return str(rules.view.value(move.action.notation))
