"""The tests beside a game: `games/NAME.yaml`, a list of cases, run against an engine.

A case has a position (or starts from the set-up), options, moves to make, and what must then be so. See
docs/language/tests.md.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gdl.diagnostics import GameError
from gdl.loader import load
from gdl.model import Game
from gdl.source import NOWHERE
from interpreter import engine as make_engine
from interpreter.analysis.asked import check_answers, check_case
from interpreter.engines.base import Ambiguous, Engine, IllegalAction, PositionError, State
from interpreter.engines.notation import plain
from interpreter.positions import Document

_PASSING = (
    "turn",
    "moves",
    "passes",
    "result",
)  # what tells apart positions that a player who moves alone may be in


@dataclass
class CaseResult:
    """One case: its name, and what was expected and came where it failed."""

    name: str
    messages: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.messages


def run_file(path: Path, kind: str = "reference", include_slow: bool = False) -> Iterator[CaseResult]:
    """Runs the cases beside a game (a .gdl or a .yaml path). Raises PositionError, GameError, OSError."""
    tests, rules = path.with_suffix(".yaml"), path.with_suffix(".gdl")
    try:
        document = Document(tests.read_bytes().decode("utf-8-sig"), str(tests))
    except UnicodeDecodeError as error:
        raise PositionError(f"{tests}: this is not UTF-8 text") from error
    cases = document.value
    if not isinstance(cases, list):
        raise document.error("the tests of a game are a list of cases, each beginning with `- name: ...`")
    engines: dict[str, Engine] = {}
    for index, case in enumerate(cases):
        if not isinstance(case, dict):
            raise document.error("a case is a mapping such as `name: ...`, `legal: [...]`", (index,))
        check_case(case, index, document)
        if case.get("slow") and not include_slow:
            continue
        options = case.get("options") or {}
        key = repr((sorted(options.items()), case.get("variant")))
        result = CaseResult(str(case.get("name", f"case {index + 1}")))
        try:
            if key not in engines:
                engines[key] = make_engine(_load(rules, case, index, document), kind)
            check_answers(case, engines[key], index, document)
            _Runner(engines[key], case, result, include_slow).run()
        except PositionError as error:
            known = str(error).startswith(f"{tests}:")
            place = "" if known else f"{document.place((index, 'position', *error.place))}: "
            result.messages.append(f"{place}{error}")
        except GameError as error:
            result.messages.append(str(error))
        if not result.passed and not result.messages[0].startswith(f"{tests}:"):
            result.messages[0] = f"{document.place((index,))}: {result.messages[0]}"
        yield result


def _load(rules: Path, case: Mapping[str, Any], index: int, document: Document) -> Game:
    """The game under a case's options. What is wrong with these is told at their place in the case."""
    options, variant = case.get("options") or {}, case.get("variant")
    try:
        return load(rules, options, variant)
    except GameError as error:
        found = next((d for d in error.diagnostics if d.span is NOWHERE), None)
        if found is None:
            raise
        name = next((n for n in options if f"`{n}`" in found.message), None)
        place = (index, "variant") if name is None else (index, "options", name)
        raise document.error(found.message + (f"; {found.help}" if found.help else ""), place) from error


def _list(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list):
        return [str(v) for v in value]
    return str(value).split()


class _Runner:
    """Runs one case."""

    def __init__(
        self, engine: Engine, case: Mapping[str, Any], result: CaseResult, include_slow: bool
    ) -> None:
        self.engine = engine
        self.case = case
        self.result = result
        self.include_slow = include_slow
        self.is_cut = False  # whether a search left games unfinished

    def fail(self, message: str) -> None:
        self.result.messages.append(message)

    def run(self) -> None:
        case = self.case
        position = case.get("position", "start")
        state = self.engine.initial_state() if position == "start" else self.engine.state(position)
        after = self.after(state)
        if after is None:
            return
        self.moves(after)
        self.ending(after)
        if case.get("perft") and self.engine.game.has_chance:
            self.fail("perft counts sequences of actions; where chance decides, there is no such count")
            return
        for depth, count in (case.get("perft") or {}).items():
            if isinstance(count, str) and count.endswith("slow") and not self.include_slow:
                continue
            wanted = int(str(count).split()[0])
            came = self.engine.perft(after, int(depth))
            if came != wanted:
                self.fail(f"perft {depth}: expected {wanted}, came {came}")
        if "expect" in case:
            self.expect(after.position(), case["expect"])
        if "holds" in case and not self.engine.evaluate(after, str(case["holds"])):
            self.fail(f"expected that `{case['holds']}` holds, but it does not")
        if "solve_in" in case:
            self.solve(after)
        if "wins_in" in case:
            self.wins(after)

    def after(self, state: State) -> State | None:
        for number, move in enumerate(_list(self.case.get("after")), 1):
            try:
                state = state.apply(state.action_from_string(move))
            except IllegalAction as error:
                self.fail(f"move {number} of `after`: {error}; legal are {self.shown(state)}")
                return None
        return state

    def shown(self, state: State) -> str:
        names = sorted(state.action_to_string(a) for a in state.legal_actions())
        return ", ".join(names[:40]) + (", ..." if len(names) > 40 else "") or "none"

    def moves(self, state: State) -> None:
        case = self.case
        names = [state.action_to_string(a) for a in state.legal_actions()]
        have = {plain(n): n for n in names}
        for move in _list(case.get("legal")):
            try:
                self.named(state, move, have)
            except IllegalAction as error:
                reasons = "; ".join(r.text for r in state.why(move)) or str(error)
                self.fail(f"expected {move} to be legal, but it is not: {reasons}")
        known = {plain(s.name) for s in self.engine.game.board.sites}
        for move in _list(case.get("illegal")):
            if not state.why(move):
                self.fail(f"expected {move} to be illegal, but it is legal")
            elif not self.is_a_move(move, known):
                self.fail(f"`{move}` is no move of this game, so nothing is learnt from its being illegal")
        if "legal_exactly" in case:
            wanted = _list(case["legal_exactly"])
            missing, found = [], set()
            for move in wanted:
                try:
                    found.add(self.named(state, move, have))
                except IllegalAction as error:
                    missing.append(str(error) if isinstance(error, Ambiguous) else move)
            surplus = [n for n in names if n not in found]
            if missing or surplus:
                self.fail(
                    f"expected exactly {', '.join(wanted) or 'nothing'}; missing: {', '.join(missing) or 'none'}; too many: {', '.join(surplus) or 'none'}"
                )
        if "count" in case and len(names) != case["count"]:
            self.fail(f"expected {case['count']} legal moves, came {len(names)}: {self.shown(state)}")

    def named(self, state: State, text: str, have: Mapping[str, str]) -> str:
        """The notation of the legal action that a text means, read as in play. Raises IllegalAction."""
        known = have.get(plain(text))
        return known or state.action_to_string(state.action_from_string(text))

    def is_a_move(self, text: str, sites: set[str]) -> bool:
        """Whether a text names an action of the game, or existing sites only."""
        game = self.engine.game
        words = re.findall(r"[A-Za-z_]+\d*|\d+", text.replace("x", " "))
        names = {a.name for a in game.actions} | {"pass", "done"}
        found = re.findall(r"[a-z]+\d+", text.lower().replace("x", " "))
        if any(a.notation is not None for a in game.actions) or names & set(re.findall(r"\w+", text)):
            return True
        return bool(words) and bool(found) and all(f in sites for f in found)

    def ending(self, state: State) -> None:
        case = self.case
        names = [p.name for p in self.engine.game.players]
        if "winner" in case:
            wanted = case["winner"]
            winners = [n for n, r in zip(names, state.returns, strict=True) if r > 0]
            came = "nobody, the game goes on" if not state.is_terminal else " and ".join(winners) or "draw"
            expected = (
                " and ".join(_list(wanted))
                if isinstance(wanted, list)
                else "nobody, the game goes on"
                if wanted in (None, "none")
                else str(wanted)
            )
            if came != expected:
                self.fail(f"expected winner {expected}, came {came}")
        if "returns" in case:
            wanted_returns = [float(r) for r in case["returns"]]
            if state.returns != wanted_returns:
                self.fail(f"expected returns {wanted_returns}, came {state.returns}")

    def expect(self, position: Mapping[str, Any], wanted: Mapping[str, Any], path: str = "") -> None:
        """Every part that is named must be so; `none` means that it is absent."""
        for key, value in wanted.items():
            name = f"{path}.{key}" if path else str(key)
            came = position.get(key)
            if isinstance(came, list) and isinstance(value, Mapping):  # so many of each, in any order
                held = sorted(str(k) for k, n in value.items() for _ in range(int(n)))
                if sorted(map(str, came)) != held:
                    self.fail(f"expected {name} to be {dict(value)}, came {came}")
            elif isinstance(value, Mapping):
                self.expect(came if isinstance(came, Mapping) else {}, value, name)
            elif value in (None, "none"):
                if came not in (None, "none", {}, []):
                    self.fail(f"expected nothing at {name}, came {came}")
            elif str(came) != str(value):
                self.fail(f"expected {name} to be {value}, came {came if came is not None else 'nothing'}")

    def solve(self, state: State) -> None:
        """The least number of the mover's own moves after which the goal holds; the opponents' turns are skipped.

        A breadth-first search over positions that differ in more than their counters: each is looked at once.
        """
        goal, least = str(self.case.get("goal", "")), int(self.case["solve_in"])
        player = state.current_player
        seen: set[str] = set()
        layer = self.unseen([state], player, seen)
        for depth in range(least + 1):
            following: list[State] = []
            for s in layer:
                if self.engine.evaluate(s, goal):
                    if depth != least:
                        self.fail(f"expected the goal in {least} moves, but it is reached in {depth}")
                    return
                following.append(s)
            layer = self.unseen((s.apply(a) for s in following for a in s.legal_actions()), player, seen)
        self.fail(f"expected the goal in {least} moves, but it is not reached in so few")

    def unseen(self, states: Iterable[State], player: int, seen: set[str]) -> Iterator[State]:
        """Each new position once, as it comes, with the player to move, and no end."""
        for state in states:
            position = state.position()
            position["to_move"] = self.engine.game.players[player].name
            position["fields"] = {k: v for k, v in position["fields"].items() if k not in _PASSING}
            key = json.dumps(position, sort_keys=True)
            if key not in seen:
                seen.add(key)
                yield self.engine.state(position)

    def wins(self, state: State) -> None:
        """The mover can force a win in this number of his own moves, and not in fewer."""
        wanted = int(self.case["wins_in"])
        player = state.current_player
        for n in range(1, wanted + 1):
            self.is_cut = False
            if self.forced(state, player, n):
                if n != wanted:
                    self.fail(f"expected a win in {wanted}, but it is won in {n}")
                return
            if not self.is_cut:
                break  # every game was played to its end: more moves would change nothing
        self.fail(f"expected a win in {wanted}, but none is forced")

    def forced(self, state: State, player: int, moves: int) -> bool:
        if state.is_terminal:
            return state.returns[player] > 0
        mine = state.current_player == player
        if mine and moves == 0:
            self.is_cut = True
            return False
        following = (state.apply(a) for a in state.legal_actions())
        if mine:
            return any(self.forced(s, player, moves - 1) for s in following)
        return all(self.forced(s, player, moves) for s in following)
