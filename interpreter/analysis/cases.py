"""The tests beside a game: `games/NAME.yaml`, a list of cases, run against an engine.

A case has a position (or starts from the set-up), options, moves to make, and what must then be so. See
docs/language/tests.md.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import partial
from math import fsum
from pathlib import Path
from typing import Any

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_PEOPLE_WRITE
from gdl.platform.dataclass import dataclass
from gdl.platform.safe_io import read_at_most, reason
from gdl.source import NOWHERE
from interpreter import engine as make_engine
from interpreter.analysis.case_schema import (
    At,
    as_fraction,
    check_answers,
    check_case,
    check_settings,
    probability,
    settings_of,
)
from interpreter.analysis.expected import differences, overlaid
from interpreter.analysis.puzzles import moves_to_goal, moves_to_win
from interpreter.analysis.spellings import is_spelt
from interpreter.analysis.time_limit import is_done_within
from interpreter.caching import game_cache
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import Ambiguous, IllegalAction, PositionError
from interpreter.engines.notation import plain
from interpreter.engines.position_parts import Position
from interpreter.positions.documents import Document, Unreadable, list_in_parts

_NOBODY = "nobody yet"  # the winners of an unfinished game


@dataclass(frozen=True, slots=True)
class Boards:
    """A position as it was expected, and as it came, where they differ on the board."""

    game: Game
    expected: Position
    found: Position


@dataclass()
class CaseResult:
    """One case: its name and, where it failed, what was expected and what it got. `step`: what is being asked; `part`: what of
    the case the first message is about."""

    name: str
    messages: list[str] = field(default_factory=list)
    boards: Boards | None = None
    step: str = ""
    part: At = ()

    @property
    def passed(self) -> bool:
        return not self.messages


Starting = Callable[[int, int, str], None]
LoadGame = Callable[[Path, Mapping[str, Any], "str | None"], Game]  # of a file, options, a variant


def run_file(
    path: Path,
    kind: str = "reference",
    include_slow: bool = False,
    seconds: float | None = None,
    starting: Starting = lambda number, of, name: None,
    *,
    effort: int | None = None,
    most: int | None = None,
    load: LoadGame = game_cache.load,
    wanted: Callable[[Game], bool] | None = None,
) -> Iterator[CaseResult]:
    """Runs the cases beside a game (a .gdl or a .yaml path). Raises PositionError, GameError.

    A case that takes more than `seconds` of processor time fails, as one does that has the wrong form. `starting` is told each case that begins: its number, of how many, its name.
    `effort`: how much machine code is optimised, as of `interpreter.engine`.
    `most`: perft counts of more positions are not counted. `load`: what gives the rules that are tested.
    `wanted`: which cases run, by their games under the options that they name; and those whose game cannot be had, which fail.
    """
    file = CaseFile(path, kind, include_slow, effort=effort, most=most, load=load)
    for index, case in enumerate(file.cases):
        if isinstance(case, dict) and case.get("slow") and not include_slow:
            continue
        if wanted is not None and not file.is_of(index, wanted):
            continue
        starting(index + 1, len(file.cases), file.name_of(index))
        yield file.run(index, seconds)


def is_passed(engine: Engine, case: Mapping[str, Any]) -> bool:
    """Whether a case that is of the right form holds on an engine."""
    result = CaseResult("")
    try:
        _Runner(engine, case, result, _Counts(slow=False, most=None)).run()
    except (PositionError, GameError):
        return False
    return result.passed


class CaseFile:
    """The cases beside a game, which can be run one by one. Raises PositionError."""

    def __init__(
        self,
        path: Path,
        kind: str = "reference",
        include_slow: bool = False,
        *,
        effort: int | None = 2,
        most: int | None = None,
        load: LoadGame = game_cache.load,
    ) -> None:
        """As `run_file`."""
        self.tests = path.with_suffix(".yaml")
        self.document, self.cases = _document(self.tests)
        made = partial(make_engine, kind=kind, effort=effort)
        counts = _Counts(include_slow, most)
        self._file = _File(path.with_suffix(".gdl"), self.document, made, counts, load)

    def name_of(self, index: int) -> str:
        name = ""
        match self.cases[index]:
            case {"name": str() | int() | float() as given}:
                name = str(given)
            case Unreadable(text) if text.startswith("- name:"):
                name = text.partition("\n")[0].removeprefix("- name:").strip()
        return name or f"case {index + 1}"

    def is_of(self, index: int, wanted: Callable[[Game], bool]) -> bool:
        """Whether the game of a case is wanted, or cannot be had."""
        try:
            _check(self.cases[index], index, self.document)
            return wanted(self._file.game(self.cases[index], (index,)))
        except (PositionError, GameError):
            return True

    def run(self, index: int, seconds: float | None = None) -> CaseResult:
        """Runs a case; one that takes longer fails, and so does one of the wrong form. Raises GameError."""
        try:
            _check(self.cases[index], index, self.document)
        except PositionError as error:
            return CaseResult(self.name_of(index), [str(error)])
        result = CaseResult(self.name_of(index))
        if not is_done_within(seconds, partial(self._file.run, self.cases[index], index, result)):
            result = CaseResult(result.name, [_late(seconds, result.step)])
        if not result.passed and not result.messages[0].startswith(f"{self.tests}:"):
            result.messages[0] = f"{self.document.place((index, *result.part))}: {result.messages[0]}"
        return result


def read_cases(path: Path) -> tuple[Document, list[dict[str, Any]]]:
    """The cases beside a game (a .gdl or a .yaml path), in the right form. Raises PositionError."""
    document, cases = _document(path.with_suffix(".yaml"))
    for index, case in enumerate(cases):
        _check(case, index, document)
    return document, cases


def _document(tests: Path) -> tuple[Document, list[Any]]:
    """The file of the tests, and the list in it. Raises PositionError."""
    try:
        document = list_in_parts(read_at_most(tests, MAX_PEOPLE_WRITE).decode("utf-8-sig"), str(tests))
    except UnicodeDecodeError as error:
        raise PositionError(f"{tests}: this is not UTF-8 text") from error
    except OSError as error:
        raise PositionError(f"{tests} cannot be read: {reason(error)}") from error
    if not isinstance(document.value, list):
        raise document.error("the tests of a game are a list of cases, each beginning with `- name: ...`")
    return document, document.value


def _check(case: Any, index: int, document: Document) -> None:
    """Raises PositionError with its place for what is no case."""
    if isinstance(case, Unreadable):
        raise case.error
    if not isinstance(case, dict):
        raise document.error("a case is a mapping such as `name: ...`, `legal: [...]`", (index,))
    check_case(case, (index,), document)
    check_settings(case, (index,), document)


def _late(seconds: float | None, step: str) -> str:
    """What to say of a case that took too long."""
    where = f", at {step}" if step else ""
    return f"not done after {seconds:g} s{where}: ask for less, mark the case `slow: true`, or allow more by --seconds"


@dataclass(frozen=True, slots=True)
class _Counts:
    """Which perft counts are counted."""

    slow: bool
    most: int | None

    def wanted(self, count: int | str) -> int | None:
        """The count that a case asks for, such as `12` or `12 slow`; None if it is left out."""
        number, *mark = str(count).split()
        if (mark and not self.slow) or (self.most is not None and int(number) > self.most):
            return None
        return int(number)


@dataclass()
class _File:
    """The cases of one game, with an engine for each choice of options that was made so far."""

    rules: Path
    document: Document
    made: Callable[[Game], Engine]
    counts: _Counts
    load: LoadGame
    engines: dict[str, Engine] = field(default_factory=dict)

    def run(self, case: Mapping[str, Any], index: int, result: CaseResult) -> None:
        """Runs one case and its settings, and puts what it finds into the result."""
        self._run(case, (index,), result)
        for name, setting in settings_of(case):
            if setting.get("slow") and not self.counts.slow:
                continue
            found = CaseResult(name)
            self._run(setting, (index, "settings", name), found)
            result.part = result.part if result.messages else ("settings", name, *found.part)
            result.messages += [f"{m} (in the setting `{name}`)" for m in found.messages]

    def _run(self, case: Mapping[str, Any], at: At, result: CaseResult) -> None:
        tests = self.rules.with_suffix(".yaml")
        try:
            result.step = "loading the game"
            engine = self._engine(case, at)
            check_answers(case, engine, at, self.document)
            _Runner(engine, case, result, self.counts).run()
        except PositionError as error:
            known = str(error).startswith(f"{tests}:")
            place = "" if known else f"{self.document.place((*at, 'position', *error.place))}: "
            result.messages.append(f"{place}{error}")
        except GameError as error:
            result.messages.append(str(error))

    def _engine(self, case: Mapping[str, Any], at: At) -> Engine:
        key = repr((sorted((case.get("options") or {}).items()), case.get("variant")))
        if key not in self.engines:
            self.engines[key] = self.made(self.game(case, at))
        return self.engines[key]

    def game(self, case: Mapping[str, Any], at: At) -> Game:
        """The game under a case's options. Raises PositionError with the place of a wrong option in the case."""
        options, variant = case.get("options") or {}, case.get("variant")
        try:
            return self.load(self.rules, options, variant)
        except GameError as error:
            found = next((d for d in error.diagnostics if d.span is NOWHERE), None)
            if found is None:
                raise
            name = next((n for n in found.subjects if n in options), None)
            place = (*at, "variant") if name is None else (*at, "options", name)
            raise self.document.error(
                found.message + (f"; {found.help}" if found.help else ""), place
            ) from error


def texts_of(value: object) -> list[str]:
    """The moves of a list, or of one text with blanks between them."""
    if value is None:
        return []
    if isinstance(value, list):
        return [str(v) for v in value]
    return str(value).split()


class _Runner:
    """Runs one case."""

    def __init__(self, engine: Engine, case: Mapping[str, Any], result: CaseResult, counts: _Counts) -> None:
        self.engine = engine
        self.case = case
        self.result = result
        self.counts = counts
        self.last: tuple[State, int] | None = None  # the last move of `after`, and where it was made

    def fail(self, message: str, *part: str | int) -> None:
        """Notes what is wrong; of the first of several mistakes also which part of the case is about it."""
        if not self.result.messages:
            self.result.part = part
        self.result.messages.append(message)

    def run(self) -> None:
        case = self.case
        position = case.get("position", "start")
        state = self.engine.initial_state() if position == "start" else self.engine.state(position)
        after = self.after(state)
        if after is None:
            return
        if case.get("offered") and after.is_terminal:
            self.fail("players are offered to begin here, but the game is over", "offered")
        self.result.step = "the legal moves"
        self.moves(after)
        self.ending(after)
        if case.get("perft") and self.engine.game.has_chance:
            self.fail(
                "perft counts sequences of actions; where chance decides, there is no such count", "perft"
            )
            return
        self.perft(after)
        if "expect" in case:
            self.expect(after.position(), case["expect"])
        self.holds(after)
        if "odds" in case:
            self.result.step = "odds"
            self.odds()
        if "solve_in" in case:
            self.result.step = "solve_in"
            self.solve(after)
        if "wins_in" in case:
            self.result.step = "wins_in"
            self.win(after)

    def holds(self, state: State) -> None:
        """The condition holds; what is wrong with it is told at its place in the file."""
        condition = str(self.case.get("holds", ""))
        try:
            if condition and not self.engine.evaluate(state, condition):
                self.fail(f"expected that `{condition}` holds, but it does not", "holds")
        except GameError as error:
            helps = [f"; {d.help}" for d in error.diagnostics if d.help][:1]
            self.fail(f"{error}{''.join(helps)}", "holds")

    def odds(self) -> None:
        """Conditions are as likely as expected behind the last move, or in the set-up, whatever chance decides there."""
        try:
            outcomes = (
                self.engine.initial_outcomes() if self.last is None else self.last[0].outcomes(self.last[1])
            )
        except (GameError, ValueError) as error:
            self.fail(f"odds: {error}", "odds")
            return
        for condition, wanted in self.case["odds"].items():
            try:
                found = fsum(p for p, state in outcomes if self.engine.evaluate(state, str(condition)))
            except GameError as error:
                self.fail(str(error), "odds", condition)
                continue
            if (exact := as_fraction(found)) != probability(wanted):
                self.fail(
                    f"expected that `{condition}` comes with probability {wanted}, but it is {exact}",
                    "odds",
                    condition,
                )

    def perft(self, state: State) -> None:
        for depth, count in (self.case.get("perft") or {}).items():
            wanted = self.counts.wanted(count)
            if wanted is None:
                continue
            self.result.step = f"perft {depth}"
            found = self.engine.perft(state, int(depth))
            if found != wanted:
                self.fail(f"perft {depth}: expected {wanted}, got {found}", "perft", str(depth))

    def after(self, state: State) -> State | None:
        """The state after the moves of a case; None if one of them is illegal."""
        for number, move in enumerate(texts_of(self.case.get("after")), 1):
            self.result.step = f"move {number} of `after`"
            try:
                self.last = (state, state.action_from_string(move))
                state = state.apply(self.last[1])
            except IllegalAction as error:
                message = f"move {number} of `after`: {error}; {self.as_list('after') or f'legal are {self.shown(state)}'}"
                self.fail(message, "after", number - 1)
                return None
        return state

    def shown(self, state: State) -> str:
        names = sorted(state.action_to_string(a) for a in state.legal_actions())
        return ", ".join(names[:40]) + (", ..." if len(names) > 40 else "") or "none"

    def as_list(self, key: str) -> str:
        """The list to write for a text that is one move with blanks in it, or that has commas between its moves."""
        text = self.case.get(key)
        if not isinstance(text, str):
            return ""
        parts, game = [part.strip() for part in text.split(",")], self.engine.game
        names = {a.name for a in game.actions}
        is_one = len(parts) == 1 and [w in names for w in text.split()] == [True] + [False] * text.count(" ")
        if not (is_one and " " in text) and (
            len(parts) == 1 or not all(is_spelt(game, part) for part in parts)
        ):
            return ""
        return f"in one text blanks alone stand between moves: write the list `{key}: [{', '.join(parts)}]`"

    def moves(self, state: State) -> None:
        """The legal moves are as expected."""
        case = self.case
        names = [state.action_to_string(a) for a in state.legal_actions()]
        have = {plain(n): n for n in names}
        for number, move in enumerate(texts_of(case.get("legal"))):
            if self.result.messages and self.as_list("legal"):
                break  # what is said of the first word is said of the whole text
            try:
                self.named(state, move, have)
            except IllegalAction as error:
                reasons = "; ".join(r.text for r in state.why(move)) or str(error)
                behind = " after the moves of `after`" if case.get("after") else ""
                reasons = self.as_list("legal") or reasons
                self.fail(f"expected {move} to be legal{behind}, but it is not: {reasons}", "legal", number)
        for number, move in enumerate(texts_of(case.get("illegal"))):
            if not state.why(move):
                way = self.as_list("illegal")
                self.fail(
                    f"expected {move} to be illegal, but it is legal{way and f'; {way}'}", "illegal", number
                )
            elif not is_spelt(self.engine.game, move):
                self.fail(
                    f"`{move}` is not a move of this game, so its being illegal tests nothing",
                    "illegal",
                    number,
                )
        if "legal_exactly" in case:
            self.exactly(state, names, have)
        if "count" in case and len(names) != case["count"]:
            self.fail(f"expected {case['count']} legal moves, got {len(names)}: {self.shown(state)}", "count")

    def exactly(self, state: State, names: list[str], have: Mapping[str, str]) -> None:
        """The legal moves are those of the list and no others."""
        wanted = texts_of(self.case.get("legal_exactly"))
        missing, found = [], set()
        for move in wanted:
            try:
                found.add(self.named(state, move, have))
            except IllegalAction as error:
                missing.append(str(error) if isinstance(error, Ambiguous) else move)
        surplus = [n for n in names if n not in found]
        if missing or surplus:
            self.fail(
                f"expected exactly {', '.join(wanted) or 'nothing'}; missing: {', '.join(missing) or 'none'}; too many: {', '.join(surplus) or 'none'}",
                "legal_exactly",
            )

    def named(self, state: State, text: str, have: Mapping[str, str]) -> str:
        """The notation of the legal action that a text means, read as in play. Raises IllegalAction."""
        known = have.get(plain(text))
        return known or state.action_to_string(state.action_from_string(text))

    def ending(self, state: State) -> None:
        case = self.case
        names = [p.name for p in self.engine.game.players]
        if "winner" in case:
            winners = [n for n, r in zip(names, state.returns, strict=True) if r > 0]
            found = _NOBODY if not state.is_terminal else " and ".join(winners) or "draw"
            expected = _winners(case["winner"])
            if found != expected:
                self.fail(f"expected winner {expected}, got {found}", "winner")
        if "returns" in case:
            wanted_returns = [float(r) for r in case["returns"]]
            if state.returns != wanted_returns:
                self.fail(f"expected returns {wanted_returns}, got {state.returns}", "returns")

    def expect(self, position: Position, wanted: Mapping[str, Any]) -> None:
        """Every named part is as expected; the first difference on the board is kept, to be drawn."""
        for found in differences(self.engine, position, wanted):
            self.fail(str(found), "expect", *found.place)
            if found.is_on_board and self.result.boards is None:
                self.result.boards = Boards(self.engine.game, overlaid(position, wanted), position)

    def solve(self, state: State) -> None:
        """The mover reaches the goal in this number of their own moves, and not in fewer."""
        wanted = int(self.case["solve_in"])
        found = moves_to_goal(self.engine, state, str(self.case.get("goal", "")), wanted)
        if found is None:
            self.fail(f"expected the goal in {wanted} moves, but it is not reached in so few", "solve_in")
        elif found != wanted:
            self.fail(f"expected the goal in {wanted} moves, but it is reached in {found}", "solve_in")

    def win(self, state: State) -> None:
        """The mover can force a win in this number of their own moves, and not in fewer."""
        wanted = int(self.case["wins_in"])
        found = moves_to_win(state, wanted)
        if found is None:
            self.fail(f"expected a win in {wanted}, but none is forced", "wins_in")
        elif found != wanted:
            self.fail(f"expected a win in {wanted}, but it is won in {found}", "wins_in")


def _winners(wanted: Any) -> str:
    """The winners that a case expects, in words."""
    if isinstance(wanted, list):
        return " and ".join(texts_of(wanted))
    return _NOBODY if wanted in (None, "none") else str(wanted)
