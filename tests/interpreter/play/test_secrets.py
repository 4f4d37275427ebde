"""No seat and no spectator is ever sent what they may not know: what they get is the same in every world that they
cannot tell from the real one."""

import json
from dataclasses import replace

import bundled
import pytest

from gdl.loader import bundled_games
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.hashing import Random
from interpreter.play import bots
from interpreter.play.session import Session
from interpreter.play.web.analysing import Analyst
from interpreter.play.web.answers import Answers
from interpreter.play.web.knowledge import preview
from interpreter.play.web.messages import Message
from interpreter.play.web.table import HOST, Refused, Seat, Table
from interpreter.play.web.views import Viewer, Views

SLOW = ("stratego", "zarcana", "minibridge", "rummy")  # by the reference engine; a few states of each
SLOWEST = ("dark_chess",)  # what each player sees is found for each site from all pieces
HIDDEN = [name for name in bundled_games() if bundled.load(name).is_hidden]
WORLDS = 2


def laid(session: Session, state: State, party: str = "seat {}") -> tuple[Table, Views, Answers]:
    """A table at which the game stands in a state."""
    copy = Session(session.engine, session.name, session.seed, list(session.seats))
    copy.states, copy.moves, copy.actions = (
        [*session.states[:-1], state],
        [*session.moves],
        [*session.actions],
    )
    seats = [Seat(f"seat {i}", "open", party.format(i)) for i in range(len(session.seats))]
    table = Table("t", session.name, copy, seats, "watch")
    views = Views(table)
    return table, views, Answers(table, views)


CHANGES = (
    Message("redo"), Message("draw"), Message("resign"), Message("clear"), Message("lay", moves=("a1", "pass")),
    Message("hint"), Message("verdict"), Message("try", text="a1"), Message("again"), Message("name", text="Somebody"),
    Message("do", rev=0, path=("site a1",)), Message("consent", of="undo", yes=True), Message("why", text="pass a1"),
)  # fmt: skip


def changed(session: Session, state: State, viewer: Viewer) -> str:
    """What a viewer gets for messages that change a table or are refused, what they then see, files, and lines tried out.

    Nothing is taken back: the states before are not of this world.
    """
    found: list[object] = []
    for message in CHANGES:
        table, views, answers = laid(session, state)
        found.append((answers.answer(viewer, message).messages, table.verdict, views.view(viewer)))
    table, views, answers = laid(session, state)
    now = len(session.moves)
    found += [answers.answer(viewer, Message("step", ply=ply)).messages for ply in (0, now - 1, now)]
    found += [views.exported(viewer), [views.told(ply, viewer) for ply in range(now)], views.did(viewer)]
    for form in ("analyse", "review"):
        work = Analyst(views).analysis(viewer, now) if form == "analyse" else Analyst(views).review(viewer)
        try:
            next(work)  # what it finds depends on time
        except Refused as error:
            found.append(str(error))
    if viewer is not None and table.mover == viewer:
        table, views, answers = laid(session, state, HOST)
        for option in table.walk().at().options[:2]:
            tried = Message("branch", ply=now, path=(option.token.text,))
            found.append(answers.answer(viewer, tried).messages)
    return json.dumps(found)


def sent(session: Session, state: State, viewer: Viewer) -> str:
    """All that a viewer can get in a state: the view, choices, relations, reasons, previews."""
    table, _, answers = laid(session, state)
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
    engine = bundled.asking(name)
    players, random = len(engine.game.players), Random(8)
    session = Session(engine, name, 8, [None] * players)
    plies, every = (3, 3) if name in SLOWEST else (9, 9) if name in SLOW else (16, 8)
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


@pytest.mark.parametrize("name", HIDDEN)
def test_wishes_refusals_files_and_what_bots_get_are_the_same_in_all_worlds(name: str) -> None:
    engine = bundled.asking(name)
    players, random = len(engine.game.players), Random(9)
    session = Session(engine, name, 9, [None] * players)
    for _ in range(2 if name in SLOWEST else 5 if name in SLOW else 7):
        legal = session.state.legal_actions()
        if legal:
            session.play(legal[random.below(len(legal))])
    state = session.state
    assert isinstance(state, ReferenceState)
    for viewer in range(players):
        data = state.resample(viewer, 1).data.copy()
        data.seed = state.data.seed  # no chance has come between
        other = ReferenceState(engine, data)
        assert changed(session, other, viewer) == changed(session, state, viewer), f"player {viewer}"
        assert changed(session, other, None) == changed(session, state, None), "spectators"
        if viewer == state.current_player and not state.is_terminal:
            mine, theirs = bots.Seat.of(state), bots.Seat.of(other)
            assert (mine.legal, mine.notations) == (theirs.legal, theirs.notations)
            for seed in range(4):
                assert mine.imagine(seed) == theirs.imagine(seed)


def test_a_bot_takes_any_move_rather_than_think_about_what_it_cannot_see() -> None:
    def unknown(seed: int) -> State:
        raise bots.Unimagined

    state = bundled.reference("geister").initial_state(1)
    seat = replace(bots.Seat.of(state), imagine=unknown)
    bot = bots.parse_seat("mcts:20", 3)
    assert bot is not None
    assert {bot.choose(seat) for _ in range(6)} <= set(seat.legal)


@pytest.mark.parametrize("name", ["pig", "backgammon"])
def test_a_preview_does_not_tell_what_chance_will_bring(name: str) -> None:
    engine = bundled.reference(name)
    state = engine.initial_state(3)
    mover = state.current_player
    action = state.legal_actions()[0]
    shown = {json.dumps(preview(state.resample(mover, s), mover, action), sort_keys=True) for s in range(4)}
    assert len(shown) == 1
