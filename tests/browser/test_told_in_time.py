"""What people are told at the table when it matters: before a move is made, while others move, and when nothing more can be chosen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import opened, serving, table, visit
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

SHOP = """game "Shop"
players Ann, Bob
kinds    price
  stall  1
  hall   2
pool market of game
pool built of player
field coins of player: 0..9 = 3
setup
  place stall in market times 4; place hall in market times 2
action buy
  choose k in kinds of market
  choose n in 1..2 where coins(mover) >= n * price(k)
  do coins(mover) := coins(mover) - n * price(k)
     move k from market to built(mover)
action work
  choose n in 1..2
  do coins(mover) := coins(mover) + n
turn: buy or work else pass
limit 9 moves: draw
"""

PAIRS = """game "Pairs"
players Ann, Bob
kinds each suit in {sun as S, moon as M}, value in {1..3}
pool deck of game seen by nobody
pool hand of player seen by owner
pool heap of game
setup
  for k in kinds do place k in deck
  for p in players, n in 1..3 do
    random c in deck
    move c to hand(p)
action swap
  choose openly cs: 2 of hand(mover)
  choose n in 1..2
  do move cs to heap
turn: swap else pass
limit 9 moves: draw
"""

SHARED = """game "Shared"
players Ann, Bob
kinds each suit in {sun as S, moon as M}, value in {1..3}
pool market of game
pool hand of player
setup
  for k in kinds do place k in market
action pick
  choose cs: 2 of market
  do move cs to hand(mover)
turn: pick if odd(turn) else pass
limit 9 moves: draw
"""


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("games")
    paths = [folder / name for name in ("shop.gdl", "pairs.gdl", "shared.gdl")]
    for path, text in zip(paths, (SHOP, PAIRS, SHARED), strict=True):
        path.write_text(text)
    with serving(*map(str, paths), "zarcana", "king_of_the_hill") as address:
        yield address


def press(page: Page, text: str) -> None:
    page.locator("#choices button", has_text=re.compile(f"^{text}")).click()


def test_a_preview_shows_the_numbers_that_players_would_have(browser: Browser, shops: str) -> None:
    page, wrong = visit(browser, table(browser, shops, "shop", ["human", "human"])[0])
    coins = page.locator("#players .player").first.locator(".standing", has_text="coins")
    press(page, "Work")
    press(page, "2")
    expect(page.locator("#board")).not_to_have_class(re.compile("shown"))  # two clicks say it all
    page.wait_for_function("() => document.getElementById('board').dataset.at.startsWith('1')")
    expect(coins).to_have_text("coins 5")
    page.locator('#board [data-pool="market"] [data-kind="hall"].can').first.click()
    expect(page.locator("#board")).to_have_class(re.compile("shown"))  # one number alone can be paid
    bob = page.locator("#players .player").nth(1).locator(".standing", has_text="coins")
    expect(bob).to_have_text("coins 1")
    page.keyboard.press("Escape")
    expect(bob).to_have_text("coins 3")
    assert wrong == []


def test_cards_of_a_market_and_buttons_are_chosen_ahead(browser: Browser, shops: str) -> None:
    first, second = table(browser, shops, "shop", ["open", "open"])[:2]
    (ann, _), (bob, wrong) = visit(browser, first), visit(browser, second)
    bob.locator('#board [data-pool="market"] [data-kind="hall"]').first.click()
    expect(bob.locator("#prompt")).to_contain_text("Then you choose hall")
    press(ann, "Work")
    press(ann, "1")
    expect(bob.locator("#prompt")).to_contain_text("Your move")
    press(bob, "Play")
    expect(ann.locator("#choices button", has_text="Work")).to_be_visible()
    expect(bob.locator("#ahead button")).to_have_text(["Work"])
    bob.click("#ahead button")
    expect(bob.locator("#ahead button")).to_have_attribute("aria-pressed", "true")
    expect(bob.locator("#prompt")).to_contain_text("Then you choose Work")
    press(ann, "Work")
    press(ann, "1")
    expect(bob.locator("#prompt")).to_contain_text("Work: choose a number")
    assert wrong == []


def test_at_one_screen_a_click_while_another_one_passes_by_itself_is_kept(
    browser: Browser, shops: str
) -> None:
    page, wrong = visit(browser, table(browser, shops, "shared", ["human", "human"])[0])
    market = '#board [data-pool="market"] [data-kind="{}"]'.format
    page.click(market("S1"))
    expect(page.locator("#prompt")).to_contain_text("another card")
    page.click(market("S2"))
    press(page, "Play")
    expect(page.locator("#prompt")).to_contain_text("nothing to decide")
    page.click(market("M1"))
    expect(page.locator("#prompt")).to_contain_text("another card")
    assert page.locator("#board").get_attribute("data-at") == "2 kind M1"
    assert wrong == []


def test_a_card_too_many_of_a_set_is_told(browser: Browser, shops: str) -> None:
    page, wrong = visit(browser, table(browser, shops, "pairs", ["open", "open"])[0])
    cards = page.locator('#board [data-pool="hand of Ann"] [data-kind]')
    for number in range(2):
        before = page.locator("#board").get_attribute("data-at")
        cards.nth(number).click()
        page.wait_for_function("(b) => document.getElementById('board').dataset.at !== b", arg=before)
    cards.nth(2).click()
    expect(page.locator("#toast")).to_have_text("All of them are chosen: go on, or take a choice back.")
    assert wrong == []


def test_while_others_move_a_board_as_high_as_a_phone_hides_no_prompt(browser: Browser, shops: str) -> None:
    second = table(browser, shops, "zarcana", ["open", "open"])[1]
    page, _ = visit(browser, second, width=390, height=800)
    expect(page.locator("#prompt")).to_have_class(re.compile("above"))
    expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)


def test_a_seat_that_another_browser_has_opened_is_told_once(browser: Browser, shops: str) -> None:
    url = table(browser, shops, "shop", ["open", "open"])[0]
    first, _ = visit(browser, url)
    first.reload()
    first.wait_for_selector("#choices button")
    expect(first.locator("#toast")).to_be_hidden()
    second, _ = visit(browser, url)
    expect(second.locator("#toast")).to_contain_text("opened in another browser before")
    second.reload()
    second.wait_for_selector("#choices button")
    expect(second.locator("#toast")).to_be_hidden()


def test_what_is_laid_down_is_not_offered_again(browser: Browser, shops: str) -> None:
    tokens = opened(browser, shops, "king_of_the_hill", ["open", "open"])["tokens"]
    page, wrong = visit(browser, f"{shops}play/{tokens['Black']}")
    page.click("#try")
    for site in ("e2", "e4", "e7", "e5"):
        target = page.locator(f'[data-target="{site}"]')
        expect(target).to_have_class(re.compile(r"\bcan\b"))
        target.click()
    press(page, "Answer so")
    expect(page.locator("#lines .planned")).to_be_visible()
    expect(page.locator("#choices button", has_text="Answer so")).to_have_count(0)
    assert wrong == []


def test_a_game_that_cannot_be_played_offers_no_table_and_names_no_folder(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "latin.gdl").write_bytes('game "Bögen"'.encode("latin-1"))
    (tmp_path / "none.gdl").write_text(SHOP.replace("turn: ", "phase one: "))
    with serving(str(tmp_path / "latin.gdl"), str(tmp_path / "none.gdl")) as server:
        for name, said in (("latin", "this file is not UTF-8 text"), ("none", "the game has no `turn`")):
            page, _ = visit(browser, f"{server}game/{name}", wait="#status:not(:empty)")
            expect(page.locator("#status")).to_contain_text(said)
            expect(page.get_by_role("button", name="Open the table")).to_be_hidden()
            expect(page.get_by_text("Edit a position")).to_be_hidden()
            for asked in ("api/games/", "picture/", "source/"):
                ending = {"picture/": ".svg", "source/": ".gdl"}.get(asked, "")
                assert str(tmp_path) not in page.request.get(f"{server}{asked}{name}{ending}").body().decode(
                    "latin-1"
                )
