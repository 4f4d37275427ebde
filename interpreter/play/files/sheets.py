"""Games as sheets, and sheets as games, by a format of `sheet_formats`: each move of a file is found among the legal ones."""

from collections.abc import Sequence
from dataclasses import replace

from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play.files.importing import Imported, Rules, contradiction, made_record
from interpreter.play.files.sheet_formats import Form
from interpreter.play.record import Record
from interpreter.play.replaying import Line, PlayedOnError, Playing, Written, replayed
from interpreter.play.styles import pgn
from interpreter.positions.documents import written


def export_pgn(record: Record, states: Sequence[State], form: Form) -> str:
    """The text of a file. Raises RecordError."""
    game = states[0].engine.game
    played = [
        form.text_of(state, state.action_from_string(move))
        for state, move in zip(states, record.moves, strict=False)
    ]
    white, black = (game.players[i].name for i in form.seats(game))
    tags = {
        "Event": "?",
        "Site": "?",
        "Date": record.date[:10].replace("-", ".") or "????.??.??",
        "Round": "?",
        "White": record.called(white),
        "Black": record.called(black),
        "Result": result_text(states[-1], record),
        **form.tags(game),
    }
    if states[-1].ended is not None and states[-1].ended.name:
        tags["Termination"] = states[-1].ended.name
    if states[0] != states[0].engine.initial_state(
        record.seed if form.draws else 0
    ):  # as readers of it begin
        tags |= {"SetUp": "1", "FEN": _start(states[0], form)}
    if record.options:
        tags["Options"] = ", ".join(f"{n}={v}" for n, v in record.options.items())
    before = int(states[0].position()["fields"].get("turn", 1)) - 1
    before += not states[0].is_terminal and before % 2 != states[0].current_player
    if any(abs(points) > 1 for points in states[-1].returns):
        tags["Points"] = f"{max(states[-1].returns):g}"
    return form.write(pgn.Sheet(tags, tuple(played), before, is_over=states[-1].is_terminal))


def result_text(last: State, record: Record) -> str:
    """How a game of two players ended: by the rules, else as the record says, else `*`."""
    if last.is_terminal:
        first, second = last.returns
    elif record.is_over:
        first, second = (float(record.result[p.name]) for p in last.engine.game.players)
    else:
        return "*"
    return "1/2-1/2" if first == second else "1-0" if first > second else "0-1"


def _start(state: State, form: Form) -> str:
    """Raises RecordError."""
    try:
        return form.write_start(state)
    except PositionError as error:
        raise RecordError(f"the game begins from a position of its own: {error}") from error


# ---- read


def import_pgn(text: str, rules: Rules, form: Form) -> Imported:
    """The game of a text. Raises RecordError, BrokenError, GameError."""
    sheet = form.read(text)
    form.check(sheet.tags, rules.engine.game)
    (found,) = play_sheets([sheet], rules, form)
    if isinstance(found, Exception):
        raise found
    return imported(sheet, found, rules.name, form)


def imported(sheet: pgn.Sheet, found: Playing, name: str, form: Form) -> Imported:
    """A sheet whose moves were played by the rules of this name."""
    engine, line, tags = found.engine, found.line, sheet.tags
    result, notes = _result(sheet, line.last)
    white, black = (engine.game.players[i].name for i in form.seats(engine.game))
    record = made_record(
        name,
        engine,
        line.notations(),
        {white: tags.get("White", "?"), black: tags.get("Black", "?")},
        tags.get("Date", "").replace(".", "-"),
        written(line.start.position()) if "FEN" in tags else "",
        result,
        line.seed,
        line.drawn,
    )
    return Imported(record, engine, (*found.notes, *notes))


def play_sheets(sheets: Sequence[pgn.Sheet], rules: Rules, form: Form) -> list[Playing | Exception]:
    """Plays games, also those that went on behind a draw that an option makes: people need not claim it. For each what was played,
    or why that cannot be."""
    found = _played(sheets, rules.engine, form)
    for options in rules.without_options() if any(map(_went_on, found)) else ():
        on = [i for i, playing in enumerate(found) if _went_on(playing)]
        engine = rules.under(options) if on else rules.engine
        names = ", ".join(f"{n}=false" for n in options)
        for i, again in zip(on, _played([sheets[i] for i in on], engine, form), strict=True):
            before = found[i]
            if isinstance(again, Playing) and isinstance(before, PlayedOnError):
                ended = before.last.ended
                reason = (ended.text or ended.name if ended is not None else "") or "a draw"
                said = f"the players went on at move {before.number} ({reason}): it is read with {names}"
                found[i] = replace(again, notes=(said, *again.notes))
            elif not isinstance(again, PlayedOnError):
                found[i] = again
    return found


def _went_on(found: Playing | Exception) -> bool:
    return isinstance(found, PlayedOnError) and not any(found.last.returns)


def _played(sheets: Sequence[pgn.Sheet], engine: Engine, form: Form) -> list[Playing | Exception]:
    found: list[Playing | Exception | None] = []
    games, begun = list[Written](), engine.initial_state(0)
    for sheet in sheets:
        try:
            start, seed = form.first(sheet, begun)
        except RecordError as error:
            found.append(error)
        else:
            games.append(Written(start, sheet.moves, seed))
            found.append(None)
    lines = iter(replayed(games, form.finds(engine.game), form.draws))
    return [_told(engine, next(lines)) if f is None else f for f in found]


def _told(engine: Engine, line: Line) -> Playing | Exception:
    if line.problem is not None:
        return line.problem
    if not line.null:
        return Playing(engine, line)
    said = f"move {line.null} is a null move, which the rules do not have: it is read up to there"
    return Playing(engine, line, (said,))


def _result(sheet: pgn.Sheet, last: State) -> tuple[tuple[float, ...], list[str]]:
    """What each player got, as the file says where the rules do not; and what it contradicts."""
    said = {r for r in (sheet.tags.get("Result", "*"), sheet.result or "*") if r in pgn.POINTS}
    notes = []
    if len(said) > 1:
        notes.append(
            f"its tag says {sheet.tags['Result']} and {sheet.result} stands behind its moves: the latter holds"
        )
        said = {sheet.result}
    points = int(sheet.tags.get("Points", 1))
    stated = tuple(points * value for value in pgn.POINTS[said.pop()]) if said else ()
    if "Cube" in sheet.tags:
        notes.append("the doubling cube is left out, and with it what it multiplies")
        stated = tuple(value / int(sheet.tags["Cube"]) for value in stated)
    if last.is_terminal:
        notes += contradiction(last, stated)
    return (() if last.is_terminal else stated), notes
