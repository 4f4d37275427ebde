"""Reasons against a move are sentences: they speak of the pieces and places in question, and quote no rule."""

import random
from collections.abc import Callable

import bundled
import pytest

from interpreter.engines.answers import NO_SUCH_MOVE, Reason
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction
from interpreter.play.moves import read_move, why
from interpreter.play.scene.cards import with_signs, without_signs
from interpreter.play.scene.names import runs
from interpreter.play.session import Session
from interpreter.play.sheet.english import English
from interpreter.play.sheet.questions import only_move_text
from interpreter.play.sheet.reasons import reason_in_words, reason_with_rule, refusal
from interpreter.play.terminal.lines import Console, Lines
from interpreter.positions.fen import read_fen

HEDGES = """
game "Hedges"
players Rose, Iris
board square 3 x 3 with borders
kinds gardener, hedge
field hedges of player: 0..9
field steps of game: 0..9
let free(a: site) = {n in neighbours(a, orthogonal) where n is empty and first(borders(a, towards(a, n))) is empty}
let holds(p: player, s: site) = some m in pieces: owner(m) = p and site(m) = s
setup
  place gardener of Rose on a1
  place gardener of Iris on c3
  steps := 1
action walk
  choose g in own gardener
  choose s in reached from g by free while any
  where distance(g, s) <= steps and s is empty
  do move g to s
action plant
  choose e in borders where e is empty and count(cells(e)) = 2 and all x in borders(e): x is empty
  where hedges(mover) > 0
  do place hedge of mover on e
action sit
  choose s in sites
  where holds(mover, s)
  do hedges(mover) := 3
require after sit: steps > 1
turn: walk or plant or sit
limit 9 moves: draw
"""


@pytest.mark.parametrize(("move", "said"), [
    ("walk a1 b2", "Walk: the distance from a1 to b2 is more than the steps"),
    ("walk c3 c2", "Walk: c3 is not one of your gardeners"),
    ("walk b2 c2", "Walk: b2 cannot be chosen: only your gardeners can be"),
    ("plant a1w", "Plant: the number of cells at a1w is not 2"),
    ("plant a1", "Plant: a1 cannot be chosen: only borders can be"),
    ("plant a1n", "Plant: your hedges are 0"),
    ("sit c3", "Sit: you do not hold c3"),
    ("sit a1", "Sit: after it the steps are at most 1"),
])  # fmt: skip
def test_a_refusal_is_a_sentence_about_what_was_chosen(
    move: str, said: str, make: Callable[..., Engine]
) -> None:
    state = make(HEDGES).initial_state(1)
    found = reason_in_words(state.engine.game, why(state, move)[0])
    assert found.said == said
    assert found.rule and found.line


CAMPS = """
game "Camps"
players Rose, Iris
board square 3 x 3 with borders
kinds archer, fence
field land of site: player or none
let ways = diagonal
let rays(k: kind) = orthogonal
setup
  place archer of Rose on a1
  place archer of Rose on c1
  place archer of Iris on c3
  land(b2) := Iris
move go
  line ways: empty
move run
  line rays(kind(piece)): empty
action camp
  choose s in sites where s is empty and some n in neighbours(s): n is occupied
  do land(s) := mover
action fence_in
  choose b in borders where b is empty
  where all x in borders: x is fence
  do place fence of mover on b
action settle
  choose s in sites where s is empty and (land(s) = none or land(s) = mover)
  do land(s) := mover
turn: go or run or camp or fence_in or settle
end mover wins when all b in borders: b is fence
limit 9 moves: draw
"""


@pytest.mark.parametrize(("move", "said"), [
    ("go a1 c2", "Go: an archer goes by one step along diagonals to an empty place, and not to c2"),
    ("run a1 c2", "Run: an archer goes by one step in a direction among the rays of the kind of a1 to an empty place, and not to c2"),
    ("camp a3", "Camp: there are no occupied places that are next to a3"),
    ("settle b2", "Settle: b2's land is neither nobody nor you"),
    ("fence_in a1n", "Fence in: a1s does not hold a fence"),
])  # fmt: skip
def test_a_refusal_is_said_as_people_say_it(move: str, said: str, make: Callable[..., Engine]) -> None:
    state = make(CAMPS).initial_state(1)
    assert reason_in_words(state.engine.game, why(state, move)[0]).said == said


CRATES = """\
game "Crates"
players Rose, Iris
board square growing within 32
kinds   weight
  box   2
  crate 3
pool store of game
field bid of game: 0..9 = 4
field land of site: player or none
field last_box of game: kind or none
let fits(k: kind, n: number) = weight(k) = n
    means "{k} has a {n}."
setup
  for k in kinds do place k in store
  place crate of Iris on site_at(0, 0)
action offer
  choose n in 1..9 where n > bid or (n = bid and bid = 9)
  do bid := n
action take
  choose them: 1..2 of store where sum(weight(c) for c in them) = bid
  do remove them
action lay
  choose s in sites where s is empty
  choose k in kinds of store where fits(k, bid)
  do move k from store to s
action lift
  choose p in (pieces where owner(it) = none and weight(kind(it)) > bid)
  do remove p
action pick
  choose k in ({box} if bid > 5 else kinds of pieces)
  do last_box := k
turn: offer or take or lay or lift or pick
prefer captures = 0 means "Whoever can wait must."
limit 9 moves: draw
"""


@pytest.mark.parametrize(("move", "said"), [
    ("offer 3", "Offer: 3 is less than the bid"),
    ("take box", "Take: the sum of the weight of box is not the bid"),
    ("lay 5,5 box", "Lay: 5,5 is not on the board"),
    ("lay 0,1 box", "Lay: box does not have the bid"),
    ("lift 0,1", "Lift: there is no piece on 0,1"),
    ("pick box", "Pick: box is not one of the pieces"),
])  # fmt: skip
def test_a_refusal_names_the_one_thing_that_is_missing(
    move: str, said: str, make: Callable[..., Engine]
) -> None:
    state = make(CRATES).initial_state(1)
    assert reason_in_words(state.engine.game, why(state, move)[0]).said == said


def test_an_end_is_said_as_people_say_it(make: Callable[..., Engine]) -> None:
    game = make(CAMPS).game
    assert English(game).say(game.ends[0].condition) == "each border holds a fence"


def test_what_has_no_form_of_the_turn_is_told_what_the_turn_has() -> None:
    state = bundled.reference("tic_tac_toe").initial_state(1)
    (reason,) = why(state, "a1-b1")
    assert reason.text == NO_SUCH_MOVE
    assert reason_in_words(state.engine.game, reason).said == "there is no such move now, only play"


NEST = """
game "Nest"
players Rose, Iris
board square 4 x 4
kinds    legs
  ant    6
    means "Crawls one place. It is strong."
  stone  0
    means "Never moves."
let near(s: site) = neighbours(s)
let is_held(s: site) = some m in pieces of Rose: distance(m, s) = 1
    means "All ants of Rose stay beside {s}."
setup
  place ant of Rose on a1
  place stone of Rose on a2
  place stone of Iris on d4
action crawl
  choose s in sites where s is own
  where legs(piece(s)) >= 0 and is_held(s)
  choose to in near(s) where to is empty
  do move piece(s) to to
action found
  where no own stone
  choose s in sites where s is empty
  do place stone of mover on s
action burn
  choose s in sites where s is empty and turn > 5
  do place stone of mover on s
turn: crawl or found else pass
limit 9 moves: draw
"""


@pytest.mark.parametrize(("move", "said"), [
    ("crawl a1 c3", "Crawl: an ant does not go to c3: it crawls one place"),
    ("crawl a2 d2", "Crawl: a stone does not go to d2: it never moves"),
    ("found b2", "Found: you have at least one stone"),
    ("burn b2", "there is no such move now, only crawl"),
])  # fmt: skip
def test_a_refusal_tells_how_what_is_sent_goes_and_what_can_be_done(
    move: str, said: str, make: Callable[..., Engine]
) -> None:
    state = make(NEST).initial_state(1)
    with pytest.raises(IllegalAction) as error:
        read_move(state, move)
    assert refusal(state, move, error.value) == f"{move} is not legal: {said}"


def test_a_sentence_that_cannot_be_denied_is_told_as_what_must_hold(make: Callable[..., Engine]) -> None:
    state = make(NEST.replace("place stone of Rose on a2", "place stone of Rose on d1")).initial_state(1)
    reason = why(state, "crawl a1 b1")[0]
    said = "Crawl: it must hold that all ants of Rose stay beside a1"
    assert reason_in_words(state.engine.game, reason).said == said


def test_what_is_behind_a_reason_is_a_sentence_too(make: Callable[..., Engine]) -> None:
    state = make(HEDGES).initial_state(1)
    reason = why(state, "walk a1 b2", 2)[0]
    behind = [
        reason_in_words(state.engine.game, r).said for r in (*reason.because, *reason.because[0].because)
    ]
    assert "the distance from a1 to b2 is 2 and the steps are 1" in behind


def every(reason: Reason) -> list[Reason]:
    return [reason, *(r for b in reason.because for r in every(b))]


def refused(state: State, texts: list[str]) -> list[Reason]:
    found = []
    for text in texts:
        try:
            found += [r for top in why(state, text, 2) for r in every(top)]
        except IllegalAction:
            continue  # it depends on what is hidden
    return found


@pytest.mark.parametrize("name", ["zola", "reversi", "english_draughts", "oware"])
def test_no_reason_quotes_a_condition_as_it_is_written(name: str) -> None:
    state, chance = bundled.reference(name).initial_state(3), random.Random(7)
    texts: list[str] = []
    told_of = 0
    for _ in range(12):
        legal = list(state.legal_actions())
        texts += [state.action_to_string(a) for a in chance.sample(legal, min(4, len(legal)))]
        for reason in refused(state, chance.sample(texts, min(3, len(texts)))):
            clause = " ".join(reason.span.text.split())
            if " " in clause and clause in reason.text:
                told_of += 1
                assert clause not in reason_in_words(state.engine.game, reason).said
        state = state.apply(chance.choice(legal))
    assert told_of


def test_it_is_said_in_words_and_a_pipe_quotes_the_clause_too() -> None:
    said: list[str] = []
    lines = ["a1-c2"]

    def ask(prompt: str) -> str:
        if not lines:
            raise EOFError
        return lines.pop()

    engine = bundled.reference("zola", {"size": 4})
    for is_terminal in (True, False):
        lines = ["a1-c2"]
        console = Console(ask, said.append, False, is_terminal, 80, 24)
        Lines(Session(engine, "zola", 1, (None, None)), console, lambda _: engine).play()
    told_so = [s for s in said if "a1-c2 is not legal" in s]
    assert len(told_so) == 2
    assert all("by one step in any direction" in said for said in told_so)
    assert [": line any" in said for said in told_so] == [False, True]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("Ke2", "Go: e2 holds one of your pieces"),
        ("Kxe2+", "Go: e2 holds one of your pieces"),
        ("e5", "Push: a pawn does not go to e5"),
        ("fxg3", "Take: g3 does not hold an enemy piece"),
        ("Bc4", "no bishop of yours can go to c4"),
        ("Nd5", "no knight of yours can go to d5"),
        ("Qh5", "you have no queen"),
        ("e8=Q", "a pawn does not go to e8"),
        ("z9", "there is no site z9"),
    ],
)
def test_a_move_in_the_style_of_a_game_is_refused_for_its_piece(move: str, said: str) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
    state = read_fen(bundled.native("chess"), start)
    with pytest.raises(IllegalAction) as error:
        read_move(state, move)
    assert said in refusal(state, move, error.value)
    assert said in reason_in_words(state.engine.game, why(state, move)[0]).said


def test_a_move_in_the_style_of_a_game_is_legal_where_it_is() -> None:
    state = bundled.native("chess").initial_state()
    assert all(why(state, move) == [] for move in ("e4", "Nf3", "e2-e4", "e2e4"))
    assert why(state, "Ke2")


def test_the_rule_is_quoted_below_the_sentence() -> None:
    state = bundled.reference("zola").initial_state(1)
    said = reason_with_rule(state.engine.game, why(state, "a1-a3")[0])
    assert (
        said.splitlines()[0]
        == "Retreat: a checker goes by one step in any direction to an empty place, and not to a3."
    )
    assert said.splitlines()[1].endswith(": line any up to 1: empty")


def test_a_word_of_the_file_is_explained_unless_it_is_a_verb(make: Callable[..., Engine]) -> None:
    rules = (
        "players Red, Blue\nboard square 3 x 3\nkinds man\nlet fertile(s: site) = s is empty and file(s) = 1\n"
        "action put\n  choose s in sites\n  where fertile(s)\n  do place man of mover on s\nturn: put\nlimit 9 moves: draw\n"
    )
    state = make(rules).initial_state(1)
    said = reason_in_words(state.engine.game, why(state, "put b1")[0]).said
    assert said == "Put: b1 does not count as “fertile”: the column of b1 is not 1"


def test_who_must_pass_reads_why_each_action_is_not_possible(make: Callable[..., Engine]) -> None:
    rules = (
        "players Red, Blue\nboard square 3 x 1\nkinds man\nfield left of game: 0..9 = 1\nsetup\n  place man of Red on a1\n"
        "  place man of Blue on b1\n"
        "action hop\n  choose m in own man\n  choose n in 1..2\n  where n <= left\n"
        "  where step(site(m), east, n) is empty\n"
        "  do move m to step(site(m), east, n)\n  again must up to 2\nturn: hop else pass\nlimit 9 moves: draw\n"
    )
    state = make(rules).initial_state(1)
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["pass"]
    assert (
        only_move_text(state, state.legal_actions()[0])
        == "Only one move is possible: pass. Hop: the place east of a1 is not empty."
    )


def test_of_several_pieces_that_cannot_go_no_reason_is_given_that_holds_of_one(
    make: Callable[..., Engine],
) -> None:
    rules = (
        "players Red, Blue\nboard square 2 x 2\nkinds man\nsetup\n  place man of Red on {a1, b1}\n"
        "  place man of Blue on {a2, b2}\nmove go by man\n  line any up to 1: empty\nturn: go else pass\nlimit 9 moves: draw\n"
    )
    state = make(rules).initial_state(1)
    assert only_move_text(state, state.legal_actions()[0]).endswith("Go: no piece can be chosen.")


def test_a_refusal_says_whose_hand_lacks_a_card_and_what_there_is_instead(
    make: Callable[..., Engine],
) -> None:
    rules = (
        "players Red, Blue\nkinds ace, king_of_clubs\npool hand of player seen by owner\npool table of game\n"
        "setup\n  place ace of Red in hand(Red)\n  place ace of Blue in hand(Blue)\n"
        "action play\n  choose k in kinds of hand(mover)\n  do move k from hand(mover) to table\n"
        "action draw_card\nturn: play\nlimit 9 moves: draw\n"
    )
    state = make(rules).initial_state(1)
    refused = IllegalAction("")
    assert refusal(state, "play king_of_clubs", refused).endswith("Play: king of clubs is not in your hand")
    assert refusal(state, "draw_card", refused).endswith("there is no such move now, only play")


def test_hidden_moves_that_follow_each_other_are_one_line() -> None:
    assert runs(["Ann: post ?", "Ann: post ?", "Bob: post ?", "Bob: go a1", "Bob: go a1"]) == [
        (1, 2, "Ann: post ?"),
        (3, 3, "Bob: post ?"),
        (4, 4, "Bob: go a1"),
        (5, 5, "Bob: go a1"),
    ]


@pytest.mark.parametrize(("name", "played", "move", "said"), [
    ("chess", ["e2-e4", "e7-e5"], "e4-e6", "the pawn on e5 is in the way"),
    ("chess", [], "O-O", "the bishop on f1 is in the way"),
    ("chess", [], "g1-g4", "Go: a knight does not go to g4: it leaps two squares straight on and one to the side, over anything"),
    ("backgammon", [], "bar/20", "Play: white bar does not hold one of your pieces"),
    ("quoridor", [], "e1-e3", "Step: a pawn goes by one step along rows and columns to an empty place, and not to e3"),
    ("hearts", [], "play 8♠", "there is no such move now, only deal"),
])  # fmt: skip
def test_a_refusal_says_what_a_person_would_say(name: str, played: list[str], move: str, said: str) -> None:
    state: State = bundled.reference(name).initial_state(1)
    for text in played:
        state = state.apply(state.action_from_string(text))
    with pytest.raises(IllegalAction) as error:
        read_move(state, move)
    assert refusal(state, move, error.value).partition(" is not legal: ")[2] == said


@pytest.mark.parametrize(("name", "move"), [
    ("shogi", "P7g-7f"), ("shogi", "P-7f"), ("shogi", "R2h-5h"), ("xiangqi", "C2=5"), ("xiangqi", "H2+3"), ("xiangqi", "炮二平五"),
])  # fmt: skip
def test_what_is_written_as_others_do_is_answered_with_a_move_as_it_is_written_here(
    name: str, move: str
) -> None:
    state: State = bundled.reference(name).initial_state(1)
    with pytest.raises(IllegalAction) as error:
        read_move(state, move)
    said = refusal(state, move, error.value)
    assert said == f"no move is written `{move}`; `a1-a2` is legal, and `moves` lists them all"
    assert state.action_from_string("a1-a2") in state.legal_actions()


def test_cards_are_read_and_told_by_what_is_drawn_of_them() -> None:
    game = bundled.load("hearts")
    for text in ("give ♠8", "give 8♠", "give S8"):
        assert without_signs(game, text) == "give S8"
    assert with_signs(game, "give S8") == "give ♠8"
    assert without_signs(game, "give ♠10") == "give ST"
    assert without_signs(game, "give ♠15") == "give ♠15"  # there is no such card
