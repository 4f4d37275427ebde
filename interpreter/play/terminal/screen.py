"""The whole screen: board on the left, panes on the right, a line to type in below.

Bots think, and hints are looked for, in a thread of their own, so that the screen answers meanwhile. The game is kept after
every move by its session.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from time import monotonic
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static

from gdl.diagnostics.characters import visible
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter.engines.errors import ProgramError
from interpreter.play.hints import prepare
from interpreter.play.lessons.attempt import Attempt
from interpreter.play.session import Session
from interpreter.play.sheet.blocks import draw_sheet
from interpreter.play.sheet.sheet import sheet
from interpreter.play.tables.table import Decision, Table
from interpreter.play.terminal import model
from interpreter.play.terminal.choices import Entry
from interpreter.play.terminal.commands import COMMANDS
from interpreter.play.terminal.widgets import BoardPane, Curtain, Painting, Side, painted
from interpreter.play.text.drawing import Layout, layout_of, rows_of
from interpreter.shared.stopping import BUSY

Thought = TypeVar("Thought")

LEAST = (40, 12)  # columns and rows below which nothing could be read
_SIDE = 26  # columns of the panes, where texts below the board can make room
_NARROW = 20  # columns of the panes beside a board that is wide itself
_BELOW = 48  # columns of texts below a board that is narrower
_STACKED = 66  # columns below which the panes are under the board
_FEW = 40  # sites that are marked as choices in any case
_BESIDE = 2  # lines of a text that has room beside the question
_TICK = 0.5  # seconds between two looks at the clock
_SOON = 1.0  # seconds after which the code of hints is made
_STAGE = 0.7  # seconds that a stage of what was chosen together is shown


class Line(Input):
    """The line to type in. Up and down go through the choices."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.choice(-1)", show=False),
        Binding("down", "app.choice(1)", show=False),
        Binding("pageup", "app.choice(-8)", show=False),
        Binding("pagedown", "app.choice(8)", show=False),
    ]


class TableApp(App[None]):
    """A game at one screen. `hurry` makes a bot that thinks move at once; `seconds` is thinking time: for each person, and
    what a move adds; None without clocks."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "gdl"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Stop", priority=True),
        Binding("f1", "pane('help')", priority=True),
        Binding("f2", "pane('choices')", priority=True),
        Binding("f3", "pane('moves')", priority=True),
        Binding("f4", "pane('rules')", priority=True),
        Binding("f5", "pane('said')", priority=True),
        Binding("escape", "retreat", priority=True),
        Binding("ctrl+z", "obey('undo')", priority=True),
        Binding("ctrl+y", "obey('redo')", priority=True),
        Binding("tab", "other", priority=True),
    ]

    def __init__(
        self,
        session: Session,
        open_record: model.Opener,
        colour: bool,
        hurry: Callable[[], None] = lambda: None,
        seconds: tuple[float, float] | None = None,
        table: Table | None = None,
    ) -> None:
        """`table`: that of the session if there is one, as of a lesson."""
        super().__init__()
        self.table = table or Table.at_one_screen(session, seconds)
        self.colour, self.hurry = colour, hurry
        page = model.Page(colour=colour, is_read=True)
        self.model = model.Model(self.table, open_record, page, can_point=True)
        self.here: str | None = None  # the site of the cursor
        self.painting: Painting | None = None
        self.thinks = ""  # who thinks, and since when
        self._since, self._hurries = 0.0, False
        self._is_veiled = False
        self._pane, self._side = BoardPane(), Side()
        self._rules_at = 0  # columns for which the rules are laid out

    @property
    def session(self) -> Session:
        return self.table.session

    # ---- the screen

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield self._pane
            yield self._side
        yield Static(id="prompt", markup=False)
        yield Line(id="line", placeholder="a move, a choice, or `help`", compact=True)
        yield Static(id="keys", markup=False)
        yield Static(_too_small(0, 0), id="small", markup=False)

    def on_mount(self) -> None:
        self.theme = "textual-dark"
        self.query_one(Line).focus()
        self.set_interval(_TICK, self._tick)
        self.set_timer(_SOON, lambda: self._beside(lambda: prepare(self.table.state), lambda _: None))
        self.changed()

    def on_resize(self, event: events.Resize) -> None:
        wide, high = event.size
        self.screen.set_class(wide < LEAST[0] or high < LEAST[1], "small")
        self.screen.set_class(wide < _STACKED, "stacked")
        self.query_one("#small", Static).update(_too_small(wide, high))
        self.call_after_refresh(self.show)

    def changed(self) -> None:
        """The game has gone to another state: hands over, lets a bot think, or asks for the next choice."""
        self.model.choices.clear()
        self.model.ply = self.here = None
        self._hand_over()
        self._go_through()

    def _go_through(self) -> None:
        """Shows the stages of what was chosen together, one after the other, and then lets the game go on."""
        if self._next is not None:
            self._next.stop()
        if not self._is_veiled and self._last_look is None:
            self.model.go_on()
        self.show()
        if self.model.stage is None:
            self._bot_moves()
        else:
            self._next = self.set_timer(_STAGE, self._go_through)

    _next: Timer | None = None  # the next stage

    def show(self) -> None:
        """Everything, as the person in front of the screen may see it."""
        if self._is_veiled or not self.is_running:
            return
        self._show_board()
        moves = [f"{i + 1}. {self.model.move_text(i)}" for i in range(len(self.session.moves))]
        self._side.list_moves(moves, self.model.at)
        typed = self.query_one(Line).value
        self._side.offer(self.model.choices.entries() if self.model.is_asked else [], self.painting, typed)
        prompt = self.query_one("#prompt", Static)
        # the board stays where it is when it gets shorter
        prompt.styles.min_height = max(1, prompt.size.height)
        prompt.update(Text(visible(self.model.question(), "\n")))
        self._tick()

    def _show_board(self) -> None:
        is_stacked = self.screen.has_class("stacked")
        width = self.size.width if is_stacked else max(30, self.size.width - _SIDE - 4)
        below = width if is_stacked else min(width, _BELOW)
        can = self.model.choices.targets if self.model.is_asked else set()
        self.painting = self._painted(width, below, can)
        self._pane.show(self.painting, self.here, can, self.model.last_sites)
        if is_stacked:
            self._pane.styles.width = "1fr"
        else:
            game, wide = self.table.game, self.size.width
            self._pane.keep_width((game.title, wide), below if game.board.sites else width, wide - _NARROW)

    def _painted(self, width: int, below: int, can: Collection[str]) -> Painting:
        """The position as text of at most `width` columns, `below` a board; `can`: the sites that can be chosen."""
        game = self.table.game
        position = self.model.position()
        chosen = self.model.choices.chosen if self.model.is_asked else []
        marks = self.model.marks(position)
        if not self.colour:
            marks |= dict.fromkeys(can, "+") | dict.fromkeys(chosen, "#")
        related = self.model.related(position)
        layout = Layout(colour=True, marks=marks, relation=related, is_linked=True, width=width, below=below)
        rows = rows_of(game, position, layout_of(self.model.state, position, layout))
        many = len(can) > max(_FEW, len(game.board.sites) / 2)  # to mark nearly all says nothing
        return painted(rows, () if many else can, chosen, self.here)

    def _tick(self) -> None:
        """The title with the clocks, and who thinks."""
        if not self.is_running:
            return
        if self.table.check_time():
            self.changed()
        table = self.table
        who = "" if table.is_over else f" · {table.name(table.state.current_player)} to move"
        clock, now = table.clock, table.now()
        times = "" if clock is None else " · " + "  ".join(
            f"{p.name} {_minutes(clock.remaining(i, now))}" for i, p in enumerate(table.game.players)
        )  # fmt: skip
        self.query_one("#title", Static).update(Text(visible(f"{table.game.title}{who}{times}")))
        if self.thinks and self._hurries:
            self.hurry()  # once more: the search may have begun only after the key was pressed
        if self.thinks:
            seconds = int(monotonic() - self._since)
            self.query_one("#prompt", Static).update(Text(f"{self.thinks} … {seconds} s   Esc: move at once"))
        names = [f"F{i} {name}" for i, name in enumerate(("Help", "Choices", "Moves", "Rules", "Said"), 1)]
        self.query_one("#keys", Static).update("  ".join([*names, "Esc Back", "^Z Undo", "^C Stop"]))

    # ---- people who may not see the same

    def _hand_over(self) -> None:
        """Lets the curtain down before another person looks, where they may not see the same."""
        following = self.model.hand_over()
        if following is None:
            return
        if following.before is None:
            self._veil(following)
            return
        self.show()
        mine = self.session.game.players[following.before].name
        self.query_one("#prompt", Static).update(f"{mine}, this is what you see now. Enter hands over.")
        self._side.offer([Entry("Hand over")], None, "")
        self._last_look = lambda: self._veil(following)

    _last_look: Callable[[], None] | None = None

    def _veil(self, following: model.HandOver) -> None:
        self._last_look = None
        self._is_veiled = True
        self._pane.blank()
        self._side.forget()
        self.query_one(Line).value = ""
        self.query_one("#prompt", Static).update("")

        def lifted(_: None) -> None:
            self._is_veiled = False
            self.model.viewer = following.viewer
            self._side.current = "choices"
            self.query_one(Line).focus()
            self._go_through()

        said = f"Only {following.name} may look now.\n\nPress Enter."
        self.push_screen(Curtain(said), lifted)

    # ---- what comes of a line, a choice, and what a bot does

    def _take(self, steps: Iterator[model.Step]) -> None:
        """Shows it, and asks for what is left to choose."""
        before = len(self.session.moves)
        try:
            for step in steps:
                self._show_step(step)
        except GameError as error:
            self._show_step(model.Text(render(error.diagnostics, False), is_long=True))
        if len(self.session.moves) == before:
            self.here = None
            self.show()

    def _show_step(self, step: model.Step) -> None:
        match step:
            case model.Text(text, is_long):
                self.tell(text)
                if is_long:
                    self.action_pane("said")
            case model.Board():
                self.model.ply = None
            case model.Moves(moves, True):
                self._show_step(model.Text(self.model.listing(moves), is_long=True))
            case model.Moves(moves):
                self.model.choices.mean(moves)
            case model.Played(text, is_own):
                if text and not (is_own and self.session.has_secrets):  # somebody else may look next
                    self.tell(text)
                self.query_one(Line).value = ""
                self.changed()
                if is_own and self.table.lesson is not None:
                    self._judge(self.table.lesson, len(self.session.moves))
            case model.Elsewhere():
                self.changed()
            case model.Thought():
                self._begin("Looking for a good move")
                self._find_hint(len(self.session.moves))

    def play(self, action: int) -> None:
        """Makes an action for the player to move."""
        self._take(self.model.play(action))

    def _judge(self, lesson: Attempt, ply: int) -> None:
        """Says whether a lesson can still be solved."""
        self._beside(lambda: lesson.verdict(self.session.states[: ply + 1]).text, self.tell)

    def _choose(self, entry: Entry) -> None:
        """An entry of the list has been taken."""
        if self._last_look is not None:
            self._last_look()
            return
        self.query_one(Line).value = ""
        if entry.move is not None:
            self.play(entry.move)
        else:
            self.model.choices.choose(entry)
            self._take(self.model.play_chosen())

    # ---- bots and hints

    def _bot_moves(self) -> None:
        if self.table.bot is not None and not self.thinks:
            self._begin(f"{self.table.name(self.table.state.current_player)} thinks")
            self._beside(self.model.decide, self._decided)

    def _beside(self, think: Callable[[], Thought], then: Callable[[Thought], None]) -> None:
        """Thinks in a thread of its own, which the end of the program does not wait for, and then goes on with what was found."""

        def run() -> None:
            found = think()
            with suppress(RuntimeError):  # the screen is closed by now
                self.call_later(then, found)

        Thread(target=run, name=BUSY, daemon=True).start()

    def _begin(self, who: str) -> None:
        self.thinks, self._since, self._hurries = who, monotonic(), False
        self._tick()

    def _decided(self, decision: Decision | GameError | ProgramError) -> None:
        self.thinks = ""
        self._take(self.model.follow(decision))

    def _find_hint(self, ply: int) -> None:
        self._beside(lambda: self.model.advice(ply), lambda said: self._hinted(ply, said))

    def _hinted(self, ply: int, said: str) -> None:
        self.thinks = ""
        self.show()
        if ply == len(self.session.moves):
            self.tell(said)

    # ---- words

    def tell(self, said: str) -> None:
        """Says something: under `Said`, and beside the question its first line, or both of two."""
        text = Text.from_ansi(said)
        self._side.say(text)
        if said.strip() and self.is_running and not self._is_veiled:
            lines = text.split("\n")
            first = text if len(lines) == _BESIDE else lines[0]
            self.call_after_refresh(
                lambda: self.query_one("#prompt", Static).update(_under(first, self.model.question()))
            )

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.model.is_asked and not self._is_veiled:
            self._side.offer(self.model.choices.entries(), self.painting, event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        if self._last_look is not None:
            self._last_look()
        elif not line:
            entry = self._side.highlighted
            if entry is not None and self.model.is_asked:
                self._choose(entry)
        else:
            self.action_obey(line)

    def action_obey(self, line: str) -> None:
        """Obeys a line as if it had been typed."""
        if line.lower() in model.QUIT:
            self.action_leave()
            return
        if self.thinks or self._is_veiled or self._last_look is not None:
            self.bell()
            return
        self.query_one(Line).value = ""
        self.model.page = replace(self.model.page, width=max(_SIDE, self._side.size.width - 2))
        self._take(self.model.obey(line, COMMANDS))

    # ---- keys and the mouse

    def on_board_pane_pointed(self, event: BoardPane.Pointed) -> None:
        if self.model.is_asked and not self.thinks:
            self._take(self.model.point(event.site))

    def on_board_pane_moved(self, event: BoardPane.Moved) -> None:
        self.here = event.site
        self.show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list is self._side.choices and event.option_index < len(self._side.entries):
            if self.model.is_asked or self._last_look is not None:
                self._choose(self._side.entries[event.option_index])
            self.query_one(Line).focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """In the list of moves, looks at the position behind a move."""
        if event.option_list is not self._side.moves or not self._side.moves.has_focus:
            return
        at = event.option_index
        ply = None if at == len(self.session.moves) else at
        if ply != self.model.ply:
            self.model.ply = ply
            self._show_board()
            self.query_one("#prompt", Static).update(self.model.question())

    def action_choice(self, by: int) -> None:
        if self._side.current != "choices":
            pane = self._side.query_one(f"#{self._side.current}")
            pane.scroll_relative(y=by, animate=False)
            return
        found = self._side.choices
        if found.option_count:
            found.highlighted = max(0, min(found.option_count - 1, (found.highlighted or 0) + by))

    def action_pane(self, name: str) -> None:
        """Shows one of the panes beside the board."""
        if self._is_veiled or isinstance(self.screen, Curtain):
            return
        self._side.current = name
        if name == "rules":
            self._lay_out_rules()
        (self._side.moves if name == "moves" else self.query_one(Line)).focus()

    def _lay_out_rules(self) -> None:
        wide = max(_SIDE, self._side.size.width - 3)
        if wide != self._rules_at:
            self._rules_at = wide
            blocks = sheet(self.table.engine, with_moves=False)
            self._side.rules.update(Text.from_ansi(draw_sheet(self.table.game, blocks, wide, self.colour)))

    def action_other(self) -> None:
        """From the line to the board, and back."""
        line = self.query_one(Line)
        (self._pane if line.has_focus else line).focus()

    def action_retreat(self) -> None:
        if self.thinks:
            self._hurries = True
            self.hurry()
        elif self.model.ply is not None or self._side.current != "choices":
            self.model.ply = None
            self.action_pane("choices")
            self.show()
        elif self.query_one(Line).value:
            self.query_one(Line).value = ""
        elif self.model.is_asked and self.model.choices.back():
            self.show()

    def action_leave(self) -> None:
        self.exit()


def _under(said: Text, question: str) -> Text:
    return Text("\n").join([said, Text(visible(question, "\n"))]) if question else said


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _too_small(wide: int, high: int) -> str:
    return (
        f"The terminal has {wide} columns and {high} rows; the board needs {LEAST[0]} and {LEAST[1]}. Make it larger, or stop "
        "with Ctrl-C and add `--lines`."
    )
