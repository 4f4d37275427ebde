"""The server of tables: its protocol, who may do what, and what comes from outside."""

import gc
import json
from pathlib import Path
from weakref import ref

import pytest
from starlette.websockets import WebSocketDisconnect
from tables import Page, client, engine, lobby, opened

from gdl.platform.gc_pause import settle
from interpreter.play.tables.table import Clock
from interpreter.play.web import limits
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.new_table import Wish
from interpreter.play.web.protocol import BadMessage, read
from interpreter.play.web.sockets import Rate
from interpreter.play.web.store import Store


def test_a_whole_game_is_played_by_two_and_watched_by_a_third() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe")
        x, o, watcher = (table["tokens"][name] for name in ("X", "O", "spectators"))
        with (
            at.websocket_connect(f"/ws/{x}") as first,
            at.websocket_connect(f"/ws/{o}") as second,
            at.websocket_connect(f"/ws/{watcher}") as third,
        ):
            pages = [Page(first), Page(second)]
            spectator = Page(third)
            assert pages[0].view()["mine"] is True
            assert pages[1].view()["mine"] is False
            assert spectator.view()["you"] is None
            for ply, site in enumerate(["a1", "b1", "a2", "b2", "a3"]):
                after = pages[ply % 2].play(f"site {site}")
                told = spectator.until("did")
                assert told["changed"] == [site]
                pages[1 - ply % 2].until("view")
            assert "wins" in after["ended"]
            assert after["toMove"] is None
            assert spectator.until("view")["moves"][0]["text"] == "a1"


def test_a_page_that_is_wide_gets_what_lies_below_a_board_beside_it() -> None:
    with client() as at:
        token = opened(at, "zarathustra", ("human", "human"))["tokens"]["Red"]
        with at.websocket_connect(f"/ws/{token}") as first, at.websocket_connect(f"/ws/{token}") as second:
            pages = Page(first), Page(second)
            frames = []
            for page, wide in zip(pages, (True, False), strict=True):
                svg = page.ask("view", type="hello", wide=wide)["svg"]
                frames.append(svg.partition('viewBox="')[2].partition('"')[0].split())
            (_, _, wide_one, low), (_, _, narrow, high) = ([int(n) for n in frame] for frame in frames)
            assert wide_one > narrow and low < high
            first.send_json(
                {"type": "name", "text": "Ann", "wide": True}
            )  # both are told, each in its own frame
            seen = [page.until("view")["svg"] for page in pages]
            assert [
                f'viewBox="{" ".join(frame)}"' in svg for frame, svg in zip(frames, seen, strict=True)
            ] == [True, True]


def test_moves_are_refused_out_of_turn_on_an_old_board_and_to_spectators() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe")
        with (
            at.websocket_connect(f"/ws/{table['tokens']['X']}") as first,
            at.websocket_connect(f"/ws/{table['tokens']['O']}") as second,
            at.websocket_connect(f"/ws/{table['tokens']['spectators']}") as third,
        ):
            x, o, watcher = Page(first), Page(second), Page(third)
            path = x.path("site a1")
            assert o.ask("refused", type="do", rev=0, path=path)["text"] == "It is not your turn"
            assert o.ask("refused", type="pick", path=[])["text"] == "It is not your turn"
            assert watcher.ask("refused", type="do", rev=0, path=path)["text"] == "Spectators only watch"
            assert "meanwhile" in x.ask("refused", type="do", rev=7, path=path)["text"]
            assert "cannot be chosen" in x.ask("refused", type="do", rev=0, path=["site z9"])["text"]
            assert x.ask("refused", type="do", rev=0, path=[])["text"] == "Something is left to choose"


def test_taking_back_and_draws_want_the_consent_of_the_others() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe")
        with (
            at.websocket_connect(f"/ws/{table['tokens']['X']}") as first,
            at.websocket_connect(f"/ws/{table['tokens']['O']}") as second,
        ):
            x, o = Page(first), Page(second)
            x.play("site a1")
            asked = x.ask("view", type="undo")
            assert asked["ask"] == {"of": "undo", "by": "X", "mine": False}
            while not (seen := o.until("view"))["ask"]:
                pass
            assert seen["ask"]["mine"] is True
            assert o.ask("view", type="consent", of="undo", yes=True)["plies"] == 0
            assert o.ask("view", type="redo")["ask"]["of"] == "redo"
            o.ask("view", type="draw")
            assert x.ask("view", type="consent", of="draw", yes=False)["ended"] == ""
            o.ask("view", type="draw")
            while (
                "agreed on a draw" not in x.ask("view", type="draw" if x.view()["ask"] else "hello")["ended"]
            ):
                pass
            assert x.ask("refused", type="undo")["text"] == "The game is over"


def test_whoever_resigns_loses_and_of_three_the_others_play_on() -> None:
    with client() as at:
        two = opened(at, "tic_tac_toe")
        with at.websocket_connect(f"/ws/{two['tokens']['O']}") as socket:
            assert Page(socket).ask("view", type="resign")["ended"] == "O resigns: X wins."
        record = at.get(f"/api/record/{two['tokens']['O']}").text
        assert "result: {X: '1', O: '-1'}" in record and "end: 'O resigns: X wins.'" in record
        three = opened(at, "yavalath", ("open", "open", "open"), options={"players": "3"})
        names = [n for n in three["tokens"] if n != "spectators"]
        assert len(names) == 3
        with at.websocket_connect(f"/ws/{three['tokens'][names[1]]}") as socket:
            view = Page(socket).ask("view", type="resign")
            assert view["ended"] == ""
            assert [p["bot"] for p in view["players"]] == [False, True, False]


def test_when_the_game_is_over_nothing_is_made_again_and_nobody_needs_a_hint() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            page = Page(socket)
            page.play("site a1")
            assert "redo" in page.ask("view", type="undo")["can"]
            over = page.ask("view", type="resign")
            assert (over["can"], over["plies"]) == ([], 0)
            assert page.ask("refused", type="redo")["text"] == "The game is over"


def test_what_cannot_be_taken_back_is_not_offered() -> None:
    with client() as at:
        table = opened(at, "pig", ("human", "human"), options={})
        with at.websocket_connect(f"/ws/{next(iter(table['tokens'].values()))}") as socket:
            page = Page(socket)
            page.play("action roll")
            assert "undo" not in page.view()["can"]
            assert "chance has decided" in page.ask("refused", type="undo")["text"]


def test_a_refusal_names_a_place_as_it_is_written() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            refused = Page(socket).ask("refused", type="pick", path=["site z9"])["text"]
            assert refused.startswith("z9 cannot be chosen here")


def test_before_the_first_move_of_a_person_there_is_nothing_to_take_back() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("random", "human"))
        with at.websocket_connect(f"/ws/{table['tokens']['O']}") as socket:
            page = Page(socket)
            view = page.view()
            while not view["plies"]:
                view = page.until("view")
            assert "undo" not in view["can"]
            assert page.ask("refused", type="undo")["text"] == "There is nothing to take back"


def test_a_choice_that_was_made_says_from_which_pool_it_is() -> None:
    with client() as at:
        token = opened(at, "zarathustra", ("human", "human"))["tokens"]["Red"]
        with at.websocket_connect(f"/ws/{token}") as socket:
            page = Page(socket)
            option = next(o for o in page.view()["next"]["options"] if o.get("pools"))
            made = page.ask("next", type="pick", path=[option["value"]])["path"][0]
            assert made["pools"] == option["pools"]


def test_a_die_is_chosen_where_it_leads_and_a_half_made_move_is_shown() -> None:
    with client() as at:
        token = opened(at, "backgammon", ("human", "human"), seed=5)["tokens"]["Black"]
        with at.websocket_connect(f"/ws/{token}") as socket:
            page = Page(socket)
            assert "begun" not in page.view()["next"]
            chosen = page.ask("next", type="pick", path=["site p17"])
            sites = {o["value"]: o["site"] for o in chosen["options"]}
            assert sites == {"number 3": "p20", "number 6": "p23"}
            half = page.ask("next", type="pick", path=[*(p["value"] for p in chosen["path"]), "number 6"])
            assert half["begun"] is True
            assert half["preview"].count('data-on="p23"') == 1


def test_a_new_game_is_like_the_one_that_is_over_where_no_other_person_plays() -> None:
    clock = {"minutes": 5.0, "increment": 2.0}
    with client() as at:
        for seats in (("human", "random:3"), ("human", "open")):
            wish = {"game": "zola", "options": {"size": "4"}, "seats": [*seats], "clock": clock}
            tokens = opened(at, "zola", seats, options={"size": "4"}, clock=clock)["tokens"]
            with at.websocket_connect(f"/ws/{next(iter(tokens.values()))}") as socket:
                page = Page(socket)
                assert "another" not in page.view()
                over = page.ask("view", type="resign")
                assert over.get("another") == (wish if seats[1] != "open" else None)
        assert at.post("/api/tables", json=wish).status_code == 200


def test_a_bot_answers_and_one_person_takes_back_alone() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "random:3"))
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            page = Page(socket)
            page.play("site a1")
            view = page.until("view")
            assert (view["plies"], view["mine"]) == (2, True)
            assert page.ask("view", type="undo")["plies"] == 0


def test_steps_show_the_past_and_lines_are_tried_out_alone() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        with (
            at.websocket_connect(f"/ws/{table['tokens']['X']}") as first,
            at.websocket_connect(f"/ws/{table['tokens']['O']}") as second,
        ):
            x, o = Page(first), Page(second)
            x.play("site a1")
            o.play("site b2")
            past = x.ask("view", type="step", ply=1)
            while past["ply"] != 1:
                past = x.until("view")
            assert "next" not in past
            line = x.ask("line", type="branch", ply=2, paths=[["site c3", "action play"]], path=[])
            assert line["moves"] == ["c3"]
            assert x.view()["plies"] == 2
            assert x.ask("refused", type="step", ply=9)["text"] == "The game has 2 moves"


def test_reasons_name_the_clause_and_the_sites() -> None:
    with client() as at:
        table = opened(at, "zola")
        with at.websocket_connect(f"/ws/{table['tokens']['Red']}") as socket:
            page = Page(socket)
            reasons = page.ask("reasons", type="why", path=["site a1", "site a3"])["reasons"]
            said = "Retreat: a checker goes by one step in any direction to an empty place, and not to a3"
            assert reasons[0]["sentence"] == said
            assert reasons[0]["clause"] == "line any up to 1: empty"
            assert reasons[0]["line"] is not None
            assert page.ask("reasons", type="why", text="a1-b1")["text"] == "a1-b1 is legal."


def test_what_is_forced_is_shown_before_it_is_played() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        with (
            at.websocket_connect(f"/ws/{table['tokens']['X']}") as first,
            at.websocket_connect(f"/ws/{table['tokens']['O']}") as second,
        ):
            pages = Page(first), Page(second)
            for ply, site in enumerate(["a1", "b1", "a2", "b2", "c1", "c2", "b3", "a3"]):
                pages[ply % 2].play(f"site {site}")
            last = pages[0].view()["next"]
            assert (last["complete"], last["confirm"]) == (1, True)
            assert "<svg" in last["preview"]


def test_chat_reaches_all_and_is_kept() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe")
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as first:
            page = Page(first)
            page.ask("view", type="name", text="Ada\x07")
            said = page.ask("chat", type="chat", text="hello <b>")
            assert said["lines"][-1] == {"by": "Ada (X)", "text": "hello <b>"}
        with at.websocket_connect(f"/ws/{table['tokens']['O']}") as second:
            Page(second).socket.send_json({"type": "hello"})
            assert Page(second).until("chat")["lines"][0]["text"] == "hello <b>"


def test_games_go_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with client(lobby(path)) as at:
        table = opened(at, "kuhn_poker", clock={"minutes": 5, "increment": 2})
        token = next(iter(table["tokens"].values()))
        with at.websocket_connect(f"/ws/{token}") as socket:
            before = Page(socket).play("action bet")
    with client(lobby(path)) as at, at.websocket_connect(f"/ws/{token}") as socket:
        after = Page(socket).view()
        assert {k: after[k] for k in ("moves", "svg", "rev", "toMove")} == {
            k: before[k] for k in ("moves", "svg", "rev", "toMove")
        }
        assert 290 < after["players"][0]["left"] <= 302


def test_who_has_played_may_agree_to_another_game_with_sides_changed(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with client(lobby(path)) as at:
        table = opened(at, "kuhn_poker", clock={"minutes": 5, "increment": 2})
        first, second = list(table["tokens"].values())[:2]
        with at.websocket_connect(f"/ws/{first}") as one, at.websocket_connect(f"/ws/{second}") as two:
            a, b = Page(one), Page(two)
            assert "rematch" not in a.view()["can"]
            assert "when this one is over" in a.ask("refused", type="rematch")["text"]
            b.view()
            ended = a.ask("view", type="resign")
            assert "rematch" in ended["can"] and ended["ended"] and b.until("view")["ended"]
            assert a.ask("view", type="rematch")["ask"]["of"] == "rematch"
            asked = b.until("view")
            assert asked["ask"]["mine"] and asked["ended"]
            mine = b.ask("view", type="consent", of="rematch", yes=True)
            theirs = a.until("view")
            assert [(v["you"], v["plies"], v["ended"], v["ask"]) for v in (mine, theirs)] == [
                (0, 0, "", None),
                (1, 0, "", None),
            ]
            assert mine["mine"] and mine["players"][0]["left"] == 300
            played = b.play("action bet")
            assert len(played["moves"]) == 1
            assert len(a.until("view")["moves"]) == 1
    with client(lobby(path)) as at, at.websocket_connect(f"/ws/{first}") as one:
        again = Page(one).view()
        assert (again["you"], again["plies"], again["ended"]) == (1, 1, "")


def test_a_token_that_nobody_has_opens_nothing() -> None:
    with client() as at:
        for path in ("/play/abc", "/api/record/abc", "/qr/abc.svg", "/api/links/abc"):
            assert at.get(path).status_code == 404
        with pytest.raises(WebSocketDisconnect), at.websocket_connect("/ws/abc") as socket:
            socket.receive_json()


def test_records_of_secrets_are_kept_until_the_end() -> None:
    with client() as at:
        table = opened(at, "kuhn_poker")
        token, other = table["tokens"]["spectators"], next(iter(table["tokens"].values()))
        assert at.get(f"/api/record/{token}").status_code == 403
        assert "?" in at.get(f"/api/record/{token}?format=svg").text
        with at.websocket_connect(f"/ws/{other}") as socket:
            Page(socket).ask("view", type="resign")
        assert "seed" in at.get(f"/api/record/{token}").text
        assert at.get(f"/api/record/{token}?format=exe").status_code == 400


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{", "no JSON"),
        ("[]", "name a `game`"),
        ('{"game": "chezz"}', "there is no game `chezz`"),
        (r'{"game": "\ud800"}', "no JSON"),
        (r'{"game": "zola", "options": {"size": "\udfff"}}', "no JSON"),
        ('{"game": "zola", "options": {"size": "5"}}', "size"),
        ('{"game": "zola", "seats": ["nobody"]}', "nobody"),
        ('{"game": "zola", "seats": ["mcts:86400s"]}', "at most"),
        ('{"game": "zola", "seats": ["mcts:99999999"]}', "at most"),
        ('{"game": "zola", "seats": ["open", "open", "open"]}', "2 players"),
        ('{"game": "zola", "clock": {"minutes": -1}}', "more than 0 minutes"),
        ('{"game": "zola", "clock": 3}', "minutes"),
    ],
)
def test_wishes_that_cannot_be_fulfilled_are_refused_with_a_reason(body: str, said: str) -> None:
    with client() as at:
        answer = at.post("/api/tables", content=body)
        assert answer.status_code == 400
        assert said in answer.json()["error"]


def test_requests_and_tables_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_A_CLIENT", 2)
    with client() as at:
        assert at.post("/api/tables", content="x" * (limits.MESSAGE_BYTES + 1)).status_code == 413
        assert [at.post("/api/tables", json={"game": "zola"}).status_code for _ in range(3)] == [
            200,
            200,
            429,
        ]


def test_other_pages_and_other_names_reach_nothing() -> None:
    with client(hosts=("localhost", "testserver")) as at:
        assert at.get("/").status_code == 200
        assert at.get("/", headers={"host": "evil.example"}).status_code == 403
        answer = at.post("/api/tables", json={"game": "zola"}, headers={"origin": "http://evil.example"})
        assert answer.status_code == 403
        policy = at.get("/").headers["content-security-policy"]
        assert "default-src 'self'" in policy
        table = opened(at, "zola")
        page = at.get(f"/play/{table['tokens']['Red']}")
        assert page.headers["cache-control"] == "no-store", "it holds what a seat sees"
        with (
            pytest.raises(WebSocketDisconnect),
            at.websocket_connect(f"/ws/{table['tokens']['Red']}", headers={"origin": "http://evil.example"}),
        ):
            pass


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "[]", "{}", '{"type": "shout"}', '{"type": "do", "rev": 1}', '{"type": "pick", "path": "a"}',
        '{"type": "pick", "path": [1]}', '{"type": "step", "ply": true}', '{"type": "step", "ply": 1e9}',
        '{"type": "branch", "ply": 0, "paths": [3]}', json.dumps({"type": "chat", "text": 4}), "[" * 60_000,
        json.dumps({"type": "pick", "path": ["x"] * 100}), "x" * (limits.MESSAGE_BYTES + 1),
    ],
)  # fmt: skip
def test_messages_of_another_form_are_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        read(text)


def test_a_socket_survives_what_it_cannot_read() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe")
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            socket.send_text("nonsense")
            assert "JSON" in Page(socket).until("refused")["text"]
            assert Page(socket).view()["mine"] is True


def test_the_rate_of_messages_is_limited_and_recovers() -> None:
    now = [0.0]
    rate = Rate(lambda: now[0])
    assert [rate.take() for _ in range(int(limits.BURST))] == [True] * int(limits.BURST)
    assert not rate.take()
    now[0] = 1.0
    assert [rate.take() for _ in range(int(limits.MESSAGES_A_SECOND))] == [True] * int(
        limits.MESSAGES_A_SECOND
    )
    assert not rate.take()


def test_clocks_run_from_the_first_move_for_whoever_is_to_move() -> None:
    clock = Clock.of(2, 1, 5)
    assert clock.remaining(0, 100.0) == 60
    clock.turn(0, 1, 100.0)
    assert clock.remaining(1, 130.0) == 30
    clock.turn(1, 0, 130.0)
    assert clock.left[1] == 35
    assert clock.fallen(189.0) is None
    assert clock.fallen(190.0) == 0
    kept = Clock.from_json(json.loads(json.dumps(clock.to_json(130.0))), 1000.0)
    assert kept.remaining(0, 1010.0) == 50


def test_time_that_has_run_out_ends_the_game() -> None:
    table = lobby().open(Wish("tic_tac_toe", seats=("open", "open"), minutes=1)).table
    now = [0.0]
    table.now = lambda: now[0]
    table.do(0, table.walk().at(["site a1"]).texts, 0)
    now[0] = 61.0
    assert table.check_time()
    assert table.verdict == "O has run out of time."
    assert table.mover is None


def test_styles_stand_in_the_page_so_that_it_is_drawn_without_another_request() -> None:
    with client() as at:
        styles = at.get("/static/play.css").text
        assert styles in at.get("/").text
        assert styles in at.get(opened(at, "zola", ("human", "open"))["play"]).text


def test_a_file_that_a_browser_has_already_is_not_sent_again() -> None:
    with client() as at:
        first = at.get("/static/play.js")
        again = at.get("/static/play.js", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert at.get("/static/play.js", headers={"if-none-match": '"other"'}).content == first.content
        for name in ("nothing.js", "..%2Fapp.py", "%2e%2e/app.py"):
            assert at.get(f"/static/{name}").status_code == 404


def test_pages_are_served_with_what_they_need() -> None:
    with client() as at:
        assert "Tic_Tac_Toe" in at.get("/").text
        table = opened(at, "zola", ("human", "open"))
        page = at.get(table["play"]).text
        assert 'src="/static/play.js"' in page
        for path in (
            "/static/play.js",
            "/static/board.js",
            "/static/play.css",
            "/static/open.js",
            "/static/common.js",
            "/static/learning.js",
            "/static/lines.js",
            "/static/analysis.js",
            "/static/compare.js",
            "/static/edit.js",
            "/static/lessons.js",
            "/static/icon.svg",
        ):
            text = at.get(path)
            assert text.status_code == 200
            assert "http://" not in text.text.replace("http://www.w3.org", "")
            assert "https://" not in text.text
        links = at.get(f"/api/links/{table['tokens']['Red']}").json()["links"]
        assert set(links) == {"Blue", "spectators"}
        assert "<svg" in at.get(f"/qr/{table['tokens']['Blue']}.svg").text
        assert at.get(f"/api/links/{table['tokens']['Blue']}").status_code == 403
        described = at.get("/api/games/zola").json()
        assert described["players"] == ["Red", "Blue"]
        assert at.get("/api/games/zola?size=7").status_code == 400
        assert "<h2" in at.get("/api/games/zola/rules?size=4").text
        assert at.get("/api/games/zola/rules?size=7").status_code == 400
        assert at.get("/api/games/nothing/rules").status_code == 404


def test_a_page_comes_with_its_board_unless_it_must_be_asked_who_looks() -> None:
    with client() as at:

        def board(path: str, agent: str = "") -> str:
            page = at.get(path, headers={"user-agent": agent}).text
            return page.partition('<div id="board">')[2].partition("</div>")[0]

        def sent(token: str, wide: bool) -> str:
            with at.websocket_connect(f"/ws/{token}") as socket:
                return str(Page(socket).ask("view", type="hello", wide=wide)["svg"])

        table = opened(at, "zarathustra", ("human", "human"))
        both = table["play"].rpartition("/")[2].split("+")
        assert len(both) == 2
        assert board(table["play"]) == board(f"/play/{both[0]}") == sent(both[0], True)
        assert board(table["play"], "a phone, Mobile") == sent(both[0], False)
        faced = opened(at, "chess", ("open", "open"))["tokens"]
        assert board(f"/play/{faced['Black']}") == sent(faced["Black"], True) != sent(faced["White"], True)
        watched = f"/play/{table['tokens']['spectators']}"
        assert board(watched).startswith("<svg")
        secret = opened(at, "kuhn_poker", ("human", "human"))["play"]
        first, second = secret.rpartition("/")[2].split("+")
        assert board(secret) == sent(first, True), "the program shows the first seat, too, which is to move"
        with at.websocket_connect(f"/ws/{first}") as socket:
            Page(socket).play("action check")
        assert board(secret) == "", "here the curtain comes down"
        assert board(f"/play/{second}") == sent(second, True)


@pytest.mark.thorough
def test_what_is_loaded_is_out_of_sight_of_the_garbage_collector_until_more_is_loaded() -> None:
    class Loop:
        """Something that only the garbage collector finds."""

        def __init__(self) -> None:
            self.self = self

    gone = ref(Loop())
    try:
        settle()
        assert gc.get_freeze_count()
        settle()
        assert gone() is None
    finally:
        gc.unfreeze()


def test_partners_are_told_beside_each_player() -> None:
    at = Lobby({"ludo": "ludo", "zola": "zola"}, engine, Store(None))
    players = at.open(Wish("ludo", seats=("open",) * 4)).views.players()
    assert [p["partners"] for p in players] == [["Green"], ["Yellow"], ["Red"], ["Blue"]]
    assert [p["partners"] for p in at.open(Wish("zola")).views.players()] == [[], []]


def test_buttons_have_the_sentences_of_what_they_choose() -> None:
    at = Lobby({"zarcana": "zarcana"}, engine, Store(None))
    place = at.open(Wish("zarcana", seats=("open", "open")))
    table = place.table
    node = place.views.choices.next([], table.state, 0)
    tips = {o["label"]: o.get("tip") for o in node["options"]}
    assert tips["Draw cards"] == "Draw 1 to 3 cards. Nobody holds more than six."
    assert tips["Pass"] is None
    place_of = next(o["value"] for o in node["options"] if o["value"].startswith("site "))
    node = place.views.choices.next([place_of], table.state, 0)
    assert (
        node["tip"]
        == "Place a small minion on a card with fewer than three minions, if you have none on the board."
    )
    assert "no direction" in {o["label"] for o in node["options"]}
    draw = next(
        o for o in place.views.choices.next([], table.state, 0)["options"] if o["label"] == "Draw cards"
    )
    node = place.views.choices.next([draw["value"]], table.state, 0)
    assert node["tip"] == "Draw 1 to 3 cards. Nobody holds more than six."
