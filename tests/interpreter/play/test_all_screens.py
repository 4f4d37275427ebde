"""The screen of a terminal of 80 by 24: nothing wraps, is cut or moves aside, and what does not fit scrolls."""

import asyncio

import bundled
import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from gdl.files.library import bundled_games
from interpreter.engines.base import Engine
from interpreter.play.session import Session
from interpreter.play.terminal.screen import TableApp
from interpreter.play.terminal.widgets import Curtain
from interpreter.play.text.drawing import Layout, rows_of
from interpreter.play.text.styled import width_of

WIDE, HIGH = 80, 24
WIDEST = (
    "twixt",
    "backgammon",
    "zarcana",
)  # of boards, lanes and tables of cards; `-m slow` looks at all games


async def trouble(engine: Engine, name: str, moves: int = 3) -> list[str]:
    """What is wrong with the screen of a game at its start and behind some moves."""
    session = Session(engine, name, 3, [None] * len(engine.game.players))
    app = TableApp(session, lambda record: engine, True)
    found: list[str] = []
    edges: set[int] = set()  # where the panes begin
    async with app.run_test(size=(WIDE, HIGH)) as pilot:
        await pilot.pause()
        for ply in range(moves + 1):
            await _lifted(app, pilot)
            found += [f"{name}, move {ply}: {said}" for said in _wrong(app)]
            edges.add(app._side.region.x)
            if app.table.is_over or ply == moves:
                break
            app.play(session.state.legal_actions()[0])
            await pilot.pause()
    if len(edges) > 1 and not engine.game.board.is_growing:
        found.append(f"{name}: the panes began at the columns {sorted(edges)}")
    return found


async def _lifted(app: TableApp, pilot: Pilot[None]) -> None:
    for _ in range(3):
        if isinstance(app.screen, Curtain) or app._last_look is not None:
            await pilot.press("enter")
            await pilot.pause()


def _wrong(app: TableApp) -> list[str]:
    found = []
    pane, painting = app._pane, app.painting
    if painting is None:
        return ["nothing is drawn"]
    drawn = pane.drawing.size
    if (drawn.width, drawn.height) != (painting.width, painting.height):
        found.append(f"the board is {painting.width} by {painting.height}, and {drawn} is shown")
    room = pane.scrollable_content_region
    if painting.width > room.width + pane.max_scroll_x or painting.height > room.height + pane.max_scroll_y:
        found.append("a part of the board cannot be scrolled to")
    for widget in (pane, app._side, *(app.query_one(f"#{n}") for n in ("title", "prompt", "line", "keys"))):
        region = widget.region
        if region.right > WIDE or region.bottom > HIGH or not region.area:
            found.append(f"#{widget.id} is off the screen: {region}")
    for one_line in ("title", "keys"):
        text = str(app.query_one(f"#{one_line}", Static).render())
        if cell_len(text) > WIDE:
            found.append(f"#{one_line} is cut: {text}")
    prompt = app.query_one("#prompt", Static)
    if prompt.virtual_size.height > prompt.size.height + prompt.max_scroll_y:
        found.append("the question is cut")
    return found


@pytest.mark.parametrize("name", WIDEST)
def test_nothing_wraps_or_is_cut_at_80_by_24(name: str) -> None:
    assert asyncio.run(trouble(bundled.reference(name), name, 1)) == []


def test_nothing_moves_aside_when_hands_grow_and_shrink() -> None:
    assert asyncio.run(trouble(bundled.reference("hearts"), "hearts", 3)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*bundled_games()} - {*WIDEST}))
def test_nothing_wraps_or_is_cut_in_any_game(name: str) -> None:
    assert asyncio.run(trouble(bundled.reference(name), name)) == []


def test_a_board_on_a_screen_has_room_for_numbers_that_come_later() -> None:
    state = bundled.reference("stone_towers").initial_state()
    widths = []
    for pieces in ({}, {"a1": "Red castle level=3"}):
        position = {**state.position(), "pieces": pieces}
        rows = rows_of(state.engine.game, position, Layout(colour=False, is_linked=True))
        widths.append(width_of(rows[0]))
    assert widths[0] == widths[1]
