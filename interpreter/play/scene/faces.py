"""What tiles print on several sites: kinds with columns whose values, by number, are words for the ground of sites.

The trait: a column is indexed by numbers, and its words are those of a field of sites that paints the ground. So a tile of
four sites has four words for each of its sides.
"""

from gdl import model


def faces(game: model.Game, kind: str) -> tuple[tuple[str, ...], ...]:
    """The words of each face of a kind, in the order of their numbers; empty for a kind that prints nothing."""
    known = next((k for k in game.kinds if k.name == kind), None)
    painted = {f.type.symbols for f in game.fields.values() if f.holder == "site" and f.type.base == "symbol"}
    found = []
    for column in game.columns.values() if known is not None else ():
        values = known.attributes.get(column.name) if known is not None else None
        symbols = column.type.symbols
        if column.by != "number" or symbols not in painted or not isinstance(values, tuple):
            continue
        words = tuple(symbols[v] for v in values if isinstance(v, int))
        if words and len(words) == len(values):
            found.append(words)
    return tuple(found)


def grounds(game: model.Game, words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """All words of the field that a face is about, and its default."""
    for field in game.fields.values():
        if field.holder == "site" and {*words} <= {*field.type.symbols}:
            default = field.type.symbols[field.default] if isinstance(field.default, int) else ""
            return field.type.symbols, default
    return (), ""
