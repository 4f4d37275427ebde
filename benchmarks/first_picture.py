"""How long it takes until a game is seen: from the start of `gdl play GAME --web` to its board, for every bundled game.

    python benchmarks/first_picture.py [GAME...] [--browser]

Each game is opened once before, so that it is kept on disk. Then a process is started, its address is read, the page and its
modules are fetched, and the first view comes over the socket, as a browser gets them; with `--browser` Chromium does it, which
runs already with an empty tab, and the board must have been drawn. Printed are seconds on the clock and of the process's processor
time. Exit code 1 if one took more than a second of processor time. On a busy machine `chrt -r 5` before the command gives it the
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
from time import monotonic
from urllib.parse import urljoin
from urllib.request import urlopen

import gdl

LIMIT = 1.0  # seconds
Look = Callable[[str], None]  # waits until the board at an address is there
# Playwright's own waiting looks again after up to half a second
_DRAWN = """
window.drawn = new Promise(done => new MutationObserver((_, observer) => {
  if (!document.querySelector("#board svg, #curtain:not([hidden])")) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(done));
}).observe(document, {childList: true, subtree: true, attributes: true}));
"""


def fetched(address: str) -> None:
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


@contextmanager
def in_chromium() -> Iterator[tuple[Look, Callable[[], None]]]:
    """What looks at addresses with Chromium, and what opens an empty tab for the next one."""
    from playwright.sync_api import Page, sync_playwright

    path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--headless", "--no-sandbox"])
        tabs = list[Page]()

        def look(address: str) -> None:
            page = tabs.pop()
            page.goto(address, wait_until="commit")
            page.evaluate("() => window.drawn")
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


def opened(game: str, look: Look) -> tuple[float, float]:
    """Seconds until the board is there: on the clock, and of the process."""
    command = [sys.executable, "-m", "interpreter.cli", "play", game, "--web", "--no-browser"]
    start = monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings())
    try:
        assert process.stdout is not None
        look(process.stdout.readline().strip())
        taken = monotonic() - start
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return taken, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    finally:
        process.terminate()
        process.wait(10)


def measured(
    games: list[str], look: Look, ready: Callable[[], None] = lambda: None
) -> list[tuple[float, float]]:
    """Opens all games, each once to be kept and once to be measured."""
    found = []
    for game in games:
        opened(game, fetched)
        ready()
        found.append(opened(game, look))
        print(f"{game:24} {found[-1][0]:7.2f} {found[-1][1]:7.2f}", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(gdl.bundled_games()))
    parser.add_argument("--browser", action="store_true")
    given = parser.parse_args()
    print(f"{'game':24} {'clock':>7} {'process':>7}   seconds")
    if given.browser:
        with in_chromium() as (look, ready):
            found = measured(given.games, look, ready)
    else:
        found = measured(given.games, fetched)
    for name, times in (("clock", [f[0] for f in found]), ("process", [f[1] for f in found])):
        worst = max(range(len(times)), key=times.__getitem__)
        print(f"{name}: median {median(times):.2f}, worst {times[worst]:.2f} ({given.games[worst]})")
    return 1 if max(f[1] for f in found) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
