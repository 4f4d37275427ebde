"""The command `gdl check`."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from gdl.diagnostics import Diagnostic
from gdl.reading import read_at_most
from gdl.render import render, to_json_lines
from gdl.source import Span
from interpreter import cache
from interpreter.commands.find_game import find
from interpreter.commands.options import FINDINGS, has_colour, json_option
from interpreter.fingerprint import ANALYSES, LANGUAGE, VERSION
from interpreter.kept import Reader, remembered
from interpreter.positions import MAX_PEOPLE_WRITE


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Report all that is wrong with games, under every value of their options.

    A game without errors is also played: some hundreds of random games, as far as they take two seconds, once for each
    version of its rules. They show whether it is over at once or goes wrong, and what no game ever meets. Then a few games are
    played under other values of each option, the lowest and the highest number first, as far as they take one second.
    """
    failed = False
    for path in [find(name) for name in files]:
        examine = partial(_examine, path)
        found, games, claims, _ = remembered(
            "check", path, examine, LANGUAGE, VERSION, ANALYSES, _cases(path), is_whole=lambda made: made[3]
        )
        unchecked = sum(cache.read(key) is None for key in claims)
        errors = sum(d.is_error for d in found)
        failed = failed or errors > 0
        if as_json:
            click.echo(to_json_lines(found), nl=False)
        elif found:
            click.echo(render(found, has_colour(sys.stderr)), err=True)
        notes = [f"{games} random games"] if games else []
        if games == 0 and not errors and not any(d.code == "over-at-once" for d in found):
            notes = ["no random game came to its end in the time there is"]
        if unchecked:
            notes.append(f"{unchecked} claim{'s' * (unchecked > 1)} never checked: `gdl claims {path}`")
        noted = f" ({'; '.join(notes)})" if notes else ""
        click.echo(f"{path}: {_counted(found)}{noted}", err=True)
    if failed:
        sys.exit(FINDINGS)


def _cases(path: Path) -> str:
    """The cases beside a game, which show what random games never meet; their text, as far as people write it."""
    try:
        return read_at_most(path.with_suffix(".yaml"), MAX_PEOPLE_WRITE).decode("utf-8", "replace")
    except OSError:
        return ""


def _examine(path: Path, read: Reader) -> tuple[list[Diagnostic], int | None, list[str], bool]:
    """The diagnostics of a game under its defaults, every other option value and every variant, each once.

    And how many random games were played to their end (None where none was tried), and under which keys verdicts on its claims are kept;
    and whether the time did for all of that.
    """
    from gdl.loader import examine, option_settings  # slow to import, and not needed for what is kept
    from interpreter.analysis import causes, verdicts
    from interpreter.analysis.hindered import hindered
    from interpreter.analysis.never_dropped import decides_ends, without_false_alarms
    from interpreter.analysis.other_settings import Setting, try_settings
    from interpreter.analysis.trial import Trial, try_out

    game, diagnostics = examine(path, read=read)
    found = list(diagnostics)
    seen = {(d.code, d.span) for d in found}
    if game is None:
        return found, None, [], True
    runs: list[tuple[dict[str, Any], str | None]] = [(s, None) for s in option_settings(game) if s]
    runs += [({}, name) for name in game.variants]
    found = without_false_alarms(game, found)
    is_sound = not any(d.is_error for d in found)
    trial = try_out(game) if is_sound else Trial((), 0)
    is_hindered = hindered(game, found)
    is_early = decides_ends(game, found)
    if not is_early and any(d.code == "over-at-once" for d in trial.found):
        found = [
            d for d in found if d.code != "dropped-none"
        ]  # too little was played to tell whether it is so
    found = causes.together(causes.of_rules(found), trial.found, is_hindered, is_early)
    others: list[Setting] = []
    for settings, variant in runs:
        made, told = examine(path, settings, variant, read)
        others += [Setting(made, settings, variant)] if made is not None else []
        # Warnings under other values would not be about the game as it is played by default.
        found += _unseen((d for d in told if d.is_error), seen)
    if not is_hindered and not any(d.is_error or d.code == "over-at-once" for d in found):
        is_explained = causes.explains_at_once(found)
        elsewhere = try_settings(game, others)
        found += _unseen((d for d in elsewhere if not is_explained or d.code != "over-at-once"), seen)
    keys = [verdicts.key(game, claim) for claim in game.claims]
    is_over = any(d.code == "over-at-once" for d in trial.found)  # which may be told by its cause
    return found, trial.games if is_sound and not is_over else None, keys, trial.is_whole


def _unseen(found: Iterable[Diagnostic], seen: set[tuple[str, Span]]) -> list[Diagnostic]:
    """What was not told yet; it has been seen then."""
    new = {(d.code, d.span): d for d in found if (d.code, d.span) not in seen}
    seen.update(new)
    return list(new.values())


def _counted(found: Sequence[Diagnostic]) -> str:
    counts = Counter(d.severity for d in found)
    parts = [
        f"{n} {word}{'s' if n > 1 else ''}" for word in ("error", "warning", "note") if (n := counts[word])
    ]
    return ", ".join(parts) or "no problems"
