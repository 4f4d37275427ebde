"""What rules give names to, as people speak of it: an element of a set, a choice, what an effect or a definition is given.

While a text is made, each of them is a mark, one character of its own. When the text is whole it is known how often it speaks of the
element, and beside which others: then `of a mark` becomes a noun of its own (`that king`), the first mention (`a king`), or where
two of one sort stand side by side a letter (`place A`).
"""

import re
from collections.abc import Collection, Iterable

from gdl.platform.dataclass import dataclass
from interpreter.play.sheet.clauses import IRREGULAR, agreeing, is_several
from interpreter.play.sheet.wording import is_verb, joined, with_article

_FIRST, _LAST = 0xF0000, 0xFFFFD  # characters that no file may hold
_CALLED = 0x100000  # where a name stands behind the first mention
MARK = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
_CALLED_MARK = re.compile(f"[{chr(_CALLED)}-{chr(0x10FFFD)}]")
_ANY_MARK = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}{chr(_CALLED)}-{chr(0x10FFFD)}]")
_LETTERS = "ABCDEFGHJKLMN"


def mark(slot: int) -> str:
    """What stands for the name in a slot while a text is made."""
    return chr(_FIRST + slot)


def called_mark(slot: int) -> str:
    """Where the name in a slot is given, behind the first mention."""
    return chr(_CALLED + slot)


def slots_in(text: str) -> list[int]:
    """The slots of which a text speaks, in its order."""
    spoken = {ord(c) - _FIRST for c in MARK.findall(text)}
    found = dict.fromkeys(
        ord(c) - (_CALLED if ord(c) >= _CALLED else _FIRST) for c in _ANY_MARK.findall(text)
    )
    return [slot for slot in found if slot in spoken]


@dataclass(frozen=True, slots=True)
class Group:
    """The elements of a set as a noun: `empty places on the board that are next to a1`.

    `head` and `many`: one and several of them; `before`: adjectives; `owner`: whose they are, as a text or a mark, "" where nothing is
    said of it; `behind`: what follows the noun; `which`: clauses behind `that`, without their subject; `listed`: all elements, where
    they are a list of values; `whole`: what they are called together, as `the gems`; `called`: what they are called in clauses about them, behind a blank;
    `turns`: in which order they come, behind all else.
    """

    head: str
    many: str
    before: str = ""
    owner: str = ""
    behind: str = ""
    which: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    whole: str = ""
    called: str = ""
    turns: str = ""

    def one(self, called: str = "") -> str:
        """`an empty place`, `one of your kings`."""
        if self.listed:
            return f"{with_article(self.head)}{called} ({joined(self.listed, 'or')})"
        if self.owner or self.whole:
            return f"one of {self._several()}{called}{self._rest(False)}"
        return f"{with_article(self._noun(self.head))}{called}{self._rest(False)}"

    def each(self, called: str = "") -> str:
        return self._quantified("each of", "each", called)

    def some(self, called: str = "") -> str:
        return self._quantified("one of", "some", called)

    def none(self, called: str = "") -> str:
        return self._quantified("none of", "no", called)

    def random(self) -> str:
        """One of them by chance: `a random card in the deck`."""
        if self.owner or self.listed or self.whole:
            return f"a random one of {self.all()}"
        return f"a random {self._noun(self.head)}{self._rest(False)}"

    def all(self, article: bool = False, called: str = "") -> str:
        """`empty places`, `your kings`; with an article where they are known."""
        if self.listed:
            return joined(self.listed, "and") + called
        the = "the " if article and not (self.owner or self.whole) else ""
        return f"{the}{self._several()}{called}{self._rest(True)}"

    def plain(self, is_several: bool) -> str:
        """The noun without whose it is, for what somebody has."""
        among = f" among {self.whole}" if self.whole else ""
        return f"{self._noun(self.many if is_several else self.head)}{among}{self._rest(is_several)}"

    def _quantified(self, of_several: str, of_one: str, called: str = "") -> str:
        if self.listed:
            return f"{of_several} {joined(self.listed, 'and')}{called}"
        if self.owner or self.whole:
            return f"{of_several} {self._several()}{called}{self._rest(True)}"
        return f"{of_one} {self._noun(self.head)}{called}{self._rest(False)}"

    def _several(self) -> str:
        if self.whole or not self.owner:
            return self.whole or self._noun(self.many)
        if is_short(self.owner):
            return f"{possessive(self.owner)} {self._noun(self.many)}"
        return f"the {self._noun(self.many)} of {self.owner}"

    @property
    def one_noun(self) -> str:
        """One of them, with nothing behind."""
        return self._noun(self.head)

    def _noun(self, noun: str) -> str:
        return f"{self.before} {noun}{self.called}".lstrip()

    def _rest(self, is_several: bool) -> str:
        clauses = [in_plural(c) if is_several else c for c in self.which]
        which = f" {self.that(clauses)}{',' * bool(self.turns)}" if clauses else ""
        return f"{self.behind}{which}{self.turns}"

    def that(self, clauses: Iterable[str]) -> str:
        """Clauses without their subject, as they follow the noun."""
        who = "who" if self.head == "player" else "that"
        return " and ".join(c if c.startswith(("whose ", "where ")) else f"{who} {c}" for c in clauses)

    def numbered(self, number: str) -> str:
        """The one of them with a number: `the second card in the row`."""
        noun, rest = self.one_noun, self._rest(False)
        if number in _ORDINALS:
            return f"the {_ORDINALS[number]} {noun}{rest}"
        if number.isdecimal():
            return f"{noun} {number}{rest}"
        which = "with" if number in ("the number", "that number") else "whose number is"
        return f"the {noun} {which} {number}{rest}"


_ORDINALS = {"1": "first", "2": "second", "3": "third"}


def in_plural(clause: str) -> str:
    """A clause without its subject as several say it."""
    first, blank, rest = clause.partition(" ")
    if clause.startswith(("whose ", "where ")):
        return clause
    return f"{agreeing('you', first) if first in IRREGULAR or is_verb(first) else first}{blank}{rest}"


def is_short(holder: str) -> bool:
    """Whether whose something is can stand before it: `White's`, `your opponent's`."""
    return holder in ("you", "your opponent") or (
        holder not in ("yes", "no") and holder.isalnum() and holder.isascii() and len(holder) > 1
    )


def possessive(holder: str) -> str:
    """`your`, `White's`."""
    return "your" if holder == "you" else f"{holder}'" if holder.endswith("s") else f"{holder}'s"


def of(name: str, holder: str) -> str:
    """A noun and whose it is: `your hand`, `the hand of that player`."""
    return f"{possessive(holder)} {name}" if is_short(holder) else f"the {name} of {holder}"


def of_whom(owner: str) -> str:
    """Whose something is, behind it: ` of yours`, ` of White`; "" for nobody's."""
    return (
        f" of {'yours' if owner == 'you' else possessive(owner) if owner == 'your opponent' else owner}"
        if owner
        else ""
    )


# A name that describes no noun by itself.
_QUALIFIERS = (
    " other another next new old last first left right own mine his her its top best worst former present "
    "current same second third one two three this that chosen given taken moved "
)


def is_qualifier(name: str) -> bool:
    return f" {name} " in _QUALIFIERS


def reference(head: str, name: str, is_known: bool) -> str:
    """How an element is spoken of: by its name in the rules where that is a word, else by its sort."""
    if is_qualifier(name):
        return f"the {name} {head}" if is_known else f"that {head}"
    return (
        f"the {name or head}"
        if name or is_known
        else f"{'those' if is_several(f'the {head}') else 'that'} {head}"
    )


def settled(
    text: str,
    names: dict[int, tuple[str, str]],
    slots: Iterable[int],
    others: Collection[str] = (),
    is_known: bool = False,
) -> str:
    """A text in which these slots are no marks any more. `names`: the sort and the name of each slot; `others`: sorts of which the text
    speaks beside. `is_known`: they are given, so that an article does."""
    speaking = [s for s in slots_in(text) if s in names]
    for slot in slots:
        head, name = names.get(slot, ("one", ""))
        is_alike = any(s != slot and names[s] == (head, name) for s in speaking)
        is_heard = re.search(rf"\bthat {re.escape(head)}\b", text) is not None
        is_taken = head in others or (is_heard and not is_known)
        needs_letter = is_alike or (is_taken and not name)
        is_met = is_known and called_mark(slot) in text
        said, called = (
            _by_letter(text, head, name) if needs_letter else _by_name(head, name, is_known, is_met)
        )
        text = text.replace(called_mark(slot), called if mark(slot) in text else "").replace(mark(slot), said)
        for verb in ("is", "has", "does", "was") if is_several(said) else ():
            text = re.sub(
                rf"(?<!of )(?<!in )(?<!on )(?<!to )\b{said} {verb}\b", f"{said} {agreeing(said, verb)}", text
            )
    return text


def _by_name(head: str, name: str, is_known: bool, is_met: bool) -> tuple[str, str]:
    """How something is referred to, and what is added where it is first spoken of, so that people know it again. `is_met`: it is told
    by no more than that."""
    said = reference(head, name, is_known)
    if is_qualifier(name):
        return said, f" ({said})" if is_met else ""
    return said, f" (the {name})" if name and name != head else ""


def _by_letter(text: str, head: str, name: str) -> tuple[str, str]:
    """The same where several things have one name, or what has none is spoken of beside another."""
    letter = next(x for x in _LETTERS if f"{head} {x}" not in text and f"the {name} {x}" not in text)
    if not name or is_qualifier(name):
        return f"{head} {letter}", f" {letter}"
    return f"the {name} {letter}", f" (the {name} {letter})"


def without_marks(text: str) -> str:
    """A text whose first mentions have no names: nothing speaks of them."""
    return _CALLED_MARK.sub("", text)
