"""What the tests share: games by name, engines by kind. A behavioural test runs on every engine there is."""

import atexit
import gc
import os
import re
import shutil
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

import bundled
import pytest
from hypothesis import settings

import interpreter
from gdl.core.model import Game
from gdl.platform import gc_pause
from interpreter.engines.base import Engine
from interpreter.engines.native import compiled
from interpreter.play import hints
from interpreter.search import mcts_native

# games in progress and what was learnt are not those of the tests
_own = Path(tempfile.mkdtemp(prefix="gdl-tests-"))
os.environ.update(XDG_STATE_HOME=str(_own / "state"), XDG_DATA_HOME=str(_own / "data"))
atexit.register(shutil.rmtree, _own, ignore_errors=True)

if sys.dont_write_bytecode and os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # programs that tests start would translate all modules anew, each of them; so would each worker
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="gdl-bytecode-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

gc_pause.settle()  # what is imported stays
# engines that are kept for many tests are not looked through at every turn, which took most of the time
gc.set_threshold(50_000, 20, 50)

settings.register_profile("untimed", deadline=None)  # how long an example takes says how busy the machine is
settings.load_profile("untimed")

compiled.SEARCH_EFFORT = (
    1  # code for searches is made in half the time, which is longer than most tests search
)
mcts_native.SECONDS = 0.3  # what bots of tests have learnt need not make them strong
hints.FINDS = False  # nor need hints be good, for which trial games are played

GAMES = Path(__file__).parent.parent / "games"
ENGINES = ("reference", "native")


@pytest.fixture(params=ENGINES)
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of engine under test."""
    return str(request.param)


@pytest.fixture
def make(kind: str):  # type: ignore[no-untyped-def]
    """Makes an engine from a bundled game's name, or from the text of a game."""

    def build(what: str, **options: object) -> Engine:
        if "\n" not in what:
            return bundled.engine(what, kind, options)
        # compiling takes longer than what is played
        return interpreter.engine(_game(what, tuple(options.items())), kind, effort=0)

    return build


@lru_cache(maxsize=4)  # a test has the same text for each kind of engine
def _game(text: str, options: tuple[tuple[str, object], ...]) -> Game:
    from gdl.loader import examine_source
    from gdl.source import Source

    game, diagnostics = examine_source(Source("test.gdl", text), dict(options), warns=False)
    assert game is not None, [f"{d.span}: {d.code}: {d.message}" for d in diagnostics]
    return game


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is played with a game of the library that is not one of the core: `pytest -m games` runs it.

    What needs more than that, and is marked for it, is left to its own run.
    """
    others = {path.stem for path in GAMES.glob("*.gdl")} - {*bundled.CORE}
    for item in items:
        _, _, given = item.name.partition("[")
        is_left = any(map(item.get_closest_marker, ("slow", "browser", "cluster", "claims")))
        if not is_left and not others.isdisjoint(_WORDS.findall(given)):
            item.add_marker(pytest.mark.games)


_WORDS = re.compile(r"\w+")


def pytest_sessionfinish() -> None:
    gc.freeze()  # the engines that are kept are not looked through five times more by pytest
