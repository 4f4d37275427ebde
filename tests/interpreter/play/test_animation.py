"""A game as a picture that moves, as far as each seat has seen it."""

import xml.etree.ElementTree as ElementTree
from io import BytesIO

import bundled
import pytest
from tables import Page, client, lobby, opened

from interpreter.play.svg.animation import animate, gif, size_of
from interpreter.play.svg.picture import picture
from interpreter.play.svg.position import Framing
from interpreter.play.web import limits
from interpreter.play.web.new_table import Wish

FRAME = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} 50"><rect/></svg>'


def test_each_frame_is_visible_in_its_turn_and_the_last_one_longer() -> None:
    root = ElementTree.fromstring(animate([FRAME.format(40), FRAME.format(60), FRAME.format(50)], 1.0))
    assert root.get("viewBox") == "0 0 60 50"
    turns = [g.find("{*}animate") for g in root.findall("{*}g")]
    assert [t.get("values") for t in turns if t is not None] == [
        "visible;hidden",
        "hidden;visible;hidden",
        "hidden;visible",
    ]
    assert [t.get("keyTimes") for t in turns if t is not None][1] == "0.00000;0.20000;0.40000"
    assert all(t is not None and t.get("dur") == "5s" for t in turns)


def test_one_frame_stands_still_and_none_is_refused() -> None:
    assert "<animate" not in animate([FRAME.format(40)])
    with pytest.raises(ValueError):
        animate([])


def test_a_game_is_saved_as_a_moving_picture() -> None:
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        token = table["tokens"]["X"]
        with at.websocket_connect(f"/ws/{token}") as socket:
            Page(socket).play("site a1")
        text = at.get(f"/api/record/{token}?format=animation").text
        assert len(ElementTree.fromstring(text).findall("{*}g")) == 2


def test_the_picture_holds_what_the_seat_has_seen_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [lobby().open(Wish("kuhn_poker", seats=("open", "open"), seed=seed)) for seed in range(12)]
    mine = [p.table.state.observation(0)["pools"] for p in places]
    same = [(a, b) for a in range(12) for b in range(a) if mine[a] == mine[b]]
    differing = [
        (a, b) for a, b in same if places[a].table.state.position() != places[b].table.state.position()
    ]
    assert differing
    for a, b in differing:
        assert places[a].views.boards.animation(0) == places[b].views.boards.animation(0)
    assert len({p.views.boards.animation(None) for p in places}) == 1
    monkeypatch.setattr(limits, "FRAMES", 1)
    places[0].table.play(places[0].table.state.legal_actions()[0])
    places[0].table.play(places[0].table.state.legal_actions()[0])
    assert places[0].views.boards.animation(0).count("<g visibility") == 2


def test_a_game_is_saved_as_a_gif_with_a_picture_for_each_position() -> None:
    image = pytest.importorskip("PIL.Image")
    with client() as at:
        table = opened(at, "tic_tac_toe", ("human", "human"))
        token = table["tokens"]["X"]
        with at.websocket_connect(f"/ws/{token}") as socket:
            Page(socket).play("site a1")
        answer = at.get(f"/api/record/{token}?format=gif")
        assert answer.headers["content-type"] == "image/gif"
        with image.open(BytesIO(answer.content)) as moving:
            assert moving.n_frames == 2
            assert moving.size[0] == 480
            first = moving.convert("RGB").copy()
            moving.seek(1)
            assert first.tobytes() != moving.convert("RGB").tobytes()  # X stands on a1 now


def test_a_gif_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError):
        gif([])
    with pytest.raises(ValueError):
        gif(["<svg></svg>"])


def test_a_gif_shows_whole_pages_as_large_as_parts_of_them() -> None:
    image = pytest.importorskip("PIL.Image")
    state = bundled.reference("tic_tac_toe").initial_state(1)
    page = picture(state.engine.game, state.position())
    with image.open(BytesIO(gif([page, page]))) as found:
        wide, high = size_of(page)
        assert found.size == (480, round(480 * high / wide))
        assert len(found.convert("RGB").getcolors(1 << 20)) > 4  # it holds a board


def test_a_gif_shows_the_signs_of_pieces() -> None:
    """A list of fonts that is no CSS would be ignored, and a sign drawn in a font that lacks it is nothing."""
    image = pytest.importorskip("PIL.Image")
    state = bundled.reference("chess").initial_state(1)
    full, empty = (
        picture(state.engine.game, p, framing=Framing(is_page=False))
        for p in (state.position(), {**state.position(), "pieces": {}})
    )

    def dark(drawn: str) -> int:
        with image.open(BytesIO(gif([drawn]))) as found:
            return sum(n for n, colour in found.convert("RGB").getcolors(1 << 20) if sum(colour) < 200)

    assert dark(full) > dark(empty) + 1000
