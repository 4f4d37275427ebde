"""Tiles show the marks of their edges as they lie, in the terminal and in pictures; graphs are drawn in characters."""

from dataclasses import replace

import pytest
from drawn import Picture, field, game, graph

import gdl
from gdl import boards
from gdl.core import model, types
from gdl.source import NOWHERE
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece, read_piece
from interpreter.play.scene.tiles import edges, joins
from interpreter.play.text.drawing import Layout, draw

SQUARE = boards.square(3, 3)
CYCLE = tuple(d for d in (SQUARE.direction(n) for n in ("north", "east", "south", "west")) if d is not None)
SYMBOLS = types.Type("symbol", symbols=("none", "sword", "axe"))


def tiles(**more: object) -> model.Game:
    """One kind: 1, 2, 3, 4 clockwise from the north, a sword in the north and an axe in the south, a way west."""
    columns = {
        "worth": model.Column("worth", types.NUMBER, by="direction", index=CYCLE),
        "arms": model.Column("arms", SYMBOLS, by="direction", index=CYCLE),
        "way": model.Column("way", types.DIRECTION.or_none, by="direction", index=CYCLE),
    }
    values = {"worth": (1, 2, 3, 4), "arms": (1, 0, 2, 0), "way": (CYCLE[3], None, None, None)}
    made = game(SQUARE, "guard", fields={"turned": field("turned", "piece", types.NUMBER, 0, rotation=CYCLE)})
    parts = {
        "kinds": (model.Kind("guard", NOWHERE, values, written=tuple(columns)),),
        "columns": columns,
        **more,
    }
    return replace(made, **parts)  # type: ignore[arg-type]


def shown(made: model.Game, text: str) -> list[str]:
    """The marks clockwise from the north."""
    found = edges(made, Looks(made, colour=True), read_piece(text, ["Red", "Blue"]))
    return ["".join(m.text for m in found.get(d, [])) for d in CYCLE]


def test_a_piece_shows_its_marks() -> None:
    assert shown(tiles(), "Red guard") == ["1s←", "2", "3a", "4"]


@pytest.mark.parametrize(
    ("turned", "wanted"),
    [(1, ["4", "1s↑", "2", "3a"]), (2, ["3a", "4", "1s→", "2"]), (4, ["1s←", "2", "3a", "4"])],
)
def test_a_turned_piece_shows_them_turned_and_directions_too(turned: int, wanted: list[str]) -> None:
    assert shown(tiles(), f"Red guard turned={turned}") == wanted


def test_a_piece_that_is_not_seen_shows_none() -> None:
    assert shown(tiles(), "Red hidden") == [""] * 4


def test_looks_of_values_are_used() -> None:
    looks = (model.Look(kind=None, player=None, glyph="⚔", colour="red", symbol="sword"),)
    assert shown(tiles(looks=looks), "Red guard")[0] == "1⚔←"


def test_in_the_terminal_a_tile_is_three_lines_high() -> None:
    text = draw(tiles(), {"pieces": {"b2": "Red guard"}}, Layout(colour=False))
    lines = text.splitlines()
    middle = next(i for i, line in enumerate(lines) if line.startswith("2"))
    assert "1s←" in lines[middle - 1]
    assert lines[middle].split() == ["2", "·", "4", "●", "2", "·"]
    assert "3a" in lines[middle + 1]
    assert "edges: s sword  a axe" in text


def test_columns_stand_above_their_letters_with_tiles_too() -> None:
    lines = draw(tiles(), {"pieces": {"b2": "Red guard"}}, Layout(colour=False)).splitlines()
    letters = next(line for line in lines if line.split() == ["a", "b", "c"])
    last = next(line for line in lines if line.startswith("1"))
    assert letters.index("c") == last.rindex("·")


def test_in_a_picture_a_tile_has_its_marks() -> None:
    drawn = Picture(tiles(), {"pieces": {"b2": "Red guard turned=1"}})
    written = [s.text for s in drawn.shapes("on", "b2") if s.tag.endswith("text")]
    assert sorted(written) == sorted(["1", "s", "↑", "2", "3", "a", "4"])


# ---- graphs

RING = {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)}
SIDES = (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"))


def test_a_graph_is_drawn_with_lines_between_its_sites() -> None:
    made = game(graph(RING, *SIDES))
    text = draw(made, {"pieces": {"a": "Red king"}}, Layout(colour=False))
    assert text.splitlines()[:3] == [" · d──── · c", " │       │", " KI a─── · b"]


def test_tiles_on_a_graph_show_their_kinds() -> None:
    guard = tiles().kinds[0]
    other = replace(guard, name="scout", attributes={**guard.attributes, "worth": (4, 3, 2, 1)})
    made = tiles(board=graph(RING, *SIDES), kinds=(guard, other))
    text = draw(made, {"pieces": {"a": "Red guard", "c": "Blue scout"}}, Layout(colour=False))
    assert "G a" in text and "s c" in text


def test_diagonals_cross_and_one_way_links_have_heads() -> None:
    made = game(graph(RING, ("a", "c"), ("b", "d"), one_way=(("a", "d"),)))
    lines = draw(made, {"pieces": {}}, Layout(colour=False)).splitlines()
    assert "╳" in lines[1]
    assert "↑" in lines[1]


def test_links_that_cannot_be_drawn_are_listed() -> None:
    places = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (3, 2)}
    made = game(graph(places, ("a", "b"), ("b", "c"), ("a", "c"), one_way=(("a", "d"),)))
    assert "also joined: a-c, a→d" in draw(made, {"pieces": {}}, Layout(colour=False))


def test_sites_of_a_graph_never_overlap() -> None:
    places = {f"site{i}": (i * 0.25, (i % 3) * 0.25) for i in range(12)}
    text = draw(game(graph(places)), {"pieces": {}}, Layout(colour=False))
    assert all(f"· site{i}" in text for i in range(12))


def test_sides_that_name_each_other_are_joined_and_turn_with_the_tile() -> None:
    made = gdl.load("black_path")
    sides = [d.name for d in made.board.directions]

    def joined(turn: int) -> list[set[str]]:
        return [{sides[a], sides[b]} for a, b in joins(made, Piece("", "curve", (("turn", str(turn)),)))]

    assert joined(0) == [{"north", "west"}, {"east", "south"}]
    assert joined(1) == [{"north", "east"}, {"south", "west"}]
