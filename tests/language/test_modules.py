"""Modules: files of clauses that several games use."""

from pathlib import Path

import bundled
import pytest

import gdl
from gdl.diagnostics.values import GameError
from gdl.files.differences import differences
from gdl.files.resolver import Resolved
from gdl.loader import bundled_games, bundled_modules, examine, find, load_rules, modules_directory
from gdl.tree import syntax
from interpreter import cli
from language.sentences import sentence

MODULE = """-- counting
let goal: number
let judge(p: player): bool
option factor = 2 from 1..3
field counted of game: 0..50
let twice(n: number) = factor * n
settle
  counted := min(counted + 1, 50)
require counted < 50
end draw when counted >= goal and judge(mover)
"""
GAME = """players Red, Blue
board square 3 x 3
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put else draw
settle
  if moves = 99 do remove a1
end draw when full
"""
GIVEN = "let goal = twice(3)\nlet judge(p: player) = some pieces of p\n"

BUNDLED = [
    "area",
    "auction",
    "castling",
    "chains",
    "custodial",
    "dice",
    "drops",
    "flips",
    "hands",
    "jumps",
    "lineup",
    "melds",
    "pawns",
    "perpetual_check",
    "placing",
    "rows",
    "royal",
    "shuffled",
    "sowing",
    "star_points",
    "stones",
    "superko",
    "tables",
    "tricks",
]


def made(folder: Path, text: str, **files: str) -> gdl.Game:
    """A game that may use `counting` and other files."""
    for name, content in {"counting": MODULE, "game": text, **files}.items():
        (folder / f"{name}.gdl").write_text(content)
    return gdl.load(folder / "game.gdl")


@sentence(
    "A **module** is a file of clauses that several games share, such as attack and check.",
    "`use` makes its clauses part of a game.",
    "`use` takes a path relative to the file, with or without its ending, or the name of a bundled module.",
)
def test_a_game_has_the_clauses_of_its_modules(tmp_path: Path) -> None:
    for name in ("counting", "counting.gdl"):
        game = made(tmp_path, f'use "{name}"\n' + GIVEN + GAME)
        assert "counted" in game.fields
        assert [o.name for o in game.options] == ["factor"]
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "game.gdl").write_text('use "../counting"\n' + GIVEN + GAME)
    assert "counted" in gdl.load(tmp_path / "below" / "game.gdl").fields
    assert "place" in [a.name for a in bundled.load("y").actions]


@sentence("The clauses of a module stand before those of the file.")
def test_the_clauses_of_a_module_stand_first(tmp_path: Path) -> None:
    game = made(tmp_path, GAME + 'use "counting"\n' + GIVEN)
    assert [e.span.source.name.endswith("counting.gdl") for e in game.ends] == [True, False]


@sentence("A module may use others.")
def test_a_module_uses_another_one(tmp_path: Path) -> None:
    more = 'use "counting"\nlet goal = 7\nlet judge(p: player) = true\n'
    assert "counted" in made(tmp_path, 'use "more"\n' + GAME, more=more).fields
    (tmp_path / "half.gdl").write_text(
        'use "counting"\nlet goal = 7\nlet more = goal + 1\n'
    )  # it leaves `judge` to its users
    assert not gdl.examine(tmp_path / "half.gdl")[1]


@sentence("One that is used twice, by a game and by a file that it extends, counts once.")
def test_a_module_counts_once(tmp_path: Path) -> None:
    base = 'game "Base"\nuse "counting"\n' + GIVEN + GAME
    game = made(tmp_path, 'game "More" extends "base.gdl"\nuse "counting"\n', base=base)
    assert (len(game.settles), len(game.ends), len(game.requires)) == (2, 2, 1)


@sentence("A clause of the file with a name replaces the clause of that name in the module.")
def test_a_clause_of_the_file_replaces_that_of_the_module(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        'use "counting"\nlet twice(n: number) = n + n\nfield counted of game: 0..60\n' + GIVEN + GAME,
    )
    assert game.fields["counted"].bounds == (0, 60)
    assert game.definitions["twice"].span.source.name.endswith("game.gdl")


@sentence(
    "Settlings, requirements, preferences, ends, tables of kinds, set-ups and looks of a module are added to those of the file."
)
def test_what_has_no_name_is_added(tmp_path: Path) -> None:
    module = MODULE + (
        'prefer counted = 0\nkinds  worth\n  king   3\nsetup\n  place king of Red on c3\nlooks\n  king "K"\n'
    )
    text = (
        'use "rich"\n'
        + GIVEN
        + GAME
        + 'setup\n  place man of Red on a1\nprefer counted = 1\nrequire counted < 40\nlooks\n  man "m"\n'
    )
    game = made(tmp_path, text, rich=module)
    counts = (len(game.settles), len(game.requires), len(game.prefers), len(game.ends), len(game.setup))
    assert counts == (2, 2, 2, 2, 2)
    assert ([k.name for k in game.kinds], [look.glyph for look in game.looks]) == (
        ["king", "man"],
        ["K", "m"],
    )
    child = 'game "Child" extends "game.gdl"\nend draw when moves = 5\nkinds man, elf\nsetup\n  place man of Red on b1\n'
    (tmp_path / "child.gdl").write_text(child)
    game = gdl.load(tmp_path / "child.gdl")
    assert ([k.name for k in game.kinds], len(game.setup)) == (["king", "man", "elf"], 2)


@sentence(
    "Where another file extends that file and writes `end`, its ends replace those of the modules, too."
)
def test_ends_of_a_child_replace_those_of_modules(tmp_path: Path) -> None:
    assert len(made(tmp_path, 'use "counting"\n' + GIVEN + GAME).ends) == 2
    child = tmp_path / "child.gdl"
    child.write_text('game "Child" extends "game.gdl"\nend draw when moves = 5\n')
    assert [e.condition.span.text for e in gdl.load(child).ends] == ["moves = 5"]
    child.write_text('game "Child" extends "game.gdl"\nend + draw when moves = 5\n')
    assert len(gdl.load(child).ends) == 3


@sentence(
    "[Changes](files.md#changes) and `without` apply to the clauses of modules as to those of an extended file."
)
def test_changes_and_without_apply_to_modules(tmp_path: Path) -> None:
    text = 'use "sorts"\nuse "counting"\nwithout require\nlet sorts + {man}\n' + GIVEN + GAME
    game = made(tmp_path, text, sorts="let sorts = {man}\nrequire moves < 70\n")
    assert game.requires == ()
    lets = [c for c in load_rules(tmp_path / "game.gdl").resolved.clauses if isinstance(c, syntax.Let)]
    (found,) = (c.value for c in lets if c.name.name == "sorts")
    assert isinstance(found, syntax.Binary)


@sentence("Two modules may not define the same name.")
def test_two_modules_of_one_name_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="two modules define `twice`"):
        made(tmp_path, 'use "counting"\nuse "other"\n' + GIVEN + GAME, other="let twice(n: number) = 2 * n\n")


@sentence(
    "`let NAME: TYPE` without a value is what a file that uses the module must define.",
    "With parameters it is `let NAME(PARAMETERS): TYPE`.",
)
def test_what_a_module_asks_for_must_be_defined(tmp_path: Path) -> None:
    with pytest.raises(GameError) as raised:
        made(tmp_path, 'use "counting"\nlet goal = 3\n' + GAME)
    (found,) = raised.value.diagnostics
    assert found.message == "this module asks for `judge`, and nothing here defines it"
    assert found.help == "write `let judge(p: player) = ...`"
    for wrong in ("let judge = true", "let judge(p: player) = 3", "let judge(s: site) = true"):
        with pytest.raises(GameError, match="`judge` is not what the module asks for"):
            made(tmp_path, f'use "counting"\nlet goal = 3\n{wrong}\n' + GAME)


@sentence("What is read only by clauses that the file replaces or leaves out need not be defined.")
@pytest.mark.parametrize(
    "rest", ["let is_due = moves > 3\n", "let is_due = due > 3\nlet due = moves\n", "without is_due, end\n"]
)
def test_what_nothing_reads_any_more_is_not_asked_for(tmp_path: Path, rest: str) -> None:
    asking = "let due: number\nlet is_due = due > 5\nend draw when is_due\n"
    made(tmp_path, 'use "asking"\n' + rest + GAME, asking=asking)
    with pytest.raises(GameError, match="this module asks for `due`, and nothing here defines it"):
        made(tmp_path, 'use "asking"\n' + GAME, asking=asking)


@sentence(
    "A definition of the file, a definition of another module, a column, a field or a pool of that name will do, and for a kind"
)
def test_a_definition_a_module_a_column_a_field_a_pool_or_a_kind_will_do(tmp_path: Path) -> None:
    ask = "let man: kind\nlet judge(p: player): bool\nlet weight(k: piece): number\nlet due: number\n"
    asking = ask + "end draw when (some m in man of mover: weight(m) > due) and judge(mover)\n"
    text = 'use "asking"\nuse "judges"\nfield due of game: 0..5\n' + GAME.replace(
        "kinds man\n", "kinds  weight\n  man  2\n"
    )
    assert len(made(tmp_path, text, asking=asking, judges="let judge(p: player) = true\n").ends) == 2
    holding = (
        "let cost(k: kind): number\nlet held: pieces\nend draw when sum(cost(kind(c)) for c in held) > 5\n"
    )
    pooled = 'use "holding"\npool held of game\n' + GAME.replace(
        "kinds man\n", "kinds each cost in {1 as one, 2 as two}\n"
    )
    assert len(made(tmp_path, pooled.replace("place man", "place one"), holding=holding).ends) == 2


@sentence(
    "Where a module asks for a kind and the file gives it by name, as in `let royal = king`, the kind stands in place of"
)
def test_a_kind_stands_in_place_of_its_name(tmp_path: Path) -> None:
    asking = "let hero: kind\nend draw when no hero of mover and moves > 9\n"
    game = made(tmp_path, 'use "asking"\nlet hero = man\n' + GAME, asking=asking)
    assert "hero" not in game.definitions
    plain = GAME.replace(
        "end draw when full", "end\n  draw when no man of mover and moves > 9\n  draw when full"
    )
    (tmp_path / "plain.gdl").write_text(plain)
    assert differences(load_rules(tmp_path / "plain.gdl"), load_rules(tmp_path / "game.gdl")) == []


@sentence(
    "A file without `game`, `players`, `board`, `kinds`, `setup` and `turn` is a module, and so is one with a `setup` that asks for something."
)
def test_a_module_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="is a module"):
        made(tmp_path, MODULE)
    assert examine(tmp_path / "game.gdl") == (None, ())
    with pytest.raises(GameError, match="is a module"):
        made(tmp_path, MODULE + "setup\n  counted := 1\n")
    with pytest.raises(GameError, match="no `players`"):
        made(tmp_path, "let two = 2\nsetup\n  remove a1\n")


@sentence("A module has no `players`, `board`, `turn`, `phase`, `variant`, `limit` and `without`.")
@pytest.mark.parametrize(
    "clause",
    ["players A, B", "board hex side 3", "turn: put", "phase late: put", "variant v: factor = 1", "limit 9 moves: draw", "without twice"],
)  # fmt: skip
def test_a_module_has_no_clause_of_a_game(tmp_path: Path, clause: str) -> None:
    with pytest.raises(GameError, match=f"a module has no `{clause.split()[0].rstrip(':')}`"):
        made(tmp_path, 'use "odd"\n' + GIVEN + GAME, odd=MODULE + clause + "\n")


@sentence("`gdl check` checks a module in a small game that gives it what it asks for.")
def test_a_module_is_checked_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "odd.gdl"
    path.write_text(MODULE)
    assert examine(path) == (None, ())
    path.write_text(MODULE + "let worse = twice(true)\n")
    (found,) = examine(path)[1]
    assert (found.code, found.span.source.name) == ("type-mismatch", str(path))


@sentence("`gdl fmt --expand` writes a file without modules: their clauses stand in place of `use`.")
@pytest.mark.parametrize("name", [n for n in bundled_games() if "\nuse " in find(n).read_text("utf-8")])
def test_a_file_is_written_without_modules(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["fmt", "--expand", "--stdout", str(find(name))])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "\nuse " not in text
    (tmp_path / "whole.gdl").write_text(text)
    assert differences(load_rules(name), load_rules(tmp_path / "whole.gdl")) == []


def used(resolved: Resolved) -> set[str]:
    return {Path(name).stem for name in resolved.used}


@pytest.mark.thorough
@sentence(
    "| `area` | `score`: the sites that a player's stones reach and the rival's do not, with `komi`; the end by two passes | |",
    "| `auction` | `price`, `bidder` and `is_out`, `drop_out` and who is passed over, `is_sold`, the effects `bid_up` and `reopen`, the option `most_bid` | |",
    "| `castling` | the field `castles` of rooks, the action `castle`, the effects `rooks_may_castle`, `castle_with` and `stop_castling` | `king`, `rook`, `attacked` |",
    "| `chains` | stones in chains with `liberties`: `play`, capture, `ko`, the option `suicide` | `stone` |",
    "| `custodial` | the effect `capture_between`: what is shut in between two others | `prey`, `guard`, `most_between` |",
    "| `dice` | two dice `die1` and `die2`: `pips`, `spent`, `is_left`, the effect `roll_dice`, the choice `roll` | |",
    "| `drops` | the pool `hand`, the action `drop` | `may_drop` |",
    "| `flips` | `shuts_in`, the effect `turn_over`, the action `play`, `score` | `stone` |",
    "| `hands` | the pools `stock`, `hand`, `top` and `discards`, dealt at the set-up; the effects `draw_one` and `discard_card` | `dealt` |",
    "| `jumps` | the moves `step`, `jump` and `leap` of men and kings, who are crowned | `man`, `king`, `ahead`, `ways`, `most_jumps` |",
    "| `lineup` | the effects `line_up` and `fill_ranks`: armies on the first ranks of their sides | |",
    "| `melds` | the pool `melds`, `is_group`, `is_run`, `is_meld`, `meld_number`, `fits`, the effects `lay_down` and `lay_off_to` | `value`, `same_suit` |",
    "| `pawns` | the moves `push`, `advance`, `take`, `en_passant`, `promote` and `take_and_promote` | `pawn`, `reach`, `officers` |",
    "| `perpetual_check` | `checks`, `checked_all_along`: who gives check again and again | `in_check` |",
    "| `placing` | the action `play`: a piece on an empty site | `stone` |",
    "| `rows` | so many in a row win, a full board is a draw | `in_a_row` |",
    "| `royal` | `attacks`, `attacked`, `in_check`; nobody may leave their royal piece attacked | `royal`, `reach` |",
    "| `shuffled` | a first rank in disorder: the effects `put_anywhere`, `put_between_rooks` and `put_opposite`; it uses `castling` | `king`, `rook`, `attacked` |",
    "| `sowing` | the field `seeds`, the effect `sow_from` | `nth_house` |",
    "| `star_points` | the option `handicap`: stones on the star points of a square board | `stone` |",
    "| `stones` | `place`, `swap_stones`, the option `swap`; `last` and its `group` | `stone` |",
    "| `superko` | the option `superko`: no board comes back by a stone; it uses `chains` | `stone` |",
    "| `tables` | races over points with two dice: `play`, the bar, bearing off, `stake` and `gain`; the effects `put` and `roll_for_start`; it uses `dice` | `man`, `bar`, `way` |",
    "| `tricks` | the pools `deck`, `hand` and `trick`, `leader`, `led`, `may_follow`, `is_full`, `taker`, the effect `deal_all` | `same_suit`, `power`, `held` |",
)
@pytest.mark.parametrize("name", BUNDLED)
def test_a_bundled_module_serves_two_games(name: str) -> None:
    assert sorted(bundled_modules()) == BUNDLED
    uses = f'\nuse "{name}"\n'
    through = {m for m in BUNDLED if uses in (modules_directory() / f"{m}.gdl").read_text("utf-8")} | {name}
    games = [
        n for n in bundled_games() if any(f'\nuse "{m}"\n' in find(n).read_text("utf-8") for m in through)
    ]
    assert len(games) >= 2
    assert all(name in used(load_rules(n).resolved) for n in games)
    assert examine(modules_directory() / f"{name}.gdl") == (None, ())
