"""The command `gdl check`."""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, unified_diff
from functools import partial
from pathlib import Path
from typing import Any

import click

from gdl.diagnostics.render import render, to_json_lines
from gdl.diagnostics.values import Diagnostic, Label, Reporter
from gdl.limits import MAX_PEOPLE_WRITE, MAX_TEXT
from gdl.platform.dataclass import dataclass
from gdl.platform.gc_pause import none_sought
from gdl.platform.safe_io import read_at_most
from gdl.source import Source, Span
from interpreter.caching import cache
from interpreter.caching.game_cache import Reader, remembered
from interpreter.caching.stamps import ANALYSES, LANGUAGE, VERSION
from interpreter.commands.options import FINDINGS, Setup, find, has_colour, json_option, parted
from interpreter.commands.output import write


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of a file; how many random games came to their end, None where none was played; the keys under which verdicts
    on its claims are kept."""

    found: tuple[Diagnostic, ...]
    games: int | None = None
    claims: tuple[str, ...] = ()


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--deep", is_flag=True, help="Play ten times as much.")
@click.option("--fix", "fixes", is_flag=True, help="Make the sure fixes in the files.")
@click.option("--diff", "differs", is_flag=True, help="Show what --fix would change, and change nothing.")
@json_option
def command(files: tuple[str, ...], deep: bool, as_json: bool, fixes: bool, differs: bool) -> None:
    """Report all that is wrong with games, under every value of their options.

    Of a game with values of its options behind it, such as `zola:size=8`, only what is wrong with it as it is then. A game without errors is also played: 320 random games or 20,000 actions, fewer where they take long, once for each
    version of its rules. They show whether it is over at once, never ends or goes wrong, and what no game ever meets. Then a few games are played
    under each other value of an option. How much is played is fixed, so the same file gets the same answer on every machine.
    """
    if as_json and differs:
        raise click.UsageError("--json has the fixes of each diagnostic already, so it does without --diff")
    failed = False
    for path, setup in [(find(name), setup) for name, setup in map(parted, files)]:
        if fixes or differs:
            _make_sure_fixes(path, only_shows=differs)
        depth = "deep" if deep else ""
        examine = partial(_examine, path, setup, deep)
        chosen = repr((sorted(setup.settings.items()), setup.variant))
        checked = remembered("check", path, examine, LANGUAGE, VERSION, ANALYSES, _cases(path), depth, chosen)
        found = checked.found
        unchecked = sum(cache.read(key) is None for key in checked.claims)
        failed = failed or any(d.is_error for d in found)
        if as_json:
            click.echo(to_json_lines(found), nl=False)
        elif found:
            click.echo(render(found, has_colour(sys.stderr)), err=True)
        notes = [f"{checked.games} random game{'s' * (checked.games != 1)}"] if checked.games else []
        if unchecked:
            notes.append(f"{unchecked} claim{'s' * (unchecked > 1)} never checked: `gdl claims {path}`")
        noted = f" ({'; '.join(notes)})" if notes else ""
        click.echo(f"{path}: {_counted(found)}{noted}", err=True)
    if failed:
        sys.exit(FINDINGS)


def _make_sure_fixes(path: Path, *, only_shows: bool) -> None:
    """Makes all sure fixes in a file, or prints the unified diff to what it would be. Raises CannotWork."""
    from gdl.loader import read_source, with_sure_fixes

    source = read_source(path, Reporter())
    if source is None:
        return
    made = with_sure_fixes(source).text
    if only_shows:
        lines = unified_diff(source.text.split("\n"), made.split("\n"), str(path), str(path), lineterm="")
        click.echo("".join(f"{line}\n" for line in lines), nl=False)
    elif made != source.text:
        write(str(path), _with_line_ends(read_at_most(path, MAX_TEXT).decode("utf-8"), made), "the game")


def _with_line_ends(old: str, made: str) -> str:
    """A text made from an older one, with the byte order mark and the ends of lines that this had: `\\n` or `\\r\\n`."""
    mark = "\ufeff" if old.startswith("\ufeff") else ""
    ended = old.removeprefix("\ufeff").split("\n")
    end = "\r" if ended[0].endswith("\r") else ""
    before, after = [line.removesuffix("\r") for line in ended[:-1]], made.split("\n")
    lines: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after[:-1], autojunk=False).get_opcodes():
        lines += ended[a:b] if tag == "equal" else [line + end for line in after[c:d]]
    return mark + "\n".join([*lines, after[-1]])


def _cases(path: Path) -> str:
    """The cases beside a game, which show what random games never meet; their text, as far as people write it."""
    try:
        return read_at_most(path.with_suffix(".yaml"), MAX_PEOPLE_WRITE).decode("utf-8", "replace")
    except OSError:
        return ""


@none_sought()  # what a check makes stays until it is done
def _examine(path: Path, setup: Setup, is_deep: bool, read: Reader) -> Checked:
    """What is found of a game under its defaults, every other option value and every variant, each once; or as it is set up alone.

    Raises CannotWork where it cannot be set up so.
    """
    from gdl.loader import examine, option_settings, read_source
    from gdl.text.allow import (
        without_allowed,  # slow to import, as all of these, and not needed for what is kept
    )
    from interpreter.analysis import verdicts
    from interpreter.analysis.trial.kept_positions import without_false_alarms
    from interpreter.analysis.trial.never_met import is_proven
    from interpreter.analysis.trial.other_settings import Setting, try_settings
    from interpreter.analysis.trial.run import try_out
    from interpreter.analysis.trial.work import NORMAL, deeper

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no matrices are multiplied, and threads for it cost
    is_chosen = bool(setup.settings or setup.variant)
    game, diagnostics = examine(path, setup.settings, setup.variant, read, allows=False)
    if is_chosen:
        from interpreter.commands.games import refuse_settings

        refuse_settings(path, diagnostics)
    source = read_source(path, Reporter())
    if game is None or source is None:
        return Checked(tuple(diagnostics))
    budget = deeper(NORMAL, 10) if is_deep else NORMAL
    trial = try_out(game, budget)
    found = without_false_alarms(game, diagnostics, trial.looks, budget.looked_at)
    seen = {(d.code, d.span) for d in found}
    played = [d for d in trial.found if not is_proven(d, game, found)]
    found += [_told_here(d, source) for d in _unseen(played, seen)]
    runs: list[tuple[dict[str, Any], str | None]] = [(s, None) for s in option_settings(game) if s]
    runs += [({}, name) for name in game.variants]
    others: list[Setting] = []
    for settings, variant in [] if is_chosen else runs:
        # Warnings under other values would not be about the game as it is played by default.
        made, told = examine(path, settings, variant, read, warns=False)
        others += [Setting(made, settings, variant)] if made is not None else []
        found += _unseen((d for d in told if d.is_error), seen)
    if not any(d.is_error for d in found):
        found += _unseen(try_settings(game, others, budget.settings), seen)
    found = without_allowed(
        found, source, is_searched=not is_chosen, is_played=not is_chosen, before=diagnostics
    )
    keys = tuple(verdicts.key(game, claim) for claim in game.claims)
    return Checked(tuple(found), trial.games, keys)


def _unseen(found: Iterable[Diagnostic], seen: set[tuple[str, Span]]) -> list[Diagnostic]:
    """What was not told yet; it has been seen then."""
    new = {(d.code, d.span): d for d in found if (d.code, d.span) not in seen}
    seen.update(new)
    return list(new.values())


def _told_here(d: Diagnostic, source: Source) -> Diagnostic:
    """What play has found in another file, told where the file itself names that one."""
    other = Path(d.span.source.name).stem
    named = re.search(rf'^ *(?:use|game .* extends) "{re.escape(other)}"', source.text, re.M)
    if d.span.source.name == source.name or named is None:
        return d
    place = Span(source, named.end() - len(other) - 2, named.end())
    return replace(d, span=place, label="used here", others=(Label(d.span, d.label), *d.others))


def _counted(found: Sequence[Diagnostic]) -> str:
    counts = Counter(d.severity for d in found)
    parts = [
        f"{n} {word}{'s' if n > 1 else ''}" for word in ("error", "warning", "note") if (n := counts[word])
    ]
    return ", ".join(parts) or "no problems"
