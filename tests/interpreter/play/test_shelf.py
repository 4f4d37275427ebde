"""The first page: games are there at once by their titles, pictures and what they are like come when they are wanted."""

import pytest

pytest.importorskip("starlette")

from tables import client, opened

from interpreter.play.web.shelf import facts, heading, lengths


def test_what_games_are_looked_for_by() -> None:
    assert heading("atomic") == ("Atomic chess", "chess")
    chess, atomic, ludo = facts("chess"), facts("atomic"), facts("ludo")
    assert (chess["family"], atomic["family"]) == ("Chess", "Chess")
    assert chess["traits"] == ["board"] and "dice" in (ludo["traits"] or ())
    assert chess["seats"] == 2 and chess["players"] == [2, 2]
    assert {"cards", "hidden"} <= {*facts("hearts")["traits"]}  # type: ignore[misc]
    assert facts("liars_dice")["traits"] == ["dice", "hidden", "chance"]
    assert facts("dominoes")["traits"] == ["tiles", "hidden"]


def test_a_length_is_told_of_the_rules_of_which_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    known = lengths()
    assert all(0 <= row.least <= row.median <= row.most and row.games >= 3 for row in known.values())
    name, row = next((name, row) for name, row in known.items() if row.games > 3)
    assert facts(name)["length"] == [*row[1:]]
    monkeypatch.setitem(known, name, row._replace(key="of other rules"))
    assert facts(name)["length"] is None


def test_the_shelf_has_pictures_facts_and_files() -> None:
    with client() as at:
        assert 'src="/picture/chess.svg"' in at.get("/").text
        drawn = at.get("/picture/chess.svg")
        assert drawn.headers["content-type"].startswith("image/svg") and "<svg" in drawn.text
        assert [*at.get("/api/shelf?games=chess+nothing+pig").json()] == ["chess", "pig"]
        assert at.get("/source/chess.gdl").text.startswith('game "Chess"')
        assert [at.get(p).status_code for p in ("/picture/x.svg", "/source/x.gdl", "/game/x")] == [404] * 3
        assert 'value="zola"' in at.get("/game/zola").text


def test_a_seat_is_listed_only_where_that_is_wished_and_is_taken_once() -> None:
    with client() as at:
        opened(at, "tic_tac_toe", ("human", "open"))
        assert at.get("/api/open").json() == []
        table = opened(at, "tic_tac_toe", ("human", "open"), listed=True)
        (found,) = at.get("/api/open").json()
        assert (found["title"], found["seats"]) == ("Tic-tac-toe", ["O"])
        assert table["tokens"]["O"] not in at.get("/api/open").text
        taken = at.post(f"/api/open/{found['id']}")
        assert taken.json()["play"] == f"/play/{table['tokens']['O']}"
        assert at.post(f"/api/open/{found['id']}").status_code == 404
        assert at.get("/api/open").json() == []


def test_an_address_of_nothing_gives_a_page_that_leads_on() -> None:
    with client() as at:
        for address in ("/nothing", "/play/x", "/game/x", "/static/x/y", "/api/tables"):
            answer = at.get(address)
            assert answer.status_code == 404 and "<h1>Nothing is here</h1>" in answer.text
            assert '<a href="/">' in answer.text
