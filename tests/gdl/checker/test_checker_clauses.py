"""What is played: which clauses are right, and mistakes with their places."""

import pytest
from checking import blocks, findings, game_of, marked

from gdl.core import model

# Clauses in the small game, in place of those of the same name.
RIGHT = r"""
turn: put else pass else lose

turn: put else lose if full else pass

turn: put else pass or step

turn: pass

hide k in pieces from p where owner(k) != p

settle after step
  if to is own do mood := wild

prefer most worth(man)

end
  draw
  mover wins when full

claim "it ends": always full

looks
  board "lines"

looks
  pieces "wedges"

looks
  crowded "c"

looks
  guards "bar"

looks
  White "W"
  wild "w"

action put
  choose n in {1, 2, 3}
  do mood := wild

move step by man
  along reach

action put
  choose k in {k in kinds where worth(k) > 9}
  do mood := wild

action put
  choose s in {}
  do mood := wild

choice either(k: kind): push or give(k)
action put
  choose s in sites
  do then either(king) or step

kinds     worth  power
  man     1      push
  king    4      none
action put
  choose s in sites
  do let k = kind(s)
     then may power(k)

looks
  guards "bar"
  crowded "c"
  man of White "M" blue
  White "W" red
  calm "c"
  board "chequered"
  pieces "discs"

move step by king
  along reach

move step by man
  line any up to 1: empty as t, (enemy as u)*, any as v
  do remove t

move step by man
  line any length 2..3: any

move step by man
  line any length worth(man): any+

kinds     worth  far
  man     1      1..3
  king    4      2
move step by man
  line any length far(piece): any+
  where far(piece) = {1, 2, 3}

action put
  choose s in sites
  do for walk any up to 2 from s: empty as to do mood := wild

kinds     worth  far
  man     1      1..3
  king    4      2..2
action put
  choose n in far(man)
  do mood := wild

action put
  choose n in {1, 2} + {none}
  do mood := wild

let some_none = {none, a1}
action put
  choose n in some_none
  do mood := wild

action put
  choose m in {calm, wild}
  choose d in orthogonal
  choose b in {true, false}
  choose p in players
  choose k in kinds
  choose t in pieces
  do mood := m

action put
  choose k in {first(box)}
  do mood := wild

end highest material wins when full

skip p when p = mover

hide s in sites from w where s is marked

claim "it ends": never no sites

claim "it ends": value with style = slow, size = 6: mover wins

require after step: best > 2
require after pass: full
prefer most -best

limit best moves: Black loses

players White
turn: put

field rest of game: 1..3 or none
setup
  rest := none
end mover wins when rest = none

field temper of game: wild, tame
setup
  temper := tame
end mover wins when wild = temper or none = temper
"""

# The same, with the code of what is reported, and the text that is marked.
MISTAKES = r"""
phase main: put
> duplicate-clause {phase main: put}
> reserved-name {main}

phase late: put
phase late: step
> duplicate-clause {phase late: step}

turn: put or stepp
> unknown-action {stepp}

turn: done
> unknown-action {done}

turn: push
> unknown-action {push}

turn: give
> unknown-action {give}

turn: put else pass else step
> syntax {step}

skip White when full
> duplicate-name {White}

skip p when p = mover and north
> type-mismatch {north}

hide s in sites from White where s is marked
> duplicate-name {White}

hide k in kinds from p where p = mover
> type-mismatch {kinds}

settle after putt
  mood := wild
> unknown-action {putt}

settle after put
  if to is own do mood := wild
> unknown-name {to}

require after putt: full
> unknown-action {putt}

require north
> type-mismatch {north}

prefer most north
> type-mismatch {north}

prefer north
> type-mismatch {north}

end mover wins when north
> type-mismatch {north}

limit 0 moves: draw
> bad-range {0}

limit moves moves: draw
> bad-range {moves}

limit 20 moves: draw
limit 30 moves: draw
> duplicate-clause {limit 30 moves: draw}

claim "it ends": value with size = 7: mover wins
> option-value {7}

claim "it ends": value with sizes = 7: mover wins
> unknown-option {sizes}

looks
  man "M"
  knigt "K"
> unknown-piece {knigt}

looks
  man of Whit "M"
> unknown-player {Whit}

looks
  board "round"
> unknown-surface {board}

looks
  pieces "cubes"
> unknown-surface {pieces}

looks
  double "c"
> type-mismatch {double}

looks
  guards "ring"
> unknown-surface {guards}

action put
  choose s in sites
  choose s in sites
  do place man on s
> duplicate-name {s}

action put
  choose s in box
  do mood := wild
> choice-off-board {box}

action put
  choose n in 1..moves
  do mood := wild
> not-static {1..moves}

action put
  line any: empty
  do mood := wild
> bad-path {line any: empty}

action lose
  do mood := wild
> reserved-name {lose}

action put(k: kin)
  do mood := wild
> wrong-arguments {put}
> wrong-arguments {put}
> unknown-type {kin}

move step by man
  do mood := wild
> bad-path {step}

move step by man
  line any: empty
  line any: enemy
> duplicate-clause {line any: enemy}

move step by mann
  line any: empty
> unknown-piece {mann}

move step by man
  line any from a1: empty
> bad-path {a1}

move step by man
  along best
> wrong-arguments {best}

move step by man
  line any: empty
  again may in any order
> bad-again {again may in any order}

action put
  do mood := wild
  again may up to 3
> bad-again {again may up to 3}

action put
  choose s in sites
  do mood := wild
  again may up to 300
> bad-range {300}

action put
  choose s in sites
  do mood := wild
  again may up to moves
> bad-range {moves}

action put
  choose a in sites
  choose b in sites
  choose c in sites
  choose d in sites
  choose e in sites
  choose f in sites
  do mood := wild
> too-many-ways {choose f in sites}

setup
  place man of White on a1 with level = 9
> bad-range {9}

setup
  place man in box times -1
> bad-range {-1}

setup
  mood := wild
  for s in sites do level(s) := 9
> bad-range {9}

choice either: push or either
> recursive-definition {either}

choice either: other
choice other: push or either
action put
  choose s in sites
  do then either
> recursive-definition {either}
> recursive-definition {other}

field next of game: push, give
action put
  choose s in sites
  do then next(king)
> reserved-name {next}

kinds     worth  power
  man     1      push
  king    4      give
action put
  choose s in sites
  do then power(man)(king)
> wrong-arguments {power(man)(king)}

action act
  choose s in sites
  do mood := wild
action act
  choose s in sites
  do mood := calm
> duplicate-name {act}

move step by man
  line any: empty
  again may up to 3 in any order
> bad-again {again may up to 3 in any order}

action put
  choose s in sites
  do mood := wild
  again may up to moves
> bad-range {moves}

looks
  pieces "wedges"
players White, Black
> unknown-surface {pieces}

board hex side 3
looks
  board "lines"
kinds man, king
> unknown-surface {board}

turn: push
> unknown-action {push}

choice push
  do mood := wild
turn: push or put
> unknown-action {push}

turn: put or pass or lose
> unknown-action {lose}

turn: lose
> unknown-action {lose}

action put
  choose n in worth(king)..worth(man)
  do mood := wild
> not-static {worth(king)..worth(man)}

action put
  choose n in {worth(k) for k in kinds}
  do mood := wild
> not-static {worth(k) for k in kinds}

action put
  choose k in {p in box where p is king} + pieces
  do mood := wild
> choice-off-board {{p in box where p is king} + pieces}

action put
  choose two: 2 of box
  choose p in two
  do mood := wild
> choice-off-board {two}

let men(among: pieces) = (among where it is man)
action put
  choose p in men(box)
  do mood := wild
> choice-off-board {men(box)}

end highest materiel wins when full
> unknown-name {materiel}

end lowest double wins when full
> type-mismatch {double}

end payoff crowded when full
> type-mismatch {crowded}

end highest best wins when full
> type-mismatch {best}

settle after put until stable
  if some s in sites: s is marked do remove s
> unknown-name {s}

claim "it ends": value with style = quick: mover wins
> unknown-name {quick}

setup
  for s in sites where rank(s) = 1 do place man of White on s
  place king of Black in hand(Black) times 3
  place man in box times 1.5
> bad-range {1.5}

setup
  place 3 on a1
> type-mismatch {3}
"""


@pytest.mark.parametrize("clauses", RIGHT.strip("\n").split("\n\n"))
def test_a_clause_is_right(clauses: str) -> None:
    assert marked(d for d in findings(clauses) if d.is_error) == []


@pytest.mark.parametrize(("clauses", "wrong"), blocks(MISTAKES))
def test_a_mistake_is_reported_at_its_place(clauses: str, wrong: list[str]) -> None:
    found = findings(clauses)
    assert marked(d for d in found if d.is_error) == wrong


def action_of(clauses: str, name: str) -> model.Action:
    return game_of(clauses).action(name)


def test_a_choice_has_all_values_of_its_type_as_its_public_domain() -> None:
    chosen = """
action put
  choose m in {calm}
  choose d in {north}
  choose b in {true}
  choose p in {mover}
  choose k in {man}
  choose t in own pieces
  choose n in {3, 1, 2}
  choose o in {1} + {none}
  do mood := m
"""
    values = [c.values for c in action_of(chosen, "put").choices]
    board = range(25)
    assert values == [
        (0, 1), tuple(range(8)), (False, True), (0, 1), (0, 1), tuple(board), (1, 2, 3), (1, None),
    ]  # fmt: skip


def test_a_move_chooses_its_piece_and_destination_by_their_sites() -> None:
    step = action_of("", "step")
    assert [c.name for c in step.choices] == ["from", "to"]
    assert [c.slot for c in step.choices] == [step.origin, step.to]
    assert step.kinds is None
    put = action_of("", "put")
    assert (put.piece, put.origin, put.to) == (-1, -1, -1)
    assert action_of("move step by king\n  line any: empty", "step").kinds == (1,)


def test_a_name_whose_place_on_the_path_may_differ_is_a_choice() -> None:
    fixed = action_of("move step by man\n  line any: any as over, empty", "step")
    assert [c.name for c in fixed.choices] == ["from", "to"]
    varying = action_of("move step by man\n  line any: empty*, enemy as over, empty", "step")
    assert [c.name for c in varying.choices] == ["from", "to", "over"]
    last = action_of("move step by man\n  line any: empty*, enemy as met", "step")
    assert [c.name for c in last.choices] == ["from", "to"]
    before = action_of("move step by man\n  line any: (empty*, enemy), any as over, empty", "step")
    assert [c.name for c in before.choices] == ["from", "to", "over"]
    twice = action_of("move step by man\n  line any: (any, any){2}, any as over, empty", "step")
    assert [c.name for c in twice.choices] == ["from", "to"]
    grouped = action_of("move step by man\n  line any: empty*, (enemy as over, empty as to)", "step")
    assert [c.name for c in grouped.choices] == ["from", "to", "over"]


def test_actions_are_written_with_their_names_where_their_choices_are_alike() -> None:
    clauses = "action rest\n  do mood := wild\naction drop\n  choose s in sites\n  do mood := wild\naction pick\n  choose k in kinds\n  do mood := wild\nturn: put or step or rest or drop or pick"
    named = {a.name: a.is_named for a in game_of(clauses).actions}
    assert named == {
        "push": True, "give": True, "put": True, "step": False, "rest": True, "drop": True, "pick": False,
        "pass": True, "done": True,
    }  # fmt: skip


def test_an_action_captures_if_any_of_its_effects_does() -> None:
    assert not action_of("", "put").captures
    assert action_of(
        "move step by any\n  line any: enemy as t\n  do if full do capture enemy pieces", "step"
    ).captures


@pytest.mark.parametrize(("clauses", "phases"), [
    ("", ("main", "late")),
    ("phase soon: put", ("main", "late", "soon")),
])  # fmt: skip
def test_phases_are_in_the_order_of_the_text(clauses: str, phases: tuple[str, ...]) -> None:
    assert game_of(clauses).phases == phases


def test_a_turn_has_groups_and_then_what_holds_when_nothing_is_legal() -> None:
    turn = game_of("turn: put or step if full else step else lose if full else pass").turns["main"]
    assert [offer.names for offer in turn.offers] == [("put", "step"), ("step",)]
    assert [(f.word, f.condition is not None) for f in turn.fallbacks] == [("lose", True), ("pass", False)]


def test_what_settles_after_moves_alone_knows_where_they_went() -> None:
    clauses = "settle after step\n  if to is own do mood := wild\nsettle after put\n  mood := wild"
    step, put = game_of(clauses).settles
    assert min(step.piece, step.origin, step.to) >= 0
    assert (put.piece, put.origin, put.to) == (-1, -1, -1)


def test_a_game_has_a_limit_even_if_it_names_none() -> None:
    assert (game_of("").limit, game_of("").limit_result.form) == (10_000, "draw")
    limited = game_of("limit 20 moves: Black loses")
    assert (limited.limit, limited.limit_result.form) == (20, "loses")


def test_an_action_goes_on_as_often_as_it_says() -> None:
    again = action_of("move step by man\n  line any: empty\n  again may up to 3 where not full", "step").again
    assert again is not None
    assert (again.most, again.must, again.condition is not None) == (3, False, True)
    default = action_of("move step by man\n  line any: empty\n  again must", "step").again
    assert default is not None
    assert (default.most, default.must) == (25, True)


def test_positions_are_told_apart_by_what_the_clause_names() -> None:
    history = game_of("position same within 7: pieces, hand, level, mover, own pieces").histories["same"]
    assert history.most == 7
    assert [(f.form, f.name) for f in history.features] == [
        ("pieces", ""), ("pool", "hand"), ("field", "level"), ("value", ""), ("value", ""),
    ]  # fmt: skip
    assert history.features[-1].value is not None
    assert str(history.features[-1].value.type) == "set of sites"
    assert game_of("limit 9 moves: draw").histories["same"].most == 9


def test_looks_are_of_kinds_players_words_sites_and_relations() -> None:
    game = game_of("""
looks
  man of White "M" blue
  Black "B"
  calm "c"
  crowded "x" red
  guards "bar"
  board "lines"
  pieces "discs"
""")
    assert [(look.kind, look.player, look.glyph, look.colour, look.symbol) for look in game.looks] == [
        (0, 0, "M", "blue", ""), (None, 1, "B", "", ""), (None, None, "c", "", "calm"),
    ]  # fmt: skip
    assert [(s.definition, s.glyph, s.is_relation) for s in game.signs] == [
        ("crowded", "x", False), ("guards", "bar", True),
    ]  # fmt: skip
    assert (game.surface, game.shape) == ("lines", "discs")
