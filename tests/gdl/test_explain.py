"""Every diagnostic has a page, and the examples on the pages are what they say."""

import re
from pathlib import Path

import pytest

import gdl
import interpreter
from gdl.diagnostics.codes import CODES
from gdl.diagnostics.pages import Example, examples, page
from gdl.diagnostics.values import Diagnostic, GameError
from gdl.loader import examine
from interpreter.analysis.trial.run import try_out

ROOT = Path(gdl.__file__).resolve().parent.parent
MAX_PLAYOUTS = 20


def found_in(example: Example, folder: Path) -> tuple[Diagnostic, ...]:
    """All that is wrong with an example, with what shows only while it is played."""
    path = folder / f"{example.name if example.manner == 'file' else 'example'}.gdl"
    path.write_text(example.text, encoding="utf-8")
    options = {example.name: example.value} if example.manner == "set" else None
    game, diagnostics = examine(path, options, example.name if example.manner == "variant" else None)
    if example.manner == "trial":
        return try_out(game).found if game is not None else diagnostics
    if example.manner not in ("play", "outcomes"):
        return diagnostics
    assert game is not None and not diagnostics, "the text alone must be fine"
    engine = interpreter.engine(game, effort=0)
    try:
        if example.manner == "outcomes":
            state = engine.initial_state()
            state.outcomes(state.legal_actions()[0])
        for seed in range(MAX_PLAYOUTS):
            engine.playout(engine.initial_state(seed), seed)
    except GameError as error:
        return error.diagnostics
    return ()


_LONG = ("too-many-outcomes", "too-many-ways")


@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=pytest.mark.thorough if code in _LONG else ()) for code in CODES]
)
def test_the_bad_example_gives_its_diagnostic_and_no_other(code: str, tmp_path: Path) -> None:
    assert [d.code for d in found_in(examples(code).bad, tmp_path)] == [code]


@pytest.mark.parametrize("code", CODES)
def test_the_good_example_is_clean(code: str, tmp_path: Path) -> None:
    assert found_in(examples(code).good, tmp_path) == ()


@pytest.mark.parametrize("code", [c for c in CODES if examples(c).bad.manner == "play"])
def test_the_good_example_of_what_shows_in_play_can_be_played(code: str, tmp_path: Path) -> None:
    assert found_in(Example(examples(code).good.text, "play"), tmp_path) == ()


def test_only_play_shows_what_pages_show_by_playing() -> None:
    played = {c for c in CODES if examples(c).bad.manner in ("play", "trial", "outcomes")}
    assert played == {c for c, row in CODES.items() if row.evidence == "play"}


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_short_and_has_its_parts(code: str) -> None:
    text = page(code)
    assert re.findall(r"^#+ .*", text, re.MULTILINE) == [f"# {code}", "## Bad", "## Good"]
    assert len(text.split("## Bad")[0].split()) < 130


def test_no_page_is_without_a_code() -> None:
    assert {p.stem for p in (ROOT / "gdl" / "explain").glob("*.md")} == set(CODES)


def test_every_code_is_reported_somewhere() -> None:
    sources = [
        p for folder in ("gdl", "interpreter") for p in (ROOT / folder).rglob("*.py") if p.name != "codes.py"
    ]
    text = "\n".join(p.read_text("utf-8") for p in sources)
    assert [code for code in CODES if f'"{code}"' not in text] == []


def test_an_unknown_code_has_no_page() -> None:
    with pytest.raises(KeyError):
        page("no-such-code")
