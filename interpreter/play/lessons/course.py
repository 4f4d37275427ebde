"""The lessons of a game: the cases beside it that set a task. Goals come first, then forced wins, then legal moves.

A case with `solve_in` asks for a goal, one with `wins_in` for a win, and one with `legal_exactly` for all legal moves, where
these are few enough to be found by hand.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from interpreter.analysis.cases import read_cases, texts_of
from interpreter.engines.base import Engine, State

MOST_TO_FIND = 24
"""Legal moves that a lesson asks for: more are a test of patience."""

Form: TypeAlias = Literal["goal", "win", "moves"]
_FORMS: tuple[tuple[Form, str], ...] = (("goal", "solve_in"), ("win", "wins_in"), ("moves", "legal_exactly"))


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson. `number` counts from 1 in the order in which they are offered; `moves`: in how many of one's own moves it is
    done, or how many legal moves there are to find; `goal`: a condition of the language; `means`: the task in the author's
    words, or "". `position` is None for the set-up; `after` are moves that are made first."""

    number: int
    title: str
    form: Form
    moves: int
    goal: str
    means: str
    options: Mapping[str, str]
    variant: str | None
    position: Mapping[str, object] | None
    after: tuple[str, ...]

    def start(self, engine: Engine) -> State:
        """The state in which the lesson begins. Raises PositionError, IllegalAction."""
        state = engine.initial_state() if self.position is None else engine.state(self.position)
        for move in self.after:
            state = state.apply(state.action_from_string(move))
        return state


def course(rules: Path) -> tuple[Lesson, ...]:
    """The lessons of a game file, none where no tests are beside it. Raises PositionError for a file that cannot be read."""
    if not rules.with_suffix(".yaml").exists():
        return ()
    _, cases = read_cases(rules)
    found = [(form, key, case) for form, key in _FORMS for case in cases if key in case]
    made = [_lesson(i, form, key, case) for i, (form, key, case) in enumerate(found, 1)]
    fitting = [v for v in made if v.form != "moves" or 0 < v.moves <= MOST_TO_FIND]
    return tuple(_numbered(v, i) for i, v in enumerate(fitting, 1))


def _lesson(number: int, form: Form, key: str, case: Mapping[str, object]) -> Lesson:
    asked, options, position = case[key], case.get("options") or {}, case.get("position", "start")
    assert isinstance(options, Mapping)
    variant = case.get("variant")
    return Lesson(
        number,
        _title(str(case.get("name", f"lesson {number}"))),
        form,
        len(texts_of(asked)) if form == "moves" else int(str(asked)),
        str(case.get("goal", "")),
        str(case.get("means", "")),
        {str(k): _written(v) for k, v in options.items()},
        None if variant is None else str(variant),
        position if isinstance(position, Mapping) else None,
        tuple(texts_of(case.get("after"))),
    )


def _title(name: str) -> str:
    """The name of a case as a title: without the word that marks it as a lesson."""
    text = re.sub(r"^lessons?:\s*", "", name)
    return text[:1].upper() + text[1:]


def _written(value: object) -> str:
    """The value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _numbered(lesson: Lesson, number: int) -> Lesson:
    values = {name: getattr(lesson, name) for name in Lesson.__slots__}
    return Lesson(**{**values, "number": number})
