"""Lines of moves: names, notes, a link to a review, answers that are laid down, and a bad move that is refuted."""

import re

import pytest
from driving import click, table, visit
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


def move(page: Page, *pairs: str) -> None:
    for pair in pairs:
        before = page.locator("#moves li").count()
        click(page, *pair.split("-"))
        page.wait_for_function("(n) => document.querySelectorAll('#moves li').length > n", arg=before)


def tried(page: Page, *pairs: str) -> None:
    """Tries moves out, from where the page is."""
    page.get_by_role("button", name=re.compile("^Try moves")).click()
    for count, pair in enumerate(pairs, 1):
        start, to = pair.split("-")
        page.locator(f'[data-target="{start}"].can').click()
        page.locator(f'[data-target="{to}"].can').click()
        expect(page.locator("#prompt")).to_have_text(
            re.compile(rf"^Tried:( [^,.]+,){{{count - 1}}} [^,.]+\.")
        )


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_an_answer_that_is_laid_down_is_played_by_itself(
    browser: Browser, server: str, width: int, height: int
) -> None:
    one, two = table(browser, server, "chess", ["open", "open"])
    white, wrong = visit(browser, one, width=width, height=height)
    black, wrong_too = visit(browser, two)
    move(white, "e2-e4")
    tried(white, "e7-e5", "g1-f3", "b8-c6", "f1-b5")
    white.get_by_role("button", name="Answer so, if it comes so").click()
    expect(white.locator("#lines .planned")).to_contain_text("laid down after 1: e5 Nf3 Nc6 Bb5")
    white.get_by_role("button", name="Back to the game").click()
    told: list[str] = []
    black.on("websocket", lambda socket: socket.on("framereceived", lambda text: told.append(str(text))))
    black.reload()
    black.wait_for_selector("#board[data-at]")
    white.goto("about:blank")  # nobody is there who would answer
    move(black, "e7-e5")
    expect(black.locator("#moves li")).to_have_count(3)
    expect(black.locator("#moves")).to_contain_text("Nf3")
    white.goto(one)
    expect(white.locator("#lines .came")).to_have_count(2)
    move(black, "d7-d6")
    expect(white.locator("#lines .planned")).to_contain_text("It came otherwise")
    expect(white.locator("#moves li")).to_have_count(4)
    white.get_by_role("button", name="Forget this line").first.click()
    expect(white.locator("#lines .planned")).to_have_count(0)
    assert all('"plans":[]' in text or '"plans"' not in text for text in told) and told
    assert wrong == wrong_too == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_line_on_the_board_stays_where_the_others_play_along_it(
    browser: Browser, server: str, width: int, height: int
) -> None:
    one, two = table(browser, server, "chess", ["open", "open"])
    white, wrong = visit(browser, one, width=width, height=height)
    black, _ = visit(browser, two)
    move(white, "e2-e4")
    tried(white, "e7-e5", "g1-f3")
    move(black, "e7-e5")
    expect(white.locator("#toast")).to_have_text("The game has gone on: e5.")
    expect(white.locator("#prompt")).to_contain_text("Tried: e5, Nf3.")
    expect(white.locator('#board [data-on="f3"]')).to_have_count(1)
    expect(white.locator("#moves li")).to_have_count(2)
    white.get_by_role("button", name="Back to the game").click()
    expect(white.locator('#board [data-on="g1"]')).to_have_count(1)
    move(white, "f1-c4")
    white.locator("#moves button").first.click()
    white.get_by_role("button", name="Try moves from here").click()
    for site in ("d7", "d5"):  # behind the first move, which stays
        white.locator(f'[data-target="{site}"].can').click()
    move(black, "b8-c6")
    expect(white.locator("#toast")).to_have_text("The game has gone on: Nc6.")
    expect(white.locator("#prompt")).to_contain_text("Tried: d5.")
    white.get_by_role("button", name="Back to the game").click()
    move(white, "d2-d3")
    tried(white, "g8-f6")
    move(black, "d7-d6")
    expect(white.locator("#toast")).to_contain_text("The game has gone on otherwise")
    expect(white.locator("#prompt")).not_to_contain_text("Tried")
    assert wrong == []


def test_no_line_is_tried_against_people_where_a_clock_runs_or_something_is_hidden(
    browser: Browser, server: str
) -> None:
    for game, more in (("chess", {"clock": {"minutes": 5, "increment": 0}}), ("zarcana", {})):
        one, *_ = table(browser, server, game, ["open", "open"], **more)
        page, _ = visit(browser, one)
        expect(page.get_by_role("button", name="Resign")).to_be_visible()
        expect(page.get_by_role("button", name="Try moves")).to_have_count(0)


def test_names_and_notes_stay_and_a_link_shows_a_review_to_others(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page, wrong = visit(browser, url)
    move(page, "f2-f3", "e7-e5")
    page.fill("#note", "That weakens the king.")
    page.locator("#note").blur()
    expect(page.locator("#moves q")).to_have_text("That weakens the king.")
    tried(page, "g2-g4", "d8-h4")
    page.get_by_label("The name of this line").fill("the worst")
    page.fill("#note", "Mate at once.")
    page.locator("#note").blur()
    expect(page.locator("#lines q")).to_have_text("Mate at once.")
    page.reload()
    expect(page.locator("#lines q")).to_have_text("Mate at once.")
    expect(page.get_by_label("The name of this line")).to_have_value("the worst")
    expect(page.locator("#moves q")).to_have_text("That weakens the king.")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("tabpanel", name="Analysis").get_by_role("button", name="Review the game").click()
    expect(page.locator("#analysis-status")).to_contain_text(re.compile("urn"), timeout=60_000)
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("button", name="Copy a link to this review").click()
    link = page.locator("#share-link").get_attribute("href") or ""
    other, wrong_too = visit(browser, link)
    expect(other.locator("#lines q")).to_have_text("Mate at once.")
    expect(other.locator("#moves q")).to_have_text("That weakens the king.")
    other.get_by_role("button", name=re.compile("^Qh4")).click()
    expect(other.locator('#board [data-on="h4"]')).to_have_count(1)
    other.get_by_role("tab", name="Analysis").click()
    expect(other.locator("#curve svg")).to_be_visible()
    broken, wrong_three = visit(browser, link[:-40])
    expect(broken.locator("#lines")).to_be_hidden()
    assert wrong == wrong_too == wrong_three == []


_BACK_RANK = """\
to_move: White
pieces: {g1: White king, e1: White queen, f2: White pawn, g2: White pawn, h2: White pawn,
         g8: Black king, e8: Black queen, f7: Black pawn, g7: Black pawn, h7: Black pawn}
"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_bad_move_is_refuted_and_taken_back(browser: Browser, server: str, width: int, height: int) -> None:
    (url,) = table(browser, server, "chess", ["human", "Random"], position=_BACK_RANK)
    page, wrong = visit(browser, url, width=width, height=height)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Tell me at once of a bad move").check()
    click(page, "f2", "f3")
    expect(page.locator("#judged")).to_contain_text(
        "f3 has cost much. Qxe8# was better. The answer: Qxe1#", timeout=60_000
    )
    expect(page.locator("#moves li")).to_have_count(2)
    page.get_by_role("button", name="Show why").click()
    expect(page.locator("#prompt")).to_contain_text("Tried: Qxe1#")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#toast")).to_have_text("f3 would have been answered by Qxe1#.")
    expect(page.locator("#moves li")).to_have_count(0)
    expect(page.locator(".target.about")).not_to_have_count(0)
    click(page, "e1", "e8")
    expect(page.locator("#verdict")).to_contain_text("White wins")
    page.get_by_role("button", name="How good was my last move?").click()
    expect(page.locator("#judged")).to_contain_text("nothing clearly better was found")
    assert wrong == []


def test_a_bad_move_is_told_at_one_screen_too_where_the_next_player_is_to_move(
    browser: Browser, server: str
) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"], position=_BACK_RANK)
    page, wrong = visit(browser, url)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("Tell me at once of a bad move").check()
    click(page, "f2", "f3")
    expect(page.locator("#judged")).to_contain_text("f3 has cost much.", timeout=60_000)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#toast")).to_have_text("f3 would have been answered by Qxe1#.")
    expect(page.locator("#judged")).to_be_hidden()
    expect(page.locator("#moves li")).to_have_count(0)
    assert wrong == []


def test_a_finished_game_is_shared_by_the_key_of_spectators(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#share-link")).to_be_visible()
    link = page.locator("#share-link").get_attribute("href") or ""
    assert not {*url.split("/")[-1].split("+")} & {*link.split("/")[-1].split("+")}
    other, wrong_too = visit(browser, link)
    expect(other.locator("#verdict")).to_have_text("X resigns: O wins.")
    expect(other.get_by_role("button", name="Share")).to_be_visible()
    assert wrong == wrong_too == []
