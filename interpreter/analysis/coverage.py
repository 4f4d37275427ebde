"""Which parts of the rules are ever used: by the tests beside a game, by random games, by bots.

Whatever the reference engine evaluates is noted by its place in the text. Random games are played in machine code, with
preferences at random so that all sorts of actions come up (`lockstep.steering`); the reference engine then looks at
positions in which each action is possible, at ends, and at some others. It evaluates no more than that, so counts say what
was used and not how often it is in play.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

import interpreter
from gdl import evaluate, model
from gdl.model import Game
from gdl.source import Span
from gdl.visit import nodes
from interpreter import arrays
from interpreter.analysis.cases import run_file
from interpreter.analysis.lockstep.steering import Aim, Preferences, drawn_places
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import plain_value
from interpreter.engines.reference.engine import ReferenceState
from interpreter.numbering import WORD, ActionNumbers
from interpreter.positions import Document

ROWS = 64
EACH = 4  # positions in which an action is possible, that are looked at
ENDS = 120
OTHERS = 60  # positions of other steps
SECONDS_OF_CASE = 5.0  # a case that counts deep positions says nothing more about the rules
SECONDS = 20.0  # of processor time for looking

TESTS = "tests"  # the name under which what tests use is kept

Place = tuple[str, int, int]  # a file, and from where to where
Look = tuple[State, int]  # a state, and the action that is done there


@dataclass
class Seen:
    """What was evaluated: how often by place, with which truths, and which actions, ends and kinds there were."""

    times: Counter[Place] = field(default_factory=Counter)
    truths: dict[Place, set[bool]] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    ends: Counter[Place] = field(default_factory=Counter)
    kinds: set[int] = field(default_factory=set)

    def note(self, e: model.Expr, value: object) -> None:
        span = e.span
        place = (span.source.name, span.start, span.end)
        self.times[place] += 1
        if isinstance(value, bool):
            self.truths.setdefault(place, set()).add(value)

    def used(self, place: Place) -> int:
        """How often what stands there was evaluated, or has ended a game."""
        return max(self.times[place], self.ends[place])


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules, and how often what is most used in it was evaluated, by who used it."""

    what: str
    span: Span
    times: dict[str, int]


@dataclass(frozen=True, slots=True)
class OneSided:
    """A condition that was always true, or never, whoever evaluated it."""

    span: Span
    value: bool
    times: int


# ---- who uses the rules


def by_tests(path: Path) -> Seen:
    """What the cases beside a game use. Raises PositionError and GameError, as the cases do."""
    seen = Seen()
    with evaluate.observed(seen.note):
        for _ in run_file(path, "reference", seconds=SECONDS_OF_CASE):
            pass
    return seen


def by_looks(game: Game, looks: Sequence[Look], seconds: float = SECONDS) -> Seen:
    """What these actions in these positions use, as far as the time reaches."""
    seen, begun = Seen(), process_time()
    reference, numbers = interpreter.engine(game, kind="reference"), ActionNumbers(game)
    with evaluate.observed(seen.note):
        seen.kinds.update(_kinds(reference.initial_state()))
        for state, action in looks:
            if process_time() - begun > seconds:
                break
            own = reference.from_bytes(bytes(state))
            if action not in own.legal_actions():
                continue
            after = own.apply(action)
            move = numbers.decode(action)
            seen.done["" if move is None else move.action.name] += 1
            seen.kinds.update(_kinds(after))
            if after.ended is not None:
                span = after.ended.span
                seen.ends[span.source.name, span.start, span.end] += 1
    return seen


def _kinds(state: State) -> set[int]:
    return set(state.data.kind.values()) if isinstance(state, ReferenceState) else set()


def random_looks(engine: Engine, n: int, seed: int) -> list[Look]:
    """Positions of n random games, and what is done there: some for each action that is ever possible, ends, others."""
    game, numbers = engine.game, ActionNumbers(engine.game)
    if numbers.total > WORD:
        return _looks_one_by_one(engine, n, seed)
    np = arrays.np
    rows = min(ROWS, n)
    batch, random = engine.batch(rows, seed), np.random.default_rng(seed)
    preferences = Preferences(game, numbers, rows, Aim(), random)
    offsets, met, games = np.array(numbers.offsets, np.int64), Counter[int](), 0
    found: list[Look] = []
    ends: list[Look] = []
    others: list[Look] = []
    while games < n:
        counts, legal = batch.legal()
        row_of = np.repeat(np.arange(rows), counts)
        kinds = batch.board(full=True).kinds if preferences.asks_board else None
        weights = preferences.weights(legal, row_of, kinds)
        index = np.searchsorted(offsets, legal, side="right") - 1
        for action in np.unique(index).tolist():
            if met[action] < EACH:
                met[action] += 1
                at = int(random.choice(np.flatnonzero(index == action)))
                found.append((batch.state(int(row_of[at])), int(legal[at])))
        chosen = drawn_places(random, weights, counts)
        starts = np.cumsum(counts) - counts
        before = [batch.state(row) for row in range(rows)]
        was_over = batch.is_terminal
        batch.step(chosen)
        over = np.flatnonzero(batch.is_terminal)
        for row in over.tolist():
            games += 1
            if not was_over[row] and len(ends) < ENDS:
                ends.append((before[row], int(legal[starts[row] + chosen[row]])))
        if len(others) < OTHERS and random.random() < 0.1:
            row = int(random.integers(rows))
            if not was_over[row]:
                others.append((before[row], int(legal[starts[row] + chosen[row]])))
        batch.reset(over)
        preferences.renew(over)
    return [*found, *ends, *others]


def _looks_one_by_one(engine: Engine, n: int, seed: int) -> list[Look]:
    """All positions of a few random games."""
    found: list[Look] = []
    for k in range(min(n, 20)):
        state = engine.initial_state(seed + k)
        for action in engine.playout(state, seed + k).actions:
            found.append((state, action))
            state = state.apply(action)
    return found


# ---- what was used


def clauses(game: Game, seen: Mapping[str, Seen]) -> list[Clause]:
    """The clauses of a game in the order of its text, each with how often it was used."""
    found = [
        Clause(what, span, {name: max(map(one.used, places)) for name, one in seen.items()})
        for what, span, part in _parts(game)
        if (places := _places(part, span))
    ]
    return sorted(found, key=lambda c: (c.span.source.name, c.span.start))


def _parts(game: Game) -> Iterator[tuple[str, Span, object]]:
    for action in game.actions:
        if action.form not in ("pass", "done"):
            yield f"{action.form} {action.name}", action.span, action
    for definition in game.definitions.values():
        yield f"definition {definition.name}", definition.span, definition
    for end in game.ends:
        yield "end", end.span, (end.condition, end.result)
    for settle in game.settles:
        yield "settle", settle.span, settle
    for require in game.requires:
        yield "require", require.span, require
    for prefer in game.prefers:
        yield "prefer", prefer.span, prefer
    for skip in game.skips:
        yield "skip", skip.span, skip
    for hide in game.hides:
        yield "hide", hide.span, hide


def _places(part: object, clause: Span) -> set[Place]:
    """The places of expressions inside a clause."""
    return {
        (n.span.source.name, n.span.start, n.span.end)
        for n in nodes(part)
        if isinstance(n, model.Expr) and n.span.source == clause.source
    }


def one_sided(game: Game, seen: Mapping[str, Seen]) -> list[OneSided]:
    """The conditions that were evaluated and always had one value, by their places; options decide nothing here."""
    found: dict[Place, OneSided] = {}
    kinds = {
        k.name for k in game.kinds
    }  # what the language makes of a kind's name alone is no condition of the author's
    for _, clause, part in _parts(game):
        for node in nodes(part):
            if not isinstance(node, model.Expr) or isinstance(node, model.Const) or node.type.base != "bool":
                continue
            place = (node.span.source.name, node.span.start, node.span.end)
            times = sum(one.times[place] for one in seen.values())
            truths = set[bool]().union(*(one.truths.get(place, set()) for one in seen.values()))
            is_own = node.span.source == clause.source and node.span.text not in kinds
            if times and len(truths) == 1 and is_own:
                found[place] = OneSided(node.span, True in truths, times)
    # of conditions inside each other that never change, the outermost says it
    return [
        c
        for c in sorted(found.values(), key=lambda c: (c.span.source.name, c.span.start, -c.span.end))
        if not any(_is_inside(c.span, other.span) for other in found.values() if other is not c)
    ]


def _is_inside(a: Span, b: Span) -> bool:
    return (
        a.source.name == b.source.name
        and b.start <= a.start
        and a.end <= b.end
        and (a.start, a.end) != (b.start, b.end)
    )


def untested_values(game: Game, path: Path) -> dict[str, list[model.Value]]:
    """For each option the values that no case beside the game chooses; the default counts as chosen if a case has none."""
    if not path.exists():
        return {}
    cases = Document(path.read_text("utf-8-sig"), str(path)).value
    chosen: dict[str, set[str]] = {o.name: {str(o.default)} for o in game.options}
    for case in cases if isinstance(cases, list) else []:
        settings = dict(game.variants.get(case.get("variant") or "", {})) | dict(case.get("options") or {})
        for name, value in settings.items():
            chosen.setdefault(name, set()).add(str(value))
    few = 12  # values; of ranges nobody tests all
    return {
        o.name: left
        for o in game.options
        if len(o.values) <= few and (left := [v for v in o.values if _said(o, v) not in chosen[o.name]])
    }


def _said(option: model.Option, value: model.Value) -> str:
    return option.symbols[value] if option.symbols and isinstance(value, int) else str(value)


def kinds_never(game: Game, seen: Mapping[str, Seen]) -> list[str]:
    """The kinds of which no game had a piece; tests do not say."""
    games = [one for name, one in seen.items() if name != TESTS]
    met = set[int]().union(*(one.kinds for one in games))
    return [k.name for i, k in enumerate(game.kinds) if i not in met] if games else []


def actions_never(game: Game, seen: Mapping[str, Seen]) -> list[str]:
    """The actions that no game had; tests do not say."""
    games = [one for name, one in seen.items() if name != TESTS]
    done = {name for one in games for name in one.done}
    return (
        [a.name for a in game.actions if a.form not in ("pass", "done") and a.name not in done]
        if games
        else []
    )


def missing(
    game: Game, seen: Mapping[str, Seen], found: Sequence[Clause], sides: Sequence[OneSided], path: Path
) -> Iterator[str]:
    """What was never used, in sentences."""
    for clause in found:
        if not any(clause.times.values()):
            yield f"never used: {clause.what} ({clause.span})"
    for name in actions_never(game, seen):
        yield f"never done in games: {name}"
    for name in kinds_never(game, seen):
        yield f"never in play in games: {name}"
    for side in sides:
        text = " ".join(side.span.text.split())
        always = "always true" if side.value else "never true"
        yield f"{always}, {side.times} times: {text} ({side.span})"
    for name, values in untested_values(game, path.with_suffix(".yaml")).items():
        yield f"no test chooses {name} = {', '.join(map(plain_value, values))}"
    if TESTS not in seen:
        yield f"there are no tests: {path.with_suffix('.yaml').name} is missing"
