"""Which texts are notations of a game's actions, in whatever position: a case that expects a move to be illegal names one.

What a notation may hold follows from the types of its parts, so nothing is played.
"""

import re
from collections.abc import Collection, Iterator

from gdl.core import model
from gdl.core.types import Type
from interpreter.engines.notation import SPELT_TRUTHS, is_place, plain, written

_NUMBER = r"-?\d+(?:\.\d+|/\d+)?"
_UNNAMED_SITE = r"-?\d+,-?\d+"  # of a growing board


def is_spelt(game: model.Game, text: str) -> bool:
    """Whether a text mentions an action or speaks of sites alone, or else has the form of an action's notation."""
    if {"pass", "done", *(a.name for a in game.actions)} & set(re.findall(r"\w+", text)):
        return True
    if _speaks_of_sites(game, text):
        return True
    said = {plain(text), plain(text.replace("0", "o"))}
    return any(re.fullmatch(form, s) for form in _forms(game) for s in said)


def _speaks_of_sites(game: model.Game, text: str) -> bool:
    """Whether a text holds sites of the game, and else only words of its pieces, players and enumerations, and numbers."""
    words = re.findall(r"[a-z_]\w*", re.sub(r"(?<=\d)x(?=[a-z]+\d)", " ", text.lower()))
    sites = game.board.lower_site_index.keys()
    enumerations = {w for a in game.actions for c in a.choices for w in c.type.symbols}
    known = {
        *enumerations,
        *(k.name for k in game.kinds),
        *(p.name for p in game.players),
        *SPELT_TRUTHS,
        "none",
    }
    return not sites.isdisjoint(words) and {plain(w) for w in known} | sites >= set(words)


def _forms(game: model.Game) -> Iterator[str]:
    """The form of each action's notation: of several steps one after the other."""
    for action in game.actions:
        if action.notation is not None:
            yield f"(?:{_pattern(action.notation, game)})+"
        elif action.choices:
            yield f"(?:{'[-x:>]?'.join(_choice(c, game) for c in action.choices)})+"


def _choice(choice: model.Choice, game: model.Game) -> str:
    if is_place(choice) or choice.type.base in ("bool", "set"):
        return _value(choice.type, game)
    return _either([written(game, choice, v) for v in choice.values])


def _pattern(e: model.Expr, game: model.Game) -> str:
    """What a text that an expression makes may look like."""
    match e:
        case model.Template():
            return "".join(re.escape(plain(p)) if isinstance(p, str) else _pattern(p, game) for p in e.pieces)
        case model.Const(value=str(said)):
            return re.escape(plain(said))
        case model.If():
            return f"(?:{_pattern(e.then, game)}|{_pattern(e.otherwise, game)})"
        case model.Apply() if e.type.base == "text":
            return _pattern(game.definitions[e.definition].body, game)
    return _value(e.type, game)


def _value(kind: Type, game: model.Game) -> str:
    """What a value of a type may look like."""
    match kind.base:
        case "site" | "piece" if not game.board.is_stacking or kind.base == "site":
            return _UNNAMED_SITE if game.board.is_growing else _either(game.board.lower_site_index)
        case "number":
            return _NUMBER
        case "bool":
            return _either(SPELT_TRUTHS)
        case "player":
            return _either([p.name for p in game.players])
        case "kind":
            return _either([k.name for k in game.kinds])
        case "direction":
            return _either([d.name for d in game.board.directions])
        case "symbol":
            return _either(kind.symbols)
    return ".+"


def _either(words: Collection[str]) -> str:
    return f"(?:{'|'.join(re.escape(plain(w)) for w in (*words, 'none'))})"
