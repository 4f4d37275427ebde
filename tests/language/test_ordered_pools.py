"""Ordered pools: the order in which pieces come, tops and bottoms, what is equal, and who sees where a piece lies."""

from pathlib import Path

import pytest

from interpreter.analysis.cases import run_file
from interpreter.play.text.drawing import Layout, draw
from language.playing import codes, holding, moves, play
from language.sentences import sentence

DECK = (
    "players Red, Blue\nkinds one, two, three\npool deck of game ordered\npool hand of player\n"
    "pool box of game\nfield mark of piece: 0..3\n"
)
HELD = {"pools": {"deck": ["two", "one", "three", "one"], "hand": {"Red": ["three"], "Blue": ["two"]}}}
RULES = (
    "action top\n  choose k in kinds of hand(mover)\n  do move k from hand(mover) to deck\n"
    "action sink\n  choose k in kinds of hand(mover)\n  do move k from hand(mover) under deck\n"
    "action raise\n  choose k in kinds of deck\n  do move k from deck to deck\n"
    "action lower\n  choose k in kinds of deck\n  do move k from deck under deck\n"
    "action note\n  choose k in kinds of deck\n  do for c in (deck where kind(it) = k) do mark(c) := 2\n"
    "action new\n  do place three in deck times 2\n"
    "action deal\n  do move deck to box\n"
    "turn: top or sink or raise or lower or note or new or deal\nlimit 99 moves: draw\n"
)


def deck(state) -> list[str]:
    return list(state.position()["pools"].get("deck", []))


@sentence(
    "`pool deck of game ordered` keeps its pieces in the order in which they came, the lowest first",
    "A position lists the pieces from the lowest to the topmost, and so do drawings",
    "The pieces of a pool have no order, unless it is `ordered`.",
)
def test_an_ordered_pool_keeps_the_order_in_which_pieces_came(make) -> None:
    state = make(DECK + RULES).state(HELD)
    assert deck(state) == ["two", "one", "three", "one"]
    assert deck(play(state, "top three", "top two")) == ["two", "one", "three", "one", "three", "two"]
    assert deck(play(state, "note one")) == ["two", "one mark=2", "three", "one mark=2"]
    assert "deck" not in play(state, "deal").position()["pools"]


@sentence(
    "put a piece on top, `move PIECE under deck` at the bottom",
    "A piece that is in the pool already moves there, too.",
    "| `move PIECE under POOL` | the piece goes to the bottom",
)
def test_a_piece_comes_to_the_top_or_to_the_bottom(make) -> None:
    state = make(DECK + RULES).state(HELD)
    assert deck(play(state, "sink three", "sink two")) == ["two", "three", "two", "one", "three", "one"]
    assert deck(play(state, "new")) == ["two", "one", "three", "one", "three", "three"]
    assert deck(play(state, "raise one")) == ["two", "three", "one", "one"]
    assert deck(play(state, "raise two", "lower three")) == ["three", "one", "one", "two"]


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(
            c, marks=sentence("`last(deck)` is the topmost piece and `last(deck, n)` are the topmost n;")
        )
        for c in (
            "last(deck) is one and first(deck) is two",
            "kind(first(last(deck, 2))) = three and count(last(deck, 2)) = 2",
            "nth(deck, 3) is three and index(first(deck), deck) = 1",
            "count(deck) = 4",
        )
    ],
)
def test_what_lies_on_top_can_be_asked_for(kind: str, claim: str) -> None:
    claims = [
        "last(deck) is one and first(deck) is two",
        "kind(first(last(deck, 2))) = three and count(last(deck, 2)) = 2",
        "nth(deck, 3) is three and index(first(deck), deck) = 1",
        "count(deck) = 4",
    ]
    assert claim in holding(kind, DECK, claims, HELD)


@sentence("Two states are equal only if the order is.")
def test_two_orders_are_two_states(make) -> None:
    engine = make(DECK + RULES)
    one = engine.state({"pools": {"deck": ["one", "two", "two"]}})
    other = engine.state({"pools": {"deck": ["two", "one", "two"]}})
    assert one != other and hash(one) != hash(other)
    assert play(one, "raise one").position()["pools"] == play(other, "raise one").position()["pools"]
    assert engine.state(one.position()) == one


@sentence("the name of a pool or a field: all of its values;")
def test_a_remembered_order_comes_again(make) -> None:
    text = (
        "players Red, Blue\nkinds one, two, three\npool deck of game ordered\n"
        "setup\n  place one in deck\n  place two in deck\n  place three in deck\n"
        "action raise\n  choose k in kinds of deck\n  do move k from deck to deck\nturn: raise\n"
        "position same within 20: deck\nend mover wins when repeated(same) = 2\nlimit 30 moves: draw\n"
    )
    state = play(make(text).initial_state(), "raise one", "raise two")
    assert not state.is_terminal
    assert play(state, "raise three").is_terminal
    assert not play(state, "raise one").is_terminal


@sentence(
    "Everyone sees how many pieces there are and, of a hidden piece, where it lies among the others.",
    "A field can note for `hide` what a player has seen:",
    "each hidden piece of a pool; hidden pieces come last in their pool, unless it is ordered.",
)
def test_hidden_pieces_keep_their_places(make) -> None:
    text = DECK.replace("field mark of piece: 0..3\n", "field knows of player, piece: bool\n") + (
        "hide c in deck from v where not knows(v, c)\n"
        "action look\n  do for c in last(deck, 2) do knows(mover, c) := true\nturn: look\nlimit 9 moves: draw\n"
    )
    state = make(text).state(HELD)
    after = play(state, "look")
    assert state.observation(0)["pools"]["deck"] == ["hidden"] * 4
    seen = ["hidden", "hidden", "three knows(Red)=true", "one knows(Red)=true"]
    assert after.observation(0)["pools"]["deck"] == seen
    assert after.observation(1)["pools"]["deck"] == ["hidden"] * 4
    worlds = [after.resample(0, seed).position()["pools"]["deck"] for seed in range(12)]
    assert {tuple(world[2:]) for world in worlds} == {tuple(seen[2:])}
    assert {world[0] for world in worlds} == {"two", "one"}


@sentence("A deck is shuffled by dealing it at random from another pool.")
def test_a_deck_is_dealt_at_random(make) -> None:
    text = DECK + (
        "setup\n  for k in kinds do place k in box\n  for n in 1..3 do\n    random c in box\n    move c to deck\n"
        + RULES
    )
    engine = make(text)
    assert len({tuple(deck(engine.initial_state(seed))) for seed in range(60)}) == 6


def test_only_an_ordered_pool_has_a_bottom() -> None:
    assert not codes(DECK + RULES)
    assert codes(DECK + RULES.replace("under deck", "under box")) == ["type-mismatch"] * 2


def test_cards_of_a_shown_deck_are_legal_by_kind(make) -> None:
    assert moves(make(DECK + RULES).state(HELD))[:3] == ["deal", "lower one", "lower three"]


@sentence(
    "In `expect`, a list, `[disc, mark]`, or a number for each, `{disc: 1, mark: 1}`, says what is in a pool; a list of an ordered pool is in its order."
)
def test_a_list_of_an_ordered_pool_is_expected_in_its_order(kind: str, tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text(DECK + RULES)
    start = "position: {pools: {deck: [one, two, two], hand: {Red: [one, two]}}}\n"
    expected = ["[one, two, two]", "[two, one, two]", "{two: 2, one: 1}", "{two: 3}"]
    (tmp_path / "g.yaml").write_text(
        "".join(
            f"- name: {i}\n  {start}  expect: {{pools: {{deck: {deck}, hand: {{Red: [two, one]}}}}}}\n"
            for i, deck in enumerate(expected)
        )
    )
    assert [r.passed for r in run_file(tmp_path / "g.gdl", kind)] == [True, False, True, False]


@sentence("and so do drawings: the first that is drawn is `nth(deck, 1)`.")
def test_an_ordered_pool_is_drawn_from_the_lowest_to_the_topmost(make) -> None:
    state = make(DECK + RULES).state(HELD)
    drawn = draw(state.engine.game, state.position(), Layout(colour=False))
    assert "deck: two, one, three, one" in drawn
