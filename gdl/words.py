"""The closed sets of words of the tree and of the checked game, each a type.

Where one of them is matched, `assert_never` makes the type checker name every place that a new word must go to. The
tuples list the words of a type in order, for messages and for reading what an author has written with `word_of`.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias, TypeVar, get_args

Word = TypeVar("Word", bound=str)

# ---- values and boards -----------------------------------------------------------------------------

Base: TypeAlias = Literal[
    "bool",
    "number",
    "text",
    "player",
    "site",
    "point",
    "position",  # the name of a `position` clause
    "direction",
    "piece",
    "kind",
    "symbol",
    "set",
    "none",
    "any",  # of what is wrong already
]
BoardShape: TypeAlias = Literal["square", "hex", "graph", "none"]  # "none": the game needs no board
Extent: TypeAlias = Literal["by", "side", "rows", "growing", "graph"]

# ---- expressions -----------------------------------------------------------------------------------

RoleName: TypeAlias = Literal["mover", "viewpoint"]
Comparison: TypeAlias = Literal["=", "<", "<="]
Calculation: TypeAlias = Literal["+", "-", "*", "/", "div", "mod", ".."]
# as authors write them: the checker makes core operators of them
Sign: TypeAlias = Literal["not", "-"]
Operator: TypeAlias = Literal[
    Comparison, Calculation, "!=", ">", ">=", "and", "or", "implies", "in", "not in"
]
Quantity: TypeAlias = Literal["some", "all", "no"]
Presence: TypeAlias = Literal["some", "no"]
Side: TypeAlias = Literal["own", "enemy"]
TestForm: TypeAlias = Literal["name", "call", "own", "enemy", "none", "not", "that"]
PathForm: TypeAlias = Literal["line", "walk", "leap"]

# ---- effects and clauses ---------------------------------------------------------------------------

DemandWord: TypeAlias = Literal["", "may", "must"]
ResultForm: TypeAlias = Literal["wins", "loses", "draw", "highest", "lowest", "payoff"]
ActionForm: TypeAlias = Literal["action", "choice", "move", "pass", "done"]
FallbackWord: TypeAlias = Literal["", "pass", "lose", "win", "draw"]
PreferWord: TypeAlias = Literal["", "most", "least"]
ClaimForm: TypeAlias = Literal["always", "never", "value"]
FieldHolder: TypeAlias = Literal["game", "player", "site", "piece"]
PoolHolder: TypeAlias = Literal["player", "game"]
Lifetime: TypeAlias = Literal["", "done", "action", "turn"]  # until when a field keeps its value; "": always
Viewers: TypeAlias = Literal["owner", "all", "nobody"]
IndexedBy: TypeAlias = Literal[
    "", "direction", "number"
]  # what a column has a value for each of; "": one value
FeatureForm: TypeAlias = Literal["pieces", "pool", "field", "value"]

# ---- looks -----------------------------------------------------------------------------------------

Shape: TypeAlias = Literal["discs", "wedges"]  # what pieces may be drawn as
Surface: TypeAlias = Literal["chequered", "plain", "lines"]  # what a square board may be drawn as
Joint: TypeAlias = Literal[
    "bar", "line", "ruled"
]  # a relation; what is ruled is a thin line of the board itself

OPERATORS: tuple[Operator, ...] = get_args(Operator)
PRESENCES: tuple[Presence, ...] = get_args(Presence)
ACTION_FORMS: tuple[ActionForm, ...] = get_args(ActionForm)
QUANTITIES: tuple[Quantity, ...] = get_args(Quantity)
DEMAND_WORDS: tuple[DemandWord, ...] = get_args(DemandWord)
PREFER_WORDS: tuple[PreferWord, ...] = get_args(PreferWord)
FIELD_HOLDERS: tuple[FieldHolder, ...] = get_args(FieldHolder)
POOL_HOLDERS: tuple[PoolHolder, ...] = get_args(PoolHolder)
FALLBACKS: tuple[FallbackWord, ...] = get_args(FallbackWord)[1:]
LIFETIMES: tuple[Lifetime, ...] = get_args(Lifetime)
VIEWERS: tuple[Viewers, ...] = get_args(Viewers)
SHAPES: tuple[Shape, ...] = get_args(Shape)
SURFACES: tuple[Surface, ...] = get_args(Surface)
JOINTS: tuple[Joint, ...] = get_args(Joint)


def word_of(text: str, words: Iterable[Word]) -> Word | None:
    """The one of these words that a text is, or None."""
    return next((word for word in words if word == text), None)
