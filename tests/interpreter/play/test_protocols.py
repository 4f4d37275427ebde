"""Games as engines of other programs' boards, and other programs' engines on seats: moves, conversations, and what goes wrong."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import bundled
import pytest

from interpreter.cli import main
from interpreter.commands.options import CannotWork, Setup, Start
from interpreter.commands.start_position import Continuation
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import ProgramError
from interpreter.play.bots import Seat, SeatError, parse_seat
from interpreter.play.cecp_engine import CecpEngine
from interpreter.play.contest import play_game
from interpreter.play.gtp_engine import GtpEngine
from interpreter.play.protocols.clients import read_wish
from interpreter.play.protocols.moves import UCCI, UCI, USI, Dialect, Spoken, Unfit, check_fit
from interpreter.play.protocols.seats import EngineSeat
from interpreter.play.protocols.thoughts import Limit, OnFinding, Progress, read_limit, score
from interpreter.play.record import save
from interpreter.play.session import Session
from interpreter.play.uci_engine import UciEngine
from interpreter.play.web.new_table import bot_named
from interpreter.positions.documents import read_state

SHELL = pytest.mark.skipif(
    os.name != "posix", reason="the engines of these tests are scripts of a POSIX shell"
)
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTES = "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1"


def at(name: str, fen: str) -> State:
    return read_state(bundled.engine(name), fen)


def said(state: State, dialect: Dialect = UCI) -> set[str]:
    return set(Spoken(state, dialect).texts().values())


# ---- moves


def test_castling_is_where_the_king_goes_and_promotion_has_a_letter() -> None:
    assert {"g2g1q", "g2h1n", "e8c8"} <= said(at("chess", PROMOTES))
    state = at("chess", CASTLES)
    assert {"e1g1", "e1c1"} <= said(state)
    spoken = Spoken(state, UCI)
    assert spoken.action("e1h1") == spoken.action("e1g1") is not None
    pairs_by_starts = Spoken(state, replace(UCI, pairs_by_starts=True))
    assert pairs_by_starts.action("e1a1") == spoken.action("e1c1")
    assert spoken.action("e1e3") is None


def test_each_move_of_a_start_has_a_text_of_its_own() -> None:
    state = bundled.engine("chess").initial_state(0)
    assert said(state) == {f"{f}2{f}{r}" for f in "abcdefgh" for r in "34"} | {"b1a3", "b1c3", "g1f3", "g1h3"}


@pytest.mark.games
def test_other_dialects_name_sites_and_drops_otherwise() -> None:
    assert {"7g7f", "2g2f"} <= said(bundled.engine("shogi").initial_state(0), USI)
    assert {"h2e2", "a3a4"} <= said(bundled.engine("xiangqi").initial_state(0), UCCI)
    state = bundled.engine("crazyhouse").initial_state(0)
    for text in ("e2e4", "d7d5", "e4d5", "d8d5"):
        action = Spoken(state, UCI).action(text)
        assert action is not None
        state = state.apply(action)
    assert "P@e4" in said(state)
    assert Spoken(state, UCI).action("p@e4") == Spoken(state, UCI).action("P@e4")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("backgammon", "in which both see all, act in turn, and nothing is chance"),
        ("stratego", "in which both see all, act in turn, and nothing is chance"),
        ("hex", "its rules do not say that moves go from one site to another, by `notation san`"),
    ],
)
def test_a_game_that_does_not_fit_is_told_why(game: str, why: str) -> None:
    with pytest.raises(Unfit, match=f"cannot be played by UCI: .*{why}"):
        check_fit(bundled.engine(game).initial_state(0), UCI)


def test_times_are_read_for_the_player() -> None:
    words = ["wtime", "60000", "btime", "30000", "winc", "1000", "binc", "0", "movestogo", "10"]
    assert read_limit(words, 0, UCI, 0.0).seconds == pytest.approx(6.8)
    assert read_limit(words, 1, UCI, 0.0).seconds == pytest.approx(3.0)
    assert read_limit(["movetime", "500", "depth", "3", "nodes", "10"], 0, UCI, 0.0) == Limit(0.5, 3, 10)
    assert read_limit(["btime", "0", "wtime", "9", "byoyomi", "1000"], 0, USI, 0.0).seconds == pytest.approx(
        0.8
    )
    assert read_limit(["wtime", "x", "btime"], 0, UCI) == Limit()
    assert read_limit(["wtime", "-5"], 0, UCI).seconds == 0.001


def test_scores_are_centipawns_or_moves_until_mate() -> None:
    assert score(Progress(0, 1.0, None, 1, 1)) == "cp 272"
    assert score(Progress(0, 9.0, 3, 1, 1)) == "mate 2"
    assert score(Progress(0, -9.0, -4, 1, 1)) == "mate -2"


# ---- an engine for others


class Patient:
    """A search that finds the first legal action at once, and goes on until it is stopped where nothing limits it."""

    def __init__(self) -> None:
        self.stopped, self.settings = Event(), (1, 16)

    def prepare(self) -> None: ...

    def change(self, threads: int, megabytes: int) -> None:
        self.settings = threads, megabytes

    def begin(self) -> None:
        self.stopped.clear()

    def stop(self) -> None:
        self.stopped.set()

    def think(self, state: State, limit: Limit, on_finding: OnFinding) -> int:
        action = max(state.legal_actions())
        on_finding(Progress(action, 0.5, None, 1, 20))
        if limit.depth is None and limit.positions is None:
            self.stopped.wait(limit.seconds)
        return action


class Desk:
    """An engine and what it has said."""

    def __init__(self, engine: Engine, make: type[UciEngine | CecpEngine] = UciEngine) -> None:
        self.lines = list[str]()
        self.mind = Patient()
        self.engine = make(engine, self.lines.append, lambda game: self.mind)

    def __call__(self, *lines: str) -> list[str]:
        """What is said to some lines, as far as it is said at once."""
        before = len(self.lines)
        for line in lines:
            word, _, rest = line.partition(" ")
            self.engine.obey(word, rest)
        return self.lines[before:]

    def until(self, word: str) -> str:
        for _ in range(500):
            if self.lines and self.lines[-1].startswith(word):
                return self.lines[-1]
            time.sleep(0.01)
        raise AssertionError(self.lines)


def test_an_engine_greets_and_plays() -> None:
    desk = Desk(bundled.engine("chess"))
    greeting = desk("uci")
    assert greeting[0].startswith("id name gdl ") and greeting[-1] == "uciok"
    assert "option name Hash type spin default 16 min 1 max 4096" in greeting
    assert not any("UCI_Variant" in line for line in greeting)
    assert desk("setoption name Threads value 2", "isready")[-1] == "readyok"
    assert desk.mind.settings == (2, 16)
    desk("position startpos moves e2e4 e7e5", "go depth 1")
    move = desk.until("bestmove").split()[1]
    assert move in said(at("chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"))
    assert any(line.startswith("info depth 1 score cp 136 nodes 20 nps ") for line in desk.lines)


def test_an_engine_that_analyses_waits_for_the_stop() -> None:
    desk = Desk(bundled.engine("chess"))
    desk("position startpos", "go infinite")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in desk.lines)
    assert desk("isready")[-1] == "readyok"
    desk("stop")
    desk.until("bestmove")
    desk("go ponder wtime 100 btime 100")
    time.sleep(0.3)
    assert sum(line.startswith("bestmove") for line in desk.lines) == 1
    desk("ponderhit")
    time.sleep(0.3)
    assert sum(line.startswith("bestmove") for line in desk.lines) == 2


def test_what_cannot_be_read_never_ends_an_engine() -> None:
    desk = Desk(bundled.engine("chess"))
    assert "move 1, `e2e5`, is not legal" in desk("position startpos moves e2e5")[-1]
    assert desk("go depth 1")[-1] == "bestmove (none)"
    assert desk("position fen rubbish")[-1].startswith("info string no position")
    assert (
        desk("position", "", "xyzzy", "setoption", "setoption name Hash value -1", "stop", "ponderhit")[1:]
        == []
    )
    desk("position startpos", "go depth 1")
    desk.until("bestmove ")


@pytest.mark.games
def test_a_variant_has_the_name_that_its_rules_give_it() -> None:
    assert "option name UCI_Variant type combo default crazyhouse var crazyhouse" in Desk(
        bundled.engine("crazyhouse")
    )("uci")
    assert "option name UCI_Chess960 type check default true" in Desk(bundled.engine("chess960"))("uci")
    assert "usiok" in Desk(bundled.engine("shogi"))("usi")
    assert "option hashsize type spin default 16 min 1 max 4096" in Desk(bundled.engine("xiangqi"))("ucci")


# ---- CECP


def test_a_board_of_xboard_says_moves_and_lets_the_engine_answer() -> None:
    desk = Desk(bundled.engine("chess"), CecpEngine)
    features = " ".join(desk("xboard", "protover 2"))
    assert " ping=1 setboard=1 usermove=1 " in features and features.endswith("feature done=1")
    assert 'variants="normal,chess"' in features
    desk("new", "variant normal", "level 40 5 0", "st 0.05", "post", "usermove e2e4", "ping 7")
    desk.until("pong 7")
    move = next(line.split()[1] for line in desk.lines if line.startswith("move "))
    assert move in said(at("chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))
    assert any(re.fullmatch(rf"1 136 \d+ 20 {move}", line) for line in desk.lines)
    assert desk("force", "usermove e2e4", "remove", "ping 8") == ["Illegal move: e2e4", "pong 8"]
    assert desk("usermove e2e4", "usermove e7e5", "undo", "usermove d7d5", "usermove e4d5") == []
    assert desk("setboard 7k/8/6K1/8/8/8/8/5R2 w - - 0 1", "usermove f1f8")[-1].startswith("1-0 {")
    assert desk("go", "?", "exit", "hard", "memory 32", "option Level=3", "option Level=0", "quit") == []
    assert desk.mind.settings == (1, 32)
    assert desk("setboard rubbish", "variant atomic", "xyzzy") == [
        "tellusererror Illegal position: the position:1:1: a position is a mapping with `to_move`, `pieces`, `sites`, `pools`, "
        "`fields`",
        "tellusererror this engine plays Chess, not `atomic`", "Error (unknown command): xyzzy",
    ]  # fmt: skip


def test_an_analysis_of_xboard_gives_no_moves() -> None:
    desk = Desk(bundled.engine("chess"), CecpEngine)
    assert desk("force", "analyze", "usermove e2e4", "ping 1")[-1] == "pong 1"
    time.sleep(0.05)
    desk("exit")
    assert any(line.startswith("1 136 ") for line in desk.lines)
    assert not any(line.startswith("move") for line in desk.lines)


# ---- GTP


class Board:
    """A game as an engine that speaks GTP, and what it answers."""

    def __init__(self) -> None:
        self.mind = Patient()
        made = GtpEngine(
            bundled.engine("go", {"size": 5}),
            lambda o: bundled.engine("go", {"size": 5, **o}),
            lambda game: self.mind,
        )

        def answers(lines: list[str]) -> list[str]:
            found = list[str]()
            made.run(iter(lines), found.append)
            return found

        self.answers = answers

    def __call__(self, *lines: str) -> list[str]:
        return [text.removesuffix("\n") for text in self.answers([*lines])]


@pytest.mark.games
def test_stones_are_put_and_taken_back() -> None:
    board = Board()
    assert board("1 protocol_version", "play black e5", "2 play w D4", "# nothing", "") == ["=1 2", "=", "=2"]
    assert board("play w a1", "play b d4", "play b z9", "play b", "play red a1") == [
        "? illegal move: it is the turn of black", "? illegal move", "? illegal move", "? syntax error", "? syntax error",
    ]  # fmt: skip
    assert "○" in board("showboard")[0]
    assert board("undo", "undo", "undo") == ["=", "=", "? cannot undo"]
    assert board("play b pass", "play w PASS", "genmove b", "play b a1", "quit", "name") == [
        "=", "=", "= pass", "? illegal move: the game is over", "=",
    ]  # fmt: skip


@pytest.mark.games
def test_options_of_the_rules_are_set_by_their_names() -> None:
    board = Board()
    assert board("boardsize 99", "boardsize x", "boardsize 9", "komi 6.5", "komi 3.3", "known_command komi", "xyzzy") == [
        "? unacceptable size", "? syntax error", "=", "=", "? unacceptable komi", "= true", "? unknown command",
    ]  # fmt: skip
    assert board("play b J9", "komi 7.5", "play w J9")[-1] == "? illegal move"  # the stone is still there


@pytest.mark.games
def test_a_move_is_found_in_the_time_that_there_is() -> None:
    board = Board()
    assert (
        board("time_settings 0 1 10", "time_left b 0.5 5", "genmove b")[-1] == "= pass"
    )  # the highest number
    assert board("genmove b")[0].startswith("? illegal move: it is the turn of white")


# ---- engines of others on seats

GREETS = """#!/bin/sh
while read -r line; do
    echo "$line" >> "$0.log"
    case "$line" in
        uci) echo "id name Fake"; echo "option name Threads type spin default 1 min 1 max 4"; echo uciok;;
        isready) echo readyok;;
        quit) exit;;
        go*) %s;;
    esac
done
"""

Script = Callable[[str], str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes an engine that does something when it is to move."""

    def made(answer: str) -> str:
        path = tmp_path / "fake"
        path.write_text(GREETS % answer)
        path.chmod(0o700)
        return str(path)

    return made


def choose(text: str, state: State) -> str:
    bot = parse_seat(text)
    assert bot is not None
    return state.action_to_string(bot.choose(Seat.of(state)))


@SHELL
def test_an_engine_takes_a_seat(script: Script) -> None:
    path = script("echo info depth 1; echo bestmove g8f6 ponder b1c3")
    start = bundled.engine("chess").initial_state(0)
    state = start.apply(start.action_from_string("e2-e4"))
    assert choose(f"uci:{path}?threads=3&depth=5", state) == "g8-f6"
    heard = Path(f"{path}.log").read_text().splitlines()
    assert heard == [
        "uci", "setoption name Threads value 3", "ucinewgame", "isready", "position startpos moves e2e4", "go depth 5", "quit",
    ]  # fmt: skip


@SHELL
def test_an_engine_is_told_all_moves_of_its_game(script: Script) -> None:
    path = script('move=$(head -n 1 "$0.moves"); sed -i 1d "$0.moves"; echo bestmove $move')
    Path(f"{path}.moves").write_text("e2e4\ng1f3\nf1c4\n")
    engine = bundled.engine("chess")
    seat = EngineSeat(read_wish(f"uci:{path}?nodes=1"), UCI)
    state = engine.initial_state(0)
    for reply in ("e7-e5", "b8-c6"):
        state = state.apply(seat.choose(state))
        state = state.apply(state.action_from_string(reply))
    heard = [line for line in Path(f"{path}.log").read_text().splitlines() if line.startswith("position")]
    assert heard == ["position startpos", "position startpos moves e2e4 e7e5"]
    elsewhere = at("chess", CASTLES)
    Path(f"{path}.moves").write_text("e1g1\n")
    assert elsewhere.action_to_string(seat.choose(elsewhere)) == "O-O"
    assert Path(f"{path}.log").read_text().splitlines()[-2] == f"position fen {CASTLES.format('w')}"


@SHELL
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            "echo out of memory >&2; exit 3",
            "has ended before it said `bestmove` \\(its last words: out of memory\\)",
        ),
        ("echo bestmove e2e5", "has answered `e2e5`, which is no legal move here, and was ended"),
        ("echo bestmove", "has answered `nothing`"),
        ("while :; do echo rubbish; done", "has not said `bestmove` within 0.3 s, and was ended"),
        ("trap '' TERM HUP INT; sleep 100", "has not said `bestmove` within 0.3 s, and was ended"),
    ],
)
def test_an_engine_that_goes_wrong_is_ended_with_one_message(
    script: Script, monkeypatch: pytest.MonkeyPatch, answer: str, why: str
) -> None:
    monkeypatch.setattr("interpreter.play.protocols.clients.GRACE", 0.29)
    path = script(f"echo $$ > $0.pid; {answer}")
    session = Session(
        bundled.engine("chess"), "chess", 0, [parse_seat(f"uci:{path}?movetime=10"), parse_seat("random:1")]
    )
    with pytest.raises(ProgramError, match=f"^fake {why}"):
        session.play(session.chosen())
    assert not is_running(int(Path(f"{path}.pid").read_text()))
    assert session.vacate() == "White"
    assert session.bot is None and session.keeper is not None and session.keeper.path is not None


@SHELL
def test_an_engine_that_resigns_has_lost(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    path = script("echo bestmove resign")
    engine = bundled.engine("chess")
    bots = [parse_seat(f"uci:{path}?nodes=1"), parse_seat("random:1")]
    assert bots[0] is not None and bots[1] is not None
    assert play_game(engine, [bots[0], bots[1]], 0).returns == [-1.0, 1.0]
    with pytest.raises(SystemExit) as stop:
        main(["play", "chess", "--lines", "--seat", f"White=uci:{path}", "--seat", "Black=random:1"])
    assert stop.value.code == 0
    assert "White resigns: Black wins." in capsys.readouterr().out


XBOARD = """#!/bin/sh
while read -r line; do
    echo "$line" >> "$0.log"
    case "$line" in
        protover*) echo 'feature myname="Fake" usermove=1 variants="normal,atomic" done=1';;
        ping*) echo "pong ${line#ping }";;
        quit) exit;;
        go) %s;;
    esac
done
"""


@SHELL
@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("echo '1 20 5 100 g8f6'; echo move g8f6", "g8-f6"),
        ("echo '1-0 {Black resigns}'", "fake resigns"),
        ("echo resign", "fake resigns"),
        (
            "echo '1/2-1/2 {stalemate}'",
            "fake has answered `1/2-1/2 {stalemate}`, which is no legal move here",
        ),
        ("echo 'Illegal move: e2e4'", "fake has answered `Illegal move: e2e4`, which is no legal move here"),
        ("echo move e7e8q", "fake has answered `e7e8q`, which is no legal move here"),
    ],
)
def test_an_engine_of_xboard_takes_a_seat(tmp_path: Path, answer: str, found: str) -> None:
    path = tmp_path / "fake"
    path.write_text(XBOARD % answer)
    path.chmod(0o700)
    start = bundled.engine("chess").initial_state(0)
    state = start.apply(start.action_from_string("e2-e4"))
    try:
        assert choose(f"xboard:{path}?depth=5&Style=wild", state) == found
    except ProgramError as error:
        assert str(error).startswith(found)
    assert Path(f"{path}.log").read_text().splitlines()[:11] == [
        "xboard", "protover 2", "ping 1", "force", "new", "force", "nopost", "easy", "sd 5", "option Style=wild",
        "usermove e2e4",
    ]  # fmt: skip


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@SHELL
def test_an_engine_does_not_outlive_the_program_that_started_it(script: Script) -> None:
    path = script("echo $$ > $0.pid; trap '' TERM HUP INT; sleep 100")
    program = [
        sys.executable,
        "-m",
        "interpreter.cli",
        "play",
        "chess",
        "--lines",
        "--seat",
        f"White=uci:{path}",
    ]
    running = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    for _ in range(600):
        if Path(f"{path}.pid").is_file() and Path(f"{path}.pid").read_text().strip():
            break
        time.sleep(0.05)
    process = int(Path(f"{path}.pid").read_text())
    running.kill()
    running.wait()
    for _ in range(100):
        if not is_running(process):
            return
        time.sleep(0.02)
    raise AssertionError("it still runs")


@SHELL
def test_an_engine_that_does_not_know_the_game_or_an_option_says_so(script: Script) -> None:
    path = script("echo bestmove e2e4")
    with pytest.raises(ProgramError, match=r"fake plays one game .* and that is not Breakthrough"):
        choose(f"uci:{path}", bundled.engine("breakthrough").initial_state(0))
    with pytest.raises(ProgramError, match="fake has no option `Thread`; did you mean `Threads`"):
        choose(f"uci:{path}?Thread=2", bundled.engine("chess").initial_state(0))
    with pytest.raises(ProgramError, match="fake cannot take a seat: Zola cannot be played by UCI"):
        choose(f"uci:{path}", bundled.engine("zola").initial_state(0))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("uci:", "a program is missing"),
        ("uci:no-such-engine", "there is no program `no-such-engine` that can be run"),
        ("uci:sh?Threads", "is not of the form NAME=VALUE"),
        ("uci:sh?movetime=0", "movetime is a whole number above 0"),
        ("uci:'", "is no command"),
    ],
)
def test_a_seat_that_cannot_be_read_is_refused_at_once(text: str, why: str) -> None:
    with pytest.raises(SeatError, match=why):
        parse_seat(text)


@SHELL
def test_neither_a_page_nor_a_saved_game_starts_a_program(tmp_path: Path) -> None:
    with pytest.raises(SeatError, match="a page starts no programs here"):
        bot_named("uci:sh", 0)
    assert bot_named("uci:sh", 0, ["uci:sh"]) is not None
    session = Session(bundled.engine("chess"), "chess", 0, [parse_seat("uci:sh"), None])
    path = tmp_path / "game.yaml"
    save(session.record(), path)
    continued = Continuation.of(
        "chess", Setup({}, None, "native", None), Start(str(path), None, None, None, False)
    )
    with pytest.raises(CannotWork, match="another program had a seat: say --seat 'White=uci:sh'"):
        continued.seats(())
    assert continued.seats(("White=human",)) == ("White=human",)


# ---- real engines, where they are installed


def needs(program: str) -> pytest.MarkDecorator:
    there = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/games")
    return pytest.mark.skipif(there is None, reason=f"{program} is not installed")


def play_on(text: str, game: str, plies: int = 12) -> None:
    """Some moves of an engine against itself."""
    bot = parse_seat(text)
    assert bot is not None
    state = bundled.engine(game).initial_state(0)
    for _ in range(plies):
        if state.is_terminal:
            return
        state = state.apply(bot.choose(Seat.of(state)))


@pytest.mark.claims
@needs("stockfish")
def test_stockfish_takes_a_seat() -> None:
    play_on("uci:stockfish?movetime=20&Skill Level=3", "chess", 40)
    play_on("uci:stockfish?nodes=500", "chess960", 40)
    with pytest.raises(ProgramError, match="stockfish plays one game"):
        play_on("uci:stockfish", "atomic")


@pytest.mark.claims
@needs("fairy-stockfish")
@pytest.mark.parametrize(
    "game",
    [
        "chess",
        "crazyhouse",
        "capablanca",
        "grand_chess",
        "three_check",
        "king_of_the_hill",
        "makruk",
        "breakthrough",
    ],
)
def test_fairy_stockfish_takes_a_seat(game: str) -> None:
    play_on("uci:fairy-stockfish?nodes=500", game, 60)


@pytest.mark.claims
@needs("fairy-stockfish")
@pytest.mark.parametrize(
    ("protocol", "game"),
    [
        ("uci", "shogi"),
        ("usi", "shogi"),
        ("uci", "minishogi"),
        ("usi", "minishogi"),
        ("uci", "xiangqi"),
        ("ucci", "xiangqi"),
        ("uci", "janggi"),
    ],
)
def test_fairy_stockfish_speaks_the_kin_of_uci(protocol: str, game: str) -> None:
    play_on(f"{protocol}:fairy-stockfish?nodes=300", game, 80)


@pytest.mark.claims
@needs("gnugo")
def test_gnu_go_takes_a_seat() -> None:
    play_on("gtp:gnugo --mode gtp --level 1", "go", 8)
    with pytest.raises(ProgramError, match="gnugo cannot take a seat: Chess cannot be played by GTP"):
        play_on("gtp:gnugo --mode gtp", "chess")


@SHELL
@pytest.mark.games
def test_what_an_engine_of_go_refuses_is_said(tmp_path: Path) -> None:
    path = tmp_path / "fake"
    path.write_text(
        '#!/bin/sh\nwhile read -r line; do case "$line" in komi*) printf "? no komi here\\n\\n";; *) printf "= D4\\n\\n";; esac; done\n'
    )
    path.chmod(0o700)
    with pytest.raises(ProgramError, match=r"fake has refused `komi 7.5` \(no komi here\), and was ended"):
        choose(f"gtp:{path}", bundled.engine("go", {"size": 9}).initial_state(0))
    assert choose(f"gtp:{path}", bundled.engine("gomoku").initial_state(0)) == "d4"
