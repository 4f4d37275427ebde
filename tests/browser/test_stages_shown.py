"""What was chosen together is shown step by step, and then one chooses again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import serving, table, visit
from playwright.sync_api import Browser, expect
from racing import RACE

pytestmark = pytest.mark.browser

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
    text = RACE.replace("n in 1..3", "n in 2..3")
    rules.write_text(text.replace("limit", "end mover wins when turn > 6\nlimit"))
    with serving(str(rules)) as address:
        yield address


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
