"""What the tests beside a game hold for players: lessons, positions to begin with, and games that begin where a case begins.

A case with `solve_in` is a lesson that asks for a goal, one with `wins_in` for a win, and one with `legal_exactly` for all legal
moves, where these are few enough to be found by hand. Goals come first, then forced wins, then legal moves. Each can be made easier
and harder: by the settings that its author gives it, else by more moves, and by doing without help. Cases with `offered: true` are
positions to begin with, such as maps: players are offered them when a table is opened.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from gdl.core.arithmetic import plain_value
from gdl.diagnostics.characters import visible
from gdl.diagnostics.similar_names import near
from interpreter import engine as make_engine
from interpreter.analysis.case_schema import settings_of
from interpreter.analysis.cases import read_cases, texts_of
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play.record import Record, chosen_options, rule_texts
from interpreter.play.scene.names import capital
from interpreter.positions.documents import dumped

MOST_TO_FIND = 24
"""Legal moves that a lesson asks for: more are a test of patience."""

Form: TypeAlias = Literal["goal", "win", "moves"]
_FORMS: tuple[tuple[Form, str], ...] = (("goal", "solve_in"), ("win", "wins_in"), ("moves", "legal_exactly"))
EASIER, HARDER = "easier", "harder"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson, in one setting. `number` counts from 1 in the order in which they are offered; `least`: in how many of one's
    own moves it can be done, or how many legal moves there are; `moves`: how many moves the learner has, or has to find;
    `goal`: a condition of the language; `means`: the task in the author's words, or "". `position` is None for the set-up;
    `after` are moves that are made first. `is_helped`: whether there are hints, and verdicts before the end. `setting`: the
    name of this setting, "" for the lesson as it is; `others`: the lesson in its other settings."""

    number: int
    title: str
    form: Form
    least: int
    moves: int
    goal: str
    means: str
    options: Mapping[str, str]
    variant: str | None
    position: Mapping[str, object] | None
    after: tuple[str, ...]
    is_helped: bool
    setting: str = ""
    others: tuple["Lesson", ...] = ()

    def start(self, engine: Engine) -> State:
        """The state in which the lesson begins. Raises PositionError, IllegalAction."""
        return _begun(engine, self.position, self.after)

    def set_to(self, setting: str) -> "Lesson":
        """The lesson in a setting, "" for as it is. Raises KeyError where there is none of that name."""
        if not setting:
            return self
        found = next((v for v in self.others if v.setting == setting), None)
        if found is None:
            raise KeyError(setting)
        return replace(found, others=self.others)

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of the other settings."""
        return tuple(v.setting for v in self.others)


def course(rules: Path) -> tuple[Lesson, ...]:
    """The lessons of a game file, none where no tests are beside it. Raises PositionError for a file that cannot be read."""
    if not rules.with_suffix(".yaml").exists():
        return ()
    _, cases = read_cases(rules)
    found = [(form, key, case) for form, key in _FORMS for case in cases if key in case]
    made = [(_lesson(form, key, case), key, case) for form, key, case in found]
    fitting = [m for m in made if _is_fitting(m[0])]
    return tuple(_numbered(*each, number) for number, each in enumerate(fitting, 1))


def _is_fitting(lesson: Lesson) -> bool:
    return lesson.form != "moves" or 0 < lesson.least <= MOST_TO_FIND


def _numbered(lesson: Lesson, key: str, case: Mapping[str, object], number: int) -> Lesson:
    """A lesson with its number and its settings: the easier ones first."""
    lesson = replace(lesson, number=number, title=lesson.title or f"Lesson {number}")
    given = [
        replace(_lesson(lesson.form, key, made), number=number, title=lesson.title, setting=name)
        for name, made in settings_of(case)
    ]
    named = {v.setting for v in given}
    easier = [v for v in _easier(lesson) if v.setting not in named]
    harder = [v for v in _harder(lesson) if v.setting not in named]
    return replace(lesson, others=(*easier, *filter(_is_fitting, given), *harder))


def _easier(lesson: Lesson) -> Iterator[Lesson]:
    """The lesson with half as many moves again; of legal moves, half suffice."""
    if lesson.form != "moves":
        yield replace(lesson, setting=EASIER, moves=lesson.moves + (lesson.least + 1) // 2, is_helped=True)
    elif lesson.least > 1:
        yield replace(lesson, setting=EASIER, moves=(lesson.least + 1) // 2, is_helped=True)


def _harder(lesson: Lesson) -> Iterator[Lesson]:
    """The lesson in the fewest moves and without help."""
    if lesson.is_helped or lesson.moves != lesson.least:
        yield replace(lesson, setting=HARDER, moves=lesson.least, is_helped=False)


def _lesson(form: Form, key: str, case: Mapping[str, object]) -> Lesson:
    asked, position = case[key], case.get("position", "start")
    least = len(texts_of(asked)) if form == "moves" else int(str(asked))
    return Lesson(
        0,
        _title(str(case.get("name", ""))),
        form,
        least,
        least if form == "moves" else int(str(case.get("allowed", least))),
        str(case.get("goal", "")),
        str(case.get("means", "")),
        _options(case),
        _variant(case),
        position if isinstance(position, Mapping) else None,
        tuple(texts_of(case.get("after"))),
        bool(case.get("hints", True)),
    )


def _title(name: str) -> str:
    """The name of a case as a title: without the word that marks it as a lesson."""
    return capital(re.sub(r"^lessons?:\s*", "", name))


# ---- what cases have in common


def _begun(engine: Engine, position: Mapping[str, Any] | None, after: Sequence[str], seed: int = 0) -> State:
    """The state behind the moves that a case makes first, from its position or from the set-up. Raises PositionError, IllegalAction."""
    state = engine.initial_state(seed) if position is None else engine.state(position)
    for move in after:
        state = state.apply(state.action_from_string(move))
    return state


def _options(case: Mapping[str, Any]) -> dict[str, str]:
    """The options of a case as they are typed."""
    return {str(k): plain_value(v) for k, v in (case.get("options") or {}).items()}


def _variant(case: Mapping[str, Any]) -> str | None:
    return None if case.get("variant") is None else str(case["variant"])


# ---- positions to begin with, and games that begin where a case begins


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
        return _begun(
            engine, None if position == "start" else position, texts_of(self.case.get("after")), seed
        )


def offers(rules: Path) -> tuple[Offer, ...]:
    """The positions that the tests beside a game offer to players. Raises RecordError where these cannot be read."""
    if not rules.with_suffix(".yaml").exists():
        return ()
    named = zip(names_of_tests(rules), _cases(rules), strict=True)
    return tuple(_offer(name, case) for name, case in named if case.get("offered"))


def _offer(name: str, case: Mapping[str, Any]) -> Offer:
    return Offer(name, str(case.get("means", "")), _options(case), _variant(case), case)


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
