"""Rules that go wrong in play, and rules that ask for too much, in the checked build: no index leaves its memory, and both
engines say the same."""

import pytest
from lockstep import agree

from gdl.diagnostics.codes import CODES
from gdl.diagnostics.pages import examples

pytestmark = pytest.mark.thorough

HEAD = 'game "Hostile"\nplayers Red, Blue\nboard square 3 x 3\nkinds man\n'
PUT = "action put\n  choose s in sites where s is empty\n  where {where}\n  do place man of mover on s\n     {effect}\nturn: put\nend draw when full\n"
FIELDS = "field n of game: 0..9\nfield big of game: 0..4611686018427387903 = 4611686018427387903\nfield f of piece: kind or none\n"

PLAYED = [
    pytest.param(examples(code).bad.text, id=code)
    for code in CODES
    if examples(code).bad.manner in ("play", "trial", "outcomes")
]


@pytest.mark.parametrize("text", PLAYED)
def test_rules_that_go_wrong_in_play_leave_no_memory(text: str) -> None:
    assert agree(text, games=2, plies=30)


@pytest.mark.parametrize(
    ("where", "effect"),
    [
        ("big * big > 0", "n := 1"), ("big + n >= 0", "n := n + 1"), ("-big - n < 0", "n := n + 1"), ("sum(big for t in sites) > 0", "n := 1"),
        ("count(a in 0..big) < 9", "n := 1"), ("true or site_at(big, big) = s", "n := 1"), ("file_of(big) = {}", "n := 1"), ("nth(corners, big) = none", "n := 1"),
        ("count(first_of(sites, big)) = 9", "n := 1"), ("count(last_of(sites, -big)) = 0", "n := 1"), ("big mod (n - n) = 0", "n := big div (n - n)"),
        ("turn > 0", "n := big"), ("turn > 0", "n := 0 - turn"), ("turn > 0", "n := 1 / 3"), ("turn > 0", "kind(piece(s)) := f(piece(s))"),
        ("turn > 0", "owner(piece(a1)) := none"), ("turn > 0", "remove pieces"), ("turn > 0", "place man of mover on sites"),
        ("turn > 0", "for t in sites do place man of mover on s"), ("1 / big / big = 0 or turn > 0", "n := 1"),
    ],
)  # fmt: skip
def test_rules_that_ask_for_too_much_leave_no_memory(where: str, effect: str) -> None:
    agree(HEAD + FIELDS + PUT.format(where=where, effect=effect), games=2, plies=12)
