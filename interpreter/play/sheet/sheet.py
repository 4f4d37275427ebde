"""What the rule sheet of a game says, from its head to its terms: a list of headings, paragraphs, lists and pictures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gdl import core
from gdl.declared import Hide, Skip
from gdl.model import Action, Along, Choose, ChooseSet, Condition, Definition, Kind, Option
from interpreter.engines.base import Engine
from interpreter.engines.notation import plain_value, word
from interpreter.play.scene.boards import round_text
from interpreter.play.scene.names import words
from interpreter.play.scene.patterns import by_kind
from interpreter.play.sheet.deeds import Deeds
from interpreter.play.sheet.english import English
from interpreter.play.sheet.forms import always, never
from interpreter.play.sheet.moves import Trials
from interpreter.play.sheet.told import Clause, Told
from interpreter.play.sheet.wording import joined, named, sentence, with_article

_MANY = 40  # kinds: of so many, each by itself would fill pages

_SEEDS = 4  # starts that are compared, to find out what chance deals


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; each item has a name, or "", and what is said of it."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A position; `to` are sites that a piece may go to, `prey` those on which it may capture."""

    position: Mapping[str, object]
    caption: str
    to: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()


Block: TypeAlias = Heading | Paragraph | Items | Picture


def sheet(engine: Engine, with_moves: bool = True) -> list[Block]:
    """The rule sheet. `with_moves`: with a picture of each kind's moves, which takes a second or two to find."""
    return list(Writer(engine).blocks(with_moves))


def about(blocks: Sequence[Block], name: str) -> list[Block]:
    """What a sheet says of a name: the section of that title, and the items of lists; empty if it says nothing."""
    wanted, found, is_inside = words(name).lower(), list[Block](), False
    for block in blocks:
        if isinstance(block, Heading):
            is_inside = block.level > 1 and block.text.lower() == wanted
        if is_inside:
            found.append(block)
        elif isinstance(block, Items):
            items = tuple(item for item in block.items if item[0].lower() == wanted)
            found += [Items(items)] * bool(items)
    return found


class Writer:
    """Writes the rule sheet of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.game = engine, engine.game
        self.english = English(self.game)
        self.deeds = Deeds(self.english)
        self.told = Told(self.game)
        self._said: dict[tuple[str, str], str] = {}  # the kind of which a text about an action was said first
        self.actions = [a for a in self.game.actions if not _is_ruled_out(a)]

    def blocks(self, with_moves: bool) -> Iterator[Block]:
        yield from self._head()
        yield from self._setup()
        yield from self._kinds(with_moves)
        yield from self._turns()
        yield from self._actions()
        yield from self._following()
        yield from self._ends()
        yield from self._terms()

    # ---- head

    def _head(self) -> Iterator[Block]:
        game, head = self.game, self.game.headings
        yield Heading(game.title, 1)
        by = ", ".join(str(head[k]) for k in ("author", "year") if head.get(k))
        players = joined([p.name for p in game.players], "and")
        yield Paragraph((f"{by}. " if by else "") + f"For {_number(len(game.players), 'player')}: {players}.")
        if head.get("notes"):
            yield Paragraph(sentence(str(head["notes"])))
        if len(game.teams) < len(game.players):
            teams = [joined([game.players[p].name for p in team], "and") for team in game.teams]
            yield Paragraph(sentence(f"together play {'; '.join(teams)}"))
        if head.get("source"):
            yield Paragraph(sentence(f"after {head['source']}"))
        options = [o for o in game.options if len(o.values) > 1]
        if options:
            yield Heading("Options")
            yield Items(tuple((words(o.name), self._option(o)) for o in options))

    def _option(self, option: Option) -> str:
        symbols, values, value = option.symbols, option.values, option.value

        def said(v: core.Value) -> str:
            return words(symbols[v]) if symbols and isinstance(v, int) else plain_value(v)

        many = len(values) > 8
        shown = f"{said(values[0])} to {said(values[-1])}" if many else ", ".join(map(said, values))
        return f"{said(value)} (of {shown}). {self.told.of('option', option.name)}".removesuffix(". ")

    # ---- set-up

    def _setup(self) -> Iterator[Block]:
        state = self.engine.initial_state(0)
        yield Heading("Set-up")
        for said in self.told.all("setup"):
            yield Paragraph(said)
        if self.game.board.sites:
            yield start(self.engine)
        if text := round_text(self.game.board):
            yield Paragraph(sentence(text))
        hidden = [words(p.name) for p in self.game.pools.values() if p.viewers != "all"]
        if hidden:
            yield Paragraph(sentence(f"not everybody sees the {joined(hidden, 'and the')}"))
        for hide in self.game.hides:
            yield Paragraph(self.told.at(hide.span) or sentence(self._hidden(hide)))
        for known in self.game.knowns:
            if said := self.told.at(known.span):
                yield Paragraph(said)
        yield Paragraph(f"{self.game.players[state.current_player].name} begins.")

    def _hidden(self, hide: Hide) -> str:
        """What a player does not see, with the names by which the player and what is hidden are spoken of."""
        element = core.Comprehension(
            hide.span, hide.source.type, hide.slot, hide.source, hide.condition, None
        )
        viewer = words(named(hide.viewer, element))
        aspects = [words(a) for a in hide.aspects if not (hide.hides_sites and a == "piece")]
        what = f"the {joined(aspects, 'and')} of " if aspects else ""
        if hide.hides_sites and hide.aspects:
            what = f"what stands on, and {what.removesuffix(' ')}, " if aspects else "what stands on "
        return f"hidden from a player{' ' + viewer if viewer else ''}: {what}{self.english.say(element)}"

    # ---- kinds

    def _kinds(self, with_moves: bool) -> Iterator[Block]:
        moves = [a for a in self.actions if a.form == "move"]
        if len(self.game.kinds) < 2 and not moves:
            return
        if len(self.game.kinds) > _MANY:
            yield Heading("The pieces")
            yield Paragraph(f"There are {len(self.game.kinds)} kinds.")
            told = [(words(k.name), self.told.of("kind", k.name)) for k in self.game.kinds]
            if any(said for _, said in told):
                yield Items(tuple((name, said) for name, said in told if said))
            return
        blocks = list(self._each_kind(moves, with_moves))
        if blocks:
            yield Heading("The pieces")
            yield from blocks

    def _each_kind(self, moves: Sequence[Action], with_moves: bool) -> Iterator[Block]:
        """What is said of each kind, which may be nothing."""
        found = {w.kind: w for w in Trials(self.engine).ways()} if with_moves else {}
        if not moves and not found:
            rows = [(k, " ".join(self._about(k))) for k in self.game.kinds]
            if shown := tuple((words(k.name), text) for k, text in rows if text):
                yield Items(shown)
            return
        for kind in self.game.kinds:
            own = [a for a in moves if a.kinds is None or self.game.kinds.index(kind) in a.kinds]
            said = self._about(kind)
            if not (own or said or kind.name in found):
                continue
            yield Heading(words(kind.name), 3)
            yield from map(Paragraph, said)
            if own:
                yield Items(tuple((words(a.name), self._move_of(kind, a)) for a in own))
            if kind.name in found:
                w = found[kind.name]
                yield Picture(
                    w.position,
                    f"Where {with_article(words(kind.name))} may go (dots) and capture (rings)",
                    w.to,
                    w.prey,
                )

    def _move_of(self, kind: Kind, action: Action) -> str:
        """A move of a kind; what was said of another kind is not said again."""
        said = self._move(action, kind)
        first = self._said.setdefault((action.name, said), kind.name)
        return said if first == kind.name else f"As {with_article(words(first))}."

    def _about(self, kind: Kind) -> list[str]:
        """The sentence of a kind, and the values of its columns."""
        columns = self._columns(kind)
        return [said for said in (self.told.of("kind", kind.name), columns and sentence(columns)) if said]

    def _columns(self, kind: Kind) -> str:
        """The values of a kind in the table of kinds, those that are one for each direction aside."""
        said = []
        for column in self.game.columns.values():
            value = kind.attributes.get(column.name)
            if column.by or value is None or value is False or isinstance(value, tuple):
                continue
            said.append(
                words(column.name)
                if value is True
                else f"{words(column.name)} {words(word(self.game, value, column.type))}"
            )
        return joined(said, "and")

    def _move(self, action: Action, kind: Kind | None = None) -> str:
        """A move: its path, its conditions, and what it does beside moving. `kind`: of whose pieces."""
        if told := self.told.of("action", action.name):
            return told
        said = [self.english.path(p.path) for p in action.parts if isinstance(p, Along)]
        reached = next((p for p in action.parts if isinstance(p, Choose) and p.slot == action.to), None)
        if action.form == "move" and reached is not None:
            said.append(self._reach(reached.source, kind))
        text = sentence(joined(said, "or")) if said else ""
        return " ".join([text, *self._rest(action)]).strip()

    def _reach(self, source: core.Expr, kind: Kind | None) -> str:
        """Where a move leads that goes to a place of a set: of a column of paths what it says of the kind."""
        if kind is not None and isinstance(source, core.Apply):
            value = by_kind(self.game, source.definition, self.game.kinds.index(kind))
            if isinstance(value, core.PathEnds):
                return self.english.path(value.path)
        return f"to one of {self.english.say(source)}"

    def _rest(self, action: Action) -> Iterator[str]:
        chosen = [
            self._chosen(p)
            for p in action.parts
            if isinstance(p, Choose | ChooseSet) and not (action.form == "move" and p.slot == action.to)
        ]
        if chosen:
            yield sentence(f"choose {joined(chosen, 'and')}")
        for part in action.parts:
            if isinstance(part, Condition) and not always(part.condition):
                said = self.english.say(part.condition)
                yield sentence(f"it must hold that {said}" if said.startswith("if ") else f"only if {said}")
        done = self.deeds.all(action.effects)
        if done:
            yield sentence("then " + joined([_once_then(done[0]), *done[1:]], "and"))
        if action.again is not None:
            verb = "must" if action.again.must else "may"
            where = action.again.condition
            when = "" if where is None or always(where) else f", if {self.english.say(where)}"
            yield sentence(
                f"the same piece {verb} continue, at most {action.again.most} times in all{when}"
                if action.form == "move"
                else f"this {verb} be repeated, up to {action.again.most} times in all{when}"
            )
            final = self.deeds.all(action.finals)
            if final:
                yield sentence("at the end " + joined(final, "and"))

    def _chosen(self, part: Choose | ChooseSet) -> str:
        name = words(part.name)
        if isinstance(part, ChooseSet):
            where = f" where {self.english.say(part.condition)}" if part.condition is not None else ""
            return f"{name}, {part.least} to {part.most} of {self.english.say(part.source)}{where}"
        return self.english.sets.one_of(part.source, name)

    # ---- turns, actions

    def _turns(self) -> Iterator[Block]:
        yield Heading("A turn")
        for phase, turn in self.game.turns.items():
            if said := self.told.at(turn.span):
                yield Paragraph(
                    f"In the phase “{words(phase)}”: {said}" if len(self.game.turns) > 1 else said
                )
                continue
            groups, choices = [], 0
            for offer in turn.offers:
                there_are = {a.name for a in self.actions}
                offered = [words(n) for n in offer.names if n in there_are]
                names, choices = joined(offered, "or"), choices + len(offered)
                groups.append(
                    names
                    + (f" (if {self.english.say(offer.condition)})" if offer.condition is not None else "")
                )
            do = "; if none of that is possible, ".join(groups)
            when = f"In the phase “{words(phase)}” the" if len(self.game.turns) > 1 else "The"
            yield Paragraph(
                f"{when} player to move does {'one of these' if choices > 1 else 'this'}: {do}."
                if do
                else f"{when} player to move does nothing."
            )
            for f in turn.fallbacks:
                if fallback := self.deeds.fallback(f):
                    yield Paragraph(sentence(f"for whoever can do nothing of that: {fallback}"))
        for skip in self.game.skips:
            yield Paragraph(
                self.told.at(skip.span)
                or sentence(
                    f"the turn passes over a player{self._called(skip)} for whom it is so: {self.english.say(skip.condition)}"
                )
            )
        for prefer in self.game.prefers:
            yield Paragraph(
                self.told.at(prefer.span)
                or sentence(
                    f"only what has the {prefer.word or 'most'} of this may be played: {self.english.say(prefer.value)}"
                )
            )

    def _called(self, skip: Skip) -> str:
        """The name by which a clause speaks of a player who is passed over, behind a space; "" where it uses none."""
        name = words(named(skip.slot, skip.condition))
        return f" {name}" if name else ""

    def _actions(self) -> Iterator[Block]:
        forms = ("action", "move") if len(self.game.kinds) > _MANY else ("action",)
        if actions := [a for a in self.actions if a.form in forms]:
            yield Heading("What can be done")
            yield Items(tuple((words(a.name), self._move(a) or "Nothing more.") for a in actions))
        choices = [(a.name, self._move(a) or "Nothing more.") for a in self.actions if a.form == "choice"]
        choices += self.told.unnamed_choices()
        if choices:
            yield Heading("What may follow from that")
            yield Items(tuple((words(name), said) for name, said in choices))

    def _following(self) -> Iterator[Block]:
        said = []
        for settle in self.game.settles:
            after = (
                f"after {joined([words(n) for n in settle.after], 'or')}, "
                if settle.after
                else "after each action, "
            )
            again = ", again and again until nothing changes" if settle.until_stable else ""
            said.append(
                self.told.at(settle.span)
                or sentence(f"{after}{joined(self.deeds.all(settle.body), 'and')}{again}")
            )
        for require in self.game.requires:
            after = (
                f"after {joined([words(n) for n in require.after], 'or')}"
                if require.after
                else "after each action"
            )
            said.append(
                self.told.at(require.span)
                or sentence(
                    f"{after} it must be so, or the action is not legal: {self.english.say(require.condition)}"
                )
            )
        if said:
            yield Heading("What follows, and what must hold")
            yield Items(tuple(("", s) for s in said))

    def _ends(self) -> Iterator[Block]:
        yield Heading("The end")
        ends = [end for end in self.game.ends if not never(end.condition)]
        said = [self.told.at(end.span) or sentence(self.deeds.ending(end)) for end in ends]
        limit = f"after {self.game.limit} actions {self.deeds.result(self.game.limit_result)}"
        yield Items(tuple(("", s) for s in (*said, self.told.limit() or sentence(limit))))

    # ---- terms

    def _terms(self) -> Iterator[Block]:
        game, told = self.game, self.told
        clauses: tuple[Clause, ...]
        clauses = (*self.actions, *game.requires, *game.ends, *game.prefers, *game.skips)
        parts = [told.part(clause) for clause in clauses]
        terms = told.terms((*parts, game.settles, tuple(game.turns.values()), game.limit_result))
        held = [(n, told.of("field", n)) for n in game.fields] + [(n, told.of("pool", n)) for n in game.pools]
        said = [(words(name), text) for name, text in held if text]
        said += [(words(d.name), self._meaning(d)) for d in terms]
        if said:
            yield Heading("Terms")
            yield Items(tuple(said))

    def _meaning(self, d: Definition) -> str:
        if said := self.told.of("definition", d.name):
            return said
        given = f"of {joined([words(n) for n, _, _ in d.parameters], 'and')}: " if d.parameters else ""
        return sentence(given + self.english.say(d.body))


def start(engine: Engine) -> Picture:
    """The start as the first player sees it. What chance deals lies face down, as it is another each time."""
    seen = [engine.initial_state(seed).observation(0) for seed in range(_SEEDS)]
    whose = f", as {engine.game.players[0].name} sees it" if engine.game.is_hidden else ""
    first, pools = seen[0], covered([s["pools"] for s in seen])
    if all(s["pieces"] == first["pieces"] and s["sites"] == first["sites"] for s in seen):
        dealt = "" if pools == first["pools"] else "; what chance deals lies face down"
        return Picture({**first, "pools": pools}, f"The start{whose}{dealt}")
    return Picture({**first, "pools": pools}, f"One of the starts that chance may give{whose}")


def covered(seen: Sequence[object]) -> object:
    """What pools hold at several starts: that which is not the same at all of them is hidden."""
    first = seen[0]
    if all(s == first for s in seen):
        return first
    if isinstance(first, Mapping):
        return {key: covered([s[key] for s in seen if isinstance(s, Mapping)]) for key in first}
    return ["hidden"] * len(first) if isinstance(first, list) else first


def _is_ruled_out(action: Action) -> bool:
    """Whether an action is never possible under the options that are chosen."""
    return any(isinstance(p, Condition) and never(p.condition) for p in action.parts)


def _once_then(done: str) -> str:
    """What happens first, behind the word `then`, without another one."""
    for twice, once in ((" is then to ", " is to "), (" may then ", " may "), (" must then ", " must ")):
        done = done.replace(twice, once, 1)
    return done.replace("it is then the turn", "it is the turn", 1)


def _number(count: int, noun: str) -> str:
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return f"{numbers[count] if count < len(numbers) else count} {noun}{'' if count == 1 else 's'}"
