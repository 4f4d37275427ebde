"""The command `gdl bench`."""

import sys
from functools import partial

import click

import interpreter
from gdl.core.model import Game
from gdl.loader import bundled_games
from interpreter.commands.games import load
from interpreter.commands.options import Seconds, engine_option, json_option, parted, seed_option
from interpreter.commands.output import print_json, progress
from interpreter.engines.base import Engine
from interpreter.search.bench import Figures, measure

_HEADS = ("game", "cold ms", "cached ms", "playouts/s", "moves/s", "perft leaves/s", "depth", "bytes/state")


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
