"""What can be shown without telling a secret: the view of spectators, what an action is seen to do, previews.

A spectator sees what every player sees. What follows an action is shown as far as it is the same in several worlds that
the player cannot tell apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.engines.base import HIDDEN, Position, State

WORLDS = 3  # in which an action must have the same effect, for it to be shown beforehand


# ---- spectators


def public(state: State) -> Position:
    """What all players see, which is what spectators see."""
    players = state.engine.game.players
    common = Common(frozenset(p.name for p in players)).of(
        [state.observation(p) for p in range(len(players))]
    )
    assert isinstance(common, dict)
    return common


@dataclass(frozen=True, slots=True)
class Common:
    """What several observations of one thing have in common; the rest is hidden. `owners` are the names of players."""

    owners: frozenset[str]

    def of(self, values: Sequence[object]) -> object:
        first = values[0]
        if all(v == first for v in values):
            return first
        maps = [v for v in values if isinstance(v, Mapping)]
        if len(maps) == len(values):
            return self._of_maps(maps)
        lists = [v for v in values if isinstance(v, list | tuple)]
        if len(lists) == len(values) and len({len(v) for v in lists}) == 1:
            return [self.of(items) for items in zip(*lists, strict=True)]
        if all(isinstance(v, str) for v in values):
            return self._of_texts([str(v).split() for v in values])
        count = {_count(v) for v in values}
        return count.pop() if len(count) == 1 and None not in count else HIDDEN

    def _of_maps(self, maps: Sequence[Mapping[object, object]]) -> dict[object, object]:
        """What is hidden from one is hidden, also where others see nothing; what one does not see at all is left out."""
        found: dict[object, object] = {}
        for key in dict.fromkeys(k for m in maps for k in m):
            values = [m[key] for m in maps if key in m]
            if HIDDEN in values:
                found[key] = HIDDEN
            elif len(values) == len(maps):
                found[key] = self.of(values)
        return found

    def _of_texts(self, texts: Sequence[Sequence[str]]) -> str:
        """A piece of which only what all see is left: its owner, and the fields that are the same."""
        owner = texts[0][0] if texts[0] and texts[0][0] in self.owners else ""
        if owner and all(t[:1] == [owner] for t in texts):
            return f"{owner} {HIDDEN}"
        return HIDDEN


def _count(value: object) -> int | None:
    """How many pieces a pool holds, however it is written."""
    match value:
        case bool() | None:
            return None
        case int():
            return value
        case list() | tuple():
            return len(value)
        case Mapping():
            counts = [v for v in value.values() if isinstance(v, int) and not isinstance(v, bool)]
            return sum(counts) if len(counts) == len(value) else None
        case _:
            return 1


def told(state: State, action: int, viewer: int | None) -> str:
    """An action as a player learns of it; None stands for spectators, who are told what all others are told."""
    if viewer is not None:
        return state.action_seen(action, viewer)
    others = [p for p in range(len(state.engine.game.players)) if p != state.current_player]
    texts = list(dict.fromkeys(state.action_seen(action, p) for p in others or [state.current_player]))
    return texts[0] if len(texts) == 1 else "?"


def sites_told(state: State, action: int, viewer: int | None) -> tuple[str, ...]:
    """The names of the sites of an action that a player, or every other player, learns of."""
    players = range(len(state.engine.game.players))
    viewers = [viewer] if viewer is not None else [p for p in players if p != state.current_player]
    found = [state.action_sites(action, p) for p in viewers or [state.current_player]]
    sites = state.engine.game.board.sites
    return tuple(sites[s].name for s in dict.fromkeys(found[0]) if all(s in f for f in found))


# ---- what an action is seen to do


@dataclass(frozen=True, slots=True)
class Seen:
    """What has changed on the board: pieces that went from site to site, were removed, or came; by sites' names."""

    moved: tuple[tuple[str, str], ...] = ()
    captured: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def seen(before: Position, after: Position) -> Seen:
    """What an observer sees an action do, from their observations before and after it."""
    old, new = before.get("pieces") or {}, after.get("pieces") or {}
    gone = {s: old[s] for s in old if new.get(s) != old[s]}
    come = {s: new[s] for s in new if old.get(s) != new[s]}
    moved: list[tuple[str, str]] = []
    for site, piece in come.items():
        start = next((s for s, p in gone.items() if p == piece and s not in (a for a, _ in moved)), None)
        if start is not None:
            moved.append((start, site))
    starts, ends = {a for a, _ in moved}, {b for _, b in moved}
    captured = [s for s in gone if s not in starts and (s not in new or s in ends)]
    changed = [s for s in come if s not in ends and s not in captured]
    return Seen(tuple(moved), tuple(captured), tuple(changed))


def preview(state: State, viewer: int, action: int) -> Position:
    """What the player to move would see after an action, as far as they know it beforehand."""
    before = state.observation(viewer)
    is_open = not state.engine.game.is_hidden and not state.engine.game.has_chance
    drawn = [state] if is_open else [state.imagine(viewer, seed) for seed in range(WORLDS)]
    worlds = [world for world in drawn if world is not None]
    if not worlds:
        return before
    after = [w.apply(action).observation(viewer) for w in worlds]
    shown = dict(before)
    for part in ("pieces", "sites", "pools"):
        shown[part] = _agreed(before.get(part) or {}, [a.get(part) or {} for a in after])
    return shown


def _agreed(before: object, after: Sequence[object]) -> object:
    """What is the same in all worlds, and elsewhere what was before."""
    first = after[0]
    if all(a == first for a in after):
        return first
    if isinstance(before, Mapping) and all(isinstance(a, Mapping) for a in after):
        maps = [a for a in after if isinstance(a, Mapping)]
        keys = dict.fromkeys([*before, *(k for m in maps for k in m)])
        missing = object()
        found = {k: _agreed(before.get(k, missing), [m.get(k, missing) for m in maps]) for k in keys}
        return {k: v for k, v in found.items() if v is not missing}
    return before
