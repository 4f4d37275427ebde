"""What a seat may choose next, behind the choices it has made: options, the question, previews, and what the rules say of the card
or the action at hand.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, cast

from gdl.core import nodes as core
from gdl.core.model import Game, Value
from gdl.core.visit import nodes
from interpreter.engines.base import State
from interpreter.engines.position_parts import Position, stacks
from interpreter.play.choosing.outlines import outlines
from interpreter.play.choosing.walk import Node, Option, Pick, Walk, leads_to, so_far
from interpreter.play.choosing.words import (
    begun_action,
    label,
    puts,
    towards,
    unmarked,
    wants_a_look,
    with_leaving,
)
from interpreter.play.moves import action_text
from interpreter.play.scene.cards import nobodys
from interpreter.play.scene.fields import sides
from interpreter.play.scene.names import Piece, meaning, words
from interpreter.play.scene.observer import Standing, fields_of_players, score
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.questions import question
from interpreter.play.styles.notation import is_plain, text_of
from interpreter.play.svg.picture import Icons, can_be_turned, icon
from interpreter.play.tables import secret_setup
from interpreter.play.tables.disclosure import change, common
from interpreter.play.tables.foresight import foreseen, surely_scored
from interpreter.play.tables.table import Json
from interpreter.play.web.board_views import BoardViews
from interpreter.play.web.protocol import PLAIN, Data, Look, Viewer


class ChoiceViews:
    """The choices of one table, as its seats are shown them."""

    def __init__(self, boards: BoardViews, numbers: Callable[[State, int, int, Look], Data]) -> None:
        """`numbers`: those that players have in a state, after so many actions, as a player sees them."""
        self.boards, self.table, self.game, self.numbers = boards, boards.table, boards.game, numbers
        self.icons = cache(partial(Icons, self.game))  # by the set of pieces
        self.sentences = AuthorSentences(self.game)

    def next(
        self, path: tuple[str, ...], state: State, viewer: int, has_time: bool = False, look: Look = PLAIN
    ) -> Data:
        """What may be chosen behind a path; a preview where the action is whole and was not seen to its end.

        Where something is hidden, positions must be imagined for that, which takes a while: unless there is time, the page is
        told to ask for it (`later`).
        """
        walk = self.table.walk(state)
        node = with_leaving(walk, walk.at(path), state, viewer)
        is_last = node.action is not None and secret_setup.hands_over(state, node.action)
        confirm = is_last or wants_a_look(node) or self._is_to_be_seen(walk, node, viewer)
        led = leads_to(self.game, node, state)
        laid, lying = self._outlined(walk, node, state, viewer, look), self._lying(walk, node)
        data: Data = {
            "type": "next",
            "rev": self.table.rev,
            "path": self._path(node),
            "prompt": "Done, hand over?" if is_last else self._prompt(node, state, viewer),
            "last": is_last,
            "options": [
                laid.get(o.token.text, {})
                | self._option(o, node, state, viewer, led, look)
                | (lying.get(o.token.text, {}) if o.token.sort != "turn" else {})
                for o in node.options
            ],
            "complete": 1 if node.action is not None else 0 if node.may_stop else -1,
            "confirm": confirm,
        }  # fmt: skip
        if ahead := walk.ahead(node):
            data["ahead"] = [{"value": t.text, "site": self._site(t.site)} for t in ahead]
        if lifts := [*self._lifts(walk, node)]:
            data["lifts"] = lifts
        if tip := tip_of(self.game, self.sentences, node, self.boards.observed(state, viewer)):
            data["tip"] = tip
        if (reached := so_far(self.game, node, state)) is not None:
            data["begun"] = True
            spent = walk.used_up(node)
            data["preview"] = self.boards.drawn(state, reached.position, viewer, look=look, spent=spent)
        if node.action is None:
            return data
        data["text"] = state.action_to_string(node.action)
        is_styled = not self.game.is_hidden and not is_plain(self.game)
        data["said"] = text_of(state, node.action) if is_styled else action_text(state, node.action)
        if confirm and self.game.is_hidden and not has_time:
            data["later"] = True
        elif confirm:
            data |= self._preview(state, viewer, node.action, look)
        return data

    def _path(self, node: Node) -> list[Json]:
        """The choices that have been made."""
        return [
            {"value": m.token.text, "forced": m.is_forced, "site": self._site(m.token.site),
             "pools": [*m.step.pools] if m.step is not None else []}
            for m in node.path
        ]  # fmt: skip

    def _lifts(self, walk: Walk, node: Node) -> Iterator[Json]:
        """What lies in pools and may be dropped on the places that are offered: it is asked for behind them (`value`), or goes there by itself."""
        for token, step in walk.kinds_ahead(node).items():
            yield {"pools": [*step.pools], "kind": self._kind(token.value), "value": token.text}
        for _, put in puts(self.game, node):
            yield {"pools": [put.pool], "kind": self._kind(node.leaving if put.kind is None else put.kind)}

    def _kind(self, value: Value) -> str | None:
        return self.game.kinds[value].name if isinstance(value, int) else None

    def _is_to_be_seen(self, walk: Walk, node: Node, viewer: int) -> bool:
        """Whether an action is shown before it is made although the player has chosen all of it."""
        if is_card_alone(self.game, self.sentences, node):
            return True
        if node.action is None or self.table.state.is_terminal:
            return False
        own = self._own_sites(viewer)
        return touches_own_unnamed(walk.at(), node, own)

    def _own_sites(self, viewer: int) -> frozenset[int]:
        """The sites on which the viewer sees a piece of theirs."""
        seen = stacks(self.boards.observed(self.table.state, viewer))
        name, sites = self.game.players[viewer].name, self.game.board.sites
        held = {s for s, texts in seen.items() if any(t.split()[:1] == [name] for t in texts)}
        return frozenset(i for i, site in enumerate(sites) if site.name in held)

    def preview(self, rev: int, state: State, path: tuple[str, ...], viewer: int, look: Look = PLAIN) -> Data:
        """The preview that belongs to a path of choices, made in a thread of its own. Raises NoSuchChoice."""
        node = self.table.walk(state).at(path)
        data: Data = {"type": "preview", "rev": rev, "path": [*node.texts]}
        return data if node.action is None else data | self._preview(state, viewer, node.action, look)

    def _preview(self, state: State, viewer: int, action: int, look: Look) -> Data:
        """The board after an action, where it has changed, and the numbers that players would have, as far as these are certain."""
        plies, after = len(self.table.session.moves), foreseen(state, viewer, action)
        if after is None:
            shown = common(state, viewer, action)
            numbers = self._with_certain(
                self.numbers(state, plies, viewer, look), state, viewer, action, shown
            )
        else:
            shown, numbers = after.observation(viewer), self.numbers(after, plies + 1, viewer, look)
        drawn = self.boards.drawn(state if after is None else after, shown, viewer, look=look)
        before = self.boards.observed(state, viewer)
        return {"preview": drawn, "numbers": numbers, "changed": [*change(before, shown).sites]}

    def _with_certain(self, now: Data, state: State, viewer: int, action: int, shown: Position) -> Data:
        """The numbers that players have now, and those that they will have where that is certain."""
        sure: dict[str, Json] = {
            s.name.removesuffix(" of"): [*s.values] for s in self._sure(state, viewer, action, shown)
        }
        told = cast(list[dict[str, Json]], now["standings"])
        changed: list[Json] = [s | {"values": sure.get(str(s["name"]), s["values"])} for s in told]
        return now | {"standings": changed}

    def _sure(self, state: State, viewer: int, action: int, shown: Position) -> Iterator[Standing]:
        """The numbers of players that a preview shows, and the score where it is certain."""
        yield from fields_of_players(self.game, shown)
        world = surely_scored(state, viewer, action)
        if world is not None:
            found = score(state.engine, world, world.observation(viewer))
            if found is not None:
                yield Standing(words(found.name), tuple(found.values[p.name] for p in self.game.players))

    def _site(self, site: int | None) -> str | None:
        return None if site is None else self.game.board.sites[site].name

    def _prompt(self, node: Node, state: State, viewer: Viewer) -> str:
        made = question(state, node)
        if all(m.is_forced for m in node.path):
            return self.boards.threat(state, viewer) + made
        return unmarked(self.game, node) + made

    def _option(
        self, option: Option, node: Node, state: State, viewer: int, led: Mapping[str, int], look: Look
    ) -> Data:
        token = option.token
        data: Data = {
            "value": token.text,
            "sort": token.sort,
            "label": label(self.game, option, node),
            "count": option.count,
        }
        if tip := self._tip(option):
            data["tip"] = tip
        if (site := led.get(token.text, token.site)) is not None:
            data["site"] = self._site(site)
        if token.sort == "direction":
            data["site"] = self._site(towards(self.game, option, node))
        piece = self._piece(option, node, state, viewer)
        if piece is not None:
            data["kind"] = piece.kind
            data["icon"] = icon(self.icons(look.pieces), piece)
        return data

    def _lying(self, walk: Walk, node: Node) -> dict[str, Data]:
        """By the texts of options, the pools where what they mean lies; `by` says what is done with it from each, where that is not the same."""
        found: dict[str, Data] = {}
        for text, actions in walk.actions_by_pool(node).items() if self.game.pools else ():
            found[text] = {"pools": [*actions]}
            if len({*actions.values()}) == len(actions) > 1 and all(actions.values()):
                found[text]["by"] = {**actions}
        return found

    def _outlined(self, walk: Walk, node: Node, state: State, viewer: int, look: Look) -> dict[str, Data]:
        """Pictures of what choices lay on the board, by their texts."""
        found = outlines(walk, node, state)
        if not found:
            return {}
        kinds = [m.token.value for m in node.path if m.token.sort == "kind"]
        kind = self._kind(kinds[-1]) if kinds else None
        piece = Piece(self.game.players[viewer].name, kind or self.game.kinds[0].name, ())
        sign = -1 if self.boards.is_turned(viewer, look) and can_be_turned(self.game) else 1
        drawn = {
            text: [tuple((sign * x, sign * y) for x, y in squares) for squares in laid]
            for text, laid in found.items()
        }
        return {text: {"icon": self.icons(look.pieces).outlined(laid, piece)} for text, laid in drawn.items()}

    def _tip(self, option: Option) -> str:
        """What the rules say of an action or a kind, in the words of their author."""
        token = option.token
        if token.sort == "action" and isinstance(token.value, int):
            return self.sentences.of("action", self.game.actions[token.value].name)
        if token.sort == "kind" and isinstance(token.value, int):
            kind = self.game.kinds[token.value].name
            return of_kind(self.game, self.sentences, kind)
        return ""

    def _piece(self, option: Option, node: Node, state: State, viewer: int) -> Piece | None:
        """The piece that an option shows: a kind, or the kind chosen before it, or the only one there is, turned or with a face up."""
        token = option.token
        if token.sort == "kind" and isinstance(token.value, int):
            kind = self.game.kinds[token.value].name
            return Piece(self._owner(option, kind), kind, ())
        kinds = [m.token.text.partition(" ")[2] for m in node.path if m.token.sort == "kind"]
        rotations = [f.name for f in self.game.fields.values() if f.holder == "piece" and f.rotation]
        if token.sort == "truth" and kinds and (face := _face(self.game, option)):
            turned = [m.token.value for m in node.path if m.token.sort == "turn"]
            fields = [(name, str(value)) for name, value in zip(rotations, turned, strict=False)]
            lies = [(face, "true")] if token.value else []
            return Piece(self._owner(option, kinds[-1]), kinds[-1], (*fields, *lies))
        if token.sort == "turn":
            if not kinds and option.step is not None and len(option.step.pools) == 1:
                held = (self.boards.observed(state, viewer).get("pools") or {}).get(option.step.pools[0])
                alone = held[0].split() if isinstance(held, list) and len(held) == 1 else []
                kinds = [kind.name for kind in self.game.kinds if kind.name in alone]
            if kinds and rotations:
                return Piece(self._owner(option, kinds[-1]), kinds[-1], ((rotations[0], str(token.value)),))
        return None

    def _owner(self, option: Option, kind: str) -> str:
        """Whose pieces of a kind are: the mover's, but of a pool that belongs to the game nobody's, or where no player has any."""
        pools = option.step.pools if option.step is not None else ()
        declared = [self.game.pools[p] for p in pools]
        if any(not p.is_owned and p.viewers != "all" for p in declared) or kind in nobodys(self.game):
            return ""
        mover = self.table.mover
        return self.game.players[mover].name if mover is not None else ""


# ---- what the rules say of the choice at hand


def of_kind(game: Game, sentences: AuthorSentences, kind: str) -> str:
    """What the rules say of a kind, in the words of their author."""
    return meaning(game, kind) or sentences.of("kind", kind)


def tip_of(game: Game, sentences: AuthorSentences, node: Node, shown: Mapping[str, Any]) -> str:
    """The sentence of the card that was chosen last, or that a demand is about, and that of the action; "" without any."""
    kind = _chosen_kind(game, node) or _demanded_kind(game, shown)
    about = of_kind(game, sentences, kind) if kind else ""
    action = begun_action(node)
    said = sentences.of("action", action.name) if action is not None else ""
    return " ".join(filter(None, (f"{words(kind)}: {about}" if about else "", said)))


def is_card_alone(game: Game, sentences: AuthorSentences, node: Node) -> bool:
    """Whether an action is whole by one card of a pool, and the card has a sentence that is to be read before it is played."""
    made = _last_made(node)
    if node.action is None or made is None or made.step is None or not made.step.pools:
        return False
    kind = _chosen_kind(game, node)
    return bool(kind) and bool(of_kind(game, sentences, kind))


def touches_own_unnamed(root: Node, node: Node, own: frozenset[int]) -> bool:
    """Whether one click on an own piece is a whole action, one of several on offer, and no move of it: then it is shown first."""
    made = _last_made(node)
    if node.action is None or made is None or made.step is None or made.step.action.form == "move":
        return False
    actions = {o.step.action.name for o in root.options if o.step is not None}
    several = len(actions) > 1 or any(o.step is None for o in root.options)
    return several and made.token.site in own and sum(not m.is_forced for m in node.path) == 1


def _face(game: Game, option: Option) -> str:
    """The truth that says which face of a piece lies up, where a choice gives it to one that is placed or moved; "" for any other choice."""
    if option.step is None:
        return ""
    action, slot = option.step.action, option.step.choice.slot
    effects = [e for e in nodes((action.effects, action.finals)) if isinstance(e, core.Place | core.MoveTo)]
    given = ((name, value) for e in effects for name, value in e.settings if name in sides(game))
    return next((name for name, value in given if isinstance(value, core.Local) and value.slot == slot), "")


def _last_made(node: Node) -> Pick | None:
    return next((m for m in reversed(node.path) if not m.is_forced), None)


def _chosen_kind(game: Game, node: Node) -> str:
    made = next((m for m in reversed(node.path) if m.token.sort == "kind"), None)
    if made is None or made.step is None or not made.step.pools or not isinstance(made.token.value, int):
        return ""
    return game.kinds[made.token.value].name


def _demanded_kind(game: Game, shown: Mapping[str, Any]) -> str:
    """The kind that the demand at hand was given, such as the card that is played."""
    demands = shown.get("fields", {}).get("pending") or ()
    if not demands:
        return ""
    given = [a for c in demands[0].get("choices", demands[:1]) for a in c.get("arguments") or ()]
    kinds = {k.name for k in game.kinds}
    return next((a for a in given if isinstance(a, str) and a in kinds), "")
