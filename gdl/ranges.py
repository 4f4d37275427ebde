"""The way out of a range that is said in words: `1 to 6`, `from 2 to 4`, `between 1 and 3`."""

import re
from collections.abc import Set

_SHOWN = 100  # letters of a line that is quoted
_END = r"(\w+(?:\([^()]*\))?)"
_UP_TO = r"(?:to|through|thru|until|till|upto|up\s+to|-)"
_RANGE = re.compile(rf"(?:\bfrom\s+)?(\d+)\s*(?:{_UP_TO}|\.)\s*{_END}")
_INTRODUCED = re.compile(rf"\b(for|choose|random)\s+(\w+)\s+(?:=\s*|from\s+|in\s+)?(\d+)\s*{_UP_TO}\s*{_END}")
_BETWEEN = re.compile(rf"((?:\w+\([^()]*\)|\w+)\s+)(?:is\s+)?(?:in\s+)?between\s+{_END}\s+and\s+{_END}")
_MANY_PLAYERS = (
    re.compile(rf"players\s*:?\s*(?:from\s+)?(\d+)\s*(?:{_UP_TO}|or|and)\s*(\d+)\s*(?:players\b)?\s*(?:from|of|:|,|in)?\s*(.+)"),
    re.compile(rf"players\s+()()([A-Z][\w, ]*?),?\s+(\d+)\s*(?:{_UP_TO}|\.\.)\s*(\d+)\s*"),
)  # fmt: skip
_PLAYER = re.compile(r"[A-Z]\w*(?: facing \w+)?")
_SETTING = re.compile(r"option\b.*\bfrom\s+\w+\s*|field\b.*:\s*\w+\s*|.*\bin\s+\w+\s*")


def in_words(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """What to do about a word in a range, or in the place of one; "" if there is none."""
    line = before[before.rfind("\n") + 1 :]
    whole = " ".join(f"{line}{found}{rest}".split())
    if re.match(r"\s*players\b", line):
        return _of_players(whole)
    if re.match(r"\s*(?:for|choose|random|do)\b|.*;\s*random\b", line) and found in (
        "from",
        "=",
        *"0123456789",
    ):
        said = _INTRODUCED.sub(r"\1 \2 in \3..\4", whole, count=1)
    elif found in ("between", "in") or re.search(r"\bbetween\s+(?:\w+\s*)?\Z", line):
        said = _BETWEEN.sub(r"\1in \2..\3", whole, count=1)
    elif (found == "up" or re.fullmatch(_UP_TO, found)) and _SETTING.fullmatch(line.lstrip()):
        said = _RANGE.sub(_with_dots, whole, count=1)
    else:
        return ""
    return _told(said) if said != whole else ""


def _with_dots(found: re.Match[str]) -> str:
    kept = "from " if found[0].startswith("from") else ""
    return f"{kept}{found[1]}..{found[2]}"


def _of_players(whole: str) -> str:
    """`players 2 to 4 from ...`: how many play, and who they are."""
    for form in _MANY_PLAYERS:
        if said := form.fullmatch(whole):
            least, most, names, *behind = said.groups()
            least, most = behind or (least, most)
            everyone = ", ".join(_PLAYER.findall(names))
            return _told(f"players {least}..{most} from {everyone}")
    return ""


def _told(line: str) -> str:
    return f"a range has two dots: `{line}`" if len(line) <= _SHOWN else "a range has two dots: `1..6`"
