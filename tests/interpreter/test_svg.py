"""Pictures are well-formed, show every site, piece and arrow, and nothing that is hidden. How they please is no test."""

import math
import random
import re
from dataclasses import replace

import bundled
import pytest
from drawn import SVG, TERRAIN, ZOLA, Picture, field, game, graph

import interpreter
from gdl import boards
from gdl.core import model, types
from gdl.source import NOWHERE
from interpreter.engines.base import State
from interpreter.play.scene.boards import shown_board
from interpreter.play.scene.colours import TERRAIN as TERRAINS
from interpreter.play.scene.colours import terrain_of_sign
from interpreter.play.scene.observer import Relation, signs_of
from interpreter.play.scene.scene import Signs
from interpreter.play.sheet.html import card
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.grounds import surface
from interpreter.play.svg.picture import picture_of
from interpreter.play.svg.position import Framing
from interpreter.play.text.drawing import Layout, draw

TRIANGLE = {"a": (0, 0), "b": (4, 0), "c": (2, 3)}


@pytest.mark.parametrize("name", bundled.one_of_each_family())
def test_every_game_is_drawn_with_all_its_sites_and_pieces(name: str) -> None:
    made = bundled.load(name)
    state: State = bundled.native(name).initial_state(0)
    for _ in range(8):
        if legal := state.legal_actions():
            state = state.apply(random.Random(1).choice(legal))
    position = state.position()
    drawn = Picture(made, position)
    assert drawn.marked("site") == {s.name: 1 for s in shown_board(made, position).sites}
    assert set(drawn.marked("on")) == set(position["pieces"])
    assert drawn.marked("piece").total() >= len(position["pieces"])
    assert made.title in drawn.words


def test_a_picture_has_its_own_ground_and_size() -> None:
    root = Picture(ZOLA, {"pieces": {}}).root
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    ground = root.find(f"{SVG}rect")
    assert ground is not None
    assert float(ground.get("width", 0)) >= float(root.get("width", 0)) - 1


def test_squares_have_letters_below_and_numbers_beside() -> None:
    words = Picture(ZOLA, {"pieces": {}}).words
    assert {"a", "b", "c", "d", "1", "2", "3", "4"} <= set(words)


def test_lines_of_hexes_are_named_at_their_ends_and_those_that_bend_at_both() -> None:
    words = Picture(game(boards.hexagon(2)), {"pieces": {}}).words
    assert {"1", "2", "3", "a", "b", "c"} <= set(words)
    assert (words.count("1"), words.count("a"), words.count("b")) == (1, 2, 2)
    assert "a1" not in words


def test_the_two_parts_of_the_names_of_hexes_do_not_mix_along_an_edge() -> None:
    for name in ("yavalath", "cyvasse", "havannah"):
        board = Geometry(bundled.load(name).board)
        labels = board.labels(12)
        files = [label.at for label in labels if label.text.isalpha()]
        numbers = [label.at for label in labels if label.text.isdigit()]
        assert files and numbers
        assert min(math.dist(a, b) for a in files for b in numbers) > 0.9 * board.unit


def test_hexes_touch_and_are_regular() -> None:
    drawn = Picture(game(boards.hexagon(2)), {"pieces": {}})
    outlines = [drawn.shapes("site", name)[2].get("points", "").split() for name in ("a1", "b1")]
    assert len(set(outlines[0])) == 6
    assert len(set(outlines[0]) & set(outlines[1])) == 2


def test_octagons_and_squares_touch_and_have_equal_sides() -> None:
    drawn = Picture(game(boards.octagons(2, 2)), {"pieces": {"a1": "Red king", "a1ne": "Red king"}})

    def corners(name: str) -> list[tuple[float, float]]:
        points = drawn.shapes("site", name)[2].get("points", "").split()
        return [(float(x), float(y)) for x, y in (p.split(",") for p in points)]

    eight, four = corners("b1"), corners("a1ne")
    assert (len(eight), len(four)) == (8, 4)
    assert len([p for p in four if min(math.dist(p, q) for q in eight) < 0.05]) == 2
    sides = [math.dist(a, b) for of in (eight, four) for a, b in zip(of, [*of[1:], of[0]], strict=True)]
    assert max(sides) - min(sides) < 0.05
    large, small = (
        max(float(shape.get("r", 0)) for shape in drawn.shapes("on", name)) for name in ("a1", "a1ne")
    )
    assert 0 < small < large


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("zola", "chequered"), ("english_draughts", "chequered"), ("tic_tac_toe", "plain"), ("gomoku", "lines"),
        ("connect_four", "wells"), ("stone_towers", "plain"), ("hex", "cells"), ("quax", "cells"),
    ],
)  # fmt: skip
def test_a_board_is_made_of_what_suits_the_play(name: str, wanted: str) -> None:
    assert surface(bundled.load(name)) == wanted


def test_a_graph_has_a_dot_a_site_a_line_a_link_and_all_names() -> None:
    made = game(graph(TRIANGLE, ("a", "b"), ("b", "c"), one_way=(("c", "a"),)))
    drawn = Picture(made, {"pieces": {"a": "Red king"}})
    assert drawn.marked("site") == {"a": 1, "b": 1, "c": 1}
    assert drawn.marked("link") == {"a-b": 1, "b-c": 1, "c→a": 1}
    assert len(list(drawn.root.iter(f"{SVG}polygon"))) == 1  # the head of the one-way link
    assert {"a", "b", "c"} <= set(drawn.words)


def test_a_link_bends_around_a_site_between() -> None:
    places = {"a": (0, 0), "b": (2, 0), "c": (4, 0)}
    drawn = Picture(game(graph(places, ("a", "b"), ("b", "c"), ("a", "c"))), {"pieces": {}})
    assert [s.tag for s in drawn.shapes("link", "a-b")][1:] == [f"{SVG}line"]
    assert [s.tag for s in drawn.shapes("link", "a-c")][1:] == [f"{SVG}path"]


def test_a_graph_of_one_site_can_be_drawn() -> None:
    assert Picture(game(graph({"home": (0, 0)})), {"pieces": {}}).marked("site") == {"home": 1}


def test_stacks_draw_each_piece_up_to_a_count() -> None:
    position = {"pieces": {"a1": ["Red king", "Blue castle"], "b2": ["Red king"] * 12}}
    drawn = Picture(game(boards.square(3, 3)), position)
    assert drawn.marked("piece") == {"Red king": 8, "Blue castle": 1}
    assert "×12" in drawn.words


def test_pools_are_counted() -> None:
    position = {"pieces": {}, "pools": {"hand": {"Red": ["king", "king", "castle"]}, "deck": ["hidden"] * 30}}
    drawn = Picture(game(boards.square(3, 3)), position)
    assert drawn.marked("piece") == {"Red king": 1, "Red castle": 1, "?": 1}
    assert {"hand of Red", "deck", "×2", "×30"} <= set(drawn.words)


def test_few_pieces_without_a_board_are_large_where_they_stay_in_their_rows() -> None:
    games = map(bundled.engine, ("rock_paper_scissors", "shut_the_box"), ("reference",) * 2)
    drawn = [card(game, game.game.name, is_played=True).picture for game in games]
    assert ["scale(2.0)" in picture for picture in drawn] == [True, False]


def test_nothing_hidden_is_told() -> None:
    made = game(
        boards.square(3, 3),
        fields={
            "terrain": field("terrain", "site", TERRAIN, 0),
            "trap": field("trap", "site", types.BOOL, False),
        },
    )
    position = {
        "pieces": {"a1": "Red hidden", "b1": "hidden", "c1": "Blue king", "c2": ["hidden"]},
        "sites": {"terrain": {"a2": "hidden", "c3": "water"}, "trap": {"b2": "hidden"}},
    }
    drawn = Picture(made, position)
    assert drawn.marked("piece") == {"Red ?": 1, "?": 1, "Blue king": 1}  # of b1 not even that is known
    assert drawn.words.count("?") == 2
    hatched = [
        s for name in ("a2", "b1", "b2") for s in drawn.shapes("site", name) if "hatch" in s.get("fill", "")
    ]
    assert len(hatched) == 3
    assert not {"castle", "knight", "shrine"} & set(drawn.words)


def test_a_ground_that_is_seen_lies_under_what_is_hidden() -> None:
    made = game(boards.square(3, 3), fields={"terrain": field("terrain", "site", TERRAIN, 0)})
    seen = {"a1": "water", "b1": "water", "c2": "hidden"}
    drawn = Picture(made, {"pieces": dict.fromkeys(("a1", "a2", "c2"), "hidden"), "sites": {"terrain": seen}})

    def fills(site: str) -> set[str]:
        return {f for s in drawn.shapes("site", site) if (f := s.get("fill", "none")) != "none"}

    assert fills("a1") == fills("b1") | fills("a2")
    assert fills("c2") == fills("a2") != fills("b1")
    assert "a1 hidden (terrain water)" in drawn.text
    assert "c2 hidden (" not in drawn.text


def test_grounds_differ_and_are_explained_where_they_occur() -> None:
    made = game(boards.square(3, 3), fields={"terrain": field("terrain", "site", TERRAIN, 0)})
    drawn = Picture(
        made, {"pieces": {}, "sites": {"terrain": {"a1": "water", "b1": "shrine", "c1": "mountain"}}}
    )
    fills = [drawn.shapes("site", name)[2].get("fill") for name in ("a1", "b1", "c1", "a2")]
    assert len(set(fills)) == 4
    assert {"water", "shrine", "mountain"} <= set(drawn.words)
    assert "open" not in drawn.words


def test_sites_are_tinted_for_players_and_numbers_are_written() -> None:
    fields = {
        "land": field("land", "site", types.PLAYER.or_none),
        "cost": field("cost", "site", types.NUMBER, 0),
    }
    position = {"pieces": {}, "sites": {"land": {"a1": "Red", "b1": "Blue"}, "cost": {"c1": 7}}}
    drawn = Picture(game(boards.square(3, 3), fields=fields), position)
    fills = [drawn.shapes("site", name)[2].get("fill") for name in ("a1", "b1", "c1")]
    assert len(set(fills)) == 3
    assert "land" in drawn.words
    assert "7" in [s.text for s in drawn.shapes("site", "c1")]


def test_fields_of_pieces_are_badges_and_directions_are_pointed_out() -> None:
    fields = {
        "level": field("level", "piece", types.NUMBER, 1),
        "looks": field("looks", "piece", types.DIRECTION),
    }
    plain = Picture(game(boards.square(3, 3), fields=fields), {"pieces": {"a1": "Red king"}})
    drawn = Picture(
        game(boards.square(3, 3), fields=fields), {"pieces": {"a1": "Red king level=3 looks=north"}}
    )
    assert "3" in [s.text for s in drawn.shapes("on", "a1")]
    assert len(list(drawn.root.iter(f"{SVG}polygon"))) == len(list(plain.root.iter(f"{SVG}polygon"))) + 1


def test_a_relation_is_an_arrow_for_each_pair_and_a_count_where_there_are_several() -> None:
    pairs = [(0, 8), (4, 8), (8, 0), (2, 2)]
    position = {"pieces": {"a1": "Red king", "b2": "Red castle", "c3": "Blue king"}}
    drawn = Picture(game(boards.square(3, 3)), position, relation=Relation("stands_by", pairs))
    assert drawn.marked("arrow").total() == len(pairs)
    assert "a1 Red king stands by c3 Blue king" in drawn.marked("arrow")
    assert drawn.marked("count") == {"2": 1}
    assert "stands by" in drawn.words


def test_a_relation_that_a_game_shows_is_drawn_once_for_each_pair_and_its_fields_are_not() -> None:
    made = bundled.load("quoridor")
    engine = interpreter.engine(made, effort=0)
    state = engine.state(
        {"pieces": {"e1": "White pawn", "e9": "Black pawn"}, "sites": {"wall": {"c3": "across"}}}
    )
    signs = signs_of(engine, state, state.position())
    assert Picture(made, state.position(), signs=signs).marked("joint") == {
        "walled": 2
    }  # a wall is two sites long
    shown = draw(made, state.position(), Layout(colour=False, signs=signs))
    assert "────" in shown
    assert "across" not in shown


def test_what_is_ruled_is_a_line_of_the_board_and_needs_no_name() -> None:
    made = bundled.load("janggi")
    engine = interpreter.engine(made, effort=0)
    state = engine.initial_state()
    signs = signs_of(engine, state, state.position())
    drawn = Picture(made, state.position(), signs=signs)
    assert not drawn.marked("joint")
    assert "aslant" not in drawn.words
    assert "aslant" not in draw(made, state.position(), Layout(colour=False, signs=signs))
    plain = Picture(made, state.position())
    assert (
        len(list(drawn.root.iter(f"{SVG}path"))) == len(list(plain.root.iter(f"{SVG}path"))) + 8
    )  # two palaces


def test_what_is_printed_on_the_board_is_drawn_for_who_does_not_see_all() -> None:
    made = bundled.load("stratego")
    engine = interpreter.engine(made, effort=0)
    state = engine.state(
        {"to_move": "Red", "pieces": {"a1": "Red flag", "h8": "Blue flag", "h7": "Blue spy"}}
    )
    seen = state.observation(0)
    signs = signs_of(engine, state, seen)
    assert signs == Signs(dict.fromkeys(("c4", "c5", "f4", "f5"), "lake"))
    assert "lake" in Picture(made, seen, signs=signs).words
    assert signs_of(bundled.native("cyvasse"), state, {"pieces": {"a1": "hidden"}}) == Signs()
    hunt = bundled.native("fox_in_a_hole")
    state = hunt.state({"fields": {"den": "b1", "searched": "a1"}, "sites": {"is_possible": {"a1": False}}})
    shown = signs_of(hunt, state, state.observation(1))
    assert shown == Signs({"a1": "was_searched", **dict.fromkeys(("b1", "c1", "d1", "e1"), "may_be_there")})


def test_a_kind_is_explained_by_the_signs_of_its_owners() -> None:
    made = bundled.load("xiangqi")
    drawn = Picture(made, interpreter.engine(made, effort=0).initial_state().position())
    assert {"帥將", "兵卒"} <= set(drawn.marked("sign"))
    assert "general" in drawn.words


def test_a_piece_that_is_not_seen_looks_nowhere() -> None:
    made = game(boards.square(3, 3), fields={"facing": field("facing", "piece", types.Type("direction"), 0)})
    drawn = Picture(made, {"pieces": {"a1": "Red king", "b2": "hidden"}})
    noses = [[s for s in drawn.shapes("on", at) if s.tag == f"{SVG}polygon"] for at in ("a1", "b2")]
    assert [len(found) for found in noses] == [1, 0]


def test_only_a_name_that_is_a_terrain_as_a_whole_paints_the_ground() -> None:
    assert terrain_of_sign("lake") == terrain_of_sign("is_lake") == TERRAINS["lake"]
    assert terrain_of_sign("safe_field") is None


def test_who_moves_what_is_demanded_and_how_it_ended_are_said() -> None:
    fields = {"turn": 12, "pending": [{"player": "Blue", "word": "may", "action": "go"}]}
    words = Picture(game(boards.square(3, 3)), {"to_move": "Blue", "pieces": {}, "fields": fields}).words
    assert {"Red", "Blue to move", "Blue may now go", "turn 12"} <= set(words)
    over = Picture(game(boards.square(3, 3)), {"to_move": "Blue", "pieces": {}}, ended="Red wins: mate").words
    assert "Red wins: mate" in over
    assert "Blue to move" not in over


def test_words_of_a_game_cannot_break_the_picture() -> None:
    looks = (model.Look(kind=0, player=None, glyph='<&"', colour=""),)
    made = game(boards.square(2, 2), title='A < B & "C" > D\x07', looks=looks)
    drawn = Picture(made, {"pieces": {"a1": "Red castle"}, "fields": {"phase": "<x>"}})
    assert 'A < B & "C" > D' in drawn.words
    assert '<&"' in drawn.words


def test_the_same_position_gives_the_same_picture() -> None:
    position = {"pieces": {"a1": "Red checker", "d4": "Blue checker"}}
    assert Picture(ZOLA, position).text == Picture(ZOLA, position).text


# ---- looks that any game may have


def tags(drawn: Picture, what: str, value: str) -> list[str]:
    """The sorts of shapes that draw one piece or site, without the groups around them."""
    return [
        e.tag.removeprefix(SVG) for e in drawn.shapes(what, value) if not e.tag.endswith(("}g", "}title"))
    ]


def test_any_square_board_may_be_wells() -> None:
    plain, wells = (game(boards.square(3, 3), surface=surface) for surface in ("plain", "wells"))
    assert tags(Picture(plain, {}), "site", "b2") == ["rect"]
    assert tags(Picture(wells, {}), "site", "b2") == ["rect", "circle"]


def test_any_game_may_have_pyramids_that_stand_or_lie() -> None:
    way = field("look", "piece", types.Type("direction", is_optional=True))
    number = model.Column("size", types.Type("number"))
    made = game(
        boards.square(3, 3),
        shape="pyramids",
        fields={"look": way},
        columns={"size": number},
    )
    made = replace(
        made, kinds=tuple(model.Kind(n, NOWHERE, {"size": i}) for i, n in enumerate(("low", "high"), 1))
    )
    position = {"pieces": {"a1": "Red low", "b2": "Red high look=east", "c3": "low"}}
    drawn = Picture(made, position)
    assert tags(drawn, "on", "a1") == ["polygon", "line", "line", "circle"]  # stands, with a pip
    assert tags(drawn, "on", "b2") == ["polygon", "circle", "circle"]  # lies, with two
    assert "polygon" not in tags(drawn, "on", "c3")  # nobody's is a disc
    (standing,), (lying,) = (
        [e.get("points", "") for e in drawn.shapes("on", site) if e.tag.endswith("polygon")]
        for site in ("a1", "b2")
    )
    assert len(standing.split()) == 4 and len(lying.split()) == 3
    tip, *base = [tuple(map(float, p.split(","))) for p in lying.split()]
    assert all(tip[0] > x for x, _ in base)  # points east


def test_a_piece_of_which_nothing_is_seen_has_one_sign_and_nobodys_colour() -> None:
    state: State = bundled.native("banqi").initial_state(0)
    seen = state.observation(0)
    assert "??" not in draw(bundled.load("banqi"), seen, Layout(colour=False))
    assert Picture(bundled.load("banqi"), seen).words.count("?") == 32
    assert not {"Red", "Black"} & {
        word for mark in Picture(bundled.load("banqi"), seen).marked("piece") for word in mark.split()
    }


def test_a_piece_says_what_its_own_game_says_of_it_though_another_one_has_the_same_board() -> None:
    framing = Framing(is_page=False, has_targets=True)
    drawn = [
        picture_of(bundled.native(name).initial_state(0), framing=framing)
        for name in ("chess", "breakthrough")
    ]
    assert ["a7 Black pawn. Goes straight ahead" in text for text in drawn] == [True, False]


def test_letters_in_place_of_pictures_are_those_of_the_notation() -> None:
    drawn = picture_of(bundled.reference("chess").initial_state(0), framing=Framing(pieces="letters"))
    assert {*re.findall(r">([A-Z][a-z]?)</text>", drawn)} == {"K", "Q", "R", "B", "N", "P"}


def test_a_stack_whose_height_is_not_seen_at_once_has_its_number() -> None:
    engine = bundled.reference("dvonn")
    for high, is_told in ((3, False), (4, True)):
        state = engine.state({"pieces": {"c3": ["White ring"] * high}, "fields": {"phase": "main"}})
        assert (f"×{high}" in picture_of(state)) == is_told
