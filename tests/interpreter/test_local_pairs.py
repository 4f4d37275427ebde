"""Relations that are kept from position to position are those that are found anew."""

from random import Random

import bundled
import pytest

from interpreter.engines.reference import relation_pairs
from interpreter.engines.reference.engine import ReferenceEngine
from interpreter.engines.reference.relation_pairs import local_pairs


def relations(engine: ReferenceEngine) -> list[str]:
    return [d.name for d in engine.game.definitions.values() if d.is_relation]


def test_what_is_kept_is_what_holds_in_any_order_of_positions() -> None:
    engine = bundled.reference("twixt", {"size": 12})
    definition = engine.game.definitions["linked"]
    state, chance, states = engine.initial_state(), Random(4), []
    for _ in range(50):
        states.append(state)
        state = state.apply(chance.choice(state.legal_actions()))
    chance.shuffle(states)
    found = [engine.related(s, "linked") for s in states]
    assert found == [sorted(relation_pairs.pairs(definition, s.rules().view)) for s in states]
    assert max(map(len, found)) > 10


@pytest.mark.parametrize("name", ["cyvasse", "twixt", "zarathustra", "amazons"])
def test_only_relations_of_fields_are_kept(name: str) -> None:
    """Whatever asks about pieces, players or other sites is found anew."""
    engine = bundled.reference(name)
    kept = [r for r in relations(engine) if local_pairs(engine.game.definitions[r], engine.game) is not None]
    assert kept == (["linked"] if name == "twixt" else [])
