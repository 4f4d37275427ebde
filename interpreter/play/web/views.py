"""What a seat is shown and told of a table: whose turn it is, who sits where, what has happened, what may be wished for.

Everything is made from the viewer's observation and their own legal actions. A viewer is a player's number, or None for
spectators.
"""

from collections.abc import Iterator

from interpreter.engines.base import State
from interpreter.engines.position_parts import Position
from interpreter.play.lessons.attempt import Attempt
from interpreter.play.scene.names import Piece, words
from interpreter.play.scene.observer import common_numbers, lost_kinds, relation_names, standings
from interpreter.play.styles.notation import text_of
from interpreter.play.svg.picture import can_be_turned, icon
from interpreter.play.tables import secret_setup
from interpreter.play.tables.table import HOST, Json, Table
from interpreter.play.web.board_views import BoardViews
from interpreter.play.web.choice_views import ChoiceViews
from interpreter.play.web.new_table import rematch
from interpreter.play.web.protocol import PLAIN, Data, Look, Viewer

_FEW_MOVES = 20  # before the end by the limit


class Views:
    """The views of one table. `boards`: what is seen of the board; `choices`: what may be chosen."""

    def __init__(self, table: Table) -> None:
        self.table, self.game = table, table.game
        self.boards = BoardViews(table)
        self.choices = ChoiceViews(self.boards, self.numbers)

    def view(self, viewer: Viewer, ply: int | None = None, look: Look = PLAIN) -> Data:
        """The whole view of the present state, or of an earlier one (`ply` actions from the start)."""
        table, session = self.table, self.table.session
        now = len(session.moves)
        at = now if ply is None else ply
        state = session.states[at]
        is_now = at == now
        formality = table.formality if is_now else None
        mine = is_now and viewer is not None and table.mover == viewer and formality is None
        moves: list[Json] = [
            {"by": session.states[i].current_player, "text": self.boards.notation(i, viewer)}
            for i in range(now)
        ]
        data: Data = {
            "type": "view",
            "rev": table.rev,
            "ply": at,
            "plies": now,
            "title": self.game.title,
            "turns": can_be_turned(self.game),
            "turned": self.boards.is_turned(viewer, look),
            "svg": self.boards.picture(at, viewer, look),
            "you": viewer,
            "players": self.players(),
            **self.numbers(state, at, viewer, look),
            "toMove": None if (table.is_over if is_now else state.is_terminal) else state.current_player,
            "mine": mine,
            "moves": moves,
            "ended": self.boards.ended(state, is_now),
            "secret": self._is_secret(state),
            "relations": [*relation_names(self.game)],
            "ask": self._ask(viewer),
            "can": self._can(viewer),
            "analysable": table.lesson is None and self.may_ask_machine(viewer),
            "tries": self.may_try(viewer),
        }
        if viewer is not None and self.may_plan(viewer):
            data["plans"] = [
                {
                    "ply": p.ply,
                    "moves": [*p.texts],
                    "came": p.came(session.actions),
                    "waits": p.waits(session.actions),
                }
                for p in table.plans
                if p.player == viewer
            ]
        if viewer is not None and self.may_ask_machine(viewer):
            data["watch"] = table.watcher
        if table.lesson is not None:
            data["lesson"] = self._lesson(table.lesson)
        if is_now and (wish := rematch(table, viewer)) is not None:
            data["another"] = wish
        if mine and viewer is not None and secret_setup.is_laying(state):
            data["laid"] = [*secret_setup.decisions(table, viewer)]
            data["mirrors"] = secret_setup.may_mirror(table, viewer)
        if mine and viewer is not None and not table.is_naming:
            data["next"] = self.choices.next((), table.state, viewer, look=look)
        elif is_now and not table.is_over:
            told = (
                "is to move"
                if formality is None or self.game.is_hidden  # others learn of it when it is done
                else f"has nothing to decide: {text_of(state, formality)}"
            )
            data["prompt"] = f"{self.boards.threat(state, viewer)}{table.name(state.current_player)} {told}."
        return data

    def _is_secret(self, state: State) -> bool:
        """Whether some player sees what another one does not: at one screen a curtain must come down between them."""
        if not self.game.is_hidden:
            return False
        first, *others = (self.boards.observed(state, player) for player in range(len(self.game.players)))
        return any(seen != first for seen in others)

    def numbers(self, state: State, at: int, viewer: Viewer, look: Look) -> Data:
        """The numbers that players have (`standings`), and those of all (`common`), with the moves left when few are. `at`: those so far."""

        def made() -> Data:
            seen, engine = self.boards.observed(state, viewer), self.table.engine
            first = self.boards.fullest(at, viewer)
            found = standings(engine, state, seen, first)
            left = self.game.limit - at
            common = common_numbers(engine, state, seen) + [f"moves left {left}"] * (left <= _FEW_MOVES)
            return {
                "lost": [*self._lost(seen, first, look)],
                "standings": [{"name": s.name, "values": [*s.values]} for s in found],
                "common": [*common],
            }

        return self.boards.numbers.get(state, (viewer if self.game.is_hidden else None, look.pieces), made)

    def _lost(self, seen: Position, first: Position, look: Look) -> Iterator[Json]:
        """The pieces that each player has lost, as pictures."""
        gone = lost_kinds(self.game, seen, first)
        for player, kinds in zip(self.game.players, gone, strict=False):
            icons = self.choices.icons(look.pieces)
            drawn = ((kind, icon(icons, Piece(player.name, kind, ()))) for kind in kinds)
            yield [{"name": words(kind), "count": kinds[kind], "icon": picture} for kind, picture in drawn]

    def players(self) -> Json:
        """Who sits where, with their time."""
        table = self.table
        found: list[Json] = []
        for i, (player, seat) in enumerate(zip(self.game.players, table.seats, strict=True)):
            who = seat.name or (seat.who if seat.bot is not None else "")
            left = None if table.clock is None else round(table.clock.remaining(i, table.now()), 1)
            runs = table.clock is not None and table.clock.running == i
            colour = self.choices.icons("").pieces.looks.player_colours[player.name].rgb
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
        # where something is hidden, whether it has been seen since is told to who asks, and to nobody before
        may_ask = table.session.can_undo and not table.verdict
        if may_ask if table.game.is_hidden else not table.why_not_back:
            found.append("undo")
        if table.session.can_redo and not table.is_over:
            found.append("redo")
        if not table.is_over:
            found.append("resign")
            if not has_bots and len(table.seats) > 1:
                found.append("draw")
        elif rematch(table, viewer) is None and table.seats[viewer].is_person:
            found.append("rematch")
        if self.may_ask_machine(viewer) and table.mover == viewer:
            found.append("hint")
        return found

    def may_ask_machine(self, viewer: Viewer) -> bool:
        """Whether a player may have moves computed: if no other party plays against them, or the game is over."""
        others = {s.party for s in self.table.seats if s.is_person} - {HOST}
        return viewer is not None and (self.table.is_over or not others)

    def may_try(self, viewer: Viewer) -> bool:
        """Whether lines of moves may be tried out: as by hand on another board, so against people only where there is time for that
        and nothing is imagined; for spectators when the game is over."""
        table, game = self.table, self.game
        is_plain = table.clock is None and not game.is_hidden and not game.has_chance and table.lesson is None
        return self.may_ask_machine(viewer) or (is_plain and (viewer is not None or table.is_over))

    def may_plan(self, player: int) -> bool:
        """Whether lines may be laid down for which a player need not be there."""
        party = self.table.seats[player].party
        others = any(s.is_person and s.party != party for s in self.table.seats)
        return others and not self.table.is_over and self.may_try(player)

    def did(self, viewer: Viewer, look: Look = PLAIN) -> Data:
        """The last action, for an animation and a line in the list, with the boards on the way (`stages`)."""
        session = self.table.session
        ply = len(session.moves) - 1
        change = self.boards.change(ply, viewer)
        return {
            "type": "did",
            "rev": self.table.rev,
            "by": session.states[ply].current_player,
            "text": self.boards.notation(ply, viewer),
            "moved": [list(pair) for pair in change.moved],
            "captured": list(change.captured),
            "changed": list(change.changed),
            "stages": [*self.boards.stages(ply, viewer, look)],
        }
