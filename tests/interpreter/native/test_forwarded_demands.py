"""Actions that only demand what comes next: judged by that, in the position as it stands, on both engines alike."""

import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

RULES = """game "Passing on"
players Red, Blue
board square 4 x 4
kinds man, king
field fed of game: 0..9
{field}
setup
  place man of Red on {{a1, b1}}; place king of Red on c1
  place man of Blue on {{a4, b4}}; place king of Blue on c4
let big(m: piece) = kind(m) = king
action order
  choose m in own pieces
  do
    {change}
    let is_big = big(m)
    if fed < 4 do
      then must step_on(m, is_big, fed) or strike(m)
      then may strike(m)
    else if is_big do
      then must strike(m)
      then may step_on(m, false, 1)
    else
      then must relay(m)
      {second}
choice relay(m: piece)
  do then must step_on(m, fed > 5, 3 if big(m) else 0)
choice step_on(m: piece, far: bool, row: number)
  choose s in sites where s is empty and distance(site(m), s) <= (2 if far else 1) and rank(s) != row
  do move m to s
     if fed < 9 do fed := fed + 1
choice strike(m: piece)
  choose e in enemy pieces where distance(site(m), site(e)) = 1
  do {removal} e
{settle}
turn: order else draw
end draw when moves = 14
"""
PLAIN = {
    "field": "",
    "change": "let now = fed",
    "removal": "remove",
    "settle": "",
    "second": "then may strike(m)",
}
PASSED = {
    "plain": {},
    "settling that seldom has work": {
        "settle": "settle\n  for p in pieces where rank(site(p)) = 3 do remove p"
    },
    "settling that counts": {"settle": "settle\n  if fed < 7 do fed := fed + 1"},
    "settling until nothing changes": {
        "settle": "settle until stable\n  for p in pieces where site(p) = d4 do remove p"
    },
}
REFUSED = {
    "a change": {"change": "fed := min(9, fed + 1)"},
    "a field of the action": {
        "field": "field hurt of game: bool until action",
        "settle": "end draw when hurt",
    },
    "one demand or two": {"second": "let same = fed"},
    "a requirement": {"settle": "require fed < 8"},
}


def names_of(text: str) -> set[str]:
    game = checked(text)
    assert game is not None
    return set(NativeEngine(game, effort=0).compiled.lowered.program.functions)


def text_of(changes: dict[str, str]) -> str:
    return RULES.format(**{**PLAIN, **changes})


@pytest.mark.parametrize("changes", PASSED.values(), ids=[name.replace(" ", "_") for name in PASSED])
def test_what_is_demanded_is_asked_of_the_state_itself(changes: dict[str, str]) -> None:
    text = text_of(changes)
    assert {"may.order", "may.relay"} <= names_of(text)
    assert agree(text, games=4)


@pytest.mark.parametrize("changes", REFUSED.values(), ids=[name.replace(" ", "_") for name in REFUSED])
def test_what_changes_something_is_tried_on_a_copy(changes: dict[str, str]) -> None:
    text = text_of(changes)
    assert "may.order" not in names_of(text)
    assert agree(text, games=2)
