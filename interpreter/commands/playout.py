"""The command `gdl playout`."""

import click

from interpreter.analysis.intervals import Mean, written
from interpreter.commands.games import make_engine
from interpreter.commands.options import (
    Setup,
    Whole,
    game_options,
    json_option,
    max_plies_option,
    threads_option,
)
from interpreter.commands.output import print_json, progress
from interpreter.search.playout import Playouts, Summary
from interpreter.shared.stopping import last_words


@click.command("playout")
@game_options
@click.option("-n", "number", type=Whole(min=1), default=100, show_default=True, help="How many games.")
@max_plies_option
@threads_option
@json_option
def command(game: str, setup: Setup, number: int, max_plies: int, threads: int, as_json: bool) -> None:
    """Play random games: how many a second, how long, who wins."""
    engine = make_engine(game, setup)
    games = Playouts(engine, setup.seed or 0, max_plies, threads)

    def tell() -> None:
        _tell(games.summary(), as_json)

    with last_words(tell), progress(engine.game.title, number) as advance:
        engine.playout(engine.initial_state(0), 0, 1)  # what is built on first use is no part of the figures
        games.play(number, advance)
    tell()


def _tell(found: Summary, as_json: bool) -> None:
    """Prints what is known of the games that were played."""
    means = {name: mean for name, got in found.payoffs.items() if (mean := Mean(got).estimate()) is not None}
    if as_json:
        more = {"mean_payoffs": {name: mean.to_json() for name, mean in means.items()}} if means else {}
        print_json(found.to_json() | more)
        return
    click.echo(f"playouts             {found.playouts}")
    click.echo(f"playouts per second  {found.playouts_per_second:.1f}")
    click.echo(f"moves per second     {found.moves_per_second:.0f}")
    click.echo(f"mean length          {found.mean_length:.1f} moves")
    finished = found.playouts - found.cut_off
    for name, o in found.outcomes.items():
        share = f" ({100 * o.wins / finished:.1f} %)" if finished else ""
        click.echo(f"{name:<20} {o.wins} wins{share}, {o.draws} draws, {o.losses} losses")
    for name, mean in means.items():
        click.echo(f"{'payoff of ' + name:<20} {written(mean, 1, 2)} on average")
    click.echo(f"cut off              {found.cut_off}")
    if told := sum(found.ends.values()):
        click.echo(f"\nhow {told} more random games ended")
    for label, times in found.ends.items():
        click.echo(f"{times:>6} {100 * times / told:5.1f} %  {label}")
