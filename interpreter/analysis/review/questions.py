"""Questions: what an author is asked about a situation, and the test case that their yes becomes.

A question asks what may be done in a position, all of it or what begins alike, what comes of an action, or how chance sets the game up. Its case names what the
question shows: also what some rival would do otherwise, so that `gdl test` notices each of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from gdl.core.traits import has, has_luck
from gdl.diagnostics.values import GameError
from interpreter.analysis.cases import is_passed
from interpreter.analysis.review import chances
from interpreter.analysis.review.chances import Odds
from interpreter.analysis.review.judging import Act, Look, Step, act_of
from interpreter.analysis.review.places import Place, apart, expected, places
from interpreter.analysis.review.rivals import Rival
from interpreter.analysis.review.situations import FEW_MOVES, Situation
from interpreter.engines.reference.engine import ReferenceState
from interpreter.positions.documents import Document, dumped, written

About: TypeAlias = Literal["legal", "result", "setup"]

LISTED = 24  # moves that a person goes through in one question
_ALL = 16  # moves that a case lists one by one; of more it names those that tell rivals apart, and how many there are
_NAMED = 8  # moves that a case of many names
_COMPARED = 16  # rivals whose positions are looked at for what a case expects
_DRAWS = 8  # other draws that show what chance decides
# what a position of a case does without, if nothing changes by that
_DROPPED = ("history", "seed", "result", "next")


@dataclass(frozen=True, slots=True)
class Question:
    """`acts`: the legal actions that are shown, by number, none where nothing of a group is legal; of a result the one that is done. `group`: what these begin with,
    empty where they are all. `after`: the position behind an action, of a result; `by_chance`: what chance decides in it, which is
    not asked about but for its `odds`."""

    about: About
    situation: Situation
    acts: tuple[int, ...]
    case: Mapping[str, Any]
    group: tuple[Any, ...] = ()
    after: ReferenceState | None = None
    by_chance: frozenset[Place] = frozenset()
    odds: Odds = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """A question that could be asked, the rivals that its answer excludes, by number, and how much there is to look at."""

    look: Look
    about: About
    rivals: frozenset[int]
    effort: float
    group: tuple[Any, ...] = ()
    step: int = 0


def group_of(act: Act) -> tuple[Any, ...]:
    """What actions begin with that are asked about together where there are many: the name, and of several choices the first."""
    return (act[0], *act[1][:1]) if len(act[1]) > 1 else (act[0],)


def options(look: Look) -> Iterator[Option]:
    """The questions that a situation offers, as far as its rivals were asked."""
    state = look.situation.state
    base = len(state.data.place) / 4 + look.situation.plies / 4
    if look.starts:
        yield Option(look, "setup", frozenset(look.starts), base + 6)
    groups: dict[tuple[Any, ...], list[Act]] = {}
    for act in look.legal:
        groups.setdefault(group_of(act), []).append(act)
    shown = sum(_lines(acts) for acts in groups.values())
    if shown <= LISTED:
        yield Option(look, "legal", frozenset(look.only), base + shown)
    else:
        for only in look.only.values():
            for act in sorted(only or (), key=repr):
                groups.setdefault(group_of(act), [])
        for group, acts in groups.items():
            some = {
                n for n, only in look.only.items() if only is None or any(group_of(a) == group for a in only)
            }
            if some:
                yield Option(look, "legal", frozenset(some), base + min(_lines(acts), LISTED), group)
    for i in range(len(look.steps)):
        if i in look.apart:
            yield Option(look, "result", frozenset(look.apart[i]), base + 6, step=i)


def _lines(acts: Sequence[Act]) -> int:
    """How many moves there are to read; what is said of many sites at once is read as a few."""
    return min(len(acts), 4) if acts and len(acts[0][1]) == 1 else len(acts)


def _decided_by_chance(state: ReferenceState, step: Step) -> frozenset[Place] | None:
    """What other draws would change behind an action; None where they decide whether and how the game ends."""
    if not state.game.has_chance:
        return frozenset()
    own, found = places(step.after.position()), set[Place]()
    for seed in range(_DRAWS):
        data = state.data.copy()
        data.seed = seed
        try:
            other = ReferenceState(state.engine, data).apply(step.number)
            if (other.is_terminal, other.returns) != (step.after.is_terminal, step.after.returns):
                return None
        except GameError:
            return None
        found.update(apart(own, places(other.position())))
    return frozenset(found)


def question(option: Option, rivals: Mapping[int, Rival]) -> Question | None:
    """The question of an option with its case; None where the case would not hold, or would ask nothing."""
    look, state = option.look, option.look.situation.state
    by_chance, odds = frozenset[Place](), chances.NONE
    if option.about == "setup":
        odds = chances.of_setup(state.engine)
        case = Document(dumped({"odds": chances.conditions(odds)}), "").value
        return Question("setup", look.situation, (), case, odds=odds)
    if option.about == "legal":
        acts = [n for act, n in look.legal.items() if not option.group or group_of(act) == option.group]
        asked = _about_legal(option, acts, rivals)
        after = None
    else:
        step = look.steps[option.step]
        acts, after = [step.number], step.after
        drawn = _decided_by_chance(state, step)
        if drawn is None:
            return None
        by_chance = drawn
        asked = _about_result(option, step, rivals, by_chance)
        if by_chance:
            odds = chances.of_action(state, step.number)
            asked |= {"odds": chances.conditions(odds)} if odds else {}
    for beginning in _beginnings(look.situation):
        case = {**beginning, **asked}
        if after is not None:
            case["after"] = [*beginning.get("after", ()), state.action_to_string(acts[0])]
        case = Document(dumped(_plain(case)), "").value
        if is_passed(state.engine, case):
            return Question(
                option.about, look.situation, tuple(acts), case, option.group, after, by_chance, odds
            )
    return None


def _beginnings(situation: Situation) -> Iterator[dict[str, Any]]:
    """How a case may come to a position, the shortest way first."""
    state, moves = situation.state, list(situation.moves)
    game = state.game
    is_drawn = has_luck(game)
    root = {} if situation.root is None else {"position": dict(situation.root)}
    if situation.is_start or (situation.plies <= FEW_MOVES and not (is_drawn and situation.root is None)):
        yield {**root, **({"after": moves} if moves else {})}
    position = state.position()
    fields = {k: v for k, v in (position.get("fields") or {}).items() if k not in _DROPPED}
    yield {"position": {k: v for k, v in {**position, "fields": fields}.items() if v}}
    yield {"position": {k: v for k, v in position.items() if v}}


def _plain(case: Mapping[str, Any]) -> Any:
    """A case of plain values, as YAML writes them."""
    return Document(written(case), "").value


def _about_legal(option: Option, acts: Sequence[int], rivals: Mapping[int, Rival]) -> dict[str, Any]:
    look, state = option.look, option.look.situation.state
    names = {n: state.action_to_string(n) for n in acts}
    surplus, missing = _only(option, rivals)
    asked: dict[str, Any] = {}
    if not option.group and len(acts) <= _ALL:
        asked["legal_exactly"] = list(names.values())
    elif option.group:
        asked |= {"legal": list(names.values())[:_ALL]} if acts else {}
    else:
        asked["legal"] = missing or list(names.values())[:1]
        asked["count"] = len(look.legal)
    if surplus and "legal_exactly" not in asked:
        asked["illegal"] = surplus
    wanted: list[Place] = [] if look.situation.root else [("to_move",)]
    if look.situation.is_start:
        wanted += _unlike_starts(state, [rivals[n] for n in sorted(option.rivals)])
    found = expected(places(state.position()), wanted)
    return {**({"expect": found} if found else {}), **asked}


def _only(option: Option, rivals: Mapping[int, Rival]) -> tuple[list[str], list[str]]:
    """The actions that rivals alone allow, and those that they lack, in notation."""
    look, state = option.look, option.look.situation.state
    surplus: dict[str, None] = {}
    missing: dict[str, None] = {}
    for number in sorted(option.rivals):
        only = look.only.get(number) or frozenset()
        fitting = {a for a in only if not option.group or group_of(a) == option.group}
        missing.update(
            dict.fromkeys(
                state.action_to_string(look.legal[a])
                for a in sorted(fitting & look.legal.keys(), key=repr)[:1]
            )
        )
        if fitting - look.legal.keys() and len(surplus) < _NAMED:
            other = ReferenceState(rivals[number].engine, state.data)
            there = [n for n, move in other.moves() if act_of(move) in fitting - look.legal.keys()]
            surplus.update(dict.fromkeys(map(other.action_to_string, there[:2])))
    return list(surplus)[:_NAMED], list(missing)[:_NAMED]


def _unlike_starts(state: ReferenceState, rivals: Sequence[Rival]) -> list[Place]:
    """Where the set-up of some rival puts something else."""
    own = places(state.position())
    found: dict[Place, None] = {}
    for rival in rivals:
        try:
            found.update(dict.fromkeys(apart(own, places(rival.engine.initial_state().position()))[:2]))
        except GameError:
            continue
    return list(found)


def _about_result(
    option: Option, step: Step, rivals: Mapping[int, Rival], by_chance: frozenset[Place]
) -> dict[str, Any]:
    state, after = option.look.situation.state, step.after
    now = places(after.position())
    wanted = dict.fromkeys(apart(now, places(state.position())))
    for number in sorted(option.rivals)[:_COMPARED]:
        other = ReferenceState(rivals[number].engine, state.data)
        try:
            same = next((n for n, move in other.moves() if act_of(move) == step.act), None)
            if same is not None:
                wanted.update(dict.fromkeys(apart(now, places(other.apply(same).position()))[:3]))
        except GameError:
            continue
    if after.is_terminal:
        wanted.pop(("to_move",), None)
    else:
        wanted[("to_move",)] = None
    found = expected(now, (place for place in wanted if place not in by_chance))
    return {**({"expect": found} if found else {}), **_ending(after)}


def _ending(after: ReferenceState) -> dict[str, Any]:
    if not after.is_terminal:
        return {"winner": "none"}
    if any(r not in (-1, 0, 1) for r in after.returns):
        return {"returns": [round(r, 9) if r % 1 else int(r) for r in after.returns]}
    names = [p.name for p, r in zip(after.game.players, after.returns, strict=True) if r > 0]
    return {"winner": names[0] if len(names) == 1 else names or "draw"}


class Starts:
    """How a game begins, as chance may set it up: several times where its odds can be asked about, else once."""

    def __init__(self, state: ReferenceState) -> None:
        self.odds = chances.of_setup(state.engine) if has(state.game.setup, "draws") else chances.NONE
        seeds = range(_DRAWS if self.odds else 1)
        self._own = [places(state.engine.initial_state(seed).position()) for seed in seeds]

    def are_unlike(self, rival: Rival) -> bool:
        """Whether the set-up of a rival puts something else."""
        try:
            return any(
                apart(own, places(rival.engine.initial_state(seed).position()))
                for seed, own in enumerate(self._own)
            )
        except GameError:
            return True
