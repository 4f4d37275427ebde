"""SVG is written as text: names of attributes, what is empty, what is left out, and pictures that are well-formed."""

from xml.etree import ElementTree

from interpreter.play.svg.shapes import disc, drawing, element, escape, group, line, polygon, strokes


def test_names_of_attributes_have_hyphens_and_none_is_left_out() -> None:
    made = element("line", x1=0, stroke_width=1.5, class_="a b", aria_label="x", opacity=None)
    assert made == '<line x1="0" stroke-width="1.5" class="a b" aria-label="x"/>'


def test_an_element_holds_others_or_text_and_one_without_is_closed_at_once() -> None:
    assert element("g", [element("a"), element("b")]) == "<g><a/><b/></g>"
    assert element("text", ["words"], x=1) == '<text x="1">words</text>'
    assert element("g", []) == "<g/>"


def test_a_drawing_says_how_large_it_is() -> None:
    root = ElementTree.fromstring(drawing([element("g")], 30, 20, width=60, font_family="sans"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib == {"viewBox": "0 0 30 20", "width": "60", "font-family": "sans"}


def test_what_a_game_says_cannot_leave_its_element() -> None:
    evil = """"><script>a & b</script>'"""
    root = ElementTree.fromstring(group([disc((0, 0), 1, "red")], evil, piece=evil))
    assert root.attrib == {"data-piece": evil}
    assert [child.tag for child in root] == ["title", "circle"]
    assert root[0].text == evil
    assert escape("a\x00b\tc") == "ab\tc"


def test_shapes_have_short_numbers_and_say_nothing_of_a_stroke_that_they_lack() -> None:
    assert disc((1.23456, 2), 3, "red") == '<circle cx="1.23" cy="2" r="3" fill="red"/>'
    assert polygon([(0, 0), (1.006, 2)], "red") == '<polygon points="0,0 1.01,2" fill="red"/>'
    assert 'd="M 0 0 L 1 1 M 2 2 L 3 3"' in strokes([[(0, 0), (1, 1)], [(2, 2), (3, 3)]], "red", 1)
    assert 'stroke-opacity="0.5"' in line((0, 0), (1, 1), "red", 1, opacity=0.5)
