"""Whole games in a real browser, by clicks, drags and keys, at a desk and on a phone; and what a screen reader meets."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from driving import at, choose, click, is_over, play, table, visit
from playwright.sync_api import Browser, Page, expect

from interpreter.shared.hashing import Random

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 800}


def test_zola_is_played_on_a_phone_to_its_end(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "zola", ["human", "human"], options={"size": "4"}, seed=5)
    page, wrong = visit(browser, url, **PHONE, is_still=True)
    play([page], Random(4))
    assert "wins" in page.locator("#verdict").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert wrong == []


def test_cyvasse_is_played_in_two_browsers_from_the_secret_set_up_to_the_end(
    browser: Browser, server: str
) -> None:
    urls = table(browser, server, "cyvasse", ["open", "open"], options={"length_limit": "100"}, seed=5)
    white, wrong_here = visit(browser, urls[0], is_still=True)
    black, wrong_there = visit(browser, urls[1], **PHONE, is_still=True)
    random = Random(4)
    for _ in range(30):
        assert choose(white, random) or choose(black, random)
    text = black.content()
    assert "hidden" in text and not re.search(r'data-piece="White [A-Z]', text)
    play([white, black], random)
    assert white.locator("#verdict").inner_text() == black.locator("#verdict").inner_text()
    white.get_by_role("button", name="Play again").click()
    expect(black.locator("#ask")).to_contain_text("White asks for another game, with sides changed.")
    black.get_by_role("button", name="Agree").click()
    for page, side in ((black, "White"), (white, "Black")):
        expect(page.locator("#ply")).to_have_text("0 of 0")
        expect(page.locator(".player", has_text="(you)")).to_contain_text(side)
        expect(page.locator("#verdict")).to_be_hidden()
    assert wrong_here == wrong_there == []


# The deck is soon used up and shuffled anew, from when on the end may be declared: other tests play from the beginning.
_LATE = """\
pieces: {"-1,1": cups_3, "0,1": [Tower, Blue medium facing=south], "1,1": discs_knight,
         "-1,0": [wands_7, Red small], "0,0": [Chariot, Red large facing=east, Blue small], "1,0": swords_2,
         "-1,-1": discs_8, "0,-1": [Magician, Red medium], "1,-1": wands_queen}
pools:
  hand: {Red: [cups_9, swords_4, Moon], Blue: [wands_1, discs_5, Lovers]}
  deck: [swords_10, cups_page, Sun, wands_5, discs_2, Hermit]
  discards: [cups_7, Star, swords_6, wands_10, discs_king, Justice, cups_1, swords_8]
  stash: {Red: [small, small, medium, large, large], Blue: [small, small, medium, large, large]}
"""


# The seeds are those of short games: the dice of the first backgammon's seed bear all men off within 59 turns, where 90 is usual.
@pytest.mark.parametrize(("game", "seed", "position"), [("zarcana", 3, _LATE), ("backgammon", 1, None)])
def test_games_of_chance_are_played_at_one_screen_to_their_end(
    browser: Browser, server: str, game: str, seed: int, position: str | None
) -> None:
    begun = {} if position is None else {"position": position}
    (url,) = table(browser, server, game, ["human", "human"], seed=seed, **begun)
    page, wrong = visit(browser, url, is_still=True)
    play([page], Random(4))
    assert is_over(page)
    assert wrong == []


def test_chess_is_played_by_clicks_a_drag_and_keys(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page, wrong = visit(browser, url)
    click(page, "f2", "f3")
    expect(page.locator("#moves li")).to_have_count(1)
    start, end = (page.locator(f'[data-target="{site}"]').bounding_box() for site in ("e7", "e5"))
    assert start is not None and end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] - 20, steps=5)
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=3)
    page.mouse.up()
    expect(page.locator("#moves li")).to_have_count(2)
    page.locator('[data-target="g2"]').focus()
    for key in ("Enter", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.target") == "g4"
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(3)
    click(page, "d8", "h4")
    expect(page.locator("#verdict")).to_contain_text("Black wins")
    page.keyboard.press("Home")
    expect(page.locator("#ply")).to_have_text("0 of 4")
    assert wrong == []


def test_a_piece_that_is_taken_stays_for_a_moment_and_then_goes(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page, wrong = visit(browser, url)
    for count, (start, end) in enumerate((("e2", "e4"), ("d7", "d5")), 1):
        click(page, start, end)
        expect(page.locator("#moves li")).to_have_count(count)
    click(page, "e4", "d5")
    page.wait_for_selector("#board .leaving", state="attached")
    assert page.locator('[data-target="d5"].taken').count() == 1
    page.wait_for_selector("#board .leaving", state="detached")
    assert page.locator("#board .taken").count() == 0
    assert wrong == []


def test_the_line_that_has_won_is_drawn(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    for count, site in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
        page.locator(f'[data-target="{site}"]').click()
        expect(page.locator("#moves li")).to_have_count(count)
    expect(page.locator("#board [data-decided]")).to_have_count(1)
    expect(page.locator("#verdict")).to_contain_text("X wins: a row")
    assert wrong == []


def test_what_is_illegal_is_explained_on_the_board(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "zola", ["human", "human"])
    page, _ = visit(browser, url)
    page.locator('[data-target="a1"]').click()
    page.locator('[data-target="b3"]').click()
    expect(page.locator("#toast")).to_contain_text("a1-b3")
    page.get_by_role("tab", name="Why").click()
    expect(page.locator("#reasons")).to_contain_text("a1-b3")


def test_a_tile_is_turned_by_a_key_and_shown_before_it_is_laid(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "zarathustra", ["human", "human"], seed=1)
    page, _ = visit(browser, url)
    piece = page.locator("#board [data-pool] .can").first
    piece.dispatch_event("click")
    page.wait_for_function("() => document.getElementById('board').dataset.at.includes('kind')")
    page.keyboard.press("r")
    page.wait_for_function("() => document.getElementById('board').dataset.at.includes('turn')")
    before = at(page)
    page.keyboard.press("r")
    page.wait_for_function("(b) => document.getElementById('board').dataset.at !== b", arg=before)
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.getElementById('board').dataset.at.includes('turn')")


def test_a_curtain_comes_down_between_people_with_secrets(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "cyvasse", ["human", "human"], options={"length_limit": "100"}, seed=5)
    page, _ = visit(browser, url)
    random = Random(1)
    while choose(page, random, lift=False):
        pass  # until nothing is marked: the first curtain hides the board, however late it comes
    expect(page.locator("#curtain-text")).to_have_text("Only Black may look now.")
    assert page.locator("#board svg").count() == 0
    page.click("#lift")
    expect(page.locator("#prompt")).to_contain_text("Choose")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["zola", "zarcana", "cyvasse"])
def test_pages_have_nothing_that_a_screen_reader_stumbles_over(
    browser: Browser, server: str, game: str, theme: str
) -> None:
    (url,) = table(browser, server, game, ["human", "open"])
    page, _ = visit(browser, url)
    page.wait_for_selector("#links[open]")  # opened by itself where there are seats to hand out
    page.evaluate(
        "(t) => { document.documentElement.dataset.theme = t; document.getElementById('links').close(); }",
        theme,
    )
    assert findings(page) == []
    for tab in ("Rules", "Why", "Analysis", "Chat", "Help"):  # with which only one part of the page changes
        page.get_by_role("tab", name=tab).click()
        assert findings(page, f"#panel-{tab.lower()}") == [], tab


def test_the_first_page_opens_a_table(browser: Browser, server: str) -> None:
    page = browser.new_page()
    page.goto(server)
    assert findings(page) == []
    page.get_by_role("link", name="Tic-tac-toe").click()
    expect(page.locator("#seats label")).to_have_count(2)
    assert findings(page) == []
    page.locator("#seats select").nth(1).select_option("Random")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#board[data-at]")
    page.locator('[data-target="a1"]').click()
    expect(page.locator("#moves li")).to_have_count(2)
    page.goto(server)
    page.locator("#own-list a").click()
    expect(page.locator("#moves li")).to_have_count(2)


def test_a_lesson_is_solved_and_the_next_one_opened(browser: Browser, server: str) -> None:
    page, wrong = visit(browser, f"{server}lessons/cyvasse", wait="[data-lesson]")
    assert findings(page) == []
    page.get_by_role("button", name="1. A Rabble in three").click()
    page.wait_for_selector("#board[data-at]")
    for site in ("f6", "f7", "g8"):
        click(page, site)
        expect(page.locator("#lesson-verdict")).to_have_class("right")
        expect(page.locator("#ply")).to_contain_text("of")
    expect(page.locator("#lesson-verdict")).to_have_text("Solved in three moves.")
    expect(page.locator("#board .can, #choices button")).to_have_count(0)
    assert findings(page) == []
    page.get_by_role("button", name="Next lesson").click()
    expect(page.locator("#lesson h2")).to_have_text("A Dragon takes six Crossbows in eight")
    page.goto(f"{server}lessons/cyvasse")
    expect(page.locator("[data-lesson='1']:not([data-setting]) small")).to_have_text("✓ solved")
    page.get_by_role("button", name="Lesson 1, harder").click()
    expect(page.locator("#lesson .quiet")).to_contain_text(", harder")
    setting = page.get_by_role("group", name="The setting of the lesson")
    expect(setting.get_by_role("button", name="harder")).to_be_disabled()
    setting.get_by_role("button", name="easier").click()
    expect(page.locator("#lesson")).to_contain_text("White alone moves and has five moves. Three would do.")
    page.goto(f"{server}lessons/cyvasse")
    page.get_by_role("button", name="10. A Rabble walks").click()
    page.wait_for_selector("#board[data-at]")
    for site in ("g7", "h8"):
        page.locator('[data-target="f6"]').click()
        page.locator(f'[data-target="{site}"]').click()
        expect(page.locator("#lesson-verdict")).to_contain_text(f"f6-{site}")
    expect(page.locator("#lesson-verdict")).to_have_class("wrong")
    expect(page.locator("#lesson-found")).to_have_text("Found: f6-g7")
    assert wrong == []


def test_a_game_is_reviewed_with_a_curve_that_leads_to_each_move(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"], seed=5)
    page, wrong = visit(browser, url)
    for number, site in enumerate(("a1", "b2", "a2", "c3", "a3"), 1):
        click(page, site)
        expect(page.locator("#moves li")).to_have_count(number)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("tabpanel", name="Analysis").get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="4. O c3: a3 was better")).to_be_visible(timeout=20_000)
    assert findings(page) == []
    page.get_by_role("button", name="Share").click()
    other, _ = visit(browser, page.locator("#share-link").get_attribute("href") or "")
    expect(other.locator("#curve svg")).to_be_visible()  # what the link is about is what is seen
    other.close()
    page.locator("#curve rect").click(position={"x": 12, "y": 40})
    expect(page.locator("#ply")).to_have_text("0 of 5")
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("#analysis-best li").first).to_be_visible()
    expect(page.locator("#analysis-status")).to_contain_text("certain")
    expect(
        page.get_by_role("tabpanel", name="Analysis").get_by_role("button", name="Review the game")
    ).to_be_visible()
    assert wrong == []


def test_a_board_is_saved_as_pixels(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page, wrong = visit(browser, url)
    with page.expect_download() as found:
        page.get_by_role("button", name="PNG").click()
    assert found.value.suggested_filename == "chess.png"
    content = found.value.path().read_bytes()
    wide, high = (int.from_bytes(content[i : i + 4]) for i in (16, 20))
    assert content.startswith(b"\x89PNG") and wide > 600 and high > 600
    assert wrong == []


def test_lines_that_are_tried_out_stay_as_a_tree_and_lead_back(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    for count, site in enumerate(("a1", "b1", "a2"), 1):
        page.locator(f'[data-target="{site}"]').click()
        expect(page.locator("#moves li")).to_have_count(count)
    page.click("#first")
    expect(page.get_by_role("button", name="Try moves")).to_have_count(1)
    page.get_by_role("button", name="Try moves from here").click()
    shown = page.locator("#lines button")
    for count, site in enumerate(("c3", "b2"), 1):
        page.locator(f'[data-target="{site}"].can').click()
        expect(shown).to_have_count(count)
    shown.first.click()
    expect(page.locator("#prompt")).to_contain_text("Tried: c3.")
    page.locator('[data-target="a3"].can').click()
    expect(page.locator("#lines li")).to_have_text(["after 0: c3b2", "after 0: c3a3"])
    page.get_by_role("button", name="Back to the game").click()
    shown.nth(1).click()
    expect(page.locator("#prompt")).to_contain_text("Tried: c3, b2.")
    expect(page.locator('#lines [aria-current="true"]')).to_have_count(1)
    page.click("#last")
    expect(page.locator("#ply")).to_have_text("3 of 3")
    assert wrong == []


def test_a_position_is_made_by_clicks_shared_by_a_link_and_played(browser: Browser, server: str) -> None:
    page, wrong = visit(browser, f"{server}edit/chess", wait="#board svg")
    page.get_by_role("button", name="White queen").click()
    page.locator('[data-target="e5"]').click()
    expect(page.locator("#text")).to_have_value(re.compile("e5: White queen"))
    page.select_option("#to-move", "Black")
    expect(page.locator("#text")).to_have_value(re.compile("to_move: Black"))
    assert findings(page) == []
    other, _ = visit(browser, page.url, wait="#board svg", **PHONE)
    expect(other.locator("#text")).to_have_value(re.compile("e5: White queen"))
    assert other.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    other.locator("#text").fill("pieces: {z9: White queen}")
    expect(other.locator("#error")).to_contain_text("z9")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_selector("#panel-moves")
    expect(page.locator('[data-on="e5"]')).to_have_count(1)
    assert wrong == []


def test_two_settings_are_played_side_by_side(browser: Browser, server: str) -> None:
    page, wrong = visit(browser, f"{server}compare/zola?a.size=4&b.size=6", wait="#board-b svg")
    assert findings(page) == []
    page.locator('#board-a [data-target="a1"]').click()
    page.locator('#board-a [data-target="b1"].can').click()
    expect(page.locator("#moves-said")).to_have_text("1. a1xb1")
    expect(page.locator("#said-b")).to_contain_text("Only here")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#moves-said")).to_have_text("No moves yet.")
    assert wrong == []


def findings(page: Page, part: str | None = None) -> list[str]:
    """What axe finds wrong on a page, or in a part of it, by a selector."""
    return [
        f"{found['id']}: {node['html'][:120]} {node['failureSummary']}"
        for found in Axe().run(page, part).response["violations"]
        for node in found["nodes"][:3]
    ]


def test_a_secret_set_up_is_laid_out_by_keys_alone_on_a_phone(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "cyvasse", ["human", "human"], seed=5, start="map: the lakes")
    page, wrong = visit(browser, url, **PHONE)
    pressed = "(b) => ((a) => a !== b && !a.includes('action'))(document.getElementById('board').dataset.at)"
    page.keyboard.press("n")
    for _ in range(
        1 + 2 * 6
    ):  # the King's seat, then a kind and a place for each of six pieces; the first choice has the focus
        before = at(page)
        page.keyboard.press("Enter")
        page.wait_for_function(pressed, arg=before)
    placed = page.locator("#board [data-on] [data-piece^=White]").count()
    assert placed == 7, at(page)
    assert wrong == []


def test_what_can_be_done_is_found_by_its_name(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    for typed, seen in (("b2", "1 "), ("take back", "2 ")):
        page.keyboard.press("/")
        page.locator("#palette-text").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#board")).to_have_attribute("data-at", re.compile(f"^{seen}"))
    page.keyboard.press("/")
    expect(page.locator("#palette")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    assert wrong == []


def test_a_card_that_is_held_says_what_it_is(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "zarcana", ["human", "bot"])
    page, wrong = visit(browser, url, width=390, height=844)
    page.locator("#board [data-kind]:has(title)").first.click(button="right", force=True)
    expect(page.locator("#toast")).to_contain_text(re.compile(r"\w+"))
    assert wrong == []


def test_a_copy_of_the_rules_is_downloaded_with_what_to_do_with_it(browser: Browser, server: str) -> None:
    page = browser.new_page()
    page.goto(f"{server}game/chess")
    with page.expect_download() as found:
        page.click("#source")
    assert found.value.suggested_filename == "chess.gdl"
    assert page.inner_text("#status").endswith("play it with `gdl play chess.gdl --web`.")
