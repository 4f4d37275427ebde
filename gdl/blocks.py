"""Blocks that lack their lines, and lines of a block that are clauses of their own."""

import re

from gdl.keywords import CLAUSE_WORDS, EFFECT_WORDS, PART_WORDS
from gdl.layout import blank_comments, depth
from gdl.repairs import Broken

_SHOWN = 90  # letters of a line that is quoted

_PATH = re.compile(r"(?m)^[ \t]+((?:line|walk|leap)\b[^\n]*:[^\n]*\S)")
_USUAL = "line any up to 1: empty | enemy"
# of a line that opens a block: its form, and what its block holds
_HELD = (
    (r"setup\b.*", "the effects that happen before the first move follow on deeper lines: `place KIND of PLAYER on SITES`"),
    (r"settle\b.*", "the effects follow on deeper lines"),
    (r"effect\b.*", "what the effect does follows on deeper lines"),
    (r"end\b.*", "the results follow on deeper lines, each with its condition: `mover wins when CONDITION`"),
    (r"looks\b.*", 'the looks follow on deeper lines: a name, and a text: `king "K"`'),
    (r"(?:do\s+)?match\b.*", "the rows follow on deeper lines, each with a colon: `VALUE: EFFECT`"),
    (r"else", "effects follow behind `else`, or on deeper lines"),
    (r"(?:.*\s)?(?:do|finally)", "effects follow behind `{last}`, or on deeper lines; an empty block is left out"),
)  # fmt: skip


DEEPER = "what is done stands deeper"


def to_follow(line: str, rules: str) -> str:
    """What the block holds that a line opens. `rules`: the text of the file, whose own lines are the best examples."""
    line = line.strip()
    if re.match(r"move\b", line):
        paths = _PATH.findall(blank_comments(rules))
        shown = " ".join((paths[0] if paths else _USUAL).split())
        return f"a move has a path, which says where its piece goes: write it on a line below, indented, such as `{shown}`"
    held = next((said for form, said in _HELD if re.fullmatch(form, line)), "")
    held = held or "what belongs to it follows on lines that stand deeper"
    return held.replace("{last}", line.split()[-1])


def beside_its_head(line: str, below: str) -> str:
    """The way out of a block whose lines stand in the column of the word that opens it; "" if none do. `below`: what follows the
    line."""
    head = re.fullmatch(r"([ \t]*(?:do[ \t]+)?(?:else[ \t]+)?)(if|for)\b.*\bdo", line)
    first = re.match(r"\s*\n([ \t]*)((\w+)[^\n]*)", below)
    if (
        head is None
        or first is None
        or (first[3] in (*PART_WORDS, *CLAUSE_WORDS) and first[3] not in EFFECT_WORDS)
    ):
        return ""
    if depth(first[1] + "x") not in (depth(line), len(head[1])) or first[3] == "else":
        return ""
    shown = " ".join(first[2].split())
    return (
        f"{DEEPER} than `{head[2]}`: indent `{shown}`, and the lines that go with it, by "
        f"{len(head[1]) + 2} blanks"
    )


def begins_clause(before: str) -> bool:
    """Whether a text ends in an indented line with nothing but a word that begins a clause: it was read as a name."""
    head = re.fullmatch(r"[ \t]+(\w+)[ \t]+", before[before.rfind("\n") + 1 :])
    return head is not None and head[1] in _CLAUSES


_CLAUSES = frozenset(CLAUSE_WORDS) - {*EFFECT_WORDS, *PART_WORDS, "when"}


def clause_within(broken: Broken) -> str:
    """What to do about an indented line that is a clause of its own."""
    start = broken.text.rfind("\n", 0, broken.offset) + 1
    head, line = broken.text[:start].lstrip().split("\n", 1)[0], " ".join(broken.line[start:].split())
    word = re.split(r"\W", line, maxsplit=1)[0]
    above = broken.text[:start]
    if word == "require" and (condition := _of_the_action(above, line.removeprefix(word).strip())):
        return condition
    column = "in the first column" if broken.first_column == 0 else "in the column of the clauses above it"
    shown = f": `{line}`" if len(line) <= _SHOWN else ""
    if broken.text[len(broken.line) :].strip():  # in its column it would end the clause too early
        owner = " ".join(blank_comments(head).split())
        column = f"above `{owner}`, {column}"
    return f"`{word}` begins a clause of its own, {column}{shown}"


def _of_the_action(above: str, condition: str) -> str:
    """The way out of `require` among the parts of an action, if it asks about what is chosen there."""
    clause = re.match(r"\s*(action|choice|move)\b[^\n(]*(\([^\n]*\))?", above)
    if clause is None:
        return ""
    named = re.findall(r"\bchoose\s+(?:openly\s+|secretly\s+)?(\w+)|\bas\s+(\w+)", above)
    names = {name for pair in named for name in pair} | set(re.findall(r"(\w+)\s*:", clause[2] or ""))
    names |= {"to", "from", "piece"} if clause[1] == "move" else set()
    if names.isdisjoint(re.findall(r"\w+", condition)):
        return ""
    where = ", above `do`" if re.search(r"(?m)^[ \t]+do\b", above) else ""
    return f"a condition for what is chosen begins with `where`: `where {condition}`{where}"
