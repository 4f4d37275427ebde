"""The command line: what goes where, which exit code, and never a traceback."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path

import click
import pytest
from putting import putting

from gdl.loader import bundled_directory
from interpreter import cli
from interpreter.caching import cache
from interpreter.commands import list as list_command
from interpreter.commands import test as test_command
from interpreter.commands.output import NoBar
from interpreter.commands.progress_bar import bar

Run = Callable[..., tuple[int, str, str]]
SMALL = ("--set", "size=4")
DOUBTFUL = bundled_directory().parent / "tests/gdl/doubtful"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `gdl` with arguments; gives exit code, stdout and stderr."""

    def go(*arguments: str, text: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        with pytest.raises(SystemExit) as stop:
            cli.main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "\x1b[" not in out + err
        assert isinstance(stop.value.code, int)
        return stop.value.code, out, err

    return go


def test_moves_are_sorted_one_a_line(run: Run) -> None:
    code, out, err = run("moves", "zola", *SMALL)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines == sorted(lines)
    assert len(lines) == 16


def test_perft_prints_depth_and_count(run: Run) -> None:
    assert run("perft", "zola", "2", *SMALL) == (0, "1 16\n2 256\n", "")


def test_perft_divided_adds_up(run: Run) -> None:
    lines = run("perft", "zola", "2", "--divide", "--threads", "2", *SMALL)[1].splitlines()
    assert sum(int(line.split()[-1]) for line in lines[:-1]) == 256
    assert lines[-1].split() == ["total", "256"]


def test_playout_as_json_has_the_promised_keys(run: Run) -> None:
    code, out, err = run("playout", "zola", "-n", "3", "--json", "--seed", "1", *SMALL)
    data = json.loads(out)
    keys = {
        "playouts",
        "playouts_per_second",
        "moves_per_second",
        "mean_length",
        "outcomes",
        "cut_off",
        "ends",
    }
    assert (code, err, set(data)) == (0, "", keys)
    assert sum(data["outcomes"]["Red"].values()) == sum(data["ends"].values()) == 3
    assert set(data["outcomes"]["Blue"]) == {"wins", "draws", "losses"}


def test_playout_tells_how_games_ended_in_a_block_of_its_own(run: Run) -> None:
    told = run("playout", "zola", "-n", "3", *SMALL)[1].partition("\n\n")[2].splitlines()
    assert told == ["how 3 more random games ended", "     3 100.0 %  all captured"]


def test_playouts_repeat_for_a_seed_and_are_cut_off(run: Run) -> None:
    def lengths() -> float:
        return float(
            json.loads(run("playout", "zola", "-n", "3", "--json", "--seed", "5", *SMALL)[1])["mean_length"]
        )

    assert lengths() == lengths()
    assert (
        json.loads(run("playout", "zola", "-n", "2", "--max-plies", "3", "--json", *SMALL)[1])["cut_off"] == 2
    )


def test_payoffs_have_a_mean_with_an_interval(run: Run) -> None:
    data = json.loads(run("playout", "kuhn_poker", "-n", "40", "--json", "--seed", "1")[1])
    first, second = (data["mean_payoffs"][name] for name in ("First", "Second"))
    assert first["value"] == -second["value"]
    assert first["low"] < first["value"] < first["high"]
    assert "payoff of First" in run("playout", "kuhn_poker", "-n", "40")[1]
    assert "payoff" not in run("playout", "zola", "-n", "2", *SMALL)[1]


def test_a_match_with_payoffs_tells_their_means(run: Run) -> None:
    out = run("match", "kuhn_poker", "random", "random", "-n", "4")[1]
    assert "mean payoff of random (1): " in out
    assert "mean payoff of random (2): " in out
    assert "payoff" not in run("match", "zola", "random", "random", "-n", "2", *SMALL)[1]


def test_bots_of_one_team_share_their_results(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "together.gdl"
    file.write_text(
        'game "Together"\nplayers Ann, Bob\nteams {Ann, Bob}\nfield sum of game: 0..99\nlet got(p: player) = sum\n'
        "action add\n  choose n in 1..3\n  do sum := sum + n\nturn: add\nend payoff got when moves = 4\n"
    )
    assert "both bots share each result" in run("match", str(file), "random", "random", "-n", "2")[1]


def test_why_exits_by_legality(run: Run) -> None:
    assert run("why", "zola", "b2xb3", *SMALL)[0] == 0
    code, out, _ = run("why", "zola", "a1-b2", *SMALL)
    assert code == 1
    assert "zola.gdl:" in out


def test_why_reads_a_move_as_play_does_and_says_what_play_says(run: Run) -> None:
    assert run("why", "chess", "Nf3") == (0, "Nf3 is legal\n", "")
    assert run("why", "chess", "Nd2")[1].startswith("Nd2 is not legal: no knight of yours can go to d2\n")
    assert run("why", "chess", "e4-e6")[1].startswith("e4-e6 is not legal: there is no piece on e4\n")
    assert "no move is written `7g7e`" in run("why", "shogi", "7g7e")[1]


def test_show_draws_and_dumps(run: Run) -> None:
    assert run("show", "zola", *SMALL)[1].startswith("4  ○ ● ○ ●\n")
    assert run("show", "zola", "--stage", "tree")[1].startswith("Tree @1:1\n")
    assert run("show", "zola", "--stage", "game")[1].startswith("Game\n")
    assert json.loads(run("show", "zola", "--json", *SMALL)[1])["to_move"] == "Red"


def test_show_prints_the_plans_that_the_code_is_written_from(run: Run) -> None:
    printed = run("show", "stone_towers", "--stage", "plan")[1]
    page = (Path(__file__).parents[2] / "docs" / "lowering.md").read_text("utf-8")
    (excerpt,) = re.findall(r"```\n(\d+:\d+  .*?)```", page, re.S)
    assert excerpt in run("show", "backgammon", "--stage", "plan")[1]
    assert "action build: ActionPlan." in printed and "LineSets" in run("show", "zola", "--stage", "plan")[1]
    assert "store of pieces that are named by their sites" in printed
    assert "symmetries\n  none is known" in printed
    assert (
        "7 of the board\n  8 by which the players change places" in run("show", "zola", "--stage", "plan")[1]
    )
    assert "store of numbered pieces" in run("show", "zarcana", "--stage", "plan")[1].partition("\n\n")[0]


def test_rules_without_machine_code_have_no_plans_and_say_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "halves.gdl"
    file.write_text(
        "players Red, Blue\nfield n of game: 0..9\naction go\n  do random h in {i / 2 for i in 1..3}\n     n := 1\nturn: go\nend draw when n > 2\n"
    )
    for stage in ("plan", "ir", "llvm"):
        code, out, err = run("show", str(file), "--stage", stage)
        assert (code, out) == (2, "") and "have no machine code, because of a fraction" in err, err


def test_a_position_is_read_from_a_file_or_the_input(run: Run, tmp_path: Path) -> None:
    text = "to_move: Blue\npieces: {a1: Blue checker, b1: Red checker}\n"
    file = tmp_path / "p.yaml"
    file.write_text(text)
    from_file = run("moves", "zola", "--position", str(file), *SMALL)
    assert from_file[:2] == run("moves", "zola", "--position", "-", *SMALL, text=text)[:2]
    assert "a1xb1" in from_file[1]
    written = "{to_move: Blue, pieces: {a1: Blue checker, b1: Red checker}}"
    assert run("moves", "zola", "--position", written, *SMALL)[:2] == from_file[:2]
    assert run("moves", "chess", "--position", "4k3/8/8/8/8/8/4P3/4K3 w - -")[1].split()[-1] == "e2-e4"
    assert "no file" not in run("moves", "chess", "--position", "4k3/8 w")[2]


def test_a_game_is_named_with_its_options(run: Run) -> None:
    by_name, by_option = run("moves", "zola:size=4"), run("moves", "zola", "--set", "size=4")
    assert by_name == by_option and by_name[0] == 0
    assert run("perft", "zola:size=4", "1")[1] != run("perft", "zola", "1")[1]
    assert "size" in run("moves", "zola:size=4", "--set", "size=8")[2]


def test_files_are_named_with_options_as_well(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "row.gdl"
    wins = "mover wins when some line any: own{size - 1}"
    game.write_text(putting(wins, "draw when full", sizes="3, 4, 5", board="square size x size"))
    case = "- name: {0}\n  options: {{size: {0}}}\n  legal_exactly: [a1]\n"  # which fails
    game.with_suffix(".yaml").write_text("- name: as it is\n  perft: {1: 9}\n" + case.format(4))
    assert "1 passed, 1 failed" in run("test", str(game))[1]
    assert "1 passed" in run("test", f"{game}:size=3")[1]
    assert "0 passed, 1 failed" in run("test", f"{game}:size=4")[1]
    assert "0 passed (no case is played so)" in run("test", f"{game}:size=5")[1]
    for command in ("check", "test", "serve", "review"):
        code, _, err = run(command, f"{game}:size=6")
        assert (code, "3, 4, 5" in err) == (2, True), command


def test_a_bad_position_has_a_place_in_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("to_move: Red\npieces:\n  z9: Red checker\n")
    code, _, err = run("moves", "zola", "--position", str(file))
    assert code == 1
    assert f"{file}:3:3" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("moves", "zolo"), "did you mean `zola`"),
        (("moves", "/nowhere/x.gdl"), "`gdl list` names"),
        (("check", "zolo"), "did you mean `zola`"),
        (("moves", "zola", "--set", "size=5"), "4, 6, 8, 10"),
        (("moves", "zola", "--set", "sze=5"), "size 4, 6 (default)"),
        (("moves", "zola", "--set", "size"), "name=value"),
        (("moves", "zola", "--variant", "x"), "the game has none"),
        (("moves", "zola", "--engine", "fast"), "reference"),
        (("moves", "zola", "--position", "/nowhere"), "cannot be read"),
        (("show", "zola", "--observer", "Pink"), "Red, Blue"),
        (("show", "zola", "--svg", "/nowhere/x.svg"), "cannot be written"),
        (("show", "zola", "--relation", "x"), "the game has none"),
        (("perft", "zola", "0"), "DEPTH"),
        (("play", "zola", "--seat", "Red=minimax"), "nobody called `minimax`"),
        (("play", "zola", "--seat", "Red=mcts:soon"), "mcts:200ms"),
        (("match", "zola", "human", "random"), "is no bot"),
        (("match", "zola", "random"), "Missing argument"),
        (("compare", "zola", "zolo"), "did you mean `zola`"),
        (("diff", "zola", "zolo"), "did you mean `zola`"),
        (("diff", "zola", "zola:size=5"), "4, 6, 8, 10"),
        (("diff", "zola", "zola:small"), "no variant is named `small`"),
        (("diff", "zola", "zola:a,b"), "two variants"),
        (("compare", "zola", "zola:size=5"), "4, 6, 8, 10"),
        (("compare", "zola", "--bot", "human"), "is no bot"),
        (("bench", "zolo"), "did you mean `zola`"),
        (("play", "zola", "--seat", "Pink=human"), "Red, Blue"),
        (("unravel",), "there is no command"),
        (("explain", "unknown-pice"), "did you mean `unknown-piece`"),
        (("dance",), "dance"),
    ],
)
def test_what_cannot_work_exits_2_and_says_why(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_what_the_text_has_proved_is_not_told_of_games_again(run: Run, tmp_path: Path) -> None:
    file, text = tmp_path / "guards.gdl", (DOUBTFUL / "move_of_a_kind_never_placed.gdl").read_text("utf-8")
    file.write_text(text, "utf-8")
    assert run("check", str(file))[2].count("[") == 1
    file.write_text(
        text.replace("  place man of Blue on rank(4)", "  place man of Blue on rank(4)\n  place guard on d2"),
        "utf-8",
    )
    told = run("check", str(file))[2]
    assert "[ownerless-move]" in told and "[never-met]" not in told


def test_check_reports_errors_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.gdl"
    file.write_text((bundled_directory() / "zola.gdl").read_text().replace("kinds checker", "kinds chequer"))
    code, out, err = run("check", str(file))
    assert code == 1
    assert out == ""
    assert "unknown-piece" in err
    code, out, _ = run("check", "--json", str(file))
    assert code == 1
    rows = [json.loads(line) for line in out.splitlines()]
    assert len({(r["code"], r["line"], r["column"]) for r in rows}) == len(rows)
    assert run("moves", str(file))[0] == 1


def test_fix_makes_the_sure_fixes_and_keeps_the_form_of_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "foreign.gdl"
    text = "players Red, Blue\nboard square 3 x 3\nkinds man\naction put\n  choose s in sites where s is empty && s != a1\n"
    text += "  do place man of mover on s\nturn: put\nend mover wins when some line any: own{3}\nend draw when full"
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    code, out, err = run("check", "--diff", str(file))
    assert (code, out.splitlines()[:2]) == (1, ["--- " + str(file), "+++ " + str(file)])
    assert "error[syntax]: `&&` does not fit here" in err
    assert [line for line in out.splitlines() if line[:1] in "-+"][2:] == [
        "-  choose s in sites where s is empty && s != a1",
        "+  choose s in sites where s is empty and s != a1",
    ]
    assert b"&&" in file.read_bytes()
    code, out, err = run("check", "--fix", str(file))
    assert (code, out) == (0, "")
    made = file.read_bytes()
    assert made == b"\xef\xbb\xbf" + text.replace("&&", "and").replace("\n", "\r\n").encode()
    assert run("check", "--diff", str(file))[:2] == (0, "")


def test_fix_leaves_what_is_not_sure_and_says_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "foreign.gdl"
    file.write_text((bundled_directory() / "zola.gdl").read_text().replace("place checker", "place cheker"))
    before = file.read_bytes()
    code, _, err = run("check", "--fix", str(file))
    assert code == 1
    assert "= write:" in err
    assert file.read_bytes() == before


def test_diff_and_json_do_not_go_together(run: Run) -> None:
    assert run("check", "--diff", "--json", "zola")[0] == 2


def test_check_tells_what_play_finds_in_a_module_where_the_game_uses_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "out.gdl").write_text(
        "pool deck of game\npool hand of player\n"
        "setup\n  for p in players, n in 1..5 do\n    random c in deck\n    move c to hand(p)\n"
    )
    path = tmp_path / "deals.gdl"
    path.write_text(
        'game "Deals"\nuse "out"\nplayers Ann, Ben\nkinds one, two\n'
        "action play\n  choose k in kinds of hand(mover)\n  do remove first({c in hand(mover) where c is k})\n"
        "turn: play else pass\nlimit 20 moves: draw\n"
    )
    _, _, told = run("check", str(path))
    assert "warning[empty-draw]" in told and "deals.gdl:2:5" in told and "::: " in told


def test_check_is_quiet_about_a_good_game(run: Run) -> None:
    code, out, err = run("check", "zola")
    assert (code, out) == (0, "")
    assert "no problems" in err


def test_what_overflows_is_told_beside_what_keeps_an_end_from_coming(run: Run, tmp_path: Path) -> None:
    rules = """players A, B
field wins of player: 0..9
field rounds of game: 0..5
let score(p: player) = wins(p)
action call
  choose n in 0..3
  do if n = 2 do wins(mover) := wins(mover) + 1
     EFFECT
turn: call
end highest score wins when rounds = 5
"""
    file = tmp_path / "rounds.gdl"
    for effect, code, findings in (("", 1, "1 error, 1 warning"), ("rounds := rounds * 2", 1, "1 error")):
        file.write_text(rules.replace("EFFECT", effect))
        found, _, err = run("check", str(file))
        assert found == code
        assert f"{file}: {findings}" in err.splitlines()[-1], err


def test_test_names_the_failing_case(run: Run, tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text((bundled_directory() / "tic_tac_toe.gdl").read_text())
    (tmp_path / "g.yaml").write_text("- name: nine moves\n  count: 9\n- name: ten moves\n  count: 10\n")
    code, out, _ = run("test", str(tmp_path))
    assert code == 1
    assert "ten moves" in out
    assert "nine moves" not in out
    assert out.endswith("g.yaml: 1 passed, 1 failed\n")


def test_test_tells_of_each_file_as_it_finishes(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.gdl").write_text((bundled_directory() / "tic_tac_toe.gdl").read_text())
        (tmp_path / f"{name}.yaml").write_text("- name: nine moves\n  count: 9\n  perft: {3: 504}\n")
    for engine in ((), ("--engine", "native"), ("--engine", "reference")):
        code, out, err = run("test", str(tmp_path), *engine)
        first, second, total = out.splitlines()
        assert (code, err, total) == (0, "", "2 passed")
        assert "one.yaml: 1 passed (" in first
        assert "two.yaml: 1 passed (" in second


def test_a_win_is_sought_no_longer_than_games_are(run: Run, tmp_path: Path) -> None:
    (tmp_path / "g.gdl").write_text((bundled_directory() / "tic_tac_toe.gdl").read_text())
    moves = "[b2, a1, c1, a3, a2]"
    (tmp_path / "g.yaml").write_text(f"- name: g\n  after: {moves}\n  wins_in: 99999999\n")
    assert "none is forced" in run("test", str(tmp_path))[1]


def test_fmt_rewrites_checks_and_reads_the_input(run: Run, tmp_path: Path) -> None:
    text = (bundled_directory() / "tic_tac_toe.gdl").read_text()
    file = tmp_path / "g.gdl"
    file.write_text(text)
    run("fmt", str(file))
    assert run("fmt", "--check", str(file)) == (0, "", "")
    file.write_text(file.read_text() + "\n\n\n")
    before = file.read_text()
    code, out, _ = run("fmt", "--check", str(file))
    assert (code, file.read_text()) == (1, before)
    assert "not formatted" in out
    run("fmt", str(file))
    assert run("fmt", "-", text=before)[1] == file.read_text()


def test_fmt_leaves_a_broken_file_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.gdl"
    file.write_text("game game (\n")
    code, _, err = run("fmt", str(file))
    assert (code, file.read_text()) == (1, "game game (\n")
    assert "error" in err


def test_explain_lists_all_codes_and_prints_a_page(run: Run) -> None:
    from gdl.diagnostics.codes import CODES

    assert len(run("explain")[1].splitlines()) == len(CODES)
    assert run("explain", "unknown-piece")[0] == 0


def test_the_list_begins_before_the_games_are_checked(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []

    def row(name: str) -> dict[str, str]:
        said.append(capsys.readouterr().out)
        return {"name": name, "title": name.title(), "author": "", "year": "", "players": "2"}

    monkeypatch.setattr(list_command, "bundled_games", lambda: ("hex", "zola"))
    monkeypatch.setattr(list_command, "_row", row)
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "kept")
    run("list")
    assert said[0].startswith("name  title") and said[1].startswith("hex   Hex ")


@pytest.mark.thorough
def test_list_names_the_bundled_games(run: Run) -> None:
    code, out, _ = run("list")
    assert code == 0
    assert "Mark Steere" in out
    assert {row["name"] for row in json.loads(run("list", "--json")[1])} >= {"zola", "hex"}


def test_list_is_kept_between_runs(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(list_command, "bundled_games", lambda: ("hex", "zola"))
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "kept")
    first = run("list", "--json")
    (kept,) = (tmp_path / "kept").iterdir()
    with monkeypatch.context() as patch:
        patch.setattr(list_command, "_row", lambda name: pytest.fail("read again"))
        assert run("list", "--json") == first
    for damaged in ("", "{}", '[{"name": 1}]'):
        kept.write_text(damaged)
        assert run("list", "--json") == first
    monkeypatch.setattr(cache, "folder", lambda: kept / "no folder")
    assert run("list", "--json") == first


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_the_bar_is_none_of_the_outputs_business() -> None:
    ours, theirs = os.openpty()
    shown: list[bytes] = []

    def read() -> None:  # a terminal that nobody reads stops whoever writes to it
        with suppress(OSError):  # the other end is closed
            while not shown or shown[-1]:
                shown.append(os.read(ours, 100_000))

    threading.Thread(target=read, daemon=True).start()
    program = [sys.executable, "-m", "interpreter.cli", "test", "zola", "tic_tac_toe"]
    done = subprocess.run(program, stdout=subprocess.PIPE, stderr=theirs, text=True, timeout=120)
    lines = [line.split(" (")[0].split("/")[-1] for line in done.stdout.splitlines()]
    assert lines == ["zola.yaml: 9 passed", "tic_tac_toe.yaml: 6 passed", "15 passed"]
    assert b"zola" in b"".join(shown)
    os.close(theirs)


def test_a_bar_leaves_room_for_itself_and_shows_names_as_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TTY_COMPATIBLE", "1"), ("TERM", "xterm"), ("COLUMNS", "60")):
        monkeypatch.setenv(name, value)
    with bar("test", 4, has_colour=False) as shown:
        shown(0.5, "takes [red] " + "and so on " * 9)
        shown.bar.refresh()
    lines = re.split(r"[\r\n]", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err))
    named = [line for line in lines if "takes [red] and" in line]
    assert named
    assert all("…" in line and "12%" in line and len(line) <= 60 for line in named)


def test_progress_of_tests_rises_with_each_case(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[float, str]] = []

    class Kept(NoBar):
        def __call__(self, done: float, title: str | None = None) -> None:
            said.append((done, title or ""))

    monkeypatch.setattr(test_command, "progress", lambda title, total: nullcontext(Kept()))
    run("test", "tic_tac_toe", "pig")
    done = [d for d, _ in said]
    assert done == sorted(done)
    assert done[0] == 0
    assert len(set(done)) == len(done)
    assert max(d for d, title in said if title.startswith("tic_tac_toe")) < 1 <= done[-1] < 2
    assert said[1][1].startswith("tic_tac_toe, case 2 of 6: ")


@pytest.mark.thorough  # reads all games
def test_the_list_writes_values_of_options_as_people_read_them(run: Run) -> None:
    out = run("list")[1]
    assert "None" not in out
    assert "start none, 0..959 (default none)" in out
    assert "komi 0..9.5 by 0.5 (default 7.5)" in out


def test_values_of_options_are_written_as_people_read_them(run: Run) -> None:
    assert "score: Black 0, White 7.5" in run("show", "go", "--set", "size=3")[1]
    err = run("moves", "chess", "--set", "size=5")[2]
    assert err.count("the options are") == 1
    assert "fifty_moves false, true (default)" in err
    assert "did you mean `komi`" in run("moves", "go", "--set", "komy=3")[2]


def test_equal_bots_are_told_apart(run: Run) -> None:
    out = run("match", "zola", "random", "random", "-n", "2", *SMALL)[1]
    assert "random (1) as Red:" in out
    assert "random (2) as Blue:" in out


def test_play_reads_lines_from_a_pipe(run: Run) -> None:
    code, out, err = run("play", "zola", "--seat", "Blue=random", "--seed", "1", *SMALL, text="1\n")
    assert (code, err) == (0, "")
    assert "unfinished after 2 moves" in out


def test_a_bug_of_ours_is_named_as_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("interpreter.commands.moves.start", explode)
    monkeypatch.delenv("GDL_DEBUG", raising=False)
    code, _, err = run("moves", "zola")
    assert code == 2
    assert err.startswith("internal error: a bug in gdl, not in your game\n")


def test_a_closed_pipe_is_no_error() -> None:
    program = [sys.executable, "-m", "interpreter.cli", "show", "zola", "--stage", "game"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_mistyped_command_gets_a_suggestion(run: Run) -> None:
    code, _, err = run("mvoes", "zola")
    assert code == 2
    assert "did you mean `moves`" in err


def test_bench_is_a_table_or_json(run: Run) -> None:
    code, out, err = run("bench", "tic_tac_toe", "pig", "--seconds", "0.02")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split()[0] == "game"
    assert [line.split()[0] for line in lines[1:]] == ["tic_tac_toe", "pig"]
    assert lines[2].split()[-3:-1] == ["-", "-"]  # chance: nothing to count
    assert "measuring pig" in err
    data = json.loads(run("bench", "tic_tac_toe", "--seconds", "0.02", "--json")[1])
    figures = data["games"]["tic_tac_toe"]
    assert set(figures) == {
        "cold_ms", "cached_ms", "playouts_per_second", "moves_per_second", "mean_length", "cut_off", "perft_depth",
        "perft_leaves_per_second", "state_bytes",
    }  # fmt: skip
    assert figures["cold_ms"] > figures["cached_ms"]
    assert figures["perft_depth"] <= 9
    assert run("bench", "tic_tac_toe", "--seconds", "0.02", "--engine", "reference")[0] == 0


def test_diff_says_what_differs(run: Run) -> None:
    code, out, _ = run("diff", "zola", "zola:size=8")
    assert code == 1
    assert out.splitlines()[:3] == [
        "The option `size` is 8 instead of 6.",
        "The board differs.",
        "  - board square 6 x 6",
    ]
    code, out, _ = run("diff", "chess", "chess:counting", "--json")
    assert code == 1
    assert json.loads(out)[0]["sentence"] == "The option `fifty_moves` is false instead of true."
    assert run("diff", "zola", "zola:size=6")[:2] == (0, "the rules are the same\n")


def test_compare_tells_settings_apart(run: Run) -> None:
    settings = ("zola:size=4", "zola:size=6", "-n", "60", "--bot", "mcts:4", "--bot-games", "2")
    code, out, err = run("compare", *settings)
    assert (code, err) == (0, "")
    assert out.startswith("A  zola (size=4)\nB  zola (size=6)\n")
    assert "They differ in their legal moves at the start:\n" in out
    assert "\n  only A allows " in out
    assert "\n  the change: The option `size` is 6 instead of 4.\n" in out
    assert "no difference shown" in out
    data = json.loads(run("compare", *settings, "--json")[1])
    assert {"a", "b", "tables", "first_difference", "positions_compared"} <= set(data)
    assert set(data["tables"]) == {"random", "mcts:4"}
    assert data["tables"]["random"]["length"]["is_shown"]
    assert data["tables"]["random"]["length"]["difference"]["high"] < 0
    assert not data["tables"]["random"]["draws"]["is_shown"]
    assert data["first_difference"]["moves"] == []


def test_compare_writes_tables_pages_and_positions(run: Run, tmp_path: Path) -> None:
    quick = ("-n", "60", "--bot-games", "0", "--positions", "500")
    files = (
        "--csv",
        str(tmp_path / "a.csv"),
        "--html",
        str(tmp_path / "a.html"),
        "--resume",
        str(tmp_path / "rows"),
    )
    place = str(tmp_path / "position.yaml")
    first = run(
        "compare", "zola:size=4", "zola:size=4,pie=true", *quick, *files, "--save-position", place, "--json"
    )
    assert (first[0], first[2]) == (0, "")
    data = json.loads(first[1])
    assert (data["a"], data["b"]) == ("zola (size=4)", "zola (size=4, pie=true)")
    assert "The rules differ after 1 move" in data["verdict"]
    found = data["first_difference"]
    assert found["clauses"] == ["The option `pie` is true instead of false.", "The action `swap` differs."]
    assert (found["about"], found["only_b"]) == ("legal", ["swap"])
    assert run("why", "zola", "swap", "--set", "size=4", "--set", "pie=true", "--position", place)[0] == 0
    lines = (tmp_path / "a.csv").read_text().splitlines()
    assert lines[0].startswith("a,b,players,figure,n_a,n_b,a_value")
    assert len(lines) == 5
    page = (tmp_path / "a.html").read_text()
    assert "<svg" in page
    assert not re.search(r"(?:src|href)=\"http", page)
    count = len((tmp_path / "rows").read_text().splitlines())
    again = run("compare", "zola:size=4", "zola:size=4,pie=true", *quick, *files, "--json")
    later = json.loads(again[1])
    del data["made"]["at"], later["made"]["at"]
    assert later == data
    assert len((tmp_path / "rows").read_text().splitlines()) == count == 122


def test_compare_takes_many_settings_and_many_games(run: Run) -> None:
    quick = ("-n", "20", "--bot-games", "0", "--positions", "100", "--json")
    sides = ("zola:size=4", "zola", "zola:size=8")
    data = json.loads(run("compare", *sides, "--set", "size=6", "--set", "pie=true", *quick)[1])
    assert (data["a"], data["b"]) == ("zola (size=4)", "zola")
    assert [o["b"] for o in data["others"]] == ["zola (size=8)"]
    code, _, err = run("compare", "zola", "--plan", "2", *quick)
    assert (code, "is no precision" in err) == (2, True)


def test_compare_says_which_executors_there_are(run: Run) -> None:
    code, _, err = run("compare", "zola", "--executor", "cloud")
    assert code == 2
    assert "there is no executor `cloud`: it is `processes`" in err


def test_compare_finds_no_difference_where_there_is_none(run: Run) -> None:
    code, out, _ = run("compare", "tic_tac_toe", "-n", "100", "--bot-games", "0", "--positions", "20000")
    assert code == 0
    assert re.search(
        r"no difference of rules was found in 2\d,\d\d\d positions of both, among them all within", out
    )
    assert out.count("no difference shown") >= 3
    assert "against itself" not in out


def test_match_counts_results_and_swaps_seats(run: Run) -> None:
    arguments = ("match", "connect_four", "mcts:20", "random", "-n", "6", "--seed", "2")
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "share of the points" in out
    assert "mcts:20 as Yellow: 3 wins, 0 draws, 0 losses" in out
    data = json.loads(run(*arguments, "--json")[1])
    bots = data["bots"]
    assert [b["bot"] for b in bots] == ["mcts:20", "random"]
    assert bots[0]["wins"] == bots[1]["losses"] == 6
    assert bots[0]["by_seat"]["Red"]["wins"] == bots[0]["by_seat"]["Yellow"]["wins"] == 3
    assert bots[0]["share"]["low"] > 0.5
    assert data["first_player_share"]["value"] == 0.5


def test_play_against_the_machine(run: Run) -> None:
    code, out, err = run(
        "play", "zola", "--seat", "Blue=mcts:5", "--seat", "Red=human", "--seed", "1", *SMALL, text="1\n"
    )
    assert (code, err) == (0, "")
    assert "Blue mcts:5" in out
    assert "unfinished after 2 moves" in out


@pytest.mark.parametrize(
    "arguments", [("--help",), ("check", "zola"), pytest.param(("list",), marks=pytest.mark.thorough)]
)
def test_commands_without_an_engine_load_none(arguments: tuple[str, ...]) -> None:
    program = (
        "import sys\nfrom interpreter import cli\n"
        "try:\n    cli.main(sys.argv[1:])\nfinally:\n"
        "    print([m for m in ('llvmlite', 'numpy', 'interpreter.lowering') if m in sys.modules], file=sys.stderr)"
    )
    for _ in range(
        2
    ):  # a game that was not checked before is played in machine code, and what is found is kept
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "[]"


def test_ctrl_c_is_heard_while_machine_code_runs() -> None:
    # whoever runs the tests in the background of a shell gives their processes an interrupt that is ignored
    heard = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    start = heard + "runpy.run_module('interpreter.cli', run_name='__main__')"
    program = [sys.executable, "-c", start, "perft", "zola", "12"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(4):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err.strip()) == (130, "stopped")


@pytest.mark.parametrize("name", cli.SUMMARIES)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    command = cli.cli.get_command(click.Context(cli.cli), name)
    assert command is not None
    assert command.name == name, f'write `@click.command("{name}")`'
    assert (command.help or "").split("\n\n")[0].replace("\n", " ") == cli.SUMMARIES[name]
