"""Parts of a position in words: values, lists of pieces, and demanded choices."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from gdl.core import static
from gdl.core.model import Game, Meaning
from interpreter.engines.notation import word
from interpreter.play.memo import Key
from interpreter.play.scene.names import words


def value_text(value: Any) -> str:
    """A value of a position in one line."""
    match value:
        case Mapping():
            return "(" + ", ".join(f"{k} {value_text(v)}" for k, v in value.items()) + ")"
        case list() | tuple():
            return "{" + ", ".join(value_text(v) for v in value) + "}"
        case bool():
            return str(value).lower()
        case None:
            return "none"
        case _:
            return str(value)


def counted_text(texts: Sequence[str]) -> str:
    """Texts with equal ones counted: `2 × archer, scout`."""
    counts = {t: texts.count(t) for t in dict.fromkeys(texts)}
    return ", ".join(f"{n} × {t}" if n > 1 else t for t, n in counts.items())


def meaning(game: Game, kind: str) -> str:
    """What the author says of a kind, for whoever points at a piece of it, and of the action that one of its columns names: what
    cards of a suit do. A kind of a table that has a sentence of its own has that alone. "" where values are known only in play."""
    return _meaning(Key(game), kind)


@lru_cache(maxsize=4096)
def _meaning(key: Key, kind: str) -> str:
    game = key.game
    own = _filled(game, game.meaning_of("kind", kind))
    if own and not any(k.name == kind and k.made_of for k in game.kinds):
        return own
    named = (_filled(game, game.meaning_of("action", n)) for n in _named(game, kind))
    return " ".join(filter(None, (own, next(filter(None, named), ""))))


def _filled(game: Game, found: Meaning | None) -> str:
    """A sentence with the values that are known before the play; "" where there is none, or others are in it."""
    if found is None or "{" not in found.written:
        return found.written if found is not None else ""
    said = ""
    for piece in found.text.pieces:
        if isinstance(piece, str):
            said += piece
            continue
        try:
            said += words(
                word(game, static.value(piece, game.board, table=static.table_of(game)), piece.type)
            )
        except static.NotStatic:
            return ""
    return said


def _named(game: Game, kind: str) -> Iterator[str]:
    """The words in the columns of a kind."""
    columns = [c for c in game.columns.values() if not c.by and c.type.base == "symbol"]
    declared = next((k for k in game.kinds if k.name == kind), None) if columns else None
    if declared is None:
        return
    for column in columns:
        value = declared.attributes.get(column.name)
        if isinstance(value, int):
            yield word(game, value, column.type)


def demand_text(item: Mapping[str, Any]) -> str:
    """A demanded choice as a sentence: who is to choose what; arguments that all alternatives share are said once."""
    word = {"may": "may now", "must": "must now"}.get(str(item.get("word")), "is now to")
    choices = item.get("choices", [item])
    names = list(dict.fromkeys(str(c.get("action")).replace("_", " ") for c in choices))
    arguments = [_arguments(c) for c in choices]
    common = [t for t in arguments[0] if all(t in other for other in arguments)]
    listed = ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else names[0]
    return f"{item.get('player')} {word} {listed}" + (f" ({', '.join(common)})" if common else "")


def _arguments(item: Mapping[str, Any]) -> list[str]:
    """The arguments of a demanded choice that mean something to people: `true` alone does not."""
    return [words(value_text(v)) for v in item.get("arguments") or () if not isinstance(v, bool)]
