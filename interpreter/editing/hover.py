"""What a word means, as Markdown: the text that declares it, its type, its sentence; a builtin's row; a keyword's grammar."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from gdl import core, ebnf, model, visit
from gdl.builtins import ROWS
from gdl.files import File
from gdl.grammar import grammar_text
from gdl.reference import type_word, written
from gdl.source import Source, Span
from interpreter.editing.definitions import meant, word_at
from interpreter.editing.symbols import Symbol

_LINES = 12  # of a declaration that are shown
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
        return word, "\n\n---\n\n".join(parts) + (f"\n\nType: {kind}" if kind else "")
    text = builtin(word.text) or keyword(word.text)
    return (word, text) if text else None


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
        for section in ebnf.sections(grammar_text())
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
