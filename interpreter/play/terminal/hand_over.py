"""Handing the screen over between people who may not see the same."""

from interpreter.hiding import contains_hidden
from interpreter.play.session import Session
from interpreter.play.terminal.console import Console
from interpreter.play.terminal.screen import Screen


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
