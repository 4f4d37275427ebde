"""What is offered for the mistakes of `tests/gdl/broken`: each change takes its mistake away."""

import re
from pathlib import Path

import pytest

from gdl.diagnostics import Diagnostic
from gdl.fixing.fixes import fixes
from gdl.fixing.templates import filled
from gdl.loader import examine_source
from gdl.source import Source

BROKEN = Path(__file__).with_name("broken")
OFFERED = [
    # what is quoted: in place of the mistake, of the same words with other signs, of the word before
    ("place_at_a_site", ["place man of Red on a1"]),
    ("option_that_is_off", ["option rich = false"]),
    ("field_brackets", ["where gold(mover) >= 2"]),
    ("line_brackets", ["some line any: own{4}"]),
    ("set_in_parentheses", ["file(s) in ({1, 3})"]),
    ("isnt", ["and to is not c3"]),
    ("place_on_a_pool", ["place king of p in hand(p)"]),
    ("misspelt_effect", ["do capture enemy pieces where"]),
    ("facing_missing", ["players Red facing north, Blue facing south"]),
    ("action_named_draw", ["action draw_", "turn: draw_"]),
    ("field_not_declared", ["field score of game: 0..99\n"]),
    ("else_without_a_result", ["drop else pass", "drop else lose", "drop else win", "drop else draw"]),
    # forms with holes
    ("limit_turns", ["limit 120 moves: highest worth_of wins"]),
    ("missing_when", ["end mover wins when no enemy king"]),
    ("hide_without_viewer", ["hide s in sites from viewer where ground(s) = water"]),
    ("skip_if", ["skip p when gold(p) = 0"]),
    ("choice_from_a_pool", ["choose k in kinds of hand(mover)"]),
    ("skip_a_player", ["skip p when p = Red and no tiles(Red)"]),
    ("hide_from_a_player", ["from viewer where viewer = Red and ground(s) = water"]),
    ("elif", ["else if gold(mover) > 2 do"]),
    ("prefer_most_of_a_condition", ["prefer most (1 if captures > 0 else 0)"]),
    # parts of the line that are like what is quoted
    ("board_parens", ["board square 6 x 6"]),
    ("board_times", ["board square 6 x 6"]),
    ("board_round_columns", ["wrapping files\n", "wrapping ranks\n"]),
    ("path_and_condition", ["when (some line any: own{3}) and full"]),
    # declarations
    ("missing_turn", ["\nturn: step or hop\n"]),
    ("with_unknown_field", ["field turn of piece: 0..9\n"]),
    ("module_asks_for_a_definition", ["let judge(p: player) = true\n"]),
    ("move_without_path", ["move go by man, king\n  line any: empty\n"]),
    ("number_outside_its_field", ["field gold of player: 0..100"]),
    # what is listed
    ("option_keeps_its_values", ["option first = Red\n", "option first = Blue\n"]),
    ("phase_unknown", ["phase := play"]),
    ("change_of_a_cell_of_no_kind", ["worth(man) = 2", "worth(tower) = 2"]),
    ("default_out_of_range", ["0..9 = 0\n", "0..9 = 9\n"]),
    # what is left out
    ("path_from_elsewhere", ["(line orthogonal: empty*, any)"]),
    ("require_must", ["require some own chief"]),
    ("semicolons", ["kinds pawn, king\n"]),
    ("definition_with_its_type", ["let far(s: site) = rank"]),
    # habits of other languages
    ("plus_equals", ["hops of mover := hops of mover + 1"]),
    ("chained_comparison", ["1 < rank(s) and rank(s) < 4"]),
    ("ternary", ["(rank(1) if mover = Left else rank(4)) where"]),
    ("choose_two", ["choose s in home_rank(mover) where s is empty\n"]),
    ("then_next", ["then turn of rival(mover)"]),
    ("remove_from_a_pool", ["remove first(x in hand(mover) where kind(x) = k)"]),
    ("site_in_capitals", ["{b2, d4}"]),
    ("graph_arrow_again", ["board graph s0>s1>s2>s0"]),
    ("times_first", ["place guard of p in bag(p) times 2"]),
    ("kind_of_several_pieces", ["king in kinds of own pieces"]),
    # signs and columns
    ("hash_comments", ["-- my game"]),
    ("letter_of_another_alphabet", ["s is empty"]),
    ("players_colon", ["players White, Black"]),
    ("missing_colon_in_path", ["line forward: empty"]),
    ("kinds_braces", ["kinds stone, wall"]),
    ("range_of_three_dots", ["0..9"]),
    ("steps_semicolon", ["empty*, any"]),
    ("author_without_quotes", ['author "Jane Doe"']),
    ("lines_in_the_first_column", ["  line any: empty"]),
    ("unclosed_bracket", ["= distance(a, b) <= 2"]),
    ("unclosed_text", ['author "A. Beginner"\n']),
    ("comma_missing_in_path", ["empty*, empty | enemy"]),
    # what only the author can say
    ("choices_too_many", []),
    ("definition_of_itself", []),
]  # fmt: skip


def check(source: Source) -> tuple[Diagnostic, ...]:
    return tuple(examine_source(source)[1])


@pytest.mark.parametrize(("name", "said"), OFFERED)
def test_a_help_is_followed(name: str, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gdl.fixing.fixes._SECONDS", 1e9)
    source = Source(f"{BROKEN}/{name}.gdl", (BROKEN / f"{name}.gdl").read_text("utf-8"))
    found = check(source)[0]
    made = fixes(found, source, check)
    after = [fix.applied(source) for fix in made]
    for text in said:
        assert text not in source.text
        assert any(text in changed.text for changed in after), [fix.title for fix in made]
    assert bool(made) == bool(said)
    assert not {t for fix in made for t in re.findall("`([^`]+)` by `\\1`", fix.title)}
    for changed in after:
        assert found.message not in {d.message for d in check(changed) if d.code == found.code}


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("limit N moves: RESULT", "limit 200: draw", "limit 200 moves: draw"),
        ("random NAME in SET", "random c deck(mover)", "random c in deck(mover)"),
        ("walk any up to 3: ...", "walk any: empty, own", "walk any up to 3: empty, own"),
        ("move ... by ...", "let x = 3", None),
        ("`", "", None),
    ],
)
def test_a_form_is_filled_with_what_stands_there(form: str, text: str, expected: str | None) -> None:
    assert filled(form, text) == expected
