"""The whole screen of a terminal: whole games of different kinds, played by keys and mouse as people do."""

import asyncio
import html
import random
import re
from collections.abc import Awaitable, Callable

import bundled
import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine
from interpreter.engines.make import engine
from interpreter.play.bots import Bot, RandomBot, Seat, WallClock, parse_seat
from interpreter.play.session import Session
from interpreter.play.terminal.screen import Line, TableApp
from interpreter.play.terminal.texts import unfinished
from interpreter.play.terminal.widgets import Curtain, painted
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.new_table import Wish
from interpreter.play.web.store import Store

pytestmark = pytest.mark.thorough

Script = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def shown(app: TableApp) -> str:
    """The text of the whole screen."""
    text = re.sub(r"<style>.*?</style>", "", app.export_screenshot(), flags=re.S)
    return html.unescape(re.sub(r"<[^>]*>", "", text.replace("</text>", "\n"))).replace("\xa0", " ")


def play(session: Session, script: Script, size: tuple[int, int] = (80, 24), **settings: object) -> TableApp:
    """Runs a script at the screen of a session."""
    app = TableApp(session, lambda record: session.engine, True, **settings)  # type: ignore[arg-type]

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            app.query_one(Line).cursor_blink = False  # by the clock
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())
    return app


def session(name: str, *seats: Bot | None, **options: object) -> Session:
    engine: Engine = bundled.engine(name, options=options)
    return Session(engine, name, 3, seats or [None] * len(engine.game.players))


async def type_line(pilot: Pilot[None], text: str) -> None:
    await pilot.press(*("space" if c == " " else "minus" if c == "-" else c for c in text), "enter")
    await pilot.pause()


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    for _ in range(400):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError("it did not come about")


# ---- whole games


def test_a_game_of_placement_is_played_by_typing_to_its_end() -> None:
    played = session("tic_tac_toe")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for move in ("b2", "a1", "a2", "c2", "b1", "b3", "c3"):
            assert f"{played.player()} to move" in shown(app)
            await type_line(pilot, move)
        assert played.moves == ["b2", "a1", "a2", "c2", "b1", "b3", "c3"]
        await type_line(pilot, "a3")
        await type_line(pilot, "c1")
        assert "draw: full board" in shown(app)

    app = play(played, script)
    assert app.table.is_over
    assert unfinished(played) == ""


def test_the_board_stays_where_it_is_when_a_question_gets_shorter() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        board, prompt = app.query_one("#board"), app.query_one("#prompt", Static)
        before = board.size.height
        prompt.update("one\ntwo\nthree")
        await pilot.pause()
        assert board.size.height == before - 2
        app.show()
        await pilot.pause()
        assert board.size.height == before - 2

    play(session("tic_tac_toe"), script)


@pytest.mark.parametrize("name", ["kuhn_poker", "love_letter"])
def test_a_game_of_hidden_cards_goes_through_the_curtain(name: str) -> None:
    played = session(name)
    chance = random.Random(5)
    curtains = 0

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        nonlocal curtains
        for _ in range(300):
            if isinstance(app.screen, Curtain):
                curtains += 1
                text = shown(app)
                who = played.player()
                assert f"Only {who} may look now" in text
                assert not [line for line in text.splitlines() if "hand" in line]
                await pilot.press("enter")
            elif app.table.is_over:
                break
            else:
                assert app.model.viewer == played.state.current_player or app._last_look is not None
                for _ in range(chance.randrange(4)):
                    await pilot.press("down")
                await pilot.press("enter")
            await pilot.pause()

    app = play(played, script)
    assert app.table.is_over
    assert curtains >= 2


def test_moves_have_the_signs_of_cards_before_a_line_is_typed() -> None:
    engine = bundled.reference("crazy_eights")
    played = Session(engine, "crazy_eights", 3, (None, RandomBot(1)))

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: bool(played.moves))
        await pilot.press("f3")
        await pilot.pause()
        assert re.search(r"1\. First: .*[♣♦♥♠]", shown(app))

    play(played, script)


def test_the_screen_is_the_same_in_worlds_that_look_the_same() -> None:
    engine, screens = bundled.reference("kuhn_poker"), set()
    state = engine.initial_state(3)
    state = state.apply(state.legal_actions()[0])
    for world in (state, state.resample(state.current_player, 1)):
        played = Session(engine, "kuhn_poker", 3, [None, None])
        played.states = [world]
        seen: list[str] = []

        async def script(app: TableApp, pilot: Pilot[None], seen: list[str] = seen) -> None:
            if isinstance(app.screen, Curtain):
                await pilot.press("enter")
            for line in ("show", "why fold", "history", "undo"):
                app.action_obey(line)
                await app.workers.wait_for_complete()
                await pilot.pause()
                seen.append(shown(app))

        play(played, script)
        screens.add("\n".join(seen))
    assert len(screens) == 1
    assert state.resample(state.current_player, 1) != state


def test_a_game_of_dice_against_a_bot_that_thinks_in_a_thread() -> None:
    played = session("pig", None, RandomBot(2), goal=20)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(2_000):
            if app.table.is_over:
                break
            if app.thinks:
                await pilot.pause()
            else:
                await pilot.press("enter")
        assert app.table.is_over
        await until(pilot, lambda: re.search(r"wins|draw|over", shown(app)) is not None)

    app = play(played, script)
    assert any(s.current_player == 1 for s in app.session.states[:-1])


# ---- pointing, and taking back


def test_places_are_chosen_with_the_mouse_and_with_arrows() -> None:
    played = session("zola")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.painting is not None
        spot = app.painting.spot(min(app.model.choices.targets))
        assert spot is not None
        await pilot.click("#drawing", offset=(spot.start, spot.row))
        assert app.model.choices.chosen == [spot.site]
        await pilot.press("escape")
        assert app.model.choices.chosen == []
        await pilot.press("tab", "down", "right", "enter")
        await pilot.pause()
        assert app.model.choices.chosen == [app.painting.spot(app.model.choices.chosen[0]).site]  # type: ignore[union-attr]
        await pilot.press("down", "enter")
        await pilot.pause()
        assert len(played.moves) == 1
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert played.moves == []
        await pilot.press("ctrl+y")
        await pilot.pause()
        assert len(played.moves) == 1

    play(played, script)


def test_a_place_that_cannot_be_chosen_gets_its_reason() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await type_line(pilot, "e2")
        await type_line(pilot, "e5")
        await pilot.pause()
        assert "is not legal" in shown(app)
        assert "The rule, line" in shown(app)
        await type_line(pilot, "why e2-e5")
        assert app._side.current == "said"
        told = " ".join(shown(app).split())
        assert "Advance:" in told and "`advance`" not in told and "pawns.gdl" not in told

    play(session("chess"), script)


def test_earlier_positions_are_looked_at_in_the_list_of_moves() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        for move in ("b2", "a1", "a2"):
            await type_line(pilot, move)
        await pilot.press("f3")
        await pilot.press("up", "up")
        await pilot.pause()
        assert app.model.ply == 1
        assert "After move 1 of 3" in shown(app)
        await pilot.press("escape")
        assert app.model.ply is None

    play(session("tic_tac_toe"), script)


def test_rules_help_and_hints_are_there() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f4")
        await pilot.pause()
        assert "OPTIONS" in shown(app) or "TIC" in shown(app).upper()
        await pilot.press("f1")
        await pilot.pause()
        assert "up, down, Enter" in shown(app)
        await type_line(pilot, "hint")
        await until(pilot, lambda: not app.thinks)
        await until(pilot, lambda: "Best: " in shown(app) or "None stands out: " in shown(app))

    play(session("tic_tac_toe"), script)


# ---- ends, clocks, and bots that are hurried


def test_resigning_and_a_draw_end_the_game() -> None:
    async def resign(app: TableApp, pilot: Pilot[None]) -> None:
        await type_line(pilot, "b2")
        await type_line(pilot, "resign")
        assert "resigns" in shown(app)

    assert play(session("tic_tac_toe"), resign).session.agreed == (1.0, -1.0)

    async def draw(app: TableApp, pilot: Pilot[None]) -> None:
        await type_line(pilot, "draw")
        assert "agreed on a draw" in shown(app)
        await type_line(pilot, "undo")
        assert not app.table.is_over
        await type_line(pilot, "draw")

    assert play(session("tic_tac_toe"), draw).session.agreed == (0.0, 0.0)


def test_time_runs_out() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        now = 0.0
        app.table.now = lambda: now
        await type_line(pilot, "b2")
        assert "1:00" in shown(app)
        now = 61.0
        await until(pilot, lambda: app.table.is_over)
        await pilot.pause()
        assert "has run out of time" in shown(app)

    play(session("tic_tac_toe"), script, seconds=(60.0, 0.0))


def test_a_bot_that_thinks_for_a_minute_moves_at_once_when_it_is_hurried() -> None:
    clock = WallClock()
    played = session("connect_four", None, parse_seat("mcts:60s", 1, clock))

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await type_line(pilot, "d1")
        await until(pilot, lambda: bool(app.thinks))
        assert "Esc: move at once" in shown(app)
        await pilot.press("escape")
        await until(pilot, lambda: len(played.moves) == 2)

    play(played, script, hurry=clock.hurry)


# ---- sizes, and texts that command


@pytest.mark.parametrize("name", ["backgammon", "kalah", "cyvasse", "hearts"])
def test_nothing_is_cut_at_80_columns(name: str) -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        if isinstance(app.screen, Curtain):
            await pilot.press("enter")
            await pilot.pause()
        pane = app._pane
        assert app.painting is not None
        assert app.painting.width <= pane.size.width
        assert all(len(line.rstrip()) <= 80 for line in shown(app).splitlines())

    play(session(name), script)


def test_a_small_terminal_says_so_and_a_narrow_one_has_the_panes_below() -> None:
    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert "30 columns and 10 rows" in re.sub(r"\s+", " ", shown(app))
        await pilot.resize_terminal(50, 20)
        await pilot.pause()
        assert "Choose" in shown(app)
        assert app.screen.has_class("stacked")

    play(session("zola"), script, (30, 10))


def test_nothing_in_a_drawing_commands_the_terminal() -> None:
    found = painted([[("a\x1b[2Jb", "red link a1"), ("\u202ec", "")]])
    assert "\x1b" not in found.text.plain
    assert "\u202e" not in found.text.plain
    assert found.site_at(0, 0) == "a1"


def test_bots_get_no_more_than_their_seat() -> None:
    """The screen passes what `Session.chosen` passes, and nothing else."""
    got: list[object] = []

    class Watching:
        name = "watching"

        def choose(self, seat: Seat) -> int:
            got.append(seat)
            return seat.legal[0]

    played = Session(bundled.engine("tic_tac_toe"), "tic_tac_toe", 1, (None, Watching()))

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await type_line(pilot, "b2")
        await until(pilot, lambda: len(played.moves) == 2)

    play(played, script)
    assert [type(seat) for seat in got] == [Seat]


def test_a_lesson_has_a_task_a_hint_and_a_verdict() -> None:
    lobby = Lobby(
        {"cyvasse": "cyvasse"}, lambda name, options, variant: bundled.native(name, options), Store(None)
    )
    number = next(v.number for v in lobby.lessons("cyvasse") if v.form == "moves" or v.moves <= 2)
    table = lobby.open(Wish("cyvasse", lesson=number)).table
    attempt = table.lesson
    assert attempt is not None

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        said: list[str] = []
        tell, app.tell = app.tell, lambda text: (said.append(text), tell(text))[1]  # type: ignore[method-assign]
        assert attempt.task.split(".")[0][:30] in shown(app)
        await type_line(pilot, "hint")
        await until(pilot, lambda: not app.thinks and bool(said))
        assert "is on a shortest way" in said[-1]
        found = attempt.hint(table.session.states)
        assert found is not None
        app.play(found)
        await until(pilot, lambda: len(said) > 1 and "." in said[-1])
        assert any(word in " ".join(said) for word in ("Right", "Solved", "is legal"))

    app = TableApp(table.session, lambda record: table.engine, True, table=table)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())


def test_what_was_chosen_together_is_shown_in_stages() -> None:
    race = """game "Race"
players Red, Blue
board square 4 x 1
kinds car
field speed of player: 0..3
setup place car of Red on a1
action program
  choose n in 2..3
  do speed(mover) := n
settle after program
  for r in 1..3 do
    for c in pieces where r <= speed(owner(c)) and step(site(c), east) is empty do move c to step(site(c), east)
turn together: program
limit 6 moves: draw
"""
    game, _ = examine_source(Source("race.gdl", race))
    assert game is not None
    table = Session(engine(game, "reference"), "race", 3, [None, RandomBot(1)])
    seen: list[str] = []

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await type_line(pilot, "program 3")
        await until(pilot, lambda: app.model.stage is not None)
        assert not app.model.is_asked
        while app.model.stage is not None:
            seen.extend(s for s in app.model.position()["pieces"] if s not in seen)
            await pilot.pause(0.02)
        assert app.model.is_asked and list(app.model.position()["pieces"]) == ["d1"]

    play(table, script)
    assert seen == ["b1", "c1"]
