"""Relations between sites: by their targets, which pictures draw as arrows, and as sentences, one a target."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.analysis.captures import capturable
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import HIDDEN
from interpreter.play.scene.boards import shown_board
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Scene

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation in a position: its name, the pairs of sites between which it holds, and the sites whose piece the
    player to move can capture."""

    name: str
    pairs: Pairs
    prey: tuple[str, ...] = ()


_IRREGULAR = {
    "sees": "seen", "hits": "hit", "holds": "held", "binds": "bound", "beats": "beaten", "takes": "taken",
    "feeds": "fed", "meets": "met", "leads": "led", "keeps": "kept", "shoots": "shot", "strikes": "struck",
    "bites": "bitten", "eats": "eaten", "finds": "found", "drives": "driven", "sends": "sent", "shuts": "shut",
    "cuts": "cut", "puts": "put", "sets": "set", "breaks": "broken", "catches": "caught", "wins": "won", "gives": "given", "leaves": "left", "makes": "made",
}  # fmt: skip


def relation(engine: Engine, state: State, name: str) -> Relation:
    """A relation in a state. Raises KeyError for one that the game does not have."""
    mover = engine.game.players[state.current_player].name
    pairs = engine.related(state, name)
    if engine.game.board.is_growing:  # then only a part of the board is drawn
        shown, sites = shown_board(engine.game, state.position()), engine.game.board.sites
        drawn = [(shown.site(sites[a].name), shown.site(sites[b].name)) for a, b in pairs]
        pairs = [(a, b) for a, b in drawn if a is not None and b is not None]
    return Relation(name, pairs, tuple(capturable(state, mover)))


def by_target(pairs: Pairs) -> dict[int, list[int]]:
    """The sources of each target, both in the order of the board."""
    found: dict[int, list[int]] = {}
    for source, target in sorted(pairs, key=lambda p: (p[1], p[0])):
        found.setdefault(target, []).append(source)
    return found


def passive(verb: str) -> str:
    """A relation seen from its target: `engages` gives `engaged by`."""
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
    """A site and its topmost piece: `f5 Black Archer`."""
    name = scene.board.sites[site].name
    stack = scene.stacks.get(name)
    if not stack:
        return f"{name} {HIDDEN}" if name in scene.hidden_sites else name
    top = stack[-1]
    kind = "?" if HIDDEN in top.kind else words(top.kind)
    return " ".join(part for part in (name, top.owner, kind) if part)


def sentences(scene: Scene, relation: Relation) -> list[str]:
    """One line a target: `f5 Black Archer: engaged by e4 Light Wagon, g6 Scout (2)`; and what can be captured."""
    name, pairs = relation.name, relation.pairs
    lines = []
    for target, sources in by_target(pairs).items():
        owners = {_owner(scene, s) for s in sources}
        said = ", ".join(_source(scene, s, len(owners) > 1) for s in sources)
        count = f" ({len(sources)})" if len(sources) > 1 else ""
        lines.append(f"{describe(scene, target)}: {passive(name)} {said}{count}")
    if not lines:
        is_verb = passive(name).endswith(" by")
        lines = [f"nothing {name} anything here" if is_verb else f"{words(name)} holds nowhere here"]
    if relation.prey:
        sites = (scene.board.site(s) for s in relation.prey)
        lines.append(
            f"{scene.mover} can capture: " + ", ".join(describe(scene, s) for s in sites if s is not None)
        )
    return lines


def targets(scene: Scene, pairs: Pairs) -> Iterable[str]:
    """The names of the sites that are targets."""
    return [scene.board.sites[t].name for t in by_target(pairs)]


def _owner(scene: Scene, site: int) -> str:
    stack = scene.stacks.get(scene.board.sites[site].name)
    return stack[-1].owner if stack else ""


def _source(scene: Scene, site: int, with_owner: bool) -> str:
    """A source; with its owner only where the sources of a target have several owners."""
    text = describe(scene, site)
    owner = _owner(scene, site)
    return text if with_owner or not owner else text.replace(f" {owner}", "", 1)
