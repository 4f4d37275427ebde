"""Which conditions tell the mover what is hidden from them, and which do not: by what is known where they ask."""

import pytest

from gdl.loader import examine_source
from gdl.source import Source

GAME = """players Red, Blue
board square 3 x 3
kinds king, man
field level of piece: 0..9
field open of piece: bool
pool hand of player seen by owner
pool table of game
hide p in pieces from viewer where {hide}
setup
  place king of Red on a1
  place man of Blue on c3
  for p in players do place man of p in hand(p)
  level(a1) := 2
let is_strong(p: piece) = p is king
let is_own(p: piece) = p is own
move go
  line any: empty | enemy
  do open(piece) := true
action ask
  choose q in pieces
  choose openly who in players
  where {condition}
  do level(q) := level(q) + 1
turn: go or ask
phase late: go
{rest}
end mover wins when no enemy king
"""
NOT_OWN = "owner(p) != viewer"


def is_told(hide: str, condition: str, rest: str = "") -> bool:
    game, found = examine_source(Source("g.gdl", GAME.format(hide=hide, condition=condition, rest=rest)))
    assert game is not None, [d.message for d in found]
    return "secret-told" in {d.code for d in found}


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("q is king", True),
        ("level(q) > 1", True),
        ("owner(q) = Red", False),  # whose it is, everybody sees
        ("q is own and q is king", False),
        ("q is king and q is own", True),
        ("q is own or q is king", True),
        ("q is enemy and q is king", True),
        ("owner(q) = mover and level(q) > 1", False),
        ("owner(q) != mover and level(q) > 1", True),
        ("q is not own or q is king", False),
        ("q is own implies q is king", False),
        ("q is enemy implies q is king", True),
        ("not (q is own and q is king)", False),
        ("not (q is not own or level(q) > 1)", False),
        ("(q is king if q is own else true)", False),
        ("(true if q is own else q is king)", True),
        ("q is own and is_strong(q)", False),
        ("is_strong(q)", True),
        ("is_own(q) and is_strong(q)", False),
        ("is_own(q) or is_strong(q)", True),
        ("some p in own pieces: p is king", False),
        ("some p in enemy pieces: p is king", True),
        ("some king of mover", False),
        ("some p in (pieces where it is own): level(p) > 1", False),
        ("some p in (pieces where it is enemy): level(p) > 1", True),
        ("some own king", False),
        ("some enemy king", True),
        ("count(p in pieces where p is own and p is king) > 0", False),
        ("count(p in pieces where p is king) > 0", True),
        ("some line any from a1: enemy king", True),
        ("some line any from a1: own king", False),
        ("some c in hand(mover): c is king", False),
        ("some c in hand(rival(mover)): c is king", True),
        ("some c in hand(who): c is king", True),
        ("some hand(rival(mover))", False),
        ("some c in table: c is king", False),
    ],
)
def test_what_is_known_where_a_condition_asks(condition: str, told: bool) -> None:
    assert is_told(NOT_OWN, condition) == told


@pytest.mark.parametrize(
    ("hide", "condition", "told"),
    [
        ("p is king and owner(p) != viewer", "q is king", False),  # that it is hidden says what it is
        ("p is king and owner(p) != viewer", "level(q) > 1", True),
        ("level(p) > 2 and owner(p) != viewer", "level(q) > 1", False),
        ("level(p) > 2 and owner(p) != viewer", "q is king", True),
        ("owner(p) != viewer and not open(p)", "open(q) and q is king", False),
        ("owner(p) != viewer and not open(p)", "not open(q) and q is king", True),
        ("owner(p) != viewer and phase = late", "q is king", False),  # `ask` is not offered then
        ("owner(p) != viewer and phase = main", "q is king", True),
        ("owner(p) = viewer", "q is enemy and q is king", False),
        ("owner(p) = viewer", "q is own and q is king", True),
        ("viewer = Blue and owner(p) = Red", "mover = Red and q is king", False),
        ("viewer = Blue and owner(p) = Red", "mover = Blue and q is king", True),
        ("viewer = Blue and owner(p) = Red", "owner(q) = Blue and q is king", False),
    ],
)
def test_what_a_hide_clause_says_of_who_sees_what(hide: str, condition: str, told: bool) -> None:
    assert is_told(hide, condition) == told


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ("require after ask: no enemy king", True),
        ("require after ask: no own king", False),
        ("prefer some enemy king", True),
        ("prefer some own king", False),
        (
            "settle\n  for p in enemy pieces where p is king do level(p) := 3",
            False,
        ),  # effects may ask for anything
    ],
)
def test_clauses_that_decide_what_is_legal_tell_it_too(rest: str, told: bool) -> None:
    assert is_told(NOT_OWN, "q is own", rest) == told


HANDS = """players {players}
kinds king, man, duke
field known of piece: bool
pool hand of player{seen}
pool table of game
{hide}
setup
  for p in players, k in kinds do place k of p in hand(p)
action show
  choose openly k in kinds of hand(mover)
  do move k from hand(mover) to table
     known(last(table)) := true
action ask
  where {condition}
  do end mover wins
turn: show or ask
end mover wins when no hand(mover)
end draw when known(first(table)) and moves > 90
"""
TWO, THREE, FIVE = "Red, Blue", "Red, Blue, Green", "Red, Blue, Green, White, Black"
FOUR = "Red, Blue, Green, White\nteams {Red, Green}, {Blue, White}"
TEAMS = "hide c in {hand(p) for p in players where team(p) != team(v)} from v where not known(c)"
BY_OWNER = " seen by owner"
OWN, NEXT = "some c in hand(mover): c is king", "some c in hand(after(mover)): c is king"
EACH = "hide c in hand(Red) from v where v != Red\nhide c in hand(Blue) from v where v != Blue\nhide c in hand(Green) from v where v != Green"


@pytest.mark.parametrize(
    ("players", "seen", "hide", "condition", "told"),
    [
        (TWO, BY_OWNER, "", OWN, False),
        (FIVE, BY_OWNER, "", OWN, False),
        (FIVE, BY_OWNER, "", NEXT, True),
        (TWO, BY_OWNER, "", "some c in hand(rival(rival(mover))): c is king", False),
        (THREE, BY_OWNER, "", "some p in players: (p = mover and some c in hand(p): c is king)", False),
        (THREE, BY_OWNER, "", "some p in players: (p != mover and some c in hand(p): c is king)", True),
        (TWO, "", "hide c in hand(rival(v)) from v where not ended", OWN, False),
        (TWO, "", "hide c in hand(rival(v)) from v where not ended", NEXT, True),
        (THREE, "", "hide c in hand(after(v)) + hand(after(after(v))) from v where not ended", OWN, False),
        (THREE, "", "hide c in hand(after(v)) + hand(after(after(v))) from v where not ended", NEXT, True),
        (
            THREE,
            "",
            "hide c in {hand(p) for p in players where p != v} from v where not known(c)",
            OWN,
            False,
        ),
        (
            THREE,
            "",
            "hide c in {hand(p) for p in players where p != v} from v where not known(c)",
            NEXT,
            True,
        ),
        (THREE, "", "hide c in {hand(p) for p in players} from v where owner(c) != v", OWN, False),
        (THREE, "", "hide c in {hand(p) for p in players} from v where owner(c) != v", NEXT, True),
        (FOUR, "", TEAMS, OWN, False),
        (FOUR, "", TEAMS, "some c in hand(partner(mover)): c is king", False),
        (FOUR, "", TEAMS, NEXT, True),
        (THREE, "", EACH, OWN, False),
        (THREE, "", EACH, NEXT, True),
        (THREE, "", "hide c in hand(Red) from v where v != Red", "some c in hand(Blue): c is king", False),
    ],
)
def test_nobody_s_own_hand_is_a_secret_from_them(
    players: str, seen: str, hide: str, condition: str, told: bool
) -> None:
    text = HANDS.format(players=players, seen=seen, hide=hide, condition=condition)
    game, found = examine_source(Source("g.gdl", text))
    assert game is not None, [d.message for d in found]
    assert ("secret-told" in {d.code for d in found}) == told


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        (
            "choose p in players where p != mover\n  choose h in 1..3 where some c in hand(p): worth(c) = h",
            False,
        ),
        ("choose openly p in players\n  where p != mover and some c in hand(p): worth(c) = 2", False),
        ("where some p in players: p != mover and some c in hand(p): worth(c) = 2", False),
        ("where some c in hand(mover): is_shown(c) and worth(c) = 2", False),
        (
            "choose p in players where p != Red\n  choose h in 1..3 where some c in hand(p): worth(c) = h",
            True,
        ),
        ("choose p in players\n  choose h in 1..3 where some c in hand(p): worth(c) = h", True),
        ("where some p in players: p = mover and some c in hand(p): worth(c) = 2", True),
        ("where some c in hand(mover): worth(c) = 2", True),
    ],
)
def test_hands_that_only_their_own_players_do_not_see_are_open_to_others(choices: str, told: bool) -> None:
    text = f"""players Red, Blue, Green
kinds worth
  ace 1
  ten 2
pool hand of player
field is_shown of piece: bool
field hints of game: 0..99
hide worth of c in hand(viewer) from viewer where not is_shown(c)
setup
  for p in players do place ten of p in hand(p)
action hint
  {choices}
  do hints := hints + 1
     for p in players, c in hand(p) do is_shown(c) := true
action rest
  where hints >= 0
turn: hint or rest
end draw when hints > 3
"""
    game, found = examine_source(Source("g.gdl", text))
    assert game is not None, [d.message for d in found]
    assert ("secret-told" in {d.code for d in found}) is told
