"""What is shown of an action before it is made: the board, the numbers of players, and where something changes, as far as that is
certain.
"""

from pathlib import Path
from typing import Any

import bundled
import pytest
from tables import Page, client, engine, opened

from interpreter.play.tables.disclosure import preview
from interpreter.play.tables.foresight import foreseen
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.store import Store
from interpreter.shared.hashing import Random

MARKET = """players Ann, Bob
kinds    points price
  stall  1      1
  hall   3      2
pool deck of game seen by nobody
pool market of game
pool built of player
field coins of player: 0..9 = 5
field luck of player: 0..9 = 7
let score(p: player) = sum(points(c) for c in built(p))
setup
  for k in kinds do place k in deck times 3
  place stall in market; place hall in market
action buy
  choose k in kinds of market where coins(mover) >= price(k)
  choose n in 1..2 where n < 2
  do coins(mover) := coins(mover) - n * price(k)
     move k from market to built(mover)
     random c in deck
     luck(mover) := points(c)
     move c to market
turn: buy else pass
end highest score wins when passes = 2
limit 9 moves: draw
"""

LONE = """players Ann, Bob
board square 3 x 1
kinds man
setup
  place man of Ann on a1
action push
  choose p in own pieces where file(p) = 1
  do move p to b1
turn: push else pass
limit 3 moves: draw
"""


def first_preview(folder: Path, rules: str, *path: str) -> dict[str, Any]:
    """What the first player is told of a path of choices, with its preview."""
    file = folder / "game.gdl"
    file.write_text(f'game "Game"\n{rules}')
    with client(Lobby({"game": str(file)}, engine, Store(None))) as at:
        token = next(iter(opened(at, "game")["tokens"].values()))
        with at.websocket_connect(f"/ws/{token}") as socket:
            page = Page(socket)
            found = page.view()["next"] if not path else page.ask("next", type="pick", path=[*path])
            if found.get("later"):
                return found | page.ask("preview", type="preview", path=[p["value"] for p in found["path"]])
            return found


def test_numbers_that_an_action_is_sure_to_change_are_seen_before_it_is_made(tmp_path: Path) -> None:
    """What chance decides behind it is not."""
    found = first_preview(tmp_path, MARKET, "kind hall")
    told = {s["name"]: s["values"] for s in found["numbers"]["standings"]}
    assert told == {"coins": ["3", "5"], "luck": ["7", "7"], "score": ["3", "0"]}


def test_the_only_move_says_what_it_does_and_where(tmp_path: Path) -> None:
    found = first_preview(tmp_path, LONE)
    assert (found["prompt"], found["changed"]) == ("Only one move is possible: push a1.", ["a1", "b1"])


@pytest.mark.parametrize(
    "name", ["crazy_eights", "minibridge", "backgammon", "roads_and_towns", "pig", "lots"]
)
def test_what_is_foreseen_comes_true(name: str) -> None:
    random, game = Random(5), bundled.reference(name)
    for seed in range(3):
        state = game.initial_state(seed)
        for _ in range(30):
            if state.is_terminal:
                break
            action = state.legal_actions()[random.below(len(state.legal_actions()))]
            viewer, after = state.current_player, state.apply(action)
            seen = foreseen(state, viewer, action)
            if seen is not None and not after.is_terminal:
                assert seen.observation(viewer) == after.observation(viewer)
            before, shown, now = (
                p.get("fields") or {}
                for p in (
                    state.observation(viewer),
                    preview(state, viewer, action),
                    after.observation(viewer),
                )
            )
            counters = {"turn", "moves", "passes", "phase", "pending", "next", "result"}
            for field in {*before, *shown} - counters if not after.is_terminal else ():
                assert shown.get(field) in (before.get(field), now.get(field)), field
            state = after
