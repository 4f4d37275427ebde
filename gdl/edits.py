"""Changes of a line that cannot be read, the likeliest first: what people may have meant who write as they speak, or as other
languages do.

Whether a change makes sense is not known here: `gdl.mending` tries each of them.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.keywords import CLAUSE_WORDS, EFFECT_WORDS, PART_WORDS
from gdl.layout import depth
from gdl.repairs import TOKEN, Broken, literals, small_changes, words

_TESTS = ("empty", "occupied", "own", "enemy", "ally", "piece")
_MOVED = 3  # words of a phrase that may stand elsewhere in its line
_TOKENS = 40  # of a line whose words are moved
_NEVER = frozenset(
    ("div", "mod", "and", "implies", "+", "-", "*", "/", "|", "?", "not", "all", "no", "!=")
)  # in place of a word
_COMPARING = ("=", "!=", "<", "<=", ">", ">=")
_SAID = ("openly", "secretly")
_LOSS = 3  # warnings that are better than to leave out a word that the rules know
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_FOR_COMMA = ("or", "and", "in", "of", "on", "to", "from", "by", "where", "when", "else", "do", ";")


@dataclass(frozen=True, slots=True)
class Change:
    """The text with a changed line, and the change as advice."""

    text: str
    advice: str
    loses: int = 0  # how much less than another change it is likely to be meant
    cause: str = (
        ""  # what is wrong, where it is not what does not fit: with what stands in the place of the change
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """The tokens of a line, and the number of the one that does not fit: of tokens, where the line ends too early."""

    text: str
    tokens: tuple[re.Match[str], ...]
    at: int
    foreign: tuple[int, ...]

    def word(self, number: int) -> str:
        return self.tokens[number][0] if 0 <= number < len(self.tokens) else ""

    def with_(self, first: int, behind: int, new: str) -> str:
        """The text with other words in place of some tokens."""
        start = self.tokens[first].start()
        end = self.tokens[behind - 1].end() if behind > first else start
        if new == "" and (start == 0 or self.text[start - 1] in " (\n"):
            end += len(self.text[end:]) - len(self.text[end:].lstrip(" "))
        return self.text[:start] + new + self.text[end:]

    def everywhere(self, word: str, new: str) -> str:
        """The text with another word in place of each token of the line that is a word."""
        text = self.text
        for token in reversed(self.tokens):
            if token[0] == word:
                end = token.end() + (1 if not new and text[token.end() : token.end() + 1] == " " else 0)
                text = text[: token.start()] + new + text[end:]
        return text

    def operand_before(self, number: int) -> int:
        """The first token of the value that ends before a token: a word, and what stands in brackets behind it."""
        last = number - 1
        opened = 0
        while last >= 0:
            opened += (self.word(last) in ")]}") - (self.word(last) in "([{") if self.word(last) else 0
            if opened <= 0:
                break
            last -= 1
        is_call = self.word(last) == "(" and last > 0 and self.word(last - 1)[:1].isalpha()
        return max(0, last - 1 if is_call else last)

    def operand_behind(self, number: int) -> int:
        """The token behind the value that begins with a token."""
        last, opened = number, 0
        while last < len(self.tokens):
            opened += (self.word(last) in "([{") - (self.word(last) in ")]}")
            if opened <= 0 and self.word(last + 1) != "(":
                return last + 1
            last += 1
        return len(self.tokens)

    def span(self, first: int, behind: int) -> str:
        return self.text[self.tokens[first].start() : self.tokens[behind - 1].end()] if behind > first else ""


def changes(broken: Broken, expected: Set[str]) -> Iterator[Change]:
    """Changes of the line in which something does not fit."""
    start = broken.line.rfind("\n", 0, broken.offset) + 1
    tokens = tuple(TOKEN.finditer(broken.line, start))
    at = next((i for i, token in enumerate(tokens) if token.start() >= broken.offset), len(tokens))
    near = [i for i in (at - 1, at) if 0 <= i < len(tokens)]
    foreign = [i for i in near if _is_foreign(tokens[i][0], broken)]
    line = _Line(broken.line, tokens, at, tuple(foreign))
    signs = [i for i in (at, at - 1, at - 2) if line.word(i) and not line.word(i)[0].isalnum()]
    yield from _paths_in_a_row(line)
    yield from _closed_late(line)
    yield from _sides(line)
    yield from _calls(line)
    yield from _moved(line, [i for i in (at, at - 1) if line.word(i) in _SAID])
    yield from _without(line, foreign)
    yield from _in_place(line, broken, expected, [*foreign, *signs])
    yield from _put_in(line, expected)
    small = [
        Change(text, advice, _LOSS if advice.startswith("leave") else 0)
        for text, advice in (small_changes(broken, expected) if broken.found else ())
    ]
    yield from (change for change in small if not change.loses)
    yield from _moved(line, [*foreign, *range(at - _MOVED, at + 1)])
    yield from _at_other_depths(broken, start)
    yield from _in_place(line, broken, expected, [at, at - 1, at - 2])
    yield from (change for change in small if change.loses)


def _is_foreign(word: str, broken: Broken) -> bool:
    """Whether a word is none of the language, and stands nowhere else in its clause."""
    is_known = word in BY_NAME or word in RELATIVE_WORDS or word in _language()
    return word[:1].isalpha() and not is_known and len(re.findall(rf"\b{word}\b", broken.text)) == 1


@lru_cache(maxsize=1)
def _language() -> frozenset[str]:
    return frozenset((*words(), *_SAID, *CLAUSE_WORDS, *EFFECT_WORDS, *PART_WORDS))


def _paths_in_a_row(line: _Line) -> Iterator[Change]:
    """A path in a row of a table, in parentheses: up to a wide gap, or to any of its last words."""
    opened = next((i for i, t in enumerate(line.tokens) if t[0] in ("line", "walk", "leap")), 0)
    if not opened or not re.match(r"\s*kinds\b", line.text):
        return
    pairs = enumerate(pairwise(line.tokens))
    gaps = [i + 1 for i, (a, b) in pairs if i >= opened and b.start() - a.end() > 1]
    for behind in dict.fromkeys((*gaps, *range(len(line.tokens), opened + 1, -1))):
        path = line.span(opened, behind)
        yield Change(line.with_(opened, behind, f"({path})"), "a path in a table stands in parentheses")


def _closed_late(line: _Line) -> Iterator[Change]:
    """A bracket that takes in a comparison behind what it holds: `sum(gold(p) for p in players > 3)`."""
    depths, opened = 0, line.at - 1
    while opened >= 0 and (depths or line.word(opened) != "("):
        depths += (line.word(opened) in _CLOSING.values()) - (line.word(opened) in _CLOSING)
        opened -= 1
    behind = line.operand_behind(opened) if opened > 0 else 0
    if line.word(line.at) not in _COMPARING or line.word(behind - 1) != ")" or behind <= line.at:
        return
    held, rest = line.span(opened, line.at), line.span(line.at, behind - 1)
    yield Change(line.with_(opened, behind, f"{held}) {rest}"), "close the bracket before the comparison")


def _sides(line: _Line) -> Iterator[Change]:
    """`own` and `enemy` in the place of a value: they are asked of a piece with `is`, and players are `mover` and another one."""
    for i in range(max(1, line.at - _MOVED), min(line.at + 1, len(line.tokens))):
        side, sign = line.word(i), line.word(i - 1)
        if side not in ("own", "enemy", "ally") or sign not in ("=", "!=", ":="):
            continue
        cause = f"`{side}` is no value"
        if sign != ":=":
            test = f"is {side}" if sign == "=" else f"is not {side}"
            yield Change(line.with_(i - 1, i + 1, test), "whose a piece is follows `is`", cause=cause)
        if side == "own":
            advice = "the player who acts is `mover`"
            yield Change(line.with_(i, i + 1, "mover"), advice, cause=cause)
        else:
            player = "rival(mover)" if side == "enemy" else "partner(mover)"
            yield Change(line.with_(i, i + 1, player), f"that player is `{player}`", cause=cause)


def _calls(line: _Line) -> Iterator[Change]:
    """What stands between, behind or before the values that it takes, as in speech."""
    at = line.at
    found, previous = line.word(at), line.word(at - 1)
    if found[:1].isalpha() and at > 0:
        first, behind = line.operand_before(at), line.operand_behind(at + 1)
        one = line.span(first, at)
        if at + 1 < len(line.tokens) and (line.word(at + 1)[:1].isalnum() or line.word(at + 1) == "{"):
            two = line.span(at + 1, behind)
            yield Change(
                line.with_(first, behind, f"{found}({one}, {two})"), "what takes values stands before them"
            )
        yield Change(
            line.with_(first, at + 1, f"{found}({one})"), "what is asked of something stands before it"
        )
        if previous in _TESTS:
            set_ = line.span(at, line.operand_behind(at))
            text = line.with_(at - 1, line.operand_behind(at), f"({set_} where it is {previous})")
            yield Change(text, "those of a set that pass a test are named so")
    if previous[:1].isalpha() and at < len(line.tokens) and (found[:1].isalnum() or found == "{"):
        behind = line.operand_behind(at)
        if line.word(behind) == "of" and behind + 1 < len(line.tokens):
            far = line.operand_behind(behind + 1)
            both = f"{previous}({line.span(behind + 1, far)}, {line.span(at, behind)})"
            yield Change(
                line.with_(at - 1, far, both), "what is asked of values stands before them, in brackets"
            )
        text = line.with_(at - 1, behind, f"{previous}({line.span(at, behind)})")
        yield Change(text, "what something is asked of stands in brackets")


def _without(line: _Line, foreign: list[int]) -> Iterator[Change]:
    """Words that are none of the language, left out: one, or one with the sign behind it."""
    for i in foreign:
        yield Change(line.with_(i, i + 1, ""), f"leave `{line.word(i)}` out")
        if line.word(i + 1) in (":", ","):
            yield Change(line.with_(i, i + 2, ""), f"leave `{line.span(i, i + 2)}` out")
    if line.word(line.at - 1) == ")" and line.word(line.at) in ("for", "where"):
        rest = line.text[: line.tokens[line.at - 1].start()] + line.text[line.tokens[line.at - 1].end() :]
        yield Change(f"{rest})", f"what stands behind `{line.word(line.at)}` belongs into the brackets")
    for i in (line.at, line.at - 1):
        if line.word(i) in _CLOSING and i >= 0:
            behind = line.operand_behind(i)
            inner = line.span(i + 1, behind - 1)
            what = f"no brackets stand around `{inner}`" if inner else "what is given nothing has no brackets"
            yield Change(line.with_(i, behind, inner), what)


def _in_place(line: _Line, broken: Broken, expected: Set[str], numbers: list[int]) -> Iterator[Change]:
    """Another word or sign in place of one."""
    for i in numbers:
        word = line.word(i)
        if i < 0 or not word or word[0].isdigit():
            continue
        if word[0] == '"':
            if re.fullmatch(r'"[A-Za-z_]\w*"', word):
                yield Change(line.with_(i, i + 1, word[1:-1]), "no quotation marks stand here")
            continue
        wanted = literals(expected if i == line.at and expected else broken.accepts(line.tokens[i].start()))
        is_range = line.word(i - 1).isalnum() and line.word(i + 1).isalnum()
        has_value = (
            not word[0].isalnum() or i not in line.foreign or "=" in line.text[line.tokens[0].start() :]
        )
        wanted = [
            w for w in wanted if w not in _NEVER and (w != "=" or not has_value or not word[0].isalnum())
        ]
        likeliest = word.lower(), ".." if is_range else "", "=", "," if word == ";" else ""
        for other in sorted(wanted, key=lambda w: (w not in likeliest, not w.isalpha())):
            is_sign = not word[0].isalnum() and (not other.isalpha() or word != "," or other in _FOR_COMMA)
            if other != word and (is_sign or word[0].isalpha()):
                padded = f" {other} " if other.isalpha() and is_sign else other
                advice = f"write `{other}` in place of `{word}`"
                yield Change(line.with_(i, i + 1, padded), advice)
                if sum(token[0] == word for token in line.tokens) > 1:
                    yield Change(line.everywhere(word, padded), advice)
        if not word[0].isalnum() and sum(token[0] == word for token in line.tokens) > 1:
            yield Change(line.everywhere(word, ""), f"leave `{word}` out")


def _put_in(line: _Line, expected: Set[str]) -> Iterator[Change]:
    """A word before the one that does not fit."""
    if not 0 < line.at < len(line.tokens):
        return
    found = line.word(line.at)
    for word in literals(expected):
        if word.isalpha() and word not in _NEVER:
            text = line.with_(line.at, line.at + 1, f"{word} {found}")
            yield Change(text, f"`{word}` is missing before `{found}`")


def _moved(line: _Line, numbers: range | list[int]) -> Iterator[Change]:
    """A word, or a few, in another place of the line."""
    if len(line.tokens) > _TOKENS:
        return
    for length in range(1, _MOVED + 1):
        for i in numbers:
            if i < (line.at > 0) or i + length > len(line.tokens) or not line.word(i)[0].isalpha():
                continue
            phrase = line.span(i, i + length)
            rest = line.with_(i, i + length, "").rstrip()
            start = line.tokens[0].start()
            others = [m.start() for m in TOKEN.finditer(rest, start)]
            for place in [len(rest), *reversed(others)]:
                head, tail = rest[:place].rstrip(" "), rest[place:].lstrip(" ")
                if place == start:
                    head = rest[:place]
                elif head and not head.endswith("\n"):
                    head += " "
                yield Change(f"{head}{phrase}{' ' * bool(tail)}{tail}", f"`{phrase}` stands in another place")


def _at_other_depths(broken: Broken, start: int) -> Iterator[Change]:
    """The line in the column of another one above it, or behind the line above."""
    line = broken.line[start:]
    above = broken.line[:start].rstrip("\n")
    if above.endswith(","):
        yield Change(f"{above[:-1]} \n{line}", "leave the `,` at the end of the line above out")
    if not above.strip() or broken.line[start : broken.offset].strip():
        return
    yield Change(f"{above} {line.strip()}", "it stands in the line above")
    columns = sorted({depth(a) for a in above.split("\n") if a.strip()}, reverse=True)
    for column in columns:
        if 0 < column != depth(line):
            text = f"{above}\n{' ' * column}{line.strip()}"
            owner = next(a for a in reversed(above.split("\n")) if a.strip() and depth(a) == column)
            yield Change(text, f"begin this line in the column of `{owner.split()[0]}`")
