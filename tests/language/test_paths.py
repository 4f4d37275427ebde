"""Paths: lines, walks and leaps, the steps of a pattern, what is bound, and where a path may end."""

import pytest

from language.playing import HEAD, codes, field, holding, moves, pieces, play
from language.sentences import sentence

FACING = HEAD.replace("Red, Blue", "Red facing north, Blue facing south")
TABLE = FACING.replace("kinds man, king\n", "kinds    reach\n  man    2..3\n  king   1..1\n") + (
    "field lit of site: bool\nfield last of game: site or none = b1\nlet near(s: site, n: number) = distance(s, c3) <= n\nlet is_dark(s: site) = (file(s) + rank(s)) mod 2 = 0\nlet spots = {c4, c5}\nlet ahead = forward\n"
)
POSITION = {
    "pieces": {
        "a1": "Red man",
        "a4": "Blue man",
        "c1": "Red king",
        "e1": "Blue king",
        "e5": "man",
        "d3": "Red man",
    },
    "sites": {"lit": {"b2": True, "c3": True}},
}
AHEAD = "| `leap D A: pattern`, `leap D A, E B: pattern` | one site, A steps in a direction of D"
CLAIMS = [
    ("A path is a regular expression over the sites that it meets.", "(line north from a1: empty*, any) = {a2, a3, a4}"),
    # forms
    ("| `line D: pattern` |", "(line east from a2: any+) = {b2, c2, d2, e2} and (line northeast from a1: any+) = {b2, c3, d4, e5}"),
    ("| `line D: pattern` |", "(line {north, east} from c3: empty+) = {c4, c5}"),
    ("| `leap A, B: pattern` |", "(leap 1, 2 from c3: any) = {b1, d1, a2, e2, a4, e4, b5, d5} and (leap 2, 0 from c3: any) = {c1, a3, e3, c5} and (leap 1, 1 from a1: any) = {b2}"),
    ("in all rotations and reflections; where the pattern repeats a step, the sites of further leaps by the same offset", "(leap 1, 2 from a1: any+) = {b3, c2, c5, e3} and (leap 1, 2 from a1: any{2}) = {c5, e3} and (leap 2, 0 from a1: any?, empty) = {a3, a5} and (some leap 1, 1: empty{4}) and no leap 1, 1: empty{5}"),
    (AHEAD, "(leap forward 2 from c1: any) = {c3} and (leap forward 2, sideways 1 from c3: any) = {b5, d5} and (leap north 1, east 2 from c3: any) = {e4} and (leap {north, east} 1 from c3: any) = {c4, d3}"),
    (AHEAD, "(leap backward 2, left 1 from piece(e5): any) = {d3} and (leap forward 2, left 1 from piece(a4): any) = {b2} and (leap forward 1, right 2 from piece(d3): any) = {} and (leap forward 1, left 2 from d3: any) = {b4}"),
    ("from there B steps in one of E; further ones as above", "(leap forward 1, right 1 from a1: any+) = {b2, c3, d4, e5} and (leap orthogonal 2 from a1: any?, empty) = {a3, a5} and (some leap east 2: own, own) and no leap north 1, east 1: own, own"),
    ("A leap goes at once, whatever lies on the way, or whether there is a site at all.", "(leap north 3 from a1: any) = {a4} and (leap north 4 from a1: any) = {a5} and (leap west 1, north 4 from b1: any) = {a5}"),
    ("as it is of `forward`, `left` and the names of directions", "(leap ahead 2 from c1: any) = {c3} and (leap ahead 1 from piece(a4): any) = {a3}"),
    ("| the knight of shogi |", "(leap forward 2, sideways 1 from c1: empty | enemy) = {b3} and (leap forward 2, sideways 1 from piece(a4): empty | enemy) = {b2}"),
    ("| an alfil that goes ahead |", "(leap forward_diagonal 2 from c1: empty | enemy) = {a3, e3} and (leap forward_diagonal 2 from piece(a4): any) = {c2}"),
    ("D is a direction, a set of directions, or several of them separated by commas.", "(line north from c2: any) = {c3} and (line orthogonal from c3: any) = {c4, d3, c2, b3} and (line north, diagonal from a1: any) = {a2, b2}"),
    ("`up to N` bounds how many sites are met", "(line north from b1 up to 2: any+) = {b2, b3} and (line north up to 1 from b1: empty+) = {b2}"),
    ("`length N` or `length A..B` says how many", "(line north from b1 length 2: any+) = {b3} and (line north from b1 length 2..3: any+) = {b3, b4} and (line north from b1 length 1 + 1: any+) = {b3}"),
    ("`length reach(p)`, with a column of ranges, does so too.", "(line north from b1 length reach(a1): any+) = {b3, b4} and (line north from b1 length reach(c1): any+) = {b2}"),
    ("`from X` gives the start, a site or a piece", "(line north from piece(a1): any) = (line north from a1: any) and (line north from piece(a2): any) = {} and (line north from last: any) = {b2}"),
    ("The first site that is met is the one after the start.", "(line north from a1: own) = {} and (line north from a1: empty) = {a2}"),
    ("Without a start, as in `some line any: own{3}`, a path may start on any site.", "(some line east: own, empty, own) and (some line north: own, empty, empty, enemy) and no line any: own{2}"),
    ("A line or a leap then meets its start as its first site.", "(some line east: own, empty, own) and (some leap 2, 0: own, own) and (some leap 1, 2: own, empty) and no leap 1, 1: own, own"),
    ("A walk does not.", "(some walk any up to 1: own) and (no walk any up to 1: own, own) and some walk orthogonal up to 3: own, empty, enemy king"),
    ("| `walk D up to N: pattern` |", "(walk orthogonal up to 2 from c4: empty, empty) = {c2, b3, b5, d5, e4}"),
    ("| `walk D up to N: pattern` |", "(walk north, east up to 3 from b2: empty{3}) = {b5, c4, e2} and (walk diagonal up to 1 from b2: any) = {a1, c1, a3, c3}"),
    ("| `walk D up to N: pattern` | at most N sites, each in one of the directions D", "c3 not in (walk orthogonal up to 2 from c3: any, any) and a1 not in (walk any up to 3 from a1: any+)"),
    # patterns
    ("A pattern consists of steps separated by commas, met one after the other.", "(line north from a1: empty, empty, enemy) = {a4} and (line north from a1: empty, enemy) = {}"),
    ("A path ends wherever all of it is matched.", "(line north from a1: empty+) = {a2, a3} and (line north from a1: empty, any*) = {a2, a3, a4, a5}"),
    ("| `empty`, `own`, `enemy`, `piece`, `any` |", "(line north from a3: enemy) = {a4} and (line north from a3: own) = {} and (line east from b1: own) = {c1} and (line east from b1: piece) = {c1} and (line north from a3: any) = {a4} and (line north from a3: empty) = {}"),
    ("| `empty`, `own`, `enemy`, `piece`, `any` |", "(line north from e4: piece) = {e5} and (line north from e4: own | enemy) = {}"),
    ("| `own king`, `enemy king`, `king` |", "(line east from b1: own king) = {c1} and (line east from d1: enemy king) = {e1} and (line east from d1: king) = {e1} and (line east from d1: own king) = {} and (line east from b1: man) = {} and (line east from b1: enemy king) = {}"),
    ("| `none` | the same as `empty` |", "(line north from a1: none+) = {a2, a3} and (line east from b1: none) = {}"),
    ("| `NAME` | a definition, builtin or field that asks about the site", "(line north from a1: is_dark) = {} and (line east from a2: is_dark) = {b2} and (line east from a3: lit) = {} and (line east from b3: lit) = {c3} and (line east from b3: occupied) = {}"),
    ("| `NAME` | a definition, builtin or field that asks about the site; a player", "(line north from a3: Blue) = {a4} and (line north from a3: Red) = {} and (line north from c3: spots+) = {c4, c5} and (line east from b2: edge) = {} and (line east from d2: edge) = {e2}"),
    ("| `NAME(x, ...)` |", "(line east from a3: near(2)) = {b3} and (line east from a3: near(1), near(0)) = {c3} and (line east from a2: beside(b3)) = {b2}"),
    ("| `not T`, `T \\| U`, `not (T \\| U)` | not T; T or U; neither T nor U |", "(line north from a2: not (own | enemy)) = {a3} and (line north from a1: not (own | enemy)+, Blue) = {a4} and (line east from b1: not (king | empty)) = {}"),
    ("| `not T`, `T \\| U`, `not (T \\| U)` |", "(line north from a3: not enemy) = {} and (line north from a2: not enemy) = {a3} and (line north from a1: (empty | enemy)+) = {a2, a3, a4, a5} and (line east from b1: not own | king) = {c1}"),
    ("| `[CONDITION]` |", "(line north from b1: [rank(it) = 2], [it is empty and it != b4]) = {b3} and (line east from b1: [it is own]) = {c1}"),
    ("| `S*`, `S+`, `S?`, `S{3}`, `S{2..4}` |", "(line north from b1: empty*, lit, empty?) = {b2, b3} and (line north from b1: empty{3}) = {b4} and (line north from b1: empty{2..4}) = {b3, b4, b5} and (line north from b1: empty+) = {b2, b3, b4, b5} and (line east from b1: empty*, own) = {c1}"),
    ("| `S*`, `S+`, `S?`, `S{3}`, `S{2..4}` |", "(line north from b1: empty?, lit) = {b2} and (line north from b1: empty{2}, empty?) = {b3, b4} and (line north from a1: enemy?, empty) = {a2}"),
    ("| `(S, S)` | a group, which can be repeated as a whole |", "(line north from b1: (lit, empty){2}) = {} and (line north from b1: (empty, empty){2}) = {b5} and (line north from b1: (empty, not lit)+) = {b3, b5} and (line north from b1: (empty, empty)?, empty) = {b2, b4}"),
    ("`own | empty*` is `(own | empty)*`", "(line east from b1: own | empty*, enemy) = {e1} and (line east from b1: own | empty{2}) = {d1}"),
    # ends
    ("A walk yields each destination once, however many ways lead there.", "count((walk orthogonal up to 2 from c3: any, any)) = 8 and count((walk any up to 2 from c3: any+)) = 24"),
    ("A walk stops where its last step alone may go.", "(walk north up to 3 from b1: (not lit)*, any) = {b2} and (walk north up to 3 from b2: (not lit)*, any) = {b3, b4, b5}"),
    ("A path in parentheses is a set: the sites where it may end, in the order of `sites`.", "first((line any from c3: any)) = b2 and last((line any from c3: any)) = d4 and count((line any from c3: any)) = 8"),
    # in other words
    ("| a step | `line any: empty` |", "(line any from a1: empty) = {a2, b1, b2}"),
    ("| a rook | `line orthogonal: empty*, empty \\| enemy` |", "(line orthogonal from a1: empty*, empty | enemy) = {a2, a3, a4, b1}"),
    ("| the capture of a cannon | `line orthogonal: empty*, piece, empty*, enemy` |", "(line orthogonal from a1: empty*, piece, empty*, enemy) = {e1}"),
    ("| a knight | `leap 1, 2: empty \\| enemy` |", "(leap 1, 2 from b1: empty | enemy) = {a3, c3, d2}"),
    ("| a nightrider | `leap 1, 2: empty*, empty \\| enemy` |", "(leap 1, 2 from a2: empty*, empty | enemy) = {c3, b4, e4} and (leap 0, 1 from a1: empty*, empty | enemy) = {a2, a3, a4, b1}"),
    ("| a jump in draughts | `line diagonal: enemy as victim, empty` |", "(line diagonal from d1: enemy as victim, empty) = {} and (line orthogonal from a3: enemy as victim, empty) = {a5}"),
    ("| three steps over own pieces |", "(walk any up to 2 from b1: (empty | own)*, empty) = {a2, b2, c2, d1, d2, a3, b3, c3} - {a1}"),
]  # fmt: skip


@pytest.mark.parametrize("claim", [pytest.param(c, marks=sentence(p), id=c[:60]) for p, c in CLAIMS])
def test_paths_come_to_the_sites_that_their_patterns_say(kind: str, claim: str) -> None:
    assert claim in holding(kind, TABLE, [c for _, c in CLAIMS], POSITION)


@sentence("A walk must have such a bound")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("walk any: empty", "bad-path"),
        ("walk any up to 2: empty+", None),
        ("walk any length 2: empty+", None),
        ("walk any length 1..2: empty+", None),
    ],
)
def test_a_walk_must_have_a_bound(path: str, code: str | None) -> None:
    text = HEAD + f"move go by man, king\n  {path}\nturn: go\nlimit 9 moves: draw\n"
    assert codes(text) == ([code] if code else [])


@sentence("The path of a move has no `from`: it starts at the piece that moves.")
def test_the_path_of_a_move_starts_where_its_piece_stands(make) -> None:
    text = HEAD + "move go by man\n  line north: empty\nturn: go\n"
    assert moves(make(text).state({"pieces": {"a1": "Red man", "c3": "Red man"}})) == ["a1-a2", "c3-c4"]
    assert codes(text.replace("north:", "north from a1:")) == ["bad-path"]


@sentence(
    "A pattern must meet something.", "`empty*` alone is an error; a rook that goes any distance is `empty+`."
)
@pytest.mark.parametrize("pattern", ["empty*", "empty?", "empty*, own?", "(empty, own)*", "empty{0..3}"])
def test_a_pattern_that_may_meet_nothing_ends_nowhere_it_begins(kind: str, pattern: str) -> None:
    text = HEAD + f"move go by man, king\n  line any: {pattern}\nturn: go\nlimit 9 moves: draw\n"
    assert codes(text) == ["bad-path"]


@sentence(
    "| `S as NAME` | S, and binds the name |",
    "`as NAME` binds a name.",
    "Bound to one step, the name is the site.",
    "Bound to a repeated step or a group, it is the set of all sites matched.",
)
def test_names_are_bound_to_sites_or_sets(make) -> None:
    text = HEAD + (
        "field one of game: site or none\nfield n of game: 0..9\nfield lit of site: bool\n"
        "move go by man\n  line east: empty as first_met, empty+ as some_met, (enemy, empty) as pair, any\n"
        "  do one := first_met; n := count(some_met)\n     for s in pair do lit(s) := true\nturn: go\n"
    )
    state = make(text.replace("5 x 5", "8 x 1")).state({"pieces": {"a1": "Red man", "e1": "Blue man"}})
    assert moves(state) == ["a1-g1"]
    after = play(state, "a1-g1")
    assert (field(after, "one"), field(after, "n"), field(after, "lit")) == (
        "b1",
        2,
        {"e1": True, "f1": True},
    )


@sentence("Bound to a repeated step or a group, it is the set of all sites matched.")
def test_what_is_met_no_times_is_the_empty_set(make) -> None:
    text = (
        HEAD
        + "field n of game: 0..9 = 9\nmove go by man\n  line east: enemy* as foes, (own, own)? as friends, empty\n  do n := count(foes) + 2 * count(friends)\nturn: go\n"
    )
    engine = make(text)
    assert play(engine.state({"pieces": {"a1": "Red man"}}), "a1-b1").position()["fields"]["n"] == 0
    several = {"pieces": {"a1": "Red man", "b1": "Blue man", "c1": "Red king", "d1": "Red king"}}
    assert play(engine.state(several), "a1-e1").position()["fields"]["n"] == 5


@sentence("`as to` makes the site of a step the destination of a move whose path continues behind it.")
def test_as_to_makes_a_step_the_destination(make) -> None:
    text = HEAD + "move go by man\n  line north: empty as to, enemy\nturn: go\n"
    state = make(text).state({"pieces": {"a1": "Red man", "a3": "Blue man", "b1": "Red man"}})
    assert moves(state) == ["a1-a2"]
    assert pieces(play(state, "a1-a2")) == {"a2": "Red man", "a3": "Blue man", "b1": "Red man"}


@sentence(
    "A single site whose distance from the start is not fixed is a choice of the move.",
    "The notation of the move mentions it.",
)
def test_a_name_at_a_distance_that_is_not_fixed_is_a_choice(make) -> None:
    fixed = HEAD + "move go by man\n  line east: empty as one, empty, enemy as two\nturn: go\n"
    free = HEAD + "move go by man\n  line east: empty*, enemy as foe, empty+\n  do capture foe\nturn: go\n"
    position = {"pieces": {"a1": "Red man", "d1": "Blue man"}}
    assert moves(make(fixed).state(position)) == ["a1xd1"]
    state = make(free).state(position)
    assert moves(state) == ["a1xe1 d1"]
    assert [state.action_sites(a) for a in state.legal_actions()] == [(0, 4, 3)]


@sentence("It therefore binds no names except `as to` at its end.")
def test_walks_bind_no_names_but_to() -> None:
    text = HEAD + "move go by man, king\n  walk any up to 3: {}\nturn: go\nlimit 9 moves: draw\n"
    assert codes(text.format("empty as mid, empty")) == ["bad-binding"]
    assert codes(text.format("empty, empty as to")) == []


@sentence(
    "A leap whose pattern repeats no step meets one site, and its start where it meets that.",
    "A pattern of more steps could never match, so it is an error.",
)
@pytest.mark.parametrize(
    ("leap", "code"),
    [
        ("some leap 1, 2 from a1: empty, any", "bad-path"),
        ("some leap 1, 2 from a1: (empty, any)", "bad-path"),
        ("some leap 1, 2 from a1: empty?, any", None),
        ("some leap 1, 2: own, own", None),
        ("some leap 1, 2: own, own, own", "bad-path"),
        ("some leap 1, 2: own{3}", None),
        ("some leap north 2: own, own, own", "bad-path"),
        ("some leap north 2: own{3}", None),
    ],
)
def test_a_leap_that_does_not_repeat_meets_one_site(leap: str, code: str | None) -> None:
    text = (
        HEAD
        + f"action wait\n  where {leap}\nturn: wait or go\nmove go\n  leap 1, 2: any\nlimit 9 moves: draw\n"
    )
    assert [c for c in codes(text) if c == "bad-path"] == ([code] if code else [])
    assert codes(text.replace("leap 1, 2: any\n", "leap 1, 2: any, any\n"))[-1] == "bad-path"


@sentence(
    "Where `leap D A, E B` leads must be known for each player before the game begins",
    "A graph has no such leaps.",
)
def test_where_a_leap_leads_is_known_before_the_game_begins() -> None:
    head = "players Red facing north, Blue facing south\nboard square 5 x 5\nkinds man, king\n"
    rest = "turn: go\nlimit 9 moves: draw\n"
    assert not codes(head + "move go\n  leap forward 2, {west, north} 1: any\n" + rest)
    assert codes(head + "move go\n  leap forward(rival(mover)) 2: any\n" + rest) == ["not-static"]
    assert codes(head + "move go\n  leap east 1, west 1: any\n" + rest) == ["bad-path"]
    assert codes(head + "move go\n  leap east 0: any\n" + rest) == ["bad-path"]
    assert codes(head + "move go\n  leap eats 1: any\n" + rest) == ["unknown-direction"]
    graph = head.replace("square 5 x 5", "graph a1-b1-c1")
    assert codes(graph + "move go\n  leap east 2: any\n" + rest) == ["bad-path"]


@sentence(
    "This one ends on any empty site, and goes on only from those beside no enemy.",
    "The start is no step.",
)
def test_a_walk_stops_where_it_passes(make) -> None:
    text = (
        HEAD
        + "field lit of site: bool\nmove go by man\n  walk orthogonal up to 3: [it is empty and not lit(it)]*, empty\nturn: go\n"
    )
    position = {"pieces": {"a1": "Red man", "a2": "Blue man"}, "sites": {"lit": {"a1": True, "b1": True}}}
    assert moves(make(text).state(position)) == ["a1-b1"]
    assert moves(make(text).state(position | {"sites": {"lit": {"b2": True, "c1": True}}})) == [
        "a1-b1",
        "a1-b2",
        "a1-c1",
    ]


@sentence("| flanked discs | `line any from s: enemy+ as flipped, own` |")
def test_flanked_discs(make) -> None:
    text = (
        HEAD
        + "action put\n  choose s in sites where s is empty and some line any from s: enemy+, own\n  do for line any from s: enemy+ as flipped, own do\n       for p in flipped do owner(p) := mover\n     place man of mover on s\nturn: put\n"
    )
    state = make(text).state(
        {
            "pieces": {
                "b1": "Blue man",
                "c1": "Blue man",
                "d1": "Red man",
                "a2": "Blue man",
                "a3": "Red man",
                "b2": "Blue man",
            }
        }
    )
    after = pieces(play(state, "a1"))
    assert after == {
        "a1": "Red man",
        "b1": "Red man",
        "c1": "Red man",
        "d1": "Red man",
        "a2": "Red man",
        "a3": "Red man",
        "b2": "Blue man",
    }


@sentence("A piece that moves still occupies its start while its path is sought.")
def test_the_moving_piece_still_stands_on_its_start(make) -> None:
    text = (
        HEAD
        + "move go by man\n  walk orthogonal up to 4: empty*, [it is empty and count(own pieces) = 1 and from is own]\nturn: go\n"
    )
    assert "a1-a1" not in moves(make(text).state({"pieces": {"a1": "Red man"}}))
    ring = (
        HEAD.replace("square 5 x 5", "graph a1-b1-c1-d1")
        + "move go by man\n  line any: empty*, own, empty\nturn: go\n"
    )
    assert moves(make(ring).state({"pieces": {"a1": "Red man"}})) == []
    assert "a1-b2" in moves(make(text).state({"pieces": {"a1": "Red man"}}))


def test_a_name_in_a_leap_stands_for_a_site_and_in_a_repeated_step_for_a_set() -> None:
    text = (
        HEAD
        + "field mark of game: site or none\nmove hop by man\n  leap 1, 2: {} as there\n  do mark := there\nturn: hop\n"
    )
    assert codes(text.format("any")) == []
    assert codes(text.format("any+")) == ["type-mismatch"]


@sentence("A pattern has at most 1000 steps, each counted as often as it may be repeated.")
def test_a_pattern_has_not_too_many_steps() -> None:
    path = HEAD + "move go by man\n  line any: {}\nturn: go\n"
    assert codes(path.format("(own{2}, empty){333}")) == []
    for long in ("(own{2}, empty){334}", ", ".join(["empty"] * 1001), "own{1000}, empty"):
        assert codes(path.format(long)) == ["bad-range"]
