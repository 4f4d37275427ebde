"""Where checks begin and end: the last value that is allowed, what an option may change, one message for one mistake."""

from dataclasses import replace

import pytest
from checking import SMALL, expression, findings, small

from gdl.checker.analyses import terms
from gdl.core import model
from gdl.core import nodes as core
from gdl.core.visit import nodes
from gdl.diagnostics.values import Diagnostic
from gdl.limits import MAX_ROUNDS
from gdl.loader import examine_source
from gdl.source import Source


def of_text(text: str) -> tuple[Diagnostic, ...]:
    return examine_source(Source("edges.gdl", text))[1]


def errors(found: tuple[Diagnostic, ...]) -> list[str]:
    return [d.code for d in found if d.is_error]


def loop(last: int) -> str:
    """An action that goes round so many times 10000 times."""
    return (
        f"action put\n  choose s in sites where s is empty\n"
        f"  do for a in 1..{last}, b in 1..10000 do score(mover) := min(20, a + b)\n"
    )


def test_effects_may_go_round_as_often_as_the_limit_says() -> None:
    most = MAX_ROUNDS // 10_000
    assert errors(findings(loop(most))) == []
    assert errors(findings(loop(most + 1))) == ["bad-range"]


def test_no_piece_at_all_may_come_into_a_pool() -> None:
    assert errors(findings("setup\n  place man in box times 0\n")) == []
    assert errors(findings("setup\n  place man in box times 0 - 1\n")) == ["bad-range"]


def test_where_the_board_is_wrong_nothing_is_said_of_fields_of_sites() -> None:
    wrong = SMALL.replace("board square size x 5", "board square 0 x 5")
    assert wrong != SMALL
    pairs = "field seen of site, direction: bool\n"
    assert errors(of_text(wrong + pairs)) == errors(of_text(wrong))


def test_a_set_in_place_of_a_number_is_helped_by_count() -> None:
    _, found = expression("size + (pieces of White)")
    assert [d.help for d in found] == ["how many there are is `count(pieces of White)`"]


@pytest.mark.parametrize("word", ["true", "false"])
def test_a_truth_is_compared_with_the_word_for_it(word: str) -> None:
    made, found = expression(f"marked(a1) is {word}")
    assert found == ()
    values = (
        [e.value for e in (made.left, made.right) if isinstance(e, core.Const)]
        if isinstance(made, core.Compare)
        else []
    )
    assert values == [word == "true"]


def test_a_constant_beyond_a_field_is_an_error_unless_an_option_decides_it() -> None:
    text = "action put\n  choose s in sites where s is empty\n  do\n    spent := {}\n    place man of mover on s\n"
    field = "field spent of game: 0..5\n"
    assert "bad-range" in errors(findings(field + text.format("6")))
    assert errors(findings(field + text.format("size + 1"))) == []


def test_how_many_players_there_are_is_for_an_option_to_say() -> None:
    text = """game "Some"
players 2..3 from A, B, C
board square 3 x 3
kinds stone
field score of player: 0..9
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put
end draw when count(players) > 1 and full
"""
    game, found = examine_source(Source("some.gdl", text))
    assert game is not None, found
    counted = [c for c in nodes(game.ends) if isinstance(c, core.Const) and c.value == (0, 1)]
    assert counted and all(c.varies for c in counted)


def test_values_of_generated_kinds_that_are_directions_are_directions() -> None:
    text = """game "Ways"
players A, B
board square 3 x 3
kinds each heading in {north, south}
action put
  choose s in sites where s is empty
  choose k in kinds
  do place k of mover on s
turn: put
end draw when full
"""
    game, found = examine_source(Source("ways.gdl", text))
    assert game is not None, found
    assert game.columns["heading"].type.base == "direction"


def after(player: terms.Term) -> terms.Term:
    return ("Builtin", ("is", "after"), ("all", player))


@pytest.mark.parametrize("players", [2, 3])
def test_players_are_told_apart_by_how_many_seats_on_they_sit(players: int) -> None:
    game = replace(small(), players=tuple(model.Player(name, None) for name in "ABC"[:players]))
    ledger = terms.Ledger(game, terms.MOVER)
    mover, following, second = terms.MOVER, after(terms.MOVER), after(after(terms.MOVER))
    assert terms.is_same_player(following, following, ledger)
    assert terms.are_different_players(following, mover, ledger)
    assert terms.is_same_player(second, mover, ledger) == (players == 2)
    assert terms.are_different_players(second, mover, ledger) == (players == 3)
    assert terms.is_same_player(terms.OTHER, following, ledger) == (players == 2)
    assert terms.is_same_player(("const", 2), after(("const", 1)), ledger)


def test_the_ends_of_a_range_that_holds_a_field_are_whole_numbers() -> None:
    assert errors(findings("field seen of 1..3: bool\n")) == []
    assert len(errors(findings("field seen of 1/2..3: bool\n"))) == 1


def test_the_subject_of_a_test_is_the_first_holder_of_a_field_of_pairs() -> None:
    pairs = "field knows of player, site: bool\n"
    assert errors(findings(pairs + "let known(p: player) = p is knows(a1)\n")) == []
    assert len(errors(findings(pairs + "let known(s: site) = s is knows(a1)\n"))) == 1


TABLE = """kinds     worth  made   reach                       turn_to  walls by orthogonal
  man     1      wood   (line any up to 1: empty)   north    true false false false
  king    4      stone  none                        none     true true false false
"""


def test_words_of_a_table_that_is_wrong_are_not_reported_again() -> None:
    uneven = TABLE.replace("  king    4      stone ", "  king    4            ")
    assert errors(of_text(SMALL.replace(TABLE, uneven) + "let wooden(k: kind) = made(k) is wood\n")) == [
        "bad-table"
    ]


def test_a_column_of_paths_that_is_wrong_is_reported_once() -> None:
    wrong = SMALL.replace("reach        ", "reach by orthogonal").replace(
        TABLE, TABLE.replace("reach        ", "reach by orthogonal")
    )
    assert errors(of_text(wrong + "let near(k: kind, s: site) = s in reach(k, a1)\n"))[:1] == ["bad-table"]


def test_what_is_taken_away_from_a_set_may_leave_out_elements() -> None:
    """Leaving out what has no value is doubtful in a set that is asked about, and means nothing in one that is taken away."""
    steps = "{step(t, north) for t in sites}"

    def warned(of: str) -> bool:
        return "dropped-none" in [d.code for d in findings(f"end draw when all s in {of}: s is piece\n")]

    assert warned(f"corners + {steps}")
    assert not warned(f"sites - {steps}")
