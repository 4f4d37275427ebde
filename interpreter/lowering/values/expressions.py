"""The value of every expression that is no set, by its node."""

from fractions import Fraction

from gdl.core import model
from gdl.core.types import NONE, NUMBER
from interpreter import ir
from interpreter.ir import BOOL, Const, Expr, Get, op
from interpreter.lowering.facts.domains import element_of, none_of
from interpreter.lowering.facts.value_ranges import set_holds_none
from interpreter.lowering.function import Function
from interpreter.lowering.game.expression_analysis import is_one_of
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.store import fields
from interpreter.lowering.terms import Rational, Value
from interpreter.lowering.values import builtins, columns, names, numbers, quantifiers
from interpreter.lowering.values.numbers import arithmetic
from interpreter.lowering.values.paths.path_plans import some_path
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.truths import compare, conjunction, disjunction


def value(f: Function, e: model.Expr) -> Value:
    match e:
        case model.Const():
            return _constant(f, e)
        case model.Local():
            return _local(f, e)
        case model.Role():
            return f.mover if e.name == "mover" else f.viewpoint
        case model.GetField():
            return _field(f, e)
        case model.Attribute():
            return columns.attribute(f, e)
        case model.Apply():
            return names.applied(f, e)
        case model.Builtin():
            return builtins.builtin(f, e)
        case model.If():
            return _if(f, e)
        case model.And():
            return conjunction(f, f.truth(e.left), e.right)
        case model.Or():
            return disjunction(f, f.truth(e.left), e.right)
        case model.Not():
            return op.not_(f.truth(e.operand))
        case model.Compare():
            return compare(f, e)
        case model.Arithmetic():
            return arithmetic(f, e)
        case model.In():
            return _in(f, e)
        case model.Quantified():
            return quantifiers.quantified(f, e)
        case model.SomePath():
            return some_path(f, e)
        case model.CanMake():
            return _can_make(f, e)
        case _:
            raise NotLowered(type(e).__name__)


def _constant(f: Function, e: model.Const) -> Value:
    if isinstance(e.value, Fraction):
        return numbers.known(e.value)
    if isinstance(e.value, tuple):
        raise NotLowered("a set where one value is wanted")
    return f.constant(e.value, e.type)


def _local(f: Function, e: model.Local) -> Value:
    """The value of a name; a piece that is gone is none."""
    held, scope = names.value_of(f.scope.variables[e.slot]), f.scope
    if e.type.base != "piece" or not scope.is_changing or isinstance(held, Rational):
        return held
    if scope.certain is not None and isinstance(held, Get) and held.var.name in scope.certain:
        return held
    return f.pieces.alive(f, held)


def _field(f: Function, e: model.GetField) -> Expr:
    field = f.facts.field(e.field)
    default = f.constant(field.default, field.type)
    if e.holder is None:
        return fields.read(f, field, op.ZERO)
    holder = f.scalar(e.holder)
    is_optional = f.may_be_none(e.holder) or f.scope.is_changing
    return f.or_else(holder, is_optional, default, lambda i: fields.read(f, field, i))


def _if(f: Function, e: model.If) -> Value:
    condition = f.truth(e.condition)
    if isinstance(condition, Const):
        return f.value(e.then if condition.value else e.otherwise)
    bound = f.variable_for(e.type, "if", f.scope.is_whole(e))
    with f.b.if_else(condition) as branch:
        names.assign(f, bound, e.type, e.then)
        branch.otherwise()
        names.assign(f, bound, e.type, e.otherwise)
    return names.value_of(bound)


def _in(f: Function, e: model.In) -> Expr:
    if e.element.type.base == "none":
        if not set_holds_none(e.set, f.game):
            return op.FALSE
        return questions.contains(f, e.set, op.number(none_of(element_of(e.set))))
    match e.set:
        case model.Const(value=tuple(values)) if any(isinstance(v, Fraction) for v in values):
            items = [model.Const(e.span, NUMBER if v is not None else NONE, v) for v in values]
            return f.truth(is_one_of(e.element, items, e.span))
    x = f.b.materialize(numbers.exact(f, e.element))
    return questions.contains(f, e.set, x)


def _can_make(f: Function, e: model.CanMake) -> Expr:
    player = f.materialized(e.player)
    found = f.b.variable("can", op.FALSE)
    with f.b.if_(op.is_some(player)):
        asked = f.scope.forms.can_make(f, e.actions)
        f.b.assign(found, ir.Call(asked, (*f.arguments, player), BOOL))
    return Get(found)
