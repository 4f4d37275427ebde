"""Portable Draughts Notation: moves by the numbers of the squares where they begin and end, `32-28` and `28x19`, and positions,
`W:W31-50:BK3,7`.

The format is PDN 3.0 (Nijenhuis, 2012), a kin of PGN. The heading `pdn` of the rules has the number of the type of game, and the corner from
which squares are counted, row by row: `20 upper left`; or `25 by name`, where squares have names. The kind whose name begins with K has
that letter, the other one has none, and players have their first letters.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from gdl.boards.board import Board
from gdl.boards.tiling import Site
from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.shared.numbering import ActionNumbers, Move

HEADING = "pdn"
_HEADING = re.compile(r"(\d+) (?:(upper|lower) (left|right)|by name)")
_MARKS = re.compile(r"[!?*+#]+$|^\*")
_BETWEEN = re.compile(r"[-x:×]")
_GAP = re.compile(r"(?<=\b\d[-x])[ \t]+(?=\d)|(?<=\b\d\d[-x])[ \t]+(?=\d)")
_RANGE = re.compile(r"(\d+)-(\d+)")
_CROWN = "K"


def number_of(game: Game) -> str | None:
    """The number of the type of game, as its heading says; None where its games have no such files."""
    found = _HEADING.fullmatch(game.headings.get(HEADING, ""))
    return found[1] if found is not None and len(game.kinds) == 2 else None


def _squares(game: Game) -> tuple[list[str], dict[str, int]]:
    """What each site is called, and the sites by what they are called."""
    return _called(game.board, game.headings.get(HEADING, ""))


@lru_cache(maxsize=8)
def _called(board: Board, heading: str) -> tuple[list[str], dict[str, int]]:
    found, sites = _HEADING.fullmatch(heading), board.sites
    if found is None or found[2] is None:
        names = [site.name for site in sites]
    else:
        row, column = (-1 if found[2] == "upper" else 1), (1 if found[3] == "left" else -1)

        def place(site: Site) -> tuple[int, int]:
            return row * site.rank, column * site.file

        counted = sorted(sites, key=place)
        order = {site.name: str(i) for i, site in enumerate(counted, 1)}
        names = [order[site.name] for site in sites]
    return names, {name: i for i, name in enumerate(names)}


def tidied(text: str) -> str:
    """A text without the blanks with which some fill up short numbers: `1- 7`."""
    return _GAP.sub("", text)


# ---- moves


def meant(state: State, text: str) -> list[int]:
    """The legal actions that a move means: those that begin and end there, and of several those that come by all squares between."""
    called = _squares(state.engine.game)[1]
    words = _BETWEEN.split(_MARKS.sub("", text.strip()).lower())
    sites = [called.get(word.lstrip("0"), -1) for word in words]
    if len(sites) < 2 or -1 in sites:
        return []
    ways = {a: w for a, w in _ways(state).items() if (w[0], w[-1]) == (sites[0], sites[-1])}
    by_way = [a for a, way in ways.items() if {*sites} <= {*way}]
    return by_way if len(by_way) == 1 or len(sites) == 2 else [a for a in by_way if ways[a] == sites]


def text_of(state: State, action: int) -> str:
    """A legal action as it is written: with the squares between where that tells it from others."""
    names, ways = _squares(state.engine.game)[0], _ways(state)
    way = ways[action]
    sign = "x" if "x" in state.action_to_string(action) else "-"
    alike = [w for a, w in ways.items() if a != action and (w[0], w[-1]) == (way[0], way[-1])]
    return sign.join(names[site] for site in (way if alike else (way[0], way[-1])))


def _ways(state: State) -> dict[int, list[int]]:
    """The sites to which each legal move comes, from its start on."""
    numbers = ActionNumbers(state.engine.game)
    moves = {a: numbers.decode(a) for a in state.legal_actions()}
    return {a: _way(m) for a, m in moves.items() if m is not None and m.action.form == "move"}


def _way(move: Move) -> list[int]:
    to = [c.name for c in move.action.choices].index("to")
    again = [c.name for c in move.action.repeated].index("to") if move.hops else 0
    return [move.values[0], move.values[to], *(hop[again] for hop in move.hops)]


# ---- positions


def read_start(engine: Engine, text: str) -> State:
    """The state of a position. Raises PositionError."""
    game, called = engine.game, _squares(engine.game)[1]
    first, *parts = text.strip().rstrip(".").split(":")
    names = {p.name[:1].upper(): p.name for p in game.players}
    if first.strip() not in names or not parts:
        raise PositionError(
            f"`{text}`: a position begins with who is to move, {' or '.join(names)}, and a colon"
        )
    plain, crowned = _kinds(game)
    pieces: dict[str, str] = {}
    for part in parts:
        owner = names.get(part.strip()[:1])
        if owner is None:
            raise PositionError(
                f"`{part}`: the pieces of a player stand behind their letter, {' or '.join(names)}"
            )
        for word in filter(None, (w.strip() for w in part.strip()[1:].split(","))):
            kind = crowned if word.startswith(_CROWN) else plain
            for square in _range(word.removeprefix(_CROWN), len(game.board.sites)):
                if square.lower() not in called:
                    raise PositionError(f"there is no square `{square}` on the board")
                pieces[game.board.sites[called[square.lower()]].name] = f"{owner} {kind}"
    return engine.judge(engine.state({"to_move": names[first.strip()], "pieces": pieces}))


def write_start(state: State) -> str:
    """A position. Raises PositionError where more would have to be said."""
    game, position = state.engine.game, state.position()
    names, (_, crowned) = _squares(game)[0], _kinds(game)
    found: dict[str, list[str]] = {p.name: [] for p in game.players}
    for site in sorted(game.board.sites, key=lambda s: (len(names[s.index]), names[s.index])):
        if site.name in position["pieces"]:
            owner, kind = str(position["pieces"][site.name]).split()[:2]
            found[owner].append((_CROWN if kind == crowned else "") + names[site.index])
    text = ":".join([position["to_move"][0], *(p[0] + ",".join(held) for p, held in found.items())])
    if read_start(state.engine, text) != state:
        raise PositionError("PDN has no place for a part of this position")
    return text


def _kinds(game: Game) -> tuple[str, str]:
    """The kind without a letter, and the crowned one. Raises PositionError."""
    crowned = [k.name for k in game.kinds if k.name[:1].upper() == _CROWN]
    plain = [k.name for k in game.kinds if k.name not in crowned]
    if len(crowned) != 1 or len(plain) != 1:
        raise PositionError(f"positions have two kinds in PDN, and the name of one begins with {_CROWN}")
    return plain[0], crowned[0]


def _range(word: str, most: int) -> Sequence[str]:
    found = _RANGE.fullmatch(word)
    if found is None:
        return [word]
    return [str(n) for n in range(int(found[1][:4]), min(int(found[2][:4]), most) + 1)]
