"""Lessons out of the tests beside a game: tasks, verdicts, replies, hints, and the same at a table of the server."""

import re
from pathlib import Path

import bundled
import pytest
from tables import GAMES, Page, client, engine, lobby

from gdl.files.library import bundled_games, find
from interpreter.engines.errors import IllegalAction
from interpreter.play.bots import Seat
from interpreter.play.lessons.attempt import Attempt, Defender, best_win, to_win
from interpreter.play.lessons.cases import MOST_TO_FIND, course
from interpreter.play.session import Beginning, Session
from interpreter.play.sheet.reasons import refusal
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.new_table import Wish
from interpreter.play.web.store import Store

pytestmark = pytest.mark.thorough


def attempt(game: str, title: str, kind: str) -> tuple[Attempt, Session]:
    known = course(find(game))
    lesson = next(v for v in known if v.title == title)
    engine = bundled.engine(game, kind, dict(lesson.options))
    made = Attempt(engine, lesson, len(known))
    return made, Session(engine, game, 0, [], beginning=Beginning(made.start, "", made.follow))


def play(session: Session, *moves: str) -> None:
    for move in moves:
        session.play(session.state.action_from_string(move))


@pytest.mark.parametrize("name", bundled_games())
def test_the_cases_beside_every_game_make_lessons_goals_first(name: str) -> None:
    found = course(find(name))
    assert [v.number for v in found] == list(range(1, len(found) + 1))
    forms = [v.form for v in found]
    assert forms == sorted(forms, key=["goal", "win", "moves"].index)
    assert all(v.moves <= MOST_TO_FIND for v in found if v.form == "moves")


def test_the_sheet_s_nine_lessons_come_first_in_their_own_words() -> None:
    found = course(find("cyvasse"))[:9]
    assert [v.moves for v in found] == [3, 8, 4, 4, 3, 3, 5, 6, 5]
    assert all(v.form == "goal" and v.means and not v.title.startswith("Lesson") for v in found)


def test_a_game_without_tests_has_no_lessons(tmp_path: Path) -> None:
    assert course(tmp_path / "new.gdl") == ()


def test_a_goal_is_reached_by_the_learner_alone(kind: str) -> None:
    made, session = attempt("cyvasse", "A Rabble in three", kind)
    assert made.task == "Bring the Rabble to g8. White alone moves and has three moves."
    play(session, "f5-f6")
    assert session.state.current_player == made.learner
    assert made.verdict(session.states).text == "Right. Two moves left."
    play(session, "f6-f7")
    hint = made.hint(session.states)
    assert hint is not None and session.state.action_to_string(hint) == "f7-g8"
    play(session, "f7-g8")
    verdict = made.verdict(session.states)
    assert (verdict.text, verdict.is_right, verdict.is_solved) == ("Solved in three moves.", True, True)


def test_a_detour_is_noticed_at_once(kind: str) -> None:
    made, session = attempt("cyvasse", "A Rabble in three", kind)
    play(session, "f5-f4")
    verdict = made.verdict(session.states)
    assert verdict.is_right is False and "cannot be done in two moves" in verdict.text
    assert made.hint(session.states) is None
    play(session, "f4-f3", "f3-f2")
    assert "it is not done" in made.verdict(session.states).text


def test_a_search_that_takes_long_leaves_the_verdict_open(kind: str) -> None:
    made, session = attempt("cyvasse", "A Dragon takes six Crossbows in eight", kind)
    made.seconds = 0.0
    play(session, session.state.action_to_string(session.state.legal_actions()[0]))
    assert made.verdict(session.states).is_right is None
    assert made.hint(session.states) is None


def test_a_win_is_answered_with_the_best_defence(kind: str) -> None:
    made, session = attempt("tic_tac_toe", "X wins in two", kind)
    right = best_win(session.state, 2)
    assert right is not None
    wrong = next(a for a in session.state.legal_actions() if to_win(session.state.apply(a), 0, 1) is None)
    after = session.state.apply(wrong)
    reply = Defender(made.learner, 2).choose(Seat.of(after))
    assert to_win(after.apply(reply), made.learner, 1) is None  # the mistake is punished
    session.play(wrong)
    assert made.verdict(session.states).is_right is False
    session.restart()
    session.play(right)
    assert made.verdict(session.states).is_right is True
    session.play(Defender(made.learner, 2).choose(Seat.of(session.state)))
    last = made.hint(session.states)
    assert last is not None
    session.play(last)
    assert made.verdict(session.states).is_solved


def test_legal_moves_are_named_until_all_are_found(kind: str) -> None:
    made, session = attempt("cyvasse", "A Rabble walks one step in any direction", kind)
    assert made.task == "White is to move. Find all six legal moves."
    for number, action in enumerate(session.state.legal_actions(), 1):
        verdict = made.name(action)
        assert verdict.is_solved == (number == 6)
        assert "found before" in made.name(action).text


@pytest.mark.parametrize("name", ["english_draughts", "go", "peg_solitaire", "hearts", "shogi"])
def test_every_lesson_of_a_game_begins_with_a_task(name: str) -> None:
    known = course(find(name))
    assert known
    for lesson in known:
        made = Attempt(bundled.engine(name, "reference", dict(lesson.options)), lesson, len(known))
        assert made.task.endswith((".", "?"))
        assert not made.start.is_terminal
        if lesson.form == "moves":
            assert len(made.start.legal_actions()) == lesson.moves


def test_lessons_are_tables_of_their_own() -> None:
    with client() as at:
        listed = at.get("/api/lessons/tic_tac_toe").json()
        assert listed == [
            {"number": 1, "title": "X wins in two", "form": "win", "settings": ["easier", "harder"]}
        ]
        assert "X wins in two" in at.get("/lessons/tic_tac_toe").text
        assert at.get("/lessons/nothing").status_code == 404
        table = at.post("/api/tables", json={"game": "tic_tac_toe", "lesson": 1}).json()
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            page = Page(socket)
            view = page.view()
            assert view["lesson"]["task"].startswith("X is to move and wins in two moves")
            assert view["can"] == ["hint"]
            best = page.ask("thinking", type="hint")["best"][0]["text"]
            page.play(f"site {best}")
            while (view := page.until("view"))["plies"] < 2:
                pass
            assert page.ask("verdict", type="verdict")["right"] is True
            assert page.ask("view", type="again")["plies"] == 0
        assert at.get(f"/api/record/{table['tokens']['X']}").status_code == 403
        refused = at.post("/api/tables", json={"game": "tic_tac_toe", "lesson": 7})
        assert refused.json()["error"] == "this game has 1 lessons"


def in_setting(game: str, title: str, setting: str, kind: str) -> tuple[Attempt, Session]:
    known = course(find(game))
    lesson = next(v for v in known if v.title == title).set_to(setting)
    engine = bundled.engine(game, kind, dict(lesson.options))
    made = Attempt(engine, lesson, len(known))
    return made, Session(engine, game, 0, [], beginning=Beginning(made.start, "", made.follow))


def test_an_easier_lesson_has_more_moves_and_says_how_many_would_do(kind: str) -> None:
    made, session = in_setting("cyvasse", "A Rabble in three", "easier", kind)
    assert made.task == "Bring the Rabble to g8. White alone moves and has five moves. Three would do."
    play(session, "f5-f4")
    assert made.verdict(session.states).text == "Right. Four moves left."
    play(session, "f4-f5", "f5-f6", "f6-f7", "f7-g8")
    assert made.verdict(session.states).text == "Solved in five moves. It can be done in three."


def test_a_harder_lesson_is_the_author_s_where_there_is_one(kind: str) -> None:
    made, session = in_setting("cyvasse", "A Rabble in three", "harder", kind)
    assert made.task.startswith("Bring the Rabble to g8, around the mountains.") and made.lesson.moves == 5
    assert made.start.position()["sites"]["terrain"]["f6"] == "mountain"
    assert made.hint(session.states) is not None


def test_a_harder_lesson_without_an_author_says_nothing_before_the_end(kind: str) -> None:
    made, session = in_setting("tic_tac_toe", "X wins in two", "harder", kind)
    assert made.task.endswith("There are no hints.")
    assert made.hint(session.states) is None
    session.play(session.state.legal_actions()[0])
    assert made.verdict(session.states).text == "One move left."


def test_half_of_the_legal_moves_suffice_where_it_is_easier(kind: str) -> None:
    title = "A Rabble walks one step in any direction"
    made, session = in_setting("cyvasse", title, "easier", kind)
    assert made.task == "White is to move. Find three of the six legal moves."
    actions = session.state.legal_actions()
    assert [made.name(a).is_solved for a in actions[:3]] == [False, False, True]
    harder, _ = in_setting("cyvasse", title, "harder", kind)
    assert harder.task == "White is to move. Find all legal moves. There are no hints."
    assert "of six" not in harder.name(actions[0]).text


@pytest.mark.parametrize("name", ["cyvasse", "peg_solitaire", "tic_tac_toe", "hearts"])
def test_every_setting_of_every_lesson_begins_with_a_task(name: str) -> None:
    for lesson in course(find(name)):
        assert len({*lesson.settings, ""}) == len(lesson.settings) + 1
        for setting in lesson.settings:
            made = Attempt(bundled.engine(name, "reference", dict(lesson.options)), lesson.set_to(setting), 1)
            assert made.task.endswith((".", "?")) and not made.start.is_terminal
            assert made.lesson.moves >= made.lesson.least or made.lesson.form == "moves"


def test_a_setting_is_chosen_at_the_table_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with client(lobby(path)) as at:
        asked = {"game": "tic_tac_toe", "lesson": 1}
        table = at.post("/api/tables", json={**asked, "setting": "harder"}).json()
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            page = Page(socket)
            view = page.view()
            assert (view["lesson"]["setting"], view["lesson"]["settings"]) == ("harder", ["easier", "harder"])
            assert view["can"] == []
            assert page.ask("refused", type="hint")["text"] == "This setting of the lesson has no hints"
        refused = at.post("/api/tables", json={**asked, "setting": "hardest"}).json()
        assert refused["error"] == "lesson 1 has no setting `hardest`: there are easier, harder"
        assert at.post("/api/tables", json={"game": "zola", "setting": "easier"}).status_code != 200
        assert 'data-setting="easier"' in at.get("/lessons/tic_tac_toe").text
    kept = lobby(path).place(table["tokens"]["X"]).table.lesson
    assert kept is not None and kept.lesson.setting == "harder"


def test_moves_are_named_at_the_table_and_wrong_ones_get_reasons(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    number = next(v.number for v in course(find("zola")) if v.form == "moves")
    with client(lobby(path)) as at:
        table = at.post("/api/tables", json={"game": "zola", "lesson": number}).json()
        token = next(t for name, t in table["tokens"].items() if name != "spectators")
        with at.websocket_connect(f"/ws/{token}") as socket:
            page = Page(socket)
            view = page.view()
            assert "next" not in view
            assert page.ask("refused", type="do", rev=0, path=[])["text"].startswith("In this lesson")
            legal = lobby(path).place(token).table.state
            text = legal.action_to_string(legal.legal_actions()[0])
            named = page.ask("verdict", type="try", text=text)
            assert named["right"] is True and named["sites"]
            first, *_ = re.findall(r"[a-z]\d+", text)
            wrong = page.ask("verdict", type="try", path=[f"site {first}", f"site {first}"])
            assert wrong["right"] is False and "is not legal" in wrong["text"]
            said = refusal(legal, f"{first} {first}", IllegalAction(""))  # as the terminal says it
            assert said.partition(": ")[2] == wrong["text"].partition(": ")[2] != ""
            assert page.ask("verdict", type="try", path=[f"site {first}"])["begun"] == [f"site {first}"]
    place = lobby(path).place(token)
    assert place.table.lesson is not None and place.table.lesson.lesson.number == number


def test_tables_that_are_no_lessons_have_no_verdicts() -> None:
    assert "zola" in GAMES
    made = lobby().open(Wish("zola"))
    with client() as at:
        table = at.post("/api/tables", json={"game": "zola", "seats": ["human"]}).json()
        with at.websocket_connect(f"/ws/{table['tokens']['Red']}") as socket:
            assert Page(socket).ask("refused", type="verdict")["text"] == "This table is no lesson"
    assert made.table.lesson is None


def test_the_places_of_a_goal_are_marked() -> None:
    made, _ = attempt("cyvasse", "A Rabble in three", "reference")
    assert made.marks == ("g8",)
    made, _ = attempt("tic_tac_toe", "X wins in two", "reference")
    assert made.marks == ()


def test_what_a_place_leaves_open_in_a_move_to_be_named_is_offered() -> None:
    with client(Lobby({"zarcana": "zarcana"}, engine, Store(None))) as at:
        table = at.post("/api/tables", json={"game": "zarcana", "lesson": 1}).json()
        with at.websocket_connect(f"/ws/{table['tokens']['Red']}") as socket:
            page = Page(socket)
            lesson = page.view()["lesson"]
            assert lesson["words"] == ["draw_cards", "discard_hand", "pass", "declare"]
            begun = page.ask("verdict", type="try", path=["site 0,0"])
            sites = {o["label"]: o["site"] for o in begun["options"]}
            assert sites == {
                "No direction": None, "North": "0,1", "East": "1,0", "South": "0,-1", "West": "-1,0",
            }  # fmt: skip
            named = page.ask("verdict", type="try", path=[*begun["begun"], "direction north"])
            assert named["named"] and "arrive 0,0 north is legal" in named["text"]
            assert (
                "draw_cards 1 is legal" in page.ask("verdict", type="try", path=["action draw_cards"])["text"]
            )
