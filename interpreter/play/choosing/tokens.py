"""Typed choices: what a player picks at one step, and the steps that an action consists of.

An action is spelt as a sequence of slots. The choices that can be clicked come first: sites, pieces on sites, and kinds
of pieces in a pool. Behind them comes the action itself, and then what needs a button: numbers, words, players, turns.
So a click names as much as it can, an action is named only where clicks leave it open, and no action's sequence is the
beginning of another's. A chosen set is one slot with its elements in order. An action that repeats has the choices of
its further steps behind the first ones, and a last slot that ends it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gdl.core import nodes as core
from gdl.core.model import Action, Choice, Choose, ChooseSet, Game, Value
from gdl.core.visit import children, nodes
from interpreter.engines.notation import word
from interpreter.shared.numbering import Move

Sort: TypeAlias = Literal[
    "site", "piece", "kind", "player", "number", "turn", "direction", "word", "truth", "none", "action",
    "stop", "end",
]  # fmt: skip
"""What sort of choice it is. `turn`: by how many steps a tile is turned. `stop` ends an action that could continue; `end`
ends a set to which more could be added."""


@dataclass(frozen=True, slots=True)
class Token:
    """One choice. `value` is what is chosen: an index, a number or a truth; `site` is where it can be clicked."""

    sort: Sort
    text: str
    value: Value = None
    site: int | None = None

    def __str__(self) -> str:
        return self.text


STOP = Token("stop", "stop")
END = Token("end", "end")

Slot: TypeAlias = Token | tuple[Token, ...]  # one choice, or the elements of a chosen set


@dataclass(frozen=True, slots=True)
class Step:
    """A choice of an action as it is asked for. `pools` are the names of the pools that it is taken from; `is_own`: they are the mover's."""

    action: Action
    choice: Choice
    sort: Sort
    pools: tuple[str, ...]
    is_own: bool

    @property
    def is_clicked(self) -> bool:
        """Whether it is on the board or in a pool, so that it can be pointed at."""
        return self.sort in ("site", "piece") or (self.sort == "kind" and bool(self.pools))


@dataclass(frozen=True, slots=True)
class Spelling:
    """An action as slots, each with the step that it answers; None for what names or ends the action itself."""

    number: int
    action: Action
    slots: tuple[Slot, ...]
    steps: tuple[Step | None, ...]

    @property
    def path(self) -> tuple[str, ...]:
        """The texts of the choices that lead to it."""
        parts = ((slot,) if isinstance(slot, Token) else (*slot, END) for slot in self.slots)
        return tuple(token.text for part in parts for token in part)


class Speller:
    """Spells the actions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._tokens: dict[tuple[str, Value], Token] = {}
        self._steps = {a.index: [self._step(a, c) for c in a.choices] for a in game.actions}
        self._names = {a.index: Token("action", f"action {a.name}", a.index) for a in game.actions}

    def spelt(self, number: int, move: Move) -> Spelling:
        """The slots of an action, given by its number and its choices."""
        action, steps = move.action, self._steps[move.action.index]
        repeated = steps[len(steps) - len(action.repeated) :] if action.again is not None else []
        every = [*steps, *(s for _ in move.hops for s in repeated)]
        values = [*move.values, *(v for hop in move.hops for v in hop)]
        slots = [self._slot(step, value) for step, value in zip(every, values, strict=True)]
        at = next((i for i, step in enumerate(every) if not step.is_clicked), len(every))
        name = self._names[action.index]
        asked: list[Step | None] = [*every[:at], None, *every[at:]]
        shown: list[Slot] = [*slots[:at], name, *slots[at:]]
        if action.again is not None and at < len(every):
            shown.append(STOP)
            asked.append(None)
        return Spelling(number, action, tuple(shown), tuple(asked))

    # ---- one step

    def _step(self, action: Action, choice: Choice) -> Step:
        pools = [*self._pools(self._source(action, choice))]
        names = tuple(dict.fromkeys(p.name for p in pools))
        is_own = all(isinstance(p.holder, core.Role) and p.holder.name == "mover" for p in pools)
        sort = "turn" if self._turns(action, choice) else self._sort(choice)
        return Step(action, choice, sort, names, is_own)

    def _turns(self, action: Action, choice: Choice) -> bool:
        """Whether a choice says how a piece is turned: an effect gives it to a field that turns pieces."""
        turning = [name for name, field in self.game.fields.items() if field.rotation]
        given = (
            value
            for effect in nodes((action.effects, action.finals) if turning else ())
            if isinstance(effect, core.Place | core.Stock | core.MoveTo)
            for name, value in effect.settings
            if name in turning
        )
        return any(isinstance(v, core.Local) and v.slot == choice.slot for v in given)

    @staticmethod
    def _source(action: Action, choice: Choice) -> core.Expr | None:
        """The set that a choice is taken from; None for the choices of a path."""
        chosen = (p for p in action.parts if isinstance(p, Choose | ChooseSet) and p.slot == choice.slot)
        return next((p.source for p in chosen), None)

    def _pools(self, part: object) -> Iterator[core.PoolOf]:
        """The pools from which an expression takes elements, and not those that a condition or a number in it asks about."""
        if isinstance(part, core.PoolOf):
            yield part
            return
        if isinstance(part, core.Node) and part.type.base in ("bool", "number"):
            return
        body = (self.game.definitions[part.definition].body,) if isinstance(part, core.Apply) else ()
        inside = () if part is None else (*children(part), *body)
        for piece in inside:
            yield from self._pools(piece)

    @staticmethod
    def _sort(choice: Choice) -> Sort:
        kind = choice.type.element if choice.sizes is not None and choice.type.element else choice.type
        if choice.is_by_kind:
            return "kind"
        match kind.base:
            case "site" | "piece" | "kind" | "player" | "direction":
                return kind.base
            case "bool":
                return "truth"
            case "symbol":
                return "word"
            case _:
                return "number"

    # ---- one value

    def _slot(self, step: Step, value: Value) -> Slot:
        if step.choice.sizes is None:
            return self._token(step, value)
        assert isinstance(value, tuple)
        return tuple(self._token(step, v) for v in value)

    def _token(self, step: Step, value: Value) -> Token:
        key = (self._space(step), value)
        found = self._tokens.get(key)
        if found is None:
            found = self._tokens[key] = self._made(step, value)
        return found

    @staticmethod
    def _space(step: Step) -> str:
        """What tells equal values of different sorts apart; words of an enumeration by the enumeration."""
        kind = step.choice.type.element or step.choice.type
        return step.sort if step.sort != "word" else "word " + " ".join(kind.symbols)

    def _made(self, step: Step, value: Value) -> Token:
        if value is None:
            return Token("none", "none")
        choice = step.choice
        kind = choice.type.element if choice.sizes is not None and choice.type.element else choice.type
        if choice.is_by_kind:
            assert isinstance(value, int)
            text = self.game.kinds[value].name
        else:
            text = word(self.game, value, kind)
        # a piece alone on its site is the site that is clicked
        sort: Sort = "site" if step.sort == "piece" and not isinstance(value, tuple) else step.sort
        site = value[0] if isinstance(value, tuple) else value
        is_place = sort in ("site", "piece") and isinstance(site, int)
        return Token(sort, f"{sort} {text}", value, site if is_place and isinstance(site, int) else None)
