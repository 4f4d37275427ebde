"""The command `gdl train`."""

from collections.abc import Iterator
from time import thread_time

import click

from interpreter import engine as make
from interpreter.commands.games import load
from interpreter.commands.options import (
    MAX_GAMES,
    MAX_SECONDS,
    CannotWork,
    Seconds,
    Setup,
    Whole,
    executor_option,
    game_options,
    json_option,
    resume_option,
)
from interpreter.commands.output import print_json, progress, table
from interpreter.commands.workers import Place, pool
from interpreter.search import weights
from interpreter.search.alphabeta import Measured, measured
from interpreter.search.methods import measure_best_bot
from interpreter.search.training import Progress, train, train_by_games
from interpreter.search.training_games import TrainingGame, TrainingGames
from interpreter.search.weights import Weights

MINUTES = 5.0
_HERE = "processes"  # where games are played, if nobody says
_CHUNK = 25  # games that a process plays at once
_SHOWN = 20


@click.command("train")
@game_options
@click.option(
    "--minutes",
    type=Seconds(min=0, max=MAX_SECONDS / 60, min_open=True),
    default=MINUTES,
    show_default=True,
    help="How long to learn, in minutes of processor time.",
)
@click.option(
    "--games",
    type=Whole(8, MAX_GAMES),
    help="Learn from so many games instead, which any executor plays alike for a --seed.",
)
@click.option(
    "--show", type=Whole(min=0), default=_SHOWN, show_default=True, help="How many terms to report."
)
@click.option(
    "--bundled",
    is_flag=True,
    help="Write it into the program, with the search that suits the game: for those who make releases.",
)
@executor_option
@resume_option
@json_option
def command(
    game: str, setup: Setup, minutes: float, games: int | None, show: int, bundled: bool, executor: str,
    log: str | None, as_json: bool,
) -> None:  # fmt: skip
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
    place = Place(executor, log)
    if games is None:
        if place != Place(_HERE):
            raise CannotWork("`--executor` and `--resume` need a number of games, such as `--games 5000`")
        learnt = _for(found, minutes * 60, setup.seed or 0, f"train {game}")
    else:
        learnt = _from(found, games, setup.seed or 0, place, f"train {game}")
    path = weights.keep(loaded, learnt)
    if bundled:
        path = weights.bundle(loaded, learnt, measure_best_bot(loaded, for_all=True))
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


def _for(found: Measured, seconds: float, seed: int, title: str) -> Weights:
    """Learns for some time of the processor, in this process: what is learnt does not depend on how busy the machine is."""
    with progress(title, round(seconds)) as advance:

        def show(p: Progress) -> None:
            advance(min(round(p.seconds), round(seconds)), _said(p))

        return train(found, seconds, seed, show, thread_time)


def _from(found: Measured, count: int, seed: int, place: Place, title: str) -> Weights:
    """Learns from so many games, played wherever that is."""
    engine, before, said = make(found.game), 0, ""
    with pool(place) as opened, progress(title, count) as advance:

        def games(spars: TrainingGames, n: int) -> Iterator[TrainingGame]:
            nonlocal before
            done, before = before, before + n
            rows = opened.rows(engine, spars, spars.description, n, _CHUNK, lambda k: advance(done + k, said))
            return map(TrainingGame.of, rows)

        def show(p: Progress) -> None:
            nonlocal said
            said = _said(p)

        return train_by_games(found, count, games, seed, show)


def _said(p: Progress) -> str:
    return f"{p.games} games, {p.loss:.3f} bits a position"


def _report(found: Measured, learnt: Weights, shown: int) -> Iterator[str]:
    """The terms that matter most, by what a usual change of them means, with their weights for each player."""
    players = [p.name for p in found.game.players]
    yield f"{learnt.games} games; to act is worth {learnt.tempo:+.2f}"
    rows = [
        (t.text, *(f"{v.get(t.text, 0.0):+.3f}" for v in learnt.values))
        for t, _ in learnt.best(found.terms, 0)[:shown]
    ]
    yield from table([("term", *players), *rows], range(1, len(players) + 1))
