"""What people type for an action, where it is not the notation: sites without separators, words of choices, a first letter.

The ways to read a text are tried one after the other; the first that fits any legal action counts. Where it fits
several, the result has all of them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from gdl.core.model import Choice, Game
from gdl.limits import MAX_READINGS
from interpreter.engines.notation import BETWEEN_ELEMENTS, plain, written
from interpreter.shared.numbering import Move

_BETWEEN = "-x:> "  # signs between sites
_AROUND = "=/() "  # signs around the words behind sites
_TRUTHS = {"true": "yes", "false": "no"}  # what is true or false may be typed in both ways
SPELT_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Known:
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


def known(game: Game, number: int, move: Move, text: str, sites: tuple[int, ...]) -> Known:
    pairs = list(zip(move.action.choices, move.values, strict=True))
    for hop in move.hops:
        pairs.extend(zip(move.action.repeated, hop, strict=True))
    said = [word for c, v in pairs for word in _without_signs(written(game, c, v).lower(), c).split()]
    others = [w for c, v in pairs if not is_place(c) for w in _names(game, c, v)]
    has_sets = any(c.sizes is not None for c in move.action.choices)
    return Known(number, move.action.name.lower(), text, sites, tuple(said), tuple(others), has_sets)


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
    game: Game, text: str, actions: Sequence[Known], leads: Callable[[int, int, int], bool]
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
    game: Game, text: str, actions: Sequence[Known], leads: Callable[[int, int, int], bool]
) -> list[int]:
    ways: tuple[Callable[[], Iterable[Known]], ...] = (
        lambda: _rounded(text, actions),
        lambda: _worded(words(game, text), site_names(game), actions),
        lambda: _sited(game, text, actions),
        lambda: _led(game, text, actions, leads),
        lambda: _unordered(game, text, actions),
    )
    return next((found for way in ways if (found := [k.number for k in way()])), [])


def _rounded(text: str, actions: Sequence[Known]) -> Iterator[Known]:
    """A zero for the letter O, `0-0` for `O-O`; and no sign between sites."""
    wanted = _round(text)
    return (k for k in actions if _round(k.text) == wanted)


def _round(text: str) -> str:
    return re.sub(r"(?<=\d)[-x:>](?=[a-z])", "", plain(text)).replace("0", "o")


def _worded(said: list[str], sites: Collection[str], actions: Sequence[Known]) -> list[Known]:
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


def _unordered(game: Game, text: str, actions: Sequence[Known]) -> list[Known]:
    """The words of actions that choose sets, in any order, with or without signs between elements."""
    among = [k for k in actions if k.has_sets]
    wanted = sorted(words(game, re.sub(r"[+,{}]", " ", text))) if among else []
    return [k for k in among if wanted in (sorted(k.said), sorted((k.name, *k.said)))]


def _sited(game: Game, text: str, actions: Sequence[Known]) -> list[Known]:
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
    game: Game, text: str, actions: Sequence[Known], leads: Callable[[int, int, int], bool]
) -> list[Known]:
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


def site_names(game: Game) -> dict[str, int]:
    return {name.lower(): site for name, site in game.board.site_index.items()}


def divided(game: Game, text: str) -> list[tuple[tuple[int, ...], str]]:
    """The ways to read a text as sites and a rest behind them; the shortest rest comes first."""
    names = site_names(game)
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
