"""Names as people write and abbreviate them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

Short: TypeAlias = MappingProxyType[str, str]  # for each name what stands for it

_GAMES = 64  # of which the names are remembered: each picture asks for the same ones


def words(name: str) -> str:
    """A name as people write it: `LightWagon` and `light_wagon` as two words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").strip()


def spoken(text: str) -> str:
    """A move as people read it: names as words, `facing=north` as `facing north`, and what is not told as `(hidden)`."""
    said = re.sub(r"(?<=\w)=(?=\w)", " ", words(text))
    return re.sub(r"( \?)+$", " (hidden)", said)


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
