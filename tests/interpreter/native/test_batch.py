"""A batch is its games played one by one: on the bundled games, and where the machine code gives up."""

from collections import Counter
from random import Random

import bundled
import numpy as np
import pytest
from lockstep import checked
from small import SMALL

from gdl.core.rules import ways_to_end
from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Batch, Engine
from interpreter.engines.batches import draw
from interpreter.engines.errors import IllegalAction
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.batch import NativeBatch, plain
from interpreter.engines.native.state import NativeState
from interpreter.engines.reference.batch import PlainBatch
from interpreter.shared.hashing import Random as Seeds

NAMES = bundled.in_layers(bundled.one_of_each_family())
ROWS = 4


def engine(name: str, is_checked: bool = False) -> NativeEngine:
    return bundled.native(name, checked=is_checked)


def small(name: str) -> NativeEngine:
    """The checked build of a game with its small options, which lock step makes as well."""
    return bundled.native(name, SMALL.get(name, {}), True)


def listed(state: NativeState) -> list[int]:
    """The legal actions in the engine's own order."""
    return [] if state.is_terminal else [number for number, _ in state.listed()]


def compare(batch: Batch, native: NativeEngine, states: list[NativeState]) -> list[list[int]]:
    """Asks all about a batch, and the same of single states; gives each row's actions."""
    lists = [listed(s) for s in states]
    assert batch.current_player.tolist() == [s.current_player for s in states]
    assert batch.is_terminal.tolist() == [s.is_terminal for s in states]
    assert batch.returns.tolist() == [s.returns for s in states]
    assert batch.counts.tolist() == [len(found) for found in lists]
    numbers = [a for found in lists for a in found]
    if all(n < 1 << 63 for a in native.game.actions for n in native.calls.numbers.span(a)):
        counts, flat = batch.legal()
        assert flat.dtype == counts.dtype == np.int64
        assert flat.tolist() == numbers
    assert [batch.actions(row) for row in range(len(batch))] == lists
    assert [batch.state(row) for row in range(len(batch))] == states
    looked_at(batch, plain(native, states))
    return lists


def looked_at(batch: Batch, plain: PlainBatch) -> None:
    """Board and fields are those of the single states."""
    mine, theirs = batch.board(full=True), plain.board(full=True)
    assert np.array_equal(mine.owners, theirs.owners)
    assert np.array_equal(mine.kinds, theirs.kinds)
    for field in batch.game.fields.values():
        found, wanted = batch.field(field.name, full=True), plain.field(field.name, full=True)
        assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
        matters = mine.kinds >= 0 if field.holder == "piece" else np.full(found.shape, True)
        assert np.array_equal(found[matters], wanted[matters]), field.name


def play(native: NativeEngine, plies: int, seed: int = 3) -> None:
    batch, seeds, random = native.batch(ROWS, seed), Seeds(seed), Random(seed)
    states = [native.initial_state(seeds.below(1 << 32)) for _ in range(ROWS)]
    for _ in range(plies):
        lists = compare(batch, native, states)
        if not any(lists):
            break
        places = [random.randrange(len(found)) if found else 99 for found in lists]
        batch.step(places)
        states = [
            s.apply(found[k]) if found else s for s, found, k in zip(states, lists, places, strict=True)
        ]
    assert isinstance(batch, NativeBatch)
    violation = batch.code.machine.take_violation()
    assert not violation, f"the machine code left its memory: {violation}"


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_plays_what_single_states_play(name: str) -> None:
    play(small(name), 24)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_batch_plays_whole_games_as_single_states_do(name: str) -> None:
    play(engine(name, True), 2000, seed=8)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_and_begin_anew(name: str) -> None:
    native = small(name)
    batch = native.batch(32, seed=5)
    begun = batch.begun_with.copy()
    for k in range(30):
        batch.step_random(k)
    planes_are_those_of_single_states(native, batch)
    over = np.flatnonzero(batch.is_terminal)
    before = [batch.state(int(row)).position() for row in over]
    batch.step_random(99)  # finished games stay as they are
    assert [batch.state(int(row)).position() for row in over] == before
    batch.reset()
    at_once = {native.initial_state(int(batch.begun_with[row])).is_terminal for row in over}
    assert not batch.is_terminal.any() or True in at_once
    for row in over[:3]:
        assert batch.begun_with[row] != begun[row]
        assert batch.state(int(row)) == native.initial_state(int(batch.begun_with[row]))


def planes_are_those_of_single_states(native: NativeEngine, batch: Batch) -> None:
    few = [s for row in range(3) if isinstance(s := batch.state(row), NativeState)]
    player = len(native.game.players) - 1
    assert np.array_equal(native.batch_of(few).planes(player), plain(native, few).planes(player))


@pytest.mark.parametrize("name", ["zola", "kuhn_poker", "english_draughts", "oware", "zarcana"])
def test_both_engines_have_batches(name: str) -> None:
    native = engine(name)
    mine, theirs = native.batch(3, seed=2), native.reference.batch(3, seed=2)
    for _ in range(6):
        assert mine.current_player.tolist() == theirs.current_player.tolist()
        assert mine.returns.tolist() == theirs.returns.tolist()
        assert mine.counts.tolist() == theirs.counts.tolist()
        lists = [theirs.actions(row) for row in range(3)]
        wanted = [found[len(found) // 2] if found else None for found in lists]
        assert [sorted(mine.actions(row)) for row in range(3)] == lists
        mine.step([mine.actions(r).index(a) if a is not None else 0 for r, a in enumerate(wanted)])
        theirs.step([len(found) // 2 for found in lists])
        looked_at(mine, theirs)  # type: ignore[arg-type]


ENDS = """players Red, Blue
field n of game: 0..9
action go
  choose i in 1..6
  do n := i
     if i = 6 do end "six" draw
action rest
turn: go if n < 5 else "stuck" lose if turn mod 2 = 0 else "dry" draw
end
  "four" Red wins when n = 4
  Blue wins when n = 3
limit 4 moves: "time" draw
"""


def test_a_batch_knows_in_which_way_a_game_has_ended() -> None:
    game, _ = examine_source(Source("ends.gdl", ENDS))
    assert game is not None
    native = NativeEngine(game)
    batch, ways = native.batch(200, seed=3), ways_to_end(game)
    found = Counter[str]()
    for ply in range(5):
        rows = [row for row in range(200) if not batch.is_terminal[row]]
        places = draw(Seeds(ply), batch.counts)
        acts = [sorted(batch.actions(row))[places[row]] if row in rows else None for row in range(200)]
        states = {row: native.reference.state(batch.state(row).position()).apply(acts[row]) for row in rows}  # type: ignore[arg-type]
        batch.step([batch.actions(row).index(a) if a is not None else 0 for row, a in enumerate(acts)])
        by_itself = plain(native.reference, list(states.values())).ended_by.tolist()
        assert batch.ended_by[rows].tolist() == by_itself
        found.update(ways[way].label for way in by_itself if way >= 0)
    assert set(found) == {"four", "n = 3", "stuck", "dry", "six", "time"}


def test_a_batch_of_states_goes_on_from_them() -> None:
    native = engine("zola")
    state = native.initial_state()
    states = [state]
    for _ in range(3):
        states.append(states[-1].apply(states[-1].legal_actions()[0]))
    compare(native.batch_of(states), native, states)


def test_the_same_seed_plays_the_same() -> None:
    native = engine("pig")
    found = []
    for _ in range(2):
        batch = native.batch(50, seed=7)
        for k in range(20):
            batch.step_random(k)
        found.append([bytes(batch.state(row)) for row in range(50)])
    assert found[0] == found[1]


def test_numbers_are_drawn_as_the_engines_draw_them() -> None:
    counts = np.array([1, 5, 1000, 1 << 32, 3, 0])
    one, other = Seeds(12), Seeds(12)
    assert draw(one, counts).tolist() == [other.below(int(n)) for n in counts]
    assert draw(one, counts).tolist() == [other.below(int(n)) for n in counts]


# ---- what is refused


def test_a_place_that_is_not_there_changes_nothing() -> None:
    batch = engine("connect_four").batch(3, seed=1)
    before = [batch.state(row) for row in range(3)]
    for places, row in (([0, 7, 0], 1), ([0, 0, -1], 2)):
        with pytest.raises(
            IllegalAction, match=f"row {row}: there is no action with the place .*7 are legal"
        ):
            batch.step(places)
        assert [batch.state(row) for row in range(3)] == before


@pytest.mark.parametrize("places", [[0, 0], [0.5, 0.0, 0.0], 3, [[0, 0, 0]]])
def test_places_of_another_form_are_refused(places: object) -> None:
    with pytest.raises(ValueError, match="a whole number for each of the 3 rows"):
        engine("connect_four").batch(3).step(places)  # type: ignore[arg-type]


def test_rows_that_are_not_there_are_refused() -> None:
    batch = engine("connect_four").batch(3)
    with pytest.raises(IndexError, match="there is no row 3; there are 3"):
        batch.reset([3])
    with pytest.raises(ValueError, match="a truth for each of the 3 rows"):
        batch.reset(np.array([True]))
    with pytest.raises(ValueError, match="whole numbers"):
        batch.reset([0.5])


def test_what_is_hidden_is_told_only_on_demand() -> None:
    batch = engine("geister").batch(2)
    with pytest.raises(ValueError, match="pass full=True"):
        batch.board()
    assert batch.board(full=True).kinds.shape == (2, 36)
    assert engine("zola").batch(2).board().owners.shape == (2, 36)
    with pytest.raises(KeyError, match="has no field `nothing`"):
        batch.field("nothing")


def test_numbers_of_more_than_64_bits_are_never_cut() -> None:
    batch = engine("english_draughts").batch(2)
    for k in range(60):
        try:
            _, numbers = batch.legal()
        except OverflowError as error:
            assert "choose by places" in str(error)
            assert max(batch.actions(0) + batch.actions(1)) >= 0
            return
        assert numbers.tolist() == batch.actions(0) + batch.actions(1)
        batch.step_random(k)
    raise AssertionError("no jump was met")


def test_no_rows_are_a_batch_too() -> None:
    batch = engine("zola").batch(0)
    batch.step([])
    batch.step_random(1)
    assert batch.returns.shape == (0, 2)
    assert [part.tolist() for part in batch.legal()] == [[], []]


# ---- where machine code gives up

BOARD = "board square 3 x 4\n"
HEAD = """game "Found"
players Red, Blue
kinds man, king
setup
  place man of Red on a1
  place king of Blue on c3
"""
PUT = "action put\n  choose s in sites where s is empty\n  do\n    place man of mover on s\n    {}\n"
END = "turn: {} or pass\nlimit 8 moves: draw\n"


def own(text: str) -> NativeEngine:
    game = checked(text)
    assert game is not None
    return NativeEngine(game, checked=True, effort=0)


def test_a_rule_that_goes_wrong_stops_its_row_alone() -> None:
    native = own(
        BOARD + HEAD + "field n of game: 0..3\n" + PUT.format("if s = c4 do n := n + 7") + END.format("put")
    )
    batch = native.batch(3)
    site = native.game.board.sites.index(next(s for s in native.game.board.sites if s.name == "c4"))
    places = [batch.actions(0).index(a) for a in batch.actions(0)]
    bad = next(p for p in places if native.initial_state().action_sites(batch.actions(0)[p]) == (site,))
    good = next(p for p in places if p != bad)
    before = batch.state(1)
    with pytest.raises(GameError):
        batch.step([good, bad, good])
    assert batch.state(1) == before
    assert batch.state(0) == batch.state(2) != before
    batch.step([0, good, 0])  # it goes on
    assert batch.state(1) == before.apply(batch.engine.batch(1).actions(0)[good])


def test_states_that_do_not_fit_are_in_it_too() -> None:
    native = own(
        "board square 2 x 2 stacking\n" + HEAD.replace("a1", "a2").replace("c3", "b2")
        + "action put\n  choose s in sites\n  do place man of mover on s\n" + END.format("put")
    )  # fmt: skip
    many = native.compiled.facts.pieces.capacity + 5
    states = [
        native.initial_state(),
        native.state({"to_move": "Red", "pieces": {"a1": ["Red man"] * many}}),
        native.state({"to_move": "Red", "pieces": {"a1": ["Red man"] * (many - 6)}}),
    ]
    batch = native.batch_of(states)
    for _ in range(3):
        lists = compare(batch, native, states)
        batch.step([len(found) - 1 for found in lists])
        states = [s.apply(found[-1]) for s, found in zip(states, lists, strict=True)]
    batch.reset([1])
    assert batch.state(1) == native.initial_state()


def test_lists_that_are_too_long_are_made_by_the_reference_engine() -> None:
    native = own(
        "board square 8 x 8\n" + HEAD
        + "action pair\n  choose s in sites\n  choose t in sites\n  choose u in sites where file(u) < 2\n"
        "  do if s is empty do place man of mover on s\n" + END.format("pair")
    )  # fmt: skip
    batch, state = native.batch(1), native.initial_state()
    assert batch.counts.tolist() == [len(state.legal_actions())]
    assert batch.legal()[1].tolist() == batch.actions(0)
    batch.step([5])
    assert batch.state(0) == state.apply(listed(state)[5])


def test_what_has_no_machine_code_has_plain_batches() -> None:
    native = own(
        BOARD
        + HEAD
        + PUT.format("")
        + "prefer most count({x / 2 for x in {turn, count(pieces)}})\n"
        + END.format("put")
    )
    batch = native.batch(2)
    assert isinstance(batch, PlainBatch)
    batch.step([0, 1])
    first = native.initial_state()
    assert [batch.state(k) for k in (0, 1)] == [first.apply(a) for a in first.legal_actions()[:2]]


def test_an_engine_without_machine_code_of_its_own_gives_batches() -> None:
    made: Engine = bundled.reference("tic_tac_toe")
    batch = made.batch(2, seed=1)
    while not batch.is_terminal.all():
        batch.step_random(1)
    assert abs(batch.returns.sum()) <= 2
