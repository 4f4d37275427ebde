"""A real browser and a real server, for the tests that are marked `browser`."""

import shutil
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")
from driving import serving
from playwright.sync_api import Browser, expect, sync_playwright

QUIET = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",  # two pages of the address bar, for a second in each window, which nobody sees
    # what Playwright turns off: the last list of them is the one that counts
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    f"--disable-features={','.join(QUIET)}",
]  # fmt: skip
expect.set_options(timeout=15_000)  # what is expected comes later on a busy machine
GAMES = ("zola", "cyvasse", "zarcana", "backgammon", "chess", "tic_tac_toe", "zarathustra")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium; the tests are skipped where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """Chromium for one test, whose pages are closed behind it: pages whose server has gone seek it for ever."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server that keeps its tables in memory: one for each module, as nobody may open many tables in an hour."""
    with serving(*GAMES) as address:
        yield address
