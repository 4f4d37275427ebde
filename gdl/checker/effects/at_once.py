"""Effects inside `simultaneously`: all that they are about is found before the first of them happens.

Engines judge removals, moves, placements, fields and ends beforehand. Any other effect, such as a demand, is done when
its turn comes; so the values that it needs get names in front of it, and names are kept as they were.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from gdl.checker.context import Context
from gdl.core import model


def judged_before(effects: tuple[model.Effect, ...], context: Context) -> tuple[model.Effect, ...]:
    """The effects of such a block, with names for what they need. A block in a block is a part of it."""
    return tuple(made for effect in effects for made in _judged(effect, context))


def _judged(effect: model.Effect, context: Context) -> Iterator[model.Effect]:
    match effect:
        case model.Simultaneously():
            yield from judged_before(effect.body, context)
        case model.Branch():
            body, otherwise = (judged_before(part, context) for part in (effect.body, effect.otherwise))
            yield replace(effect, body=body, otherwise=otherwise)
        case model.ForEach() | model.ForPath() | model.Acting():
            yield replace(effect, body=judged_before(effect.body, context))
        case _:
            naming = _Naming(context)
            made = naming.effect(effect)
            yield from naming.binds
            yield made


class _Naming:
    """Gives names to the values of an effect; `binds` are the effects that do so."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.binds: list[model.Effect] = []

    def effect(self, effect: model.Effect) -> model.Effect:
        match effect:
            case model.Stock():
                return replace(
                    effect,
                    kind=self.named(effect.kind),
                    owner=self.optional(effect.owner),
                    pool=replace(effect.pool, holder=self.optional(effect.pool.holder)),
                    times=self.named(effect.times),
                    settings=self.settings(effect.settings),
                )
            case model.Demand():
                player = self.optional(effect.player)
                return replace(effect, choices=tuple(self.demanded(c) for c in effect.choices), player=player)
            case model.NextTurn():
                return replace(effect, player=self.named(effect.player))
            case model.Place() | model.Remove() | model.MoveTo() | model.SetField() | model.Finish():
                return effect  # judged before anything happens
            case model.Bind() | model.Chance() | model.SetPhase():
                return effect  # needs nothing that others change
            case model.Branch() | model.ForEach() | model.ForPath() | model.Acting() | model.Simultaneously():
                return effect  # what is inside them has been seen to
            case _:
                assert_never(effect)

    def named(self, value: model.Expr) -> model.Expr:
        match value:
            case model.Const() | model.Local():
                return value
            case model.PoolOf():
                return replace(value, holder=self.optional(value.holder))
            case model.MakeSet():
                return replace(value, items=tuple(map(self.named, value.items)))
            case model.Builtin(name="single"):
                return replace(value, arguments=tuple(map(self.named, value.arguments)))
        local = self.context.unnamed(value.type, value.span)
        self.binds.append(model.Bind(value.span, local.slot, value))
        return local

    def optional(self, value: model.Expr | None) -> model.Expr | None:
        return None if value is None else self.named(value)

    def settings(self, settings: tuple[tuple[str, model.Expr], ...]) -> tuple[tuple[str, model.Expr], ...]:
        return tuple((field, self.named(value)) for field, value in settings)

    def demanded(self, choice: model.Demanded) -> model.Demanded:
        self.binds.extend(model.Bind(value.span, slot, value) for slot, value in choice.binds)
        return replace(choice, arguments=tuple(map(self.named, choice.arguments)), binds=())
