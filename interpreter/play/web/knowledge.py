"""What can be shown without telling a secret: how an action is told, what it is seen to do, previews.

What follows an action is shown as far as it is the same in several worlds that the player cannot tell apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interpreter.engines.base import Position, State

WORLDS = 3  # in which an action must have the same effect, for it to be shown beforehand


# ---- what is told of an action


def told(state: State, action: int, viewer: int | None) -> str:
    """An action as a player learns of it; None stands for spectators."""
    return state.action_public(action)[0] if viewer is None else state.action_seen(action, viewer)


def sites_told(state: State, action: int, viewer: int | None) -> tuple[str, ...]:
    """The names of the sites of an action that a player, or spectators, learn of."""
    found = state.action_public(action)[1] if viewer is None else state.action_sites(action, viewer)
    sites = state.engine.game.board.sites
    return tuple(sites[s].name for s in dict.fromkeys(found))


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
