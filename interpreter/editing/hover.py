"""What a word means, as Markdown: the text that declares it, its type, its sentence; a builtin's row; a keyword's grammar."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from gdl.core import model, visit
from gdl.core import nodes as core
from gdl.core.arithmetic import plain_value
from gdl.core.builtins import ROWS
from gdl.core.static import known
from gdl.core.types import ANY, SITE, TEXT, Type, set_of
from gdl.files.sources import File
from gdl.source import Source, Span
from gdl.text import reference
from gdl.text.grammar import grammar_text
from gdl.text.reference import type_word, written
from interpreter.editing.name_uses import meant, references, word_at
from interpreter.editing.symbols import Symbol

_LINES = 12  # of a declaration that are shown
_ELEMENTS = 12  # of a set that are shown
_FORMS = 4  # of a keyword that are shown


def hover(
    files: Sequence[File], game: model.Game | None, source: Source, offset: int
) -> tuple[Span, str] | None:
    """The word at an offset, and what is to be said of it. `game`: the checked game, for types; None if there is none."""
    word = word_at(source, offset)
    if word is None:
        return None
    symbols = meant(files, word)
    if symbols:
        parts = [_declared(symbol, word) for symbol in symbols]
        kind = type_at(game, word) if game is not None else ""
        more = [f"Type: {kind}"] if kind else []
        more += [] if game is None else list(_now(game, symbols[0]))
        more.append(_uses(files, source, offset))
        return word, "\n\n---\n\n".join(parts) + "\n\n" + "\n\n".join(more)
    text = (_cells(game, word.text) if game is not None else "") or builtin(word.text) or keyword(word.text)
    return (word, text) if text else None


def _cells(game: model.Game, name: str) -> str:
    """What the name of a form of cells stands for, on a board whose tiling has several."""
    cells = game.board.sorts.get(name)
    return f"`{name}`: sites. {_shown(game, set_of(SITE), cells)}" if cells is not None else ""


def builtin(name: str) -> str:
    """What a builtin of the language is, a line for each of its forms."""
    return "\n\n".join(
        f"`{written(r)}`: {type_word(str(r.result))}. {r.text}" for r in ROWS if r.name == name
    )


@cache
def keyword(word: str) -> str:
    """What may follow a keyword: the rules of the grammar that begin with it."""
    begins = f'"{word}"'
    forms = [
        f"{p.name} ::= {alternative}"
        for section in reference.sections(grammar_text())
        for p in section.productions
        for alternative in p.alternatives
        if alternative == begins or alternative.startswith(f"{begins} ")
    ]
    if not forms:
        return ""
    return f"keyword `{word}`\n\n```ebnf\n" + "\n".join(forms[:_FORMS]) + "\n```"


def type_at(game: model.Game, word: Span) -> str:
    """The type that the checked game gives a name at a place, or the value of the definition that it calls."""
    kind = ""
    for node in _expressions(game):
        if node.span.source.name != word.source.name or node.span.start != word.start:
            continue
        is_call = isinstance(node, core.Apply | core.Builtin) and node.span.text.startswith(
            (f"{word.text}(", f"{word.text} of ")
        )
        if node.span.end == word.end or is_call:
            kind = str(node.type)  # the innermost one comes last: a value may stand in a set of its own
    return kind


def _now(game: model.Game, symbol: Symbol) -> Iterator[str]:
    """What a name stands for under the present options, as far as that is known before the game begins."""
    option = next((o for o in game.options if o.name == symbol.name), None)
    field, kind = game.fields.get(symbol.name), next((k for k in game.kinds if k.name == symbol.name), None)
    definition = game.definitions.get(symbol.name)
    if symbol.sort == "option" and option is not None:
        yield f"Value: {_shown(game, TEXT, option.value, option.symbols)}"
    elif symbol.sort == "field" and field is not None:
        bounds = f" from {field.bounds[0]} to {field.bounds[1]}" if field.bounds else ""
        yield f"Holds: {field.type}{bounds}, at first {_shown(game, field.type, field.default, field.type.symbols)}"
    elif symbol.sort == "kind" and kind is not None:
        cells = (
            f"{name} {_shown(game, game.columns[name].type, cell, game.columns[name].type.symbols)}"
            for name, cell in kind.attributes.items()
            if not isinstance(cell, tuple)
        )
        yield "Attributes: " + (", ".join(cells) or "none")
    elif definition is not None and not definition.parameters:
        found = known(definition.body, game.board)
        if found is not None:
            yield f"Value: {_shown(game, definition.body.type, found[0], definition.body.type.symbols)}"


def _shown(game: model.Game, kind: Type, value: model.Value, symbols: tuple[str, ...] = ()) -> str:
    """A value as people write it; of a long set how many elements it has."""
    if isinstance(value, tuple):
        element = kind.element or ANY
        shown = ", ".join(_shown(game, element, v, element.symbols) for v in value[:_ELEMENTS])
        return f"{{{shown}}}" if len(value) <= _ELEMENTS else f"{{{shown}, ...}}, {len(value)} in all"
    if isinstance(value, int) and not isinstance(value, bool):
        named = {
            "site": [s.name for s in game.board.sites],
            "kind": [k.name for k in game.kinds],
            "player": [p.name for p in game.players],
        }.get(kind.base)
        return symbols[value] if symbols else named[value] if named is not None else str(value)
    return plain_value(value)


def _uses(files: Sequence[File], source: Source, offset: int) -> str:
    """Who uses a name: in which lines of which files, without the place that declares it."""
    symbols = (
        {s.place for s in meant(files, word)} if (word := word_at(source, offset)) is not None else set()
    )
    places = [p for p in references(files, source, offset) if p not in symbols]
    by_file: dict[str, list[int]] = {}
    for place in places:
        lines = by_file.setdefault(Path(place.source.name).name, [])
        lines += [place.line] if place.line not in lines else []
    if not places:
        return "Used nowhere."
    said = (f"{name} {', '.join(map(str, lines[:_LINES]))}" for name, lines in by_file.items())
    return f"Used {len(places)} time{'s' * (len(places) != 1)}: {'; '.join(said)}"


def _expressions(game: model.Game) -> Iterator[core.Node]:
    for part in (game, *game.definitions.values(), *game.turns.values()):
        yield from (node for node in visit.nodes(part) if isinstance(node, core.Node))


def _declared(symbol: Symbol, word: Span) -> str:
    lines = symbol.whole.text.rstrip().split("\n")
    shown = lines[:_LINES] + (["..."] if len(lines) > _LINES else [])
    elsewhere = symbol.place.source.name != word.source.name
    where = f", from {Path(symbol.place.source.name).name}" if elsewhere else ""
    means = f"\n\n{symbol.means}" if symbol.means else ""
    return f"{symbol.sort} `{symbol.name}`{where}\n\n```gdl\n" + "\n".join(shown) + f"\n```{means}"
