"""The head of a file, what extends another file, options, variants, `when`, and the players."""

from fractions import Fraction
from pathlib import Path

import bundled
import pytest

import gdl
import interpreter
from gdl.diagnostics.values import GameError
from gdl.files.options import read_value
from gdl.loader import examine
from interpreter import cli
from language.playing import HEAD, codes, found, holding, moves
from language.sentences import sentence

PUT = "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
ALWAYS = ["pass", "done"]  # the actions that every game has
GO = "move go by man\n  line any: empty\n"


def written(folder: Path, **files: str) -> dict[str, Path]:
    """Writes files; their paths by their names."""
    paths = {}
    for name, text in files.items():
        paths[name] = folder / f"{name}.gdl"
        paths[name].write_text(text)
    return paths


# ---- the head


@sentence(
    "The clause `game` gives the title.",
    "Indented lines under it are headings: `author`, `also`, `year`, `source`, `notes`,",
    "Each has a text or a number.",
)
def test_a_head_has_a_title_and_headings(tmp_path: Path) -> None:
    words = [
        "author",
        "also",
        "uci",
        "usi",
        "ucci",
        "year",
        "source",
        "notes",
        "rules",
        "version",
        "license",
        "link",
    ]  # and `language`
    head = (
        'game "Title of it"\n'
        + "".join(f'  {w} "text of {w}"\n' for w in words if w != "year")
        + "  year 1999\n"
    )
    game = gdl.load(written(tmp_path, headed=head + HEAD + PUT + "turn: put\n")["headed"])
    assert game.title == "Title of it"
    assert game.headings == {w: f"text of {w}" for w in words} | {"year": "1999"}
    assert codes('game "T"\n  inventor "X"\n' + HEAD + PUT + "turn: put\n") == ["unknown-heading"]


BASE = 'game "Base"\n' + HEAD + (
    "option size = 3 from 3, 4\noption quick = false\nfield n of game: 0..9\nlet twice(x: number) = 2 * x\n"
    "setup\n  place man of Red on a1\n  place man of Blue on e5\n"
    + PUT
    + GO
    + "turn: put or go\nphase late: go\nsettle after put\n  n := twice(1)\nsettle after go\n  n := 1\nsettle\n  n := n + size\n"
    "require n < 9\nprefer n = 0\nend draw when n = 8\nlimit 50 moves: draw\nclaim \"c\": never draw\n"
    "when quick\n  action rush\n    choose s in own man\n    do remove s\n"
    "looks\n  man \"m\"\n"
)  # fmt: skip


def of(folder: Path, text: str, base: str = BASE) -> gdl.Game:
    return gdl.load(written(folder, base=base, more=f'game "More" extends "base.gdl"\n{text}')["more"])


@sentence(
    "A file may **extend** another one and say only what differs.",
    "`extends` takes a path relative to it, or the name of a bundled game.",
)
def test_a_file_extends_another_one_or_a_bundled_game(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "base.gdl").write_text(BASE)
    (below / "more.gdl").write_text('game "More" extends "../base.gdl"\n')
    game = gdl.load(below / "more.gdl")
    assert [a.name for a in game.actions] == ["put", "go", *ALWAYS]
    assert game.title == "More"
    (below / "less.gdl").write_text('game "Less" extends "tic_tac_toe"\n')
    assert gdl.load(below / "less.gdl").board.sites == bundled.load("tic_tac_toe").board.sites
    (below / "none.gdl").write_text('game "None" extends "nothing_such"\n')
    assert [d.code for d in examine(below / "none.gdl")[1] if d.is_error] == ["unreadable-file"]


@sentence(
    "A clause of the extending file replaces the clause of the same name in the extended file.",
    "All other clauses are added.",
)
def test_a_clause_replaces_the_one_of_the_same_name(tmp_path: Path) -> None:
    game = of(
        tmp_path,
        "let twice(x: number) = 3 * x\nmove go by king\n  leap 1, 2: empty\naction wait\n  where n < 9\nfield n of game: 0..5\n",
    )
    assert [a.name for a in game.actions] == ["put", "go", "wait", *ALWAYS]
    assert game.action("go").kinds == (1,)
    assert game.fields["n"].bounds == (0, 5)
    assert "3 * x" in game.definitions["twice"].span.text


@sentence("Where a game has only one clause of a sort, it replaces that clause: `players`,")
@pytest.mark.parametrize(
    ("clause", "read", "before", "after"),
    [
        ("players A, B, C", lambda g: len(g.players), 2, 3),
        ("board square 6 x 6", lambda g: len(g.board.sites), 25, 36),
        ("kinds man, king, queen", lambda g: len(g.kinds), 2, 3),
        ("setup\n  place man of Red on b1", lambda g: len(g.setup), 2, 1),
        ("end\n  draw when n = 3\n  mover wins when n = 5", lambda g: len(g.ends), 1, 2),
        ("limit 60 moves: draw", lambda g: g.limit, 50, 60),
        ("looks\n  king \"K\"", lambda g: [look.glyph for look in g.looks], ["m"], ["K"]),
        ("turn: go", lambda g: g.turns["main"].offers[0].names, ("put", "go"), ("go",)),
        ("phase late: put", lambda g: g.turns["late"].offers[0].names, ("go",), ("put",)),
        ("settle after go\n  n := 2\n  n := 3", lambda g: [len(s.body) for s in g.settles], [1, 1, 1], [1, 2, 1]),
        ("settle\n  n := 2\n  n := 3", lambda g: [len(s.body) for s in g.settles], [1, 1, 1], [1, 1, 2]),
        ("settle after put, go\n  n := 2", lambda g: len(g.settles), 3, 4),
        ("require n < 8", lambda g: len(g.requires), 1, 2),
    ],
    ids=lambda v: v.split("\n")[0] if isinstance(v, str) else "",
)  # fmt: skip
def test_a_clause_of_which_there_is_one_replaces_the_other(
    tmp_path: Path, clause: str, read, before, after
) -> None:
    plain = of(tmp_path, "")
    text = "setup\n  place man of A on a1\n" if clause.startswith("players") else ""
    changed = of(tmp_path, f"{text}{clause}\n")
    assert (read(plain), read(changed)) == (before, after)


@sentence(
    "`without` takes clauses away from everything before it, `when` blocks, too, by name (of an action, definition, field or option) or by word (`claim`, `require`, `prefer`, ...).",
)
def test_without_takes_clauses_away(tmp_path: Path) -> None:
    assert [a.name for a in of(tmp_path, "without put\nturn: go\n").actions] == ["go", *ALWAYS]
    plain = of(tmp_path, "")
    assert (len(plain.claims), len(plain.requires), len(plain.prefers), len(plain.settles)) == (1, 1, 1, 3)
    less = of(tmp_path, "without claim, require, prefer, settle\n")
    assert (less.claims, less.requires, less.prefers, less.settles) == ((), (), (), ())
    assert "twice" not in of(tmp_path, "without twice, settle\n").definitions
    assert "n" not in of(tmp_path, "without n, settle, require, prefer, end\nend draw when full\n").fields
    paths = written(tmp_path, base=BASE, more='game "More" extends "base.gdl"\nwithout rush\n')
    assert [a.name for a in gdl.load(paths["more"], {"quick": True}).actions] == ["put", "go", *ALWAYS]


@sentence(
    "`without` takes clauses away from everything before it, `when` blocks, too, by name (of an action, definition, field or option) or by word (`claim`, `require`, `prefer`, ...)."
)
def test_without_does_not_touch_what_stands_behind_it(tmp_path: Path) -> None:
    assert len(of(tmp_path, "without require\nrequire n < 5\n").requires) == 1
    assert len(of(tmp_path, "require n < 5\n").requires) == 2


@sentence(
    "An action that is left out is also left out of the lists behind `after`.",
    "Other clauses that mention it must be rewritten.",
)
def test_what_follows_an_action_that_is_left_out_goes_with_it(tmp_path: Path) -> None:
    game = of(tmp_path, "without go\nturn: put\nphase late: put\n")
    assert [s.after for s in game.settles] == [("put",), ()]
    with pytest.raises(GameError) as caught:
        of(tmp_path, "without go\n")
    assert {d.code for d in caught.value.diagnostics} == {"unknown-action"}


@sentence(
    "An option that conditions ask for cannot be left out.",
    "Give it a single value instead: `option repetition = false only`.",
)
def test_an_option_that_is_asked_for_is_given_one_value(tmp_path: Path) -> None:
    with pytest.raises(GameError) as caught:
        of(tmp_path, "without quick\n")
    assert "option quick = false only" in caught.value.diagnostics[0].help
    game = of(tmp_path, "option quick = true only\n")
    assert {o.name: (o.value, o.values) for o in game.options}["quick"] == (True, (True,))


# ---- options


OPTIONS = (
    "option size = 4 from 4, 3..9 by 2\noption half = 0.5 from 0..2 by 0.5\noption pie = true\noption fixed = 7\n"
    "option scoring = area from area, territory\noption extra = none from none, some_word\noption wide = size + 1 from size + 1, size + 2\n"
)


@sentence(
    "`option NAME = DEFAULT from VALUES`",
    "numbers, and ranges of numbers (with a step after `by`);",
    "`true` and `false`;",
    "words of your own;",
    "`none`.",
)
@sentence("An **option** is a value that is chosen before the game begins.")
def test_options_have_values(tmp_path: Path) -> None:
    game = gdl.load(written(tmp_path, o=OPTIONS + HEAD + PUT + "turn: put\n")["o"])
    options = {o.name: o for o in game.options}
    assert (options["size"].value, options["size"].values) == (4, (4, 3, 5, 7, 9))
    assert [float(v) for v in options["half"].values] == [0, 0.5, 1, 1.5, 2]
    assert options["scoring"].symbols == ("area", "territory")
    assert options["scoring"].value == 0
    assert options["extra"].symbols == ("none", "some_word")


@sentence(
    "Without `from`, an option whose default is `true` or `false` may have either value.",
    "Any other option is then fixed.",
)
def test_without_from_only_truth_values_may_differ() -> None:
    text = OPTIONS + HEAD + PUT + "turn: put\n"
    assert codes(text, pie=False) == []
    assert codes(text, fixed=7) == []
    assert codes(text, fixed=8) == ["option-value"]
    assert codes(text, size=6) == ["option-value"]
    assert codes(text, size=9) == []


@sentence("An option may depend on options above it")
def test_an_option_depends_on_options_above_it(tmp_path: Path) -> None:
    path = written(tmp_path, o=OPTIONS + HEAD + PUT + "turn: put\n")["o"]
    for size in (3, 7):
        assert {o.name: o.values for o in gdl.load(path, {"size": size}).options}["wide"] == (
            size + 1,
            size + 2,
        )
    assert codes("option a = b + 1\noption b = 2\n" + HEAD + PUT + "turn: put\n") == ["not-static"]


@sentence("Any expression may use an option, because its value is known when the game is made.")
@sentence("An **option** is a value that is chosen before the game begins.")
def test_any_expression_may_use_an_option(kind: str) -> None:
    claims = [
        "size = 4",
        "half * 4 = 2",
        "pie",
        "scoring = area",
        "extra = none",
        "wide = 5",
        "count(1..size) = 4",
        "size < moves + 5",
    ]
    assert holding(kind, OPTIONS + HEAD, claims) == claims
    assert (
        codes(
            OPTIONS
            + HEAD.replace("5 x 5", "size x wide")
            + "field n of game: 0..size\n"
            + PUT
            + "turn: put\nlimit 5 * size moves: draw\n"
        )
        == []
    )


@sentence(
    "A **variant** is a preset of options.", "`variant NAME: OPTION = VALUE, ...` names a set of values."
)
def test_a_variant_names_values(tmp_path: Path) -> None:
    path = written(
        tmp_path, o=OPTIONS + "variant large: size = 9, scoring = territory\n" + HEAD + PUT + "turn: put\n"
    )["o"]
    large = {o.name: o.value for o in gdl.load(path, variant="large").options}
    assert (large["size"], large["scoring"], large["pie"]) == (9, 1, True)
    assert {o.name: o.value for o in gdl.load(path, {"size": 3}, "large").options}["size"] == 3
    assert {o.name: o.value for o in gdl.load(path).options}["size"] == 4
    assert [d.code for d in examine(path, variant="small")[1]] == ["unknown-variant"]


@sentence(
    "`when CONDITION` opens a block of clauses that are part of the game only if the",
    "`when CONDITION` opens a block of clauses that are part of the game only if the condition holds, which depends on options alone.",
)
def test_when_makes_clauses_depend_on_options(make) -> None:
    text = (
        OPTIONS
        + HEAD
        + PUT
        + "when pie and size > 4\n  action swap\n    choose n in 1..2\n  turn: swap\nwhen not (pie and size > 4)\n  turn: put\n"
    )
    assert moves(make(text, size=9).initial_state()) == ["1", "2"]
    assert len(moves(make(text, size=3).initial_state())) == 25
    assert len(moves(make(text, size=9, pie=False).initial_state())) == 25
    assert codes(HEAD + PUT + "turn: put\nwhen moves > 4\n  limit 9 moves: draw\n") == ["not-static"]


@sentence("On the command line, `--set NAME=VALUE` gives an option its value", "`--variant NAME` chooses it")
def test_options_are_given_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = OPTIONS + "variant large: size = 9\n" + HEAD.replace("5 x 5", "size x 1") + PUT + "turn: put\n"
    path = written(tmp_path, o=text)["o"]
    for given, count in (([], 4), (["--set", "size=7"], 7), (["--variant", "large"], 9)):
        with pytest.raises(SystemExit):
            cli.main(["moves", str(path), "--engine", "reference", *given])
        assert len(capsys.readouterr().out.splitlines()) == count


# ---- players


@sentence("`players` lists one to eight names, in the order of their turns.")
@pytest.mark.parametrize("n", [1, 2, 3, 8])
def test_players_act_in_the_order_of_their_names(make, n: int) -> None:
    names = "ABCDEFGH"[:n]
    state = make(
        f"players {', '.join(names)}\nfield n of game: 0..99\naction go\n  do n := n + 1\nturn: go\n"
    ).initial_state()
    assert [p.name for p in state.engine.game.players] == list(names)
    seats = []
    for _ in range(2 * n):
        seats.append(state.current_player)
        state = state.apply(state.legal_actions()[0])
    assert seats == [*range(n), *range(n)]
    nine = f"players {', '.join('ABCDEFGHI')}\n{HEAD.split(chr(10), 1)[1]}{PUT}turn: put\n"
    assert codes(nine) == ["bad-range"]


@sentence(
    "`facing` gives each player a direction: `north`, `northeast` and so on, or `up`",
    "The [relative directions](boards.md#relative-directions) such as `forward` need it.",
)
@pytest.mark.parametrize(
    ("facing", "board", "ahead"),
    [
        ("north", "square 3 x 3", "b3"), ("south", "square 3 x 3", "b1"), ("east", "square 3 x 3", "c2"), ("west", "square 3 x 3", "a2"),
        ("up", "square 3 x 3", "b3"), ("down", "square 3 x 3", "b1"), ("northeast", "hex 3 x 3", "c3"), ("west", "hex 3 x 3", "a2"),
    ],
)  # fmt: skip
def test_facing_gives_a_direction_to_each_player(make, facing: str, board: str, ahead: str) -> None:
    text = f"players A facing {facing}, B facing north\nboard {board}\nkinds man\nmove go by man\n  line forward: any\nturn: go\n"
    state = make(text).state({"pieces": {"b2": "A man"}})
    assert moves(state) == [f"b2-{ahead}"]
    assert codes(text.replace(f" facing {facing}", "").replace(" facing north", "")) == ["no-facing"]


@sentence(
    "With a range, `2..4 from` and the names, the number of players is the option `players`.",
    "Its default is the least number.",
    "The players whose names come first take part.",
)
def test_the_number_of_players_is_an_option(kind: str) -> None:
    text = "players 2..4 from A, B, C, D\nfield n of game: 0..9\naction go\n  do n := n + 1\nturn: go\n"
    for options, names in (
        ({}, "AB"),
        ({"players": 2}, "AB"),
        ({"players": 3}, "ABC"),
        ({"players": 4}, "ABCD"),
    ):
        game = gdl.loader.examine_source(gdl.source.Source("p.gdl", text), options)[0]
        assert game is not None
        assert "".join(p.name for p in game.players) == names
        state = (
            interpreter.engine(game, kind, keep=False).initial_state() if options == {"players": 3} else None
        )
        assert state is None or [
            s.current_player for s in (state, state.apply(state.legal_actions()[0]))
        ] == [0, 1]
    assert [d.code for d in found(text, players=5)] == ["option-value"]


@sentence("A list of numbers and ranges allows only these: `players 2, 3, 6 from` and six names.")
def test_only_the_numbers_of_players_that_are_listed_are_allowed(make) -> None:
    text = "players 2, 4..5 from A, B, C, D, E, F\nfield n of game: 0..9\naction go\n  do n := n + 1\nturn: go\nlimit 9 moves: draw\n"
    assert [len(make(text, players=n).game.players) for n in (2, 4, 5)] == [2, 4, 5]
    assert len(make(text).game.players) == 2
    assert [codes(text, players=n) for n in (3, 6)] == [["option-value"], ["option-value"]]
    assert codes(text.replace("4..5", "7")) == ["bad-range"]


@sentence(
    "An option may depend on options above it, and so may its values: `option goal = 5 from 1..size`.",
    "A value that is a set stands for its elements",
)
def test_the_values_of_an_option_may_depend_on_another_one(make) -> None:
    text = (
        (
            "option size = 5 from 3..8\noption goal = 3 from 1..size\noption is_small = true\n"
            "option first = (outer if is_small else middle) from {outer, inner} if is_small else {middle}\n"
            + HEAD
        )
        + "action go\n  where goal > 0 and first != inner\n  do remove a1\nturn: go else pass\nlimit 9 moves: draw\n"
    )

    def allowed(**options: object) -> tuple[int, tuple[str, ...]]:
        found = {o.name: o for o in make(text, **options).game.options}
        first = found["first"]
        return len(found["goal"].values), tuple(first.symbols[v] for v in first.values)

    assert allowed() == (5, ("outer", "inner"))
    assert allowed(size=8, is_small="false") == (8, ("middle",))
    assert codes(text, goal=5) == []
    assert codes(text, goal=5, size=4) == ["option-value"]
    assert codes(text, first="inner") == []
    assert codes(text, first="inner", is_small="false") == ["option-value"]


@sentence("`when players = 2` opens clauses for this number alone.")
def test_a_number_of_players_has_clauses_of_its_own(make) -> None:
    text = (
        "players 2, 4 from A, B, C, D\nkinds pawn\npool hand of player\n"
        "when players = 2\n  setup\n    for p in players do place pawn of p in hand(p) times 8\n"
        "when players = 4\n  setup\n    for p in players do place pawn of p in hand(p) times 5\n"
        "  phase dealing: rest\naction rest\n  where moves < 9\n  do phase := main\nturn: rest\nlimit 9 moves: draw\n"
    )
    for players, pawns, phases in ((2, 8, ("main",)), (4, 5, ("dealing", "main"))):
        state = make(text, players=players).initial_state()
        assert [len(held) for held in state.position()["pools"]["hand"].values()] == [pawns] * players
        assert make(text, players=players).game.phases == phases


@pytest.mark.parametrize(
    ("given", "domain", "value"),
    [
        (True, (True, False), True),
        (False, (True, False), False),
        ("yes", (True, False), True),
        ("OFF", (True, False), False),
        (1, (True, False), True),
        (1, (1, 2), 1),
        ("2", (1, 2), 2),
        (True, (1, 2), None),
        ("x", (1, 2), None),
        ("1/2", (Fraction(1, 2), 1), Fraction(1, 2)),
        (0.5, (1, Fraction(1, 2)), Fraction(1, 2)),
        ("Fast", ("fast", "slow"), "fast"),
        ("quick", ("fast", "slow"), None),
    ],
)
def test_a_setting_is_read_as_a_value_of_its_option(
    given: object, domain: tuple[object, ...], value: object
) -> None:
    found = read_value(given, domain)
    assert (found, type(found)) == (value, type(value))
