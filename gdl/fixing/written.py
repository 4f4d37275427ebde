"""The line with which a mistake is gone: what is to be written, found by trying.

A help says in words what is wrong, often with an example about other names. The line that is told beside it is the author's
own: each candidate is put in the place of the line, and the whole file is checked again.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from itertools import islice

from gdl.blocks import DEEPER
from gdl.builtins import BY_NAME
from gdl.diagnostics import Diagnostic, is_slip
from gdl.fixing.mistakes import QUOTED, Mistake, clause_start, replaced
from gdl.fixing.offers import certain
from gdl.fixing.rewording import reworded
from gdl.fixing.templates import has_holes
from gdl.habits import TOO_FAR_LEFT
from gdl.keywords import CLAUSE_WORDS, EFFECT_WORDS, PART_WORDS
from gdl.layout import blank_comments
from gdl.repairs import Broken
from gdl.repairs import words as grammar_words
from gdl.source import Source, Span
from gdl.types import NAMED

Examine = Callable[[Source], tuple[Diagnostic, ...]]

_MISTAKES = 3  # of a file whose lines are sought
_LONGEST = 30_000  # characters of a file that is looked at
_MOST = 8  # errors of such a file
_READ = 30_000  # characters that are read again for one mistake, about
_READ_IN_ALL = 165_000  # characters that are read again for a file
_LEAST, _CHECKED = 4, 10  # lines that are tried for one mistake
_DEEP = 3  # mistakes of one line
_UNREAD = 4  # lines that cannot be read, of which another change may make one that can
_TWICE = 4_000  # characters of a file of which each takes twice as long to check as in a short one
_WIDEST = 160  # characters of a line that is told
_SOUGHT = 400  # characters of a line that is mended: the time for its forms grows faster than it
_FAR = 6  # that are tried where none that is like it fits
_NAMES = 8  # that are tried in place of an unknown one
_MEANT = re.compile(r"did you mean `(\w+)`\?")
_SAYS_LITTLE = re.compile(
    r"$|what is yours is declared before|there (?:are|is) |a definition of your own is declared"
)
_LISTS = re.compile(  # helps that leave a choice
    r"^of whose piece it is, write|^it is asked of each of them: .*, or of one|^it takes 2: write `turned|^tests of which one must hold .*; a rider|^write `[^`]+` with an? .*: it is chosen or gone through|takes all of them; one of them is chosen|^write `[^`]+`(?:, `[^`]+`)* or `|^did you mean `[^`]+` or `|^a number is compared: (?!write)|^a player is compared: |^the sites of a row are .*one of them is|^whether there are any is|^the only phase is|of this type|`, or ask it of each|what leads to a [^:]*: `[^`]+`, |: `[^`]+` or `|fits? here|a comparison or a test|^(?:the|its) \w+s are "
)
_ELSEWHERE = re.compile(
    r"`kinds` gives a set|nothing (?:chooses|brings) it|give its kind a name before|go through them, "
    r"|`\S+` is missing(?: before `[^`]+`)?: `"
)  # helps that mend another line, or have the line already
_JOINING = frozenset(
    (
        "0",
        "1",
        "or",
        "and",
        "is",
        "of",
        "in",
        "do",
        "then",
        "if",
        "when",
        "where",
        "by",
        "on",
        "to",
        "from",
        "turn",
    )
)
_MEANT_ALONE = ("may", "secretly", "openly")  # words that mean something, though they stand once
_ASKED = re.compile(r"([A-Za-z_]\w*)\(|^(?:field|pool) (\w+) of", re.MULTILINE)
_OF_NAMES = ("unknown-name", "unknown-piece", "unknown-player", "unknown-direction", "unknown-action")
_VERY_ALIKE, _RATHER, _LIKELY = 0.8, 0.6, 0.5
_DECLARED = 0.2  # how much more likely a name of the author's own is
_SHARED = 0.2  # and one that has a part in common
_UNTIDY = re.compile(
    r"[a-z)]-(?= )|\)[a-z]|\b(?:and|or|not|is|in|if|no|some|all)\(|\w= | [;,}]|,(?=[^ ])|\b(\w+)[ ,]+\1\b|\b(?:count\(count|piece\(piece|site\(site|kind\(kind|first\(first)\b|\bcount\(\w+\(x\)\)|\(([^(),]+\((?:[^()]|\([^()]*\))*\)), \2\)|\b(?:no|some|not) (?:true|false)\b|[ ,:]\(\w+\)[*+?]"
    r"|(?<![.(+*/-] )(?<![.(])\b(\w+) (?:!?=|[<>]=?) \3(?![\w(.]| [-+*/.])|\b(\w+) is (?:not )?\4\b"
    r"|^let [^=]*$|\blet \w+ = [^=]* = |^\w+$|\S let \w+\(|\bmove (\w+) to \5\b"
    r"|\b(?:when|where|if|and|or|not|in|is)$|\bturn:.*\bturn:|\bphase$|\b(?P<same>[A-Za-z_]\w*) (?:or|and) (?P=same)\b"
)
_CLAUSES = frozenset(CLAUSE_WORDS) - frozenset(EFFECT_WORDS)
_FOREIGN_COMMENT = re.compile(r"/\*.*?\*/|//.*")
_NEW = frozenset(("x", "0", "1", "9", "99", "100", "true", "false"))  # what a line may have of its own
_LANGUAGE = frozenset((*CLAUSE_WORDS, *EFFECT_WORDS, *PART_WORDS, *grammar_words(), *BY_NAME))


def with_lines(
    source: Source, besides: int, found: tuple[Diagnostic, ...], examine: Examine
) -> tuple[Diagnostic, ...]:
    """What was found in a source, each error with the line to write, where one is found. `besides`: how many characters of other
    files are checked with it; `examine` gives what is found in a changed source."""
    errors = [d for d in found if d.is_error and d.span.source is source]
    if not errors or len(source.text) > _LONGEST or len(errors) > _MOST:
        return found
    search = _Search(
        source, besides, errors, examine, max(_LEAST, min(_CHECKED, _READ // max(1, len(source.text))))
    )
    told: dict[int, Diagnostic] = {}
    with suppress(_EnoughReadError):
        for d in errors[:_MISTAKES]:
            told[id(d)] = search.told(d)
    return tuple(told.get(id(d), d) for d in found)


class _EnoughReadError(Exception):
    """So much was read again that whoever waits for the messages would notice."""


class _Search:
    """The search for lines, with the checks that are left."""

    def __init__(
        self, source: Source, besides: int, errors: list[Diagnostic], examine: Examine, most: int
    ) -> None:
        self.source, self.most, self._besides = source, most, besides
        self._examine, self._left = examine, _READ_IN_ALL
        self.known = Counter(
            _said(d) for d in (*errors, *(d for d in examine(source) if d.is_error and d not in errors))
        )

    def examine(self, changed: Source) -> tuple[Diagnostic, ...]:
        """What is found in a changed source. Raises _EnoughReadError."""
        if self._left < 0:
            raise _EnoughReadError
        found = self._examine(changed)
        unread = sum(len(d.misread.text) for d in found if d.misread is not None)  # read again for advice
        size = len(changed.text)
        self._left -= size * (_TWICE + size) // _TWICE + self._besides + unread
        return found

    def told(self, mistake: Diagnostic) -> Diagnostic:
        """A mistake with the line to write; where a name is unknown that no line mends, with the names that would fit."""
        if mistake.message.startswith("`--` begins a comment"):
            return mistake  # the line goes on behind it
        name = re.match(r"[A-Za-z_]\w*", mistake.span.text)
        if name is not None:
            meant = _MEANT.fullmatch(mistake.help)
            is_sure = mistake.others and not any("nothing" in o.text for o in mistake.others)
            if meant and (is_sure or self._fits(mistake, name[0], meant[1])):
                return mistake
            is_wrong = meant is not None and mistake.code in _OF_NAMES and self._clashes(mistake, meant[1])
            if help := self._other_name(mistake, name[0], meant is not None, is_far=is_wrong):
                return replace(mistake, help=help, others=() if is_wrong else mistake.others)
            if is_wrong:
                help = f"what is yours is declared before it is used, such as `let {name[0]} = ...`"
                mistake = replace(mistake, help=help, others=())
        if mistake.help.startswith((TOO_FAR_LEFT, DEEPER)) or mistake.code == "bad-indentation":
            return mistake  # its line is right, and only its place is not
        return replace(mistake, write=self.line_for(mistake))

    def _other_name(self, mistake: Diagnostic, name: str, is_misled: bool, is_far: bool = False) -> str:
        """The help for a name in whose place another one fits. `is_misled`: the name that is told does not; `is_far`: others that
        are hardly like it are told, too."""
        if mistake.code == "type-mismatch" and name == mistake.span.text:
            alike = (w for w in get_close_matches(name, BY_NAME, n=2, cutoff=_VERY_ALIKE) if w != name)
            alike = (w for w in alike if {w, name} != {"piece", "pieces"} or not mistake.help)
            word = next((w for w in alike if self._fits(mistake, name, w)), "")
            return f"did you mean `{word}`? {mistake.help}".strip() if word else ""
        if not mistake.code.startswith("unknown-") or not (is_misled or _SAYS_LITTLE.match(mistake.help)):
            return ""
        if mistake.code not in _OF_NAMES or "write `" in mistake.message:
            return ""
        words = _alike(name, Mistake(mistake, self.source), is_far)
        if is_misled and not is_far:  # another name must be like it, too
            words = get_close_matches(name, words, n=_NAMES, cutoff=_LIKELY)
        return _of(name, [w for w in words if self._fits(mistake, name, w)])

    def _fits(self, mistake: Diagnostic, name: str, word: str) -> bool:
        """Whether nothing is wrong with another word in place of a name, everywhere in its clause."""
        m = Mistake(mistake, self.source)
        start, end = clause_start(m), m.whole_clause().end
        before = "(?<!: )" if name in NAMED else ""  # the type of a parameter stays
        behind = "" if self.source.text[mistake.span.start + len(name) :].startswith("(") else r"(?!\()"
        clause = re.sub(rf"{before}\b{name}\b{behind}", word, self.source.text[start:end])
        left = self.examine(
            Source(self.source.name, self.source.text[:start] + clause + self.source.text[end:])
        )
        errors = Counter(_said(d) for d in left if d.is_error)
        is_no_set = any(d.code == "one-and-set" and d.span.line == mistake.span.line for d in left)
        return errors[_said(mistake)] == 0 and not errors - self.known and not is_no_set

    def _clashes(self, mistake: Diagnostic, word: str) -> bool:
        """Whether another word in the place of a mistake is of a type that does not fit there."""
        span, text = mistake.span, self.source.text
        left = self.examine(Source(self.source.name, text[: span.start] + word + text[span.end :]))
        return any(
            d.code in ("type-mismatch", "wrong-arguments")
            and d.span.line == span.line
            and not self.known[_said(d)]
            for d in left
            if d.span.source.name == self.source.name
        )

    def line_for(self, mistake: Diagnostic) -> str:
        """The line without the mistake; "" where the help has it, or none is found."""
        if len(self.source.line(mistake.span.line)) > _SOUGHT or _ELSEWHERE.match(mistake.help):
            return ""
        quoted = {_plain(text) for text in re.findall(r"`([^`]+)`", mistake.help)}
        meant = _meant(mistake, self.source)
        best: tuple[int, str] | None = None  # with how many warnings
        tried = 0
        for text in self._readable_first(mistake):
            if tried >= self.most:
                break
            tried += 1
            try:
                made = self._without((mistake,), Source(self.source.name, text), _DEEP)
            except _EnoughReadError:
                if best is None:
                    raise
                break
            if made is None:
                continue
            warned, after = made
            line = _changed(self.source.text, after, _is_about_a_comment(mistake))
            if line is None or not self._is_likely(line, mistake):
                continue
            if meant and not any(_times(part, line) > times for part, times in meant.items()):
                continue
            if _plain(line) in quoted:
                return ""
            if best is None or warned < best[0]:
                best = warned, line
            if not warned:
                break
        return best[1] if best is not None else ""

    def _readable_first(self, mistake: Diagnostic) -> Iterator[str]:
        """Texts without the mistake, perhaps: those that can be read, and then a few that might be, once mended again."""
        unread = []
        for text in _candidates(mistake, self.source):
            if _reads(mistake, self.source, text):
                yield text
            elif mistake.misread is None:
                unread.append(text)
        yield from islice(unread, _UNREAD)

    def _is_likely(self, line: str, mistake: Diagnostic) -> bool:
        """Whether somebody may have meant a line: it begins as such lines do, and has only words that there are."""
        old = blank_comments(self.source.line(mistake.span.line)).strip()
        first, began = (re.match(r"\w*", text) for text in (line, old))
        if first and began and began[0] in _CLAUSES and first[0] != began[0]:
            return False
        if first and began and first[0] in _CLAUSES and began[0] in EFFECT_WORDS:
            return False  # effects do not stand behind the word of their clause
        begins_alike = (line[:1].isalnum() and old[:1].isalnum()) or line[:1] == old[:1]
        words = set(re.findall(r"[A-Za-z_]\w*|\d+", line))
        there = set(re.findall(r"[A-Za-z_]\w*|\d+", f"{self.source.text} {mistake.help}")) | _LANGUAGE
        is_tidy = _UNTIDY.search(line) is None
        has_count = "count(" in line and "count" not in old
        if has_count and not re.search(r"set of|`count|how many", f"{mistake.message} {mistake.help}"):
            return False
        if "is said of something" in mistake.message and mistake.span.text not in words:
            return False  # something else is asked
        if "sum(" in line and "sum(" not in f"{old} {mistake.message} {mistake.help}":
            return False
        ungroups = line.count("(") < old.count("(") and " or " in line and " and " in line
        return begins_alike and is_tidy and not ungroups and words <= there | _NEW

    def _without(
        self, mistakes: tuple[Diagnostic, ...], changed: Source, depth: int
    ) -> tuple[int, str] | None:
        """How much a changed text without some mistakes loses, and the text; None if it is still wrong. What else is wrong with
        the same line is mended as well."""
        left = self.examine(changed)
        errors = [d for d in left if d.is_error]
        mended = {_said(d) for d in mistakes}
        again = [d for d in errors if _said(d) in mended]
        last = mistakes[-1]
        lines = {last.span.line, *(o.span.line for o in last.others)}
        if any(d.span.line not in lines or d.span.start <= last.span.start for d in again):
            return None
        new = Counter(map(_said, errors)) - self.known + Counter(map(_said, again))
        if not new:
            lost = _lost(self.source.text, changed.text, " ".join(d.span.text for d in mistakes))
            return (len(left) - len(errors), changed.text) if not lost else None
        further = next((d for d in errors if _said(d) in new and d.span.source is changed), None)
        if further is not None and last.others and further.span.line in lines - {last.span.line}:
            return len(left) - len(errors), changed.text
        is_here = further is not None and further.span.line == last.span.line
        if further is None or not is_here or depth <= 1 or len(errors) > _MOST:
            return None
        for text in islice(_candidates(further, changed), _LEAST):
            made = self._without((*mistakes, further), Source(changed.name, text), depth - 1)
            if made is not None:
                return made
        return None


def _alike(name: str, m: Mistake, is_far: bool = False) -> list[str]:
    """The names that a text declares or introduces and those of the language, the most alike first. In place of a name with
    brackets others that have some. `is_far`: names of the author's own, however little they are like it."""
    rules = re.sub(r'"[^"\n]*"', "", blank_comments(m.source.text))
    words = Counter(re.findall(r"[A-Za-z_]\w*", rules))
    declared = set(re.findall(r"(?m)^(?:let|field|pool|relation|option)\s+(\w+)", rules))
    known = {word for word, times in words.items() if times > 1} - _LANGUAGE | declared
    has_brackets = m.source.text[m.span.start + len(name) :].startswith("(")
    if has_brackets:
        known = {word for found in _ASKED.findall(rules) for word in found if word} - {"for"}
        known |= {word for word, rows in BY_NAME.items() if any(r.parameters for r in rows)}
    else:
        known |= {word for word, rows in BY_NAME.items() if any(not r.parameters for r in rows)}

    def likeness(word: str) -> float:
        ratio = SequenceMatcher(None, name.lower(), word.lower()).ratio()
        shared = set(name.lower().split("_")) & set(word.lower().split("_"))
        return ratio + (_DECLARED if word in declared else 0) + (_SHARED if shared else 0)

    if is_far:
        own = sorted(known - {name} - _LANGUAGE, key=lambda w: (-SequenceMatcher(None, name, w).ratio(), w))
        return own[:_FAR]
    likely = (w for w in known - {name} if w in declared or likeness(w) >= _LIKELY)
    return sorted(likely, key=lambda w: (-likeness(w), w))[:_NAMES]


def _of(name: str, fitting: list[str]) -> str:
    """The names that fit, as help: of those that a slip makes of the name, or that are its singular or plural, one."""
    if not fitting:
        return ""
    fitting = [w for w in fitting if is_slip(name, w) or w.lower() in (f"{name}s", name.lower())][
        :1
    ] or fitting
    there = ", ".join(f"`{word}`" for word in fitting)
    is_new = not any(word not in BY_NAME or _is_alike(name, word) for word in fitting)
    if is_new and name not in _LANGUAGE:
        new = f"what is yours is declared before it is used: `let {name} = ...`"
        return f"{new}; of what there is, {there} {'fits' if len(fitting) == 1 else 'fit'} here"
    return f"of what there is, these fit here: {there}" if len(fitting) > 1 else f"did you mean {there}?"


def _is_alike(name: str, word: str) -> bool:
    """Whether one of two names may be meant by the other: they look alike, or have a part in common."""
    shared = set(name.lower().split("_")) & set(word.lower().split("_"))
    return bool(shared) or SequenceMatcher(None, name.lower(), word.lower()).ratio() >= _RATHER


def _candidates(mistake: Diagnostic, source: Source) -> Iterator[str]:
    """Texts without the mistake, perhaps, the likeliest first."""
    m = Mistake(mistake, source)
    place, seen = m.line(m.number), {source.text}
    for line in (*_whole_lines(m), *_as_the_message_says(m)):
        seen.add(text := source.text[: place.start] + line + source.text[place.end :])
        yield text
    if mistake.code == "wrong-arguments" and re.fullmatch(
        r"(?:write|all of them together are) `\w+`", m.help
    ):
        yield replaced(m.span, QUOTED.findall(mistake.help)[0]).applied(source).text
    for line in reworded(m):
        yield source.text[: place.start] + line + source.text[place.end :]
    for alternatives in certain(mistake, source) if _LISTS.search(mistake.help) is None else ():
        for fix in alternatives:
            text = fix.applied(source).text
            if text not in seen and text.count("\n") == source.text.count("\n"):
                seen.add(text)
                yield text


def _whole_lines(m: Mistake) -> Iterator[str]:
    """What the help quotes, where it declares the same name as the line: it is the line itself."""
    first = re.match(r"(?:option|field|pool|let|variant) \w+", m.line(m.number).text)
    if first is not None:
        yield from (q for q in QUOTED.findall(m.help) if q.startswith(f"{first[0]} ") and "..." not in q)


def _as_the_message_says(m: Mistake) -> Iterator[str]:
    """The line with what the message says is to be written in the place of the mistake."""
    line = m.line(m.number)
    for text in QUOTED.findall(" ".join(_TO_WRITE.findall(m.found.message))):
        if line.start <= m.span.start and m.span.end <= line.end and not has_holes(text):
            before, behind = m.span.start - line.start, m.span.end - line.start
            yield f"{line.text[:before]}{_as_calls(text)}{line.text[behind:]}"


def _reads(mistake: Diagnostic, source: Source, changed: str) -> bool:
    """Whether the parser takes the clause of a mistake in a changed text, up to the end of its line where it could not read it."""
    misread = mistake.misread
    if misread is None:
        return _still_reads(mistake, source, changed)
    broken = Broken(misread.text, misread.offset, misread.found, misread.start, misread.first_column)
    end = misread.base + len(broken.line) + len(changed) - len(source.text)
    return broken.reads(blank_comments(changed)[misread.base : end])


def _still_reads(mistake: Diagnostic, source: Source, changed: str) -> bool:
    """Whether the parser takes a clause in a changed text, if it took it before."""
    m = Mistake(mistake, source)
    start = clause_start(m)
    end = Mistake(replace(mistake, span=Span(source, start, start + 1)), source).whole_clause().end
    old, new = blank_comments(source.text)[start:end], blank_comments(changed)
    return not _is_read(old) or _is_read(new[start : end + len(changed) - len(source.text)])


def _is_read(clause: str) -> bool:
    return Broken(clause, 0, "", "clause", 0).reads(clause)


def _is_about_a_comment(mistake: Diagnostic) -> bool:
    """Whether a comment begins as in other languages: what it says is to stay."""
    return mistake.message.endswith("begins no comment") or mistake.span.text == "#"


def _changed(old: str, new: str, with_comment: bool) -> str | None:
    """The one line that differs, without the blanks around it; None if there are several, or it is too long."""
    before, after = old.split("\n"), new.split("\n")
    if len(before) != len(after):
        return None
    said = (lambda line: line) if with_comment else blank_comments
    pairs = [(a.strip(), said(b).strip()) for a, b in zip(before, after, strict=True) if a != b]
    if len(pairs) != 1 or pairs[0][0] == pairs[0][1]:
        return None
    line = pairs[0][1] if "  " in pairs[0][0] else re.sub(r" {2,}", " ", pairs[0][1])
    return line if 0 < len(line) <= _WIDEST else None


def _lost(old: str, new: str, mistaken: str) -> int:
    """How many words of a text another one lacks that stand elsewhere in it, too: these have a meaning. `mistaken`: what is
    wrong, and may go."""
    texts = (_FOREIGN_COMMENT.sub("", old), new)
    had, has = (Counter(re.findall(r"[A-Za-z_]\w*|\d+", text)) for text in texts)
    may_go = _JOINING | set(re.findall(r"\w+", mistaken))
    lost = had - has
    return sum(n for w, n in lost.items() if (had[w] > 1 or w in _MEANT_ALONE) and w not in may_go)


def _said(d: Diagnostic) -> tuple[str, str]:
    return d.code, d.message


_TO_WRITE = re.compile(r"\bwrite ((?:`[^`]+`(?: or | and |[^`;]*\bsuch as |, or |, )?)+)")


def _meant(mistake: Diagnostic, source: Source) -> dict[str, int]:
    """What a mistake says is to be written, if that is made of names that stand there, with how often its line has it already:
    the line without the mistake has one of these once more."""
    said = " ".join(_TO_WRITE.findall(f"{mistake.message}\n{mistake.help}"))
    there = set(re.findall(r"\w+", source.line(mistake.span.line))) | _LANGUAGE
    own = set(re.findall(r"[A-Za-z_]\w*", blank_comments(source.text)))
    line, here = source.line(mistake.span.line), mistake.span.text
    meant = dict[str, int]()
    for text in QUOTED.findall(said.replace("...", "")):
        words = set(re.findall(r"[A-Za-z_]\w*", text))
        is_own = words <= own | _LANGUAGE and not words.isdisjoint(there - _LANGUAGE)
        if is_own and len(words) > 1:
            meant[text] = _times(text, line) - _times(text, here)
    return meant


def _times(part: str, text: str) -> int:
    """How often a text has a part, whatever its blanks are; `f of x` is `f(x)`."""
    return max(_plain(text).count(_plain(part)), _plain(_as_calls(text)).count(_plain(_as_calls(part))))


def _as_calls(text: str) -> str:
    return re.sub(r"\b(\w+) of (\w+(?:\([^()]*\))?)", r"\1(\2)", text)


def _plain(text: str) -> str:
    return "".join(text.split())
