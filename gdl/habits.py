"""The way out of a line that does not fit: how its clause is written, and what habits of other languages mean here.

Each row of `_HABITS` has the word or sign that does not fit, what stands before it in its line, and the way out. The first row that
fits counts.
"""

import re

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


def meant(found: str, before: str, rest: str, expected: frozenset[str]) -> str:
    """The way out of a word or sign that does not fit, or "". `before`: the clause up to it; `rest`: the line behind it."""
    line = before[before.rfind("\n") + 1 :]
    if "CHOOSE" in expected and re.match(r"[^\n]*:=", rest):
        return "effects stand after `do`"
    if not line.strip() and expected and expected <= {"_NL", "_DEDENT", "_SIBLING"}:
        return "this line stands deeper than the one above, and so goes on with it: begin both in the same column"
    if (
        not line.strip()
        and line
        and "MEANS" in expected
        and not expected - {"MEANS", "_NL", "_INDENT", "_DEDENT"}
    ):
        return "the line above opens no block, and this line stands deeper: begin both in the same column"
    for sign, form, way_out in _HABITS:
        if re.fullmatch(sign, found) and re.fullmatch(form, line):
            return way_out.format(line=line.lstrip(), found=found)
    return ""
