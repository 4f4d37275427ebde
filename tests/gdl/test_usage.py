"""What a game that is fine says of its fields, and what is said of what it never uses."""

import pytest
from putting import putting

from gdl.core.model import Game
from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine_source
from gdl.source import Source


def examined(text: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return examine_source(Source("row.gdl", text))


def test_a_field_of_truths_is_false_at_first() -> None:
    game, found = examined(
        putting("draw when lit or full").replace("kinds", "field lit of game: bool\nkinds")
    )
    assert game is not None and [d.code for d in found] == ["never-written"]
    assert game.fields["lit"].default is False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("action other\n  do remove pieces\n", "offers `other`"),
        ("choice ask\n  choose s in sites\n", "demands `ask`"),
    ],
)
def test_what_no_turn_makes_possible_is_named(text: str, said: str) -> None:
    _, found = examined(putting("draw when full").replace("turn:", text + "turn:"))
    assert [d.message for d in found] == [f"no turn {said}"]
