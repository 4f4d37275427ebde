"""The way out of a line that does not fit: how its clause is written, and what habits of other languages mean here.

Each row of `_HABITS` has the word or sign that does not fit, what stands before it in its line, and the way out. The first row that
fits counts.
"""

import re

from gdl.diagnostics import near
from gdl.layout import depth

_HABITS = (
    (r"\w+", r"\s*move\s+\w+\s+", "the kinds that make a move follow `by`: `{line}by {found}`"),
    (r"!", r".*", "write `not`"),
    (r",", r"\s*(?:turn|phase\s+\w+)\s*:.*", "actions that are on offer together are joined by `or`"),
    (r"\)", r"\s*(?:action|move|choice|effect)\s+\w+\s*\(\s*", "without parameters the name stands alone, without parentheses"),
    (r"[,)]", r"\s*(?:let|relation|effect|choice|action)\s+\w+\s*\([^()]*\w\s*", "a parameter has a type: `p: piece`"),
    (r",", r".*\bleap\s+\d+\s*,\s*\d+\s*", "a leap is two numbers of steps, straight on and to the side: `leap 1, 2: any`"),
    (r":", r"\s*limit\b.*", "write `limit N moves: RESULT`"),
    (r":", r"\s*(?:setup|settle|looks|do|finally)\s*", "no colon stands here; what belongs to it follows on indented lines"),
    (r"\w+", r".*\bfor\s+\w+\s+in\s+[^;]*", "`do` stands before the effects of a `for`"),
    (r".*", r".*\b(?:isnt|arent|isn|aint)\s*", "write `is not`"),
    (r"\w+", r"\s*require\s+(?:when|where|if)\s*", "`require` is followed by its condition: leave out what stands between"),
    (r"if", r"[^:]*\bplace\b.*", "on which sites is said with `where`: `place KIND on SITES where CONDITION`"),
)  # fmt: skip


def meant(found: str, before: str, rest: str, expected: set[str]) -> str:
    """The way out of a word or sign that does not fit, or "". `before`: the clause up to it; `rest`: the line behind it."""
    line = before[before.rfind("\n") + 1 :]
    if "CHOOSE" in expected and re.match(r"[^\n]*:=", rest):
        return "effects stand after `do`"
    if not line.strip() and expected and expected <= {"_NL", "_DEDENT", "_SIBLING"}:
        return "this line stands deeper than the one above, and so goes on with it: begin both in the same column"
    for sign, form, way_out in _HABITS:
        if re.fullmatch(sign, found) and re.fullmatch(form, line):
            return way_out.format(line=line.lstrip(), found=found)
    return ""


_EACH = (
    "write `kinds each suit in {cups, swords}, value in {1..10}`; `once per rotation` and `where` may follow"
)
_FORMS = (
    (r"board\s+graph\b", "a graph is written `board graph a1-b1-c1, c1>a1, a1 at 1, 2`: tracks, and where sites are drawn"),
    (r"board\b", "boards are `square W x H`, `hex W x H`, `hex side N`, `hex rows A, B, ...` and `graph a-b-c, ...`"),
    (r"kinds\s+each\b", _EACH),
    (r"field\b", "write `field NAME of HOLDER: TYPE`, such as `field level of piece: 1..3` or `field marked of site: bool`"),
    (r"players\b", "players are separated by commas: `players Red, Blue`, or `players 2..4 from Red, Blue, Green, Yellow`"),
    (r"hide\b", "write `hide s in sites from viewer where CONDITION`"),
    (r"known\b", "write `known to viewer: VALUE`: what a player knows beside what they see"),
    (r"position\b", "write `position NAME: pieces, mover`: what must be the same for two positions to be one"),
    (r"skip\b", "write `skip p when CONDITION`"),
    (r"pool\b", "write `pool NAME of player seen by owner`, or `pool NAME of game`"),
)  # fmt: skip


def form_of(found: str, before: str) -> str:
    """How the clause, or the line of effects, in which something does not fit is written."""
    lines = before.split("\n")
    line = lines[-1]
    above = next((a for a in reversed(lines[:-1]) if a.strip() and depth(a) < depth(line)), "")
    if re.match(r"\s*(?:do\s+)?match\b", above) and ":" not in line:
        return "a row is its values, a colon and what happens; `any` fits every value: `king, any: capture b`"
    if re.match(r"\s*(?:do\s+)?match\b", line) and found == ":":
        return "no colon stands here; the rows follow on indented lines"
    if found == "times" and re.search(r"\bplace\b[^;]*\bon\b[^;]*\Z", line):
        return "on every site one piece is placed; `times` stands with a pool: `place KIND in POOL times N`"
    if found == "from" and (word := re.search(r"\b(remove|capture)\b[^;]*\Z", line)):
        return f"say which pieces: `{word[1]} first(q in POOL where q is KIND)`"
    if re.search(r"\brandom\s+\w+\s*\Z", line):
        return "write `random NAME in SET`"
    if found == "," and re.search(r"\bthen\b[^;]*\Z", line):
        return "alternatives are joined by `or`: `then a or b`"
    if found == "(" and (score := re.search(r"\b(?:highest|lowest)\s+\w+\s*\Z", line)):
        return f"the score is named alone: `{score[0].strip()} wins`"
    if re.search(r"\bwith\s+\w+\s*\Z", line):
        return "a field gets a value: `with FIELD = VALUE`"
    if re.match(r"\s*board\s+graph\b", before) and (
        word := re.search(r"\b(where|axes|with|skipping)\s*\Z", before)
    ):
        return f"a graph has the sites that its tracks name; it takes no `{word[1]}`"
    if re.search(r"\baxes\s+\w+\s*\Z", before):
        return "name two directions: `axes southeast, northeast`"
    if re.search(r"\b(?:where|when)\b", before) and not re.match(r"\s*skip\s+when\b", before):
        return ""
    if (shape := re.match(r"\s*board\s+([A-Za-z]+)\b", before)) and (
        help := near(shape[1], ("square", "hex", "graph"))
    ) != f"did you mean `{shape[1]}`?":
        return help
    return next((help for form, help in _FORMS if re.match(rf"\s*{form}", before)), "")
