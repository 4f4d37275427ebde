"""Commands that measure: bench, compare, match."""

import math
import sys
from typing import TYPE_CHECKING, Any

import click

from interpreter.commands.common import (
    CannotWork,
    Setup,
    Whole,
    engine_option,
    game_options,
    interruptible,
    json_option,
    load,
    make_engine,
    print_json,
    progress,
    read_settings,
    seed_option,
)

if TYPE_CHECKING:
    from interpreter.analysis.compare import Parting, Row, Sample
    from interpreter.analysis.intervals import Estimate
    from interpreter.engines.base import Engine
    from interpreter.play.contest import MakeBot, Match
    from interpreter.search.bench import Figures

BENCH = ("game", "cold ms", "cached ms", "playouts/s", "moves/s", "perft leaves/s", "depth", "bytes/state")
NONE_SHOWN = "no difference shown"
SHOWN_MOVES = 12

max_plies_option = click.option(
    "--max-plies",
    type=Whole(min=1),
    default=10_000,
    show_default=True,
    help="Cut longer games off.",
)


# ---- bench


class Seconds(click.FloatRange):
    """A number of seconds; "nan" is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a number", param, ctx)
        return found


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--seconds", type=Seconds(min=0.01, max=3600), default=1.0, show_default=True,
    help="How long each thing is measured.",
)  # fmt: skip
@engine_option
@seed_option
@json_option
def bench(games: tuple[str, ...], seconds: float, engine: str, seed: int | None, as_json: bool) -> None:
    """How fast games are: all bundled ones, or those named.

    Compiling without and with what earlier runs have kept, random games, counted positions, and the size of a state.
    Figures mean something only beside others of the same machine.
    """
    from functools import partial

    import interpreter
    from gdl.loader import bundled_games
    from interpreter.search.bench import measure

    names = games or tuple(bundled_games())
    loaded = [(name, load(name, Setup({}, None, engine, seed))) for name in names]
    wide = max(len(BENCH[0]), *(len(name) for name in names))
    found: dict[str, Figures] = {}
    if not as_json:
        click.echo(_bench_line(BENCH, wide))
    with progress("bench", len(names)) as advance:
        for name, game in loaded:
            if not sys.stderr.isatty():
                click.echo(f"measuring {name} ...", err=True)
            make = partial(_engine_kept, interpreter.engine, game, engine)
            work = partial(measure, make, seconds, seed or 0)
            found[name] = interruptible(work)
            if not as_json:
                advance.echo(_bench_line(_bench_cells(name, found[name]), wide))
            advance(len(found))
    if as_json:
        print_json({
            "engine": engine, "seconds": seconds, "games": {name: f.to_json() for name, f in found.items()}
        })  # fmt: skip


def _engine_kept(make: Any, game: Any, kind: str, keep: bool) -> "Engine":
    made: Engine = make(game, kind, keep)
    return made


def _bench_cells(name: str, f: "Figures") -> tuple[str, ...]:
    leaves = "-" if f.perft_leaves_per_second is None else f"{f.perft_leaves_per_second:,.0f}"
    return (
        name, f"{f.cold_ms:,.0f}", f"{f.cached_ms:,.0f}", f"{f.playouts_per_second:,.0f}",
        f"{f.moves_per_second:,.0f}", leaves, "-" if f.perft_depth is None else str(f.perft_depth),
        f"{f.state_bytes:,}",
    )  # fmt: skip


def _bench_line(cells: tuple[str, ...], wide: int) -> str:
    widths = [max(len(head), 11) for head in BENCH[1:]]
    return "  ".join([cells[0].ljust(wide), *(c.rjust(w) for c, w in zip(cells[1:], widths, strict=True))])


# ---- compare


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@click.option(
    "--set", "both", multiple=True, metavar="NAME=VALUE", callback=read_settings, help="Give an option of both a value."
)  # fmt: skip
@click.option(
    "--set-a", multiple=True, metavar="NAME=VALUE", callback=read_settings, help="Give an option of A a value."
)  # fmt: skip
@click.option(
    "--set-b", multiple=True, metavar="NAME=VALUE", callback=read_settings, help="Give an option of B a value."
)  # fmt: skip
@click.option("--variant-a", metavar="NAME", help="A variant that A names.")
@click.option("--variant-b", metavar="NAME", help="A variant that B names.")
@click.option(
    "-n", "number", type=Whole(min=1), default=1000, show_default=True, help="How many random games of each."
)  # fmt: skip
@click.option("--bot", default="mcts:100", show_default=True, help="Who plays against itself besides.")
@click.option(
    "--bot-games", type=Whole(min=0), default=20, show_default=True, help="How many games it plays of each."
)  # fmt: skip
@engine_option
@seed_option
@json_option
def compare(
    a: str, b: str | None, both: dict[str, str], set_a: dict[str, str], set_b: dict[str, str], variant_a: str | None,
    variant_b: str | None, number: int, bot: str, bot_games: int, engine: str, seed: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Two games, variants or settings side by side (B is A, if left out).

    By random games, and by a bot against itself: the first player's share of the points, draws, length, and branching
    (legal moves in a position), each with its 95 % interval, and so the difference; and the first position found in
    which their legal moves differ.
    """
    from interpreter.analysis.compare import parting, random_sample, rows, sample
    from interpreter.hashing import Random
    from interpreter.play.contest import against_itself

    maker = _maker(bot)
    engines = (
        make_engine(a, Setup({**both, **set_a}, variant_a, engine, seed)),
        make_engine(b or a, Setup({**both, **set_b}, variant_b, engine, seed)),
    )
    titles = _titles((a, b or a), (set_a, set_b), (variant_a, variant_b))
    seeds = Random(seed or 0)
    done = 0
    with progress("compare", 2 * (number + bot_games)) as advance:

        def on_game() -> None:
            nonlocal done
            done += 1
            advance(done)

        randoms = [random_sample(e, number, seeds.below(1 << 32), on_game) for e in engines]
        play = against_itself(maker)
        bots = [sample(e, play, bot_games, seeds.below(1 << 32), on_game) for e in engines]
    parted, compared = parting(*engines, seed or 0)
    tables = {"random": (randoms, list(rows(*randoms))), bot: (bots, list(rows(*bots)))}
    if not bot_games:
        del tables[bot]
    if as_json:
        print_json({
            "a": titles[0], "b": titles[1],
            "tables": {
                name: {"games": samples[0].games, "cut_off": [s.games - s.finished for s in samples]}
                | {row.name: row.to_json() for row in found}
                for name, (samples, found) in tables.items()
            },
            "first_difference": None if parted is None else parted.to_json(),
            "positions_compared": compared,
        })  # fmt: skip
        return
    click.echo(f"A  {titles[0]}\nB  {titles[1]}")
    for name, (samples, found) in tables.items():
        who = "random" if name == "random" else f"{name} against itself"
        click.echo(f"\n{samples[0].games} games of each, {who}" + _cut_off(samples))
        click.echo(_table(found))
    click.echo("\n" + _parted(parted, compared, engines))


def _titles(
    names: tuple[str, str], settings: tuple[dict[str, str], ...], variants: tuple[str | None, ...]
) -> list[str]:
    """What each side is called: its game, its variant and its own settings."""
    found = []
    for name, given, variant in zip(names, settings, variants, strict=True):
        more = ([variant] if variant else []) + [f"{n}={v}" for n, v in given.items()]
        found.append(f"{name} ({', '.join(more)})" if more else name)
    return found


def _maker(text: str) -> "MakeBot":
    """What makes a bot for a seed. Raises CannotWork for one that there is not."""
    from interpreter.play.bots import Bot, SeatError, parse_seat

    def make(seed: int) -> Bot:
        bot = parse_seat(text, seed)
        if bot is None:
            raise SeatError(f"`{text}` is no bot: bots are random, mcts:1s, mcts:1000 (iterations)")
        return bot

    try:
        make(0)
    except SeatError as error:
        raise CannotWork(str(error)) from error
    return make


def _cut_off(samples: "list[Sample]") -> str:
    a, b = (s.games - s.finished for s in samples)
    return f"; cut off: {a} of A, {b} of B" if a or b else ""


def _table(found: "list[Row]") -> str:
    lines = [("", "A", "B", "A - B")]
    for row in found:
        scale, digits = (100, 1) if row.name in ("draws", "first player's share") else (1, 2)
        unit = " %" if scale == 100 else ""
        cells = [_written(e, scale, digits, unit) for e in (row.a, row.b, row.difference)]
        lines.append(
            (row.name, cells[0], cells[1], cells[2] if row.is_shown else f"{cells[2]}, {NONE_SHOWN}")
        )
    widths = [max(len(line[i]) for line in lines) for i in range(4)]
    return "\n".join(
        "  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def _written(e: "Estimate | None", scale: float, digits: int, unit: str = "") -> str:
    """`51.2 % [48.1, 54.3]`"""
    if e is None:
        return "-"
    value = f"{e.value * scale:.{digits}f}{unit}"
    if e.low is None or e.high is None:
        return value
    return f"{value} [{e.low * scale:.{digits}f}, {e.high * scale:.{digits}f}]"


def _parted(found: "Parting | None", compared: int, engines: "tuple[Engine, Engine]") -> str:
    if found is None:
        return f"no difference of legal moves in {compared} positions of both"
    where = "at the start" if not found.moves else f"after {', '.join(found.moves)}"
    lines = [
        f"legal moves differ first {where}:"
        if found.only_a or found.only_b
        else f"results differ first {where}:"
    ]
    for letter, only, result in (("A", found.only_a, found.result_a), ("B", found.only_b, found.result_b)):
        if only:
            more = f" and {len(only) - SHOWN_MOVES} more" if len(only) > SHOWN_MOVES else ""
            lines.append(f"  only {letter}: {', '.join(only[:SHOWN_MOVES])}{more}")
        if result is not None:
            lines.append(f"  {letter} is over: {', '.join(f'{r:g}' for r in result)}")
    if any(e.game.has_chance for e in engines):
        lines.append("  (chance may have fallen otherwise)")
    return "\n".join(lines)


# ---- match


@click.command()
@game_options
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("-n", "number", type=Whole(min=1), default=20, show_default=True, help="How many games.")
@max_plies_option
@json_option
def match(game: str, setup: Setup, a: str, b: str, number: int, max_plies: int, as_json: bool) -> None:
    """Two bots against each other on a game: A and B, such as mcts:1000, mcts:1s or random.

    Two games in a row have the same chance, and the seats swapped. A bot's share is that of the points: one for each
    game, divided among its winners or among those who draw; with its 95 % interval.
    """
    from interpreter.play.contest import match as run

    names = (f"{a} (1)", f"{b} (2)") if a == b else (a, b)
    makers = [(name, _maker(text)) for name, text in zip(names, (a, b), strict=True)]
    engine = make_engine(game, setup)
    if len(engine.game.players) < 2:
        raise CannotWork(f"{engine.game.title} is for one player; a match needs two")
    with progress(f"{a} - {b}", number) as advance:
        found = run(engine, makers, number, setup.seed or 0, max_plies, lambda m: advance(m.games))
    if as_json:
        print_json({"game": game} | found.to_json())
        return
    click.echo(_match_table(found))


def _match_table(found: "Match") -> str:
    from interpreter.analysis.intervals import Share

    heads = ("bot", "wins", "draws", "losses", "share of the points", "s/move")
    lines = [heads]
    for score in found.scores:
        share = _written(found.share(score), 100, 1, " %")
        slow = f"{score.seconds / score.choices:.3f}" if score.choices else "-"
        lines.append((score.name, str(score.wins), str(score.draws), str(score.losses), share, slow))
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    table = [
        "  ".join(
            c.ljust(w) if i in (0, 4) else c.rjust(w)
            for i, (c, w) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
    first = _written(Share(found.first, found.finished).estimate(), 100, 1, " %")
    return "\n".join([
        *(line.rstrip() for line in table), "",
        f"{found.games} games, {found.plies / found.games:.1f} moves each, {found.cut_off} cut off",
        f"first player's share  {first}",
        *(
            f"{score.name} as {name}: {s.wins} wins, {s.draws} draws, {s.losses} losses"
            for i, score in enumerate(found.scores)
            for name, pair in found.by_seat.items()
            for s in (pair[i],)
        ),
    ])  # fmt: skip
