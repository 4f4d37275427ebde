"""Words of other games, rule sheets and programming languages, and what they are here.

Each row has the words, the text that is written in their place, and a sentence. A text that does not fit the place is not
offered; a row without one only has its sentence.
"""

from collections.abc import Mapping

from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Foreign:
    text: str
    help: str


Table = Mapping[str, tuple[Foreign, ...]]


def _table(*rows: tuple[str, str, str]) -> Table:
    found: dict[str, tuple[Foreign, ...]] = {}
    for words, text, help in rows:
        for word in words.split():
            found[word] = (*found.get(word, ()), Foreign(text, help))
    return found


_CHANCE = "chance is an effect of its own: `random n in 1..6`, and behind it `n` has the value"
_BOUNDED = "a number is written with its bounds: `0..99`; a parameter has the type `number`"
_TEXTS = "a text is no value: name the words themselves, such as `open, wall, water`"

VALUES = _table(
    ("opponent other other_player enemy_player the_opponent foe rival_player", "rival(mover)", "the other one of two players is `rival(mover)`"),
    ("next next_player", "after(mover)", "the player after another one is `after(p)`"),
    ("me i myself self current current_player active_player turn_player this_player player_to_move player", "mover", "the player who acts is `mover`"),
    ("opponents rivals others other_players enemies foes", "(players where it != mover)", "the others are `(players where it != mover)`"),
    ("squares cells spaces hexes tiles fields places board", "sites", "all places of the board are `sites`"),
    ("units men tokens figures stones", "pieces", "all pieces on the board are `pieces`"),
    ("cards", "kinds", "all sorts of cards are `kinds`"),
    ("ally allied partners teammate", "", "a piece of a partner is known by its owner: `owner(s) = partner(mover)`"),
    ("null nil nothing nobody undefined", "none", "no value is `none`"),
    ("my mine ours friendly friend", "own", "what belongs to the mover is `own`"),
    ("their theirs opposing hostile opponent enemies foe opponents", "enemy", "what belongs to others is `enemy`"),
    ("free vacant unoccupied", "empty", "a site without a piece is `empty`"),
    ("target dest destination", "to", "where a move goes is `to`"),
    ("start origin source", "from", "where a move begins is `from`"),
    ("yes on", "true", "what is so is `true`"),
    ("no off", "false", "what is not so is `false`"),
    *((word, str(n), f"numbers are written in digits: `{n}`") for n, word in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])),
    ("vertices intersections crossings junctions corners", "nodes", "where lines or the corners of hexes meet are `nodes`, of a board with nodes"),
    ("bottom bottom_row bottom_rank lowest_row first_row", "south_side", "the lowest row is `south_side`"),
    ("top top_row top_rank highest_row", "north_side", "the topmost row is `north_side`"),
    ("sides walls fences edges", "borders", "what lies between two sites are `borders`, of a board with borders"),
    ("random roll dice rand d6", "", _CHANCE),
)  # fmt: skip

FUNCTIONS = _table(
    ("top", "piece", "the topmost piece of a site is `piece(s)`"),
    ("adjacent", "beside", "whether sites touch is `beside(a, b)`"),
    ("adjacent", "neighbours", "the sites beside a site are `neighbours(s)`"),
    ("length len size", "count", "how many there are is `count(S)`"),
    ("opponent other", "rival", "the other one of two players is `rival(p)`"),
    ("next", "after", "the player after another one is `after(p)`"),
    ("range seq", "", "the numbers from one to another are `1..n`"),
    ("random", "", "chance is an effect: `random x in S`"),
    ("contains", "", "whether a set has an element is `x in S`"),
    ("isEmpty is_empty", "", "whether a site is empty is `s is empty`, and a set `no S`"),
    ("stalemate stalemated checkmate checkmated blocked immobile", "", "who cannot act loses by `else lose` behind the actions of the turn"),
    ("check in_check incheck is_check", "", 'whether a king is in check is known to `use "royal"`, which forbids to leave it there'),
    ("is_line in_line in_a_row has_line line_of", "", "so many in a row are a path, with their number in braces: `some line any: own{3}`"),
    ("connected", "", "what is connected to a site is `reached from s while own`"),
)  # fmt: skip

TYPES = _table(
    ("square cell space hex tile position", "site", "a place of the board is a `site`"),
    ("token unit figure card", "piece", "what stands on a site or lies in a pool is a `piece`, and its sort a `kind`"),
    ("int integer float", "", _BOUNDED),
    ("string str", "", _TEXTS),
    ("orthogonal diagonal heading facing", "direction", "which way something points is a `direction`"),
    ("boolean", "bool", "what is true or false is a `bool`"),
    ("turns", "", "how a piece is turned is declared as `turns of orthogonal`"),
)  # fmt: skip

DIRECTIONS = _table(
    ("n", "north", ""),
    ("ne", "northeast", ""),
    ("e", "east", ""),
    ("se", "southeast", ""),
    ("s", "south", ""),
    ("sw", "southwest", ""),
    ("w", "west", ""),
    ("nw", "northwest", ""),
    ("straight orthogonally straightly rook cardinal axial", "orthogonal", ""),
    ("diagonally slanted oblique bishop slant", "diagonal", ""),
    ("all every each queen anywhere everywhere adjacent", "any", ""),
    ("up ahead forwards front onward", "forward", ""),
    ("down back backwards behind", "backward", ""),
    ("sideward sidewards lateral horizontally", "sideways", ""),
)

BOARDS = _table(
    ("grid rectangle rectangular rect squares checkerboard", "square", ""),
    ("hexagonal hexagon hexes honeycomb", "hex", ""),
)

OFFERS = _table(
    ("checkmate mate loss defeat", "", "who cannot act loses by `else lose`"),
    ("stalemate tie remis", "", "the game is drawn by `else draw`"),
    ("skip nothing wait", "", "who cannot act passes by `else pass`"),
)  # of a turn, where nothing is legal
