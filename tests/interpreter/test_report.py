"""The designer's page: figures by their definitions, and a page that needs nothing else."""

import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import gdl
import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.analysis.coverage.unused import actions_never, ends_never
from interpreter.analysis.samples import WALKED, RandomGames, points, replayed, seed_of
from interpreter.commands.report import command
from interpreter.engines.base import Engine, State
from interpreter.play.bots import Seat
from interpreter.play.contest import MatchGames, bot_named, pair_shares
from interpreter.play.record import Record, save
from interpreter.play.report.extent import positions_at_most, rule_size
from interpreter.play.report.games import OWN, RecordedGames, kind_moved, own_uses, people
from interpreter.play.report.material import solved, weaker, worths
from interpreter.play.report.measures import cut_off, drama, figures
from interpreter.play.report.mirrors import MirrorGames, lasted, lasting, mirrored, mirrors
from interpreter.play.report.page import _worth
from interpreter.play.report.restricted import RestrictedBot, RestrictedGames, Restriction, cost
from interpreter.play.report.tasks import tasks
from interpreter.play.web.store import Store
from interpreter.search import weights
from interpreter.search.forced_wins import moves_to_win
from interpreter.search.training import covariance
from interpreter.search.weights import Weights
from interpreter.shared.numbering import ActionNumbers

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def searched_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no game reached is searched for a moment only."""
    monkeypatch.setattr("interpreter.commands.report._SEARCH", 0.3)


def row(**given: object) -> dict[str, object]:
    """A recorded game: the first player wins in four actions, unless something else is given."""
    plain: dict[str, object] = {
        "points": [1.0, 0.0], "is_draw": False, "plies": 4, "branching": 2.5, "counts": [1, 10, 10, 1], "values": [],
        "filled": {"a1": 1, "b1": 2}, "repeated": 0.25, "names": {"put": 3, "pass": 1},
    }  # fmt: skip
    return plain | given


def values(rows: list[dict[str, object]], players: int = 2) -> dict[str, float]:
    return {f.name: f.estimate.value for f in figures(rows, players, 4) if f.estimate is not None}


def test_figures_follow_their_definitions() -> None:
    found = values([row(), row(points=[0.5, 0.5], is_draw=True, plies=8), row(points=None, is_draw=None)])
    assert found["Completion"] == pytest.approx(2 / 3)
    assert found["Draws"] == 0.5
    assert found["First player's share"] == 0.75
    assert found["Length"] == pytest.approx(16 / 3)
    assert found["Decisions"] == 0.5
    assert found["Game tree"] == pytest.approx(2)
    assert found["Repetition"] == 0.25
    assert found["Board used"] == 0.5
    assert found["Passes"] == pytest.approx((0.25 + 0.125 + 0.25) / 3)
    assert "Drama" not in found
    assert "First player's share" not in values([row()], players=1)


def test_figures_of_games_that_were_cut_off_say_so() -> None:
    cut = row(points=None, is_draw=None, plies=200)
    notes = {f.name: f.note for f in figures([row(), cut, cut], 2, 4)}
    assert notes["Length"] == notes["Game tree"] == notes["Board used"]
    assert notes["Length"] == "2 of 3 games were cut off after 200 actions"
    assert notes["Draws"] == ""
    assert not any(f.note for f in figures([row()], 2, 4))
    assert cut_off([cut, cut | {"plies": 30}]) == "2 of 2 games were cut off after 30 to 200 actions"


BACK_AND_FORTH = """game "Back and Forth"
players Red, Blue
board square 2 x 2
kinds man
{field}setup
  place man of Red on a1
  place man of Blue on a2
move step by man
  line east, west: empty{then}
turn: step
limit 30 moves: draw
"""


@pytest.mark.parametrize(
    ("field", "then", "position", "repeated"),
    [
        ("", "", "", 26 / 30),
        ("field age of game: 0..99\n", "\n  do age := age + 1", "", 0.0),
        ("field age of game: 0..99\n", "\n  do age := age + 1", "position same: pieces, mover\n", 26 / 30),
    ],
)
def test_positions_repeat_themselves_whatever_only_counts(
    field: str, then: str, position: str, repeated: float
) -> None:
    """Four positions come about in thirty actions; a field that grows makes others, unless the rules leave it aside."""
    rules = BACK_AND_FORTH.format(field=field, then=then) + position
    game, diagnostics = examine_source(Source("back.gdl", rules))
    assert game is not None, diagnostics
    (found,) = RecordedGames(interpreter.engine(game, effort=0), "random", 1)([0])
    assert (found["plies"], found["repeated"]) == (30, pytest.approx(repeated))


def test_what_the_games_of_a_report_did_is_not_called_unused() -> None:
    """Of 60 random games the only one that fills the board is played again up to its end; and so are recorded games."""
    game, diagnostics = examine_source(Source("rare.gdl", RARE))
    assert game is not None, diagnostics
    engine = interpreter.engine(game, effort=0)
    random = RandomGames(engine, 3)(range(60))
    assert [r["points"] for r in random].count([0.5, 0.5]) == 1
    seen = {OWN: own_uses(engine, [], random, 3)}
    assert ends_never(game, seen) == []
    recorded = RecordedGames(engine, "random", 1)([0])
    seen = {OWN: own_uses(engine, recorded, [], 1)}
    assert actions_never(game, seen) == []
    assert len(ends_never(game, seen)) == 2
    for key in (0, WALKED):
        *_, (state, action) = replayed(engine, seed_of(3, key), key)
        assert points(state.apply(action).returns) == random[key]["points"]


RARE = """game "Rare"
players Black, White
board square 4 x 3
kinds stone
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put
end
  mover wins when mover = Black and some line any: own{3}
  mover wins when mover = White and some line any: own{3}
  draw when full
"""


def test_drama_lead_changes_and_decisiveness_follow_their_definitions() -> None:
    """The first player wins after being behind twice: by 0.36 (square root 0.6) and by 0.64 (0.8)."""
    one = row(values=[0.6, 0.32, 0.18, 0.7, 0.9, 0.95])
    found = values([one])
    assert drama(one) == pytest.approx(0.7)
    assert found["Drama"] == pytest.approx(0.7)
    assert found["Lead changes"] == pytest.approx(2 / 5)
    assert found["Decisiveness"] == pytest.approx(
        2 / 6
    )  # ahead further than 0.82, the most that the loser had
    assert found["Killer moves"] == pytest.approx(0.52)
    assert values([row(values=[0.5, 1.0, 1.0, 0.8])])["Decided"] == 0.5
    other = row(points=[0.0, 1.0], values=[0.5, 0.4, 0.1])
    assert drama(other) == 0
    assert values([other])["Decisiveness"] == pytest.approx(2 / 3)
    assert values([row(values=[0.5], points=[0.5, 0.5], is_draw=True)]).get("Drama") is None


def test_recorded_games_repeat_themselves_and_can_be_replayed() -> None:
    engine = interpreter.engine(gdl.load("tic_tac_toe"))
    one, two = (RecordedGames(engine, "mcts:10", 3, 5)([0, 1]) for _ in range(2))
    assert one == two
    for game in one:
        state = engine.initial_state(game["seed"])
        for count, text in zip(game["counts"], game["actions"], strict=True):
            assert count == len(state.legal_actions())
            state = state.apply(state.action_from_string(text))
        assert state.is_terminal
        assert len(game["values"]) == game["plies"]
        assert all(0 <= v <= 1 for v in game["values"])


def test_a_stronger_bot_scores_more_and_equal_ones_half() -> None:
    engine = interpreter.engine(gdl.load("connect_four"))
    shares = pair_shares(MatchGames(engine, ("mcts:60", "random"), 1)(range(8)))
    assert len(shares) == 4
    assert sum(shares) / 4 > 0.8
    three = MatchGames(interpreter.engine(gdl.load("yavalath")), ("random", "random"), 1)(range(2))
    assert math.isclose(pair_shares(three)[0] % 0.125, 0)
    assert weaker("mcts:200") == ["mcts:16", "mcts:64"]
    assert weaker("mcts:30") == ["mcts:16"]
    assert weaker("mcts:1s") == ["mcts:16", "mcts:64"]


def test_the_page_needs_nothing_else_and_says_how_much_it_knows(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file, rows = tmp_path / "page.html", tmp_path / "rows"
    arguments = [
        "zola",
        "--set",
        "size=4",
        "--html",
        str(file),
        "-n",
        "3",
        "--bot",
        "mcts:5",
        "--random",
        "40",
        "--pairs",
        "2",
        "--solve",
        "0",
    ]
    done = CliRunner().invoke(command, [*arguments, "--resume", str(rows), "--executor", "processes:1"])
    assert done.exit_code == 0, done.output
    text = file.read_text("utf-8")
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", text)
    assert text.count("<svg") >= 6
    for heading in (
        "Verdict",
        "Figures",
        "Fairness and depth",
        "The course of a game",
        "Moves",
        "The board",
        "Never used",
        "Games",
    ):
        assert f"<h2>{heading}</h2>" in text
    assert "From 3 games of mcts:5 against itself" in text
    assert 'class="replay"' in text
    assert "currentColor" in text
    count = len(rows.read_text().splitlines())
    CliRunner().invoke(command, [*arguments, "--resume", str(rows), "--executor", "processes:1"])
    assert len(rows.read_text().splitlines()) == count


FOUR = """game "Four"
players North, East, South, West
board square 3 x 3
kinds stone
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put else draw
end mover wins when count(own pieces) >= 2
"""


@pytest.mark.parametrize("game", ["kuhn_poker", "peg_solitaire", "four"])
def test_games_of_chance_secrets_one_and_four_players_have_a_page(game: str, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file = tmp_path / "page.html"
    if game == "four":
        game = str(tmp_path / "four.gdl")
        Path(game).write_text(FOUR)
    quick = ["-n", "2", "--bot", "random", "--random", "10", "--pairs", "1", "--executor", "processes:1"]
    table = tmp_path / "games.parquet"
    done = CliRunner().invoke(
        command, [game, "--html", str(file), *quick, "--solve", "0", "--parquet", str(table)]
    )
    assert done.exit_code == 0, done.output
    assert "<h2>Figures</h2>" in file.read_text("utf-8")
    assert table.stat().st_size > 1000


@pytest.mark.parametrize("bot", ["random", "mcts:100000000"])
def test_a_page_whose_time_was_up_says_what_is_missing(bot: str, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file = tmp_path / "page.html"
    many = ["-n", "100000", "--bot", bot, "--random", "10", "--executor", "processes:1"]
    code = f"from interpreter.cli import main; main({['report', 'tic_tac_toe', '--html', str(file), *many, '--max-seconds', '6']!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert re.search(
        rf"missing here:</strong></p><ul><li>\d+ of 100000 games of {bot}</li>", file.read_text("utf-8")
    )


# ---- pieces, small boards, settings, people


def test_every_figure_has_its_source() -> None:
    found = figures([row(values=[0.5, 0.9, 0.2, 1.0])], 2, 4)
    assert len(found) >= 15
    assert all(f.source for f in found)


def test_pieces_have_a_worth_with_its_interval_where_that_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game, text = gdl.load("breakthrough"), "count(pawn of White)"
    known = Weights(({text: 0.5}, {text: -0.5}), 0.0, 90, 40, ({text: 0.1}, {text: 0.1}))
    assert weights.keep(game, known) is not None
    assert weights.read(game) == known
    found = worths(game)
    assert (found.games, found.decided) == (90, 40)
    assert [(w.what, w.player, w.logits is None) for w in found.rows] == [
        ("count(pawn of Black)", "Black", True),
        (text, "White", False),
    ]
    page = "".join(_worth(found))
    assert "+0.50 [+0.30, +0.70]" in page
    assert "62 % [58, 67]" in page
    assert "not known: their number never varied" in page
    assert worths(gdl.load("kuhn_poker")).rows == ()


@pytest.mark.parametrize(
    ("decided", "said"), [(0, "Nothing was learnt: none of 90"), (None, "has no intervals")]
)
def test_what_was_not_learnt_is_no_figure(
    decided: int | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first guess of what a piece is worth is not shown as if games had taught it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game, text = gdl.load("breakthrough"), "count(pawn of White)"
    weights.keep(game, Weights(({text: 0.5}, {}), 0.0, 90, decided))
    page = "".join(_worth(worths(game)))
    assert said in page
    assert "0.5" not in page


def test_a_game_is_one_observation_of_what_a_piece_is_worth() -> None:
    """Of a share alone the error in logits is 1 / sqrt(n p (1 - p)), however many positions of a game say the same."""
    for copies in (1, 5):
        won = np.repeat(np.array([1.0] * 30 + [0.0] * 10), copies)
        chance, games = np.full(len(won), 0.75), np.repeat(np.arange(40), copies)
        design, share = np.ones((len(won), 1)), np.full(len(won), 4 / copies)
        found = covariance(design, won - chance, chance, share, np.array([1e-9]), games)
        assert found[0, 0] == pytest.approx(40 / 39 / (40 * 0.75 * 0.25))
    nothing = covariance(
        np.zeros((2, 1)), np.zeros(2), np.full(2, 0.5), np.ones(2), np.array([4.0]), np.arange(2)
    )
    assert nothing[0, 0] == pytest.approx(1 / 4)  # what the penalty allows


def test_small_boards_are_solved_from_the_least_on() -> None:
    game = gdl.load("hex", options={"size": 4})
    found = list(solved(game, lambda given: gdl.load("hex", options={"swap": False, **given}), 20.0))
    assert [s.settings for s in found] == [f"size = {n}" for n in range(2, 4)]
    assert found[0].value.endswith(" wins")
    assert found[0].positions > 0


def test_games_of_people_are_read_from_saved_games_and_from_the_server(tmp_path: Path) -> None:
    engine = interpreter.engine(gdl.load("tic_tac_toe"))
    moves = ("a1", "a2", "b1", "b2", "c1")
    names = {"X": "Ann", "O": "Bob"}
    save(Record("tic_tac_toe", {}, 0, moves, names=names), tmp_path / "one.yaml")
    save(Record("hex", {}, 0, ()), tmp_path / "other.yaml")
    (tmp_path / "broken.yaml").write_text("format: 2\ngame: tic_tac_toe\nmoves: [a1, a1]\n")
    state, actions = engine.initial_state(), []
    for move in moves:
        actions.append(str(state.action_from_string(move)))
        state = state.apply(int(actions[-1]))
    store = Store(tmp_path / "tables.sqlite")
    seats = [{"who": "human", "name": "Cem"}, {"who": "mcts:9", "name": ""}]
    kept = {
        "game": "tic_tac_toe",
        "options": {},
        "seed": 0,
        "actions": actions,
        "seats": seats,
        "chat": [["Cem", "ha!"]],
    }
    store.save("t", kept, ["token"], True)
    store.close()
    found = people(tmp_path, engine)
    assert [(g["by"], g["plies"], g["points"], g["comments"]) for g in found.games] == [
        ("Ann, Bob", 5, [1, 0], []),
        ("Cem, mcts:9", 5, [1, 0], ["Cem: ha!"]),
    ]
    assert found.games[0]["actions"] == list(moves)
    (left,) = found.left_out
    assert left.startswith("broken.yaml: move 2: a1 is not legal")


def test_the_page_shows_other_settings_small_boards_and_people(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file = tmp_path / "page.html"
    quick = [
        "-n",
        "3",
        "--bot",
        "mcts:4",
        "--random",
        "20",
        "--pairs",
        "1",
        "--solve",
        "2",
        "--executor",
        "processes:1",
    ]
    done = CliRunner().invoke(
        command,
        ["hex", "--set", "size=4", "--html", str(file), *quick, "--records", str(tmp_path), "--vary", "swap"],
    )
    assert done.exit_code == 0, done.output
    text = file.read_text("utf-8")
    assert "under other settings, 3 games of mcts:4 each" in text
    assert "<h2>Small boards</h2>" in text
    assert "There are none by these rules." in text
    done = CliRunner().invoke(command, ["hex", "--html", str(file), "--vary", "nothing"])
    assert (done.exit_code, "--vary nothing: the options of Hex are" in done.output) == (2, True)
    done = CliRunner().invoke(command, ["hex", "--html", str(file), "--records", str(tmp_path / "none")])
    assert (done.exit_code, "there is no such folder" in done.output) == (2, True)


COL = """game "Col"
players Left, Right
board square 4 x 4
kinds stone
action put
  choose s in sites where s is empty and no n in neighbours(s): n is own
  do place stone on s
turn: put else lose
"""


def test_who_answers_by_images_wins_where_nothing_touches_its_image() -> None:
    """No cell lies beside its own image under half a turn of four by four, so the second player always has an answer."""
    game, diagnostics = examine_source(Source("col.gdl", COL))
    assert game is not None, diagnostics
    engine = interpreter.engine(game, effort=0)
    second, first = (m for m in mirrors(game) if m.is_half_turn)
    assert (second.player, first.player, second.on(game)) == (1, 0, "half a turn (a1 by d4)")
    rows = MirrorGames(engine, "random", second, 5)(range(20))
    assert lasted(rows) == 1
    assert [r["points"] for r in rows] == [[0.0, 1.0]] * 20
    plain = [{"points": [0.5, 0.5]}] * 40
    found = mirrored(second, rows, plain)
    assert found.games == 20
    assert found.is_better
    assert not mirrored(second, rows[:1], rows).is_better
    # nobody can begin with what is its own image: no cell of this board is
    alone = MirrorGames(engine, "random", first, 5)(range(6))
    assert not any(r["images"] for r in alone)
    assert list(lasting([(second, rows), (first, alone)])) == [second]


def test_mirrors_are_sought_where_images_can_be_seen() -> None:
    assert mirrors(gdl.load("backgammon")) == []
    assert mirrors(gdl.load("hearts")) == []
    assert mirrors(gdl.load("hive")) == []
    assert len(mirrors(gdl.load("breakthrough"))) == 8


@pytest.mark.parametrize(
    ("name", "most"),
    [("tic_tac_toe", 2 * 3**9), ("breakthrough", 2 * 3**64), ("hearts", None), ("hive", None)],
)
def test_positions_are_bounded_by_what_may_stand_on_each_site(name: str, most: int | None) -> None:
    found = positions_at_most(interpreter.engine(gdl.load(name), "reference").initial_state())
    assert found == (None if most is None else pytest.approx(math.log10(most), abs=0.02))


def test_a_set_up_by_chance_bounds_nothing_by_its_own_pieces() -> None:
    rules = COL.replace(
        "action put", "setup\n  random n in {0, 1, 2}\n  if n > 0 do place stone of Left on a1\naction put"
    )
    rules = rules.replace(
        "choose s in sites where s is empty and no n in neighbours(s): n is own", "choose s in own pieces"
    )
    rules = rules.replace("place stone on s", "remove s")
    game, diagnostics = examine_source(Source("col.gdl", rules))
    assert game is not None, diagnostics
    found = positions_at_most(interpreter.engine(game, "reference").initial_state())
    assert found == pytest.approx(math.log10(2 * 3**16))


def test_rules_are_as_long_as_their_words_and_signs() -> None:
    game, diagnostics = examine_source(Source("col.gdl", COL + "-- nothing more\n"))
    assert game is not None, diagnostics
    assert rule_size(game) == len(re.findall(r'"[^"]*"|\w+|[^\w\s]', COL))


def test_a_game_without_progress_has_a_page_that_says_so(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    rules = (
        'game "Loop"\nplayers First, Second\nboard square 3 x 3\nkinds man\nsetup\n  place man of First on a1\n'
        "  place man of Second on c3\nmove walk by man\n  line orthogonal up to 1: empty\nturn: walk else pass\n"
        "end mover wins when no enemy pieces\n"
    )
    (tmp_path / "loop.gdl").write_text(rules)
    file = tmp_path / "page.html"
    quick = [
        "-n",
        "2",
        "--bot",
        "random",
        "--random",
        "10",
        "--pairs",
        "0",
        "--solve",
        "0",
        "--executor",
        "processes:1",
    ]
    done = CliRunner().invoke(command, [str(tmp_path / "loop.gdl"), "--html", str(file), *quick])
    assert done.exit_code == 0, done.output
    text = file.read_text("utf-8")
    assert "of the games do not end by themselves (random)</li>" in text
    assert "nothing forces progress" not in text  # random games alone do not show that
    assert "no end ever came about" in text


# ---- restricted play

RACE = """\
game "Race"
players First, Second
board square 8 x 2
kinds runner, walker
setup
  place runner of First on a1
  place walker of First on b1
  place runner of Second on a2
  place walker of Second on b2
move leap by runner
  line east: empty, empty
move step by walker
  line east up to 1: empty
move back by walker
  line west up to 1: empty
turn: leap or step or back
end mover wins when some s in {h1, h2}: s is own
"""


def race() -> Engine:
    game, diagnostics = examine_source(Source("race.gdl", RACE))
    assert game is not None, [d.message for d in diagnostics]
    return interpreter.engine(game)


@pytest.mark.parametrize("bot", ["random", "mcts:20"])
@pytest.mark.parametrize("restriction", [Restriction("action", "step"), Restriction("kind", "walker")])
def test_a_bot_goes_without_what_it_may_not_do_wherever_it_can(bot: str, restriction: Restriction) -> None:
    engine = race()
    numbers, state = ActionNumbers(engine.game), engine.initial_state()
    restricted = RestrictedBot(bot_named(bot, 3), restriction, numbers)

    def is_kept_from(action: int) -> bool:
        move = numbers.decode(action)
        assert move is not None
        held = kind_moved(state.position(), state, action)
        return restriction.name in (move.action.name, held)

    while not state.is_terminal:
        kept = [is_kept_from(a) for a in state.legal_actions()]
        action = restricted.choose(Seat.of(state))
        assert all(kept) or not is_kept_from(action)
        state = state.apply(action)
    assert restricted.withheld > 0


def test_it_costs_the_game_to_go_without_the_only_way_to_win() -> None:
    engine = race()
    without_step = Restriction("action", "step")
    found = cost(without_step, RestrictedGames(engine, "mcts:30", without_step, 1)(range(16)))
    assert found.share is not None
    assert found.share.high is not None
    assert found.share.high < 0.5
    assert found.withheld > 1


def test_a_puzzle_from_play_has_one_way_to_win() -> None:
    engine = interpreter.engine(gdl.load("connect_four"))
    played = RecordedGames(engine, "mcts:30", 2)(range(12))
    found = tasks(engine, played)
    assert found and not tasks(engine, played, 1)  # who may look at nothing finds nothing
    for task in found:
        state = engine.initial_state(task.game["seed"])
        for text in task.game["actions"][: task.plies]:
            state = state.apply(state.action_from_string(text))
        assert moves_to_win(state, 4) == (True, task.moves)
        follows = [state.apply(a) for a in state.legal_actions()]
        ways = [a for a in follows if not a.is_terminal and _is_lost_in(a, task.moves - 1)]
        assert [
            state.action_to_string(a)
            for a, f in zip(state.legal_actions(), follows, strict=True)
            if f in ways
        ] == [task.solution[0]]


def _is_lost_in(state: State, moves: int) -> bool:
    """Whether all that the player to move can do lets the other one win in so many moves."""
    answers = [state.apply(a) for a in state.legal_actions()]
    return all(not a.is_terminal and moves_to_win(a, moves)[1] is not None for a in answers)
