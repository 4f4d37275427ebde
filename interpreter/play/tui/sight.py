"""What the person in front of the screen may see of a table: a position with what can be chosen, moves, and what is asked."""

from dataclasses import dataclass, field

from interpreter.engines.base import State
from interpreter.engines.position_parts import Position, contains_hidden
from interpreter.play.scene.observer import relation
from interpreter.play.session import Session, Shown
from interpreter.play.sheet.reasons import end_of
from interpreter.play.tables.disclosure import preview, sites_for
from interpreter.play.tables.table import Table
from interpreter.play.terminal.screen import decided_marks, result, sentence
from interpreter.play.text.drawing import Layout, layout_of, rows_of
from interpreter.play.tui.choices import Choices
from interpreter.play.tui.widgets import Painting, painted

_FEW = 40  # sites that are marked as choices in any case


@dataclass
class Sight:
    """`viewer`: the person; None where only bots play. `ply`: the position that is looked at; None for the present one.

    `stage`: what is shown of the last action before the present position, where it takes effect in stages; `_ahead`: those that
    come after it, and `_staged`: the number of moves whose stages have been looked for.
    """

    table: Table
    choices: Choices
    viewer: int | None = None
    ply: int | None = None
    stage: Shown | None = None
    _ahead: list[Shown] = field(default_factory=list)
    _staged: int = 0

    def go_on(self) -> None:
        """To the next stage, or to the present position."""
        session, since = self.session, self._staged
        self._staged = len(session.moves)
        for ply in range(since, self._staged):
            self._ahead += session.stages(ply, self.viewer)
        self.stage = self._ahead.pop(0) if self._ahead else None

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def at(self) -> int:
        """The number of moves before the position that is looked at."""
        return len(self.session.moves) if self.ply is None else self.ply

    @property
    def state(self) -> State:
        return self.session.states[self.at] if self.stage is None or self.ply is not None else self.stage[0]

    @property
    def is_asked(self) -> bool:
        """Whether a person is to choose now."""
        return self.ply is None and self.stage is None and not self.table.is_over and self.table.bot is None

    @property
    def targets(self) -> set[str]:
        """The sites that can be chosen now."""
        return self.choices.targets if self.is_asked else set()

    @property
    def last_sites(self) -> tuple[str, ...]:
        """The sites of the move before the position."""
        if not self.at or self.stage is not None:
            return ()
        return sites_for(self.session.states[self.at - 1], self.session.actions[self.at - 1], self.viewer)

    def position(self) -> Position:
        """The position that is looked at: with what is chosen, if that is a whole move."""
        state = self.state
        if self.stage is not None and self.ply is None:
            return self.stage[1]
        if self.viewer is None:
            return state.position()
        action = self.choices.node.action if self.is_asked and not self.choices.meant else None
        if action is not None and state.current_player == self.viewer:
            return preview(state, self.viewer, action)
        return state.observation(self.viewer)

    def painted(self, width: int, below: int, here: str | None, name: str, has_colour: bool) -> Painting:
        """The position as text of at most `width` columns, `below` a board; `here`: where the cursor is; `name`: of a relation, or ""."""
        state, position, can = self.state, self.position(), self.targets
        chosen = self.choices.chosen if self.is_asked else []
        marks = dict.fromkeys(self.last_sites, ">")
        if self.at == len(self.session.moves):
            marks |= decided_marks(self.session, position)
        if not has_colour:
            marks |= dict.fromkeys(can, "+") | dict.fromkeys(chosen, "#")
        related = relation(self.table.engine, state, name) if name and not contains_hidden(position) else None
        layout = Layout(colour=True, marks=marks, relation=related, is_linked=True, width=width, below=below)
        layout = layout_of(state, position, layout)
        many = len(can) > max(_FEW, len(self.table.game.board.sites) / 2)  # to mark nearly all says nothing
        return painted(rows_of(self.table.game, position, layout), () if many else can, chosen, here)

    def move_text(self, index: int) -> str:
        """A move of the game with its number and its player, as the person has learnt of it."""
        session = self.session
        text = session.moves[index] if self.viewer is None else session.seen(index, self.viewer)
        return f"{index + 1}. {session.player(session.states[index])}: {text}"

    def question(self) -> str:
        """What is asked, or said of the position."""
        if self.ply is not None:
            return f"After move {self.ply} of {len(self.session.moves)}. Esc goes back to the game."
        if self.stage is not None:
            return "What was chosen happens."
        if self.table.verdict:
            return f"{self.table.verdict} `save FILE` or `quit`?"
        if self.table.is_over:
            why = end_of(self.session.state) or result(self.session)
            return f"{sentence(why)} `save FILE`, `undo` or `quit`?"
        asked = "" if self.table.bot is not None else self.choices.question()
        return asked if self.table.lesson is None else f"{self.table.lesson.task}\n{asked}"
