"""The commands of a table: `moves`, `undo`, `why`, `save` and so on."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gdl.core.model import Game
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, RecordError
from interpreter.play import foreign, record
from interpreter.play.bots import RandomBot
from interpreter.play.hints import hint, hint_text
from interpreter.play.importing import Rules
from interpreter.play.moves import numbered_moves, why
from interpreter.play.record import Record
from interpreter.play.scene.names import runs, shortened
from interpreter.play.scene.observer import relation_names
from interpreter.play.session import AGREED, Session, goes_on, resignation, returns_without, seed_of_bot
from interpreter.play.sheet.blocks import about, draw_sheet
from interpreter.play.sheet.reasons import draw_reasons, reason_in_short
from interpreter.play.sheet.sheet import sheet
from interpreter.play.terminal.screen import (
    Console,
    Screen,
    columns,
    columns_of_kinds,
    counted,
    help_text,
    parts,
    sentence,
)

Opener = Callable[[Record], Engine]  # the engine that a record is played on

_DEPTH = 2  # of the reasons behind a reason
_MOST_DECISIONS = 10_000  # that one command takes back


class Commands:
    """Obeys commands. `on_change` is called when the game has gone to another state than by a move."""

    def __init__(
        self,
        session: Session,
        console: Console,
        screen: Screen,
        open_record: Opener,
        on_change: Callable[[], None],
        has_reader: bool = False,
    ) -> None:
        """`has_reader`: people read the answers on a screen, so reasons are told in words."""
        self.has_reader = has_reader or console.is_terminal
        self.session, self.console, self.screen = session, console, screen
        self.open_record, self.on_change = open_record, on_change
        self.tell = console.tell

    def obey(self, word: str, rest: str) -> bool:
        """Obeys a command, given by its first word in small letters and the rest of the line. False: there is none."""
        match word:
            case "help" | "?":
                self.tell(help_text())
            case "moves" if not self.session.is_over:
                self._list_moves(rest)
            case "kinds" | "table":
                self.tell(columns_of_kinds(self.session.game))
            case "rules":
                self._tell_rules(rest)
            case "show" | "board":
                self.screen.show()
            case "undo" | "redo":
                self._back_or_forward(word, rest)
            case "hint" if not self.session.is_over:
                state = self.session.state
                self.tell(hint_text(state, hint(state, len(self.session.moves))))
            case "history":
                self._tell_history()
            case "resign" | "draw" if not rest and not names_action(self.session.game, word):
                self._give_up(word)
            case "relation":
                self._choose_relation(rest)
            case "why":
                self._why(rest)
            case "save" | "seal" | "load":
                self._file(word, rest)
            case _:
                return False
        return True

    def _tell_rules(self, name: str) -> None:
        """The rule sheet, or what it says of a name."""
        blocks = sheet(self.session.engine, with_moves=False)
        if name and not (blocks := about(blocks, name)):
            self.tell(f"The rules say nothing of `{shortened(name)}`; `rules` shows all of them.")
            return
        self.tell(draw_sheet(self.session.game, blocks, self.console.width - 1, self.console.colour))

    def _list_moves(self, rest: str) -> None:
        """All legal moves, or those in which every word occurs."""
        words = set(rest.lower().split())
        moves = [
            m
            for m in numbered_moves(self.session.state)
            if words <= {*parts(m.text), *m.text.lower().split()}
        ]
        if moves:
            self.screen.show_moves(moves)
        else:
            self.tell(f"No legal move contains `{shortened(rest)}`; `moves` lists them all.")

    def _tell_history(self) -> None:
        """The moves so far, as the person in front of the screen has learnt of them."""
        session = self.session
        viewer = self.screen.viewer if session.has_secrets else session.viewer
        told = [m if viewer is None else session.seen(i, viewer) for i, m in enumerate(session.moves)]
        by = [session.player(state) for state in session.states]
        rows = runs([f"{who}: {text}" for who, text in zip(by, told, strict=False)])
        cells = [
            f"{first}. {said}" if first == last else f"{first}-{last}. {said} ×{last - first + 1}"
            for first, last, said in rows
        ]
        self.tell(columns(cells, self.console.width) or "No move has been made yet.")

    # ---- ends by people

    def _give_up(self, word: str) -> None:
        """The player to move gives up, or all who sit at this screen agree on a draw."""
        session = self.session
        player = session.state.current_player
        if session.is_over:
            self.tell("The game is over.")
        elif word == "draw" and len(session.people) < len(session.seats):
            self.tell("A bot plays on: it agrees to no draw.")
        elif word == "draw":
            session.end(returns_without(session.game, None), AGREED)
            self.on_change()
        elif goes_on(session.game, player, session.people):
            session.seats[player] = RandomBot(seed_of_bot(session.seed, player))
            self._changed(f"{resignation(session.game, player)} A bot takes the seat.")
        else:
            session.end(returns_without(session.game, player), resignation(session.game, player))
            self.on_change()

    # ---- undo and redo

    def _back_or_forward(self, word: str, rest: str) -> None:
        if word == "undo" and self.session.agreed:
            self.session.go_on()
            self._changed("The game goes on.")
            return
        if rest and not re.fullmatch(r"0*[1-9]\d{0,8}", rest):
            self.tell(f"{word} takes a number of decisions, as in `{word} 2`, not `{rest}`.")
            return
        count = self._moved(word, int(rest) if rest else 1)
        if count is None:
            self.tell(
                "That cannot be taken back: since then something hidden has been seen, or chance has decided."
            )
        elif count:
            self._changed(f"{'Took back' if word == 'undo' else 'Replayed'} {counted(count)}.")
        else:
            self.tell(f"There is nothing to {word}.")

    def _moved(self, word: str, times: int) -> int | None:
        """Undoes or redoes decisions; the number of moves, None where a secret prevents it."""
        once = self.session.undo if word == "undo" else self.session.redo
        count = 0
        for _ in range(min(times, _MOST_DECISIONS)):
            if word == "undo" and self.session.would_reveal():
                return count or None
            moved = once()
            count += moved
            if not moved:
                break
        return count

    def _changed(self, message: str) -> None:
        self.on_change()
        self.tell(message)

    # ---- relations and reasons

    def _choose_relation(self, name: str) -> None:
        known = relation_names(self.session.game)
        if self.screen.relation and name in ("", self.screen.relation):
            self.screen.relation = ""
        elif name in known:
            self.screen.relation = name
        elif len(known) == 1 and not name:
            self.screen.relation = known[0]
        else:
            there_are = "the relations are: " + ", ".join(known) if known else "this game has none"
            what = f"there is no relation `{name}`" if name else "relation needs a name"
            self.tell(f"{what}; {there_are}")
            return
        self.screen.is_current = False

    def _why(self, text: str) -> None:
        if not text:
            self.tell("why needs a move, as in `why b4-a5`")
            return
        try:
            reasons = why(self.session.state, text, _DEPTH if self.has_reader else 0)
        except IllegalAction as error:
            self.tell(sentence(str(error)))
            return
        say = partial(reason_in_short, self.session.game) if self.has_reader else None
        self.tell(draw_reasons(reasons, self.console.colour, say) if reasons else f"{text} is legal.")

    # ---- files

    def _file(self, word: str, name: str) -> None:
        if not name:
            self.tell(f"{word} needs the name of a file, as in `{word} game.yaml`")
            return
        try:
            if word == "load":
                self._load(_path(name))
            else:
                self._save(_path(name), word == "seal")
        except RecordError as error:
            self.tell(sentence(str(error)))
        except GameError as error:
            self.tell(
                f"{shortened(name)}: its rules cannot be loaded:\n{render(error.diagnostics, self.console.colour)}"
            )

    def _save(self, path: Path, is_sealed: bool) -> None:
        session = self.session
        if foreign.is_foreign(path):
            text = foreign.export_record(session.record(), session.engine, path.suffix.lower())
            foreign.write(path, text)
            self.tell(f"Wrote {counted(len(session.moves))} for other programs in {path}.")
            return
        session.save(path, is_sealed)
        secrets = ""
        if session.game.is_hidden and not session.state.is_terminal:
            secrets = (
                " It is sealed until the game is over."
                if is_sealed
                else (
                    " It holds what is hidden, too: `seal FILE` saves it so that nobody reads that by chance."
                )
            )
        self.tell(f"Saved {counted(len(session.moves))} in {path}.{secrets}")

    def _load(self, path: Path) -> None:
        if foreign.is_foreign(path):
            rules = Rules(self.session.engine, self.session.name, self.open_record)
            found = foreign.import_record(path, rules)
            saved = found.record
            self.session.resume(saved, found.engine)
            for note in found.notes:
                self.tell(f"Note: {note}.")
        else:
            saved = record.load(path)
            self.session.resume(saved, self.open_record(saved))
        changed = record.rule_change(saved.game, saved.rules)
        self._changed(f"Loaded {counted(len(self.session.moves))} from {path}.")
        if changed:
            self.tell(sentence(changed))


def names_action(game: Game, word: str) -> bool:
    """Whether the rules have an action of this name, which then comes before the word of a table: cards are drawn, too."""
    return any(action.name.lower() == word for action in game.actions)


def _path(name: str) -> Path:
    """The file that a person means. Raises RecordError."""
    try:
        return Path(name).expanduser()
    except (RuntimeError, ValueError) as error:
        raise RecordError(f"{shortened(name)}: {error}") from error
