"""Candidates: the choices that pass an action's own clauses, tried one after the other.

The names of a view hold the choices of a candidate while it is looked at.
"""

from collections.abc import Iterator
from typing import assert_never

from gdl import model
from gdl.limits import MAX_CANDIDATES
from gdl.source import Span
from interpreter.engines.reference.chosen import elements_alike, how_many_sets, known_as, sets_of
from interpreter.engines.reference.paths import ways
from interpreter.engines.reference.view import View, trouble
from interpreter.numbering import Values


def candidates(action: model.Action, arguments: Values, view: View) -> Iterator[Values]:
    """The choices that pass an action's own clauses, given its arguments."""
    view.viewpoint = view.mover
    view.is_choosing = True
    tried = _Tried()
    for (_, slot, _), value in zip(action.parameters, arguments, strict=True):
        view.names[slot] = value
    if action.form != "move":
        yield from _from_part(action, 0, view, tried)
        return
    for site, cell in enumerate(view.data.cells):
        for piece in cell[-1:]:
            if view.data.owner[piece] == view.mover and may_move(action, piece, view):
                view.names[action.piece] = piece
                view.names[action.origin] = site
                view.viewpoint = view.mover
                yield from _from_part(action, 0, view, tried)


def further(action: model.Action, view: View) -> Iterator[Values]:
    """The choices of one more step of an action that goes on."""
    first = len(action.choices) - len(action.repeated)
    for values in _from_part(action, 0, view, _Tried()):
        yield values[first:]


def may_move(action: model.Action, piece: int, view: View) -> bool:
    """Whether a move is one of this piece's kind."""
    return action.kinds is None or view.data.kind[piece] in action.kinds


def chosen(action: model.Action, view: View) -> Values:
    """The values of an action's choices; a piece is given by what it is chosen by."""
    return tuple(known_as(c, view.names[c.slot], view) for c in action.choices)


def _from_part(action: model.Action, index: int, view: View, tried: "_Tried") -> Iterator[Values]:
    """The candidates from a part of the action on, when those before it are fixed."""
    if index == len(action.parts):
        yield chosen(action, view)
        return
    match action.parts[index]:
        case model.Condition() as part:
            if view.value(part.condition):
                yield from _from_part(action, index + 1, view, tried)
        case model.Choose() as part:
            tried.look_at(action, part, view)
            for value in view.elements(part.source):
                view.names[part.slot] = value
                yield from _from_part(action, index + 1, view, tried)
        case model.ChooseSet() as part:
            alike = elements_alike(part, view)
            tried.count_up(action, part.span, how_many_sets(alike, part))
            for found in sets_of(alike, part):
                view.names[part.slot] = found
                yield from _from_part(action, index + 1, view, tried)
        case model.Along() as part:
            start = view.data.place[view.names[action.piece]]
            for to in ways(part.path, view, start):
                if not any(s.name == "to" for s in part.path.steps):
                    view.names[part.to] = to
                yield from _from_part(action, index + 1, view, tried)
        case part:
            assert_never(part)


class _Tried:
    """How many values were tried, so that too many candidates are an error before they take too long."""

    def __init__(self) -> None:
        self.count = 0

    def look_at(self, action: model.Action, part: model.Choose, view: View) -> None:
        source = part.source.source if isinstance(part.source, model.Comprehension) else part.source
        if not isinstance(source, model.Const | model.Arithmetic | model.Builtin):
            return
        self.count_up(action, part.span, len(view.elements(source)))

    def count_up(self, action: model.Action, span: Span, count: int) -> None:
        """So many values are about to be tried."""
        self.count += count
        if self.count > MAX_CANDIDATES:
            raise trouble(
                "too-many-ways",
                span,
                f"`{action.name}` has more than {MAX_CANDIDATES} candidates",
                "too many to be tried",
                "choose among fewer, or put a `where` between the choices",
            )
