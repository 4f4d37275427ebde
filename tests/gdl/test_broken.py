"""What a beginner would get wrong, and what the messages say.

Every `broken/NAME.gdl` has its rendered diagnostics in `broken/NAME.txt`. With GDL_RECORD=1 they are written anew: look
at each as its reader would. `doubtful/` has games that only warnings are about. A first line `-- set: name=value` gives the game an option.
"""

import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from gdl.diagnostics.render import render
from gdl.diagnostics.values import Diagnostic, Reporter
from gdl.files.modules import is_module
from gdl.loader import bundled_directory, examine, examine_source
from gdl.parsing.parser import parse
from gdl.source import Source

FOLDER = Path(__file__).with_name("broken")
DOUBTFUL = Path(__file__).with_name("doubtful")
FILES = sorted(p.stem for p in FOLDER.glob("*.gdl"))
RECORD = os.environ.get("GDL_RECORD") == "1"
MAX_SECONDS = 10.0


def findings(name: str) -> tuple[Diagnostic, ...]:
    path = FOLDER / f"{name}.gdl"
    setting = re.match(rb"-- set: (\w+)=(\w+)", path.read_bytes())
    options = {setting[1].decode(): setting[2].decode()} if setting else None
    game, diagnostics = examine(path.name, options)
    assert game is None
    return diagnostics


SEVERAL = {
    "two_words_misspelt_in_a_line": 2,
    "letters_for_directions": 4,
    "range_of_sites": 2,
    "set_asked_whether_it_is_empty": 3,
    "words_of_four_other_languages": 10,
    "several_mistakes": 6,
    "card_nobody_chose": 2,
    "choose_line_missing": 3,
    "condition_as_a_set": 2,
    "set_as_in_mathematics": 2,
    "words_of_other_rule_sheets": 5,
    "duplicate_names": 2,
    "prose": 3,
    "choices_and_kinds_listed_otherwise": 2,
    "fields_added_to_and_taken_from": 4,
    "number_too_large": 5,
    "option_range_to_none": 3,
    "terminal_commands": 2,
    "several_types_and_what_leads_to_them": 8,
    "rows_called_bottom_and_top": 2,
    "type_of_keys_missing": 2,
    "pools_by_a_definition_and_a_condition": 2,
    "holders_written_otherwise": 5,
    "looks_without_signs": 2,
    "kinds_in_quotation_marks": 2,
}
"""How many errors files have that have more than one mistake."""


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_says_what_is_wrong_and_one_mistake_is_one_error(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    found = findings(name)  # once for both: looking for the line to write takes most of the time
    assert len(found) == SEVERAL.get(name, 1)
    text = render(found).replace(f"{bundled_directory()}/", "games/")  # wherever they are installed
    golden = FOLDER / f"{name}.txt"
    if RECORD:
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text("utf-8") == text


def test_every_golden_text_has_its_file() -> None:
    assert {p.stem for p in FOLDER.glob("*.txt")} == set(FILES)


@pytest.mark.parametrize("name", sorted(p.stem for p in DOUBTFUL.glob("*.gdl")))
def test_a_doubtful_file_is_a_game_with_warnings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOUBTFUL)
    game, diagnostics = examine(f"{name}.gdl")
    assert game is not None
    assert diagnostics, "nothing is found; a game that is meant stands in `tests/gdl/sound/`"
    text = render(diagnostics)
    golden = DOUBTFUL / f"{name}.txt"
    if RECORD:
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text("utf-8") == text


# ---- any text whatsoever

GAMES = [p.read_text("utf-8") for p in sorted(bundled_directory().glob("*.gdl"))]
PIECES = st.sampled_from(
    [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ":=",
        "=",
        "==",
        ",",
        ";",
        "..",
        "*",
        "+",
        "?",
        "|",
        "-",
        "--",
        '"',
        "\n",
        "\n\n",
        "\t",
        "and",
        "or",
        "not",
        "if",
        "else",
        "do",
        "for",
        "in",
        "of",
        "where",
        "some",
        "all",
        "no",
        "none",
        "true",
        "1",
        "0",
        "99999999999",
        "1.5",
        "x",
        "empty",
        "own",
        "enemy",
        "place",
        "move",
        "let",
        "action",
        "turn:",
        "end",
        "when",
        "line",
        "any",
        "as",
        "to",
        "from",
        "it",
        "{1..2}",
        "kinds",
        "each",
        "by",
        "orthogonal",
        "once per rotation",
        "pool",
        "hand",
        "hand(mover)",
        "of player",
        "of game",
        "seen by owner",
        "with",
        "times",
        "match",
        "hide",
        "known to",
        "skip",
        "when",
        "phase",
        "turns of",
        "board",
        "graph",
        "a1-b1",
        "a1>b1",
        "at",
        "axes",
        "hex side 3",
        "walk",
        "up to",
        "reached from",
        "relation",
        "then may",
        "simultaneously",
        "\r",
        "é",
        "\x00",
    ]
)


def give_diagnostics_or_a_game(text: str) -> None:
    start = time.monotonic()
    game, diagnostics = examine_source(Source("any.gdl", text))
    is_wrong = any(d.is_error for d in diagnostics)
    assert (game is None) == (is_wrong or is_module(parse(Source("any.gdl", text), Reporter()).tree.clauses))
    render(diagnostics)
    assert time.monotonic() - start < MAX_SECONDS


@pytest.mark.parametrize("sign", [" + ", " - ", " * ", " and turn > "])
def test_a_long_chain_of_operators_is_checked_at_once(sign: str) -> None:
    start = time.monotonic()
    chain = sign.join(["turn"] * 150)
    text = f"players Red, Blue\nfield n of game: 0..9\naction go\n  choose i in 1..2\n  where turn > {chain}\n  do n := n + i\nturn: go\n"
    game, found = examine_source(Source("long.gdl", text))
    assert game is not None, [d.message for d in found]
    assert time.monotonic() - start < MAX_SECONDS


FEW = settings(max_examples=50)  # `benchmarks/fuzz.py` draws many thousands


@FEW
@given(st.text())
def test_any_text_gives_diagnostics_or_a_game(text: str) -> None:
    give_diagnostics_or_a_game(text)


@FEW
@given(st.binary())
def test_any_bytes_give_diagnostics_or_a_game(data: bytes) -> None:
    give_diagnostics_or_a_game(data.decode("utf-8", "replace"))


@FEW
@given(st.lists(PIECES, max_size=40))
@example(["action", "x"])  # a module
def test_any_words_of_the_language_give_diagnostics_or_a_game(words: list[str]) -> None:
    give_diagnostics_or_a_game(" ".join(words))


@st.composite
def mutated_games(draw: st.DrawFn) -> str:
    """A bundled game with some lines or words deleted, doubled, exchanged or replaced."""
    text = draw(st.sampled_from(GAMES))
    for _ in range(draw(st.integers(1, 4))):
        parts = re.split(r"(\n)", text) if draw(st.booleans()) else re.split(r"(\W)", text)
        first = draw(st.integers(0, len(parts) - 1))
        second = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(("delete", "double", "exchange", "replace"))):
            case "delete":
                del parts[first]
            case "double":
                parts.insert(second, parts[first])
            case "exchange":
                parts[first], parts[second] = parts[second], parts[first]
            case _:
                parts[first] = draw(PIECES)
        text = "".join(parts)
    return text


@settings(FEW, suppress_health_check=[HealthCheck.too_slow])
@given(mutated_games())
def test_a_mutated_game_gives_diagnostics_or_a_game(text: str) -> None:
    give_diagnostics_or_a_game(text)
