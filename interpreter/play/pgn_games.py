"""Games as PGN, and PGN as games: each move of a file is found among the legal ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gdl.diagnostics.characters import visible
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError, RecordError
from interpreter.play.importing import Imported, Rules, contradiction, made_record
from interpreter.play.other_names import bundled_called, is_called
from interpreter.play.record import Record
from interpreter.play.scene.names import shortened
from interpreter.play.styles import notation, pgn
from interpreter.positions.documents import written
from interpreter.positions.fen import fen_of, read_fen

_RESULTS = {(1.0, -1.0): "1-0", (-1.0, 1.0): "0-1", (0.0, 0.0): "1/2-1/2"}


def export_pgn(record: Record, states: Sequence[State]) -> str:
    """The text of a file. Raises RecordError."""
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
        "Result": result_text(states[-1], record),
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


def result_text(last: State, record: Record) -> str:
    """How a game of two players ended: by the rules, else as the record says, else `*`."""
    if last.is_terminal:
        first, second = last.returns
    elif record.is_over:
        first, second = (float(record.result[p.name]) for p in last.engine.game.players)
    else:
        return "*"
    return "1/2-1/2" if first == second else "1-0" if first > second else "0-1"


def _fen(state: State) -> str:
    """Raises RecordError."""
    try:
        return fen_of(state)
    except PositionError as error:
        raise RecordError(f"the game begins from a position of its own: {error}") from error


# ---- read


@dataclass(slots=True)
class _Line:
    """The moves of a file as they are played on an engine."""

    engine: Engine
    state: State
    played: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class _PlayedOnError(Exception):
    """A move behind the end of the game."""

    def __init__(self, number: int, move: str, last: State) -> None:
        super().__init__(f"move {number}, `{shortened(move)}`: the game is over before it")
        self.number, self.last = number, last


def import_pgn(text: str, rules: Rules) -> Imported:
    """The game of a text. Raises RecordError, BrokenError."""
    sheet = pgn.read(text)
    _check_variant(sheet, rules)
    line = _played(sheet, rules)
    result, notes = _result(sheet, line.state)
    tags = sheet.tags
    first, second = (p.name for p in line.engine.game.players)
    record = made_record(
        rules.name,
        line.engine,
        line.played,
        {first: tags.get("White", "?"), second: tags.get("Black", "?")},
        tags.get("Date", "").replace(".", "-"),
        _begun(line.engine, tags["FEN"]) if "FEN" in tags else "",
        result,
    )
    return Imported(record, line.engine, (*line.notes, *notes))


def _check_variant(sheet: pgn.Sheet, rules: Rules) -> None:
    """Raises RecordError where the file says that it is another game."""
    game, variant = rules.engine.game, sheet.tags.get("Variant", "").strip()
    if variant in ("", "?", "-") or is_called(game, variant):
        return
    shown, other = shortened(visible(variant)), bundled_called(variant)
    way = (
        f"read it with `gdl play {other} --load FILE`"
        if other is not None
        else f'if it is this game, give the rules the heading `also "{shown}"`'
    )
    raise RecordError(f"this is a game of {shown}, as its tag `Variant` says, not of {game.title}: {way}")


def _played(sheet: pgn.Sheet, rules: Rules) -> _Line:
    """The moves of a game, also those behind a draw that an option makes: people need not claim it. Raises RecordError."""
    try:
        return _play(sheet, rules.engine)
    except _PlayedOnError as error:
        told, last = error, error.last
    if not any(last.returns):
        for options in rules.without_options():
            engine = rules.under(options)
            try:
                line = _play(sheet, engine)
            except _PlayedOnError:
                continue
            names = ", ".join(f"{n}=false" for n in options)
            because = last.ended.text if last.ended is not None else "a draw"
            line.notes.append(
                f"the players went on at move {told.number} ({because}): it is read with {names}"
            )
            return line
    raise RecordError(str(told)) from told


def _play(sheet: pgn.Sheet, engine: Engine) -> _Line:
    """Raises RecordError, _PlayedOnError."""
    tags = sheet.tags
    line = _Line(engine, _first(engine, tags["FEN"]) if "FEN" in tags else engine.initial_state(0))
    for number, move in enumerate(sheet.moves, 1):
        if line.state.is_terminal:
            raise _PlayedOnError(number, move, line.state)
        action = _meant(line.state, move.replace("_", " "), number)
        if action is None:
            line.notes.append(
                f"move {number} is a null move, which the rules do not have: it is read up to there"
            )
            break
        line.played.append(line.state.action_to_string(action))
        line.state = line.state.apply(action)
    return line


def _first(engine: Engine, fen: str) -> State:
    """Raises RecordError."""
    try:
        return read_fen(engine, fen)
    except PositionError as error:
        raise RecordError(f"the game begins from a position that cannot be read (FEN): {error}") from error


def _begun(engine: Engine, fen: str) -> str:
    """The position in which a game begins, as YAML."""
    return written(_first(engine, fen).position())


def _meant(state: State, move: str, number: int) -> int | None:
    """The action that a move of a file means; None for a null move. Raises RecordError."""
    found = notation.meant(state, move)
    if len(found) == 1:
        return found[0]
    if found:
        fitting = ", ".join(state.action_to_string(a) for a in found[:5])
        raise RecordError(f"move {number}, `{shortened(move)}`, fits several legal moves: {fitting}")
    if move in pgn.NULL_MOVES:
        return None
    try:
        return state.action_from_string(move)
    except IllegalAction:
        raise RecordError(f"move {number}, `{shortened(move)}`, is no legal move there") from None


def _result(sheet: pgn.Sheet, last: State) -> tuple[tuple[float, ...], list[str]]:
    """What each player got, as the file says where the rules do not; and what it contradicts."""
    said = {r for r in (sheet.tags.get("Result", "*"), sheet.result or "*") if r in pgn.RESULTS and r != "*"}
    notes = []
    if len(said) > 1:
        notes.append(
            f"its tag says {sheet.tags['Result']} and {sheet.result} stands behind its moves: the latter holds"
        )
        said = {sheet.result}
    stated = next((returns for returns, text in _RESULTS.items() if text in said), ())
    if last.is_terminal:
        notes += contradiction(last, stated)
    return (() if last.is_terminal else stated), notes
