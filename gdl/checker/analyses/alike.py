"""Warnings about a connection that is asked between a set and itself: the second set is hardly the one that is meant.

some s in west_side: s is own and some t in west_side: t in chain(s)
linked(north_side, north_side)
"""

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.rules import played
from gdl.visit import nodes, same


def warn(game: model.Game, reporter: Reporter) -> None:
    for part in nodes(played(game)):
        match part:
            case model.Quantified(is_all=False):
                _warn_of_one_set(part, game, reporter)
            case model.Apply(arguments=(a, b)) if a.type.base == "set" and same(a, b) and a.span != b.span:
                reporter.report(
                    "constant-condition",
                    b.span,
                    f"`{part.definition}` is asked of one set twice",
                    "the same as before it",
                    others=[(a.span, "here")] if a.span.line != b.span.line else (),
                    help="name another set, such as the other side of the board",
                )


def _warn_of_one_set(outer: model.Quantified, game: model.Game, reporter: Reporter) -> None:
    """Reports a quantifier inside another one over the same set, that asks what is connected with the outer element."""
    for inner in forms.conjuncts(outer.body):
        if not isinstance(inner, model.Quantified) or inner.is_all or not same(inner.source, outer.source):
            continue
        for c in forms.conjuncts(inner.body):
            if not isinstance(c, model.In) or not _is(c.element, inner.slot):
                continue
            if _begins_at(c.set, outer.slot, game):
                name = inner.source.span.in_one_line
                reporter.report(
                    "constant-condition",
                    inner.source.span,
                    f"both go through `{name}`, and each site is connected with itself, so one site is enough",
                    "the same set again",
                    others=[(outer.source.span, "gone through already")]
                    if inner.span.line != outer.span.line
                    else (),
                    help="go through another set here, such as the other side of the board",
                )


def _is(e: model.Expr, slot: int) -> bool:
    return isinstance(e, model.Local) and e.slot == slot


def _begins_at(found: model.Expr, slot: int, game: model.Game) -> bool:
    """Whether a set is what is reached from the element of a slot."""
    match found:
        case model.Reached():
            return any(isinstance(n, model.Local) and n.slot == slot for n in nodes(found.start))
        case model.Apply(definition=name, arguments=arguments) if name in game.definitions:
            definition = game.definitions[name]
            slots = [s for (_, s, _), a in zip(definition.parameters, arguments, strict=True) if _is(a, slot)]
            return any(_begins_at(definition.body, s, game) for s in slots)
    return False
