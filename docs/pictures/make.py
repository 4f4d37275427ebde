"""Makes the pictures of the README: `python docs/pictures/make.py`, with `--browser [FILE]` the one of the browser.

The pictures of positions are the same in every run; a test compares them with what is kept here.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import gdl
import interpreter
from interpreter.play.scene.observer import relation, signs_of
from interpreter.play.svg.picture import picture
from interpreter.play.svg.position import Framing

HERE = Path(__file__).parent

# A game, its options, moves from the start, and a relation to be drawn.
POSITIONS: Mapping[str, tuple[str, Mapping[str, object], str, str]] = {
    "relations.svg": ("cyvasse", {"setup": "ready"}, "", "engages"),
    "backgammon.svg": ("backgammon", {}, "", ""),
    "hex.svg": ("hex", {"size": 7}, "d4 c5 e3 b5 c4", ""),
}


def drawn(name: str) -> str:
    """One of the pictures of positions."""
    game, options, moves, related = POSITIONS[name]
    engine = interpreter.engine(gdl.load(game, options), "reference")
    state = engine.initial_state(3)
    last: tuple[str, ...] = ()
    for move in moves.split():
        action = state.action_from_string(move)
        last = tuple(engine.game.board.sites[s].name for s in state.action_sites(action))
        state = state.apply(action)
    shown = state.position()
    found = relation(engine, state, related) if related else None
    return picture(
        engine.game, shown, relation=found, signs=signs_of(engine, state, shown), framing=Framing(last=last)
    )


def browser(path: Path) -> None:
    """A picture of the browser at a table of a server, in which a piece has been chosen."""
    from playwright.sync_api import sync_playwright  # needed for this one only

    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    chromium = shutil.which("chromium") or "chromium"
    with serving() as server, sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium, args=flags)
        page = made.new_page(viewport={"width": 1100, "height": 760})
        wish = {"game": "chess", "seats": ["human", "human"]}
        table = page.request.post(f"{server}api/tables", data=wish).json()
        page.goto(server.rstrip("/") + table["play"])
        for site in ("e2", "e4", "e7", "e5", "g1"):
            page.wait_for_selector(f'[data-target="{site}"].can')
            page.click(f'[data-target="{site}"]')
        page.wait_for_selector('[data-target="f3"].can')
        page.wait_for_timeout(400)
        page.screenshot(path=path)
        made.close()


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server of chess, as long as it is needed."""
    command = [sys.executable, "-m", "interpreter.cli", "serve", "chess", "--memory", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        try:
            yield run.stdout.readline().strip()
        finally:
            run.terminate()


def main() -> None:
    match sys.argv[1:]:
        case ["--browser", *given]:
            browser(Path(given[0]) if given else HERE / "browser.png")
        case _:
            for name in POSITIONS:
                (HERE / name).write_text(drawn(name), "utf-8")


if __name__ == "__main__":
    main()
