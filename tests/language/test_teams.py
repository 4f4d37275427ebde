"""Teams: who plays together, whose pieces are whose, and who wins."""

import pytest

from language.playing import holding, moves, play
from language.sentences import sentence

SEATS = """players North, East, South, West, Solo
teams {North, South}, {West, East}
board square 5 x 5
kinds man, king
"""
PIECES = {
    "pieces": {
        "a1": "North man",
        "b1": "South man",
        "c1": "East man",
        "d1": "West king",
        "e1": "man",
        "a2": "South king",
        "b2": "Solo man",
    }
}
CLAIMS = [
    ("`teams` says who plays together: each player in one team at most.", "team(North) = {North, South} and team(East) = {East, West} and first(team(West)) = East"),
    ("Whoever is named in none, and everybody in a game without the clause, is a team alone.", "team(Solo) = {Solo}"),
    ("| `team(player)` |", "mover in team(mover) and South in team(mover) and East not in team(mover) and no team(owner(e1))"),
    ("| `partner(player)` |", "partner(North) = South and partner(South) = North and partner(East) = West and partner(Solo) = none and partner(owner(e1)) = none"),
    ("*Own* pieces belong to the viewpoint.", "own pieces = {a1} and a1 is own and b1 is not own"),
    ("Pieces of partners are neither `own` nor `enemy`.", "enemy pieces = {c1, d1, b2} and b1 is not enemy and e1 is not enemy and e2 is not enemy"),
    ("*Enemy* pieces belong to any other player, but not to one of the same [team](players.md#teams).", "c1 is enemy and b1 is not enemy and b2 is enemy"),
    ("| `team(player)` | players | the players of the team of a player, who is one of them |", "North in team(North) and count(team(North)) = 2"),
    ("| `partner(player)` | player or none | the other player of a team of two; none in a team of another size |", "partner(partner(West)) = West and partner(Solo) = none"),
    ("and everybody in a game without the clause, is a team alone", "count(team(Solo)) = 1"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:50]) for p, c in CLAIMS])
def test_teams_say_whose_pieces_are_whose(kind: str, claim: str) -> None:
    assert claim in holding(kind, SEATS, [c for _, c in CLAIMS], PIECES)


def test_without_the_clause_everybody_is_alone(kind: str) -> None:
    claims = ["team(North) = {North}", "enemy pieces = {b1, c1, d1, a2, b2}"]
    head = "\n".join(line for line in SEATS.splitlines() if "teams" not in line) + "\n"
    assert holding(kind, head, claims, PIECES) == claims


@sentence(
    "`teams` says who plays together: each player in one team at most.",
    "Players who [play together](players.md#teams) share a result: `P wins` and `P loses` mean the teams of these players",
)
@sentence(
    "Players who [play together](players.md#teams) share a result: `P wins` and `P loses` mean the teams of these players",
    "and so do `else win`, `else lose` and the players with the best score.",
    "A payoff is not shared.",
    "A score remains that of a player",
)
@pytest.mark.parametrize(
    ("result", "returns"),
    [
        ("mover wins", [1, -1, 1, -1, -1]),
        ("mover loses", [-1, 1, -1, 1, 1]),
        ("{East, Solo} wins", [-1, 1, -1, 1, 1]),
        ("{East, Solo} loses", [1, -1, 1, -1, -1]),
        ("{North, East} wins", [1, 1, 1, 1, -1]),
        ("players wins", [0, 0, 0, 0, 0]),
        ("draw", [0, 0, 0, 0, 0]),
        ("highest worth wins", [-1, 1, -1, 1, -1]),
        ("lowest worth wins", [1, -1, 1, -1, -1]),
        ("payoff worth", [1, 2, 3, 5, 4]),
    ],
)
def test_a_team_wins_and_loses_together(make, result: str, returns: list[int]) -> None:
    text = SEATS + (
        "field gold of player: 0..9\nlet worth(p: player) = gold(p)\n"
        "action go\n  do gold(North) := 1; gold(East) := 2; gold(South) := 3; gold(Solo) := 4; gold(West) := 5\n"
        f"turn: go\nend {result} when moves = 1 and worth(North) = 1\n"
    )
    assert play(make(text).initial_state(), "go").returns == returns


@pytest.mark.parametrize(("word", "returns"), [("lose", [1, -1, 1, -1, 1]), ("win", [-1, 1, -1, 1, -1])])
def test_a_player_without_an_action_loses_or_wins_with_the_team(make, word: str, returns: list[int]) -> None:
    text = SEATS + f"action go\n  where mover = North\nturn: go else {word}\n"
    assert play(make(text).initial_state(), "go").returns == returns


@sentence("as in `sum(tricks(q) for q in team(p))`.")
def test_a_team_adds_up_its_scores(make) -> None:
    text = SEATS + (
        "field tricks of player: 0..9\nlet score(p: player) = sum(tricks(q) for q in team(p))\n"
        "action go\n  do tricks(North) := 2; tricks(South) := 2; tricks(East) := 3; tricks(Solo) := 3\nturn: go\nend highest score wins when moves = 1\n"
    )
    assert play(make(text).initial_state(), "go").returns == [1, -1, 1, -1, -1]


@sentence("A definition names them, and serves as a test:")
def test_a_move_passes_over_allies_and_captures_enemies(make) -> None:
    text = (
        SEATS
        + "let ally(s: site) = owner(s) = partner(mover)\nmove go by man\n  line east: ally*, empty | enemy\nturn: go\n"
    )
    state = make(text).state({"pieces": {"a1": "North man", "b1": "South man", "c1": "East man", "a2": "North man", "b2": "West man", "a3": "North man", "b3": "South man"}})  # fmt: skip
    assert moves(state) == ["a1xc1", "a2xb2", "a3-c3"]


@sentence("What partners see of each other is said by [`hide`](hidden.md) like anything else.")
def test_what_partners_see_is_said_by_hide(make) -> None:
    text = (
        SEATS
        + "hide p in pieces from v where v not in team(owner(p))\nmove go\n  line any: empty\nturn: go\n"
    )
    state = make(text).state({"pieces": {"a1": "North man", "b1": "East man"}})
    assert state.observation(2)["pieces"] == {"a1": "North man", "b1": "East hidden"}
    assert state.observation(4)["pieces"] == {"a1": "North hidden", "b1": "East hidden"}


def test_players_who_do_not_take_part_are_in_no_team(make) -> None:
    text = "players 2..4 from A, B, C, D\nteams {A, C}, {B, D}\nboard square 2 x 2\nkinds man\naction go\n  where moves < 9\nturn: go\nend mover wins when moves = 1 and team(A) = {A}\n"
    assert play(make(text).initial_state(), "go").returns == [1, -1]
    three = make(text.replace("team(A) = {A}", "team(A) = {A, C} or team(A) = {A}"), players=3)
    assert play(three.initial_state(), "go").returns == [1, -1, 1]


@sentence("Otherwise the best of its players decides for a team.")
@pytest.mark.parametrize(
    ("tricks", "winners"), [((1, 2, 4, 2), (1, -1, 1, -1)), ((3, 4, 3, 0), (-1, 1, -1, 1))]
)
def test_the_best_player_of_a_team_decides(make, tricks: tuple[int, ...], winners: tuple[int, ...]) -> None:
    text = """players North, East, South, West
teams {North, South}, {East, West}
board square 4 x 4
kinds man
field tricks of player: 0..99

action gain
  choose s in sites where s is empty
  do place man of mover on s

turn: gain
end highest tricks wins when full
"""
    seats = ("North", "East", "South", "West")
    pieces = {
        f"{file}{rank}": "North man" for file in "abcd" for rank in "1234" if (file, rank) != ("a", "1")
    }
    position = {
        "to_move": "North",
        "pieces": pieces,
        "fields": {"tricks": dict(zip(seats, tricks, strict=True))},
    }
    state = make(text).state(position)
    state = state.apply(state.legal_actions()[0])
    assert state.is_terminal and tuple(state.returns) == winners
