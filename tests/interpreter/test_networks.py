"""Networks of a graph: how they are drawn, listed and proposed."""

from drawn import Picture

from gdl.core import model
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.editing.completion import types_of
from interpreter.play.text.drawing import Layout, draw

TOWN = """game "Town"
players Anna, Bert
board graph
    tram: a-b-c, b-d
    boat: a-b, d>c
    a at 0, 0, b at 1, 0, c at 2, 0, d at 1, 1
kinds man
setup
  place man of Anna on a
  place man of Bert on c
move ride by man
  line tram up to 1: empty
turn: ride else pass
limit 20 moves: draw
"""


def made(text: str) -> model.Game:
    game, _ = examine_source(Source("town.gdl", text))
    assert game is not None
    return game


def picture(more: str = "") -> Picture:
    return Picture(made(TOWN + more), {"pieces": {}})


def colours(drawn: Picture, network: str) -> set[str]:
    return {line.attrib["stroke"] for line in drawn.shapes("network", network) if "stroke" in line.attrib}


def test_each_network_has_its_lines_in_a_colour_of_its_own_and_stands_in_the_legend() -> None:
    drawn = picture()
    assert colours(drawn, "tram") and colours(drawn, "boat")
    assert not colours(drawn, "tram") & colours(drawn, "boat")
    assert {"tram", "boat"} <= {*drawn.words}


def test_looks_give_a_network_its_colour() -> None:
    given = picture('looks\n  tram "line" purple\n')
    assert "#7a4ba6" in colours(given, "tram")
    assert "#7a4ba6" not in colours(picture(), "tram")


def test_lines_of_two_networks_between_the_same_sites_lie_beside_each_other() -> None:
    drawn = picture()
    ends = [
        {line.get("y1") for line in g.iter() if line.get("y1")}
        for g in drawn.root.iter()
        if g.get("data-link") == "a-b"
    ]
    assert len(ends) == 2
    assert not ends[0] & ends[1]


def test_a_drawing_lists_what_each_network_joins() -> None:
    said = draw(made(TOWN), {"pieces": {}}, Layout(colour=False)).splitlines()
    assert "tram: a-b-c, b-d" in said
    assert "boat: a-b, d→c" in said


def test_networks_are_known_as_directions_where_names_are_proposed() -> None:
    assert str(types_of(made(TOWN))["tram"]) == "set of directions"
