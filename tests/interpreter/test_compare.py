"""Comparing two games, and matches of two bots."""

import bundled
import pytest
from matches import match

import interpreter
from interpreter.analysis.compare import Row, endless, fairness, games_for, rows, together, warnings
from interpreter.analysis.intervals import Estimate, Share
from interpreter.analysis.lockstep.search import Difference, explore
from interpreter.analysis.samples import Played, RandomGames, Sample, points
from interpreter.engines.base import Engine
from interpreter.play.bots import RandomBot, Seat
from interpreter.play.contest import GamesOfBot, play_game, seatings
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

ENDS = """game "Ends"
players First, Second
board square 3 x 1
kinds stone
option last = 2 from 2, 3
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put
end mover wins when turn = last
"""


def engine(name: str, **options: object) -> Engine:
    return bundled.engine(name, options=options)


def random_sample(made: Engine, n: int, seed: int) -> Sample:
    """The figures of n random games."""
    return Sample.of(RandomGames(made, seed)(range(n)))


def first_difference(a: Engine, b: Engine, **limits: int) -> tuple[Difference | None, int]:
    """The shortest difference that was found, and how many positions were compared."""
    found = explore(a, b, **limits)  # type: ignore[arg-type]
    return found.first, found.positions


def test_points_are_divided() -> None:
    assert points([1, -1]) == [1, 0]
    assert points([0, 0]) == [0.5, 0.5]
    assert points([1, 1, -1]) == [0.5, 0.5, 0]
    assert points([0, 0, -1]) == [0.5, 0.5, 0]
    assert points([-3, 7, 7, 2]) == [0, 0.5, 0.5, 0]


def test_a_sample_leaves_games_cut_off_out_of_the_shares() -> None:
    games = [Played([1, -1], 5, False, 3.0), Played([0, 0], 7, False), Played([0, 0], 9, True)]
    found = Sample.of([game.row(key) for key, game in enumerate(games)])
    assert (found.games, found.cut_off) == (3, 1)
    assert found.share("first player's share") == Share(1.5, 2)
    assert found.share("draws") == Share(1, 2)
    assert (found.known("length"), found.known("branching")) == ([5, 7, 9], [3.0])


def test_random_samples_repeat_themselves_and_know_the_first_move() -> None:
    made = engine("tic_tac_toe")
    one, two = random_sample(made, 80, 3), random_sample(made, 80, 3)
    assert one == two
    assert one.games == 80
    assert len(one.known("branching")) == 50
    assert all(4.5 < b < 7.1 for b in one.known("branching"))


def test_rows_have_a_difference_with_its_interval() -> None:
    small, large = (random_sample(engine("zola", size=size), 100, size) for size in (4, 6))
    found = {row.name: row for row in together([list(rows(small, large))])[0]}
    assert list(found) == ["first player's share", "draws", "length", "branching"]
    assert found["length"].is_shown
    assert found["branching"].is_shown
    assert not found["draws"].is_shown
    assert isinstance(found["draws"].difference, Estimate)


def test_pairs_of_games_show_more_than_games_by_themselves() -> None:
    """Both games go the same way but for every tenth: the difference of pairs is as sure as that tenth."""
    a = Sample.of([Played([1, -1], 10 + k % 40, False).row(k) for k in range(200)])
    b = Sample.of([Played([1, -1], 10 + k % 40 + (k % 10 == 0), False).row(k) for k in range(200)])
    found = {row.name: row for row in rows(a, b)}["length"]
    assert found.difference is not None
    assert found.difference.value == pytest.approx(-0.1)
    assert found.difference.low is not None
    assert found.difference.low > -0.15
    apart = a.mean("length").minus(b.mean("length"))
    assert apart is not None
    assert not apart.is_shown


def test_a_game_and_itself_never_differ() -> None:
    made = engine("zola", size=4)
    one, two = random_sample(made, 60, 1), random_sample(made, 60, 1)
    assert not any(row.is_shown for row in together([list(rows(one, two))])[0])


def test_many_figures_are_judged_together() -> None:
    """Holm's procedure, by its definition: the least p times their number, the next times one less, never falling."""
    estimate = Estimate(1, 0.5, 1.5)
    table = [Row(str(p), None, None, estimate, (9, 9), p) for p in (0.03, 0.01, 0.04, 0.005)]
    assert [row.holm for row in together([table])[0]] == pytest.approx([0.06, 0.03, 0.06, 0.02])
    assert [row.is_shown for row in together([table[:2], table[2:]])[1]] == [False, True]
    assert [row.holm for row in together([[Row("none", None, None, None, (0, 0))]])[0]] == [1.0]


def test_false_alarms_stay_rare_with_many_figures() -> None:
    """Of reports about games that do not differ, at most one in twenty shows anything (here 8 figures in each)."""
    random, alarms = Random(5), 0
    for _ in range(200):
        samples = [
            Sample.of(
                [
                    Played([[1, -1], [-1, 1], [0, 0]][random.below(3)], random.below(50), False).row(k)
                    for k in range(40)
                ]
            )
            for _ in range(4)
        ]
        tables = together([list(rows(*samples[:2])), list(rows(*samples[2:]))])
        alarms += any(row.is_shown for table in tables for row in table)
    assert alarms <= 18


def test_a_plan_gives_the_precision_that_it_promises() -> None:
    n = games_for(0.02)
    assert n == 4802
    found = Share(n / 2, n).minus(Share(n / 2, n))
    assert found is not None
    assert found.high == pytest.approx(0.02, abs=0.0005)


# ---- verdicts


def one_sided(first: int, second: int, plies: int = 20) -> Sample:
    games = [Played([1, -1], plies, False)] * first + [Played([-1, 1], plies + 1, False)] * second
    return Sample.of([game.row(key) for key, game in enumerate(games)])


def test_an_unfair_game_is_called_so() -> None:
    assert fairness("A", "White", 2, "mcts:9", one_sided(148, 52)) == (
        "A: White scores 74 % [68, 80] between equal players (mcts:9, 200 games): unfair, for the first player"
    )
    assert fairness("A", "White", 2, "mcts:9", one_sided(2000, 2000)).endswith(": fair, within 5 points")
    assert fairness("A", "White", 2, "mcts:9", one_sided(20, 20)).endswith(
        "not decided, more games are needed"
    )
    assert fairness("A", "Solver", 1, "mcts:9", one_sided(148, 52)) == ""


def test_few_games_or_none_that_ended_have_a_word_about_fairness_too() -> None:
    assert fairness("A", "White", 2, "mcts:9", one_sided(0, 8)) == (
        "A: White scores 0 % [0, 32] between equal players (mcts:9, 8 games): unfair, against the first player"
    )
    few = "not decided, more games are needed"
    assert fairness("A", "White", 2, "mcts:9", one_sided(5, 1)).endswith(f"(mcts:9, 6 games): {few}")
    assert fairness("A", "White", 2, "mcts:9", one_sided(5, 0)).endswith(f"(mcts:9, 5 games): {few}")
    cut = Sample.of([Played([0, 0], 90, True).row(k) for k in range(9)])
    assert fairness("A", "White", 2, "mcts:9", cut) == (
        "A: whether it is fair is not known: none of 9 games came to its end (mcts:9)"
    )


def test_random_games_are_no_verdict_on_fairness() -> None:
    assert fairness("A", "White", 2, "random", one_sided(900, 100)) == ""


def test_a_player_alone_has_no_share_of_the_points() -> None:
    alone = Sample.of([Played([1], 9, False).row(k) for k in range(30)])
    assert [row.name for row in rows(alone, alone, 1)] == ["draws", "length", "branching"]


def test_games_that_do_not_end_are_called_so() -> None:
    stuck = Sample.of(
        [Played([0, 0], 500, False).row(k) for k in range(30)] + [Played([1, -1], 9, False).row(30)] * 10
    )
    assert endless("A", "mcts:9", 500, stuck) == (
        "A: 75 % [60, 86] of the games do not end by themselves (mcts:9): nothing forces progress"
    )
    assert endless("A", "random", 500, stuck) == (
        "A: 75 % [60, 86] of the games do not end by themselves (random)"
    )
    assert endless("A", "random", 501, stuck) == ""
    cut = Sample.of([Played([0, 0], 90, True).row(k) for k in range(9)])
    assert "100 %" in endless("A", "random", 500, cut)


def test_random_games_that_mislead_are_called_so() -> None:
    random, bots = one_sided(100, 100, 300), one_sided(180, 20, 30)
    assert list(warnings("A", "mcts:9", random, bots)) == [
        "A: random games mislead about the first player's share: 50 % [43, 57] by random games, 90 % [85, 93] by mcts:9",
        "A: random games mislead about the length: 300 by random games, 30 by mcts:9",
    ]
    assert list(warnings("A", "mcts:9", random, random)) == []


def test_random_games_mislead_only_where_that_is_sure() -> None:
    random = one_sided(100, 100, 300)
    assert list(warnings("A", "mcts:9", random, one_sided(4, 0, 30))) == []  # too few to say anything
    likely = one_sided(14, 4, 300)  # 78 % [55, 91]: the difference of this figure alone would be sure
    assert list(warnings("A", "mcts:9", random, likely)) == []
    assert [w.split(": ")[1] for w in warnings("A", "mcts:9", random, one_sided(17, 2, 300))] == [
        "random games mislead about the first player's share"
    ]
    assert list(warnings("A", "mcts:9", random, one_sided(16, 3, 300), sides=4)) == []
    drawn = Sample.of([Played([k % 2, 0], 9, False).row(k) for k in range(4)])
    assert list(warnings("A", "mcts:9", random, drawn)) == []  # 2 of 4 games are draws
    stuck = Sample.of([Played([0, 0], 200, True).row(k) for k in range(9)])
    assert list(warnings("A", "mcts:9", random, stuck)) == []  # 200 is where they were cut off


# ---- lock step


def test_the_earliest_difference_is_found() -> None:
    found, _ = first_difference(engine("zola", size=4), engine("zola", size=6))
    assert found is not None
    assert found.moves == ()
    found, _ = first_difference(engine("zola", pie=False), engine("zola", pie=True))
    assert found is not None
    assert len(found.moves) == 1
    assert (found.only_a, found.only_b) == ((), ("swap",))


def test_games_that_end_differently_part() -> None:
    from gdl.loader import examine_source
    from gdl.source import Source

    made = []
    for last in (2, 3):
        game, diagnostics = examine_source(Source("ends.gdl", ENDS), {"last": last})
        assert game is not None, diagnostics
        made.append(interpreter.engine(game, effort=0))
    found, _ = first_difference(*made)
    assert found is not None
    assert len(found.moves) == 2
    assert found.only_a == ()
    assert len(found.only_b) == 1
    assert (found.result_a, found.result_b) == ((-1, 1), None)


def test_the_same_game_does_not_part() -> None:
    made = engine("tic_tac_toe")
    assert first_difference(made, made, positions=60) == (None, 60)


# ---- matches


def test_seats_are_swapped() -> None:
    assert seatings(2) == [(0, 1), (1, 0)]
    assert seatings(1) == []
    for players in (3, 4):
        found = seatings(players)
        assert len(found) == len(set(found)) == 2**players - 2
        assert all(a == tuple(1 - b for b in c) for a, c in zip(found[::2], found[1::2], strict=True))


class First:
    """Takes the first action, always."""

    name = "first"

    def choose(self, seat: Seat) -> int:
        return seat.legal[0]


def test_two_games_in_a_row_have_the_same_chance() -> None:
    """Two bots that do the same get the same deals, and so share the points equally."""
    bots = [("one", lambda seed: First()), ("two", lambda seed: First())]
    for name in ("kuhn_poker", "pig", "yavalath"):
        found = match(engine(name), bots, 6, seed=1, max_plies=400)
        assert found.scores[0].points == pytest.approx(found.scores[1].points)


def test_the_points_of_a_match_are_those_of_its_games() -> None:
    bots = [("one", RandomBot), ("two", RandomBot)]
    found = match(engine("tic_tac_toe"), bots, 10, seed=1)
    one, two = found.scores
    assert one.points + two.points == pytest.approx(10)
    assert one.wins + one.draws + one.losses == 10
    assert (one.wins, one.draws) == (two.losses, two.draws)
    assert found.to_json() == found.to_json()


def test_a_game_that_is_too_long_is_cut_off() -> None:
    made = engine("zola")
    game = play_game(made, [First(), First()], 1, max_plies=3)
    assert (game.plies, game.is_cut_off) == (3, True)
    found = match(made, [("one", lambda seed: First()), ("two", lambda seed: First())], 2, max_plies=3)
    assert (found.games, found.cut_off, found.share(found.scores[0])) == (2, 2, None)


def test_a_bot_against_itself_repeats_for_a_seed() -> None:
    games = GamesOfBot(engine("tic_tac_toe"), "random", 4)
    assert games([0]) == games([0])
    assert games([0])[0]["branching"] is not None
