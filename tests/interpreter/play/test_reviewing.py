"""The page of a review: the questions with pictures, for whoever has its key, and on no other server."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tables import client, lobby

from gdl.loader import load
from interpreter.analysis.review.answers import Keeper, read_tests
from interpreter.analysis.review.review import Review, Sitting
from interpreter.analysis.review.rivals import Rules
from interpreter.play.web.app import app
from interpreter.play.web.reviewing import Reviewing

RULES = """game "Five places"
players Red, Blue
board square 5 x 1
kinds man
action put
  choose s in sites where s is empty and (turn > 1 or s != c1)
  do place man of mover on s
turn: put
end mover wins when some line any: own{2}
"""


@pytest.fixture
def reviewing(tmp_path: Path) -> Reviewing:
    path = tmp_path / "five.gdl"
    path.write_text(RULES)
    rules = Rules(path, load(path), {})
    keeper = Keeper(rules, True, [])
    return Reviewing(Sitting(Review(rules), 3, keeper), keeper, "five")


@pytest.mark.thorough
def test_questions_come_with_pictures_and_a_yes_is_kept(reviewing: Reviewing) -> None:
    with TestClient(app(lobby(), [], reviewing=reviewing)) as at:
        page = at.get(reviewing.path).text
        assert "Five places" in page and "I don't know" in page
        first = at.post("/api/review", json={"key": reviewing.key}).json()
        assert (first["number"], first["of"]) == (1, 3)
        assert first["claims"] and first["pictures"][0].startswith("<svg")
        assert (
            at.post("/api/review", json={"key": reviewing.key}).json() == first
        )  # a page that is loaded again
        second = at.post("/api/review", json={"key": reviewing.key, "number": 1, "answer": "yes"}).json()
        assert second["number"] == 2 and "After 1 answer" in second["progress"]
        assert len(read_tests(reviewing.keeper.rules)[0]) == 1
        late = at.post("/api/review", json={"key": reviewing.key, "number": 1, "answer": "yes"}).json()
        assert late["number"] == 2  # the answer of a page that is out of date counts nothing
        reasons = at.post("/api/review", json={"key": reviewing.key, "why": ""}).json()["why"]
        assert "action put" in reasons
        assert at.post("/api/review", json={"key": reviewing.key, "why": "a1"}).json()["why"]
        third = at.post("/api/review", json={"key": reviewing.key, "number": 2, "answer": "no"}).json()
        last = third if third.get("done") else at.post(
            "/api/review", json={"key": reviewing.key, "number": 3, "answer": "unknown"}
        ).json()  # fmt: skip
        assert last["done"]
        assert reviewing.sitting.wrong == 1
        assert len(read_tests(reviewing.keeper.rules)[0]) == 1


def test_nobody_answers_without_the_key(reviewing: Reviewing) -> None:
    with TestClient(app(lobby(), [], reviewing=reviewing)) as at:
        assert at.get("/review/five").status_code == 404
        assert at.get("/review/five?key=ä").status_code == 404
        assert at.get(f"/review/other?key={reviewing.key}").status_code == 404
        for body in (
            "{", "[]", "{}", '{"key": "x"}', f'{{"key": "{reviewing.key}", "answer": "perhaps", "number": 1}}',
            f'{{"key": "{reviewing.key}", "answer": "yes"}}',
        ):  # fmt: skip
            assert at.post("/api/review", content=body).status_code == 400
        foreign = {"origin": "http://elsewhere.example"}
        assert at.post("/api/review", json={"key": reviewing.key}, headers=foreign).status_code == 403


def test_a_server_of_tables_has_no_review() -> None:
    with client() as at:
        assert at.get("/review/zola?key=x").status_code == 404
        assert at.post("/api/review", json={"key": "x", "number": 1, "answer": "yes"}).status_code == 400
