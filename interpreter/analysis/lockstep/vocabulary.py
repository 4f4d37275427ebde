"""What the numbers of one game mean in another: actions by their names and choices, kinds and players by their names.

Numbers of actions depend on the domains of their choices, so a rule that adds a kind changes them all. Where an action is
numbered alike in both games, its numbers differ by a constant; others are taken apart once and kept.
"""

from collections.abc import Callable, Container, Sequence
from typing import Any

from gdl.core.domains import describing_fields
from gdl.core.model import Action, Choice, Game
from gdl.core.types import Type
from interpreter.engines.notation import word
from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import WORD, ActionNumbers, Domain, ListDomain, Move, PieceDomain, SetDomain

NONE = -1  # in place of a number: the other game has no such action
Translate = Callable[[Any], Any]  # a value of a choice; raises KeyError where the other game has none


class Vocabulary:
    """From the numbers of game `a` to those of game `b`."""

    def __init__(self, a: Game, b: Game) -> None:
        self.games = (a, b)
        self.numbers = (ActionNumbers(a), ActionNumbers(b))
        self.fits_words = all(n.total <= WORD for n in self.numbers)
        self._kept: dict[int, int] = {}
        self.also: dict[int, list[int]] = {}  # what else an action may be
        self._actions = {action.name: action for action in b.actions}
        self._actions |= self._renamed(a, b)
        self._shifts = [self._shift(index) for index in range(len(a.actions))]
        self._translates = [self._translations(index) for index in range(len(a.actions))]
        self._arrays: tuple[lazy_numpy.Ints, lazy_numpy.Ints] | None = None

    @property
    def is_identity(self) -> bool:
        """Whether all numbers mean the same in both games."""
        return all(s == 0 for s in self._shifts) and len(self._actions) == len(self._shifts)

    # ---- one number

    def one(self, number: int) -> int:
        """The same action in the other game, or NONE."""
        found = self._kept.get(number)
        if found is None:
            found = self._kept[number] = self._taken_apart(number)
            self._arrays = None
        return found

    def learn(self, a: int, b: int) -> None:
        """Two actions are the same, as they are written or do alike, although they have other names or choices. One action may be
        several in the other game, each in other positions."""
        if self.one(a) == NONE:
            self._kept[a] = b
            self._arrays = None
        elif b != self._kept[a]:
            self.also.setdefault(a, [])
            self.also[a] += [b] * (b not in self.also[a])

    def among(self, number: int, legal: Container[int]) -> int:
        """The same action among those that the other game allows, or NONE."""
        found = self.one(number)
        return found if found in legal else next((n for n in self.also.get(number, ()) if n in legal), NONE)

    def _taken_apart(self, number: int) -> int:
        mine, other = self.numbers
        move = mine.decode(number)
        if move is None:
            return NONE
        shift, translates = self._shifts[move.action.index], self._translates[move.action.index]
        if shift is not None:
            return number + shift
        if translates is None:
            return NONE
        again = translates[len(translates) - len(move.action.repeated) :]
        try:
            values = tuple(t(v) for t, v in zip(translates, move.values, strict=True))
            hops = tuple(tuple(t(v) for t, v in zip(again, hop, strict=True)) for hop in move.hops)
            target = self._actions[move.action.name]
            if len(hops) > (target.again.most - 1 if target.again else 0):
                return NONE
            return other.encode(Move(target, values, hops))
        except KeyError:
            return NONE

    # ---- many numbers

    def many(self, numbers: lazy_numpy.Ints) -> lazy_numpy.Ints:
        """The same actions in the other game, with NONE for those that it lacks. All numbers must fit into words."""
        np = lazy_numpy.np
        offsets = np.array(self.numbers[0].offsets, np.int64)
        index = np.searchsorted(offsets, numbers, side="right") - 1
        shifts = np.array([0 if s is None else s for s in self._shifts], np.int64)
        found: lazy_numpy.Ints = numbers + shifts[index]
        is_apart = np.array([s is None for s in self._shifts])[index]
        if is_apart.any():
            found[is_apart] = self._looked_up(numbers[is_apart])
        return found

    def _looked_up(self, numbers: lazy_numpy.Ints) -> lazy_numpy.Ints:
        np = lazy_numpy.np
        for number in np.unique(numbers).tolist():
            self.one(number)
        if self._arrays is None:
            keys = sorted(self._kept)
            self._arrays = (
                np.array(keys, np.int64),
                np.array([self._kept[k] for k in keys], np.int64),
            )
        keys_known, values = self._arrays
        found: lazy_numpy.Ints = values[np.searchsorted(keys_known, numbers)]
        return found

    # ---- how actions are numbered

    def _renamed(self, a: Game, b: Game) -> dict[str, Action]:
        """Actions of B under the names that they have in A, where one alone of each game is left and is numbered alike."""
        known = {action.name for action in a.actions}
        forms: dict[object, tuple[list[Action], list[Action]]] = {}
        for side, (game, numbers, others) in enumerate(
            ((a, self.numbers[0], self._actions.keys()), (b, self.numbers[1], known))
        ):
            for action in game.actions:
                if action.name not in others:
                    form = (action.form, _shape(numbers, action.index, game))
                    forms.setdefault(form, ([], []))[side].append(action)
        return {mine[0].name: other[0] for mine, other in forms.values() if len(mine) == len(other) == 1}

    def _shift(self, index: int) -> int | None:
        """By how much the numbers of an action differ, if both games number it alike."""
        a, b = self.games
        mine, other = self.numbers
        action = a.actions[index]
        target = self._actions.get(action.name)
        if target is None or _shape(mine, index, a) != _shape(other, target.index, b):
            return None
        return other.offsets[target.index] - mine.offsets[index]

    def _translations(self, index: int) -> list[Translate] | None:
        action = self.games[0].actions[index]
        target = self._actions.get(action.name)
        if target is None or len(target.choices) != len(action.choices):
            return None
        pairs = zip(
            action.choices,
            target.choices,
            self.numbers[0].domains[index],
            self.numbers[1].domains[target.index],
            strict=True,
        )
        found = [_translation(x, y, c, d, self.games) for c, d, x, y in pairs]
        return found if len(action.repeated) == len(target.repeated) else None


def matches(mine: Sequence[str], other: Sequence[str]) -> list[int]:
    """For each name its place among the others, or -1. Where as many names are left on both sides, they are new names of the same
    things, in their order."""
    places = {name: i for i, name in enumerate(other)}
    left, new = [n for n in mine if n not in places], [n for n in other if n not in set(mine)]
    if len(left) == len(new):
        places |= {name: places[to] for name, to in zip(left, new, strict=True)}
    return [places.get(name, -1) for name in mine]


# ---- domains


def _shape(numbers: ActionNumbers, index: int, game: Game) -> object:
    """Everything that decides how an action is numbered, in words: equal for two games that number it alike."""
    action = game.actions[index]
    domains = zip(numbers.domains[index], action.choices, strict=True)
    most = 0 if action.again is None else action.again.most
    return tuple(_labels(d, c, game) for d, c in domains), len(action.repeated), most


def _labels(domain: Domain, choice: Choice, game: Game) -> object:
    match domain:
        case SetDomain():
            return domain.least, domain.most, domain.may_repeat, _labels(domain.element, choice, game)
        case PieceDomain():
            return tuple(_texts(d, t, game) for d, t in zip(domain.digits, _digit_types(game), strict=True))
        case ListDomain():
            return _texts(domain, _element(choice), game)


def _element(choice: Choice) -> Type:
    is_set = choice.sizes is not None and choice.type.element is not None
    return choice.type.element if is_set and choice.type.element is not None else choice.type


def _texts(domain: ListDomain, kind: Type, game: Game) -> tuple[str, ...]:
    return tuple(word(game, v, kind) for v in domain.values)


def _digit_types(game: Game) -> list[Type]:
    """The types of what describes a piece on a site that may hold several."""
    return [Type("site"), Type("player"), Type("kind"), *(f.type for f in describing_fields(game))]


def _translation(mine: Domain, other: Domain, c: Choice, d: Choice, games: tuple[Game, Game]) -> Translate:
    a, b = games
    match mine, other:
        case ListDomain(), ListDomain():
            return _by_words(_texts(mine, _element(c), a), mine, _texts(other, _element(d), b), other)
        case SetDomain(), SetDomain():
            element = _translation(mine.element, other.element, c, d, games)
            return lambda value: _of_size(tuple(element(v) for v in value), other.starts)
        case PieceDomain(), PieceDomain() if len(mine.digits) == len(other.digits):
            parts = [
                _by_words(_texts(x, s, a), x, _texts(y, t, b), y)
                for x, y, s, t in zip(
                    mine.digits, other.digits, _digit_types(a), _digit_types(b), strict=True
                )
            ]
            return lambda value: tuple(p(v) for p, v in zip(parts, value, strict=True))
    return _nothing


def _by_words(mine: Sequence[str], x: ListDomain, other: Sequence[str], y: ListDomain) -> Translate:
    known = dict(zip(other, y.values, strict=True))
    table = {v: known[text] for v, text in zip(x.values, mine, strict=True) if text in known}
    return table.__getitem__


def _of_size(value: tuple[Any, ...], sizes: dict[int, int]) -> tuple[Any, ...]:
    if len(value) not in sizes:
        raise KeyError(len(value))
    return value


def _nothing(value: Any) -> Any:
    raise KeyError(value)
