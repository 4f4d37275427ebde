"""Bundled games and their engines, each made once in a process of the tests: both are immutable.

A checked game is kept on disk, where the other processes of the tests, and later runs, find it.

Machine code is made without optimisation, which takes a tenth of the time. Lock step in `native/test_equal.py` plays
optimised code of every game.
"""

from collections.abc import Iterable, Mapping
from functools import cache

import pytest

from gdl.core.model import Game
from gdl.files.library import bundled_games, find
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.caching import game_cache
from interpreter.engines.base import Engine
from interpreter.engines.native import NativeEngine
from interpreter.engines.reference.engine import ReferenceEngine

# what parametrizes tests is written down, as each process that collects tests would load all games for it;
# `interpreter/test_games.py` compares it with the games
HIDDEN = (
    "augury", "banqi", "code_breaker", "crazy_eights", "cyvasse", "dark_chess", "dominoes", "euchre", "five_hundred", "fox_in_a_hole", "geister",
    "goofspiel", "hearts", "incognito", "kuhn_poker", "leduc_poker", "liars_dice", "lost_cities", "love_letter", "marches",
    "mau_mau", "minibridge", "night_watch", "no_thanks", "roads_and_towns", "rock_paper_scissors", "rummy", "rummy_500", "spoof", "stratego", "zarcana",
)  # fmt: skip
# with relations of their own
RELATED = (
    "antichess", "atomic", "capablanca", "capablanca_random", "chess", "chess960", "crazyhouse", "cylinder_chess", "cyvasse",
    "dark_chess", "grand_chess", "horde", "janggi", "janus", "king_of_the_hill", "makruk", "nightriders", "pentago", "quoridor",
    "racing_kings", "relay_chess", "seirawan", "three_check", "twixt", "xiangqi",
)  # fmt: skip
FOR_ONE = ("peg_solitaire",)
# whose file extends that of another game: they differ by a few rules
EXTENDING = (
    "antichess", "atomic", "capablanca", "capablanca_random", "chess960", "crazyhouse", "cylinder_chess",
    "dark_chess", "grand_chess", "horde", "janus", "king_of_the_hill", "minishogi", "nightriders",
    "racing_kings", "relay_chess", "russian_draughts", "seirawan", "three_check",
)  # fmt: skip
# which the default run plays: the five that the language was made for, and the seven that have most of what they lack
CORE = (
    "backgammon", "chess", "cyvasse", "hex", "homesteads", "marches", "rummy_500", "stone_towers", "stratego", "zarathustra",
    "zarcana", "zola",
)  # fmt: skip
# of these the three that take as long as the others together; thorough tests compare their engines
LARGE = ("chess", "cyvasse", "zarcana")

Options = Mapping[str, object]
Chosen = tuple[tuple[str, object], ...]  # options, to be kept by


def in_layers(names: Iterable[object] | None = None) -> list[object]:
    """The names of games, of all of them by default, as parameters of tests that take long."""
    return [
        pytest.param(name, marks=pytest.mark.thorough) if name in LARGE else name
        for name in (bundled_games() if names is None else names)
    ]


def one_of_each_family() -> list[object]:
    """The names of all games as parameters of tests that ask less of rules than of what plays and shows them. Those that extend another
    game are left to slow tests."""
    return [
        pytest.param(name, marks=pytest.mark.slow) if name in EXTENDING else name for name in bundled_games()
    ]


def load(name: str, options: Options | None = None) -> Game:
    """The game of a bundled name under some options."""
    return _game(name, _chosen(options))


def as_own(name: str) -> Game:
    """The rules of a bundled game as those of a file of one's own: nothing that was learnt comes with the program."""
    game, _ = examine_source(Source("one_of_my_own.gdl", find(name).read_text("utf-8")))
    assert game is not None
    return game


def native(name: str, options: Options | None = None, checked: bool = False) -> NativeEngine:
    """`checked`: whether the machine code reports indices out of their range."""
    return _native(name, _chosen(options), checked)


def reference(name: str, options: Options | None = None) -> ReferenceEngine:
    return _reference(name, _chosen(options))


def asking(name: str, options: Options | None = None) -> ReferenceEngine:
    """The reference engine as the native one asks it: machine code lists what is legal, which lock step compares.

    For tests of what only the reference engine gives, in long games.
    """
    found = native(name, options)
    assert found.compiled.is_lowered
    return found.backing.reference


def engine(name: str, kind: str = "native", options: Options | None = None) -> Engine:
    return native(name, options) if kind == "native" else reference(name, options)


def _chosen(options: Options | None) -> Chosen:
    return tuple(sorted((options or {}).items()))


@cache
def _game(name: str, chosen: Chosen) -> Game:
    return game_cache.load(find(name), dict(chosen), None)


@cache
def _native(name: str, chosen: Chosen, checked: bool) -> NativeEngine:
    return _sharing(NativeEngine(_game(name, chosen), checked, effort=0), name, chosen)


def lowered_once(made: NativeEngine, name: str, options: Options | None = None) -> NativeEngine:
    """An engine for a bundled game which takes the program in the intermediate representation of one made before."""
    return _sharing(made, name, _chosen(options))


def _sharing(made: NativeEngine, name: str, chosen: Chosen) -> NativeEngine:
    """All builds of a game have one program: how it is compiled differs."""
    mine = vars(made.compiled)
    before = _programs.setdefault((name, chosen), mine)
    mine |= {part: before[part] for part in ("prepared", "lowered") if part in before and part not in mine}
    return made


_programs: dict[
    tuple[str, Chosen], dict[str, object]
] = {}  # by game and options: an engine's facts and program


@cache
def _reference(name: str, chosen: Chosen) -> ReferenceEngine:
    return ReferenceEngine(_game(name, chosen))
