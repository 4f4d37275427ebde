"""The command `gdl compare`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from interpreter.analysis.compare import Row, rows
from interpreter.analysis.lockstep.search import POSITIONS, Explored, explore
from interpreter.analysis.samples import Sample, random_sample, sample
from interpreter.commands.engines import make_engine
from interpreter.commands.figures import bot_maker, written
from interpreter.commands.games import find
from interpreter.commands.options import (
    CannotWork,
    Setup,
    Whole,
    engine_option,
    json_option,
    seed_option,
    settings_option,
)
from interpreter.commands.output import print_json, table, write
from interpreter.commands.progress import progress
from interpreter.engines.base import Engine
from interpreter.hashing import Random
from interpreter.play.contest import against_itself

_NOT_SHOWN = "no difference shown"
_SHARES = ("draws", "first player's share")  # figures that are written in per cent

Engines = tuple[Engine, Engine]


@dataclass(frozen=True, slots=True)
class Section:
    """The games of one sort of player: a sample of each side, and the figures of both."""

    name: str  # `random`, or the bot
    samples: tuple[Sample, Sample]

    @property
    def rows(self) -> list[Row]:
        return list(rows(*self.samples))


@click.command("compare")
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@settings_option("--set", "both", "Give an option of both a value.")
@settings_option("--set-a", "set_a", "Give an option of A a value.")
@settings_option("--set-b", "set_b", "Give an option of B a value.")
@click.option("--variant-a", metavar="NAME", help="A variant that A names.")
@click.option("--variant-b", metavar="NAME", help="A variant that B names.")
@click.option(
    "-n", "number", type=Whole(min=1), default=1000, show_default=True, help="How many random games of each."
)  # fmt: skip
@click.option("--bot", default="mcts:100", show_default=True, help="The bot that plays against itself.")
@click.option(
    "--bot-games", type=Whole(min=0), default=20, show_default=True, help="How many games the bot plays of each."
)  # fmt: skip
@click.option(
    "--positions",
    type=Whole(min=1),
    default=POSITIONS,
    show_default=True,
    help="How many positions are compared in lock step.",
)
@click.option(
    "--save-position", metavar="FILE", help="Write the position of A in which they differ, as YAML."
)
@engine_option
@seed_option
@json_option
def command(
    a: str, b: str | None, both: dict[str, str], set_a: dict[str, str], set_b: dict[str, str], variant_a: str | None,
    variant_b: str | None, number: int, bot: str, bot_games: int, positions: int, save_position: str | None,
    engine: str, seed: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Compare two games, variants or settings (B is A, if left out).

    The figures come from random games, and from games of a bot against itself: the first player's share of the points,
    draws, length, and branching (legal moves in a position). Each has its 95 % interval, and so has the difference. Both
    are also played in lock step. The shortest way that was found to a position in which they differ is shown: in legal
    moves, results, scores, chance, or what is hidden; with the reasons of both sides and the clause that changed.
    """
    bot_maker(bot)  # an unknown bot is reported before the games are read
    setups = (
        Setup({**both, **set_a}, variant_a, engine, seed),
        Setup({**both, **set_b}, variant_b, engine, seed),
    )
    engines = (make_engine(a, setups[0]), make_engine(b or a, setups[1]))
    titles = _titles((a, b or a), (set_a, set_b), (variant_a, variant_b))
    sections = _played(engines, number, bot, bot_games, seed or 0)
    found = _explored((a, b or a), setups, engines, positions)
    if save_position is not None:
        _save_position(found, save_position)
    if as_json:
        print_json({
            "a": titles[0], "b": titles[1],
            "tables": {section.name: _data(section) for section in sections},
            "first_difference": None if found.first is None else found.first.to_json(),
            "differences": [d.to_json() for d in found.differences],
            "unseen_changes": [c.sentence for c in found.unseen],
            "positions_compared": found.positions,
            "complete_to": found.complete_to,
        })  # fmt: skip
        return
    click.echo(f"A  {titles[0]}\nB  {titles[1]}")
    for section in sections:
        click.echo("\n" + "\n".join(_section_lines(section)))
    from interpreter.commands.differing import lines_of  # which draws

    click.echo("\n" + "\n".join(lines_of(found)))


def _titles(
    names: tuple[str, str], settings: tuple[dict[str, str], ...], variants: tuple[str | None, ...]
) -> list[str]:
    """What each side is called: its game, its variant and its own settings."""
    found = []
    for name, given, variant in zip(names, settings, variants, strict=True):
        more = ([variant] if variant else []) + [f"{n}={v}" for n, v in given.items()]
        found.append(f"{name} ({', '.join(more)})" if more else name)
    return found


def _explored(
    names: tuple[str, str], setups: tuple[Setup, Setup], engines: Engines, positions: int
) -> Explored:
    """Plays both in lock step, towards the clauses that `gdl diff` says have changed."""
    from gdl.differences import differences
    from gdl.loader import load_rules

    rules = [load_rules(find(n), s.settings, s.variant) for n, s in zip(names, setups, strict=True)]
    with progress("lock step", positions) as advance:
        return explore(*engines, differences(*rules), setups[0].seed or 0, positions, advance)


def _save_position(found: Explored, path: str) -> None:
    import yaml

    if found.first is None:
        raise CannotWork("no difference was found, so there is no position to write")
    write(path, yaml.safe_dump(found.first.position, allow_unicode=True, sort_keys=False), "the position")


def _played(engines: Engines, number: int, bot: str, bot_games: int, seed: int) -> list[Section]:
    """Plays random games of both sides, and games of a bot against itself if any are wanted."""
    seeds = Random(seed)
    one, two = engines
    play = against_itself(bot_maker(bot))
    done = 0
    with progress("compare", 2 * (number + bot_games)) as advance:

        def on_game() -> None:
            nonlocal done
            done += 1
            advance(done)

        def random_games(engine: Engine) -> Sample:
            return random_sample(engine, number, seeds.below(1 << 32), on_game)

        def games_of_bot(engine: Engine) -> Sample:
            return sample(engine, play, bot_games, seeds.below(1 << 32), on_game)

        sections = [Section("random", (random_games(one), random_games(two)))]
        if bot_games and bot == "random":
            sections = []  # its games are random as well, and have the same name
        if bot_games:
            sections.append(Section(bot, (games_of_bot(one), games_of_bot(two))))
    return sections


def _data(section: Section) -> dict[str, Any]:
    a, b = section.samples
    figures = {row.name: row.to_json() for row in section.rows}
    return {"games": a.games, "cut_off": [s.games - s.finished for s in (a, b)]} | figures


def _section_lines(section: Section) -> Iterator[str]:
    """How many games were played by whom, and a table of their figures."""
    a, b = section.samples
    who = "random" if section.name == "random" else f"{section.name} against itself"
    cut_off = [s.games - s.finished for s in (a, b)]
    more = f"; cut off: {cut_off[0]} of A, {cut_off[1]} of B" if any(cut_off) else ""
    yield f"{a.games} games of each, {who}{more}"
    yield from table([("", "A", "B", "A - B"), *map(_cells, section.rows)])


def _cells(row: Row) -> tuple[str, str, str, str]:
    scale, digits, unit = (100, 1, " %") if row.name in _SHARES else (1, 2, "")
    a, b, difference = (written(e, scale, digits, unit) for e in (row.a, row.b, row.difference))
    return row.name, a, b, difference if row.is_shown else f"{difference}, {_NOT_SHOWN}"
