"""Names, numbers, values and demanded choices in words, and pieces as positions write them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from gdl.core import nodes as core
from gdl.core import static
from gdl.core.model import Game, Kind, Meaning
from gdl.core.visit import nodes
from gdl.diagnostics.characters import visible
from interpreter.engines.notation import word
from interpreter.play.memo import by_game

Short: TypeAlias = MappingProxyType[str, str]  # for each name what stands for it

_GAMES = 64  # of which the names are remembered: each picture asks for the same ones


def words(name: str) -> str:
    """A name as people write it: `LightWagon` and `light_wagon` as two words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").strip()


def capital(text: str) -> str:
    """A text with a capital letter in front, the rest as it is."""
    return text[:1].upper() + text[1:]


_PLURALS = {
    "die": "dice", "thief": "thieves", "wolf": "wolves", "elf": "elves", "leaf": "leaves", "knife": "knives", "half": "halves",
    "child": "children", "mouse": "mice", "goose": "geese", "ox": "oxen", "sheep": "sheep", "fish": "fish", "hero": "heroes",
}  # fmt: skip
_SINGULAR = ("ss", "us", "is", "as", "os")  # how a noun ends of which there is one, though it ends with an s


def several(kind: str) -> str:
    """Several pieces of a kind."""
    if irregular := next((one for one in _PLURALS if re.search(rf"\b{one}$", kind)), ""):
        return kind.removesuffix(irregular) + _PLURALS[irregular]
    if kind.endswith("man"):
        return f"{kind[:-3]}men"
    if kind.endswith("y") and kind[-2:-1] not in "aeiou":
        return f"{kind[:-1]}ies"
    if kind.endswith("s") and not kind.endswith(_SINGULAR):
        return kind
    return f"{kind}es" if kind.endswith(("s", "x", "ch", "sh")) else f"{kind}s"


_PARTICIPLES = (
    " done closed left shut lost won known hidden broken gone set met shown taken given drawn laid held sold paid built "
    "thrown frozen bought caught kept dealt "
)


def is_participle(word: str) -> bool:
    """Whether a word says what has been done to something."""
    return f" {word} " in _PARTICIPLES or (word.endswith("ed") and not word.endswith("eed") and len(word) > 3)


def spoken(text: str) -> str:
    """A move as people read it: names as words, `facing=north` as `facing north` (and `e8=Q` as it is), and what is not told as `(hidden)`."""
    said = re.sub(r"(?<=[A-Za-z]{2})=(?=\w)", " ", words(text))
    return re.sub(r"( \?)+$", " (hidden)", said)


def player_counts(game: Game) -> tuple[int, int]:
    """How many players a game has, at least and at most, whichever value its option `players` has now."""
    number = next((o for o in game.options if o.name == "players"), None)
    counts = [len(game.players)] if number is None else [int(str(v)) for v in number.values]
    return counts[0], counts[-1]


def runs(moves: Sequence[str]) -> list[tuple[int, int, str]]:
    """Moves with their numbers, from 1. Of those that follow each other and are hidden alike, all are one."""
    found: list[tuple[int, int, str]] = []
    for number, text in enumerate(moves, 1):
        if found and text.endswith(" ?") and found[-1][2] == text:
            found[-1] = (found[-1][0], number, text)
        else:
            found.append((number, number, text))
    return found


def short_names(names: Sequence[str]) -> Short:
    """For each name the fewest first letters that no other name begins with."""
    return _short_names(tuple(names))


@lru_cache(maxsize=_GAMES)
def _short_names(names: tuple[str, ...]) -> Short:
    begun = Counter(name[:n].lower() for name in set(names) for n in range(1, len(name) + 1))
    found = {}
    for name in names:
        lengths = range(1, len(name) + 1)
        found[name] = next((name[:n] for n in lengths if begun[name[:n].lower()] == 1), name)
    return MappingProxyType(found)


def brief_names(names: Sequence[str]) -> Short:
    """Short names; where one has more than three letters, its initials and its number instead, or the first letters that no other
    word has and its number, if no other has them."""
    return _brief_names(tuple(names))


@lru_cache(maxsize=_GAMES)
def _brief_names(names: tuple[str, ...]) -> Short:
    found = dict(short_names(names))
    bases = short_names(list(dict.fromkeys(_parted(n)[0] for n in names)))
    for name, short in found.items():
        base, number = _parted(name)
        initials = "".join(w[0] for w in words(base).split())
        for brief in (initials + number, bases[base] + number):
            if len(found[name]) > 3 and len(brief) < len(short) and not _is_taken(brief, found):
                found[name] = brief
    return MappingProxyType(found)


def _parted(name: str) -> tuple[str, str]:
    """A name without the number at its end, and that number."""
    base = name.rstrip("0123456789")
    return (base.rstrip("_"), name[len(base) :]) if base else (name, "")


def _is_taken(brief: str, found: Mapping[str, str]) -> bool:
    return brief.lower() in (s.lower() for s in found.values())


_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
NUMBERS = {word: str(i) for i, word in enumerate(_WORDS)}
RANKS = {**NUMBERS, "jack": "J", "knave": "J", "queen": "Q", "king": "K", "ace": "A"}
_FACES = range(1, 7)
_MOST = 9  # pips of half a tile


def numerals(names: Sequence[str]) -> dict[str, str]:
    """The names that are numbers, in digits: words for numbers, or one word of all names with a number behind it."""
    parts = [_parted(name) for name in names]
    if len(parts) > 1 and len({base for base, _ in parts}) == 1 and all(number for _, number in parts):
        return {name: number for name, (_, number) in zip(names, parts, strict=True)}
    return {name: NUMBERS[name.lower()] for name in names if name.lower() in NUMBERS}


@by_game
def pips(game: Game) -> dict[str, tuple[int, ...]]:
    """The kinds that are dice (one number) or double tiles (two), with their pips; none where the game has neither.

    The trait of dice: six kinds, numbered 1 to 6 by a column, of which chance takes one. That of double tiles: each kind is made of
    two numbers out of the same range.
    """
    return _doubles(game) or _thrown(game)


def _doubles(game: Game) -> dict[str, tuple[int, ...]]:
    found = {k.name: tuple(_number(k, c) for c, _ in k.made_of) for k in game.kinds}
    if any(c.type.base != "number" for c in game.columns.values()):
        return {}
    if any(len(values) != 2 or not all(0 <= v <= _MOST for v in values) for values in found.values()):
        return {}
    first, second = ({values[i] for values in found.values()} for i in (0, 1))
    return found if first == second else {}


def _number(kind: Kind, column: str) -> int:
    """A number of a kind; -1 for what is none."""
    value = kind.attributes.get(column)
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _thrown(game: Game) -> dict[str, tuple[int, ...]]:
    columns = [c.name for c in game.columns.values() if c.type.base == "number" and not c.by]
    numbered = (c for c in columns if [_number(k, c) for k in game.kinds] == [*_FACES])
    column = next(numbered, None)
    rules = (game.setup, game.actions, game.settles)
    is_chance = any(isinstance(n, core.Chance) and n.source.type.element is not None
                    and n.source.type.element.base == "kind" for n in nodes(rules))  # fmt: skip
    return {} if column is None or not is_chance else {k.name: (_number(k, column),) for k in game.kinds}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as a position writes it: `[OWNER] KIND [field=value ...]`. `owner` is "" for nobody's."""

    owner: str
    kind: str
    fields: tuple[tuple[str, str], ...]


def read_piece(text: str, players: Iterable[str]) -> Piece:
    """The parts of a piece's text."""
    words = text.split()
    fields = tuple((w.partition("=")[0], w.partition("=")[2]) for w in words if "=" in w)
    names = [w for w in words if "=" not in w]
    owner = names.pop(0) if len(names) > 1 and names[0] in set(players) else ""
    return Piece(owner, " ".join(names), fields)


def told_fields(fields: Iterable[tuple[str, str]]) -> str:
    """What a piece has beside its kind, as it stands behind it: ` (seen, level 2)`; "" for nothing."""
    said = []
    for name, value in fields:
        field, _, of = words(name).removesuffix(")").partition("(")
        told = f"{of} {field}" if of and field.endswith("s") else f"{field} for {of}" if of else field
        said.append({"true": told, "false": f"not {told}"}.get(value, f"{told} {value}"))
    return f" ({', '.join(said)})" if said else ""


_MOST_QUOTED = 60  # letters that a message repeats


def shortened(text: str) -> str:
    """A text without commands to a terminal, and not longer than a message can quote."""
    text = visible(text)
    return text if len(text) <= _MOST_QUOTED else text[: _MOST_QUOTED - 1] + "…"


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
    return _meanings(game).get(kind, "")


@by_game
def _meanings(game: Game) -> dict[str, str]:
    return {kind.name: _meaning(game, kind) for kind in game.kinds} if game.meanings else {}


def _meaning(game: Game, kind: Kind) -> str:
    own = _filled(game, game.meaning_of("kind", kind.name))
    if own and not kind.made_of:
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


def _named(game: Game, kind: Kind) -> Iterator[str]:
    """The words in the columns of a kind."""
    for column in game.columns.values():
        value = kind.attributes.get(column.name)
        if not column.by and column.type.base == "symbol" and isinstance(value, int):
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
