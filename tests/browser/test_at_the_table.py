"""What people meet at a table, on a wide screen and on a phone: nothing lies over what is clicked, and everything is where it is sought."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from driving import click, opened, serving, table, visit
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


def test_a_refusal_lets_clicks_through_and_goes_with_the_next_choice(browser: Browser, server: str) -> None:
    for width, height in ((1280, 800), (390, 844)):
        page, wrong = visit(
            browser, table(browser, server, "zola", ["human", "human"])[0], width=width, height=height
        )
        page.locator('[data-target="a1"]').click()
        page.locator('[data-target="b3"]').click()
        expect(page.locator("#toast")).to_be_visible()
        assert page.locator("#toast").evaluate("e => getComputedStyle(e).pointerEvents") == "none"
        page.locator(".can").first.click()
        expect(page.locator("#toast")).to_be_hidden()
        assert wrong == []


def test_nothing_stays_over_the_board_of_a_phone(browser: Browser, server: str) -> None:
    page, _ = visit(browser, table(browser, server, "cyvasse", ["human", "human"])[0], width=390, height=844)
    page.mouse.wheel(0, 150)
    page.wait_for_timeout(200)
    assert page.locator("#prompt").evaluate("e => getComputedStyle(e).position") == "static"
    board, prompt = page.locator("#board").bounding_box(), page.locator("#prompt").bounding_box()
    assert board is not None and prompt is not None and prompt["y"] >= board["y"] + board["height"] - 1


def test_arrows_of_a_relation_have_heads(browser: Browser, server: str) -> None:
    page, _ = visit(
        browser, table(browser, server, "cyvasse", ["human", "human"], options={"setup": "ready"})[0]
    )
    page.click("#tab-why")
    page.get_by_role("button", name="Show: engages").click()
    page.wait_for_selector("#board .arrows line")
    assert page.evaluate("document.querySelectorAll('#arrow-head').length") == 1
    assert page.evaluate("document.getElementById('arrow-head').tagName") == "marker"
    ends = page.eval_on_selector_all(
        "#board .arrows line", "lines => lines.map(l => `${l.getAttribute('x2')} ${l.getAttribute('y2')}`)"
    )
    assert len(ends) >= 2
    assert all(
        e.get_attribute("marker-end") == "url(#arrow-head)" for e in page.locator(".arrows line").all()
    )


def test_a_tile_is_dropped_where_it_is_to_lie_and_turned_there(browser: Browser, server: str) -> None:
    page, wrong = visit(browser, table(browser, server, "zarathustra", ["human", "human"])[0])
    tile = page.locator("#board [data-pool] .can").first
    start = tile.bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] + 30, steps=4)
    page.wait_for_function("() => document.getElementById('board').dataset.at.includes('kind')")
    site = page.locator("#board .target.can").first
    name = site.get_attribute("data-target")
    goal = site.bounding_box()
    assert goal is not None
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "(n) => document.getElementById('board').dataset.at.includes('site ' + n)", arg=name
    )
    before = page.locator("#board").get_attribute("data-at") or ""
    page.keyboard.press("r")
    page.wait_for_function("(b) => document.getElementById('board').dataset.at !== b", arg=before)
    assert f"site {name}" in (page.locator("#board").get_attribute("data-at") or "")
    expect(page.get_by_role("button", name="Turn it")).to_be_visible()
    page.click("#go")
    page.wait_for_function("() => document.getElementById('board').dataset.at.startsWith('1 ')")
    assert wrong == []


def turned(page: Page) -> bool:
    """Whether the first rank lies above the last one."""
    low, high = (page.locator(f'[data-target="{n}"]').bounding_box() for n in ("a1", "a8"))
    assert low is not None and high is not None
    return low["y"] < high["y"]


def test_the_board_lies_still_at_one_screen_and_is_turned_by_a_button(browser: Browser, server: str) -> None:
    page, _ = visit(browser, table(browser, server, "chess", ["human", "human"])[0])
    assert not turned(page)
    click(page, "e2", "e4")
    expect(page.locator("#moves button")).to_have_count(1)
    assert not turned(page)
    page.click("#turn-board")
    page.wait_for_function(
        "() => document.querySelector('[data-target=a1]').getBoundingClientRect().y < document.querySelector('[data-target=a8]').getBoundingClientRect().y"
    )
    click(page, "e7", "e5")
    expect(page.locator("#moves button")).to_have_count(2)
    assert turned(page)


def test_moves_are_asked_for_in_the_notation_of_the_game(browser: Browser, server: str) -> None:
    page, _ = visit(
        browser, table(browser, server, "chess", ["human", "human"], position="to_move: White\npieces: {e1: White king, a1: White rook, e8: Black king}\n")[0],
    )  # fmt: skip
    page.keyboard.press("/")
    page.keyboard.type("a1")
    page.keyboard.press("Enter")
    page.locator('[data-target="a7"]').click()
    expect(page.locator("#moves button")).to_contain_text("Ra7")


def test_numbers_stand_beside_the_players_zeros_too(browser: Browser, server: str) -> None:
    position = "to_move: White\npieces: {e1: White king, a1: White rook, a7: Black rook, e8: Black king}\n"
    page, _ = visit(browser, table(browser, server, "chess", ["human", "human"], position=position)[0])
    expect(page.locator(".player .standing")).to_have_count(0)
    click(page, "a1", "a7")
    expect(page.locator(".player .standing")).to_have_text(["pieces 2", "pieces 1"])
    page, _ = visit(browser, table(browser, server, "zarcana", ["human", "human"])[0])
    expect(page.locator(".player .standing").first).to_have_text("total 0")


def test_the_link_of_an_open_seat_is_copied_with_one_click(browser: Browser, server: str) -> None:
    made = opened(browser, server, "chess", ["human", "open"])
    page, wrong = visit(browser, server.rstrip("/") + made["play"])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link for Black").click()
    expect(page.locator("#links").get_by_role("button", name="Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(made["links"]["Black"])
    assert wrong == []


def test_a_draw_that_is_declined_is_told_and_names_stand_in_the_record(browser: Browser, server: str) -> None:
    made = opened(browser, server, "chess", ["open", "open"])
    white, black = (visit(browser, f"{server}play/{made['tokens'][n]}")[0] for n in ("White", "Black"))
    watcher, _ = visit(browser, f"{server}play/{made['tokens']['spectators']}")
    for one in (white, watcher):
        expect(one.locator("#watching")).to_have_text("1 watching")
    watcher.close()
    expect(black.locator("#watching")).to_have_text("")
    white.click("#tab-chat")
    white.fill("#name-text", "Ada")
    white.click("#rename button")
    expect(black.locator("#players")).to_contain_text("Ada")
    # what Black clicks meanwhile is done when it is Black's turn; what cannot be done then is told
    for site in ("e7", "e5"):
        black.locator(f'[data-target="{site}"]').click()
    expect(black.locator("#prompt")).to_contain_text("Then you choose e7, e5")
    click(white, "e2", "e4")
    expect(white.locator("#moves button")).to_have_text(["1. White e4", "2. Black e5"])
    for site in ("d8", "d8", "d8", "d4"):
        black.locator(f'[data-target="{site}"]').click()
    click(white, "g1", "f3")
    expect(black.locator("#toast")).to_contain_text("d4")
    expect(black.locator("#moves button")).to_have_count(3)
    white.get_by_role("button", name="Offer a draw").click()
    black.get_by_role("button", name="Decline").click()
    expect(white.locator("#toast")).to_have_text("Black declines a draw.")
    black.get_by_role("button", name="Take back the move").click()
    white.get_by_role("button", name="Decline").click()
    expect(black.locator("#toast")).to_have_text("Ada (White) declines to take the move back.")
    before = black.locator(".tabs").bounding_box()
    white.fill("#say-text", "Sorry!")
    white.get_by_role("button", name="Say", exact=True).click()
    black.get_by_role("tab", name="Chat, something new").hover()
    after = black.locator(".tabs").bounding_box()
    assert before and after and before["height"] == after["height"]
    black.get_by_role("tab", name="Chat, something new").click()
    expect(black.get_by_role("tab", name="Chat", exact=True)).to_be_visible()
    record = white.request.get(f"{server}api/record/{made['tokens']['White']}?format=pgn").text()
    assert '[White "Ada"]' in record


def test_a_game_is_found_on_the_shelf_and_played_with_one_click(browser: Browser, server: str) -> None:
    for width, height in ((1280, 800), (390, 844)):
        page, wrong = visit(browser, server, width=width, height=height, wait="#games li")
        expect(page.locator("#games li").first.locator("small")).to_contain_text("player", timeout=60_000)
        page.wait_for_function("() => [...document.querySelectorAll('#games img')][0].naturalWidth > 0")
        page.fill("#words", "tic")
        expect(page.locator("#games li:visible")).to_have_count(1)
        expect(page.locator("#status")).to_have_text("1 of 7 games")
        page.fill("#words", "swords tiles")  # words that stand apart, and what is told beside the notes
        expect(page.locator("#games li:visible b")).to_have_text(["Zarathustra"])
        page.fill("#words", "like chess")
        expect(page.locator("#games li:visible b")).to_have_text(["Chess"])
        page.fill("#words", "")
        page.select_option("#trait", "dice")
        expect(page.locator("#games li:visible b")).to_have_text(["Backgammon"])
        page.select_option("#trait", "")
        page.select_option("#level", "Random")
        page.get_by_role("button", name="Play Tic-tac-toe against the machine").click()
        page.wait_for_selector("#board[data-at]")
        click(page, "b2")
        expect(page.locator("#moves li")).to_have_count(2)
        page.goto(server)
        expect(page.locator("#games li").first).to_contain_text("Tic-tac-toe")
        assert wrong == []


def test_a_pointer_that_rests_shows_where_a_piece_may_go_also_the_opponent_s(
    browser: Browser, server: str
) -> None:
    page, wrong = visit(browser, table(browser, server, "chess", ["human", "human"])[0])
    for piece, goals in (("b8", {"a6", "c6"}), ("e2", {"e3", "e4"})):
        page.locator(f'[data-target="{piece}"]').hover()
        expect(page.locator(".target.reach").first).to_be_visible()
        shown = page.eval_on_selector_all(".target.reach", "all => all.map(e => e.dataset.target)")
        assert set(shown) == goals
    page.locator('[data-target="e5"]').hover()
    expect(page.locator(".target.reach")).to_have_count(0)
    assert page.locator("#sound").get_attribute("aria-pressed") == "false"
    page.click("#sound")
    assert page.locator("#sound").get_attribute("aria-pressed") == "true"
    click(page, "e2", "e4")
    expect(page.locator("#moves li")).to_have_count(1)
    assert wrong == []


def test_arrows_lead_from_a_piece_that_one_points_at_to_what_it_engages(
    browser: Browser, server: str
) -> None:
    pieces = "to_move: White\npieces: {e1: White king, e2: White rook, e7: Black queen, e8: Black king}"
    page, wrong = visit(browser, table(browser, server, "chess", ["human", "human"], position=pieces)[0])
    for site, count in (("e7", 1), ("a1", 0), ("e2", 1), ("e8", 0)):
        page.locator(f'[data-target="{site}"]').hover()
        expect(page.locator("#board .arrows line")).to_have_count(count)
    page.get_by_role("tab", name="Why").click()
    page.get_by_role("button", name="Show: attacks").click()
    expect(page.locator("#board .arrows line")).not_to_have_count(0)
    count = page.locator("#board .arrows line").count()
    page.locator('[data-target="e2"]').hover()
    expect(page.locator("#board .arrows line")).to_have_count(1)
    page.locator('[data-target="a1"]').hover()
    expect(page.locator("#board .arrows line")).to_have_count(count)
    assert wrong == []


def held(page: Page, selector: str, told: str) -> None:
    """Holds a finger on the middle of something until that is told."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    screen = page.context.new_cdp_session(page)
    screen.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#toast")).to_contain_text(told)
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_piece_that_is_held_is_told_and_shows_where_it_may_go(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "chess", ["human", "human"])
    page = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ).new_page()
    page.goto(url)
    page.wait_for_selector("#board[data-at]")
    shown = "all => all.map(e => e.dataset.target).sort()"
    for site, name, goals in (("g8", "Black knight", ["f6", "h6"]), ("e2", "White pawn", ["e3", "e4"])):
        held(page, f'[data-target="{site}"]', f"{site} {name}")
        expect(page.locator(".target.reach")).to_have_count(2)
        assert page.eval_on_selector_all(".target.reach", shown) == goals
        assert page.locator("#board .picked").count() == 0  # whoever asks chooses nothing
    page.locator('[data-target="e2"]').tap()
    expect(page.locator('[data-target="e2"]')).to_have_class(re.compile("picked"))
    expect(page.locator(".target.reach")).to_have_count(0)
    wide, wrong = visit(browser, url)
    wide.locator('[data-target="b1"]').click(button="right")
    expect(wide.locator("#toast")).to_contain_text("b1 White knight")
    assert wrong == []


HEADINGS = """game "Headings"
  language 3
players Red, Blue
board square 4 x 4
kinds robot
field heading of piece: direction or none
setup
  place robot of Red on a1 with heading = east
  place robot of Blue on {d3, d4} with heading = west
let ahead(p: piece) = step(site(p), heading(p))
action drive
  choose p in own robot where ahead(p) != none and ahead(p) is empty
  do move p to ahead(p)
  notation "{p} drives"
action spin
  choose p in own robot
  choose way in {north, east} where way != heading(p)
  do heading(p) := way
  notation "{p} to {way}"
turn: drive or spin
limit 20 moves: draw
"""


def test_a_robot_goes_where_it_is_clicked_although_its_heading_says_where(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "headings.gdl").write_text(HEADINGS)
    with serving(str(tmp_path / "headings.gdl")) as server:
        page, wrong = visit(browser, table(browser, server, "headings", ["human", "human"])[0])
        for robot, goal in (("d4", "c4"), ("a1", "b1")):
            page.locator(f'[data-target="{robot}"]').hover()
            expect(page.locator(f'[data-target="{goal}"].reach')).to_be_visible()
            expect(page.locator(".target.reach")).to_have_count(1)
        expect(page.locator('[data-target="a1"]')).to_have_attribute(
            "aria-label", "a1 Red robot (heading east)"
        )
        page.locator('[data-target="a1"]').click()
        page.get_by_role("button", name="Drive", exact=True).wait_for()
        page.locator('[data-target="b1"]').click()
        expect(page.locator("#moves button")).to_have_text(["1. Red a1 drives"])
        drag(page, '[data-target="d4"]', '[data-target="c4"]', by_finger=False)
        expect(page.locator("#moves button")).to_have_text(["1. Red a1 drives", "2. Blue d4 drives"])
        page.locator('[data-target="b1"]').click()
        page.get_by_role("button", name="Drive", exact=True).wait_for()
        page.locator('[data-target="d2"]').click()
        expect(page.locator("#toast")).to_contain_text("b1-d2")
        assert wrong == []


def test_of_many_better_moves_the_first_ones_are_told(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    page.evaluate("""() => localStorage.setItem('exercises', JSON.stringify([{ id: 'one', game: 'tic_tac_toe', options: {},
        title: 'Tic-tac-toe', position: 'to_move: O\\npieces: {b2: X mark}', who: 'O', played: 'a2',
        good: ['a1', 'c1', 'a3', 'c3'], box: 0, due: 0 }]))""")
    page.goto(f"{server}practice")
    page.get_by_role("button", name="O: better than a2").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator("#lesson-verdict")).to_have_text("Better were: a1, c1, a3 and 1 more.")
    page.evaluate(
        "() => localStorage.setItem('exercises', localStorage.exercises.replace('\"box\":0', '\"box\":3'))"
    )
    page.locator("#tab-rules").click()
    page.locator('#panel-rules a[href^="#"]').first.click()  # the address keeps the exercise
    page.reload()
    page.get_by_role("button", name="Hint").click()  # whoever has it told has not found it
    click(page, "a1")
    expect(page.locator("#lesson-verdict")).to_have_text("Right. It will be asked again later.")
    assert page.evaluate("() => JSON.parse(localStorage.exercises)[0].box") == 0
    assert wrong == []


def test_who_clicks_twice_on_a_choice_takes_nothing_back(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    for count, site in enumerate(("a1", "b2", "c3"), 1):
        click(page, site)
        expect(page.locator("#moves li")).to_have_count(count)
    box = page.get_by_role("button", name="Take back the move").bounding_box()
    assert box
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    for number in (2, 1):  # the second click of two, and one alone
        page.mouse.down(click_count=number)
        page.mouse.up(click_count=number)
    page.wait_for_timeout(500)
    expect(page.locator("#moves li")).to_have_count(2)
    assert wrong == []


def test_a_review_that_is_asked_for_on_a_phone_is_seen(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url, width=390, height=844)
    for count, site in enumerate(("a1", "b2", "a2", "c3", "a3"), 1):
        click(page, site)
        expect(page.locator("#moves li")).to_have_count(count)
    page.locator("#wishes").get_by_role("button", name="Review the game").click()
    expect(page.locator("#analysis-status")).to_be_in_viewport(ratio=1)
    expect(page.locator("#turning li").first).to_be_in_viewport(timeout=60_000)
    assert wrong == []


def test_a_mistake_becomes_an_exercise_that_comes_again(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    for count, site in enumerate(("a1", "b2", "a2", "c3", "a3"), 1):
        click(page, site)
        expect(page.locator("#moves li")).to_have_count(count)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("tabpanel", name="Analysis").get_by_role("button", name="Review the game").click()
    page.get_by_role("link", name=re.compile("Practise th")).click(timeout=60_000)
    expect(page.locator("#exercises li").first).to_be_visible()
    count = page.locator("#exercises li").count()
    assert count
    page.get_by_role("button", name=re.compile("O: better than c3")).click()
    expect(page.locator("#lesson")).to_contain_text("O is to move. c3 was played here")
    click(page, "c2")
    expect(page.locator("#lesson-verdict")).to_have_text("c2 is not the move.")
    page.get_by_role("button", name="Again", exact=True).click()
    expect(page.locator("#moves li")).to_have_count(0)
    click(page, "a3")
    expect(page.locator("#lesson-verdict")).to_have_text("Right. It will be asked again later.")
    page.get_by_role("link", name="All exercises").click()
    expect(page.locator("#exercises li")).to_have_count(count)
    assert Axe().run(page).response["violations"] == []
    page.goto(server)
    expect(page.locator("#practice")).to_contain_text("Practise your mistakes")
    assert wrong == []


def test_what_others_play_is_told_to_screen_readers_and_a_game_is_played_by_keys_alone(
    browser: Browser, server: str
) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "Random"])
    page, wrong = visit(browser, url, is_still=True)
    ready = """(n) => !document.getElementById('verdict').hidden
        || (document.querySelectorAll('#moves li').length === n && (document.querySelector('#board .can') || document.querySelector('#go:enabled')?.offsetParent))"""
    for plies in range(0, 10, 2):
        page.wait_for_function(ready, arg=plies)
        if page.locator("#verdict").is_visible():
            break
        if plies:
            last = page.locator("#moves li").last.inner_text().split(" ")[-1]
            expect(page.locator("#heard")).to_have_text(f"O: {last}.")
        if page.locator("#board .can").count():  # the only move of all is chosen already
            page.keyboard.press("n")
        page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_visible()
    assert wrong == []


def test_games_that_are_over_stand_on_the_page_of_their_game(browser: Browser, server: str) -> None:
    (url,) = table(browser, server, "tic_tac_toe", ["human", "human"])
    page, wrong = visit(browser, url)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#verdict")).to_be_visible()
    page.goto(server)
    expect(page.locator("#own")).to_be_hidden()
    page.goto(f"{server}game/tic_tac_toe")
    expect(page.locator("#own-list")).to_contain_text("X resigns: O wins.")
    assert wrong == []


FACES = """game "Faces"
  language 3
players Sun, Moon
board square 5 x 5
type face: day, night
kinds lark, owl
pool bag of game seen by nobody
pool rack of player seen by owner
field up of piece: face
setup
  for k in kinds do place k in bag times 20
  for p in players, k in kinds do place k in rack(p) times 2
action lay
  choose openly k in kinds of rack(mover)
  choose f in face
  choose s in sites where s is empty
  do move k from rack(mover) to s with up = f
turn: lay
end draw when no rack(mover)
"""


def test_what_is_to_be_chosen_next_is_in_sight_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    rules = tmp_path / "faces.gdl"
    rules.write_text(FACES)
    with serving(str(rules)) as address:
        page, wrong = visit(
            browser, table(browser, address, "faces", ["human", "human"])[0], width=390, height=700
        )
        page.locator('#board [data-kind="owl"].can').first.click()
        expect(page.get_by_role("button", name="Day", exact=True)).to_be_in_viewport(ratio=0.9)
        expect(page.locator("#prompt")).to_be_in_viewport()
        page.get_by_role("button", name="Day", exact=True).click()
        expect(page.locator("#prompt")).to_have_text(re.compile("Choose where"))
        assert page.evaluate(
            "[...document.querySelectorAll('#board .can')].some((e) => e.getBoundingClientRect().top >= 0)"
        )
        assert wrong == []


PLACES_FIRST = """game "Places First"
  language 3
players Sun, Moon
board square 4 x 4
kinds  edge by orthogonal
  a  1  2  3  4
  b  1  1  2  2
field up of piece: turns of orthogonal
pool bag of game seen by nobody
pool drawn of game
pool rack of player
setup
  place a in drawn
  for k in kinds do place k in bag times 20
  for p in players, k in kinds do place k in rack(p) times 4
action draw_and_lay
  choose s in sites where s is empty and rank(s) = 1
  choose r in turns(kind(first(drawn)))
  do move first(drawn) to s with up = r
     random t in bag
     move t to drawn
action lay
  choose s in sites where s is empty and rank(s) = 2
  choose k in kinds of rack(mover)
  do move k from rack(mover) to s
turn: draw_and_lay or lay
end draw when no rack(mover)
"""


def middle(page: Page, where: str) -> tuple[float, float]:
    box = page.locator(where).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: str, goal: str, by_finger: bool) -> None:
    """Drags something to a place, as a mouse or a finger does."""
    start, end = middle(page, what), middle(page, goal)
    way = [(start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8) for i in range(9)]
    if not by_finger:
        page.mouse.move(*start)
        page.mouse.down()
        for x, y in way:
            page.mouse.move(x, y)
        page.mouse.up()
        return
    screen = page.context.new_cdp_session(page)
    for kind, points in [("touchStart", way[:1]), *[("touchMove", [at]) for at in way[1:]], ("touchEnd", [])]:
        touched = [{"x": x, "y": y} for x, y in points]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def test_what_lies_in_a_pool_is_dropped_on_a_place_whatever_is_asked_first(
    browser: Browser, tmp_path: Path
) -> None:
    rules = tmp_path / "places_first.gdl"
    rules.write_text(PLACES_FIRST)
    with serving(str(rules)) as address:
        for by_finger in (False, True):
            (url,) = table(browser, address, "places_first", ["human", "human"])
            size = {"width": 390, "height": 844} if by_finger else {"width": 1280, "height": 860}
            page = browser.new_context(viewport=size, has_touch=by_finger, is_mobile=by_finger).new_page()
            page.goto(url)
            page.wait_for_selector("#board[data-at]")
            # what goes there by itself: the tile that was drawn; then it is turned, and laid elsewhere with a click
            drag(page, '[data-pool="drawn"] [data-kind="a"]', '[data-target="b1"]', by_finger)
            expect(page.locator("#prompt")).to_have_text("Choose how it is turned.")
            expect(page.locator("#choices .icon")).to_have_count(4)
            page.locator('[data-target="c1"]').click()
            page.wait_for_function("() => document.getElementById('board').dataset.at.includes('site c1')")
            page.get_by_role("button", name="Turned 1 step").click()
            page.click("#go")
            expect(page.locator("#moves li")).to_have_count(1)
            # what is asked for behind the place, once it is shown that it can be dragged
            drag(page, '[data-pool="rack of Moon"] [data-kind="b"].lifts', '[data-target="d2"]', by_finger)
            expect(page.locator("#moves li")).to_have_count(2)
            expect(page.locator('[data-on="d2"]')).to_have_count(1)
            # a place where it cannot go says why, and a finger that scrolls chooses nothing
            drag(page, '[data-pool="rack of Sun"] [data-kind="b"].lifts', '[data-target="d4"]', by_finger)
            expect(page.locator("#toast")).to_contain_text("d4")
            expect(page.locator("#moves li")).to_have_count(2)
            page.context.close()


# What the page asks of the browser, written down; `Notification` can be as on a phone, where a page may make none.
HEARD = """
window.heard = [];
window.AudioContext = class {
  state = 'suspended'; currentTime = 0; destination = {};
  resume() { this.state = 'running'; return Promise.resolve(); }
  createOscillator() { return { frequency: {}, connect: (x) => x, start() { heard.push(this.frequency.value); }, stop() {} }; }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (x) => x }; }
};
navigator.vibrate = () => true;
window.Notification = class {
  static permission = 'granted';
  constructor(title, { body }) { if (window.isPhone) throw new TypeError('Illegal constructor'); heard.push(body.trim()); }
};
Object.defineProperty(document, 'hidden', { get: () => true });
localStorage.setItem('sound', 'on');
"""


def hears(page: Page, wanted: list[object]) -> None:
    """Waits until all that the page has sounded and said is what is wanted."""
    page.wait_for_function("wanted => JSON.stringify(heard) === JSON.stringify(wanted)", arg=wanted)


def test_who_is_away_hears_of_their_turn_of_what_is_asked_and_of_the_end_and_drags_a_move_ahead(
    browser: Browser, server: str
) -> None:
    made = opened(browser, server, "chess", ["open", "open"])
    white, black = (browser.new_context().new_page() for _ in range(2))
    for one, name in ((white, "White"), (black, "Black")):
        one.add_init_script(HEARD)
        one.goto(f"{server}play/{made['tokens'][name]}")
        one.wait_for_selector("#board[data-at]")
    white.locator("h1").click()  # before that a browser plays nothing
    black.keyboard.press("Shift")
    white.evaluate("window.isPhone = true")
    drag(black, '[data-target="g8"]', '[data-target="f6"]', by_finger=False)
    expect(black.locator("#prompt")).to_contain_text("Then you choose g8, f6")
    click(white, "e2", "e4")
    expect(white.locator("#moves button")).to_have_text(["1. White e4", "2. Black Nf6"])
    hears(black, [880, "It is your turn.", 520])
    hears(white, [520, 880])
    white.get_by_role("button", name="Offer a draw").click()
    expect(black.locator("#ask")).to_contain_text("White asks for a draw.")
    hears(black, [880, "It is your turn.", 520, 880, "White asks for a draw."])
    black.get_by_role("button", name="Agree").click()
    expect(white.locator("#verdict")).to_be_visible()
    hears(white, [520, 880, 880])
    black.wait_for_function("heard.at(-1) === document.getElementById('verdict').innerText")
    expect(black.locator("#sound")).to_have_attribute("title", "Sound and notices are on")
    expect(white.locator("#sound")).to_have_attribute("title", "Sound is on; this browser shows no notices")
    white.locator("#sound").click()
    expect(white.locator("#toast")).to_have_text("Sound and notices are off")


CLICKED_TWICE = """game "Clicked Twice"
  language 3
players Sun, Moon
kinds a, b, c
pool rack of player
pool pile of game
setup
  for p in players, k in kinds do place k in rack(p) times 3
action lay
  choose k in kinds of rack(mover)
  do move k from rack(mover) to pile
turn: lay
end draw when no rack(mover)
"""


def test_several_at_one_screen_hear_of_their_turn_when_somebody_elsewhere_has_played(
    browser: Browser, tmp_path: Path
) -> None:
    rules = tmp_path / "clicked_twice.gdl"
    rules.write_text(CLICKED_TWICE.replace("Moon", "Moon, Star"), "utf-8")
    with serving(str(rules)) as server:
        tokens = opened(browser, server, "clicked_twice", ["open"] * 3)["tokens"]
        here, elsewhere = (browser.new_context().new_page() for _ in range(2))
        for page, seats in ((here, f"{tokens['Sun']}+{tokens['Moon']}"), (elsewhere, tokens["Star"])):
            page.add_init_script(HEARD)
            page.goto(f"{server}play/{seats}")
            page.wait_for_selector("#board[data-at]")
            page.locator("h1").click()
        calls = "heard.filter((h) => h === 880).length"
        for page, name, called in ((here, "Sun", 0), (here, "Moon", 0), (elsewhere, "Star", 1)):
            page.locator(f'[data-pool="rack of {name}"] [data-kind="a"].can').first.click()
            for one in (here, elsewhere):
                expect(one.locator("#moves button").last).to_contain_text(name)
            here.wait_for_function(f"{calls} === {called}")


def test_what_is_clicked_twice_in_a_hand_is_not_chosen_for_the_next_turn(
    browser: Browser, tmp_path: Path
) -> None:
    rules = tmp_path / "clicked_twice.gdl"
    rules.write_text(CLICKED_TWICE)
    with serving(str(rules)) as address:
        sun, moon = (visit(browser, url)[0] for url in table(browser, address, "clicked_twice", ["open"] * 2))
        sun.evaluate(
            """() => { const card = document.querySelector('[data-pool="rack of Sun"] [data-kind="a"]');
            for (const _ of [1, 2, 3]) card.dispatchEvent(new MouseEvent('click', { bubbles: true })); }"""
        )
        expect(sun.locator("#prompt")).to_have_text("Moon is to move.")
        moon.locator('[data-pool="rack of Moon"] [data-kind="b"]').first.click()
        expect(sun.locator("#prompt")).to_contain_text("Choose")
        sun.wait_for_timeout(300)
        expect(sun.locator("#moves li")).to_have_count(2)


LAID_OUT = """game "Laid out"
  language 3
players Red, Blue
board square 3 x 3
kinds king, man
pool stock of player
setup
  for p in players do place king of p in stock(p)
  for p in players do place man of p in stock(p)
action lay
  choose k in kinds of stock(mover)
  choose s in sites where s is empty
  do move k from stock(mover) to s
turn: lay else draw
limit 4 moves: draw
"""


def test_what_lies_in_a_pool_is_chosen_ahead_of_ones_turn(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "laid_out.gdl").write_text(LAID_OUT)
    with serving(str(tmp_path / "laid_out.gdl")) as server:
        tokens = opened(browser, server, "laid_out", ["open", "open"])["tokens"]
        red, blue = (visit(browser, f"{server}play/{tokens[n]}")[0] for n in ("Red", "Blue"))
        mine = '[data-pool="stock of Blue"] [data-kind="{}"]'
        blue.locator(mine.format("king")).click()
        blue.locator(mine.format("king")).click()  # takes it back
        expect(blue.locator("#prompt")).to_have_text("Red is to move.")
        blue.locator('[data-pool="stock of Red"] [data-kind="king"]').click()  # not one's own
        expect(blue.locator("#prompt")).to_have_text("Red is to move.")
        blue.locator(mine.format("man")).click()
        blue.locator('[data-target="b2"]').click()
        expect(blue.locator("#prompt")).to_have_text(
            "Red is to move. Then you choose man, b2; Esc or a second click takes it back."
        )
        red.locator('[data-pool="stock of Red"] [data-kind="king"]').click()
        red.locator('[data-target="a1"]').click()
        for page in (red, blue):
            expect(page.locator("#moves button")).to_have_text(["1. Red king a1", "2. Blue man b2"])
        drag(blue, mine.format("king"), '[data-target="c3"]', by_finger=False)
        expect(blue.locator("#prompt")).to_contain_text("Then you choose king, c3")


def test_the_last_man_of_a_column_is_clicked_although_the_point_is_narrow_there(
    browser: Browser, server: str
) -> None:
    page, wrong = visit(browser, table(browser, server, "backgammon", ["human", "human"], seed=5)[0])
    expect(page.locator('[data-target="p12"]')).to_have_class(re.compile(r"\bcan\b"))
    column = page.locator('#board [data-on="p12"]').bounding_box()
    assert column is not None
    page.mouse.click(column["x"] + 0.15 * column["width"], column["y"] + 0.4 * column["width"])
    expect(page.locator('[data-target="p12"]')).to_have_class(re.compile(r"\bpicked\b"))
    assert wrong == []


TWINS = """
game "Twins"
  language 3
players Ann, Bob
kinds apple, pear
pool market of game
pool hand of player
setup
  place apple in market times 3
  for p in players do
    place apple in hand(p) times 3
    place pear in hand(p)
action buy
  choose k in kinds of market
  do move k from market to hand(mover)
action sell
  choose k in kinds of hand(mover)
  do move k from hand(mover) to market
turn: buy or sell
end draw when no market
limit 40 moves: draw
"""


def test_a_piece_of_a_pool_does_what_is_done_from_there_although_another_pool_has_its_like(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "twins.gdl"
    path.write_text(TWINS, "utf-8")
    with serving(str(path)) as server:
        page, wrong = visit(browser, table(browser, server, "twins", ["human", "human"])[0])
        for pool, made in (("hand of Ann", "sell apple"), ("market", "buy apple")):
            page.locator(f"#board [data-pool='{pool}'] [data-kind='apple'].can").click()
            expect(page.locator("#moves button").last).to_contain_text(made)
        assert wrong == []
