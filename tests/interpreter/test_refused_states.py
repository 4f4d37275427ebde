"""What both engines, or the reference engine alone, refuse, and with which reason."""

import pytest
from putting import putting

import interpreter
from gdl.core.model import Game
from gdl.limits import MAX_COUNTED
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.shared.hashing import MASK64

FACING = "Black facing north, White facing south"


def game_of(text: str) -> Game:
    game, found = examine_source(Source("row.gdl", text))
    assert game is not None, found
    return game


def engine_of(text: str, kind: str) -> Engine:
    return interpreter.engine(game_of(text), kind, effort=0)


def actions(state: State) -> list[str]:
    return [state.action_to_string(a) for a in state.legal_actions()]


def test_a_requirement_sees_the_board_as_the_player_who_acts(kind: str) -> None:
    rule = "require after put: no s in sites: s is own and count(neighbours(s, forward)) = 0\n"
    text = putting("draw when full", players=FACING).replace("turn:", rule + "turn:")
    state = engine_of(text, kind).initial_state()
    assert actions(state) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert actions(state.apply(state.legal_actions()[0])) == ["a2", "b2", "c2", "a3", "b3", "c3"]


def test_an_illegal_action_is_refused_with_the_clause_against_it(kind: str) -> None:
    state = engine_of(putting("draw when full"), kind).initial_state()
    action = state.action_from_string("a1")
    with pytest.raises(IllegalAction, match="a1 is not legal here: `put`: a1 cannot be chosen"):
        state.apply(action).apply(action)


def test_a_batch_takes_no_states_of_another_game(kind: str) -> None:
    engine, other = (
        engine_of(putting(end), kind) for end in ("draw when full", "draw when moves = 3 or full")
    )
    with pytest.raises(ValueError, match="of another game, engine or options"):
        engine.batch_of([engine.initial_state(), other.initial_state()])


@pytest.mark.parametrize(
    ("name", "last"),
    [("turn", MAX_COUNTED), ("moves", MAX_COUNTED), ("passes", MAX_COUNTED), ("seed", MASK64)],
)
def test_what_a_game_counts_goes_no_further_than_both_engines_count(kind: str, name: str, last: int) -> None:
    text = putting("draw when full").replace("do place", "do\n    random n in 1..2\n    place")
    engine = engine_of(text, kind)
    state = engine.state({"fields": {name: last}})
    assert state.position()["fields"][name] == last
    following = state.apply(state.legal_actions()[0]).position()["fields"]
    assert following["turn"] == (last if name == "turn" else 1) + 1
    with pytest.raises(
        PositionError, match=f"`{name}` is a whole number from [01] to {last}, not {last + 1}"
    ):
        engine.state({"fields": {name: last + 1}})


@pytest.mark.parametrize("name", ["turn", "lit"])
def test_a_position_with_a_field_beside_its_fields_says_where_it_goes(kind: str, name: str) -> None:
    text = putting("draw when lit or full").replace("kinds", "field lit of game: bool\nkinds")
    with pytest.raises(
        PositionError, match=f"`{name}` is one of the `fields`: write `fields: {{{name}: 1}}`"
    ):
        engine_of(text, kind).state({name: 1})
