"""A word or value that is left out before the place that does not fit: told where the line can be read with it.

place heavy of mover on last       -- `heavy of mover on last`
move q to den(p)                   -- `move q den(p)`
{mill, ford, bridge}               -- `{mill ford, bridge}`
"""

import re

from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.layout import blank_comments
from gdl.repairs import Broken

_VALUE = r"[A-Za-z_]\w*(?:\([^\n]*\))?"
_VERBS = (  # of effects, by what follows
    ("place", rf"\s*(?:do\s+)?({_VALUE})\s+(?:of\s+{_VALUE}\s+)?(?:on|in)\s"),
    ("move", rf"\s*(?:do\s+)?({_VALUE})\s+(?:from\s+{_VALUE}\s+)?to\s"),
    ("swap", rf"\s*(?:do\s+)?({_VALUE})\s+with\s+\w+\s*$"),
    ("random", r"\s*(?:do\s+)?(\w+)\s+in\s"),
)
_COMPARES = re.compile(r"(?:[^:]|^)(=|!=|<=|>=|<|>|:=|\+|\*|\bin|\bis|\bdiv|\bmod)\s*\Z")
_BEHIND_OF = ("do", "where", "on", "in", "to")
_JOINS = ("and", "or", "implies", "else", "do", "where", "for")


def omitted(broken: Broken, rest: str) -> str:
    """The help for a word or a value that is missing before the place that does not fit; "" where none is known. `rest`: what stands
    behind that place in its line."""
    start = broken.text.rfind("\n", 0, broken.offset) + 1
    line, behind = broken.text[start : broken.offset], blank_comments(rest).rstrip()
    return (
        _value(line, broken.found, behind)
        or _result(broken.text[:start], line, broken.found, behind)
        or _word(broken, start, line, behind)
    )


def _value(line: str, found: str, behind: str) -> str:
    """A value that an operator, `is` or `of` lacks."""
    joined = re.sub(r"\b(?:and|or)\s+\Z", "", line)  # which may have been read as a name
    compared = _COMPARES.search(joined)
    if compared and (found in _JOINS or joined != line):
        return f"a value is missing behind `{compared[1]}`"
    if re.search(r"\b(?:where|when|if|and|or|not|\()\s*is\s+\Z", line):
        return "what is asked about is missing before `is`"
    of = re.search(r"\bof\s*(?:\b(?:do|where|on|in|to)\s+)?\Z", line)
    if of and (of[0].strip() != "of" or found in (*_BEHIND_OF, ":", ")", "=", "<", ">")):
        return "a player is missing behind `of`"
    if re.search(r"(?:=|\bin|\(|\{)\s*from\s+\Z", line) and re.search(r"\bwhile\b", behind):
        return "`reached` is missing before `from`: `reached from s while TEST`"
    return ""


def _result(above: str, line: str, found: str, behind: str) -> str:
    """What the result of a game lacks: a score, `wins`, or among effects `end`."""
    if re.search(r"\b(?:highest|lowest)\s+(?:wins|loses)\s+\Z", line):
        return "the score is missing: what is compared stands behind `highest` or `lowest`, as in `highest score wins`"
    who = re.fullmatch(r"\s*(?:end\s+)?(?!(?:wins|loses|highest|lowest|draw)\b)([A-Za-z_]\w*)\s+", line)
    if found == "when" and who:
        return f"`wins` is missing before `when`: `{who[0].strip()} wins {found}{behind}`, or `loses`"
    ended = re.search(r"(?:\bdo|;|\A)\s+(\w+)\s+\Z", line)
    if found in ("wins", "loses") and ended and _stands_among_effects(above):
        return f"an effect that ends the game begins with `end`: `end {ended[1]} {found}`"
    return ""


def _word(broken: Broken, start: int, line: str, behind: str) -> str:
    """The verb of an effect, a word within it, an operator or a comma with which the line can be read."""
    found = broken.found
    whole = f"{line}{found}{behind}"
    for verb, form in _VERBS if _stands_among_effects(broken.text[:start]) else ():
        words = re.match(form, f"{whole} ")
        if words and _reads(broken, start, words.start(1), verb, whole):
            return f"`{verb}` is missing: `{verb} {whole[words.start(1) :].strip()}`"
    placed = re.search(rf"\bplace\s+{_VALUE}\s+(?:of\s+{_VALUE}\s+)?\Z", line) is not None
    moved = re.search(rf"\bmove\s+{_VALUE}\s+\Z", line) is not None
    where = ("in", "on") if behind.startswith("(") else ("on", "in")
    for word in where if placed else ("to",) if moved else ():
        if _reads(broken, start, len(line), word, whole):
            return f"`{word}` is missing before `{found}`: `{line.strip()} {word} {found}{behind}`"
    is_value = found.isdigit() or found[:1].isupper()
    is_asked = re.search(r"\b(?:where|when|if|and|or|not)\b[^,]*[\w)]\s+\Z", line) is not None
    if is_value and is_asked and _reads(broken, start, len(line), "=", whole):
        return f"an operator is missing before `{found}`, such as `=`: `{line.strip()} = {found}{behind}`"
    if _is_listed(line, behind) and _reads(broken, start, len(line.rstrip()), ",", whole):
        return f"`,` is missing before `{found}`: `{line.strip()}, {found}{behind}`"
    return ""


def _stands_among_effects(above: str) -> bool:
    """Whether a line that follows a text may be an effect: below `do`, `setup`, `settle` or `effect`."""
    return re.search(r"(?m)^\s*(?:do|finally|setup|settle|effect)\b", above) is not None or not above.strip()


def _is_listed(line: str, behind: str) -> bool:
    """Whether a place stands between two elements of a list in brackets that has a comma elsewhere."""
    opened = max(line.rfind("{"), line.rfind("("))
    inside = line[opened + 1 :] if opened >= 0 else ""
    last = re.search(r"(\w+)\s+\Z", inside)
    if last and (last[1] in RELATIVE_WORDS or any(row.parameters for row in BY_NAME.get(last[1], ()))):
        return False  # what it is asked of stands in parentheses
    is_open = opened >= 0 and not re.search(r"[)}]", inside)
    return (
        is_open
        and re.search(r"\w\s+\Z", inside) is not None
        and ("," in inside or re.match(r"[^(){}]*,", behind) is not None)
    )


def _reads(broken: Broken, start: int, at: int, word: str, whole: str) -> bool:
    """Whether the text up to the end of a line can be read with a word at a place of that line."""
    gap = "" if word == "," else " "
    return broken.reads(f"{broken.text[:start]}{whole[:at]}{word}{gap}{whole[at:]}".rstrip())
