"""The command `gdl perft`."""

import sys

import click

from interpreter.commands.games import make_engine, start
from interpreter.commands.options import (
    CannotWork,
    Setup,
    Whole,
    game_options,
    json_option,
    position_option,
    threads_option,
)
from interpreter.commands.output import print_json
from interpreter.engines.base import Engine, State


@click.command("perft")
@game_options
@click.argument("depth", type=Whole(min=1))
@position_option
@click.option("--divide", is_flag=True, help="The count below every first move, at the full depth.")
@threads_option
@json_option
def command(
    game: str, setup: Setup, depth: int, position: str | None, divide: bool, threads: int, as_json: bool
) -> None:
    """Count sequences of actions: lines `depth count` for 1..DEPTH."""
    engine = make_engine(game, setup)
    if engine.game.has_chance:
        raise CannotWork("perft counts sequences of actions; where chance decides, there is no such count")
    state = start(engine, setup, position)
    if divide:
        _divide(engine, state, depth, threads, as_json)
    else:
        _count(engine, state, depth, threads, as_json)


def _divide(engine: Engine, state: State, depth: int, threads: int, as_json: bool) -> None:
    found = engine.divide(state, depth, threads)
    total = sum(n for _, n in found)
    if as_json:
        print_json({"depth": depth, "moves": dict(found), "total": total})
        return
    width = max([len("total"), *(len(text) for text, _ in found)])
    for text, count in [*found, ("total", total)]:
        click.echo(f"{text:<{width}} {count}")


def _count(engine: Engine, state: State, depth: int, threads: int, as_json: bool) -> None:
    for reached in range(1, depth + 1):
        count = engine.perft(state, reached, threads)
        if as_json:
            print_json({"depth": reached, "count": count})
        else:
            click.echo(f"{reached} {count}")
        sys.stdout.flush()
