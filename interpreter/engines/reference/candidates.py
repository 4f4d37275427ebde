"""Candidates: the choices that pass an action's own clauses, tried one after the other.

The names of a view hold the choices of a candidate while it is looked at. Where the choices are known (`wanted`), only they
are tried, however many others there are.

A piece is chosen by its site, where sites hold several by what it is, and off the board by its kind. Elements of a set that
are chosen by the same are alike, so that of them only the first are taken.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, assert_never

from gdl.core import model
from gdl.core.types import Type
from gdl.limits import MAX_CANDIDATES
from gdl.source import Span
from interpreter.engines.reference.paths import ways
from interpreter.engines.reference.view import View, trouble
from interpreter.shared.numbering import Values
from interpreter.shared.set_bounds import set_bounds

# ---- what is chosen, as an action's number has it


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


def sets_of(
    alike: Alike, sizes: Iterable[int], goes_on: Callable[[tuple[Any, ...]], bool] = lambda taken: True
) -> Iterator[tuple[Any, ...]]:
    """The sets of these sizes, each in increasing order. `goes_on`: whether some first elements may belong to one."""
    for size in sizes:
        yield from _taken(alike, size, 0, (), goes_on)


def _taken(
    alike: Alike, size: int, start: int, taken: tuple[Any, ...], goes_on: Callable[[tuple[Any, ...]], bool]
) -> Iterator[tuple[Any, ...]]:
    """What is taken, and as many more as it needs out of the groups from one on; of the first of these as many as possible to
    begin with."""
    if len(taken) == size:
        yield taken
        return
    for at in range(start, len(alike)):
        for count in range(min(size - len(taken), len(alike[at])), 0, -1):
            more = (*taken, *alike[at][:count])
            if goes_on(more):
                yield from _taken(alike, size, at + 1, more, goes_on)


def sizes(part: model.ChooseSet) -> range:
    """How many elements may be chosen."""
    return range(part.least, part.most + 1)


def set_named(alike: Alike, names: Sequence[Any], part: model.ChooseSet, view: View) -> tuple[Any, ...]:
    """The set of the elements that are chosen by these names, as far as there are any."""
    kind = part.source.type.element
    assert kind is not None
    wanted = Counter(names)
    counts = (wanted[_name(group[0], part.is_by_kind, kind, view)] for group in alike)
    return tuple(x for group, count in zip(alike, counts, strict=True) for x in group[:count])


def how_many_sets(alike: Alike, sizes: Sequence[int]) -> int:
    """How many sets have one of these sizes, by the number of elements of each group that they take."""
    most = max(sizes, default=0)
    ways = [1] + [0] * most  # of each size
    for group in alike:
        ways = [sum(ways[max(0, size - len(group)) : size + 1]) for size in range(most + 1)]
    return sum(ways[size] for size in sizes)


# ---- candidates


def candidates(
    action: model.Action, arguments: Values, view: View, wanted: Values | None = None
) -> Iterator[Values]:
    """The choices that pass an action's own clauses, given its arguments; of these only the `wanted` ones, if given."""
    _begin(action, arguments, view)
    search = _Search(action, view, _slots(action.choices, wanted))
    if action.form != "move":
        yield from search.from_part(0)
        return
    for site, cell in enumerate(view.data.cells):
        for piece in cell[-1:]:
            if wanted is not None and site != wanted[0]:
                continue
            if view.data.owner[piece] == view.mover and may_move(action, piece, view):
                view.names[action.piece] = piece
                view.names[action.origin] = site
                view.viewpoint = view.mover
                yield from search.from_part(0)


def _begin(action: model.Action, arguments: Values, view: View) -> None:
    """Before any choice: who chooses, and what is given to the action."""
    view.viewpoint = view.mover
    view.is_choosing = True
    view.give(action.parameters, arguments)


def names_choices_alone(action: model.Action) -> bool:
    """Whether an action's clauses name nothing but choices that are known by themselves, as sites and numbers are."""
    are_plain = all(c.sizes is None and c.type.base != "piece" for c in action.choices)
    return (
        are_plain
        and action.form != "move"
        and all(isinstance(part, model.Condition | model.Choose) for part in action.parts)
    )


def take(action: model.Action, arguments: Values | None, view: View, values: Values) -> None:
    """Binds the choices of a step that is known to be legal, of an action that names nothing else; nothing is asked again.

    `arguments`: of the first step; None for a further one.
    """
    if arguments is not None:
        _begin(action, arguments, view)
    for choice, value in zip(action.repeated if arguments is None else action.choices, values, strict=True):
        view.names[choice.slot] = value


def further(action: model.Action, view: View, wanted: Values | None = None) -> Iterator[Values]:
    """The choices of one more step of an action that repeats; of these only the `wanted` ones, if given."""
    first = len(action.choices) - len(action.repeated)
    for values in _Search(action, view, _slots(action.repeated, wanted)).from_part(0):
        yield values[first:]


def _slots(choices: Sequence[model.Choice], wanted: Values | None) -> Mapping[int, Any]:
    """What is wanted, by the choices' slots."""
    return {c.slot: v for c, v in zip(choices, wanted, strict=True)} if wanted is not None else {}


def may_move(action: model.Action, piece: int, view: View) -> bool:
    """Whether a move is one of this piece's kind."""
    return action.kinds is None or view.data.kind[piece] in action.kinds


def chosen(action: model.Action, view: View) -> Values:
    """The values of an action's choices; a piece is given by what it is chosen by."""
    return tuple(known_as(c, view.names[c.slot], view) for c in action.choices)


def bind(action: model.Action, values: Values, view: View) -> None:
    """Lets the names of an action's choices stand for their values; a piece that is not there is none."""
    for choice, value in zip(action.choices, values, strict=True):
        view.names[choice.slot] = _piece(value, view) if choice.type.base == "piece" else value


def _piece(value: Any, view: View) -> int | None:
    """The piece that is known by a site, or where sites hold several by a description."""
    if value is None:
        return None
    cell = view.data.cells[value[0] if isinstance(value, tuple) else value]
    return next((p for p in reversed(cell) if known_by(p, view) == value), None)


class _Search:
    """The search for one action's candidates: what is wanted, by slots, and how many values were tried."""

    def __init__(self, action: model.Action, view: View, wanted: Mapping[int, Any]) -> None:
        self.action = action
        self.view = view
        self.wanted = wanted
        self.tried = 0

    def from_part(self, index: int) -> Iterator[Values]:
        """The candidates from a part of the action on, when those before it are fixed."""
        action, view = self.action, self.view
        if index == len(action.parts):
            values = chosen(action, view)
            if all(v == self.wanted.get(c.slot, v) for c, v in zip(action.choices, values, strict=True)):
                yield values
            return
        match action.parts[index]:
            case model.Condition() as part:
                if view.value(part.condition):
                    yield from self.from_part(index + 1)
            case model.Choose() as part:
                for value in self._possible(part):
                    view.names[part.slot] = value
                    yield from self.from_part(index + 1)
            case model.ChooseSet() as part:
                for found in self._sets(part):
                    view.names[part.slot] = found
                    if part.condition is None or view.value(part.condition):
                        yield from self.from_part(index + 1)
            case model.Along() as part:
                start = view.data.place[view.names[action.piece]]
                is_bound = any(s.name == "to" for s in part.path.steps)
                for to in ways(part.path, view, start):
                    if not is_bound:
                        view.names[part.to] = to
                    if view.names[part.to] == self.wanted.get(part.to, view.names[part.to]):
                        yield from self.from_part(index + 1)
            case part:
                assert_never(part)

    def _possible(self, part: model.Choose) -> tuple[Any, ...]:
        """What may be chosen there."""
        if part.slot in self.wanted:
            is_piece = next(c.type.base == "piece" for c in self.action.choices if c.slot == part.slot)
            return self._matching(part.source, self.wanted[part.slot], is_piece)
        self._count(part)
        return self.view.elements(part.source)

    def _sets(self, part: model.ChooseSet) -> Iterable[tuple[Any, ...]]:
        """The sets that may be chosen there."""
        alike = elements_alike(part, self.view)
        if part.slot in self.wanted:
            wanted = self.wanted[part.slot]
            return (
                (set_named(alike, wanted, part, self.view),) if part.least <= len(wanted) <= part.most else ()
            )
        return self._within_bounds(part, alike)

    def _within_bounds(self, part: model.ChooseSet, alike: Alike) -> Iterator[tuple[Any, ...]]:
        """The sets but for those that cannot pass what is said of them."""
        view, bounds = self.view, set_bounds(self.action, part, self.view.game)
        least, most = ([view.value(e) for e in found] for found in (bounds.least, bounds.most))
        allowed = [n for n in sizes(part) if all(v <= n for v in least) and all(n <= v for v in most)]
        if bounds.first is None:
            self._count_up(part.span, how_many_sets(alike, allowed))
            return sets_of(alike, allowed)
        condition = bounds.first

        def goes_on(taken: tuple[Any, ...]) -> bool:
            self._count_up(part.span, 1)
            view.names[part.slot] = taken
            return bool(view.value(condition))

        return sets_of(alike, allowed, goes_on)

    def _matching(self, source: model.Expr, wanted: Any, is_piece: bool) -> tuple[Any, ...]:
        """The elements of a set that are known by what is wanted. A set's condition is asked of no others."""
        view = self.view
        if isinstance(source, model.Comprehension) and source.value is None:
            before, found = view.names[source.slot], []
            for item in self._matching(source.source, wanted, is_piece):
                view.names[source.slot] = item
                if source.condition is None or view.value(source.condition):
                    found.append(item)
            view.names[source.slot] = before
            return tuple(dict.fromkeys(found))
        return tuple(v for v in view.elements(source) if (known_by(v, view) if is_piece else v) == wanted)

    def _count(self, part: model.Choose) -> None:
        """Counts the values that are tried, so that too many candidates are an error before they take too long."""
        source = part.source.source if isinstance(part.source, model.Comprehension) else part.source
        if not isinstance(source, model.Const | model.Arithmetic | model.Builtin):
            return
        self._count_up(part.span, len(self.view.elements(source)))

    def _count_up(self, span: Span, count: int) -> None:
        self.tried += count
        if self.tried > MAX_CANDIDATES:
            raise trouble(
                "too-many-ways",
                span,
                f"`{self.action.name}` has more than {MAX_CANDIDATES} candidates",
                "too many to be tried",
                "choose among fewer, or put a `where` between the choices",
            )
