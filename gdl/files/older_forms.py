"""Forms that have left the language, written in those that say the same: `in_present_forms(text)`.

- `prefer least E` is `prefer most -(E)`.
- `ally pieces`, and `ally` as a test, ask for the owner: one of the mover's team who is not the mover.
- `walk ...: P stopping at T` goes on by steps that do not pass T, and ends on one that need not.
- `border(s, d)` is the first of the `borders` in that direction.
- `COLUMN(KIND) = CELL`, where a kind has one value, is a row of `kinds +`.
- `swap P with Q` are two moves at once, to the sites of each other; where one lies in a pool, that goes wrong in play, and says so.

It goes by lines and words, since the grammar reads these forms no more. What it does not understand it leaves as it is, and so
what goes on in the next line: that is an error then, and not another meaning.
"""

import re
from collections.abc import Iterator
from itertools import pairwise, starmap

SAID = re.compile(r"^([ \t]+language[ \t]+)(\d+)\b", re.MULTILINE)  # in which language a file says it is
_ALLY = "owner(it) in team(mover) - {mover}"
_LEAST = re.compile(r"^(\s*)prefer least (.+?)(?=\s+means\b|\s*$)")
_ALLY_OF = re.compile(r"(?<!\w)(is |is not |not |[|:,] ?|(?<!\w)\( ?)?ally\b(?: (\w+))?")
_STOPPING = re.compile(r"^(?P<front>.*\bwalk\b[^:]*: *)(?P<pattern>.+?) +stopping at +(?P<rest>.+)$")
_STEP = re.compile(
    r"(?P<test>\[.*\]|[^()\[\]]+?(?:\(.*\))?)(?P<repeat>\*|\+|\?|\{\d+(?:\.\.\d+)?\})?(?P<name> as \w+)?"
)
_REACHING = re.compile(r":|\b(?:or|implies|if|where)\b")  # what would take in an `and` behind it, or share it
_EFFECTS = re.compile(
    r"(?P<indent>[ \t]*)(?P<head>(?:.*\bdo\b|else\b)?)(?P<effects>.*)"
)  # of a line, and what they stand behind
_SWAP = re.compile(r"swap[ \t]+(.+?)[ \t]+with[ \t]+(.+)")
_JOINING = ("and", "or", "where", "if", "else", "do", "in", "implies", "means")
_BORDER = re.compile(r"(?<![\w.])border\(")
_CELL = re.compile(r"^(\w+)\((\w+)\) = (.+)$", re.MULTILINE)
_OWN_BORDER = re.compile(r"(?<!\w)border\b(?!\()|\b(?:let|relation|effect) border\(")  # of the file's own
_TEST = re.compile(rf"(?:not )*(?:(?:own|enemy|ally)\b(?: (?!(?:{'|'.join(_JOINING)})\b)\w+)?|\w+)?")


def in_present_forms(text: str) -> str:
    """The text of a file without what has left the language."""
    text = _CELL.sub(r"kinds +  \1\n  \2  \3", text)
    is_own = any(_OWN_BORDER.search(_parted(line)[0]) for line in text.split("\n"))
    lines = "\n".join(starmap(_with_moves_at_once, pairwise([*text.split("\n"), ""]))).split("\n")
    lines = [_line(line, following) for line, following in pairwise([*lines, ""])]
    return "\n".join(lines if is_own else map(_with_first_borders, lines))


def _line(line: str, following: str) -> str:
    """One line. `following`: the next one."""
    code, rest = _parted(line)
    if not _goes_on(line, following):
        code = _LEAST.sub(r"\1prefer most -(\2)", code)
    if not following.lstrip().startswith("|"):
        code = _without_stopping(code)
    return _ALLY_OF.sub(_of_team, code) + rest


def _parted(line: str) -> tuple[str, str]:
    """A line up to its first text or comment, which stay as they are, and the rest."""
    found = re.search(r'--|"', line)
    return (line[: found.start()], line[found.start() :]) if found else (line, "")


def _with_first_borders(line: str) -> str:
    code, rest = _parted(line)
    for found in reversed(list(_BORDER.finditer(code))):
        if end := _closing(code, found.end() - 1):
            code = f"{code[: found.start()]}first(borders{code[found.end() - 1 : end]}){code[end:]}"
    return code + rest


def _goes_on(line: str, following: str) -> bool:
    """Whether the next line may belong to a value at the end of a line."""
    first = following.lstrip()
    is_deeper = len(following) - len(first) > len(line) - len(line.lstrip())
    return is_deeper and not re.match(r"means\b", first)


def _of_team(found: re.Match[str]) -> str:
    before, noun = found[1] or "", found[2] or ""
    if noun == "pieces":
        return f"{before}(pieces where {_ALLY})"
    if not before:
        return found[0] if noun in ("", *_JOINING) else f"(pieces where it is {noun} and {_ALLY})"
    if noun and noun not in _JOINING:
        return f"{before}[it is {noun} and {_ALLY}]"
    return f"{before}[{_ALLY}]" + (noun and f" {noun}")


def _with_moves_at_once(line: str, following: str) -> str:
    """A line in whose effects pieces that change places are moved at once: a block, which has a line of its own among other effects
    and behind a condition."""
    code, rest = _parted(line)
    found = _EFFECTS.fullmatch(code)
    effects = [e.strip() for e in found["effects"].split(";")] if found else []
    if not found or not any(map(_SWAP.fullmatch, effects)):
        return line
    made = [_SWAP.sub(r"simultaneously move \1 to site(\2); move \2 to site(\1)", e) for e in effects]
    indent, head, gap = found["indent"], found["head"], " " * bool(rest)
    if head and len(made) == 1 and not re.match(r"(?:do[ \t]+)?(?:if|else)\b", head):
        return f"{indent}{head} {made[0]}{gap}{rest}"
    if head:
        under = following[: len(following) - len(following.lstrip())]
        column = under if len(under) > len(indent) else f"{indent}     "
        return "\n".join([indent + head, *(column + e for e in made)]) + gap + rest
    return "\n".join(indent + e for e in made) + gap + rest


def _without_stopping(line: str) -> str:
    found = _STOPPING.match(line)
    if found is None:
        return line
    tests, rest = _after_tests(found["rest"])
    if not tests:
        return line
    steps = [_STEP.fullmatch(step.strip()) for step in _parts(found["pattern"])]
    made = list(_stopped([s for s in steps if s], tests)) if all(steps) else []
    return f"{found['front']}{', '.join(made)}{rest}" if made else line


def _stopped(steps: list[re.Match[str]], tests: str) -> Iterator[str]:
    """The steps of a walk that ends where one passes the tests; none where that is not to be told step by step."""
    stop = _inside(tests)
    goes_on = f"not ({stop})" if stop else f"it is not {f'({tests})' if '|' in tests else tests}"

    def passed(step: re.Match[str]) -> str:
        test = step["test"].strip()
        if test == "any":
            return f"[{goes_on}]"
        asked = _inside(test) or f"it is {test}"
        return f"[{f'({asked})' if _REACHING.search(asked) else asked} and {goes_on}]"

    *before, last = steps
    repeat = last["repeat"] or ""
    numbers = [int(n) for n in re.findall(r"\d+", repeat)]
    least = 0 if repeat in ("*", "?") else min(numbers, default=1)
    if (before and not least) or numbers[-1:] == [0]:
        return
    yield from (passed(s) + (s["repeat"] or "") + (s["name"] or "") for s in before)
    way = last["test"].strip() + (last["name"] or "")
    if repeat in ("*", "+"):
        way = f"{passed(last)}*, {way}"
    elif numbers[-1:] > [1]:
        way = f"{passed(last)}{{{'..'.join(str(max(0, n - 1)) for n in numbers)}}}, {way}"
    yield way if least else f"({way})?"


def _inside(tests: str) -> str:
    """The condition, if the tests are one in brackets; else nothing."""
    return tests[1:-1] if tests.startswith("[") and _closing(tests, 0) == len(tests) else ""


def _after_tests(text: str) -> tuple[str, str]:
    """The tests with which a text begins, and what follows them; no tests where they are not understood."""
    at = 0
    while True:
        found = _TEST.match(text, at)
        end = found.end() if found else at
        if text[end : end + 1] in ("(", "["):
            end = _closing(text, end)
        if end <= at:
            return "", text
        more = re.compile(r" *\| *").match(text, end)
        if more is None:
            return text[:end], text[end:]
        at = more.end()


def _closing(text: str, at: int) -> int:
    """Where the bracket that opens at a place has been closed; 0 if it is not."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if not depth:
            return place + 1
    return 0


def _parts(text: str) -> Iterator[str]:
    """What stands between the commas outside of all brackets."""
    depth, begin = 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            yield text[begin:at]
            begin = at + 1
    yield text[begin:]
