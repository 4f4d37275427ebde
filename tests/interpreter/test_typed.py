"""What people type for an action, and the reasons they are given when it is not legal."""

import time
from fractions import Fraction

import bundled
import pytest

import interpreter
from gdl.core.arithmetic import in_digits
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.errors import Ambiguous, IllegalAction, Unreadable
from interpreter.engines.reference.candidates import candidates
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState
from interpreter.engines.reference.view import View
from interpreter.play.moves import read_move

DEVELOPED = ("e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-c4", "f8-c5")
PROMOTING = ("a2-a4", "b7-b5", "a4xb5", "a7-a6", "b5xa6", "c8-b7", "a6xb7", "h7-h6")
IN_HAND = ("e2-e4", "d7-d5", "e4xd5", "e7-e6", "d5xe6", "f8-b4", "e6xf7", "e8-e7")
DROPS = """
game "Drops"
players Red, Blue
board square 9 x 9
kinds stone, disc
setup
  place stone of Red on a1
move go by stone
  line any up to 1: empty
action put
  choose k in kinds
  choose s in sites where s is empty and file(s) > 8
  do place k of mover on s
  notation "{k}*{s}"
turn: go or put
"""


def after(game: str, moves: tuple[str, ...] = ()) -> State:
    made = bundled.load(game) if "\n" not in game else examine_source(Source("test.gdl", game))[0]
    assert made is not None
    state: State = interpreter.engine(made, "reference").initial_state()
    for move in moves:
        state = state.apply(state.action_from_string(move))
    return state


def read(state: State, text: str) -> str:
    return state.action_to_string(state.action_from_string(text))


@pytest.mark.parametrize(
    ("game", "moves", "texts", "notation"),
    [
        ("chess", (), ("e2e4", "E2E4", "e2 e4", "e2>e4", "advance e2 e4", "advance e2e4"), "e2-e4"),
        ("chess", DEVELOPED, ("0-0", "o-o", "castle", "castle e1 h1", "Castle e1h1", "e1 h1"), "O-O"),
        ("chess", DEVELOPED, ("e1 g1", "e1g1", "E1-G1"), "O-O"),
        ("chess", PROMOTING, ("b7xa8=Q", "b7a8q", "b7-a8 queen", "b7a8=♕", "b7a8(q)"), "b7xa8 queen"),
        ("crazyhouse", IN_HAND, ("pawn e5", "drop pawn e5", "drop e5 pawn", "e5 pawn"), "pawn@e5"),
        ("shogi", (), ("g3g4", "go g3 g4"), "g3-g4"),
        ("english_draughts", (), ("c3b4", "C3xB4"), "c3-b4"),
    ],
)
def test_an_action_is_typed_in_many_ways(
    game: str, moves: tuple[str, ...], texts: tuple[str, ...], notation: str
) -> None:
    state = after(game, moves)
    for text in texts:
        assert read(state, text) == notation, text
        assert state.why(text) == []


def test_a_letter_singles_a_promotion_out_and_else_all_are_listed() -> None:
    state = after("chess", PROMOTING)
    assert read(state, "b7a8=k") == "b7xa8 knight"
    for text in ("b7a8", "b7xa8", "b7a8=n"):
        with pytest.raises(
            Ambiguous, match="may be any of b7xa8 queen, b7xa8 rook, b7xa8 bishop, b7xa8 knight"
        ):
            state.action_from_string(text)


def test_a_choice_is_told_from_a_move_of_the_same_sites() -> None:
    state = after(DROPS)
    assert read(state, "a1a2") == "a1-a2"
    assert read(state, "put disc i9") == read(state, "disc i9") == read(state, "i9d") == "disc*i9"
    with pytest.raises(Ambiguous, match=r"any of stone\*i9, disc\*i9"):
        state.action_from_string("i9")


CARDS = """
game "Cards named like sites"
players Red, Blue
board square 4 x 4
kinds A1, big
pool hand of player
setup
  for p in players, k in kinds do place k of p in hand(p)
action put
  choose k in kinds of hand(mover)
  choose up in {false, true}
  choose s in sites where s is empty
  where s in corners
  do move k from hand(mover) to s
turn: put
"""


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("A1 yes a1", "A1 yes a1"),
        ("A1 true a4", "A1 yes a4"),
        ("A1 d4 no", "A1 no d4"),
        ("put big FALSE a1", "big no a1"),
        ("a4 big no", "big no a4"),
        ("A1 yes c3", ""),
        ("big true a2", ""),
        ("c3 no A1", ""),
    ],
)
def test_kinds_may_be_named_like_sites_and_truths_are_said_in_two_ways(text: str, notation: str) -> None:
    state = after(CARDS)
    if notation:
        assert read(state, text) == notation
        assert state.why(text) == []
    else:
        assert [r.text for r in state.why(text)] == ["`put`: this does not hold: where s in corners"]


SWAPS = """
game "Cards that are exchanged"
players Ann, Bob
board square 3 x 3
kinds A1, B2, C
pool hand of player
setup
  for p in players, k in kinds do place k of p in hand(p)
action lay
  choose k in kinds of hand(mover)
  choose s in sites where s is empty
  do move k from hand(mover) to s
action swap
  choose s in sites where s is own
  choose k in kinds of hand(mover) where not (s is k)
  do move s to hand(mover)
     move k from hand(mover) to s
turn: lay or swap
"""


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("lay B2 c1", "B2 c1"),
        ("b2 c1", "B2 c1"),
        ("a1 b2", "a1 B2"),
        ("swap a1 c", "a1 C"),
        ("c a1", "a1 C"),
        ("b2 a1", "`lay`: a1 cannot be chosen: choose s in sites where s is empty"),
        ("lay b2 b2", "`lay`: b2 cannot be chosen: choose s in sites where s is empty"),
        ("swap b2 b2", "`swap`: b2 cannot be chosen: choose s in sites where s is own"),
    ],
)
def test_a_kind_named_like_a_site_is_told_by_its_place_in_the_move(text: str, answer: str) -> None:
    """Ann's A1 is on a1 and Bob's C on b2. A word that may be both never makes another move than the one that is typed."""
    state = after(SWAPS, ("A1 a1", "C b2"))
    why = [r.text for r in state.why(text)]
    if why:
        assert why == [answer]
        with pytest.raises(IllegalAction, match="cannot be chosen"):
            state.action_from_string(text)
    else:
        assert read(state, text) == answer


def test_words_in_another_order_are_no_other_move() -> None:
    state = after("chess", ("e2-e4", "e7-e5"))
    with pytest.raises(IllegalAction, match="e3 "):
        state.action_from_string("e3 f1")  # although f1-e2 and the like are legal
    with pytest.raises(IllegalAction):
        state.action_from_string("a6 f1")


def test_the_reason_is_that_of_the_action_that_comes_furthest() -> None:
    state = after("chess")
    assert {r.text.split("`")[1] for r in state.why("e2e5")} == {"push", "advance", "take", "en_passant"}
    assert [r.text for r in state.why("e7e5")] == ["e7 is not yours: the piece there belongs to Black"]
    assert [r.text for r in state.why("e3-e4")] == ["there is no piece on e3"]
    assert [r.text for r in state.why("e1-e3")] == ["`go`: no path leads to e3: along reach"]


def test_an_own_notation_has_the_reason_of_its_choices() -> None:
    state = after("chess")
    for text in ("O-O", "0-0"):
        assert state.why(text) == state.why("castle e1 h1"), text
    assert state.why("o-o-o") == state.why("castle e1 a1")
    for text in ("castle", "o-o-o"):  # the facts are about another rook
        assert [r.text for r in state.why(text)] == [r.text for r in state.why("castle e1 h1")], text
    assert "this does not hold: where may_castle(k, r)" in state.why("O-O")[0].text
    lost = after("chess", (*DEVELOPED, "h1-g1", "h7-h6", "g1-h1", "h6-h5"))
    assert [r.text for r in lost.why("O-O")] == [
        "`castle`: h1 cannot be chosen: choose r in own rook where castles(r)"
    ]


def test_what_speaks_of_nothing_has_no_reason() -> None:
    for text in ("nonsense", "", "?!", "b1-a3 q"):
        with pytest.raises(Unreadable):
            after("chess").action_from_string(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        (Fraction(15, 2), "7.5"),
        (Fraction(-1, 20), "-0.05"),
        (Fraction(1, 3), "1/3"),
        (Fraction(4), "4"),
        (Fraction(1, 2**40), "1/1099511627776"),
    ],
)
def test_a_fraction_that_ends_is_written_as_a_decimal(value: Fraction | int, text: str) -> None:
    assert in_digits(value) == text


def test_a_site_that_there_is_not_is_named() -> None:
    assert [r.text for r in after("tic_tac_toe").why("d4")] == ["there is no site d4"]
    assert [r.text for r in after("english_draughts").why("c3d5")] == ["there is no site d5"]


# ---- a large product of choices ----------------------------------------------------------------------

FLEET = """
game "Fleet"
players Red, Blue
board square 20 x 10
kinds     length
  carrier 5
  cruiser 4
  sub     3
  boat    2
  hull    0
pool yard of player seen by owner

let waters(p: player) = {s in sites where (file(s) <= 10) = (p = Red)}
let between(a: site, b: site) = {s in sites where file(s) in file(a)..file(b) and rank(s) in rank(a)..rank(b)}
let straight(a: site, b: site, n: number) =
    file(a) = file(b) and rank(b) - rank(a) = n or rank(a) = rank(b) and file(b) - file(a) = n

setup
  for p in players, k in {carrier, cruiser, sub, boat} do place k of p in yard(p)

action launch
  choose k in kinds of yard(mover)
  choose a in waters(mover)
  choose b in waters(mover)
  where straight(a, b, length(k) - 1) and no s in between(a, b): s is piece
  do remove first(q in yard(mover) where q is k)
     for s in between(a, b) do place hull of mover on s
  notation NOTATION
turn: launch
end mover wins when no yard(mover)
"""
NOTATIONS = {
    "from the choices alone": '"{k} {a}-{b}"',
    "from the position, too": '"{k} {a}-{b}/{count(between(a, b))}"',
}


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_typed_action_asks_little_however_many_choices_can_be_combined(
    notation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = examine_source(Source("test.gdl", FLEET.replace("NOTATION", NOTATIONS[notation])))
    assert game is not None
    state = interpreter.engine(game, effort=0).initial_state()
    asked: list[object] = []
    value, applied = View.value, View.definition
    monkeypatch.setattr(View, "value", lambda self, e: asked.append(e) or value(self, e))
    monkeypatch.setattr(View, "definition", lambda self, name: asked.append(name) or applied(self, name))
    end = "/2" if notation == "from the position, too" else ""
    action = state.action_from_string(f"boat a1-a2{end}")
    assert state.action_to_string(action) == f"boat a1-a2{end}"
    legal = len(state.legal_actions())
    assert legal == 600
    assert len(asked) < 8 * legal, "of 40000 combinations only the legal ones are looked at"
    asked.clear()
    with pytest.raises(IllegalAction, match="this does not hold: where straight"):
        state.action_from_string(f"boat a1-a4{end}")
    assert len(asked) < 1000


@pytest.mark.parametrize(
    "name", ["english_draughts", "backgammon", "zarcana", "chess", "amazons", "cyvasse", "twixt", "yavalath"]
)
def test_known_choices_are_tried_alone(name: str) -> None:
    engine = bundled.reference(name)
    state = engine.playout(engine.initial_state(3), 3, 7).state
    assert isinstance(state, ReferenceState)
    for number in state.legal_actions()[::7]:
        move, arguments = state._legal[number]
        if move.action.form in ("pass", "done"):
            continue
        found = list(candidates(move.action, arguments, state.rules().view, move.values))
        tried = [v for v in candidates(move.action, arguments, state.rules().view) if v == move.values]
        assert found == tried
        assert found


@pytest.mark.parametrize("text", ["a" * 100_000, "a1" * 50_000, "a1-" * 33_000, "9" * 100_000, "(" * 100_000])
def test_a_typed_line_of_any_length_is_answered_at_once(text: str, kind: str) -> None:
    state = interpreter.engine(bundled.load("zola"), kind, effort=0).initial_state(0)
    begun = time.process_time()
    for refused in (state.action_from_string, lambda t: read_move(state, t)):
        with pytest.raises(IllegalAction) as caught:
            refused(text)
        assert len(str(caught.value)) < 200
    assert [len(r.text) < 200 for r in state.why(text)] == [True]
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(("most", "shown"), [(12, 12), (13, 12)])
def test_of_many_actions_that_a_text_may_mean_twelve_are_named(most: int, shown: int) -> None:
    text = f"""players A, B
board square 2 x 2
kinds man
field last of game: 0..99
action put
  choose s in sites where s is empty
  choose n in 1..{most}
  do place man of mover on s
     last := n
turn: put
end draw when last > 98 and full
"""
    game, found = examine_source(Source("many.gdl", text))
    assert game is not None, [d.message for d in found]
    state = ReferenceEngine(game).initial_state()
    with pytest.raises(Ambiguous, match="a1 may be any of") as raised:
        state.action_from_string("a1")
    assert str(raised.value).count(", ") == shown - 1
    assert len(raised.value.actions) == most


SPREADING = """
players Red, Blue
board square 3 x 3
kinds man
setup
  place man of Red on b2
action shed_out
  choose s in sites where s is own
  choose d in orthogonal
  choose n in 1..3
  choose rest in 0..3
  where n + rest < 4 and step(s, d) is empty
  do move piece(s) to step(s, d)
  notation "{n + rest}{s}{d}{n}"
action build
  choose s in own pieces
  do remove s
turn: shed_out or build
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("shed_out b2 north 1 3", "n + rest < 4"),
        ("shed out b2 north 3 1", "n + rest < 4"),
        ("shed_out a1 north 1 1", "a1 cannot be chosen: choose s in sites where s is own"),
        ("shed_out z9 north 1 1", "`shed_out` asks for nothing that is called z9"),
        ("shed_out b2 inwards 1 1", "`shed_out` asks for nothing that is called inwards"),
    ],
)
def test_an_action_by_its_name_and_choices_is_read_where_it_has_another_notation(
    text: str, reason: str
) -> None:
    found = after(SPREADING).why(text)
    assert len(found) == 1
    assert reason in found[0].text
    assert "build" not in found[0].text


def test_words_stand_for_the_choices_in_their_order() -> None:
    state = after(SPREADING)
    assert state.why("shed_out b2 north 1 2") == []
    assert read(state, "shed out b2 north 1 2") == "3b2north1"


def test_a_move_that_cannot_be_read_is_told_what_is_written_almost_so() -> None:
    state = after(SPREADING)
    for text, meant in (("bild", "build"), ("3b2nort1", "3b2north1")):
        with pytest.raises(IllegalAction, match=f"did you mean `{meant}`"):
            read_move(state, text)
