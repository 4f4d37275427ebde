"""What the person in front of a table may see: the board, lists of moves, and handing over to the next person."""

from collections.abc import Sequence

from interpreter.engines.answers import Position
from interpreter.engines.errors import IllegalAction
from interpreter.engines.visibility import contains_hidden
from interpreter.play.moves import Move
from interpreter.play.scene.observer import decided, score, signs_of, threats_to
from interpreter.play.scene.relations import Relation, relation
from interpreter.play.session import Session
from interpreter.play.terminal.console import Console
from interpreter.play.terminal.texts import listing
from interpreter.play.text.drawing import TARGET, Layout, draw

_AROUND = 7  # rows of the screen that a board should leave: for moves, the prompt and empty lines
_FEWEST_ROWS = 3  # for moves, however large the board is


def decided_marks(session: Session, shown: Position) -> dict[str, str]:
    """A mark at the sites that have decided a finished game, and at pieces of the player to move that must not stay attacked."""
    rows = decided(session.engine, session.state, shown)
    attacked = threats_to(session.engine, session.state, shown).rows
    return {row[-1]: TARGET for row in attacked} | {site: "*" for row in rows for site in row}


class Screen:
    """Shows a session on a console.

    `is_current`: whether the board that was shown last is that of the present state. `viewer`: the person who has looked
    last. `relation`: the name of the relation that is shown with the board, or "".
    """

    def __init__(self, session: Session, console: Console) -> None:
        self.session, self.console = session, console
        self.is_current = False
        self.viewer: int | None = None
        self.relation = ""
        self._rows = 0  # of the board that was shown last

    def show(self, viewer: int | None = None) -> None:
        """The board as a person may see it, also at the end; everything when only bots play."""
        session = self.session
        state = session.state
        if viewer is None:
            viewer = session.viewer
            if state.is_terminal and session.has_secrets and self.viewer is not None:
                viewer = self.viewer  # nobody else has been asked to look
        position = state.position() if viewer is None else state.observation(viewer)
        related = self._related(position)
        drawn = self._drawn(position, related, is_tight=False)
        height = self.console.height
        if height is not None and drawn.count("\n") + _AROUND > height:
            drawn = self._drawn(position, related, is_tight=True)
        self.console.tell(f"\n{drawn}\n")
        self.is_current = True
        self._rows = drawn.count("\n") + 3  # with the empty lines around it

    def show_moves(self, moves: Sequence[Move], most: int | None = None) -> None:
        """A list of moves; one that nobody asked for (`most`) leaves the board on the screen."""
        rows = None
        if most is not None and self.console.height is not None:
            rows = max(_FEWEST_ROWS, self.console.height - self._rows - 1)
        self.console.tell(listing(moves, self.console.width, most, rows))

    def _drawn(self, position: Position, related: Relation | None, is_tight: bool) -> str:
        session = self.session
        return draw(
            session.game,
            position,
            Layout(
                colour=self.console.colour,
                marks=self._last_marks() | decided_marks(session, position),
                relation=related,
                signs=signs_of(session.engine, session.state, position),
                score=score(session.engine, session.state, position),
                width=self.console.width - 1,
                is_tight=is_tight,
                threat=threats_to(session.engine, session.state, position).said,
            ),
        )

    def _related(self, position: Position) -> Relation | None:
        """The relation to be shown, if the person who looks may know it."""
        if not self.relation:
            return None
        if contains_hidden(position):
            self.console.tell(f"`{self.relation}` is not shown while something is hidden from you.")
            return None
        return relation(self.session.engine, self.session.state, self.relation)

    def _last_marks(self) -> dict[str, str]:
        """A mark at the sites of the last move."""
        session = self.session
        if len(session.states) < 2:
            return {}
        before, text = session.states[-2], session.moves[-1]
        viewer = session.viewer
        try:
            sites = before.action_sites(before.action_from_string(text), viewer)
        except IllegalAction:
            return {}
        return {session.game.board.sites[s].name: ">" for s in sites}


def hand_over(session: Session, console: Console, screen: Screen) -> None:
    """Empties the screen until the next person has taken the seat, if that is another one and something is hidden."""
    viewer = session.viewer
    if viewer is None or not session.has_secrets or viewer == screen.viewer:
        return
    people = (i for i, seat in enumerate(session.seats) if seat is None)
    if not any(contains_hidden(session.state.observation(p)) for p in people):
        screen.viewer = viewer
        return
    if screen.viewer is not None:
        _last_look(session, console, screen, screen.viewer)
    name = session.game.players[viewer].name
    if console.is_terminal:
        console.clear()
        console.wait(f"Only {name} may look now. Press Enter. ")
        console.clear()
    else:
        console.tell(f"\nOnly {name} may look now.")
    screen.viewer = viewer
    _tell_moves(session, console, viewer)


def _last_look(session: Session, console: Console, screen: Screen, viewer: int) -> None:
    """Shows the person who is still in front of the screen what their last move has uncovered, such as a drawn card."""
    if session.has_uncovered(viewer):
        screen.show(viewer)
        name = session.game.players[viewer].name
        console.wait(f"{name}, this is what you see now. Press Enter to hand over. ")


def _tell_moves(session: Session, console: Console, viewer: int) -> None:
    """The moves of the others since this person last decided, as far as they may know them; equal ones in a row at once."""
    mine = (i for i in range(len(session.moves) - 1, -1, -1) if session.states[i].current_player == viewer)
    runs: list[
        tuple[str, int, int]
    ] = []  # a move, and the numbers of the first and the last of a row of equal ones
    for i in range(next(mine, -1) + 1, len(session.moves)):
        text = session.seen(i, viewer)
        said = f"{session.player(session.states[i])}: {text}"
        if runs and runs[-1][0] == said and runs[-1][2] == i:
            runs[-1] = (said, runs[-1][1], i + 1)
        else:
            runs.append((said, i + 1, i + 1))
    for said, first, last in runs:
        numbers, times = (
            (f"{first}..{last}", f" ({last - first + 1} times)") if last > first else (f"{first}", "")
        )
        console.tell(f"{numbers}. {said}{times}")
