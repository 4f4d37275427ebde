"""Suggestions by type: what there is of a type, and what leads from a value of one type to one of another.

Columns, fields and definitions of the game come first, then the language's own: where a kind stands and a number is wanted, that is
`value(k)` if the table has a column `value`. The middle of the board is a point and no site: what is said of it leads to sites
on every board that the game may have.
"""

from collections.abc import Iterator

from gdl.boards.board import Board
from gdl.boards.site_names import known_sites
from gdl.checker.context import Context
from gdl.core import model
from gdl.core.types import BOOL, KIND, NUMBER, PIECE, PLAYER, POINT, SITE, Type, set_of
from gdl.diagnostics.similar_names import MANY
from gdl.diagnostics.values import NO_SUGGESTION, Suggestion, writing
from gdl.source import Span

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


def _is_site(wanted: Type) -> bool:
    return "site" in (wanted.base, wanted.element.base if wanted.element else "")


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


def of_the_centre(span: Span, wanted: Type, context: Context) -> Suggestion:
    """The way out for `centre` where a site or sites are wanted; none where something else is."""
    board = context.names.board
    if wanted.required not in (SITE, set_of(SITE)) or board is None or not board.cells:
        return NO_SUGGESTION
    nearest = f"(sites where {_is_nearest('it', board)})"
    text = f"first({nearest})" if wanted.required == SITE else nearest
    return writing(
        span,
        text,
        f"`centre` is a point; of the sites nearest to it this is {'one' if wanted.required == SITE else 'the set'}: `{text}`",
    )


def at_the_centre(text: str, context: Context) -> str:
    """The help for a question whether a site, by its text, is the middle."""
    board = context.names.board
    if board is None or not board.cells:
        return ""
    return f"`centre` is a point, which no site equals; whether a site is nearest to it is `{_is_nearest(text, board)}`"


def _is_nearest(text: str, board: Board) -> str:
    least = min(map(board.centre_distance2, range(len(board.cells))))
    return f"distance2({text}, centre) {'= 0' if least == 0 else '< 1'}"


_OWN = (
    ("owner({})", PIECE, PLAYER),
    ("kind({})", PIECE, KIND),
    ("owner({})", SITE, PLAYER),
    ("kind({})", SITE, KIND),
    ("index({}, players)", PLAYER, NUMBER),
    ("file({})", SITE, NUMBER),
    ("rank({})", SITE, NUMBER),
    ("file({})", PIECE, NUMBER),
    ("rank({})", PIECE, NUMBER),
    ("rank({})", NUMBER, set_of(SITE)),
    ("file({})", NUMBER, set_of(SITE)),
)  # of the language, where nothing of the game's own leads from one type to another
_AS = {"site": (SITE, PIECE, KIND), "piece": (PIECE, SITE, KIND)}  # as what a value is taken, too
_FEW_WAYS = 3  # ways that are told


def lead(given: model.Expr, wanted: Type, context: Context) -> Suggestion:
    """What makes a value one of the type that is wanted; no way out where nothing leads there, or too much."""
    kind, text, target = given.type.required, given.span.in_one_line, wanted.required
    if kind == target or "any" in (kind.base, target.base):
        return NO_SUGGESTION
    if kind == POINT:
        return of_the_centre(given.span, target, context)
    if target == BOOL:
        return Suggestion(_as_condition(given, context))
    forms = list(leading_forms(kind, target, text, context))
    if len(forms) == 1:
        return writing(given.span, forms[0], f"write `{forms[0]}`, which is a {target}")
    if 1 < len(forms) <= _FEW_WAYS:
        return Suggestion(f"what leads to a {target} here: " + ", ".join(f"`{form}`" for form in forms))
    return Suggestion(_in_general(kind, target, text))


def leading_forms(given: Type, wanted: Type, text: str, context: Context) -> list[str]:
    """The expressions that make a value, by its text, one of another type: the game's own, or else the language's."""
    declared = dict.fromkeys(_declared(given.required, wanted.required, context))
    if declared:
        return [f"{name}({text})" for name in declared]
    is_rank = given == NUMBER and not text.isdecimal()
    has_pieces = bool(context.names.kinds) or "kinds" in context.names.broken
    return [
        form.format(text)
        for form, of, to in _OWN
        if (of, to) == (given.required, wanted.required)
        and not is_rank
        and (has_pieces or not form.startswith(("owner", "kind")))
    ]


def sum_of(elements: Type, text: str, context: Context) -> str:
    """The help for the sum of what are no numbers: what is asked of each of them is added."""
    found = list(dict.fromkeys(_declared(elements.required, NUMBER, context)))[:_FEW_WAYS]
    ways = [f"`sum({name}(x) for x in {text})`" for name in found]
    return (
        f"what is added is asked of each: {' or '.join(ways)}"
        if ways
        else "`count(...)` is how many there are"
    )


def _declared(given: Type, wanted: Type, context: Context) -> Iterator[str]:
    """The names of this game that are asked of one thing of the type given, and give the type that is wanted."""
    names, taken = context.names, _AS.get(given.base, (given,))
    for name, column in names.columns.items():
        if not column.by and column.type.required == wanted and KIND in taken:
            yield name
    for name, field in names.fields.items():
        if field.holder_type in taken and field.type.required == wanted and not field.part_of:
            yield name
    for name, definition in names.definitions.items():
        asked = [kind for _, _, kind in definition.parameters]
        if len(asked) == 1 and asked[0].required in taken and definition.body.type.required == wanted:
            yield name


def _as_condition(given: model.Expr, context: Context) -> str:
    """How a value becomes a condition, as a sentence."""
    text, kind = given.span.in_one_line, given.type
    text = f"({text})" if isinstance(given, model.If | model.Arithmetic) else text
    it = context.scope.names.get("it")
    match kind.required.base:
        case "set" if it is not None and it.type.required == kind.element:
            return f"whether it is one of them is `it in {text}`, and whether there are any `some {text}`"
        case "number" if text in ("0", "1"):
            return f"what is so is `true`, and what is not is `false`: write `{'true' if text == '1' else 'false'}`"
        case "number":
            return f"a number is compared, as in `{text} > 0`"
        case "set":
            return f"whether there are any is `some {text}`, and whether there are none `no {text}`"
        case _ if kind.is_optional:
            return f"whether there is one is `{text} != none`"
        case "player":
            return f"a player is compared, as in `{text} = mover`"
        case "symbol":
            return f"a word is compared, as in `{text} = {kind.symbols[-1]}`"
    return ""


def _in_general(given: Type, wanted: Type, text: str) -> str:
    """How values of one type lead to values of another, where more is needed than the value itself."""
    if given == NUMBER:
        return {
            "site": "a site by its file and rank is `site_at(x, y)`, and one so many steps on `step(s, DIRECTION, n)`",
            "player": "a player by their number is `nth(players, n)`",
        }.get(wanted.base, "")
    if given.base == "set" and given.element == wanted:
        return f"a set may have several elements; one of them is `first({text})`"
    if given.base == "set" and wanted == NUMBER:
        return f"how many there are is `count({text})`"
    if given.base == "text":
        return "what is named, and a number, stand without quotation marks"
    if wanted.base == "text":
        return 'a text stands in quotation marks, and values in braces inside it: `"{...}"`'
    if (given, wanted) == (BOOL, NUMBER):
        return f"a condition as a number is `(1 if {text} else 0)`"
    return ""
