"""The command `gdl bench`."""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from time import process_time
from typing import Any

import click

import interpreter
from gdl.core.model import Game
from gdl.limits import MAX_PLIES
from gdl.loader import bundled_games
from interpreter.commands.games import load
from interpreter.commands.options import Seconds, engine_option, json_option, parted, seed_option
from interpreter.commands.output import print_json, progress
from interpreter.engines.base import Engine
from interpreter.shared.hashing import Random

EFFORT = 2  # of code that runs long
BATCH_SECONDS = 0.1
STEPS = 5  # counting goes one ply deeper until it takes a fifth of the given time
_HEADS = ("game", "cold ms", "cached ms", "playouts/s", "moves/s", "perft leaves/s", "depth", "bytes/state")


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game. All are of processor time. Compiling is from the checked rules to the first move."""

    cold_ms: float
    cached_ms: float
    playouts_per_second: float
    moves_per_second: float
    mean_length: float
    cut_off: int
    perft_depth: int | None  # None in a game of chance
    perft_leaves_per_second: float | None
    state_bytes: int

    def to_json(self) -> dict[str, Any]:
        return {n: round(v, 3) if isinstance(v, float) else v for n, v in asdict(self).items()}


@click.command("bench")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--seconds", type=Seconds(min=0.01, max=3600), default=1.0, show_default=True,
    help="How long each figure is measured.",
)  # fmt: skip
@engine_option
@seed_option
@json_option
def command(games: tuple[str, ...], seconds: float, engine: str, seed: int | None, as_json: bool) -> None:
    """Measure how fast games are: all bundled ones, or those named.

    The figures: compiling without and with the cache of earlier runs, random games, counted positions, and the size of a
    state. They can be compared only with figures of the same machine.
    """
    names = games or tuple(bundled_games())
    loaded = [(name, load(*parted(name))) for name in names]
    wide = max(len(_HEADS[0]), *(len(name) for name in names))
    found: dict[str, Figures] = {}
    if not as_json:
        click.echo(_line(_HEADS, wide))
    with progress("bench", len(names)) as advance:
        for name, game in loaded:
            if not sys.stderr.isatty():
                click.echo(f"measuring {name} ...", err=True)
            found[name] = measure(partial(_made, game, engine), seconds, seed or 0)
            if not as_json:
                advance.echo(_line(_cells(name, found[name]), wide))
            advance(len(found))
    if as_json:
        print_json({
            "engine": engine, "seconds": seconds, "games": {name: f.to_json() for name, f in found.items()}
        })  # fmt: skip


def _made(game: Game, kind: str, keep: bool, effort: int | None) -> Engine:
    return interpreter.engine(game, kind, keep, effort)


def _cells(name: str, f: Figures) -> tuple[str, ...]:
    leaves = "-" if f.perft_leaves_per_second is None else f"{f.perft_leaves_per_second:,.0f}"
    return (
        name, f"{f.cold_ms:,.0f}", f"{f.cached_ms:,.0f}", f"{f.playouts_per_second:,.0f}",
        f"{f.moves_per_second:,.0f}", leaves, "-" if f.perft_depth is None else str(f.perft_depth),
        f"{f.state_bytes:,}",
    )  # fmt: skip


def _line(cells: tuple[str, ...], wide: int) -> str:
    """Cells under their heads: lines are printed one by one, before all figures are known."""
    widths = [max(len(head), 11) for head in _HEADS[1:]]
    return "  ".join([cells[0].ljust(wide), *(c.rjust(w) for c, w in zip(cells[1:], widths, strict=True))])


# ---- what is measured


def measure(
    make: Callable[[bool, int | None], Engine], seconds: float, seed: int = 0, max_plies: int = MAX_PLIES
) -> Figures:
    """Measures each figure of a game for so many seconds.

    `make(keep, effort)` gives an engine, with the cache on disk or without it. Starts are those of quick code, and what
    runs long is measured with the best.
    """
    make(True, None)  # modules that are loaded on first use are the program's start, not the game's
    cold = _start(make, False)[1]
    _start(make, True)  # now it is kept
    cached = _start(make, True)[1]
    engine = make(True, EFFORT)
    games, actions, cut_off, spent = _playouts(engine, seconds, seed, max_plies)
    depth, leaves = _perft(engine, seconds)
    return Figures(
        cold, cached, games / spent, actions / spent, actions / games, cut_off, depth, leaves, engine.state_size
    )  # fmt: skip


def _start(make: Callable[[bool, int | None], Engine], keep: bool) -> tuple[Engine, float]:
    """An engine that has played, since machine code is made on first use, and the milliseconds of that."""
    start = process_time()
    engine = make(keep, None)
    engine.playout(engine.initial_state(), 0, 1)
    return engine, (process_time() - start) * 1000


def _playouts(engine: Engine, seconds: float, seed: int, max_plies: int) -> tuple[int, int, int, float]:
    """Random games: their number, their actions, how many were cut off, and the time they took."""
    seeds = Random(seed)
    engine.series(seeds, 1, max_plies)  # what is built on first use is no part of the figures
    games = actions = cut_off = 0
    spent, batch = 0.0, 1
    while spent < seconds:
        start = process_time()
        tally = engine.series(seeds, batch, max_plies)
        took = process_time() - start
        games, actions, cut_off = games + batch, actions + tally.actions, cut_off + tally.cut_off
        spent += took
        if took < BATCH_SECONDS:
            batch *= 2
    return games, actions, cut_off, spent


def _perft(engine: Engine, seconds: float) -> tuple[int | None, float | None]:
    """A depth that fits into the time, and the leaves counted per second there."""
    if engine.game.has_chance:
        return None, None
    state = engine.initial_state()
    depth, before, counted, took = 1, 1, engine.perft(state, 1), 0.0
    # each ply costs about as many times more as it has more leaves
    while took < seconds / STEPS and took * counted / before < seconds:
        start = process_time()
        deeper = engine.perft(state, depth + 1)
        if not deeper:
            break  # all games are over by then
        took = process_time() - start
        depth, before, counted = depth + 1, counted, deeper
    leaves, spent = 0, 0.0
    while not leaves or spent < seconds:
        start = process_time()
        leaves += engine.perft(state, depth)
        spent += process_time() - start
    return depth, leaves / spent
