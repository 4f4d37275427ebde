"""Choices that come after others, from few known numbers: judged before all loops, as far as they depend on no other choice.

A die that is spent is left out once, not for each man that it might have moved. What is left of choices is kept as sets of
one word. Without it games with two dice play at half their speed.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from gdl.core import model
from gdl.core.types import Type
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.choices import chosen_type, names_before
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.game.expression_analysis import conjuncts
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.truths import all_hold

FEW = 64  # numbers below which a choice is a set of one word


@dataclass(frozen=True, slots=True)
class EarlyChoice:
    """The part `index` of an action. `part` is the choice without its own condition; `conditions` are all that it must meet.

    `judged`: how many conditions behind the choice are judged with it. `said`: values of which a condition says that
    the choice is one. `type`: of the choice.
    """

    index: int
    part: model.Choose
    type: Type
    conditions: tuple[model.Expr, ...]
    judged: int
    said: tuple[model.Expr, ...]


def early_choices(action: model.Action, scope: Scope) -> tuple[EarlyChoice, ...]:
    found = (_early(action, index, scope) for index in range(1, len(action.parts)))
    return tuple(choice for choice in found if choice is not None)


def _early(action: model.Action, index: int, scope: Scope) -> EarlyChoice | None:
    part = action.parts[index]
    if not isinstance(part, model.Choose) or not _is_of_few_numbers(action, index, part):
        return None
    own = _own_conditions(action, index, part)
    if not isinstance(part.source, model.Comprehension) and not own:
        return None
    conditions, source = [inlined(c, scope.game) for c in own], part.source
    if isinstance(source, model.Comprehension) and source.condition is not None:
        name = model.Local(source.span, element_of(source), part.slot, part.name)
        conditions.insert(0, inlined(source.condition, scope.game, {source.slot: name}))
        source = source.source
    chosen = replace(part, source=source)
    said = said_values(chosen, conditions, scope)
    return EarlyChoice(index, chosen, chosen_type(part), tuple(conditions), len(own), said)


def _is_of_few_numbers(action: model.Action, index: int, part: model.Choose) -> bool:
    """Whether a choice is from few known numbers, or from those that a condition leaves that reads no earlier choice."""
    source = part.source
    if isinstance(source, model.Comprehension) and source.value is None and source.condition is not None:
        if reads(source.condition, names_before(action, index) - {part.slot, source.slot}):
            return False
        source = source.source
    match source:
        case model.Const(value=tuple(values)):
            rising = [v for v in values if type(v) is int and 0 <= v < FEW]
            return 0 < len(rising) == len(values) and rising == sorted(set(rising))
    return False


def _own_conditions(action: model.Action, index: int, choice: model.Choose) -> list[model.Expr]:
    """The conditions right behind a choice that read no earlier one, nor the piece that moves."""
    others = names_before(action, index) - {choice.slot}
    found = []
    for part in action.parts[index + 1 :]:
        if not isinstance(part, model.Condition) or reads(part.condition, others):
            break
        found.append(part.condition)
    return found


def said_values(part: model.Choose, conditions: Sequence[model.Expr], scope: Scope) -> tuple[model.Expr, ...]:
    """The values of which a choice from known ones must be one, where a condition says `in {a, b}`."""
    if not isinstance(part.source, model.Const):
        return ()
    for e in (e for condition in conditions for e in conjuncts(condition)):
        match e:
            case model.In(element=model.Local(slot=slot), set=model.MakeSet(items=items)) if (
                slot == part.slot
            ):
                if all(_is_plain_number(x, part.slot, scope) for x in items):
                    return items
    return ()


def _is_plain_number(e: model.Expr, slot: int, scope: Scope) -> bool:
    is_number = e.type.base == "number" and scope.is_whole(e) and not scope.may_be_none(e)
    return is_number and not reads(e, {slot})


# ---- the code

Left = Mapping[int, Var]  # what is left of choices, by their slots


@contextmanager
def judged_early(f: Function, choices: Sequence[EarlyChoice]) -> Iterator[Left]:
    """Where nothing is left of a choice there are no candidates, and nothing is looped over."""
    b, left = f.b, dict[int, Var]()
    with ExitStack() as stack:
        for choice in choices:
            left[choice.part.slot] = fitting = b.variable("fitting", op.empty_set(FEW))
            g = f.inner()
            with each_possible(g, choice.part, choice.said) as x:
                g.bind(choice.part.slot, choice.type, x, choice.part.name)
                with b.if_(all_hold(g, choice.conditions)):
                    b.assign(fitting, op.union(Get(fitting), op.singleton(x, FEW)))
            stack.enter_context(b.if_(op.nonempty(Get(fitting))))
        yield left


@contextmanager
def each_possible(f: Function, part: model.Choose, said: Sequence[model.Expr]) -> Iterator[Expr]:
    """The values of a choice; where a condition says that it is one of some (`said`), only these."""
    b = f.b
    if not said:
        with questions.each(f, part.source, part.name) as x:
            yield x
        return
    possible: Expr = op.empty_set(FEW)
    for e in said:
        value = f.materialized(e)
        inside = op.and_(op.le(op.ZERO, value), op.lt(value, op.number(FEW)))
        possible = op.union(possible, op.select(inside, op.singleton(value, FEW), op.empty_set(FEW)))
    assert isinstance(part.source, model.Const) and isinstance(part.source.value, tuple)
    values = op.members([v for v in part.source.value if isinstance(v, int)], FEW)
    with b.each_bit(part.name, b.materialize(op.intersection(possible, values))) as x:
        yield x
