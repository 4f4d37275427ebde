"""The game in front of people at one terminal: who looks, what they see, what a typed line means, and what comes of it.

Line by line and on the whole screen people play the same model. A view shows the values that `obey`, `play` and `follow` give, one
after the other; between two of them it may look at the model, which is as it was when the value was given.

    Text      something is said
    Board     the board is wanted again
    Moves     moves are listed: all that were asked for, or those of which one is meant
    Played    a move was made
    Elsewhere the game has gone to another state than by a move
    Thought   a hint is wanted (`advice` finds it, which takes a moment)
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeAlias

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, ProgramError
from interpreter.engines.position_parts import Position, contains_hidden
from interpreter.play.hints import hint, hint_text, move_text
from interpreter.play.moves import Move, exact, numbered_moves, read_move
from interpreter.play.record import Record
from interpreter.play.scene.cards import with_signs
from interpreter.play.scene.names import capital
from interpreter.play.scene.observer import Relation, decided, relation, threats_to
from interpreter.play.session import Session, Shown
from interpreter.play.sheet.reasons import end_of, refusal
from interpreter.play.tables.disclosure import preview
from interpreter.play.tables.table import Decision, Refused, Table
from interpreter.play.terminal.choices import Choices
from interpreter.play.terminal.texts import listing, result, sentence
from interpreter.play.text.drawing import TARGET

Opener = Callable[[Record], Engine]  # the engine that a record is played on

QUIT = ("quit", "exit", "q")


@dataclass(frozen=True, slots=True)
class Text:
    """`is_long`: it wants room of its own."""

    text: str
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    pass


@dataclass(frozen=True, slots=True)
class Moves:
    """`is_asked`: somebody wants to see the list; else one of them is meant by what was typed."""

    moves: Sequence[Move]
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """`text`: with its number and its player, as those in front of the terminal may know it; "" where nobody may yet. `is_own`: it was
    made there."""

    text: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Elsewhere:
    pass


@dataclass(frozen=True, slots=True)
class Thought:
    pass


Step: TypeAlias = Text | Board | Moves | Played | Elsewhere | Thought


@dataclass(frozen=True, slots=True)
class HandOver:
    """Another person is to look now. `before`: who has looked last, if their last move has uncovered something for them."""

    viewer: int
    name: str
    before: int | None


@dataclass(frozen=True, slots=True)
class Page:
    """The room for texts. `is_read`: by people on a screen, so reasons are told in words."""

    width: int = 80
    colour: bool = False
    is_read: bool = False


@dataclass
class Model:
    """`viewer`: the person who looks; None before anybody has, and where only bots play. `ply`: the position that is looked at; None
    for the present one. `relation`: the name of the relation that is shown with the board, or "".

    `can_point`: the view lets people choose step by step, so a site alone is such a step; else all moves are listed by numbers.
    `stage`: what is shown of the last action before the present position, where it takes effect in stages; `_ahead`: those that come
    after it, and `_staged`: the number of moves whose stages have been looked for.
    """

    table: Table
    open_record: Opener
    page: Page = Page()
    can_point: bool = False
    viewer: int | None = None
    ply: int | None = None
    relation: str = ""
    stage: Shown | None = None
    _ahead: list[Shown] = field(default_factory=list)
    _staged: int = 0

    def __post_init__(self) -> None:
        self.choices = Choices(self.table)
        self._staged = len(self.session.moves)

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def at(self) -> int:
        """The number of moves before the position that is looked at."""
        return len(self.session.moves) if self.ply is None else self.ply

    @property
    def state(self) -> State:
        return self.session.states[self.at] if self.stage is None or self.ply is not None else self.stage[0]

    @property
    def is_asked(self) -> bool:
        """Whether a person is to choose now."""
        return self.ply is None and self.stage is None and not self.table.is_over and self.table.bot is None

    # ---- who looks

    @property
    def looks(self) -> int | None:
        """Who looks, or will be the first to; None where only bots play."""
        return self.session.viewer if self.viewer is None else self.viewer

    def hand_over(self) -> HandOver | None:
        """The person who is to look now instead, where they do not see the same; who sees the same looks from now on."""
        session, viewer = self.session, self.session.viewer
        if viewer is None or viewer == self.viewer or self.table.is_over:
            return None
        if not session.must_hand_over(self.viewer):
            self.viewer = viewer
            return None
        has_news = self.viewer is not None and session.has_uncovered(self.viewer)
        return HandOver(viewer, self.game.players[viewer].name, self.viewer if has_news else None)

    def news(self) -> list[str]:
        """The moves of the others since the person who looks last decided, as far as they may know them; equal ones in a row at once."""
        session, viewer = self.session, self.viewer
        assert viewer is not None
        mine = (
            i for i in range(len(session.moves) - 1, -1, -1) if session.states[i].current_player == viewer
        )

        def said(i: int) -> str:
            by = session.states[i]
            return "" if by.current_player == viewer else self.move_text(i)

        told, since = list[str](), range(self._first_untold(next(mine, -1)), len(session.moves))
        for text, alike in groupby(since, said):
            first, *others = (i + 1 for i in alike)
            if text:
                told.append(
                    f"{first}..{others[-1]}. {text} ({len(others) + 1} times)"
                    if others
                    else f"{first}. {text}"
                )
        return told

    def _first_untold(self, last: int) -> int:
        """The first move of which a person has learnt something since their last one: where they chose together with others, the
        first of these."""
        first = last + 1
        if last >= 0 and self.session.all_chose(last):
            while first > 0 and self.session.states[first - 1].choices_wait:
                first -= 1
            if first <= last:
                first -= 1
        return max(first, 0)

    # ---- what is seen

    def position(self) -> Position:
        """The position that is looked at: with what is chosen, if that is a whole move."""
        state = self.state
        if self.stage is not None and self.ply is None:
            return self.stage[1]
        viewer = self.looks
        if viewer is None:
            return state.position()
        action = (
            self.choices.node.action if self.can_point and self.is_asked and not self.choices.meant else None
        )
        if action is not None and state.current_player == viewer:
            return preview(state, viewer, action)
        return state.observation(viewer)

    def new_stages(self) -> list[list[Shown]]:
        """The stages of each move that has been made since this was asked last, where it took effect in stages."""
        plies = range(self._staged, len(self.session.moves))
        self._staged = len(self.session.moves)
        return [self.session.stages(ply, self.looks) for ply in plies]

    def go_on(self) -> None:
        """To the next stage of what was chosen together, or to the present position."""
        self._ahead += [stage for stages in self.new_stages() for stage in stages]
        self.stage = self._ahead.pop(0) if self._ahead else None

    @property
    def last_sites(self) -> tuple[str, ...]:
        """The sites of the move before the position."""
        if not self.at or self.stage is not None:
            return ()
        sites = self.session.states[self.at - 1].action_sites(self.session.actions[self.at - 1], self.looks)
        return tuple(dict.fromkeys(self.game.board.sites[s].name for s in sites))

    def marks(self, shown: Position) -> dict[str, str]:
        """Marks at the sites of the last move, at those that have decided a finished game, and at pieces of the player to move that
        must not stay attacked."""
        marks = dict.fromkeys(self.last_sites, ">")
        if self.at == len(self.session.moves):
            rows = decided(self.session.engine, self.session.state, shown)
            attacked = threats_to(self.session.engine, self.session.state, shown).rows
            marks |= {row[-1]: TARGET for row in attacked} | {site: "*" for row in rows for site in row}
        return marks

    def related(self, shown: Position) -> Relation | None:
        """The relation that is to be shown, if the person who looks may know it."""
        if not self.relation or contains_hidden(shown):
            return None
        return relation(self.table.engine, self.state, self.relation)

    def move_text(self, index: int) -> str:
        """A move of the game with its player, as the person who looks has learnt of it."""
        session, viewer = self.session, self.looks
        text = session.moves[index] if viewer is None else session.seen(index, viewer)
        return f"{session.player(session.states[index])}: {self.shown(text)}"

    def shown(self, move: str) -> str:
        """A move as it is shown: to people with the signs of its cards, through a pipe as the rules write it."""
        return with_signs(self.game, move) if self.page.is_read else move

    def listing(self, moves: Sequence[Move], most: int | None = None, rows: int | None = None) -> str:
        """Moves with their numbers, as `texts.listing` lays them out on the page."""
        shown = [replace(m, text=self.shown(m.text)) for m in moves]
        return listing(shown, self.page.width, most, rows)

    def question(self) -> str:
        """What is asked, or said of the position."""
        if self.ply is not None:
            return f"After move {self.ply} of {len(self.session.moves)}. Esc goes back to the game."
        if self.stage is not None:
            return "What was chosen happens."
        if self.table.verdict:
            return f"{self.table.verdict} `save FILE` or `quit`?"
        if self.table.is_over:
            why = end_of(self.session.state) or result(self.session)
            return f"{sentence(why)} `save FILE`, `undo` or `quit`?"
        asked = "" if self.table.bot is not None else self.choices.question()
        return asked if self.table.lesson is None else f"{self.table.lesson.task}\n{asked}"

    # ---- what is typed

    def obey(self, line: str, commands: Mapping[str, "Do"]) -> Iterator[Step]:
        """What comes of a line: a move, a choice, or one of the commands. Raises GameError where the rules go wrong."""
        word, _, rest = line.partition(" ")
        do, steps = commands.get(word.lower()), None
        try:
            if do is not None and (self.table.is_over or not _is_move(self.table.state, line)):
                steps = do(self, rest.strip())
            if steps is not None:
                yield from steps
            elif self.table.is_over:
                yield Text("The game is over: `undo`, `save FILE`, `load FILE` or `quit`.")
            else:
                yield from self._moves(line)
        except Refused as error:
            yield Text(sentence(capital(str(error))))

    def _moves(self, line: str) -> Iterator[Step]:
        """A move, or several with commas between them, as far as they are legal and the person's own."""
        texts = parted(self.game, line) or [line]
        if texts != [line] and _is_move(self.table.state, line):
            texts = [line]
        player = self.table.state.current_player
        for i, one in enumerate(texts):
            before = len(self.session.moves)
            if self.table.is_over or self.table.state.current_player != player:
                name = self.game.players[player].name
                yield Text(f"Not played, since it is not {name}'s turn: {', '.join(texts[i:])}.")
                return
            yield from self._move(one)
            if len(self.session.moves) == before:
                if texts[i + 1 :]:
                    yield Text(f"Not played: {', '.join(texts[i + 1 :])}.")
                return

    def _move(self, text: str) -> Iterator[Step]:
        """A move or, where people choose step by step, a choice."""
        state = self.table.state
        is_move = _is_move(state, text)
        site = None if is_move else self.game.board.site(text.lower())
        if self.can_point and not is_move:
            if site is not None:
                yield from self.point(self.game.board.sites[site].name)
                return
            named = [e for e in self.choices.entries() if e.text.lower() == text.lower()]
            if len(named) == 1 and named[0].move is None:
                self.choices.choose(named[0])
                yield from self.play_chosen()
                return
            if re.fullmatch(r"#?\d+", text):  # the list shows no numbers that could be meant
                yield Text(f"No choice is called {text}.")
                return
        try:
            found = read_move(state, text)
        except IllegalAction as error:
            yield Text(sentence(refusal(state, text, error, self.page.is_read)))
            return
        if len(found) == 1 and site is None:
            yield from self.play(found[0].action)
        else:
            yield Moves(found)

    def point(self, site: str) -> Iterator[Step]:
        """A site is chosen; the move that is whole by then is made."""
        if said := self.choices.point(site):
            yield Text(sentence(said))
        else:
            yield from self.play_chosen()

    def play_chosen(self) -> Iterator[Step]:
        """Makes what has been chosen, if it is a whole move that needs no look."""
        action = self.choices.node.action
        if self.choices.is_ready and action is not None and not self.choices.meant:
            yield from self.play(action)

    def play(self, action: int) -> Iterator[Step]:
        """Makes an action for the player to move. Raises GameError."""
        lesson, who = self.table.lesson, self.session.player()
        if lesson is not None and self.table.is_naming:
            self.choices.clear()
            yield Text(lesson.name(action).text)
            return
        self.table.play(action)
        self.choices.clear()
        yield Played(f"{len(self.session.moves)}. {who}: {self.shown(self.session.moves[-1])}", is_own=True)

    def go_elsewhere(self) -> Elsewhere:
        """After the game has gone to another state than by a move."""
        table = self.table
        table.take_over(table.session)
        if table.clock is not None and table.clock.running is not None and table.mover is not None:
            table.clock.turn(table.clock.running, table.mover, table.now())
        self.choices.clear()
        return Elsewhere()

    # ---- who thinks

    def decide(self) -> Decision | GameError | ProgramError:
        """What the bot to move does, or why it does nothing. It may take long, and may run in a thread of its own."""
        try:
            return self.table.decide()
        except (GameError, ProgramError) as error:
            return error

    def follow(self, decision: Decision | GameError | ProgramError) -> Iterator[Step]:
        """What comes of it. A program that cannot play on leaves its seat to a person. Raises GameError."""
        table, ply = self.table, len(self.session.moves)
        if table.bot is None:
            yield Elsewhere()
        elif isinstance(decision, GameError):
            raise decision
        elif isinstance(decision, ProgramError):
            said = f"{sentence(str(decision))} {table.vacate()} is yours now."
            yield Elsewhere()
            yield Text(said, is_long=True)
        elif not table.follow(decision) or decision.action is None:
            yield Elsewhere()
        else:
            # in front of a curtain nobody may know it: the first person to look sees it in the list of moves
            is_known = self.viewer is not None or not self.session.has_secrets or table.is_over
            yield Played(f"{ply + 1}. {self.move_text(ply)}" if is_known else "")

    def advice(self, ply: int) -> str:
        """A hint in the position after so many moves. It takes a moment, and may run in a thread of its own."""
        state, lesson = self.session.states[ply], self.table.lesson
        if lesson is None:
            return hint_text(state, hint(state, ply))
        found, why = lesson.advice(self.session.states[: ply + 1])
        return f"{why.capitalize()}." if found is None else f"{move_text(state, found)} is on a shortest way."


Do: TypeAlias = Callable[[Model, str], "Iterator[Step] | None"]
"""A command: what it gives for what is typed behind its word; None where the word means something else there."""


def _is_move(state: State, text: str) -> bool:
    """Whether a text is a legal move as it is written, which comes before all else that it may mean."""
    moves = numbered_moves(state)
    return any(m.text.lower() == text.lower() for m in moves) or exact(state, text, moves) is not None


def parted(game: Game, text: str) -> list[str]:
    """The moves of a line, with commas between them."""
    comma = r",(?![-\d])|(?<!\d)," if game.board.is_growing else ","  # `0,1` is a site there
    return [t.strip() for t in re.split(comma, text) if t.strip()]
