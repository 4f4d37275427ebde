"""What stays on the page when the window changes or the screen is handed over, and what goes."""

import re
from collections.abc import Callable

import pytest
from driving import at, choose, click, serving, table, visit
from playwright.sync_api import Browser, Page, expect

from interpreter.shared.hashing import Random

pytestmark = pytest.mark.browser

WIDE, HIGH = {"width": 1280, "height": 700}, {"width": 500, "height": 900}


def is_met(page: Page, seen: Callable[[], bool], most: int) -> bool:
    """Makes choices at random, at most so many, until something is seen; whether it was."""
    random = Random(4)
    for _ in range(most):
        if seen():
            return True
        if not choose(page, random):
            page.wait_for_timeout(20)
    return False


def play_until(page: Page, seen: Callable[[], bool]) -> None:
    """Makes choices at random until something is seen."""
    assert is_met(page, seen, 400), at(page)


def turn(page: Page) -> None:
    """Makes the window high where it was wide, and waits for the picture that is made for that."""
    page.evaluate("document.querySelector('#board svg').classList.add('before')")
    page.set_viewport_size(HIGH)
    page.wait_for_selector("#board svg:not(.before)")


def test_moves_are_still_tried_out_when_the_window_is_turned(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page, wrong = visit(browser, url, **WIDE)
    page.get_by_role("button", name="Try moves").click()
    click(page, "e2", "e4")
    click(page, "e7")
    turn(page)
    expect(page.locator("#prompt")).to_contain_text("Tried: e4.")
    expect(page.locator('[data-target="e7"]')).to_have_class(re.compile(r"\bpicked\b"))
    page.locator('[data-target="e5"].can').click()
    expect(page.locator("#prompt")).to_contain_text("Tried: e4, e5.")
    expect(page.locator("#moves li")).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator('[data-on="e2"]')).to_have_count(1)
    assert wrong == []


def test_a_choice_and_a_look_at_the_past_outlast_a_turn_of_the_window(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page, wrong = visit(browser, url, **WIDE)
    click(page, "e2")
    turn(page)
    expect(page.locator('[data-target="e2"]')).to_have_class(re.compile(r"\bpicked\b"))
    click(page, "e4")
    expect(page.locator("#moves li")).to_have_count(1)
    page.set_viewport_size(WIDE)
    page.click("#first")
    expect(page.locator("#prompt")).to_have_text("After move 0 of 1.")
    turn(page)
    expect(page.locator("#prompt")).to_have_text("After move 0 of 1.")
    assert wrong == []


def test_reasons_and_lines_are_gone_when_the_screen_is_handed_over(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "zarcana", ["human", "human"], seed=5)
    page, wrong = visit(browser, url)
    page.get_by_role("tab", name="Why").click()
    page.fill("#why-text", "play cups 3")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#reasons")).to_contain_text("play cups 3")
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("button", name="Try moves").click()
    expect(page.locator("#prompt")).to_contain_text("Try moves.")
    for _ in range(4):
        if not page.locator("#lines li").count():
            before = at(page)
            page.locator("#go, #board .can, #choices button").first.dispatch_event("click")
            page.wait_for_function("(b) => document.getElementById('board').dataset.at !== b", arg=before)
    expect(page.locator("#lines li")).to_have_count(1)
    page.get_by_role("button", name="Back to the game").click()
    play_until(page, page.locator("#curtain").is_visible)
    expect(page.locator("#toast")).to_be_hidden()
    page.click("#lift")
    page.wait_for_selector("#board svg")
    assert "cups 3" not in page.locator("#reasons, #toast, #prompt, #choices").all_inner_texts()
    assert page.locator("#reasons").inner_text() == page.input_value("#why-text") == ""
    expect(page.locator("#lines li")).to_have_count(0)
    assert wrong == []


def test_what_is_chosen_lights_up_where_it_was_clicked(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "zarcana", ["human", "human"], seed=7)  # so a card is soon offered
    page, wrong = visit(browser, url)
    outlined = """() => [...document.querySelectorAll("#board [data-pool='hand of Blue'] .can > *")]
        .filter((part) => getComputedStyle(part).strokeWidth === '3px').map((part) => part.tagName)"""
    marked: list[str] = []

    def seen() -> bool:
        marked.extend(page.evaluate(outlined))
        return bool(marked)

    play_until(page, seen)
    assert marked and "title" not in marked
    assert wrong == []


def test_a_piece_of_a_stash_lights_up_and_not_its_twin_of_another_player(
    browser: Browser, server: str
) -> None:
    for seed in range(7, 25):  # pieces of a stash are offered seldom, but soon where the first game begins so
        (url,) = table(browser, server, "zarcana", ["human", "human"], seed=seed)
        page, wrong = visit(browser, url, is_still=True)
        stash = page.locator("#board [data-pool='stash of Blue'] .can")
        if is_met(page, lambda stash=stash: stash.count() > 0, 100):
            break
        page.context.close()
    stash.first.dispatch_event("click")
    expect(page.locator("#board [data-pool='stash of Blue'] .picked")).to_have_count(1)
    expect(page.locator("#board [data-pool='stash of Red'] .picked")).to_have_count(0)
    assert wrong == []


def test_a_half_made_move_is_shown_goes_where_it_is_clicked_and_is_not_thrown_away(
    browser: Browser, server: str
) -> None:
    (url,) = table(browser, server, "backgammon", ["human", "human"], seed=5)
    page, wrong = visit(browser, url)
    click(page, "p17", "p23")
    expect(page.locator('#board [data-on="p23"]')).to_have_count(1)
    expect(page.locator('#board [data-die="6"] title')).to_contain_text("spent")
    expect(page.locator('#board [data-die="3"] title')).not_to_contain_text("spent")
    before = at(page)
    page.locator('[data-target="p2"]').click()
    expect(page.locator("#toast")).to_have_text(
        "p2 cannot be chosen now: go on with the move, or take the choice back."
    )
    assert at(page) == before
    page.keyboard.press("Escape")
    expect(page.locator('#board [data-on="p23"]')).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator('[data-target="p17"]')).to_have_class(re.compile(r"\bcan\b"))
    box, end = (page.locator(f'[data-target="{site}"]').bounding_box() for site in ("p17", "p20"))
    assert box is not None and end is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()
    expect(page.locator('#board [data-on="p20"]')).to_have_count(1)
    assert wrong == []


def test_a_new_game_begins_from_the_end_of_the_last_one(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    for count, site in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
        page.locator(f'[data-target="{site}"]').click()
        expect(page.locator("#moves li")).to_have_count(count)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.get_by_role("button", name="New game").click()
    page.wait_for_url(lambda there: there != url)
    page.wait_for_selector("#board[data-at]")
    expect(page.locator("#ply")).to_have_text("0 of 0")
    expect(page.locator("#verdict")).to_be_hidden()
    assert wrong == []


def test_the_board_stays_where_it_is_when_a_tip_comes_and_goes(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "zarcana", ["human", "human"], seed=5)
    page, wrong = visit(browser, url)
    places, tips = set(), set()

    def seen() -> bool:
        if page.locator("#board svg").count():
            places.add(page.evaluate("document.querySelector('#board').getBoundingClientRect().top"))
            tips.add(page.locator("#tip").get_attribute("hidden"))
        return len(tips) == 2

    play_until(page, seen)
    assert len(places) == 1
    assert wrong == []


def test_the_chips_tell_what_players_have_at_the_position_that_is_looked_at(
    browser: Browser, server: str
) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page, wrong = visit(browser, url, **WIDE)
    click(page, "e2", "e4")
    click(page, "d7", "d5")
    click(page, "e4", "d5")
    chips = page.locator(".player .standing")
    expect(chips).to_have_text(["pieces 16", "pieces 15"])
    page.click("#back")
    expect(chips).to_have_count(0)
    page.get_by_role("button", name="Try moves from here").click()
    click(page, "e4", "d5")
    expect(chips).to_have_text(["pieces 16", "pieces 15"])
    expect(page.locator(".player.moves")).to_have_text(re.compile("Black"))
    page.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_role("button", name="Try moves")).to_have_count(1)
    assert wrong == []


def test_no_dot_lies_over_the_seeds_of_a_pit(browser: Browser) -> None:
    with serving("kalah") as server:
        page, wrong = visit(browser, table(browser, server, "kalah", ["human", "human"])[0])
        expect(page.locator('[data-target="c1"]')).to_have_class(
            re.compile(r"\bcan\b.*\bheld\b|\bheld\b.*\bcan\b")
        )
        click(page, "c1")
        expect(page.locator('[data-target="c1"]')).not_to_have_class(re.compile(r"\bheld\b"))
        assert wrong == []


def test_who_clicks_while_the_server_is_away_is_told(browser: Browser) -> None:
    with serving("tic_tac_toe") as address:
        page, _ = visit(browser, table(browser, address, "tic_tac_toe", ["human", "human"])[0])
        click(page, "a1")
        expect(page.locator("#moves li")).to_have_count(1)
    expect(page.locator("#connection")).to_have_text("connecting …")
    page.locator("[data-target=b2]").click()
    expect(page.locator("#toast")).to_have_text(
        "There is no connection now, so nothing happens. It is being sought."
    )
