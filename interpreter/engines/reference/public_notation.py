"""An action's notation as another player learns of it: its name, its open choices, and `?` for the closed ones.

Of an action that players choose together, among several, others learn nothing but that one is chosen: `?`.

Whether a choice is open follows from its clause and from what the viewer sees before the action and after it. So the text is a
function of both and of the open choices.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, assert_never

from gdl.core import model
from gdl.core.types import KIND, PIECE
from gdl.core.world import NotStatic
from gdl.platform.dataclass import dataclass
from gdl.tree.words import ChoiceWord
from interpreter.engines import notation
from interpreter.engines.reference.candidates import elements_alike, sets_of, sizes
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden, Peek, guarded
from interpreter.engines.reference.paths import ways
from interpreter.engines.reference.rules import Rules
from interpreter.shared.numbering import Move, Values

CLOSED = "?"  # in place of a choice that is not told


@dataclass(frozen=True, slots=True)
class ObservedPosition:
    """A position, and what of it a player does not see."""

    rules: Rules
    hidden: Hidden

    @property
    def data(self) -> Data:
        return self.rules.data

    def sees(self, site: int, other: "ObservedPosition") -> bool:
        """Whether the player sees a site. Where a piece may be anywhere, it must hold something in this position or in
        another one."""
        if site in self.hidden.sites:
            return False
        return not self.hidden.lost or self.holds(site) or other.holds(site)

    def holds(self, site: int) -> bool:
        return not self.hidden.lost.issuperset(self.data.cells[site])

    def watched(self) -> Rules:
        """The rules for a copy of the position that raises `Peek` when something hidden is read."""
        return self.rules.fresh(guarded(self.rules.game, self.data, self.hidden))


class _Unknown:
    """In place of a value that the viewer does not know."""


class _Names(list[Any]):
    """The values of names as far as the viewer knows them."""

    def __getitem__(self, slot: Any) -> Any:
        found = super().__getitem__(slot)
        if isinstance(found, _Unknown):
            raise Peek
        return found


class Told:
    """One action, as it is told to a player who sees so much before and after it, and does not make it.

    `all_chose`: it was chosen together with those of the others, and nobody is left to choose.
    """

    def __init__(
        self,
        move: Move,
        arguments: Values,
        before: ObservedPosition,
        after: ObservedPosition,
        all_chose: bool = False,
    ) -> None:
        self.move, self.arguments = move, arguments
        self.before, self.after = before, after
        self.game = before.rules.game
        together = self.game.together
        self.is_unsealed = all_chose and together is not None and move.action.name in together.sealed

    def text(self) -> str:
        if self.is_unnamed:
            return CLOSED
        if all(all(step) for step in self.is_open):
            try:
                return notation.write(self.move, self)
            except Peek:
                pass  # the game's own notation says more than the choices
        return " ".join([self.move.action.name, *self.words()])

    @property
    def is_unnamed(self) -> bool:
        """Whether the viewer does not even learn which action it is: it waits for the choices of others."""
        together = self.game.together
        return together is not None and self.move.action.name in together.unnamed and not self.is_unsealed

    def words(self) -> Iterator[str]:
        """The choices, step by step, as far as they are told."""
        for step, is_open in zip(self.steps, self.is_open, strict=True):
            for (choice, value), is_told in zip(step, is_open, strict=True):
                if is_told:
                    yield notation.written(self.game, choice, value)
                elif self.shows_site(choice, value):
                    yield f"{self.game.board.sites[value[0]].name} {CLOSED}"
                else:
                    yield CLOSED

    def sites(self) -> tuple[int, ...]:
        """The sites among the choices that are told, in order."""
        every = (
            each[0] if isinstance(each, tuple) else each
            for step, is_open in zip(self.steps, self.is_open, strict=True)
            for (choice, value), is_told in zip(step, is_open, strict=True)
            if notation.is_place(choice) and (is_told or self.shows_site(choice, value))
            for each in (value if choice.sizes is not None else (value,))
        )
        return tuple(site for site in every if site is not None)

    # ---- which choices are open

    @cached_property
    def steps(self) -> tuple[tuple[tuple[model.Choice, Any], ...], ...]:
        """The choices of each step, with what was chosen."""
        action = self.move.action
        return (
            tuple(zip(action.choices, self.move.values, strict=True)),
            *(tuple(zip(action.repeated, hop, strict=True)) for hop in self.move.hops),
        )

    @cached_property
    def is_open(self) -> tuple[tuple[bool, ...], ...]:
        """Of each choice of each step, whether the viewer learns of it."""
        made: list[tuple[bool, ...]] = []
        start = None
        for step in self.steps:
            names = self.names()
            if start is not None:
                names[self.move.action.origin] = start  # where the step before it came to
            made.append(tuple(self.opened(step, names)))
            start = next((v for c, v in step if c.slot == self.move.action.to), None)
        return tuple(made)

    def names(self) -> _Names:
        """What the viewer knows before the first choice: what a demand gave, which everybody has seen."""
        names = _Names([_Unknown()] * self.game.slots)
        for (_, slot, kind), value in zip(self.move.action.parameters, self.arguments, strict=True):
            if not self.before.hidden.names_secret(value, kind, self.before.data):
                names[slot] = value
        return names

    def opened(self, step: tuple[tuple[model.Choice, Any], ...], names: _Names) -> Iterator[bool]:
        """Whether each choice of a step is open. `names` gets the values of those that are."""
        follows_closed = False
        for choice, value in step:
            is_open = self.is_told(choice, value, follows_closed, names)
            follows_closed = follows_closed or not is_open
            if is_open:
                self.learn(choice, value, names)
            yield is_open

    def is_told(self, choice: model.Choice, value: Any, follows_closed: bool, names: _Names) -> bool:
        word = self.word(choice)
        match word:
            case "openly":
                return True
            case "secretly":
                return False
            case "" if self.is_unsealed:
                return True
            case "":
                if follows_closed or self.goes_out_of_sight(choice, value):
                    return self.meets_eye(choice, value)
                return self.meets_eye(choice, value) or self.is_public(choice, names)
            case _:
                assert_never(word)

    def word(self, choice: model.Choice) -> ChoiceWord:
        part = self.part(choice)
        if self.is_unsealed and self.game.together is not None:  # what waits is closed, whatever is written
            written = next(a for a in self.game.together.actions if a.name == self.move.action.name)
            part = next(
                (p for p in written.parts if isinstance(p, model.Choose) and p.slot == choice.slot), part
            )
        return part.word if isinstance(part, model.Choose | model.ChooseSet) else ""

    def part(self, choice: model.Choice) -> model.Part | None:
        """The part of the action that makes a choice; None for the piece of a move."""
        parts = self.move.action.parts
        for part in parts:
            if isinstance(part, model.Choose | model.ChooseSet) and part.slot == choice.slot:
                return part
        is_start = choice.slot == self.move.action.origin
        return None if is_start else next(p for p in parts if isinstance(p, model.Along))

    def meets_eye(self, choice: model.Choice, value: Any) -> bool:
        """Whether a choice is a site, or a piece on one, that the viewer sees before the action and after it."""
        if choice.sizes is not None and choice.type.element is not None:
            single = replace(choice, type=choice.type.element, sizes=None)
            return bool(value) and all(self.meets_eye(single, x) for x in value)
        match choice.type.base, value:
            case ("site" | "piece", None):
                return True
            case "site" | "piece", int():
                return self.is_seen(value)
            case "piece", tuple():
                return self.is_seen(value[0]) and any(
                    self.before.data.described(p, self.game) == value
                    for p in self.before.data.cells[value[0]]
                    if p not in self.before.hidden.pieces and not self.before.hidden.is_masked(p)
                )
            case _:
                return False

    def goes_out_of_sight(self, choice: model.Choice, value: Any) -> bool:
        """Whether a choice says where a piece moves that the viewer does not see there afterwards."""
        if not isinstance(self.part(choice), model.Along) or choice.type.base != "site" or value is None:
            return False
        after, end = self.after, next((v for c, v in self.steps[-1] if c.slot == self.move.action.to), value)
        return value in after.hidden.sites or any(map(after.hidden.is_lost, after.data.cells[end]))

    def shows_site(self, choice: model.Choice, value: Any) -> bool:
        """Whether at least the site is told of a piece that is one of several there."""
        is_described = choice.sizes is None and isinstance(value, tuple)
        return self.word(choice) == "" and is_described and self.is_seen(value[0])

    def is_seen(self, site: int) -> bool:
        return self.before.sees(site, self.after) and self.after.sees(site, self.before)

    def is_public(self, choice: model.Choice, names: _Names) -> bool:
        """Whether what there was to choose from follows from what the viewer sees."""
        rules = self.before.watched()
        view, action = rules.view, self.move.action
        view.names, view.viewpoint, view.is_choosing = _Names(names), view.mover, True
        try:
            match self.part(choice):
                case model.Choose() as part:
                    view.elements(part.source)
                case model.ChooseSet() as part:
                    alike = elements_alike(part, view)
                    if part.condition is not None:
                        for found in sets_of(alike, sizes(part)):
                            view.names[part.slot] = found
                            view.value(part.condition)
                case model.Along() as part:
                    for _ in ways(part.path, view, names[action.origin]):
                        pass
                case _:
                    look_for_pieces(rules)
        except NotStatic:
            return False
        return True

    def learn(self, choice: model.Choice, value: Any, names: _Names) -> None:
        """Keeps what an open choice says."""
        data = self.before.data
        if choice.slot == self.move.action.origin and data.cells[value]:
            names[self.move.action.piece] = data.cells[value][-1]
        if choice.sizes is not None:
            names[choice.slot] = value if choice.type.element not in (KIND, PIECE) else _Unknown()
        elif choice.type.base != "piece" or value is None:
            names[choice.slot] = value
        elif isinstance(value, tuple):
            alike = (p for p in data.cells[value[0]] if data.described(p, self.game) == value)
            names[choice.slot] = next(alike, _Unknown())
        elif data.cells[value]:
            names[choice.slot] = data.cells[value][-1]

    # ---- what notation asks

    def is_enemy(self, site: int, of: int) -> bool:
        rules = self.before.watched()
        data = rules.data
        cell, own = data.cells[site], data.cells[of]
        return bool(cell and own) and data.owner[cell[-1]] != data.owner[own[-1]]

    def captures(self, move: Move) -> bool:
        """Whether the viewer sees fewer pieces of the others than before."""
        return self.others(self.after.data) < self.others(self.before.data)

    def others(self, data: Data) -> int:
        """How many pieces that are not the mover's are on sites that the viewer sees."""
        mover = self.before.rules.mover
        seen = (p for site, cell in enumerate(data.cells) if cell and self.is_seen(site) for p in cell)
        return sum(data.owner[p] != mover for p in seen)

    def own_notation(self, move: Move) -> str:
        """The game's own notation, where it can be evaluated on what the viewer sees."""
        assert move.action.notation is not None
        rules = self.before.watched()
        if move.hops:
            return " ".join(rules.texts(move, self.arguments))
        rules.view.names = self.named(rules)
        return str(rules.view.value(move.action.notation))

    def named(self, rules: Rules) -> _Names:
        """The choices, all of them open, and what a path binds besides."""
        names = self.names()
        all(self.opened(self.steps[0], names))
        path = next((p for p in self.move.action.parts if isinstance(p, model.Along)), None)
        if path is None:
            return names
        wanted = {c.slot: v for c, v in self.steps[0] if c.slot != self.move.action.origin}
        rules.view.names = _Names(names)
        bound = rules.view.names
        for to in ways(path.path, rules.view, names[self.move.action.origin]):
            if not any(step.name == "to" for step in path.path.steps):
                bound[path.to] = to
            if all(list.__getitem__(bound, slot) == v for slot, v in wanted.items()):
                return bound
        return names


def look_for_pieces(rules: Rules) -> None:
    """Asks which pieces could begin a move: whose the topmost ones are, and what."""
    for site in rules.data.occupied():
        piece = rules.data.cells[site][-1]
        if rules.data.owner[piece] == rules.mover:
            rules.data.kind[piece]
