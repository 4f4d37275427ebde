"""Actions that were never possible since they ask for a kind of piece that only an action makes which no turn offers.

action tie ... do kind(s) := knot
action pull ... choose s in own knot
when not wild
  turn: thread or pull                 -- `tie` is offered in the other setting alone
"""

import re
from collections.abc import Container, Iterator

from gdl import model
from gdl.course import course
from gdl.diagnostics import Diagnostic, Label
from gdl.source import Span
from gdl.visit import followed, nodes


def is_unmade(kind: int, game: model.Game) -> bool:
    """Whether some action makes pieces of a kind, and each that does so is one that play never comes to."""
    makers = _makers(kind, game)
    return bool(makers) and course(game).actions.isdisjoint(makers)


def _makers(kind: int, game: model.Game) -> list[str]:
    """The actions that make pieces of a kind, if nothing else does."""
    if _makes((game.setup, game.settles), kind):
        return []
    return [a.name for a in game.actions if _makes(a, kind)]


def found(
    action: model.Action, message: str, met: Container[int], blamed: tuple[int, int], game: model.Game
) -> Diagnostic | None:
    """What keeps an action from being possible, if it is a kind that is not made: told at the turn that offers the action.

    `blamed`: from where to where the part stands that never held, in which the kind is named.
    """
    start, end = blamed
    absent = [k for k in _kinds(action, game) if k[0] not in met and start <= k[1].start < end]
    circle = next((k for k in absent if _makers(k[0], game) == [action.name]), None)
    if circle is not None:
        return _in_a_circle(action, *circle, message, game)
    asked = next((k for k in absent if is_unmade(k[0], game)), None)
    turn = next((t for t in game.turns.values() if action.name in t.names), None)
    if asked is None or turn is None:
        return None
    (index, place), kind = asked, game.kinds[asked[0]].name
    maker = next(a for a in game.actions if _makes(a, index))
    text = turn.span.in_one_line
    written = re.sub(rf"\b{action.name}\b", f"{maker.name} or {action.name}", text, count=1)
    return Diagnostic(
        "never-met",
        f"{message}: there is never a `{kind}`, as no turn under these options offers `{maker.name}`, which makes one",
        turn.span,
        f"offers `{action.name}`, and not `{maker.name}`",
        (Label(place, "never there"), Label(maker.span, "makes them")),
        help=f"write `{written}`, if that is meant; else leave `{action.name}` out of the turn",
    )


def _in_a_circle(action: model.Action, index: int, place: Span, message: str, game: model.Game) -> Diagnostic:
    """That an action asks for a kind which it alone makes."""
    kind = game.kinds[index].name
    sites = game.board.sites
    where = f": `place {kind} of {game.players[0].name} on {sites[0].name}`" if sites else ""
    return Diagnostic(
        "never-met",
        f"{message}: it asks for a `{kind}`, and nothing else makes one",
        place,
        "never there",
        (Label(action.span, f"makes a `{kind}`, and needs one for it"),),
        help=f"let the first one come from elsewhere, such as from the `setup`{where}; or ask for what is there before",
    )


def _kinds(action: model.Action, game: model.Game) -> Iterator[tuple[int, Span]]:
    """The kinds that an action asks for where it chooses, with the places that name them."""
    for n in followed(action.parts, game.definitions):
        if isinstance(n, model.Const) and n.type.base == "kind" and isinstance(n.value, int):
            yield n.value, n.span


def _makes(part: object, kind: int) -> bool:
    """Whether an effect makes a piece of a kind, or may do so where the kind is worked out."""
    for n in nodes(part):
        match n:
            case model.Place(kind=made) | model.Stock(kind=made) | model.SetField(field="kind", value=made):
                if not isinstance(made, model.Const) or made.value == kind:
                    return True
            case _:
                pass
    return False
