"""The first page of a game in the browser, laid out before anybody asks for it.

While a game is played, the first page of the next one is drawn: with its seed and its tokens, since the first picture may show
what chance has done. It is kept on disk, and taken once. So the next start need not load the rules, the engines and the server
before a board is seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter import cache, kept
from interpreter.fingerprint import program


@dataclass(frozen=True, slots=True)
class Front:
    """A page, and the table that it shows. `tokens`: of the seats, then of spectators; `path`: where the page is."""

    seed: int
    tokens: tuple[str, ...]
    path: str
    page: bytes


def name_of(
    path: Path, settings: Mapping[str, str], variant: str | None, engine: str, seats: Sequence[str]
) -> str | None:
    """The name under which the first page of such a game is kept; None where its rules are not kept as they are now."""
    rules = kept.name_of(path, settings, variant)
    return None if rules is None else cache.key("front", rules, engine, repr([*seats]), program())


def take(name: str) -> Front | None:
    """The page that was kept, once."""
    found = cache.take(name)
    return found if isinstance(found, Front) else None


def keep(name: str, front: Front) -> None:
    """Keeps the page of the next game."""
    cache.keep(name, front)
