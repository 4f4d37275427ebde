"""Answers: what an author has said yes to, as test cases in the file beside the game, behind those that stand there.

Nothing in the file is written anew: a case is added at its end, and only if the file can be read with it. A later review knows
its cases by their names, `review 1: ...`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gdl.core.arithmetic import plain_value
from gdl.limits import MAX_PEOPLE_WRITE
from gdl.platform.safe_io import read_at_most, write_whole
from interpreter.analysis.cases import read_cases
from interpreter.analysis.mutating import Mutant
from interpreter.analysis.review.questions import Question
from interpreter.analysis.review.review import Review
from interpreter.analysis.review.rivals import Rules
from interpreter.engines.errors import PositionError
from interpreter.positions.documents import Document, dumped

_NAME = re.compile(r"review \d+\b")
_NAMED = 3  # moves of a way that a name tells


@dataclass
class Keeper:
    """Keeps answers, in the file beside the game if `is_kept`. `known`: the cases that are there."""

    rules: Rules
    is_kept: bool
    known: list[Mapping[str, Any]]

    def __call__(self, question: Question) -> None:
        """Raises PositionError, OSError."""
        case = case_of(self.rules, question, self.known)
        if self.is_kept:
            add(self.rules, case)
        self.known.append(case)


def read_tests(rules: Rules) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """The tests beside a game, and the answers among them that fit its settings. Raises PositionError."""
    if not rules.path.with_suffix(".yaml").exists():
        return [], []
    cases = read_cases(rules.path)[1]
    kept = [c for c in cases if _NAME.match(str(c.get("name", ""))) and _settings(c) == _set_so(rules)]
    return list(cases), list(kept)


def suggested(rules: Rules, changes: Sequence[Mutant], most: int) -> Iterator[dict[str, Any]]:
    """Cases, at most so many, that tell a game apart from those changes that can be told apart, each as soon as it is known.
    Raises PositionError."""
    known = read_tests(rules)[0]
    review = Review(rules, tuple(known), changes=changes)
    for _ in range(most):
        if (question := review.next()) is None:
            return
        review.confirm(question)
        known.append(case := case_of(rules, question, known, "suggested"))
        yield case


def case_of(
    rules: Rules, question: Question, known: Sequence[Mapping[str, Any]], word: str = "review"
) -> dict[str, Any]:
    """The case that a yes becomes, with its name, which begins with `word` and a number, and the settings of the review."""
    numbers = [int(m[1]) for c in known if (m := re.match(rf"{word} (\d+)\b", str(c.get("name", ""))))]
    name = f"{word} {max(numbers, default=0) + 1}: {_title(question)}"
    options, variant = _set_so(rules)
    set_so = {**({"options": options} if options else {}), **({"variant": variant} if variant else {})}
    return {"name": name, **set_so, **question.case}


def as_yaml(case: Mapping[str, Any]) -> str:
    return dumped([dict(case)], default_flow_style=None, width=110)


def add(rules: Rules, case: Mapping[str, Any]) -> None:
    """Puts a case at the end of the tests beside a game. Raises PositionError where they are no list, OSError."""
    path = rules.path.with_suffix(".yaml")
    text = read_at_most(path, MAX_PEOPLE_WRITE).decode("utf-8-sig") if path.exists() else ""
    before = Document(text, str(path)).value or []
    if not isinstance(before, list):
        raise PositionError(f"{path}: a case cannot be added, as the tests are no list of `- name: ...`")
    if not text.strip().strip("[]"):
        text = ""
    gap = "\n" if text and not text.endswith("\n") else ""
    longer = f"{text}{gap}{chr(10) if text else ''}{as_yaml(case)}"
    after = Document(longer, str(path)).value
    if not isinstance(after, list) or after[:-1] != before:
        raise PositionError(f"{path}: a case cannot be added behind what stands there")
    write_whole(path, longer.encode())


def _settings(case: Mapping[str, Any]) -> tuple[dict[str, str], str | None]:
    return {str(k): plain_value(v) for k, v in (case.get("options") or {}).items()}, case.get("variant")


def _set_so(rules: Rules) -> tuple[dict[str, str], str | None]:
    return {name: plain_value(value) for name, value in rules.options.items()}, rules.variant


def _title(question: Question) -> str:
    """What a question is about, in short."""
    state, moves = question.situation.state, question.situation.moves
    player = state.game.players[state.current_player].name
    if question.about == "setup":
        return "how chance sets the game up"
    if question.about == "result":
        said = f"what comes of {state.action_to_string(question.acts[0])}"
    else:
        said = f"what {player} may do"
    if question.situation.is_start and question.about == "legal":
        return f"{said} at the start"
    is_told = 0 < len(moves) <= _NAMED and not question.situation.root
    return f"{said} after {', '.join(moves)}" if is_told else said
