"""Elements of sets by their place: the first, the last, the n-th, and which number an element has."""

import pytest

from language.playing import HEAD, codes, holding, moves, play
from language.sentences import sentence

STACKS = (
    HEAD.replace("5 x 5", "5 x 5 stacking")
    + "pool hand of player\nfield light of game: dawn, day, night\nlet four = a4\n"
)
HELD = {
    "pieces": {"a1": ["Red man", "Blue king", "Red king"], "c2": "Blue man"},
    "pools": {"hand": {"Red": ["Red man", "Red king", "Red king"]}},
}
CLAIMS = [
    ("| `first(set)` | any or none | the first element of a set |", "first({3, 1, 2}) = 3 and first(directions) = north and first({east, west}) = east and first({night, dawn}) = night and first({false, true}) = false and first({1, 2} - {1, 2}) = none"),
    ("| `last(set)` | any or none | the last element of a set |", "last({3, 1, 2}) = 2 and last(directions) = northwest and last({east, west}) = west and last({night, dawn}) = dawn and last({1, 2} - {1, 2}) = none"),
    ("| `first(set, number)` | set | the first so many elements of a set, in its order |", "first({3, 1, 2}, 2) = {3, 1} and first(first({3, 1, 2}, 2)) = 3 and last(first({3, 1, 2}, 2)) = 1 and first(sites, 2) = {a1, b1} and first(players, 9) = players and first(kinds of hand(Red), 1) = {man}"),
    ("| `last(set, number)` | set | the last so many elements of a set, in its order |", "last({3, 1, 2}, 2) = {1, 2} and last(sites, 2) = {d5, e5} and first(last(sites, 2)) = d5 and count(last(hand(Red), 2)) = 2 and all p in last(hand(Red), 2): p is king"),
    ("| `nth(set, number)` | any or none | the element of a set with this number, from 1 |", "nth(players, 2) = Blue and nth({3, 1, 2}, 1) = 3 and nth(sites, 6) = a2 and nth(directions, 3) = east and nth({night, dawn}, 2) = dawn and nth(neighbours(a1), 1) = b1 and nth(kinds, 2) = king"),
    ("| `index(any, set)` | number or none | the number of an element in the order of a set, from 1 |", "index(Blue, players) = 2 and index(c1, sites) = 3 and index(2, {3, 1, 2}) = 3 and index(west, directions) = 7 and index(c1, between(a1, e1)) = 2 and index(c1, between(e1, a1)) = 2 and index(b1, between(e1, a1)) = 3"),
    ("| `directions` | directions | all directions of the board |", "count(directions) = 8 and north in directions and directions = any"),
    ("of a stack the topmost piece is the last.", "last(stack(a1)) = piece(a1) and (all p in last(stack(a1), 2): p is king) and first(stack(a1), 1) = {first(stack(a1))} and nth(stack(a1), 2) in enemy pieces and index(piece(a1), stack(a1)) = 3"),
    ("| `first(set, number)` |", "first({3, 1, 2}, 5) = {3, 1, 2} and last({3, 1, 2}, 5) = {3, 1, 2} and first(last({3, 1, 2}, 5)) = 3"),
    ("the fraction of n is left out, and a number below 1 gives the empty set.", "first({3, 1, 2}, 1.9) = {3} and last({3, 1, 2}, 1.9) = {2} and first(sites, 0) = {} and last(sites, 0 - 1) = {} and no first(sites, 0.5)"),
    ("| `nth(set, number)` | any or none |", "nth(players, 0) = none and nth(players, 3) = none and nth(players, 1.5) = none and nth(players, 0 - 1) = none and nth(players, index(a1, {b1})) = none"),
    ("| `index(any, set)` | number or none |", "index(a1, {b1, c1}) = none and index(none, sites) = none and index(1.5, {1, 2}) = none and index(owner(c3), players) = none"),
    ("| `(p in players by -gold(p))` | [in the order of a number](#in-the-order-of-numbers) |", "first(p in players by -index(p, players)) = Blue and last(p in players by -index(p, players)) = Red"),
    ("| `players_from(player)` | players | all players in the order of turns, this one first |", "first(players_from(Blue)) = Blue and last(players_from(Blue)) = Red and first(players_from(Red)) = Red and count(players_from(Blue)) = 2"),
    ("| `players_from(player)` |", "first(players_from(after(Blue))) = Red and nth(players_from(after(Blue)), 2) = Blue"),
    ("| `players_from(player)` |", "first(p in players_from(Blue) where p != Blue) = Red and no (p in players_from(Red) where index(p, players) > 2)"),
    ("`(x in S by E)` is S in the order of the number E, the least first.", "first((n in {3, 1, 2} by n)) = 1 and nth((n in {3, 1, 2} by n), 2) = 2 and last((s in {a1, c1, b1} by file(s))) = c1 and first((n in 1..9 by (n * 4) mod 10), 3) = {5, 3, 8}"),
    ("Elements with equal numbers keep the order of S, and", "first((n in {3, 1, 2} by 0)) = 3 and last((n in {3, 1, 2} by n div 4)) = 2 and nth((s in {c1, a2, a1} by rank(s)), 2) = a1"),
    ("an element whose number is none comes first.", "first((s in {b1, a1, c1} by index(s, {c1, b1}))) = a1 and nth((s in {b1, a1, c1} by index(s, {c1, b1})), 2) = c1"),
    ("`by E, F` orders those with equal E by F.", "nth((s in {c2, b1, a2, c1} by rank(s), file(s)), 3) = a2 and first((s in {c2, b1, a2, c1} by rank(s), -file(s))) = c1"),
    ("`-E` turns the order round.", "first((n in {1, 3, 2} by -n)) = 3 and last((n in {1, 3, 2} by -n)) = 1"),
    ("`(S by E)` calls the element `it`.", "first(({1, 3, 2} by -it)) = 3 and first((players by -index(it, players))) = Blue and last((sites by rank(it) / 2)) = e5"),
    ("A condition stands before the order: `(x in S where C by E)`.", "first((n in 1..9 where n mod 2 = 0 by -n)) = 8 and count((n in 1..9 where n > 3 by n)) = 6 and (1..9 where it > 7 by -it) = {8, 9} and 8 in (n in 1..9 by -n)"),
    ("In the argument of a function the parentheses are left out where there is one number.", "first(n in {1, 3, 2} by -n) = 3 and last(n in 1..9 where n < 5 by -n) = 1 and count({n in 1..3 by -n}) = 3"),
    ("The order of a set says which element is the first and the last", "first({b1, a1}) = b1 and nth({b1, a1}, 2) = a1 and index(a1, {b1, a1}) = 2 and index(a1, sites) = 1"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:60]) for p, c in CLAIMS])
def test_a_set_has_its_elements_in_order(kind: str, claim: str) -> None:
    assert claim in holding(kind, STACKS, [c for _, c in CLAIMS], HELD)


def test_effects_go_through_a_set_in_its_order(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9999\nfield gold of player: 0..9\nsetup\n  gold(Red) := 5\n  gold(Blue) := 2\naction go\n"
        + "  choose s in (s in {a1, b1, c1} by -file(s))\n"
        + "  do for p in (q in players by gold(q)) do n := 10 * n + gold(p); gold(p) := 9 - gold(p)\n"
        + "     for t in first((t in sites by -rank(t), file(t)), 2) do place man of mover on t\n"
        + "     let order = (q in players by gold(q))\n     n := 10 * n + index(Red, order)\nturn: go else draw\n"
    )
    state = make(text).initial_state()
    assert moves(state) == ["a1", "b1", "c1"]
    position = play(state, "b1").position()
    assert (position["fields"]["n"], sorted(position["pieces"])) == (251, ["a5", "b5"])


def test_a_part_of_a_set_is_chosen_from(make) -> None:
    text = (
        HEAD
        + "action go\n  choose s in last(first(sites, 5), 2)\n  choose k in first(kinds, 1)\n  do place k of mover on s\nturn: go else draw\n"
    )
    assert moves(make(text).initial_state()) == ["d1 man", "e1 man"]


def test_a_place_is_a_site_where_it_is_asked_for_among_sites(make) -> None:
    text = (
        HEAD
        + "action go\n  choose p in own pieces\n  where index(p, sites) = 2 and index(b1, pieces) = 1\n  do remove p\nturn: go else draw\n"
    )
    assert moves(make(text).state({"pieces": {"b1": "Red man", "c1": "Red man"}})) == ["b1"]


@pytest.mark.parametrize(
    "wrong", ["index(a1, players) = 1", "index(a1) = 1", "nth(sites) = a1", "first(sites, players) = {}", "first(1, 2, 3) = 1"]
)  # fmt: skip
def test_a_wrong_use_is_explained(wrong: str) -> None:
    text = HEAD + "action go\n  where {} and moves < 5\nturn: go\n"
    assert codes(text.format("moves = 0")) == []
    assert codes(text.format(wrong)) in (["type-mismatch"], ["wrong-arguments"])
