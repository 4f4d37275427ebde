"""The types of values. Every type is finite once the game is checked; numbers get their bounds from fields.

How values are represented, everywhere: bool; int or Fraction for numbers; an index (int) for players, sites,
directions, kinds and symbols; an identity (int) for pieces; a tuple without repetitions for sets; None for none.
"""

from dataclasses import field, replace

from gdl.limits import LARGEST
from gdl.platform.dataclass import dataclass
from gdl.tree.words import Base


def too_large(what: str) -> str:
    """What is said of a number that is beyond LARGEST."""
    return f"{what} is at most 2^62 - 1, which is {LARGEST}"


@dataclass(frozen=True, slots=True)
class Type:
    """What sort of value it is; of a set, of which elements; of an enumeration, with which words, and the name that the author gave
    it. Enumerations of the same words are one type, with a name or without."""

    base: Base
    element: "Type | None" = None  # of a set
    symbols: tuple[str, ...] = ()  # of an enumeration
    is_optional: bool = False
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        if self.base == "set":
            inner = self.element.base if self.element else "any"
            several = "words" if inner == "symbol" else f"{inner}s"
            name = f"set of {several}" if inner != "any" else "set"
        elif self.base == "symbol":
            name = self.name or "word of " + ", ".join(self.symbols)
        else:
            name = self.base
        return f"{name} or none" if self.is_optional and name != "none" else name

    @property
    def as_noun(self) -> str:
        return "`none`" if self.base == "none" else f"a {self}"

    @property
    def or_none(self) -> "Type":
        return replace(self, is_optional=True)

    @property
    def required(self) -> "Type":
        return replace(self, is_optional=False)


BOOL = Type("bool")
NUMBER = Type("number")
TEXT = Type("text")
PLAYER = Type("player")
SITE = Type("site")
POINT = Type("point")
POSITION = Type("position")  # the name of a `position` clause
DIRECTION = Type("direction")
PIECE = Type("piece")
KIND = Type("kind")
ENTRY = Type("entry")  # where in the table of a field a value stands: a number from 0
NONE = Type("none", is_optional=True)
ANY = Type("any")


def set_of(element: Type) -> Type:
    return Type("set", element.required)


NAMED: dict[str, Type] = {
    "bool": BOOL,
    "number": NUMBER,
    "player": PLAYER,
    "site": SITE,
    "direction": DIRECTION,
    "piece": PIECE,
    "kind": KIND,
    "sites": set_of(SITE),
    "players": set_of(PLAYER),
    "pieces": set_of(PIECE),
    "directions": set_of(DIRECTION),
    "kinds": set_of(KIND),
    "numbers": set_of(NUMBER),
}


_MISSING: dict[Base, bool | int | str | tuple[()]] = {"number": 0, "bool": False, "set": (), "text": ""}


def missing(kind: Type) -> bool | int | str | tuple[()] | None:
    """What a table of values of a type gives where it says nothing: 0, false, an empty set or text, else none."""
    return _MISSING.get(kind.base)


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of the first type may stand where the second is wanted, without a conversion."""
    if "any" in (value.base, wanted.base):
        return True
    if value.base == "none":
        return wanted.is_optional
    if value.base != wanted.base:
        return False
    if value.base == "set":
        return value.element is None or wanted.element is None or fits(value.element, wanted.element)
    return value.base != "symbol" or value.symbols == wanted.symbols


def join(a: Type, b: Type) -> Type | None:
    """The least type that holds both, or None."""
    if a.base == "any" or b.base == "any":
        return ANY
    if a.base == "none":
        return b.or_none
    if b.base == "none":
        return a.or_none
    if fits(a, b) and fits(b, a):
        return a.or_none if b.is_optional else a
    return None
