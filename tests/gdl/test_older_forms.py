"""Files of older languages are read as they are: forms that have left the language mean what they meant."""

from gdl.files.older_forms import in_present_forms
from gdl.loader import examine_source
from gdl.source import Source

RULES = """game "Walkers"{heading}
players Red facing north, Blue facing south
board square 4 x 4
kinds man
setup
  place man of Red on a1
  place man of Blue on d4
move step by man
  {path}
turn: step else pass
prefer {wish}
limit 20 moves: draw
"""


def of(heading: str, path: str, wish: str) -> set[str]:
    """The errors of such rules."""
    text = RULES.format(heading=heading, path=path, wish=wish)
    return {d.code for d in examine_source(Source("walkers.gdl", text))[1] if d.severity == "error"}


def test_a_file_that_says_so_or_can_only_be_read_so_is_of_an_older_language() -> None:
    path = "walk any up to 3: empty*, empty stopping at enemy"
    for heading in ("\n  language 2", ""):
        assert of(heading, path, "least count(own pieces)") == set()
    assert of("\n  language 3", path, "captures > 0") == {"syntax"}
    assert of("\n  language 3", "line any: empty", "least count(own pieces)") == {"syntax"}


def test_a_name_like_an_older_word_is_a_name_where_nothing_else_is_wrong() -> None:
    text = RULES.format(heading="", path="line any: empty", wish="captures > 0").replace("man", "ally")
    game, found = examine_source(Source("walkers.gdl", text))
    assert game is not None and [k.name for k in game.kinds] == ["ally"]
    assert [d for d in found if d.severity == "error"] == []


def test_the_border_on_one_side_is_the_first_of_those_in_its_direction() -> None:
    rule = "let open_to(s: site) = border(step(s, d), opposite(d)) is empty  -- border(s)"
    written = rule.replace("border(step(s, d), opposite(d))", "first(borders(step(s, d), opposite(d)))")
    assert in_present_forms(rule) == written
    own = "let border(s: site) = s in edge\nlet inner(s: site) = not border(s)"
    assert in_present_forms(own) == own


def test_a_cell_that_is_changed_alone_is_a_row_of_an_added_table() -> None:
    of_table = "kinds   worth  left by 0..1\n  man   1      2             3\n  king  4      5             6\n"
    changed = "worth(man) = -7  -- less\n"
    text = (
        RULES.replace("kinds man\n", of_table).format(heading="", path="line any: empty", wish="captures > 0")
        + changed
    )
    assert in_present_forms(changed) == "kinds +  worth\n  man  -7  -- less\n"
    game = examine_source(Source("walkers.gdl", text))[0]
    assert game is not None and [k.attributes["worth"] for k in game.kinds] == [-7, 4]
    (found,) = examine_source(Source("walkers.gdl", text.replace("worth(man) =", "left(man, 1) =")))[1]
    assert found.help == "another cell of a table is written in a row below `kinds +  left`"
