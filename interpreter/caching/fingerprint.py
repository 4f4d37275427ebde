"""What tells games apart: their rules, with or without their places in files (`fingerprint`, `rules_hash`)."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import gdl
from gdl.core import model
from gdl.core.visit import is_node, said


def fingerprint(game: "gdl.Game") -> str:
    """A text that is the same for two games only if they are played alike and written at the same places, which mistakes quote."""
    return repr([(o.name, o.value) for o in game.options]) + played_rules(game)


def rules_hash(game: "gdl.Game") -> str:
    """A short text that is the same only for games that are played alike, wherever and with whatever words beside them their rules
    are written: what is known of a game goes by it."""
    options = [(o.name, o.value) for o in game.options]
    words = "".join(_words((options, _board(game), _rules(game))))
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def _words(part: object) -> Iterator[str]:
    """What a part of the rules says, without its places in files and the names of ends."""
    if isinstance(part, tuple | list):
        yield "("
        for item in part:
            yield from _words(item)
        yield ")"
    elif isinstance(part, Mapping):
        yield from _words(list(part.items()))
    elif is_node(part):
        apart = ("name",) if isinstance(part, model.Result | model.Fallback) else ()
        yield type(part).__name__
        yield from _words([getattr(part, name) for name in said(type(part)) if name not in apart])
    else:
        yield f"{part!r} "


@dataclass(frozen=True, slots=True)
class ByRules:
    """A game as an argument of a function that is cached: only its fingerprint counts."""

    rules: str
    game: "gdl.Game" = field(compare=False)

    @classmethod
    def of(cls, game: "gdl.Game") -> "ByRules":
        return cls(fingerprint(game), game)


def played_rules(game: "gdl.Game") -> str:
    """The same without the values of options, whose effects are in the rules."""
    return repr((*_board(game), _rules(game)))


def _board(game: "gdl.Game") -> tuple[object, object]:
    board = game.board
    places = (
        board.tiling.name,
        board.files,
        board.ranks,
        board.is_stacking,
        board.is_growing,
        board.adjacent,
    )
    # a growing board is a whole window; others may lack any of their sites
    return places, () if board.is_growing else (board.sites, board.directions, board.steps)


def _rules(game: "gdl.Game") -> tuple[object, ...]:
    return (
        game.players,
        [(k.name, dict(k.attributes)) for k in game.kinds],
        dict(game.columns),
        dict(game.fields),
        dict(game.pools),
        dict(game.definitions),
        game.setup,
        game.actions,
        game.phases,
        dict(game.turns),
        game.skips,
        game.settles,
        game.requires,
        game.prefers,
        game.ends,
        dict(game.histories),
        game.limit,
        game.limit_result,
    )


def version(game: "gdl.Game") -> dict[str, Any]:
    """Which rules a result is about, as data: a short hash that is the same only for rules that are played alike."""
    return {
        "game": game.name,
        "rules": rules_hash(game),
        "settings": {name: str(value) for name, value in game.settings.items()},
    }
