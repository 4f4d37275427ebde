"""What a seat is shown: the board as its player may see it, whose turn it is, what may be chosen, and what has happened.

Everything is made from the viewer's observation and their own legal actions. A viewer is a player's number, or None for
spectators.
"""

from collections.abc import Mapping, Sequence

from interpreter.engines.base import State
from interpreter.engines.position_parts import Position, contains_hidden
from interpreter.play.choosing.walk import Node, Option, Walk, leads_to, so_far
from interpreter.play.choosing.words import label, prompt, towards, wants_a_look
from interpreter.play.lessons.attempt import Attempt
from interpreter.play.memo import Recent
from interpreter.play.scene.names import Piece
from interpreter.play.scene.observer import threats_to
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.reasons import end_of, forced
from interpreter.play.styles.moves import is_plain, text_of
from interpreter.play.svg.animation import FRAMES, animated, gif
from interpreter.play.svg.picture import Icons, icon, picture_of
from interpreter.play.svg.position import Framing
from interpreter.play.web import card_help, limits, secret_setup
from interpreter.play.web.disclosure import Seen, preview, seen, sites_told, told
from interpreter.play.web.new_table import another
from interpreter.play.web.protocol import Data, Json, Viewer
from interpreter.play.web.table import HOST, Table

_DOWN = 270  # degrees: who faces down sees the board from its other side
_KEPT = 8  # pictures and observations of a table that are remembered, for several who see the same


class Views:
    """The views of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.icons = Icons(self.game)
        self.sentences = AuthorSentences(self.game)
        self._pictures: Recent[str] = Recent(_KEPT)
        self._observed: Recent[Position] = Recent(2 * _KEPT)
        self._told: dict[tuple[int, Viewer], tuple[int, str]] = {}

    def forget(self) -> None:
        """Another game begins at the table: nothing of the last one is shown in it."""
        self._pictures, self._observed = Recent(_KEPT), Recent(2 * _KEPT)
        self._told.clear()

    # ---- what a viewer sees

    def observed(self, state: State, viewer: Viewer) -> Position:
        """What a viewer sees of a state."""
        return self._observed.get(
            state, viewer, lambda: state.public() if viewer is None else state.observation(viewer)
        )

    def is_turned(self, viewer: Viewer) -> bool:
        """Whether a viewer sits on the other side of the board."""
        return viewer is not None and self.game.players[viewer].facing == _DOWN

    def picture(self, ply: int, viewer: Viewer, wide: bool = False) -> str:
        """The board of a state of the game; the same picture for all who see the same."""
        state, verdict = self.table.session.states[ply], self._verdict(ply)
        key = (viewer if self.game.is_hidden else None, self.is_turned(viewer), verdict, wide)

        def made() -> str:
            return self.drawn(
                state, self.observed(state, viewer), viewer, self.last_sites(ply, viewer), verdict, wide
            )

        return self._pictures.get(state, key, made)

    def first_picture(self, viewers: Sequence[Viewer], wide: bool = False) -> str:
        """The board for a page that shows these seats, so that it is seen before the page's own program runs.

        Where secrets lie between several seats of the page, the first one is shown if it is to move, as the program does; else
        nothing is, since the curtain comes down.
        """
        mover = self.table.mover
        if len(viewers) > 1 and self.game.is_hidden and mover != viewers[0]:
            return ""
        return self.picture(len(self.table.session.moves), mover if mover in viewers else viewers[0], wide)

    def drawn(
        self,
        state: State,
        shown: Position,
        viewer: Viewer,
        last: tuple[str, ...] = (),
        ended: str = "",
        wide: bool = False,
        spent: frozenset[int] = frozenset(),
    ) -> str:
        """A position as a part of the page. `spent`: numbers of dice that have been used."""
        framing = Framing(
            is_page=False,
            is_turned=self.is_turned(viewer),
            has_targets=True,
            last=last,
            is_wide=wide,
            spent=spent,
        )
        return picture_of(state, shown, ended=ended, framing=framing)

    def animation(self, viewer: Viewer) -> str:
        """The whole game as a picture that moves, as the viewer has seen it."""
        return animated(self._frames(viewer, limits.FRAMES))

    def gif(self, viewer: Viewer) -> bytes:
        """The same as a GIF."""
        return gif(self._frames(viewer, FRAMES - 1))

    def _frames(self, viewer: Viewer, most: int) -> list[str]:
        """The positions of the game; of a long one the end."""
        plies = len(self.table.session.moves)
        return [self._frame(ply, viewer) for ply in range(max(0, plies - most), plies + 1)]

    def _frame(self, ply: int, viewer: Viewer) -> str:
        state = self.table.session.states[ply]
        last = self.last_sites(ply, viewer)
        framing = Framing(is_page=False, is_turned=self.is_turned(viewer), last=last)
        return picture_of(state, self.observed(state, viewer), ended=self._verdict(ply), framing=framing)

    def exported(self, viewer: Viewer) -> str:
        """The present board as a picture of its own, as the viewer may see it."""
        state = self.table.state
        last = self.last_sites(len(self.table.session.moves), viewer)
        framing = Framing(is_turned=self.is_turned(viewer), last=last)
        shown, ended = self.observed(state, viewer), self._ended(state, True)
        return picture_of(state, shown, ended=ended, framing=framing)

    def _verdict(self, ply: int) -> str:
        return self.table.verdict if ply == len(self.table.session.moves) else ""

    def last_sites(self, ply: int, viewer: Viewer) -> tuple[str, ...]:
        """The sites of the action that led to a state, as the viewer learns of it."""
        if ply == 0:
            return ()
        session = self.table.session
        return sites_told(session.states[ply - 1], session.actions[ply - 1], viewer)

    def told(self, ply: int, viewer: Viewer) -> str:
        """An action of the game, the first has the number 0, as the viewer learns of it."""
        session = self.table.session
        if not self.game.is_hidden:
            if is_plain(self.game):
                return session.moves[ply]
            viewer = None  # all read the same
        action = session.actions[ply]
        known = self._told.get((ply, viewer))
        if known is None or known[0] != action:
            state = session.states[ply]
            known = (action, told(state, action, viewer) if self.game.is_hidden else text_of(state, action))
            self._told[ply, viewer] = known
        return known[1]

    def seen(self, ply: int, viewer: Viewer) -> Seen:
        """What the viewer saw change by an action, by its number from 0."""
        states = self.table.session.states
        return seen(self.observed(states[ply], viewer), self.observed(states[ply + 1], viewer))

    # ---- messages

    def view(self, viewer: Viewer, ply: int | None = None, wide: bool = False) -> Data:
        """The whole view of the present state, or of an earlier one (`ply` actions from the start)."""
        table, session = self.table, self.table.session
        now = len(session.moves)
        at = now if ply is None else ply
        state = session.states[at]
        is_now = at == now
        mine = is_now and viewer is not None and table.mover == viewer
        moves: list[Json] = [
            {"by": session.states[i].current_player, "text": self.told(i, viewer)} for i in range(now)
        ]
        data: Data = {
            "type": "view",
            "rev": table.rev,
            "ply": at,
            "plies": now,
            "title": self.game.title,
            "svg": self.picture(at, viewer, wide),
            "you": viewer,
            "players": self.players(),
            "toMove": None if (table.is_over if is_now else state.is_terminal) else state.current_player,
            "mine": mine,
            "moves": moves,
            "ended": self._ended(state, is_now),
            "secret": self.game.is_hidden and contains_hidden(self.observed(state, viewer)),
            "relations": [d.name for d in self.game.definitions.values() if d.is_relation],
            "ask": self._ask(viewer),
            "can": self._can(viewer),
            "analysable": table.lesson is None and self.may_ask_machine(viewer),
        }
        if table.lesson is not None:
            data["lesson"] = self._lesson(table.lesson)
        if is_now and (wish := another(table, viewer)) is not None:
            data["another"] = wish
        if mine and viewer is not None and secret_setup.is_laying(state):
            data["laid"] = [*secret_setup.laid(table, viewer)]
            data["mirrors"] = secret_setup.may_mirror(table, viewer)
        if mine and viewer is not None and not table.is_naming:
            data["next"] = self.next(table.walk(), (), table.state, viewer, wide=wide)
        elif is_now and not table.is_over:
            data["prompt"] = f"{self._threat(state, viewer)}{table.name(state.current_player)} is to move."
        return data

    def _ended(self, state: State, is_now: bool) -> str:
        if is_now and self.table.verdict:
            return self.table.verdict
        return end_of(state)

    def players(self) -> Json:
        """Who sits where, with their time."""
        table = self.table
        found: list[Json] = []
        for i, (player, seat) in enumerate(zip(self.game.players, table.seats, strict=True)):
            who = seat.name or (seat.who if seat.bot is not None else "")
            left = None if table.clock is None else round(table.clock.remaining(i, table.now()), 1)
            runs = table.clock is not None and table.clock.running == i
            colour = self.icons.pieces.looks.player_colours[player.name].rgb
            found.append({
                "name": player.name, "who": who, "bot": seat.bot is not None, "left": left, "runs": runs,
                "colour": colour,
                "partners": [self.game.players[p].name for p in self.game.team_of(i) if p != i],
            })  # fmt: skip
        return found

    def _lesson(self, attempt: Attempt) -> Json:
        """The task of a table that is a lesson, and the moves that have been named."""
        lesson = attempt.lesson
        return {
            "game": self.table.source,
            "number": lesson.number,
            "of": attempt.of,
            "title": lesson.title,
            "marks": [*attempt.marks],
            "setting": lesson.setting,
            "settings": [*lesson.settings],
            "task": attempt.task,
            "form": lesson.form,
            "found": [attempt.start.action_to_string(a) for a in attempt.found],
            "words": [*attempt.unplaced] if lesson.form == "moves" else [],
        }

    def _ask(self, viewer: Viewer) -> Json:
        ask = self.table.ask
        if ask is None:
            return None
        is_mine = viewer is not None and self.table.seats[viewer].party in ask.waiting
        return {"of": ask.of, "by": self.game.players[ask.by].name, "mine": is_mine}

    def _can(self, viewer: Viewer) -> Json:
        """What the viewer may wish for now."""
        table = self.table
        if viewer is None:
            return []
        has_moves, has_bots = bool(table.session.moves), any(s.bot is not None for s in table.seats)
        found: list[Json] = []
        if table.lesson is not None:
            if has_moves:
                found.append("undo")
            return [*found, "hint"] if table.lesson.lesson.is_helped else found
        if has_moves and not table.verdict:
            found.append("undo")
        if table.session.can_redo and not table.is_over:
            found.append("redo")
        if not table.is_over:
            found.append("resign")
            if not has_bots and len(table.seats) > 1:
                found.append("draw")
        elif another(table, viewer) is None and table.seats[viewer].is_person:
            found.append("rematch")
        if self.may_ask_machine(viewer) and table.mover == viewer:
            found.append("hint")
        return found

    def may_ask_machine(self, viewer: Viewer) -> bool:
        """Whether a player may have moves computed: if no other party plays against them, or the game is over."""
        others = {s.party for s in self.table.seats if s.is_person} - {HOST}
        return viewer is not None and (self.table.is_over or not others)

    def did(self, viewer: Viewer) -> Data:
        """The last action, for an animation and a line in the list."""
        session = self.table.session
        ply = len(session.moves) - 1
        change = self.seen(ply, viewer)
        return {
            "type": "did",
            "rev": self.table.rev,
            "by": session.states[ply].current_player,
            "text": self.told(ply, viewer),
            "moved": [list(pair) for pair in change.moved],
            "captured": list(change.captured),
            "changed": list(change.changed),
        }

    # ---- choices

    def next(
        self,
        walk: Walk,
        path: tuple[str, ...],
        state: State,
        viewer: int,
        has_time: bool = False,
        wide: bool = False,
    ) -> Data:
        """What may be chosen behind a path; a preview where the action is whole and was not seen to its end.

        Where something is hidden, positions must be imagined for that, which takes a while: unless there is time, the page is
        told to ask for it (`later`).
        """
        node = walk.at(path)
        is_last = node.action is not None and secret_setup.hands_over(state, node.action)
        confirm = is_last or wants_a_look(node) or self._is_to_be_seen(walk, node, viewer)
        led = leads_to(self.game, node, state)
        data: Data = {
            "type": "next",
            "rev": self.table.rev,
            "path": [
                {"value": m.token.text, "label": self._made(m.token.text), "forced": m.is_forced,
                 "site": self._site(m.token.site), "pools": [*m.step.pools] if m.step is not None else []}
                for m in node.path
            ],
            "prompt": "Done, hand over?" if is_last else self._prompt(node, state, viewer),
            "last": is_last,
            "options": [self._option(o, node, viewer, led) for o in node.options],
            "complete": 1 if node.action is not None else 0 if node.may_stop else -1,
            "confirm": confirm,
            "count": node.count,
        }  # fmt: skip
        if tip := card_help.tip(self.game, self.sentences, node, self.observed(state, viewer)):
            data["tip"] = tip
        if (reached := so_far(self.game, node, state)) is not None:
            data["begun"] = True
            spent = walk.used_up(node)
            data["preview"] = self.drawn(state, reached.position, viewer, wide=wide, spent=spent)
        if node.action is not None:
            data["text"] = state.action_to_string(node.action)
            if confirm and self.game.is_hidden and not has_time:
                data["later"] = True
            elif confirm:
                data["preview"] = self._preview(state, viewer, node.action, wide)
        return data

    def _is_to_be_seen(self, walk: Walk, node: Node, viewer: int) -> bool:
        """Whether an action is shown before it is made although the player has chosen all of it."""
        if card_help.is_card_alone(self.game, self.sentences, node):
            return True
        if node.action is None or self.table.state.is_terminal:
            return False
        own = self._own_sites(viewer)
        return card_help.touches_own_unnamed(walk.at(), node, own)

    def _own_sites(self, viewer: int) -> frozenset[int]:
        """The sites on which the viewer sees a piece of theirs."""
        pieces = self.observed(self.table.state, viewer)["pieces"]
        name, sites = self.game.players[viewer].name, self.game.board.sites
        held = {
            s
            for s, p in pieces.items()
            if any(t.split()[:1] == [name] for t in ([p] if isinstance(p, str) else p))
        }
        return frozenset(i for i, site in enumerate(sites) if site.name in held)

    def preview(self, path: tuple[str, ...], viewer: int, wide: bool = False) -> Data:
        """The preview that belongs to a path of choices, made in a thread of its own. Raises NoSuchChoice."""
        rev, state = self.table.rev, self.table.state
        node = self.table.chooser.walk(state).at(path)
        data: Data = {"type": "preview", "rev": rev, "path": [*node.texts]}
        if node.action is not None:
            data["svg"] = self._preview(state, viewer, node.action, wide)
        return data

    def _preview(self, state: State, viewer: int, action: int, wide: bool) -> str:
        return self.drawn(state, preview(state, viewer, action), viewer, wide=wide)

    @staticmethod
    def _made(text: str) -> str:
        return text.partition(" ")[2] or text

    def _site(self, site: int | None) -> str | None:
        return None if site is None else self.game.board.sites[site].name

    def _threat(self, state: State, viewer: Viewer) -> str:
        """What stands against the player to move, as a sentence before another one."""
        said = threats_to(self.table.engine, state, self.observed(state, viewer)).said
        return f"{said[:1].upper()}{said[1:]}. " if said else ""

    def _prompt(self, node: Node, state: State, viewer: Viewer) -> str:
        made = self._choice(node, state)
        return made if any(not m.is_forced for m in node.path) else self._threat(state, viewer) + made

    def _choice(self, node: Node, state: State) -> str:
        if node.action is not None and not node.options and not any(not m.is_forced for m in node.path):
            return forced(state, node.action)
        return prompt(self.game, node)

    def _option(self, option: Option, node: Node, viewer: int, led: Mapping[str, int]) -> Data:
        token, step = option.token, option.step
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
        if step is not None and step.pools:
            data["pools"] = list(step.pools)
        piece = self._piece(option, node, viewer)
        if piece is not None:
            data["kind"] = piece.kind
            data["icon"] = icon(self.icons, piece)
        return data

    def _tip(self, option: Option) -> str:
        """What the rules say of an action or a kind, in the words of their author."""
        token = option.token
        if token.sort == "action" and isinstance(token.value, int):
            return self.sentences.of("action", self.game.actions[token.value].name)
        if token.sort == "kind" and isinstance(token.value, int):
            kind = self.game.kinds[token.value].name
            return card_help.of_kind(self.game, self.sentences, kind)
        return ""

    def _piece(self, option: Option, node: Node, viewer: int) -> Piece | None:
        """The piece that an option shows: a kind, or the kind chosen before it, turned."""
        token = option.token
        if token.sort == "kind" and isinstance(token.value, int):
            return Piece(self._owner(option), self.game.kinds[token.value].name, ())
        if token.sort == "turn":
            kinds = [m.token.value for m in node.path if m.token.sort == "kind"]
            fields = [f.name for f in self.game.fields.values() if f.holder == "piece" and f.rotation]
            if kinds and fields and isinstance(kinds[-1], int):
                turned = ((fields[0], str(token.value)),)
                return Piece(self.game.players[viewer].name, self.game.kinds[kinds[-1]].name, turned)
        return None

    def _owner(self, option: Option) -> str:
        """Whose pieces of a kind are: the mover's, but of a pool that belongs to the game nobody's."""
        pools = option.step.pools if option.step is not None else ()
        declared = [self.game.pools[p] for p in pools]
        if any(not p.is_owned and p.viewers != "all" for p in declared):
            return ""
        mover = self.table.mover
        return self.game.players[mover].name if mover is not None else ""
