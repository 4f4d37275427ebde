"""The command `gdl coverage`."""

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import click

import interpreter
from gdl.model import Game
from interpreter.analysis.coverage import (
    TESTS,
    Clause,
    OneSided,
    Seen,
    actions_never,
    by_looks,
    by_tests,
    clauses,
    kinds_never,
    missing,
    one_sided,
    random_looks,
    untested_values,
)
from interpreter.commands.figures import bot_maker
from interpreter.commands.games import find, load
from interpreter.commands.options import Setup, Whole, game_options, has_colour, json_option
from interpreter.commands.output import print_json, write
from interpreter.commands.progress import progress
from interpreter.engines.notation import plain_value
from interpreter.play.self_play import bot_looks

RANDOM = "random"


@click.command("coverage")
@game_options
@click.option(
    "-n", "number", type=Whole(min=0), default=300, show_default=True, help="How many random games."
)
@click.option("--bot", default="mcts:50", show_default=True, help="The bot that plays against itself.")
@click.option(
    "--bot-games", type=Whole(min=0), default=1, show_default=True, help="How many games the bot plays."
)
@click.option("--html", metavar="FILE", help="Write the annotated text as a page.")
@json_option
def command(
    game: str, setup: Setup, number: int, bot: str, bot_games: int, html: str | None, as_json: bool
) -> None:
    """Say which rules are ever used: by the tests beside a game, by random games, and by a bot.

    The text is printed with a mark before each line: T, R and B where tests, random games and the bot have used what
    begins there, ! where nobody has. Below are the clauses that nobody has used, conditions that were always true or never,
    kinds that never came into play, and values of options that no test chooses. Random games like and dislike actions at
    random, so that rare ones come up.
    """
    bot_maker(bot)
    checked, path = load(game, setup), find(game)
    seen = _seen(checked, path, setup.seed or 0, number, bot, bot_games)
    found, sides = clauses(checked, seen), one_sided(checked, seen)
    if html is not None:
        write(html, _page(checked, seen, found, sides, path), "the page")
    if as_json:
        print_json(_data(checked, seen, found, sides, path))
    elif html != "-":
        colour = has_colour(sys.stdout)
        for mark, line in _marked(found, seen, path):
            text = f"{mark}  {line}".rstrip()
            click.echo(click.style(text, fg="red") if colour and "!" in mark else text, color=colour)
        click.echo("\n" + "\n".join(_said(checked, seen, found, sides, path)))


def _seen(game: Game, path: Path, seed: int, number: int, bot: str, bot_games: int) -> dict[str, Seen]:
    """What tests, random games and the bot use, by their names."""
    engine, found = interpreter.engine(game), dict[str, Seen]()
    with progress("coverage", 3) as advance:
        if path.with_suffix(".yaml").exists():
            advance(0, "coverage: tests")
            found[TESTS] = by_tests(path)
        if number:
            advance(1, "coverage: random games")
            found[RANDOM] = by_looks(game, random_looks(engine, number, seed))
        if bot_games and bot != RANDOM:
            advance(2, f"coverage: {bot}")
            found[bot] = by_looks(game, bot_looks(engine, bot, bot_games, seed))
    return found


def _data(
    game: Game, seen: dict[str, Seen], found: Sequence[Clause], sides: Sequence[OneSided], path: Path
) -> dict[str, Any]:
    def one(clause: Clause) -> dict[str, Any]:
        return {
            "file": clause.span.source.name, "line": clause.span.line, "what": clause.what,
            "text": clause.span.text.split("\n")[0], "times": sum(clause.times.values()), "by": clause.times,
        }  # fmt: skip

    return {
        "clauses": [one(c) for c in found],
        "never": [one(c) for c in found if not any(c.times.values())],
        "conditions": [
            {"file": c.span.source.name, "line": c.span.line, "text": c.span.text, "always": c.value, "times": c.times}
            for c in sides
        ],
        "kinds_never": kinds_never(game, seen),
        "actions_never": actions_never(game, seen),
        "values_untested": {
            name: [plain_value(v) for v in values] for name, values in untested_values(game, path.with_suffix(".yaml")).items()
        },
    }  # fmt: skip


def _said(
    game: Game, seen: dict[str, Seen], found: Sequence[Clause], sides: Sequence[OneSided], path: Path
) -> Iterator[str]:
    """What was never used, for people."""
    for name in seen:
        used = sum(bool(c.times[name]) for c in found)
        yield f"{name}: {used} of {len(found)} clauses used"
    yield from missing(game, seen, found, sides, path)


def _letter(name: str) -> str:
    return {TESTS: "T", RANDOM: "R"}.get(name, "B")


def _marked(found: Sequence[Clause], seen: dict[str, Seen], path: Path) -> Iterator[tuple[str, str]]:
    """Each line of the text with its mark: who has used an expression that begins in it."""
    letters = {name: _letter(name) for name in seen}
    mine = [c for c in found if Path(c.span.source.name).name == path.name]
    if not mine:
        return
    source = mine[0].span.source
    used: dict[int, set[str]] = {}
    for name, one in seen.items():
        for place in {*one.times, *one.ends}:
            if place[0] == source.name:
                used.setdefault(source.position(place[1])[0], set()).add(letters[name])
    unused = {c.span.line for c in mine if not any(c.times.values())}
    width = len(letters)
    for number, line in enumerate(source.text.rstrip("\n").split("\n"), 1):
        marks = "".join(x if x in used.get(number, set()) else " " for x in letters.values())
        yield (f"{'!':<{width}}" if number in unused else f"{marks:<{width}}"), f"{number:4}  {line}"


_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
pre { line-height: 1.35; overflow-x: auto } .u { background: #2e7d3226 } .n { background: #b3261e40 }
"""


def _page(
    game: Game, seen: dict[str, Seen], found: Sequence[Clause], sides: Sequence[OneSided], path: Path
) -> str:
    lines = "".join(
        f'<span class="{"n" if "!" in mark else "u" if mark.strip() else ""}">{escape(f"{mark}  {line}")}</span>\n'
        for mark, line in _marked(found, seen, path)
    )
    said = "".join(f"<li>{escape(line)}</li>" for line in _said(game, seen, found, sides, path))
    title = f"Coverage of {escape(game.title)}"
    who = ", ".join(f"{_letter(name)}: {escape(name)}" for name in seen)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body><h1>{title}</h1><p>Used by {who}. !: by nobody.</p><ul>{said}</ul><pre>{lines}</pre></body></html>\n"
    )
