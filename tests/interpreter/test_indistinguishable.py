"""What a seat is shown, offered, refused, told the reasons of, and finds in a sealed file, is the same in all states that it
cannot tell apart: tested in random games of all bundled games with hidden information, in the terminal and in pictures.

What a seat is told of the actions of others has its own law in `test_told`; pages in a browser have theirs beside the web.
"""

import re
from collections.abc import Iterator

import bundled
import numpy as np
import pytest
from test_told import EVERY, engine

from interpreter.engines.errors import IllegalAction
from interpreter.engines.reference.engine import ReferenceState
from interpreter.play.moves import numbered_moves, read_move, why
from interpreter.play.scene.observer import score, signs_of
from interpreter.play.session import Session
from interpreter.play.svg.picture import picture
from interpreter.play.terminal.lines import Console, Lines
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

LOOKS = 2  # positions of a game that are looked at
WORLDS = 2  # others that look the same
NO_OTHER = {
    "banqi",
    "kuhn_poker",
    "roads_and_towns",
    "rock_paper_scissors",
}  # where the few worlds met look alike to all
ASKED = 4  # texts that the mover types

each_game = pytest.mark.parametrize("name", bundled.HIDDEN)


def moments(name: str, seed: int) -> Iterator[tuple[ReferenceState, Random]]:
    """Some positions of a random game, from its beginning on."""
    chance = Random(seed)
    state = engine(name).initial_state(seed)
    for _ in range(LOOKS):
        yield state, chance
        for _ in range(1 + chance.below(4 * EVERY.get(name, 1))):
            if state.is_terminal:
                return
            state = state.apply(chance.pick(state.legal_actions()))


def session_at(state: ReferenceState) -> Session:
    """A session of people in a position; how they have come there is not part of it."""
    session = Session(state.engine, "any", 1, (None,) * len(state.game.players))
    session.states = [state]
    return session


def shown(state: ReferenceState, viewer: int) -> str:
    """All that the terminal draws for a seat: the board, and each relation with it."""
    said: list[str] = []
    lines = Lines(session_at(state), Console(lambda prompt: "", said.append), lambda record: state.engine)
    lines.model.viewer = viewer
    for relation in ("", *(d.name for d in state.game.definitions.values() if d.is_relation)):
        lines.model.relation = relation
        lines.show()
    return "\n".join(said)


def drawn(state: ReferenceState, viewer: int) -> str:
    """The picture for a seat."""
    position = state.observation(viewer)
    signs, points = signs_of(state.engine, state, position), score(state.engine, state, position)
    return str(picture(state.game, position, signs=signs, score=points))


def refused(state: ReferenceState, text: str) -> tuple[str, str]:
    """What is said to a text that is typed as a move, and to `why` before it."""
    try:
        typed = f"plays {[m.text for m in read_move(state, text)]}"
    except IllegalAction as error:
        typed = str(error)
    try:
        reasons = "\n".join(f"{r.span} {r.text}" for r in why(state, text))
    except IllegalAction as error:
        reasons = str(error)
    return typed, reasons


def texts(state: ReferenceState, chance: Random) -> list[str]:
    """Moves that may be legal elsewhere: changed ones, and those of other positions of the game."""
    other = (
        engine(state.game.name).initial_state(chance.below(1000))
        if state.game.name in bundled.HIDDEN
        else state
    )
    known = [m.text for m in (*numbered_moves(state)[:40], *numbered_moves(other)[:40])]
    sites = [s.name for s in state.game.board.sites] or ["a1"]
    found = [chance.pick(known) for _ in range(ASKED // 2)] if known else []
    return [
        *found,
        *(re.sub(r"[a-z]+\d+", lambda _: chance.pick(sites), text) for text in found),
        chance.pick(sites),
    ]


@each_game
def test_what_a_seat_is_shown_follows_from_what_it_sees(name: str) -> None:
    compared = 0
    for state, chance in moments(name, 3):
        for viewer in range(len(state.game.players)):
            mine = state.observation(viewer), shown(state, viewer), drawn(state, viewer)
            for world in (state.resample(viewer, chance.below(1 << 32)) for _ in range(WORLDS)):
                assert (world.observation(viewer), shown(world, viewer), drawn(world, viewer)) == mine
                compared += 1
    assert compared


@each_game
def test_planes_follow_from_what_a_seat_sees(name: str) -> None:
    differs = 0
    for state, chance in moments(name, 7):
        for viewer in range(len(state.game.players)):
            world = state.resample(viewer, chance.below(1 << 32))
            both = state.engine.batch_of([state, world])
            seen = both.planes(viewer)
            assert np.array_equal(seen[0], seen[1])
            differs += any(not np.array_equal(*both.planes(p)) for p in range(len(state.game.players)))
    assert differs or name in NO_OTHER


@each_game
def test_what_the_mover_is_offered_and_refused_follows_from_what_they_see(name: str) -> None:
    compared = 0
    for state, chance in moments(name, 5):
        if state.is_terminal:
            break
        mover = state.current_player
        asked = {text: refused(state, text) for text in texts(state, chance)}
        for world in (state.resample(mover, chance.below(1 << 32)) for _ in range(WORLDS)):
            assert [m.text for m in numbered_moves(world)] == [m.text for m in numbered_moves(state)]
            for text, said in asked.items():
                assert refused(world, text) == said, text
                compared += 1
    assert compared


@each_game
def test_a_sealed_file_shows_nothing_of_what_it_holds(name: str) -> None:
    heads = set()
    for seed in (1, 2, 3):
        session = Session(engine(name), name, seed, (None,) * len(engine(name).game.players))
        session.date = "2026-01-01"
        if not session.state.is_terminal:
            session.play(session.state.legal_actions()[-1])
        if not session.state.is_terminal:
            heads.add(session.record().to_yaml(is_sealed=True).partition("sealed:")[0])
    assert len(heads) == 1
