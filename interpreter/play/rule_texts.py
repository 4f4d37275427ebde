"""The rules that a saved game holds: a mark by which changed rules are known, and the texts of files that are not bundled.

So a saved game can be continued where its file has moved, and by the rules that it began with.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from gdl.core.model import Game
from gdl.diagnostics.values import GameError, Reporter
from gdl.files.library import bundled_directory, find_named
from gdl.source import Source
from interpreter.caching import game_cache
from interpreter.caching.fingerprint import LANGUAGE

_BUNDLED = Source(str(bundled_directory() / "any.gdl"), "")  # beside which bundled files are found
_MARK = 32  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """`mark`: the same for the same rules, whatever their comments say. `text`: that of the game's file, None if it is
    bundled. `files`: those of files that it extends or uses and that are not bundled, by the names that it gives them."""

    mark: str
    text: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)


def rule_texts(name: str) -> RuleTexts:
    """The texts of a game as they are now. Raises FileNotFoundError, GameError."""
    path = find_named(name)
    return game_cache.remembered("texts", path, partial(_rule_texts, path), LANGUAGE)


def _rule_texts(path: Path, reader: game_cache.Reader) -> RuleTexts:
    """The texts of a file and of those that it names, which `reader` reads."""
    from gdl.files.sources import read_all  # slow to load, and not needed for texts that are kept
    from gdl.loader import read_source

    reporter = Reporter()
    source = read_source(path, reporter)
    if source is None:
        raise GameError(reporter.sorted())
    others: dict[str, Source] = {}

    def read(wanted: str, by: Source, is_module: bool) -> Source:
        others[wanted] = reader(wanted, by, is_module)
        return others[wanted]

    read_all(source, read, set(), Reporter())
    mark = _mark(source.text, {n: s.text for n, s in others.items()})
    if _is_bundled(source):
        return RuleTexts(mark)
    return RuleTexts(mark, source.text, {n: s.text for n, s in others.items() if not _is_bundled(s)})


def _is_bundled(source: Source) -> bool:
    return bundled_directory().resolve() in Path(source.name).resolve().parents


def _mark(text: str, others: Mapping[str, str]) -> str:
    from gdl.text.layout import blank_comments  # loads the parser

    found = hashlib.sha256()
    for name, one in (("", text), *sorted(others.items())):
        lines = (line.rstrip() for line in blank_comments(one).split("\n"))
        found.update(repr((name, [line for line in lines if line])).encode())
    return found.hexdigest()[:_MARK]


def game_from(name: str, texts: RuleTexts, options: Mapping[str, Any]) -> Game:
    """The game by the texts that were kept; of a bundled one as it is now. Raises GameError, FileNotFoundError."""
    from gdl.loader import examine_source, load, read_named  # slow to load

    if texts.text is None:
        return load(name, options)

    def read(wanted: str, by: Source, is_module: bool) -> Source:
        if wanted in texts.files:
            return Source(wanted, texts.files[wanted])
        return read_named(wanted, _BUNDLED, is_module)

    game, diagnostics = examine_source(Source(name, texts.text), options, None, read)
    if game is None:
        raise GameError(d for d in diagnostics if d.is_error)
    return game


def change(name: str, texts: RuleTexts) -> str:
    """What is to be said of rules that have changed since these texts were kept; nothing where they have not."""
    try:
        now = rule_texts(name)
    except (OSError, ValueError, GameError):
        return "" if texts.text is not None else f"the rules of {name} are not there any more"
    if not texts.mark or now.mark == texts.mark:
        return ""
    if texts.text is None:
        return f"the rules of {name} have changed since this game was saved"
    return (
        f"{name} has changed since this game was saved, which continues with the rules that it was saved with"
    )
