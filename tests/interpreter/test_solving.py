"""`solve` gives the value of best play, with and without positions that come again."""

import json
from dataclasses import replace
from pathlib import Path

import bundled
import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.searching import workbench
from interpreter.positions.documents import read_state
from interpreter.search.clocks import without_clocks
from interpreter.search.exact_search import PROOFS, Cyclic, Solver
from interpreter.search.forced_wins import ForcedWins
from interpreter.search.retrograde import gather, rank
from interpreter.search.running import NO_LIMIT, SearchError, Watch
from interpreter.search.solving import Limits, is_same_value, solve, written
from interpreter.shared.machine_interface import ONE

pytestmark = pytest.mark.thorough

SMALL = Limits(megabytes=16)


def initial(name: str, **options: object) -> State:
    return bundled.engine(name, options=options).initial_state()


def initial_of(text: str) -> State:
    game, diagnostics = examine_source(Source("test.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    return interpreter.engine(game, effort=0).initial_state()


def searched(state: State, known: dict[str, float]) -> float:
    """What the first player gets, by plain search."""
    if state.is_terminal:
        return state.returns[0]
    position = state.position()
    position["fields"] = {k: v for k, v in position["fields"].items() if k not in ("turn", "moves")}
    key = json.dumps(position, sort_keys=True, default=str)
    if key not in known:
        values = [searched(state.apply(a), known) for a in state.legal_actions()]
        known[key] = max(values) if state.current_player == 0 else min(values)
    return known[key]


def by_proofs(state: State) -> Solver:
    bench = workbench(state.engine)
    assert bench is not None
    solver = Solver(bench, 2, 16, NO_LIMIT, Watch())
    solver.methods = (PROOFS,)
    return solver


@pytest.mark.parametrize(
    ("name", "options", "begun"),
    [
        ("hex", {"size": 3}, 0),
        ("black_path", {"size": 4}, 0),
        ("dots_and_boxes", {"width": 2, "height": 1}, 0),
        ("tic_tac_toe", {}, 2),
    ],
)
def test_the_value_is_that_of_plain_search(name: str, options: dict[str, object], begun: int) -> None:
    """By alpha-beta, and by proof numbers alone."""
    state, known = initial(name, **options), dict[str, float]()
    for _ in range(begun):
        state = state.apply(state.legal_actions()[0])
    solver = by_proofs(state)
    for action in state.legal_actions():
        following = state.apply(action)
        if not following.is_terminal:
            found, wanted = solve(following, SMALL), searched(following, known)
            assert found.returns[0] == wanted
            assert is_same_value(following, found)
            value = solver.value(following)
            assert value == ONE * wanted
            line = tuple(solver.line(following, value))
            assert is_same_value(following, replace(found, line=line))


def test_proof_numbers_see_that_a_position_comes_again() -> None:
    state = initial_of(CIRCLE.replace("GOAL", "4"))
    with pytest.raises(Cyclic):
        by_proofs(state).value(state)


def test_searches_take_turns_until_one_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alpha-beta alone takes 63,551 positions, proof numbers 14,784."""
    monkeypatch.setattr("interpreter.search.exact_search.TURN", 20_000)
    monkeypatch.setattr("interpreter.search.solving.NEAR", 0)
    state = initial("hex", size=4)
    found = solve(state, SMALL)
    assert (found.returns, found.method) == ((1.0, -1.0), "proof numbers")
    assert found.positions < 150_000
    assert is_same_value(state, found)


def test_best_play_is_legal_and_leads_to_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.search.solving.NEAR", 0)
    state = initial("black_path", size=4)
    found = interpreter.solve(state, SMALL)
    assert found.returns == (1.0, -1.0)
    assert found.method == "alpha-beta"
    assert len(written(state, found.line)) == len(found.line) > 0
    assert is_same_value(state, found)
    assert solve(state, SMALL, salt=5).returns == found.returns


def test_answers_that_have_cut_off_before_come_first() -> None:
    """Without what is learnt about answers, and random games for the first actions, it takes 8,194 positions."""
    found = solve(initial("connect_four", width=4, height=4), SMALL)
    assert found.returns == (0.0, 0.0)
    assert found.positions < 6_500


CIRCLE = """\
game "Circle"
players A, B
board square 5 x 1
kinds stone
setup place stone of A on a1
field steps of game: 0..1 = 0
action left
  choose s in sites where s is stone and not (step(s, west) = none)
  do for p in pieces where site(p) = s do move p to step(s, west)
action right
  choose s in sites where s is stone and not (step(s, east) = none)
  do for p in pieces where site(p) = s do move p to step(s, east)
turn: left or right
end A wins when some s in sites: s is stone and file(s) = GOAL
"""


@pytest.mark.parametrize(
    ("fen", "white", "actions"),
    [
        ("k7/8/8/8/3K4/8/8/7Q w - - 0 1", 1.0, 7),
        ("k7/8/8/8/3K4/8/8/7Q b - - 0 1", 1.0, 8),
        ("7r/8/8/8/8/3k4/8/K7 b - - 0 1", -1.0, 3),
    ],
)
def test_a_win_that_is_forced_in_a_few_moves_is_shown_as_best_play(
    fen: str, white: float, actions: int
) -> None:
    """Mate in 4 by queen and in 2 by rook; who loses holds out as long as they can."""
    state = read_state(bundled.engine("chess"), fen)
    found = solve(state, SMALL)
    assert (found.returns, len(found.line), found.is_best) == ((white, -white), actions, True)
    assert is_same_value(state, found)


@pytest.mark.parametrize(
    ("fen", "players", "longest"),
    [
        ("8/8/8/8/8/3k4/8/R3K3 w - - 0 1", (0, 1), (31, 32)),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", (0, 1), (19, 20)),
    ],
)
def test_endings_are_gathered_without_clocks_and_repetition(
    fen: str, players: tuple[int, int], longest: tuple[int, int]
) -> None:
    """A rook mates in 16 moves at most, and a queen in 10: numbers that every book of endings has."""
    state = read_state(bundled.engine("chess"), fen)
    left = without_clocks(state.engine.game)
    assert left is not None
    assert [end.result.name for end in left.ends] == ["fifty-move rule", "threefold repetition"]
    position = state.position()
    bench = workbench(interpreter.engine(left.game))
    assert bench is not None
    ranked = rank(gather(bench, interpreter.engine(left.game).state(position), Watch(), 1024))
    won = ranked.values == ONE
    assert tuple(int(ranked.lengths[won & (ranked.graph.movers == p)].max()) for p in players) == longest
    found = solve(state)
    assert (found.returns, found.method, found.is_best) == ((1.0, -1.0), "retrograde", True)
    assert len(found.line) == ranked.lengths[0]
    assert is_same_value(state, found)


HUNT = """game "Hunt"
players Red, Blue
board square WIDTH x 3
kinds man
field quiet of game: 0..60
setup
  place man of Red on a1
  place man of Red on b1
  place man of Blue on c3
move step by man
  line orthogonal up to 1: empty | enemy
turn: step else pass
settle
  quiet := min(quiet + 1, 60)
end
  draw when quiet = MOST
  mover wins when no enemy pieces
position same: pieces, mover
end draw when repeated(same) = 2
"""


@pytest.mark.parametrize(("width", "most"), [(4, 5), (4, 6), (4, 9), (5, 7), (5, 8), (5, 12)])
def test_a_draw_by_a_clock_cuts_short_what_takes_longer(width: int, most: int) -> None:
    """What is found without the clock is what a search finds with it: a win in as many moves, and none where time is too short."""
    state = initial_of(HUNT.replace("WIDTH", str(width)).replace("MOST", str(most)))
    bench = workbench(state.engine)
    assert bench is not None
    needed = {4: 5, 5: 7}[width]  # actions
    found = solve(state, Limits(megabytes=64, positions=200_000))
    search = ForcedWins(bench, 0, Watch())
    assert search.is_won(state, (needed + 1) // 2) == (needed < most) == (found.returns == (1.0, -1.0))
    assert not search.is_won(state, needed // 2)
    assert found.returns in ((1.0, -1.0), (0.0, 0.0))
    if needed < most:
        assert len(found.line) == needed


@pytest.mark.parametrize(
    ("change", "is_left"),
    [
        (("quiet := min(quiet + 1, 60)", "quiet := quiet + 1"), True),
        (("quiet := min(quiet + 1, 60)", "quiet := 0 if captures > 0 else quiet + 1"), True),
        (("draw when quiet = MOST", "Blue wins when quiet = MOST"), False),
        (("turn: step else pass", "turn: step else pass\nrequire repeated(same) = 0"), False),
        (("empty | enemy", "empty | enemy\n  where repeated(same) < 2"), False),
        (
            ("quiet := min(quiet + 1, 60)", "for s in sites where s is man do quiet := min(quiet + 1, 60)"),
            False,
        ),
        (("quiet := min(quiet + 1, 60)", "quiet := (quiet * 3 + 1) mod 60"), False),
    ],
)
def test_clocks_are_left_aside_only_where_rules_count_and_end_in_draws(
    change: tuple[str, str], is_left: bool
) -> None:
    text = HUNT.replace("WIDTH", "4").replace(*change).replace("MOST", "9")
    if "Blue wins" in text or "for s in" in text or "mod" in text:
        text = text.replace("end draw when repeated(same) = 2\n", "").replace(
            "position same: pieces, mover\n", ""
        )
    left = without_clocks(initial_of(text).engine.game)
    assert (left is not None) == is_left


def test_a_clock_may_come_to_its_end_only_after_so_many_actions() -> None:
    state = initial_of(HUNT.replace("WIDTH", "4").replace("MOST", "9"))
    left = without_clocks(state.engine.game)
    assert left is not None
    assert [left.never_cuts(state, n, 1) for n in (0, 8, 9)] == [True, True, False]
    assert not left.never_cuts(state, 8, 2)  # a position that is there twice is a draw


def test_play_that_never_ends_is_a_draw_unless_somebody_can_force_more() -> None:
    drawn = initial_of(CIRCLE.replace("GOAL", "4"))
    found = solve(drawn, SMALL)
    assert (found.returns, found.method) == ((0.0, 0.0), "retrograde")
    won = initial_of(CIRCLE.replace("GOAL", "2"))
    assert solve(won, SMALL).returns == (1.0, -1.0)


@pytest.mark.parametrize(
    ("name", "reason"), [("kuhn_poker", "hides something"), ("pig", "chance"), ("yavalath", "3 players")]
)
def test_what_has_no_value_is_refused(name: str, reason: str) -> None:
    options = {"players": 3} if name == "yavalath" else {}
    with pytest.raises(SearchError, match=reason):
        solve(initial(name, **options), SMALL)


def test_a_search_stops_when_its_time_is_up() -> None:
    with pytest.raises(SearchError, match=r"stopped after \d+ positions"):
        solve(initial("connect_four"), Limits(Watch(seconds=0.2), megabytes=16))


def test_progress_is_told() -> None:
    told: list[int] = []
    with pytest.raises(SearchError):
        solve(initial("connect_four"), Limits(Watch(0.3, told.append), 16))
    assert told == sorted(told)
    assert told[-1] > 0


@pytest.fixture
def own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory of data in which nobody has kept anything."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))


@pytest.mark.parametrize("method", ["alpha-beta", "retrograde"])
def test_a_stopped_solution_goes_on_from_its_file(method: str, tmp_path: Path, own_data: None) -> None:
    if method == "alpha-beta":
        state = initial("connect_four", width=4, height=4)
    else:
        state = initial_of(CIRCLE.replace("GOAL", "26").replace("5 x 1", "26 x 1"))
    whole = solve(state, SMALL)
    part, stops, found = replace(SMALL, positions=whole.positions // 3, keep=tmp_path / "half"), 0, None
    while found is None and stops < 9:
        try:
            found = solve(state, part)
        except SearchError as error:
            assert "stopped after" in str(error)
            assert [path.name for path in tmp_path.iterdir()] == ["half"]
            stops += 1
    assert found is not None
    assert (found.returns, found.method) == (whole.returns, whole.method) == ((0.0, 0.0), method)
    assert stops > 1
    assert not list(tmp_path.iterdir())
    assert is_same_value(state, found)


def test_a_file_of_another_position_is_refused(tmp_path: Path, own_data: None) -> None:
    state, keep = initial("connect_four", width=4, height=4), tmp_path / "half"
    limits = Limits(megabytes=16, positions=3_000, keep=keep)
    with pytest.raises(SearchError, match="stopped after"):
        solve(state, limits)
    with pytest.raises(SearchError, match="another position"):
        solve(state.apply(state.legal_actions()[0]), limits)
    with pytest.raises(SearchError, match="more memory"):
        solve(initial("connect_four", width=4, height=4), replace(limits, megabytes=0))
    keep.write_text("nothing")
    with pytest.raises(SearchError, match="cannot be read"):
        solve(state, limits)


def test_a_file_that_somebody_else_made_or_changed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, keep = initial("connect_four", width=4, height=4), tmp_path / "half"
    limits = Limits(megabytes=16, positions=3_000, keep=keep)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "mine"))
    with pytest.raises(SearchError, match="stopped after"):
        solve(state, limits)
    kept = keep.read_bytes()
    for at in (0, 40, len(kept) // 2, len(kept) - 1):
        keep.write_bytes(kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :])
        with pytest.raises(SearchError, match="cannot be read"):
            solve(state, limits)
    keep.write_bytes(kept)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "yours"))
    with pytest.raises(SearchError, match="stopped here"):
        solve(state, limits)
    (tmp_path / "nowhere").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nowhere"))
    with pytest.raises(SearchError, match="no directory of your own"):
        solve(state, limits)
    assert keep.read_bytes() == kept
