"""What importing a game from a file of another program takes and gives: the rules under options that the file may choose, the record
with what is to be said of it, and which game a file means: by its title, by its bundled name, or as headings of its rules say."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from gdl.files.library import bundled_directory, bundled_games
from gdl.tree.words import FILES
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import RecordError
from interpreter.play.chance import Drawn
from interpreter.play.record import Record, chosen_options, rule_texts
from interpreter.play.scene.names import shortened

Opener = Callable[[Record], Engine]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules by which a file is read: an engine, the name of its game, and what opens the game under other options.

    `fixed`: options that somebody has chosen, and that no file changes.
    """

    engine: Engine
    name: str
    open: Opener
    fixed: Collection[str] = ()
    _opened: dict[tuple[tuple[str, object], ...], Engine] = field(default_factory=dict, compare=False)

    def under(self, options: Mapping[str, object]) -> Engine:
        """The engine with other options beside those that are chosen. Raises GameError."""
        known = {o.name: o.value for o in self.engine.game.options}
        changed = {n: v for n, v in options.items() if known.get(n) != v}
        if not changed:
            return self.engine
        chosen = {**chosen_options(self.engine.game), **changed}
        key = tuple(sorted(chosen.items()))
        if key not in self._opened:
            self._opened[key] = self.open(Record(self.name, chosen, rules=rule_texts(self.name)))
        return self._opened[key]

    def without_options(self) -> Iterator[dict[str, object]]:
        """The truths that are chosen, taken back: each by itself, then more of them together."""
        chosen = [o.name for o in self.engine.game.options if o.value is True and o.name not in self.fixed]
        for count in range(1, len(chosen) + 1):
            for names in combinations(chosen, count):
                yield dict.fromkeys(names, False)


@dataclass(frozen=True, slots=True)
class Imported:
    """A game from a file, the engine of its rules, and what is to be said of how it was read."""

    record: Record
    engine: Engine
    notes: tuple[str, ...] = ()

    def noting(self, *notes: str) -> "Imported":
        return replace(self, notes=(*notes, *self.notes))


def made_record(
    name: str,
    engine: Engine,
    played: Sequence[str],
    names: Mapping[str, str],
    date: str,
    position: str,
    result: Sequence[float],
    seed: int = 0,
    drawn: Mapping[int, Drawn] | None = None,
) -> Record:
    """`names`: what people are called, by player. `result`: what each got, where the file says so and the rules do not."""
    game = engine.game
    return Record(
        name,
        chosen_options(game),
        seed,
        tuple(played),
        title=game.title,
        rules=rule_texts(name),
        names={p: visible(n) for p, n in names.items() if n.strip("? ")},
        date=visible(date),
        result={p.name: f"{value:g}" for p, value in zip(game.players, result, strict=bool(result))},
        position=position,
        drawn={number: values for number, values in (drawn or {}).items() if values},
    )


def contradiction(last: State, stated: Sequence[float]) -> list[str]:
    """What a file says of a game that is over and the rules do not."""
    if not stated or list(stated) == last.returns:
        return []
    return ["by the rules it ended otherwise than the file says, and the rules count"]


# ---- which game a file means


_TITLE = re.compile(r'^game "([^"]*)"', re.MULTILINE)
_HEADING = re.compile(rf'^  (also|{"|".join(FILES)}) "([^"]*)"', re.MULTILINE)


def is_called(game: Game, name: str) -> bool:
    """Whether a name in a file means a game."""
    return _alike(name) in _names([game.title, game.name], game.headings)


def check_called(game: Game, name: str, said_by: str) -> None:
    """Raises RecordError where the name that a file has for its game, if any, means another one."""
    if not name or is_called(game, name):
        return
    other, shown = bundled_called(name), shortened(visible(name))
    heading = f'pdn "{shown[4:]} ..."' if shown.startswith("PDN ") else f'also "{shown}"'
    way = (
        f"read it with `gdl play {other} --load FILE`"
        if other is not None
        else f"if it is this game, give the rules the heading `{heading}`"
    )
    raise RecordError(f"this is a game of {shown}, as its {said_by} says, and not of {game.title}: {way}")


def bundled_called(name: str) -> str | None:
    """The bundled game that a name in a file means. Only the heads of their files are read."""
    for bundled, title, headings in _heads():
        if _alike(name) in _names([bundled, title], headings):
            return bundled
    return None


def bundled_with(heading: str) -> list[str]:
    """The bundled games whose rules have a heading by which files write their moves."""
    return [bundled for bundled, _, headings in _heads() if heading in headings]


def _heads() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each bundled game with its title, and with its headings that say what files call it."""
    for bundled in bundled_games():
        text = (bundled_directory() / f"{bundled}.gdl").read_text("utf-8")
        title = _TITLE.search(text)
        yield bundled, title[1] if title is not None else bundled, dict(_HEADING.findall(text))


def _names(known: Sequence[str], headings: Mapping[str, str]) -> set[str]:
    """Each name, also without its last word, which often tells the family of the game and is left out in files; and how files call a game
    by its headings: `PDN 20`, `KIF`."""
    shorter = [" ".join(n.split()[:-1]) for n in known]
    formats = [f"{f} {headings[f].split()[0] if f == 'pdn' else ''}" for f in FILES if headings.get(f)]
    return {_alike(n) for n in (*known, *shorter, *headings.get("also", "").split(","), *formats)} - {""}


def _alike(name: str) -> str:
    """A name without what is written in several ways: capitals and signs."""
    return "".join(re.findall(r"[^\W_]+", name.casefold()))
