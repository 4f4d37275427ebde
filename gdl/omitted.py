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
    ("if", r"\s*(?:do\s+)?((?!(?:if|for|else|do)\b)\S[^;]*?(?:=|<|>|\bis\b).*)\sdo\s"),
)
_COMPARES = re.compile(r"(?:[^:]|^)(=|!=|<=|>=|<|>|:=|\+|\*|\bin|\bis|\bdiv|\bmod)\s*\Z")
_VALUES = ("mover", "true", "false", "none")
_WAYS = ("any", "orthogonal", "diagonal", "forward", "backward", "sideways", "north", "south", "east", "west")
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


_LACKING = (  # what stands before the place that does not fit, what stands there, and what is missing
    (r".*(?:\b(?:where|when|if|and|or|not)|\()\s*is\s+", r".*", "what is asked about is missing before `is`"),
    (r"(?:field|pool)\b.*\bof\s*(?:seen\s+)?", r":|by|seen|ordered", "whose it is is missing behind `of`: `of game`, `of player`, or of a field `of piece`, `of site`"),
    (r"field\b.*:\s*or\s+", r"none", "the type is missing before `or`: `player or none`, `site or none`"),
    (r".*\bof\s*", r"do|where|on|in|to|[:)=<>]", "a player is missing behind `of`"),
    (r".*\bof\s+(?:do|where|on|in|to)\s+", r".*", "a player is missing behind `of`"),
    (r".*\bplace\b.*\bin\s+times\s+", r"\d+|\w+", "a pool is missing behind `in`: `place KIND in POOL times {found}`"),
    (r".*(?:\b(?:choose|random|for)|[({])\s+in\s+", r".*", "a name is missing before `in`: `NAME in SET`"),
    (r".*\b(?:choose|random|for|some|all|no)\b[^:]*\bin\s+", r"[,:)}]|do|where", "a set is missing behind `in`"),
    (r"(?:let|relation|effect|choice|action)\b.*[(,]\s*", r":", "the name of a parameter is missing before its type: `p: player`"),
    (r"(?:turn|phase\s+\w+)\s*:\s*or\s+", r"\w+", "an action is missing before `or`; else leave `or` out"),
    (r".*\bline\s*", r":", "the directions are missing behind `line`: `line orthogonal: empty*`"),
    (r".*\bup\s+to\s*", r":", "how far is missing behind `up to`: `up to 2`"),
    (r".*\bleap\s+\d+\s*,\s*", r":", "the second number of the leap is missing: `leap 1, 2: any`"),
    (r".*\bwhile\s*", r"[):,]", "the test of what is reached is missing behind `while`, such as `while own`"),
    (r".*\bas\s+", r",", "a name is missing behind `as`: `enemy as victim`"),
    (r"board\s+\w+\s+x\s+|board\s+\d+\s+", r"\w+", "`square` is missing behind `board`: `board square 8 x 8`"),
    (r"(?:turn|phase\s+\w+)\s*:.*\w\s+", r"lose|win|draw|pass", "`else` is missing before `{found}`: `{line} else {found}`"),
    (r"(?:turn|phase\s+\w+)\s*:.*\belse\s+\w+\s+", r"wins|loses", "`highest` or `lowest` is missing: `else highest SCORE {found}`"),
)  # fmt: skip


def _value(line: str, found: str, behind: str) -> str:
    """A value that an operator or a word lacks."""
    for before, at, help in _LACKING:
        if re.fullmatch(at, found) and re.fullmatch(before, line):
            return help.format(found=found, line=line.strip())
    joined = re.sub(r"\b(?:and|or)\s+\Z", "", line)  # which may have been read as a name
    compared = _COMPARES.search(joined)
    if compared and (found in _JOINS or joined != line):
        return f"a value is missing behind `{compared[1]}`"
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
    if verb := _verb(broken, start, whole):
        return verb
    is_effect = _stands_among_effects(broken.text[:start]) or re.match(r"\s*do\b", line) is not None
    for word in _words(line, found, behind, is_effect):
        if _reads(broken, start, len(line), word, whole):
            return f"`{word}` is missing before `{found}`: `{line.strip()} {word} {found}{behind}`"
    is_value = found.isdigit() or found[:1].isupper() or found in _VALUES or behind.startswith("(")
    is_asked = re.search(r"\b(?:where|when|if|and|or|not)\b[^,]*[\w)]\s+\Z", line) is not None
    if is_value and is_asked and _reads(broken, start, len(line), "=", whole):
        return f"an operator is missing before `{found}`, such as `=`: `{line.strip()} = {found}{behind}`"
    if _is_listed(line, behind) and _reads(broken, start, len(line.rstrip()), ",", whole):
        return f"`,` is missing before `{found}`: `{line.strip()}, {found}{behind}`"
    return ""


def _verb(broken: Broken, start: int, whole: str) -> str:
    """The word with which an effect begins, or a path of a move."""
    column = len(whole) - len(whole.lstrip())
    is_move = re.match(r"\s*move\b", broken.text) is not None
    if is_move and whole[column:].startswith(_WAYS) and _reads(broken, start, column, "line", whole):
        return f"`line` is missing: `line {whole.strip()}`"
    if not (_stands_among_effects(broken.text[:start]) or re.match(r"\s*do\b", whole)):
        return ""
    for verb, form in _VERBS:
        words = re.match(form, f"{whole} ")
        if words and _reads(broken, start, words.start(1), verb, whole):
            return f"`{verb}` is missing: `{verb} {whole[words.start(1) :].strip()}`"
    return ""


def _words(line: str, found: str, behind: str, is_effect: bool) -> tuple[str, ...]:
    """The words that may be missing between the beginning of a line and what does not fit."""
    if re.search(rf"\bplace\s+{_VALUE}\s+(?:of\s+{_VALUE}\s+)?\Z", line):
        return ("in", "on") if behind.startswith("(") else ("on", "in")
    if re.search(rf"\bmove\s+{_VALUE}\s+\Z", line):
        return ("to",)
    if re.search(r"\bin\s+\d+\s+\Z", line):
        return ("..",)
    if re.match(r"field\b", line) and found in ("turn", "action", "done"):
        return ("until",)
    given = re.fullmatch(rf"\s*(?:do\s+)?({_VALUE})\s+", line)
    if (
        is_effect
        and given
        and (given[1] == found or given[1].endswith(")") or behind.lstrip()[:1] in ("+", "-", "*"))
    ):
        return (":=",)
    if found in ("empty", "own", "enemy", "ally", "piece", "occupied") and re.search(r"[\w)]\s+\Z", line):
        return ("is",)
    return ()


def clause_word(text: str, first_column: int, whole: str) -> str:
    """The word of a clause that is missing before its text; "" where it can be read with none. `whole`: the text of the file."""
    line = text.split("\n", 1)[0].strip()
    name = re.match(r"[A-Za-z_]\w*", line)
    demanded = name is not None and re.search(rf"\bthen\b[^\n]*\b{name[0]}\b", whole) is not None
    has_kinds = re.search(r"(?m)^kinds\b", whole) is not None
    forms = (
        ("field", r"\w+ of \w+(?:, \w+)?: .*"),
        ("pool", r"\w+ of (?:game|player)\b[^:]*"),
        ("option", r"\w+ = \S+ from .*"),
        ("players", r"[A-Z]\w*(?: facing \w+)?(?:, [A-Z]\w*(?: facing \w+)?)+|\d+\.\.\d+ from [A-Z].*"),
        ("", r".*") if has_kinds and "," in line else ("kinds", r"each \w+ in .*|[a-z]\w*(?:, [a-z]\w*)+"),
        ("choice" if demanded else "action", r"\w+(?:\(.*\))?"),
    )
    word = next((word for word, form in forms if re.fullmatch(form, line)), "")
    made = f"{' ' * first_column}{word} {text.strip()}"
    return word if word and Broken(made, 0, "", "clause", first_column).reads(made) else ""


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
    called = re.search(r"([A-Za-z_]\w*)\($", line[: opened + 1])
    rows = [row for row in BY_NAME.get(called[1], ()) if row.parameters] if called else []
    if is_open and rows and all(len(row.parameters) > 1 for row in rows):
        return re.search(r"[\w)]\s+\Z", inside) is not None
    return (
        is_open
        and re.search(r"\w\s+\Z", inside) is not None
        and ("," in inside or re.match(r"[^(){}]*,", behind) is not None)
    )


def _reads(broken: Broken, start: int, at: int, word: str, whole: str) -> bool:
    """Whether the text up to the end of a line can be read with a word at a place of that line."""
    gap = "" if word == "," else " "
    return broken.reads(f"{broken.text[:start]}{whole[:at]}{word}{gap}{whole[at:]}".rstrip())
