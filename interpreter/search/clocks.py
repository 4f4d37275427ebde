"""Draws that only cut play short: by clocks, as after fifty moves without a capture, and by repetition.

A *clock* is a number of the game that rules only count, and ask for in ends that are draws. Without clocks, these ends and what is
remembered of earlier positions there are far fewer positions, and what best play leads to can be gathered from them:

* Who can hold a draw without these ends holds it with them: play goes the same ways, and some of them end earlier, as draws.
* Who can force a win by a shortest way can with them, too, if none of these ends comes about on it. On a shortest way no position
  comes twice, and what an action adds to a clock says which values it may have.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import TypeVar, cast

from gdl.core import model, static
from gdl.core.types import NUMBER
from gdl.core.visit import followed, nodes, rewritten
from gdl.platform.dataclass import dataclass
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.engines.reference.repetition import identity
from interpreter.engines.reference.view import View

_EARLIER = ("repeated", "cycle")  # what asks for earlier positions
_MOST_TRIED = 10_000  # values of clocks with which the condition of an end is tried


@dataclass(frozen=True, slots=True)
class Pace:
    """What one action does to a clock at most: what it adds and takes away, and the least and the greatest number to which it may set it."""

    more: int = 0
    less: int = 0
    least: int | None = None
    greatest: int | None = None

    def values(self, now: int, actions: int) -> range:
        """The values that a clock may have in so many actions."""
        low = now if self.least is None else min(now, self.least)
        high = now if self.greatest is None else max(now, self.greatest)
        return range(low - self.less * actions, high + self.more * actions + 1)


@dataclass(frozen=True)
class Unclocked:
    """A game without its clocks, and without the ends that ask for them or for earlier positions."""

    game: model.Game
    original: model.Game
    ends: tuple[model.Ending, ...]
    clocks: Mapping[str, Pace]

    def never_cuts(self, state: State, actions: int, times: int) -> bool:
        """Whether none of the ends can come about in so many actions from a state of the game as it is, if what a `position` clause takes
        for one position is there at most so many times."""
        fields = cast(Mapping[str, object], state.position()["fields"])
        values = {
            name: pace.values(cast(int, fields.get(name, self.original.fields[name].default)), actions)
            for name, pace in self.clocks.items()
        }
        return not any(_may_hold(end.condition, values, range(1, times + 1)) for end in self.ends)

    def most_alike(self, views: Iterable[View]) -> int:
        """How many of some positions a `position` clause takes for one, at most."""
        histories = self.original.histories
        known = Counter((name, identity(h, v.data.mover, v)) for v in views for name, h in histories.items())
        return max(known.values(), default=0)


def view_of(state: State) -> View:
    """A position as the reference engine looks at it."""
    own = getattr(state, "reference", state)
    assert isinstance(own, ReferenceState)
    return own.rules().view


def without_clocks(game: model.Game) -> Unclocked | None:
    """A game without its clocks; None where there is nothing to leave out, or its rules ask for earlier positions elsewhere, too."""
    draws = tuple(end for end in game.ends if end.result.form == "draw")
    others = (
        game.setup, game.actions, tuple(game.turns.values()), game.skips, game.settles, game.requires, game.prefers,
        tuple(end for end in game.ends if end not in draws), game.limit_result,
    )  # fmt: skip
    asked = _asked(_with_writes(others, _asking_others), game)
    if asked.intersection(_EARLIER):
        return None
    paces = ((name, _pace(name, game)) for name in game.fields if name not in asked)
    clocks = {name: pace for name, pace in paces if pace is not None}
    ends = tuple(end for end in draws if _asked(end.condition, game) & {*_EARLIER, *clocks})
    if not ends:
        return None

    def stopped(write: model.SetField) -> model.SetField:
        return replace(write, value=_read(write)) if write.field in clocks else write

    left = replace(
        game,
        ends=tuple(end for end in game.ends if end not in ends),
        actions=_with_writes(game.actions, stopped),
        settles=_with_writes(game.settles, stopped),
        histories={},
    )
    return Unclocked(left, game, ends, clocks)


def _asked(rules: object, game: model.Game) -> set[str]:
    """The fields that rules read, and the functions that they call."""
    found = set[str]()
    for node in followed(rules, game.definitions):
        if isinstance(node, model.GetField):
            found.add(node.field)
        elif isinstance(node, model.Builtin):
            found.add(node.name)
    return found


T = TypeVar("T")


def _with_writes(part: T, change: Callable[[model.SetField], model.SetField]) -> T:
    """A part of the rules in which each effect that writes a field is changed."""

    def inside(node: object) -> object:
        return change(node) if isinstance(node, model.SetField) else rewritten(node, inside)

    return rewritten(part, inside)


def _read(write: model.SetField) -> model.Expr:
    """What reads the field that an effect writes."""
    return model.GetField(write.span, write.value.type, write.field, write.holder)


def _asking_others(write: model.SetField) -> model.SetField:
    """An effect that writes a field, and no longer reads that field itself to do so."""
    return replace(write, value=_put(write.value, {write.field: 0}))


def _put(e: T, values: Mapping[str, int]) -> T:
    """A part in which numbers stand in place of fields of the game, and of what counts earlier positions."""

    def change(node: object) -> object:
        name = node.field if isinstance(node, model.GetField) and node.holder is None else ""
        name = node.name if isinstance(node, model.Builtin) and node.name in _EARLIER else name
        if name in values:
            assert isinstance(node, model.Node)
            return model.Const(node.span, NUMBER, values[name])
        return rewritten(node, change)

    return cast(T, change(e))


def _pace(name: str, game: model.Game) -> Pace | None:
    """How fast a clock runs; None where a field is none, or it is not known."""
    field = game.fields[name]
    if field.holder != "game" or field.bounds is None or field.keys or field.until or field.type.is_optional:
        return None
    found = [_pace_in(action, name, has_loop=action.again is not None) for action in game.actions]
    after = [_pace_in(settle, name, has_loop=settle.until_stable) for settle in game.settles]
    if None in found or None in after:
        return None
    done, settled = _either(found), _both(after)
    return None if done is None or settled is None else _both([done, settled])


def _pace_in(part: model.Action | model.Settle, name: str, has_loop: bool) -> Pace | None:
    """What the effects of a part do to a clock, each of them once; None where they may come again, or it is not known what they do."""
    writes = [n for n in nodes(part) if isinstance(n, model.SetField) and n.field == name]
    loops = [n for n in nodes(part) if isinstance(n, model.ForEach | model.ForPath)]
    if writes and (has_loop or any(w in nodes(loop) for loop in loops for w in writes)):
        return None
    return _both([_pace_of(write.value, name) for write in writes])


def _pace_of(e: model.Expr, name: str) -> Pace | None:
    """What is known of a value that a clock gets: it is what it was, with a number added or taken away, or a number."""
    match e:
        case model.GetField(field=field) if field == name:
            return Pace()
        case model.Const(value=int(n)):
            return Pace(0, 0, n, n)
        case model.Arithmetic(
            operator="+" | "-", left=model.GetField(field=field), right=model.Const(value=int(n))
        ) if field == name:
            added = n if e.operator == "+" else -n
            return Pace(max(0, added), max(0, -added))
        case model.If():
            return _either([_pace_of(e.then, name), _pace_of(e.otherwise, name)])
        case model.Builtin(name="min" | "max"):
            return _of_bound([_pace_of(a, name) for a in e.arguments], is_least=e.name == "min")
    return None


def _both(paces: Sequence[Pace | None]) -> Pace | None:
    """All of them, one behind the other."""
    made = _either(paces)
    known = [p for p in paces if p is not None]
    return (
        None
        if made is None
        else replace(made, more=sum(p.more for p in known), less=sum(p.less for p in known))
    )


def _either(paces: Sequence[Pace | None]) -> Pace | None:
    """One of them, or none; None where one is not known."""
    known = [p for p in paces if p is not None]
    if len(known) < len(paces):
        return None
    return Pace(
        max((p.more for p in known), default=0),
        max((p.less for p in known), default=0),
        min((p.least for p in known if p.least is not None), default=None),
        max((p.greatest for p in known if p.greatest is not None), default=None),
    )


def _of_bound(paces: Sequence[Pace | None], is_least: bool) -> Pace | None:
    """The least or the greatest of some values: it is as far in its direction as any of them, and in the other only as far as that
    which goes by the clock."""
    made = _either(paces)
    by_clock = next((p for p in paces if p is not None and p.least is None), None)
    if made is None or by_clock is None:
        return made
    if is_least:
        return replace(made, more=by_clock.more, greatest=None)
    return replace(made, less=by_clock.less, least=None)


def _may_hold(condition: model.Expr, clocks: Mapping[str, range], times: range) -> bool:
    """Whether a condition may hold for some of the values that clocks and numbers of repetitions may have."""
    match condition:
        case model.And():
            return _may_hold(condition.left, clocks, times) and _may_hold(condition.right, clocks, times)
        case model.Or():
            return _may_hold(condition.left, clocks, times) or _may_hold(condition.right, clocks, times)
    names = {n.field for n in nodes(condition) if isinstance(n, model.GetField)} & clocks.keys()
    ranges = {name: clocks[name] for name in names} | {"repeated": times}
    if len(times) == 1:
        ranges["cycle"] = range(1)  # never
    if prod(map(len, ranges.values())) > _MOST_TRIED:
        return True
    for values in product(*ranges.values()):
        try:
            if static.value(_put(condition, dict(zip(ranges, values, strict=True))), None):
                return True
        except static.NotStatic:
            return True
    return False
