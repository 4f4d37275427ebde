"""The words that can be typed at a game: what they mean, and what each gives to be shown.

A command is a function of the model and of what is typed behind its word. It gives None where the word means something else, as
`draw` does in a game whose rules have such an action.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gdl.core.model import Game
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter.engines.errors import IllegalAction, RecordError
from interpreter.play import record
from interpreter.play.bots import RandomBot
from interpreter.play.files import foreign
from interpreter.play.files.importing import Rules
from interpreter.play.moves import numbered_moves, why
from interpreter.play.scene.cards import without_signs
from interpreter.play.scene.names import runs, shortened
from interpreter.play.scene.observer import relation_names
from interpreter.play.session import goes_on, resignation, seed_of_bot
from interpreter.play.sheet.blocks import about, draw_sheet
from interpreter.play.sheet.reasons import draw_reasons, reason_in_short
from interpreter.play.sheet.sheet import sheet
from interpreter.play.tables import secret_setup
from interpreter.play.terminal.model import Board, Do, Model, Moves, Step, Text, Thought
from interpreter.play.terminal.texts import columns, columns_of_kinds, counted, parts, sentence, stated_end

_DEPTH = 2  # of the reasons behind a reason
_MOST_DECISIONS = 10_000  # that one command takes back


@dataclass(frozen=True, slots=True)
class Command:
    """`usage`: as the help shows it, its word first."""

    usage: str
    meaning: str
    do: Do

    @property
    def word(self) -> str:
        return self.usage.partition(" ")[0]


def _moves(model: Model, rest: str) -> Iterator[Step] | None:
    """All legal moves, or those in which every word occurs."""
    if model.table.is_over:
        return None
    words = set(without_signs(model.game, rest).lower().split())
    moves = [
        m for m in numbered_moves(model.table.state) if words <= {*parts(m.text), *m.text.lower().split()}
    ]
    none = f"No legal move contains `{shortened(rest)}`; `moves` lists them all."
    return iter([Moves(moves, is_asked=True) if moves else Text(none)])


def _rules(model: Model, name: str) -> Iterator[Step]:
    """The rule sheet, or what it says of a name."""
    blocks = sheet(model.table.engine, with_moves=False)
    if name and not (blocks := about(blocks, name)):
        yield Text(f"The rules say nothing of `{shortened(name)}`; `rules` shows all of them.", is_long=True)
        return
    yield Text(draw_sheet(model.game, blocks, model.page.width - 1, model.page.colour), is_long=True)


def _history(model: Model, rest: str) -> Iterator[Step]:
    """The moves so far, as the person who looks has learnt of them."""
    rows = runs([model.move_text(i) for i in range(len(model.session.moves))])
    cells = [
        f"{first}. {said}" if first == last else f"{first}-{last}. {said} ×{last - first + 1}"
        for first, last, said in rows
    ]
    yield Text(columns(cells, model.page.width) or "No move has been made yet.", is_long=True)


def _hint(model: Model, rest: str) -> Iterator[Step] | None:
    return None if model.table.is_over else iter([Thought()])


def _relation(model: Model, name: str) -> Iterator[Step]:
    """Shows a relation with the board from now on, or hides it."""
    known = relation_names(model.game)
    if model.relation and name in ("", model.relation):
        model.relation = ""
    elif name in known:
        model.relation = name
    elif len(known) == 1 and not name:
        model.relation = known[0]
    else:
        there_are = "the relations are: " + ", ".join(known) if known else "this game has none"
        what = f"there is no relation `{name}`" if name else "relation needs a name"
        yield Text(f"{what}; {there_are}")
        return
    yield Board()


def _why(model: Model, text: str) -> Iterator[Step]:
    is_read, colour = model.page.is_read, model.page.colour
    if not text:
        yield Text("why needs a move, as in `why b4-a5`", is_long=True)
        return
    try:
        reasons = why(model.table.state, text, _DEPTH if is_read else 0)
    except IllegalAction as error:
        yield Text(sentence(str(error)), is_long=True)
        return
    say = partial(reason_in_short, model.game) if is_read else None
    yield Text(draw_reasons(reasons, colour, say) if reasons else f"{text} is legal.", is_long=True)


# ---- undo and redo


def _undo(model: Model, rest: str) -> Iterator[Step]:
    if model.session.agreed:
        model.session.go_on()
        yield model.go_elsewhere()
        yield Text("The game goes on.")
        return
    yield from _back_or_forward(model, "undo", rest)


def _redo(model: Model, rest: str) -> Iterator[Step]:
    yield from _back_or_forward(model, "redo", rest)


def _back_or_forward(model: Model, word: str, rest: str) -> Iterator[Step]:
    if rest and not re.fullmatch(r"0*[1-9]\d{0,8}", rest):
        yield Text(f"{word} takes a number of decisions, as in `{word} 2`, not `{rest}`.")
        return
    count = _moved(model, word, int(rest) if rest else 1)
    if count is None:
        yield Text(
            "That cannot be taken back: since then something hidden has been seen, or chance has decided."
        )
    elif count:
        yield model.go_elsewhere()
        yield Text(f"{'Took back' if word == 'undo' else 'Replayed'} {counted(count)}.")
    else:
        yield Text(f"There is nothing to {word}.")


def _moved(model: Model, word: str, times: int) -> int | None:
    """Undoes or redoes decisions; the number of moves, None where a secret prevents it."""
    session, count = model.session, 0
    for _ in range(min(times, _MOST_DECISIONS)):
        if word == "undo" and session.would_reveal():
            return count or None
        moved = session.undo() if word == "undo" else session.redo()
        count += moved
        if not moved:
            break
    return count


# ---- ends by people, and set-ups in secret


def names_action(game: Game, word: str) -> bool:
    """Whether the rules have an action of this name, which then comes before the word of a table: cards are drawn, too."""
    return any(action.name.lower() == word for action in game.actions)


def _alone(word: str, do: Callable[[Model], Iterator[Step]]) -> Do:
    """A word with nothing behind it, which an action of the rules may have for its name."""
    return lambda model, rest: None if rest or names_action(model.game, word) else do(model)


def _resign(model: Model) -> Iterator[Step]:
    """The player to move gives up; where the others play on, a bot takes the seat."""
    table, session = model.table, model.session
    player = table.state.current_player
    plays_on = goes_on(model.game, player, session.people)
    table.resign(player, lambda: RandomBot(seed_of_bot(session.seed, player)))
    yield model.go_elsewhere()
    if plays_on:
        yield Text(f"{resignation(model.game, player)} A bot takes the seat.")


def _draw(model: Model) -> Iterator[Step]:
    """All who sit at this terminal agree on a draw."""
    model.table.wish(model.table.state.current_player, "draw")
    yield model.go_elsewhere()


def _shuffle(model: Model) -> Iterator[Step]:
    last = secret_setup.shuffle(model.table, model.table.state.current_player)
    yield model.go_elsewhere()
    model.choices.path = last


def _mirror(model: Model) -> Iterator[Step]:
    secret_setup.mirror(model.table, model.table.state.current_player)
    yield model.go_elsewhere()


def _clear(model: Model) -> Iterator[Step]:
    secret_setup.clear(model.table, model.table.state.current_player)
    yield model.go_elsewhere()


# ---- files


def _file(model: Model, name: str, word: str) -> Iterator[Step]:
    if not name:
        yield Text(f"{word} needs the name of a file, as in `{word} game.yaml`")
        return
    try:
        if word == "load":
            yield from _load(model, _path(name))
        else:
            yield Text(_saved(model, _path(name), word == "seal"))
    except RecordError as error:
        yield Text(sentence(str(error)))
    except GameError as error:
        said = render(error.diagnostics, model.page.colour)
        yield Text(f"{shortened(name)}: its rules cannot be loaded:\n{said}")


def _saved(model: Model, path: Path, is_sealed: bool) -> str:
    """Writes the game down; what is said of it."""
    session = model.session
    if foreign.is_foreign(path):
        text = foreign.export_record(session.record(), session.engine, path.suffix.lower())
        foreign.write(path, text)
        return f"Wrote {counted(len(session.moves))} for other programs in {path}."
    session.save(path, is_sealed)
    said = f"Saved {counted(len(session.moves))} in {path}."
    if not session.game.is_hidden or session.state.is_terminal:
        return said
    if is_sealed:
        return f"{said} It is sealed until the game is over."
    return f"{said} It holds what is hidden, too: `seal FILE` saves it so that nobody reads that by chance."


def _load(model: Model, path: Path) -> Iterator[Step]:
    session = model.session
    if foreign.is_foreign(path):
        found = foreign.import_record(path, Rules(session.engine, session.name, model.open_record))
        saved = found.record
        session.resume(saved, found.engine)
        yield from (Text(f"Note: {note}.") for note in found.notes)
    else:
        saved = record.load(path)
        session.resume(saved, model.open_record(saved))
    changed = record.rule_change(saved.game, saved.rules)
    yield model.go_elsewhere()
    yield Text(f"Loaded {counted(len(session.moves))} from {path}.")
    if said := stated_end(session):
        yield Text(said)
    if changed:
        yield Text(sentence(changed))


def _path(name: str) -> Path:
    """The file that a person means. Raises RecordError."""
    try:
        return Path(name).expanduser()
    except (RuntimeError, ValueError) as error:
        raise RecordError(f"{shortened(name)}: {error}") from error


# ---- all of them


def _help(model: Model, rest: str) -> Iterator[Step]:
    yield Text(help_text(), is_long=True)


_LIST = (
    Command("help", "what can be typed", _help),
    Command("moves [WORD]", "all legal moves, or those with this word", _moves),
    Command("kinds", "the table of the pieces", lambda model, _: iter([Text(columns_of_kinds(model.game), True)])),
    Command("rules [NAME]", "the rules of the game, or what they say of a kind, an action or a word", _rules),
    Command("show", "the board again", lambda model, _: iter([Board()])),
    Command("undo [N]", "back to your last decision, or N decisions", _undo),
    Command("redo [N]", "forward again", _redo),
    Command("hint", "the moves that a search finds best", _hint),
    Command("history", "the moves so far", _history),
    Command("resign", "give up; with more than two sides a bot takes the seat", _alone("resign", _resign)),
    Command("draw", "all players at this screen agree on a draw; `undo` goes on after both", _alone("draw", _draw)),
    Command("shuffle", "lay out the rest of a secret set-up at random", _alone("shuffle", _shuffle)),
    Command("mirror", "lay a secret set-up out as in a mirror", _alone("mirror", _mirror)),
    Command("clear", "take a secret set-up back", _alone("clear", _clear)),
    Command("relation [NAME]", "show a relation between pieces, and what can be captured; again: hide it", _relation),
    Command("why MOVE", "why a move is not legal", _why),
    Command("save FILE", "write the game down; in a file for other programs, such as .pgn or .sgf", partial(_file, word="save")),
    Command("seal FILE", "the same; what is hidden cannot be read by chance until the game is over", partial(_file, word="seal")),
    Command("load FILE", "continue a saved game", partial(_file, word="load")),
)  # fmt: skip

HELP = (*((c.usage, c.meaning) for c in _LIST), ("quit", "stop"))
"""What can be typed, with what it means."""

COMMANDS = {c.word: c.do for c in _LIST}
COMMANDS |= {"?": COMMANDS["help"], "table": COMMANDS["kinds"], "board": COMMANDS["show"]}

_TYPED = (
    "  a move: its number (`#5` where moves are numbers themselves), its notation, its sites (`b4 a5`) or its\n"
    "  action's name and choices; a site alone lists its moves; several moves with commas between them"
)


def help_text() -> str:
    """Moves, then each command with its meaning."""
    return "\n".join([_TYPED, *(f"  {usage:<10} {meaning}" for usage, meaning in HELP)])
