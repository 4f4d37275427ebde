"""The forms of expressions and rules that call each other in circles, wired together in one place.

Here stands which strategies there are for sets and conditions, and in which order they are asked. A new way to lower a set
or a condition is a class with its strategy, and a line here.
"""

from contextlib import AbstractContextManager

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr
from interpreter.lowering import turns
from interpreter.lowering.actions import enumeration
from interpreter.lowering.effects import simultaneous
from interpreter.lowering.function import ConditionPlan, Function, Scope, SetPlan
from interpreter.lowering.refusals import NotLowered, Refused
from interpreter.lowering.terms import Value
from interpreter.lowering.values import columns, comprehensions, expressions, names
from interpreter.lowering.values.conditions import near_sums, of_cards, of_sites, plan
from interpreter.lowering.values.paths import floods, path_plans, rows
from interpreter.lowering.values.sets import board_sets, by_keys, piece_sets, written

SETS = (
    written.known,
    written.single_value,
    written.in_name,
    floods.border,
    comprehensions.comprehension,
    names.definition_set,
    written.written,
    written.part,
    by_keys.by_keys,
    piece_sets.of_pieces,
    board_sets.on_board,
    columns.column_set,
    floods.flood,
    path_plans.path_ends,
)

CONDITIONS = (
    plan.apart,
    plan.logic,
    of_sites.occupied,
    path_plans.path_end,
    rows.line_starts,
    of_sites.equality,
    near_sums.compared,
    near_sums.some_near,
    plan.same_truth,
    plan.membership,
    of_sites.kinds,
    plan.one_of,
    of_sites.field_truth,
    plan.definition,
    of_cards.one_of_two,
    of_cards.by_known,
    plan.tabulated,
)


@dataclass(frozen=True, slots=True)
class GameForms:
    """How the forms of expressions call each other."""

    def value(self, f: Function, e: model.Expr) -> Value:
        return expressions.value(f, e)

    def plan_set(self, e: model.Expr, scope: Scope) -> SetPlan:
        for strategy in SETS:
            found = strategy(e, scope)
            if found is not None:
                return found
        raise NotLowered(type(e).__name__)

    def plan_condition(self, e: model.Expr, slots: frozenset[int], scope: Scope) -> ConditionPlan | Refused:
        if scope.facts.pieces.are_kinds:
            e = of_cards.as_kinds(e, slots)
        return plan.first_answer(CONDITIONS, e, slots, scope)

    def ways(
        self, f: Function, path: model.Path, start: Expr | None = None
    ) -> AbstractContextManager[tuple[Function, Expr]]:
        return path_plans.ways(f, path, start)

    def simultaneously(self, f: Function, e: model.Simultaneously) -> None:
        simultaneous.simultaneously(f, e)

    def enumeration(self, f: Function, action: model.Action) -> str:
        return enumeration.enumeration(f, action)

    def decision(self, f: Function) -> str:
        return turns.which(f)

    def can_make(self, f: Function, actions: tuple[str, ...]) -> str:
        return turns.can_make(f, actions)

    def can_move(self, f: Function) -> str:
        return turns.can_move(f)

    def choices(self, f: Function) -> str:
        return turns.choices(f)
