"""Plays in the browser as people do: what is marked is clicked, until somebody has won."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, expect

from interpreter.shared.hashing import Random

ROOT = Path(__file__).parent.parent.parent

# Makes one of the choices that are marked or on buttons, and waits until the page shows what has come of it; a dispatched click
# reaches what is under other shapes, too. A click that makes a move whole is answered twice: what is marked is of the old
# position until the board is drawn anew.
_CHOOSE = """([share, patience]) => {
  const [board, choices, verdict, curtain] = ['board', 'choices', 'verdict', 'curtain'].map((id) => document.getElementById(id));
  const buttons = [...choices.querySelectorAll('button')].filter((b) => !/Take back/.test(b.textContent));
  const all = [...board.querySelectorAll('.can'), ...buttons];
  if (!all.length) return 'none';
  const before = board.dataset.at;
  return new Promise((done) => {
    const end = (found) => { seen.disconnect(); clearTimeout(late); done(found); };
    const late = setTimeout(() => end('late'), patience);
    const seen = new MutationObserver((changes) => {
      const isDrawn = board.dataset.at !== before && changes.some((c) => c.type === 'childList');
      if (isDrawn || !verdict.hidden || !curtain.hidden) end('made');
    });
    seen.observe(board, { attributeFilter: ['data-at'], childList: true });
    seen.observe(choices, { childList: true });
    for (const other of [verdict, curtain]) seen.observe(other, { attributeFilter: ['hidden'] });
    all[Math.floor(share * all.length)].dispatchEvent(new MouseEvent('click', { bubbles: true, button: 0 }));
  });
}"""


@contextmanager
def serving(*games: str) -> Iterator[str]:
    """The address of a server of games that keeps its tables in memory."""
    command = [sys.executable, "-m", "interpreter.cli", "serve", *games, "--memory", "--port", "0"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert run.stdout is not None
    try:
        yield run.stdout.readline().strip()
    finally:
        run.terminate()
        run.wait(10)


def opened(browser: Browser, server: str, game: str, seats: list[str], **more: Any) -> dict[str, Any]:
    """A new table, asked for without a window, which takes longer to open than the table."""
    context = browser.new_context()
    answer = context.request.post(f"{server}api/tables", data={"game": game, "seats": seats, **more})
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    context.close()
    return found


def table(browser: Browser, server: str, game: str, seats: list[str], **more: object) -> list[str]:
    """The addresses of a new table: of the host's page, or of each open seat."""
    found = opened(browser, server, game, seats, **more)
    if "human" in seats:
        return [server.rstrip("/") + found["play"]]
    return [f"{server}play/{token}" for name, token in found["tokens"].items() if name != "spectators"]


def click(page: Page, *sites: str) -> None:
    """Clicks places, each when the one before has been answered."""
    for site in sites:
        before = at(page)
        target = page.locator(f'[data-target="{site}"]')
        expect(target).to_have_class(re.compile(r"\bcan\b"))
        target.click()
        page.wait_for_function("(b) => document.getElementById('board').dataset.at !== b", arg=before)


def visit(
    browser: Browser,
    url: str,
    *,
    width: int = 1280,
    height: int = 860,
    wait: str = "#board[data-at], #curtain:not([hidden])",
    is_still: bool = False,
) -> tuple[Page, list[str]]:
    """A page of its own, as in a browser of its own, and what goes wrong on it: errors, and requests to other addresses.

    `is_still`: for somebody who wants no motion, as whole games are played sooner so.
    """
    motion: Literal["reduce"] | None = "reduce" if is_still else None
    page = browser.new_context(viewport={"width": width, "height": height}, reduced_motion=motion).new_page()
    wrong: list[str] = []
    home = "/".join(url.split("/")[:3])
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    page.on(
        "request",
        lambda r: (
            None if r.url.startswith((home, home.replace("http", "ws"), "data:")) else wrong.append(r.url)
        ),
    )
    page.goto(url)
    page.wait_for_selector(wait)
    return page, wrong


def at(page: Page) -> str:
    """Where the page is: the revision of the table, and the choices that are made."""
    return page.locator("#board").get_attribute("data-at") or ""


def is_over(page: Page) -> bool:
    return page.locator("#verdict").is_visible()


def choose(page: Page, random: Random, lift: bool = True) -> bool:
    """Makes one choice of those that are marked, behind a curtain too if it may `lift` it; False if there is none.

    What is chosen depends on the page and on `random` alone, which goes on only when something is chosen. Where a click has come
    to nothing, people click again, and so does this.
    """
    if lift and page.locator("#curtain").is_visible():
        page.click("#lift")
    for patience in (3_000, 3_000, 20_000):
        share = random.split(0).below(1 << 20) / (1 << 20)
        found = page.evaluate(_CHOOSE, [share, patience])
        if found == "none":
            return False
        random.below(1 << 20)
        if found == "made":
            return True
    raise AssertionError(f"nothing comes of a choice at {at(page)}")


def play(pages: list[Page], random: Random, most: int = 4000) -> int:
    """Plays to the end with choices at random; how many were made."""
    for made in range(most):
        if not any(choose(page, random) for page in pages):
            if all(is_over(page) for page in pages):
                return made
            pages[0].wait_for_timeout(20)
    raise AssertionError(f"the game is not over after {most} choices")
