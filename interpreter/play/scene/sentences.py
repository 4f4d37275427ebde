"""Parts of a position in words: values, lists of pieces, and demanded choices."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gdl.model import Game
from interpreter.engines.notation import word


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
    """What the author says of a kind, for whoever points at a piece of it, else of the action that one of its columns names: what
    cards of a suit do. "" where the sentence has values to be filled in."""
    found = game.meaning_of("kind", kind) or next(
        filter(None, (game.meaning_of("action", n) for n in _named(game, kind))), None
    )
    return found.written if found is not None and "{" not in found.written else ""


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
    return [value_text(v) for v in item.get("arguments") or () if not isinstance(v, bool)]
