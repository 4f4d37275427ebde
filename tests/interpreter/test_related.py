"""Definitions that are shown on the board hold where they hold when every site and pair is tried."""

from itertools import product
from random import Random

import bundled
import pytest
from small import SMALL

import interpreter
from gdl.core import model
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState
from interpreter.engines.reference.view import View

RULES = """\
players Red, Blue
board square 4 x 3
kinds man
field mark of site: site or none
let rows(s: site) = rank(rank(s))
relation far(a: site, b: site) = b in rows(a) and distance(a, b) > 1
relation above(a: site, b: site) = b = step(a, north) or a = step(b, south) and a is empty
relation marked(a: site, b: site) = mark(a) = b or (b in corners if a is occupied else b = a1)
relation nested(a: site, b: site) = holds_of(b, a)
relation nearby(a: site, b: site) = a is occupied and b in neighbours(a)
relation beyond(a: site, b: site) = b in neighbours(a) and distance(a, d3) > 1
relation either(a: site, b: site) = (b = a1 if a is occupied else b in corners)
relation any_two(a: site, b: site) = file(a) + file(b) = 4
let holds_of(x: site, y: site) = x in neighbours(y) and x is empty
let in_row(s: site) = s in rows(b2) and s is empty
let nothing(s: site) = s is occupied
setup
  place man of Red on {a1, b2, d3}
  mark(b2) := d1
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put
looks
  in_row "+"
  nothing "-"
"""


def tried(engine: ReferenceEngine, state: State, name: str) -> list[tuple[int, ...]]:
    """Where a definition holds, by trying it everywhere."""
    assert isinstance(state, ReferenceState)
    definition, view = engine.game.definitions[name], state.rules().view
    slots = [slot for _, slot, _ in definition.parameters]
    found = []
    for given in product(range(len(engine.game.board.sites)), repeat=len(slots)):
        for slot, site in zip(slots, given, strict=True):
            view.names[slot] = site
        view.viewpoint = view.mover
        if len(set(given)) == len(given) and view.value(definition.body):
            found.append(given)
    return found


def shown(engine: ReferenceEngine) -> list[str]:
    """The relations of sites, and the definitions of one site that `looks` shows."""
    definitions = engine.game.definitions.values()
    relations = [
        d.name for d in definitions if d.is_relation and all(t.base == "site" for _, _, t in d.parameters)
    ]
    return relations + [s.definition for s in engine.game.signs if not s.is_relation]


def compare(engine: ReferenceEngine, seed: int, plies: int) -> None:
    state, random = engine.initial_state(seed=seed), Random(seed)
    for ply in range(plies):
        if state.is_terminal:
            return
        if ply in (0, plies - 1):
            for name in shown(engine):
                is_pair = len(engine.game.definitions[name].parameters) == 2
                found = (
                    engine.related(state, name) if is_pair else [(s,) for s in engine.holding(state, name)]
                )
                assert found == tried(engine, state, name), name
        state = state.apply(random.choice(state.legal_actions()))


def test_what_is_narrowed_in_any_way_is_what_holds() -> None:
    game, diagnostics = examine_source(Source("marks.gdl", RULES))
    assert game is not None, diagnostics
    engine = interpreter.engine(game, "reference")
    assert isinstance(engine, ReferenceEngine)
    assert {"far", "above", "marked", "nested", "nearby", "beyond", "either", "any_two", "in_row"} <= set(
        shown(engine)
    )
    for seed in range(3):
        compare(engine, seed, 6)


@pytest.mark.parametrize("name", bundled.RELATED)
def test_relations_of_games_hold_where_they_hold_when_all_is_tried(name: str) -> None:
    engine = bundled.reference(name, SMALL.get(name, {}))
    assert isinstance(engine, ReferenceEngine)
    if not engine.game.board.is_growing and len(engine.game.board.sites) <= 128:
        compare(engine, 1, 12)


@pytest.mark.parametrize(
    "condition",
    [
        "b in neighbours(a) and distance(a, c3) > 1", "distance(a, c3) > 1 and b in neighbours(a)",
        "b in neighbours(a) or b = c3", "b = a1 if a is occupied else b in corners", "near(a, b)",
        "b in neighbours(a) and b in corners",
    ],
)  # fmt: skip
def test_of_each_form_few_pairs_are_tried(condition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "players Red, Blue\nboard square 9 x 9\nkinds man\nlet near(x: site, y: site) = y in neighbours(x)\n"
        f"relation linked(a: site, b: site) = {condition}\n"
        "action put\n  choose s in sites where s is empty\n  do place man of mover on s\nturn: put\n"
    )
    game, diagnostics = examine_source(Source("linked.gdl", text))
    assert game is not None, diagnostics
    engine = ReferenceEngine(game)
    state = engine.initial_state()
    wanted = tried(engine, state, "linked")
    asked, value = list[object](), View.value
    monkeypatch.setattr(View, "value", lambda view, e: asked.append(e) or value(view, e))
    assert engine.related(state, "linked") == wanted
    assert len(asked) < 81 * 10  # there are 81 * 80 pairs


def test_of_a_large_board_few_pairs_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = bundled.reference("twixt")
    state = engine.state(
        {"pieces": {"c3": "Red peg", "d5": "Red peg"}, "sites": {"right_steep": {"c3": True}}}
    )
    asked, value = list[object](), View.value

    def counted(view: View, e: model.Expr) -> object:
        asked.append(e)
        return value(view, e)

    monkeypatch.setattr(View, "value", counted)
    sites = engine.game.board.sites
    assert [(sites[a].name, sites[b].name) for a, b in engine.related(state, "linked")] == [
        ("c3", "d5"),
        ("d5", "c3"),
    ]
    assert len(asked) < 8 * len(sites)
