"""Positions, written down and read back; and the tests beside a game."""

import json
import re
from pathlib import Path

import pytest

from interpreter import cli
from interpreter.analysis import cases
from interpreter.analysis.case_schema import KEYS
from interpreter.analysis.cases import run_file
from interpreter.engines.errors import PositionError
from interpreter.play.lessons.cases import course, offers
from language.playing import HEAD, codes, engine_of, moves, play
from language.sentences import sentence

GAME = HEAD + (
    "pool hand of player\npool kept of player seen by owner\npool box of game\nfield level of piece: 0..9\nfield half of piece: 0..9\nfield land of site: player or none\nfield near of site: piece or none\n"
    "field gold of player: 0..9\nfield age of game: 0..9\nfield way of game: north_word, south_word\nfield last of game: site or none\nfield best of game: piece or none\n"
    "field share of game: 0..9\nposition same: pieces\n"
    "action go\n  choose n in 1..3\n  do age := n\n     if n = 3 do place man of mover in hand(mover)\naction ask\n  do then may follow(a1) or other\n     then turn of Red\n"
    "choice follow(s: site)\n  choose t in neighbours(s)\nchoice other\n  choose n in 7..8\nturn: go or ask\nphase late: go\nend mover wins when age = 2\n"
)
WRITTEN = {
    "to_move": "Blue",
    "pieces": {"a1": "Red man", "b2": "Blue king level=3 half=2", "c3": "man"},
    "sites": {"land": {"a2": "Red", "b2": "Blue"}, "near": {"e5": "a1"}},
    "pools": {
        "hand": {"Red": {"man": 2, "king": 1}, "Blue": ["man"]},
        "box": ["king", "man"],
        "kept": {"Red": ["Red man"]},
    },
    "fields": {
        "turn": 5,
        "moves": 6,
        "passes": 1,
        "phase": "late",
        "gold": {"Blue": 4},
        "age": 1,
        "last": "c4",
        "best": "b2",
        "way": "south_word",
    },
}


@sentence(
    "A position is a state written down, as a mapping in YAML or Python.",
    "Besides the fields of the game and of players, `fields` holds what every game counts:",
)
@sentence("`state.position()` gives the full position.", "Reading it back gives an equal state.")
def test_a_position_reads_back(make) -> None:
    engine = make(GAME)
    state = engine.state(WRITTEN)
    position = state.position()
    assert engine.state(position) == state
    assert engine.state(position).position() == position
    assert position["to_move"] == "Blue"
    assert position["pieces"] == WRITTEN["pieces"]
    assert position["sites"] == {"land": {"a2": "Red", "b2": "Blue"}, "near": {"e5": "a1"}}
    assert {k: position["fields"][k] for k in WRITTEN["fields"]} == WRITTEN["fields"]


@sentence("A position is a state written down, as a mapping in YAML or Python.")
def test_a_position_may_be_written_in_yaml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "g.gdl").write_text(GAME)
    (tmp_path / "p.yaml").write_text(
        "to_move: Blue\npieces:\n  b2: Red king level=2   # a comment\nfields: {age: 1}\n"
    )
    with pytest.raises(SystemExit):
        cli.main(
            [
                "show",
                str(tmp_path / "g.gdl"),
                "--engine",
                "reference",
                "--position",
                str(tmp_path / "p.yaml"),
                "--json",
            ]
        )
    shown = json.loads(capsys.readouterr().out)
    assert "Red king level=2" in str(shown)


@sentence("A piece is always a text, `[OWNER] KIND [field=value ...]`")
@pytest.mark.parametrize("text", ["Red man", "man", "Blue king level=3", "king level=2 half=1"])
def test_a_piece_is_a_text(make, text: str) -> None:
    assert make(GAME).state({"pieces": {"d4": text}}).position()["pieces"] == {"d4": text}
    for wrong in ("man Red", "Red", "Red man level", "Red man level=12", "level=2 Red man", ""):
        with pytest.raises(PositionError):
            make(GAME).state({"pieces": {"d4": wrong}})


def test_a_piece_names_another_that_stands_elsewhere(make) -> None:
    engine = make(GAME.replace("field half", "field ward of piece: piece or none\nfield half"))
    pieces = {"a1": "Red man ward=c3", "c3": "man"}
    position = engine.state({"pieces": pieces}).position()
    assert position["pieces"] == pieces
    assert engine.state(position).position()["pieces"] == pieces


@pytest.mark.parametrize("name", ["age", "gold"])
def test_a_name_that_the_game_has_not_is_told_with_those_it_has(make, name: str) -> None:
    with pytest.raises(PositionError) as told:
        make(GAME).state({"fields": {f"{name}s": 1}})
    assert f"`{name}`" in str(told.value) and "`level`" not in str(told.value)


@sentence("On a [stacking](boards.md#stacks) board, a site of several pieces has a list,")
def test_a_site_of_several_pieces_has_a_list(make) -> None:
    stacking = GAME.replace("5 x 5", "5 x 5 stacking")
    assert make(stacking).state({"pieces": {"a1": ["man", "Red king"]}}).position()["pieces"] == {
        "a1": ["man", "Red king"]
    }
    with pytest.raises(PositionError):
        make(GAME).state({"pieces": {"a1": ["man", "Red king"]}})


@sentence("A pool of the game is a list, one of players a mapping from players to lists.")
@sentence("The owner is left out where every piece that the rules put into a pool belongs")
def test_pools_are_lists_or_mappings(make) -> None:
    pools = make(GAME).state(WRITTEN).position()["pools"]
    assert sorted(pools["box"]) == ["king", "man"]
    assert sorted(pools["hand"]["Red"]) == ["king", "man", "man"]
    assert pools["hand"]["Blue"] == ["man"]
    assert pools["kept"]["Red"] == ["Red man"]  # no rule puts anything there
    assert make(GAME).state({"pools": {"hand": {"Red": ["man", "man"]}}}) == make(GAME).state(
        {"pools": {"hand": {"Red": {"man": 2}}}}
    )
    for wrong in ({"box": {"Red": ["man"]}}, {"hand": ["man"]}):
        with pytest.raises(PositionError):
            make(GAME).state({"pools": wrong})


@sentence(
    "Values are written as in the language.", "A piece is written as its site, and a fraction as `13/2`."
)
def test_values_are_written_as_in_the_language(make) -> None:
    text = (
        HEAD
        + "field best of game: piece or none\naction go\n  choose n in {0.5, 6.5}\n  do then answer(n)\nchoice answer(x: number)\n  choose i in 1..9 where i < x\nturn: go\n"
    )
    engine = engine_of(text, "reference")  # fractions that demands are given have no machine code
    state = play(engine.initial_state(), "go 6.5")
    assert state.position()["fields"]["pending"][0]["arguments"] == ["13/2"]
    assert engine.state(state.position()) == state
    assert make(GAME).state(WRITTEN).position()["fields"]["best"] == "b2"


OBSERVED = (
    GAME
    + "hide p in pieces from viewer where owner(p) = Red and viewer = Blue\nhide s in sites from viewer where rank(s) = 5 and viewer = Blue\n"
)


@sentence(
    "`state.observation(player)` gives an **observation**.",
    "`hidden` replaces what the player may not see:",
    "everything that stands on a site;",
    "a value;",
    "the kind of a piece (`White hidden`), with what is seen of it (`hidden suit=moon`);",
    "An observation has no `seed`.",
    "It cannot be read back",
)
@sentence("each hidden piece of a pool; hidden pieces come last in their pool, unless it is ordered.")
def test_an_observation_has_hidden_parts_and_cannot_be_read_back(make) -> None:
    engine = make(OBSERVED)
    state = engine.state(
        {
            "pieces": {"a1": "Red man", "b2": "Blue king", "c5": "Blue man"},
            "sites": {"land": {"c5": "Red", "a1": "Red"}},
            "pools": {"kept": {"Red": ["Red man", "Red king"], "Blue": ["Blue man"]}},
            "fields": {"seed": 4},
        }
    )
    seen = state.observation(1)
    assert seen["pieces"] == {"a1": "Red hidden", "b2": "Blue king", **{f"{f}5": "hidden" for f in "abcde"}}
    assert seen["sites"]["land"] == {"a1": "Red", **{f"{f}5": "hidden" for f in "abcde"}}
    assert [p.split()[-1] for p in seen["pools"]["kept"]["Red"]] == ["hidden", "hidden"]
    assert "seed" not in seen["fields"]
    with pytest.raises(PositionError):
        engine.state(seen)
    mixed = (
        HEAD
        + "pool open of player\nhide p in open(Red) from viewer where viewer = Blue and p is king\naction go\n  choose n in 1..2\nturn: go\n"
    )
    held = (
        make(mixed)
        .state({"pools": {"open": {"Red": ["Red king", "Red man", "Red king"]}}})
        .observation(1)["pools"]["open"]["Red"]
    )
    assert held == ["Red man", "Red hidden", "Red hidden"]


@sentence(
    "A position *replaces* the start.",
    "What it leaves out is empty or has its default: `to_move` is the first player,",
)
def test_a_position_replaces_the_start(make) -> None:
    text = (
        GAME
        + "setup\n  place man of Red on a1\n  age := 3\n  gold(Blue) := 5\n  place king in box\n  phase := late\n"
    )
    engine = make(text)
    assert engine.initial_state().position()["pieces"] == {"a1": "Red man"}
    assert moves(engine.initial_state()) == ["go 1", "go 2", "go 3"]  # the set-up begins in `late`
    empty = engine.state({})
    position = empty.position()
    assert (position["to_move"], position["pieces"], position["pools"]) == ("Red", {}, {})
    assert {k: v for k, v in position["fields"].items() if k in ("age", "gold", "phase")} == {}
    assert "ask" in moves(empty)  # what the turn offers in `main`


@sentence("An unknown site, kind or field is an error, told with its place.")
@pytest.mark.parametrize(
    ("position", "place"),
    [
        ({"pieces": {"z9": "man"}}, ("pieces", "z9")), ({"pieces": {"a1": "Red wizard"}}, ("pieces", "a1")), ({"pieces": {"a1": "man size=3"}}, ("pieces", "a1")),
        ({"fields": {"weather": 3}}, ("fields", "weather")), ({"sites": {"land": {"z9": "Red"}}}, ("sites", "land", "z9")), ({"sites": {"lend": {}}}, ("sites", "lend")),
        ({"pools": {"foot": []}}, ("pools", "foot")), ({"to_move": "Green"}, ("to_move",)), ({"fields": {"phase": "early"}}, ("fields", "phase")),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_unknown_is_an_error_with_its_place(make, position: dict, place: tuple) -> None:
    with pytest.raises(PositionError) as caught:
        make(GAME).state(position)
    assert caught.value.place == place


@sentence(
    "| `turn` | the number of the present turn | 1 |",
    "| `moves` | the number of actions made | `turn` - 1 |",
    "| `passes` | how many of the last actions in a row were passes | 0 |",
    "| `phase` | the phase | `main` |",
)
def test_counters_have_their_defaults(make) -> None:
    text = (
        HEAD
        + "field seen of game: 0..9999\naction go\n  choose i in {1, 2}\n  do seen := 100 * turn + 10 * moves + passes\nturn: go\nphase late: go or pass\n"
    )
    engine = make(text)

    def counted(fields: dict) -> int:
        state = engine.state({"fields": fields})
        return int(play(state, moves(state)[0]).position()["fields"]["seen"])

    assert counted({}) == 100
    assert counted({"turn": 7}) == 760
    assert counted({"turn": 7, "moves": 9, "passes": 3}) == 793
    assert "pass" in moves(engine.state({"fields": {"phase": "late"}}))
    assert "pass" not in moves(engine.state({}))


@sentence(
    "| `next` | the player who acts next, when `then turn of` has named one and",
    "| `pending` | demanded choices: a list of",
)
def test_what_waits_is_written_and_read(make) -> None:
    engine = make(GAME)
    state = play(engine.state({"to_move": "Blue"}), "ask")
    fields = state.position()["fields"]
    assert fields["next"] == "Red"
    (pending,) = fields["pending"]
    assert (pending["player"], pending["word"]) == ("Blue", "may")
    assert [c["action"] for c in pending["choices"]] == ["follow", "other"]
    assert pending["choices"][0]["arguments"] == ["a1"]
    again = engine.state({"to_move": "Blue", "fields": {"next": "Red", "moves": 1, "pending": [pending]}})
    assert moves(again) == moves(state) == ["a2", "b1", "done", "other 7", "other 8"]
    assert play(again, "done").current_player == 0
    single = engine.state(
        {"fields": {"pending": [{"player": "Red", "word": "", "action": "follow", "arguments": ["a1"]}]}}
    )
    assert moves(single) == ["a2", "b1"]
    must = engine.state(
        {"fields": {"pending": [{"player": "Red", "word": "must", "action": "other", "arguments": []}]}}
    )
    assert moves(must) == ["other 7", "other 8"]


@sentence("| `result` | of a game that is over: `{returns: {Red: 1, Blue: -1}, because: ...}`")
def test_the_result_is_written_and_read(make) -> None:
    engine = make(GAME)
    over = play(engine.state({}), "go 2")
    result = over.position()["fields"]["result"]
    assert result["returns"] == {"Red": 1, "Blue": -1}
    assert result["because"]
    again = engine.state(over.position())
    assert again.is_terminal
    assert again.returns == [1, -1]
    assert "result" not in engine.state({}).position()["fields"]


@sentence("| `seed` | the seed of all chance events | 0 |")
def test_the_seed_is_a_part_of_a_position(make) -> None:
    text = "players Red, Blue\nfield n of game: 0..9\naction roll\n  do random d in 1..6\n     n := d\nturn: roll\n"
    engine = make(text)
    rolled = [
        play(engine.state({"fields": {"seed": s}}), "roll").position()["fields"]["n"]
        for s in (0, 1, 2, 3, 4, 5)
    ]
    assert len(set(rolled)) > 1
    assert play(engine.state({}), "roll").position()["fields"]["n"] == rolled[0]


@sentence("| `history` | for each `position` clause the earlier positions, each as a")
def test_the_history_is_written_and_read(make) -> None:
    text = (
        HEAD
        + "position same: pieces, mover\nmove go by man\n  line any up to 1: empty\nturn: go\nend draw when repeated(same) = 2\n"
    )
    engine = make(text)
    state = play(engine.state({"pieces": {"a1": "Red man", "e5": "Blue man"}}), "a1-a2", "e5-e4", "a2-a1")
    history = state.position()["fields"]["history"]
    assert len(history["same"]) == 4
    assert all(re.fullmatch(r"[0-9a-f]{16}", str(n)) for n in history["same"]), history
    assert play(engine.state(state.position()), "e4-e5").is_terminal
    forgotten = {
        **state.position(),
        "fields": {k: v for k, v in state.position()["fields"].items() if k != "history"},
    }
    assert not play(engine.state(forgotten), "e4-e5").is_terminal


@sentence("A field of the game cannot have one of these names.")
@pytest.mark.parametrize(
    "name", ["turn", "moves", "passes", "phase", "next", "pending", "result", "seed", "history"]
)
def test_counters_cannot_be_fields_of_the_game(name: str) -> None:
    rest = "action go\n  choose i in 1..2\nturn: go\nlimit 9 moves: draw\n"
    assert codes(HEAD + f"field {name} of game: 0..9\n{rest}") == ["reserved-name"]


# ---- the tests beside a game

SLIDE = """game "Slide"
option size = 3 from 3..5
variant large: size = 5
players X, O
board square size x size
kinds mark
field n of game: 0..9

setup
  place mark of X on a1
  place mark of O on c3
move go
  line any: empty
  do n := n + 1 if n < 9 else 0
turn: go
end
  mover wins when some s in {a3}: s is own
  draw when moves = 5
"""


def run(
    folder: Path, cases: str, kind: str = "reference", game: str = "", **more: bool
) -> dict[str, list[str]]:
    (folder / "g.gdl").write_text(game or SLIDE)
    (folder / "g.yaml").write_text(cases)
    return {r.name: r.messages for r in run_file(folder / "g.gdl", kind, **more)}


HOLDING = """
- name: begins at the set-up
  means: look at all that is legal at first
  count: 3
  legal: [a1-a2, a1b1]
  illegal: [a1-a3, c3-c2]
  legal_exactly: [a1-a2, a1-b1, a1-b2]
- name: a larger board
  options: {size: 4}
  expect: {pieces: {a1: X mark, d4: none}}
  count: 3
- name: a variant
  variant: large
  holds: count(sites) = 25
- name: a position
  position: {to_move: O, pieces: {b2: O mark}, fields: {n: 4}}
  count: 8
  holds: mover = O and n = 4
- name: the start by name
  position: start
  after: a1-a2 c3-c2
  expect: {to_move: X, pieces: {a2: X mark, a1: none, c2: O mark}, fields: {n: 2, turn: 3}}
  winner: none
- name: a win
  after: [a1-a2, c3-c2, a2-a3]
  winner: X
  returns: [1, -1]
- name: a drawn game
  after: a1-b1 c3-c2 b1-a1 c2-c3 a1-b1
  winner: draw
  returns: [0, 0]
- name: counts
  perft: {1: 3, 2: 8}
- name: certain, without chance
  after: a1-a2
  odds: {mover = O: 1, b2 is X: 0}
- name: two moves to win
  position: {to_move: X, pieces: {a1: X mark, c1: O mark}}
  wins_in: 2
- name: alone
  position: {to_move: X, pieces: {a1: X mark, c1: O mark}}
  solve_in: 2
  goal: c3 is X
- name: easier and harder
  position: {to_move: X, pieces: {a1: X mark, c1: O mark}}
  solve_in: 2
  allowed: 3
  hints: false
  goal: c3 is X
  settings:
    easier: {allowed: 5, hints: true}
    harder: {position: {pieces: {a1: none, c1: none, b2: X mark}}, solve_in: 1}
"""


@sentence("`games/zola.yaml` holds the tests of `games/zola.gdl`: a list of cases")
@sentence(
    "| `name` | the name of the case |",
    "| `options`, `variant` | the options of the game under test |",
    "| `position` | the [position](positions.md) in which the case begins; the",
)
@sentence(
    "| `after` | moves that are made first",
    "| `legal`, `illegal` |",
    "| `legal_exactly` | all legal moves |",
    "| `count` | the number of legal moves |",
)
@sentence(
    "| `expect` | parts of a position that must hold; `none` for what must be",
    "| `holds` | a condition of the language",
    "| `winner` | a player, a list of players, `draw`, or `none` while the game is not over |",
    "| `returns` | one number for each player |",
)
@sentence(
    "| `perft` | for each depth, the number of sequences of that many actions; a",
    "| `wins_in` |",
    "| `solve_in`, `goal` |",
    "| `allowed` | how many moves a learner has in a [lesson](../browser.md#lessons)",
    "| `hints` | `false`: a lesson without hints, and without a verdict before its end |",
    "| `settings` | easier and harder settings of a lesson, by name |",
)
def test_cases_that_hold_pass(tmp_path: Path, kind: str) -> None:
    found = run(tmp_path, HOLDING, kind)
    assert len(found) == 12
    assert found == {key: [] for key in found}


WRONG = [
    ("count: 4", "| `count` |"), ("legal: [a1-a3]", "| `legal`, `illegal` |"), ("illegal: [a1-a2]", "| `legal`, `illegal` |"), ("legal_exactly: [a1-a2, a1-b1]", "| `legal_exactly` |"),
    ("legal_exactly: [a1-a2, a1-b1, a1-b2, a1-a3]", "| `legal_exactly` |"), ("options: {size: 4}\n  count: 4", "| `options`, `variant` |"), ("variant: large\n  holds: count(sites) = 9", "| `options`, `variant` |"),
    ("position: {pieces: {b2: X mark}}\n  count: 3", "| `position` |"), ("after: a1-a2\n  expect: {pieces: {a1: X mark}}", "| `after` |"), ("after: a1-a3\n  count: 3", "| `after` |"),
    ("expect: {pieces: {a1: none}}", "| `expect` |"), ("expect: {pieces: {b1: X mark}}", "| `expect` |"), ("expect: {fields: {turn: 2}}", "| `expect` |"), ("expect: {to_move: O}", "| `expect` |"),
    ("holds: mover = O", "| `holds` |"), ("winner: X", "| `winner` |"), ("winner: draw", "| `winner` |"), ("winner: [X, O]", "| `winner` |"), ("after: [a1-a2, c3-c2, a2-a3]\n  winner: none", "| `winner` |"),
    ("after: [a1-a2, c3-c2, a2-a3]\n  winner: O", "| `winner` |"), ("after: [a1-a2, c3-c2, a2-a3]\n  returns: [-1, 1]", "| `returns` |"), ("perft: {1: 4}", "| `perft` |"), ("perft: {1: 3, 2: 10}", "| `perft` |"),
    ("position: {to_move: X, pieces: {a1: X mark, c1: O mark}}\n  wins_in: 3", "| `wins_in` |"), ("position: {to_move: X, pieces: {a1: X mark, c1: O mark}}\n  wins_in: 1", "| `wins_in` |"),
    ("position: {to_move: X, pieces: {a1: X mark, c1: O mark}}\n  solve_in: 1\n  goal: c3 is X", "| `solve_in`, `goal` |"), ("position: {to_move: X, pieces: {a1: X mark, c1: O mark}}\n  solve_in: 3\n  goal: c3 is X", "| `solve_in`, `goal` |"),
]  # fmt: skip


@pytest.mark.parametrize(
    "case", [pytest.param(c, marks=sentence(p), id=c.replace("\n ", ";")) for c, p in WRONG]
)
def test_a_case_that_does_not_hold_fails(tmp_path: Path, case: str) -> None:
    (messages,) = run(tmp_path, f"- name: wrong\n  {case}\n").values()
    assert len(messages) == 1


def test_every_key_of_a_case_is_tested() -> None:
    tested = set(re.findall(r"\b(\w+):", HOLDING)) | {"slow", "offered"}
    assert set(KEYS) <= tested


@sentence(
    "A case with a task (`solve_in`, `wins_in` or `legal_exactly`) can have settings",
    "Each has a name and says what differs: `position`, `options`, `variant`, `after`, `means`, the task, `goal`, `allowed`, `hints` and `slow`.",
    "Its position is laid over that of the case, and `none` takes away.",
    "`gdl test` proves the task of each setting, too.",
)
def test_a_setting_is_the_puzzle_with_what_differs_and_is_proved(tmp_path: Path) -> None:
    case = "- name: one\n  position: {to_move: X, pieces: {a1: X mark, c1: O mark}}\n  solve_in: 2\n  goal: c3 is X\n  settings:\n"
    nearer = "position: {pieces: {a1: none, b2: X mark}}"
    assert run(tmp_path, f"{case}    harder: {{{nearer}, solve_in: 1, means: Go there.}}\n") == {"one": []}
    (wrong,) = run(tmp_path, f"{case}    harder: {{{nearer}}}\n")["one"]
    assert "it is reached in 1 (in the setting `harder`)" in wrong


@sentence("can have settings, which a [lesson](../browser.md#lessons) offers.")
def test_every_lesson_has_an_easier_and_a_harder_setting(tmp_path: Path) -> None:
    case = "- name: one\n  position: {to_move: X, pieces: {a1: X mark, c1: O mark}}\n  solve_in: 2\n  goal: c3 is X\n"
    run(tmp_path, case)
    (lesson,) = course(next(tmp_path.glob("*.gdl")))
    assert [(v.setting, v.moves, v.is_helped) for v in lesson.others] == [
        ("easier", 3, True),
        ("harder", 2, False),
    ]
    run(tmp_path, f"{case}  settings: {{harder: {{solve_in: 2, allowed: 2, means: Only two.}}}}\n")
    (lesson,) = course(next(tmp_path.glob("*.gdl")))
    assert [(v.setting, v.means) for v in lesson.others] == [("easier", ""), ("harder", "Only two.")]


@sentence(
    "| `slow` | `true`: the case runs only with the slow cases |",
    "a count followed by `slow` runs with the slow cases",
)
def test_slow_cases_run_only_with_the_slow_ones(tmp_path: Path) -> None:
    cases = "- name: deep\n  slow: true\n  count: 99\n- name: counts\n  perft: {1: 3, 2: 99 slow}\n"
    assert run(tmp_path, cases) == {"counts": []}
    found = run(tmp_path, cases, include_slow=True)
    assert set(found) == {"deep", "counts"}
    assert all(found.values())


@sentence(
    "| `offered` | `true`: players may begin here, as on a map; the game must not be over there |",
    "A case with `offered: true` need not ask anything else.",
    "Its name and its `means` are offered when a table is opened in the browser; `gdl play GAME --position NAME` begins there, and `--position ?` lists the names.",
)
def test_offered_cases_ask_nothing_and_name_where_players_may_begin(tmp_path: Path) -> None:
    cases = "- name: here\n  means: As on a map.\n  offered: true\n  position: {to_move: O, pieces: {b2: O mark}, fields: {n: 4}}\n"
    assert run(tmp_path, cases) == {"here": []}
    (offer,) = offers(next(tmp_path.glob("*.gdl")))
    assert (offer.name, offer.means) == ("here", "As on a map.")


@sentence(
    "A list of moves is a YAML list, or one text with blanks between the moves.",
    "Moves are read [as in play](notation.md#how-actions-may-be-typed): blanks and case do not matter.",
    "the sites alone, where they name one action;",
)
def test_a_list_of_moves_is_a_list_or_a_text(tmp_path: Path) -> None:
    lists = "- name: one\n  legal: a1-a2 a1-b1\n- name: two\n  legal: [a1-a2, a1 b1, GO A1-B2, a1xb2, 'a1 - a2']\n"
    assert run(tmp_path, lists) == {"one": [], "two": []}


@sentence(
    "A case must ask something, and it must be possible: a site, field, pool, player or kind that the game does not have is an error, even where `none` is expected.",
)
@pytest.mark.parametrize(
    "case",
    [
        "options: {size: 4}",
        "expect: {pieces: {z9: none}}",
        "expect: {fields: {m: none}}",
        "expect: {pools: {hand: none}}",
        "expect: {pieces: {a1: Y mark}}",
        "expect: {pieces: {a1: X stone}}",
        "expect: {}",
    ],
)
def test_a_case_asks_something_that_could_be_so(tmp_path: Path, case: str) -> None:
    try:
        found = run(tmp_path, f"- name: wrong\n  {case}\n")["wrong"]
    except PositionError as error:
        found = [str(error)]
    assert len(found) == 1
    assert "g.yaml:" in found[0]


@sentence(
    "`gdl test` runs them on the native engine, or on the other one with `--engine reference`;",
    "a list of cases.",
)
def test_gdl_test_runs_the_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, HOLDING)
    (tmp_path / "h.gdl").write_text(SLIDE)
    (tmp_path / "h.yaml").write_text("- name: wrong\n  count: 99\n")
    for options in ([], ["--engine", "reference"]):
        with pytest.raises(SystemExit) as stop:
            cli.main(["test", str(tmp_path), *options])
        out, err = capsys.readouterr()
        said = out + err
        assert stop.value.code == 1
        assert said.index("g.yaml: 12 passed") < said.index("h.yaml: 0 passed, 1 failed")


@sentence("A case of the wrong form fails, too, and the others run.")
def test_a_case_of_the_wrong_form_fails_alone_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text(GAME)
    (tmp_path / "g.yaml").write_text("- name: odd\n  counts: 3\n- 7\n- name: sound\n  holds: moves = 0\n")
    found = list(cases.run_file(tmp_path / "g.gdl"))
    assert [(r.name, r.passed) for r in found] == [("odd", False), ("case 2", False), ("sound", True)]
    assert "g.yaml:2:3: a case has no part `counts`" in found[0].messages[0]


def test_a_case_whose_text_is_broken_fails_alone_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text(GAME)
    (tmp_path / "g.yaml").write_text(
        "# cases\n- name: twice\n  count: 3\n  count: 4\n- name: open\n  legal: [a1\n- name: sound\n  holds: moves = 0\n"
    )
    found = list(cases.run_file(tmp_path / "g.gdl"))
    assert [(r.name, r.passed) for r in found] == [("twice", False), ("open", False), ("sound", True)]
    assert found[0].messages == [f"{tmp_path / 'g.yaml'}:4:3: `count` is given twice"]
    assert "g.yaml:6:10: this is not YAML: the list that begins here is not closed" in found[1].messages[0]


@sentence(
    "In `expect`, a list, `[disc, mark]`, or a number for each, `{disc: 1, mark: 1}`, says what is in a pool; a list of an ordered pool is in its order.",
    "What equals its default may be expected, although a position leaves it out",
    "Where an expected board differs, the first difference is drawn as two boards.",
    "A case fails after 60 seconds of processor time, with `--slow` after an hour, or as `--seconds` says.",
)
def test_what_is_expected_may_be_written_in_several_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "g.gdl").write_text(GAME)
    position = "position: {pools: {box: [king, man]}, pieces: {a1: Red man}}"
    (tmp_path / "g.yaml").write_text(
        f"- name: same\n  {position}\n  expect: {{pools: {{box: [man, king]}}, fields: {{phase: main, gold: {{Red: 0}}}}}}\n"
        f"- name: counts\n  {position}\n  expect: {{pools: {{box: {{man: 1, king: 1}}}}}}\n"
        f"- name: other\n  {position}\n  expect: {{pieces: {{b2: Red man}}}}\n"
    )
    limits: list[object] = []
    is_done = cases.is_done_within
    monkeypatch.setattr(cases, "is_done_within", lambda s, work: limits.append(s) or is_done(s, work))
    for options in ([], ["--slow"], ["--seconds", "7"]):
        with pytest.raises(SystemExit):
            cli.main(["test", str(tmp_path / "g.gdl"), *options])
        out = capsys.readouterr().out
        assert "2 passed, 1 failed" in out
        assert "FAILED" in out
        assert [line.split() for line in out.splitlines()].count(["expected", "got"]) == 1
    assert limits == [60] * 3 + [3600] * 3 + [7] * 3


DICE = """game "Dice"
players X, O
field a of game: 0..6
field b of game: 0..6
setup
  random first in players
  then turn of first
action roll
  do random i in 1..6
     random j in 1..6
     a := i; b := j
action stay
turn: roll or stay
end draw when moves = 2
"""


@sentence(
    "| `odds` | conditions with their probabilities: how likely each holds after the last move of `after`, or in the set-up",
    "A probability is a number or a fraction.",
    "It is computed from all ways of chance, so it is exact; other keys ask about the way that is drawn.",
)
@sentence("The `odds` of a [test](tests.md) say how likely something is.")
@pytest.mark.parametrize(
    ("case", "answers"),
    [
        ("after: [roll], odds: {a = b: 1/6, a + b = 7: 0.16666666666666666, a > 0: 1, a = 0: 0}", []),
        ("odds: {mover = X: 1/2}", []),
        ("after: [stay], odds: {a = 0: 1}", []),
        ("after: [roll, roll], odds: {a = 6 and b = 6: 1/36}", []),
        ("after: [roll], odds: {a = b: 1/7}", ["2:25: expected that `a = b` comes with probability 1/7, but it is 1/6"]),
        ("after: [roll], odds: {a = b: 1.5}", ["2:25: `odds` gives the probability of each condition"]),
        ("after: [roll], odds: {a = b: often}", ["2:25: `odds` gives the probability of each condition"]),
        ("after: [roll], odds: {c = b: 1}", ["2:25: condition:1:1: error[unknown-name]"]),
        ("position: {to_move: X}, odds: {a = b: 1}", ["`odds` is about what comes of the last move"]),
    ],
)  # fmt: skip
def test_odds_say_how_likely_something_is(tmp_path: Path, kind: str, case: str, answers: list[str]) -> None:
    (found,) = run(tmp_path, f"- {{name: dice,\n  {case}}}\n", kind, DICE).values()
    assert len(found) == len(answers)
    assert all(answer in message for answer, message in zip(answers, found, strict=True)), found


@sentence("In a field of a piece, `b2:1` is the lowest piece on b2, and `hand:Red` the first of Red's hand.")
@pytest.mark.parametrize(("written", "held"), [("b2:1", "man"), ("b2", "king"), ("hand:Red", "king")])
def test_a_piece_in_a_field_of_a_piece_is_named_by_its_place(make, written: str, held: str) -> None:
    game = HEAD.replace("board square 5 x 5", "board square 5 x 5 stacking") + (
        "pool hand of player\nfield pal of piece: piece or none\nfield found of game: kind or none\n"
        "action look\n  do found := kind(pal(piece(a1)))\nturn: look\n"
    )
    state = make(game).state({
        "pieces": {"a1": f"Red man pal={written}", "b2": ["Red man", "Blue king"]},
        "pools": {"hand": {"Red": ["king", "man"]}},
    })  # fmt: skip
    assert play(state, "look").position()["fields"]["found"] == held
