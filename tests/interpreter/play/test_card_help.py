"""What is said beside the board before a choice is made: the sentence of a card, the names of the actions, and a look before it is done."""

import bundled

from interpreter.play.choosing.walk import Chooser
from interpreter.play.choosing.words import prompt
from interpreter.play.scene.names import spoken
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.web.choice_views import is_card_alone, tip_of, touches_own_unnamed

ENGINE = bundled.engine("zarcana", "reference")
TOLD = AuthorSentences(ENGINE.game)
BOARD = {
    "pieces": {"0,0": ["cups_1", "Red small facing=east"], "1,0": ["cups_2", "Red small"]},
    "pools": {"hand": {"Red": ["HangedMan", "swords_3"]}, "deck": ["Fool", "World"], "stash": {"Red": ["small"]}},
}  # fmt: skip


def test_a_card_with_a_sentence_is_shown_with_it_before_it_is_played() -> None:
    state = ENGINE.state(BOARD)
    node = Chooser(ENGINE).walk(state).at(["kind HangedMan"])
    assert node.action is not None and is_card_alone(ENGINE.game, TOLD, node)
    assert tip_of(ENGINE.game, TOLD, node, state.observation(0)).startswith("Hanged Man: ")


def test_the_card_that_is_played_is_told_while_its_power_is_chosen() -> None:
    state = ENGINE.state(BOARD)
    state = state.apply(state.action_from_string("play HangedMan"))
    node = Chooser(ENGINE).walk(state).at()
    said = tip_of(ENGINE.game, TOLD, node, state.observation(0))
    assert said.startswith("Hanged Man: ") and "Choose the minion" in said


def test_actions_that_ask_for_different_things_are_named_in_the_question() -> None:
    state = ENGINE.state(BOARD)
    asked = prompt(ENGINE.game, Chooser(ENGINE).walk(state).at())
    assert asked.startswith("Play: choose a card from your hand.")
    assert asked.endswith("Or choose what else to do.")


def test_one_click_on_an_own_piece_that_would_be_a_whole_action_is_shown_first() -> None:
    state = ENGINE.state({**BOARD, "pools": {"hand": {"Red": ["swords_queen"]}, "stash": {"Red": ["small"]}}})
    for text in ("play swords_queen", "by_minion 0,0 Red small facing=east"):
        state = state.apply(state.action_from_string(text))
    walk = Chooser(ENGINE).walk(state)
    own = frozenset(i for i, s in enumerate(ENGINE.game.board.sites) if s.name in ("0,0", "1,0"))
    struck = [n for o in walk.at().options if (n := walk.at([o.token.text])).action is not None]
    shown = [n for n in struck if touches_own_unnamed(walk.at(), n, own)]
    assert [state.action_to_string(n.action) for n in shown if n.action is not None] == [
        "strike 1,0 Red small"
    ]


def test_a_move_is_read_without_the_signs_of_the_notation() -> None:
    assert spoken("by_minion 1,-1 Red small facing=north") == "by minion 1,-1 Red small facing north"
    assert spoken("post ? ?") == "post (hidden)"
    assert spoken("dxe8=Q+") == "dxe8=Q+"
    assert spoken("play HangedMan") == "play Hanged Man"
