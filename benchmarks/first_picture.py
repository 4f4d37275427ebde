"""How long it takes until a game is seen: from the start of `gdl play GAME --web` to its board, for every bundled game.

    python benchmarks/first_picture.py [GAME...] [--browser]

Each game is opened once before, so that it is kept on disk, and left alone until its process rests: then the first page of the
next game is laid out. Then a process is started, its address is read, the page and its modules are fetched, and the first view
comes over the socket, as a browser gets them; with `--browser` Chromium does it, which runs already with an empty tab. Printed are
seconds on the clock until the board has been drawn, with `--browser` until it can be clicked, and the process's processor time
until then. Exit code 1 if one took more than a second of processor time. On a busy machine `chrt -r 5` before the command gives it the
processors first. What Python compiles is kept, as people run it, also where the environment denies that.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from urllib.parse import urljoin
from urllib.request import urlopen

import gdl

LIMIT = 1.0  # seconds
RESTS = 2.5  # seconds without work, after which nothing more is laid out
Look = Callable[
    [str], Iterator[None]
]  # waits until the board at an address is there, then until it can be clicked
# Playwright's own waiting looks again after up to half a second
_DRAWN = """
const there = (wanted) => new Promise(done => new MutationObserver((_, observer) => {
  if (!document.querySelector(wanted)) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(done));
}).observe(document, {childList: true, subtree: true, attributes: true}));
window.drawn = there("#board svg, #curtain:not([hidden])");
window.ready = there("#board[data-at], #curtain:not([hidden])");
"""


def fetched(address: str) -> Iterator[None]:
    """Gets what a browser gets, up to the first view."""
    from websockets.sync.client import connect

    with urlopen(address) as answer:
        page, where = answer.read().decode(), answer.url
    seen, wanted = set[str](), re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        with urlopen(urljoin(where, name)) as answer:
            text = answer.read().decode()
        wanted += [urljoin(name, m) for m in re.findall(r'from "(\./[^"]+\.js)"', text)]
    token = where.rpartition("/")[2].partition("+")[0]
    with connect(f"{address.replace('http', 'ws')}ws/{token}", max_size=None) as line:
        line.send('{"type": "hello"}')
        line.recv()
    yield
    yield


@contextmanager
def in_chromium() -> Iterator[tuple[Look, Callable[[], None]]]:
    """What looks at addresses with Chromium, and what opens an empty tab for the next one."""
    from playwright.sync_api import Page, sync_playwright

    path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--headless", "--no-sandbox"])
        tabs = list[Page]()

        def look(address: str) -> Iterator[None]:
            page = tabs.pop()
            page.goto(address, wait_until="commit")
            page.evaluate("() => window.drawn")
            yield
            page.evaluate("() => window.ready")
            yield
            page.close()

        def ready() -> None:
            tabs.append(browser.new_page())
            tabs[-1].add_init_script(_DRAWN)

        yield look, ready
        browser.close()


def surroundings() -> dict[str, str]:
    """The environment of the process, in which bytecode is kept: else each start compiles 700 modules."""
    found = dict(os.environ)
    if found.pop("PYTHONDONTWRITEBYTECODE", None):
        found.setdefault(
            "PYTHONPYCACHEPREFIX", str(Path(tempfile.gettempdir()) / f"gdl-bytecode-{os.getuid()}")
        )
    return found


def worked(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def opened(game: str, look: Look, is_left: bool = False) -> tuple[float, float, float]:
    """Seconds on the clock until the board is there, and until it can be clicked, and of the process until it is there. `is_left`: the
    process is left alone until it rests."""
    command = [sys.executable, "-m", "interpreter.cli", "play", game, "--web", "--no-browser"]
    start = monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings())
    try:
        assert process.stdout is not None
        looking = look(process.stdout.readline().strip())
        next(looking)
        drawn, time = monotonic() - start, worked(process.pid)
        next(looking)
        clicked = monotonic() - start
        next(looking, None)
        before = -1.0
        while is_left and before + 0.05 < worked(process.pid):
            before = worked(process.pid)
            sleep(RESTS)
        return drawn, clicked, time
    finally:
        process.terminate()
        process.wait(10)


def measured(
    games: list[str], look: Look, ready: Callable[[], None] = lambda: None
) -> list[tuple[float, float, float]]:
    """Opens all games, each once to be kept and once to be measured."""
    found = []
    for game in games:
        opened(game, fetched, is_left=True)
        ready()
        found.append(opened(game, look))
        print(f"{game:24} " + " ".join(f"{time:7.2f}" for time in found[-1]), flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(gdl.bundled_games()))
    parser.add_argument("--browser", action="store_true")
    given = parser.parse_args()
    print(f"{'game':24} {'drawn':>7} {'clicked':>7} {'process':>7}   seconds")
    if given.browser:
        with in_chromium() as (look, ready):
            found = measured(given.games, look, ready)
    else:
        found = measured(given.games, fetched)
    for name, times in zip(("drawn", "clicked", "process"), zip(*found, strict=True), strict=True):
        worst = max(range(len(times)), key=times.__getitem__)
        print(f"{name}: median {median(times):.2f}, worst {times[worst]:.2f} ({given.games[worst]})")
    return 1 if max(f[2] for f in found) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
