"""Names as people write and abbreviate them."""

import re
from collections.abc import Sequence


def words(name: str) -> str:
    """A name as people write it: `LightWagon` and `light_wagon` as two words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").strip()


def short_names(names: Sequence[str]) -> dict[str, str]:
    """For each name the fewest first letters that no other name begins with."""
    found = {}
    for name in names:
        others = [n for n in names if n != name]
        lengths = range(1, len(name) + 1)
        found[name] = next(
            (name[:n] for n in lengths if not any(o.lower().startswith(name[:n].lower()) for o in others)),
            name,
        )
    return found


def brief_names(names: Sequence[str]) -> dict[str, str]:
    """Short names; where one has more than three letters, its initials and its number instead, if no other has them."""
    found = short_names(names)
    for name, short in found.items():
        number = re.search(r"\d*$", name)
        initials = "".join(w[0] for w in words(name).split()) + (number[0] if number else "")
        if len(short) > 3 and initials.lower() not in (s.lower() for s in found.values()):
            found[name] = initials
    return found
