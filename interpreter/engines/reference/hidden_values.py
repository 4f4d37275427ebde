"""What is hidden of players' fields and of the game's, drawn anew.

Of a hidden value everybody knows what the field may hold, and nothing else: each value is drawn equally often. Where all know
the sum of what the players have, those whose numbers are hidden share what is left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.domains import field_values
from gdl.core.model import Field, Game
from gdl.core.visit import effect_lists, nodes, same
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden
from interpreter.shared.hashing import Random

_TRIES = 20  # shares that are drawn before one is made whatever comes out


class HiddenValues:
    """What a game says of such values: found once for a game."""

    def __init__(self, game: model.Game) -> None:
        self.game = game

    @cached_property
    def kept(self) -> frozenset[str]:
        return kept_sums(self.game)

    @cached_property
    def values(self) -> dict[str, tuple[model.Value, ...]]:
        return {f.name: field_values(f, self.game) for f in self.game.secret_fields}

    def draw(self, data: Data, hidden: Hidden, random: Random) -> None:
        """Gives hidden fields other values."""
        for name, holders in sorted(hidden.fields.items()):
            if name in data.game_fields:
                data.game_fields[name] = random.pick(self.values[name])
            elif name in data.player_fields:
                row, seats = data.player_fields[name], sorted(holders)
                if name in self.kept:
                    least, most = self.game.fields[name].bounds or (0, 0)
                    left = sum(row[s] - least for s in seats)
                    drawn: Sequence[model.Value] = [
                        least + n for n in shares(left, len(seats), most - least, random)
                    ]
                else:
                    drawn = [random.pick(self.values[name]) for _ in seats]
                for seat, value in zip(seats, drawn, strict=True):
                    row[seat] = value


def shares(total: int, count: int, most: int, random: Random) -> list[int]:
    """A total in so many parts of at most `most`, each way equally likely where one of the first draws fits: the gaps between
    marks on a line."""
    for _ in range(_TRIES):
        line = range(total + count - 1)
        marks: set[int] = set()
        while len(marks) < count - 1:
            marks.add(random.pick(line))
        ends = [-1, *sorted(marks), total + count - 1]
        parts = [b - a - 1 for a, b in pairwise(ends)]
        if max(parts) <= most:
            return parts
    parts = []
    for others in range(count - 1, -1, -1):
        low, high = max(0, total - others * most), min(most, total)
        parts.append(low + random.below(high - low + 1))
        total -= parts[-1]
    return parts


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
