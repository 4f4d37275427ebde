"""Kinds made by a rule: all combinations of values of some columns that pass a condition.

`once per rotation` keeps, of the combinations that are rotations of each other, only the one with the least name.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product

from gdl.checker.context import Context
from gdl.checker.declarations.cells import is_direction, word_type
from gdl.checker.declarations.columns import (
    Attributes,
    Index,
    add_column,
    add_kind,
    check_index,
    report_range,
)
from gdl.checker.declarations.computed import Combination, check_expressions, completed, report_name
from gdl.core import model, static
from gdl.core.types import DIRECTION, NUMBER, Type
from gdl.diagnostics.similar_names import near
from gdl.limits import MAX_COMBINATIONS, MAX_INDEX, MAX_KINDS
from gdl.platform.dataclass import dataclass
from gdl.tree import syntax

_WORD, _NUMBER = "a word", "a number"
_WORD_OF_A_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)

Ranks = tuple[int, ...]  # of the values that are picked from one column


@dataclass(frozen=True, slots=True)
class _Axis:
    """A column of kinds made by a rule: its index, its values, and their short forms in the names of kinds."""

    name: str
    index: Index
    values: tuple[model.Value, ...]
    words: tuple[str, ...]

    def choices(self) -> list[Ranks]:
        """All ways to pick the values of one kind."""
        return list(product(range(len(self.values)), repeat=self.index.width))

    def turned(self, picked: Ranks, by: int) -> Ranks:
        """What is picked for each direction after a rotation by so many steps."""
        if self.index.by != "direction":
            return picked
        return tuple(picked[(i - by) % len(picked)] for i in range(len(picked)))


def check_generated(clause: syntax.Kinds, context: Context) -> None:
    """Declares the kinds that a rule makes."""
    names = context.names
    read = [_check_axis(a, context) for a in clause.axes]
    axes = [a for a in read if a is not None]
    made = None
    if len(axes) == len(read) and _can_be_made(clause, axes, context):
        made = _combinations(clause, axes, context)
    if made is None:
        names.failed.update(a.column.name.name for a in clause.axes)
        names.failed.update(c.name.name for c in clause.computed)
        names.failed.update(v.name.name for a in clause.axes for v in a.values if v.name is not None)
        names.broken |= {"kinds"}
        return
    if not 1 <= len(made) <= MAX_KINDS:
        where = clause.condition.span if clause.condition is not None and not made else clause.span
        context.reporter.report(
            "bad-table",
            where,
            f"this rule makes {len(made) or 'no'} kinds",
            f"at most {MAX_KINDS} are possible" if made else "no combination of values passes",
        )
    for kind in made[:MAX_KINDS]:
        add_kind(syntax.Ident(clause.span, kind.name), kind.attributes, context, tuple(kind.written.items()))


def _can_be_made(clause: syntax.Kinds, axes: Sequence[_Axis], context: Context) -> bool:
    """Whether a rule has few enough combinations, and turns through one group if it counts rotations."""
    size = 1
    for axis in axes:
        size *= len(axis.values) ** axis.index.width
    if size > MAX_COMBINATIONS:
        context.reporter.report(
            "bad-table",
            clause.span,
            f"these are {size} combinations of values",
            f"at most {MAX_COMBINATIONS} can be gone through",
            help="take fewer values, or values for fewer directions",
        )
        return False
    cycles = {axis.index.items for axis in axes if axis.index.by == "direction"}
    if clause.once_per_rotation and len(cycles) != 1:
        context.reporter.report(
            "bad-table",
            clause.span,
            "`once per rotation` needs values for the directions of one group",
            "these turn through different groups" if cycles else "nothing here has directions",
            help=f"write `kinds each {axes[0].name} by orthogonal in {{...}}`",
        )
        return False
    return True


# ---- columns


def _check_axis(node: syntax.Axis, context: Context) -> _Axis | None:
    """One column of a rule, declared; None after an error."""
    index = check_index(node.column, context)
    found = _check_values(node, context)
    if index is None or found is None:
        return None
    kind, values, words = found
    if not add_column(node.column.name, kind, index, context):
        return None
    return _Axis(node.column.name.name, index, tuple(values), tuple(words))


def _check_values(
    axis: syntax.Axis, context: Context
) -> tuple[Type, Sequence[model.Value], Sequence[str]] | None:
    """The type of an axis, its values and their short forms; None after an error."""
    if axis.type is not None:
        kind = context.names.types.get(axis.type.name)
        if kind is None:
            _report_no_words(axis.type, context)
            return None
        return kind, range(len(kind.symbols)), kind.symbols
    words = [v for v in axis.values if v.name is not None]
    return _check_words(axis, words, context) if words else _check_number_values(axis, context)


def _check_words(
    axis: syntax.Axis, words: Sequence[syntax.AxisValue], context: Context
) -> tuple[Type, Sequence[model.Value], Sequence[str]] | None:
    if len(words) < len(axis.values):
        is_first_word = axis.values[0].name is not None
        odd = next(v for v in axis.values if (v.name is not None) != is_first_word)
        context.reporter.report(
            "bad-table",
            odd.span,
            f"words and numbers do not mix in one column, here in `{axis.column.name.name}`",
            _NUMBER if is_first_word else _WORD,
            others=[(axis.values[0].span, _WORD if is_first_word else _NUMBER)],
        )
        return None
    names = tuple(v.name.name for v in words if v.name is not None)
    short = [v.short.name if v.short else n for v, n in zip(words, names, strict=True)]
    if _is_repeated(words, names, context) or _is_repeated(words, short, context):
        return None
    board = context.names.board
    if board is not None and all(is_direction(n, context) for n in names):
        return DIRECTION, [board.direction(n) for n in names], short
    kind = word_type(names, names, context)
    return kind, [kind.symbols.index(n) for n in names], short


def _report_no_words(ident: syntax.Ident, context: Context) -> None:
    if context.names.is_excused(ident.name):
        return
    context.reporter.report(
        "unknown-type",
        ident.span,
        f"no type of words is named `{ident.name}`",
        "not a type of words",
        help=near(ident.name, context.names.types)
        or f"name its words in a line above, `type {ident.name}: WORD, ...`, or write the values in braces",
    )


def _check_number_values(
    axis: syntax.Axis, context: Context
) -> tuple[Type, Sequence[model.Value], Sequence[str]] | None:
    written = {n: str(n) for n in _numbers(axis, context)}
    written |= {v.numbers[0]: v.short.name for v in axis.values if v.short and v.numbers}
    if len(set(written.values())) < len(written):
        shorts = [v for v in axis.values if v.short]
        _is_repeated(shorts, [v.short.name for v in shorts if v.short], context)
        return None
    return (NUMBER, list(written), list(written.values())) if written else None


def _numbers(axis: syntax.Axis, context: Context) -> Iterator[int]:
    for value in axis.values:
        assert value.numbers is not None
        low, high = value.numbers
        if value.step < 1:
            context.reporter.report(
                "bad-range", value.span, "the numbers of a range have a step of at least 1", "no step"
            )
            return
        if not low <= high < low + MAX_INDEX * value.step:
            report_range(value, value.numbers, "", context)
            return
        yield from range(low, high + 1, value.step)


def _is_repeated(values: Sequence[syntax.AxisValue], written: Sequence[str], context: Context) -> bool:
    """Reports a value or a short form that occurs twice in a column; whether one does."""
    for at, word in enumerate(written):
        if word in written[:at]:
            context.reporter.report(
                "duplicate-name",
                values[at].span,
                f"`{word}` stands for two values of this column",
                "here again",
                others=[(values[written.index(word)].span, "the first time")],
                help="each value needs a name, and a short form after `as`, of its own",
            )
            return True
    return False


# ---- combinations


def _combinations(clause: syntax.Kinds, axes: Sequence[_Axis], context: Context) -> list[Combination] | None:
    """Every kind that a rule makes; None if this cannot be known."""
    asked = check_expressions(clause, context)
    if asked is None:
        return None
    made: list[Combination] = []
    for picked in product(*(a.choices() for a in axes)):
        one = _combined(axes, picked)
        if clause.once_per_rotation and not _is_least(axes, picked, one.name):
            continue
        try:
            whole = completed(asked, one, context)
        except static.NotStatic:
            return None
        if whole is not None:
            made.append(whole)
    if clause.named is not None and not _are_names(made, clause.named, context):
        return None
    return sorted(made, key=lambda m: m.name) if clause.once_per_rotation else made


def _are_names(made: Sequence[Combination], text: syntax.Text, context: Context) -> bool:
    """Whether kinds are named by words, each by another; reports the first that is not."""
    known: set[str] = set()
    for kind in made:
        if kind.name in known or not _WORD_OF_A_NAME.fullmatch(kind.name):
            report_name(kind.name, text.span, kind.name in known, context)
            return False
        known.add(kind.name)
    return True


def _combined(axes: Sequence[_Axis], picked: Sequence[Ranks]) -> Combination:
    """The values of one combination, and its name: single letters and a number after them joined, other words with `_`."""
    attributes: Attributes = {}
    parts: list[str] = []
    written: dict[str, str] = {}
    for axis, ranks in zip(axes, picked, strict=True):
        values = tuple(axis.values[r] for r in ranks)
        attributes[axis.name] = values if axis.index.by else values[0]
        parts.extend(axis.words[r] for r in ranks)
        if not axis.index.by:
            written[axis.name] = axis.words[ranks[0]]
    letters = parts[:-1] if len(parts) > 1 and parts[-1].isdecimal() else parts
    name = ("" if all(len(p) == 1 and p.isalpha() for p in letters) else "_").join(parts)
    return Combination(name if name[:1].isalpha() else f"k{name}", attributes, written)


def _is_least(axes: Sequence[_Axis], picked: Sequence[Ranks], name: str) -> bool:
    """Whether no rotation of a combination has a lesser name."""
    order = max(len(a.index.items) for a in axes if a.index.by == "direction")
    turns = ([a.turned(ranks, by) for a, ranks in zip(axes, picked, strict=True)] for by in range(1, order))
    return not any(_combined(axes, t).name < name for t in turns)
