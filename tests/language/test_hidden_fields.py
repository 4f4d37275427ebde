"""Fields of players and of the game that not everybody sees: who sees them, what is told of choices, and states that look the same."""

from collections import Counter

import numpy as np
import pytest

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.position_parts import HIDDEN
from language.playing import found, moves
from language.sentences import sentence

HEAD = "players Ann, Bob, Cid\nboard square 3 x 3\nkinds man\n"
PURSES = HEAD + (
    "field money of player: 0..60 = 20 seen by owner\n"
    "field price of game: 0..60\n"
    "field traitor of game: player or none seen by nobody\n"
    "action pay\n  choose q in players where q != mover\n  choose n in 1..60 where n <= money(mover)\n"
    "  do money(mover) := money(mover) - n\n     money(q) := money(q) + n\n"
    "action bid\n  choose openly n in 1..60 where n > price and n <= money(mover)\n  do price := n\n"
    "action point\n  choose q in players where q != mover\n  do if traitor = q do end mover wins\n"
    "turn: pay or bid or point\nlimit 40 moves: draw\n"
)
HELD = {"fields": {"money": {"Ann": 5, "Bob": 45, "Cid": 10}, "traitor": "Cid"}, "to_move": "Ann"}
OTHER = {"fields": {"money": {"Ann": 5, "Bob": 25, "Cid": 30}, "traitor": "Bob"}, "to_move": "Ann"}
ROLES = HEAD + (
    "field role of player: knight, thief\nfield omen of game: 0..9\nfield mood of player: 0..9\n"
    "hide role of p in players from q where p != q and not ended\n"
    "hide omen from q where q != Cid and not ended\n"
    "action look\n  choose n in 0..9\n  do mood(mover) := n\n"
    "turn: look\nend draw when mood(Bob) = 9\nlimit 40 moves: draw\n"
)


@sentence(
    "All players see the board and the fields, unless a clause says otherwise:",
    "Behind a field of players, `seen by owner` hides it from all but the player who has it.",
    "Behind one of players or of the game, `seen by nobody` hides it from all.",
    "`seen by all` hides nothing.",
)
def test_a_field_is_seen_by_those_whom_its_declaration_names(make) -> None:
    state = make(PURSES).state(HELD)
    for number, name in enumerate(("Ann", "Bob", "Cid")):
        seen = state.observation(number)["fields"]
        assert seen["money"] == {p: (m if p == name else HIDDEN) for p, m in HELD["fields"]["money"].items()}
        assert seen["traitor"] == HIDDEN
    assert state.public()["fields"]["money"] == dict.fromkeys(("Ann", "Bob", "Cid"), HIDDEN)
    everyone = make(PURSES.replace("seen by owner", "seen by all")).state(HELD).observation(2)["fields"]
    assert everyone["money"] == HELD["fields"]["money"]


def test_what_is_hidden_shows_no_default(make) -> None:
    """A purse that nobody has touched looks like any other."""
    seen = make(PURSES).initial_state().observation(0)["fields"]
    assert seen["money"] == {"Bob": HIDDEN, "Cid": HIDDEN} and seen["traitor"] == HIDDEN


@sentence(
    "Such a field is not turned up at the end: [`hide`](hidden.md#hide) hides a field under a condition,"
)
@sentence(
    "a field, of sites, pieces or players, of which the viewer sees the rest;",
)
@sentence("`hide ASPECT, ... from VIEWER where CONDITION` hides fields of the game.")
def test_a_clause_hides_fields_under_a_condition(make) -> None:
    state = make(ROLES).state({"fields": {"role": {"Bob": "thief"}, "omen": 4, "mood": {"Bob": 2}}})
    ann, cid = (state.observation(p)["fields"] for p in (0, 2))
    assert ann["role"] == {"Bob": HIDDEN, "Cid": HIDDEN} and ann["omen"] == HIDDEN
    assert cid["omen"] == 4 and cid["mood"] == ann["mood"] == {"Bob": 2}
    over = state.apply(state.action_from_string("look 1"))
    over = over.apply(over.action_from_string("look 9"))
    assert over.is_terminal
    assert over.observation(0)["fields"]["role"] == {"Bob": "thief"}
    assert over.observation(0)["fields"]["omen"] == 4
    paid = make(PURSES).state(HELD)
    paid = paid.apply(paid.action_from_string("point Cid"))
    assert paid.is_terminal and paid.observation(1)["fields"]["traitor"] == HIDDEN


@sentence("Of players and of the game only fields can be hidden, and none that hold a piece:")
@sentence("Of players and of the game only fields can be hidden, and none that hold a piece:")
@pytest.mark.parametrize(
    ("clause", "code", "words"),
    [
        ("field f of game: 0..3 seen by owner", "unknown-type", "has no owner who could see it"),
        ("field f of player: 0..3 seen by noone", "unknown-type", "seen by its owner, by all or by nobody"),
        ("field f of site: 0..3 seen by nobody", "unknown-type", "and this is a field of each site"),
        (
            "field f of player, player: 0..3 seen by owner",
            "unknown-type",
            "and this is a field of pairs of player and player",
        ),
        ("field f of player: piece or none seen by owner", "unknown-type", "`f` holds a piece"),
        (
            "field f of player: piece or none\nhide f of p in players from q where p != q",
            "unknown-type",
            "`f` holds a piece",
        ),
        (
            "field f of player: 0..3\nhide p in players from q where p != q",
            "type-mismatch",
            "fields of players can be hidden",
        ),
        (
            "field f of player: 0..3\nhide g of p in players from q where p != q",
            "unknown-name",
            "hidden of a player",
        ),
        ("field f of player: 0..3\nhide f from q where q = Ann", "unknown-name", "hidden of the game"),
        ("hide k in kinds from q where q = Ann", "type-mismatch", "sites, pieces and fields of players"),
    ],
)
def test_what_cannot_be_hidden_is_refused(clause: str, code: str, words: str) -> None:
    text = f"{HEAD}{clause}\naction rest\n  where moves < 9\nturn: rest\nlimit 9 moves: draw\n"
    errors = [d for d in found(text) if d.is_error]
    assert [d.code for d in errors] == [code]
    assert words in errors[0].message


@sentence(
    "Any choice is open to a player if its set, with the `where` in the same line",
    "A bid that is said aloud is chosen [`openly`]",
)
def test_a_choice_by_hidden_money_is_closed(make) -> None:
    state = make(PURSES).state(HELD)
    pay, bid = (state.action_from_string(text) for text in ("pay Bob 3", "bid 4"))
    assert state.action_seen(pay, 1) == "pay Bob ?" and state.action_seen(pay, 0) == "Bob 3"
    assert state.action_seen(bid, 1) == state.action_seen(bid, 0)
    assert state.action_public(pay)[0] == "pay Bob ?"
    assert "5" in moves(state) and "6" not in moves(state)


def test_what_is_legal_may_ask_for_own_money_and_not_for_that_of_others() -> None:
    assert "secret-told" not in {d.code for d in found(PURSES)}
    for old, new in (
        (
            "choose q in players where q != mover\n  choose n",
            "choose q in players where q != mover and money(q) > 3\n  choose n",
        ),
        ("choose q in players where q != mover\n  do if", "choose q in players where q != traitor\n  do if"),
    ):
        assert "secret-told" in {d.code for d in found(PURSES.replace(old, new))}
    own = PURSES.replace("n <= money(mover)", "(some p in players: p = mover and n <= money(p))", 1)
    assert own != PURSES and "secret-told" not in {d.code for d in found(own)}


def test_an_open_choice_that_is_kept_is_warned_of() -> None:
    kept = (
        PURSES.replace("do price := n", "do money(mover) := n")
        .replace("choose openly", "choose")
        .replace("where n > price and n <= money(mover)", "where n > price")
    )
    assert "told-choice" in {d.code for d in found(kept)}
    assert "told-choice" not in {
        d.code
        for d in found(
            kept.replace("choose n in 1..60 where n > price", "choose secretly n in 1..60 where n > price")
        )
    }


# ---- states that look the same


@sentence(
    "a hidden field of a player or of the game has any of its values, each equally often.",
    "Where the rules keep the sum of what the players have, since whatever one loses another one gets in the same list",
)
def test_hidden_numbers_share_the_sum_that_the_rules_keep(make) -> None:
    state = make(PURSES).state(HELD)
    drawn = [state.resample(0, seed).position()["fields"] for seed in range(400)]
    money = [{"Ann": 20, "Bob": 20, "Cid": 20, **f["money"]} for f in drawn]
    assert {m["Ann"] for m in money} == {5}
    assert {m["Bob"] + m["Cid"] for m in money} == {55}
    assert {m["Bob"] for m in money} == set(range(56))
    traitors = Counter(f.get("traitor") for f in drawn)
    assert set(traitors) == {"Ann", "Bob", "Cid", None} and min(traitors.values()) > 60


@pytest.mark.parametrize(
    "change",
    [
        ("     money(q) := money(q) + n\n", "     money(q) := money(q) + 1\n"),
        ("do price := n", "do price := n\n     money(mover) := 4"),
        ("= 20 seen", "seen"),
    ],
)
def test_where_the_rules_keep_no_sum_each_value_may_be_any(change: tuple[str, str], make) -> None:
    text = PURSES.replace(*change)
    if "seen" in change[0]:  # what chance deals at the start, nobody knows
        text = text.replace("action pay", "setup\n  random n in 1..9\n  money(Bob) := n\naction pay", 1)
    state = make(text).state(HELD)
    drawn = [state.resample(0, seed).position()["fields"]["money"] for seed in range(200)]
    assert len({m.get("Bob", 20) + m.get("Cid", 20) for m in drawn}) > 40


@sentence(
    "or `known to` tells the sum, those whose numbers are hidden share what is left.",
    "What else holds of such values, `known to` says:",
)
def test_what_is_known_of_hidden_fields_holds_in_all_that_is_imagined(make) -> None:
    loose = PURSES.replace("do price := n", "do price := n\n     money(mover) := 4")
    told = loose + "known to v: sum(money(p) for p in players)\n"
    drawn = [make(told).state(HELD).resample(0, seed).position()["fields"]["money"] for seed in range(40)]
    assert {m.get("Bob", 20) + m.get("Cid", 20) for m in drawn} == {55}
    roles = ROLES + "known to v: count(p in players where role(p) = thief)\n"
    state = make(roles).state({"fields": {"role": {"Bob": "thief"}}})
    thieves = [state.resample(0, seed).position()["fields"]["role"] for seed in range(60)]
    assert {next(iter(t)) for t in thieves} == {"Bob", "Cid"} and {len(t) for t in thieves} == {1}


def test_nothing_that_a_player_is_given_depends_on_what_they_do_not_see(make) -> None:
    """Two states that differ only in what is hidden: both are shown, told, offered and imagined alike."""
    one, other = (make(PURSES).state(held) for held in (HELD, OTHER))
    assert one.observation(0) == other.observation(0) and one.public() == other.public()
    assert moves(one) == moves(other)
    for seed in range(60):
        assert one.resample(0, seed).position() == other.resample(0, seed).position()
    assert one.observation(1) != other.observation(1)


@pytest.mark.parametrize("kind", ["reference", "native"])
def test_planes_show_what_is_hidden_as_unknown(kind: str) -> None:
    game, diagnostics = examine_source(Source("test.gdl", PURSES), {})
    assert game is not None, diagnostics
    engine = interpreter.engine(game, kind)
    planes = engine.batch_of([engine.state(HELD), engine.state(OTHER)])
    assert np.array_equal(*planes.planes(0)) and not np.array_equal(*planes.planes(1))
    at = engine.planes.names.index("money player +1")
    assert (planes.planes(0)[:, at] == -1).all() and (
        planes.planes(1)[0, engine.planes.names.index("money own")] == 0.75
    ).all()


def test_games_are_played_with_hidden_money_to_their_end(make) -> None:
    state = make(PURSES).initial_state(1)
    for seed in range(40):
        if state.is_terminal:
            break
        mover = state.current_player
        other = state.resample(mover, seed)
        assert moves(other) == moves(state) and other.observation(mover) == state.observation(mover)
        legal = state.legal_actions()
        state = state.apply(legal[seed * 7 % len(legal)])
