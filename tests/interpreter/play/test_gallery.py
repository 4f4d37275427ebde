"""Games as a site: a page of pictures, and a rule sheet for each."""

import re
from pathlib import Path

import bundled
import pytest
from click.testing import CliRunner, Result

from interpreter.cli import cli
from interpreter.play.sheet.html import card

pytestmark = pytest.mark.thorough


def made(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["gallery", *arguments])


def test_games_are_a_site_that_needs_nothing_else(tmp_path: Path) -> None:
    result = made("tic_tac_toe", "kuhn_poker", "--html", str(tmp_path / "site"))
    assert result.exit_code == 0 and "2 games" in result.output
    pages = {p.name: p.read_text("utf-8") for p in (tmp_path / "site").iterdir()}
    assert set(pages) == {"index.html", "kuhn_poker.html", "tic_tac_toe.html"}
    assert re.findall(r'href="(\w+\.html)"', pages["index.html"]) == ["kuhn_poker.html", "tic_tac_toe.html"]
    assert pages["index.html"].count("<svg") == 2
    assert all('href="index.html"' in text for name, text in pages.items() if name != "index.html")
    assert not any(re.search(r'(?:src|href)="(?:http|//)', text) for text in pages.values())


def test_signs_of_the_rules_are_drawn() -> None:
    assert "✿" in card(bundled.reference("royal_game_of_ur"), "royal_game_of_ur").picture  # rosettes


def test_a_game_is_shown_behind_the_phase_in_which_pieces_are_laid_out() -> None:
    drawn = card(bundled.reference("arimaa"), "arimaa").picture
    assert 'data-piece="Gold rabbit"' in drawn
    assert 'data-piece="Silver rabbit"' in drawn


def test_nobody_learns_what_is_hidden_from_a_picture(tmp_path: Path) -> None:
    made("geister", "--html", str(tmp_path))
    shown = (tmp_path / "index.html").read_text("utf-8")
    assert "?" in shown and "good" not in shown.partition("</figure>")[0]


def test_a_broken_game_is_told_and_the_others_are_written(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gdl"
    broken.write_text('game "Broken"\nplayers Red, Blue\n', "utf-8")
    result = made(str(broken), "tic_tac_toe", "--html", str(tmp_path / "site"))
    assert result.exit_code == 1 and "missing-clause" in result.output
    assert {p.name for p in (tmp_path / "site").iterdir()} == {"index.html", "tic_tac_toe.html"}


def test_two_games_of_one_name_have_no_pages(tmp_path: Path) -> None:
    other = tmp_path / "hex.gdl"
    other.write_text("", "utf-8")
    result = made("hex", str(other), "--html", str(tmp_path / "site"))
    assert result.exit_code == 2 and "hex.html" in result.output


def test_a_directory_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("", "utf-8")
    result = made("tic_tac_toe", "--html", str(tmp_path / "site"))
    assert result.exit_code == 2 and "cannot be made" in result.output
