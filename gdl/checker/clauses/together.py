"""Turns together: players choose one after the other, unseen, on the same state; then all choices take effect.

`turn together: show` needs nothing new of the rules that engines run but effects with another mover. What a player chooses is kept in
fields of players: `together` has the action, and each choice a field of its own, such as `show.k`. The choice is the whole
effect of the action. A settling, before all others, does what all have chosen, in the order of the players, as soon as nobody
is left to choose. While choices wait, no other settling happens and no end is tested.
"""

from collections.abc import Sequence
from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.core import model
from gdl.core.types import BOOL, NONE, PLAYER, Type, set_of
from gdl.core.visit import nodes, substituted
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax

MARKER = "together"  # the field that has the action whose choices wait


@dataclass(frozen=True, slots=True)
class Course:
    """The clauses of which some are others where players choose together."""

    actions: tuple[model.Action, ...]
    settles: tuple[model.Settle, ...]
    ends: tuple[model.Ending, ...]


@dataclass(frozen=True, slots=True)
class _Kept:
    """An action that is chosen together: its number among these, and the fields that keep its choices."""

    action: model.Action
    number: int
    fields: tuple[model.Field, ...]


def arrange(
    clauses: Sequence[syntax.Turn],
    course: Course,
    skips: Sequence[model.Skip],
    judged: Sequence[model.Require | model.Prefer],
    context: Context,
) -> tuple[Course, model.Together | None]:
    """The clauses as engines run them, and what waits; nothing changes where no turn is together."""
    offered = {n.name: c for c in clauses if c.is_together for o in c.offers for n in o.names}
    chosen = [a for a in course.actions if a.name in offered]
    if not any(c.is_together for c in clauses):
        return course, None
    _report_turns(clauses, context)
    for action in chosen:
        _report_action(action, offered[action.name], judged, context)
    if context.reporter.has_errors or not chosen:
        return course, None
    span = offered[chosen[0].name].span
    marker = _marker(tuple(a.name for a in chosen), span, context)
    kept = [_Kept(a, i, tuple(_field(a, c, context) for c in a.choices)) for i, a in enumerate(chosen)]
    made = Course(
        tuple(_waiting(a, kept, marker) for a in course.actions),
        (
            _resolution(kept, marker, skips, span, context),
            *(_calm(s, marker, context) for s in course.settles),
        ),
        tuple(
            replace(e, condition=model.And(e.span, BOOL, _nobody_waits(marker, e.span, context), e.condition))
            for e in course.ends
        ),
    )
    fields = tuple(f.name for k in kept for f in k.fields)
    return made, model.Together(marker.name, fields, _unnamed(clauses, chosen), tuple(chosen))


def _unnamed(clauses: Sequence[syntax.Turn], chosen: Sequence[model.Action]) -> frozenset[str]:
    """The actions whose names are not told while they wait: several are on offer, and no choice of theirs is open."""
    several = set[str]()
    for clause in (c for c in clauses if c.is_together):
        names = {n.name for offer in clause.offers for n in offer.names} & {a.name for a in chosen}
        several |= names if len(names) > 1 else set()
    is_open = {a.name for a in chosen for p in a.parts if isinstance(p, model.Choose) and p.word == "openly"}
    return frozenset(several - is_open)


# ---- what cannot be chosen together


def _report_turns(clauses: Sequence[syntax.Turn], context: Context) -> None:
    """Reports what a turn together cannot offer: passing, and an action that another turn offers by itself."""
    alone = {n.name for c in clauses if not c.is_together for o in c.offers for n in o.names}
    for clause in (c for c in clauses if c.is_together):
        for ident in (n for offer in clause.offers for n in offer.names):
            if ident.name == "pass":
                context.reporter.report(
                    "bad-together",
                    ident.span,
                    "players who choose together cannot pass",
                    "passing waits for nobody",
                    help="offer an action without effects, or leave players out with `skip`",
                )
            elif ident.name in alone and ident.name in context.names.askable:
                context.reporter.report(
                    "bad-together",
                    ident.span,
                    f"`{ident.name}` is offered in another turn, where it takes effect at once",
                    "chosen together here",
                    help="give each turn an action of its own",
                )


def _report_action(
    action: model.Action,
    turn: syntax.Turn,
    judged: Sequence[model.Require | model.Prefer],
    context: Context,
) -> None:
    """Reports an action that cannot wait for the choices of others."""
    must = next((n for n in nodes(action.effects) if isinstance(n, model.Demand) and n.word == "must"), None)
    sets = next((p for p in action.parts if isinstance(p, model.ChooseSet)), None)
    judges = next((j for j in judged if isinstance(j, model.Prefer) or j.applies_to(action.name)), None)
    problem: tuple[Span, str, str] | None = None
    if action.form == "move":
        problem = (
            action.span,
            "a move takes its piece along at once",
            "use an `action` that chooses a piece and a site",
        )
    elif action.again is not None:
        problem = (
            action.again.span,
            "a step would have to see the one before",
            "let players choose several times",
        )
    elif sets is not None:
        problem = sets.span, "several elements cannot wait as one choice", "let players choose several times"
    elif must is not None:
        problem = (
            must.span,
            "whether it can follow is not known when players choose",
            "write `then` without `must`",
        )
    elif judges is not None:
        word = "prefer" if isinstance(judges, model.Prefer) else "require"
        problem = (
            judges.span,
            f"`{word}` judges what follows, which is not known when players choose",
            "use `where`",
        )
    if problem is not None:
        span, why, help = problem
        context.reporter.report(
            "bad-together",
            span,
            f"`{action.name}` is chosen together, and {why}",
            "cannot wait",
            others=[(turn.span, "players choose together here")],
            help=help,
        )


# ---- fields


def _marker(names: tuple[str, ...], span: Span, context: Context) -> model.Field:
    kind = Type("symbol", symbols=names).or_none
    context.declare(MARKER, span)
    return _declared(model.Field(MARKER, span, "player", kind, None, None, ""), context)


def _field(action: model.Action, choice: model.Choice, context: Context) -> model.Field:
    numbers = [v for v in choice.values if isinstance(v, int)] if choice.type.base == "number" else []
    bounds = (min(numbers), max(numbers)) if numbers else None
    name = f"{action.name}.{choice.name}"
    return _declared(model.Field(name, action.span, "player", choice.type.or_none, bounds, None, ""), context)


def _declared(field: model.Field, context: Context) -> model.Field:
    context.names.fields[field.name] = field
    context.usage.read.add(field.name)
    context.usage.written.add(field.name)
    return field


def _of(field: model.Field, player: model.Expr) -> model.GetField:
    return model.GetField(field.span, field.type, field.name, player)


def _nobody_waits(marker: model.Field, span: Span, context: Context) -> model.Expr:
    """Whether no choice waits."""
    player = context.unnamed(PLAYER, span)
    waits = forms.equal(span, _of(marker, player), forms.const(span, NONE, None))
    return model.Quantified(span, BOOL, True, player.slot, _players(span, context), waits)


def _players(span: Span, context: Context) -> model.Expr:
    everyone = tuple(range(len(context.names.players)))
    return forms.const(span, set_of(PLAYER), everyone, context.names.players_vary)


# ---- effects


def _waiting(action: model.Action, kept: Sequence[_Kept], marker: model.Field) -> model.Action:
    """An action whose whole effect is that its choices are kept, and of whose choices others are told nothing."""
    found = next((k for k in kept if k.action is action), None)
    if found is None:
        return action
    span, mover = action.span, model.Role(action.span, PLAYER, "mover")
    number = forms.const(span, marker.type.required, found.number)
    effects: list[model.Effect] = [model.SetField(span, marker.name, mover, number)]
    for field, choice in zip(found.fields, action.choices, strict=True):
        value = model.Local(span, choice.type, choice.slot, choice.name)
        effects.append(model.SetField(span, field.name, mover, value))
    parts = tuple(
        replace(p, word="secretly") if isinstance(p, model.Choose) and not p.word else p for p in action.parts
    )
    return replace(action, parts=parts, effects=tuple(effects))


def _calm(settle: model.Settle, marker: model.Field, context: Context) -> model.Settle:
    """A settling that does nothing while choices wait."""
    calm = _nobody_waits(marker, settle.span, context)
    return replace(settle, body=(model.Branch(settle.span, calm, settle.body, ()),))


def _resolution(
    kept: Sequence[_Kept], marker: model.Field, skips: Sequence[model.Skip], span: Span, context: Context
) -> model.Settle:
    """Once nobody is left to choose, what each player has chosen, in their order."""
    player = context.unnamed(PLAYER, span)
    body: tuple[model.Effect, ...] = ()
    for one in reversed(kept):
        body = (
            model.Branch(one.action.span, _has_chosen(one, player, marker), _carried_out(one, player), body),
        )
    every = _players(span, context)
    rounds = model.ForEach(span, ((player.slot, every),), None, (model.Acting(span, player, body),))
    other = context.unnamed(PLAYER, span)
    nothing = forms.const(span, NONE, None)
    is_done: model.Expr = forms.negated(span, forms.equal(span, _of(marker, other), nothing))
    for skip in skips:
        is_out = substituted(skip.condition, {skip.slot: other})
        is_done = model.Or(span, BOOL, is_done, is_out)
    all_done = model.Quantified(span, BOOL, True, other.slot, every, is_done)
    clears: tuple[model.Effect, ...] = tuple(
        model.SetField(span, field.name, player, nothing)
        for field in (marker, *(f for one in kept for f in one.fields))
    )
    cleared = model.ForEach(span, ((player.slot, every),), None, clears)
    is_anyone = forms.negated(span, _nobody_waits(marker, span, context))
    condition = model.And(span, BOOL, is_anyone, all_done)
    after = tuple(one.action.name for one in kept)
    return model.Settle(span, after, False, (model.Branch(span, condition, (rounds, cleared), ()),))


def _has_chosen(one: _Kept, player: model.Expr, marker: model.Field) -> model.Expr:
    number = forms.const(one.action.span, marker.type.required, one.number)
    return forms.equal(one.action.span, _of(marker, player), number)


def _carried_out(one: _Kept, player: model.Expr) -> tuple[model.Effect, ...]:
    """The effects of an action, with the choices that were kept."""
    given = [
        model.Bind(one.action.span, choice.slot, _of(field, player))
        for field, choice in zip(one.fields, one.action.choices, strict=True)
    ]
    return (*given, *one.action.effects)
