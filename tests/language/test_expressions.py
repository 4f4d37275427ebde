"""Expressions, the language's own functions, and what is short for what."""

import re
from pathlib import Path

import pytest

from gdl.core.builtins import BY_NAME
from gdl.diagnostics.values import GameError
from language.playing import HEAD, codes, engine_of, field, holding, moves, play
from language.sentences import sentence

BOARD = HEAD.replace("Red, Blue", "Red facing north, Blue facing south").replace("kinds man, king\n", "") + (
    "kinds    worth  power\n  man    1      hop\n  king   4      none\n"
    "field level of piece: 0..9\nfield lit of site: bool\nfield n of game: 0..99 = 5\nfield last of game: site or none\nfield land of site: player or none\nfield who of game: player or none\n"
    "let group(s: site) = reached from s while own\nlet ways(s: site) = {t in neighbours(s) where not lit(t)}\nlet slides(s: site, start: site) = {t in neighbours(s) where t != start and file(t) = file(start)}\n"
)
POSITION = {
    "pieces": {
        "a1": "Red man level=2",
        "a2": "Red king level=3",
        "b2": "Red man",
        "d4": "Red man level=5",
        "e5": "Blue king level=3",
        "c1": "Blue man",
        "e1": "man",
    },
    "sites": {"lit": {"c4": True, "c5": True, "b3": True}, "land": {"a1": "Red", "b1": "Blue"}},
}
OPERATORS = [
    ("`*` and `/`, `+` and `-`, `and`, `or` group to the left", "n - 2 - 1 = 2 and 20 / n / 2 = 2 and 20 / n * 2 = 8 and n - 2 + 1 = 4"),
    ("`implies` and `else` group to the right", "(n = 4 implies n = 3 implies n = 2) and (1 if n = 5 else 2 if n = 5 else 3) = 1"),
    ("A set holds each element once, in the order of first appearance:", "count({n, 5, n}) = 1 and first({e5, a1, e5}) = e5"),
    ("Two sets are equal when they have the same elements", "{a1, b1} = {b1, a1} and {a1} != {b1}"),
    ("| `1..6` | of the whole numbers from 1 to 6 |", "1..6 = {1, 2, 3, 4, 5, 6} and n..6 = {5, 6}"),
    ("| `{s in sites where s is own}` | a filter: the elements that pass the condition |", "{s in sites where s is own king} = {a2}"),
    ("| `(sites where it is own)` | the same, where the variable needs no name |", "(sites where it is own king) = {a2}"),
    ("| `A + B`, `A - B` | the elements of both; those of A that are not in B |", "{a1} + {b1} = {a1, b1} and {a1, b1} - {b1} = {a1}"),
    ("| `kinds of S` | of the kinds of these pieces |", "kinds of own pieces = {man, king} and kinds of enemy king = {king}"),
    ("| `(line any from s: empty*, any)` | of the sites where the [path](paths.md) may end", "(line any from b1: empty*, any) = {a1, c1, a2, b2, c2, d3, e4}"),
    ("`some x in S: C`, `all x in S: C` and `no x in S: C` say that the condition holds", "(some s in corners: s is own) and not (all s in corners: s is own) and no s in rank(4): s is enemy"),
    ("`some S` and `no S` say that a set has an element, or none.", "some own man and no (sites where file(it) > n)"),
    ("The rows of tests and steps hold for [tests](#tests) and for the [patterns](paths.md#patterns) of paths.", "a1 is not king | enemy and (some line north from a1: not man | own) and no line north from a1: not (man | own)"),
    ("| tests: `not T` | a test, or several in parentheses | a test |", "d4 is not enemy and d4 is not (king | enemy) and not (a2 is not (king | enemy)) and b1 is not (own | enemy) and d4 is not (king)"),
    ("| tests: `T \\| U` | tests | a test |", "a1 is not man | own and a1 is king | man and not (a1 is king | enemy) and (line north from d1: empty | enemy{2}) = {d3}"),
    ("| steps: `T*`, `T+`, `T?`, `T{N}` | tests, or steps in parentheses | a step |", "(line north from b2: not own{2}) = {b4} and (line east from b1: (enemy, empty)+) = {d1} and (line north from d1: empty?, empty) = {d2, d3}"),
    ("| steps: `T as NAME` | a step | a step that binds a name |", "some line north from a1: own | enemy as met, [kind(piece(met)) = king and it != met or it is empty]"),
    ("| steps: `S, S` | steps | a pattern |", "(line east from b1: own | enemy, empty) = {d1} and (line north from d1: empty*, own) = {d4}"),
    ("`s is not a | b` means `(not a) | b`, which the checker warns of; the site that is neither is `s is not (a | b)`.", "a1 is not king | man and not (a1 is not (king | man)) and b1 is not (king | man)"),
    ("Operators at the top of the table bind most tightly.", "1 + 2 * n = 11 and 2 * n - 1 = 9 and 7 - 2 - 1 = 4 and 12 / 2 / 3 = 2 and 2 * n mod 4 = 2 and n - 2 mod 3 = 3"),
    ("| `f(x, ...)`, `f of x`, `own k`, `enemy k`, `{...}`, `(...)` |", "(1 + 2) * n = 15 and worth of a2 * 2 = 8 and count(own man) + 1 = 4 and worth(a2) - 1 = 3"),
    ("| `-x` | a number |", "-n + 8 = 3 and -n * 2 = 0 - 10 and 3 * -n = -15 and -worth(a2) = -4"),
    ("| `*`, `/`, `div`, `mod` | numbers |", "n * 3 = 15 and n / 2 = 2.5 and n div 2 = 2 and n mod 2 = 1 and n * 3 div 2 = 7"),
    ("| `+`, `-` | numbers | number | | | sets | set |", "n + 1 - 2 = 4 and {a1, b1} + {b1, c1} = {a1, b1, c1} and {a1, b1, c1} - {b1, e5} = {a1, c1} and corners - {a1, b1} = {e1, a5, e5}"),
    ("| `A..B` | whole numbers | the set from A to B |", "2..n = {2, 3, 4, 5} and count(1..2 * n) = 10 and n..1 = {} and n + 1..n + 2 = {6, 7} and 5..n = {5}"),
    ("| `=`, `!=` | two values of a type, or `none` |", "n = 5 and n != 4 and last = none and not (last != none) and none = land(c3) and land(a1) != none and {a1} = {a1} and own pieces != enemy pieces"),
    ("| `<`, `<=`, `>`, `>=` | numbers |", "n < 6 and not (n < 5) and n <= 5 and not (n <= 4) and n > 4 and not (n > 5) and n >= 5 and not (n >= 6)"),
    ("| `x in S`, `x not in S` | a value and a set |", "a1 in corners and a2 not in corners and n in 1..5 and n not in 1..4 and Red in land(a1) and man in kinds and not (last in sites)"),
    ("| `x is T` | a value and [tests](#tests) | bool |", "a1 is own and a1 is not enemy and b1 is empty and a1 is man | king and not (e5 is own | man) and a2 is own king and a1 is Red and mover is Red and not (mover is Blue)"),
    ("| `some S`, `no S` | a set | bool |", "some own king and no (enemy man where level(it) > 0) and not (no own king) and some {n} and no {}"),
    ("| `not` | bool |", "not n = 4 and not not (n = 5) and not (n = 5 and n = 4)"),
    ("| `and` | bool | bool |", "not (n = 4 and n = 5 or n = 4) and (n = 4 or n = 5 and n > 3)"),
    ("| `or` | bool | bool |", "(n = 5 or n = 4 and n = 3) and (n = 4 or n = 3 or n = 5)"),
    ("| `A implies B`, `X if C else Y` |", "(n = 4 implies n = 9) and (n = 5 implies n > 3) and not (n = 5 implies n = 9) and (2 if n = 5 else 3) = 2 and (2 if n = 4 else 3 if n = 3 else 7) = 7"),
    ("| `A implies B`, `X if C else Y` |", "(n = 4 or n = 3 implies n = 9) and (n = 4 implies n = 3 implies n = 2)"),
    ("| `some x in S: C`, `all x in S: C`, `no x in S: C` |", "(some p in own pieces: level(p) = 5) and (all p in own pieces: level(p) < 6) and (no p in own pieces: level(p) > 5)"),
    ("| `some x in S: C`, `all x in S: C`, `no x in S: C` |", "(all p in {}: n = 4) and not (some p in {}: n = 5) and (no p in {}: n = 5) and not (all p in own pieces: level(p) > 0) and not (no p in own pieces: p is man)"),
    ("| `some PATH`, `no PATH` |", "(some line north from a1: own) and (no line north from a2: own) and not (no line north from a1: own)"),
    ("`f of x` takes the nearest operand: `level of p + 1` is `level(p) + 1`", "level of a1 + 1 = 3 and level of a2 * 2 = 6 and worth of kind of a2 = 4 and count of own man = 3"),
    ("Numbers are written `3` or `7.5`, and are exact.", "0.1 + 0.2 = 0.3 and n / 3 + n / 3 + n / 3 = n and 7.5 * 2 = 15 and 1 / 3 != 0.3333333333"),
    ("None is larger than 2^62 - 1, in the text, as the bound of a field or computed in play; the same holds for its negative and for both parts of a fraction.", "n - 5 + 4611686018427387903 = 4611686018427387903 and n - 5 - 4611686018427387903 < 0 and (n - 5 + 2305843009213693951) * 2 + 1 = 4611686018427387903"),
    ("the same holds for its negative and for both parts of a fraction.", "1 / (n - 5 + 4611686018427387903) > 0 and 2 / (n * 1000000000000000) * (n * 1000000000000000) = 2"),
    ("| `{a1, b1}` | of these elements |", "{s in sites where s is own} = {a1, a2, b2, d4} and count({a1, b1}) = 2 and (sites where it is own) = {s in sites where s is own}"),
    ("`{file(s) for s in corners where s is empty}`", "{file(s) for s in corners where s is empty} = {1} and {file(s) for s in corners} = {1, 5}"),
    ("| `{site_at(x, y) for x in 1..3, y in 2..4 where x != y}` | the same for each combination, the last name", "{site_at(x, y) for x in 1..3, y in 2..3 where x != y} = {a2, a3, b3, c2} and {x - y for x in 1..2, y in 1..2} = {0, -1, 1} and count(x + y + z for x in 1..2, y in 1..2, z in 1..2) = 4 and sum(x * y for x in 1..2, y in x..3) = 16 and first({10 * x + y for x in 1..2, y in 3..4}, 2) = {13, 14}"),
    ("| `{neighbours(s) for s in group}` | the union, because the values are sets |", "{neighbours(s) for s in {a1, b2}} = {a2, b1, b3, c2} and {rank(r) for r in 1..2} = rank(1) + rank(2)"),
    ("The braces are left out in the argument of a function: `count(s in sites where s is own)`.", "count(s in sites where s is own) = 4 and count(file(s) for s in corners) = 2 and first(s in sites where s is own man) = a1 and max(level(p) for p in own pieces) = 5"),
    ("`sum(level(p) for p in pieces)` adds a term for each element. In every other place the values form a set, in which equal values count once.", "sum(level(p) for p in pieces) = 13 and count(level(p) for p in pieces) = 4 and sum(1 for s in corners) = 4"),
    ("| `own pieces`, `enemy king`, `king of Red`, `pieces of p` | of pieces on the board |", "own pieces = {a1, a2, b2, d4} and enemy king = {e5} and king of Red = {a2} and pieces of Blue = {c1, e5} and own man = {a1, b2, d4} and enemy pieces = {c1, e5}"),
    ("`reached from A by D while T`, a flood fill, is the set of the sites that pass the test T and are connected to A over such sites, A included if it passes.", "(reached from a1 by orthogonal while own) = {a1, a2, b2} and (reached from a1 by any while own) = {a1, a2, b2} and (reached from a1 by north while own) = {a1, a2}"),
    ("`reached from A by D while T`, a flood fill, is the set of the sites that pass the test T and are connected to A over such sites, A included if it passes.", "(reached from b1 while own) = {} and b1 in (reached from b1 while empty) and d4 not in group(a1) and group(d4) = {d4} and (reached from {a1, d4} while own) = {a1, a2, b2, d4}"),
    ("Without `by D`, steps are those of `neighbours`.", "(reached from d4 while [it is own or it = e5]) = {d4} and (reached from d4 by any while [it is own or it = e5]) = {d4, e5}"),
    ("Groups, chains and connections between sides are written with it.", "b2 in group(a1) and count(group(a1)) = 3"),
    ("D may be a definition whose first argument is a site and that gives the sites", "(reached from d5 by ways while [rank(it) = 5]) = {d5, e5} and (reached from d5 by orthogonal while [rank(it) = 5]) = rank(5)"),
    ("D may be an expression of `it`, the site where the step begins", "(reached from a1 by neighbours(it, east) while any) = rank(1) and (reached from b2 by {step(it, east, 2), step(it, west, 2)} while any) = {b2, d2} and (reached from a1 by ({north, south} if file(it) = 1 else {east}) while any) = file(1)"),
    ("Further arguments follow in parentheses: `by slides(start)` asks `slides(it, start)`.", "(reached from b1 by slides(b1) while any) = {b1, b2, b3, b4, b5} and (reached from b1 by slides(c3) while any) = {b1, c1, c2} and (reached from c1 by slides(c3) while any) = {c1, c2}"),
    ("Behind `is` come the tests that [paths](paths.md#patterns) use, except `[...]`:", "b1 is empty and a2 is own king and c3 is not edge and piece(b1) is none and e1 is not own | enemy"),
    ("The condition behind the `:` of a quantifier reaches as far as it can, and so does a path.", "some p in own pieces: level(p) = 5 and p is man or p is king and level(p) = 99"),
    ("a quantifier or path that something else follows", "(some s in corners: s is own) and n = 5"),
    ("a path in a list of arguments or in a set, because its own steps are separated by commas;", "count((line north from a3: empty, empty)) = 1 and max({file(s) for s in (line east from a3: empty+)}) = 5"),
    ("a quantifier within `and` or `or`, in a list or in a set;", "count({s in corners where (some t in neighbours(s): t is own) and s is empty}) = 0 and count(s in corners where s is own or (some t in neighbours(s): t is own)) = 1"),
    ("a set with `where` that is neither the only argument of a function nor named behind `in`: `kinds of (pieces where it is own)`", "some s in (sites where it is own): s = d4"),
    ("A quantifier at the end of an `and` needs none: `full and some s in corners: s is own`.", "n = 5 and some s in corners: s is own"),
]  # fmt: skip


def check_on(board: str, kind: str, *claims: str) -> None:
    """All of these hold on an empty board."""
    assert holding(kind, HEAD.replace("square 5 x 5", board), [*claims], {}) == [*claims]


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:60]) for p, c in OPERATORS])
def test_expressions_have_the_values_that_they_should(kind: str, claim: str) -> None:
    assert claim in holding(kind, BOARD, [c for _, c in OPERATORS], POSITION)


@sentence("Comparisons do not chain.", "Write `1 < n and n < 5`.")
def test_comparisons_do_not_follow_each_other() -> None:
    rest = "action go\n  where {}\nturn: go\nlimit 5 moves: draw\n"
    assert codes(HEAD + rest.format("1 < turn and turn < 5")) == []
    assert codes(HEAD + rest.format("1 < turn < 5")) == ["syntax"]
    assert codes(HEAD + rest.format("1 = turn = 5")) == ["syntax"]


@sentence(
    "None is larger than 2^62 - 1, in the text, as the bound of a field or computed in play; the same holds for its negative and for both parts of a fraction.",
    "A range holds at most 100000 numbers.",
)
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("action go\n  where turn < 4611686018427387903\n", None), ("action go\n  where turn < 4611686018427387904\n", "bad-range"),
        ("field n of game: 0..4611686018427387903\naction go\n  where n < 9\n  do n := 4\n", None), ("field n of game: 0..4611686018427387903 + 1\naction go\n  where n < 9\n  do n := n\n", "bad-range"),
        ("action go\n  where turn in 1..100000\n", None), ("action go\n  where turn in 1..100001\n", "bad-range"),
    ],
)  # fmt: skip
def test_what_is_written_is_not_too_large(rest: str, code: str | None) -> None:
    assert codes(HEAD + rest + "turn: go\nlimit 5 moves: draw\n") == ([code] if code else [])


@sentence("A larger one that is computed is the error `number-overflow`.")
@pytest.mark.parametrize(
    "number",
    [
        "(n - 5 + 4611686018427387903) + 1", "-(n - 5 + 4611686018427387903) - 1", "n * 4611686018427387903", "(n * 2000000000) * (n * 2000000000)",
        "sum((n - 5 + 4611686018427387903) for s in corners)", "1 / (n * 2000000000) / (n * 2000000000)", "1 / 3 + 1 / (n - 5 + 4611686018427387902)",
    ],
)  # fmt: skip
def test_a_number_that_is_computed_and_too_large_is_an_error(kind: str, number: str) -> None:
    text = f"{HEAD}field n of game: 0..4611686018427387903 = 5\naction go\n  where {number} != 7\n  do n := 5\nturn: go\nlimit 5 moves: draw\n"
    with pytest.raises(GameError) as caught:
        engine_of(text, kind).initial_state(1).legal_actions()
    assert [d.code for d in caught.value.diagnostics] == ["number-overflow"]


@sentence(
    "D may be directions.", "D may be a definition whose first argument is a site and that gives the sites"
)
def test_steps_lead_in_directions_or_are_given_by_a_definition() -> None:
    rest = "action go\n  where a1 in (reached from b1 by {} while any)\nturn: go\nlimit 5 moves: draw\n"
    lets = "let good(s: site) = neighbours(s)\nlet bad(p: player) = corners\nlet worse(s: site) = 3\n"
    assert codes(HEAD + lets + rest.format("good")) == codes(HEAD + lets + rest.format("north")) == []
    assert codes(HEAD + lets + rest.format("bad")) != []
    assert codes(HEAD + lets + rest.format("worse")) != []


@sentence("Parentheses are needed around")
@pytest.mark.parametrize(
    "claim",
    ["count(line north from a1: empty, empty) = 1", "kinds of pieces where it is own = {man}"],
)
def test_parentheses_are_needed(claim: str) -> None:
    assert codes(f"{HEAD}action go\n  where {claim}\nturn: go\nlimit 5 moves: draw\n") == ["syntax"]


@sentence("The condition behind the `:` of a quantifier reaches as far as it can, and so does a path.")
def test_the_part_behind_a_colon_reaches_as_far_as_it_can(kind: str) -> None:
    claims = [
        "no s in corners: s is own or turn = 1",
        "(no s in corners: s is own) or turn = 1",
        "no line north from a1: own or turn = 1",
    ]
    text = f"{HEAD}action go\n  where {claims[2]}\nturn: go\nlimit 5 moves: draw\n"
    assert codes(text) == ["syntax"]
    assert holding(kind, HEAD, claims[:2], {"pieces": {"c3": "Red man"}}) == [claims[1]]


# ---- builtins

ROWS = [
    ("`even(number)`", "even(4) and not even(n) and even(n - 5) and even(0 - n - 1)"),
    ("`odd(number)`", "odd(n) and not odd(4) and odd(0 - n)"),
    ("`abs(number)`", "abs(n) = 5 and abs(0 - n) = 5 and abs(n / 2 - 5) = 2.5 and abs(n - 5) = 0"),
    ("`min(number, number)`", "min(n, 3) = 3 and min(3, n) = 3 and min(0 - n, 0) = -5 and min(n, n) = 5"),
    ("`max(number, number)`", "max(n, 3) = 5 and max(3, n) = 5 and max(0 - n, 0) = 0 and max(n / 3, 1) = n / 3"),
    ("`min(numbers)`", "min({n, 3, 9}) = 3 and min(level(p) for p in pieces) = 0 and min({}) = 0 and min({n, 9}) = 5"),
    ("`max(numbers)`", "max({n, 3, 9}) = 9 and max(level(p) for p in pieces) = 5 and max({}) = 0 and max({0 - n, -9}) = -5"),
    ("`sum(numbers)`", "sum({n, 3}) = 8 and sum({n, n}) = 5 and sum(n for s in corners) = 20 and sum({}) = 0"),
    ("`count(set)`", "count(sites) = 25 and count(own pieces) = 4 and count({}) = 0 and count(players) = 2 and count(1..n) = 5 and count(any) = 8"),
    ("`file(site)`", "file(a1) = 1 and file(e5) = 5 and file(piece(d4)) = 4 and file(spot) = 0"),
    ("`rank(site)`", "rank(a1) = 1 and rank(a5) = 5 and rank(piece(a2)) = 2"),
    ("`file(number)`", "file(2) = {b1, b2, b3, b4, b5} and file(n) = {e1, e2, e3, e4, e5} and file(n + 1) = {} and file(0) = {}"),
    ("`rank(number)`", "rank(1) = {a1, b1, c1, d1, e1} and count(rank(n)) = 5 and rank(n + 1) = {}"),
    ("`site_at(number, number)`", "site_at(2, 3) = b3 and site_at(n, 1) = e1 and site_at(n + 1, 1) = none and site_at(0, 1) = none and site_at(1.5, 1) = none"),
    ("`distance(site, site)`", "distance(a1, c2) = 3 and distance(a1, a1) = 0 and distance(a1, e5) = 8 and distance(spot, a1) = 0"),
    ("`distance2(site, site)`", "distance2(a1, c2) = 5 and distance2(c2, a1) = 5 and distance2(a1, a1) = 0"),
    ("`distance2(site, point)`", "distance2(c3, centre) = 0 and distance2(a1, centre) = 8 and distance2(c4, centre) = 1"),
    ("`neighbours(site)`", "neighbours(a1) = {a2, b1} and neighbours(c3) = {b3, c2, c4, d3} and neighbours(spot) = {}"),
    ("`neighbours(site, directions)`", "neighbours(a1, diagonal) = {b2} and neighbours(c3, {north, east}) = {c4, d3} and neighbours(c3, any) = {b2, c2, d2, b3, d3, b4, c4, d4} and neighbours(a1, {south}) = {}"),
    ("`beside(site, site)`", "beside(a1, a2) and not beside(a1, b2) and not beside(a1, a1) and beside(piece(a1), b1)"),
    ("`step(site, direction)`", "step(a1, north) = a2 and step(a1, northeast) = b2 and step(a1, west) = none and step(spot, north) = none"),
    ("`step(site, direction, number)`", "step(a1, north, 3) = a4 and step(a1, north, 0) = a1 and step(a1, north, n) = none and step(a1, east, n - 1) = e1"),
    ("`opposite(direction)`", "opposite(north) = south and opposite(southeast) = northwest and (all d in any: opposite(opposite(d)) = d)"),
    ("`turned(direction, number)`", "turned(north, 1) = east and turned(north, 2) = south and turned(northeast, 1) = southeast and turned(north, -1) = west and turned(north, n) = east and turned(north, 0) = north"),
    ("`towards(site, site)`", "towards(a1, a4) = north and towards(a1, d4) = northeast and towards(a1, b3) = none and towards(a1, a1) = none and towards(e5, a1) = southwest"),
    ("`half_turn(site)`", "half_turn(a1) = e5 and half_turn(b2) = d4 and half_turn(c3) = c3 and half_turn(a2) = e4"),
    ("`mirrored(site, direction)`", "mirrored(a1, east) = e1 and mirrored(a1, north) = a5 and mirrored(b2, west) = d2 and mirrored(c4, east) = c4"),
    ("`between(site, site)`", "between(a1, a4) = {a2, a3} and between(a1, d4) = {b2, c3} and between(a1, b3) = {} and between(a1, a2) = {}"),
    ("`side(direction)`", "side(north) = rank(5) and side(west) = file(1) and side(northeast) = rank(5) + file(5)"),
    ("`last_rank(player)`", "last_rank(Red) = rank(5) and last_rank(Blue) = rank(1)"),
    ("`home_rank(player)`", "home_rank(Red) = rank(1) and home_rank(Blue) = rank(5)"),
    ("`empty(site)`", "empty(b1) and not empty(a1) and not empty(spot)"),
    ("`occupied(site)`", "occupied(a1) and not occupied(b1) and not occupied(spot) and occupied(e1)"),
    ("`piece(site)`", "piece(a1) is own man and piece(b1) = none and level(piece(d4)) = 5"),
    ("`site(piece)`", "site(first(own king)) = a2 and site(piece(b1)) = none"),
    ("`owner(piece)`", "owner(a1) = Red and owner(e5) = Blue and owner(e1) = none and owner(b1) = none"),
    ("`kind(piece)`", "kind(a1) = man and kind(a2) = king and kind(e1) = man and kind(b1) = none"),
    ("`stack(site)`", "stack(a1) = {a1} and stack(b1) = {} and count(stack(a2)) = 1"),
    ("`kinds(pieces)`", "kinds(own pieces) = {man, king} and kinds(enemy man) = {man} and kinds({}) = {} and kinds of own pieces = kinds(own pieces)"),
    ("`first(set)`", "first(own pieces) = a1 and first(enemy pieces) = c1 and first(own pieces where level(it) > 8) = none"),
    ("`first(set)`", "first(corners) = a1 and first({e5, a1}) = e5 and first(sites where n = 4) = none"),
    ("`first(set)`", "first(players) = Red and first(p in players where p != Red) = Blue and first(p in players where n = 4) = none"),
    ("`first(set)`", "first(kinds) = man and first(k in kinds where worth(k) > 1) = king and first(k in kinds where n = 4) = none"),
    ("`last(set)`", "last(own pieces) = d4 and last(enemy pieces) = e5 and last(own pieces where level(it) > 8) = none"),
    ("`last(set)`", "last(corners) = e5 and last({e5, a1}) = a1 and last(sites where n = 4) = none"),
    ("`last(set)`", "last(players) = Blue and last(p in players where p != Blue) = Red and last(p in players where n = 4) = none"),
    ("`last(set)`", "last(kinds) = king and last(k in kinds where worth(k) < 2) = man and last(k in kinds where n = 4) = none"),
    ("`full`", "not full"),
    ("`rival(player)`", "rival(Red) = Blue and rival(Blue) = Red and rival(mover) = Blue"),
    ("`after(player)`", "after(Red) = Blue and after(Blue) = Red"),
    ("`turn`", "turn = 7"),
    ("`moves`", "moves = 9"),
    ("`passes`", "passes = 2"),
    ("`sites`", "count(sites) = 25 and first(sites) = a1"),
    ("`players`", "players = {Red, Blue} and first(players) = Red"),
    ("`pieces`", "pieces = {a1, a2, b2, c1, d4, e1, e5}"),
    ("`kinds`", "kinds = {man, king}"),
    ("`edge`", "count(edge) = 16 and a3 in edge and c3 not in edge and b2 not in edge"),
    ("`corners`", "corners = {a1, e1, a5, e5}"),
    ("`centre`", "distance2(c3, centre) = 0"),
    ("`north_side`", "north_side = rank(5)"),
    ("`south_side`", "south_side = rank(1)"),
    ("`east_side`", "east_side = file(5)"),
    ("`west_side`", "west_side = file(1)"),
    ("`mover`", "mover = Red"),
]  # fmt: skip
GAME = BOARD.replace("field last of", "field spot of")
COUNTED = POSITION | {"fields": {"turn": 7, "moves": 9, "passes": 2}}


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(f"| {r} |"), id=r) for r, c in ROWS])
def test_builtins_are_what_their_rows_say(kind: str, claim: str) -> None:
    assert claim in holding(kind, GAME, [c for _, c in ROWS], COUNTED)


@sentence("These are all functions and values of the language")
def test_every_builtin_has_a_test() -> None:
    tested = {row.strip("`").split("(")[0] for row, _ in ROWS}
    elsewhere = {
        *(
            "can_move",
            "ended",
            "repeated",
            "cycle",
            "steps",
            "captures",
            "captured",
        ),  # of actions and of histories
        *("border", "borders", "nodes", "cells"),  # test_boards
        *("team", "partner"),  # test_teams
        *("directions", "nth", "index", "players_from"),  # test_places_in_sets
    }
    assert set(BY_NAME) - tested - elsewhere == set(), (
        "add their rows of `docs/language/builtins.md` to `ROWS`"
    )
    others = (path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
    words = set(re.findall(r"\w+", " ".join(path.read_text("utf-8") for path in others)))
    assert elsewhere - words == set()


@sentence("| `full` |")
def test_full_holds_when_every_site_holds_a_piece(kind: str) -> None:
    head = HEAD.replace("5 x 5", "2 x 1")
    assert holding(kind, head, ["full"], {"pieces": {"a1": "man", "b1": "Red man"}}) == ["full"]
    assert holding(kind, head, ["full"], {"pieces": {"a1": "man"}}) == []


@sentence("| `distance(site, site)` |")
def test_where_there_is_no_way_the_distance_is_the_number_of_sites(kind: str) -> None:
    check_on(
        "graph a1-b1, d1-e1-f1", kind, "distance(a1, d1) = 5", "distance(a1, b1) = 1", "distance(d1, f1) = 2"
    )


@sentence("| `distance(site, site, directions)` |")
def test_a_distance_goes_by_the_directions_that_are_named(kind: str) -> None:
    check_on(
        "graph a1-b1-c1, a1-a2-b2, c1>b2",
        kind,
        "distance(b2, c1, any) = 4",
        "distance(c1, b2, any) = 1",
        "distance(a1, b2, east) = 5",
        "distance(a1, c1, {east}) = 2",
    )


@sentence("| `last_rank(player)` |", "| `home_rank(player)` |")
def test_last_rank_is_where_nothing_leads_forward(kind: str) -> None:
    head = "players Red facing north, Blue facing south\nboard square 4 x 4 where (file(it) + rank(it)) mod 2 = 0\nkinds man\n"
    claims = ["last_rank(Red) = {b4, d4}", "home_rank(Red) = {a1, c1}", "last_rank(Blue) = {a1, c1}"]
    assert holding(kind, head, claims, {}) == claims


@sentence("| `after(player)` |", "| `rival(player)` |")
def test_after_goes_round_and_rival_is_of_two(kind: str) -> None:
    head = HEAD.replace("Red, Blue", "Red, Blue, Green")
    assert holding(kind, head, ["after(Red) = Blue", "after(Blue) = Green", "after(Green) = Red"]) == [
        "after(Red) = Blue",
        "after(Blue) = Green",
        "after(Green) = Red",
    ]
    assert codes(head + "action go\n  where rival(mover) = Red\nturn: go\nlimit 5 moves: draw\n") == [
        "rival-of-many"
    ]


@sentence("| `turned(direction, number)` |")
def test_on_hexes_a_direction_is_turned_by_sixths(kind: str) -> None:
    check_on(
        "hex 3 x 3",
        kind,
        "turned(east, 1) = southeast",
        "turned(east, 6) = east",
        "turned(east, -1) = northeast",
        "opposite(east) = west",
    )


@sentence("| `corners` |", "| `edge` |", "| `east_side` |", "| `west_side` |")
def test_corners_and_sides_of_a_hexagon(kind: str) -> None:
    check_on(
        "hex side 2",
        kind,
        "count(corners) = 6",
        "count(edge) = 6",
        "b2 not in edge",
        "count(west_side) = 3",
        "a2 in west_side",
        "c2 in east_side",
        "north_side = rank(3)",
    )


@sentence("| `steps` |", "| `captures` |", "| `captured` |")
def test_what_an_action_counts(make) -> None:
    text = HEAD + (
        "pool hand of player\nfield seen of game: 0..99999\nmove jump by man\n  line any: enemy as victim, empty\n  do capture victim; seen := seen * 100 + steps * 10 + captures\n"
        "  again must\n  finally for k in captured do place k of mover in hand(mover)\nturn: jump else pass\n"
    )
    state = make(text).state({"pieces": {"a1": "Red man", "b2": "Blue man", "d4": "Blue king"}})
    after = play(state, "a1xc3xe5")
    assert field(after, "seen") == 1122
    assert sorted(after.position()["pools"]["hand"]["Red"]) == ["king", "man"]


@sentence("| `can_move(player)` |")
def test_can_move_asks_for_actions_aside_from_passing(make) -> None:
    text = (
        HEAD
        + "move go by man\n  line any up to 1: empty\nturn: go or pass\nend mover wins when not can_move(rival(mover))\n"
    )
    assert play(make(text).state({"pieces": {"a1": "Red man"}}), "a1-a2").returns == [1, -1]
    assert not play(make(text).state({"pieces": {"a1": "Red man", "e5": "Blue man"}}), "a1-a2").is_terminal


@sentence("| `ended` |", "| `repeated(position)` |", "| `cycle(position)` |")
def test_ended_is_for_hide_and_positions_are_counted(make) -> None:
    assert codes(HEAD + "end draw when ended\naction go\n  where moves < 9\nturn: go\n") != []
    text = (
        HEAD
        + "position same: pieces\naction go\n  where moves < 9\nturn: go\nend mover wins when repeated(same) = 3 and cycle(same) = 1\n"
    )
    assert play(make(text).initial_state(), "go", "go").is_terminal


@sentence(
    "Words without parentheses are values.",
    "A piece will do for a site, and the other way round. [The core](core.md#every-expression-has-a-value) says what happens with `none`.",
)
def test_pieces_and_sites_will_do_for_each_other(kind: str) -> None:
    claims = [
        "file(piece(d4)) = 4",
        "distance(piece(a1), d4) = 6",
        "owner(a1) = Red",
        "stack(piece(a1)) = {a1}",
        "centre_rank = 3",
    ]
    held = holding(kind, GAME + "let centre_rank = rank(c3)\n", claims, POSITION)
    assert held == claims


# ---- what is short for what

SHORT = [
    ("| `f of x` | `f(x)` |", "file of d4", "file(d4)"),
    ("| `a > b`, `a >= b` | `b < a`, `b <= a` |", "n > 4", "4 < n"),
    ("| `a > b`, `a >= b` | `b < a`, `b <= a` |", "n >= 6", "6 <= n"),
    ("| `a != b` | `not (a = b)` |", "spot != none", "not (spot = none)"),
    ("| `x not in S` | `not (x in S)` |", "a1 not in corners", "not (a1 in corners)"),
    ("| `A implies B` | `not A or B` |", "n = 5 implies n = 9", "not (n = 5) or n = 9"),
    ("`some x in S: C`, `all x in S: C` and `no x in S: C` say that the condition holds", "no s in corners: s is own", "not (some s in corners: s is own)"),
    ("| `all x in S where C: D` | `all x in {x in S where C}: D` |", "all p in own pieces where level(p) > 0: level(p) < 5", "all p in {p in own pieces where level(p) > 0}: level(p) < 5"),
    ("| `all x in S where C: D` | `all x in {x in S where C}: D` |", "(some p in own pieces where level(p) > 2: p is king) and no p in own pieces where level(p) > 2: p is own and level(p) = 2", "(some p in {p in own pieces where level(p) > 2}: p is king) and no p in {p in own pieces where level(p) > 2}: p is own and level(p) = 2"),
    ("| `some PATH`, `no PATH` |", "no line any: own, own, own", "not (some line any: own, own, own)"),
    ("`some S` and `no S` say that a set has an element, or none.", "some own king", "count(own king) > 0"),
    ("`some S` and `no S` say that a set has an element, or none.", "no own king", "count(own king) = 0"),
    ("| `own pieces` | `{p in pieces where p is own}` |", "own pieces", "{p in pieces where p is own}"),
    ("| `king of Red` | `{p in pieces where kind(p) = king and owner(p) = Red}` |", "king of Red", "{p in pieces where kind(p) = king and owner(p) = Red}"),
    ("| `(sites where it is own)` | the same, where the variable needs no name |", "(sites where it is own)", "{it_ in sites where it_ is own}"),
    ("| `x is a \\| b` | `x is a or x is b` |", "a1 is man | king", "a1 is man or a1 is king"),
    ("| `kinds of S` | of the kinds of these pieces |", "kinds of own pieces", "{kind(p) for p in own pieces}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("short", "long"), [pytest.param(s, t, marks=sentence(p), id=s) for p, s, t in SHORT]
)
@sentence("Each form on the left means exactly what the form on the right means.")
def test_the_short_form_is_the_long_one(kind: str, short: str, long: str) -> None:
    same = [f"({s}) = ({t})" for _, s, t in SHORT]
    for position in (
        POSITION,
        {"pieces": {"c3": "Blue king", "c4": "Red king"}, "fields": {"n": 4, "spot": "a1"}},
    ):
        assert f"({short}) = ({long})" in holding(kind, GAME, same, position)


EFFECTS = [
    ("| `match A, B, ...` | a table of cases in a block", "    match n, a1\n      5, b1: n := 1\n      5, a1: n := 2", "    if n = 5 and a1 = b1 do n := 1\n    else if n = 5 and a1 = a1 do n := 2"),
    ("| `remove PIECES`, `capture PIECES` | the pieces leave the game; `where` works", "    remove pieces where it is man", "    remove {p in pieces where p is man}"),
    ("The choice of that name is demanded.", "    then power(kind(a1))(c3)", "    match power(kind(a1))\n      hop: then hop(c3)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("short", "long"),
    [pytest.param(s, t, marks=sentence(p), id=s.strip().split("\n")[0]) for p, s, t in EFFECTS],
)
def test_the_short_effect_is_the_long_one(make, short: str, long: str) -> None:
    rest = "choice hop(s: site)\n  choose t in neighbours(s)\n  do move b2 to t\nturn: go\n"
    after = [
        play(make(f"{GAME}action go\n  do\n{part}\n{rest}").state(POSITION), "go") for part in (short, long)
    ]
    assert (
        after[0].position()
        == after[1].position()
        != make(f"{GAME}action go\n  do\n{short}\n{rest}").state(POSITION).position()
    )
    assert moves(after[0]) == moves(after[1])


@sentence(
    "| `choose NAME in SET` |",
    "A move is made by one piece of the mover, of the kinds behind `by`; without it, or with `by any`, of all kinds.",
)
def test_the_short_action_is_the_long_one(make) -> None:
    short = make(
        GAME
        + "action go\n  choose x in sites where x is own\nmove run by any\n  line north: empty\nturn: go or run\n"
    ).state(POSITION)
    long = make(
        GAME
        + "action go\n  choose x in {x in sites where x is own}\nmove run\n  line north: empty\nturn: go or run\n"
    ).state(POSITION)
    assert moves(short) == moves(long)
    assert short.legal_actions() == long.legal_actions()
