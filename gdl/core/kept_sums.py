"""Fields of players of which the rules keep the sum: whatever one player loses, another one gets at once."""

from collections import Counter
from collections.abc import Iterator, Sequence

from gdl.core import nodes as core
from gdl.core.model import Field, Game
from gdl.core.visit import effect_lists, nodes, same

_Change = tuple[bool, core.Expr]  # whether something is added, and how much


def kept_sums(game: Game) -> frozenset[str]:
    """The fields whose sum everybody knows: it is the same at every start, and no effect changes it; or a clause says that all know it."""
    rules = (game.actions, game.settles, game.together)
    bound = Counter(n.slot for n in nodes(rules) if isinstance(n, core.Bind | core.Chance))
    lists = [*_lists(rules)]
    by_chance = any(isinstance(n, core.Chance) for n in nodes(game.setup))
    at_start = {n.field for n in nodes(game.setup) if isinstance(n, core.SetField)} if by_chance else set()
    return frozenset(
        f.name
        for f in game.fields.values()
        if _is_number(f)
        and (
            any(_is_sum_of(k.value, f) for k in game.knowns)
            or (not f.until and f.name not in at_start and all(_is_even(x, f, bound) for x in lists))
        )
    )


def _is_number(field: Field) -> bool:
    return field.holder == "player" and field.type.base == "number" and not field.type.is_optional


def _lists(part: object) -> Iterator[Sequence[core.Effect]]:
    for node in nodes(part):
        yield from effect_lists(node).values()


def _is_even(effects: Sequence[core.Effect], field: Field, bound: Counter[int]) -> bool:
    """Whether the effects of one list, beside those inside others, add as much to the field as they take from it."""
    taken: list[core.Expr] = []
    added: list[core.Expr] = []
    for effect in effects:
        if isinstance(effect, core.SetField) and effect.field == field.name:
            change = _change(effect)
            if change is None or not _is_steady(change[1], bound):
                return False
            (added if change[0] else taken).append(change[1])
    for amount in added:
        match = next((t for t in taken if same(t, amount)), None)
        if match is None:
            return False
        taken.remove(match)
    return not taken


def _change(effect: core.SetField) -> _Change | None:
    """What is added or taken by `f(x) := f(x) + n`; None for anything else."""
    value, holder = effect.value, effect.holder
    if not isinstance(value, core.Arithmetic) or holder is None or holder.type.is_optional:
        return None
    sides = (
        [(value.left, value.right)]
        if value.operator == "-"
        else [(value.left, value.right), (value.right, value.left)]
    )
    for own, amount in sides if value.operator in ("+", "-") else ():
        if isinstance(own, core.GetField) and own.field == effect.field and same(own.holder, holder):
            return value.operator == "+", amount
    return None


def _is_steady(amount: core.Expr, bound: Counter[int]) -> bool:
    """Whether an amount is the same wherever it stands in one list."""
    return all(
        isinstance(n, core.Const | core.Arithmetic) or (isinstance(n, core.Local) and bound[n.slot] < 2)
        for n in nodes(amount)
    )


def _is_sum_of(known: core.Expr, field: Field) -> bool:
    """Whether what is known is the sum of a field of all players."""
    match known:
        case core.Builtin(
            name="sum",
            arguments=(
                core.Comprehension(
                    source=core.Const(), condition=None, value=core.GetField(field=name, holder=core.Local())
                ),
            ),
        ):
            return name == field.name
    return False
