"""What spectators see, and draws of what is hidden where the rules tie what a player sees to what they do not see."""

import pytest

from interpreter.engines.position_parts import HIDDEN
from language.sentences import sentence

pytestmark = pytest.mark.thorough

DARK = """
players White, Black
board square 3 x 3
kinds rook
let sees(p: player, s: site) = some a in pieces of p: s = site(a) or rank(s) = rank(site(a)) or file(s) = file(site(a))
hide s in sites from viewer where not sees(viewer, s) and not ended
setup
  place rook of White on b2
  place rook of Black on b3
action go
  choose a in own pieces
  choose s in sites where s is empty
  do move a to s
turn: go
end draw when moves = 2
"""


BLOCKED = """
players White, Black
board square 8 x 5
kinds man, rook
let sees(p: player, s: site) = some a in pieces of p: s = site(a) or s in (line north up to 1 from a: empty)
hide s in sites from viewer where not sees(viewer, s) and not ended
setup
  for s in sites where rank(s) = 1 do place man of White on s
  for s in sites where rank(s) = 2 and file(s) < 4 do place man of Black on s
  for s in sites where rank(s) = 3 and file(s) > 3 do place rook of Black on s
action rest
  where moves < 9
turn: rest
"""


@sentence(
    "Of a site that is hidden by what the position decides, such as where pieces could go, nobody may know whether all see it: "
    "spectators see nothing of it before the game is over.",
)
def test_spectators_of_a_board_in_the_dark_see_nothing_of_it_before_the_end(make) -> None:
    """A site that both players see would tell each of them that the other one sees it, too."""
    state = make(DARK).initial_state()
    assert all(state.observation(p)["pieces"]["b2"] == "White rook" for p in (0, 1))
    assert set(state.public()["pieces"].values()) == {HIDDEN}
    assert state.is_sight_secret
    around = state.apply(state.action_from_string("b2-a2"))
    assert around.observation(1)["pieces"]["a2"] == HIDDEN
    assert around.public()["pieces"] == state.public()["pieces"]
    told = {state.action_public(a) for a in state.legal_actions()}
    assert told == {("go ? ?", ())}
    over = around.apply(around.action_from_string("b3-c3"))
    assert over.is_terminal and over.public()["pieces"] == {"a2": "White rook", "c3": "Black rook"}


@sentence("Spectators see, and learn of an action, only what all players do")
@sentence("Spectators see, and learn of an action, only what all players do")
@sentence("Spectators see, and learn of an action, only what all players do")
def test_what_all_know_that_all_see_is_shown_to_spectators(make) -> None:
    text = DARK.replace(
        "not sees(viewer, s) and not ended",
        "rank(s) = 1 and viewer = White or rank(s) = 3 and viewer = Black",
    )
    state = make(text).initial_state()
    seen = state.public()["pieces"]
    assert seen["b2"] == "White rook" and seen["a1"] == seen["b3"] == HIDDEN
    assert not state.is_sight_secret
    assert state.action_public(state.action_from_string("b2-a2")) == ("b2 a2", (4, 3))
    assert state.action_public(state.action_from_string("b2-b1"))[0] == "go b2 ?"


@sentence("Where few exchanges look the same, one is mended step by step.")
def test_a_draw_that_would_be_noticed_is_mended(make) -> None:
    state = make(BLOCKED).initial_state()
    worlds = [state.imagine(0, seed) for seed in range(20)]
    assert all(w is not None and w.observation(0) == state.observation(0) for w in worlds)
    assert len({str(w.position()["pieces"]) for w in worlds if w is not None}) > 5
