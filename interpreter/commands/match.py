"""The command `gdl match`."""

from collections.abc import Iterator

import click

from interpreter.analysis.intervals import Share
from interpreter.commands.engines import make_engine
from interpreter.commands.figures import bot_maker, written
from interpreter.commands.options import (
    CannotWork,
    Setup,
    Whole,
    executor_option,
    game_options,
    json_option,
    max_plies_option,
    parquet_option,
    resume_option,
)
from interpreter.commands.output import print_json, table
from interpreter.commands.pool import Place, made_by, pool, versions
from interpreter.commands.progress import progress
from interpreter.play.contest import Match, elo, match_of
from interpreter.play.self_play import MatchGames

_HEADS = ("bot", "wins", "draws", "losses", "share of the points", "s/move")
_NUMBERS = (1, 2, 3, 5)  # the columns of plain numbers


@click.command("match")
@game_options
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("-n", "number", type=Whole(min=1), default=20, show_default=True, help="How many games.")
@max_plies_option
@executor_option
@resume_option
@parquet_option
@json_option
def command(
    game: str, setup: Setup, a: str, b: str, number: int, max_plies: int, executor: str, log: str | None,
    parquet: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Let two bots play against each other: A and B, such as level:3, auto:1s, mcts:1000 or random.

    Games come in pairs with the same chance and the seats swapped. A game gives one point, divided among its winners or
    among all who draw. Each bot's share of the points has its 95 % interval.
    """
    names = (f"{a} (1)", f"{b} (2)") if a == b else (a, b)
    for text in (a, b):
        bot_maker(text)  # an unknown bot is reported before the game is read
    engine = make_engine(game, setup)
    if len(engine.game.players) < 2:
        raise CannotWork(f"{engine.game.title} is for one player; a match needs two")
    seed = setup.seed or 0
    work, what = (
        MatchGames(engine, (a, b), seed, max_plies),
        {"bots": [a, b], "seed": seed, "most": max_plies},
    )
    with pool(Place(executor, log, parquet)) as opened, progress(f"{a} - {b}", number) as advance:
        rows = opened.rows(engine, work, what, number, 1, advance)
    found, by = match_of(names, [p.name for p in engine.game.players], rows), versions([engine.game])
    if as_json:
        print_json({"game": game} | found.to_json() | by)
        return
    click.echo("\n".join([*table([_HEADS, *_rows(found)], _NUMBERS), "", *_summary(found), made_by(by)]))


def _rows(found: Match) -> Iterator[tuple[str, ...]]:
    for score in found.scores:
        share = written(found.share(score), 100, 1, " %")
        slow = f"{score.seconds / score.choices:.3f}" if score.choices else "-"
        yield score.name, str(score.wins), str(score.draws), str(score.losses), share, slow


def _summary(found: Match) -> Iterator[str]:
    """What both bots came to, and each of them on each seat."""
    yield f"{found.games} games, {found.plies / found.games:.1f} moves each, {found.cut_off} cut off"
    first = Share(found.first, found.finished).estimate()
    yield f"first player's share  {written(first, 100, 1, ' %')}"
    share = found.share(found.scores[0])
    if share is not None and elo(share.value) is not None:
        low, high = (f"{v:.0f}" if (v := elo(s)) is not None else "-" for s in (share.low, share.high))
        yield f"{found.scores[0].name} is {elo(share.value):+.0f} Elo stronger [{low}, {high}]"
    for i, score in enumerate(found.scores):
        for name, pair in found.by_seat.items():
            s = pair[i]
            yield f"{score.name} as {name}: {s.wins} wins, {s.draws} draws, {s.losses} losses"
