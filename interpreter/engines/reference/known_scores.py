"""Scores as an observer may know them: what is hidden is left out of a sum, and of the rest it is said that it is not all."""

from dataclasses import dataclass

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.evaluate import calculated
from gdl.core.world import Value
from interpreter.engines.answers import KnownScore
from interpreter.engines.reference.guarded import Peek, guarded
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.view import View

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
    for (_, slot, _), value in zip(definition.parameters, given, strict=True):
        asked.view.names[slot] = value
    found = _known(definition.body, asked)
    asked.view.names[:] = before
    return found
