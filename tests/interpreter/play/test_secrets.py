"""No seat and no spectator is ever sent what they may not know: what they get is the same in every world that they
cannot tell from the real one."""

import json

import bundled
import pytest

from gdl.loader import bundled_games
from interpreter.engines.base import State
from interpreter.hashing import Random
from interpreter.play.session import Session
from interpreter.play.web.answers import Answers
from interpreter.play.web.knowledge import preview
from interpreter.play.web.messages import Message
from interpreter.play.web.table import Seat, Table
from interpreter.play.web.views import Viewer, Views

SLOW = ("stratego", "zarcana", "minibridge", "rummy")  # by the reference engine; a few states of each
HIDDEN = [name for name in bundled_games() if bundled.load(name).is_hidden]
WORLDS = 2


def sent(session: Session, state: State, viewer: Viewer) -> str:
    """All that a viewer can get in a state: the view, choices, relations, reasons, previews."""
    copy = Session(session.engine, session.name, session.seed, list(session.seats))
    copy.states, copy.moves, copy.actions = [*session.states[:-1], state], session.moves, session.actions
    seats = [Seat(f"seat {i}", "open", f"seat {i}") for i in range(len(session.seats))]
    table = Table("t", session.name, copy, seats, "watch")
    views = Views(table)
    answers = Answers(table, views)
    found = [answers.answer(viewer, Message("hello")).messages]
    for definition in table.game.definitions.values():
        if definition.is_relation:
            found.append(answers.answer(viewer, Message("relation", text=definition.name)).messages)
    if viewer is not None and table.mover == viewer:
        for option in table.walk().at().options[:2]:
            found.append(answers.answer(viewer, Message("pick", path=(option.token.text,))).messages)
            found.append(answers.answer(viewer, Message("why", path=(option.token.text,) * 2)).messages)
    return json.dumps(found)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_sent_is_the_same_in_all_worlds_that_look_the_same(name: str) -> None:
    engine = bundled.reference(name)
    players, random = len(engine.game.players), Random(8)
    session = Session(engine, name, 8, [None] * players)
    plies, every = (9, 9) if name in SLOW else (16, 8)
    for ply in range(plies):
        legal = session.state.legal_actions()
        if not legal:
            break
        session.play(legal[random.below(len(legal))])
        if ply % every == every - 1:
            state = session.state
            watched = sent(session, state, None)
            for viewer in range(players):
                mine = sent(session, state, viewer)
                for seed in range(WORLDS):
                    other = state.resample(viewer, seed)
                    assert sent(session, other, viewer) == mine, f"{name}: player {viewer} at ply {ply}"
                    assert sent(session, other, None) == watched, f"{name}: spectators at ply {ply}"


@pytest.mark.parametrize("name", ["pig", "backgammon"])
def test_a_preview_does_not_tell_what_chance_will_bring(name: str) -> None:
    engine = bundled.reference(name)
    state = engine.initial_state(3)
    mover = state.current_player
    action = state.legal_actions()[0]
    shown = {json.dumps(preview(state.resample(mover, s), mover, action), sort_keys=True) for s in range(4)}
    assert len(shown) == 1
