"""What is shown to an observer of a position beside the pieces, as far as they may know it.

The rows that have decided a finished game; what stands against the player to move, and what they can capture; signs of definitions
(`looks`); relations between sites, which pictures draw as arrows, and as sentences, one a target; scores: what each player would
have if the game ended now; and what each player has in numbers, for the table of who plays.

A game whose result is `highest F wins` or `lowest F wins` has the score F. An observer is shown what they may know of it: of a sum
the terms that they see, as `21 + ?`, and `?` where nothing is known. A score of which nobody's part is known is left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gdl.core import model
from gdl.core.arithmetic import plain_value
from gdl.core.builtins import PURE
from gdl.core.visit import nodes
from interpreter.engines.answers import KnownScore, scored
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import HIDDEN, Position, contains_hidden, stacks
from interpreter.play.scene.boards import shown_board
from interpreter.play.scene.fields import bookkeeping, streaks
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Scene, Signs, counts, counts_each

Rows = tuple[tuple[str, ...], ...]  # sites by their names, in order


def decided(engine: Engine, state: State, shown: Mapping[str, Any]) -> Rows:
    """The rows that the end of a game has found; none for an observer from whom something is hidden."""
    if not state.is_terminal or contains_hidden(shown):
        return ()
    sites = engine.game.board.sites
    return tuple(tuple(sites[s].name for s in row) for row in engine.decided(state))


@dataclass(frozen=True, slots=True)
class Threats:
    """`said`: what holds of the player to move, in words, or ""; `rows`: from a piece of others to one of theirs."""

    said: str = ""
    rows: Rows = ()


NONE = Threats()


def threats_to(engine: Engine, state: State, shown: Mapping[str, Any]) -> Threats:
    """What stands against the player to move."""
    if contains_hidden(shown):
        return NONE
    found, sites = engine.threats(state), engine.game.board.sites
    rows = tuple(tuple(sites[s].name for s in row) for _, pairs in found for row in pairs)
    return Threats(" and ".join(words(name) for name, _ in found), rows)


_UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Score:
    """A definition's value for each player, as text."""

    name: str
    values: Mapping[str, str]


def score(engine: Engine, state: State, position: Mapping[str, Any]) -> Score | None:
    """The score in a state, for the observer of a position; None if there is none, or nothing of it may be known."""
    game = engine.game
    name = scored(game)
    if not name:
        return None
    if not contains_hidden(position):
        known = [KnownScore(v, True) for v in engine.scores(state, name)]
    else:
        found = _observer(state, position)
        if found is None:
            return None
        known = engine.known_scores(state, name, *found)
    if all(k.value is None for k in known):
        return None
    return Score(name, {p.name: _text(k) for p, k in zip(game.players, known, strict=True)})


def _text(known: KnownScore) -> str:
    if known.value is None:
        return _UNKNOWN
    return plain_value(known.value) if known.is_whole else f"{plain_value(known.value)} + {_UNKNOWN}"


def _observer(state: State, position: Mapping[str, Any]) -> tuple[int | None] | None:
    """A viewer who sees this position of the state: whoever sees the same knows the same. None where nobody does, as it is another state's."""
    if state.public() == position:
        return (None,)
    players = range(len(state.engine.game.players))
    return next(((p,) for p in players if state.observation(p) == position), None)


_PLAIN = (
    model.Const, model.Local, model.And, model.Or, model.Not, model.Compare, model.Arithmetic, model.If, model.In,
    model.MakeSet, model.Comprehension, model.Quantified,
)  # fmt: skip


def signs_of(engine: Engine, state: State, position: Mapping[str, Any]) -> Signs:
    """The signs of a state, without those that would reveal what `position`, which is shown, hides."""
    game = engine.game
    is_secret = bool(game.signs) and contains_hidden(position)
    seen = _seen_fields(game, position) if is_secret else frozenset()
    sites = game.board.sites
    on: dict[str, str] = {}
    between: dict[tuple[str, str], str] = {}
    for sign in reversed(game.signs):
        if is_secret and not is_printed(game, sign.definition, seen):
            continue
        if sign.is_relation:
            pairs = engine.related(state, sign.definition)
            between |= {(sites[a].name, sites[b].name): sign.definition for a, b in pairs}
        else:
            on |= dict.fromkeys(
                (sites[s].name for s in engine.holding(state, sign.definition)), sign.definition
            )
    below = (_caption(engine, state, c) for c in _seen_captions(game, position))
    return Signs(on, between, tuple(below))


def _seen_captions(game: model.Game, position: Mapping[str, Any]) -> Iterator[model.Caption]:
    """The captions whose numbers reveal nothing that `position` hides."""
    is_secret = bool(game.captions) and contains_hidden(position)
    seen = _seen_fields(game, position) if is_secret else frozenset()
    return (c for c in game.captions if not is_secret or is_printed(game, c.definition, seen))


def common_numbers(engine: Engine, state: State, shown: Mapping[str, Any]) -> list[str]:
    """The numbers that all players share and the file gives words, such as `turns left 3`, as the observer of a position knows them."""
    captions = (
        c for c in _seen_captions(engine.game, shown) if not engine.game.definitions[c.definition].parameters
    )
    return [_caption(engine, state, c) for c in captions]


def _caption(engine: Engine, state: State, caption: model.Caption) -> str:
    """The words of a caption, and its number, or that of each player."""
    game = engine.game
    values = [plain_value(v) for v in engine.scores(state, caption.definition)]
    if not game.definitions[caption.definition].parameters:
        return f"{caption.words} {values[0]}"
    return f"{caption.words}: " + ", ".join(
        f"{p.name} {v}" for p, v in zip(game.players, values, strict=True)
    )


def is_printed(game: model.Game, name: str, seen: frozenset[str]) -> bool:
    """Whether a definition asks about the board alone, and about fields that are `seen` whole, so that it holds whatever a player
    may not see."""
    for node in nodes(game.definitions[name].body):
        if isinstance(node, model.Apply):
            if not is_printed(game, node.definition, seen):
                return False
        elif isinstance(node, model.Builtin):
            if node.name not in PURE or game.board.is_growing:
                return False
        elif isinstance(node, model.GetField):
            if node.field not in seen:
                return False
        elif not isinstance(node, _PLAIN):
            return False
    return True


def _seen_fields(game: model.Game, position: Mapping[str, Any]) -> frozenset[str]:
    """The fields of which a position hides nothing, and never does; but none of pieces."""
    told = {node.field for node in nodes(game.hides) if isinstance(node, model.GetField)}
    aspects = {aspect for hide in game.hides for aspect in hide.aspects}
    written = [position.get(part) or {} for part in ("sites", "fields")]
    return frozenset(
        f.name
        for f in game.fields.values()
        if f.name not in told | aspects
        and all(key.type.base in ("site", "player", "direction", "number", "symbol") for key in f.keys)
        and not any(contains_hidden({f.name: part.get(f.name)}) for part in written)
    )


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


def relation_names(game: model.Game) -> list[str]:
    """The definitions that are relations between sites or pieces."""
    return [d.name for d in game.definitions.values() if d.is_relation]


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


# ---- what can be captured


def capturable(state: State, player: str) -> dict[str, list[str]]:
    """The sites whose piece of another player can be captured, each with the moves that do it, in notation. Every move is made for it,
    so that it holds for any game."""
    before = _foes(state.position(), player)
    found: dict[str, list[str]] = {}
    for action in state.legal_actions():
        after = _foes(state.apply(action).position(), player)
        if sum(map(len, after.values())) >= sum(map(len, before.values())):
            continue
        for site, pieces in before.items():
            if len(after.get(site, [])) < len(pieces):
                found.setdefault(site, []).append(state.action_to_string(action))
    return found


def _foes(position: Position, player: str) -> dict[str, list[str]]:
    """The pieces of others on each site."""
    found: dict[str, list[str]] = {}
    for site, texts in stacks(position).items():
        foes = [t for t in texts if len(t.split()) > 1 and t.split()[0] != player and "=" not in t.split()[1]]
        if foes:
            found[site] = foes
    return found


# ---- what each player has, in numbers


@dataclass(frozen=True, slots=True)
class Standing:
    """A number that each player has: what it is called, and its text for each of them, in their order."""

    name: str
    values: tuple[str, ...]


def standings(
    engine: Engine, state: State, shown: Mapping[str, Any], first: Mapping[str, Any]
) -> list[Standing]:
    """All numbers of players, as the observer of a position knows them. `first`: the position in which players had the most pieces."""
    game = engine.game
    if len(game.players) < 2:
        return []
    found = [*fields_of_players(game, shown), *_captions(engine, state, shown)]
    if (known := score(engine, state, shown)) is not None:
        values = tuple(known.values[p.name] for p in game.players)
        if values not in [s.values for s in found] and words(known.name) not in [s.name for s in found]:
            found.insert(0, Standing(words(known.name), values))
    found += _pieces(game, shown, first, found)
    return [replace(s, name=s.name.removesuffix(" of")) for s in found]  # such as `points_of(p)`


def fields_of_players(game: model.Game, shown: Mapping[str, Any]) -> Iterator[Standing]:
    """The fields that hold a number of each player, or several."""
    fields = shown.get("fields") or {}
    for field in game.fields.values():
        has_several = counts_each(field)
        if (has_several or counts(field)) and field.name not in bookkeeping(game):
            held = fields.get(field.name, {})
            values = [_held(held, player.name, field.default) for player in game.players]
            if has_several:
                each = field.keys[1].words
                values = [
                    ", ".join(f"{words(w)} {_held(v or {}, w, field.default)}" for w in each) for v in values
                ]
            begun = streaks(game).get(field.name)
            if begun is not None and all(isinstance(v, int) and v <= begun for v in values):
                continue  # what comes in a row is told once it has come
            texts = (_UNKNOWN if value == HIDDEN else str(value) for value in values)
            yield Standing(words(field.name), tuple(texts))


def _held(held: Any, name: str, default: Any) -> Any:
    """The entry of a name, which may be written as a number; what is hidden as a whole is hidden in each."""
    return {str(k): v for k, v in held.items()}.get(name, default) if isinstance(held, Mapping) else held


def _captions(engine: Engine, state: State, shown: Mapping[str, Any]) -> Iterator[Standing]:
    for caption in _seen_captions(engine.game, shown):
        if engine.game.definitions[caption.definition].parameters:
            values = engine.scores(state, caption.definition)
            yield Standing(caption.words, tuple(map(plain_value, values)))


def _pieces(
    game: model.Game, shown: Mapping[str, Any], first: Mapping[str, Any], others: Sequence[Standing]
) -> Iterator[Standing]:
    """How many pieces each player has on the board, once somebody has lost one, unless other numbers say it: those that are equal, or
    those of the pieces that are gone."""
    gone = losses(game, shown, first)
    now = tuple(str(c.total()) for c in _on_board(Scene(game, shown)))
    told = {s.values for s in others}
    if any(gone) and now not in told and tuple(str(c.total()) for c in gone) not in told:
        yield Standing("pieces", now)


def losses(game: model.Game, shown: Mapping[str, Any], first: Mapping[str, Any]) -> list[Counter[str]]:
    """What each player has no longer of what they had first, by kinds; nothing where something is hidden, or what was taken lies in
    hands."""
    if contains_hidden(shown) or contains_hidden(first):
        return []
    scenes = Scene(game, first), Scene(game, shown)
    before, now = map(_on_board, scenes)
    held = [sum(len(pool.pieces) for pool in scene.pools if pool.owner) for scene in scenes]
    is_gone = sum(c.total() for c in before) + held[0] > sum(c.total() for c in now) + held[1]
    return [b - n for b, n in zip(before, now, strict=True)] if is_gone else []


def lost_kinds(game: model.Game, shown: Mapping[str, Any], first: Mapping[str, Any]) -> list[Counter[str]]:
    """The losses of a game in which players have pieces of several kinds first; in others their number says it all."""
    kinds = {kind for held in _on_board(Scene(game, first)) for kind in held}
    return losses(game, shown, first) if len(kinds) > 1 else []


def pieces_of_players(game: model.Game, shown: Mapping[str, Any]) -> int:
    """How many pieces all players together have on the board."""
    return sum(held.total() for held in _on_board(Scene(game, shown)))


def _on_board(scene: Scene) -> list[Counter[str]]:
    pieces = [p for stack in scene.stacks.values() for p in stack]
    return [Counter(p.kind for p in pieces if p.owner == player) for player in scene.players]
