"""The line of a mistake as it is written here: signs and forms of other languages said anew, each to be tried.

A line may have several of them. So all signs are said anew at first, and each form on top of that.
"""

import re
from collections.abc import Iterator

from gdl.fixing.foreign import CALL, FORMS, NAME, expanded, rows, with_signs
from gdl.fixing.mistakes import Mistake, clause_start

# Forms of a line. The first one with which nothing is wrong is taken.
_FORMS = rows(
    # conditions and values
    (r"\b(some|all|no) (NAME) (?:of|from) (.+)", r"\1 \2 in \3"),
    (r"\b(some|all|no) (NAME in [^:]+?) (?:where|such that|with|so that|that|having) (.+)", r"\1 \2: \3"),
    (r"\b(some|all|no) (CALL) (is .+)", r"\1 x in \2: x \3"),
    (r"\b(some|all|no) (NAME) in ([^:]+): (?:is )?(not )?(empty|own|enemy|ally|piece)$", r"\1 \2 in \3: \2 is \4\5"),
    (r"\b(?:exists?|any|exist) (NAME in .+)", r"some \1"),
    (r"\b(?:forall|every|each|for all|for every) (NAME in .+)", r"all \1"),
    (r"(CALL) not (own|enemy|empty|ally|piece)\b", r"\1 is not \2"),
    (r"(CALL) (?:!=|not =) (own|enemy|empty|ally)\b", r"\1 is not \2"),
    (r"(CALL) = (own|enemy|empty|ally|occupied)\b", r"\1 is \2"),
    (r"(CALL) = not (own|enemy|empty|ally)\b", r"\1 is not \2"),
    (r"\b(where|when|if|and|or) (?:is )?not (own|enemy|empty|ally)\b", r"\1 to is not \2"),
    (r"\b(where|when|if|and|or) is (own|enemy|empty|ally)\b", r"\1 to is \2"),
    (r"(CALL) is (not )?none\b", r"\1 = none"),
    (r"(CALL) isn'?t\b", r"\1 is not"),
    (r"(CALL) not in\b", r"not \1 in"),
    (r"(CALL) between (\w+) and (\w+)", r"\2 <= \1 and \1 <= \3"),
    (r"(CALL) in \[([^\]]*)\]", r"\1 in {\2}"),
    (r"\[([^\[\]]*)\]", r"{\1}"),
    (r"\b(NAME)\[([^\[\]]*)\]", r"\1(\2)"),
    (r"\{([^{}|]*(?:\|[^{}|]*)+)\}", "COMMAS"),
    (r"\b(min|max)\(([^(),]*(?:\([^()]*\)[^(),]*)*) (\w+)\)", r"\1(\2, \3)"),
    (r"\b(min|max)\((\w+) (CALL[^()]*)\)", r"\1(\2, \3)"),
    (r"\b(count|sum|first|last|some|no) (?!in\b|of\b)((?:own |enemy )?CALL(?: of CALL)?)", r"\1(\2)"),
    (r"\b(?:size|number|length|len|num|total|amount)(?:\(| of )((?:own |enemy )?CALL(?: of CALL)?)\)?", r"count(\1)"),
    (r"\|((?:own |enemy )?CALL(?: of CALL)?)\|", r"count(\1)"),
    (r"#(.+)$", "-- "),
    *FORMS,
    (r"\bif (.+?) then (.+?) else (.+)$", r"\2 if \1 else \3"),
    (r"\b((?:own |enemy )?pieces(?: of CALL)?)", r"count(\1)"),
    (r"(?<!\()\b(NAME of CALL)", r"count(\1)"),
    # effects and choices
    (r"^((?:do )?CALL) :?= 1$", r"\1 := true"),
    (r"^((?:do )?CALL) :?= 0$", r"\1 := false"),
    (r"^((?:do )?CALL) = (.+)$", r"\1 := \2"),
    (r"^((?:do )?)(?:set|let) (CALL) (?:to|=|:=) (.+)$", r"\1\2 := \3"),
    (r"^((?:do )?)(?:increase|increment|inc|add|raise|bump) (CALL)(?: by (\w+))?$", "MORE"),
    (r"^((?:do )?)(?:add|give|put) (\w+) (?:to|onto) (CALL)$", r"\1\3 := \3 + \2"),
    (r"^((?:do )?)(?:subtract|take|deduct|remove|draw) (\w+) from (CALL)$", r"\1\3 := \3 - \2"),
    (r"^((?:do )?)(?:double) (CALL)$", r"\1\2 := 2 * \2"),
    (r"^((?:.*\bdo )?)(CALL) ?([-+*]) ?([^-+*/=:]+)$", r"\1\2 := \2 \3 \4"),
    (r"^((?:.*\bdo )?)(CALL) := ?([+*]) ?(.+)$", r"\1\2 := \2 \3 \4"),
    (r"^((?:do )?)(?:decrease|decrement|dec|reduce|lower) (CALL)(?: by (\w+))?$", "LESS"),
    (r"^((?:do )?if .+?)(?: then|:| \{)? (?!do\b)((?:place|move|remove|capture|then|end|NAME :=).*)$", r"\1 do \2"),
    (r"^(choose) (\w+) ?(?:from|of|:|=|out of) (.+)$", r"\1 \2 in \3"),
    (r"^choose (?:a |an |one )?(NAME) (NAME) in (.+)$", r"choose \2 in \3 where \2 is \1"),
    (r"^choose (NAME in .+?) (?:if|and|when|such that|with|having) (.+)$", r"choose \1 where \2"),
    (r"^(choose (NAME) in .+?) where (not )?(empty|own|enemy|ally|piece)$", r"\1 where \2 is \3\4"),
    (r"\bthen turn of mover$", "then turn of mover"),
    (r"\bthen (?:again|another turn|extra turn)$", "then turn of mover"),
    (r"\bplace (.+?) (?:at|in|to|onto|into) (.+)", r"place \1 on \2"),
    (r"\bplace (.+?) (?:at|on|to|onto|into) (.+)", r"place \1 in \2"),
    (r"\bmove (.+?) (?:on|in|into|onto|at|->) (.+)", r"move \1 to \2"),
    (r"^((?:do )?)NAME := (NAME)$", "FIELDS"),
    (r"^(choose(?: openly| secretly)?) (\d+(?: ?\.\. ?\d+)?) (NAME) (?:of|from|in|out of) (.+)$", r"\1 \3: \2 of \4"),
    (r"^([\w, ]+?) ?(?:->|=>|=|:=|then|do) (.+)$", r"\1: \2"),
    (r"\bsum\((.+)\)", "SUM"),
    # turns and ends
    (r"\bor else\b", "else"),
    (r"^((?:turn|phase \w+)[^:]*:[^;]*); ", r"\1 else "),
    (r"^((?:turn|phase \w+)[^:]*): (.+)$", "OR"),
    (r"^(turn|phase \w+) (?!together)(\w.*)$", r"\1: \2"),
    (r"^((?:end )?)(.+?) (?:if|where|on|once) (.+)$", r"\1\2 when \3"),
    (r"^((?:end )?)(?:win|wins) (\w+)( when .+)?$", r"\1\2 wins\3"),
    (r"^((?:end )?)(\w+) (?:win|won)( when .+)?$", r"\1\2 wins\3"),
    (r"^((?:end )?)(\w+) (?:lose|lost)( when .+)?$", r"\1\2 loses\3"),
    (r"^skip (mover|player|players) when (.+)$", "SKIP"),
    # declarations
    (r"^field (NAME) ?\((NAME)\) ?:(.+)$", r"field \1 of \2:\3"),
    (r"^field (NAME) ?: ?(.+?) of (NAME)$", r"field \1 of \3: \2"),
    (r"^field (NAME) of (NAME) ?= ?(true|false)(.*)$", r"field \1 of \2: bool = \3\4"),
    (r"^field (NAME) of (NAME) ?= ?([0-9])(.*)$", r"field \1 of \2: 0..9 = \3\4"),
    (r"^field (NAME) of (NAME) ?= ?([0-9]+)(.*)$", r"field \1 of \2: 0..100 = \3\4"),
    (r"^field (NAME) ?: ?(.+)$", r"field \1 of game: \2"),
    (r"^field (NAME) ?= ?([0-9]+)(.*)$", r"field \1 of game: 0..100 = \2\3"),
    (r"^field (NAME) ?= ?(true|false)(.*)$", r"field \1 of game: bool = \2\3"),
    (r"^(field NAME of NAME):? (bool|site|piece|player|kind|direction|\d.*)$", r"\1: \2"),
    (r"^(field NAME of NAME: ?)(?:enum|one of|of|in)? ?[({\[]?(NAME(?: ?[,|/] ?NAME| or NAME)+)[)}\]]?(.*)$", "WORDS"),
    (r"^(field NAME of NAME: ?)(?:enum |one of |word |symbol )(.+)$", r"\1\2"),
    (r"^(field .+?) (?:of (?:game|player|site|piece))$", r"\1"),
    (r"^(field .+?) := (.+)$", r"\1 = \2"),
    (r"^((?:let|relation) NAME(?:\(.*?\))?) ?(?:: ?\w+ ?)?(?::=|:|->|=>|=|is|be|means) ?(.+)$", r"\1 = \2"),
    (r"^((?:let|relation) NAME\([^()]*\)) ?(?:->|:) ?\w+ ?= ?(.+)$", r"\1 = \2"),
    (r'^(?:import|include|using|require|from) "?(\w+)"?(?: import .*)?$', r'use "\1"'),
    (r"^let (NAME)\((.*?)\)", "TYPED"),
    (r"^(NAME)((?:\(.*?\))?) = (.+)$", r"let \1\2 = \3"),
    (r"(?<=\s)[-–—](?=\s|$)", "none"),
    (r"^(NAME) ?: +(?=[\w(])", r"\1  "),
    (r"^(pool NAME)(?: of \w+)?$", r"\1 of player"),
    (r"^players:? ?[({\[]?(\w+(?:(?:, ?| and | vs\.? | or | )\w+)+)[)}\]]?$", "PLAYERS"),
    (r"^(move \w+) (?:of|for|with|from|is) (.+)$", r"\1 by \2"),
    (r"^(board \w+) ?\(? ?(\w+) ?(?:x|\*|by|,|X|×) ?(\w+) ?\)?(.*)$", r"\1 \2 x \3\4"),
    (r"^((?:action|choice|move|effect|setup|settle|end|kinds)\b.*?) ?(?::|\{|\(\))$", r"\1"),
    (r"^(limit \w+)(?: turns| plies| actions| rounds)?(?: moves)?(?:[:,]? (?:then )?(.+))?$", "LIMIT"),
)  # fmt: skip


def reworded(m: Mistake) -> Iterator[str]:
    """The line of a mistake as it may have been meant, the likeliest first."""
    line = m.line(m.number).text
    plain = with_signs(line)
    seen = {line}
    raw = m.source.line(m.number).strip()
    if found := re.fullmatch(rf"({CALL})\s*--", raw):
        yield f"{found[1]} := {found[1]} - 1"
    for text in (plain, *_held(m, line), *_formed(line), *_held(m, plain), *_formed(plain)):
        if text not in seen:
            seen.add(text)
            yield text


_WITHOUT = re.compile(r"said of something|say whose|needs something to work on")
_INTRODUCED = re.compile(
    rf"\b(?:choose(?: openly| secretly)?|for|random|let|some|all|no)\s+({NAME})\s+in\b|\b({NAME})\s*:\s*(?:player|site|piece|kind|number)\b|\b({NAME}) in\b"
)
_OFTEN = ("mover", "piece", "to", "it", "from")  # names that are not introduced


def _held(m: Mistake, line: str) -> Iterator[str]:
    """A name with what it is asked of, wherever it stands alone in the line: the mover, or what the clause introduces."""
    word = re.match(NAME, m.span.text)
    if word is None or word[0] in ("empty", "occupied") or _WITHOUT.search(m.found.message) is None:
        return
    above = m.source.text[clause_start(m) : m.line(m.number).end]
    introduced = [next(filter(None, found)) for found in _INTRODUCED.findall(above)]
    own = re.findall(rf"\bfor ({NAME}) in\b|\(({NAME}):|, ({NAME}):", above)
    looped = [next(filter(None, found)) for found in own]  # what a clause is done for
    told = re.findall(rf"`{word[0]}(?:\(| of )({NAME})\)?`", f"{m.found.message} {m.found.help}")
    told = told if len(told) == 1 else []
    given = re.findall(rf"\b{word[0]}\(((?:[^()]|\([^()]*\))*)\)", line)  # of the same thing, in this line
    for name in dict.fromkeys(
        (*given, *told, *reversed(looped), *_OFTEN[:2], *reversed(introduced), *_OFTEN[2:])
    ):
        yield re.sub(rf"\b{word[0]}\b(?!\s*\(|\s+of\b)", f"{word[0]}({name})", line)


def _formed(line: str) -> Iterator[str]:
    for pattern, said in _FORMS:
        if pattern.search(line):
            yield pattern.sub(lambda f, said=said: _said(f, said), line).strip()  # type: ignore[misc]


def _said(found: re.Match[str], said: str) -> str:
    """What is written in place of a match."""
    match said:
        case "COMMAS":
            return "{" + ", ".join(part.strip() for part in found[1].split("|")) + "}"
        case "WORDS":
            return found[1] + ", ".join(re.split(r" ?[,|/] ?| or ", found[2])) + found[3]
        case "PLAYERS":
            return "players " + ", ".join(re.split(r", ?| and | vs\.? | or | ", found[1]))
        case "OR":
            return f"{found[1]}: " + re.sub(r"\s*(?:,|\||/|\band\b|\bor\b)+\s*", " or ", found[2])
        case "MORE" | "LESS":
            return f"{found[1]}{found[2]} := {found[2]} {'+' if said == 'MORE' else '-'} {found[3] or 1}"
        case "TYPED":
            names = (part.strip() for part in found[2].split(","))
            return (
                f"let {found[1]}("
                + ", ".join(n if ":" in n else f"{n}: {_TYPES.get(n, 'piece')}" for n in names)
                + ")"
            )
        case "SKIP":
            return "skip p when " + re.sub(rf"\b{found[1]}\b", "p", found[2])
        case "LIMIT":
            return f"{found[1]} moves: {found[2] or 'draw'}"
        case _:
            return expanded(found, said)


_TYPES = {
    "p": "player",
    "q": "player",
    "s": "site",
    "t": "site",
    "a": "site",
    "b": "site",
    "n": "number",
    "k": "kind",
}  # of parameters that have none, by their names
