"""What has a field: the game, each player, site or piece, or each value or pair of values of finite types."""

from dataclasses import dataclass

from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.core import model, static
from gdl.core.types import BOOL, NAMED, NUMBER
from gdl.diagnostics.values import near
from gdl.limits import MAX_ENTRIES, MAX_PARTS, MAX_RANGE
from gdl.source import Span
from gdl.tree import syntax
from gdl.tree.words import FieldHolder

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
    keys = [_key(h, context) for h in clause.holders if h.name is None or h.name.name != "piece"]
    known = tuple(key for key in keys if key is not None)
    if len(known) < len(keys) or not _is_small(clause, known, context):
        return None
    if len(known) < len(names):
        return HolderOf("piece", (), known[0], names[0] == "piece")
    return HolderOf("table", known)


def _is_holder(holder: syntax.Holder, count: int, context: Context) -> bool:
    """Whether a type can have fields, alone or as one of a pair; reports why not."""
    if holder.name is None or holder.name.name in _TYPES:
        return True
    name = holder.name.name
    if name == "game" and count > 1:
        message, help = "the game is one thing, and no half of a pair", "take `game` out"
    else:
        message = f"fields belong to the game, to players, sites, pieces, kinds, directions or numbers, not to `{name}`"
        known = ("game", *_TYPES)
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
        _report(
            others[1].span, first.span, "a field belongs to one thing or to a pair", "the third one", context
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


def _report(span: Span, first: Span, message: str, label: str, context: Context) -> None:
    context.reporter.report("unknown-type", span, message, label, others=[(first, "the first one")])


def _key(holder: syntax.Holder, context: Context) -> model.Key | None:
    """A type with all its values; None after an error."""
    names = context.names
    if holder.name is None:
        return _range(holder, context)
    if names.board is None and holder.name.name in ("site", "direction"):
        return None
    board = names.board
    counts = {
        "player": len(names.players),
        "kind": len(names.kinds),
        "site": len(board.sites) if board is not None else 0,
        "direction": len(board.directions) if board is not None else 0,
    }
    kind = NAMED[holder.name.name]
    if kind == BOOL:
        return model.Key(kind, (False, True))
    if not counts[kind.base]:
        _report_none(holder, f"there are no {kind}s", context)
        return None
    return model.Key(kind, tuple(range(counts[kind.base])))


def _range(holder: syntax.Holder, context: Context) -> model.Key | None:
    """The numbers of a range."""
    assert holder.least is not None and holder.most is not None
    ends = [
        static.known(expect(e, context, NUMBER), context.names.board) for e in (holder.least, holder.most)
    ]
    low, high = (e[0] if e is not None and isinstance(e[0], int) else None for e in ends)
    if low is None or high is None or low > high or high - low >= MAX_RANGE:
        _report_none(
            holder,
            "the numbers that have a field lie between two whole numbers, the lower one first",
            context,
        )
        return None
    return model.Key(NUMBER, tuple(range(low, high + 1)))


def _report_none(holder: syntax.Holder, message: str, context: Context) -> None:
    context.reporter.report("bad-range", holder.span, message, "nothing has this field")


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
