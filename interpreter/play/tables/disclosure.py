"""What can be shown without telling a secret: how an action is told, what it is seen to do, previews.

What follows an action is shown as far as it is the same in several worlds that the player cannot tell apart.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_

from interpreter.engines.base import State
from interpreter.engines.position_parts import HIDDEN, Position
from interpreter.engines.single_states import followed
from interpreter.play.tables.foresight import foreseen, sure_fields

WORLDS = 3  # in which an action must have the same effect, for it to be shown beforehand


# ---- what viewers learn of an action


def notation_for(state: State, action: int, viewer: int | None, all_chose: bool = False) -> str:
    """An action as a player learns of it; None stands for spectators."""
    if viewer is None:
        return state.action_public(action, all_chose)[0]
    return state.action_seen(action, viewer, all_chose)


def sites_for(state: State, action: int, viewer: int | None) -> tuple[str, ...]:
    """The names of the sites of an action that a player, or spectators, learn of."""
    found = state.action_public(action)[1] if viewer is None else state.action_sites(action, viewer)
    return _names(state, dict.fromkeys(found))


def own_sites(state: State, action: int) -> tuple[str, ...]:
    """The names of the sites of an action of the player to move, who knows them."""
    return _names(state, state.action_sites(action))


def _names(state: State, sites: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.engine.game.board.sites[s].name for s in sites)


# ---- what an action is seen to do


@dataclass(frozen=True, slots=True)
class Change:
    """What has changed on the board: pieces that went from site to site, were removed, or came; by sites' names."""

    moved: tuple[tuple[str, str], ...] = ()
    captured: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def sites(self) -> tuple[str, ...]:
        """All sites on which something has changed."""
        ends = (site for pair in self.moved for site in pair)
        return tuple(dict.fromkeys((*ends, *self.captured, *self.changed)))


def change(before: Position, after: Position) -> Change:
    """What an observer sees an action do, from their observations before and after it."""
    old, new = before.get("pieces") or {}, after.get("pieces") or {}
    gone = {s: old[s] for s in old if new.get(s) != old[s]}
    come = {s: new[s] for s in new if old.get(s) != new[s]}
    moved: dict[str, str] = {}  # by where each began
    for site, piece in come.items():
        start = next((s for s, p in gone.items() if p == piece and s not in moved), None)
        if start is not None:
            moved[start] = site
    for alike in (_bare, _owner):  # on its way a piece may get other values, or become another one
        left = [s for s in gone if s not in moved and s not in new]
        ended = [s for s in come if s not in moved.values() and alike(come[s]) != alike(old.get(s))]
        for start in left:
            goals = [s for s in ended if alike(come[s]) == alike(gone[start])]
            if len(goals) == 1 and sum(alike(gone[s]) == alike(gone[start]) for s in left) == 1:
                moved[start] = goals[0]
    ends = set(moved.values())
    captured = [s for s in gone if s not in moved and (s not in new or s in ends)]
    changed = [s for s in come if s not in ends and s not in captured]
    return Change(tuple(moved.items()), tuple(captured), tuple(changed))


def preview(state: State, viewer: int, action: int) -> Position:
    """What the player to move would see after an action, as far as they know it beforehand."""
    certain = foreseen(state, viewer, action)
    return common(state, viewer, action) if certain is None else certain.observation(viewer)


def common(state: State, viewer: int, action: int) -> Position:
    """The same where not all of it is certain: what is so in each of some worlds.

    Worlds that are imagined may agree by chance. So what was hidden stays so, but where the player's own pieces come, and of
    other pieces only those are shown that the player sees now.
    """
    before, game = state.observation(viewer), state.engine.game
    worlds = (state.imagine(viewer, seed) for seed in range(WORLDS))
    after = [
        s.observation(viewer) for w in worlds if w is not None and (s := followed(w, action)) is not None
    ]
    if not after:
        return before
    known = _Known.of(before, game.players[viewer].name) if game.is_hidden else None
    shown = dict(before)
    for part in ("pieces", "sites", "pools"):
        may_show = partial(known.may_show, part) if known is not None else lambda _before, _after: True
        shown[part] = _agreed(before.get(part) or {}, [a.get(part) or {} for a in after], may_show)
    sure, fields = sure_fields(state, action), before.get("fields") or {}
    stay = {name: value for name, value in fields.items() if name not in sure}
    shown["fields"] = stay | {n: v for n, v in (after[0].get("fields") or {}).items() if n in sure}
    return shown


_MISSING = object()


@dataclass(frozen=True, slots=True)
class _Known:
    """The pieces that a player sees, as texts without their fields, and how the texts of their own begin."""

    pieces: frozenset[str]
    own: str

    @staticmethod
    def of(observation: Position, name: str) -> "_Known":
        found = frozenset(_bare(t) for part in ("pieces", "pools") for t in _texts(observation.get(part)))
        return _Known(found, f"{name} ")

    def may_show(self, part: str, before: object, after: object) -> bool:
        """Whether the player knows, beforehand, that this stands in a part of the position where that stood."""
        texts = [*_texts(after)]
        if any(map(_is_hidden, _texts(before))):
            return bool(texts) and all(t.startswith(self.own) or _is_hidden(t) for t in texts)
        if part == "sites":
            return True
        return all(_bare(t) in self.pieces or t.startswith(self.own) or _is_hidden(t) for t in texts)


def _is_hidden(text: str) -> bool:
    return HIDDEN in re.split("[ =]", text)


def _texts(value: object) -> Iterator[str]:
    """The texts inside a part of a position."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _texts(inner)


def _bare(pieces: object) -> str:
    """Pieces without their fields."""
    return " ".join(word for text in _texts(pieces) for word in text.split() if "=" not in word)


def _owner(pieces: object) -> str:
    return _bare(pieces).partition(" ")[0]


def _agreed(before: object, after: Sequence[object], may_show: Callable[[object, object], bool]) -> object:
    """What is the same in all worlds, and may be shown, and elsewhere what was before, of pieces in one place those that stay."""
    first = after[0]
    maps = [a for a in after if isinstance(a, Mapping)]
    if (before is _MISSING or isinstance(before, Mapping)) and len(maps) == len(after):
        inside = before if isinstance(before, Mapping) else {}
        keys = dict.fromkeys([*inside, *(k for m in maps for k in m)])
        found = {
            k: _agreed(inside.get(k, _MISSING), [m.get(k, _MISSING) for m in maps], may_show) for k in keys
        }
        return {k: v for k, v in found.items() if v is not _MISSING}
    if all(a == first for a in after) and (first == before or may_show(before, first)):
        return first
    if isinstance(before, list) and not any(map(_is_hidden, _texts(before))):
        return _staying(before, after)
    return before


def _staying(before: Sequence[object], after: Sequence[object]) -> object:
    """What of several pieces in one place is there in all worlds afterwards: a card that is taken from a market is gone, whatever takes
    its place."""
    held = [Counter(map(str, a)) if isinstance(a, list) else Counter[str]() for a in after]
    stay = reduce(and_, held) & Counter(map(str, before))
    found = list[object]()
    for piece in before:
        if stay[str(piece)]:
            stay[str(piece)] -= 1
            found.append(piece)
    return found or _MISSING
