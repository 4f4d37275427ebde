"""The lessons of a game: the cases beside it that set a task. Goals come first, then forced wins, then legal moves.

A case with `solve_in` asks for a goal, one with `wins_in` for a win, and one with `legal_exactly` for all legal moves, where
these are few enough to be found by hand. Each can be made easier and harder: by the settings that its author gives it, else
by more moves, and by doing without help.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from interpreter.analysis.cases import read_cases, texts_of
from interpreter.analysis.settings import settings_of
from interpreter.engines.base import Engine, State

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
        state = engine.initial_state() if self.position is None else engine.state(self.position)
        for move in self.after:
            state = state.apply(state.action_from_string(move))
        return state

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
    asked, options, position = case[key], case.get("options") or {}, case.get("position", "start")
    assert isinstance(options, Mapping)
    variant = case.get("variant")
    least = len(texts_of(asked)) if form == "moves" else int(str(asked))
    return Lesson(
        0,
        _title(str(case.get("name", ""))),
        form,
        least,
        least if form == "moves" else int(str(case.get("allowed", least))),
        str(case.get("goal", "")),
        str(case.get("means", "")),
        {str(k): _written(v) for k, v in options.items()},
        None if variant is None else str(variant),
        position if isinstance(position, Mapping) else None,
        tuple(texts_of(case.get("after"))),
        bool(case.get("hints", True)),
    )


def _title(name: str) -> str:
    """The name of a case as a title: without the word that marks it as a lesson."""
    text = re.sub(r"^lessons?:\s*", "", name)
    return text[:1].upper() + text[1:]


def _written(value: object) -> str:
    """The value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
