"""Fields: state of the game, of each player, site or piece, or of pairs. Types, bounds, defaults, how long they last."""

from dataclasses import dataclass, replace

from gdl.checker.context import Context
from gdl.checker.declarations.columns import report_no_group
from gdl.checker.declarations.holders import check_holders
from gdl.checker.expressions.conversions import expect, type_named
from gdl.checker.expressions.fields import key_text
from gdl.checker.names import RESERVED, Paired
from gdl.core import model, static
from gdl.core.types import ANY, NAMED, NUMBER, Type
from gdl.limits import LARGEST
from gdl.text.layout import CONTINUING_WORDS
from gdl.tree import syntax
from gdl.tree.words import LIFETIMES, FieldHolder, Lifetime, word_of

# Words that begin a line of a block: a field so named could not be given a value there.
_LINE_WORDS = """
choose notation means again line walk leap along finally place move remove capture swap then let match random simultaneously end
"""
LINE_WORDS = frozenset(_LINE_WORDS.split())


@dataclass(frozen=True, slots=True)
class _Range:
    """What a field may hold: a type, the bounds of numbers, and the directions through which it turns its piece."""

    type: Type
    bounds: tuple[int, int] | None = None
    rotation: tuple[int, ...] = ()


def check_field(clause: syntax.Field, context: Context) -> None:
    """Declares a field."""
    name, names = clause.name.name, context.names
    holder = check_holders(clause, context)
    if holder is None or not _is_good_name(clause, holder.word, context):
        names.failed.add(name)
        return
    if not context.declare(name, clause.name.span):
        return
    found = _check_type(clause, context)
    if found is None:
        names.failed.add(name)
        return
    kind = found.type.or_none if clause.type.optional else found.type
    default = _check_default(clause, kind, found.bounds, context)
    until = _check_lifetime(clause.until, context) if clause.until is not None else ""
    made = model.Field(
        name, clause.span, holder.word, kind, found.bounds, default, until, found.rotation, holder.keys
    )
    if holder.beside_piece is None:
        names.fields[name] = made
    else:
        _add_parts(made, holder.beside_piece, holder.is_piece_first, context)


def _add_parts(field: model.Field, key: model.Key, is_first: bool, context: Context) -> None:
    """A field of pieces and something else: a field of pieces for each value of the other."""
    parts = tuple(
        replace(field, name=f"{field.name}({key_text(key.type, value, context)})", part_of=field.name)
        for value in key.values
    )
    context.names.fields.update((part.name, part) for part in parts)
    context.names.paired[field.name] = Paired(key, is_first, parts)


def _is_good_name(clause: syntax.Field, holder: FieldHolder, context: Context) -> bool:
    """Whether a field can have its name; reports why not."""
    name = clause.name.name
    if name in LINE_WORDS:
        taken = f"`{name}` begins a line of a block, so no field can have this name"
    elif name in CONTINUING_WORDS:
        taken = f"a line that begins with `{name}` continues the one above, so no field can have this name"
    elif holder == "game" and name in model.COUNTERS:
        taken = f"every game counts `{name}` itself"
    else:
        return True
    context.reporter.report(
        "reserved-name",
        clause.name.span,
        taken,
        "cannot be declared",
        help=f"take another name, such as `{name}_`",
        subjects=[name],
    )
    return False


def _check_lifetime(until: syntax.Ident, context: Context) -> Lifetime:
    """When a field is reset to its default."""
    lifetime = word_of(until.name, LIFETIMES)
    if lifetime is None:
        context.reporter.report(
            "unknown-name",
            until.span,
            "a field lasts `until done`, `until action` or `until turn`",
            "not a moment",
        )
    return lifetime or ""


def _check_type(clause: syntax.Field, context: Context) -> _Range | None:
    """What a field may hold; None after an error that leaves its type unknown."""
    node = clause.type
    if node.least is not None and node.most is not None:
        return _Range(NUMBER, _check_bounds(node, node.least, node.most, context))
    if node.rotation is not None:
        rotation = _check_rotation(clause, node.names[0], node.rotation, context)
        if not rotation:
            context.names.failed.add("turns")
            return None
        return _Range(NUMBER, (0, len(rotation) - 1), rotation)
    if len(node.names) > 1:
        _report_reserved_words(node.names, context)
        return (
            None if context.has_repeated(node.names, "values of this field") else _Range(enumeration(clause))
        )
    word = node.names[0]
    if word.name not in NAMED:
        if word.name == "turns":
            context.names.failed.add("turns")
        type_named(word, context)
        return None
    kind = NAMED[word.name]
    if kind.base in ("number", "set"):
        context.reporter.report(
            "bad-range",
            node.span,
            f"a field cannot be any {kind}",
            "without bounds",
            help="give its range, such as `0..100`"
            if kind.base == "number"
            else f"one of them is `{word.name.removesuffix('s')}`; for several, use a field of each",
        )
        return _Range(ANY)
    return _Range(kind)


def _report_reserved_words(names: tuple[syntax.Ident, ...], context: Context) -> None:
    """Reports words of an enumeration that expressions read as something else. `none` may be one: it is then what nothing is."""
    for word in names:
        if word.name in RESERVED and word.name != "none":
            context.reporter.report(
                "reserved-name",
                word.span,
                f"`{word.name}` is a word of the language, so a field cannot hold it",
                "cannot be declared",
                help=f"take another word, such as `{word.name}_`",
                subjects=[word.name],
            )


def enumeration(clause: syntax.Field) -> Type:
    """The type of a field whose values are words."""
    return Type("symbol", symbols=tuple(n.name for n in clause.type.names))


def _check_bounds(
    node: syntax.FieldType, least: syntax.Expr, most: syntax.Expr, context: Context
) -> tuple[int, int]:
    ends = [expect(e, context, NUMBER) for e in (least, most)]
    if any(e.type == ANY for e in ends):
        return -LARGEST, LARGEST  # what is wrong has been reported, and nothing is said of its values
    found = [static.known(e, context.names.board) for e in ends]
    low, high = (e[0] if e is not None and isinstance(e[0], int) else None for e in found)
    if low is None or high is None or low > high:
        context.reporter.report(
            "bad-range",
            node.span,
            "the bounds of a field are two whole numbers, the lower one first",
            "not a range",
            help=f"write `{most.span.text}..{least.span.text}`"
            if low is not None and high is not None
            else "use numbers or options, such as `0..size`",
        )
        return -LARGEST, LARGEST
    return low, high


def _check_rotation(
    clause: syntax.Field, word: syntax.Ident, group: syntax.Ident, context: Context
) -> tuple[int, ...]:
    """The directions, clockwise, through which a field of type `turns of GROUP` turns its piece; none after an error."""
    board = context.names.board
    other = next((f for f in context.names.fields.values() if f.rotation), None)
    if word.name != "turns":
        context.reporter.report(
            "unknown-type",
            clause.type.span,
            f"no type is written `{word.name} of ...`",
            "not a type",
            help="a field that turns its piece is of the type `turns of orthogonal`",
        )
    elif (
        not (isinstance(holder := clause.holders[0].name, syntax.Ident) and holder.name == "piece")
        or len(clause.holders) > 1
    ):
        said = clause.holders[0].span.to(clause.holders[-1].span)
        context.reporter.report(
            "unknown-type",
            clause.type.span,
            f"only pieces are turned, and this is a field of each {said.text}",
            "not here",
            others=[(said, f"say `piece` instead of `{said.text}`")],
        )
    elif other is not None:
        context.reporter.report(
            "duplicate-clause",
            clause.span,
            "a piece is turned by one field",
            "a second one",
            others=[(other.span, "the first one")],
        )
    elif board is not None and group.name in board.groups:
        return board.groups[group.name]
    elif board is not None:
        report_no_group(group, context)
    return ()


def _check_default(
    clause: syntax.Field, kind: Type, bounds: tuple[int, int] | None, context: Context
) -> model.Value:
    """The first value of a field: the one that is given, else none, false, or 0 or the bound next to it."""
    if clause.default is not None:
        return _check_given_default(clause.default, kind, bounds, context)
    if kind.is_optional or kind == ANY:
        return None
    if bounds is not None:
        return max(bounds[0], min(0, bounds[1]))
    if kind.base == "piece":
        context.reporter.report(
            "bad-range", clause.span, "a field that holds a piece must allow `or none`", ""
        )
    return False if kind.base == "bool" else 0


def _check_given_default(
    node: syntax.Expr, kind: Type, bounds: tuple[int, int] | None, context: Context
) -> model.Value:
    expr = expect(node, context, kind)
    found = static.known(expr, context.names.board)
    if found is None:
        if expr.type != ANY:
            context.reporter.report(
                "not-static",
                node.span,
                "a default must be known before the game begins",
                "depends on the play",
            )
        return None
    value = found[0]
    if bounds is not None and isinstance(value, int) and not bounds[0] <= value <= bounds[1]:
        context.reporter.report(
            "bad-range",
            node.span,
            f"the default {value} is not in {bounds[0]}..{bounds[1]}",
            "out of range",
            help=f"take one of {bounds[0]} to {bounds[1]}, or widen the range",
        )
    return value
