"""Turns together: who chooses, what waits and who sees it, when effects happen, and what cannot wait."""

import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.play.session import Session
from interpreter.play.terminal.lines import Console, Lines
from language.playing import codes, field, moves, pieces, play
from language.sentences import sentence

BID = (
    "players Ann, Bob, Cora\nfield gold of player: 0..30 = 5\nfield log of game: 0..999999999999\nfield calm of game: 0..99\n"
    "field brief of game: 0..9 until turn\n"
    "action bid\n  choose n in 0..5 where n <= gold(mover)\n"
    "  do gold(mover) := gold(mover) - n\n     log := log * 10 + n\n"
    "settle calm := calm + 1\n"
    "turn together: bid\nskip p when gold(p) = 0\nend highest gold wins when calm = 3\nlimit 40 moves: draw\n"
).replace("highest gold", "highest score")
BID += "let score(p: player) = gold(p)\n"


@sentence(
    "A or B` lets all players choose, in the order of `players` and each on the same state, before anything happens.",
    "Then the effects of all choices happen in that order, each with its own player as the mover.",
)
def test_nothing_happens_before_all_have_chosen(make) -> None:
    state = make(BID).initial_state()
    one = play(state, "3")
    two = play(one, "1")
    assert [s.current_player for s in (state, one, two)] == [0, 1, 2]
    assert field(one, "gold") is field(two, "gold") is field(two, "log") is None
    assert moves(one) == moves(two) == ["0", "1", "2", "3", "4", "5"]
    three = play(two, "4")
    assert field(three, "gold") == {"Ann": 2, "Bob": 4, "Cora": 1}
    assert field(three, "log") == 314
    assert three.current_player == 0 and "together" not in three.position()["fields"]


@sentence(
    "One settling follows, then the ends are tested.",
    "While choices wait, no settling happens and no end is tested.",
    "`turn` and `moves` count each choice",
)
def test_settling_and_ends_wait_too(make) -> None:
    state = play(make(BID).initial_state(), "1", "1")
    assert field(state, "calm") is None and state.position()["fields"]["turn"] == 3
    state = play(state, "1")
    assert field(state, "calm") == 1 and state.position()["fields"]["turn"] == 4
    state = play(state, "1", "1", "0", "0", "0")
    assert not state.is_terminal
    state = play(state, "0")
    assert state.is_terminal and list(state.returns) == [-1, -1, 1]


@sentence("fields that last `until` an action or a turn get their defaults after each")
def test_fields_until_a_turn_end_with_each_choice(make) -> None:
    text = BID.replace("     log :=", "     brief := 2\n     log :=")
    state = play(make(text).initial_state(), "1", "1", "1")
    assert field(state, "brief") is None


@sentence("Players for whom `skip` holds do not choose.")
def test_players_who_are_skipped_do_not_choose(make) -> None:
    engine = make(BID)
    state = engine.state({"to_move": "Ann", "fields": {"gold": {"Bob": 0}}})
    state = play(state, "2")
    assert state.current_player == 2
    state = play(state, "3")
    assert field(state, "gold") == {"Ann": 3, "Bob": 0, "Cora": 2}


@sentence(
    "What waits is [hidden](hidden.md) from the other players: they learn `?` for each choice that is not made `openly`,",
    "A position has what waits among its fields: `together` is the action of each player who has chosen",
)
def test_what_waits_is_hidden(make) -> None:
    engine = make(BID)
    state = play(engine.initial_state(), "3")
    waiting = {"together": {"Ann": "bid"}, "bid.n": {"Ann": 3}}
    assert state.position()["fields"] == {"turn": 2, **waiting}
    assert state.observation(0)["fields"] == {"turn": 2, **waiting}
    assert state.observation(1)["fields"] == {"turn": 2, **waiting, "bid.n": {"Ann": "hidden"}}
    assert engine.state(state.position()) == state
    assert play(engine.state(state.position()), "1", "1") == play(state, "1", "1")
    before = engine.initial_state()
    action = before.action_from_string("3")
    assert [before.action_seen(action, viewer) for viewer in (0, 1)] == ["3", "bid ?"]


@sentence(
    "and for the name of the action where the turn offers several and no choice of it is made `openly`.",
    "The player who acts knows all of an action.",
)
def test_which_of_several_actions_waits_is_hidden(make) -> None:
    engine = make(ORDERS)
    start = engine.initial_state()
    seen = set()
    for move in ("go a1 north", "go a1 east", "raise Red", "raise Blue"):
        action = start.action_from_string(move)
        assert [start.action_seen(action, viewer) for viewer in (0, 1)] == [
            start.action_to_string(action),
            "?",
        ]
        state = start.apply(action)
        assert state.position()["fields"]["together"] == {"Red": move.split()[0]}
        assert state.observation(0)["fields"] == state.position()["fields"]
        assert state.observation(1)["fields"]["together"] == {"Red": "hidden"}
        seen.add((str(state.observation(1)), tuple(moves(state))))
        fields = [state.resample(1, seed).position()["fields"] for seed in range(60)]
        worlds = {str({k: v for k, v in found.items() if k != "seed"}) for found in fields}
        assert len(worlds) == 4 and not any(state.resample(0, seed) != state for seed in range(3))
    assert len(seen) == 1
    openly = ORDERS.replace("choose who", "choose openly who")
    state = make(openly).initial_state()
    told = [state.action_seen(state.action_from_string(m), 1) for m in ("go a1 north", "raise Blue")]
    assert told == ["?", state.action_to_string(state.action_from_string("raise Blue"))]
    raised = play(state, "raise Blue")
    assert raised.observation(1)["fields"]["together"] == {"Red": "raise"}


@sentence(
    "When all have chosen, what they chose is told, name and choices,",
    "but not what was chosen `secretly`,",
    "nor an action that makes something that others do not see, such as an order in a hidden field.",
)
def test_what_was_chosen_is_told_when_all_have_chosen(make) -> None:
    def told(text: str, move: str) -> tuple[str, str, str]:
        """What Blue learns of Red's choice at once and when all have chosen, and what spectators learn then."""
        state = make(text).initial_state()
        action = state.action_from_string(move)
        late = (state.action_seen(action, 1, True), state.action_public(action, True)[0])
        return (state.action_seen(action, 1), *late)

    for move in ("go a1 north", "raise Red"):
        start = make(ORDERS).initial_state()
        whole = start.action_to_string(start.action_from_string(move))
        assert told(ORDERS, move) == ("?", whole, whole)
    kept = ORDERS.replace("choose who", "choose secretly who")
    assert told(kept, "raise Red") == ("?", "raise ?", "raise ?")
    hidden = (
        "players Red, Blue\nfield goal of player: 0..9%s\nfield calm of game: 0..9\n"
        "action aim\n  choose n in 0..9\n  do goal(mover) := n\n"
        "action rest\n  choose n in 0..2\nturn together: aim or rest\n"
        "settle calm := calm + 1\nend draw when calm = 4\nlimit 20 moves: draw\n"
    )
    assert told(hidden % " seen by owner", "aim 3") == ("?", "?", "?")
    assert told(hidden % "", "aim 3")[0] == "?" != told(hidden % "", "aim 3")[1]
    assert told(hidden % " seen by owner", "rest 2")[1] != "?"


def test_a_card_from_a_hidden_hand_is_told_when_all_see_it(make) -> None:
    cards = (
        "players Red, Blue\nkinds ace, two\npool hand of player seen by owner\npool shown of player\n"
        "pool kept of player seen by owner\n"
        "setup\n  for p in players, k in kinds do place k in hand(p)\n"
        "action lay\n  choose k in kinds of hand(mover)\n  do move k from hand(mover) to shown(mover)\n"
        "turn together: lay\nend draw when no hand(Red)\n"
    )
    state = make(cards).initial_state()
    action = state.action_from_string("ace")
    assert state.action_seen(action, 1) == "lay ?"
    assert state.action_seen(action, 1, True) == state.action_to_string(action)
    assert state.choices_wait is False and state.apply(action).choices_wait is True
    put_away = make(cards.replace("to shown", "to kept")).initial_state()
    assert put_away.action_seen(put_away.action_from_string("ace"), 1, True) == "lay ?"


def test_a_session_tells_what_was_chosen_when_all_have_chosen() -> None:
    game, diagnostics = examine_source(Source("test.gdl", BID), {})
    assert game is not None, diagnostics
    session = Session(interpreter.engine(game, "reference"), "test", 1, (None,) * 3)
    for number, text in enumerate(("3", "1", "2")):
        session.play(session.state.action_from_string(text))
        late = ["3", "1"] if number == 2 else ["bid ?"] * (number + 1)
        assert [session.seen(i, 2) for i in range(min(number + 1, 2))] == late
    said: list[str] = []
    console = Console(lambda prompt: "", said.append)
    lines = Lines(session, console, lambda record: session.engine)
    lines.model.viewer = 2
    lines.hand_over()
    assert said == ["2. Bob: 1", "3. Cora: 2"]
    session.play(session.state.action_from_string("0"))
    lines.hand_over()
    assert said[-3:] == ["1. Ann: 3", "3. Cora: 2", "4. Ann: bid ?"]


@sentence(
    "what others have chosen in a turn together is drawn again from all that they may choose, by the same action if its",
)
def test_what_others_chose_is_imagined_anew(make) -> None:
    state = play(make(BID).state({"to_move": "Ann", "fields": {"gold": {"Ann": 2}}}), "1", "4")
    worlds = [state.resample(2, seed).position()["fields"]["bid.n"] for seed in range(40)]
    assert {w["Ann"] for w in worlds} == {0, 1, 2} and {w["Bob"] for w in worlds} == {0, 1, 2, 3, 4, 5}
    own = {state.resample(1, seed).position()["fields"]["bid.n"]["Bob"] for seed in range(20)}
    assert own == {4}


ORDERS = (
    "players Red, Blue\nboard square 3 x 3\nkinds man, flag\nfield hits of player: 0..9\n"
    "setup\n  place man of Red on a1\n  place man of Blue on c3\n"
    "action go\n  choose p in own man\n  choose d in orthogonal where some {step(site(p), d)}\n"
    "  do let goal = step(site(p), d)\n     if goal is enemy do hits(mover) := hits(mover) + 1\n"
    "     if goal is empty do move p to goal\n     then may cheer\n"
    "action raise\n  choose who in players\n  do place flag of who in flags(who)\n"
    "choice cheer\n  choose n in 1..2\n  do hits(mover) := hits(mover) + n\n"
    "pool flags of player\n"
    "phase night together: go or raise else lose\nturn: go_on\naction go_on\n  do phase := night\nlimit 30 moves: draw\n"
)


@sentence(
    "A phase may be together, too: `phase night together: ...`.",
    "What it demands with `then` is chosen afterwards, one demand after the other.",
)
def test_choices_of_any_kind_wait_and_demand_afterwards(make) -> None:
    state = make(ORDERS).initial_state()
    state = play(state, "go a1 north")
    assert state.position()["fields"]["go.d"] == {"Red": "north"} and pieces(state)["a1"] == "Red man"
    state = play(state, "raise Red")
    assert pieces(state) == {"a2": "Red man", "c3": "Blue man"}
    assert state.position()["pools"] == {"flags": {"Red": ["flag"]}}
    assert state.current_player == 0 and moves(state) == ["1", "2", "done"]
    state = play(state, "2")
    assert field(state, "hits") == {"Red": 2}
    state = play(state, "go a2 south", "go c3 west")
    assert state.current_player == 0
    assert play(state, "done").current_player == 1
    assert field(play(state, "done", "1"), "hits") == {"Red": 2, "Blue": 1}


@sentence(
    "An action that is offered in a turn together is no move.",
    "It has neither `again`, nor a set as a choice, nor `then must`, and",
    "No other turn offers it, and nobody passes.",
)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("together: bid", "together: bid or pass"),
        ("together: bid", "together: bid else pass"),
        ("settle calm", "require log < 9\nsettle calm"),
        ("settle calm", "prefer most log\nsettle calm"),
        ("settle calm", "phase late: bid\nsettle calm"),
        ("     log", "     then must bid_more\n     log"),
    ],
)
def test_what_cannot_wait_is_an_error(old: str, new: str) -> None:
    text = BID.replace(old, new, 1) + (
        "choice bid_more\n  choose n in 1..2\n  do log := n\n" if "must" in new else ""
    )
    assert codes(text) == ["bad-together"]


LAST = BID.replace(
    "settle calm := calm + 1\n",
    "field last of game: player or none\nsettle\n  last := mover\n  calm := calm + 1\n",
)


@sentence(
    "Behind a [turn together](turns.md#turns-together), that is the player who chose last.",
    "That settling and the ends ask of all players, of whom [the mover](core.md#mover-and-viewpoint) is one: `{p in players where gold(p) > 9} wins when some p in players: gold(p) > 9`",
)
@sentence("Behind a [turn together](turns.md#turns-together), that is the player who chose last.")
def test_who_chose_last_is_the_mover_afterwards(make) -> None:
    assert field(play(make(LAST).initial_state(), "1", "2", "0"), "last") == "Cora"
    rich = "end {p in players where gold(p) > 4} wins when calm = 1\n"
    of_all = BID.replace("end highest score wins when calm = 3\n", rich)
    of_mover = BID.replace("end highest score wins when calm = 3\n", "end mover wins when gold(mover) > 4\n")
    state = play(make(of_all).initial_state(), "0", "2", "1")
    assert state.is_terminal and list(state.returns) == [1, -1, -1]
    assert not play(make(of_mover).initial_state(), "0", "2", "1").is_terminal
