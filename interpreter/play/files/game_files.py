"""What the files of other programs, and saved games, say of their games: who played, the result, how many moves; and those games
played by the rules.

A file of any length is read game by game, and its games are played some thousand at a time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from gdl.diagnostics.values import GameError
from interpreter.engines.errors import RecordError
from interpreter.play import record
from interpreter.play.files import sgf as sgf_files
from interpreter.play.files import sheets
from interpreter.play.files.foreign import SUFFIXES, export_record, game_texts
from interpreter.play.files.importing import Imported, Rules
from interpreter.play.files.sgf import letters_of, play_tree
from interpreter.play.files.sheet_formats import FORMS, Form
from interpreter.play.replaying import Line, Playing
from interpreter.play.styles import pgn, sgf

RECORD = ".yaml"
READ = (*SUFFIXES, RECORD)  # the endings of files whose games are listed
_AT_ONCE = 4096  # games

Sheet = pgn.Sheet | sgf.Tree | record.Record


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of a file, by its number from 1. `calls`: what the file calls the game, `SGF 1` where it has a number for it;
    `broken`: why its text is in no order."""

    number: int
    text: str
    players: tuple[str, ...] = ()
    result: str = ""
    date: str = ""
    length: int = 0
    calls: str = ""
    sheet: Sheet | None = None
    form: Form | None = None
    broken: str = ""


def entries(path: Path) -> Iterator[Entry]:
    """The games of a file, one after the other; none of them is kept in memory. Raises RecordError."""
    if path.suffix.lower() == RECORD:
        yield _of_record(record.load(path))
        return
    form = FORMS.get(path.suffix.lower())
    for number, text in enumerate(game_texts(path), 1):
        try:
            yield _of_sgf(number, text) if form is None else _of_pgn(number, text, form)
        except pgn.BrokenError as error:
            yield Entry(number, text, broken=str(error))


def _of_pgn(number: int, text: str, form: Form) -> Entry:
    sheet = form.read(text)
    tags = sheet.tags
    result = sheet.result if sheet.result not in ("", "*") else tags.get("Result", "*")
    players = (tags.get("White", ""), tags.get("Black", ""))
    date = tags.get("Date", "")
    calls = form.calls(tags)
    return Entry(number, text, players, result, date, len(sheet.moves), calls, sheet, form)


def _of_sgf(number: int, text: str) -> Entry:
    tree = sgf.read(text, "BW")

    def said(name: str, instead: str = "") -> str:
        return (tree.root.get(name) or [instead])[0].strip()

    calls, players = f"SGF {said('GM', '1')}", (said("PB"), said("PW"))
    return Entry(number, text, players, said("RE"), said("DT"), len(tree.moves), calls, tree)


def _of_record(found: record.Record) -> Entry:
    result = ", ".join(f"{player} {value}" for player, value in found.result.items())
    players = tuple(found.called(p) for p in found.seats or found.names)
    return Entry(1, "", players, result, found.date[:10], len(found.moves), found.game, found)


def points_of(entry: Entry, game: Game) -> tuple[float, ...]:
    """What each player of the game got, where the file says it."""
    sheet = entry.sheet
    if isinstance(sheet, sgf.Tree):
        return sgf.points_of(entry.result, letters_of(game))
    if not isinstance(sheet, record.Record):
        return pgn.POINTS.get(entry.result, ())
    try:
        return tuple(float(sheet.result[p.name]) for p in game.players)
    except (KeyError, ValueError):
        return ()


# ---- played


def played(
    found: Iterable[Entry], rules_of: Callable[[Entry], Rules]
) -> Iterator[tuple[Entry, Playing | Exception]]:
    """Each game with its moves as they are played by its rules, or with the reason why they cannot be. `rules_of` raises RecordError
    where there are none."""
    rest = iter(found)
    while portion := list(islice(rest, _AT_ONCE)):
        yield from zip(portion, _portion(portion, rules_of), strict=True)


def _portion(portion: Sequence[Entry], rules_of: Callable[[Entry], Rules]) -> list[Playing | Exception]:
    made: dict[int, Playing | Exception] = {}
    together: dict[int, tuple[Rules, Form, list[int]]] = {}  # PGN and its kin, by their rules
    for at, entry in enumerate(portion):
        try:
            if entry.broken:
                raise RecordError(visible(entry.broken))
            rules, sheet = rules_of(entry), entry.sheet
            if isinstance(sheet, pgn.Sheet) and entry.form is not None:
                entry.form.check(sheet.tags, rules.engine.game)
                together.setdefault(id(rules), (rules, entry.form, []))[2].append(at)
            elif isinstance(sheet, sgf.Tree):
                made[at] = play_tree(_tree(entry, sheet, rules.engine.game), rules)
            elif isinstance(sheet, record.Record):
                made[at] = _replayed(sheet, rules)
        except (RecordError, GameError, pgn.BrokenError) as error:
            made[at] = error
    for rules, form, places in together.values():
        written = [s for at in places if isinstance(s := portion[at].sheet, pgn.Sheet)]
        made |= zip(places, sheets.play_sheets(written, rules, form), strict=True)
    return [made[at] for at in range(len(portion))]


def _tree(entry: Entry, sheet: sgf.Tree, game: Game) -> sgf.Tree:
    """The tree of a game, by the letters of its players."""
    letters = letters_of(game)
    return sheet if letters == [*"BW"] else sgf.read(entry.text, letters)


def converted(entry: Entry, found: Playing, name: str, wanted: str) -> tuple[str, tuple[str, ...]]:
    """A game that was played by the rules of this name as the text of a file with an ending, and what is to be said of how it was read.
    Raises RecordError."""
    sheet = entry.sheet
    if isinstance(sheet, sgf.Tree):
        made = sgf_files.imported(_tree(entry, sheet, found.engine.game), found, name)
    elif isinstance(sheet, pgn.Sheet) and entry.form is not None:
        made = sheets.imported(sheet, found, name, entry.form)
    else:
        assert isinstance(sheet, record.Record)
        made = Imported(sheet, found.engine)
    text = made.record.to_yaml() if wanted == RECORD else export_record(made.record, made.engine, wanted)
    return text, made.notes


def _replayed(found: record.Record, rules: Rules) -> Playing:
    """Raises RecordError, GameError."""
    engine = rules.open(found)
    states = record.replay(found, engine)
    actions = [s.action_from_string(m) for s, m in zip(states, found.moves, strict=False)]
    return Playing(engine, Line(states[0], states[-1], actions, drawn=dict(found.drawn)))
