"""All tables of a server, and the engines of their games: opening a table, finding one by a token, keeping it."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from types import MappingProxyType
from weakref import WeakValueDictionary

from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import GameError
from gdl.files.library import find
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, PositionError, RecordError
from interpreter.play.bots import SeatError
from interpreter.play.files.opening_book import NO_BOOK, OpeningBook
from interpreter.play.lessons.attempt import Attempt, Defender
from interpreter.play.lessons.cases import Lesson, Offer, course, offers
from interpreter.play.memo import Recent
from interpreter.play.session import Beginning, Session, new_seed, seed_of_bot
from interpreter.play.sheet.html import part
from interpreter.play.sheet.sheet import sheet
from interpreter.play.tables.plans import Plan
from interpreter.play.tables.table import HOST, Clock, Line, Refused, Seat, Table, new_token
from interpreter.play.web import limits
from interpreter.play.web.answers import Answers
from interpreter.play.web.new_table import Options, Wish, begun_at, bot_named, position_of, seats_for
from interpreter.play.web.protocol import Data
from interpreter.play.web.store import Store, Unreadable
from interpreter.play.web.views import Views
from interpreter.positions.documents import written

EngineKey = tuple[str, tuple[tuple[str, str], ...], "str | None"]  # where a game is, its options, its variant
MakeEngine = Callable[[str, Options, "str | None"], Engine]


class Place:
    """A table with what answers for it. `options` and `variant`: how its game is loaded again; `opened`: the tokens of seats whose
    pages have been open."""

    def __init__(self, table: Table, options: Options, variant: str | None) -> None:
        self.opened = set[str]()
        self.table, self.options, self.variant = table, options, variant
        self.views = Views(table)
        self.answers = Answers(table, self.views)

    def goes_on(self, session: Session) -> None:
        """The table goes on with another session, such as the same game under rules that have changed."""
        self.table.take_over(session)
        self.views = Views(self.table)
        self.answers = Answers(self.table, self.views)


class Lobby:
    """The tables of a server. `games` are the names of the games that can be played, with what each is loaded from; `programs` the
    engines of others that may take seats; `chosen` the options and the variant of games that are not played as their rules say; `book`
    tells of the games of others in analysis."""

    def __init__(
        self,
        games: Mapping[str, str],
        make_engine: MakeEngine,
        store: Store,
        programs: Sequence[str] = (),
        chosen: Mapping[str, tuple[Options, str | None]] = MappingProxyType({}),
        book: OpeningBook = NO_BOOK,
    ) -> None:
        self.games, self.programs, self._chosen = games, programs, chosen
        self.book = book
        self._make_engine = make_engine
        self._store = store
        self._engines: OrderedDict[EngineKey, Engine] = OrderedDict()
        self._adopted: dict[EngineKey, Engine] = {}
        self._changing = Lock()  # of what several threads ask for
        self._recent: OrderedDict[str, Place] = OrderedDict()
        self._places: WeakValueDictionary[str, Place] = WeakValueDictionary()  # of all that somebody holds
        self._by_token: WeakValueDictionary[str, Place] = WeakValueDictionary()
        self._waiting: OrderedDict[str, tuple[Place, list[str]]] = OrderedDict()
        self._rules: Recent[str] = Recent(limits.TABLES_IN_MEMORY)

    # ---- engines

    def engine(self, game: str, options: Options, variant: str | None) -> Engine:
        """The engine of a game with its options; those that were asked for last are kept. Raises Refused, GameError."""
        self._check(game)
        key = self._key(game, options, variant)
        if key in self._adopted:
            return self._adopted[key]
        found = self._engines.get(key)
        if found is None:
            found = self._make_engine(self.games[game], options, variant)
        with self._changing:
            self._engines[key] = found
            self._engines.move_to_end(key)
            while len(self._engines) > limits.ENGINES:
                self._engines.popitem(last=False)
        return found

    def settled(self, wish: Wish) -> Wish:
        """A wish with what is chosen for its game here, as far as it says nothing else itself."""
        options, variant = self._chosen.get(wish.game, ({}, None))
        if wish.variant:
            return wish
        return replace(wish, options={**options, **wish.options}, variant=variant)

    def _check(self, game: str) -> None:
        if game not in self.games:
            raise Refused(
                f"there is no game `{game[:40]}`" + (f"; {h}" if (h := near(game, list(self.games))) else "")
            )

    def adopt(self, wish: Wish, engine: Engine) -> None:
        """Tables of this wish are played on this engine, such as that of a saved game with rules of its own."""
        self._adopted[self._key(wish.game, wish.options, wish.variant)] = engine

    def _key(self, game: str, options: Options, variant: str | None) -> EngineKey:
        return self.games[game], tuple(sorted(options.items())), variant

    def in_use(self) -> list[str]:
        """The games of which there is an engine, or a table in memory."""
        with self._changing:
            loaded = {source for source, _, _ in (*self._engines, *self._adopted)}
            played = {place.table.source for place in self._places.values()}
        return [name for name, source in self.games.items() if source in loaded or name in played]

    def forget(self, game: str) -> None:
        """Makes the engines of a game anew when they are next asked for, as its rules have changed."""
        with self._changing:
            for engines in (self._engines, self._adopted):
                for key in [k for k in engines if k[0] == self.games[game]]:
                    engines.pop(key)

    def open_places(self, game: str) -> list[Place]:
        """The tables of a game that are in memory."""
        with self._changing:
            return [p for p in self._places.values() if p.table.source == game]

    def remade(self, place: Place) -> Engine:
        """The engine of a table's game, by the rules as they are now. Raises GameError."""
        return self.engine(place.table.source, place.options, place.variant)

    def rules(self, engine: Engine) -> str:
        """The rule sheet of a game as a part of a page; found once, as it takes a second or two."""
        return self._rules.get(engine, None, lambda: part(engine.game, sheet(engine), deeper=1))

    # ---- lessons

    def lessons(self, game: str) -> tuple[Lesson, ...]:
        """The lessons of a game, read anew when its tests have changed. Raises Refused."""
        self._check(game)
        try:
            return course(find(self.games[game]))
        except (PositionError, OSError) as error:
            raise Refused(f"the lessons cannot be read: {error}") from error

    def offers(self, game: str) -> tuple[Offer, ...]:
        """The positions with which a game may begin, by name. Raises Refused."""
        self._check(game)
        try:
            return offers(find(self.games[game]))
        except (RecordError, OSError) as error:
            raise Refused(f"the positions to begin with cannot be read: {error}") from error

    def resolved(self, wish: Wish, seed: int = 0) -> tuple[Wish, Engine]:
        """A wish with the options and the position of the offer that it names, and its engine. Raises Refused, GameError."""
        wish = self.settled(wish)
        if not wish.start:
            return wish, self.engine(wish.game, wish.options, wish.variant)
        offer = self._offer(wish)
        options, variant = {**wish.options, **offer.options}, offer.variant or wish.variant
        engine = self.engine(wish.game, options, variant)
        position = position_of(offer, engine, seed)
        return replace(wish, options=options, variant=variant, position=position, start=""), engine

    def _offer(self, wish: Wish) -> Offer:
        known = self.offers(wish.game)
        found = next((o for o in known if o.name == wish.start), None)
        if found is None:
            help = near(wish.start, [o.name for o in known])
            raise Refused(
                f"there is no position `{wish.start[:80]}` to begin with" + (f"; {help}" if help else "")
            )
        return found

    def _begin_lesson(self, wish: Wish) -> tuple[Session, list[Seat], Attempt]:
        """The session of a lesson, its seats, and what judges it. Raises Refused, GameError."""
        known = self.lessons(wish.game)
        lesson = next((v for v in known if v.number == wish.lesson), None)
        if lesson is None:
            raise Refused(f"this game has {len(known)} lessons")
        try:
            lesson = lesson.set_to(wish.setting)
        except KeyError:
            named = ", ".join(lesson.settings) or "none"
            raise Refused(
                f"lesson {lesson.number} has no setting `{wish.setting[:80]}`: there are {named}"
            ) from None
        engine = self.engine(wish.game, lesson.options, lesson.variant)
        attempt = Attempt(engine, lesson, len(known))
        try:
            start = attempt.start
        except (PositionError, IllegalAction) as error:
            raise Refused(f"the lesson does not fit its game: {error}") from error
        bot = Defender(attempt.learner, lesson.moves)
        seats = [
            Seat(new_token(), "human", HOST)
            if i == attempt.learner
            else Seat(new_token(), "lesson", "lesson", bot=bot)
            for i in range(len(engine.game.players))
        ]
        beginning = Beginning(start, written(start.position()), attempt.follow)
        session = Session(engine, self.games[wish.game], 0, [s.bot for s in seats], beginning=beginning)
        return session, seats, attempt

    # ---- tables

    def open(self, wish: Wish) -> Place:
        """A new table. Raises Refused for a wish that cannot be fulfilled. Slow: the game may have to be compiled."""
        try:
            if wish.lesson is not None:
                return self._open_lesson(wish)
            place = self._kept(self.sketch(wish))
            if wish.listed:
                self._list(place)
            return place
        except GameError as error:
            raise Refused("; ".join(d.message for d in error.diagnostics)) from error

    def _list(self, place: Place) -> None:
        """Whoever comes may take the open seats of a table."""
        free = [seat.token for seat in place.table.seats if seat.who == "open"]
        with self._changing:
            self._waiting[place.table.id] = (place, free)
            while len(self._waiting) > limits.LISTED:
                self._waiting.popitem(last=False)

    def waiting(self) -> list[Data]:
        """The tables with a seat for whoever comes: each with its number, its game, the free seats, and who waits there."""
        with self._changing:
            found = [(place.table, [*free]) for place, free in self._waiting.values()]
        return [
            {
                "id": table.id,
                "title": table.game.title,
                "seats": [
                    p.name for p, s in zip(table.game.players, table.seats, strict=True) if s.token in free
                ],
                "by": ", ".join(s.name for s in table.seats if s.name and s.bot is None),
            }
            for table, free in found
            if free and not table.is_over
        ]

    def take_seat(self, name: str) -> str | None:
        """The token of a seat for whoever comes, which nobody else gets; None where none is free."""
        with self._changing:
            place, free = self._waiting.get(name, (None, []))
            if place is None or not free or place.table.is_over:
                return None
            token = free.pop(0)
            if not free:
                del self._waiting[name]
            return token

    def sketch(self, wish: Wish) -> Place:
        """A table as `open` opens it, which is not kept: nobody can come to it. Raises Refused, GameError."""
        seed = new_seed() if wish.seed is None else wish.seed
        wish, engine = self.resolved(wish, seed)
        tokens = iter(wish.tokens)
        seats = seats_for(wish.seats, len(engine.game.players), seed, tokens, self.programs)
        beginning = begun_at(engine, wish.position, seed)
        session = Session(engine, self.games[wish.game], seed, [s.bot for s in seats], beginning=beginning)
        clock = None
        if wish.minutes is not None:
            if not 0 < wish.minutes <= limits.MINUTES or not 0 <= wish.increment <= 3600:
                raise Refused("a clock has more than 0 minutes, and at most an hour more for each move")
            clock = Clock.of(len(seats), wish.minutes, wish.increment)
        watcher = next(tokens, None) or new_token()
        table = Table(secrets.token_urlsafe(9), wish.game, session, seats, watcher, clock)
        return Place(table, wish.options, wish.variant)

    def _open_lesson(self, wish: Wish) -> Place:
        session, seats, attempt = self._begin_lesson(wish)
        table = Table(secrets.token_urlsafe(9), wish.game, session, seats, new_token(), lesson=attempt)
        return self._kept(Place(table, attempt.lesson.options, attempt.lesson.variant))

    def place(self, token: str) -> Place:
        """The table of a token, read from disk if nobody has it. There is one of each table, as long as anybody holds it. Raises
        KeyError, Unreadable; Refused, GameError, SeatError where its game is no longer what it was."""
        with self._changing:
            known = self._by_token.get(token)
            if known is not None:
                return self._remember(known)
        name = self._store.table_of(token)
        while name is not None and (data := self._store.load(name)) is not None:
            place = Place(self._read(data), *_settings(data))  # which takes a while
            is_current = self._store.load(name) == data  # else it was played on and put away meanwhile
            with self._changing:
                known = self._places.get(name)
                if known is not None or is_current:
                    return self._remember(known or place)
        raise KeyError("there is no such table")

    def save(self, place: Place, is_new: bool = False) -> None:
        """A table is to be written down, after each change. Where that cannot be, the game goes on in memory."""
        table = place.table
        data: Data = {
            "id": table.id,
            "game": table.source,
            "options": dict(place.options),
            "variant": place.variant,
            "seed": table.session.seed,
            "actions": [str(a) for a in table.session.actions],
            "tokens": [*table.tokens],
            "seats": [{"who": s.who, "party": s.party, "name": s.name, "left": s.name == "left"} for s in table.seats],
            "rev": table.rev,
            "verdict": table.verdict,
            "clock": None if table.clock is None else table.clock.to_json(table.now()),
            "chat": [[line.by, line.text] for line in table.chat],
            "plans": [plan.to_json() for plan in table.plans],
            "lesson": None if table.lesson is None else table.lesson.lesson.number,
            "setting": "" if table.lesson is None else table.lesson.lesson.setting,
            "found": [] if table.lesson is None else [str(a) for a in table.lesson.found],
            "position": "" if table.session.beginning is None else table.session.beginning.text,
        }  # fmt: skip
        self._store.save(table.id, data, table.tokens, table.is_over, is_new)

    @property
    def trouble(self) -> str:
        """Why games are not kept on disk now; "" where they are."""
        return "" if self._store.trouble is None else str(self._store.trouble)

    def unfinished(self) -> list[str]:
        """A token of each table that is still played at, such as those at which a bot must move after a restart."""
        found = []
        try:
            for name in self._store.unfinished()[: limits.TABLES_IN_MEMORY]:
                data = self._store.load(name)
                if data is not None and isinstance(data["tokens"], list):
                    found.append(str(data["tokens"][0]))
        except Unreadable:
            pass  # they are read when somebody comes
        return found

    def flush(self) -> None:
        """Waits until all tables are on disk, as far as they can be."""
        self._store.flush()

    def _kept(self, place: Place) -> Place:
        """A new table, when it is on disk. Raises Refused where there is no room for it."""
        self.save(place, is_new=True)
        if not self._store.flush(limits.OPENING_SECONDS) and not self._store.has_room:
            self._store.discard(place.table.id)
            raise Refused(f"there is no room for another table: {self.trouble}")
        with self._changing:
            return self._remember(place)

    def _remember(self, place: Place) -> Place:
        """Keeps a table in memory until many others have been asked for, and for longer where somebody holds it."""
        name = place.table.id
        self._places[name] = self._recent[name] = place
        for token in place.table.tokens:
            self._by_token[token] = place
        self._recent.move_to_end(name)
        while len(self._recent) > limits.TABLES_IN_MEMORY:
            self._recent.popitem(last=False)
        return place

    # ---- on disk

    def _read(self, data: Data) -> Table:
        """A table as it was written. Raises Refused, GameError where its game is no longer what it was."""
        seats, tokens = data["seats"], data["tokens"]
        actions, chat, clock = data["actions"], data["chat"], data["clock"]
        assert isinstance(seats, list) and isinstance(tokens, list)
        assert isinstance(actions, list) and isinstance(chat, list)
        lesson, begun = data.get("lesson"), str(data.get("position") or "")
        game, seed = str(data["game"]), int(str(data["seed"]))
        engine = self.engine(game, *_settings(data))
        made: list[Seat] = []
        attempt: Attempt | None = None
        for i, (seat, token) in enumerate(zip(seats, tokens, strict=False)):
            assert isinstance(seat, dict)
            if lesson is not None:
                continue
            who = "Random" if seat["left"] else str(seat["who"])
            try:
                bot = (
                    None if who in ("open", "human") else bot_named(who, seed_of_bot(seed, i), self.programs)
                )
            except SeatError as error:
                raise Refused(str(error)) from error
            made.append(Seat(str(token), str(seat["who"]), str(seat["party"]), str(seat["name"]), bot))
        if lesson is None:
            beginning = begun_at(engine, begun)
            session = Session(engine, self.games[game], seed, [s.bot for s in made], beginning=beginning)
        else:
            session, made, attempt = self._begin_lesson(
                Wish(game, lesson=int(str(lesson)), setting=str(data.get("setting", "")))
            )
            for seat_made, token in zip(made, tokens, strict=False):
                seat_made.token = str(token)
            found = data.get("found")
            attempt.found += [int(str(a)) for a in found] if isinstance(found, list) else []
        for action in actions:
            session.play(int(str(action)))
        table = Table(str(data["id"]), game, session, made, str(tokens[-1]), lesson=attempt)
        table.note_names()
        table.rev, session.verdict = int(str(data["rev"])), str(data["verdict"])
        table.chat = [Line(str(c[0]), str(c[1])) for c in chat if isinstance(c, list)]
        plans = data.get("plans")
        table.plans = [Plan.from_json(p) for p in plans] if isinstance(plans, list) else []
        if isinstance(clock, dict):
            table.clock = Clock.from_json(dict(clock), table.now())
        return table


def _settings(data: Data) -> tuple[dict[str, str], str | None]:
    """The options and the variant of a table as it was written."""
    options, variant = data["options"], data["variant"]
    assert isinstance(options, dict)
    return {k: str(v) for k, v in options.items()}, None if variant is None else str(variant)
