"""Who is connected, and what is sent to whom: each change of a table is told to all its seats, each in its own words.

Messages of one table are answered one after the other. What takes long runs in a thread, and so do bots.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic

from starlette.websockets import WebSocket, WebSocketDisconnect

from gdl.diagnostics.values import GameError
from interpreter.engines.errors import ProgramError
from interpreter.play.files.opening_book import OpeningBook
from interpreter.play.hints import prepare
from interpreter.play.tables.secret_setup import is_laying
from interpreter.play.tables.table import Decision, Refused, Table
from interpreter.play.web import limits
from interpreter.play.web.answers import HEAVY, SLOW
from interpreter.play.web.lobby import Lobby, Place
from interpreter.play.web.protocol import (
    Answer,
    BadMessage,
    Data,
    Look,
    Message,
    Viewer,
    gone_wrong,
    read,
    refusal,
)
from interpreter.play.web.store import Unreadable
from interpreter.play.web.views import Views

_REFUSED = 4404  # the code with which a socket without a table is closed
_TOO_MANY = 4429
_TOO_SLOW = 4408
_NOT_NOW = 4503
_SOON = (
    1.0  # seconds after which the code for hints is made: the first picture and the first clicks come before
)
_LOOK = 1.5  # seconds before cards are dealt again, or people are passed over
_PAUSE = 0.35  # seconds before a bot moves, so that one sees what the move before has done


class Rate:
    """How many messages a socket may still send: a bucket that fills with time."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now, self._left, self._at = now, limits.BURST, now()

    def take(self) -> bool:
        """Takes one message; whether there was room for it."""
        now = self._now()
        self._left = min(limits.BURST, self._left + (now - self._at) * limits.MESSAGES_A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Line:
    """One socket of a seat, or of a spectator."""

    def __init__(self, socket: WebSocket, table: Table, token: str) -> None:
        self.socket, self.table, self.token, self.rate = socket, table, token, Rate()
        self.work: asyncio.Task[None] | None = None  # an analysis that is under way
        self.outbox: asyncio.Queue[Data] = asyncio.Queue(limits.WAITING)
        self.is_gone = False
        self.look = Look()
        self.writer = asyncio.create_task(self._write())
        self.closing: asyncio.Task[None] | None = None

    @property
    def viewer(self) -> Viewer:
        """Whose seat this is: people change sides from game to game."""
        return self.table.seat_of(self.token)

    def stop(self) -> None:
        """Stops the analysis that is under way."""
        if self.work is not None:
            self.work.cancel()
            self.work = None

    async def receive(self) -> str | bytes:
        """The next message, whatever kind of frame it comes in. Raises WebSocketDisconnect."""
        found = await self.socket.receive()
        if found["type"] != "websocket.receive":
            raise WebSocketDisconnect
        return found.get("text") or found.get("bytes") or ""

    async def send(self, data: Data) -> None:
        """Sends a message that its own page has asked for, when there is room for it."""
        if not self.is_gone:
            await self.outbox.put(data)

    def tell(self, data: Data) -> None:
        """Sends a message that others have caused. Nobody waits for a page that takes nothing: its socket is closed."""
        try:
            if not self.is_gone:
                self.outbox.put_nowait(data)
        except asyncio.QueueFull:
            self.is_gone = True
            self.writer.cancel()
            self.closing = asyncio.create_task(self._close())

    async def _write(self) -> None:
        """Writes what waits, one message after the other. A socket that is gone is noticed by its own loop."""
        try:
            while True:
                data = await self.outbox.get()
                await self.socket.send_text(json.dumps(data, separators=(",", ":")))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.is_gone = True
            while not self.outbox.empty():  # whoever waits for room goes on
                self.outbox.get_nowait()

    async def _close(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(_TOO_SLOW, "this page does not take what it is sent")


class Room:
    """A table with those who look at it."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.lines: list[Line] = []
        self.busy = asyncio.Lock()
        self.bot: asyncio.Task[None] | None = None
        self.flag: asyncio.Task[None] | None = None

    def may_join(self, viewer: Viewer) -> bool:
        most = limits.SOCKETS_OF_SPECTATORS if viewer is None else limits.SOCKETS_A_TOKEN
        return sum(line.viewer == viewer for line in self.lines) < most

    def count_spectators(self) -> None:
        """Tells everybody how many pages of spectators are open."""
        count = sum(line.viewer is None for line in self.lines)
        for line in self.lines:
            line.tell({"type": "watching", "count": count})


class Rooms:
    """All tables at which somebody sits now."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.workers = ThreadPoolExecutor(limits.WORKERS, thread_name_prefix="table")
        self._rooms: dict[str, Room] = {}
        self.analysts = ThreadPoolExecutor(1, thread_name_prefix="analysis")
        self._analyses = 0

    async def run(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self.workers, work)

    async def visit(self, socket: WebSocket, token: str) -> None:
        """Serves one socket until it is closed."""
        try:
            await socket.accept()
            place = await self._place(socket, token)
        except (WebSocketDisconnect, RuntimeError):  # it has gone again
            return
        if place is None:
            return
        viewer = place.table.seat_of(token)
        room = self._rooms.setdefault(place.table.id, Room(place))
        if not room.may_join(viewer):
            await socket.close(_TOO_MANY, "too many pages of this seat are open")
            return
        line = Line(socket, place.table, token)
        room.lines.append(line)
        if viewer is not None:
            line.tell({"type": "seated", "before": token in place.opened})
            place.opened.add(token)
        try:
            if any(other.viewer is None for other in room.lines):
                room.count_spectators()
            self.wake(room)
            if room.place.views.may_ask_machine(viewer):
                asyncio.get_running_loop().call_later(_SOON, self._prepare, room)
            await self._serve(room, line)
        except WebSocketDisconnect:
            pass
        finally:
            line.stop()
            line.writer.cancel()
            room.lines.remove(line)
            if viewer is None:
                room.count_spectators()
            self._leave(room)

    async def _place(self, socket: WebSocket, token: str) -> Place | None:
        """The table of a token; None where there is none, and then its socket is closed."""
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.workers, self.lobby.place, token)
        except Unreadable as error:
            await socket.close(_NOT_NOW, str(error)[:100])
        except (KeyError, GameError, ValueError):
            await socket.close(_REFUSED, "there is no such table")
        return None

    def _prepare(self, room: Room) -> None:
        with suppress(RuntimeError):  # the server is about to stop
            self.analysts.submit(prepare, room.place.table.state)

    def _leave(self, room: Room) -> None:
        """Forgets a room that nobody is in."""
        if not room.lines and room.bot is None:
            self._rooms.pop(room.place.table.id, None)

    async def _serve(self, room: Room, line: Line) -> None:
        while True:
            text = await line.receive()
            if not line.rate.take():
                await line.send(refusal("too many messages at once; wait a moment"))
                await asyncio.sleep(1 / limits.MESSAGES_A_SECOND)
                continue
            try:
                message = read(text)
            except BadMessage as error:
                await line.send(refusal(str(error)))
                continue
            line.look = message.look
            match message.type:
                case "chat":
                    await self._say(room, line, message)
                case "analyse" | "review" | "judge":
                    line.stop()
                    line.work = asyncio.create_task(self._analyse(room, line, message))
                case "stop":
                    line.stop()
                case _:
                    await self._answer(room, line, message)

    async def _analyse(self, room: Room, line: Line, message: Message) -> None:
        """Sends what an analysis finds, bit by bit, until it is done or stopped."""
        if self._analyses >= limits.ANALYSES:
            await line.send(refusal("others have games analysed now; try again in a while"))
            return
        loop = asyncio.get_running_loop()
        self._analyses += 1
        try:
            found = await loop.run_in_executor(
                self.analysts, _analysis, room.place.views, self.lobby.book, line.viewer, message
            )
            while (data := await loop.run_in_executor(self.analysts, next, found, None)) is not None:
                await line.send(data)
        except Refused as error:
            await line.send(refusal(str(error)))
        except GameError as error:
            await line.send(gone_wrong(error))
        finally:
            self._analyses -= 1

    async def _answer(self, room: Room, line: Line, message: Message) -> None:
        answers = room.place.answers
        if message.type in SLOW:
            answer = await self.run(lambda: answers.answer(line.viewer, message))
        else:
            async with room.busy:
                if message.type in HEAVY:
                    answer = await self.run(lambda: answers.answer(line.viewer, message))
                else:
                    answer = answers.answer(line.viewer, message)
                if answer.has_changed:
                    await self._tell(room, answer.has_played)
                elif answer.is_private:
                    self.lobby.save(room.place)
                for data in answer.told:
                    for other in room.lines:
                        other.tell(data)
        for data in answer.messages:
            await line.send(self._with_trouble(data) | ({"to": message.of} if message.of else {}))

    def _with_trouble(self, data: Data) -> Data:
        """A view says when games cannot be kept on disk."""
        is_told = data["type"] == "view" and self.lobby.trouble
        return data | {"trouble": "games are not kept now"} if is_told else data

    async def _say(self, room: Room, line: Line, message: Message) -> None:
        text = message.text.strip()
        if not text:
            return
        table = room.place.table
        said = table.say("a spectator" if line.viewer is None else table.name(line.viewer), text)
        self.lobby.save(room.place)
        data: Data = {"type": "chat", "lines": [{"by": said.by, "text": said.text}], "more": True}
        for other in room.lines:
            other.tell(data)

    async def _tell(self, room: Room, has_played: bool) -> None:
        """Tells everybody of a change, and lets the next bot move."""
        self.lobby.save(room.place)
        views = room.place.views
        made: dict[tuple[Viewer, Look], list[Data]] = {}
        for viewer, look in {(line.viewer, line.look) for line in room.lines}:
            made[viewer, look] = [views.did(viewer, look)] if has_played else []
            made[viewer, look].append(self._with_trouble(views.view(viewer, look=look)))
        for line in list(room.lines):
            for data in made.get((line.viewer, line.look), []):
                line.tell(data)
        self.wake(room)

    # ---- bots and clocks

    async def resume(self, place: Place) -> None:
        """Lets a bot continue at a table at which nobody looks, after a restart."""
        self.wake(self._rooms.setdefault(place.table.id, Room(place)))

    def wake(self, room: Room) -> None:
        """Lets the bot that is to move think, and watches the clock that runs."""
        table = room.place.table
        if (table.bot is not None or _by_itself(table) is not None) and (room.bot is None or room.bot.done()):
            room.bot = asyncio.create_task(self._bots(room))
        if table.clock is not None and not table.is_over and (room.flag is None or room.flag.done()):
            room.flag = asyncio.create_task(self._watch(room))

    async def _bots(self, room: Room) -> None:
        """Plays for bots, what decides nothing, and what people have laid down, until a person is to move."""
        table = room.place.table
        loop = asyncio.get_running_loop()
        try:
            while (action := _by_itself(table)) is not None or table.bot is not None:
                decision = Decision(table.rev, action)
                await asyncio.sleep(_pause(table, table.formality is not None))
                if table.rev != decision.rev:
                    continue
                if action is None:
                    decision = await loop.run_in_executor(self.workers, table.decide)
                async with room.busy:
                    if table.follow(decision):
                        await self._tell(room, True)
        except (GameError, ProgramError) as error:
            said = (
                gone_wrong(error)
                if isinstance(error, GameError)
                else refusal(f"{error}: take a move back, and it is started anew")
            )
            for line in room.lines:
                line.tell(said)
        finally:
            room.bot = None
            self._leave(room)

    async def _watch(self, room: Room) -> None:
        """Ends the game when a clock has run out."""
        table = room.place.table
        while table.clock is not None and not table.is_over and room.lines:
            running = table.clock.running
            left = 1.0 if running is None else table.clock.remaining(running, table.now())
            await asyncio.sleep(min(1.0, max(0.02, left)))
            async with room.busy:
                if table.check_time():
                    await self._tell(room, False)

    async def reloaded(self, place: Place, said: Data) -> None:
        """Tells everybody at a table of rules that have changed."""
        room = self._rooms.get(place.table.id)
        if room is None:
            return
        async with room.busy:
            for line in list(room.lines):
                line.tell(said)
            if said["ok"]:
                await self._tell(room, False)

    async def close(self) -> None:
        """Ends what runs for tables."""
        for room in self._rooms.values():
            for task in (room.bot, room.flag):
                if task is not None:
                    task.cancel()
        for pool in (self.workers, self.analysts):
            pool.shutdown(wait=False, cancel_futures=True)


def _by_itself(table: Table) -> int | None:
    """What is done now without anybody: it decides nothing, or whoever is to move has laid it down."""
    formality = table.formality
    return table.answer if formality is None else formality


def _pause(table: Table, is_formal: bool) -> float:
    """Seconds before a bot moves, or before what decides nothing is done: people look at what came before. That a bot passes is a
    move like any other: where all but one often pass, people would wait for longer than they play."""
    if _goes_on_laying(table) or not table.session.moves:
        return 0.0
    return _LOOK if is_formal and table.clock is None and not table.is_bot_idle else _PAUSE


def _goes_on_laying(table: Table) -> bool:
    """Whether a bot has just made a decision of a set-up in secret, and makes another one: nobody sees what it does."""
    states = table.session.states
    is_same = len(states) > 1 and states[-2].current_player == states[-1].current_player
    return is_same and is_laying(states[-1])


def _analysis(views: Views, book: OpeningBook, viewer: Viewer, message: Message) -> Iterator[Data]:
    """What is to be sent of an analysis, bit by bit. Searches are loaded here, in the thread that works with them."""
    from interpreter.play.web.analysing import Analyst

    analyst = Analyst(views, book)
    if message.type == "review":
        return analyst.review(viewer)
    return (analyst.judgement if message.type == "judge" else analyst.analysis)(viewer, message.ply)
