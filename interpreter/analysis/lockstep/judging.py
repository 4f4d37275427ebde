"""Two positions side by side, one of each game: what the rules say differently about them.

Compared are results, legal actions (by their names and choices, else as they are written), who is to move, what stands
where, fields that both games have, scores, and what each player may see.
"""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from gdl.core.model import Game
from gdl.source import Span
from interpreter.analysis.lockstep.vocabulary import NONE, Vocabulary, matches
from interpreter.engines.answers import scored
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position

LEGAL, RESULT, SCORE, CHANCE, SEEN, POSITION = "legal", "result", "score", "chance", "hidden", "position"
FAILURE = "failure"
_BOOKKEEPING = ("history", "pending", "next", "result", "phase", "seed", "moves", "turn", "passes")
MOST_OUTCOMES = 4096  # of an action, that are compared
FEW_OUTCOMES = 64  # of an action that is known by what it leads to

Results = tuple[tuple[float, ...] | None, tuple[float, ...] | None]


@dataclass(frozen=True, slots=True)
class Unlike:
    """What differs: `only` are the actions that one side alone allows, by number; `text` says the rest. `place`: where rules go
    wrong."""

    about: str
    only: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    results: Results = (None, None)
    text: str = ""
    place: Span | None = None


class Judge:
    """Compares states of two engines."""

    def __init__(self, a: Engine, b: Engine) -> None:
        self.engines = (a, b)
        self.vocabulary = Vocabulary(a.game, b.game)
        self.has_chance = a.game.has_chance or b.game.has_chance
        self._scores = (scored(a.game), scored(b.game))
        self._fields = {
            name for name, f in a.game.fields.items()
            if name in b.game.fields and b.game.fields[name].holder == f.holder
        }  # fmt: skip
        self._may_hide = a.game.is_hidden or b.game.is_hidden
        self._words = _other_words(a.game, b.game)

    # ---- two states

    def compare(self, one: State, two: State, is_deep: bool = True) -> Unlike | None:
        """What differs most: results come before legal actions, and these before the rest, which is looked at if deep."""
        results = (_result(one), _result(two))
        if results[0] != results[1]:
            return Unlike(RESULT, results=results)
        if not one.is_terminal:
            only = self.only(one, two)
            if any(only):
                return Unlike(LEGAL, only)
        if one.current_player != two.current_player and not one.is_terminal:
            return Unlike(POSITION, text=f"A: {_mover(one)} is to move; B: {_mover(two)}")
        return self._deep(one, two) if is_deep else None

    def only(self, one: State, two: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The actions that one side alone allows. What is written alike, or leads to the same, is one action; where it has
        another name in the other game, that is learnt."""
        mine, other = one.legal_actions(), set(two.legal_actions())
        left = []
        for action in mine:
            same = self.vocabulary.one(action)
            if same in other:
                other.discard(same)
            else:
                left.append(action)
        if left and other:
            texts = {two.action_to_string(b): b for b in other}
            for action in left[:]:
                found = texts.get(one.action_to_string(action))
                if found is not None and found in other:
                    self.vocabulary.learn(action, found)
                    other.discard(found)
                    left.remove(action)
        if left and other:
            left, other = self._by_effect(one, two, left, other)
        return tuple(left), tuple(sorted(other))

    def _by_effect(
        self, one: State, two: State, left: Sequence[int], other: Set[int]
    ) -> tuple[list[int], set[int]]:
        """The actions that lead where no action of the other side does; of several that lead to the same place, all or none."""
        groups: dict[object, tuple[list[int], list[int]]] = {}
        for side, (state, actions) in enumerate(((one, left), (two, sorted(other)))):
            for action in actions:
                groups.setdefault(self.effect(state, action), ([], []))[side].append(action)
        for mine, theirs in groups.values():
            if len(mine) != len(theirs):
                continue
            for a, b in zip(mine, theirs, strict=True):
                self.vocabulary.learn(a, b)
        alike = {a for mine, theirs in groups.values() if len(mine) == len(theirs) for a in mine}
        others = {b for mine, theirs in groups.values() if len(mine) == len(theirs) for b in theirs}
        return [a for a in left if a not in alike], set(other) - others

    def effect(self, state: State, action: int) -> object:
        """What an action leads to, in what both games have: positions with their chances, who is to move, results."""
        side = 0 if state.engine is self.engines[0] else 1
        outcomes = state.outcomes(action)
        if len(outcomes) > FEW_OUTCOMES:
            return (len(outcomes), state.action_to_string(action))
        found = Counter[object]()
        for p, after in outcomes:
            found[_frozen(self.shared(after.position(), side)), after.current_player, _result(after)] += (
                round(p * 1e9)
            )
        return frozenset(found.items())

    def partner(self, one: State, two: State, action: int) -> int:
        """The action of the other game, in positions in which both allow the same."""
        legal = two.legal_actions()
        found = self.vocabulary.among(action, legal)
        if found != NONE:
            return found
        text = one.action_to_string(action)
        for b in legal:
            if two.action_to_string(b) == text:
                return b
        wanted = self.effect(one, action)
        return next((b for b in legal if self.effect(two, b) == wanted), NONE)

    def _deep(self, one: State, two: State) -> Unlike | None:
        scores = self.scores(one), self.scores(two)
        if None not in scores and scores[0] != scores[1]:
            return Unlike(SCORE, text="; ".join(_score(n, s) for n, s in zip("AB", scores, strict=True)))
        apart = self.apart(one.position(), two.position())  # a score may be a field, so it comes first
        if apart:
            return Unlike(POSITION, text=apart)
        if self._may_hide:
            for player in range(len(self.engines[0].game.players)):
                seen = self.apart(one.observation(player), two.observation(player))
                if seen:
                    name = self.engines[0].game.players[player].name
                    return Unlike(SEEN, text=f"{name} sees something else: {seen}")
        return None

    def scores(self, state: State) -> tuple[Any, ...] | None:
        side = 0 if state.engine is self.engines[0] else 1
        name = self._scores[side]
        return tuple(self.engines[side].scores(state, name)) if all(self._scores) else None

    # ---- positions

    def apart(self, a: Position, b: Position) -> str:
        """In words, where two positions differ in what both games have; empty where they do not."""
        one, two = self.shared(a, 0), self.shared(b, 1)
        found = [
            f"{place}: {_said(one.get(place))} / {_said(two.get(place))}"
            for place in sorted({*one, *two})
            if one.get(place) != two.get(place)
        ]
        more = f" and {len(found) - 4} more" if len(found) > 4 else ""
        return ", ".join(found[:4]) + more

    def shared(self, position: Position, side: int) -> dict[str, object]:
        """What stands where, and the values of fields that both games have, by place, in the words of A."""
        found: dict[str, object] = {}
        words = self._words if side else {}
        for site, held in position.get("pieces", {}).items():
            pieces = held if isinstance(held, list) else [held]
            found[site] = tuple(self._piece(p, words) for p in pieces)
        for pool, content in position.get("pools", {}).items():
            parts = content if isinstance(content, Mapping) else {"": content}
            for owner, pieces in parts.items():
                if isinstance(pieces, list | tuple):
                    place = f"{words.get(pool, pool)} {words.get(owner, owner)}".strip()
                    held = Counter(self._piece(p, words) for p in pieces)
                    found[place] = tuple(sorted(held.items()))
        for part in ("sites", "fields"):
            for name, value in position.get(part, {}).items():
                if name in self._fields and name not in _BOOKKEEPING:
                    found[name] = _translated(value, words)
        return found

    def _piece(self, text: object, words: Mapping[str, str]) -> str:
        """A piece as a position writes it, with the fields that both games have."""
        parts = str(text).split(" ")
        return " ".join(words.get(w, w) for w in parts if "=" not in w or w.split("=")[0] in self._fields)

    # ---- chance

    def differ_by_chance(self, before: tuple[State, State], actions: tuple[int, int]) -> Unlike | None:
        """Whether chance may lead elsewhere after the same action, or as often; None where both have the same outcomes. An action
        that leaves nothing to chance on either side leads to unlike positions."""
        tables, is_certain = [], True
        for side, (state, action) in enumerate(zip(before, actions, strict=True)):
            table: dict[object, float] = {}
            outcomes = state.outcomes(action)
            is_certain &= len(outcomes) == 1
            for p, after in outcomes[:MOST_OUTCOMES]:
                key = _frozen(self.shared(after.position(), side))
                table[key] = table.get(key, 0.0) + p
            tables.append(table)
        a, b = tables
        if a.keys() == b.keys() and all(abs(a[k] - b[k]) < 1e-9 for k in a):
            return None
        if is_certain:
            one, two = (s.apply(action).position() for s, action in zip(before, actions, strict=True))
            return Unlike(POSITION, text=self.apart(one, two))
        text = f"A: {len(a)} possible outcomes, B: {len(b)}"
        if len(a) == len(b):
            text += ", other ones or not as likely"
        return Unlike(CHANCE, text=text)


def _other_words(a: Game, b: Game) -> dict[str, str]:
    """The words of B for kinds, players and pools that have other names in A."""
    found: dict[str, str] = {}
    for mine, other in (
        ([p.name for p in a.players], [p.name for p in b.players]),
        ([k.name for k in a.kinds], [k.name for k in b.kinds]),
        (list(a.pools), list(b.pools)),
    ):
        found |= {
            other[i]: name
            for name, i in zip(mine, matches(mine, other), strict=True)
            if i >= 0 and other[i] != name
        }
    return found


def _translated(value: object, words: Mapping[str, str]) -> object:
    """A value of a field in other words."""
    match value:
        case str():
            return words.get(value, value)
        case Mapping():
            return tuple(sorted((words.get(str(k), str(k)), _translated(v, words)) for k, v in value.items()))
        case list() | tuple():
            return tuple(_translated(v, words) for v in value)
        case _:
            return value


# ---- lines


@dataclass(frozen=True, slots=True)
class Line:
    """Actions from the start of a game, by their numbers in game A, and the seed of chance."""

    seed: int
    actions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first difference on a line: the line up to it, the states there, and the states before the last action."""

    line: Line
    unlike: Unlike
    states: tuple[State, State]
    before: tuple[State, State] | None = None


def follow(judge: Judge, line: Line, is_deep: bool = True) -> Divergence | None:
    """The first difference on a line; None where there is none, or where the line cannot be played by both."""
    a, b = judge.engines
    states: tuple[State, State] = (a.initial_state(line.seed), b.initial_state(line.seed))
    before, is_same = None, True
    for count in range(len(line.actions) + 1):
        unlike = judge.compare(*states, is_deep=is_deep)
        if unlike is not None:
            return Divergence(Line(line.seed, line.actions[:count]), unlike, states, before)
        if count == len(line.actions):
            return None
        mine = line.actions[count]
        other = judge.vocabulary.among(mine, states[1].legal_actions())
        if states[0].is_terminal or mine not in states[0].legal_actions() or other == NONE:
            return None
        before = states
        states = (states[0].apply(mine), states[1].apply(other))
        if judge.has_chance:
            is_same = not judge.apart(states[0].position(), states[1].position())
            if not is_same:
                chance = judge.differ_by_chance(before, (mine, other))
                if chance is not None:
                    return Divergence(Line(line.seed, line.actions[: count + 1]), chance, states, before)
                if _has_outcomes(before[0], mine):
                    # the same chances, drawn differently: from here on there is nothing to compare
                    return None
    return None


def at_end(judge: Judge, line: Line, is_deep: bool = False) -> Divergence | None:
    """What differs at the end of a line; where chance has made the positions differ before, that, if it may do so in one
    game only. None where nothing differs, or the line cannot be played by both.
    """
    a, b = judge.engines
    states: list[tuple[State, State]] = [(a.initial_state(line.seed), b.initial_state(line.seed))]
    for mine in line.actions:
        one, two = states[-1]
        other = judge.vocabulary.among(mine, two.legal_actions())
        if mine not in one.legal_actions() or other == NONE:
            return None
        states.append((one.apply(mine), two.apply(other)))
    if judge.has_chance and len(states) > 1 and _is_apart(judge, states[-1]):
        low, high = 0, len(states) - 1  # alike at `low`, apart at `high`, unless the games begin apart
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if _is_apart(judge, states[middle]) else (middle, high)
        before, mine = states[low], line.actions[low]
        chance = judge.differ_by_chance(
            before, (mine, judge.vocabulary.among(mine, before[1].legal_actions()))
        )
        if chance is not None and not _is_apart(judge, before):
            return Divergence(Line(line.seed, line.actions[:high]), chance, states[high], before)
        if _has_outcomes(before[0], mine):
            return None  # the same chances, drawn differently: from there on there is nothing to compare
    unlike = judge.compare(*states[-1], is_deep=is_deep)
    return (
        None if unlike is None else Divergence(line, unlike, states[-1], states[-2] if line.actions else None)
    )


def _is_apart(judge: Judge, states: tuple[State, State]) -> bool:
    return bool(judge.apart(states[0].position(), states[1].position()))


def _has_outcomes(state: State, action: int) -> bool:
    return len(state.outcomes(action)) > 1


def _result(state: State) -> tuple[float, ...] | None:
    return tuple(state.returns) if state.is_terminal else None


def _mover(state: State) -> str:
    return str(state.engine.game.players[state.current_player].name)


def _score(name: str, scores: Sequence[Any] | None) -> str:
    return f"{name}: " + ", ".join(f"{s}" for s in scores or ())


def _said(value: object) -> str:
    match value:
        case None | ():
            return "nothing"
        case tuple():
            return " + ".join(v if isinstance(v, str) else _said(v) for v in value)
        case _:
            return str(value)


def _frozen(value: object) -> object:
    match value:
        case Mapping():
            return tuple(sorted((str(k), _frozen(v)) for k, v in value.items()))
        case list() | tuple():
            return tuple(_frozen(v) for v in value)
        case _:
            return value
