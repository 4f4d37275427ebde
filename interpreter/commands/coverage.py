"""The command `gdl coverage`: who uses the rules of a game, played through an executor, and what searches say about the rest."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from pathlib import Path

import click

import interpreter
from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from gdl.files.differences import Rules
from gdl.loader import load_rules
from interpreter.analysis.coverage.looking import GAMES, RANDOM, TESTS, RandomUses, Usage, by_moves, by_tests
from interpreter.analysis.coverage.reaching import reach
from interpreter.analysis.coverage.unused import IdleValue, idle_values
from interpreter.analysis.coverage.whole import Coverage
from interpreter.analysis.samples import Pool
from interpreter.commands.games import load
from interpreter.commands.options import (
    MAX_GAMES,
    MAX_SECONDS,
    Seconds,
    Setup,
    Whole,
    as_record,
    executor_option,
    find,
    game_options,
    has_colour,
    json_option,
    parquet_option,
    resume_option,
)
from interpreter.commands.output import Meter, NoBar, print_json, write
from interpreter.commands.seats import bot_or_refuse
from interpreter.commands.workers import Place, at_work, made_by, versions
from interpreter.play.contest import BotUses


@dataclass(frozen=True, slots=True)
class Plan:
    """How many random games and games of a bot there are, and for how many seconds positions are searched."""

    number: int
    bot: str
    bot_games: int
    search: float
    seed: int

    @property
    def has_bots(self) -> bool:
        return self.bot_games > 0 and self.bot != RANDOM


def covered(
    name: str, setup: Setup, plan: Plan, place: Place, tell: Callable[[Coverage, Sequence[str]], None]
) -> Coverage:
    """The coverage of a game; `tell` is given what there is when the time is up, and what is missing. Raises CannotWork, GameError and
    PositionError."""
    total, seen = ceil(plan.number / GAMES) + plan.bot_games * plan.has_bots + 3, dict[str, Usage]()

    def tell_what_there_is(left: Pool) -> None:
        tell(cover(name, setup, plan, left, NoBar(), seen), left.missing)

    with at_work(place, "coverage", total, tell_what_there_is) as (opened, advance):
        return cover(name, setup, plan, opened, advance, seen)


def cover(
    name: str, setup: Setup, plan: Plan, opened: Pool, advance: Meter, known: dict[str, Usage]
) -> Coverage:
    """The same with an executor that is open. An idle one searches nothing.

    `known`: what was used besides, by the names of who did; what the tests use is added, so that it is found once.
    """
    game, path = load(name, setup), find(name)
    seen, done = _seen(game, path, plan, opened, advance, known)
    found = Coverage(game, path, seen)
    if opened.is_idle:
        seen = {name: one for name, one in seen.items() if one.times}
        found = Coverage(game, path, seen)
        opened.missing.append("the search for what nobody has used" if plan.search else "what comes behind")
    if not plan.search or opened.is_idle:
        return found
    advance(done, "coverage: options")
    idle = _idle(game, path, setup, plan)
    advance(done + 1, "coverage: searching positions")
    reached = reach(game, seen, found.sides, plan.search)
    shown = by_moves(game, [(r.seed, r.moves) for r in reached if r.moves is not None])
    return Coverage(game, path, seen, reached, idle, shown)


def _seen(
    game: Game, path: Path, plan: Plan, opened: Pool, advance: Meter, known: dict[str, Usage]
) -> tuple[dict[str, Usage], int]:
    """What tests, random games and the bot use, by their names; and how much was done."""
    engine, done = interpreter.engine(game), 0
    if path.with_suffix(".yaml").exists() and TESTS not in known:
        if opened.is_idle:
            opened.missing.append("the tests beside the game")
        else:
            advance(done, "coverage: tests")
            known[TESTS] = by_tests(path)
            done += 1
    found = dict(known)
    if plan.number:
        what, n = {"uses": RANDOM, "seed": plan.seed}, ceil(plan.number / GAMES)
        start = done
        advance(done, "coverage: random games")
        rows = opened.rows(engine, RandomUses(engine, plan.seed), what, n, 1, lambda k: advance(start + k))
        found[RANDOM], done = Usage.of(rows), done + n
    if plan.has_bots:
        what, begun = {"uses": plan.bot, "seed": plan.seed}, done
        advance(done, f"coverage: {plan.bot}")
        work = BotUses(engine, plan.bot, plan.seed)
        rows = opened.rows(engine, work, what, plan.bot_games, 1, lambda k: advance(begun + k))
        found[plan.bot], done = Usage.of(rows), done + plan.bot_games
    return found, done


def _idle(game: Game, path: Path, setup: Setup, plan: Plan) -> list[IdleValue]:
    def rules_of(settings: dict[str, object]) -> Rules:
        return load_rules(path, {**setup.settings, **settings}, setup.variant)

    try:
        return list(idle_values(game, rules_of, plan.seed, plan.search))
    except GameError:
        return []  # a rule goes wrong in play, which the games have said


@click.command("coverage")
@game_options
@click.option(
    "-n", "number", type=Whole(0, MAX_GAMES), default=300, show_default=True, help="How many random games."
)
@click.option("--bot", default="mcts:50", show_default=True, help="The bot that plays against itself.")
@click.option(
    "--bot-games",
    type=Whole(0, MAX_GAMES),
    default=1,
    show_default=True,
    help="How many games the bot plays.",
)
@click.option(
    "--search",
    type=Seconds(min=0, max=MAX_SECONDS),
    default=5.0,
    show_default=True,
    help="For how many seconds positions are searched that reach what nobody has, and values of options tried.",
)
@click.option("--html", metavar="FILE", help="Write the annotated text as a page.")
@executor_option
@resume_option
@parquet_option
@json_option
@as_record("place", Place)
def command(
    game: str, setup: Setup, number: int, bot: str, bot_games: int, search: float, html: str | None, place: Place,
    as_json: bool,
) -> None:  # fmt: skip
    """Say which rules are ever used: by the tests beside a game, by random games, and by a bot.

    The text is printed with a mark before each line: T, R and B where tests, random games and the bot have used what
    begins there, ! where nobody has. Below are the clauses that nobody has used, conditions that were always true or never,
    kinds that never came into play, cells of tables that were never read, sentences that nobody would have read, values of
    options that no test chooses, and values that change nothing. Random games like and dislike actions at random, so that
    rare ones come up. Then positions are searched that reach what nobody has: the moves to them are printed.
    """
    bot_or_refuse(bot)
    plan = Plan(number, bot, bot_games, search, setup.seed or 0)

    def tell(found: Coverage, missing: Sequence[str] = ()) -> None:
        by = versions([found.game])
        if html is not None:
            write(html, _page(found, missing, made_by(by)), "the page")
        if as_json:
            print_json(found.to_json() | by | ({"missing": list(missing)} if missing else {}))
        elif html != "-":
            colour = has_colour(sys.stdout)
            for mark, line in _marked(found):
                text = f"{mark}  {line}".rstrip()
                click.echo(click.style(text, fg="red") if colour and "!" in mark else text, color=colour)
            click.echo("\n" + "\n".join([*_summary(found, missing), made_by(by)]))

    tell(covered(game, setup, plan, place, tell))


def _summary(found: Coverage, missing: Sequence[str]) -> Iterator[str]:
    """How much was used, and what was never used, for people; first what was cut short."""
    yield from (f"cut short: {text}" for text in missing)
    for name in found.seen:
        used = sum(bool(c.times[name]) for c in found.clauses)
        yield f"{name}: {used} of {len(found.clauses)} clauses used"
    yield from found.missing()


def _letter(name: str) -> str:
    return {TESTS: "T", RANDOM: "R"}.get(name, "B")


def _marked(found: Coverage) -> Iterator[tuple[str, str]]:
    """Each line of the text with its mark: who has used an expression that begins in it."""
    letters = {name: _letter(name) for name in found.seen}
    mine = [c for c in found.clauses if Path(c.span.source.name).name == found.path.name]
    if not mine:
        return
    source = mine[0].span.source
    used: dict[int, set[str]] = {}
    for name, one in found.seen.items():
        for line in _lines(one, source.name, source.position):
            used.setdefault(line, set()).add(letters[name])
    unused = {c.span.line for c in mine if not any(c.times.values())}
    width = len(letters)
    for number, line_text in enumerate(source.text.rstrip("\n").split("\n"), 1):
        marks = "".join(x if x in used.get(number, set()) else " " for x in letters.values())
        yield (f"{'!':<{width}}" if number in unused else f"{marks:<{width}}"), f"{number:4}  {line_text}"


def _lines(seen: Usage, name: str, position: Callable[[int], tuple[int, int]]) -> set[int]:
    """The lines of a file in which something begins that was used."""
    return {position(place[1])[0] for place in {*seen.times, *seen.ends} if place[0] == name}


_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
pre { line-height: 1.35; overflow-x: auto } .u { background: #2e7d3226 } .n { background: #b3261e40 }
"""


def _page(found: Coverage, missing: Sequence[str], by: str) -> str:
    from interpreter.play.sheet.html import document  # svg takes long to load

    lines = "".join(
        f'<span class="{"n" if "!" in mark else "u" if mark.strip() else ""}">{escape(f"{mark}  {line}")}</span>\n'
        for mark, line in _marked(found)
    )
    said = "".join(f"<li>{escape(text)}</li>" for text in _summary(found, missing))
    title = f"Coverage of {found.game.title}"
    who = ", ".join(f"{_letter(name)}: {escape(name)}" for name in found.seen)
    body = (
        f"<h1>{escape(title)}</h1><p>Used by {who}. !: by nobody.</p><ul>{said}</ul><pre>{lines}</pre>"
        f"<p>{escape(by)}</p>"
    )
    return document(title, body, _STYLE)
