"""Playing in the terminal: the loop behind `gdl play`.

On a terminal moves are typed with completion and drawn in colour; through a pipe the input is plain lines,
the output plain text, and the end of the input ends the game without fuss.
"""

import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from gdl.diagnostics import GameError
from gdl.render import render
from interpreter.engines.base import Engine, Position, State
from interpreter.engines.errors import IllegalAction, RecordError
from interpreter.engines.notation import plain_value
from interpreter.play import record
from interpreter.play.choices import listing, parts
from interpreter.play.phrases import columns_of_kinds, counted, result, sentence
from interpreter.play.record import Record
from interpreter.play.relations import Relation, relation
from interpreter.play.scene import contains_hidden, signs_of
from interpreter.play.scores import score
from interpreter.play.session import Move, Session, is_forced, listed
from interpreter.play.view import draw, draw_reasons

SHOWN = 60  # legal moves that are listed unasked
_AROUND = 7  # rows of the screen that a board should leave: for moves, the prompt and empty lines
_FEWEST_ROWS = 3  # for moves, however large the board is
COMMANDS = {
    "help": "what can be typed",
    "moves [WORD]": "all legal moves, or those with this word",
    "kinds": "the table of the pieces",
    "show": "the board again",
    "undo [N]": "back to your last decision, or N decisions",
    "redo [N]": "forward again",
    "relation [NAME]": "show who stands in a relation to whom, and what can be captured; again: no more",
    "why MOVE": "why a move is not legal",
    "save FILE": "write the game down",
    "load FILE": "go on with a saved game",
    "quit": "stop",
}

Opener = Callable[[Record], Engine]


@dataclass(frozen=True, slots=True)
class Ears:
    """How the loop hears and speaks: `ask` gives the next line and raises EOFError after the last."""

    ask: Callable[[str, Session], str]
    tell: Callable[[str], None]
    colour: bool = False
    is_terminal: bool = False
    width: int = 80
    height: int | None = None  # rows of the screen; None where there is no screen to overflow


def run(session: Session, open_record: Opener, colour: bool) -> int:
    """Plays until the end, `quit` or the end of the input. The exit code: 0, or 1 when the rules go wrong."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    size = shutil.get_terminal_size()
    width, height = (size.columns, size.lines) if is_terminal else (100, None)
    ask = _prompt() if is_terminal and session.has_people else _line
    return Table(session, Ears(ask, print, colour, is_terminal, width, height), open_record).play()


def _line(prompt: str, session: Session) -> str:
    """A line of the plain input, echoed after its prompt, so that what is printed reads as a conversation."""
    print(prompt, end="", flush=True)
    text = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(text.rstrip("\n"))
    if not text:
        raise EOFError
    return text


def _wait(text: str) -> None:
    """Until Enter is pressed: nothing that is typed meanwhile is shown, completed or remembered."""
    from prompt_toolkit import PromptSession

    PromptSession[str]().prompt(text, is_password=True)


def _prompt() -> Callable[[str, Session], str]:
    """A line typed on a terminal, with history and completion."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        """Moves and commands that begin with what is typed."""

        def __init__(self) -> None:
            self.session: Session | None = None
            self.known: tuple[State | None, list[str]] = (None, [])

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor.lstrip()
            if not typed or self.session is None:
                return
            if self.known[0] is not self.session.state:
                moves = listed(self.session.state)
                self.known = (
                    self.session.state,
                    [*(m.text for m in moves), *(c.split()[0] for c in COMMANDS)],
                )
            for known in self.known[1]:
                if known.lower().startswith(typed.lower()) and known != typed:
                    yield Completion(known, start_position=-len(typed))

    words = Words()
    prompts: dict[int | None, PromptSession[str]] = {}  # each person has a history of his own

    def ask(text: str, session: Session) -> str:
        words.session = session
        who = session.viewer if session.has_secrets else None
        if who not in prompts:
            prompts[who] = PromptSession(completer=words, complete_while_typing=False)
        return prompts[who].prompt(text)

    return ask


class Table:
    """The loop: shows the board, hears lines, and has bots move."""

    def __init__(self, session: Session, ears: Ears, open_record: Opener) -> None:
        self.session = session
        self.ears = ears
        self.tell = ears.tell
        self.open_record = open_record
        self._is_shown = False
        self._has_told_end = False
        self._viewer: int | None = None  # who has looked at the board last
        self._relation = ""  # which one is shown
        self._drawn_rows = 0  # of the board that was shown last

    def play(self) -> int:
        session = self.session
        self.tell(fill(self._title(), self.ears.width - 1))
        while True:
            try:
                if session.bot is not None:
                    self._bot_moves()
                elif (session.state.is_terminal and not self._tell_end()) or not self._hear():
                    return 0
            except EOFError:
                if not session.state.is_terminal:
                    self.tell(
                        f"\nThe input has ended; the game is unfinished after {counted(len(session.moves))}."
                    )
                return 0
            except GameError as error:
                self.tell(render(error.diagnostics, self.ears.colour))
                if session.bot is not None or not session.has_people:
                    return 1

    def _title(self) -> str:
        seats = zip(self.session.game.players, self.session.seats, strict=True)
        who = ", ".join(f"{p.name} {bot.name if bot else 'human'}" for p, bot in seats)
        options = ", ".join(f"{n}={plain_value(v)}" for n, v in self.session.record().options.items())
        more = f" ({options})" if options else ""
        hint = " Type `help` for what can be typed." if self.session.has_people else ""
        seed = "" if self.session.game.is_hidden else f", seed {self.session.seed}"  # from it secrets follow
        return f"{self.session.game.title}{more}. {who}{seed}.{hint}"

    # ---- showing

    def show(self, viewer: int | None = None) -> None:
        """The board as the person who looks may see it, also at the end; everything when only bots play."""
        session = self.session
        state = session.state
        if viewer is None:
            viewer = session.viewer
            if state.is_terminal and session.has_secrets and self._viewer is not None:
                viewer = self._viewer  # nobody else has been asked to look
        position = state.position() if viewer is None else state.observation(viewer)
        related = self._related(position)
        drawn = self._drawn(position, related, is_tight=False)
        if self.ears.height is not None and drawn.count("\n") + _AROUND > self.ears.height:
            drawn = self._drawn(position, related, is_tight=True)
        self.tell(f"\n{drawn}\n")
        self._is_shown = True
        self._drawn_rows = drawn.count("\n") + 3  # with the empty lines around it

    def _drawn(self, position: Position, related: Relation | None, is_tight: bool) -> str:
        session = self.session
        return draw(
            session.game,
            position,
            colour=self.ears.colour,
            marks=self._last_marks(),
            relation=related,
            signs=signs_of(session.engine, session.state, position),
            score=score(session.engine, session.state, position),
            width=self.ears.width - 1,
            is_tight=is_tight,
        )

    def _hand_over(self) -> None:
        """Between two people who may not see the same: the screen is emptied until the next one sits down."""
        session = self.session
        viewer = session.viewer
        if viewer is None or not session.has_secrets or viewer == self._viewer:
            return
        people = (i for i, seat in enumerate(session.seats) if seat is None)
        if not any(contains_hidden(session.state.observation(p)) for p in people):
            self._viewer = viewer
            return
        name = session.game.players[viewer].name
        self._last_look(self._viewer)
        if self.ears.is_terminal:
            self.tell("\x1b[2J\x1b[3J\x1b[H")
            _wait(f"{name} is to look now, nobody else. Press Enter. ")
            self.tell("\x1b[2J\x1b[3J\x1b[H")
        else:
            self.tell(f"\n{name} is to look now, nobody else.")
        self._viewer = viewer
        self._tell_moves(viewer)

    def _last_look(self, viewer: int | None) -> None:
        """Shows who still sits there what his last move has uncovered, such as a card that he drew."""
        if viewer is None or not self.session.has_uncovered(viewer):
            return
        self.show(viewer)
        if self.ears.is_terminal:
            _wait(
                f"{self.session.game.players[viewer].name}, this is what you see now. Press Enter to hand over. "
            )

    def _tell_moves(self, viewer: int) -> None:
        """What the others did since this person last decided, as far as he may know it."""
        session = self.session
        last = next(
            (i for i in range(len(session.moves) - 1, -1, -1) if session.states[i].current_player == viewer),
            -1,
        )
        told: list[
            tuple[str, int, int]
        ] = []  # what was done, the numbers of the first and the last such move
        secret = 0
        for i in range(last + 1, len(session.moves)):
            text = session.seen(i, viewer)
            if text is None:
                secret += 1
                continue
            said = f"{session.player(session.states[i])}: {text}"
            if told and told[-1][0] == said and told[-1][2] == i:
                told[-1] = (said, told[-1][1], i + 1)
            else:
                told.append((said, i + 1, i + 1))
        for said, first, final in told:
            times = f" ({final - first + 1} times)" if final > first else ""
            self.tell(f"{first}{f'..{final}' if times else ''}. {said}{times}")
        if secret:
            self.tell(f"{counted(secret)} of the others {'is' if secret == 1 else 'are'} hidden from you.")

    def _last_marks(self) -> dict[str, str]:
        """A mark at the sites of the last move."""
        if len(self.session.states) < 2:
            return {}
        before, text = self.session.states[-2], self.session.moves[-1]
        viewer = self.session.viewer
        try:
            if viewer is not None and self.session.seen(len(self.session.moves) - 1, viewer) is None:
                return {}
            sites = before.action_sites(before.action_from_string(text))
        except IllegalAction:
            return {}
        return {self.session.game.board.sites[s].name: ">" for s in sites}

    def _show_moves(self, moves: Sequence[Move], most: int | None = None) -> None:
        """A list of moves; one that is shown unasked (`most`) leaves the board on the screen."""
        rows = None
        if most is not None and self.ears.height is not None:
            rows = max(_FEWEST_ROWS, self.ears.height - self._drawn_rows - 1)
        self.tell(listing(moves, self.ears.width, most, rows))

    # ---- turns

    def _bot_moves(self) -> None:
        bot = self.session.bot
        assert bot is not None
        who = self.session.player()
        self.session.play(self.session.chosen())
        if self.session.has_secrets and self._viewer is None and not self.session.state.is_terminal:
            return  # who looks first will be told
        number, viewer = len(self.session.moves), self.session.viewer
        if self.session.has_secrets and self._viewer is not None:
            viewer = self._viewer  # who still sits there; the next one will be told when he looks
        seen = self.session.moves[-1] if viewer is None else self.session.seen(number - 1, viewer)
        self.tell(f"{number}. {who}: {seen or '(hidden)'}")
        if not self.session.has_people:
            self.show()
        self._is_shown = False

    def _hear(self) -> bool:
        """Asks the person to move for a line and obeys. False: stop."""
        session = self.session
        is_over = session.state.is_terminal
        moves = [] if is_over else listed(session.state)
        forced = is_forced(moves)
        if not is_over and not self._is_shown:
            self._hand_over()
            self.show()
            if forced:
                self.tell(f"{session.player()} has no other move: press Enter or type `{moves[0].text}`.")
            else:
                self._show_moves(moves, SHOWN)
        text = self.ears.ask("over> " if is_over else f"{session.player()}> ", session).strip()
        if not text:
            if forced:
                self._play(moves[0])
            return True
        word, _, rest = text.partition(" ")
        if word.lower() in ("quit", "exit", "q"):
            if not is_over:
                self.tell(f"The game is unfinished after {counted(len(session.moves))}.")
            return False
        if not any(m.text.lower() == text.lower() for m in moves) and self._command(
            word.lower(), rest.strip()
        ):
            return True
        if is_over:
            self.tell("The game is over: `undo`, `save FILE`, `load FILE` or `quit`.")
            return True
        self._try(text)
        return True

    def _try(self, text: str) -> None:
        """Plays a move, or several that are separated by commas, as far as they are legal and the person's own."""
        comma = r",(?![-\d])|(?<!\d)," if self.session.game.board.is_growing else ","  # `0,1` is a site there
        texts = [t.strip() for t in re.split(comma, text) if t.strip()]
        player = self.session.state.current_player
        if len(texts) < 2 or any(m.text.lower() == text.lower() for m in listed(self.session.state)):
            self._try_one(text)
            return
        for i, one in enumerate(texts):
            before = len(self.session.moves)
            if self.session.state.is_terminal or self.session.state.current_player != player:
                self.tell(
                    f"Not played, since it is not {self.session.game.players[player].name}'s turn: {', '.join(texts[i:])}."
                )
                return
            self._try_one(one)
            if len(self.session.moves) == before:
                if texts[i + 1 :]:
                    self.tell(f"Not played: {', '.join(texts[i + 1 :])}.")
                return

    def _try_one(self, text: str) -> None:
        try:
            found = self.session.read_move(text)
        except IllegalAction as error:
            self.tell(sentence(str(error)))
            return
        if len(found) == 1 and not self._is_only_a_site(text):
            self._play(found[0])
        else:
            self._show_moves(found)

    def _is_only_a_site(self, text: str) -> bool:
        """A site alone asks for its moves, unless it is the notation of one."""
        is_site = self.session.game.board.site(text.lower()) is not None
        return is_site and not any(m.text.lower() == text.lower() for m in listed(self.session.state))

    def _play(self, move: Move) -> None:
        who = self.session.player()
        try:
            text = self.session.play(move.action)
        except IllegalAction as error:
            self.tell(sentence(str(error)))
            return
        self.tell(f"{len(self.session.moves)}. {who}: {text}")
        self._is_shown = False

    def _tell_end(self) -> bool:
        """Says who has won, once. False: nobody is there to go on."""
        session = self.session
        if self._has_told_end:
            return True
        self._has_told_end = True
        if session.has_people:
            self.show()
        ended = session.state.ended
        seed = f"\nThe seed was {session.seed}." if session.game.is_hidden else ""
        self.tell(
            f"{result(session)} ({counted(len(session.moves))})" + (f"\n{ended.text}" if ended else "") + seed
        )
        if not session.has_people:
            return False
        if self.ears.is_terminal:
            self.tell("`save FILE`, `undo` or `quit`?")
        return True

    # ---- commands

    def _command(self, word: str, rest: str) -> bool:
        """Obeys a command. False: the word is none."""
        match word:
            case "help" | "?":
                self._help()
            case "moves" if not self.session.state.is_terminal:
                self._list_moves(rest)
            case "kinds" | "table":
                self.tell(columns_of_kinds(self.session.game))
            case "show" | "board":
                self.show()
            case "undo" | "redo" if rest and not re.fullmatch(r"0*[1-9]\d{0,8}", rest):
                self.tell(f"{word} takes a number of decisions, as in `{word} 2`, not `{rest}`.")
            case "undo" | "redo":
                count = self._back_or_forward(word, rest)
                if count is None:
                    self.tell(
                        "That cannot be taken back: since then something hidden has been seen, or chance has decided."
                    )
                elif count:
                    self._changed(f"{'Took back' if word == 'undo' else 'Replayed'} {counted(count)}.")
                else:
                    self.tell(f"There is nothing to {word}.")
            case "relation":
                self._choose_relation(rest)
            case "why":
                self._why(rest)
            case "save" | "load":
                if not rest:
                    self.tell(f"{word} needs the name of a file, as in `{word} game.yaml`")
                else:
                    self._file(word, Path(rest).expanduser())
            case _:
                return False
        return True

    def _choose_relation(self, name: str) -> None:
        known = [d.name for d in self.session.game.definitions.values() if d.is_relation]
        if self._relation and name in ("", self._relation):
            self._relation = ""
        elif name in known:
            self._relation = name
        elif len(known) == 1 and not name:
            self._relation = known[0]
        else:
            there_are = "the relations are: " + ", ".join(known) if known else "this game has none"
            what = f"there is no relation `{name}`" if name else "relation needs a name"
            self.tell(f"{what}; {there_are}")
            return
        self._is_shown = False

    def _related(self, position: Position) -> Relation | None:
        """The relation that is to be shown, if the person who looks may know it."""
        if not self._relation:
            return None
        if contains_hidden(position):
            self.tell(f"`{self._relation}` is not shown while something is hidden from you.")
            return None
        return relation(self.session.engine, self.session.state, self._relation)

    def _list_moves(self, rest: str) -> None:
        """All legal moves, or those in which every word occurs."""
        words = set(rest.lower().split())
        moves = [m for m in listed(self.session.state) if words <= {*parts(m.text), *m.text.lower().split()}]
        if moves:
            self._show_moves(moves)
        else:
            self.tell(f"No legal move speaks of `{rest}`; `moves` lists them all.")

    def _back_or_forward(self, word: str, rest: str) -> int | None:
        """Undoes or redoes once, or as often as said; the number of moves, None where a secret stands in the way."""
        once = self.session.undo if word == "undo" else self.session.redo
        times = int(rest) if rest else 1
        count = 0
        for _ in range(min(times, 10_000)):
            if word == "undo" and self.session.would_reveal():
                return count or None
            moved = once()
            count += moved
            if not moved:
                break
        return count

    def _changed(self, message: str) -> None:
        self._is_shown = self._has_told_end = False
        self.tell(message)

    def _help(self) -> None:
        lines = [f"  {name:<10} {meaning}" for name, meaning in COMMANDS.items()]
        examples = (
            "  a move: its number (`#5` where moves are numbers themselves), its notation, its sites (`b4 a5`) or its\n"
            "  action's name and choices; a site alone lists its moves; several moves with commas between them"
        )
        self.tell("\n".join([examples, *lines]))

    def _why(self, text: str) -> None:
        if not text:
            self.tell("why needs a move, as in `why b4-a5`")
            return
        try:
            reasons = self.session.why(text)
        except IllegalAction as error:
            self.tell(sentence(str(error)))
            return
        self.tell(draw_reasons(reasons, self.ears.colour) if reasons else f"{text} is legal.")

    def _file(self, word: str, path: Path) -> None:
        try:
            if word == "save":
                self.session.save(path)
                secrets = " It holds what is hidden, too." if self.session.game.is_hidden else ""
                self.tell(f"Saved {counted(len(self.session.moves))} in {path}.{secrets}")
                return
            saved = record.load(path)
            self.session.resume(saved, self.open_record(saved))
        except RecordError as error:
            self.tell(sentence(str(error)))
        except GameError as error:
            self.tell(f"{path}: its rules cannot be loaded:\n{render(error.diagnostics, self.ears.colour)}")
        else:
            self._changed(f"Loaded {counted(len(self.session.moves))} from {path}.")
