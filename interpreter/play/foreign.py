"""Saved games as files of other programs, and such files as saved games: PGN and SGF, by the style that a game declares.

`exported` writes a record in a format, `imported` reads one and finds each move among the legal ones. Both replay the game.
"""

from collections.abc import Mapping
from pathlib import Path

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from gdl.platform.safe_io import read_at_most, reason
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError, RecordError
from interpreter.play.record import Record, chosen_options, replay, rule_texts
from interpreter.play.record import write as write_record
from interpreter.play.scene.names import shortened
from interpreter.play.styles import notation, pgn, sgf
from interpreter.positions.documents import read_state, written
from interpreter.positions.fen import fen_of, read_fen

SUFFIXES = (".pgn", ".sgf")
_MOST = 1_000_000  # bytes of a file


def is_foreign(path: Path) -> bool:
    """Whether a file has the format of other programs, by its ending."""
    return path.suffix.lower() in SUFFIXES


def suffix_of(game: Game) -> str | None:
    """The ending of the files in which other programs keep such games, if there is one."""
    if len(game.players) != 2 or game.has_chance or game.style is None:
        return None
    return {"san": ".pgn", "coordinates": ".pgn", "sgf": ".sgf"}.get(game.style.name)


def export_record(record: Record, engine: Engine, suffix: str) -> str:
    """The text of a file in the format with this ending. Raises RecordError."""
    _check(engine.game, suffix)
    if engine.game.is_hidden and not record.is_over:
        raise RecordError("the file would tell what is hidden; it can be written when the game is over")
    states = replay(record, engine)
    return _pgn(record, states) if suffix == ".pgn" else _sgf(record, states)


def import_record(path: Path, engine: Engine, name: str) -> Record:
    """The record of a file of another program; `name` is that of the game. Raises RecordError."""
    suffix = path.suffix.lower()
    _check(engine.game, suffix)
    try:
        text = read_at_most(path, _MOST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not UTF-8 text") from error
    except (OSError, ValueError) as error:
        raise RecordError(f"{shortened(str(path))} cannot be read: {reason(error)}") from error
    try:
        read = _from_pgn if suffix == ".pgn" else _from_sgf
        return read(text, engine, name)
    except (pgn.BrokenError, RecordError) as error:
        raise RecordError(f"{path}: {error}") from error


def write(path: Path, text: str) -> None:
    """Writes a file, but not over one in another format. Raises RecordError."""
    try:
        begin = read_at_most(path, _MOST).lstrip()[:1] if path.exists() else b""
    except (OSError, ValueError) as error:
        raise RecordError(f"{shortened(str(path))} cannot be written: {reason(error)}") from error
    if begin and begin not in (b"[", b"("):
        raise RecordError(f"{path} exists and is no game in this format; take another name")
    write_record(path, text, 0o644)


def _check(game: Game, suffix: str) -> None:
    """Raises RecordError where a game cannot be written in a format."""
    fitting = suffix_of(game)
    if fitting == suffix:
        return
    if fitting is not None:
        raise RecordError(f"games of {game.title} are kept in files that end in {fitting}")
    raise RecordError(
        f"{game.title} has no file format of other programs: it has chance, other than two players, or no "
        "`notation san`, `coordinates` or `sgf`; a file that ends in .yaml holds any game"
    )


# ---- PGN


def _pgn(record: Record, states: list[State]) -> str:
    game = states[0].engine.game
    played = [
        notation.text_of(state, state.action_from_string(move))
        for state, move in zip(states, record.moves, strict=False)
    ]
    first, second = (p.name for p in game.players)
    tags = {
        "Event": "?",
        "Site": "?",
        "Date": record.date[:10].replace("-", ".") or "????.??.??",
        "Round": "?",
        "White": record.names.get(first) or "?",
        "Black": record.names.get(second) or "?",
        "Result": _result(states[-1], record),
        "Variant": game.title,
    }
    if states[-1].ended is not None and states[-1].ended.name:
        tags["Termination"] = states[-1].ended.name
    if states[0] != states[0].engine.initial_state(0):
        tags |= {"SetUp": "1", "FEN": _fen(states[0])}
    if record.options:
        tags["Options"] = ", ".join(f"{n}={v}" for n, v in record.options.items())
    before = int(states[0].position()["fields"].get("turn", 1)) - 1
    return pgn.write(pgn.Sheet(tags, tuple(played), before))


def _result(last: State, record: Record) -> str:
    if not last.is_terminal and not record.is_over:
        return "*"
    game = last.engine.game
    first, second = last.returns if last.is_terminal else [float(record.result[p.name]) for p in game.players]
    return "1/2-1/2" if first == second else "1-0" if first > second else "0-1"


def _from_pgn(text: str, engine: Engine, name: str) -> Record:
    sheet = pgn.read(text)
    position = _begun(engine, sheet.tags["FEN"]) if "FEN" in sheet.tags else ""
    state, played = read_state(engine, position) if position else engine.initial_state(0), list[str]()
    for number, move in enumerate(sheet.moves, 1):
        action = _meant(state, move.replace("_", " "), number)
        played.append(state.action_to_string(action))
        state = state.apply(action)
    first, second = (p.name for p in engine.game.players)
    names = {first: sheet.tags.get("White", "?"), second: sheet.tags.get("Black", "?")}
    date = sheet.tags.get("Date", "").replace(".", "-")
    return _record(name, engine.game, played, names, date, position)


def _fen(state: State) -> str:
    """Raises RecordError."""
    try:
        return fen_of(state)
    except PositionError as error:
        raise RecordError(f"the game begins from a position of its own: {error}") from error


def _begun(engine: Engine, fen: str) -> str:
    """The position in which a game begins, as YAML. Raises RecordError."""
    try:
        return written(read_fen(engine, fen).position())
    except PositionError as error:
        raise RecordError(f"the game begins from a position that cannot be read (FEN): {error}") from error


def _meant(state: State, move: str, number: int) -> int:
    """The action that a move of a file means. Raises RecordError."""
    if state.is_terminal:
        raise RecordError(f"move {number}, `{shortened(move)}`: the game is over before it")
    found = notation.meant(state, move)
    if len(found) == 1:
        return found[0]
    if found:
        fitting = ", ".join(state.action_to_string(a) for a in found[:5])
        raise RecordError(f"move {number}, `{shortened(move)}`, fits several legal moves: {fitting}")
    try:
        return state.action_from_string(move)
    except IllegalAction:
        raise RecordError(f"move {number}, `{shortened(move)}`, is no legal move there") from None


# ---- SGF


def _sgf(record: Record, states: list[State]) -> str:
    game = states[0].engine.game
    letters = _letters(game)
    width, height = _size(game)
    played = []
    for number, (state, move) in enumerate(zip(states, record.moves, strict=False), 1):
        action = state.action_from_string(move)
        sites = state.action_sites(action)
        if len(sites) > 1 or (not sites and move != "pass"):
            raise RecordError(f"move {number}, `{move}`, is no placement, and SGF has no others")
        at = ""
        if sites:
            site = game.board.sites[sites[0]]
            at = sgf.point(site.file - 1, height - site.rank)
        played.append((letters[state.current_player], at))
    root = {
        "FF": ["4"],
        "CA": ["UTF-8"],
        "AP": ["gdl"],
        "GN": [game.title],
        "SZ": [str(width) if width == height else f"{width}:{height}"],
        **{f"P{letters[i]}": [record.names.get(p.name) or "?"] for i, p in enumerate(game.players)},
        **({"DT": [record.date[:10]]} if record.date else {}),
        **_sgf_result(states[-1], record, letters),
    }
    return sgf.write(sgf.Tree(root, tuple(played)))


def _sgf_result(last: State, record: Record, letters: list[str]) -> Mapping[str, list[str]]:
    found = {"1-0": f"{letters[0]}+", "0-1": f"{letters[1]}+", "1/2-1/2": "0"}.get(_result(last, record))
    return {"RE": [found]} if found else {}


def _from_sgf(text: str, engine: Engine, name: str) -> Record:
    game = engine.game
    letters = _letters(game)
    tree = sgf.read(text, letters)
    width, height = _size(game)
    size = (tree.root.get("SZ") or ["19"])[0]
    if size not in (f"{width}:{height}", *([str(width)] if width == height else [])):
        raise RecordError(
            f"its board has the size {size}, and this one {width} x {height}: set the option for it"
        )
    if {"AB", "AW"} & tree.root.keys():
        raise RecordError("the game begins with stones on the board, and only whole games are read")
    state, played = engine.initial_state(0), list[str]()
    for number, (letter, at) in enumerate(tree.moves, 1):
        if letters[state.current_player] != letter:
            raise RecordError(f"move {number} is one of {letter}, and it is not their turn")
        action = _meant(state, _named(game, at, number), number)
        played.append(state.action_to_string(action))
        state = state.apply(action)
    names = {p.name: (tree.root.get(f"P{letters[i]}") or ["?"])[0] for i, p in enumerate(game.players)}
    return _record(name, game, played, names, (tree.root.get("DT") or [""])[0])


def _named(game: Game, at: str, number: int) -> str:
    """The notation of a point. Raises RecordError."""
    width, height = _size(game)
    if not at or (at == "tt" and max(width, height) <= 19):
        return "pass"
    for site in game.board.sites:
        if sgf.point(site.file - 1, height - site.rank) == at:
            return site.name
    raise RecordError(f"move {number}: there is no point `{shortened(at)}` on a board of {width} x {height}")


def _letters(game: Game) -> list[str]:
    """The letter of each player. Raises RecordError where they have the same."""
    found = [p.name[:1].upper() for p in game.players]
    if len(set(found)) < len(found):
        raise RecordError(
            "SGF tells players apart by the first letters of their names, and here these are the same"
        )
    return found


def _size(game: Game) -> tuple[int, int]:
    """The columns and rows of a board. Raises RecordError for one that is too large."""
    width, height = max(s.file for s in game.board.sites), max(s.rank for s in game.board.sites)
    if max(width, height) > sgf.MOST:
        raise RecordError(f"SGF has letters for {sgf.MOST} columns and rows, and this board has more")
    return width, height


def _record(
    name: str, game: Game, played: list[str], names: Mapping[str, str], date: str, position: str = ""
) -> Record:
    known = {p: visible(n) for p, n in names.items() if n.strip("? ")}
    return Record(
        name,
        chosen_options(game),
        0,
        tuple(played),
        title=game.title,
        rules=rule_texts(name),
        names=known,
        date=visible(date),
        position=position,
    )
