"""Suggestions by type: what there is of a type, and what leads from a value of one type to one of another.

Columns, fields and definitions of the game come first, then the language's own: where a kind stands and a number is wanted, that is
`value(k)` if the table has a column `value`.
"""

from collections.abc import Iterator
from dataclasses import replace

from gdl.boards.board import Board
from gdl.boards.site_names import known_sites
from gdl.checker.context import Context
from gdl.checker.suggestions import names
from gdl.core import model
from gdl.core.types import BOOL, Type
from gdl.diagnostics.similar_names import MANY
from gdl.diagnostics.values import NO_SUGGESTION, Edit, Fix, Suggestion, writing
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax

_FEW = 3  # names that are worth telling


def local_names(wanted: Type, context: Context) -> list[str]:
    """The names of a type that a clause introduces here, the nearest first; `it` stands last."""
    found = [
        n
        for n in context.scope.visible()
        if (at := context.find(n)) is not None and at.type.required == wanted.required
    ]
    return sorted(found, key=lambda n: (n == "it", -context.scope.depth(n), n))


def there_is(wanted: Type | None, context: Context) -> str:
    """What may stand where a type is wanted, as one sentence; "" if there is nothing to tell, or too much."""
    if wanted is None or wanted.base in ("any", "bool", "text"):
        return ""
    local = local_names(wanted, context)
    if local:
        return "of this type here: " + ", ".join(f"`{n}`" for n in local) if len(local) <= _FEW else ""
    if wanted.base == "player":
        return f"who acts is `mover`; the players are {', '.join(p.name for p in context.names.players)}"
    what, words = _listed(wanted.element or wanted, context)
    if len(words) == 1:
        return f"the only {what} is `{words[0]}`"
    if 1 < len(words) <= MANY:
        return f"the {what}s are {', '.join(words)}"
    board = context.names.board
    is_known = board is not None and bool(board.cells) and not context.names.is_board_guessed
    return (
        known_sites(board)
        if board is not None and is_known and _is_site(wanted) and not board.is_growing
        else ""
    )


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A question and values behind it that are no questions by themselves: `x = A or B or C`."""

    question: syntax.Expr
    values: tuple[syntax.Expr, ...]
    way: Suggestion


def asked_again(node: syntax.Binary, context: Context) -> AskedAgain | None:
    """For `x is A or B`, `x = A or B` and `x in A or B`, where B is no condition: `x is B`, `x = B`, `x in B`. Who says that x is not
    A or B means neither of them."""
    question: syntax.Expr = node
    values: list[syntax.Expr] = []
    while (
        isinstance(question, syntax.Binary)
        and question.operator == "or"
        and _is_bare(question.right, context)
    ):
        values.insert(0, question.right)
        question = question.left
    asked = question
    while isinstance(asked, syntax.Binary) and asked.operator in ("and", "or", "implies"):
        asked = asked.right
    match asked:
        case syntax.Is(operand=operand, tests=(first,)):
            value, is_denied = first.inner[0] if first.form == "not" else first, first.form == "not"
        case syntax.Binary(operator="=" | "!=" | "in" | "not in", left=operand, right=value):
            is_denied = asked.operator in ("!=", "not in")
        case _:
            return None
    if not values:
        return None
    source, equal = asked.span.source, f"{operand.span.text} {'!=' if is_denied else '='}"
    begins = " ".join(source.text[operand.span.start : value.span.start].split())
    texts = [f"{equal if isinstance(v, syntax.Number) else begins} {v.span.text}" for v in values]
    if not all(names.is_sound(text, BOOL, context) for text in texts):
        return None
    if is_denied:
        neither = " and ".join((asked.span.text, *texts))
        whole = Span(source, asked.span.start, node.span.end)
        return AskedAgain(question, tuple(values), writing(whole, neither, f"neither of them is `{neither}`"))
    fix = Fix(tuple(Edit(v.span, text) for v, text in zip(values, texts, strict=True)))
    return AskedAgain(
        question, tuple(values), Suggestion(f"what is asked is said again: `{texts[0]}`", (fix,))
    )


def _is_bare(node: syntax.Expr, context: Context) -> bool:
    """Whether an expression is a value and no condition."""
    is_short = isinstance(node, syntax.Name | syntax.Number | syntax.Holding)
    return is_short and not names.is_sound(node.span.text, BOOL, context)


def _is_site(wanted: Type) -> bool:
    return "site" in (wanted.base, wanted.element.base if wanted.element else "")


def sites_between(node: syntax.Expr, context: Context) -> tuple[str, ...] | None:
    """For `a1..c1` the sites of that row or column, in their order, or none if they are in no row; None for what is no such range."""
    board = context.names.board
    if not (isinstance(node, syntax.Binary) and node.operator == ".." and board is not None):
        return None
    first, last = (board.site(side.span.text) for side in (node.left, node.right))
    if first is None or last is None:
        return None
    one, other = board.sites[first], board.sites[last]
    if one.rank == other.rank > 0:
        place = {s.file: s.name for s in board.cells if s.rank == one.rank}
        begin, end = one.file, other.file
    elif one.file == other.file > 0:
        place = {s.rank: s.name for s in board.cells if s.file == one.file}
        begin, end = one.rank, other.rank
    else:
        return ()
    numbers = range(begin, end + 1) if begin <= end else range(begin, end - 1, -1)
    return tuple(place[n] for n in numbers) if all(n in place for n in numbers) else ()


def _listed(one: Type, context: Context) -> tuple[str, list[str]]:
    names = context.names
    match one.base:
        case "kind":
            return "kind", list(names.kinds)
        case "player":
            return "player", [p.name for p in names.players]
        case "symbol":
            return "word", list(one.symbols)
        case "direction" if names.board is not None:
            return "direction", list(_direction_names(names.board))
    return "", []


def _direction_names(board: Board) -> Iterator[str]:
    yield from (d.name for d in board.directions)


def instead(given: model.Expr, wanted: Type, context: Context) -> Suggestion:
    """What may be meant in place of one value of the wrong type: another name, what leads to the right type, or what there is."""
    return (
        unquoted(given, wanted, context)
        or other_name(given, wanted, context)
        or Suggestion(asked_otherwise(given, wanted) or there_is(wanted, context))
    )


def unquoted(given: model.Expr, wanted: Type, context: Context) -> Suggestion:
    """A word in quotation marks that is the name of what is wanted."""
    if not isinstance(given, model.Const) or not isinstance(given.value, str) or given.type.base != "text":
        return NO_SUGGESTION
    word = given.value
    if not word.isidentifier() or not names.is_sound(word, wanted.required, context):
        return NO_SUGGESTION
    return writing(given.span, word, f"names have no quotation marks: `{word}`")


def is_one_of(several: Type, wanted: Type) -> bool:
    """Whether an element of a set will do where a type is wanted."""
    places = ("site", "piece")
    base = several.element.base if several.element is not None else ""
    return base == wanted.base or (base in places and wanted.base in places)


_LINES = ("rank", "file", "last_rank")  # of which it is known how many sites there are


def asked_otherwise(given: model.Expr, wanted: Type) -> str:
    """How a set or a number is asked where its size or a condition is wanted; "" for other types."""
    text = given.span.in_one_line
    match given.type.base, wanted.base:
        case "piece", "kind":
            return f"a piece is no kind: its kind is `kind({text})`"
        case "set", "number" if not isinstance(given, model.Builtin) or given.name not in _LINES:
            return f"how many there are is `count({text})`"
        case "set", "bool":
            return f"whether there are any is `some {text}`, and whether there are none `no {text}`"
        case "set", "direction" if is_one_of(given.type, wanted):
            return f"these may be several: `neighbours(s, {text})` are the next sites of s in them, and `first({text})` is one"
        case "set", _ if is_one_of(given.type, wanted):
            return (
                f"these may be several: `some p in {text}: ...` asks each of them, `for p in {text} do ...` goes through them, "
                f"and `first({text})` is one"
            )
        case "number", "bool" if not isinstance(given, model.Const):
            return f"a number is compared, as in `{text} > 0`"
    return ""


def other_name(given: model.Expr, wanted: Type, context: Context) -> Suggestion:
    """The name that is meant in place of another one, of the wrong type."""
    text = given.span.text
    if not text.isidentifier() or not context.seeks_ways_out:
        return NO_SUGGESTION
    unknown = names.of_value(text, given.span, wanted, context)
    return names.meant(replace(unknown, words={}, sources=names.OF_KNOWN))
