"""Games played on both engines at once: whatever can be asked must have the same answer."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

from gdl.core import model
from gdl.diagnostics.values import GameError
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.state import NativeState, from_reference
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceState


def checked(text: str, **options: object) -> model.Game | None:
    """A game from its text; None if the checker refuses it."""
    return examine_source(Source("drawn.gdl", text), options, warns=False)[0]


def told(ask: Callable[[], Any]) -> Any:
    """An answer, or what a rule that goes wrong in play is called."""
    try:
        return ask()
    except GameError as error:
        return "error", error.diagnostics[0].code


def compare(engine: NativeEngine, native: NativeState, reference: ReferenceState) -> list[int]:
    """Asks both engines all about a state; gives the legal actions."""
    mine, theirs = data_of(engine, native), reference.data
    assert mine.key(engine.game) == theirs.key(engine.game), difference(engine, native, reference)
    assert mine.seed == theirs.seed or "seed" not in engine.compiled.layout.cells
    assert hash(native) == hash(reference)
    assert native.current_player == reference.current_player
    asked = told(reference.legal_actions)
    answered = told(native.legal_actions)
    if asked != answered and isinstance(asked, list) and isinstance(answered, list):
        missing = [reference.action_to_string(a) for a in asked if a not in answered]
        extra = [reference.action_to_string(a) if a in asked else a for a in answered if a not in asked]
        raise AssertionError(f"not found: {missing[:5]}; found too much: {extra[:5]}")
    assert answered == asked
    assert told(lambda: native.is_terminal) == told(lambda: reference.is_terminal)
    assert told(lambda: native.returns) == told(lambda: reference.returns)
    violation = engine.compiled.machine.take_violation() if engine.compiled.is_lowered else 0
    assert not violation, f"the machine code left its memory: {violation}"
    return asked if isinstance(asked, list) else []


def data_of(engine: NativeEngine, native: NativeState) -> Data:
    """What a state holds; one that does not fit into its cells is held by the reference engine."""
    return engine.compiled.converter.decode(native.memory) if native.memory else native.reference.data.copy()


def difference(engine: NativeEngine, native: NativeState, reference: ReferenceState) -> str:
    """Where two states that should be equal are not, as positions."""
    mine = ReferenceState(engine.reference, data_of(engine, native)).position()
    theirs = reference.position()
    return f"native {mine}, reference {theirs}"


def play(
    engine: NativeEngine, picks: Iterable[int], seed: int = 0, plies: int = 10_000, again: int = 0
) -> tuple[int, ReferenceState]:
    """A game in lock step: `picks` say which of the legal actions are taken, as indices, over and over.

    Every `again` plies the native state is made anew from the position.
    """
    reference = told(lambda: engine.reference.initial_state(seed))
    native = told(lambda: engine.initial_state(seed))
    if isinstance(reference, tuple):
        assert native == reference
        return 0, reference
    for made, pick in zip(range(plies), picks, strict=False):
        legal = compare(engine, native, reference)
        if not legal:
            return made, reference
        if again and made % again == again - 1:
            native = from_reference(engine.backing, reference)
            assert compare(engine, native, reference) == legal
        action = legal[pick % len(legal)]
        after = told(lambda: reference.apply(action))  # noqa: B023
        mine = told(lambda: native.apply(action))  # noqa: B023
        if isinstance(after, tuple) or isinstance(mine, tuple):
            if not isinstance(mine, tuple):
                # an `end` may ask what a player could do: machine code judges cheaper conditions before, and then
                # meets the rule that goes wrong when somebody asks what is legal
                mine = told(mine.legal_actions)
            assert mine == after
            return made, reference
        native, reference = mine, after
    compare(engine, native, reference)
    return plies, reference


def stays_in_its_memory(engine: NativeEngine, picks: Iterable[int], seed: int, plies: int) -> None:
    """A game in a checked build alone: whatever is asked of its states, no index is out of its range."""
    state = engine.initial_state(seed)
    for _, pick in zip(range(plies), picks, strict=False):
        assert hash(state) == hash(engine.from_bytes(bytes(state)))
        assert state.current_player in range(len(state.returns))
        legal = state.legal_actions()
        assert state.is_terminal == (not legal)
        violation = engine.compiled.machine.take_violation()
        assert not violation, f"the machine code left its memory: {violation}"
        if not legal:
            return
        state = state.apply(legal[pick % len(legal)])


def random_picks(random: Random) -> Iterator[int]:
    while True:
        yield random.randrange(1 << 30)


def counts_agree(engine: NativeEngine, depth: int) -> None:
    """Sequences of actions are counted alike."""
    if engine.game.has_chance:
        return
    for k in range(depth + 1):
        native = told(lambda: engine.perft(engine.initial_state(), k))  # noqa: B023
        reference = told(lambda: engine.reference.perft(engine.reference.initial_state(), k))  # noqa: B023
        assert native == reference, (k, native, reference)


def random_game_agrees(engine: NativeEngine, seed: int, plies: int = 400) -> None:
    """A random game that is played inside the machine code is one of the reference engine's games."""
    played = told(lambda: engine.playout(engine.initial_state(seed), seed, plies))
    if isinstance(played, tuple):
        return
    actions = told(lambda: list(played.actions))
    if isinstance(actions, tuple):  # a rule goes wrong in an action that was not drawn, and so not met
        return
    state = engine.reference.initial_state(seed)
    for action in actions:
        assert action in state.legal_actions()
        state = state.apply(action)
    assert len(played.actions) == played.plies
    assert played.is_cut_off or state.is_terminal
    assert played.state.returns == state.returns
    last = data_of(engine, played.state)
    last.outcome = state.data.outcome  # also where nothing is legal
    assert last.key(engine.game) == state.data.key(engine.game)


__all__ = [
    "checked",
    "compare",
    "counts_agree",
    "cycle",
    "play",
    "random_game_agrees",
    "random_picks",
    "stays_in_its_memory",
    "told",
]


def agree(
    text: str, games: int = 3, plies: int = 25, is_checked: bool = True, effort: int = 0, depth: int = 2
) -> bool:
    """Plays a game that is written here on both engines; whether it is one. `depth`: of the sequences that are counted.

    Few actions are played, so the code is compiled without optimisation, unless `effort` says otherwise.
    """
    game = checked(text)
    if game is None:
        return False
    native = NativeEngine(game, is_checked, effort=effort)
    for k in range(games):
        play(native, random_picks(Random(k)), k, plies, again=3 * (k % 2))
    counts_agree(native, depth)
    random_game_agrees(native, 1)
    return True


def agree_on_secrets(text: str, seed: int, plies: int = 8) -> int:
    """Plays a game, and compares what each player sees, imagines and learns; gives how many states were imagined."""
    game = checked(text)
    if game is None:
        return 0
    engine, random, imagined = NativeEngine(game, True, keep=False, effort=0), Random(seed), 0
    native = told(lambda: engine.initial_state(seed))
    reference = told(lambda: engine.reference.initial_state(seed))
    for ply in range(plies):
        legal = told(native.legal_actions) if isinstance(native, NativeState) else []
        if not legal or isinstance(legal, tuple) or isinstance(reference, tuple):
            break
        action = random.choice(legal)
        for player in range(len(game.players)):
            seen = native.observation(player)
            assert seen == reference.observation(player)
            telling = (told(partial(s.action_seen, action, player)) for s in (native, reference))
            assert len(set(telling)) == 1  # also of an action that goes wrong
            other = native.resample(player, ply)
            assert other.position() == reference.resample(player, ply).position()
            assert other.observation(player) == seen
            assert player != native.current_player or other.legal_actions() == legal
            imagined += 1
        before = native, reference
        native, reference = (told(partial(s.apply, action)) for s in before)
    return imagined
