"""The machine, the versions, and the table of results."""

import platform
import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import gdl

HERE = Path(__file__).parent
CONTESTANTS = (
    "C", "Stockfish", "Fairy-Stockfish", "ours", "OpenSpiel C++", "OpenSpiel Python", "python-chess", "reference", "ours one by one",
)  # fmt: skip


def machine() -> dict[str, str]:
    def first(command: list[str]) -> str:
        try:
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
        except (OSError, subprocess.CalledProcessError, IndexError):
            return "unknown"

    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", info.read_text()) if info.exists() else []
    return {
        "processor": names[0] if names else platform.processor() or "unknown",
        "threads": str(len(names)) if names else "unknown",
        "system": platform.platform(),
        "compiler": first(["cc", "--version"]),
    }


def versions(python: str | None, program: str) -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("gdl-interpreter", "llvmlite"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = gdl.__version__ if name == "gdl-interpreter" else "unknown"
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True, check=False
    )
    found["commit"] = commit.stdout.strip() or "unknown"
    if program:
        found["chess program"] = program
    for name in ("open_spiel", "chess") if python else ():
        code = f"from importlib.metadata import version; print(version({name!r}))"
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
        found[name] = done.stdout.strip() or "not there"
    return found


def table(data: dict[str, Any]) -> str:
    """The results to be read, as Markdown."""
    compared = (
        "C",
        "Stockfish",
        "Fairy-Stockfish",
        "OpenSpiel C++",
        "OpenSpiel Python",
        "python-chess",
        "reference",
    )
    who = [w for w in CONTESTANTS if any(w in found["medians"] for found in data["lines"])]
    against = [w for w in compared if w in who]
    heads = ["game", "counted", *who, *(f"ours / {w}" for w in against)]
    rows = []
    for found in data["lines"]:
        medians = found["medians"]
        cells = [f"{medians[w]:,.0f}" if w in medians else "" for w in who]
        for other in against:
            has = "ours" in medians and other in medians
            cells.append(f"{medians['ours'] / medians[other]:.3g}" if has else "")
        rows.append([found["game"], found["what"], *cells])
    lines = [
        f"# Side by side, {data['date']}", "",
        *(f"* {name}: {value}" for name, value in (data["machine"] | data["versions"]).items()),
        "* the reference engine's random games: from its actions a second in the first 60 plies",
        f"* medians of {data['runs']} runs of {data['seconds']:g} s each, one thread", "",
        "| " + " | ".join(heads) + " |", "|---|---|" + "---:|" * (len(heads) - 2),
        *("| " + " | ".join(row) + " |" for row in rows), "",
        "Whether the rules are the same in OpenSpiel, ours first:", "",
        *(f"* {found['game']}: {found['same']}" for found in data["lines"] if found["same"]),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"
