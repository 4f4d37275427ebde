"""Preferences that are known before an action is done: `prefer captures > 0` becomes a group of captures before all others.

A preference that must be judged behind the action needs a list of all actions, each tried on a copy. A group with one more
condition is set algebra like any other condition. What an action captures follows from its effects: a move captures what
stands on its destination, `capture SITES` what stands there. Where that is not enough, or where an effect before it may
go wrong, the preference stays and actions are tried.
"""

from dataclasses import replace

from gdl.core import model
from gdl.core.traits import traits
from gdl.core.types import BOOL, SITE
from gdl.core.visit import followed, nodes
from gdl.tree.words import Trait
from interpreter.lowering.game.expression_analysis import all_of, any_of, is_onto_empty, static_names
from interpreter.lowering.game.sure_effects import is_sure, names_of

SUFFIX = ".preferred"


def with_preferred_groups(game: model.Game) -> model.Game:
    """The same game with its preference as groups of its turns; the game itself where that cannot be done."""
    if len(game.prefers) != 1 or not _is_of_captures(game.prefers[0]) or game.board.is_stacking:
        return game
    offered = dict.fromkeys(name for turn in game.turns.values() for name in turn.names if name != "pass")
    better: dict[str, model.Action] = {}
    for name in offered:
        action = game.action(name)
        condition = _captures_something(action, game)
        if condition is None:
            return game
        if isinstance(condition, model.Const):
            continue
        part = model.Condition(action.span, condition)
        better[name] = replace(action, name=name + SUFFIX, parts=(*action.parts, part))

    def also(after: tuple[str, ...]) -> tuple[str, ...]:
        return (*after, *(n + SUFFIX for n in after if n in better))

    def split(offer: model.Offer) -> tuple[model.Offer, ...]:
        first = tuple(n + SUFFIX for n in offer.names if n in better)
        return (replace(offer, names=first), offer)

    return replace(
        game,
        prefers=(),
        actions=(*game.actions, *better.values()),
        turns={
            phase: replace(turn, offers=tuple(o for offer in turn.offers for o in split(offer)))
            for phase, turn in game.turns.items()
        },
        settles=tuple(replace(s, after=also(s.after)) for s in game.settles),
        requires=tuple(replace(r, after=also(r.after)) for r in game.requires),
    )


def _is_of_captures(prefer: model.Prefer) -> bool:
    """Whether it is `captures > 0`."""
    match prefer.word, prefer.value:
        case "", model.Compare(operator="<", left=model.Const(value=0), right=model.Builtin(name="captures")):
            return True
    return False


def _captures_something(action: model.Action, game: model.Game) -> model.Expr | None:
    """A condition on the position before an action; None where what it captures does not follow from its effects."""
    settles = game.settles_after(action.name)
    bodies = tuple(s.body for s in settles)
    if action.again is not None or action.finals or any(map(_may_capture, nodes(bodies))):
        return None
    if any(s.until_stable for s in settles) or not _are_sure(action, bodies, game):
        return None
    found = []
    if action.form == "move" and not is_onto_empty(action, game):
        taken = [_is_taken(action, action.to)]
        if _may_return(action, game):
            taken.append(_is_other(action, action.to, action.origin))
        found.append(all_of(taken, action.span))
    for effect in action.effects:
        match effect:
            case model.SetField() | model.NextTurn() | model.SetPhase():
                continue
            case model.Remove(is_capture=True):
                captured = _stands_on(effect.pieces, action, game)
                if captured is None:
                    return None
                found.append(captured)
            case _ if any(map(_may_capture, nodes(effect))) or any(map(_may_move, nodes(effect))):
                return None
    return any_of(found, action.span)


def _are_sure(action: model.Action, settles: tuple[tuple[model.Effect, ...], ...], game: model.Game) -> bool:
    """Whether neither an action nor what settles after it can go wrong: then they need not be tried."""
    if action.form == "move" and game.board.is_growing:
        return False  # it may come to the rim of the window
    names = names_of(action)
    return all(is_sure(e, names, game) for body in (action.effects, *settles) for e in body)


def _may_return(action: model.Action, game: model.Game) -> bool:
    """Whether a move may end where it began, as a walk may and a line or leap may not: then it captures nothing there."""
    return any(isinstance(e, model.Walk) for e in followed(action.parts, game.definitions))


_MOVING: frozenset[Trait] = frozenset(("moves", "makes", "removes", "demands", "draws"))


def _may_capture(e: object) -> bool:
    return isinstance(e, model.Effect) and "captures" in traits(e)


def _may_move(e: object) -> bool:
    """Whether an effect changes what stands where, so that a later one captures something else."""
    return isinstance(e, model.Effect) and not _MOVING.isdisjoint(traits(e))


def _is_taken(action: model.Action, slot: int) -> model.Expr:
    return model.Not(action.span, BOOL, _is_empty(action, slot))


def _is_empty(action: model.Action, slot: int) -> model.Expr:
    return model.Builtin(action.span, BOOL, "empty", (model.Local(action.span, SITE, slot, ""),))


def _stands_on(pieces: model.Expr, action: model.Action, game: model.Game) -> model.Expr | None:
    """Whether something stands on sites that the board and the choices give; not the piece that moves."""
    match pieces:
        case model.Comprehension(
            condition=None, value=model.Builtin(name="piece", arguments=(model.Local(slot=slot),))
        ) if slot == pieces.slot and _is_known(pieces.source, game):
            own = (action.origin, action.to) if action.form == "move" else ()
            body = [_is_taken(action, slot), *(_is_other(action, slot, site) for site in own)]
            return model.Quantified(action.span, BOOL, False, slot, pieces.source, all_of(body, action.span))
    return None


def _is_other(action: model.Action, slot: int, other: int) -> model.Expr:
    span = action.span
    same = model.Compare(
        span, BOOL, "=", model.Local(span, SITE, slot, ""), model.Local(span, SITE, other, "")
    )
    return model.Not(span, BOOL, same)


def _is_known(sites: model.Expr, game: model.Game) -> bool:
    """Whether a set depends on the board, the choices and the players alone."""
    if isinstance(sites, model.Builtin) and sites.name == "relative":
        return True
    if isinstance(sites, model.Builtin) and sites.name == "neighbours":
        return all(_is_known(a, game) for a in sites.arguments)
    return static_names(sites, game) is not None
