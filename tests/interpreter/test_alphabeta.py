"""Alpha-beta in machine code, the terms that it evaluates by, and how their weights are learnt."""

import json
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import bundled
import numpy as np
import pytest

import gdl
import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.play.bots import Seat, ThinkingBot, parse_seat
from interpreter.search import weights
from interpreter.search.alphabeta import AlphaBetaSearch, Measured, alphabeta_record, measured
from interpreter.search.evaluation_terms import terms_of
from interpreter.search.mcts_native import learnt_evaluation
from interpreter.search.methods import learnt_alphabeta
from interpreter.search.running import Budget
from interpreter.search.training import Progress, train, train_by_games
from interpreter.search.training_games import SelfPlay, TrainingGame, TrainingGames
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

SKIRMISH = """\
game "Skirmish"
players A, B
board square 4 x 5
kinds foot, horse
setup
  place foot of A on rank(2)
  place foot of B on rank(4)
  place horse of A on {b1}
  place horse of B on {c5}
move walk by foot
  line orthogonal up to 1: (empty | enemy)
move ride by horse
  line any: empty*, (empty | enemy)
turn: walk or ride
end mover wins when no enemy horse
limit 60 moves: draw
"""


@cache
def skirmish() -> Measured:
    game, diagnostics = examine_source(Source("skirmish.gdl", SKIRMISH))
    assert game is not None, [d.message for d in diagnostics]
    found = measured(game, effort=0)
    assert found is not None
    return found


def plain(found: Measured, **values: float) -> Weights:
    """Weights of pieces alone."""
    names = [p.name for p in found.game.players]
    made = tuple(
        {f"count({k} of {n})": v if n == me else -v for k, v in values.items() for n in names} for me in names
    )
    return Weights(made, 0.0, 0)


def initial(name: str, **options: object) -> State:
    return bundled.engine(name, options=options).initial_state()


@pytest.mark.parametrize("name", ["breakthrough", "nine_mens_morris", "onitama", "brandubh"])
def test_terms_mean_the_same_in_both_engines(name: str) -> None:
    found = measured(gdl.load(name), effort=0)
    assert found is not None
    record = alphabeta_record(found, Weights(tuple({} for _ in found.game.players), 0.0, 0), 10)
    at, state = record["values"] + record["measures"], found.engine.initial_state()
    reference = interpreter.engine(found.engine.game, kind="reference")
    for seed in range(6):
        while state.is_terminal:
            state = found.engine.initial_state()
        assert found.bench.put(state, at)
        record["longest"] = 1
        found.bench.run("alphabeta.play", record, at)
        first = record["rows"] - record["values"]
        row = record.arrays["memory of states"][first : first + record["measures"]].tolist()
        view = reference.from_bytes(bytes(state)).rules().view  # type: ignore[attr-defined]
        view.names.extend([None] * found.terms.slots)
        assert row == [int(view.value(t.number)) for t in found.terms.terms]
        state = found.engine.playout(state, seed, 7).state


def chosen(pieces: dict[str, str]) -> State:
    """What A makes of a position of Skirmish."""
    found = skirmish()
    search = AlphaBetaSearch(found, plain(found, foot=0.3, horse=1.0))
    state = interpreter.engine(found.game, effort=0).state({"to_move": "A", "pieces": pieces})
    thought = search.run(state, Budget(iterations=20_000), Random(1))
    assert thought is not None
    return state.apply(thought.action)


def test_a_win_in_one_is_taken() -> None:
    after = chosen({"a1": "A horse", "d4": "B horse", "b1": "A foot", "a4": "B foot"})
    assert after.is_terminal
    assert after.returns == [1.0, -1.0]


def test_a_loss_in_one_is_avoided() -> None:
    after = chosen({"a1": "A horse", "d2": "B horse", "a2": "B foot", "d5": "A foot"})
    assert not any(after.apply(a).is_terminal for a in after.legal_actions())


def test_the_value_of_a_small_game_is_that_of_best_play() -> None:
    game = gdl.load("tic_tac_toe")
    found = measured(game, effort=0)
    assert found is not None
    search = AlphaBetaSearch(found, Weights(({}, {}), 0.0, 0))
    state = interpreter.engine(game, effort=0).initial_state()
    assert search.run(state, Budget(iterations=10_000_000), Random(1)) is not None
    assert search.record["value"] == 0
    for seed in range(4):
        random, played = Random(seed), state
        while not played.is_terminal:
            legal = played.legal_actions()
            if played.current_player == 0:
                thought = search.run(played, Budget(iterations=100_000), random)
                assert thought is not None
                played = played.apply(thought.action)
            else:
                played = played.apply(legal[random.below(len(legal))])
        assert played.returns[0] >= 0


def test_the_same_positions_give_the_same_action() -> None:
    found = skirmish()
    state = interpreter.engine(found.game, effort=0).initial_state()
    thoughts = [
        AlphaBetaSearch(found, plain(found, foot=0.3, horse=1.0)).run(
            state, Budget(iterations=3_000), Random(s)
        )
        for s in (1, 2)
    ]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0] is not None
    assert 0 < thoughts[0].iterations <= 3_001


def test_weights_are_learnt_kept_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = skirmish()
    assert weights.read(found.game) is None
    learnt = train(found, 3.0)
    assert learnt.games > 50
    horse, foot = (learnt.values[0][f"count({k} of A)"] for k in ("horse", "foot"))
    assert horse > 0
    assert foot > 0
    assert learnt.values[1]["count(foot of A)"] < 0
    assert weights.keep(found.game, learnt) is not None
    assert weights.read(found.game) == learnt


def test_damaged_weights_count_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = weights.keep(skirmish().game, Weights(({}, {}), 0.0, 1))
    assert path is not None
    path.write_text('{"values": 3')
    assert weights.read(skirmish().game) is None


def test_other_weights_need_no_other_machine_code() -> None:
    found = skirmish()
    before = found.bench.rules
    for value in (0.1, 2.0):
        record = alphabeta_record(found, plain(found, foot=value, horse=1.0))
        assert np.abs(record.arrays["all_weights"]).max() == 256_000 * max(value, 1.0)
    assert found.bench.rules is before


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "peg_solitaire"])
def test_payoffs_and_lone_players_have_no_evaluation(name: str) -> None:
    assert measured(gdl.load(name)) is None
    assert learnt_evaluation(gdl.load(name)) is None


def test_chance_is_learnt_from_and_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.5)
    game = gdl.load("royal_game_of_ur")
    evaluation = learnt_evaluation(game)
    assert evaluation is not None
    assert evaluation.weights.games >= 1  # how many depends on the machine
    assert learnt_alphabeta(game) is not None


def test_a_look_that_was_disturbed_weakens_no_later_one() -> None:
    """Seconds become positions by the rate so far, which may be wrong: a process that had to wait."""
    found = skirmish()
    search, state = AlphaBetaSearch(found, plain(found, foot=1.0, horse=3.0)), found.engine.initial_state()
    search.rate = 0.001
    for _ in range(2):
        thought = search.run(state, Budget(seconds=0.05), Random(1))
        assert thought is not None
    assert search.rate > 1  # far from what it was believed to be, on any machine
    assert thought.iterations > 20


def test_a_bot_without_an_evaluation_thinks_otherwise() -> None:
    state = initial("kuhn_poker")
    bot = parse_seat("alphabeta:50", 3)
    assert isinstance(bot, ThinkingBot)
    assert bot.choose(Seat.of(state)) in state.legal_actions()


def run(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.cli", *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_decision_that_takes_too_long_ends_no_game_of_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """By some weights exchanges of captures hardly end."""
    monkeypatch.setattr("interpreter.search.training_games._NODES", 3)
    found = skirmish()
    played = [SelfPlay(found, plain(found, foot=1.0, horse=1.0), 2).play(seed) for seed in range(4)]
    assert all(game.is_over for game in played)
    assert sum(len(game.positions) for game in played) > 2 * len(played)


def test_a_game_of_training_is_that_of_its_seed_whatever_was_played_before() -> None:
    found = skirmish()
    worth = plain(found, foot=0.3, horse=1.0)
    ring = SelfPlay(found, worth, 10)
    assert ring.record["depth"] == 2
    after_others = [ring.play(seed) for seed in range(5)][-1]
    alone = SelfPlay(found, worth, 10).play(4)
    assert np.array_equal(after_others.positions, alone.positions)
    assert after_others.returns == alone.returns


def test_games_of_training_at_the_same_time_do_not_meet_in_memory() -> None:
    """Two bots of one table may want to learn the same game."""
    found = skirmish()
    worth = plain(found, foot=0.3, horse=1.0)
    rings = [SelfPlay(found, worth, 10) for _ in range(2)]
    assert len({id(bench.rules) for bench in (found.bench, *(ring.found.bench for ring in rings))}) == 3


def test_who_comes_while_a_game_is_learnt_waits_for_what_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    trained = list[Measured]()

    def slowly(found: Measured, *_: object, **__: object) -> Weights:
        trained.append(found)
        time.sleep(0.2)
        return plain(found, foot=1.0, horse=3.0)

    monkeypatch.setattr("interpreter.search.training.train", slowly)
    game = skirmish().game
    with ThreadPoolExecutor() as threads:
        evaluations = [*threads.map(learnt_evaluation, [game] * 3)]
    assert len(trained) == 1
    assert None not in evaluations


def test_games_are_learnt_from_alike_wherever_they_are_played() -> None:
    found = skirmish()

    def here(spars: TrainingGames, n: int) -> Iterator[TrainingGame]:
        return map(TrainingGame.of, spars(range(n)))

    def elsewhere(spars: TrainingGames, n: int) -> Iterator[TrainingGame]:
        """In other chunks, by a copy, and the rows through JSON."""
        work = pickle.loads(pickle.dumps(spars))
        rows = [json.loads(json.dumps(row)) for k in reversed(range(n)) for row in work([k])]
        return map(TrainingGame.of, sorted(rows, key=lambda row: row["key"]))

    seen = list[Progress]()
    learnt = train_by_games(found, 60, here, 1, seen.append)
    assert learnt == train_by_games(found, 60, elsewhere, 1)
    assert learnt != train_by_games(found, 60, here, 2)
    assert learnt.games == 60
    assert seen[-1].games == 60


def test_the_command_learns_from_games_by_an_executor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path, log = tmp_path / "skirmish.gdl", tmp_path / "games.jsonl"
    path.write_text(SKIRMISH)
    given = ("train", str(path), "--games", "40", "--json")
    code, out, err = run(*given, "--executor", "processes:2", "--resume", str(log))
    assert code == 0, err
    assert len(log.read_text().splitlines()) == 40 + 2  # and what was played, of both batches
    assert run(*given, "--executor", "processes:1")[1] == out
    code, _, err = run("train", str(path), "--executor", "processes:2")
    assert code == 2
    assert "need a number of games" in err


def test_the_command_reports_what_it_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "skirmish.gdl"
    path.write_text(SKIRMISH)
    code, out, err = run("train", str(path), "--minutes", "0.03", "--json")
    assert code == 0, err
    data = json.loads(out)
    assert data["games"] > 10
    assert set(data["weights"]) == {"A", "B"}
    assert Path(data["file"]).is_file()
    code, out, _ = run("train", str(path), "--minutes", "0.01")
    assert "count(horse of A)" in out
    assert "kept in" in out
    code, _, err = run("train", "kuhn_poker")
    assert code == 2
    assert "has no evaluation" in err


def test_loud_is_what_gains_more_than_most_actions() -> None:
    """A step is worth nothing, so what takes a piece stands out. Where each action gains as much, none does."""
    found, worth = skirmish(), plain(skirmish(), foot=0.6, horse=1.0)
    assert alphabeta_record(found, worth)["loud"] == worth.loud(found.terms) < 0.6 * weights.LOGIT
    rows = measured(gdl.load("tic_tac_toe"), effort=0)
    assert rows is not None
    (kind,) = (k.name for k in rows.game.kinds)
    alike = alphabeta_record(rows, plain(rows, **{kind: 0.3}))["loud"]
    assert alike >= 0.3 * weights.LOGIT


def test_places_count_where_there_are_few_kinds() -> None:
    texts = {t.text: t.template for t in terms_of(gdl.load("breakthrough")).terms}
    mine = "count(x in pawn of White where site(x) in {c7, f7})"
    assert texts[mine] == texts["count(x in pawn of Black where site(x) in {c2, f2})"]  # as far from the goal
    assert not any("site(x) in" in t.text for t in terms_of(gdl.load("chess")).terms)


HEAP = """\
game "Heap"
players A, B
board square 1 x 3
kinds stone
field got of player: 0..40 = 0
field made of game: 0..12 = 0
let share(p: player) = got(p) / 2
action take
  choose n in 1..3
  do got(mover) := got(mover) + n; made := made + 1
turn: take
end highest share wins when made = 12
"""


def heap(rules: str = HEAP) -> Measured:
    game, diagnostics = examine_source(Source("heap.gdl", rules))
    assert game is not None, [d.message for d in diagnostics]
    found = measured(game, effort=0)
    assert found is not None
    return found


@pytest.mark.parametrize(("word", "sign"), [("highest", 1), ("lowest", -1)])
def test_a_score_that_decides_the_result_is_a_term_and_first_guessed_to_decide_it(
    word: str, sign: int
) -> None:
    """Also one that may be a fraction, in whole numbers."""
    found = heap(HEAP.replace("highest", word))
    scores = [t for t in found.terms.terms if t.score]
    assert [(t.text, t.score) for t in scores] == [("share(A)", sign), ("share(B)", sign)]
    first = train(found, 0.0)
    assert first.values[0]["share(A)"] * sign > 0
    assert first.values[0]["share(B)"] * sign < 0


def test_a_pack_of_kinds_is_counted_together() -> None:
    texts = [t.text for t in terms_of(gdl.load("zarcana")).terms]
    assert "count(hand(Red))" in texts
    assert "sum(size(x) for x in {x in pieces where owner(x) = Red})" in texts
    assert "total(Red)" in texts
    assert len(texts) < 40
