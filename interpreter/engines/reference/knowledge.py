"""What can be known without what is hidden: the view of spectators, and scores.

If spectators saw whatever all players see, they would tell one player what another one sees: that a site on a board in the dark
is shown to spectators says that both see it. So of what all players see, spectators see only that of which all of them know that
all see it. Whether something is hidden from a player is therefore asked of a copy of the position that hides from whoever asks
what is hidden from anybody. What cannot be answered there is hidden from spectators, too, and again nobody may rest on it.
What is left is the same in every two positions that some player cannot tell apart. All that this player sees is the same in both, and
so is all that was read to find what is left.

Of a score an observer knows the sum of what is not hidden, and that it is not all.
"""

from collections.abc import Iterable, Iterator, Set

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.evaluate import calculated
from gdl.core.world import NotStatic, Value
from gdl.diagnostics.values import GameError
from gdl.platform.dataclass import dataclass
from interpreter.engines.answers import KnownScore
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import (
    Hidden,
    Peek,
    aspects_of,
    fields_of,
    guarded,
    hidden_from,
    partial,
)
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.view import View


def hidden_from_spectators(rules: Rules, told: Set[str]) -> tuple[Hidden, bool]:
    """What spectators may not see of a position; and whether some player does not know what the others see.

    `told`: the fields of pieces that `hide` asks for, which are public.
    """
    players = range(len(rules.game.players))
    hidden = united((hidden_from(p, rules.view) for p in players), rules.data)
    while True:
        doubts = list(_doubts(rules, hidden, told))
        more = united((hidden, *doubts), rules.data)
        if more == hidden:
            return hidden, bool(doubts)
        hidden = more


def united(parts: Iterable[Hidden], data: Data) -> Hidden:
    """What is hidden in any of several ways."""
    sites: set[int] = set()
    pieces: set[int] = set()
    pools: set[int] = set()
    waiting: set[int] = set()
    unnamed: set[int] = set()
    aspects: dict[int, frozenset[str]] = {}
    fields: dict[str, frozenset[int]] = {}
    for part in parts:
        sites |= part.sites
        pieces |= part.pieces
        pools |= part.pools
        waiting |= part.waiting
        unnamed |= part.unnamed
        for piece, names in part.aspects.items():
            aspects[piece] = aspects.get(piece, frozenset()) | names
        for name, at in part.fields.items():
            fields[name] = fields.get(name, frozenset()) | at
    pieces.update(p for site in sites for p in data.cells[site])
    return Hidden(
        frozenset(sites),
        frozenset(pieces),
        frozenset(pools),
        partial(aspects, pieces),
        fields,
        frozenset(waiting),
        frozenset(unnamed),
    )


def _doubts(rules: Rules, hidden: Hidden, told: Set[str]) -> Iterator[Hidden]:
    """What might be hidden from a player, for all that can be known without what is hidden."""
    if not hidden:
        return
    data = rules.data
    watched = guarded(rules.game, data, hidden)
    watched.piece_fields |= {name: dict(data.piece_fields[name]) for name in told & data.piece_fields.keys()}
    asked = Rules(rules.game, watched, rules.mover, is_over=rules.is_over)
    for hide in rules.game.hides:
        for viewer in range(len(rules.game.players)):
            for item in _items(asked, hide, viewer, data):
                if not _is_under(hide, item, hidden, data) and _is_doubtful(asked, hide, viewer, item):
                    yield _hidden(hide, item, data, rules.game)


def _items(asked: Rules, hide: model.Hide, viewer: int, data: Data) -> Iterable[int]:
    """The elements for which a clause asks; all that there are, where it is not known for which."""
    view = asked.view
    view.viewpoint = viewer
    view.names[hide.viewer] = viewer
    try:
        return [item for item in view.elements(hide.source) if isinstance(item, int)]
    except (NotStatic, GameError):
        match hide.holder:
            case "piece":
                return list(data.place)
            case "player":
                return range(len(asked.game.players))
            case "site":
                return range(len(data.cells))
            case _:
                return range(1)


def _is_under(hide: model.Hide, item: int, hidden: Hidden, data: Data) -> bool:
    """Whether an element is a piece in a place of which nothing is seen anyway."""
    if not hide.hides_pieces or "site" in hide.aspects:
        return False
    return data.site(item) in hidden.sites or data.place[item] - len(data.cells) in hidden.pools


def _is_doubtful(asked: Rules, hide: model.Hide, viewer: int, item: int) -> bool:
    view = asked.view
    view.viewpoint = viewer
    view.names[hide.viewer], view.names[hide.slot] = viewer, item
    try:
        view.value(hide.condition)
    except (NotStatic, GameError):
        return True
    return False


def _hidden(hide: model.Hide, item: int, data: Data, game: model.Game) -> Hidden:
    """One element as a clause hides it."""
    alone = frozenset((item,))
    if not hide.hides_pieces:
        at = alone if hide.hides_sites else frozenset()
        return Hidden(sites=at, fields=dict.fromkeys(fields_of(hide, data), alone))
    if not hide.aspects:
        return Hidden(pieces=alone)
    return Hidden(aspects={item: aspects_of(hide, item, data, game)})


# ---- scores


_UNKNOWN = KnownScore(None, False)


def known_scores(name: str, rules: Rules, hidden: Hidden) -> list[KnownScore]:
    """What a definition gives each player, as far as it can be told from what is not hidden."""
    definition = rules.game.definitions[name]
    found = []
    for player in range(len(rules.game.players)):
        view = rules.fresh(guarded(rules.game, rules.data, hidden)).view
        for parameter in definition.parameters:
            view.names[parameter[1]] = player
        found.append(_known(definition.body, _Asked(view)))
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """A guarded view, and how it is asked: a `Peek` leaves names bound, so these are put back."""

    view: View

    def value(self, e: model.Expr) -> Value:
        before = list(self.view.names)
        try:
            return self.view.value(e)
        finally:
            self.view.names[:] = before

    def elements(self, e: model.Expr) -> tuple[Value, ...]:
        before = list(self.view.names)
        try:
            return self.view.elements(e)
        finally:
            self.view.names[:] = before


def _known(e: model.Expr, asked: _Asked) -> KnownScore:
    try:
        found = asked.value(e)
        return KnownScore(0 if found is None else found, True)
    except Peek:
        pass
    try:
        match e:
            case core.Builtin(name="sum", arguments=(core.Comprehension(is_bag=True) as terms,)):
                return _added(terms, asked)
            case core.Arithmetic(operator="+", left=left, right=right):
                return _joined(e, _known(left, asked), _known(right, asked))
            case core.If(condition=condition, then=then, otherwise=otherwise):
                return _known(then if asked.value(condition) else otherwise, asked)
            case core.Apply():
                return _applied(e, asked)
    except Peek:
        pass
    return _UNKNOWN


def _added(terms: core.Comprehension, asked: _Asked) -> KnownScore:
    """The terms of a sum that are known, one by one."""
    view, total = asked.view, _UNKNOWN
    of_each = terms.value
    for item in asked.elements(terms.source):
        view.names[terms.slot] = item
        try:
            if terms.condition is None or asked.value(terms.condition):
                one = item if of_each is None else asked.value(of_each)
                if isinstance(one, tuple):
                    return _UNKNOWN
                before = total.value if total.value is not None else 0
                total = KnownScore(before + (one or 0), False)
        except Peek:
            continue
    return total


def _joined(e: core.Arithmetic, left: KnownScore, right: KnownScore) -> KnownScore:
    """What is known of two parts that are added up; a part that is 0 says nothing beside an unknown one."""
    if left.value is None or right.value is None:
        known = right if left.value is None else left
        return KnownScore(known.value, False) if known.value else _UNKNOWN
    return KnownScore(calculated(e, left.value, right.value), False)


def _applied(e: core.Apply, asked: _Asked) -> KnownScore:
    """What is known of a definition, given values that are known."""
    definition = asked.view.definition(e.definition)
    given = [asked.value(a) for a in e.arguments]
    before = list(asked.view.names)
    asked.view.give(definition.parameters, given)
    found = _known(definition.body, asked)
    asked.view.names[:] = before
    return found
