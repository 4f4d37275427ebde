"""What is chosen, as an action's number has it, and the sets that may be chosen at once.

A piece is chosen by its site, where sites hold several by what it is, and off the board by its kind. Elements of a set that
are chosen by the same are alike, so that of them only the first are taken.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from gdl.core import model
from gdl.core.types import Type
from interpreter.engines.reference.view import View

Alike = Sequence[Sequence[Any]]  # the elements of a set in groups, those in a group chosen by the same


def known_as(choice: model.Choice, value: Any, view: View) -> Any:
    """The value of a choice as its action's number has it."""
    if choice.sizes is None:
        return known_by(value, view) if choice.type.base == "piece" else value
    assert choice.type.element is not None
    return tuple(_name(x, choice.is_by_kind, choice.type.element, view) for x in value)


def known_by(piece: int | None, view: View) -> Any:
    """What a piece is chosen by: its site; where sites hold several, its description too."""
    if piece is None or not view.board.is_stacking:
        return view.data.site(piece)
    return view.data.described(piece, view.game)


def _name(value: Any, is_by_kind: bool, kind: Type, view: View) -> Any:
    """What an element of a set is chosen by."""
    if is_by_kind:
        return view.data.kind[value]
    return known_by(value, view) if kind.base == "piece" else value


# ---- sets


def elements_alike(part: model.ChooseSet, view: View) -> Alike:
    """The elements to choose from in increasing order, those together that are alike."""
    kind = part.source.type.element
    assert kind is not None
    names = {x: _name(x, part.is_by_kind, kind, view) for x in view.elements(part.source) if x is not None}
    ordered = sorted(names, key=lambda x: _order(names[x]))
    return [list(group) for _, group in groupby(ordered, key=names.__getitem__)]


def _order(name: Any) -> tuple[tuple[bool, Any], ...]:
    """The place of an element in its domain: none comes last."""
    return tuple((v is None, v or 0) for v in (name if isinstance(name, tuple) else (name,)))


def sets_of(alike: Alike, part: model.ChooseSet) -> Iterator[tuple[Any, ...]]:
    """The sets that may be chosen: the smaller ones first, each in increasing order."""
    for size in range(part.least, part.most + 1):
        yield from _taken(alike, size, 0)


def _taken(alike: Alike, size: int, start: int) -> Iterator[tuple[Any, ...]]:
    """So many elements out of the groups from one on; of the first of these as many as possible to begin with."""
    if size == 0:
        yield ()
        return
    for at in range(start, len(alike)):
        for count in range(min(size, len(alike[at])), 0, -1):
            for rest in _taken(alike, size - count, at + 1):
                yield (*alike[at][:count], *rest)


def set_named(alike: Alike, names: Sequence[Any], part: model.ChooseSet, view: View) -> tuple[Any, ...]:
    """The set of the elements that are chosen by these names, as far as there are any."""
    kind = part.source.type.element
    assert kind is not None
    wanted = Counter(names)
    counts = (wanted[_name(group[0], part.is_by_kind, kind, view)] for group in alike)
    return tuple(x for group, count in zip(alike, counts, strict=True) for x in group[:count])


def how_many_sets(alike: Alike, part: model.ChooseSet) -> int:
    """How many sets may be chosen, by the number of elements of each group that they take."""
    ways = [1] + [0] * part.most  # of each size
    for group in alike:
        ways = [sum(ways[max(0, size - len(group)) : size + 1]) for size in range(part.most + 1)]
    return sum(ways[part.least :])
