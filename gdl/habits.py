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
    (r",", r".*\b(?:some|all|no)\s+\w+\s+in\s+[^:]*", "a quantifier has one name: `some a in S: some b in T: CONDITION`"),
    (r"at", r".*\bplace\b.*", "write `on`: `place KIND on SITES`"),
    (r"\.", r".*\.\.\s*", "a range has two dots: `0..9`"),
    (r"of", r".*\bplace\s+\"[^\"]*\"\s*", "a kind is named without quotation marks: `place man of Red on a1`"),
    (r"[<>]=?", r".*[<>]=?[^<>]*", "a comparison has two sides: `1 < x and x < 4`"),
    (r"\(", r".*\brandom\s*", "write `random NAME in SET`"),
    (r"\w+|\(", r".*\bwhile\s*", "there is no `while`: use `for n in 1..N do`, `settle until stable`, or a choice that demands itself"),
    (r"=", r"\s*let\s+\w+\s*\(.*\)\s*:\s*\w+\s*", "the type of a definition follows from its value: leave it out"),
    (r"if", r"\s*skip\b.*", "write `skip p when CONDITION`"),
    (r"kinds", r".*\bin\s+.*", "the kinds of a set are `kinds of SET`"),
    (r"\w+", r"\s*game\s+\".*\"\s*", "a text holds no quotation marks, and what follows the title stands on lines of its own"),
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


# What stands at the end of a line that ends too early, and what follows it.
_ENDINGS = (
    (r"\s*(?:turn|phase\s+\w+)\b.*\belse", "say what happens when nothing is legal: `pass`, `lose`, `win` or `draw`, or name other actions"),
    (r"\s*(?:turn|phase\s+\w+)\b.*", "name the actions that are on offer, joined by `or`"),
    (r".*\bwhere", "a condition follows: `where s is empty`"),
    (r".*\bwhen", "a condition follows: `when full`"),
    (r".*\bmeans", "a sentence in quotation marks follows"),
)  # fmt: skip


def ending_of(before: str) -> str:
    """What is to follow at the end of a line that ends too early, or ""."""
    line = before[before.rfind("\n") + 1 :].rstrip()
    return next((way_out for form, way_out in _ENDINGS if re.fullmatch(form, line)), "")
