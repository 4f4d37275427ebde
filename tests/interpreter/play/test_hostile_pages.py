"""What strangers send to a server: answered in words, soon, and at nobody else's cost."""

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from tables import GAMES, Page, client, engine, lobby, opened

from interpreter.play.bots import SeatError
from interpreter.play.web import limits
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.new_table import Wish, bot_named
from interpreter.play.web.server import Guard
from interpreter.play.web.sockets import Line
from interpreter.play.web.store import Store

pytestmark = pytest.mark.thorough

HUGE = "1e999999999"  # as a fraction, a number of a thousand million digits


def test_a_number_of_endless_digits_is_none() -> None:
    position = "to_move: Red\nfields: {last_loss: 1e999999999, turn: 1}"
    with client() as at:
        assert "cannot be" in at.get(f"/api/games/zola?size={HUGE}").json()["error"]
        assert at.post("/api/tables", json={"game": "zola", "options": {"size": HUGE}}).status_code == 400
        for game in ("zola", "pig"):
            said = at.post("/api/position", json={"game": game, "position": position}).json()
            assert said["error"]


@pytest.mark.parametrize(
    "clock",
    [
        {"minutes": 5, "increment": "much"}, {"minutes": 5, "increment": [1]}, {"minutes": 10**400}, {"minutes": float("nan")},
        {"minutes": 5, "increment": float("inf")}, {"minutes": "5"}, [5],
    ],
)  # fmt: skip
def test_clocks_that_cannot_run_are_refused(clock: object) -> None:
    with client() as at:
        answer = at.post("/api/tables", content=json.dumps({"game": "zola", "clock": clock}))
        assert answer.status_code == 400
        assert answer.json()["error"]


@pytest.mark.parametrize("host", ["[", "a" * 5000, "[::1", "localhost:port", ""])
def test_a_name_that_no_server_has_is_refused(host: str) -> None:
    with client(hosts=("testserver",)) as at:
        assert at.get("/", headers={"host": host}).status_code == 403
        assert (
            at.post("/api/tables", json={"game": "zola"}, headers={"origin": f"http://{host}"}).status_code
            == 403
        )
    with client() as at:  # one that is called by any name draws it in a code
        token = opened(at, "tic_tac_toe")["tokens"]["O"]
        assert at.get(f"/qr/{token}.svg", headers={"host": host}).status_code in (200, 403)


@pytest.mark.parametrize(
    "seat", ["mcts: 86400s", "alphabeta: 999999999999", " mcts:6s ", "auto:\t5001ms", "cfr: 100001"]
)
def test_no_bot_thinks_longer_than_a_server_lets_it(seat: str) -> None:
    with pytest.raises(SeatError, match="at most"):
        bot_named(seat, 1)


def test_a_message_in_bytes_is_a_message() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe")
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            for data in (b"\xff\xfe", b"nonsense", b""):
                socket.send_bytes(data)
                assert "JSON" in Page(socket).until("refused")["text"]
            socket.send_bytes(b'{"type": "hello"}')
            assert Page(socket).until("view")["mine"] is True


class Stuck:
    """A socket whose other end takes nothing."""

    def __init__(self) -> None:
        self.code = 0

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, reason: str) -> None:
        self.code = code


def test_nobody_waits_for_a_page_that_takes_nothing() -> None:
    async def tell() -> int:
        socket: Any = Stuck()
        line = Line(socket, None, "")
        for _ in range(3 * limits.WAITING):
            line.tell({"type": "note", "text": "x"})
            await asyncio.sleep(0)
        await line.send({"type": "note"})  # nor for room that will not be there
        assert line.closing is not None
        await line.closing
        assert line.outbox.empty()
        return int(socket.code)

    assert asyncio.run(tell()) == 4408


def test_engines_of_settings_that_nobody_plays_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ENGINES", 3)
    made = lobby()
    for written in ("5", "05", "5.0", "10/2", "+5", " 5"):
        engine = (
            made.engine("tic_tac_toe", {}, None)
            if written == "5"
            else made.engine("zola", {"size": "6"}, None)
        )
        assert made.engine("tic_tac_toe", {}, None) is not None
        assert len(made._engines) <= 3
        assert engine.game is not None


def test_one_address_has_only_so_many_requests_at_work() -> None:
    async def flood() -> list[int]:
        free, codes = asyncio.Event(), list[int]()

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await free.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                codes.append(message["status"])

        guard = Guard(slow, ())
        scopes = [
            {"type": "http", "method": "GET", "path": path, "headers": [], "client": (who, 1)}
            for who, path, count in (("a", "/api/games", 40), ("b", "/", 1), ("a", "/static/x.js", 1))
            for _ in range(count)
        ]
        tasks = [asyncio.create_task(guard(s, None, send)) for s in scopes]  # type: ignore[arg-type]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks)
        assert not guard._at_work
        return codes

    codes = asyncio.run(flood())
    assert (codes.count(429), codes.count(200)) == (40 - limits.AT_WORK, limits.AT_WORK + 2)


def test_without_room_on_the_disk_games_go_on_and_new_tables_are_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(tmp_path / "tables.sqlite")
    made = Lobby({name: name for name in GAMES}, engine, store)
    with client(made) as at:
        table = opened(at, "tic_tac_toe")
        pages = store._file.execute("pragma page_count").fetchone()[0]
        store._file.execute(f"pragma max_page_count = {pages}")  # what a full disk does
        with (
            at.websocket_connect(f"/ws/{table['tokens']['X']}") as x,
            at.websocket_connect(f"/ws/{table['tokens']['O']}") as o,
        ):
            for k in range(60):
                Page(x).ask("chat", type="chat", text=f"{k}" * 90)
            assert Page(x).play("site a1")["plies"] == 1
            assert Page(o).play("site b2")["plies"] == 2
        assert [r.getMessage() for r in caplog.records if "not kept" in r.getMessage()] == [
            "games are not kept: database or disk is full"
        ]
        answers = [at.post("/api/tables", json={"game": "tic_tac_toe"}) for _ in range(8)]
        assert "no room for another table" in answers[-1].json()["error"]


# ---- what who opens a table could know


def test_a_seat_of_a_bot_does_not_tell_the_seed() -> None:
    for wish in (
        Wish("kuhn_poker", seats=("open", "Random")),
        Wish("yavalath", {"players": "3"}, seats=("open", "open", "open")),
    ):
        place = lobby().open(wish)
        table = place.table
        if "Random" not in wish.seats:
            bot = place.answers._leaver(0)
            table.resign(0, lambda bot=bot: bot)  # type: ignore[misc]
        said = json.dumps([place.views.view(v) for v in (0, 1, None)])
        seed = table.session.seed
        assert not any(str(seed + i) in said for i in range(-4, 5))


def test_whoever_opens_a_table_for_others_chooses_neither_seed_nor_secrets() -> None:
    position = "to_move: First"
    with client() as at:

        def ask(game: str, seats: list[str], **more: object) -> str:
            answer = at.post("/api/tables", json={"game": game, "seats": seats, **more})
            return str(answer.json().get("error", ""))

        assert "leave it out" in ask("kuhn_poker", ["human", "open"], seed=1)
        assert "leave it out" in ask("pig", ["human", "open"], seed=1)
        assert "leave it out" in ask("kuhn_poker", ["human", " open"], position=position)
        assert ask("kuhn_poker", ["human", "human"], seed=1) == ""
        assert ask("tic_tac_toe", ["open", "open"], seed=1) == ""


def test_what_chance_brings_behind_a_position_is_not_chosen_by_its_writer(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    made = lobby(path)
    position = "to_move: First\nfields: {seed: 1}"
    names = [p.name for p in made.engine("pig", {}, None).game.players]
    wish = Wish("pig", seats=("open", "open"), position=position.replace("First", names[0]))
    seeds = {made.open(wish).table.state.position()["fields"]["seed"] for _ in range(4)}
    assert len(seeds) == 4
    place = made.open(wish)
    again = lobby(path).place(place.table.seats[0].token)
    assert again.table.state.position() == place.table.state.position()


def test_tables_on_disk_are_their_owner_s_alone(tmp_path: Path) -> None:
    path = tmp_path / "own" / "tables.sqlite"
    store = Store(path)
    house_of = lobby(path)
    house_of.open(Wish("tic_tac_toe"))
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    store.close()
    path.chmod(0o644)
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (tmp_path / "link.sqlite").symlink_to(path)
    with pytest.raises(OSError, match=r"cannot be used for tables: .*link"):
        Store(tmp_path / "link.sqlite")


@pytest.mark.parametrize("text", ["\ud800", "\x1b[2J", "\u202e", "a" * 299])
def test_what_a_page_says_comes_back_as_text(text: str) -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe")
        with at.websocket_connect(f"/ws/{table['tokens']['X']}") as socket:
            page = Page(socket)
            page.until("seated")
            for message in (
                {"type": "pick", "path": [text]},
                {"type": "do", "rev": 0, "path": [text]},
                {"type": "why", "text": text or "x"},
                {"type": "relation", "text": text},
                {"type": "lay", "moves": [text]},
            ):
                socket.send_text(json.dumps(message))
                socket.receive_json()
            page.ask("view", type="name", text=text)
            assert "\x1b" not in json.dumps(page.view(), ensure_ascii=False)
