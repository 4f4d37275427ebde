"""The command `gdl train`."""

from collections.abc import Iterator

import click

from interpreter.commands.games import load
from interpreter.commands.options import (
    MAX_SECONDS,
    CannotWork,
    Seconds,
    Setup,
    Whole,
    game_options,
    json_option,
)
from interpreter.commands.output import print_json, table
from interpreter.commands.progress import interruptible, progress
from interpreter.search import weights
from interpreter.search.alphabeta import Measured, measured
from interpreter.search.training import Progress, train
from interpreter.search.weights import Weights

MINUTES = 5.0
_SHOWN = 20


@click.command("train")
@game_options
@click.option(
    "--minutes",
    type=Seconds(min=0, max=MAX_SECONDS / 60, min_open=True),
    default=MINUTES,
    show_default=True,
    help="How long to learn.",
)
@click.option(
    "--show", type=Whole(min=0), default=_SHOWN, show_default=True, help="How many terms to report."
)
@json_option
def command(game: str, setup: Setup, minutes: float, show: int, as_json: bool) -> None:
    """Learn what positions are worth, by games of a bot against itself.

    The bots `alphabeta`, `mcts-eval` and `auto` use what was learnt from then on, as long as the rules stay as they are. The
    report says what each term of the evaluation is worth to each player, in logits: 1 makes the odds of winning e times as
    good. For games of two and more players that are won and lost.
    """
    loaded = load(game, setup)
    found = measured(loaded)
    if found is None or not found.terms.terms:
        raise CannotWork(
            f"{loaded.title} has no evaluation: it has payoffs or one player, or nothing in it can be counted"
        )
    seconds = minutes * 60
    with progress(f"train {game}", round(seconds)) as advance:

        def show_progress(p: Progress) -> None:
            advance(min(round(p.seconds), round(seconds)), f"{p.games} games, {p.loss:.3f} bits a position")

        learnt = interruptible(lambda: train(found, seconds, setup.seed or 0, show_progress))
    path = weights.keep(loaded, learnt)
    if as_json:
        print_json({
            "game": game,
            "games": learnt.games,
            "tempo": round(learnt.tempo, 4),
            "weights": {
                p.name: {t.text: round(w, 4) for t, w in learnt.best(found.terms, i)}
                for i, p in enumerate(loaded.players)
            },
            "file": str(path) if path is not None else None,
        })  # fmt: skip
        return
    click.echo("\n".join(_report(found, learnt, show)))
    click.echo(
        f"\nkept in {path}" if path is not None else "\nit could not be kept: there is no place for it"
    )


def _report(found: Measured, learnt: Weights, shown: int) -> Iterator[str]:
    """The terms that matter most, by what a usual change of them means, with their weights for each player."""
    players = [p.name for p in found.game.players]
    yield f"{learnt.games} games; to act is worth {learnt.tempo:+.2f}"
    rows = [
        (t.text, *(f"{v.get(t.text, 0.0):+.3f}" for v in learnt.values))
        for t, _ in learnt.best(found.terms, 0)[:shown]
    ]
    yield from table([("term", *players), *rows], range(1, len(players) + 1))
