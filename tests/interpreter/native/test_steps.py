"""Actions that go on, in machine code: last steps that are listed without being done, steps read from numbers, the best kept."""

import re

import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine
from interpreter.ir.text import write

pytestmark = pytest.mark.thorough

HEAD = """game "Steps"
players Red facing north, Blue facing south
board square 5 x 4 stacking
kinds man, king
field left of game: 0..9 until turn
field spent of game: 0..9 until turn
field used of player: 0..90
field lit of site: bool
pool off of player

setup
  for p in players do
    place man of p on home_rank(p)
  place king of Red on b2
  place man of Blue on b2

let ahead(s: site, n: number) = step(s, north if mover = Red else south, n)

"""
TURN = "turn: play else pass\nlimit 14 moves: draw\n"
PLAY = """action play
  choose s in sites where s is own
  choose n in 1..3 where {left}
  where ahead(s, n) is not enemy
  do move piece(s) to ahead(s, n)
     spent := spent + n
"""
DICE = PLAY.format(left="n in {1 + turn mod 3, 2} and spent + n <= 3 + turn mod 2")
TOLD = {
    "a die that is spent": DICE + "  again must up to 4 in any order\nprefer most spent\n",
    "the most steps, then the least of something": DICE + "  again must up to 3\nprefer most steps\nprefer most -spent\n",
    "as many as one likes": DICE + "  again may up to 3 in any order\n",
    "a condition on going on": DICE + "  again must up to 4 where spent < 3\nprefer spent = 3\n",
    "something required": DICE + "  again may up to 3\nrequire after play: spent != 2\nprefer most spent\n",
    "a field that is full": PLAY.format(left="n > 0").replace("spent + n", "spent + n * 2") + "  again may up to 2\n",
    "two fields, one by the other": DICE + "     left := spent * 2\n  again must up to 3 where left < 5\nprefer most -left\n",
    "effects at the end": DICE
    + "  again must up to 2\n  finally\n    lit(s) := true\n    if lit(a1) do then turn of mover\nprefer most spent\n",
    "a demand that follows": DICE
    + "  again must up to 2\nprefer most spent\nchoice shine\n  choose s in sites where s is own and not lit(s)\n  do lit(s) := true\n"
    + "settle after play\n  then shine\n",
    "two choices judged early": PLAY.format(left="spent + n <= 4").replace(
        "  where ahead", "  choose m in 1..2 where m + spent <= 5\n  where m = 1 or n != 2\n  where ahead"
    )
    + "  again must up to 2\n",
    "kinds that change": DICE
    + "     if lit(s) do kind(piece(ahead(s, n))) := king\n     lit(s) := true\n  again must up to 2 in any order\nprefer most spent\n",
}  # fmt: skip
NOT_TOLD = {
    "what stands on the board is preferred": DICE + "  again must up to 3\nprefer most count(s in sites where s is own)\n",
    "a field of players": DICE + "     used(mover) := used(mover) + n\n  again must up to 3\nprefer most used(mover)\n",
    "a field that is set twice": DICE + "     if lit(s) do spent := 0\n  again must up to 3\nprefer most spent\n",
    "something is required of the board": DICE + "  again must up to 3\nrequire after play: some s in last_rank(mover): s is empty\n",
    "a demand that must be met": DICE + "     then must shine\n  again must up to 2\nchoice shine\n"
    + "  choose t in sites where t is own and rank(t) = 1 and not lit(t)\n  do lit(t) := true\n",
}  # fmt: skip


def tells_last_steps(text: str) -> bool:
    """Whether the machine code of a game lists last steps without doing them."""
    game = checked(text)
    assert game is not None
    return re.search(r"\blast\.\d", write(NativeEngine(game).compiled.lowered.program)) is not None


def names(rules: dict[str, str]) -> list[str]:
    return [name.replace(" ", "_") for name in rules]


@pytest.mark.parametrize("rules", TOLD.values(), ids=names(TOLD))
def test_last_steps_are_listed_without_being_done(rules: str) -> None:
    text = HEAD + rules + TURN
    # where many numbers are chosen, all that follows what is legal at first takes the reference engine long
    assert agree(text, games=4, depth=1 if "choose m" in rules else 2)
    assert tells_last_steps(text)


@pytest.mark.parametrize("rules", NOT_TOLD.values(), ids=names(NOT_TOLD))
def test_what_cannot_be_told_beforehand_is_tried(rules: str) -> None:
    text = HEAD + rules + TURN
    assert agree(text, games=4)
    assert not tells_last_steps(text)


FINALLY = """game "Names"
players Red, Blue
board square 9 x 1
kinds stone, mark
setup
  place stone of Red on a1
  place stone of Blue on i1
action put
  choose s in sites where s is empty
  where some t in neighbours(s): t is own
  where (file(s) * 7 + count(own pieces)) mod 5 < 4
  do place stone of mover on s
  again must up to 6
  finally
    for t in neighbours(s) where t is empty do place mark of rival(mover) on t
turn: put else lose
"""


def test_names_at_the_end_are_those_of_the_last_step() -> None:
    assert agree(FINALLY)
    game = checked(FINALLY)
    assert game is not None
    state = NativeEngine(game, effort=0).initial_state()
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["b1 c1 d1"]
    assert state.apply(state.legal_actions()[0]).position()["pieces"]["e1"] == "Blue mark"


TOPS = """game "Tops"
players Red facing north, Blue facing south
board square 4 x 3 stacking
kinds man, king
pool off of player
setup
  for p in players do place man of p on home_rank(p)
  place king of Red on b2
  place man on b2
  place king of Blue on c2
move go
  line any up to 1: any
  where not (to is king and to is enemy) or count(stack(to)) < 2
  do if count(stack(to)) = 3 do owner(first(stack(to))) := mover
     if count(stack(to)) > 3 do owner(piece(to)) := rival(mover)
action crown
  choose s in sites where s is own man and count(stack(s)) > 1
  do kind(piece(s)) := king
     kind(first(stack(s))) := man
action bury
  choose s in sites where s is own king
  do move first(stack(s)) to off(mover)
action enter
  where some off(mover)
  choose s in sites where s is empty or s is enemy
  do move first(off(mover)) to s
turn: go or crown or bury or enter else pass
end mover wins when count(s in sites where s is own king) = 3
limit 24 moves: draw
"""


def test_whose_piece_is_on_top_and_of_which_kind() -> None:
    assert agree(TOPS, games=12)


BEST = {
    "two clauses": "prefer most captures\nprefer most -rank(to)\n",
    "a condition": "prefer captures > 1\n",
    "a fraction": "prefer most captures / 2\n",
    "a condition before a number": "prefer steps = 1\nprefer most -captures\n",
}
JUMPS = """game "Jumps"
players Red facing north, Blue facing south
board square 6 x 5
kinds man, king
setup
  place man of Red on {a1, b1, c1, d1, e1, b2}
  place king of Red on e2
  place man of Blue on {a5, b5, c5, d5, e5, d4}
  place king of Blue on b4
move go
  line any up to 1: empty
move jump by man
  line any: enemy as victim, empty
  do capture victim
  again must up to 6
move hop by king
  line any: empty*, enemy as victim, empty
  do capture victim
  again may up to 3
PREFER
turn: go or jump or hop else lose
limit 20 moves: draw
"""


@pytest.mark.parametrize("clauses", BEST.values(), ids=names(BEST))
def test_the_best_are_kept_while_they_are_listed(clauses: str) -> None:
    clauses = clauses.replace("rank(to)", "count(enemy pieces)")
    assert agree(JUMPS.replace("PREFER\n", clauses), games=8)


def test_a_pass_that_is_left_counts_as_one_step() -> None:
    """`steps` is 1 behind an action that was done once, and so it is where the turn has passed."""
    rules = """game "Left"
players Red facing north, Blue facing south
board square 3 x 3
kinds man
field done of game: 0..9
setup
  place man of Red on a1
  place man of Blue on c3
move go by man
  line forward: empty, empty
turn: go else pass
settle
  done := steps
end draw when turn > 9
"""
    assert agree(rules, games=2)
