"""The editor of positions: changes by clicks, messages with their place, and tables that begin with what was made."""

from pathlib import Path

import bundled
import pytest
from tables import Page, client, lobby

from interpreter.play.session import Session
from interpreter.play.web.position_editor import Change, apply_change, beginning, edit, palette
from interpreter.positions.documents import read_state


@pytest.mark.parametrize("name", ["chess", "dvonn", "zarcana", "homesteads", "backgammon", "hearts"])
def test_every_game_begins_with_its_set_up_and_can_be_changed(name: str) -> None:
    engine = bundled.engine(name, "reference")
    shown = edit(engine, "", None)
    assert shown["error"] == "" and "<svg" in str(shown["svg"])
    assert read_state(engine, beginning(engine)).current_player == engine.initial_state().current_player
    assert palette(engine.game)["players"] == [p.name for p in engine.game.players]


def test_clicks_put_pieces_take_them_away_and_stack_them() -> None:
    chess = bundled.engine("chess", "reference").game
    made = apply_change(chess, {"pieces": {"a1": "White rook"}}, Change("e5", "White queen"))
    assert made["pieces"] == {"a1": "White rook", "e5": "White queen"}
    assert apply_change(chess, made, Change("a1"))["pieces"] == {"e5": "White queen"}
    stacks = bundled.engine("dvonn", "reference").game
    made = apply_change(stacks, {"pieces": {"a1": "White ring"}}, Change("a1", "Black ring"))
    assert made["pieces"]["a1"] == ["White ring", "Black ring"]
    assert apply_change(stacks, made, Change("a1"))["pieces"]["a1"] == "White ring"


def test_site_fields_and_the_player_to_move_are_changed() -> None:
    cyvasse = bundled.engine("cyvasse", "reference", {"setup": "ready"})
    made = apply_change(cyvasse.game, {}, Change("f6", field="terrain", value="water"))
    assert made == {"sites": {"terrain": {"f6": "water"}}}
    assert apply_change(cyvasse.game, made, Change("f6", field="terrain")) == {}
    assert apply_change(cyvasse.game, {}, Change(to_move="Black")) == {"to_move": "Black"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "to_move: White\npieces: {e5: White qeen}",
            "position:2:10: no player or kind of piece is named `qeen`",
        ),
        ("to_move: [", "this is not YAML"),
        ("- a list", "a position is a mapping"),
        ("pieces: {z9: White queen}", "z9"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    shown = edit(bundled.engine("chess", "reference"), text, None)
    assert said in str(shown["error"])
    assert "svg" not in shown


def test_a_position_without_moves_or_with_an_end_is_said_to_be_so() -> None:
    engine = bundled.engine("tic_tac_toe", "reference")
    won = edit(engine, "pieces: {a1: X mark, b1: X mark, c1: X mark}", None)
    assert str(won["said"])
    assert "legal moves" in str(edit(engine, "to_move: O", None)["said"])


def test_a_table_begins_with_a_position_and_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    text = "to_move: O\npieces: {a1: X mark}\n"
    with client(lobby(path)) as at:
        asked = {"game": "tic_tac_toe", "seats": ["human", "human"], "position": text}
        table = at.post("/api/tables", json=asked).json()
        with at.websocket_connect(f"/ws/{table['tokens']['O']}") as socket:
            assert Page(socket).play("site b2")["plies"] == 1
        token = table["tokens"]["O"]
        assert "position: 'to_move: O" in at.get(f"/api/record/{token}").text
        assert "b2: O mark" in at.get(f"/api/record/{token}?format=position").text
        wrong = at.post("/api/tables", json={**asked, "position": "to_move: Z"})
        assert wrong.status_code == 400 and "position:1:1" in wrong.json()["error"]
    place = lobby(path).place(token)
    assert place.table.session.states[0].position()["pieces"] == {"a1": "X mark"}
    from interpreter.play import record

    saved = record.parse(place.table.session.record().to_yaml(), "x")
    again = Session(place.table.engine, "tic_tac_toe", 0, [None, None])
    again.resume(saved, place.table.engine)
    assert again.state == place.table.state


def test_positions_of_games_with_secrets_do_not_leave_their_table() -> None:
    with client() as at:
        table = at.post("/api/tables", json={"game": "kuhn_poker", "seats": ["human", "human"]}).json()
        token = next(iter(table["tokens"].values()))
        assert at.get(f"/api/record/{token}?format=position").status_code == 403
        assert "edit it" not in at.get(table["play"]).text


def test_the_editor_is_a_page_and_refuses_what_is_malformed() -> None:
    with client() as at:
        assert 'id="text"' in at.get("/edit/zola").text
        assert at.get("/edit/nothing").status_code == 404
        ok = at.post("/api/position", json={"game": "zola", "position": "", "change": {"site": "a1"}})
        assert ok.status_code == 200 and "a1:" not in ok.json()["text"]
        for change in (3, {"sites": "a1"}, {"site": 4}):
            assert at.post("/api/position", json={"game": "zola", "change": change}).status_code == 400
        assert at.post("/api/position", content="x" * 70_000).status_code == 400
        assert at.post("/api/palette", json={"game": "zola"}).json()["players"] == ["Red", "Blue"]
