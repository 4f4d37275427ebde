"""Names that are spelt much alike: what a name that nothing has may be a slip of.

How like two names are has a rank, the likeliest reason first. A name is taken for another one only if that one is clearly the most
alike: several that are as likely are no answer.
"""

from collections.abc import Iterable
from difflib import SequenceMatcher
from enum import IntEnum

MANY = 12  # names that are listed
_SHORT = 3  # letters
_ALIKE = 0.25  # how unlike two names may be, from 0 to 1
_CLEARLY = 0.1  # by how much one name is more alike than the next


class Likeness(IntEnum):
    """Why a word may be meant by a name."""

    CAPITALS = 0  # the same letters, some of them capital
    SLIP = 1  # one letter wrong, missing or too many
    ORDER = 2  # the same words in another order
    PART = 3  # one word of several
    ALIKE = 4  # most letters in their order


def spelling(name: str, word: str) -> tuple[Likeness, float] | None:
    """How like a word is to a name, and within that how unlike, from 0 to 1; None for one that is spelt otherwise."""
    one, other = name.lower(), word.lower()
    if one == other:
        return Likeness.CAPITALS, 0
    if abs(len(name) - len(word)) > max(len(name), len(word)) // 2 and one not in other.split("_"):
        return None
    if _digits(name) != _digits(word):
        return None  # `hand1` is hardly a slip of `hand2`
    if is_slip(name, word):
        return Likeness.SLIP, _unlikeness(one, other)
    parts, others = one.split("_"), other.split("_")
    if len(parts) > 1 and sorted(parts) == sorted(others):
        return Likeness.ORDER, 0
    if len(name) >= _SHORT and len(parts) == 1 and one in others:
        return Likeness.PART, 0
    if min(len(name), len(word)) > _SHORT + 1 and (far := _unlikeness(one, other)) <= _ALIKE:
        return Likeness.ALIKE, far
    return None


def is_slip(name: str, word: str) -> bool:
    """Whether a name is a word with its letters in another order, or with one letter wrong, missing or too many."""
    longest = max(len(name), len(word))
    if longest - min(len(name), len(word)) > 1:
        return False
    front = next(
        (i for i, (a, b) in enumerate(zip(name, word, strict=False)) if a != b), min(len(name), len(word))
    )
    pairs = zip(reversed(name), reversed(word), strict=False)
    back = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(name), len(word)))
    return sorted(name) == sorted(word) or (longest > 3 and front + back >= longest - 1)


def closest(name: str, known: Iterable[str]) -> str:
    """The known name that is clearly the most like one that nothing has; "" if there is none."""
    ranked = sorted((*found, word) for word in set(known) if (found := spelling(name, word)) is not None)
    if not ranked:
        return ""
    (likeness, far, best), *others = ranked
    is_clear = not others or others[0][0] != likeness or others[0][1] - far >= _CLEARLY
    return best if is_clear else ""


def near(name: str, known: Iterable[str]) -> str:
    """The help for a name that nothing has: the question whether the closest known one is meant, or nothing."""
    meant = closest(name, known)
    return f"did you mean `{meant}`?" if meant else ""


def possible(name: str, known: Iterable[str]) -> str:
    """What a name that nothing has may be meant as: the closest known one, or all, if they are not too many."""
    names = list(known)
    if meant := near(name, names):
        return meant
    if len(names) == 1:
        return f"the only one is `{names[0]}`"
    shown = ", ".join(names[:MANY]) + (", ..." if len(names) > MANY else "")
    return f"there are {shown}" if names else "there are none"


def _digits(name: str) -> str:
    return "".join(c for c in name if c.isdigit())


def _unlikeness(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other)
    return 1.0 if matcher.real_quick_ratio() < 1 - _ALIKE else 1 - matcher.ratio()
