"""Games as PGN, and PGN as games: each move of a file is found among the legal ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play import kif_games
from interpreter.play.importing import Imported, Rules, bundled_called, contradiction, is_called, made_record
from interpreter.play.record import Record
from interpreter.play.replaying import Finds, Line, PlayedOnError, Playing, Written, replayed
from interpreter.play.scene.names import shortened
from interpreter.play.styles import notation, pdn, pgn
from interpreter.positions.documents import written
from interpreter.positions.fen import fen_of, read_fen


@dataclass(frozen=True, slots=True)
class Form:
    """A format of PGN's kin: how files are split, read and written, and their moves and positions; what a file says by its tags of which
    game it is, as `importing.is_called` knows it. `finds` is none where the style of the game says it; `check` raises RecordError for tags of
    another game; `tags` are those that are written of a game."""

    suffix: str
    fits: Callable[[Game], bool]
    text_of: Callable[[State, int], str]
    finds: Finds | None
    write_start: Callable[[State], str]
    read_start: Callable[[Engine, str], State]
    tags: Callable[[Game], dict[str, str]]
    check: Callable[[Mapping[str, str], Rules], None]
    calls: Callable[[Mapping[str, str]], str]
    read: Callable[[str], pgn.Sheet] = pgn.read
    write: Callable[[pgn.Sheet], str] = pgn.write
    split: Callable[[Iterable[bytes]], Iterator[str]] = pgn.split
    seats: Callable[[Game], Sequence[int]] = lambda game: (0, 1)
    """Who `White` and `Black` of the tags are. Results have the player first who begins."""


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
        "White": record.names.get(white) or "?",
        "Black": record.names.get(black) or "?",
        "Result": result_text(states[-1], record),
        **form.tags(game),
    }
    if states[-1].ended is not None and states[-1].ended.name:
        tags["Termination"] = states[-1].ended.name
    if states[0] != states[0].engine.initial_state(0):
        tags |= {"SetUp": "1", "FEN": _start(states[0], form)}
    if record.options:
        tags["Options"] = ", ".join(f"{n}={v}" for n, v in record.options.items())
    before = int(states[0].position()["fields"].get("turn", 1)) - 1
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
    form.check(sheet.tags, rules)
    (found,) = play_sheets([sheet], rules, form)
    if isinstance(found, Exception):
        raise found
    engine, line, tags = found.engine, found.line, sheet.tags
    result, notes = _result(sheet, line.last)
    white, black = (engine.game.players[i].name for i in form.seats(engine.game))
    record = made_record(
        rules.name,
        engine,
        line.notations(),
        {white: tags.get("White", "?"), black: tags.get("Black", "?")},
        tags.get("Date", "").replace(".", "-"),
        written(line.start.position()) if "FEN" in tags else "",
        result,
    )
    return Imported(record, engine, (*found.notes, *notes))


def _variant(tags: Mapping[str, str]) -> str:
    """The game that a file says that it has; "" where it does not."""
    return tags.get("Variant", "").strip(" ?-")


def _check_variant(tags: Mapping[str, str], rules: Rules) -> None:
    """Raises RecordError where the file says that it is another game."""
    variant = _variant(tags)
    if not variant or is_called(rules.engine.game, variant):
        return
    shown = shortened(visible(variant))
    refuse(rules, variant, f"{shown}, as its tag `Variant` says", f'also "{shown}"')


def _check_type(tags: Mapping[str, str], rules: Rules) -> None:
    """Raises RecordError where the file says by the number of its type that it is another game."""
    number = tags.get("GameType", "").split(",")[0].strip()
    if number and number != pdn.number_of(rules.engine.game):
        shown = shortened(visible(number))
        refuse(rules, f"PDN {number}", f"type {shown}, as its tag `GameType` says", f'pdn "{shown} ..."')


def refuse(rules: Rules, called: str, said: str, heading: str) -> NoReturn:
    """Says of a file that it is another game, and how to read it. Raises RecordError."""
    other = bundled_called(called)
    way = (
        f"read it with `gdl play {other} --load FILE`"
        if other is not None
        else f"if it is this game, give the rules the heading `{heading}`"
    )
    raise RecordError(f"this is a game of {said}, not of {rules.engine.game.title}: {way}")


def _no_start(engine: Engine, text: str) -> State:
    raise PositionError("this format has whole games alone")


def _no_text(state: State) -> str:
    raise PositionError("this format has whole games alone")


PGN = Form(
    suffix=".pgn",
    fits=lambda game: game.style is not None and game.style.name in ("san", "coordinates"),
    text_of=notation.text_of,
    finds=None,
    write_start=fen_of,
    read_start=read_fen,
    tags=lambda game: {"Variant": game.title},
    check=_check_variant,
    calls=lambda tags: _variant(tags) or "Standard",
)
PDN = Form(
    suffix=".pdn",
    fits=lambda game: pdn.number_of(game) is not None,
    text_of=pdn.text_of,
    finds=pdn.meant,
    write_start=pdn.write_start,
    read_start=pdn.read_start,
    tags=lambda game: {"GameType": pdn.number_of(game) or ""},
    check=_check_type,
    calls=lambda tags: f"PDN {tags.get('GameType', '').split(',')[0]}".strip(),
    read=lambda text: pgn.read(pdn.tidied(text)),
    seats=lambda game: sorted((0, 1), key=lambda i: game.players[i].name[:1] != "W"),
)
KIF = Form(
    suffix=".kif",
    fits=lambda game: kif_games.kinds_of(game) is not None,
    text_of=kif_games.text_of,
    finds=kif_games.meant,
    write_start=_no_text,
    read_start=_no_start,
    tags=lambda game: {},
    check=lambda tags, rules: None,
    calls=lambda tags: "KIF",
    read=kif_games.read,
    write=kif_games.write,
    split=kif_games.split,
)
FORMS = {form.suffix: form for form in (PGN, PDN, KIF)}


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
            start = _first(engine, sheet.tags["FEN"], form) if "FEN" in sheet.tags else begun
        except RecordError as error:
            found.append(error)
        else:
            games.append(Written(start, sheet.moves))
            found.append(None)
    lines = iter(replayed(games, form.finds))
    return [_told(engine, next(lines)) if f is None else f for f in found]


def _told(engine: Engine, line: Line) -> Playing | Exception:
    if line.problem is not None:
        return line.problem
    if not line.null:
        return Playing(engine, line)
    said = f"move {line.null} is a null move, which the rules do not have: it is read up to there"
    return Playing(engine, line, (said,))


def _first(engine: Engine, fen: str, form: Form) -> State:
    """Raises RecordError."""
    try:
        return form.read_start(engine, fen)
    except PositionError as error:
        raise RecordError(f"the game begins from a position that cannot be read (FEN): {error}") from error


def _result(sheet: pgn.Sheet, last: State) -> tuple[tuple[float, ...], list[str]]:
    """What each player got, as the file says where the rules do not; and what it contradicts."""
    said = {r for r in (sheet.tags.get("Result", "*"), sheet.result or "*") if r in pgn.POINTS}
    notes = []
    if len(said) > 1:
        notes.append(
            f"its tag says {sheet.tags['Result']} and {sheet.result} stands behind its moves: the latter holds"
        )
        said = {sheet.result}
    stated = pgn.POINTS[said.pop()] if said else ()
    if last.is_terminal:
        notes += contradiction(last, stated)
    return (() if last.is_terminal else stated), notes
