"""Warnings about pools of a player in which pieces of another player come to lie, and from which players put pieces on the board.

if t is enemy do move piece(t) to dock(mover)        -- `dock(rival(mover))` was meant
move boat from dock(mover) to t1                     -- this is then a boat of the other player
"""

from collections.abc import Iterator

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.types import PLAYER
from gdl.visit import nodes, same

_Wrong = tuple[model.Stock | model.MoveTo, str, str]  # where, whose pieces come there, and a way out


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Reports the first effect that brings pieces of another player into a pool."""
    if any(isinstance(n, model.SetField) and n.field == "owner" for n in nodes((game.actions, game.settles))):
        return  # they change sides
    taken = dict(_taken_out(game))
    for effect, label, help in (*_of_setup(game), *_of_actions(game)):
        pool = effect.pool if isinstance(effect, model.Stock) else effect.to
        if (
            not isinstance(pool, model.PoolOf)
            or pool.name not in taken
            or effect.span.source.name != resolved.source.name
        ):
            continue
        out = taken[pool.name]
        reporter.report(
            "unlike-clauses",
            effect.span,
            f"a player puts pieces from their own `{pool.name}` on the board, and here come pieces of another one into it",
            label,
            others=[(out.span, "taken out here")],
            help=help,
        )
        return


def _taken_out(game: model.Game) -> Iterator[tuple[str, model.MoveTo]]:
    """The pools from which the mover puts pieces of their own on the board."""
    for effect in nodes(game.actions):
        if isinstance(effect, model.MoveTo) and not isinstance(effect.to, model.PoolOf):
            for n in nodes(effect.piece):
                if isinstance(n, model.PoolOf) and isinstance(n.holder, model.Role):
                    yield n.name, effect


def _of_setup(game: model.Game) -> Iterator[_Wrong]:
    """Effects that make pieces of one player in a pool of others."""
    for effect in nodes((game.setup, game.actions)):
        if not isinstance(effect, model.Stock) or effect.owner is None or effect.pool.holder is None:
            continue
        owner, holder = effect.owner, effect.pool.holder
        is_one = (
            isinstance(owner, model.Const) and owner.type == PLAYER and not isinstance(holder, model.Role)
        )
        if is_one and not same(owner, holder):
            whose, text = (e.span.in_one_line for e in (owner, holder))
            yield effect, f"those of {whose} alone", f"write `of {text}`, if each has their own"


def _of_actions(game: model.Game) -> Iterator[_Wrong]:
    """Effects that move a piece which is the enemy's into a pool of the mover."""
    for action in game.actions:
        for branch in nodes(action.effects):
            if not isinstance(branch, model.Branch):
                continue
            enemies = [e for c in forms.conjuncts(branch.condition) if (e := _enemy(c)) is not None]
            for effect in branch.body:
                if not isinstance(effect, model.MoveTo) or not isinstance(effect.to, model.PoolOf):
                    continue
                is_enemy = any(same(effect.piece, e) for e in enemies)
                if is_enemy and isinstance(effect.to.holder, model.Role):
                    text = effect.to.holder.span.in_one_line
                    other = "rival(mover)" if len(game.players) == 2 else "owner(...)"
                    written = effect.to.span.in_one_line
                    yield (
                        effect,
                        "a piece of the enemy",
                        f"write `{written.replace(text, other)}`, where it comes from",
                    )


def _enemy(condition: model.Expr) -> model.Expr | None:
    """The piece of which a condition says that it is the enemy's."""
    match condition:
        case model.Not(
            operand=model.Compare(
                operator="=", left=model.Builtin(name="owner", arguments=(piece,)), right=model.Role()
            )
        ):
            return piece
    return None
