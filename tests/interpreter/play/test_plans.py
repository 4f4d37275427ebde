"""Answers that are laid down beforehand: who may, when they are played, who learns of them, and what ends them."""

from pathlib import Path

import pytest

pytest.importorskip("starlette")

from tables import Page, client, lobby, opened

from interpreter.play.tables.plans import Plan, answer_of

LINE = [["site b2"], ["site c3"], ["site b1"], ["site b3"]]


def test_the_newer_of_two_lines_counts_and_a_line_ends_where_the_game_leaves_it() -> None:
    old, new, other = (Plan(0, 1, actions, ()) for actions in ((5, 6, 7, 8, 9), (5, 6, 1), (5, 2, 3)))
    plans = [old, new, other]
    assert [answer_of(plans, 0, played) for played in ([5, 6], [5, 2], [5, 3], [5, 6, 7, 8])] == [
        1,
        3,
        None,
        9,
    ]
    assert answer_of(plans, 1, [5, 6]) is None
    assert [old.came(played) for played in ([5], [5, 6], [5, 6, 7], [4, 6])] == [0, 1, 2, 0]
    assert old.waits([5, 6, 7]) and not old.waits([5, 6, 1]) and not old.waits([5, 6, 7, 8, 9])


def test_an_answer_is_played_while_its_player_is_away_after_a_restart_too(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with client(lobby(path)) as at:
        tokens = opened(at, "tic_tac_toe")["tokens"]
        with at.websocket_connect(f"/ws/{tokens['X']}") as x, at.websocket_connect(f"/ws/{tokens['O']}") as o:
            one, two = Page(x), Page(o)
            assert one.play("site a1")["plans"] == []
            view = one.ask("view", type="plan", ply=1, paths=LINE)
            (plan,) = view["plans"]
            assert (len(plan["moves"]), plan["came"], plan["waits"]) == (4, 0, True)
            two.until("view")
            assert two.view()["plans"] == []
    with client(lobby(path)) as at, at.websocket_connect(f"/ws/{tokens['O']}") as o:
        two = Page(o)
        two.play("site b2")
        assert two.until("view")["plies"] == 3  # nobody else is there
        with at.websocket_connect(f"/ws/{tokens['X']}") as x:
            assert Page(x).view()["plans"][0]["came"] == 2


def test_who_takes_a_move_back_decides_anew() -> None:
    with client() as at:
        tokens = opened(at, "tic_tac_toe")["tokens"]
        with at.websocket_connect(f"/ws/{tokens['X']}") as x, at.websocket_connect(f"/ws/{tokens['O']}") as o:
            one, two = Page(x), Page(o)
            one.play("site a1")
            one.ask("view", type="plan", ply=1, paths=LINE)
            two.play("site b2")
            two.until("view")
            one.ask("view", type="undo")
            view = two.ask("view", type="consent", of="undo", yes=True)
            while view["plies"] != 2:
                view = two.until("view")
        with at.websocket_connect(f"/ws/{tokens['X']}") as x:
            view = Page(x).view()
            assert (view["plies"], view["plans"]) == (2, [])


def refused(page: Page, **message: object) -> str:
    text: str = page.ask("refused", **message)["text"]
    return text


def test_lines_are_laid_down_only_where_they_tell_nothing_and_it_is_another_ones_turn() -> None:
    with client() as at:
        tokens = opened(at, "tic_tac_toe")["tokens"]
        with at.websocket_connect(f"/ws/{tokens['X']}") as x, at.websocket_connect(f"/ws/{tokens['O']}") as o:
            one, two = Page(x), Page(o)
            assert "another player is to move" in refused(one, type="plan", ply=0, paths=LINE)
            one.play("site a1")
            assert "goes on from the present" in refused(one, type="plan", ply=1, paths=LINE[:1])
            assert refused(one, type="plan", ply=1, paths=[["site a1"], ["site b1"]])
            assert refused(one, type="plan", ply=7, paths=LINE)
            one.ask("view", type="plan", ply=1, paths=LINE)
            assert one.ask("view", type="unplan", ply=3)["plans"] != []
            assert one.ask("view", type="unplan", ply=0)["plans"] == []
            assert two.view()["tries"]
        for game, more in (
            ("geister", {}),
            ("backgammon", {}),
            ("tic_tac_toe", {"clock": {"minutes": 3, "increment": 0}}),
        ):
            made = opened(at, game, **more)
            first, second, watcher = made["tokens"].values()
            for token in (first, second, watcher):
                with at.websocket_connect(f"/ws/{token}") as socket:
                    page = Page(socket)
                    view = page.view()
                    assert "plans" not in view and not view["tries"]
                    assert refused(page, type="branch", ply=0, paths=[])
                    assert refused(page, type="plan", ply=0, paths=[])
