"""Fields: state of the game, of each player, site or piece, or of pairs. What has them, types, bounds, defaults, how long they last."""

from dataclasses import replace

from gdl.checker.context import Context
from gdl.checker.declarations.columns import report_no_group
from gdl.checker.declarations.viewers import check_hidden_field, check_viewers
from gdl.checker.expressions.attributes import key_text
from gdl.checker.expressions.conversions import expect, type_named
from gdl.checker.names import RESERVED, Paired
from gdl.core import model, static
from gdl.core.types import ANY, BOOL, NAMED, NUMBER, PLAYER, Type
from gdl.diagnostics.similar_names import near
from gdl.limits import LARGEST, MAX_ENTRIES, MAX_PARTS, MAX_RANGE
from gdl.platform.dataclass import dataclass
from gdl.text.layout import CONTINUING_WORDS
from gdl.tree import syntax
from gdl.tree.words import LIFETIMES, FieldHolder, Lifetime, word_of

# Words that begin a line of a block: a field so named could not be given a value there.
_LINE_WORDS = """
choose notation means again line walk leap along finally place move remove capture then let match random simultaneously end
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
    viewers = check_viewers(clause, holder.word == "game", clause.holders[0].span, context)
    if viewers not in (None, "all") and check_hidden_field(clause, holder.word, kind, context):
        made = replace(made, viewers=viewers)
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


def check_type(clause: syntax.WordType, context: Context) -> None:
    """Declares a type of named words."""
    names, name = context.names, clause.name.name
    _report_reserved_words(clause.words, f"no word of the type `{name}`", context)
    context.has_repeated(clause.words, "words of this type")
    words = tuple(dict.fromkeys(w.name for w in clause.words))
    if name in NAMED:
        context.reporter.report(
            "reserved-name",
            clause.name.span,
            f"`{name}` is a type of the language",
            "cannot be declared",
            help=f"take another name, such as `{name}_`",
            subjects=[name],
        )
    elif context.declare(name, clause.name.span):
        names.types[name] = Type("symbol", symbols=words, name=name)
        names.add_symbols(names.types[name])
        return
    names.failed.update((name, *words))


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
        _report_reserved_words(node.names, "so a field cannot hold it", context)
        return (
            None if context.has_repeated(node.names, "values of this field") else _Range(enumeration(clause))
        )
    word = node.names[0]
    kind = context.names.type_named(word.name)
    if kind is None:
        type_named(word, context)
        if word.name == "turns":
            context.names.failed.add("turns")
        return None
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


def _report_reserved_words(names: tuple[syntax.Ident, ...], what: str, context: Context) -> None:
    """Reports words of an enumeration that expressions read as something else. `none` may be one: it is then what nothing is."""
    is_bool = {word.name for word in names} <= {"yes", "no", "true", "false"}
    for word in names:
        if word.name in RESERVED and word.name != "none":
            context.reporter.report(
                "reserved-name",
                word.span,
                f"`{word.name}` is a word of the language, {what}",
                "cannot be declared",
                help="what is true or false is a `bool`"
                if is_bool
                else f"take another word, such as `{word.name}_`",
                subjects=[word.name],
            )
            if is_bool:
                return


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


_ALONE: dict[str, FieldHolder] = {"game": "game", "player": "player", "site": "site", "piece": "piece"}
_TYPES = ("player", "site", "piece", "kind", "direction", "bool")


@dataclass(frozen=True, slots=True)
class HolderOf:
    """What has a field. `beside_piece`: what a field of pieces and something else pairs each piece with."""

    word: FieldHolder
    keys: tuple[model.Key, ...] = ()
    beside_piece: model.Key | None = None
    is_piece_first: bool = False


def check_holders(clause: syntax.Field, context: Context) -> HolderOf | None:
    """What has a field; None after an error."""
    names = [h.name.name if h.name is not None else "" for h in clause.holders]
    if len(names) == 1 and names[0] in _ALONE:
        return HolderOf(_ALONE[names[0]])
    wrong = [h for h in clause.holders if not _is_holder(h, len(names), context)]
    if wrong or not _is_pair(clause, context):
        return None
    keys = [check_key(h, context) for h in clause.holders if h.name is None or h.name.name != "piece"]
    known = tuple(key for key in keys if key is not None)
    if len(known) < len(keys) or not _is_small(clause, known, context):
        return None
    if len(known) < len(names):
        return HolderOf("piece", (), known[0], names[0] == "piece")
    return HolderOf("table", known)


def _is_holder(holder: syntax.Holder, count: int, context: Context) -> bool:
    """Whether a type can have fields, alone or as one of a pair; reports why not."""
    if holder.name is None or holder.name.name in (*_TYPES, *context.names.types):
        return True
    name = holder.name.name
    if context.names.is_excused(name):
        return False
    if name == "game" and count > 1:
        message, help = "the game is one thing, and no half of a pair", "take `game` out"
    else:
        message = f"fields belong to the game, to players, sites, pieces, kinds, directions or numbers, not to `{name}`"
        known = ("game", *_TYPES, *context.names.types)
        help = (
            near(name, known)
            or "write `of game`, `of player`, `of site`, `of kind` or a range such as `of 1..6`"
        )
    context.reporter.report("unknown-type", holder.span, message, "not a holder of fields", help=help)
    return False


def _is_pair(clause: syntax.Field, context: Context) -> bool:
    """Whether there are two holders at most, and one piece at most; reports why not."""
    first, *others = clause.holders
    if len(others) > 1:
        context.reporter.report(
            "unknown-type",
            others[1].span,
            "a field belongs to one thing or to a pair",
            "the third one",
            others=[(first.span, "the first one")],
        )
        return False
    pieces = [h for h in clause.holders if h.name is not None and h.name.name == "piece"]
    if len(pieces) > 1:
        context.reporter.report(
            "unknown-type",
            pieces[1].span,
            "a field cannot belong to pairs of pieces, which come and go",
            "a second piece",
            others=[(pieces[0].span, "the first one")],
            help="let a field of each piece hold the other one, `field NAME of piece: piece or none`, or pair their sites",
        )
        return False
    return True


def check_key(holder: syntax.Holder, context: Context) -> model.Key | None:
    """A type with all its values; None after an error."""
    names = context.names
    if holder.name is None:
        return _range_of_holders(holder, context)
    if names.board is None and holder.name.name in ("site", "direction"):
        return None
    board = names.board
    counts = {
        "player": len(names.players),
        "kind": len(names.kinds),
        "site": len(board.sites) if board is not None else 0,
        "direction": len(board.directions) if board is not None else 0,
    }
    kind = names.type_named(holder.name.name)
    assert kind is not None
    if kind.base == "symbol":
        return model.Key(kind, tuple(range(len(kind.symbols))))
    if kind == BOOL:
        return model.Key(kind, (False, True))
    if not counts[kind.base]:
        if kind == PLAYER or "kinds" in context.names.broken:
            return None
        _report_none(holder, f"there are no {kind}s", context)
        return None
    return model.Key(kind, tuple(range(counts[kind.base])))


def _range_of_holders(holder: syntax.Holder, context: Context) -> model.Key | None:
    """The numbers of a range."""
    assert holder.least is not None and holder.most is not None
    given = [expect(e, context, NUMBER) for e in (holder.least, holder.most)]
    if any(e.type == ANY for e in given):
        return None
    ends = [static.known(e, context.names.board) for e in given]
    low, high = (e[0] if e is not None and isinstance(e[0], int) else None for e in ends)
    if low is None or high is None or low > high or high - low >= MAX_RANGE:
        _report_none(
            holder,
            "the numbers of a range lie between two whole numbers, the lower one first",
            context,
        )
        return None
    return model.Key(NUMBER, tuple(range(low, high + 1)))


def _report_none(holder: syntax.Holder, message: str, context: Context) -> None:
    context.reporter.report("bad-range", holder.span, message, "nothing has it")


def _is_small(clause: syntax.Field, keys: tuple[model.Key, ...], context: Context) -> bool:
    """Whether a state has room for all values; reports if not."""
    count = 1
    for key in keys:
        count *= len(key.values)
    of_pieces = len(keys) < len(clause.holders)
    most = MAX_PARTS if of_pieces else MAX_ENTRIES
    if count <= most:
        return True
    said = f"each piece would have {count} values" if of_pieces else f"the field would have {count} values"
    context.reporter.report(
        "bad-range",
        clause.holders[0].span.to(clause.holders[-1].span),
        f"{said}, and {most} is the most",
        "too many",
    )
    return False
