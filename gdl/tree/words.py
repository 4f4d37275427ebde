"""The closed sets of words of the tree and of the checked game, each a type.

Where one of them is matched, `assert_never` makes the type checker name every place that a new word must go to. The
tuples list the words of a type in order, for messages and for reading what an author has written with `word_of`.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias, TypeVar, get_args

Word = TypeVar("Word", bound=str)

LANGUAGE = 3  # the version of the language that these words belong to
OLDER = 2  # the version that is read as it was meant

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
    "entry",  # where in the table of a field a value stands
    "none",
    "any",  # of what is wrong already
]
Sort: TypeAlias = Literal["cell", "border", "node"]  # of a site
Round: TypeAlias = Literal["files", "ranks"]  # of a board: what goes round
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
NotationStyle: TypeAlias = Literal[
    "plain", "coordinates", "san", "sgf", "template"
]  # in which people write moves
MeaningForm: TypeAlias = Literal[
    "option",
    "field",
    "pool",
    "type",
    "kind",
    "definition",
    "effect",
    "action",
    "require",
    "prefer",
    "end",
    "limit",
    "hide",
    "known",
    "skip",
    "setup",
    "settle",
    "turn",
]  # what a sentence for people is about
PathForm: TypeAlias = Literal["line", "walk", "leap"]

# What the value of an expression depends on, beside the board as it is declared:
#   players   how many there are and where they face, which is the same throughout a game
#   mover     who acts, or has just acted, and whose viewpoint is taken
#   extent    which sites there are: of a board that grows those near pieces, of others all
#   pieces    which pieces there are, where, whose and of which kind
#   pools     what is in a pool
#   fields    the fields of the game, of players, sites and pieces
#   counters  the number of the turn, of actions and of passes; the phase
#   action    what the present action has done so far: its steps, what it has captured
#   history   earlier positions, and what tells the present one from them
#   legal     what is legal, and so whether the game is over
Source: TypeAlias = Literal[
    "players", "mover", "extent", "pieces", "pools", "fields", "counters", "action", "history", "legal"
]
Counter: TypeAlias = Literal[
    "turn", "moves", "passes", "phase"
]  # what every game counts; a phase by its number
# In which order the elements of a set come:
#   numbers    by their numbers; pieces by their sites, the lowest first
#   arguments  as the arguments give them, those of the first one before those of the second
#   own        in another one, such as along a line
Order: TypeAlias = Literal["numbers", "arguments", "own"]

# What an effect does:
#   moves     pieces go from one place to another
#   makes     new pieces come into being
#   removes   pieces are taken out of the game
#   captures  pieces are captured, which removes them
#   changes   pieces get another owner or kind
#   writes    fields get values
#   draws     chance decides
#   demands   a decision is to be made next
#   directs   which phase or whose turn follows is set
#   ends      the game is over
#   fails     it may go wrong in play, which is reported at its clause
Trait: TypeAlias = Literal[
    "moves",
    "makes",
    "removes",
    "captures",
    "changes",
    "writes",
    "draws",
    "demands",
    "directs",
    "ends",
    "fails",
]

# ---- effects and clauses ---------------------------------------------------------------------------

DemandWord: TypeAlias = Literal["", "may", "must"]
ResultForm: TypeAlias = Literal["wins", "loses", "draw", "highest", "lowest", "payoff"]
ActionForm: TypeAlias = Literal["action", "choice", "move", "pass", "done"]
FallbackWord: TypeAlias = Literal["", "pass", "lose", "win", "draw"]
PreferWord: TypeAlias = Literal["", "most"]
# whether others learn what is chosen, where an author says so; "": it follows from what they see
ChoiceWord: TypeAlias = Literal["", "openly", "secretly"]
ClaimForm: TypeAlias = Literal["always", "never", "value"]
# what has a field; `table`: a value, or a pair of values, of any finite types
FieldHolder: TypeAlias = Literal["game", "player", "site", "piece", "table"]
PoolHolder: TypeAlias = Literal["player", "game", "table"]
Lifetime: TypeAlias = Literal["", "done", "action", "turn"]  # until when a field keeps its value; "": always
Viewers: TypeAlias = Literal["owner", "all", "nobody"]
IndexedBy: TypeAlias = Literal[
    "", "direction", "number", "word"
]  # what a column has a value for each of; "": one value
FeatureForm: TypeAlias = Literal["pieces", "pool", "field", "value"]

# ---- looks -----------------------------------------------------------------------------------------

Shape: TypeAlias = Literal["discs", "wedges", "pyramids", "blocks"]  # what pieces may be drawn as
Surface: TypeAlias = Literal["chequered", "plain", "lines", "wells"]  # what a square board may be drawn as
Joint: TypeAlias = Literal[
    "bar", "line", "ruled"
]  # a relation; what is ruled is a thin line of the board itself

PROTOCOLS = ("uci", "usi", "ucci")  # whose headings have what other programs call the game
FILES = (
    "pdn",
    "kif",
    "wxf",
    "mat",
)  # whose headings say how files of other programs write the moves of the game
HEADINGS = (
    "author", "also", "year", "source", "notes", "rules", "version", "license", "link", "language", *PROTOCOLS, *FILES
)  # fmt: skip
COLOURS = (
    "red", "blue", "green", "yellow", "white", "black", "orange", "purple", "violet", "pink", "magenta", "cyan", "brown", "grey",
    "gray", "gold", "silver", "sand", "turquoise", "ivory",
)  # fmt: skip
SOURCES: tuple[Source, ...] = get_args(Source)
ORDERS: tuple[Order, ...] = get_args(Order)
OPERATORS: tuple[Operator, ...] = get_args(Operator)
PRESENCES: tuple[Presence, ...] = get_args(Presence)
ACTION_FORMS: tuple[ActionForm, ...] = get_args(ActionForm)
QUANTITIES: tuple[Quantity, ...] = get_args(Quantity)
DEMAND_WORDS: tuple[DemandWord, ...] = get_args(DemandWord)
CHOICE_WORDS: tuple[ChoiceWord, ...] = get_args(ChoiceWord)
PREFER_WORDS: tuple[PreferWord, ...] = get_args(PreferWord)
POOL_HOLDERS: tuple[PoolHolder, ...] = ("player", "game")  # those with a name of their own
FALLBACKS: tuple[FallbackWord, ...] = get_args(FallbackWord)[1:]
STYLES: tuple[NotationStyle, ...] = ("plain", "coordinates", "san", "sgf")  # those with a name
LIFETIMES: tuple[Lifetime, ...] = get_args(Lifetime)
VIEWERS: tuple[Viewers, ...] = get_args(Viewers)
SHAPES: tuple[Shape, ...] = get_args(Shape)
SURFACES: tuple[Surface, ...] = get_args(Surface)
JOINTS: tuple[Joint, ...] = get_args(Joint)


def word_of(text: str, words: Iterable[Word]) -> Word | None:
    """The one of these words that a text is, or None."""
    return next((word for word in words if word == text), None)
