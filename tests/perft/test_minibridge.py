"""Minibridge, deal after deal, beside a program made from its rule sheet: who acts, what is legal, and what is scored."""

from random import Random
from typing import Any

import pytest
from rules_minibridge import SEATS, SUITS, Deal

import gdl
import interpreter
from interpreter.engines.base import State

pytestmark = pytest.mark.games


def hands(state: State) -> list[set[str]]:
    held = state.position()["pools"].get("hand", {})
    table = state.position()["pools"].get("table", {})
    return [{text.split()[-1] for text in (*held.get(p, ()), *table.get(p, ()))} for p in SEATS]


def actor(state: State) -> str:
    return str(state.engine.game.players[state.current_player].name)


def moves(state: State) -> dict[str, int]:
    return {state.action_to_string(a): a for a in state.legal_actions()}


def fields(state: State) -> dict[str, Any]:
    return dict(state.position()["fields"])


def play_deal(state: State, random: Random) -> State:
    """One deal beside the rules; a deal that nobody may declare ends at once."""
    state = state.apply(moves(state)["deal"])
    deal = Deal(hands(state), (fields(state)["dealt"] - 1) % 4)
    deal.choose_declarer()
    if deal.declarer is None:
        assert list(moves(state)) == ["deal"]
        return state
    assert actor(state) == SEATS[deal.declarer] == fields(state)["declarer"]
    contracts = [("", a) for a in ("part", "full")]
    contracts += [(suit, a) for suit in SUITS for a in ("part", "full")]
    assert set(moves(state)) == {f"{s or 'notrumps'} {a}" for s, a in contracts}
    suit, aim = random.choice(contracts)
    state = state.apply(moves(state)[f"{suit or 'notrumps'} {aim}"])
    deal.begin(SUITS.get(suit, ""), aim == "full")
    before = fields(state).get("score", {})
    while not deal.is_over:
        found = {text.split()[-1]: action for text, action in moves(state).items()}
        assert actor(state) == SEATS[deal.actor]
        assert set(found) == deal.playable()
        card = random.choice(sorted(found))
        state = state.apply(found[card])
        deal.play(card)
    after = fields(state).get("score", {})
    gained = [after.get(p, 0) - before.get(p, 0) for p in SEATS]
    assert gained == deal.scores() * 2
    return state


@pytest.mark.parametrize("seed", range(4))
def test_every_deal_is_played_and_scored_as_the_rules_say(kind: str, seed: int) -> None:
    engine = interpreter.engine(gdl.load("minibridge"), kind)
    state, random = engine.initial_state(seed), Random(seed)
    while not state.is_terminal:
        state = play_deal(state, random)
    score = fields(state).get("score", {})
    sides = [score.get("North", 0), score.get("East", 0)]
    best = [1 if s == max(sides) else -1 for s in sides] if sides[0] != sides[1] else [0, 0]
    assert state.returns == [*best, *best]


def test_all_see_the_dummys_cards_and_nobody_the_others() -> None:
    engine = interpreter.engine(gdl.load("minibridge"))
    state = engine.initial_state(5)
    while "declarer" not in fields(state):
        state = state.apply(moves(state)["deal"])
    declarer = SEATS.index(fields(state)["declarer"])
    for viewer in range(4):
        seen = state.observation(viewer)["pools"]
        for seat, name in enumerate(SEATS):
            cards = (*seen.get("hand", {}).get(name, ()), *seen.get("table", {}).get(name, ()))
            is_shown = seat in (viewer, (declarer + 2) % 4)
            assert (("hidden" in " ".join(cards)) is not is_shown) and len(cards) == 13
