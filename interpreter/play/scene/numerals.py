"""Numbers and ranks that are written as words, and what is printed on dice, double tiles and cards for them."""

from functools import lru_cache

from gdl import core, model
from gdl.visit import nodes
from interpreter.play.scene.keys import Key

_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
NUMBERS = {word: str(i) for i, word in enumerate(_WORDS)}
RANKS = {**NUMBERS, "jack": "J", "knave": "J", "queen": "Q", "king": "K", "ace": "A"}
_FACES = range(1, 7)
_MOST = 9  # pips of half a tile


def numeral(name: str) -> str:
    """A number written as a word, in digits; "" for any other word."""
    return NUMBERS.get(name.lower(), "")


def pips(game: model.Game) -> dict[str, tuple[int, ...]]:
    """The kinds that are dice (one number) or double tiles (two), with their pips; none where the game has neither.

    The trait of dice: six kinds, numbered 1 to 6 by a column, of which chance takes one. That of double tiles: each kind is made of
    two numbers out of the same range.
    """
    return _pips(Key(game))


@lru_cache(maxsize=64)
def _pips(key: Key) -> dict[str, tuple[int, ...]]:
    game = key.game
    return _doubles(game) or _thrown(game)


def _doubles(game: model.Game) -> dict[str, tuple[int, ...]]:
    found = {k.name: tuple(_number(k, c) for c, _ in k.made_of) for k in game.kinds}
    if any(c.type.base != "number" for c in game.columns.values()):
        return {}
    if any(len(values) != 2 or not all(0 <= v <= _MOST for v in values) for values in found.values()):
        return {}
    first, second = ({values[i] for values in found.values()} for i in (0, 1))
    return found if first == second else {}


def _number(kind: model.Kind, column: str) -> int:
    """A number of a kind; -1 for what is none."""
    value = kind.attributes.get(column)
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _thrown(game: model.Game) -> dict[str, tuple[int, ...]]:
    columns = [c.name for c in game.columns.values() if c.type.base == "number" and not c.by]
    numbered = (c for c in columns if [_number(k, c) for k in game.kinds] == [*_FACES])
    column = next(numbered, None)
    rules = (game.setup, game.actions, game.settles)
    is_chance = any(isinstance(n, core.Chance) and n.source.type.element is not None
                    and n.source.type.element.base == "kind" for n in nodes(rules))  # fmt: skip
    return {} if column is None or not is_chance else {k.name: (_number(k, column),) for k in game.kinds}
