"""The command `gdl mutate`."""

import sys
from random import Random

import click

from interpreter.analysis.intervals import Share, written
from interpreter.analysis.mutating import NOTICED, SURVIVED, MutantRuns, failures, mutants
from interpreter.commands.find_game import find
from interpreter.commands.games import load
from interpreter.commands.options import (
    FINDINGS,
    CannotWork,
    Setup,
    Whole,
    executor_option,
    json_option,
    resume_option,
    seed_option,
)
from interpreter.commands.output import print_json
from interpreter.commands.progress import progress
from interpreter.commands.workers import Place, pool
from interpreter.executors.run import rows


@click.command("mutate")
@click.argument("game")
@click.option(
    "--most", type=Whole(min=1), default=60, show_default=True, help="How many mutants, drawn from all."
)
@executor_option
@resume_option
@seed_option
@json_option
def command(game: str, most: int, executor: str, log: str | None, seed: int | None, as_json: bool) -> None:
    """Change rules a little, and say which changes the tests beside a game do not notice. Exit 1: there are such.

    Changed are comparisons, numbers, `and` and `or`, `not`, quantifiers and requirements, those of modules and of files that are extended included. A change that makes no difference to the rules, or that the checker refuses, does not count.
    """
    path = find(game)
    cases = path.with_suffix(".yaml")
    if not cases.exists():
        raise CannotWork(f"{game} has no tests: there is no {cases}")
    text = path.read_text("utf-8-sig")
    found = mutants(load(game, Setup({}, None, "reference", seed)))
    if len(found) > most:
        found = sorted(Random(seed or 0).sample(found, most), key=lambda m: (m.file, m.start, m.after))
    work = MutantRuns(path, tuple(found), frozenset(failures(path)))
    description = {"mutants of": text, "tests": cases.read_text("utf-8-sig"), "most": most, "seed": seed or 0}
    with pool(Place(executor, log)) as opened, progress("mutants", len(found)) as advance:
        made = rows(opened.executor, work, description, len(found), opened.log, 1, advance)
    counted = [row for row in made if row["status"] in (NOTICED, SURVIVED)]
    left = [row for row in counted if row["status"] == SURVIVED]
    share = Share(len(counted) - len(left), len(counted)).estimate()
    if as_json:
        print_json({"share": None if share is None else share.to_json(), "mutants": made})
    else:
        for row in left:
            after = f"`{row['after']}`" if row["after"] else "nothing"
            before = " ".join(row["before"].split())
            click.echo(f"{row['file']}:{row['line']}: no test notices {after} in place of `{before}`")
        noticed = len(counted) - len(left)
        click.echo(f"{noticed} of {len(counted)} mutants noticed: {written(share, 100, 0, ' %')}")
    if left:
        sys.exit(FINDINGS)
