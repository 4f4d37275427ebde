"""A game that begins where a test beside its rules begins: the position of a case, behind the moves that it makes first.

Cases with `offered: true` are positions to begin with, such as maps: players are offered them when a table is opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gdl.diagnostics.characters import visible
from gdl.diagnostics.values import near
from interpreter import engine as make_engine
from interpreter.analysis.cases import read_cases, texts_of
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play.record import Record, chosen_options, rule_texts
from interpreter.positions.plain_yaml import dumped


@dataclass(frozen=True, slots=True)
class Offer:
    """A position that players are offered to begin with. `options` are as they are typed; `means`: what it is, in the author's
    words, or ""."""

    name: str
    means: str
    options: Mapping[str, str]
    variant: str | None
    case: Mapping[str, Any]

    def start(self, engine: Engine, seed: int = 0) -> State:
        """The state in which such a game begins. Raises PositionError, IllegalAction."""
        position = self.case.get("position", "start")
        state = engine.initial_state(seed) if position == "start" else engine.state(position)
        for move in texts_of(self.case.get("after")):
            state = state.apply(state.action_from_string(move))
        return state


def offers(rules: Path) -> tuple[Offer, ...]:
    """The positions that the tests beside a game offer to players. Raises RecordError where these cannot be read."""
    if not rules.with_suffix(".yaml").exists():
        return ()
    named = zip(names_of_tests(rules), _cases(rules), strict=True)
    return tuple(_offer(name, case) for name, case in named if case.get("offered"))


def _offer(name: str, case: Mapping[str, Any]) -> Offer:
    options, variant = case.get("options") or {}, case.get("variant")
    typed = {str(k): str(v).lower() if isinstance(v, bool) else str(v) for k, v in options.items()}
    return Offer(name, str(case.get("means", "")), typed, None if variant is None else str(variant), case)


def names_of_tests(rules: Path) -> list[str]:
    """The names of the cases beside a game's file, in order. Raises RecordError where there are none."""
    return [str(case["name"]) if "name" in case else f"case {i}" for i, case in enumerate(_cases(rules), 1)]


def from_test(game: str, rules: Path, wanted: str, seed: int, kind: str) -> tuple[Record, Engine]:
    """What a saved game would hold that has come as far as a case has, and an engine with the options of the case.

    `game` is the path or the bundled name of the rules, `wanted` the name of a case or its number, from 1. Raises RecordError,
    GameError.
    """
    cases, names = _cases(rules), names_of_tests(rules)
    case = cases[_index(wanted, names)]
    from gdl.loader import load  # slow to load, and not needed for a game that is kept

    loaded = load(rules, case.get("options") or {}, case.get("variant"))
    position = case.get("position", "start")
    record = Record(
        game=game,
        options=chosen_options(loaded),
        seed=seed,
        moves=tuple(texts_of(case.get("after"))),
        title=loaded.title,
        rules=rule_texts(game),
        position="" if position == "start" else dumped(position),
    )
    return record, make_engine(loaded, kind)


def _cases(rules: Path) -> Sequence[Mapping[str, Any]]:
    tests = rules.with_suffix(".yaml")
    if not tests.exists():
        raise RecordError(f"there are no tests beside {rules.name}: {tests.name} does not exist")
    try:
        return read_cases(rules)[1]
    except PositionError as error:
        raise RecordError(str(error)) from error


def _index(wanted: str, names: Sequence[str]) -> int:
    """Where a case stands in the list."""
    if wanted in names:
        return names.index(wanted)
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(names):
        return int(wanted) - 1
    help = near(wanted, names) or f"they are numbered 1 to {len(names)}, and `--test ?` lists them"
    raise RecordError(f"there is no test `{visible(wanted[:80])}`; {help}")
