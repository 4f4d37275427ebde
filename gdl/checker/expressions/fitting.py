"""What there is in a game of a type that is wanted: told where a name means nothing, or has another type.

Of words of an enumeration, kinds and players all are told. Of other types what is declared, and what a clause introduces.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from gdl.board import Board
from gdl.builtins import BY_NAME
from gdl.checker.context import Context
from gdl.diagnostics import MANY, is_slip
from gdl.types import KIND, PLAYER, Type

_FEW = 5  # names that are worth telling


def there_is(name: str, wanted: Type | None, context: Context) -> str:
    """The help for a name that means nothing: what there is of the type that is wanted; "" if there is nothing to tell."""
    if wanted is None or wanted.base == "any":
        return ""
    one = wanted.element or wanted
    names = context.names
    listed = {
        "kind": ("kinds", list(names.kinds)),
        "player": ("players", [p.name for p in names.players]),
        "symbol": ("words", list(one.symbols)),
        "direction": ("directions", [d.name for d in names.board.directions] if names.board else []),
    }
    of_type = sorted(dict.fromkeys(_of_type(wanted, context)), key=lambda n: -_likeness(name, n))[:_FEW]
    parts = [f"of this type here: {_quoted(of_type)}"] if of_type else []
    if one.base == "kind" and len(names.kinds) == 1:
        parts.append(f"the only kind is `{next(iter(names.kinds))}`")
    elif one.base in listed and (of := listed[one.base])[1] and len(of[1]) <= MANY:
        parts.append(f"the {of[0]} are {', '.join(of[1])}")
        if one.base == "direction" and "way1" in of[1]:
            parts.append("`way1` leads along the track as it is written, `back1` the other way")
    board = names.board
    if (
        one.base == "site"
        and board is not None
        and board.cells
        and not names.is_board_guessed
        and not board.is_growing
    ):
        parts.append(known_sites(board))
    return "; ".join(parts)


def meant_by(text: str, wanted: Type, context: Context) -> str:
    """The help for a name of another type than is wanted: what has the right one, and is called alike: `north_side` for `north`."""
    if re.fullmatch(r"[A-Za-z_]\w*", text) is None or wanted.base == "any":
        return ""
    builtins = (
        word for word, rows in BY_NAME.items() if any(not r.parameters and r.result == wanted for r in rows)
    )
    known = dict.fromkeys([*_of_type(wanted, context), *builtins])
    parts = set(text.split("_"))
    shared = [name for name in known if name != text and parts & set(name.split("_"))]
    slips = () if text in BY_NAME else known  # a word of the language is hardly a slip of another one
    alike = shared or [name for name in slips if name != text and is_slip(text, name)]
    best = max(alike, key=lambda name: _likeness(text, name), default="")
    return f"did you mean `{best}`?" if best else ""


def known_sites(board: Board, name: str = "") -> str:
    """The sites of a small board; of others from which site to which, and how borders and nodes are named. Of a name that lies
    among them the nearest ones."""
    cells = [site.name for site in board.cells]
    around = _around(name, set(cells))
    if around and board.shape != "graph":
        return f"the board leaves it out; beside it are {', '.join(around)}"
    is_lattice = board.shape != "graph" or len(cells) > MANY
    among = f"its sites are {cells[0]} to {cells[-1]}" if is_lattice else f"its sites are {', '.join(cells)}"
    places = {"borders": board.borders, "nodes": board.nodes}
    examples = [f"{sort} such as {board.sites[some[-1]].name}" for sort, some in places.items() if some]
    return among + (", with " + " and ".join(examples) if examples else "")


def _around(name: str, cells: set[str]) -> list[str]:
    """The sites beside one that a board would have, if it were not left out."""
    found = re.fullmatch(r"([a-z])([0-9]+)", name)
    if found is None:
        return []
    file, rank = ord(found[1]), int(found[2])
    steps = [
        f"{chr(file + x)}{rank + y}"
        for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1))
    ]
    files, ranks = {cell[0] for cell in cells}, {cell[1:] for cell in cells}
    is_inside = found[1] in files and found[2] in ranks
    return [cell for cell in steps if cell in cells][:_FEW] if is_inside else []


def _of_type(wanted: Type, context: Context) -> Iterator[str]:
    """What has a type: names, and what is asked of names that stand here."""
    names = context.names
    types = (wanted.required, wanted.element.required if wanted.element else wanted.required)
    local = {name: found for name in context.scope.visible() if (found := context.find(name)) is not None}
    yield from (name for name, found in local.items() if found.type.required in types)
    for name, field in names.fields.items():
        if field.holder == "game" and field.type.required in types:
            yield name
    for name, definition in names.definitions.items():
        if not definition.parameters and definition.body.type.required in types:
            yield name
    for name, field in names.fields.items():
        if field.holder_type == PLAYER and field.type.required in types and not field.part_of:
            yield f"{name}(mover)"
    for name, column in names.columns.items():
        kinds = [n for n, found in local.items() if found.type.required == KIND]
        if not column.by and column.type.required in types and kinds:
            yield f"{name}({kinds[0]})"


def _likeness(name: str, other: str) -> float:
    return SequenceMatcher(None, name.lower(), other.lower()).ratio()


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
