"""Set-ups laid out in secret: at random, taken back, kept, and reviewed before they are handed over."""

import bundled
import pytest

from interpreter.play.tables import secret_setup
from interpreter.play.tables.table import Refused
from interpreter.play.web.lobby import Lobby, Place
from interpreter.play.web.new_table import Wish
from interpreter.play.web.protocol import BadMessage, Message, read
from interpreter.play.web.store import Store

pytestmark = pytest.mark.thorough


def place(game: str) -> Place:
    made = Lobby({game: game}, lambda name, options, variant: bundled.native(name), Store(None))
    return made.open(Wish(game, seats=("open", "open"), seed=5))


@pytest.mark.parametrize("game", ["cyvasse", "stratego"])
def test_a_random_set_up_is_lawful_and_stops_before_it_is_handed_over(game: str) -> None:
    at = place(game)
    player = at.table.mover
    assert player is not None
    answer = at.answers.answer(player, Message("shuffle"))
    assert at.table.mover == player and secret_setup.is_laying(at.table.state)
    (told,) = answer.messages  # the last decision is drawn, and not made
    path = [str(made["value"]) for made in told["path"]]
    node = at.table.walk().at(path)
    assert (told["prompt"], told["confirm"], told["last"]) == ("Done, hand over?", True, True)
    assert told["later"] and "preview" not in told  # to imagine what is hidden takes a while
    assert "<svg" in str(
        at.views.choices.preview(at.table.rev, at.table.state, tuple(node.texts), player)["preview"]
    )
    at.table.do(player, node.texts, at.table.rev)
    assert at.table.mover != player


def test_a_set_up_is_kept_cleared_and_laid_again() -> None:
    at = place("cyvasse")
    last = secret_setup.shuffle(at.table, 0)
    text = at.views.choices.next(last, at.table.state, 0)["text"]
    kept, board = secret_setup.decisions(at.table, 0), at.table.state.observation(0)["pieces"]
    assert at.views.view(0)["laid"] == kept and "laid" not in at.views.view(1)
    secret_setup.clear(at.table, 0)
    assert at.table.session.moves == []
    answer = at.answers.answer(0, Message("lay", moves=tuple(kept)))
    assert answer.has_changed and answer.messages == ()
    assert at.table.state.observation(0)["pieces"] == board
    secret_setup.clear(at.table, 0)
    whole = at.answers.answer(0, Message("lay", moves=(*kept, str(text))))
    assert [made["value"] for made in whole.messages[0]["path"]] == list(last)
    assert at.table.state.observation(0)["pieces"] == board
    partly = at.answers.answer(0, Message("lay", moves=("nonsense",)))
    assert "0 of 1 decisions fit here." in str(partly.messages)


def test_nobody_lays_out_for_others_or_later() -> None:
    at = place("cyvasse")
    for work in (secret_setup.shuffle, secret_setup.clear):
        with pytest.raises(Refused, match="not laying out"):
            work(at.table, 1)
    with pytest.raises(Refused):
        secret_setup.shuffle(place("zola").table, 0)
    with pytest.raises(BadMessage):
        read('{"type": "lay", "moves": [1]}')
    with pytest.raises(BadMessage):
        read('{"type": "lay"}')


def test_cards_that_are_given_away_are_no_set_up() -> None:
    assert not secret_setup.is_laying(bundled.reference("hearts").initial_state(1))


def test_a_set_up_is_mirrored_and_mirrored_back() -> None:
    at = place("stratego")
    with pytest.raises(Refused, match="nothing has been laid out"):
        secret_setup.mirror(at.table, 0)
    secret_setup.shuffle(at.table, 0)
    assert at.views.view(0)["mirrors"]
    before = at.table.state.observation(0)["pieces"]
    secret_setup.mirror(at.table, 0)
    after = at.table.state.observation(0)["pieces"]
    sites = {s.name: s for s in at.table.game.board.sites}
    image = {n: next(m for m, t in sites.items() if (t.x + s.x, t.y) == (9, s.y)) for n, s in sites.items()}
    mine = {k: v for k, v in before.items() if "hidden" not in v}
    assert len(mine) > 5
    assert {image[k]: v for k, v in mine.items()} == {k: v for k, v in after.items() if "hidden" not in v}
    secret_setup.mirror(at.table, 0)
    assert at.table.state.observation(0)["pieces"] == before


def test_where_left_and_right_differ_no_mirror_is_offered_and_nothing_is_lost() -> None:
    at = place("cyvasse")
    secret_setup.shuffle(at.table, 0)
    before = at.table.state.observation(0)["pieces"]
    assert not at.views.view(0)["mirrors"]
    with pytest.raises(Refused, match="no lawful mirror image"):
        secret_setup.mirror(at.table, 0)
    assert at.table.state.observation(0)["pieces"] == before


@pytest.mark.parametrize("game", ["cyvasse", "stratego"])
def test_a_set_up_of_one_side_is_turned_to_the_other(game: str) -> None:
    at = place(game)
    secret_setup.shuffle(at.table, 0)
    kept = secret_setup.decisions(at.table, 0)
    node = at.table.walk().at()
    while node.action is None:
        node = at.table.walk().at([*node.texts, node.options[0].token.text])
    at.table.do(0, node.texts, at.table.rev)
    assert at.table.mover == 1
    assert secret_setup.lay(at.table, 1, kept) == (len(kept), ())
    assert len(secret_setup.decisions(at.table, 1)) == len(kept)
