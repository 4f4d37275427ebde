"""Forms that have left the language, written in those that say the same: `in_present_forms(text)`.

- `prefer least E` is `prefer most -(E)`.
- `ally pieces`, and `ally` as a test, ask for the owner: one of the mover's team who is not the mover.
- `walk ...: P stopping at T` goes on by steps that do not pass T, and ends on one that need not.

It goes by lines and words, since the grammar reads these forms no more. What it does not understand it leaves as it is.
"""

import re
from collections.abc import Iterator

_ALLY = "owner(it) in team(mover) - {mover}"
_LEAST = re.compile(r"^(\s*)prefer least (.+?)(?=\s+means\b|\s*$)")
_ALLY_OF = re.compile(r"(?<!\w)(is |is not |not |[|:,(] ?)?ally\b(?: (\w+))?")
_STOPPING = re.compile(r"^(?P<front>.*\bwalk\b[^:]*: *)(?P<pattern>.+?) +stopping at +(?P<rest>.+)$")
_STEP = re.compile(
    r"(?P<test>\[.*\]|[^()\[\]]+?(?:\(.*\))?)(?P<repeat>\*|\+|\?|\{\d+(?:\.\.\d+)?\})?(?P<name> as \w+)?"
)
_JOINING = ("and", "or", "where", "if", "else", "do", "in", "implies")


def in_present_forms(text: str) -> str:
    """The text of a file without what has left the language."""
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    """One line; texts and comments stay."""
    found = re.search(r'--|"', line)
    code, rest = (line[: found.start()], line[found.start() :]) if found else (line, "")
    code = _LEAST.sub(r"\1prefer most -(\2)", code)
    code = _without_stopping(code)
    return _ALLY_OF.sub(_of_team, code) + rest


def _of_team(found: re.Match[str]) -> str:
    before, noun = found[1] or "", found[2] or ""
    if noun == "pieces":
        return f"{before}(pieces where {_ALLY})"
    if not before:
        return found[0] if noun in ("", *_JOINING) else f"(pieces where it is {noun} and {_ALLY})"
    if noun and noun not in _JOINING:
        return f"{before}[it is {noun} and {_ALLY}]"
    return f"{before}[{_ALLY}]" + (noun and f" {noun}")


def _without_stopping(line: str) -> str:
    found = _STOPPING.match(line)
    if found is None:
        return line
    tests, rest = _until_closed(found["rest"])
    steps = [_STEP.fullmatch(step.strip()) for step in _parts(found["pattern"])]
    made = list(_stopped([s for s in steps if s], tests.strip())) if all(steps) else []
    return f"{found['front']}{', '.join(made)}{rest}" if made else line


def _stopped(steps: list[re.Match[str]], tests: str) -> Iterator[str]:
    """The steps of a walk that ends where one passes the tests; none where that is not to be told step by step."""
    stop = tests[1:-1] if tests.startswith("[") and tests.endswith("]") else ""
    goes_on = f"not ({stop})" if stop else f"it is not {f'({tests})' if '|' in tests else tests}"

    def passed(step: re.Match[str]) -> str:
        test = step["test"].strip()
        if test == "any":
            return f"[{goes_on}]"
        inner = test[1:-1] if test.startswith("[") else f"it is {test}"
        return f"[{inner} and {goes_on}]"

    *before, last = steps
    repeat = last["repeat"] or ""
    if repeat in ("*", "?") and before:
        return
    yield from (passed(s) + (s["repeat"] or "") + (s["name"] or "") for s in before)
    end = last["test"].strip() + (last["name"] or "")
    counts = [int(n) - 1 for n in re.findall(r"\d+", repeat)]
    if repeat == "*":
        yield f"({passed(last)}*, {end})?"
    elif repeat == "+":
        yield f"{passed(last)}*, {end}"
    elif counts:
        yield f"{passed(last)}{{{'..'.join(str(max(0, n)) for n in counts)}}}, {end}"
    else:
        yield end + repeat


def _until_closed(text: str) -> tuple[str, str]:
    """What stands before a bracket that closes one outside, or before the effects of a `for`; and the rest."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0 or (depth == 0 and re.match(r"\s+(?:do|means)\b", text[at:])):
            return text[:at], text[at:]
    return text, ""


def _parts(text: str) -> Iterator[str]:
    """What stands between the commas outside of all brackets."""
    depth, begin = 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            yield text[begin:at]
            begin = at + 1
    yield text[begin:]
