"""Short games of the recipes and examples, told from beginning to end: positions, what may be done, what each player sees
and learns, and why other things may not be done.

`transcripts/` has what is told of each. With GDL_RECORD=1 it is written anew: read it as a player would.
"""

import json
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_recipes import GAMES

from gdl.loader import examine_source, load
from gdl.model import Game
from gdl.source import Source
from interpreter.engines.base import Reason
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState

FOLDER = Path(__file__).with_name("transcripts")
EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = os.environ.get("GDL_RECORD") == "1"
PLIES = 8
SHOWN = 12  # legal actions of a position that are told
ASKED = 3  # actions of another position of which it is asked why they may not be done here
DEPTH = 3  # of the reasons behind reasons
LINES = 8  # of reasons that are told of one action
SLOW = {"the_same_but"}  # another game with a change, which has tests of its own


def named(heading: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in heading.lower()).split())


RECIPES = {named(heading): text for heading, text in GAMES.items() if named(heading) not in SLOW}
LAST_STEPS = {p.name: sorted(p.glob("step_*.gdl"))[-1] for p in EXAMPLES.iterdir() if p.is_dir()}


def game_of(name: str) -> Game:
    if name in LAST_STEPS:
        return load(LAST_STEPS[name])
    game, _ = examine_source(Source("recipe.gdl", RECIPES[name]))
    assert game is not None
    return game


def brief(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def spread(items: Sequence[str], most: int) -> Sequence[str]:
    return items[:: max(1, len(items) // most)][:most]


def told(reasons: Sequence[Reason], level: int) -> Iterator[str]:
    for reason in reasons:
        yield "  " * level + reason.text
        yield from told(reason.because, level + 1)


def seen(state: ReferenceState, players: Sequence[str]) -> Iterator[str]:
    """The position, and what each player sees of it where that is something else."""
    whole = brief(state.position())
    yield f"  {whole}"
    for seat, player in enumerate(players):
        if (own := brief(state.observation(seat))) != whole:
            yield f"  {player} sees {own}"
        if own != whole:
            drawn = state.resample(seat, 1)
            assert brief(drawn.observation(seat)) == own
            yield f"  {player} may think of {brief(drawn.position())}"
    if (public := brief(state.public())) != whole:
        yield f"  all see {public}"


def pointed(state: ReferenceState, random: Random) -> Iterator[str]:
    """Some sites, and some pairs of sites, as they are pointed at."""
    names = [s.name for s in state.engine.game.board.sites]
    for size in (1, 2, 2, 2) if len(names) > 1 else ():
        yield "-".join(random.sample(names, size))


def transcript(game: Game) -> Iterator[str]:
    engine = ReferenceEngine(game)
    players = [p.name for p in game.players]
    random, state = Random(3), engine.initial_state(5)
    names = [a.name for a in game.actions]
    before: list[str] = []
    for _ in range(PLIES):
        yield from seen(state, players)
        if state.is_terminal:
            break
        legal = sorted(state.action_to_string(a) for a in state.legal_actions())
        yield f"  may {', '.join(spread(legal, SHOWN))} ({len(legal)})"
        illegal = spread([t for t in before if t not in legal], ASKED)
        for text in [*illegal, *names, *pointed(state, random), "z9"]:
            if text not in legal:
                yield from [f"  not {text}:", *islice(told(state.why(text, DEPTH), 2), LINES)]
        text = random.choice(legal)
        action = state.action_from_string(text)
        yield f"{players[state.current_player]}: {text}"
        for seat, player in enumerate(players):
            if (learnt := state.action_seen(action, seat)) != text:
                yield f"  {player} learns {learnt}"
        if (public := state.action_public(action)[0]) != text:
            yield f"  all learn {public}"
        before, state = legal, state.apply(action)
        assert engine.state(state.position()).position() == state.position()
        assert engine.from_bytes(bytes(state)) == state
    if state.is_terminal:
        yield f"ends: {brief(state.returns)} {state.ended}"


@pytest.mark.parametrize("name", sorted([*RECIPES, *LAST_STEPS]))
def test_a_short_game_is_told_word_for_word(name: str) -> None:
    game = game_of(name)
    golden = FOLDER / f"{name}.txt"
    found = "\n".join(transcript(game)) + "\n"
    if RECORD:
        golden.write_text(found, "utf-8")
    assert golden.read_text("utf-8") == found
