"""The command `gdl mutate`."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click

from gdl.platform.safe_io import reason
from interpreter.analysis.intervals import Share, written
from interpreter.analysis.mutating import NOTICED, SURVIVED, Mutant, MutantRuns, failures, mutants
from interpreter.analysis.review.answers import add, as_yaml, suggested
from interpreter.analysis.review.review import QUESTIONS
from interpreter.analysis.review.rivals import Rules
from interpreter.analysis.samples import Pool, Rows
from interpreter.caching.fingerprint import version
from interpreter.commands.games import load
from interpreter.commands.options import (
    FINDINGS,
    CannotWork,
    Setup,
    Whole,
    executor_option,
    find,
    from_here,
    game_options,
    json_option,
    resume_option,
)
from interpreter.commands.output import NoBar, print_json
from interpreter.commands.workers import Place, at_work
from interpreter.executors.run import rows
from interpreter.shared.stopping import last_words


@click.command("mutate")
@game_options
@click.option(
    "--most", type=Whole(min=1), default=60, show_default=True, help="How many mutants, drawn from all."
)
@click.option("--suggest", is_flag=True, help="Print cases that would notice what survives, as YAML.")
@click.option("--write", is_flag=True, help="With --suggest: put them behind the tests beside the game.")
@executor_option
@resume_option
@json_option
def command(
    game: str,
    setup: Setup,
    most: int,
    suggest: bool,
    write: bool,
    executor: str,
    log: str | None,
    as_json: bool,
) -> None:
    """Change rules a little, and say which changes the tests beside a game do not notice. Exit 1: there are such.

    Changed are comparisons, numbers, `and` and `or`, `not`, quantifiers, sides, results, conditions, effects and requirements also of modules and of files that are extended. A change that makes no difference to the rules, or that the checker refuses, does not count.

    A suggested case says what the rules do now: read it before you keep it. `gdl review` asks.
    """
    if (write and not suggest) or (suggest and as_json):
        raise CannotWork("--write belongs to --suggest, which prints YAML and no JSON")
    path = find(game)
    cases = path.with_suffix(".yaml")
    if not cases.exists():
        raise CannotWork(f"{game} has no tests: there is no {cases}")
    checked, seed = load(game, setup), setup.seed or 0
    found = mutants(checked)
    if len(found) > most:
        found = [found[i] for i in sorted(Random(seed).sample(range(len(found)), most))]
    description = {
        "mutants of": version(checked), "places": [(m.file, m.start, m.after) for m in found],
        "tests": cases.read_text("utf-8-sig"),
    }  # fmt: skip
    place = Place(executor, log)

    def run(opened: Pool, advance: Callable[[int], None]) -> Rows:
        failing = frozenset() if opened.is_idle else frozenset(failures(path))
        if failing:
            count = f"{len(failing)} case{'s fail' if len(failing) > 1 else ' fails'}"
            click.echo(f"{count} under the rules as they are, and cannot notice a change", err=True)
        work = MutantRuns(path, tuple(found), failing, setup.settings, setup.variant)
        return rows(opened.executor, work, description, len(found), opened.log, 1, advance)

    def tell_what_there_is(left: Pool) -> None:
        made = run(left, NoBar())
        click.echo(f"cut short: {len(made)} of {len(found)} mutants were tried", err=as_json or suggest)
        _tell(made, path, as_json, suggest)

    with at_work(place, "mutants", len(found), tell_what_there_is) as (opened, advance):
        made = run(opened, advance)
    left = [row for row in made if row["status"] == SURVIVED]
    if suggest:

        def tell_what_survives() -> None:
            click.echo("cut short: cases were still looked for", err=True)
            _tell(made, path, as_json, suggest)

        with last_words(tell_what_survives):
            _suggest(
                Rules(path, checked, setup.settings, setup.variant),
                [found[row["key"]] for row in left],
                write,
            )
    else:
        _tell(made, path, as_json)
    if left:
        sys.exit(FINDINGS)


def _tell(made: Rows, path: Path, as_json: bool, is_aside: bool = False) -> None:
    """Prints what no test notices, and how much is noticed; aside where the output is YAML."""
    noticed, survived = ([row for row in made if row["status"] == status] for status in (NOTICED, SURVIVED))
    counted = len(noticed) + len(survived)
    share = Share(len(noticed), counted).estimate()
    if as_json:
        print_json({"share": None if share is None else share.to_json(), "mutants": made})
        return
    for row in survived:
        click.echo(_unnoticed(row, path), err=is_aside)
    click.echo(f"{len(noticed)} of {counted} mutants noticed: {written(share, 100, 0, ' %')}", err=is_aside)


def _unnoticed(row: Mapping[str, Any], path: Path) -> str:
    """A change that no test notices, with its place in the file of the game or in one that it uses."""
    before = " ".join(row["before"].split())
    said = f"`{row['after']}` in place of `{before}`" if row["after"] else f"when `{before}` is left out"
    file = path if row["file"] == str(path) else from_here(Path(row["file"]))
    return f"{file}:{row['line']}: no test notices {said}"


def _suggest(rules: Rules, changes: Sequence[Mutant], is_written: bool) -> None:
    """Prints cases that tell the rules apart from changes, or puts them behind the tests beside the game, each as it is found."""
    tests, count = rules.path.with_suffix(".yaml"), 0
    for case in suggested(rules, changes, QUESTIONS):
        count += 1
        if is_written:
            try:
                add(rules, case)
            except OSError as error:
                raise CannotWork(f"{tests} cannot be written: {reason(error)}") from error
        else:
            click.echo(as_yaml(case))
    said = f"{count} case{'' if count == 1 else 's'}{f' more in {tests}' if is_written else ''}"
    click.echo(f"{len(changes)} small changes survive; {said}", err=True)
