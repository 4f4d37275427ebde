"""The review of a game: which questions are asked, what their answers exclude, and where they are kept."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from gdl.diagnostics.values import Reporter
from gdl.loader import load, read_source
from interpreter.analysis.cases import run_file
from interpreter.analysis.review.answers import Keeper, add, case_of, read_tests
from interpreter.analysis.review.questions import Question
from interpreter.analysis.review.readings import readings
from interpreter.analysis.review.review import Review, Sitting
from interpreter.analysis.review.rivals import Rules
from interpreter.analysis.review.situations import Situations
from interpreter.commands.review import command
from interpreter.engines.errors import PositionError
from interpreter.engines.reference.engine import ReferenceEngine
from interpreter.play.asking import clauses, why, worded

pytestmark = pytest.mark.thorough

ROWS = """game "Rows of three"
players Red, Blue
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty and not (s in corners and turn < 3)
  do place man of mover on s
turn: put
end
  mover wins when some line any: own{3}
  draw when full
"""
ELSEWHERE = """game "Elsewhere"
players A, B
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
action wait
  do if passes > 0 or moves > 4 and turn > 2 do phase := main
phase waiting: wait
turn: put
end draw when full
limit 20 moves: draw
"""


DRAWN = """game "Drawn"
players A, B
board square 3 x 3
kinds man
field gold of game: 0..9 = 0
field pips of game: 1..6 = 1
action put
  choose s in sites where s is empty
  do place man of mover on s
     gold := gold + 1
     random n in 1..6
     pips := n
turn: put
end draw when full
"""


def rules_of(folder: Path, text: str = ROWS) -> Rules:
    path = folder / "rows.gdl"
    path.write_text(text)
    return Rules(path, load(path), {})


def all_yes(review: Review, most: int = 20) -> list[Question]:
    found = []
    while len(found) < most and (asked := review.next()) is not None:
        review.confirm(asked)
        found.append(asked)
    return found


def test_few_answers_exclude_almost_all_small_changes(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    review = Review(rules)
    first = review.next()
    assert first is not None and first.situation.plies <= 2  # near the start
    review.confirm(first)
    asked = [first, *all_yes(review)]
    assert len(asked) <= 10
    assert len(review.excluded) >= 0.85 * review.total
    known: list[dict[str, object]] = []
    for question in asked:
        known.append(case_of(rules, question, known))
        add(rules, known[-1])
    results = list(run_file(rules.path))
    assert len(results) == len(asked)
    assert [r.messages for r in results if not r.passed] == []
    assert results[0].name.startswith("review 1: ")


def test_the_questions_are_the_same_each_time(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    one, two = ([q.case for q in all_yes(Review(rules), 4)] for _ in range(2))
    assert one == two
    script = (
        "import json, sys, pathlib; from gdl.loader import load; from interpreter.analysis.review.review import Review;"
        "from interpreter.analysis.review.rivals import Rules; path = pathlib.Path(sys.argv[1]);"
        "r = Review(Rules(path, load(path), {})); found = []\n"
        "for _ in range(4):\n q = r.next(); r.confirm(q); found.append(q.case)\nprint(json.dumps(found))"
    )
    run = [sys.executable, "-c", script, str(rules.path)]
    other = subprocess.run(
        run, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "7"}
    )
    assert json.loads(other.stdout) == one


def test_a_later_review_goes_on_from_the_answers_that_are_kept(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    review = Review(rules)
    sitting = Sitting(review, 3, Keeper(rules, True, []))
    sitting.begin()
    for answer in ("yes", "unknown", "yes"):
        sitting.answer(answer)  # type: ignore[arg-type]
    sitting.stop()
    assert (sitting.question, sitting.right, sitting.wrong) == (None, 2, 0)
    cases, kept = read_tests(rules)
    assert len(cases) == len(kept) == 2
    later = Review(rules, cases, kept)
    assert later.excluded == review.excluded != set()


def test_what_follows_on_a_yes_is_found_before_it_and_forgotten_without_it(tmp_path: Path) -> None:
    review = Review(rules_of(tmp_path))
    first = review.next()
    assert first is not None
    following = review.foresee(first)
    assert review.excluded == set() and following.excluded
    second = review.follow(following)
    assert second == following.question and review.excluded == following.excluded


def test_readings_are_what_newcomers_take_words_for(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, ELSEWHERE)
    own = read_source(rules.path, Reporter())
    assert own is not None
    found = {(m.before, m.after) for m in readings(rules.game, own)}
    assert ("passes > 0 or moves > 4", "(passes > 0 or moves > 4)") in found
    assert ("mover", "rival(mover)") in found
    assert ("", "\nsetup\n  phase := main\n") in found
    turns = rules_of(tmp_path, ROWS.replace("turn: put\n", "turn: put or pass\n"))
    own = read_source(turns.path, Reporter())
    assert own is not None
    assert {("or", "else"), ("3", "4")} <= {(m.before, m.after) for m in readings(turns.game, own)}


def test_a_game_that_begins_elsewhere_shows_it_at_once(tmp_path: Path) -> None:
    first = Review(rules_of(tmp_path, ELSEWHERE)).next()
    assert first is not None
    assert "wait" in worded(first).text


def test_a_case_is_added_behind_what_stands_there(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    tests = rules.path.with_suffix(".yaml")
    tests.write_text("# mine\n- name: all of them  # nine but four\n  count: 5")
    asked = Review(rules).next()
    assert asked is not None
    case = case_of(rules, asked, [])
    add(rules, case)
    assert tests.read_text().startswith(
        "# mine\n- name: all of them  # nine but four\n  count: 5\n\n- name: "
    )
    assert all(r.passed for r in run_file(rules.path))
    tests.write_text("name: no list\n")
    with pytest.raises(PositionError, match="no list"):
        add(rules, case)
    assert tests.read_text() == "name: no list\n"


def test_sentences_say_what_may_be_done_and_what_comes_of_it(tmp_path: Path) -> None:
    said = [worded(q).text for q in all_yes(Review(rules_of(tmp_path)))]
    assert any("may do exactly this:" in text for text in said)
    assert any("the game is over: Red wins" in text or "the game is over: Blue wins" in text for text in said)
    assert any(
        "holds Red man (before: empty)" in text or "holds Blue man (before: empty)" in text for text in said
    )


BIDS = """game "Bids"
players A, B
board square 1 x 1
kinds marker
field gold of player: 0..9
action bid
  choose n in 1..3
  do gold(mover) := gold(mover) + n
turn together: bid
end mover wins when some p in players: gold(p) > 5
"""


def test_choices_that_wait_are_not_told_as_fields(tmp_path: Path) -> None:
    review = Review(rules_of(tmp_path, BIDS))
    results = [q for q in all_yes(review) if q.about == "result"]
    said = [worded(q).text for q in results]
    assert said and not any("together" in text or "bid.n" in text for text in said)
    waits = [q.after is not None and q.after.current_player == 1 for q in results]
    assert ["the choice waits until all have chosen" in text for text in said] == waits


RARE = """game "Rare"
players A, B
board square 1 x 1
kinds marker
field ones of game: 0..40
action throw
  choose n in 1..20
  do if n = 1 do ones := ones + 1
turn: throw
end
  mover wins when ones = 4
  draw when turn > 20
"""


def test_a_rare_end_is_among_the_first_that_is_looked_at(tmp_path: Path) -> None:
    """One random game in sixty ends so."""
    game = load(rules_of(tmp_path, RARE).path)
    coming = Situations(ReferenceEngine(game), [])
    found = [situation for _ in range(8) if (situation := coming.next()) is not None]
    ends = [s.state.apply(s.onward).ended for s in found if s.onward is not None]
    assert {e.text.split(":")[0] for e in ends if e is not None} >= {"draw"}
    assert any(e is not None and "wins" in e.text for e in ends)


def test_only_a_case_of_the_start_is_named_so(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    cases = [case_of(rules, q, []) for q in all_yes(Review(rules))]
    assert not any("at the start" in c["name"] and ("position" in c or "after" in c) for c in cases)


def test_of_a_drawn_result_only_that_is_asked_which_chance_leaves_alone(tmp_path: Path) -> None:
    asked = [q for q in all_yes(Review(rules_of(tmp_path, DRAWN))) if q.about == "result"]
    assert any("gold" in q.case["expect"]["fields"] for q in asked)
    assert all(("fields", "pips") in q.by_chance for q in asked)
    assert not any("pips" in q.case["expect"].get("fields", {}) for q in asked)
    assert all(q.case["odds"] == {f"pips = {n}": "1/6" for n in range(1, 7)} for q in asked)
    assert any(
        "chance gives pips 1, 2, 3, 4, 5 or 6, each with probability 1/6" in worded(q).text for q in asked
    )


def test_nobody_is_said_to_be_to_move_where_chance_decides_it(tmp_path: Path) -> None:
    turned = DRAWN.replace(
        "     pips := n\n", "     pips := n\n     random p in players\n     then turn of p\n"
    )
    results = [q for q in all_yes(Review(rules_of(tmp_path, turned))) if q.about == "result"]
    asked = [q for q in results if q.after is not None and not q.after.is_terminal]
    assert asked
    for question in asked:
        assert question.case["odds"]["mover = A"] == "1/2"
        said = worded(question).text
        assert "chance gives the player to move A or B, each with probability 1/2" in said
        assert "is to move" not in said


def test_a_drawn_set_up_is_asked_about_by_its_odds(tmp_path: Path) -> None:
    begun = DRAWN.replace(
        "turn:", "setup\n  random a in players\n  random b in 1..3\n  pips := b\n  then turn of a\nturn:"
    )
    asked = [q for q in all_yes(Review(rules_of(tmp_path, begun))) if q.about == "setup"]
    assert [q.case["odds"]["mover = A"] for q in asked] == ["1/2"]
    assert asked[0].case["odds"]["pips = 2"] == "1/3"
    assert "how chance sets the game up" in case_of(rules_of(tmp_path, begun), asked[0], [])["name"]


def test_a_no_is_told_the_clauses(tmp_path: Path) -> None:
    review = Review(rules_of(tmp_path))
    asked = [review.next(), *all_yes(review)]
    for question in asked:
        assert question is not None
        assert any(span.text.startswith("action put") for span in clauses(question))
    first = asked[0]
    assert first is not None and first.situation.plies < 2
    assert "turn < 3" in why(first, "a1") or "legal by these rules" in why(first, "a1")


def test_json_asks_nothing_and_has_the_promised_keys(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    done = CliRunner().invoke(command, [str(rules.path), "--questions", "3", "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.output)
    assert data.keys() == {"mutants", "excluded", "questions"}
    assert 0 < data["excluded"] <= data["mutants"]
    assert len(data["questions"]) == 3
    assert all(q.keys() == {"moves", "position", "about", "text", "excludes"} for q in data["questions"])
    assert sum(q["excludes"] for q in data["questions"]) == data["excluded"]
    assert not rules.path.with_suffix(".yaml").exists()


def test_through_a_pipe_it_asks_line_by_line_and_a_no_is_exit_1(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    done = CliRunner().invoke(command, [str(rules.path), "--questions", "4"], input="y\nwhat?\nd\nn\n\nq\n")
    assert done.exit_code == 1, done.output
    assert "Question 1 of 4" in done.output and "After 1 answer" in done.output
    assert "y: it is right, n: it is wrong" in done.output
    assert "These clauses say so:" in done.output or "legal by these rules" in done.output
    assert len(read_tests(rules)[0]) == 1


def test_a_bundled_game_is_asked_about_and_not_written_to() -> None:
    done = CliRunner().invoke(command, ["tic_tac_toe", "--questions", "1"], input="y\n")
    assert done.exit_code == 0, done.output
    assert "answers are not kept" in done.output
    assert "more in" not in done.output


def test_on_a_terminal_ctrl_c_loses_no_answer(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    master, slave = pty.openpty()
    run = [sys.executable, "-m", "interpreter.cli", "review", str(rules.path)]
    process = subprocess.Popen(
        run, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "1"}, preexec_fn=_take_terminal,
    )  # fmt: skip
    os.close(slave)
    shown = _until(master, "Question 1", "[y/n/d/q]")
    os.write(master, b"y\n")
    shown += _until(master, "Question 2", "[y/n/d/q]")
    os.write(master, b"\x03")
    assert process.wait(60) in (
        0,
        130,
    )  # as it came while somebody was asked, or while a question was looked for
    assert "Traceback" not in shown
    assert len(read_tests(rules)[0]) == 1
    os.close(master)


def _take_terminal() -> None:
    import fcntl
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # which those in the background ignore
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _until(master: int, *wanted: str) -> str:
    """What a terminal shows until all of these have come, in this order."""
    shown, at, end = "", 0, time.monotonic() + 120
    for text in wanted:
        while text not in shown[at:]:
            assert time.monotonic() < end, shown
            shown += os.read(master, 4096).decode("utf-8", "replace")
        at = shown.index(text, at)
    return shown
