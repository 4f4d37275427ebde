"""A form with holes, such as `limit N moves: RESULT`, filled with what a text has at their places.

The words and signs of the form that the text has, too, are laid beside each other; each hole takes what stands between them,
and a hole of one letter a single word.
Of all ways to do so the one is taken that adds and drops the fewest words (an alignment of two sequences: Needleman and
Wunsch, 1970, with holes that cost nothing).
"""

import re
from collections import Counter
from functools import cache

_TOKEN = re.compile(r"\.\.\.|\"[^\"\n]*\"|\w+|:=|\.\.|[<>!]=|[^\w\s]")
_HOLE = re.compile(r"\.\.\.|[A-Z]+")
_MOST = 60  # words of a text
_MISSING, _ADDED, _DROPPED, _FAR = 1, 2, 2, 1_000  # costs of a word


def has_holes(form: str) -> bool:
    """Whether a reader has to fill something in: `...`, or a word of three capital letters or more."""
    return re.search(r"\.\.\.|\b[A-Z]{3,}\b", form) is not None


def filled(form: str, text: str, at: int = -1) -> str | None:
    """The form with what the text has at the places of its holes; None if they have too little in common. `at`: where in the
    text something seems to be missing."""
    wanted, given = _TOKEN.findall(form), [(f[0], f.start(), f.end()) for f in _TOKEN.finditer(text)]
    if not given or len(given) > _MOST:
        return None
    is_open = has_holes(form)

    def is_hole(word: str) -> bool:
        return is_open and _HOLE.fullmatch(word) is not None

    @cache
    def best(i: int, k: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The cost from word i of the form and word k of the text on, and what each hole takes."""
        if i == len(wanted):
            return (len(given) - k) * _DROPPED, ()
        if is_hole(wanted[i]):
            most = len(given) if len(wanted[i]) > 1 else min(k + 1, len(given))
            rests = ((end, *best(i + 1, end)) for end in range(k + 1, most + 1))
            return min(((cost, ((k, end), *taken)) for end, cost, taken in rests), default=(_FAR, ()))
        cost, taken = best(i + 1, k)
        ways = [(cost + (_MISSING if k < len(given) and given[k][1] == at else _ADDED), taken)]
        if k < len(given):
            if wanted[i] == given[k][0]:
                ways.append(best(i + 1, k + 1))
            cost, taken = best(i, k + 1)
            ways.append((cost + _DROPPED, taken))
        return min(ways)

    cost, taken = best(0, 0)
    words = {w for w in wanted if not is_hole(w)}
    if cost > max(_ADDED + _DROPPED, len(wanted)) or not words & {word for word, _, _ in given}:
        return None
    held = iter(taken)

    def content(found: re.Match[str]) -> str:
        if not is_hole(found[0]):
            return found[0]
        first, end = next(held)
        return text[given[first][1] : given[end - 1][2]]

    return _TOKEN.sub(content, form)


def differing(form: str, text: str) -> Counter[str]:
    """The words of a text that the form lacks, or if there are fewer of these, the words of the form that the text lacks."""
    one, other = (Counter(re.findall(r"\w+", t)) for t in (form, text))
    return max(other - one, one - other, key=Counter.total)
