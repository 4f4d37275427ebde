"""How pages look to whoever reads them: it is chosen once, and kept for all pages of this browser."""

import pytest
from driving import serving, table, visit
from playwright.sync_api import Browser, Page, expect

from interpreter.play.svg.grounds import WOODS

pytestmark = pytest.mark.browser

_FILLS = "els => [...new Set(els.map(e => getComputedStyle(e).fill))]"


def chosen(page: Page, **looks: str) -> None:
    page.get_by_role("button", name="How it looks").click()
    for name, value in looks.items():
        page.locator(f'#look [name="{name}"]').select_option(value)
    page.keyboard.press("Escape")
    expect(page.locator("#look")).to_be_hidden()


def test_boards_letters_and_pieces_are_as_the_reader_wants_them_on_every_page(
    browser: Browser, server: str
) -> None:
    for width, height in ((1280, 800), (390, 844)):
        (url,) = table(browser, server, "chess", ["human", "human"])
        page, wrong = visit(browser, url, width=width, height=height)
        squares = "#board [data-site] > rect"
        wood = page.eval_on_selector_all(squares, _FILLS)
        letters = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
        chosen(page, theme="dark", letters="largest", board="green", pieces="letters")
        page.wait_for_selector("#board text:text-is('N')")
        assert (
            page.locator("#board [data-on] text:text-is('P')").count() == 16
        )  # by the letters of its notation
        green = page.eval_on_selector_all(squares, _FILLS)
        assert len(green) == len(wood) == 2 and not {*green} & {*wood}
        assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") > 1.4 * letters
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.reload()
        page.wait_for_selector("#board text:text-is('N')")
        page.goto(server)
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        chosen(page, theme="", letters="", board="", pieces="")
        page.goto(url)
        page.wait_for_selector("#board[data-at]")
        assert page.eval_on_selector_all(squares, _FILLS) == wood
        assert wrong == []


def test_every_surface_takes_the_colours_that_are_chosen(browser: Browser, server: str) -> None:
    page, _ = visit(browser, server, wait="#games")
    style = page.evaluate("document.querySelector('style').textContent")
    for wood in WOODS.values():
        for rgb in (wood.dark, wood.light, wood.line):
            assert f'[fill="{rgb}"]' in style and f'[stroke="{rgb}"]' in style


def test_a_place_with_a_sign_is_framed_and_no_dot_hides_the_sign(browser: Browser) -> None:
    with serving("fox_in_a_hole") as address:
        (url,) = table(browser, address, "fox_in_a_hole", ["human", "human"])
        page, wrong = visit(browser, url)
        expect(page.locator("#board [data-mark]")).to_have_count(5)
        expect(page.locator("#board .target.can.held")).to_have_count(5)
        dot = page.locator('[data-target="a1"] .dot')
        assert dot.evaluate("(e) => getComputedStyle(e).fill") == "none"
        assert wrong == []


def test_another_set_of_pieces_is_kept_and_draws_chess_men_and_those_of_other_games_alike(
    browser: Browser,
) -> None:
    outlines = "#board defs path[id^=gdl-sign-]"
    signs = "#board [data-on] [data-piece] [data-sign]"
    for game, kinds in (("chess", 6), ("xiangqi", 7)):
        with serving(game) as address:
            (url,) = table(browser, address, game, ["human", "human"])
            page, wrong = visit(browser, url)
            usual = page.eval_on_selector_all(outlines, "es => es.map(e => e.getAttribute('d'))")
            chosen(page, pieces="flat")
            page.wait_for_function(
                "([q, before]) => [...document.querySelectorAll(q)].some(e => !before.includes(e.getAttribute('d')))",
                arg=[outlines, usual],
            )
            first = page.request.get(url).text()  # before the page's own program runs
            assert not any(outline in first for outline in usual)
            saved = page.request.get(page.locator("#save-svg").evaluate("(a) => a.href")).text()
            assert not any(outline in saved for outline in usual)
            page.reload()
            page.wait_for_selector(signs)
            drawn = page.eval_on_selector_all(signs, "es => es.map(e => e.dataset.sign)")
            assert len(drawn) == 2 * 32  # each with what is drawn around it
            assert len({*drawn}) == kinds
            assert page.locator("#board [data-on] text").count() == 0
            chosen(page, pieces="")
            expect(page.locator(outlines)).to_have_count(len(usual))
            assert wrong == []
