"""Which rules are used: by tests, by random games and by bots."""

import json
from pathlib import Path

import pytest

import interpreter
from gdl.loader import load, load_rules
from interpreter.analysis.coverage.looking import (
    RandomUses,
    Usage,
    by_looks,
    by_moves,
    by_tests,
    random_looks,
)
from interpreter.analysis.coverage.reaching import Reached, reach
from interpreter.analysis.coverage.unused import (
    actions_never,
    cells_never,
    clauses,
    ends_never,
    idle_values,
    kinds_still,
    one_sided,
    sentences_never,
    untested_values,
)
from interpreter.analysis.coverage.whole import Coverage
from interpreter.analysis.samples import Pool, RandomGames
from interpreter.executors.base import InProcess
from interpreter.executors.log import Log
from interpreter.play.contest import bot_looks

pytestmark = pytest.mark.thorough

RULES = """game "Rows"
option extra = false
option size = 3 from 3, 4
players First, Second
board square size x size
kinds stone, never
let lucky = turn > 90
action put
  choose s in sites where s is empty
  do place stone of mover on s
action jump
  where extra and turn > 2
  do place never of mover on a1
turn: put or jump
end mover wins when lucky
end mover wins when some line any: own{3}
end draw when full
"""
CASES = """
- name: one stone
  after: [a1]
  expect: {pieces: {a1: First stone}}
- name: larger
  options: {size: 4}
  count: 16
"""


WALKS = """game "Walks"
option idle = 3 from 3, 4
option far = 3 from 3, 9
players First, Second
board square 4 x 4
kinds   pace  worth
  man   1     1
  stone 1     2
  ghost 2     9
setup
  place man of First on a1
  place man of Second on d4
  place stone of First on a4
move walk by man
  line orthogonal up to 3: empty
  where pace(piece) < 2
action conjure
  where turn > far and b4 is empty
  do place ghost of mover on b4
action wait
  where turn > 9000
  do place ghost of mover on b1
turn: walk or conjure or wait or pass
require not (some s in sites: s is ghost and s = d1)
  means "No ghost stays on d1."
end mover wins when some s in own ghost: worth(piece(s)) > 8
  means "Whoever owns a ghost wins."
end mover loses when some s in own man: s = c3 and some q in enemy man: q = d2
  means "Nobody walks to c3 that early."
limit 40 moves: draw
"""


@pytest.fixture
def walks(tmp_path: Path) -> Path:
    (tmp_path / "walks.gdl").write_text(WALKS)
    return tmp_path / "walks.gdl"


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    (tmp_path / "rows.gdl").write_text(RULES)
    (tmp_path / "rows.yaml").write_text(CASES)
    return tmp_path / "rows.gdl"


def test_what_tests_random_games_and_bots_use(rows: Path) -> None:
    game = load(rows)
    engine = interpreter.engine(game, effort=0, keep=False)
    seen = {
        "tests": by_tests(rows),
        "random": by_looks(game, random_looks(engine, 100, 1)),
        "bots": by_looks(game, bot_looks(engine, "random", 0, 1)),
    }
    found = {(c.what, c.span.line): c.times for c in clauses(game, seen)}
    assert all(times["random"] for times in found.values())
    assert found["end", 17]["tests"] > 0
    assert "never" not in {game.kinds[k].name for k in seen["random"].kinds}
    assert set(seen["random"].done) == set(seen["bots"].done) == {"put"}
    sides = {(c.span.text, c.value) for c in one_sided(game, seen)}
    assert ("turn > 90", False) in sides
    assert not any("s is empty" in text or "own{3}" in text for text, _ in sides)
    assert untested_values(game, rows.with_suffix(".yaml")) == {"extra": [True]}


def test_what_nobody_uses_is_found(rows: Path) -> None:
    """Without games, the tests alone never reach the end by a row."""
    game = load(rows)
    only = {"tests": by_tests(rows)}
    truths = {c.span.text: c.value for c in one_sided(game, only)}
    assert truths["some line any: own{3}"] is False
    assert truths["full"] is False
    nothing = {"random": by_looks(game, [])}
    assert not any(any(c.times.values()) for c in clauses(game, nothing) if c.what.startswith("action"))


def test_cells_kinds_and_sentences_that_nobody_used_are_found(walks: Path) -> None:
    game = load(walks)
    engine = interpreter.engine(game, effort=0, keep=False)
    start = engine.initial_state()
    one = {"random": by_looks(game, [(start, start.legal_actions()[0])])}
    assert cells_never(game, one) == {"pace": ["stone"], "worth": ["man", "stone"]}
    assert sentences_never(game, one)[0].written == "No ghost stays on d1."
    assert len(ends_never(game, one)) == 2
    many = {"random": by_looks(game, random_looks(engine, 40, 1))}
    assert cells_never(game, many) == {"pace": ["stone", "ghost"], "worth": ["man", "stone"]}
    assert "Whoever owns a ghost wins." not in {m.written for m in sentences_never(game, many)}
    assert kinds_still(game, many) == ["stone", "ghost"]


def test_a_search_reaches_what_no_play_has_reached(walks: Path) -> None:
    """Each position that it gives is one where the rule says so; what cannot be is not found."""
    game = load(walks)
    start = interpreter.engine(game, kind="reference").initial_state()
    seen = {"random": by_looks(game, [(start, start.legal_actions()[0])])}
    found = {r.what: r for r in reach(game, seen, one_sided(game, seen), 6.0)}
    possible = found["conjure is possible"]
    assert possible.moves is not None
    state = start
    for move in possible.moves:
        state = state.apply(state.action_from_string(move))
    assert any("conjure" in state.action_to_string(a) for a in state.legal_actions())
    assert possible.position == state.position()
    assert found["wait is possible"].moves is None
    assert found["ghost is in play"].moves is not None
    early = [r for r in reach(game, seen, [], 6.0) if r.what == "the game ends here"]
    assert len(early) == 2
    assert all(r.moves is not None and (r.position or {})["fields"]["result"] for r in early)


def test_what_holds_on_the_way_that_a_search_has_found_is_not_said_to_be_never_true(tmp_path: Path) -> None:
    path = tmp_path / "home.gdl"
    path.write_text(
        'game "Home"\nplayers Red, Blue\nboard square 4 x 4\nkinds man\n'
        "let is_home(p: player) = (some m in pieces of p: site(m) = c2) and moves > 1\n"
        "setup\n  place man of Red on a1\n  place man of Blue on d4\n"
        "move go by man\n  line any up to 1: empty\nturn: go else lose\nend mover wins when is_home(mover)\n"
    )
    game = load(path)
    start = interpreter.engine(game, kind="reference").initial_state()
    seen = {"random": by_looks(game, [(start, start.legal_actions()[0])])}
    before = list(Coverage(game, path, seen).missing())
    assert any("never true" in line and "site(m) = c2" in line for line in before)
    moves = ("a1-b1", "d4-d3", "b1-c2")
    end = game.ends[0]
    reached = Reached("the game ends here", end.span, end.condition.span, moves, 0, None)
    said = list(Coverage(game, path, seen, [reached], shown=by_moves(game, [(0, moves)])).missing())
    assert not any(line.startswith("never true") and "site(m) = c2" in line for line in said)


def test_what_a_search_reaches_is_not_said_to_be_never_true(walks: Path) -> None:
    game = load(walks)
    start = interpreter.engine(game, kind="reference").initial_state()
    seen = {"random": by_looks(game, [(start, start.legal_actions()[0])])}
    sides = one_sided(game, seen)
    end = next(e for e in game.ends if e.condition.span in {s.span for s in sides})
    text = end.condition.span.in_one_line
    assert any(f"never true, 1 times: {text}" in said for said in Coverage(game, walks, seen).missing())
    reached = Reached("the game ends here", end.span, end.condition.span, ("a1-a2",), 0, None)
    said = list(Coverage(game, walks, seen, [reached]).missing())
    assert not any(f"never true, 1 times: {text}" in line for line in said)
    assert said[-1] == f"search: the game ends here after: a1-a2 ({end.span}); in play never true, 1 times"


def test_whether_there_is_something_to_move_is_no_condition_of_the_author(tmp_path: Path) -> None:
    path = tmp_path / "hands.gdl"
    path.write_text(
        'game "Hands"\nplayers A, B\nboard square 3 x 1\nkinds man\npool hand of player\n'
        "setup\n  for p in players do place man of p in hand(p) times 3\n"
        "action put\n  choose k in kinds of hand(mover)\n  choose s in sites where s is empty\n"
        "  do move k from hand(mover) to s\nturn: put\nend draw when full\n"
    )
    game = load(path)
    seen = {"random": by_looks(game, random_looks(interpreter.engine(game, effort=0, keep=False), 9, 1))}
    assert not any("move k" in side.span.text for side in one_sided(game, seen))


def test_an_option_that_does_nothing_is_found(walks: Path) -> None:
    game = load(walks)
    found = list(idle_values(game, lambda settings: load_rules(walks, settings), 1, 60, 2_000))
    assert [(i.option, i.value, i.positions) for i in found] == [("idle", "4", 0)]
    assert found[0].text == "option idle = 4 changes nothing that is played (compared with 3)"


def test_what_is_used_goes_through_executors(rows: Path) -> None:
    """As rows of data it is the same as before, and the rows of two keys are what both used."""
    game = load(rows)
    engine = interpreter.engine(game, effort=0, keep=False)
    made = RandomUses(engine, 3)([0, 1])
    assert json.loads(json.dumps(made)) == RandomUses(engine, 3)([0, 1])
    whole, first = Usage.of(made), Usage.of(made[:1])
    assert whole.truths.keys() >= first.truths.keys()
    assert sum(whole.times.values()) == sum(n for row in made for *_, n in row["times"])
    assert whole.done["put"] > first.done["put"] > 0


def test_the_command_marks_lines_and_lists_what_is_missing(rows: Path, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from interpreter.commands.coverage import command

    page = tmp_path / "page.html"
    here = ["--executor", "processes:1", "--search", "1", "-n", "60"]
    run = CliRunner().invoke(command, [str(rows), *here, "--bot", "mcts:2", "--html", str(page)])
    assert run.exit_code == 0, run.output
    lines = run.output.splitlines()
    assert lines[8].split()[:3] == ["TRB", "9", "choose"]
    assert "random: 6 of 6 clauses used" in lines
    assert "never done in games: jump" in lines
    assert "never in play in games: never" in lines
    assert "no test chooses extra = true" in lines
    assert any(line.startswith("never true,") and "turn > 90" in line for line in lines)
    assert "<h1>Coverage of Rows</h1>" in page.read_text()
    data = json.loads(CliRunner().invoke(command, [str(rows), *here, "--bot-games", "0", "--json"]).output)
    assert {
        "clauses",
        "never",
        "conditions",
        "kinds_never",
        "values_untested",
        "cells_never",
        "reached",
        "made",
    } <= set(data)
    assert {"line", "text", "times"} <= set(data["clauses"][0])
    assert data["never"] == []


def test_tests_say_what_they_never_use(rows: Path) -> None:
    from click.testing import CliRunner

    from interpreter.commands.test import command

    lines = CliRunner().invoke(command, [str(rows), "--coverage"]).output.splitlines()
    assert lines[0].endswith("2 passed")
    assert any(line.strip().endswith("clauses used") for line in lines)
    assert any("never true" in line and "some line any: own{3}" in line for line in lines)


@pytest.mark.parametrize("game", ["kuhn_poker", "hearts"])
def test_what_is_hidden_or_forced_is_not_called_unused(game: str) -> None:
    engine = interpreter.engine(load(game))
    seen = {"random": Usage.of(RandomUses(engine, 1)(range(2)))}
    assert [c.what for c in clauses(engine.game, seen) if c.what == "hide" and not c.times["random"]] == []
    assert actions_never(engine.game, seen) == []


def test_what_a_turn_together_adds_is_no_condition_of_the_author() -> None:
    game = load("rock_paper_scissors")
    engine = interpreter.engine(game, effort=0, keep=False)
    seen = {"random": by_looks(game, random_looks(engine, 40, 1))}
    assert not any(c.span.text.startswith(("action", "settle")) for c in one_sided(game, seen))


def test_an_idle_pool_gives_whole_groups_of_what_is_known(rows: Path) -> None:
    engine = interpreter.engine(load(rows))
    opened = Pool(InProcess(), Log(None))
    work = RandomGames(engine, 1)
    opened.rows(engine, work, {"by": "random"}, 5)
    left = opened.idle()
    assert [r["key"] for r in left.rows(engine, work, {"by": "random"}, 8, group=2)] == [0, 1, 2, 3]
    assert (left.missing, opened.missing) == (["4 of 8 games of random"], [])
