"""The table of games of cards: hands, decks, cards on a board and what stands on them, as text and as pictures."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import bundled
import pytest
from drawn import Picture

import gdl
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine, State
from interpreter.play.bots import RandomBot, Seat
from interpreter.play.moves import Move
from interpreter.play.scene.cards import BACK, Cards, has_cards
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.observer import score
from interpreter.play.scene.scene import Scene
from interpreter.play.session import Session
from interpreter.play.svg.grounds import surface
from interpreter.play.terminal.lines import Console, Lines
from interpreter.play.terminal.texts import listing, parts
from interpreter.play.text.drawing import Layout, draw

CARDS: dict[str, dict[str, Any]] = {
    "hearts": {}, "crazy_eights": {"players": 3}, "kuhn_poker": {}, "zarcana": {"players": 3},
}  # fmt: skip
BOARD: dict[str, Any] = {
    "to_move": "Red",
    "pieces": {
        "0,0": ["swords_7", "Red large facing=east", "Red small", "Blue medium facing=north"],
        "1,0": "HighPriestess",
        "0,1": ["cups_9", "wands_10"],
        "-1,0": "Blue small facing=west",
    },
    "pools": {
        "hand": {"Red": ["cups_king", "Fool", "cups_2"], "Blue": ["discs_1", "discs_2"]},
        "stash": {"Red": {"small": 4, "large": 1}, "Blue": {"medium": 2}},
        "deck": ["wands_1", "wands_2", "wands_3"],
    },
}


@cache
def engine(name: str) -> Engine:
    return bundled.engine(name, options=CARDS.get(name, {}))


def after(name: str, seed: int, count: int) -> State:
    """A position of a random game that is not over."""
    state, bot = engine(name).initial_state(seed), RandomBot(seed)
    for _ in range(count):
        following = state.apply(bot.choose(Seat.of(state)))
        if following.is_terminal:
            break
        state = following
    return state


def cards(name: str) -> Cards:
    game = engine(name).game
    return Cards(game, Looks(game, colour=False))


def observed(position: Mapping[str, Any], player: int) -> Mapping[str, Any]:
    return engine("zarcana").state(position).observation(player)


# ---- which pieces are cards, and what they show


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("hearts", True), ("kuhn_poker", True), ("zarcana", True), ("geister", False), ("cyvasse", False),
     ("nine_mens_morris", False), ("black_path", False), ("zarathustra", False)],
)  # fmt: skip
def test_cards_are_the_unowned_pieces_of_pools_that_not_everybody_sees(name: str, wanted: bool) -> None:
    assert has_cards(gdl.load(name)) == wanted


def test_a_card_shows_the_sign_of_its_suit_and_the_rest_of_its_name() -> None:
    faces = cards("hearts")
    assert [f.text for k in ("C2", "HT") if (f := faces.face(k))] == ["♣2", "♥10"]
    assert faces.signs()[0] == ("♣", "clubs", "C")
    face = cards("zarcana").face("HangedMan")
    assert face is not None and (face.text, face.number) == ("Hanged Man", "12")
    assert faces.face("hidden") is None


def test_a_hand_is_held_by_suits_in_the_order_of_the_kinds() -> None:
    held = [Piece("", k, ()) for k in ("HA", "hidden", "CT", "C9", "HJ", "CA")]
    assert [p.kind for p in cards("hearts").ordered(held)] == ["C9", "CT", "CA", "HJ", "HA", "hidden"]
    courts = [Piece("", k, ()) for k in ("Fool", "cups_king", "wands_1", "cups_2")]
    assert [p.kind for p in cards("zarcana").ordered(courts)] == ["cups_2", "cups_king", "wands_1", "Fool"]


# ---- as text


def test_a_board_of_cards_as_text() -> None:
    assert draw(engine("zarcana").game, observed(BOARD, 0), Layout(colour=False, marks={"1,0": ">"})) == "\n".join([
        " 2               ·",
        " 1       ·    [⚚10]×2           ·",
        "",
        " 0  ·    ·      [⚔7]    >[High Priestess]  ·",
        "        Bs←  Rl→ Rs Bm↑",
        "-1       ·       ·              ·",
        "    -2   -1      0              1          2",
        "",
        "s small  m medium  l large  (before it R Red, B Blue, G Green)",
        "⚱ cups  ⚚ wands  ⚔ swords  ◎ discs",
        "Red to move",
        "turn 1",
        "stash of Red: s×4 l×1   of Blue: m×2",
        "hand of Red: ⚱ 2 king   Fool",
        "hand of Blue: ▒ × 2",
        "deck: ▒ × 3",
    ])  # fmt: skip


def test_a_narrow_screen_shortens_names_and_wraps_pools() -> None:
    position = {
        **BOARD,
        "pools": {"deck": [k.name for k in engine("zarcana").game.kinds if k.name[0].isupper()]},
    }
    drawn = draw(engine("zarcana").game, position, Layout(colour=False, width=44)).splitlines()
    assert any("[High Pr" in line and "…]" in line for line in drawn)
    assert all(len(line) <= 44 for line in drawn[drawn.index("Red to move") :])


@pytest.mark.parametrize("name", CARDS)
def test_no_line_of_pools_runs_over_the_edge(name: str) -> None:
    for count in (5, 40, 120):
        drawn = draw(engine(name).game, after(name, 3, count).position(), Layout(colour=False, width=79))
        assert max(map(len, drawn.splitlines())) <= 79


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("count", [0, 7, 60])
def test_nobody_is_shown_a_card_that_he_does_not_see(name: str, count: int) -> None:
    """Cards that his observation does not name are in neither drawing, and all of them are counted as backs."""
    game, state = engine(name).game, after(name, 11, count)
    for seat, player in enumerate(game.players):
        position = state.observation(seat)
        seen = re.findall(r"\w+", str({p: v for p, v in position.items() if p != "to_move"}))
        unseen = {k.name for k in game.kinds} - set(seen)
        picture = Picture(game, position, score=score(engine(name), state, position))
        shown = {
            n for group in picture.marked("piece") for n in [group.replace(" ", "_"), group.replace(" ", "")]
        }
        assert not unseen & shown, player.name
        backs = sum(str(v).count("hidden") for v in (position.get("pools") or {}).values())
        drawn = draw(game, position, Layout(colour=False))
        counted = [int(n) for n in re.findall(rf"{BACK} × (\d+)", drawn)]
        assert sum(counted) == backs


def test_a_score_is_told_only_to_who_may_know_it() -> None:
    rules, state = engine("zarcana"), engine("zarcana").state(BOARD)
    told = score(rules, state, state.observation(1))
    assert (
        told is not None and told.name == "total" and told.values == {"Red": "0", "Blue": "0", "Green": "0"}
    )
    face_down = {**BOARD, "pieces": {**BOARD["pieces"], "1,0": ["HighPriestess face=down", "Red small"]}}
    state = rules.state(face_down)
    told = score(rules, state, state.observation(0))
    assert told is not None and told.values == {"Red": "?", "Blue": "0", "Green": "0"}
    known = score(rules, state, state.position())
    assert known is not None and known.values["Red"] == "2"
    assert (
        score(engine("crazy_eights"), after("crazy_eights", 1, 3), after("crazy_eights", 1, 3).position())
        is None
    )


def test_of_a_sum_what_is_seen_is_told_and_that_there_is_more() -> None:
    rules = engine("zarcana")
    held = {"0,0": ["cups_7", "Red small"], "1,0": ["HighPriestess face=down", "Red small"]}
    state = rules.state({**BOARD, "pieces": held})
    for seen in (state.observation(0), state.observation(1), state.public()):
        told = score(rules, state, seen)
        assert told is not None and told.values == {"Red": "7 + ?", "Blue": "0", "Green": "0"}
    nobody_there = rules.state({**BOARD, "pieces": {**held, "1,0": "HighPriestess face=down"}})
    told = score(rules, nobody_there, nobody_there.observation(1))
    assert told is not None and told.values["Red"] == "7"


def test_several_demands_are_one_sentence() -> None:
    choices = [{"action": a, "arguments": ["a1", True]} for a in ("grow", "strike_down", "build")]
    item = {"player": "Red", "word": "must", "choices": choices}
    scene = Scene(engine("zarcana").game, {"fields": {"pending": [item]}})
    assert scene.pending == ["Red must now grow, strike down or build (a1)"]


def test_a_kind_that_a_field_holds_is_said_as_people_write_it() -> None:
    scene = Scene(engine("zarcana").game, {"fields": {"last_discard": "HangedMan"}})
    assert "last discard Hanged Man" in scene.known()


def test_only_sites_in_play_are_shown() -> None:
    scene = Scene(engine("zarcana").game, {"pieces": {"0,0": "Fool"}})
    assert scene.in_play == {"0,0", "0,1", "1,0", "0,-1", "-1,0"}


# ---- lists of moves


def moves(*texts: str) -> list[Move]:
    return [Move(i, i, text) for i, text in enumerate(texts, 1)]


def test_moves_that_do_not_fit_are_folded() -> None:
    some = moves(*(f"arrive {x},{y} {d}" for x in (-1, 0) for y in (0, 1) for d in ("east", "west")), "pass")
    assert listing(some[:2], 40, 60, 3) == "1 arrive -1,0 east  2 arrive -1,0 west"
    folded = listing(some, 40, 60, 4)
    assert folded.splitlines() == [
        "1..2 arrive -1,0 …  7..8 arrive 0,1 …",
        "3..4 arrive -1,1 …  9 pass",
        "5..6 arrive 0,0 …",
        "`moves` lists all 9, `moves arrive` those with arrive",
    ]
    assert listing(some, 40, 60, 2).splitlines()[0] == "1..8 arrive …  9 pass"


def test_a_list_that_even_folded_does_not_fit_says_how_many_are_left() -> None:
    some = moves(*(f"a{i}" for i in range(1, 90)))
    last = listing(some, 40, 60, 5).splitlines()
    assert len(last) == 5 and re.match(r"\.\.\. and \d+ more: `moves` lists all 89", last[-1])


def test_sites_of_a_growing_board_are_words() -> None:
    assert parts("arrive -1,0 north") == ["arrive", "-1,0", "north"]
    assert parts("b2xc3") == ["b2", "c3"] and parts("0,1-0,2") == ["0,1", "0,2"]


def test_a_site_of_a_growing_board_can_be_typed() -> None:
    told: list[str] = []
    lines = iter(["0,1", "moves -1,0", "arrive 0,1 north, quit"])
    table = Lines(
        Session(engine("zarcana"), "zarcana", 5, [None, None, None]), Console(lambda p: next(lines), told.append, height=24), lambda r: engine("zarcana")
    )  # fmt: skip
    for _ in range(2):
        assert table.ask()
    assert "arrive 0,1 south" in told[-2] and "arrive 0,0" not in told[-2]
    assert "arrive -1,0 south" in told[-1] and "arrive 0,0" not in told[-1]
    assert len("\n".join(told[:2]).splitlines()) <= 23  # the board and the folded list fit the screen


# ---- as pictures


def test_a_board_of_cards_as_a_picture() -> None:
    drawn = Picture(engine("zarcana").game, observed(BOARD, 0))
    marked = drawn.marked("piece")
    assert marked["Red large facing east"] == marked["swords 7"] == marked["High Priestess"] == 1
    assert set(drawn.marked("on")) == set(BOARD["pieces"])
    assert {"⚔", "7", "High Priestess", "×2", "hand of Blue", "deck"} <= set(drawn.words)
    assert marked["?"] == 2  # the hand of Blue and the deck, each with its count
    assert not {"discs 1", "discs 2", "wands 1"} & set(marked)


def test_pieces_on_a_card_do_not_touch() -> None:
    drawn = Picture(engine("zarcana").game, observed(BOARD, 0))
    boxes = []
    for name in ("Red large facing east", "Red small", "Blue medium facing north"):
        shape = next(s for s in drawn.shapes("piece", name) if s.tag.endswith("polygon"))
        points = [
            tuple(map(float, p.split(","))) for p in re.findall(r"[-\d.]+,[-\d.]+", shape.get("points", ""))
        ]
        if not points:
            numbers = [float(n) for n in re.findall(r"[-\d.]+", shape.get("points", ""))]
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
        boxes.append((min(p[0] for p in points), min(p[1] for p in points), max(p[0] for p in points), max(p[1] for p in points)))  # fmt: skip
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    large, small = ((b[2] - b[0]) * (b[3] - b[1]) for b in boxes[:2])
    assert large > small


def test_a_piece_points_where_it_looks_and_is_a_square_when_it_stands() -> None:
    drawn = Picture(engine("zarcana").game, observed(BOARD, 0))
    corners = {}
    for name in ("Red large facing east", "Red small"):
        shape = next(s for s in drawn.shapes("piece", name) if s.tag.endswith("polygon"))
        corners[name] = len(re.findall(r"[-\d.]+", shape.get("points", ""))) // 2
    assert corners == {"Red large facing east": 3, "Red small": 4}


def test_a_card_that_lies_face_down_has_only_its_back() -> None:
    position = {**BOARD, "pieces": {"0,0": "Fool face=down"}}
    drawn = Picture(engine("zarcana").game, observed({**position, "pools": {}}, 0))
    assert drawn.marked("piece") == {"?": 1} and "Fool" not in drawn.text


def test_a_hand_of_thirteen_lies_in_one_row() -> None:
    held = [f"H{h}" for h in "23456789TJQKA"]
    drawn = Picture(engine("hearts").game, {"pools": {"hand": {"North": held}}})
    tops = {s.get("y") for name in drawn.marked("piece") for s in drawn.shapes("piece", name)[1:2]}
    assert len(drawn.marked("piece")) == 13 and len(tops) == 1


# ---- how a board is drawn


def test_a_file_may_say_how_its_board_is_drawn(tmp_path: Path) -> None:
    assert surface(gdl.load("xiangqi")) == "lines" and surface(gdl.load("brandubh")) == "plain"
    text = 'game "Drawn"\nplayers A, B\nboard square 3 x 3\nkinds stone\naction drop\n  choose s in sites where s is empty\n  do place stone of mover on s\nturn: drop else draw\nlooks\n  board "{}"\n'
    path = tmp_path / "drawn.gdl"
    path.write_text(text.format("chequered"))
    assert surface(gdl.load(path)) == "chequered"
    path.write_text(text.format("chequerd"))
    with pytest.raises(GameError, match="cannot be drawn") as caught:
        gdl.load(path)
    assert (
        caught.value.diagnostics[0].code == "unknown-surface"
        and "chequered" in caught.value.diagnostics[0].help
    )
    path.write_text(text.format("lines").replace("square 3 x 3", "hex side 2"))
    with pytest.raises(GameError, match="only a board of squares"):
        gdl.load(path)
