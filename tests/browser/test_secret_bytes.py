"""Every byte that a seat receives, while another one lays out its set-up in secret."""

import re

import pytest
from driving import opened
from playwright.sync_api import Browser, Page, expect
from proxy import Proxy, reading

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 800}


def by_keys(page: Page, words: str) -> None:
    """Does by keys alone what these words begin to name."""
    page.keyboard.press("/")
    expect(page.locator("#palette-text")).to_be_focused()
    page.keyboard.type(words)
    page.keyboard.press("Enter")


def handed_over(white: Page) -> str:
    """White lays out a set-up at random and hands it over; gives it as White sees it."""
    white.get_by_role("button", name="Random set-up").click()
    expect(white.locator("#prompt")).to_have_text("Done, hand over?")
    laid = white.evaluate("[...document.querySelectorAll('#moves li')].map((m) => m.textContent).join()")
    white.click("#go")
    return str(laid)


def until_the_reveal(white: Page, black: Page, is_first: bool) -> str:
    """White hands over, then Black lays out the same set-up each time, by keys; gives White's set-up."""
    expect(black.locator("#prompt")).to_contain_text("White is to move")
    laid = handed_over(white)
    expect(black.locator("#prompt")).to_contain_text("Choose")
    by_keys(black, "random" if is_first else "the set-up that was kept")
    expect(black.locator("#prompt")).to_have_text("Done, hand over?")
    if is_first:
        by_keys(black, "keep")
    expect(black.locator("#board")).to_have_class(re.compile("shown"))  # the preview has come, too
    return laid


def cleaned(proxy: Proxy, token: str) -> dict[str, bytes]:
    """What has come, without the key of the seat."""
    return {
        path.replace(token, "TOKEN"): data.replace(token.encode(), b"TOKEN")
        for path, data in proxy.received.items()
        if not path.startswith("/ws/")
    }


def test_no_byte_tells_a_set_up_that_is_laid_out_in_secret(browser: Browser, server: str) -> None:
    """Three tables: at the first one Black keeps a set-up, at the others Black takes it and White lays out another one."""
    secrets, sockets, pages = list[str](), list[bytes](), list[dict[str, bytes]]()
    with reading(server) as proxy:
        phone = browser.new_context(viewport={**PHONE})
        for number in range(3):
            black, white = phone.new_page(), browser.new_page()
            tokens = opened(browser, server, "cyvasse", ["open", "open"], seed=5)["tokens"]
            proxy.received.clear()
            black.goto(f"{proxy.address}play/{tokens['Black']}")
            white.goto(f"{server}play/{tokens['White']}")
            secrets.append(until_the_reveal(white, black, number == 0))
            sockets.append(proxy.socket_bytes())
            pages.append(cleaned(proxy, tokens["Black"]))
            assert b'data-piece=\\"White King' not in sockets[-1]
            black.keyboard.press("Enter")  # hands over, which turns all up
            expect(black.locator("#prompt")).not_to_have_text("Done, hand over?")
            black.wait_for_function("document.querySelector('#board [data-piece=\"White King\"]')")
            assert b'data-piece=\\"White King' in proxy.socket_bytes()
            for page in (black, white):
                page.close()
    assert secrets[1] != secrets[2] and "Dragon" in secrets[1]
    assert len(sockets[1]) > 10_000
    assert sockets[1] == sockets[2]
    for path in pages[1].keys() & pages[2].keys():
        assert pages[1][path] == pages[2][path], path
