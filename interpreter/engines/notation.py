"""Notation: how an action is written, from its choices and the position before it. For every engine.

A move is `from-to`, or `fromxto` when it captures; a move of several steps is `axcxe`. Any other action is its choices,
step by step, with its name before them where another action of the game has choices of the same sort. A game may define
notations of its own.
"""

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Any, Protocol

from gdl.core import nodes as core
from gdl.core.arithmetic import in_digits
from gdl.core.model import Action, Choice, Game, Option
from gdl.core.types import KIND, PIECE, Type
from gdl.core.visit import nodes
from interpreter.shared.numbering import Move

BETWEEN_ELEMENTS = "+"  # the sign between the elements of a set that is chosen

# What a notation may be made of, beside choices, so that it is the same in every position.
_OF_CHOICES = (core.Template, core.If, core.Const, core.Compare, core.Arithmetic, core.And, core.Or, core.Not)


class Words(Protocol):
    """What a notation depends on in the position."""

    game: Game

    def is_enemy(self, site: int, of: int) -> bool:
        """Whether the site holds a piece of another player than the piece on `of`."""

    def captures(self, move: Move) -> bool:
        """Whether the action captures something."""

    def own_notation(self, move: Move) -> str:
        """The notation that the game defines: for an action of several steps, that of each step."""


def write(move: Move, words: Words) -> str:
    """An action in notation."""
    action = move.action
    if action.notation is not None:
        return words.own_notation(move)
    if action.form == "move":
        return _move(move, words)
    parts = [
        written(words.game, c, v)
        for values in (move.values, *move.hops)
        for c, v in zip(action.choices, values, strict=True)
    ]
    if action.is_named or not parts:
        parts.insert(0, action.name)
    return " ".join(parts)


def _move(move: Move, words: Words) -> str:
    action = move.action
    board = words.game.board
    names = [c.name for c in action.choices]
    to = names.index("to")
    start = move.values[0]
    captures = words.is_enemy(move.values[to], start) or (action.captures and words.captures(move))
    text = board.sites[start].name
    for values in (move.values, *((None, *hop) for hop in move.hops)):
        text += ("x" if captures else "-") + board.sites[values[to]].name
        text += "".join(
            " " + written(words.game, c, v)
            for i, (c, v) in enumerate(zip(action.choices, values, strict=True))
            if i not in (0, to)
        )
    return text


def is_written_by_choices(action: Action) -> bool:
    """Whether an action's notation follows from its choices, whatever the position."""
    if action.notation is None:
        return action.form != "move"
    chosen = {c.slot for c in action.choices if c.sizes is None or c.type.element not in (KIND, PIECE)}
    return action.again is None and all(
        e.slot in chosen if isinstance(e, core.Local) else isinstance(e, _OF_CHOICES)
        for e in nodes(action.notation)
    )


def is_written_by_what_stands(action: Action) -> bool:
    """Whether an action's notation follows from its choices, and from which sites hold pieces and whose these are."""
    if action.notation is None:
        return action.form != "move" or not action.captures
    chosen = {c.slot for c in action.choices if c.sizes is None or c.type.element not in (KIND, PIECE)}
    return action.again is None and all(_is_of_what_stands(e, chosen) for e in nodes(action.notation))


def _is_of_what_stands(e: object, chosen: Collection[int]) -> bool:
    match e:
        case core.Local():
            return e.slot in chosen
        case core.Builtin(name="owner", arguments=(core.Builtin(name="piece"),)):
            return True
        case core.Builtin():
            return e.name in ("piece", "empty", "occupied")
        case _:
            return isinstance(e, (*_OF_CHOICES, core.Role))


def written(game: Game, choice: Choice, value: Any) -> str:
    """A choice's value in a notation; the elements of a set are joined by `+`."""
    if choice.sizes is not None and choice.type.element is not None:
        return BETWEEN_ELEMENTS.join(word(game, v, choice.type.element) for v in value) or "none"
    if choice.type.base == "bool" and value is not None:
        return "yes" if value else "no"
    return word(game, value, choice.type)


def word(game: Game, value: Any, kind: Type) -> str:
    """A value of a type in the words of the game; a piece is given by its site."""
    if value is None:
        return "none"
    match kind.base:
        case "piece" if isinstance(value, tuple):
            return _described(game, value)
        case "site" | "piece":
            return str(game.board.sites[value].name)
        case "player":
            return str(game.players[value].name)
        case "kind":
            return str(game.kinds[value].name)
        case "direction":
            return str(game.board.directions[value].name)
        case "symbol":
            return str(kind.symbols[value])
        case "bool":
            return "true" if value else "false"
        case "set" if kind.element is not None:
            return "{" + ", ".join(word(game, v, kind.element) for v in value) + "}"
        case _:
            return plain_value(value)


def plain_value(value: Any) -> str:
    """A number, a truth or a word as people read it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return in_digits(value) if isinstance(value, Fraction) else str(value)


def option_text(option: Option, value: Any) -> str:
    """A value of an option as it is written in settings."""
    return option.symbols[value] if option.symbols and isinstance(value, int) else plain_value(value)


def _described(game: Game, value: tuple[Any, ...]) -> str:
    """A piece on a site that may hold several: the site, and the piece as a position writes it."""
    site, owner, kind, *values = value
    words = [game.board.sites[site].name, *([game.players[owner].name] if owner is not None else [])]
    words.append(game.kinds[kind].name)
    fields = [f for f in game.fields.values() if f.holder == "piece" and f.type.base != "piece"]
    for field, held in zip(fields, values, strict=True):
        if held != field.default:
            words.append(f"{field.name}={word(game, held, field.type)}")
    return " ".join(words)


def loose(text: str) -> str:
    """A notation in which `-` and `x` between sites are the same, since people may not know which it is."""
    return re.sub(r"(?<=\d)[-x:](?=[a-z])", "-", plain(text))


def steps(text: str) -> list[str]:
    """The words of a notation without their order, and without marks behind them such as the `*` of a hit."""
    return sorted(re.sub(r"\W+$", "", word) for word in text.lower().split())


def plain(text: str) -> str:
    """A notation without blanks and in lower case, for comparing what people type."""
    return "".join(text.split()).lower()
