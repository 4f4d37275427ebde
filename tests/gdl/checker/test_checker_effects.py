"""Effects, demands and results: which are right, and mistakes with their places."""

import pytest
from checking import findings, game_of, marked, rows, with_effects

from gdl.core import model

# Effects on a chosen site `s`, parted by `;`.
RIGHT = r"""
place man of mover on s
place man of mover in hand(mover) times 2
place man of mover on s with level = 2
move man from hand(mover) to s
move man from sites to s
move piece(s) to box
move piece(s) to s with level = 2
remove s
capture enemy pieces
mood := wild
phase := late
level(s) := 2
score(mover) := score(mover) + 1
owner(s) := rival(mover)
kind(s) := king
let x = 1; x := 2
then push
then give(king)
then turn of mover
end mover wins
random x in {1, 2} where x > 1
random x in 3
for x in sites where x is own do remove x
for line any from s: enemy as t do capture t
if mood = calm do mood := wild
for k in kinds do place k of mover on s
remove s; capture s
let x = s; place man of mover on x
"""

# The same, with the code of what is reported, and the text that is marked.
MISTAKES = r"""
place queen of mover on s > unknown-piece {queen}
place man of mover on hand(mover) > type-mismatch {hand(mover)}
place man of mover on north > type-mismatch {north}
place man of mover in hands(mover) > unknown-name {hands}
place man of mover in hands > unknown-name {hands}
place man of mover in s > type-mismatch {s}
place man of mover in best > type-mismatch {best}
place man of mover in box times north > type-mismatch {north}
place man of north on s > type-mismatch {north}
place man of mover on s with levl = 2 > unknown-name {levl}
place man of mover on s with score = 2 > unknown-name {score}
place man of mover on s with level = north > type-mismatch {north}
let p = piece(s); place p of mover on s > type-mismatch {p of mover}
move man to s > type-mismatch {man}
move own pieces to s > type-mismatch {own pieces}
move north to s > type-mismatch {north}
move mann from hand(mover) to s > unknown-piece {mann}
move north from hand(mover) to s > type-mismatch {north}
move man from 3 to s > type-mismatch {3}
move piece(s) to hnd(mover) > unknown-name {hnd}
move piece(s) to hnd > unknown-name {hnd}
move piece(s) to 3 > type-mismatch {3}
remove north > type-mismatch {north}
mood := fast > type-mismatch {fast}
mod := wild > unknown-name {mod}
mover := Red > not-assignable {mover}
phase := early > unknown-name {early}
phase := 1 > unknown-name {1}
level := 2 > unknown-name {level}
level(north) := 2 > type-mismatch {north}
kind(s) := north > type-mismatch {north}
best := 4 > not-assignable {best}
double(1) := 2 > not-assignable {double(1)}
1 := 2 > not-assignable {1}
own pieces := 3 > not-assignable {own pieces}
let x = 1; x := north > type-mismatch {north}
then punch > unknown-action {punch}
then push(a1) > wrong-arguments {push(a1)}
then give > wrong-arguments {give}
then give(north) > type-mismatch {north}
then give(king)(2) > wrong-arguments {give(king)(2)}
then push or push > duplicate-name {then push or push}
then push or mood > unknown-action {mood}
then level(s) > unknown-action {level}
then turn of north > type-mismatch {north}
end Whitee wins > unknown-player {Whitee}
end north wins > type-mismatch {north}
for x in north do remove x > type-mismatch {x}
if 3 do mood := wild > type-mismatch {3}
for p in own pieces do place p of mover on s > type-mismatch {p of mover}
place best of mover on s > type-mismatch {best}
then made(man) > unknown-action {made}
end Whitee loses > unknown-player {Whitee}
"""


@pytest.mark.parametrize("effects", RIGHT.strip().splitlines())
def test_an_effect_is_right(effects: str) -> None:
    assert marked(d for d in findings(with_effects(effects)) if d.is_error) == []


@pytest.mark.parametrize(("effects", "wrong"), rows(MISTAKES, " > "))
def test_a_mistake_is_reported_at_its_place(effects: str, wrong: str) -> None:
    found = findings(with_effects(effects))
    assert ", ".join(marked(d for d in found if d.is_error)) == wrong


def effects_of(effects: str) -> tuple[model.Effect, ...]:
    """The core form of effects."""
    return game_of(with_effects(effects)).action("put").effects


def test_new_pieces_are_placed_on_sites_or_stocked_in_a_pool() -> None:
    placed, stocked = effects_of("place man of mover on s; place king in box times 3")
    assert isinstance(placed, model.Place)
    assert isinstance(stocked, model.Stock)
    assert isinstance(stocked.times, model.Const)
    assert (stocked.pool.name, stocked.times.value, stocked.owner) == ("box", 3, None)


def test_a_name_by_let_can_be_given_another_value_and_a_chosen_one_cannot() -> None:
    first, second = effects_of("let x = 1; x := 2")
    assert isinstance(first, model.Bind)
    assert isinstance(second, model.Bind)
    assert first.slot == second.slot
    assert marked(d for d in findings(with_effects("s := a1")) if d.is_error) == ["not-assignable {s}"]


def test_names_of_a_block_are_known_in_it_alone() -> None:
    assert marked(findings(with_effects("for x in sites do let y = x; remove y")))[0] == "unknown-name {y}"


def test_a_table_of_cases_is_a_chain_of_branches_the_first_row_outside() -> None:
    table = """match mood, size
       calm, any: mood := wild
       wild, 5: remove s
       any, any: remove a1"""
    (outer,) = effects_of(table)
    assert isinstance(outer, model.Branch)
    assert isinstance(outer.body[0], model.SetField)
    (middle,) = outer.otherwise
    assert isinstance(middle, model.Branch)
    assert isinstance(middle.condition, model.And)
    (last,) = middle.otherwise
    assert isinstance(last, model.Branch)
    assert isinstance(last.condition, model.Const)
    assert last.condition.value is True
    assert last.otherwise == ()


def test_a_row_that_is_too_short_is_reported() -> None:
    short = "match mood, size\n       calm: mood := wild"
    assert marked(d for d in findings(with_effects(short)) if d.is_error) == ["bad-table {calm}"]


def test_a_demand_names_its_choices() -> None:
    (demand,) = effects_of("then may push or give(king)")
    assert isinstance(demand, model.Demand)
    assert (demand.word, [c.action for c in demand.choices]) == ("may", ["push", "give"])


def test_a_choice_among_choices_demands_its_alternatives_with_its_arguments_bound() -> None:
    either = "choice either(k: kind): push or give(k)\n" + with_effects("then must either(king)")
    (demand,) = game_of(either).action("put").effects
    assert isinstance(demand, model.Demand)
    assert [c.action for c in demand.choices] == ["push", "give"]
    push, give = demand.choices
    ((slot, bound),) = give.binds
    assert push.binds == give.binds
    assert isinstance(bound, model.Const)
    assert isinstance(give.arguments[0], model.Local)
    assert give.arguments[0].slot == slot


def test_a_word_that_names_a_choice_is_looked_at_once_with_a_branch_for_each() -> None:
    kinds = "kinds     power\n  man     push\n  king    give\n  queen   none\n"
    word = kinds + with_effects("then power(man)")
    assert marked(d for d in findings(word) if d.is_error) == ["wrong-arguments {power(man)}"]
    both = kinds + "choice give\n  do mood := calm\n" + with_effects("then power(man) or step")
    bind, branch = game_of(both).action("put").effects
    assert isinstance(bind, model.Bind)
    assert isinstance(branch, model.Branch)
    (demand,) = branch.body
    assert isinstance(demand, model.Demand)
    assert [c.action for c in demand.choices] == ["push", "step"]
    (second,) = branch.otherwise
    assert isinstance(second, model.Branch)
    (alone,) = second.otherwise
    assert isinstance(alone, model.Demand)
    assert [c.action for c in alone.choices] == ["step"]


@pytest.mark.parametrize(
    ("result", "form"),
    [
        ("mover wins", "wins"),
        ("Black loses", "loses"),
        ("draw", "draw"),
        ("highest material wins", "highest"),
        ("lowest material wins", "lowest"),
        ("payoff material", "payoff"),
    ],
)
def test_a_result_has_its_form(result: str, form: str) -> None:
    (ending,) = game_of(f"end {result} when full").ends
    assert ending.result.form == form
    assert ending.result.score == ("material" if "material" in result else "")


@pytest.mark.parametrize(
    ("score", "wrong"),
    [
        ("materiel", "unknown-name"),
        ("double", "type-mismatch"),
        ("crowded", "type-mismatch"),
        ("best", "type-mismatch"),
    ],
)
def test_a_score_is_a_definition_that_gives_a_player_a_number(score: str, wrong: str) -> None:
    found = findings(f"end highest {score} wins when full")
    assert marked(d for d in found if d.is_error) == [f"{wrong} {{{score}}}"]
