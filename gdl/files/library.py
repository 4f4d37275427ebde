"""Where games and modules are: the file that a path or a bundled name means. Nothing is read."""

from pathlib import Path


def bundled_directory() -> Path:
    """Where the games of the distribution are: beside the packages in a checkout, inside `gdl` when installed."""
    checkout = Path(__file__).resolve().parents[2] / "games"
    if checkout.is_dir():
        return checkout
    from importlib import resources

    return Path(str(resources.files("gdl").joinpath("games")))


def bundled_games() -> list[str]:
    """The bare names of the bundled games, sorted."""
    return sorted(p.stem for p in bundled_directory().glob("*.gdl"))


def find(name: str) -> Path:
    """The file that a path or a bundled name means. Raises FileNotFoundError."""
    path = Path(name)
    if path.is_file():
        return path
    bundled = bundled_directory() / f"{path.stem}.gdl"
    if path.name in (path.stem, f"{path.stem}.gdl") and len(path.parts) <= 2 and bundled.is_file():
        return bundled
    raise FileNotFoundError(name)


def find_named(name: str) -> Path:
    """The same, for a name that stands in a file: only game files are read. Raises FileNotFoundError."""
    path = find(name)
    if not _is_game_file(path):
        raise FileNotFoundError(name)
    return path


def _is_game_file(path: Path) -> bool:
    """Whether a path leads to a file of the language, also behind links: other files are nobody's business."""
    return path.is_file() and path.suffix == ".gdl" == path.resolve().suffix


def modules_directory() -> Path:
    """Where the modules of the distribution are."""
    return bundled_directory() / "modules"


def bundled_modules() -> list[str]:
    """The bare names of the bundled modules, sorted."""
    return sorted(p.stem for p in modules_directory().glob("*.gdl"))


def find_module(name: str, beside: Path) -> Path:
    """The file of a module: beside another file, or bundled. Raises FileNotFoundError."""
    found = (beside / name, beside / f"{name}.gdl", modules_directory() / f"{name}.gdl")
    path = next((p for p in found if _is_game_file(p)), None)
    if path is None:
        raise FileNotFoundError(name)
    return path


def find_game(name: str, beside: Path) -> Path:
    """The file of a game that another file extends: beside it, or bundled. Raises FileNotFoundError."""
    return beside / name if _is_game_file(beside / name) else find_named(name)
