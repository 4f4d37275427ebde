"""Actions in English: what is chosen, on which conditions, and what then happens, in the order in which it happens.

Effects give names to values (`let x = E`, and what a declared effect is given). A name whose value stays the same while it is
used is told by its value. Any other one is told by a clause of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from gdl.core import nodes as core
from gdl.core.builtins import PURE
from gdl.core.model import (
    Action,
    Along,
    Choose,
    ChooseSet,
    Condition,
    Ending,
    Game,
    Kind,
    Performance,
    Turn,
)
from gdl.core.settled import always, is_const, never
from gdl.core.types import NUMBER
from gdl.core.visit import nodes, reads, same, substituted
from interpreter.play.scene.names import words
from interpreter.play.scene.tiles import by_kind
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.clauses import Clause, is_several, of_number
from interpreter.play.sheet.conditions import called
from interpreter.play.sheet.elements import called_mark, mark, of_whom
from interpreter.play.sheet.english import English
from interpreter.play.sheet.wording import LINKS, alone, is_loose, joined, of_pair, sentence, with_article

_FEW = 6  # nodes of a value that may be told more than once
_STEADY = (core.Const, core.Local, core.Arithmetic, core.If, core.And, core.Or, core.Not, core.Compare, core.In,
           core.MakeSet, core.Attribute)  # fmt: skip


class Bindings:
    """The names that the effects of one game give values to."""

    def __init__(self, game: Game) -> None:
        scopes = (*game.actions, *game.settles, *game.setup)
        self._times = Counter(n.slot for n in nodes(scopes) if isinstance(n, core.Bind))

    def settled(self, effects: Sequence[core.Effect]) -> list[core.Effect]:
        """Effects with values in place of the names that need not be told."""
        done: list[core.Effect] = []
        rest = tuple(effects)
        while rest:
            first, rest = rest[0], rest[1:]
            if isinstance(first, core.Bind) and self._times[first.slot] == 1:
                used = _uses(rest, first.slot)
                if not used:
                    continue
                if self._may_stand(first, rest, used):
                    rest = substituted(rest, {first.slot: first.value})
                    continue
            done.append(first)
        return done

    def changes(self, slot: int) -> bool:
        """Whether a name gets several values, one after the other."""
        return self._times[slot] > 1

    def _may_stand(self, bind: core.Bind, rest: tuple[core.Effect, ...], used: int) -> bool:
        """Whether the value of a name may stand wherever the name does."""
        size = sum(1 for _ in nodes(bind.value))
        if used > 1 and size > _FEW:
            return False
        return self._is_steady(bind.value) or used == _uses(_at_once(rest), bind.slot)

    def _is_steady(self, value: core.Expr) -> bool:
        """Whether nothing that happens changes a value."""
        return all(
            isinstance(n, _STEADY) or (isinstance(n, core.Builtin) and n.name in PURE) for n in nodes(value)
        ) and not reads(value, self._changing())

    def _changing(self) -> set[int]:
        return {slot for slot, times in self._times.items() if times > 1}


def _uses(part: object, slot: int) -> int:
    return sum(1 for n in nodes(part) if isinstance(n, core.Local) and n.slot == slot)


def _at_once(effects: Sequence[core.Effect]) -> list[object]:
    """What of effects is computed before anything changes."""
    found: list[object] = []
    for effect in effects:
        match effect:
            case core.Bind():
                found.append(effect)
                continue
            case core.Branch():
                found.append(effect.condition)
            case core.ForEach():
                found.append(effect.generators[0][1])
            case core.ForPath() | core.Acting() | core.Simultaneously():
                pass
            case _:
                found.append(effect)
        break
    return found


_BODIES = (core.ForEach, core.ForPath, core.Branch, core.Acting, core.Simultaneously)
_ENDINGS = {"lose": "you lose", "win": "you win", "draw": "the game is a draw"}


class Effects:
    """Says what effects do."""

    def __init__(self, english: English) -> None:
        self.english = english
        self.game = english.game
        self.plain = English(self.game, tells_terms=True)  # tells words of the rules by their sentences
        self.bindings = Bindings(self.game)

    def preparing(self, effects: Sequence[core.Effect]) -> list[str]:
        """A clause for each effect of a set-up that its picture does not show: all but placing pieces where that is known."""
        said = self.all(self.unpictured(effects))
        return [s[1:-1] if s.startswith("(") and s.endswith(")") else s for s in said]

    def unpictured(self, effects: Sequence[core.Effect]) -> tuple[core.Effect, ...]:
        """The effects of a set-up that its picture does not show. Who begins is told beside."""
        effects = [
            e for e in effects if not (isinstance(e, core.NextTurn) and isinstance(e.player, core.Const))
        ]
        is_drawn = any(isinstance(n, core.Chance) for n in nodes(tuple(effects)))
        if is_drawn:
            return tuple(effects)
        unseen = tuple(e for e in effects if not self._is_pictured(e))
        return tuple(
            e for e in effects if e in unseen or (isinstance(e, core.Bind) and reads(unseen, {e.slot}))
        )

    def _is_pictured(self, e: object) -> bool:
        """Whether an effect only places pieces."""
        match e:
            case core.Place() | core.Bind():
                return True
            case core.ForEach() | core.ForPath() | core.Simultaneously() | core.Acting():
                return all(map(self._is_pictured, e.body))
            case core.Branch():
                return all(map(self._is_pictured, (*e.body, *e.otherwise)))
            case Performance():
                return any(
                    r.name == e.name and all(map(self._is_pictured, r.effects)) for r in self.game.routines
                )
            case _:
                return False

    def all(self, effects: Sequence[core.Effect]) -> list[str]:
        """A clause for each effect that people would notice; one that would swallow the next is set off."""
        settled = self.bindings.settled(effects)
        said: list[tuple[core.Effect, str]] = []
        drawn: dict[int, str] = {}  # what chance chooses, where it is told with what is done to it
        while settled:
            effect, *settled = settled
            if isinstance(effect, core.Chance) and _is_drawn_later(effect, settled):
                drawn[effect.slot] = self.english.group(effect.slot, effect.source).random()
                continue
            clause = self.one(effect)
            for slot in [s for s in drawn if mark(s) in clause]:
                clause = clause.replace(mark(slot), drawn.pop(slot), 1)
            if clause:
                said.append((effect, clause))
        apart = [
            f"({s})" if _swallows(effect, s) and not self._pair(effect) else s for effect, s in said[:-1]
        ]
        return [*apart, *(s for _, s in said[-1:])]

    def one(self, e: core.Effect | Performance) -> str:
        """An effect as a clause."""
        say = self.english.say
        match e:
            case core.Place():
                return f"{self._new(e)} is placed on {self._each(e.sites)}{self._with(e.settings)}"
            case core.Stock():
                return (
                    f"{self._new(e)} comes into {say(e.pool)}{self._often(e.times)}{self._with(e.settings)}"
                )
            case core.MoveTo():
                where = f"under {say(e.to)}" if e.is_under else f"to {say(e.to)}"
                return f"{Clause(say(e.piece), 'goes', where).said()}{self._with(e.settings)}"
            case core.Remove(pieces=core.MakeSet(items=items)) if len(items) > 1:
                return f"{say(e.pieces)} are {'captured' if e.is_capture else 'removed'}"
            case core.Remove():
                return Clause(self._whole(e.pieces), "is", "captured" if e.is_capture else "removed").said()
            case core.SetField():
                return self._set(e)
            case core.SetPhase():
                return f"the phase “{words(e.phase)}” begins"
            case core.Bind():
                if self.bindings.changes(e.slot):
                    return f"{mark(e.slot)} becomes {say(e.value)}"
                if e.value.type.base == "bool":
                    return f"let {self.english.noted(e.slot)} mean that {say(e.value)}"
                return f"let {mark(e.slot)} be {say(e.value)}"
            case Performance():
                is_of_one = len(e.arguments) == 1 and e.arguments[0].type.base == "player"
                given = f" for {say(e.arguments[0])}" if is_of_one else self._given(e.arguments)
                return f"{called(words(e.name))} is done{given}"
            case core.Chance():
                return f"chance chooses {self.english.one_of(e.source, e.slot)}"
            case _:
                return self._larger(e)

    def _pair(self, e: object) -> tuple[core.SetField, core.Expr] | None:
        """A field of pairs that is set, and the value beside the piece; None for any other effect."""
        pair = of_pair(e, self.game) if isinstance(e, core.Branch) else None
        return (pair[0], pair[1]) if pair is not None and isinstance(pair[0], core.SetField) else None

    def _often(self, times: core.Expr) -> str:
        """How often something comes in; "" for once."""
        if isinstance(times, core.If) and not (always(times.condition) or never(times.condition)):
            then, other = (_times(self.english.apart(t)) for t in (times.then, times.otherwise))
            return f", {then} if {self.english.say(times.condition)}, otherwise {other}"
        return "" if is_const(times, 1) else f", {_times(self.english.apart(times))}"

    def _new(self, e: core.Place | core.Stock) -> str:
        """A new piece: `a pawn of White`, or whose kind is worked out."""
        say = self.english.say
        whose = "" if e.owner is None else of_whom(self.english.apart(e.owner))
        match e.kind:
            case core.Const():
                return f"{with_article(say(e.kind))}{whose}"
            case core.Local():
                return f"{with_article(self.english.piece_noun)}{whose} of {say(e.kind)}"
            case _:
                return f"{with_article(self.english.piece_noun)}{whose} whose kind is {say(e.kind)}"

    def _each(self, sites: core.Expr) -> str:
        """Places on each of which something comes to stand."""
        if (one := alone(sites)) is not None:
            return self.english.say(one)
        match sites:
            case core.Comprehension(value=None):
                return self.english.sets.group(sites).each()
            case core.Const(value=tuple() as value) if len(value) > 1:
                return f"each of {self.english.say(sites)}"
            case core.Const():
                return self.english.say(sites)
            case _ if sites.type.element is None:
                return self.english.say(sites)
            case _:
                return f"each of {self.english.apart(sites)}"

    def _whole(self, pieces: core.Expr) -> str:
        """Pieces that are removed: one, or all of a set."""
        if (one := alone(pieces)) is not None:
            return self.english.say(one)
        match pieces:
            case core.Comprehension(value=None) | core.PoolOf():
                return f"all {self.english.sets.group(pieces).all(article=True)}".replace("all the ", "all ")
            case _:
                return self.english.say(pieces)

    def _larger(
        self,
        e: core.Demand
        | core.NextTurn
        | core.Finish
        | core.ForEach
        | core.ForPath
        | core.Branch
        | core.Acting
        | core.Simultaneously,
    ) -> str:
        say = self.english.say
        match e:
            case core.Demand():
                who = say(e.player) if e.player is not None else self.english.you
                what = joined([self._demanded(c) for c in e.choices], "or")
                return (
                    f"{who} {e.word} then {what}" if e.word else f"{Clause(who, 'is').said()} then to {what}"
                )
            case core.NextTurn():
                who = say(e.player)
                return "it is then your turn again" if who == "you" else f"it is then the turn of {who}"
            case core.Finish():
                return self.result(e.result)
            case core.ForEach():
                return self._repeated(e)
            case core.ForPath():
                way = self.english.path(e.path).partition(" ")[2]
                return f"for each {way}: {self._body(e.body)}"
            case core.Branch() if always(e.condition) or never(e.condition):
                return joined(self.all(e.body if always(e.condition) else e.otherwise), "and")
            case core.Branch() if pair := self._pair(e):
                return self._set(*pair)
            case core.Branch():
                body, otherwise = self._body(e.body), self._body(e.otherwise)
                last = e.body[-1]
                is_apart = (isinstance(last, core.Branch) and last.otherwise) or e.otherwise
                done = f"({body})" if is_apart and _swallows(last, body) else body
                return f"if {self.english.when(e.condition)}, {done}" + (
                    f"; otherwise {otherwise}" if e.otherwise else ""
                )
            case core.Acting():
                return self._acted(e)
            case core.Simultaneously():
                return f"all at once: {self._body(e.body)}"
            case _:
                assert_never(e)

    def _acted(self, e: core.Acting) -> str:
        """What is done as another player has chosen it, who is the player to move in it."""
        who, before = self.english.say(e.player), self.english.you
        self.english.you = who
        body = self._body(e.body)
        self.english.you = before
        return f"as {who} {'have' if who == 'you' else 'has'} chosen, {body}"

    def _repeated(self, e: core.ForEach) -> str:
        """What is done for each element of sets; a number that nobody speaks of only counts."""
        over: list[str] = []
        condition = e.condition
        if condition is not None and len(e.generators) == 1 and not self._capped(*e.generators[0], e):
            slot, source = e.generators[0]
            if all_of_them := self._moved(
                slot, core.Comprehension(e.span, source.type, slot, source, condition, None), e.body
            ):
                return all_of_them
            group = self.english.sets.narrowed(
                self.english.group(slot, source), slot, condition, is_named=True
            )
            said = f"for {group.each(called_mark(slot))}{_order(source)}: {self._body(e.body)}"
            return self.english.settled(said, slot)
        *_, (slot, source) = e.generators
        moved = "" if condition is not None else self._moved(slot, source, e.body)
        for slot, source in e.generators[: -1 if moved else None]:
            if capped := self._capped(slot, source, e):
                over.append(capped)
                condition = None
                continue
            times = self._times(slot, source, e)
            over.append(
                f"{times} times"
                if times
                else f"for {self.english.group(slot, source).each(called_mark(slot))}{_order(source)}"
            )
        where = f" where {self.english.say(condition)}" if condition is not None else ""
        counts = any(o.endswith(" times") for o in over)
        said = f"{', '.join(over) if counts else joined(over, 'and')}{where}{': ' * bool(over)}{moved or self._body(e.body)}"
        for slot, _ in reversed(e.generators):
            said = self.english.settled(said, slot)
        return said

    def _moved(self, slot: int, source: core.Expr, body: Sequence[core.Effect]) -> str:
        """That all elements of a set go somewhere, or leave; "" where anything else is done for each of them."""
        match body:
            case [core.MoveTo(piece=core.Local(slot=of)) as e] if of == slot and not _uses(
                (e.to, e.settings), slot
            ):
                group = self.english.sets.group(source)
                is_end = isinstance(source, core.Builtin) and source.name in ("first_of", "last_of")
                everything = self.english.say(source) if is_end else f"all {group.all()}"
                where = f"{'under' if e.is_under else 'to'} {self.english.say(e.to)}{_order(source)}"
                return Clause(everything, "goes", where).said() + self._with(e.settings)
        return ""

    def _capped(self, slot: int, source: core.Expr, e: core.ForEach) -> str:
        """How often something is done for numbers from 1 up to a number that may be less than the last; "" of anything else."""
        match e.condition, source:
            case core.Compare(operator="<=", left=core.Local(slot=of), right=most), core.Arithmetic(
                left=first, right=last
            ) if of == slot:
                if is_const(first, 1) and not reads((most, e.body, e.generators), {slot}):
                    return f"as many times as {self.english.apart(most)}, but at most {self.english.apart(last)} times"
        return ""

    def _times(self, slot: int, source: core.Expr, e: core.ForEach) -> str:
        """How often something is done that is done for numbers from 1 of which it does not speak; "" of anything else."""
        if reads((e.condition, e.body, e.generators), {slot}):
            return ""
        if not isinstance(source, core.Arithmetic) or not is_const(source.left, 1):
            return ""
        return self.english.apart(source.right)

    def _demanded(self, choice: core.Demanded) -> str:
        """An action that is demanded, with what it is given."""
        arguments = choice.arguments
        for slot, value in reversed(choice.binds):  # a later one may speak of an earlier one
            arguments = substituted(arguments, {slot: value})
        return called(words(choice.action)) + self._given(arguments)

    def _given(self, arguments: Sequence[core.Expr]) -> str:
        """What an action or an effect is given, behind its name."""
        said = list(map(self.english.given_to, arguments))
        return f" with {joined(said, 'and')}" if said else ""

    def _body(self, effects: Sequence[core.Effect]) -> str:
        return joined(self.all(effects), "and") or "nothing happens"

    def _with(self, settings: Sequence[tuple[str, core.Expr]]) -> str:
        said = [self._setting(name, value) for name, value in settings]
        return f", with {joined(said, 'and')}" if said else ""

    def _setting(self, name: str, value: core.Expr) -> str:
        """A field that a piece gets where it comes to stand."""
        if value.type.base == "bool" and isinstance(value, core.Const):
            return f"{'' if value.value else 'no '}{called(name)}"
        if is_const(value, None):
            return f"no {words(name)}"
        said = self.english.say(value)
        if value.type.base == "bool":
            return f"{called(name)} if {said}"
        is_plain = isinstance(value, core.Const) or words(name).endswith(LINKS)
        return f"{words(name)} {said}" if is_plain else f"{said} as its {words(name)}"

    def _set(self, e: core.SetField, key: core.Expr | None = None) -> str:
        """What a field gets: numbers grow, a yes or no is marked, a piece changes its owner or its kind."""
        say = self.english.say
        field = self.game.fields.get(e.field)
        holder = say(e.holder) if e.holder is not None else ""
        if field is None and e.field == "owner":
            whose = of_whom(say(e.value)) or " of nobody"
            return Clause(
                holder,
                "becomes",
                "yours" if whose == " of yours" else f"{with_article(self.english.piece_noun)}{whose}",
            ).said()
        if field is None and e.field == "kind":
            is_known = isinstance(e.value, core.Const)
            return Clause(
                holder,
                "becomes",
                with_article(say(e.value))
                if is_known
                else f"a {self.english.piece_noun} of {say(e.value)}"
                if isinstance(e.value, core.Local)
                else say(e.value),
            ).said()
        if field is not None and field.type.base == "bool":
            state = self.english.state(e, key)
            if isinstance(e.value, core.Const):
                return _marked(state, e.value.value is True)
            return f"{state.said()} from now on or no longer, according to whether {say(e.value)}"
        noun = self.english.kept(e)
        if is_const(e.value, None) and field is not None:
            return self.english.lost(e)
        return self._grown(e, noun) or Clause(noun, "becomes", say(e.value)).said()

    def _grown(self, e: core.SetField, noun: str) -> str:
        """A number that becomes itself and something more or less; "" for any other change."""
        match e.value:
            case core.Arithmetic(
                operator="+" | "-" as sign, left=core.GetField(field=field, holder=holder) as left, right=by
            ) if field == e.field and same(holder, e.holder):
                amount = self.english.whole(by) if sign == "+" else self.english.apart(by)
                return (
                    Clause(noun, "grows" if sign == "+" else "falls", f"by {amount}").said()
                    if left is not None
                    else ""
                )
            case _:
                return ""

    # ---- results

    def result(self, r: core.Result) -> str:
        """How the game ends, as a clause."""
        match r.form:
            case "wins" | "loses":
                if r.who is not None and are_several(r.who):
                    return f"{self._players(r.who)} {'win' if r.form == 'wins' else 'lose'}"
                return Clause(
                    self.english.say(r.who) if r.who is not None else self.english.you, r.form
                ).said()
            case "draw":
                return "the game is a draw"
            case "highest" | "lowest":
                first, *others = map(self._rank, r.ranks)
                more = "".join(f", and among equals {other}" for other in others)
                return f"whoever has {first}{more}{',' * bool(more)} wins"
            case "payoff":
                return f"each player gets their {words(r.score)}"
            case _:
                assert_never(r.form)

    def _rank(self, rank: core.Result) -> str:
        """The best of a score: `the highest score`, `the most points`."""
        name = self.english.owned(of_number(words(rank.score), NUMBER))
        if not is_several(f"the {name}"):
            return f"the {rank.form} {name}"
        return f"the {'most' if rank.form == 'highest' else 'fewest'} {name}"

    def _players(self, who: core.Expr) -> str:
        """All players of a set, in front of a verb of several."""
        group = self.english.sets.group(who)
        if not (group.listed or group.whole or group.behind.endswith(self.english.say(who))):
            return f"all {group.all()}"
        return f"all players among {self.english.apart(who)}"

    def ending(self, end: Ending) -> str:
        """An end as a sentence. Ends are judged behind an action: who has just acted is spoken to."""
        return self.english.finished(f"{self.result(end.result)} when {self.english.when(end.condition)}")

    def stuck(self, turn: Turn) -> str:
        """How the game ends where a turn offers nothing: its conditions do not hold, or nothing is possible; "" where it does not."""
        if all(f.result is None and f.word not in _ENDINGS for f in turn.fallbacks):
            return ""
        conditions = [o.condition for o in turn.offers]
        first = conditions[0] if conditions else None
        when = "you can do nothing"
        if first is not None and all(c is not None and same(c, first) for c in conditions):
            can_pass = any("pass" in o.names for o in turn.offers)
            when = self.plain.conditions.denied(first) + ("" if can_pass else ", or nothing can be done")
        said: list[str] = []
        for f in turn.fallbacks:
            result = self.result(f.result) if f.result is not None else _ENDINGS.get(f.word, "you pass")
            result += f" ({f.name})" if f.name and len(turn.fallbacks) > 1 else ""
            more = "" if f.condition is None else self.english.part(f.condition)
            if not said and more and " or " in when:  # what `and` joins could not be heard
                said.append(f"when {when}: {result} if {more}")
            elif not said:
                said.append(f"{result} when {when}" + (f" and {more}" if more else ""))
            else:
                said.append(f"otherwise {result}" + (f" if {more}" if more else ""))
        return self.plain.finished(self.english.finished("; ".join(said)))


def _marked(state: Clause, is_set: bool) -> str:
    """That a yes or no is so from now on, or not any more."""
    if state.rest.startswith("marked"):
        lost = Clause(state.subject, "loses", state.rest.replace("marked", "the mark", 1))
        return state.said() if is_set else lost.said()
    if state.verb == "has" and not is_set:
        return Clause(state.subject, "counts", f"as not having {state.rest}").said()
    return f"{state.said()} from now on" if is_set else f"{state.said(is_denied=True)} any more"


def _times(number: str) -> str:
    return "once" if number == "1" else f"{number} times"


def are_several(who: core.Expr) -> bool:
    """Whether several may win or lose."""
    is_one = isinstance(who, core.Const) and isinstance(who.value, tuple) and len(who.value) == 1
    return who.type.element is not None and alone(who) is None and not is_one


def _order(source: core.Expr) -> str:
    """In which order the elements of a set come, where they lie in one."""
    return ", from the bottom up" if isinstance(source, core.Builtin) and source.name == "stack" else ""


def _is_drawn_later(e: core.Chance, rest: Sequence[core.Effect]) -> bool:
    """Whether what chance chooses can be told where it is used: once, and right behind, or among values that stay the same."""
    steady = isinstance(e.source, core.Const) or (
        isinstance(e.source, core.Arithmetic)
        and not any(isinstance(n, core.GetField | core.PoolOf) for n in nodes(e.source))
    )
    following = rest if steady else rest[:1]
    user = next((r for r in following if _uses(r, e.slot)), None)
    is_simple = isinstance(user, core.Place | core.Stock | core.MoveTo | core.SetField)
    return (
        is_simple
        and _uses(tuple(rest), e.slot) == 1
        and not any(isinstance(n, core.Comprehension | core.Quantified) for n in nodes(user))
    )


def _swallows(e: core.Effect, said: str) -> bool:
    """Whether the clause of an effect would swallow the one that follows."""
    return isinstance(e, _BODIES) or ", otherwise " in said or (isinstance(e, core.Bind) and is_loose(said))


class Choices:
    """Says what the actions of one game are."""

    def __init__(self, english: English, effects: Effects, sentences: AuthorSentences) -> None:
        self.english, self.effects, self.sentences = english, effects, sentences
        self._said: dict[tuple[str, str], str] = {}  # the kind of which a text about an action was said first

    def move_of(self, kind: Kind, action: Action) -> str:
        """A move of a kind; what was said of another kind is not said again, and what several kinds share stands elsewhere. "" where no
        more is to be said."""
        told = self.sentences.action(action, kind)
        if told and not self.is_shared(action):
            return told
        if told and self.sentences.of("kind", kind.name):
            return ""  # how it goes is told of the kind, and the rest of the action
        if self.is_shared(action):  # what is said elsewhere may speak of places on the way
            said, _, _ = self.english.finished(
                "\n".join([self._way(action, kind), *self._rest(action)])
            ).partition("\n")
        else:
            said = self.action(action, kind)
        first = self._said.setdefault((action.name, said), kind.name)
        return said if first == kind.name else f"As {with_article(words(first))}."

    def is_shared(self, action: Action) -> bool:
        """Whether what holds of a move beside its way is said once for all kinds that make it."""
        kinds = self.english.game.kinds
        made_by = kinds if action.kinds is None else [kinds[k] for k in action.kinds]
        return (
            action.form == "move"
            and len(made_by) > 1
            and len({self.sentences.action(action, k) for k in made_by}) == 1
        )

    def shared(self, action: Action) -> str:
        """What holds of a move of several kinds beside its way; "" where nothing does."""
        return self.sentences.action(action, None) or self.english.finished(" ".join(self._rest(action)))

    def action(self, action: Action, kind: Kind | None = None) -> str:
        """An action: its path, its conditions, and what it does beside moving. `kind`: of whose pieces."""
        if told := self.sentences.action(action, kind):
            return told
        return self.english.finished(" ".join([self._way(action, kind), *self._rest(action)]).strip())

    def _way(self, action: Action, kind: Kind | None) -> str:
        """Where a move goes."""
        said = [self.english.path(p.path) for p in action.parts if isinstance(p, Along)]
        reached = next((p for p in action.parts if isinstance(p, Choose) and p.slot == action.to), None)
        if action.form == "move" and reached is not None:
            said.append(self._reach(reached.source, kind))
        return sentence(joined(said, "or")) if said else ""

    def _reach(self, source: core.Expr, kind: Kind | None) -> str:
        """Where a move leads that goes to a place of a set."""
        if paths := self._paths_to(source, kind):
            return paths
        places = self.english.say(source)
        return f"to {'one' if is_several(places) else 'a place'} of {places}"

    def _paths_to(self, source: core.Expr, kind: Kind | None) -> str:
        """The paths that lead to the places of a set, of a column of paths what it says of the kind; "" where anything else is in it."""
        game = self.english.game
        match source:
            case core.Apply() if kind is not None:
                own = by_kind(game, source.definition, game.kinds.index(kind))
                body = game.definitions[source.definition].body
                is_told = own is None and (
                    not isinstance(body, core.If) or self.sentences.of("definition", source.definition)
                )
                return "" if is_told else self._paths_to(own if own is not None else body, kind)
            case core.If():
                ways = [self._paths_to(e, kind) for e in (source.then, source.otherwise)]
                return (
                    f"if {self.english.when(source.condition)}, {ways[0]}; otherwise {ways[1]}"
                    if all(ways)
                    else ""
                )
        return joined([self.english.path(p) for p in paths_of(source)], "or")

    def _rest(self, action: Action) -> Iterator[str]:
        parts = [
            p
            for p in action.parts
            if isinstance(p, Choose | ChooseSet) and not (action.form == "move" and p.slot == action.to)
        ]
        chosen = [self._chosen(alike) for alike in _alike(parts)]
        if chosen:
            yield sentence(f"choose {joined(chosen, 'and')}")
        for part in action.parts:
            if isinstance(part, Condition) and not always(part.condition):
                for condition in self.english.conditions.parts(part.condition, core.And):
                    said = self.english.say(condition)
                    yield sentence(
                        f"it must hold that {said}" if said.startswith("if ") else f"only if {said}"
                    )
        done = self.effects.all(action.effects)
        if done:
            yield sentence("then " + joined([_once_then(done[0]), *done[1:]], "and"))
        yield from self._again(action)

    def _again(self, action: Action) -> Iterator[str]:
        if action.again is None:
            return
        verb = "must" if action.again.must else "may"
        where = action.again.condition
        when = "" if where is None or always(where) else f", if {self.english.say(where)}"
        yield sentence(
            f"the same piece {verb} continue, at most {action.again.most} times in all{when}"
            if action.form == "move"
            else f"this {verb} be repeated, up to {action.again.most} times in all{when}"
        )
        final = self.effects.all(action.finals)
        if final:
            yield sentence("at the end " + joined(final, "and"))

    def _chosen(self, parts: Sequence[Choose | ChooseSet]) -> str:
        """What is chosen: one element of a set, several, or yes or no. Several parts are choices from the same set."""
        part = parts[0]
        if len(parts) > 1:
            groups = [self.english.group(p.slot, p.source) for p in parts]
            *names, last = [called_mark(p.slot) for p in parts]  # each with a blank before it
            return f"{len(parts)} times {groups[0].one()}, called{','.join(names)} and{last}"
        if isinstance(part, ChooseSet):
            group = self.english.sets.group(part.source)
            self.english.enter(part.slot, group.many)
            many = str(part.least) if part.least == part.most else f"{part.least} to {part.most}"
            where = f" where {self.english.say(part.condition)}" if part.condition is not None else ""
            of = group.all(called=called_mark(part.slot))
            return f"{many} {'of ' * of.startswith('your ')}{of}{where}"
        if part.source.type.element is not None and part.source.type.element.base == "bool":
            match part.source:
                case core.Const(value=(_, _)) | core.MakeSet(items=(_, _)):
                    return f"whether {called(part.name)}"
                case core.Comprehension(
                    source=core.Const() | core.MakeSet(), value=None, condition=core.Node() as given
                ):
                    answer = core.Local(part.span, part.source.type.element, part.slot, part.name)
                    said = self.english.part(substituted(given, {part.source.slot: answer}))
                    return f"whether {called(part.name)}, so that {said}"
            return f"{called(part.name)}: {self.english.say(part.source)}"
        return self.english.one_of(part.source, part.slot)


def _alike(parts: Sequence[Choose | ChooseSet]) -> list[list[Choose | ChooseSet]]:
    """Choices in their order, those together that are made from the same set and have no names that say anything."""
    found: list[list[Choose | ChooseSet]] = []
    for part in parts:
        last = found[-1][-1] if found else None
        is_same = (
            isinstance(part, Choose)
            and isinstance(last, Choose)
            and len(part.name) < 3
            and same(part.source, last.source)
        )
        if is_same:
            found[-1].append(part)
        else:
            found.append([part])
    return found


def paths_of(value: core.Expr) -> list[core.Path]:
    """The paths of places that are joined; none where anything else is among them."""
    match value:
        case core.PathEnds():
            return [value.path]
        case core.Builtin(name="union", arguments=arguments):
            found = [paths_of(a) for a in arguments]
            return [p for paths in found for p in paths] if all(found) else []
        case _:
            return []


def _once_then(done: str) -> str:
    """What happens first, behind the word `then`, without another one."""
    return re.sub(r"\b(is|are|may|must) then ", r"\1 ", done, count=1)
