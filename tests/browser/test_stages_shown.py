"""What was chosen together is shown step by step, and then one chooses again."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import table, visit
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent
RACE = """game "Race"
players Red, Blue
board square 4 x 2
kinds car
field speed of player: 0..3
setup
  place car of Red on a1
  place car of Blue on a2
action program
  choose n in 2..3
  do speed(mover) := n
settle after program
  for r in 1..3 do
    for p in players, c in pieces of p where r <= speed(p) and step(site(c), east) is empty do
      move c to step(site(c), east)
turn together: program
end mover wins when turn > 6
limit 6 moves: draw
"""
WATCH = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const red = document.querySelector('#board [data-on$="1"]');
    if (red && window.seen.at(-1) !== red.dataset.on) window.seen.push(red.dataset.on);
  }).observe(document.getElementById('board'), { childList: true, subtree: true });
}"""


@pytest.fixture
def races(tmp_path: Path) -> Iterator[str]:
    """The address of a server of the race."""
    rules = tmp_path / "race.gdl"
    rules.write_text(RACE)
    command = [sys.executable, "-m", "interpreter.cli", "serve", str(rules), "--memory", "--port", "0"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert run.stdout is not None
    try:
        yield run.stdout.readline().strip()
    finally:
        run.terminate()
        run.wait(10)


def test_the_board_goes_through_all_stages_before_one_chooses_again(browser: Browser, races: str) -> None:
    page, wrong = visit(browser, table(browser, races, "race", ["human", "random"])[0])
    page.evaluate(WATCH)
    page.get_by_role("button", name="3", exact=True).click()
    if page.locator("#go").is_visible():
        page.locator("#go").click()
    page.wait_for_function("() => window.seen.at(-1) === 'd1'", timeout=20_000)
    assert [s for s in page.evaluate("window.seen") if s != "a1"] == ["b1", "c1", "d1"]
    expect(page.get_by_role("button", name="2", exact=True)).to_be_visible()
    assert wrong == []
