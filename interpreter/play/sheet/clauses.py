"""Simple clauses: a subject, a verb that agrees with it, and the rest; said, or denied."""

import re

from gdl.core.types import Type
from gdl.platform.dataclass import dataclass
from interpreter.play.scene.names import is_participle
from interpreter.play.sheet.wording import VERBS, infinitive

IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "wins": "win", "loses": "lose"}
_DENIED = {"may": "may not", "can": "cannot", "must": "need not"}


@dataclass(frozen=True, slots=True)
class Clause:
    """`verb` stands in the third person: `is`, `has`, `holds`, `may`. `opposite`: what stands in place of `rest` where people deny it so."""

    subject: str
    verb: str
    rest: str = ""
    opposite: str = ""

    def said(self, is_denied: bool = False) -> str:
        done = self.rest.partition(" ")[0]
        is_done = self.verb == "has" and (has_gone(done) or is_participle(done))
        if is_denied and (self.opposite or is_done):
            return f"{self.subject} {agreeing(self.subject, self.verb)} {self.opposite or f'not {self.rest}'}"
        verb = denied(self.subject, self.verb) if is_denied else agreeing(self.subject, self.verb)
        return f"{self.subject} {verb} {self.rest}".rstrip()


def agreeing(subject: str, verb: str) -> str:
    """A verb of the third person as its subject wants it: `you have`, `the points are`."""
    if not is_several(subject):
        return verb
    return IRREGULAR.get(verb) or (infinitive(verb) if verb not in VERBS else verb)


def denied(subject: str, verb: str) -> str:
    """The denial of a verb: `is not`, `does not hold`, `cannot`."""
    if verb in _DENIED:
        return _DENIED[verb]
    if verb in ("is", "was"):
        return f"{agreeing(subject, verb)} not"
    return f"{agreeing(subject, 'does')} not {'have' if verb == 'has' else infinitive(verb)}"


_HEAD = re.compile(r" of | at | for | among | in | on | that | which | who | where |[(,]")


def is_several(noun: str) -> bool:
    """Whether a noun takes a verb of several: `the points of Red`, `you`."""
    if noun == "you" or noun.startswith(("all ", "some of ", "the two ", "as many ")):
        return True
    plain = re.sub(r"^(the|your|[\w ]+'s?) ", "", noun)
    is_definite = plain != noun
    head = _HEAD.split(plain)[0].strip()
    while " " in head and is_participle(head.rpartition(" ")[2]):
        head = head.rpartition(" ")[0]  # `the turns left`
    return is_definite and head.endswith(("s", "men")) and not head.endswith(("ss", "us", "is", "'s"))


VAGUE = "it is not so that"  # of what has no plain denial
_PARTED = (" and ", " or ", " where ", " if ", " for ", " that ")  # more than one clause


def deny(said: str) -> str:
    """The denial of a sentence, where its one verb is plain to see."""
    found = re.findall(r" (is|are|has|have|can|may|must) ", said)
    if len(found) != 1 or any(word in said for word in _PARTED):
        return f"{VAGUE} {said}"
    verb = found[0]
    many = {"are": "are not", "have": "do not have"}
    return said.replace(f" {verb} ", f" {many.get(verb) or denied('', verb)} ")


def be(noun: str) -> str:
    return agreeing(noun, "is")


_STATES = " over full empty open ready right free clear out complete dead alive safe even odd high low first last equal legal broke stuck rich poor away asleep awake busy "
_PREPOSITIONS = (
    " by from to at on in for against under over after before behind along within with of among beside between through off inside "
    "outside near "
)
_GONE = (
    " moved passed gone jumped finished arrived entered escaped surrendered resigned folded played walked "
    "bet "
)


def is_state(word: str) -> bool:
    """Whether a word says of something what it is like, by its form or as one of the usual ones."""
    return f" {word} " in _STATES or is_participle(word) or word.startswith("un")


def being(name: str, is_told: bool) -> tuple[str, str]:
    """A verb, and what stands behind it, for a name that may be a noun or an adjective, which it does not show. `is_told`: it can stand
    behind `is`."""
    first, last = name.partition(" ")[0], name.rpartition(" ")[2]
    is_told = is_told or is_preposition(first) or is_participle(first) or is_state(last)
    return ("is", name) if is_told else ("counts", f"as “{name}”")


def is_preposition(word: str) -> bool:
    return f" {word} " in _PREPOSITIONS


def has_gone(word: str) -> bool:
    """Whether a participle says what somebody has done, rather than what was done to them."""
    return f" {word} " in _GONE


def of_nobody(name: str) -> Clause:
    """A condition of the whole game, by its name: `the deal is over`, `“dead” holds`."""
    first, *rest = name.split(" ")
    if first in VERBS and rest:
        return Clause("it", first, " ".join(rest))
    if rest and is_state(rest[-1]):
        return Clause(f"the {' '.join([first, *rest[:-1]])}", "is", rest[-1])
    return Clause("it", "is", name) if is_state(name) else Clause(f"“{name}”", "holds")


def of_somebody(holder: str, name: str, beside: str = "") -> Clause:
    """A yes or no of somebody by its name: `it may jump`, `it is open`, `it is marked “fresh”`."""
    first, _, rest = name.partition(" ")
    if first in VERBS and rest:
        return Clause(holder, first, f"{rest}{beside}")
    if has_gone(name):
        return Clause(holder, "has", f"{name}{beside}")
    return Clause(holder, "is", (name if is_state(name) else f"marked “{name}”") + beside)


def of_number(name: str, kind: Type) -> str:
    """The name of a number that says what was done to what it counts: `number lost`."""
    name = re.sub(r"(?<=[a-z]{2})(?=\d+$)", " ", name)
    return f"number {name}" if kind.base == "number" and name.isalpha() and is_participle(name) else name
