"""What is hidden: what a player sees, what others learn of an action, and states that look the same."""

from collections import Counter

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.analysis.trial.run import try_out
from interpreter.engines.errors import IllegalAction
from interpreter.engines.position_parts import HIDDEN
from interpreter.play.bots import Seat
from interpreter.play.moves import UNTOLD, read_move, why
from interpreter.play.session import Session
from language.playing import HEAD, codes, found, moves, pieces, play
from language.sentences import sentence

SITES = HEAD + (
    "field mark of site: 0..9\nfield last of game: site or none\nfield target of player: piece or none\nfield level of piece: 0..9\n"
    "hide s in sites from viewer where rank(s) < 3 and viewer = Blue\n"
    "action put\n  choose k in kinds\n  choose s in sites where s is empty\n  do place k of mover on s\n     last := s\n     target(mover) := piece(s)\n     mark(s) := 4\n"
    "turn: put or pass\n"
)
FOG = SITES.replace("hide s in", "hide piece of s in")
ON_SITES = {
    "pieces": {"a1": "Red man level=2", "b2": "Blue king", "c5": "Red king level=3"},
    "sites": {"mark": {"a1": 3, "e5": 2}},
    "fields": {"last": "a1", "target": {"Red": "a1", "Blue": "c5"}},
}


@sentence(
    "All players see the board and the fields, unless a clause says otherwise:",
    "`seen by` for [pools](pools.md) and for [fields](fields.md#who-sees-a-field) of players and of the game, `hide` for all else.",
    "All players see the board and the fields, unless a clause says otherwise:",
)
def test_everybody_sees_everything_unless_a_clause_says_otherwise(make) -> None:
    open_game = SITES.replace("hide s in sites from viewer where rank(s) < 3 and viewer = Blue\n", "")
    state = make(open_game).state(ON_SITES)
    position = {k: v for k, v in state.position().items() if k != "fields"}
    for player in (0, 1):
        seen = state.observation(player)
        assert {k: v for k, v in seen.items() if k != "fields"} == position
        assert seen["fields"] == {k: v for k, v in state.position()["fields"].items() if k != "seed"}


@sentence(
    "`hide NAME in SET from VIEWER where CONDITION` hides the elements of the set",
    "VIEWER is a name of your own for the player who does not see them.",
)
@sentence("sites: the viewer sees neither the pieces nor the fields there; or")
def test_of_a_hidden_site_neither_pieces_nor_fields_are_seen(make) -> None:
    state = make(SITES).state(ON_SITES)
    red, blue = state.observation(0), state.observation(1)
    assert red["pieces"] == state.position()["pieces"]
    assert red["sites"] == state.position()["sites"]
    assert blue["pieces"]["a1"] == blue["pieces"]["b2"] == blue["pieces"]["e2"] == HIDDEN
    assert blue["pieces"]["c5"] == "Red king level=3"
    assert blue["sites"]["mark"]["a1"] == blue["sites"]["mark"]["b1"] == HIDDEN
    assert blue["sites"]["mark"]["e5"] == 2
    assert "Red man" not in str(blue)


@sentence("Fields whose value is something hidden are hidden, too.")
def test_fields_that_name_what_is_hidden_are_hidden(make) -> None:
    blue = make(SITES).state(ON_SITES).observation(1)["fields"]
    assert blue["last"] == HIDDEN
    assert blue["target"] == {"Red": HIDDEN, "Blue": "c5"}


PIECES = HEAD + (
    "field level of piece: 0..9\npool wish of player\n"
    "hide p in pieces from viewer where owner(p) = Red and viewer = Blue and not ended\n"
    "hide c in wish(Red) from viewer where viewer = Blue\n"
    "action put\n  choose k in kinds\n  choose s in sites where s is empty\n  do place k of mover on s\n"
    "action turn_into\n  choose p in own pieces\n  choose secretly k in kinds\n  do kind(p) := k\n"
    "action draw_one\n  choose k in kinds of wish(mover)\n  do move k from wish(mover) to e5\n"
    "turn: put or turn_into or draw_one\nend draw when e1 is piece\n"
)
ON_PIECES = {
    "pieces": {"a1": "Red king level=2", "b2": "Blue man level=1"},
    "pools": {"wish": {"Red": ["Red man", "Red king"], "Blue": ["Blue man"]}},
}


@sentence("pieces: the viewer sees only that they are there, and whose they are,")
def test_of_a_hidden_piece_only_its_place_and_owner_are_seen(make) -> None:
    blue = make(PIECES).state(ON_PIECES).observation(1)
    assert blue["pieces"] == {"a1": "Red hidden", "b2": "Blue man level=1"}
    assert make(PIECES).state(ON_PIECES).observation(0)["pieces"] == ON_PIECES["pieces"]


@sentence(
    "The pieces may be in a pool that is seen by all: `hide c in wish from viewer where not knows(viewer)`"
)
def test_pieces_in_a_pool_may_be_hidden(make) -> None:
    state = make(PIECES).state(ON_PIECES)
    assert state.observation(1)["pools"]["wish"] == {
        "Red": ["Red hidden", "Red hidden"],
        "Blue": ["Blue man"],
    }
    assert sorted(state.observation(0)["pools"]["wish"]["Red"]) == ["Red king", "Red man"]


BACKS = (
    "players Red, Blue, Green\nkinds each suit in {sun, moon}, value in {1..3}\npool hand of player\npool deck of game seen by nobody\n"
    "HIDE\nsetup\n  for k in kinds do place k in deck\n"
    "action go\n  choose n in 1..3\n  do random c in deck\n     move c to hand(mover)\nturn: go\nend draw when moves = 5\n"
)
HANDS = {"pools": {"hand": {"Red": ["sun_1"], "Blue": ["moon_2"], "Green": ["sun_3"]}, "deck": ["moon_1"]}}


@sentence("The set may join several pools, directly or in a definition: `hand(Red) + hand(Blue)`, or")
def test_one_hide_covers_several_pools(make) -> None:
    others = "{hand(p) for p in players where p != viewer}"
    for hide in (
        f"hide c in {others} from viewer where not ended",
        "let hands = {hand(p) for p in players}\nhide c in hands from viewer where not (some o in hand(viewer): o = c) and not ended",
        "hide c in hand(after(viewer)) + hand(after(after(viewer))) from viewer where not ended",
    ):
        state = make(BACKS.replace("HIDE", hide)).state(HANDS)
        assert state.observation(1)["pools"]["hand"] == {
            "Red": [HIDDEN],
            "Blue": ["moon_2"],
            "Green": [HIDDEN],
        }
        assert {state.resample(1, s).position()["pools"]["hand"]["Blue"][0] for s in range(9)} == {"moon_2"}


@sentence("`hide ASPECT, ... of NAME in SET from VIEWER where CONDITION` hides only these aspects:")
@sentence(
    "a field, of sites, pieces or players, of which the viewer sees the rest;",
)
def test_a_field_alone_may_be_hidden(make) -> None:
    text = (
        SITES.replace("hide s in", "hide mark of s in")
        + "hide level of p in pieces from viewer where viewer = Blue\n"
    )
    seen = make(text).state(ON_SITES).observation(1)
    assert seen["sites"]["mark"]["a1"] == HIDDEN
    assert seen["sites"]["mark"]["e5"] == 2
    assert seen["pieces"]["a1"] == "Red man level=hidden"
    assert seen["fields"]["last"] == "a1"


@sentence(
    "`piece`, of sites: the viewer sees the fields there, such as the terrain of a map, but not what stands"
)
def test_what_stands_on_a_site_may_be_hidden_without_its_fields(make) -> None:
    state = make(FOG).state(ON_SITES)
    seen = state.observation(1)
    assert seen["sites"] == {"mark": {"a1": 3, "e5": 2}}
    assert {seen["pieces"][s] for s in ("a1", "b2", "e2")} == {HIDDEN}
    assert seen["pieces"]["c5"] == "Red king level=3"
    assert (seen["fields"]["last"], seen["fields"]["target"]["Red"]) == (HIDDEN, HIDDEN)
    assert state.public()["sites"] == seen["sites"] and state.public()["pieces"] == seen["pieces"]
    also = make(FOG + "field bare of site: bool\nhide mark of s in sites from v where v = Blue\n").state(
        ON_SITES
    )
    assert set(also.observation(1)["sites"]["mark"].values()) == {HIDDEN}
    assert "bare" not in also.observation(1)["sites"]


@sentence("Of choices they learn as of other hidden sites;")
def test_a_choice_on_sites_whose_pieces_are_hidden_is_told_if_its_set_reads_fields_alone(make) -> None:
    on = {"pieces": {"e5": "Blue man"}}
    assert told(make(FOG).state(on), "man a1") == ("man a1", "put man ?")
    by_mark = FOG.replace("where s is empty", "where mark(s) = 0")
    assert told(make(by_mark).state(on), "man a1") == ("man a1", "man a1")
    whole = by_mark.replace("hide piece of s", "hide s")
    assert told(make(whole).state(on), "man a1") == ("man a1", "put man ?")


@sentence("`kind`, of pieces, or a column of the table of kinds, such as a suit.")
@sentence("Of the kind, the viewer sees the columns that are not hidden;")
def test_a_column_may_be_hidden_and_the_others_seen(make) -> None:
    for aspect, seen in (
        ("value", "hidden suit=sun"),
        ("suit", "hidden value=1"),
        ("suit, value", "hidden"),
        ("kind", "hidden"),
    ):
        hide = f"hide {aspect} of c in hand(Red) from viewer where viewer != Red"
        state = make(BACKS.replace("HIDE", hide)).state(HANDS)
        assert state.observation(1)["pools"]["hand"]["Red"] == [seen]
        assert state.observation(0)["pools"]["hand"]["Red"] == ["sun_1"]


MASKED = (
    "players Red, Blue, Green\nboard square 5 x 1\nkinds man, king\npool hand of player\npool box of game\n"
    "hide owner of p in pieces from viewer where owner(p) != viewer\n"
    "hide owner of p in hand(Red) + box from viewer where viewer != Red\n"
    "setup\n  for p in players do place man of p in hand(p)\n  place king on sites; place king in box times 9\n"
    "action go\n  choose p in WHOSE\n  choose s in neighbours(site(p)) where s is empty\n  do move p to s\nturn: go else pass\n"
    "end draw when moves = 9\n"
)
ON_MASKED = {
    "pieces": {"a1": "Red man", "c1": "Blue man", "e1": "king"},
    "pools": {"hand": {"Red": ["man"]}, "box": ["Green king"]},
}


@sentence("`owner`, of pieces: the viewer sees what stands there, but not whose it is.")
@sentence("In a pool whose pieces all belong to its player, the owner is known all the same;")
@sentence("the owner of a piece (`red owner=hidden`);")
def test_whose_a_piece_is_may_be_hidden(make) -> None:
    state = make(MASKED.replace("WHOSE", "pieces")).state(ON_MASKED)
    assert state.observation(0)["pieces"] == {
        "a1": "Red man",
        "c1": "man owner=hidden",
        "e1": "king owner=hidden",
    }
    assert state.observation(0)["pools"] == {"hand": {"Red": ["man"]}, "box": ["Green king"]}
    assert state.observation(1)["pools"] == {"hand": {"Red": ["man"]}, "box": ["king owner=hidden"]}
    assert state.public()["pieces"]["a1"] == "man owner=hidden"
    assert told(state, "go a1 b1") == ("a1 b1", "a1 b1")


@sentence("pieces: the viewer sees only that they are there, and whose they are,")
@sentence("unless `hide owner of` them hides that, too.")
def test_of_a_hidden_piece_the_owner_may_be_hidden(make) -> None:
    text = MASKED.replace("WHOSE", "pieces")
    also = text + "hide p in pieces from viewer where owner(p) != viewer\n"
    alone = also.replace("hide owner of p in pieces from viewer where owner(p) != viewer\n", "")
    assert make(alone).state(ON_MASKED).observation(2)["pieces"]["a1"] == "Red hidden"
    assert make(also).state(ON_MASKED).observation(2)["pieces"]["a1"] == "hidden owner=hidden"
    imagined = [make(also).state(ON_MASKED).resample(2, n).position()["pieces"] for n in range(40)]
    assert {i["a1"] for i in imagined} == {"Red man", "Blue man", "king"}


@sentence("hidden fields and hidden owners exchange their values")
def test_owners_are_exchanged(make) -> None:
    state = make(MASKED.replace("WHOSE", "pieces")).state(ON_MASKED)
    imagined = [state.resample(2, n).position()["pieces"] for n in range(40)]
    assert {i["a1"] for i in imagined} == {"Red man", "Blue man", "man"}
    assert all(i["e1"].endswith("king") for i in imagined)
    assert all(sorted(w for t in i.values() for w in t.split()[:-1]) == ["Blue", "Red"] for i in imagined)


def test_own_pieces_are_known_where_the_owners_of_others_are_hidden() -> None:
    """Others do not know which pieces a player could choose from, and a player may not ask whose the others are."""
    own = MASKED.replace("hide owner of p in hand(Red) + box from viewer where viewer != Red\n", "")
    assert "secret-told" not in [d.code for d in found(own.replace("WHOSE", "own pieces"))]
    assert "secret-told" not in [d.code for d in found(own.replace("WHOSE", "pieces"))]
    assert "secret-told" in [d.code for d in found(own.replace("WHOSE", "pieces where owner(p) = Red"))]


LOST = HEAD + (
    "hide site of p in pieces from viewer where owner(p) = Red and p is king and viewer = Blue\n"
    "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
    "action step_to\n  choose p in own pieces\n  choose s in neighbours(site(p)) where s is empty\n  do move p to s\nturn: put or step_to\n"
    "end draw when moves = 9\n"
)


@sentence("`site`, of pieces on the board.")
@sentence("The viewer sees the piece among the pools of the observation, in the pool `hidden`, and its site")
@sentence("As long as there is such a piece, the viewer learns of a site only if it holds something that")
def test_a_piece_may_be_somewhere(make) -> None:
    state = make(LOST).state({"pieces": {"a1": "Red king", "c3": "Red man"}})
    seen = state.observation(1)
    assert seen["pieces"] == {"c3": "Red man"}
    assert seen["pools"] == {HIDDEN: ["Red king"]}
    assert told(state, "step_to a1 a2") == ("a1 a2", "step_to ? ?")
    assert told(state, "step_to c3 c4") == ("c3 c4", "c3 c4")


@sentence("exchange their values, and hidden pieces exchange with those of which the viewer sees the same.")
@sentence("A piece whose site is hidden goes to any site that looks empty;")
def test_aspects_are_exchanged(make) -> None:
    state = make(LOST).state({"pieces": {"a1": "Red king", "c3": "Red man"}})
    places = {s for n in range(200) for s, p in pieces(state.resample(1, n)).items() if p == "Red king"}
    assert len(places) == 24
    levels = (
        HEAD
        + "field level of piece: 0..9\nhide level of p in pieces from viewer where owner(p) != viewer\naction go\n  choose p in own pieces\n  choose secretly n in 1..2\n  do level(p) := n\nturn: go\n"
    )
    laid = make(levels).state({"pieces": {"a1": "Red man level=3", "b1": "Red man level=4"}})
    assert {tuple(sorted(pieces(laid.resample(1, n)).items())) for n in range(20)} == {
        (("a1", "Red man level=3"), ("b1", "Red man level=4")),
        (("a1", "Red man level=4"), ("b1", "Red man level=3")),
    }
    backs = make(BACKS.replace("HIDE", "hide value of c in hand(Red) from viewer where viewer != Red")).state(
        HANDS | {"pools": HANDS["pools"] | {"deck": ["sun_2", "moon_1"]}}
    )
    found = {backs.resample(1, n).position()["pools"]["hand"]["Red"][0] for n in range(40)}
    assert found == {"sun_1", "sun_2"}


@sentence(
    "A player sees an **[observation](positions.md#observations)**: a position in which the rest is `hidden`."
)
def test_an_observation_is_a_position_with_hidden_parts(make) -> None:
    state = make(PIECES).state(ON_PIECES)
    assert set(state.observation(1)) <= set(state.position())
    assert "seed" not in state.observation(1)["fields"]


TOLD = HEAD + (
    "field level of piece: 0..9\nhide p in pieces from viewer where owner(p) != viewer\n"
    "move go by man\n  line any: empty | enemy\n  {}\nturn: go\nend mover wins when no enemy pieces\n"
    "setup\n  place man of Red on a1\n  place man of Blue on e5\n  place king of Red on a2\n  place king of Blue on e4\n"
)


@sentence(
    "A condition that asks for what is hidden from the mover thus reveals something to them.",
    "`gdl check` warns of it (`secret-told`).",
)
@pytest.mark.parametrize("condition", ["where to is not enemy king", "where level(piece(to)) < 3"])
def test_a_condition_that_asks_for_what_is_hidden_is_warned_of(condition: str) -> None:
    assert "secret-told" in [d.code for d in found(TOLD.format(condition))]
    assert "secret-told" not in [d.code for d in found(TOLD.format("where to is not own king"))]
    assert codes(TOLD.format(condition)) == []


@sentence(
    "Whether what is legal depends on hidden sites, it finds by playing: it exchanges what is hidden, and the legal actions must"
)
@pytest.mark.parametrize(
    ("path", "is_told"),
    [("line orthogonal up to 1: empty | enemy", False), ("line orthogonal: empty*, empty | enemy", True)],
)
@pytest.mark.parametrize("what", ["s", "piece of s"])
def test_what_is_legal_may_not_depend_on_hidden_sites(path: str, is_told: bool, what: str) -> None:
    text = HEAD + (
        f"hide {what} in sites from v where no p in pieces of v: distance(site(p), s) < 2\n"
        f"move go\n  {path}\nturn: go\nend mover wins when no enemy pieces\nlimit 50 moves: draw\n"
        "setup\n  place man of Red on rank(1)\n  place man of Blue on rank(4)\n"
    )
    game, said = examine_source(Source("hidden", text))
    assert game is not None and not [d for d in said if d.is_error]
    assert [d.code for d in try_out(game).found if d.code != "never-met"] == ["secret-told"] * is_told


@pytest.mark.parametrize(("path", "is_told"), [("empty | enemy", False), ("empty", True)])
def test_what_is_legal_may_not_tell_where_a_piece_is_that_is_somewhere(path: str, is_told: bool) -> None:
    text = HEAD + (
        "hide site of p in pieces from v where owner(p) != v and moves mod 2 = 0 and not ended\n"
        f"move go\n  line any up to 1: {path}\nturn: go else pass\nend mover wins when no enemy pieces\nlimit 50 moves: draw\n"
        "setup\n  place man of Red on {a1, b1}\n  place man of Blue on {c3, d3}\n"
    )
    game, said = examine_source(Source("hidden", text))
    assert game is not None and not [d for d in said if d.is_error]
    assert [d.code for d in try_out(game).found if d.code != "never-met"] == ["secret-told"] * is_told


@sentence("The rules apply to the full state.")
def test_rules_are_judged_on_the_full_state(make) -> None:
    state = make(TOLD.format("where to is not enemy king")).state(
        {"pieces": {"a1": "Red man", "a2": "Blue king", "b1": "Blue man"}}
    )
    assert "a1xb1" in moves(state)
    assert "a1xa2" not in moves(state)


@sentence(
    "| `ended` | bool | the game is over",
    "Only `hide` may ask whether the game is over: `and not ended` reveals at the end what was hidden.",
)
def test_what_is_hidden_is_turned_up_at_the_end(make) -> None:
    state = make(PIECES).state(ON_PIECES)
    assert state.observation(1)["pieces"]["a1"] == "Red hidden"
    over = play(state, "man e1")
    assert over.is_terminal
    assert over.observation(1)["pieces"]["a1"] == "Red king level=2"
    assert codes(HEAD + "action go\n  where not ended\nturn: go\nlimit 5 moves: draw\n") != []


@sentence("A pool that is to be revealed has such a `hide` instead of `seen by owner`.")
def test_a_pool_is_turned_up_by_hide_and_not_by_seen_by(make) -> None:
    text = HEAD + (
        "pool kept of player seen by owner\npool shown of player\nhide c in shown(Red) from viewer where viewer != Red and not ended\n"
        "action go\n  choose n in 1..2\nturn: go\nend draw when moves = 1\n"
    )
    state = make(text).state({"pools": {"kept": {"Red": ["Red man"]}, "shown": {"Red": ["Red man"]}}})
    before, after = (s.observation(1)["pools"] for s in (state, play(state, "1")))
    assert (before["kept"]["Red"], before["shown"]["Red"]) == (["hidden"], ["Red hidden"])
    assert (after["kept"]["Red"], after["shown"]["Red"]) == (["hidden"], ["Red man"])


# ---- what others are told


def told(state, text: str) -> tuple[str | None, str | None]:
    """An action as each of two players learns of it."""
    action = state.action_from_string(text)
    return state.action_seen(action, 0), state.action_seen(action, 1)


@sentence("The player who acts knows all of an action.")
@sentence(
    "and each of its choices that is **open** to them.",
    "A closed choice reads `?`, as in `train a1 ?`.",
)
def test_others_are_told_the_name_and_the_open_choices(make) -> None:
    state = make(PIECES).state(ON_PIECES)
    assert told(state, "draw_one king") == ("king", "draw_one ?")
    assert told(state, "turn_into a1 man") == ("a1 man", "turn_into a1 ?")
    blue = make(PIECES).state(ON_PIECES | {"to_move": "Blue"})
    assert told(blue, "king c3") == ("king c3", "king c3")


GUESS = (
    "players Red, Blue, Green\nkinds hen, cow\npool deck of game seen by nobody\npool hand of player seen by owner\n"
    "pool table of game\nsetup\n  for k in kinds do place k in deck times 3\n  for p in players, k in kinds do place k of p in hand(p)\n"
    "action guess\n  choose k in kinds\n  do random c in deck\n     move c to hand(mover)\n     if kind(c) = k do then turn of mover\n"
    "action lay\n  choose openly k in kinds of hand(mover)\n  do move k from hand(mover) to table\n"
    "action note\n  choose secretly k in kinds\n  choose n in 1..2\n  do place k of mover in hand(mover) times n\n"
    "action put_back\n  choose k in kinds of hand(mover) where some hand(mover)\n  do move k from hand(mover) to deck\n"
    "turn: guess or lay or note or put_back\nend draw when moves = 9\n"
)


@sentence(
    "What a player learns thus follows from what they saw before, the open choices, and what they see afterwards."
)
@sentence("A spoken guess, a bid and a shot at a site that nobody sees are thus open.")
def test_what_is_said_aloud_is_told_whatever_card_is_drawn_then(make) -> None:
    for seed in range(8):
        state = make(GUESS).initial_state(seed)
        for kind in ("hen", "cow"):
            action = state.action_from_string(f"guess {kind}")
            assert {state.action_seen(action, v) for v in range(3)} == {f"guess {kind}"}


@sentence("A site, or a piece on a site, is open to all who see that site before the action and after it.")
def test_a_site_is_told_to_who_sees_it_before_and_after(make) -> None:
    state = make(SITES).state({"pieces": {"e5": "Blue man"}})
    assert told(state, "man a5") == ("man a5", "man a5")
    assert told(state, "man a1") == ("man a1", "put man ?")


@sentence(
    "Any choice is open to a player if its set, with the `where` in the same line, reads nothing that is"
)
def test_a_site_that_is_not_seen_is_told_where_its_set_reads_nothing_hidden(make) -> None:
    text = SITES.replace("where s is empty", "where mark(a5) < 5")
    state = make(text).state({"pieces": {"e5": "Blue man"}})
    assert told(state, "man a1") == ("man a1", "man a1")
    assert told(make(SITES).state({"pieces": {"e5": "Blue man"}}), "man a1") == ("man a1", "put man ?")


@sentence("and no choice before it is closed")
@sentence("`choose secretly` makes a choice closed to all others: a sign is kept to oneself.")
def test_what_is_chosen_secretly_and_what_follows_it_is_not_told(make) -> None:
    state = make(GUESS).initial_state(1)
    action = state.action_from_string("note hen 2")
    assert [state.action_seen(action, v) for v in range(3)] == ["hen 2", "note ? ?", "note ? ?"]


@sentence("Where a piece moves to is closed to a player who does not see it there afterwards.")
@pytest.mark.parametrize("hidden", ["site of t in spy of Red", "s in sites"])
def test_where_a_piece_goes_out_of_sight_is_not_told(make, hidden: str) -> None:
    text = (
        "players Red, Blue\nboard square 3 x 1\nkinds spy, guard\nfield hours of game: 0..9\n"
        f"hide {hidden} from v where v != Red and hours = 1\n"
        "setup\n  place spy of Red on b1\n"
        "move go\n  line any up to 1: empty\n  do hours := hours + 1\nturn: go\nend draw when moves = 9\n"
    )
    state = make(text).initial_state(0)
    assert told(state, "b1-c1") == ("b1-c1", "go b1 ?")


@sentence("`choose openly` makes a choice open to all: a card is played face up.")
def test_what_is_chosen_openly_is_told_to_all(make) -> None:
    state = make(GUESS).initial_state(1)
    assert state.action_seen(state.action_from_string("lay hen"), 2) == "lay hen"
    assert state.action_seen(state.action_from_string("put_back hen"), 2) == "put_back ?"


@sentence("The number of pieces in a pool is public.")
def test_how_many_there_are_and_whose_they_are_closes_no_choice(make) -> None:
    more = "action count_up\n  choose k in kinds where count(wish(Red)) > 1 and some p in pieces: owner(p) = Red\n  do place k of Blue on e4\n"
    text = PIECES.replace("turn: put or", more + "turn: count_up or put or")
    state = make(text).state(ON_PIECES)
    assert told(state, "count_up man") == ("count_up man", "count_up man")
    asks = text.replace("owner(p) = Red\n", "level(p) = 2\n")
    assert told(make(asks).state(ON_PIECES), "count_up man") == ("count_up man", "count_up ?")


@sentence("What a demand gives to a choice is known to all who see it.")
def test_what_a_demand_gives_is_known(make) -> None:
    text = GUESS.replace("turn: guess", (
        "action offer\n  choose k in kinds\n  do then answer(k, 2)\n"
        "choice answer(k: kind, n: number)\n  choose m in 1..3 where m <= n and k = hen\n  do then turn of mover\n"
        "turn: offer or guess"
    ))  # fmt: skip
    state = play(make(text).initial_state(1), "offer hen")
    action = state.action_from_string("answer 2")
    assert state.action_seen(action, 1) == "2"


@sentence("A further step of an action is judged in the position before the action.")
def test_the_choices_of_further_steps_are_told_like_those_of_the_first(make) -> None:
    text = HEAD + (
        "pool hand of player seen by owner\npool heap of game\n"
        "action lay\n  choose openly k in kinds of hand(mover)\n  choose s in {a1, b1, c1} where s is empty\n"
        "  do move k from hand(mover) to s\n  again may up to 3\n"
        "action drop\n  choose k in kinds of hand(mover) where some hand(mover)\n  choose n in 1..1\n"
        "  do move k from hand(mover) to heap\n  again may up to 2\n"
        "turn: lay or drop\nend draw when moves = 6\n"
    )
    state = make(text).state({"pools": {"hand": {"Red": ["Red man", "Red king"], "Blue": ["Blue man"]}}})
    assert told(state, "man a1 king b1") == ("man a1 king b1", "man a1 king b1")
    assert told(state, "drop man 1 king 1") == ("man 1 king 1", "drop ? ? ? ?")


@sentence(
    "A notation of the game's own is used where all choices are open and it reads nothing that is hidden."
)
@sentence(
    "A notation of the game's own is used where all choices are open and it reads nothing that is hidden."
)
def test_a_notation_that_reads_what_is_hidden_is_not_used(make) -> None:
    for note, expected in (("{p} of {level(p)}: {k}", "turn_into a1 man"), ("{p}>{k}", "a1>man")):
        text = PIECES.replace(
            "choose secretly k in kinds\n  do kind(p) := k\n",
            f'choose openly k in kinds\n  do kind(p) := k\n  notation "{note}"\n',
        )
        state = make(text).state(ON_PIECES)
        assert state.action_seen(state.action_from_string("turn_into a1 man"), 1) == expected


@sentence(
    "What a player learns thus follows from what they saw before, the open choices, and what they see afterwards."
)
def test_states_that_look_the_same_are_told_the_same(make) -> None:
    for text in ("guess hen", "note cow 1", "put_back hen"):
        state = make(GUESS).initial_state(3)
        for seed in range(10):
            other = state.resample(2, seed)
            if text in moves(other) and text in moves(state):
                texts = {s.action_seen(s.action_from_string(text), 2) for s in (state, other)}
                assert len(texts) == 1


@sentence(
    "The checker demands one of the two words where a `where` of its own line reads something hidden and"
)
@sentence(
    "It warns where a closed choice is moved into public view (`shown-choice`), and where an open choice makes"
)
def test_the_checker_asks_for_a_word(make) -> None:
    held = "  where some c in hand(mover): kind(c) = k\n  do random"
    for text, code in (
        (GUESS.replace("kinds\n  do random", "kinds\n" + held), "choice-in-doubt"),
        (GUESS.replace("choose openly", "choose"), "shown-choice"),
        (GUESS.replace("choose secretly", "choose"), "told-choice"),
    ):
        assert code in {d.code for d in found(text)}
        assert code not in {d.code for d in found(GUESS)}


@sentence("`choose openly` makes a choice open to all: a card is played face up.")
@sentence("Any choice is open to a player if its set, with the `where` in the same line")
def test_of_a_set_others_are_told_what_follows_from_its_clause(make) -> None:
    text = CARDS.replace("lay or deal", "show or give or say") + (
        "action show\n  choose openly cards: 1..2 of hand(mover)\n  do move cards to table\n"
        "action give\n  choose cards: 1..2 of hand(mover)\n  do move cards to hand(rival(mover))\n"
        "action say\n  choose said: 2 of kinds\n  where count(said) = 2\n"
    )
    state = make(text).state(
        {
            "pools": {"deck": ["ace"], "hand": {"Red": ["two", "two", "four"], "Blue": ["ace"]}},
            "to_move": "Red",
        }
    )
    assert told(state, "show two four") == ("show two+four", "show two+four")
    assert told(state, "give two two") == ("give two+two", "give ?")
    assert told(state, "say ace four") == ("say ace+four", "say ace+four")


@sentence("A site, or a piece on a site, is open to all who see that site before the action and after it.")
def test_a_set_of_sites_is_told_to_whoever_sees_them_all(make) -> None:
    text = SITES.replace("turn: put or pass", "turn: mark_all") + (
        "action mark_all\n  choose s: 1..2 of {t in sites where mark(t) = 0}\n  do for t in s do mark(t) := 1\n"
    )
    state = make(text).state({"pieces": {"e5": "Blue man"}})
    assert told(state, "c5 d5") == ("c5+d5", "c5+d5")
    assert told(state, "a1 c5") == ("a1+c5", "mark_all ?")


# ---- states that look the same

CARDS = (
    "players Red, Blue\nkinds ace, two, three, four\npool deck of game seen by nobody\npool hand of player seen by owner\npool table of game\n"
    "action deal\n  do random c in deck\n     move c to hand(mover)\n"
    "action lay\n  choose k in kinds of hand(mover)\n  do move k from hand(mover) to table\nturn: lay or deal\n"
)
DEALT = {"pools": {"deck": ["ace"], "hand": {"Red": ["two"], "Blue": ["three", "four"]}}, "to_move": "Red"}


@sentence("`state.resample(player, seed)` is a random state that the player cannot")
def test_a_resampled_state_looks_the_same_to_the_player(make) -> None:
    state = make(CARDS).state(DEALT)
    for seed in range(8):
        other = state.resample(0, seed)
        assert other.observation(0) == state.observation(0)
        assert moves(other) == moves(state)
        assert state.resample(0, seed) == other
    assert len({state.resample(0, seed) for seed in range(30)}) > 1
    assert all(state.resample(1, s).observation(1) == state.observation(1) for s in range(4))


@sentence("hidden contents are exchanged, and every exchange is equally likely: the")
def test_hidden_cards_are_exchanged_equally_often(kind: str, make) -> None:
    state = make(CARDS).state(DEALT)
    decks = Counter(state.resample(0, seed).position()["pools"]["deck"][0] for seed in range(300))
    assert set(decks) == {"ace", "three", "four"}  # what lies in the deck is any card that he does not see
    assert all(70 <= n <= 130 for n in decks.values()), decks


@sentence(
    "pieces on sites of which the fields are seen go to other such sites, of whatever terrain, and the fields stay."
)
@sentence(
    "pieces on sites of which the fields are seen go to other such sites, of whatever terrain, and the fields stay."
)
def test_pieces_are_exchanged_without_the_fields_of_their_sites(make) -> None:
    state = make(FOG).state(
        {"pieces": {"a1": "Red man", "c5": "Red king"}, "sites": {"mark": {"a1": 3, "b1": 4}}}
    )
    resampled = [state.resample(1, seed) for seed in range(120)]
    assert all(r.position()["sites"] == {"mark": {"a1": 3, "b1": 4}} for r in resampled)
    places = [set(pieces(r)) - {"c5"} for r in resampled]
    assert {s for p in places for s in p} == {f"{f}{r}" for f in "abcde" for r in (1, 2)}
    assert all(len(p) == 1 for p in places)


@sentence("pieces on sites of which the fields are seen go to other such sites")
def test_where_some_fields_are_seen_each_field_that_is_hidden_goes_its_own_way(make) -> None:
    """Sites that are hidden as a whole beside others: pieces go anywhere between them, hidden values among the former."""
    text = (
        FOG.replace("rank(s) < 3", "rank(s) = 1")
        + "hide s in sites from viewer where rank(s) = 2 and viewer = Blue\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man"}, "sites": {"mark": {"a1": 3, "a2": 4}}})
    resampled = [state.resample(1, seed) for seed in range(200)]
    assert all(r.observation(1) == state.observation(1) for r in resampled)
    assert {s for r in resampled for s in pieces(r)} == {f"{f}{r}" for f in "abcde" for r in (1, 2)}
    marks = [r.position()["sites"]["mark"] for r in resampled]
    assert all(m.pop("a1") == 3 for m in marks)
    assert {s for m in marks for s in m} == {f"{f}2" for f in "abcde"}


@sentence("Where nothing can stand, nothing need be hidden, and then no piece is imagined there;")
def test_no_piece_is_imagined_on_a_site_that_is_left_out(make) -> None:
    text = FOG.replace("rank(s) < 3", "rank(s) < 3 and mark(s) != 9")
    state = make(text).state({"pieces": {"a1": "Red man"}, "sites": {"mark": {"b1": 9, "c2": 9}}})
    places = {s for seed in range(150) for s in pieces(state.resample(1, seed))}
    assert places == {f"{f}{r}" for f in "abcde" for r in (1, 2)} - {"b1", "c2"}


@sentence("the contents of hidden sites with each other")
def test_the_contents_of_hidden_sites_are_exchanged(make) -> None:
    state = make(SITES).state({"pieces": {"a1": "Red man", "c5": "Red king"}})
    resampled = [pieces(state.resample(1, seed)) for seed in range(120)]
    assert all(p.pop("c5") == "Red king" for p in resampled)
    assert {len(p) for p in resampled} == {1}
    assert {s for p in resampled for s in p} == {f"{f}{r}" for f in "abcde" for r in (1, 2)}


@sentence("hidden contents are exchanged, and every exchange is equally likely: the")
def test_pieces_are_exchanged_between_places_that_rules_move_them_between(make) -> None:
    text = CARDS + "pool aside of game seen by nobody\n"
    state = make(text).state({"pools": DEALT["pools"] | {"aside": ["ace", "ace"]}})
    resampled = [state.resample(0, seed).position()["pools"] for seed in range(20)]
    assert all(p["aside"] == ["ace", "ace"] for p in resampled)  # no rule moves anything there
    assert len({p["deck"][0] for p in resampled}) > 1


@sentence("anything that chance alone decides when a piece is placed, such as a die under")
@pytest.mark.parametrize("manner", ["random k in kinds", "choose"])
def test_what_chance_or_a_secret_choice_makes_of_a_piece_is_drawn_anew(make, manner: str) -> None:
    choose = "  choose k in kinds\n  do " if manner == "choose" else f"  do {manner}\n     "
    text = (
        "players Red, Blue\nkinds each sign in {R, P, S}\npool cup of player seen by owner\n"
        + f"action roll\n{choose}place k of mover in cup(mover)\n"
        + "turn: roll\nend draw when moves = 6\n"
    )
    state = make(text).initial_state()
    state = state.apply(state.legal_actions()[0])
    assert len(state.position()["pools"]["cup"]["Red"]) == 1
    seen = Counter(state.resample(1, seed).position()["pools"]["cup"]["Red"][0] for seed in range(90))
    assert set(seen) == {"R", "P", "S"}
    assert {state.resample(0, seed).position()["pools"]["cup"]["Red"][0] for seed in range(10)} == set(
        state.position()["pools"]["cup"]["Red"]
    )


@sentence("what is public of a piece stays: its place, its owner if the player sees it,")
def test_what_is_public_of_a_piece_stays(make) -> None:
    text = HEAD + (
        "field open of piece: bool\nfield level of piece: 0..9\nhide p in pieces from viewer where owner(p) != viewer and not open(p)\n"
        "action swap_two\n  choose a in own pieces\n  choose b in own pieces where a != b\n  do simultaneously move a to site(b); move b to site(a)\nturn: swap_two\n"
    )
    laid = {
        "a1": "Red man level=1",
        "b1": "Red king level=2",
        "c1": "Red king open=true level=3",
        "e5": "Blue man level=4",
    }
    state = make(text).state({"pieces": laid})
    seen = [pieces(state.resample(1, seed)) for seed in range(20)]
    assert all(
        set(p) == set(laid) and p["c1"] == "Red king open=true level=3" and p["e5"] == "Blue man level=4"
        for p in seen
    )
    assert {(p["a1"], p["b1"]) for p in seen} == {
        ("Red man level=1", "Red king level=2"),
        ("Red king level=2", "Red man level=1"),
    }


@sentence("What a player could infer from the course of the game plays no part, unless a clause says")
def test_what_could_be_inferred_plays_no_part(make) -> None:
    state = make(CARDS).state(
        {"pools": {"deck": ["ace", "ace"], "hand": {"Red": ["two"], "Blue": ["three"]}}}
    )
    after = play(
        state, "deal"
    )  # Red has drawn an ace, so Blue could still hold any card for all that Red remembers
    assert {after.resample(1, seed).position()["pools"]["deck"][0] for seed in range(40)} == {"ace", "two"}


@sentence("`state.resample(player, seed)` is a random state that the player cannot")
def test_bots_get_resampled_states(make) -> None:
    state = make(CARDS).state(DEALT)
    seat = Seat.of(state)
    assert seat.observation == state.observation(0)
    imagined = [seat.imagine(seed) for seed in range(60)]
    assert all(s.observation(0) == state.observation(0) for s in imagined)
    assert Counter(s == state for s in imagined)[False] > 20


@sentence(
    "Who asks in the terminal why a move is not legal learns only reasons that hold in all such states that are tried."
)
def test_a_reason_that_would_tell_what_is_hidden_is_not_told(make) -> None:
    text = HEAD + (
        "kinds queen\nhide p in pieces from viewer where owner(p) != viewer\nsetup\n  place man of Red on a1\n"
        "  place king of Blue on a2\n  place queen of Blue on b1\n  place man of Blue on e5\n"
        "move go by man\n  line any: empty | enemy\n  where to is not enemy king\n  where to is not enemy queen\nmove run by king, queen\n  line any: empty | enemy\n"
        "turn: go or run\nend mover wins when no enemy pieces\n"
    )
    session = Session(make(text), "hidden", 1, (None, None))
    with pytest.raises(IllegalAction, match="king"):
        session.state.action_from_string("a1-a2")
    for ask in (why, read_move):
        with pytest.raises(IllegalAction, match=UNTOLD):
            ask(session.state, "a1-a2")
    assert (
        "line any" in why(session.state, "a1-c2")[0].span.text
    )  # no knight's move, wherever king and queen may be


# ---- what a player knows

PEEK = (
    "players Red, Blue\nkinds ace, two, three, four, five\npool deck of game seen by nobody\npool hand of player seen by owner\n"
    "field peeked of piece: player or none\nfield asked of player: kind or none\n"
    "known to viewer: {kind(c) for c in deck where peeked(c) = viewer}\n"
    "known to viewer: {p in players where some c in hand(p): kind(c) = asked(p)}\n"
    "setup\n  for k in kinds do place k in deck\n  for p in players do\n    random c in deck\n    move c to hand(p)\n"
    "action peek\n  do random c in deck\n     peeked(c) := mover\n"
    "action ask\n  choose k in kinds\n  do asked(rival(mover)) := k\n"
    "turn: peek or ask\nend draw when moves = 6\n"
)


@sentence("VALUE` says that a player knows a value although they do not see all that it reads.")
@sentence("What is imagined with `resample` gives it the same value as the real state.")
@sentence(
    "A player who has peeked at a card of the deck remembers which one it is, and one who could not show"
)
def test_what_a_player_knows_binds_what_they_imagine(make) -> None:
    state = make(PEEK).state(
        {
            "pools": {
                "deck": ["ace peeked=Red", "two", "three"],
                "hand": {"Red": ["four"], "Blue": ["five"]},
            }
        }
    )
    decks = [state.resample(0, seed).position()["pools"]["deck"] for seed in range(60)]
    assert all("ace peeked=Red" in deck for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 3  # the other two are any of two, three and five
    assert any("ace peeked=Red" not in state.resample(1, s).position()["pools"]["deck"] for s in range(60))
    asked = state.apply(state.action_from_string("ask two"))
    hands = Counter(asked.resample(0, seed).position()["pools"]["hand"]["Blue"][0] for seed in range(60))
    assert set(hands) == {"three", "five"}


@sentence("The value is not a part of the observation, and what others learn does not rest on it.")
def test_what_is_known_changes_nothing_that_is_seen_or_told(make) -> None:
    plain = "\n".join(line for line in PEEK.split("\n") if not line.startswith("known"))
    for seed in range(4):
        first, second = (play(make(text).initial_state(seed), "peek") for text in (PEEK, plain))
        assert [first.observation(p) for p in (0, 1)] == [second.observation(p) for p in (0, 1)]
        assert [first.action_seen(a, 0) for a in first.legal_actions()] == [
            second.action_seen(a, 0) for a in second.legal_actions()
        ]


@sentence("The value is a condition, a number, a kind or the like, or a set of such things, but no piece.")
@pytest.mark.parametrize(
    ("value", "is_right"),
    [
        ("some c in deck: c is ace", True),
        ("count(c in deck where c is ace)", True),
        ("kind(first(deck))", True),
        ("{kind(c) for c in deck}", True),
        ("first(deck)", False),
        ("{c in deck where c is ace}", False),
    ],
)
def test_what_can_be_known(value: str, is_right: bool) -> None:
    text = PEEK.replace("{kind(c) for c in deck where peeked(c) = viewer}", value)
    assert codes(text) == ([] if is_right else ["type-mismatch"])


OWN = SITES.replace(
    "hide s in sites from viewer where rank(s) < 3 and viewer = Blue\n",
    "hide p in own pieces from viewer where moves >= 0\n",
)
OTHERS = OWN.replace("own pieces from viewer where moves >= 0", "pieces from viewer where owner(p) != viewer")


@sentence(
    "In the set and in the condition the viewer is the [mover](core.md#mover-and-viewpoint): what others hide is in `hand(p)` of another player, or has another owner, `hide p in pieces from viewer where owner(p) != viewer`.",
)
@sentence("In `hide` and `known to`, it is the viewer, whoever is to act.")
def test_who_looks_is_the_mover_of_what_is_hidden(make) -> None:
    position = {"pieces": {"a1": "Red man", "c5": "Blue king"}}
    for text, sees_own in ((OWN, False), (OTHERS, True)):
        state = make(text).state(position)
        for player, (own, other) in enumerate((("a1", "c5"), ("c5", "a1"))):
            seen = state.observation(player)["pieces"]
            assert (seen.get(own) == position["pieces"][own]) is sees_own
            assert (seen.get(other) == position["pieces"][other]) is not sees_own


CASE = (
    "players Ann, Bob\nkinds    sort\n  plum   suspect\n  green  suspect\n  rope   weapon\n  pipe   weapon\n"
    "pool deck of game seen by nobody\npool case of game seen by nobody\n"
    "setup\n  for k in kinds do place k in deck\n  random s in deck where sort(it) = suspect\n  move s to case\n"
    "  random w in deck where sort(it) = weapon\n  move w to case\n"
    "action rest\n  do points(mover) := 1\nfield points of player: 0..9\nturn: rest\nlimit 9 moves: draw\n"
)


@sentence(
    "a pool that the set-up alone fills, with pieces that chance draws by their kinds, keeps their sorts",
    "VALUE` says that a player knows a value although they do not see all that it reads.",
)
def test_what_the_set_up_drew_by_kinds_is_imagined_so(make) -> None:
    free = CASE.replace(" where sort(it) = suspect", "").replace(" where sort(it) = weapon", "")
    told = free + "known to viewer: count(c in case where sort(c) = suspect)\n"
    for text, is_kept in ((CASE, True), (free, False), (told, True)):
        state = make(text).initial_state(seed=2)
        if text == told and sorted(state.position()["pools"]["case"]) in (
            ["green", "plum"],
            ["pipe", "rope"],
        ):
            state = make(text).initial_state(seed=5)
        held = [state.resample(0, n).position()["pools"]["case"] for n in range(40)]
        sorts = {sum(k in ("plum", "green") for k in case) for case in held}
        assert (len(sorts) == 1) is is_kept


ORDERS = HEAD + (
    "field goal of piece: site or none\nhide goal of m in pieces from viewer where owner(m) != viewer and not ended\n"
    "setup\n  place man of Red on a1\n  place man of Blue on e5\n"
    "action mark\n  choose m in own pieces where goal(m) = none\n  choose s in neighbours(m)\n  do goal(m) := s\n"
    "turn: mark else pass\nend draw when moves = 9\n"
)


@sentence(
    "what others have chosen for their pieces in secret, such as orders, is chosen again",
    "where one action explains all that a piece holds;",
)
def test_what_others_chose_in_secret_is_chosen_again(make) -> None:
    first = make(ORDERS).initial_state()
    state = first.apply(first.legal_actions()[0])
    goals = {state.resample(1, n).position()["pieces"]["a1"].split("goal=")[1].split()[0] for n in range(60)}
    assert goals == {"a2", "b1"}
    both = make(
        ORDERS.replace("goal(m) := s\n", "goal(m) := s\n     goal(first(enemy pieces)) := s\n")
    ).initial_state()
    after = both.apply(both.legal_actions()[0])
    assert len({after.resample(1, n).position()["pieces"]["a1"] for n in range(20)}) <= 2


ROUND = """game "Round"
players Ann, Bob
kinds man, king
pool hand of 1..2 seen by nobody
pool eaten of player
field seat of player: 1..2
setup
  for n in 1..2, k in kinds do place k in hand(n) times 2
  seat(Bob) := 2
known to p: WHAT
action eat
  choose k in kinds of hand(seat(mover))
  do move k from hand(seat(mover)) to eaten(mover)
settle
  for p in players do seat(p) := seat(p) mod 2 + 1
turn together: eat
end draw when no n in 1..2: some hand(n)
"""


@pytest.mark.parametrize(
    ("what", "is_told"),
    [("kinds of hand(seat(p))", False), ("kinds of hand(seat(rival(p)))", True), ("count(eaten(p))", True)],
)
def test_what_a_player_knows_tells_them_no_secret(what: str, is_told: bool) -> None:
    assert ("secret-told" in [d.code for d in found(ROUND.replace("WHAT", what))]) == is_told
