"""Warnings about effects in a row of which one comes to nothing because of another: what is given is given anew at once, the same is said
twice, or something is drawn where there is nothing.

rests(mover) := rests(mover) + 1
rests(mover) := 0                          -- the line before comes to nothing
if no deck do random c in deck             -- `some deck` was meant
"""

from collections.abc import Iterator
from itertools import pairwise

from gdl import model
from gdl.checker import forms
from gdl.checker.analyses.gone import blocks
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.source import Span
from gdl.visit import alike, followed, nodes

_OFTEN = (model.Place, model.Stock, model.Demand, model.Chance)  # what may well be said twice
_ONE_OF_MANY = ("first", "last", "single", "nth")  # another one, once the first one has gone
_SETTLED = (model.Role, model.Local, model.Const)  # what names the same thing before and behind an effect


def warn(game: model.Game, reporter: Reporter) -> None:
    parts = tuple(nodes(with_effects(game)))
    at_once = {id(n) for part in parts if isinstance(part, model.Simultaneously) for n in nodes(part.body)}
    rows = [game.setup, *(row for part in parts if id(part) not in at_once for row in blocks(part))]
    for effects in rows:
        told = {d.span for d in reporter.found}
        _warn_of_the_same(effects, told, reporter)
        _warn_of_values_given_anew(effects, told, game, reporter)
    for part in parts:
        if isinstance(part, model.Branch) and not any(d.span == part.condition.span for d in reporter.found):
            _warn_of_nothing_there(part, reporter)


def _warn_of_the_same(effects: tuple[model.Effect, ...], told: set[Span], reporter: Reporter) -> None:
    """Reports an effect that is said twice in succession, where that is not how something is made twice."""
    for first, second in pairwise(effects):
        if any(_is_another_time(n) for n in nodes(first)) or second.span in told:
            continue
        if isinstance(first, model.Bind) or first.span == second.span or not alike(first, second):
            continue
        told.add(second.span)
        adds = isinstance(first, model.SetField) and any(
            isinstance(n, model.GetField) and n.field == first.field for n in nodes(first.value)
        )
        reporter.report(
            "idle-effect",
            second.span,
            "this says the same as the effect before it",
            "said twice",
            others=[(first.span, "the same")],
            help="leave one of them out"
            + (", or say in one line how much it is" if adds else ", or name what differs"),
        )


def _is_another_time(node: object) -> bool:
    """Whether a part means something else when it is said again: a new piece, a new draw, the next one of several."""
    return isinstance(node, _OFTEN) or (isinstance(node, model.Builtin) and node.name in _ONE_OF_MANY)


def _warn_of_values_given_anew(
    effects: tuple[model.Effect, ...], told: set[Span], game: model.Game, reporter: Reporter
) -> None:
    """Reports a value that nothing reads before another one takes its place."""
    for number, first in enumerate(effects):
        if not isinstance(first, model.SetField) or not _is_settled(first.holder) or first.span in told:
            continue
        anew = _given_anew(first, effects[number + 1 :], game)
        if anew is None or anew.span in told:
            continue
        told.add(first.span)
        name = " ".join(first.span.text.split(":=")[0].split())
        reporter.report(
            "idle-effect",
            first.span,
            f"`{name}` is given another value below, and nothing asks for this one before",
            "comes to nothing",
            others=[(anew.span, "takes its place")],
            help="leave one of them out, put this one behind the other, or name another field",
        )


def _is_settled(holder: model.Expr | None) -> bool:
    return holder is None or all(isinstance(n, _SETTLED) for n in nodes(holder))


def _given_anew(
    first: model.SetField, later: tuple[model.Effect, ...], game: model.Game
) -> model.SetField | None:
    """The next effect that gives the same field a value, if none between them has to do with it."""
    for effect in later:
        if any(_reads(n, first.field) for n in followed(effect, game.definitions)):
            return None
        if isinstance(effect, model.SetField) and effect.field == first.field:
            return effect if alike(effect.holder or (), first.holder or ()) else None
        if not isinstance(effect, model.SetField | model.SetPhase):
            return None
    return None


def _reads(node: object, field: str) -> bool:
    match node:
        case model.GetField():
            return node.field == field
        case model.Builtin():
            return node.name == field  # kind and owner of a piece
        case model.CanMake():
            return True
    return False


# ---- what is there no more


def _warn_of_nothing_there(branch: model.Branch, reporter: Reporter) -> None:
    """Reports an effect that takes something from a set of which the condition says that it holds nothing."""
    for emptied, span in _empty(branch.condition):
        for effect in branch.body:
            taken = next((s for s in _taken_from(effect) if alike(s, emptied)), None)
            if taken is not None:
                text = taken.span.in_one_line
                reporter.report(
                    "idle-effect",
                    effect.span if not isinstance(effect, model.ForEach) else taken.span,
                    f"there is nothing in `{text}` here, so this comes to nothing",
                    "nothing is there",
                    others=[(span, "says so")],
                    help=f"write `some {text}`, if that is meant; else name what is to be taken from",
                )
                return
            if not isinstance(effect, model.SetField | model.Bind):
                break  # there may be something by then


def _empty(condition: model.Expr) -> Iterator[tuple[model.Expr, Span]]:
    """The sets of pieces of which a condition says that they hold nothing."""
    for part in forms.conjuncts(condition):
        match part:
            case model.Compare(
                operator="=",
                left=model.Builtin(name="count", arguments=(held,)),
                right=model.Const(value=0),
            ):
                yield held, part.span


def _taken_from(effect: model.Effect) -> Iterator[model.Expr]:
    match effect:
        case model.Chance(source=source):
            yield source
        case model.ForEach():
            yield from (source for _, source in effect.generators)
        case model.MoveTo(piece=model.Builtin(name="first" | "last" | "single", arguments=(source,))):
            yield source
