"""The command `gdl play`."""

import os
import re
import sys
from pathlib import Path

import click

from gdl.diagnostics.characters import visible
from gdl.platform.gc_pause import none_sought
from interpreter.commands.options import (
    CannotWork,
    Setup,
    Start,
    Whole,
    as_record,
    books_option,
    game_options,
)
from interpreter.commands.web import begin, go_on, web_or_refuse
from interpreter.play.web.limits import MINUTES


@click.command("play")
@game_options
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="PLAYER=WHO",
    help="human, human:NAME, bot (a strong one), random, level:1 to level:8, auto:1s, alphabeta:1s, mcts:1s or mcts:1000 (iterations), or another program's engine: uci:PROGRAM, gtp:PROGRAM; repeatable.",
)
@click.option(
    "--load",
    "saved",
    metavar="FILE",
    help="Continue a saved game, or a file of another program: .pgn, .sgf, .pdn, .kif, .wxf, .mat.",
)
@click.option(
    "--game",
    "game_number",
    type=Whole(min=1),
    metavar="N",
    help="With --load: which game of a file that has several; `gdl games FILE` lists them.",
)
@click.option(
    "--test",
    metavar="NAME",
    help="Begin where a test beside the game begins: its name or number; `?` lists them and asks.",
)
@click.option(
    "--position",
    metavar="NAME",
    help="Begin with a position that the game offers, or with one as FEN, YAML or a file of it; `?` lists and asks.",
)
@click.option("--resume", is_flag=True, help="Continue the game in progress that was played last.")
@click.option("--lines", is_flag=True, help="Line by line, as through a pipe, also on a terminal.")
@click.option(
    "--clock",
    metavar="MINUTES[+SECONDS]",
    help="Thinking time for each player on a terminal, and what a move adds, as in 5+3.",
)
@click.option(
    "--lesson",
    metavar="NUMBER",
    help="Work at a lesson of the game, by its number, on a terminal; `?` lists them and asks.",
)
@click.option("--setting", metavar="NAME", help="With --lesson: an easier or harder one, such as `easier`.")
@click.option("--web", is_flag=True, help="Play in the browser.")
@click.option(
    "--port", type=Whole(min=0, max=65535), default=0, help="With --web: where; by default any free port."
)
@books_option
@click.option("--no-browser", is_flag=True, help="With --web: only say where the table is.")
@as_record("start", Start)
def command(
    game: str,
    setup: Setup,
    seats: tuple[str, ...],
    start: Start,
    lines: bool,
    clock: str | None,
    lesson: str | None,
    setting: str | None,
    web: bool,
    port: int,
    books: tuple[str, ...],
    no_browser: bool,
) -> None:
    """Play in the terminal, or with --web in the browser."""
    seconds = None if clock is None else _seconds(clock)
    given = start.options
    if len(given) > 1:
        raise CannotWork(f"`{given[0]}` and `{given[1]}` are two games to continue; take one of them")
    if start.game_number is not None and start.saved is None:
        raise CannotWork("`--game` takes one of the games of a file, which `--load` names")
    name = str(Path(game).resolve()) if Path(game).is_file() else game  # a saved game is found from anywhere
    if web:
        web_or_refuse("`gdl play --web`")
        if given:
            go_on(name, setup, seats, start, port, not no_browser, books)
        else:
            begin(name, setup, seats, port, not no_browser, books)
        return
    has_screen = not lines and _has_screen()
    if seconds is not None and not has_screen:
        raise CannotWork(
            "`--clock` needs a terminal and no `--lines`; in the browser a table is opened with a clock"
        )
    if setting is not None and lesson is None:
        raise CannotWork("`--setting` belongs to `--lesson`")
    if lesson is not None:
        if not has_screen:
            raise CannotWork(
                "`--lesson` needs a terminal and no `--lines`; in the browser the first page has them"
            )
        from interpreter.commands.play_in_terminal import work_at_lesson  # takes long to load

        work_at_lesson(name, setup, lesson, setting or "")
        return
    with none_sought():
        from interpreter.commands.play_in_terminal import play  # takes long to load

    play(game, name, setup, seats, start if given else None, seconds, has_screen)


def _has_screen() -> bool:
    """Whether this is a terminal that can be drawn on."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # screens are drawn on the last one
    return all(s.isatty() for s in streams) and os.environ.get("TERM") not in (None, "", "dumb")


def _seconds(text: str) -> tuple[float, float]:
    """Thinking time and what a move adds, in seconds. Raises CannotWork."""
    found = re.fullmatch(r"(\d{1,5}(?:\.\d+)?)(?:\+(\d{1,5}(?:\.\d+)?))?", text.strip())
    if found is None or not 0 < float(found[1]) <= MINUTES:
        raise CannotWork(
            f"`--clock {visible(text)}`: minutes, and seconds that a move adds, as in `5` or `5+3`"
        )
    return 60 * float(found[1]), float(found[2] or 0)
