"""A form with holes, such as `limit N moves: RESULT`, filled with what a text has at their places.

The words and signs of the form that the text has, too, are laid beside each other; each hole takes what stands between them,
and a hole of one letter a single word.
Of all ways to do so the one is taken that adds and drops the fewest words (an alignment of two sequences: Needleman and
Wunsch, 1970, with holes that cost nothing).
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

_TOKEN = re.compile(r"\.\.\.|\"[^\"\n]*\"|\w+|:=|\.\.|[<>!]=|[^\w\s]")
HOLE = re.compile(r"\.\.\.|\b[A-Z]{3,}\b")  # what a reader has to fill in
_HOLE = re.compile(r"\.\.\.|[A-Z]+")  # where a form has others
_MOST = 60  # words of a text
_PARTS = 4  # of a text that are tried
_MISSING, _ADDED, _DROPPED, _DROPPED_SIGN, _FAR = 1, 2, 2, 1, 1_000  # costs of a word
_SWALLOWED = 3  # cost of a hole that begins with a word of the form


def has_holes(form: str) -> bool:
    """Whether a reader has to fill something in: `...`, or a word of three capital letters or more."""
    return HOLE.search(form) is not None


def filled(form: str, text: str, at: int = -1) -> str | None:
    """The form with what the text has at the places of its holes; None if they have too little in common. `at`: where in the
    text something seems to be missing."""
    found = [
        laying for laying in _layings(form, text, at, is_whole=True) if laying.cost <= max(4, laying.size)
    ]
    return found[0].made if found else None


def parts(form: str, text: str, start: int, end: int) -> tuple["Laying", ...]:
    """The parts of a text that have the form but for a few words, the most alike first. The characters from `start` to `end`
    (excluded) belong to each of them."""
    found = [
        laying
        for laying in _layings(form, text, -1, is_whole=False, needed=end)
        if laying.start <= start and laying.cost <= max(4, 1.5 * laying.size)
    ]
    return tuple(sorted(found, key=lambda laying: laying.cost)[:_PARTS])


@dataclass(frozen=True, slots=True)
class Laying:
    """A form laid over the characters `start` to `end` (excluded) of a text. `cost`: of words added and dropped; `size`: words
    of the form; `made`: the form with what the text has at its holes."""

    start: int
    end: int
    cost: int
    size: int
    made: str


def _layings(form: str, text: str, at: int, is_whole: bool, needed: int = 0) -> Iterator[Laying]:
    """How a form is best laid over a text, or over what begins at each of its words and goes as far as is needed."""
    wanted, given = _TOKEN.findall(form), [(f[0], f.start(), f.end()) for f in _TOKEN.finditer(text)]
    if not given or len(given) > _MOST:
        return
    is_open = has_holes(form)
    least = len(given) if is_whole else sum(begin < needed for _, begin, _ in given)

    def is_hole(word: str) -> bool:
        return is_open and _HOLE.fullmatch(word) is not None

    def dropped(k: int) -> int:
        return _DROPPED if is_whole or given[k][0][0].isalnum() else _DROPPED_SIGN

    fixed = {w for w in wanted if not is_hole(w)}

    @cache
    def best(i: int, k: int) -> tuple[int, tuple[tuple[int, int], ...], int]:
        """The cost from word i of the form and word k of the text on, what each hole takes, and where the part ends."""
        if i == len(wanted):
            end = max(k, least)
            return sum(map(dropped, range(k, end))), (), end
        if is_hole(wanted[i]):
            most = len(given) if len(wanted[i]) > 1 else min(k + 1, len(given))
            extra = _SWALLOWED if k < len(given) and given[k][0] in fixed else 0
            rests = ((stop, *best(i + 1, stop)) for stop in range(k + 1, most + 1))
            ways = [(cost + extra, ((k, stop), *taken), end) for stop, cost, taken, end in rests]
            return min(ways, default=(_FAR, (), k))
        cost, taken, end = best(i + 1, k)
        ways = [(cost + (_MISSING if k < len(given) and given[k][1] == at else _ADDED), taken, end)]
        if k < len(given):
            if wanted[i] == given[k][0]:
                ways.append(best(i + 1, k + 1))
            cost, taken, end = best(i, k + 1)
            ways.append((cost + dropped(k), taken, end))
        return min(ways)

    for start in range(1 if is_whole else len(given)):
        cost, taken, end = best(0, start)
        if cost >= _FAR or end <= start or not fixed & {word for word, _, _ in given[start:end]}:
            continue
        held = iter(taken)

        def content(found: re.Match[str], held: Iterator[tuple[int, int]] = held) -> str:
            if not is_hole(found[0]):
                return found[0]
            first, last = next(held)
            return text[given[first][1] : given[last - 1][2]]

        made = _TOKEN.sub(content, form)
        yield Laying(given[start][1], given[end - 1][2], cost, len(wanted), made)


def differing(form: str, text: str) -> Counter[str]:
    """The words of a text that the form lacks, or if there are fewer of these, the words of the form that the text lacks."""
    one, other = (Counter(re.findall(r"\w+", t)) for t in (form, text))
    return max(other - one, one - other, key=Counter.total)
