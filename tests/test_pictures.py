"""The pictures of the README are those that the program draws."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_pictures", FOLDER / "make.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("name", ["relations.svg", "backgammon.svg", "hex.svg"])
def test_a_picture_of_a_position_is_what_is_drawn_now(name: str) -> None:
    drawn = script().drawn(name)
    if os.environ.get("GDL_RECORD") == "1":
        (FOLDER / name).write_text(drawn, "utf-8")
    assert (FOLDER / name).read_text("utf-8") == drawn, "GDL_RECORD=1 records it anew"


def test_the_readme_shows_every_picture_and_no_other() -> None:
    readme = (FOLDER.parent.parent / "README.md").read_text("utf-8")
    kept = {p.name for p in FOLDER.iterdir() if p.suffix in (".svg", ".png")}
    assert {name for name in kept if f"docs/pictures/{name}" in readme} == kept


@pytest.mark.browser
def test_the_picture_of_the_browser_can_be_made(tmp_path: Path) -> None:
    if shutil.which("chromium") is None:
        pytest.skip("no Chromium is installed")
    path = tmp_path / "browser.png"
    subprocess.run([sys.executable, FOLDER / "make.py", "--browser", path], check=True, timeout=120)
    assert path.read_bytes().startswith(b"\x89PNG")
