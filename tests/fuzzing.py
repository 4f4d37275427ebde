"""Fuzzing: what comes from outside, changed at random, gives an answer or a message, soon and in little memory.

A target takes the text of one input. It raises nothing but what people are shown as a message, takes no more than
`SECONDS` of processor time, and no more than `MEGABYTES` more memory than before. Inputs that once failed are kept in
`tests/corpus/TARGET`, and `tests/gdl/test_fuzz.py` runs them. `benchmarks/fuzz.py` goes on for as long as it is told to.
"""

import contextlib
import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import gdl
import interpreter
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from gdl.loader import bundled_directory, condition, examine_source
from gdl.source import Source
from interpreter.analysis.cases import run_file
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, PositionError, RecordError
from interpreter.play import record
from interpreter.play.files.foreign import SUFFIXES, game_texts, import_text
from interpreter.play.files.importing import Rules
from interpreter.play.files.sheet_formats import FORMS
from interpreter.play.moves import read_move, why
from interpreter.play.styles import pgn, sgf
from interpreter.positions.documents import Document

SECONDS = 2.0
MEGABYTES = 500
CORPUS = Path(__file__).parent / "corpus"
HERE = Path(__file__).parent

Target = Callable[[str], None]
POSITIONED = ("zola", "reversi", "backgammon", "hearts", "zarathustra", "rummy", "chess", "stratego")
SMALL_CASE_GAMES = ("tic_tac_toe", "pig", "kuhn_poker")


class Failure(AssertionError):  # noqa: N818 - what is found, not an error of the harness
    """What an input did that it must not do."""


# ---- targets


def text_target(text: str) -> None:
    """The text of a game is checked, and its diagnostics are drawn."""
    _, diagnostics = examine_source(Source("fuzzed.gdl", text))
    render(diagnostics)


def condition_target(text: str) -> None:
    """A condition about a game, as tests beside it have them."""
    try:
        condition(_engine("chess").game, text)
    except GameError as error:
        render(error.diagnostics)


def position_target(text: str) -> None:
    """A position that somebody has written. The first line names the game."""
    name, _, rest = text.partition("\n")
    engine = _engine(name if name in POSITIONED else POSITIONED[len(text) % len(POSITIONED)])
    try:
        document = Document(rest, "position.yaml")
        if isinstance(document.value, dict):
            state = engine.state(document.value)
            state.legal_actions()
            state.position()
    except PositionError:
        pass
    except GameError as error:
        render(error.diagnostics)


def cases_target(text: str) -> None:
    """The cases beside a game."""
    name = SMALL_CASE_GAMES[len(text) % len(SMALL_CASE_GAMES)]
    with TemporaryDirectory() as folder:
        rules = Path(folder) / f"{name}.gdl"
        rules.write_text((bundled_directory() / f"{name}.gdl").read_text("utf-8"), "utf-8")
        rules.with_suffix(".yaml").write_text(text, "utf-8", "surrogatepass")
        try:
            for _ in run_file(rules, seconds=0.2):
                pass
        except (PositionError, GameError):
            pass


def record_target(text: str) -> None:
    """A saved game: read, and its moves played."""
    try:
        found = record.parse(text, "saved")
    except RecordError:
        return
    name = found.game if found.game in POSITIONED else "zola"
    with contextlib.suppress(RecordError):
        record.replay(found, _engine(name))


def file_target(text: str) -> None:
    """A file of another program. The first line has its ending; games of chess are played, too."""
    ending, _, rest = text.partition("\n")
    ending = ending if ending in SUFFIXES else SUFFIXES[len(text) % len(SUFFIXES)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"game{ending}"
        path.write_bytes(rest.encode("utf-8", "surrogatepass"))
        for found in game_texts(path):
            with contextlib.suppress(RecordError, pgn.BrokenError):
                if ending == ".pgn":
                    import_text(found, ending, _chess(), "game")
                elif ending in FORMS:
                    FORMS[ending].read(found)
                else:
                    sgf.read(found, "BW")


def typed_target(text: str) -> None:
    """A line that somebody types for a move, in several games."""
    state = _states()[len(text) % len(_states())]
    for ask in (read_move, why):
        with contextlib.suppress(IllegalAction, GameError):
            ask(state, text.strip())


def message_target(text: str) -> None:
    """A message of a page in a browser, to a table at which people play."""
    from interpreter.play.web.protocol import BadMessage, read  # an extra

    try:
        message = read(text.encode("utf-8", "surrogatepass"))
    except BadMessage:
        return
    if message.type != "hint":  # which thinks as long as it likes
        answers = _answers()
        answers[len(text) % len(answers)](message)


TARGETS: Mapping[str, Target] = {
    "text": text_target,
    "condition": condition_target,
    "position": position_target,
    "cases": cases_target,
    "record": record_target,
    "file": file_target,
    "typed": typed_target,
    "message": message_target,
}


@cache
def _engine(name: str) -> Engine:
    return interpreter.engine(gdl.load(name), "reference")


@cache
def _chess() -> Rules:
    engine = _engine("chess")
    return Rules(engine, "chess", lambda saved: engine)


@cache
def _states() -> list[State]:
    """A state of each of several games, some actions after the beginning."""
    found = []
    for name in ("zola", "chess", "backgammon", "hearts", "rummy", "pig"):
        state, random = _engine(name).initial_state(1), Random(1)
        for _ in range(6):
            state = state.apply(random.choice(state.legal_actions()))
        found.append(state)
    return found


@cache
def _answers() -> list[Callable[[object], object]]:
    """What answers a table's seats and spectators."""
    from interpreter.play.tables.table import Seat, Table
    from interpreter.play.web.answers import Answers
    from interpreter.play.web.views import Views

    found: list[Callable[[object], object]] = []
    for name in ("tic_tac_toe", "kuhn_poker"):
        engine = _engine(name)
        from interpreter.play.session import Session

        seats = [Seat(f"token{i}", "human", f"party{i}") for i in range(2)]
        table = Table("id", name, Session(engine, name, 1, (None, None)), seats, "watcher")
        answers = Answers(table, Views(table))
        found += [lambda m, a=answers, v=viewer: a.answer(v, m) for viewer in (0, 1, None)]  # type: ignore[misc]
    return found


# ---- running one input


def run(target: str, text: str) -> None:
    """Runs an input. Raises Failure: an exception, too long, too much memory."""
    memory, begun = _megabytes(), time.process_time()
    try:
        TARGETS[target](text)
    except Exception as error:
        raise Failure(f"{type(error).__name__}: {error}"[:500]) from error
    spent = time.process_time() - begun
    if spent > SECONDS:
        raise Failure(f"took {spent:.1f} s")
    if _megabytes() - memory > MEGABYTES:
        raise Failure(f"took {_megabytes() - memory:.0f} megabytes more")


def _megabytes() -> float:
    """The most memory that the process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


# ---- inputs

WORDS: Mapping[str, Sequence[str]] = {
    "text": (
        *["(", ")", "[", "]", "{", "}", ":", ":=", "=", "!=", "<=", ",", ";", "..", "*", "+", "?", "|", "-", "--", '"', "/", "#"], "\n", "\n  ", "\t", "9" * 30, "0", "1..99999", " of ",
        " where ", " if ", " else ", " and ", " or ", " not ", " some ", " all ", " in ", "mover", "sites", "pieces", "count(",
        "sum(", "line any: ", "walk ", "leap ", "reached from ", "then must ", "end ", "random ", "let x = ", "extends \"chess\"",
        "\x1b[2J", "\0", "\u202e", "é", "\N{GRINNING FACE}", "option o = 1 from 1..9\n", "kinds each n in {1..9}\n", "again may up to 9",
    ),
    "yaml": (
        *["-", ":", "{", "}", "[", "]", ",", "'", '"', "|", ">", "&", "*", "!", "%", "@", "?"], "\n", "\n  ", "\n- ", "&a ", "*a", "<<: ", "!!python/object ", "null", "true",
        "1e9999999", "0x1f", "2026-01-01", "~", "\t", "\0", "\x1b", "a1", "Red", "to_move: ", "pieces: ", "fields: ", "pools: ", "sites: ",
        "hidden", "moves: ", "seed: ", "sealed: ", "legal: ", "expect: ", "perft: ", "after: ", "wins_in: ", "goal: ", "count: ", "9" * 40,
    ),
    "file": (
        "(", ")", "[", "]", "{", "}", ";", ":", "\"", "\\", "\n", "\n  ", "1.", "...", "1-0", "*", "--", "=Q", "e4", "O-O", "x", "9" * 30, "FEN", "\0", "é", "B[aa]", "AB[aa:cc]",
        "Game 2", " 65: 24/13", "Doubles => 2", "bar/off", "START{", "}END", "C2.5", "26-22", "同　", "打", "投了", "手合割：", "変化：3手", "\ud800",
    ),
    "typed": ("a1", "b2", "-", "x", " ", ",", "(", ")", "=", "#", "9" * 25, "pass", "done", "east", "4", "/", "*", "\0", "\x1b", "é", "a1" * 200),
    "json": (
        "{", "}", "[", "]", ",", ":", "\"", "null", "true", "-1", "1e9999999", "9" * 40, "\"type\"", "\"pick\"", "\"do\"", "\"why\"", "\"path\"",
        "\"rev\"", "\"ply\"", "\"step\"", "\"site a1\"", "\"relation\"", "\"chat\"", "\"name\"", "\"text\"", "\\ud800", "\"undo\"", "\"consent\"",
    ),
}  # fmt: skip
WORDS_OF = {"text": "text", "condition": "text", "file": "file", "typed": "typed", "message": "json"}

FILES = {
    ".pgn": '[Event "a"]\n[White "Ann"]\n[Result "1-0"]\n\n1. e4 {a move} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 a6 1-0\n\n[Event "b"]\n\n1. d4 *\n',
    ".pdn": '[GameType "20"]\n[FEN "W:W18,24,27,K10:B12,16"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n',
    ".sgf": "(;GM[1]FF[4]SZ[9]KM[6.5]HA[2]AB[cc][gg]C[a \\] b];W[ee](;B[dd])(;B[ff];W[]))",
    ".kif": "手合割：平手\n先手：太郎\n後手：花子\n手数----指手---------消費時間--\n   1 ７六歩(77) ( 0:15/00:00:15)\n   2 ３四歩(33)\n   3 ２二角成(88)+\n   4 同　銀(31)\n   5 ４五角打\n   6 投了\n",
    ".wxf": "FORMAT\tWXF\nRED\tAnn\nBLACK\tBob\nRESULT\t1-0\n\nSTART{\n1. C2.5   H8+7\n2. H2+3   R9.8\n}END\n",
    ".mat": " 3 point match\n\n Game 1\n Ann : 0              Bob : 0\n  1) 31: 8/5 6/5       42: 8/4 6/4\n  2) 65: 24/13         Doubles => 2\n  3)  Takes            11: 6/5(2) 8/7(2)\n      Wins 1 point\n",
}  # fmt: skip


@cache
def seeds(target: str) -> tuple[str, ...]:
    """Good inputs, and those that once failed."""
    kept = [p.read_text("utf-8", "surrogateescape") for p in sorted((CORPUS / target).glob("*"))]
    games = sorted(bundled_directory().glob("*.gdl"))
    match target:
        case "text":
            files = [*games, *sorted((HERE / "gdl" / "broken").glob("*.gdl"))]
            found = [p.read_text("utf-8", "replace") for p in files]
            found = [t for t in found if len(t) < 4_000]
        case "condition":
            found = [
                "some king of mover: in_check(mover)",
                "count(own pieces) > 3",
                "some line any from e4: empty*, own",
                "turn = 3",
            ]
        case "position":
            found = [f"{n}\n{_yaml(_engine(n).initial_state(1).position())}" for n in POSITIONED]
        case "cases":
            found = [(bundled_directory() / f"{n}.yaml").read_text("utf-8") for n in SMALL_CASE_GAMES]
        case "record":
            moves = tuple(
                _engine("zola").initial_state(1).action_to_string(a)
                for a in _engine("zola").initial_state(1).legal_actions()[:3]
            )
            found = [
                record.Record(n, {}, 1, moves, title=n, seats={"Red": "human"}, is_hidden=True).to_yaml(s)
                for n in POSITIONED
                for s in (False, True)
            ]
        case "file":
            found = [f"{ending}\n{text}" for ending, text in FILES.items()]
        case "typed":
            found = [s.action_to_string(a) for s in _states() for a in s.legal_actions()[:20]]
        case _:
            found = ['{"type": "hello"}', '{"type": "pick", "path": ["site a1"]}', '{"type": "do", "rev": 0, "path": ["site b2"]}',
                     '{"type": "why", "path": ["site a1"]}', '{"type": "step", "ply": 0}', '{"type": "branch", "ply": 0, "paths": [["site a1"]]}',
                     '{"type": "relation", "text": "x"}', '{"type": "chat", "text": "hello"}', '{"type": "undo"}', '{"type": "consent", "of": "undo", "yes": true}']  # fmt: skip
    return (*found, *kept)


def _yaml(position: object) -> str:
    import yaml

    return str(yaml.safe_dump(position, allow_unicode=True, sort_keys=False))


def drawn(target: str, seed: int) -> str:
    """An input: a good one with some changes, often pieces of others in it."""
    random = Random(f"{target} {seed}")
    known, words = seeds(target), WORDS[WORDS_OF.get(target, "yaml")]
    text = random.choice(known)
    for _ in range(random.choice((0, 1, 1, 2, 3, 5, 10))):
        text = _changed(text, random, known, words)
    return text[:20_000]


def _changed(text: str, random: Random, known: Sequence[str], words: Sequence[str]) -> str:
    """One change: of a letter, a word, a line, or a piece of another input."""
    at = random.randrange(len(text) + 1)
    end = min(len(text), at + random.choice((1, 1, 2, 5, 20, 100)))
    match random.randrange(9):
        case 0:
            return text[:at] + text[end:]
        case 1:
            return text[:at] + random.choice(words) + text[at:]
        case 2:
            return text[:at] + random.choice(words) + text[end:]
        case 3:
            return text[:end] + text[at:end] * random.choice((1, 2, 30)) + text[end:]
        case 4:
            other = random.choice(known)
            start = random.randrange(len(other) + 1)
            return text[:at] + other[start : start + random.choice((3, 20, 200))] + text[at:]
        case 5:
            lines = text.split("\n")
            i, j = random.randrange(len(lines)), random.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            return "\n".join(lines)
        case 6:
            lines = text.split("\n")
            lines.insert(random.randrange(len(lines) + 1), random.choice(random.choice(known).split("\n")))
            return "\n".join(lines)
        case 7:
            return (
                text[:at]
                + chr(
                    random.choice(
                        (0, 9, 27, 34, 127, 160, 0x202E, 0xD800, 0x1F600, random.randrange(32, 126))
                    )
                )
                + text[at + 1 :]
            )
        case _:
            return text[:at] + random.choice(words) * random.choice((2, 70, 2000)) + text[at:]


def kept() -> Iterator[tuple[str, Path]]:
    """The inputs that once failed, with their targets."""
    for target in TARGETS:
        for path in sorted((CORPUS / target).glob("*")):
            yield target, path
