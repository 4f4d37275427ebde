"""A game that begins where a test beside its rules begins: the position of a case, behind the moves that it makes first."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from gdl.characters import visible
from gdl.diagnostics import near
from gdl.loader import load
from interpreter import engine as make_engine
from interpreter.analysis.cases import read_cases, texts_of
from interpreter.engines.base import Engine
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play.record import Record, chosen_options
from interpreter.play.rule_texts import rule_texts


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
    loaded = load(rules, case.get("options") or {}, case.get("variant"))
    position = case.get("position", "start")
    record = Record(
        game=game,
        options=chosen_options(loaded),
        seed=seed,
        moves=tuple(texts_of(case.get("after"))),
        title=loaded.title,
        rules=rule_texts(game),
        position="" if position == "start" else yaml.safe_dump(position, allow_unicode=True),
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
