"""What a seat gets for a message, at a lesson, too. Quick answers are given at once; slow ones, which think or explain, want a thread.

An `Answer` says beside its messages whether the table has changed, so that all must be told.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from gdl.diagnostics.values import GameError
from interpreter.engines.answers import Reason
from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.engines.position_parts import contains_hidden, stacks
from interpreter.engines.single_states import followed
from interpreter.play.bots import Bot
from interpreter.play.choosing.walk import Node, NoSuchChoice, led
from interpreter.play.choosing.words import label, towards
from interpreter.play.hints import hint, hint_text, move_text
from interpreter.play.lessons.attempt import Attempt, Verdict
from interpreter.play.moves import imagined, why
from interpreter.play.scene.names import capital
from interpreter.play.scene.observer import relation_names
from interpreter.play.session import Session, new_seed, seed_of_bot
from interpreter.play.sheet.reasons import end_of, reason_in_words
from interpreter.play.tables import secret_setup
from interpreter.play.tables.disclosure import change, own_sites, sites_for
from interpreter.play.tables.plans import Plan
from interpreter.play.tables.table import Json, Refused, Table
from interpreter.play.web import limits
from interpreter.play.web.new_table import begun_at, bot_named
from interpreter.play.web.protocol import Answer, Data, Message, Viewer, gone_wrong, refusal, spoken
from interpreter.play.web.views import Views
from interpreter.positions.documents import read_state, written


class Lessons:
    """Answers the messages of a table that is a lesson."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def answer(self, player: int, message: Message) -> Answer:
        """Raises Refused where the table is no lesson."""
        attempt = self._attempt(player)
        match message.type:
            case "verdict":
                return Answer((verdict_data(attempt.verdict(self.table.session.states)),))
            case "try":
                return Answer((self._named(attempt, message),))
            case _:
                self.table.begin_again()
                return Answer(has_changed=True)

    def hint(self) -> Data:
        """A move that solves the lesson."""
        attempt = self._attempt(None)
        action, why_not = attempt.advice(self.table.session.states)
        if action is None:
            return refusal(why_not)
        state = self.table.state
        best: Data = {
            "text": state.action_to_string(action),
            "share": None,
            "sites": [*own_sites(state, action)],
        }
        return {"type": "thinking", "iterations": 0, "said": f"Best: {best['text']}", "best": [best]}

    def _attempt(self, player: int | None) -> Attempt:
        attempt = self.table.lesson
        if attempt is None or (player is not None and player != attempt.learner):
            raise Refused("this table is no lesson")
        return attempt

    def _named(self, attempt: Attempt, message: Message) -> Data:
        """A move that was named, by clicks or as a text: whether it is legal, or only begun."""
        state = self.table.state
        walk = self.table.walk(state)
        text = message.text or spoken(message.path)
        try:
            if message.text:
                action = state.action_from_string(message.text)
            else:
                node = walk.at(message.path)
                if node.action is None:
                    return self._begun(node)
                action = node.action
        except (NoSuchChoice, IllegalAction):
            return self._wrong(state, text)
        return verdict_data(attempt.name(action)) | {"sites": [*own_sites(state, action)], "named": True}

    def _begun(self, node: Node) -> Data:
        """What a move that is begun leaves to be chosen and is no place: a direction, a number."""
        game = self.table.game
        further: list[Json] = []
        for option in node.options:
            if option.token.site is None:
                site = towards(game, option, node)
                said = capital(label(game, option, node))
                near = None if site is None else game.board.sites[site].name
                further.append({"value": option.token.text, "label": said, "site": near})
        return {"type": "verdict", "begun": [*node.texts], "options": further, "text": "", "right": None}

    def _wrong(self, state: State, text: str) -> Data:
        try:
            found = why(state, text)
        except IllegalAction as error:
            return {"type": "verdict", "right": False, "solved": False, "text": str(error)}
        reason = reason_in_words(state.engine.game, found[0]).said if found else "it cannot be read"
        return {"type": "verdict", "right": False, "solved": False, "text": f"{text} is not legal: {reason}"}


def verdict_data(verdict: Verdict) -> Data:
    return {
        "type": "verdict",
        "right": verdict.is_right,
        "solved": verdict.is_solved,
        "text": verdict.text,
    }


SLOW = frozenset({"reach", "why", "relation", "hint", "branch", "verdict", "try", "preview"})
HEAVY = frozenset({"plan", "shuffle", "lay", "clear", "mirror"})  # these change the table, and take a while
_WISHES = {
    "undo": "to take the move back",
    "redo": "to make the move again",
    "draw": "a draw",
    "rematch": "another game",
}
_DRAWS = 16  # of worlds, until one is found that looks the same
_MOST_TRIED = 16  # actions of one piece whose effect is looked at
_DEPTH = 2  # of the reasons behind a reason


class Answers:
    """Answers the messages of one table's seats."""

    def __init__(self, table: Table, views: Views) -> None:
        self.table, self.views = table, views
        self.lessons = Lessons(table)

    def answer(self, viewer: Viewer, message: Message) -> Answer:
        """The answer to a message. What cannot be done is said in one message of the type `refused`."""
        try:
            return self._answer(viewer, message)
        except (Refused, NoSuchChoice, IllegalAction) as error:
            return Answer((refusal(str(error)),))
        except GameError as error:
            return Answer((gone_wrong(error),))

    def _answer(self, viewer: Viewer, message: Message) -> Answer:
        match message.type:
            case "hello":
                return Answer((self.views.view(viewer, look=message.look), self._chat()))
            case "step":
                return Answer((self.views.view(viewer, self._ply(message.ply), message.look),))
            case "relation":
                return Answer((self._relation(viewer, message.text),))
            case "reach":
                return Answer((self._reach(viewer, message.text),))
            case "branch":
                return Answer((self._branch(viewer, message),))
        player = self._seated(viewer)
        if message.type in _SAYS:
            return Answer((_SAYS[message.type](self, player, message),))
        match message.type:
            case "do":
                self.table.do(player, message.path, message.rev)
                return Answer(has_changed=True, has_played=True)
            case "undo" | "redo" | "draw" | "rematch":
                granted = self.table.wish(player, message.type)
                self._begin_another(granted and message.type == "rematch")
                return Answer((), True) if granted else Answer((_note("The others are asked."),), True)
            case "consent":
                granted = self.table.consent(player, message.of, message.yes)
                self._begin_another(granted and message.of == "rematch")
                said = f"{self.table.name(player)} declines {_WISHES[message.of]}."
                return Answer(has_changed=True, told=() if message.yes else (_note(said),))
            case "resign":
                self.table.resign(player, lambda: self._leaver(player))
                return Answer(has_changed=True)
            case "name":
                self.table.rename(player, message.text[: limits.NAME_LETTERS].strip())
                return Answer(has_changed=True)
            case "shuffle" | "clear" | "lay" | "mirror":
                return self._lay(player, message)
            case "plan" | "unplan":
                if message.type == "plan":
                    self._plan(player, message)
                else:
                    self._unplan(player, message.ply)
                return Answer((self.views.view(player, look=message.look),), is_private=True)
            case "verdict" | "try" | "again":
                return self.lessons.answer(player, message)
            case _:
                raise Refused(f"`{message.type}` is not for this table")

    def _begin_another(self, is_agreed: bool) -> None:
        """Another game at the same table, where all have agreed to it."""
        if not is_agreed:
            return
        last, seed = self.table.session, new_seed()
        text = "" if last.beginning is None else last.beginning.text
        beginning = begun_at(last.engine, text, seed)
        bots = [seat.bot for seat in self.table.seats]
        self.table.take_over(Session(last.engine, last.name, seed, bots, beginning=beginning))
        self.table.note_names()
        self.views.boards.forget()

    def _seated(self, viewer: Viewer) -> int:
        if viewer is None:
            raise Refused("spectators only watch")
        return viewer

    def _leaver(self, player: int) -> Bot:
        """Who plays on for somebody who has left."""
        bot = bot_named("Random", seed_of_bot(self.table.session.seed, player))
        assert bot is not None
        return bot

    def _ply(self, ply: int) -> int:
        if not 0 <= ply <= len(self.table.session.moves):
            raise Refused(f"the game has {len(self.table.session.moves)} moves")
        return ply

    def _chat(self) -> Data:
        return {"type": "chat", "lines": [{"by": line.by, "text": line.text} for line in self.table.chat]}

    def _lay(self, player: int, message: Message) -> Answer:
        match message.type:
            case "shuffle":
                return self._after_layout(player, secret_setup.shuffle(self.table, player))
            case "clear":
                secret_setup.clear(self.table, player)
            case "mirror":
                secret_setup.mirror(self.table, player)
            case _:
                made, last = secret_setup.lay(self.table, player, message.moves)
                if made < len(message.moves):
                    said = f"{made} of {len(message.moves)} decisions fit here."
                    return Answer((_note(said),), has_changed=True)
                return self._after_layout(player, last)
        return Answer(has_changed=True)

    def _after_layout(self, player: int, last: tuple[str, ...]) -> Answer:
        """After a set-up was laid out up to its last decision: that one is shown, for the player to hand over."""
        if not last:
            return Answer(has_changed=True)
        return Answer((self.views.choices.next(last, self.table.state, player),), True)

    # ---- choices and reasons

    def _pick(self, player: int, message: Message) -> Data:
        state = self.table.turn_of(player)
        keep, path = message.keep, message.path
        path = self.table.walk(state).keeping(path, keep) if keep else path
        return self.views.choices.next(path, state, player, look=message.look)

    def _preview(self, player: int, message: Message) -> Data:
        rev = self.table.rev
        state = self.table.turn_of(player)
        return self.views.choices.preview(rev, state, message.path, player, message.look)

    def _why(self, player: int, message: Message) -> Data:
        """Why a move is not legal: a sentence, the sites that it is about, and the clause as it is written."""
        state = self.table.turn_of(player, "reasons are given to the player to move")
        text = message.text or spoken(message.path)
        found = why(state, text, _DEPTH)
        if not found and len(message.path) > 1 and message.path[-1].startswith("site "):
            # a place that no choice names, to which an action takes the piece that was chosen
            path = self.table.chooser.spelt(state.action_from_string(text)).path
            return self.views.choices.next(path, state, player, look=message.look)
        if not found:
            return {"type": "reasons", "of": text, "reasons": [], "text": f"{text} is legal."}
        return {"type": "reasons", "of": text, "reasons": [self._reason(r) for r in found[:4]]}

    def _reason(self, reason: Reason) -> Data:
        words = {*re.findall(r"-?\w+(?:,-?\w+)?", reason.text), *(reason.obstacle or ())}
        sites = [s.name for s in self.table.game.board.sites if s.name in words]
        rule = reason_in_words(self.table.game, reason)
        return {
            "sentence": rule.said,
            "sites": [*sites],
            "clause": rule.rule,
            "line": rule.line,
            "because": [self._reason(r) for r in reason.because[:6]],
        }

    def _relation(self, viewer: Viewer, name: str) -> Data:
        """The pairs of a relation, as far as they are the same in all positions that the viewer cannot tell apart."""
        table = self.table
        if name not in relation_names(table.game):
            raise Refused(f"there is no relation `{name[:40]}`")
        state = table.state
        if contains_hidden(self.views.boards.observed(state, viewer)):
            worlds = [] if viewer is None else imagined(state, viewer)
            if not worlds:
                raise Refused("this relation depends on what is hidden")
        else:
            worlds = [state]
        found = [set(table.engine.related(w, name)) for w in worlds]
        sites = table.game.board.sites
        pairs = sorted(set.intersection(*found))
        return {
            "type": "arrows",
            "name": name,
            "arrows": [{"from": sites[a].name, "to": sites[b].name} for a, b in pairs],
        }

    def _reach(self, viewer: Viewer, name: str) -> Data:
        """Where the piece of a site may go, also that of another player, as if it were their turn, and what it engages; nothing where
        that may not be known: where something is hidden, of pieces of whoever is not to move."""
        state, board = self.table.state, self.table.game.board
        site = next((s.index for s in board.sites if s.name == name), None)
        if site is None:
            raise Refused(f"there is no site `{name[:40]}`")
        is_open = not self.table.game.is_hidden or not contains_hidden(
            self.views.boards.observed(state, viewer)
        )
        found: list[int] = []
        if is_open or self.table.mover == viewer:
            found = self._goals(state, site) if not state.is_terminal else []
        if not found and is_open and not state.is_terminal:
            found = self._reach_in_turn(state, name, site)
        engaged = self._engaged(state, site) if is_open else []
        return {
            "type": "reach",
            "site": name,
            "sites": [board.sites[s].name for s in found],
            "engaged": [*engaged],
        }

    def _engaged(self, state: State, site: int) -> list[str]:
        """The pieces to which the relations of the rules lead from the piece of a site; those of its own player only where a relation
        says so of two pieces. What is drawn anyway, such as walls, is left out."""
        game, found = self.table.game, dict[str, None]()
        stood = {at: texts[-1].split(" ")[0] for at, texts in stacks(state.position()).items() if texts}
        drawn = {sign.definition for sign in game.signs if sign.is_relation}
        own = stood.get(game.board.sites[site].name)
        for name in relation_names(game) if own is not None else ():
            start, end = (type.base for _, _, type in game.definitions[name].parameters)
            for a, b in (
                self.table.engine.related(state, name) if start == "piece" and name not in drawn else ()
            ):
                to = game.board.sites[b].name
                if a == site and to in stood and (end == "piece" or stood[to] != own):
                    found[to] = None
        return list(found)

    def _reach_in_turn(self, state: State, name: str, site: int) -> list[int]:
        """The same, if it were the turn of the piece's owner."""
        position = state.position()
        owner = stacks(position).get(name, [""])[-1].split(" ")[0]
        players = [p.name for p in self.table.game.players]
        if (
            owner not in players
            or owner == players[state.current_player]
            or position["fields"].get("pending")
        ):
            return []
        try:
            turned = read_state(self.table.engine, written({**position, "to_move": owner}))
        except PositionError:  # no position of this game
            return []
        return [] if turned.is_terminal else self._goals(turned, site)

    def _goals(self, state: State, site: int) -> list[int]:
        """Where the piece of a site may go: the sites that are chosen behind it, and those to which a number or an action takes it
        that chooses no other, such as a die or a heading."""
        walk = self.table.walk(state)
        found = dict.fromkeys(walk.goals_from(site))
        game, before = self.table.game, state.position()
        with suppress(NoSuchChoice):
            node = walk.at((f"site {game.board.sites[site].name}",))
            found |= dict.fromkeys(led(game, node, state, site))
        alone = [] if game.is_hidden or game.has_chance else walk.alone(site)[:_MOST_TRIED]
        for action in alone:
            moved = change(before, state.apply(action).position()).moved
            if len(moved) == 1 and moved[0][0] == game.board.sites[site].name:
                found[game.board.site_index[moved[0][1]]] = None
        return list(found)

    # ---- looking ahead

    def _hint(self, player: int, message: Message) -> Data:
        """The moves that a search finds best, with the share of its visits that each got, and in words."""
        if self.table.lesson is not None:
            return self.lessons.hint()
        if not self.views.may_ask_machine(player):
            raise Refused("no hints while others play against you")
        state = self.table.turn_of(player, "hints are for the player to move")
        found = hint(state, len(self.table.session.moves))
        return {
            "type": "thinking",
            "iterations": found.iterations,
            "said": hint_text(state, found),
            "best": [
                {
                    "text": move_text(state, a),
                    "share": round(share, 3),
                    "sites": [*own_sites(state, a)],
                }
                for a, share in found.best
            ],
        }

    def _branch(self, viewer: Viewer, message: Message) -> Data:
        """A line of moves tried out from a state of the game: on a board as the viewer may imagine it. A spectator sees lines of others."""
        table = self.table
        if not self.views.may_try(viewer):
            raise Refused("no lines are tried out here while others play against you")
        state = table.state_at(message.ply)
        if viewer is not None and (table.game.is_hidden or table.game.has_chance):
            drawn = (state.imagine(viewer, seed) for seed in range(_DRAWS))
            state = next((world for world in drawn if world is not None), None) or _unimagined()
        made = self._tried(state, message.paths)
        texts: list[Json] = [move_text(before, action) for before, action in made]
        last: tuple[str, ...] = ()
        if made:
            before, action = made[-1]
            last = sites_for(before, action, before.current_player)
            state = _after(before, action)
        shown = state.public() if viewer is None else state.observation(viewer)
        ended = end_of(state)
        data: Data = {
            "type": "line",
            "ply": message.ply,
            "moves": texts,
            "svg": self.views.boards.drawn(state, shown, viewer, last, ended, message.look),
            "toMove": None if state.is_terminal else state.current_player,
            "players": self.views.players(),
            **self.views.numbers(state, message.ply + len(made), viewer, message.look),
            "ended": ended,
        }
        if not state.is_terminal and viewer is not None:
            data["next"] = self.views.choices.next(message.path, state, viewer, True, message.look)
        return data

    def _tried(self, state: State, paths: Sequence[tuple[str, ...]]) -> list[tuple[State, int]]:
        """The actions of a line, each with the state in which it is made. Raises Refused, NoSuchChoice."""
        made: list[tuple[State, int]] = []
        for path in paths:
            if made:
                state = _after(*made[-1])
            node = self.table.walk(state).at(path)
            if node.action is None:
                raise Refused("something is left to choose")
            made.append((state, node.action))
        return made

    def _unplan(self, player: int, number: int) -> None:
        """Forgets a line, by its number among those of its player."""
        own = [plan for plan in self.table.plans if plan.player == player]
        self.table.plans = [p for p in self.table.plans if p not in own[number : number + 1]]

    def _plan(self, player: int, message: Message) -> None:
        """Lays down a line, up to the last move of its player in it. Raises Refused."""
        table = self.table
        if not self.views.may_plan(player):
            raise Refused(
                "lines are laid down where another person plays, without a clock, and nothing is hidden or drawn"
            )
        if table.mover is None or table.mover == player:
            raise Refused("lay a line down while another player is to move")
        made = self._tried(table.state_at(message.ply), message.paths)
        while made and made[-1][0].current_player != player:
            made.pop()
        actions = (*table.session.actions[: message.ply], *(action for _, action in made))
        plan = Plan(player, message.ply, actions, tuple(move_text(*move) for move in made))
        if not plan.waits(table.session.actions):
            raise Refused("a line goes on from the present position, up to an answer of yours")
        others = [p for p in table.plans if p.player != player or p.actions != actions]
        if sum(p.player == player for p in others) >= limits.PLANS:
            raise Refused(f"at most {limits.PLANS} lines are kept; forget one")
        table.plans = [*others, plan]


_SAYS: Mapping[str, Callable[[Answers, int, Message], Data]] = {
    "pick": Answers._pick,
    "preview": Answers._preview,
    "why": Answers._why,
    "hint": Answers._hint,
}
"""What players are told who ask, and nobody else."""


def _after(state: State, action: int) -> State:
    """The state behind an action that is tried out. Raises Refused."""
    if (found := followed(state, action)) is None:
        raise Refused("nothing is known of what follows: it rests on what is hidden")
    return found


def _unimagined() -> State:
    raise Refused("too much is hidden to try a line of moves out here")


def _note(text: str) -> Data:
    return {"type": "note", "text": text}
