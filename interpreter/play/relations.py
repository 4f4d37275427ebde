"""Relations in words: who stands in a relation to whom, one line a target.

In go a scene and the pairs of sites between which a relation holds (`Engine.related`); out come the pairs by
target, which pictures draw as arrows, and sentences for the terminal.
"""

import re
from collections.abc import Iterable, Sequence

from interpreter.engines.base import HIDDEN as SECRET
from interpreter.play.looks import words
from interpreter.play.scene import Scene

Pairs = Sequence[tuple[int, int]]

_IRREGULAR = {
    "sees": "seen", "hits": "hit", "holds": "held", "binds": "bound", "beats": "beaten", "takes": "taken",
    "feeds": "fed", "meets": "met", "leads": "led", "keeps": "kept", "shoots": "shot", "strikes": "struck",
    "bites": "bitten", "eats": "eaten", "finds": "found", "drives": "driven", "sends": "sent", "shuts": "shut",
    "cuts": "cut", "puts": "put", "sets": "set", "breaks": "broken", "catches": "caught", "wins": "won", "gives": "given", "leaves": "left", "makes": "made",
}  # fmt: skip


def by_target(pairs: Pairs) -> dict[int, list[int]]:
    """The sources of each target, both in the order of the board."""
    found: dict[int, list[int]] = {}
    for source, target in sorted(pairs, key=lambda p: (p[1], p[0])):
        found.setdefault(target, []).append(source)
    return found


def passive(verb: str) -> str:
    """How a target is said to stand in a relation: `engages` gives `engaged by`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb] + " by"
    if not re.fullmatch(r"[a-z]{2,}[^s\W_]s", verb):
        return f"{words(verb)}: from"
    stem = verb[:-1]
    if stem.endswith("ie"):
        return stem[:-2] + "ied by"
    if stem.endswith("e"):
        return stem + "d by"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", stem):
        return f"{stem}{stem[-1]}ed by"  # one short syllable
    return stem + "ed by"


def describe(scene: Scene, site: int) -> str:
    """A site and what stands on it: `f5 Black Rabble`."""
    name = scene.board.sites[site].name
    stack = scene.stacks.get(name)
    if not stack:
        return f"{name} {SECRET}" if name in scene.hidden_sites else name
    top = stack[-1]
    kind = "?" if SECRET in top.kind else words(top.kind)
    return " ".join(part for part in (name, top.owner, kind) if part)


def sentences(scene: Scene, name: str, pairs: Pairs) -> list[str]:
    """One line a target: `f5 Black Rabble: engaged by e4 Light Horse, g6 Elephant (2)`."""
    lines = []
    for target, sources in by_target(pairs).items():
        owners = {_owner(scene, s) for s in sources}
        said = ", ".join(_source(scene, s, len(owners) > 1) for s in sources)
        count = f" ({len(sources)})" if len(sources) > 1 else ""
        lines.append(f"{describe(scene, target)}: {passive(name)} {said}{count}")
    return lines or [
        f"nothing {name} anything here" if _is_verb(name) else f"{words(name)} holds nowhere here"
    ]


def targets(scene: Scene, pairs: Pairs) -> Iterable[str]:
    """The names of the sites that are targets."""
    return [scene.board.sites[t].name for t in by_target(pairs)]


def _is_verb(name: str) -> bool:
    return passive(name).endswith(" by")


def _owner(scene: Scene, site: int) -> str:
    stack = scene.stacks.get(scene.board.sites[site].name)
    return stack[-1].owner if stack else ""


def _source(scene: Scene, site: int, with_owner: bool) -> str:
    """A source; its owner is said only where the sources of a target have several."""
    text = describe(scene, site)
    owner = _owner(scene, site)
    return text if with_owner or not owner else text.replace(f" {owner}", "", 1)
