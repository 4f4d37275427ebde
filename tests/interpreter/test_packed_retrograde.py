"""Positions as numbers, and what they are worth where they come again: by numbers it is as by states, one by one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import bundled
import numpy as np
import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.searching import Workbench, workbench
from interpreter.search.exact_search import Solver
from interpreter.search.packed_retrograde import Gathered, Stream, Unfit, best_place, gathered_from
from interpreter.search.running import NO_LIMIT, SearchError, Watch
from interpreter.search.solving import Limits, is_same_value, solve
from interpreter.shared.hashing import Random
from interpreter.shared.machine_interface import ONE, OPEN, WIN

pytestmark = pytest.mark.thorough

DOBUTSU = (
    (Path(__file__).parents[2] / "games" / "dobutsu_shogi.gdl")
    .read_text()
    .replace("repetition = true", "repetition = false")
)
LIMIT = re.compile(r"^limit longest moves: .*$", re.MULTILINE)


def small(limit: str = "", *pieces: str) -> State:
    """Dobutsu shogi with few pieces, on three by three."""
    setup = "\n".join(f"  place {p}" for p in ("lion of Forest on a1", "lion of Sky on c3", *pieces))
    begin, end = DOBUTSU.index("setup"), DOBUTSU.index("let ways")
    text, limits = LIMIT.subn(limit, f"{DOBUTSU[:begin]}setup\n{setup}\n\n{DOBUTSU[end:]}")
    assert limits == 1
    game, diagnostics = examine_source(Source("games/small.gdl", text.replace("3 x 4", "3 x 3")))
    assert game is not None, [d.message for d in diagnostics]
    return interpreter.engine(game, effort=0).initial_state()


def bench_of(state: State) -> Workbench:
    found = workbench(state.engine)
    assert found is not None
    return found


def room(state: State, bench: Workbench | None = None) -> Gathered:
    return gathered_from(bench or bench_of(state), state, Watch(), 16)


def number_of(state: State, bench: Workbench) -> int:
    return int(room(state, bench).record.arrays["codes"][0])


def some_states(state: State, games: int, longest: int, seed: int) -> Iterator[State]:
    random = Random(seed)
    for _ in range(games):
        at = state
        for _ in range(longest):
            actions = at.legal_actions()
            at = at.apply(actions[random.below(len(actions))])
            if at.is_terminal:
                break
            yield at


# ---- numbers


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("dobutsu_shogi", {"repetition": False}),
        ("mu_torere", {}),
        ("breakthrough", {"width": 4, "height": 5}),
        ("tic_tac_toe", {}),
        ("zola", {"size": 4}),
    ],
)
def test_what_follows_a_number_is_what_follows_its_state(name: str, options: dict[str, object]) -> None:
    """Also where a symmetry has laid the state onto another one."""
    state = bundled.engine(name, options=options).initial_state()
    bench = bench_of(state)
    for at in some_states(state, 2, 8, 5):
        gathered = room(at, bench)
        gathered.record["most"] = 1
        bench.run("retrograde.explore", gathered.record)
        known = gathered.record.arrays["codes"][: len(gathered)].tolist()
        following = [at.apply(action) for action in at.legal_actions()]
        if int(gathered.record.arrays["marks"][0]) == OPEN:
            wanted = {number_of(s, bench) for s in following if not s.is_terminal}
            assert set(known[1:]) | {known[0]} == wanted | {known[0]}


def test_what_does_not_fit_is_refused() -> None:
    for name in ("kalah",):
        with pytest.raises(Unfit):
            room(bundled.engine(name).initial_state())


# ---- what they are worth


def key_of(state: State) -> str:
    position = state.position()
    position["fields"] = {k: v for k, v in position["fields"].items() if k not in ("turn", "moves")}
    return json.dumps(position, sort_keys=True)


def worths(state: State) -> Iterator[tuple[State, int, int]]:
    """All positions that can be reached and are not over: what each is worth to who acts there, and in how many actions, by plain
    repetition. The players act in turn."""
    numbers, states = {key_of(state): 0}, [state]
    ends, following = list[list[int]](), list[list[int]]()
    for at in states:  # which grows while it is read
        children = [at.apply(action) for action in at.legal_actions()]
        ends.append([int(c.returns[at.current_player]) for c in children if c.is_terminal])
        following.append([])
        for child in children:
            if not child.is_terminal:
                number = numbers.setdefault(key_of(child), len(states))
                states += [child] if number == len(states) else []
                following[-1].append(number)
    known = dict[int, tuple[int, int]]()
    for layer in range(1, len(states)):
        fresh = dict[int, tuple[int, int]]()
        for i, children in enumerate(following):
            if i not in known:
                best = max([*ends[i], *(-known[c][0] if c in known else 0 for c in children)])
                fresh |= {i: (best, layer)} if best else {}
        known |= fresh
        if not fresh:
            break
    for i, at in enumerate(states):
        yield at, *known.get(i, (0, 0))


def test_each_position_is_worth_what_plain_repetition_says() -> None:
    state = small("", "giraffe of Forest on a2")
    bench = bench_of(state)
    gathered = room(state, bench)
    gathered.solve(NO_LIMIT)
    while gathered.settled() or gathered.record["layer"] < 3:
        gathered.record["layer"] += 1
    places = {int(c): k for k, c in enumerate(gathered.record.arrays["codes"][: len(gathered)])}
    seen = 0
    for at, value, length in worths(state):
        place = places.get(number_of(at, bench))
        if place is not None:
            mark = int(gathered.record.arrays["marks"][place])
            assert (mark if mark == OPEN else abs(mark) - WIN) == length
            assert (mark > OPEN) - (mark < OPEN) == value
            seen += 1
    assert seen > len(places)  # all of them, and those that a symmetry lays onto them
    assert gathered.prove() < len(gathered)


@pytest.mark.parametrize("room_in_memory", [0, 1 << 20])
def test_what_follows_may_lie_in_a_file(room_in_memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.search.packed_retrograde.PART", 1 << 12)
    state = small("", "hen of Forest on b1", "hen of Sky on b3")
    gathered = room(state)
    gathered.stream.room = room_in_memory
    assert gathered.solve(NO_LIMIT) == ONE
    assert len(gathered.stream.parts) == 3
    assert (gathered.length, len(gathered)) == (9, 3422)
    gathered.close()


def test_too_little_memory_is_said_with_what_gives_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in ("_FIRST", "_FILLED"):
        monkeypatch.setattr(f"interpreter.search.packed_retrograde.{size}", 1 << 10)
    state = small("", "hen of Forest on b1", "hen of Sky on b3")  # 3,422 positions
    with pytest.raises(SearchError, match=r"positions can be reached: 16 MB .* `--memory` gives more"):
        room(state).solve(NO_LIMIT)


def test_parts_are_what_was_written() -> None:
    stream, to = Stream(5), np.zeros(8, np.int32)
    for first in (1, 2, 3):
        stream.append(np.arange(first, first + 4, dtype=np.int32))
    assert stream.in_memory == 4
    for number in (2, 0):
        stream.replace(number, np.array([7, number], np.int32))
    found = [to[: stream.read(number, to)].tolist() for number in range(3)]
    assert found == [[7, 0], [2, 3, 4, 5], [7, 2]]
    stream.close()


def test_what_is_kept_goes_on_in_the_middle_of_a_layer() -> None:
    state = small("", "hen of Forest on b1", "hen of Sky on b3")
    first = room(state)
    with pytest.raises(SearchError, match="stopped after 2000 positions"):
        first.solve(2_000)
    second = room(state)
    second.restore(first.half())
    assert second.looked_at == 2_000
    second.explore(NO_LIMIT)
    for _ in range(4):
        second.settled()
        second.record["layer"] += 1
    second.record["layer"] -= 1  # as if it had been stopped in the layer that was read last
    third = room(state)
    third.restore(second.half())
    assert third.solve(NO_LIMIT) == ONE
    assert (third.length, len(third)) == (9, 3422)
    assert third.prove() == 57


def test_a_proof_notices_what_is_wrong() -> None:
    state = small("", "hen of Forest on b1", "hen of Sky on b3")
    gathered = room(state)
    gathered.solve(NO_LIMIT)
    marks = gathered.record.arrays["marks"]
    marks[1 : len(gathered)] = -marks[1 : len(gathered)]
    with pytest.raises(SearchError, match="does not prove"):
        gathered.prove()
    drawn = room(small("", "giraffe of Forest on a2", "giraffe of Sky on c2"))
    assert drawn.solve(NO_LIMIT) == 0
    assert drawn.prove() > 100
    drawn.record.arrays["marks"][0] = WIN + 3
    with pytest.raises(SearchError, match="does not prove"):
        drawn.prove()


def test_the_best_action_wins_soonest_or_loses_latest() -> None:
    assert best_place([-WIN - 2, 0, WIN + 6, WIN + 4, 1]) == 3
    assert best_place([-WIN - 2, 0, -WIN - 4]) == 1
    assert best_place([-WIN - 2, -WIN - 4]) == 1


# ---- games that end after so many actions


def test_who_needs_more_actions_than_are_left_does_not_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """As alpha-beta says, which tells positions apart by the number of actions so far."""
    for actions in (6, 7):
        state = small(f"limit {actions} moves: draw", "chick of Forest on a2")
        searched = Solver(bench_of(state), 2, 16, NO_LIMIT, Watch()).value(state)
        with monkeypatch.context() as m:
            m.setattr("interpreter.search.solving.TRIED", 1)
            m.setattr("interpreter.search.solving.NEAR", 0)
            m.setattr("interpreter.search.solving.ENDING", 0)
            found = solve(state, Limits(megabytes=16, proves=True))
        assert found.method == "retrograde"
        assert ONE * found.returns[0] == searched == (ONE if actions >= 7 else 0)
        assert is_same_value(state, found)
        assert found.proof == 26


@pytest.mark.slow
def test_dobutsu_shogi_is_won_by_the_second_player() -> None:
    """With the 78th action, as Tanaka has found ("An analysis of a board game Doubutsu Shogi", 2009). It takes minutes and 5 GB."""
    state = interpreter.engine(bundled.load("dobutsu_shogi", {"repetition": False})).initial_state()
    found = solve(state, Limits(megabytes=4_800, proves=True))
    assert (found.returns, found.method) == ((-1.0, 1.0), "retrograde")
    assert found.positions == 213_993_386
    assert len(found.line) == 78
    assert found.proof < 2_000_000
    assert is_same_value(state, found)
