"""Notation: how an action is written, from its choices and the position before it, and how a text is read that is not the notation.
For every engine.

A move is `from-to`, or `fromxto` when it captures; a move of several steps is `axcxe`. Any other action is its choices,
step by step, with its name before them where another action of the game has choices of the same sort. A game may define
notations of its own.

People type sites without separators, words of choices, a first letter. The ways to read a text are tried one after the other; the
first that fits any legal action counts. Where it fits several, the result has all of them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Protocol

from gdl.core import nodes as core
from gdl.core.arithmetic import plain_value
from gdl.core.builtins import PURE
from gdl.core.model import Action, Choice, Game, Option
from gdl.core.types import KIND, PIECE, SITE, Type
from gdl.core.visit import nodes
from gdl.limits import MAX_READINGS
from gdl.platform.dataclass import dataclass
from interpreter.shared.numbering import Move

BETWEEN_ELEMENTS = "+"  # the sign between the elements of a set that is chosen

# What a notation may be made of, beside choices, so that it is the same in every position.
_OF_CHOICES = (core.Template, core.If, core.Const, core.Compare, core.Arithmetic, core.And, core.Or, core.Not)


class Context(Protocol):
    """What a notation depends on in the position."""

    game: Game

    def is_enemy(self, site: int, of: int) -> bool:
        """Whether the site holds a piece of another player than the piece on `of`."""

    def captures(self, move: Move) -> bool:
        """Whether the action captures something."""

    def own_notation(self, move: Move) -> str:
        """The notation that the game defines: for an action of several steps, that of each step."""


def write(move: Move, context: Context) -> str:
    """An action in notation."""
    action = move.action
    if action.notation is not None:
        return context.own_notation(move)
    if action.form == "move":
        return _move(move, context)
    parts = [
        written(context.game, c, v)
        for values in (move.values, *move.hops)
        for c, v in zip(action.choices, values, strict=True)
    ]
    if action.is_named or not parts:
        parts.insert(0, action.name)
    return " ".join(parts)


def _move(move: Move, context: Context) -> str:
    action = move.action
    board = context.game.board
    names = [c.name for c in action.choices]
    to = names.index("to")
    start = move.values[0]
    captures = context.is_enemy(move.values[to], start) or (action.captures and context.captures(move))
    text = board.sites[start].name
    for values in (move.values, *((None, *hop) for hop in move.hops)):
        text += ("x" if captures else "-") + board.sites[values[to]].name
        text += "".join(
            " " + written(context.game, c, v)
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


def is_written_by_sites(action: Action, game: Game) -> bool:
    """Whether an action has the same notation in every position in which it is legal with the same choices, where a site holds one piece:
    it says nothing else of a piece than its site."""
    if is_written_by_choices(action):
        return True
    if action.notation is None or action.again is not None or game.board.is_stacking:
        return False
    places = {c.slot for c in action.choices if c.sizes is None and c.type in (SITE, PIECE)}

    def is_fixed(e: object) -> bool:
        match e:
            case core.Builtin(name="site", arguments=(core.Local(slot=slot),)):
                return slot in places
            case core.Builtin():
                return e.name in PURE
            case core.Local():
                return e.slot in places
            case _:
                return isinstance(e, _OF_CHOICES)

    return all(map(is_fixed, nodes(action.notation)))


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


# ---- what people type


_BETWEEN = "-x:> "  # signs between sites
_AROUND = "=/() "  # signs around the words behind sites
_TRUTHS = {"true": "yes", "false": "no"}  # what is true or false may be typed in both ways
SPELT_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class InputForm:
    """A legal action as it may be typed: `said` are the words of all its choices, `others` those of choices that are no sites.

    `has_sets`: it chooses a set, whose elements may be typed in any order.
    """

    number: int
    name: str
    text: str
    sites: tuple[int, ...]
    said: tuple[str, ...]
    others: tuple[str, ...]
    has_sets: bool


def input_form(game: Game, number: int, move: Move, text: str, sites: tuple[int, ...]) -> InputForm:
    pairs = list(zip(move.action.choices, move.values, strict=True))
    for hop in move.hops:
        pairs.extend(zip(move.action.repeated, hop, strict=True))
    said = [word for c, v in pairs for word in _without_signs(written(game, c, v).lower(), c).split()]
    others = [w for c, v in pairs if not is_place(c) for w in _names(game, c, v)]
    has_sets = any(c.sizes is not None for c in move.action.choices)
    return InputForm(number, move.action.name.lower(), text, sites, tuple(said), tuple(others), has_sets)


def _without_signs(text: str, choice: Choice) -> str:
    """The words of a choice: of a set without the signs between its elements."""
    return text if choice.sizes is None else text.replace(BETWEEN_ELEMENTS, " ")


def is_place(choice: Choice) -> bool:
    """Whether a choice is written as a site, or a set as sites."""
    return (choice.type.element or choice.type).base in ("site", "piece")


def _names(game: Game, choice: Choice, value: object) -> list[str]:
    """What a choice may be called: its word, and of a kind its glyphs."""
    glyphs = (
        [look.glyph.lower() for look in game.looks if look.kind == value and look.glyph]
        if choice.type.base == "kind"
        else []
    )
    return [written(game, choice, value).lower(), *glyphs]


def read(
    game: Game, text: str, actions: Sequence[InputForm], leads: Callable[[int, int, int], bool]
) -> list[int]:
    """The legal actions that a text may mean. `leads`: whether an action brings the piece of one site to another."""
    return next((found for t in spellings(text) if (found := _read(game, t, actions, leads))), [])


def spellings(text: str) -> Iterator[str]:
    """A text as it is, and then with the other words for what is true or false."""
    yield text
    for words in _TRUTHS, {other: word for word, other in _TRUTHS.items()}:
        other = re.sub(r"[A-Za-z]+", lambda m: words.get(m[0].lower(), m[0]), text)  # noqa: B023
        if other != text:
            yield other


def _read(
    game: Game, text: str, actions: Sequence[InputForm], leads: Callable[[int, int, int], bool]
) -> list[int]:
    ways: tuple[Callable[[], Iterable[InputForm]], ...] = (
        lambda: _rounded(text, actions),
        lambda: _worded(words(game, text), game.board.lower_site_index, actions),
        lambda: _sited(game, text, actions),
        lambda: _led(game, text, actions, leads),
        lambda: _unordered(game, text, actions),
    )
    return next((found for way in ways if (found := [k.number for k in way()])), [])


def _rounded(text: str, actions: Sequence[InputForm]) -> Iterator[InputForm]:
    """A zero for the letter O, `0-0` for `O-O`; and no sign between sites."""
    wanted = _round(text)
    return (k for k in actions if _round(k.text) == wanted)


def _round(text: str) -> str:
    return re.sub(r"(?<=\d)[-x:>](?=[a-z])", "", plain(text)).replace("0", "o")


def _worded(said: list[str], sites: Collection[str], actions: Sequence[InputForm]) -> list[InputForm]:
    """The words of the choices, with the action's name before them or without it; or its name and the first of them.

    Sites and other words may be typed in either order, and names in parts: `drop out` for `drop_out`.
    """

    def parted(said: Sequence[str]) -> tuple[Sequence[str], ...]:
        return [w for w in said if w in sites], [w for w in said if w not in sites]

    def in_parts(said: Sequence[str]) -> list[str]:
        return [part for word in said for part in word.split("_") if part]

    forms: tuple[Callable[[Sequence[str]], object], ...] = (list, parted, in_parts)
    for form in forms:
        wanted = form(said)
        found = [k for k in actions if wanted in (form(k.said), form((k.name, *k.said)))]
        if found and said:
            return found
    return [k for k in actions if said[:1] == [k.name] and list(k.said[: len(said) - 1]) == said[1:]]


def _unordered(game: Game, text: str, actions: Sequence[InputForm]) -> list[InputForm]:
    """The words of actions that choose sets, in any order, with or without signs between elements."""
    among = [k for k in actions if k.has_sets]
    wanted = sorted(words(game, re.sub(r"[+,{}]", " ", text))) if among else []
    return [k for k in among if wanted in (sorted(k.said), sorted((k.name, *k.said)))]


def _sited(game: Game, text: str, actions: Sequence[InputForm]) -> list[InputForm]:
    """Sites with or without separators, and behind them a first letter, a sign or a word of another choice."""
    for sites, rest in divided(game, text):
        found = [k for k in actions if k.sites == sites]
        rest = rest.strip(_AROUND)
        if rest:
            singled = [k for k in found if any(o.startswith(rest) for o in k.others)]
            found = singled or (found if len(found) > 1 and len(rest) == 1 and found[0].others else [])
        if found:
            return found
    return []


def _led(
    game: Game, text: str, actions: Sequence[InputForm], leads: Callable[[int, int, int], bool]
) -> list[InputForm]:
    """The start and the destination of a piece, for an action with another notation."""
    for sites, rest in divided(game, text):
        if len(sites) == 2 and not rest.strip():
            start, to = sites
            return [k for k in actions if k.sites[:1] == (start,) and leads(k.number, start, to)]
    return []


def words(game: Game, text: str) -> list[str]:
    """The words of a text; sites without separators are taken apart."""
    found: list[str] = []
    for word in text.lower().split():
        whole = next((sites for sites, rest in divided(game, word) if not rest), None)
        found += [word] if whole is None else [game.board.sites[s].name.lower() for s in whole]
    return found


def divided(game: Game, text: str) -> list[tuple[tuple[int, ...], str]]:
    """The ways to read a text as sites and a rest behind them; the shortest rest comes first."""
    names = game.board.lower_site_index
    between = " " if game.board.is_growing else _BETWEEN  # there a site may begin with a minus
    longest = max(map(len, names), default=0)
    found: list[tuple[tuple[int, ...], str]] = []

    def go_on(sites: tuple[int, ...], rest: str) -> None:
        if sites:
            found.append((sites, rest))
        for start in {rest, rest.lstrip(between)}:  # a sign between sites may be the first letter of one
            for length in range(min(longest, len(start)), 0, -1):
                site = names.get(start[:length])
                is_whole = not (
                    start[length - 1 : length + 1].isdigit() and start[length : length + 1].isdigit()
                )
                if site is not None and is_whole and len(found) < MAX_READINGS:
                    go_on((*sites, site), start[length:])

    go_on((), text.lower().strip())
    return sorted(found, key=lambda f: len(f[1]))
