"""People at a table of cards: what they type, what they are shown, and what they cannot take back."""

from collections.abc import Callable
from pathlib import Path

import bundled
import pytest
import yaml

import gdl
import interpreter
from interpreter.play.bots import RandomBot
from interpreter.play.scene.observer import score
from interpreter.play.scene.scene import reveals
from interpreter.play.session import Session
from interpreter.play.terminal.lines import Console, Lines

FOLDER = Path(__file__).parents[2] / "examples" / "market_day"
MARKET = interpreter.engine(gdl.load(FOLDER / "step_5.gdl"), effort=0)
DICE = bundled.native("liars_dice")


def session(*moves: str, has_bot: bool = False) -> Session:
    played = Session(MARKET, "market", 1, [None, RandomBot(1) if has_bot else None])
    for move in moves:
        played.play(played.state.action_from_string(move))
    return played


@pytest.fixture
def converse() -> Callable[..., str]:
    def talk(played: Session, *lines: str) -> str:
        said: list[str] = []
        waiting = list(lines)

        def ask(prompt: str) -> str:
            if not waiting:
                raise EOFError
            said.append(prompt + waiting[0])
            return waiting.pop(0)

        assert Lines(played, Console(ask, said.append), lambda record: MARKET).play() == 0
        return "\n".join(said)

    return talk


def test_the_name_of_an_action_may_be_left_out_or_added_when_a_move_is_typed() -> None:
    state = MARKET.initial_state(seed=1)
    offer = state.action_from_string("offer C7")
    assert state.action_from_string("c7") == offer
    state = DICE.initial_state(seed=1)
    state = state.apply(state.action_from_string("roll"))
    assert state.action_from_string("bid 2 three") == state.action_from_string("2 three")


def test_a_card_that_was_seen_cannot_be_put_back_into_the_dark() -> None:
    assert not session("offer B4").would_reveal()
    for taken in ("peek", "draw_card", "buy A1"):
        assert session("offer B4", taken).would_reveal()


def test_what_another_player_draws_unseen_can_be_taken_back() -> None:
    played = session("offer B4", "draw_card")
    before, after = (s.observation(1) for s in played.states[1:3])
    assert not reveals(MARKET.game, before, after)


def test_who_has_looked_sees_it_before_the_next_one_sits_down(converse: Callable[..., str]) -> None:
    said = converse(session(), "B4", "peek", "A6")
    before, after = said.split("Only Bob may look now")
    assert "wish: ▒" in before.split("peek")[0]
    assert "wish: ●4" in before.split("peek")[-1] or "wish: ● 4" in before.split("peek")[-1]
    assert "wish: ▒" in after and "●4" not in after


def test_nothing_is_shown_again_when_nothing_was_uncovered(converse: Callable[..., str]) -> None:
    position = yaml.safe_load((FOLDER / "half_way.yaml").read_text("utf-8"))
    played = session()
    played.states = [MARKET.state({**position, "pools": {**position["pools"], "stall": {"Ann": ["A1"]}}})]
    assert not played.has_uncovered(0)


def test_a_score_that_asks_about_a_covered_card_is_told_only_to_who_has_seen_it() -> None:
    state = MARKET.state(yaml.safe_load((FOLDER / "half_way.yaml").read_text("utf-8")))
    assert score(MARKET, state, state.observation(0)) is None
    known = score(MARKET, state, state.observation(1))
    assert known is not None and known.values == {"Ann": "10", "Bob": "15"}
