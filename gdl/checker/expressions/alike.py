"""What has a type that is wanted, and a name like the one that stands there."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from gdl.builtins import BY_NAME
from gdl.checker.context import Context
from gdl.diagnostics import is_slip
from gdl.types import KIND, PLAYER, Type


def meant_by(text: str, wanted: Type, context: Context) -> str:
    """The help for a name of another type than is wanted: what has the right one, and is called alike: `north_side` for `north`."""
    if re.fullmatch(r"[A-Za-z_]\w*", text) is None or wanted.base == "any":
        return ""
    builtins = (
        word for word, rows in BY_NAME.items() if any(not r.parameters and r.result == wanted for r in rows)
    )
    known = dict.fromkeys([*of_type_here(wanted, context), *builtins])
    parts = set(text.split("_"))
    shared = [name for name in known if name != text and parts & set(name.split("_"))]
    slips = () if text in BY_NAME else known  # a word of the language is hardly a slip of another one
    alike = shared or [name for name in slips if name != text and is_slip(text, name)]
    best = max(alike, key=lambda name: likeness(text, name), default="")
    return f"did you mean `{best}`?" if best else ""


def of_type_here(wanted: Type, context: Context) -> Iterator[str]:
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


def likeness(name: str, other: str) -> float:
    return SequenceMatcher(None, name.lower(), other.lower()).ratio()
