"""Which type a place of a text asks for, by the words before it, and which type each name has.

A text that is being written has errors just there, so this looks at words and not at a tree: what stands before an operator,
which argument of a call it is, and the word of a clause or an effect.
"""

import re

from gdl import model
from gdl.builtins import BY_NAME
from gdl.types import BOOL, KIND, NUMBER, PIECE, PLAYER, SITE, Type, set_of

_COMPARED = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:\([^()]*\)|\s+of\s+\w+)?\s*(?::=|!=|=|<=|>=|<|>)\s*$")
_CALLED = re.compile(r"(?P<name>[A-Za-z_]\w*)\((?P<before>[^()]*)$")
_WORDS: tuple[tuple[re.Pattern[str], Type], ...] = tuple(
    (re.compile(pattern + r"\s+$"), kind)
    for pattern, kind in (
        (r"\b(?:place|stock)\s+[A-Za-z_]\w*\s+of", PLAYER),
        (r"\b(?:place|stock|by)", KIND),
        (r"\b(?:remove|capture|move)", PIECE),
        (r"\b(?:on|to)", SITE),
        (r"\b(?:some|all|no|every|choose)\s+[A-Za-z_]\w*\s+in", set_of(SITE)),
        (r"\b(?:where|when|if|and|or|not|require|while|always|never)", BOOL),
        (r"[-+*/]", NUMBER),
    )
)


def expected(game: model.Game, before: str) -> Type | None:
    """The type that is asked for behind a text of a line; None where the words do not say."""
    types = types_of(game)
    compared = _COMPARED.search(before)
    if compared is not None:
        return types.get(compared["name"])
    called = _CALLED.search(before)
    if called is not None and not called["before"].strip().endswith(("=", "in")):
        return _parameter(game, called["name"], called["before"].count(","))
    return next((kind for pattern, kind in _WORDS if pattern.search(before)), None)


def types_of(game: model.Game) -> dict[str, Type]:
    """The type of what each name stands for: of a function that of its value."""
    found: dict[str, Type] = {name: rows[0].result for name, rows in BY_NAME.items()}
    found |= {o.name: _of_option(o) for o in game.options}
    found |= {name: column.type for name, column in game.columns.items()}
    found |= {name: field.type for name, field in game.fields.items()}
    found |= {name: definition.body.type for name, definition in game.definitions.items()}
    found |= {k.name: KIND for k in game.kinds}
    found |= {p.name: PLAYER for p in game.players}
    return found


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value may stand where another type is asked for: where a set is, any set may."""
    return found.base == wanted.base or (wanted.base == "piece" and found.base == "site")


def _of_option(option: model.Option) -> Type:
    if option.symbols:
        return Type("symbol", symbols=option.symbols)
    return BOOL if isinstance(option.value, bool) else NUMBER


def _parameter(game: model.Game, name: str, index: int) -> Type | None:
    """The type of a parameter of a definition or a builtin."""
    if name in game.definitions:
        parameters = [kind for _, _, kind in game.definitions[name].parameters]
    else:
        rows = BY_NAME.get(name)
        parameters = list(rows[0].parameters) if rows else []
    return parameters[index] if index < len(parameters) else None
