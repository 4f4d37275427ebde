"""The fields of a position written as FEN: numbers, truths and sites of the game, and truths of pieces or sites by letters.

A truth of a piece, such as that it may castle, is read in all three ways in which programs write it: by the letters of sites that the
rules give (`KQkq` of classical FEN), by files (`HAha`, Shredder-FEN), and by `K` and `Q` for the outermost piece on either
side (X-FEN).
"""

import re
from collections.abc import Sequence
from typing import Any

from gdl.core.model import FenField, Field, Game
from interpreter.engines.base import State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import Position

_OUTERMOST = {"k": -1, "q": 0}  # of the sites by files, in X-FEN
_LEFT = re.compile(r"(\d+)\+(\d+)")  # how much each may still count
_DONE = re.compile(r"\+(\d+)\+(\d+)")  # how much each has counted


def is_count(game: Game, named: FenField) -> bool:
    """Whether a field is a number of the game, which stands behind all others and may be missing."""
    field = game.fields[named.name]
    return field.holder == "game" and field.type.base == "number"


def is_tally(game: Game, named: FenField) -> bool:
    """Whether a field is a number of each player, both written in one part."""
    return game.fields[named.name].holder == "player"


# ---- written


def part_text(game: Game, position: Position, fields: Sequence[FenField]) -> str:
    """The fields of one part. Raises PositionError for a truth of a site without a letter."""
    field = game.fields[fields[0].name]
    if field.holder == "game":
        value = position["fields"].get(field.name, field.default)
        if field.type.base == "site" and isinstance(value, int):
            value = game.board.sites[value].name
        return "-" if value is None else str(value).lower()
    if field.holder == "player":
        values = position["fields"].get(field.name, {})
        return "+".join(str(_most(field) - values.get(p.name, field.default)) for p in game.players)
    marks = list[str]()
    for named in fields:
        written = "".join(marks)
        for site in _true_sites(game, position, game.fields[named.name]):
            letters = _letters(game, position, named, site)
            marks += letters[-1] if {*letters}.isdisjoint(written) else ""
    order = [text[-1] for named in fields for text in named.letters.values()]
    return "".join(sorted(marks, key=lambda m: (m.islower(), order.index(m) if order else m))) or "-"


def _true_sites(game: Game, position: Position, field: Field) -> list[str]:
    """The sites where a truth holds, of the site itself or of the piece on it."""
    if field.holder == "piece":
        said = f"{field.name}=true"
        return [site for site, piece in position["pieces"].items() if said in str(piece).split()]
    marked = position["sites"].get(field.name, {})
    return [s.name for s in game.board.sites if marked.get(s.name, field.default)]


def _letters(game: Game, position: Position, named: FenField, site: str) -> str:
    number = game.board.site(site)
    assert number is not None
    if named.letters:
        if number not in named.letters:
            raise PositionError(f"FEN has no letter for `{named.name}` on {site}")
        return named.letters[number]
    file = game.board.sites[number].names[0]
    owner = str(position["pieces"].get(site, "")).split()[:1]
    return file.lower() if owner == [game.players[1].name] else file.upper()


# ---- read


def read_part(start: State, position: Position, fields: Sequence[FenField], part: str) -> None:
    """Reads the fields of one part into a position; `start` is a state with which the game begins. Raises PositionError."""
    game = start.engine.game
    field = game.fields[fields[0].name]
    if field.holder == "game":
        value = _value(field, part)
        if value is not None:
            position["fields"][field.name] = value
        return
    for mark in part if part != "-" else "":
        meant = [n for n in fields if mark in "".join(n.letters.values())] or fields[:1]
        for named in meant:
            for site in _marked(start, position, named, mark):
                _hold(game, position, game.fields[named.name], site)


def _hold(game: Game, position: Position, field: Field, site: str) -> None:
    """Makes a truth hold on a site, or of the piece there."""
    if field.holder == "site":
        position["sites"].setdefault(field.name, {})[site] = True
    elif f"{field.name}=true" not in position["pieces"][site].split():
        position["pieces"][site] += f" {field.name}=true"


def read_tally(game: Game, position: Position, named: FenField, part: str) -> bool:
    """Reads a number of each player, and tells whether the part is one: `3+1` is left to them, `+0+2` is what they have."""
    field = game.fields[named.name]
    left, done = _LEFT.fullmatch(part), _DONE.fullmatch(part)
    found = left or done
    if found is None:
        return False
    numbers = [min(int(n), _most(field)) for n in found.groups()]
    values = [_most(field) - n for n in numbers] if left else numbers
    position["fields"][field.name] = {p.name: v for p, v in zip(game.players, values, strict=True)}
    return True


def _most(field: Field) -> int:
    assert field.bounds is not None
    return int(field.bounds[1])


def _value(field: Field, part: str) -> Any:
    if part == "-":
        return None
    if field.type.base == "bool":
        if part not in ("true", "false"):
            raise PositionError(f"`{field.name}` is true or false, not `{part}`")
        return part == "true"
    if field.type.base != "number":
        return part
    number = whole(part, f"`{field.name}`")
    return number if field.bounds is None else min(number, int(field.bounds[1]))  # clocks of others go on


def _marked(start: State, position: Position, named: FenField, mark: str) -> list[str]:
    """The sites that a letter means, where what the field is about may stand. Raises PositionError."""
    game, begun = start.engine.game, start.position()
    field = game.fields[named.name]
    if field.holder == "site":
        found = able = _given(game, named, mark)
    else:
        able = _able(game, begun, position, field, game.players[mark.islower()].name)
        found = _named_by(game, named, able, mark)
    wrong = next((site for site in found if site not in able), None)
    if wrong is not None:
        stood = " ".join(begun["pieces"].get(wrong, "no piece").split()[:2])
        raise PositionError(
            f"`{mark}` of `{named.name}` means {wrong}, where no {stood} stands: take it away, or write `-`"
        )
    if found:
        return found
    letters = ", ".join(dict.fromkeys("".join(named.letters.values())))
    known = letters or "the files of pieces that may have it"
    raise PositionError(f"`{mark}` says nothing of `{named.name}`: there are {known}")


def _able(game: Game, begun: Position, position: Position, field: Field, owner: str) -> list[str]:
    """The sites, by their files, of those pieces of a player that are of such a kind, on such a rank, as have it at the start."""
    at_start = [s for s in _true_sites(game, begun, field) if begun["pieces"][s].split()[0] == owner]
    kinds = {begun["pieces"][s].split()[1] for s in at_start}
    ranks = {_at(game, s)[1] for s in at_start}
    fitting = [
        site
        for site, piece in position["pieces"].items()
        if piece.split()[0] == owner and piece.split()[1] in kinds and _at(game, site)[1] in ranks
    ]
    return sorted(fitting, key=lambda site: _at(game, site))


def _named_by(game: Game, named: FenField, able: list[str], mark: str) -> list[str]:
    given = _given(game, named, mark)
    by_file = [s for s in able if _file(game, s) == mark.lower()]
    if given or by_file or not able or mark.lower() not in _OUTERMOST:
        return given or by_file
    return [able[_OUTERMOST[mark.lower()]]]


def _given(game: Game, named: FenField, mark: str) -> list[str]:
    """The sites to which the rules give a letter."""
    return [game.board.sites[s].name for s, letters in named.letters.items() if mark in letters]


def _at(game: Game, name: str) -> tuple[int, int]:
    number = game.board.site(name)
    assert number is not None
    return game.board.sites[number].file, game.board.sites[number].rank


def _file(game: Game, name: str) -> str:
    number = game.board.site(name)
    assert number is not None
    return game.board.sites[number].names[0].lower()


def whole(text: str, what: str) -> int:
    """Raises PositionError."""
    if not text.isascii() or not text.isdigit():
        raise PositionError(f"{what} is a whole number, not `{text}`")
    return int(text)
