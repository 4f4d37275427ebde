"""Actions in English: what is chosen, on which conditions, and what then happens, in the order in which it happens.

Effects give names to values (`let x = E`, and what a declared effect is given). A name whose value stays the same while it is
used is told by its value. Any other one is told by a clause of its own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
    Fallback,
    Game,
    Kind,
    Performance,
    Turn,
)
from gdl.core.visit import nodes, reads, same, substituted
from interpreter.play.scene.names import words
from interpreter.play.scene.tiles import by_kind
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.english import English
from interpreter.play.sheet.wording import (
    always,
    be,
    is_const,
    is_loose,
    joined,
    named,
    never,
    sentence,
    with_article,
)

_FEW = 6  # nodes of a value that may be told more than once
_STEADY = (core.Const, core.Local, core.Arithmetic, core.If, core.And, core.Or, core.Not, core.Compare, core.In,
           core.MakeSet, core.Attribute)  # fmt: skip


class Bindings:
    """The names that the effects of one game give values to."""

    def __init__(self, game: Game) -> None:
        scopes = (*game.actions, *game.settles)
        self._times = Counter(n.slot for n in nodes(scopes) if isinstance(n, core.Bind))
        self.names: dict[int, str] = {}
        """The names that effects give values to, by their slots: two of one scope are told apart."""
        for scope in scopes:
            self._name(scope)

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

    def name(self, slot: int) -> str:
        return self.names.get(slot, "")

    def verb(self, slot: int) -> str:
        """How a name is said to have a value: one that has others too becomes what it is."""
        return "becomes" if self._times[slot] > 1 else "means"

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

    def _name(self, scope: object) -> None:
        """Names for what the effects of a scope give values to."""
        said = _names_of(scope)
        taken = Counter(said.values())
        for node in nodes(scope):
            if isinstance(node, core.Bind) and node.slot in said and node.slot not in self.names:
                name = words(said[node.slot])
                if taken[said[node.slot]] > 1:
                    name = _another(name, {words(n) for n in said.values()} | set(self.names.values()))
                self.names[node.slot] = name


def _another(name: str, taken: set[str]) -> str:
    return next(f"{name}{n}" for n in range(2, len(taken) + 3) if f"{name}{n}" not in taken)


def _names_of(scope: object) -> Mapping[int, str]:
    """The names of a scope as they are written, by their slots."""
    found = {n.slot: n.name for n in nodes(scope) if isinstance(n, Choose | ChooseSet)}
    return found | {n.slot: n.name for n in nodes(scope) if isinstance(n, core.Local)}


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
_ENDINGS = {
    "lose": "the player to move loses",
    "win": "the player to move wins",
    "draw": "the game is a draw",
}
_MOVER, _LATE = "the player to move", "whoever has just moved"


class Effects:
    """Says what effects do."""

    def __init__(self, english: English) -> None:
        self.english = english
        self.game = english.game
        self.plain = English(self.game, tells_terms=True)  # tells words of the rules by their sentences
        self.bindings = Bindings(self.game)
        english.renamed.update(self.bindings.names)

    def all(self, effects: Sequence[core.Effect]) -> list[str]:
        """A clause for each effect that people would notice; one that would swallow the next is set off."""
        settled = self.bindings.settled(effects)
        said = [
            (effect, clause)
            for i, effect in enumerate(settled)
            if (clause := self.one(effect, settled[i + 1 :]))
        ]
        apart = [f"({s})" if _swallows(effect, s) else s for effect, s in said[:-1]]
        return [*apart, *(s for _, s in said[-1:])]

    def one(self, e: core.Effect | Performance, rest: Sequence[core.Effect] = ()) -> str:
        """An effect as a clause. `rest`: what follows it, and may speak of what it names."""
        say = self.english.say
        match e:
            case core.Place():
                return f"{self._new(e)} is placed on {say(e.sites)}{self._with(e.settings)}"
            case core.Stock():
                times = (
                    ""
                    if isinstance(e.times, core.Const) and e.times.value == 1
                    else f", {say(e.times)} times"
                )
                return f"{self._new(e)} comes into {say(e.pool)}{times}"
            case core.MoveTo():
                where = "under" if e.is_under else "to"
                return f"{say(e.piece)} goes {where} {say(e.to)}{self._with(e.settings)}"
            case core.Remove():
                return f"{say(e.pieces)} {'is captured' if e.is_capture else 'is removed'}"
            case core.Swap():
                return f"{say(e.first)} and {say(e.second)} change places"
            case core.SetField():
                return self._set(e)
            case core.SetPhase():
                return f"the phase “{words(e.phase)}” begins"
            case core.Bind():
                return f"{self.bindings.name(e.slot)} {self.bindings.verb(e.slot)} {say(e.value)}"
            case Performance():
                return f"“{words(e.name)}” is done" + self._given(e.arguments)
            case core.Chance():
                return f"chance chooses {self.english.sets.one_of(e.source, named(e.slot, tuple(rest)))}"
            case _:
                return self._larger(e)

    def _new(self, e: core.Place | core.Stock) -> str:
        """A new piece: `a pawn of White`, or whose kind is worked out."""
        say = self.english.say
        whose = f" of {say(e.owner)}" if e.owner is not None else ""
        if isinstance(e.kind, core.Const | core.Local | core.Apply):
            return f"{with_article(say(e.kind))}{whose}"
        return f"a piece{whose} whose kind is {say(e.kind)}"

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
                who = say(e.player) if e.player is not None else "the same player"
                what = joined([self._demanded(c) for c in e.choices], "or")
                verb = {"may": "may then", "must": "must then"}.get(e.word, "is then to")
                return f"{who} {verb} {what}"
            case core.NextTurn():
                return f"it is then the turn of {say(e.player)}"
            case core.Finish():
                return self.result(e.result)
            case core.ForEach() if times := self._times(e):
                return f"{times} times: {self._body(e.body)}"
            case core.ForEach():
                sets = [
                    f"{named(slot, (e.condition, e.body)) or 'one'} among {say(source)}"
                    for slot, source in e.generators
                ]
                where = f" where {say(e.condition)}" if e.condition is not None else ""
                return f"for each {joined(sets, 'and')}{where}: {self._body(e.body)}"
            case core.ForPath():
                return f"for {self.english.path(e.path)}: {self._body(e.body)}"
            case core.Branch() if always(e.condition) or never(e.condition):
                return joined(self.all(e.body if always(e.condition) else e.otherwise), "and")
            case core.Branch():
                otherwise = f"; otherwise {self._body(e.otherwise)}" if e.otherwise else ""
                return f"if {say(e.condition)}, {self._body(e.body)}{otherwise}"
            case core.Acting():
                return f"as {say(e.player)} has chosen, {self._body(e.body)}"
            case core.Simultaneously():
                return f"all at once: {self._body(e.body)}"
            case _:
                assert_never(e)

    def _times(self, e: core.ForEach) -> str:
        """How often something is done that is done for numbers from 1 of which it does not speak; "" of anything else."""
        slot, source = e.generators[0]
        if len(e.generators) > 1 or e.condition is not None or reads(e.body, {slot}):
            return ""
        if not isinstance(source, core.Arithmetic) or not is_const(source.left, 1):
            return ""
        return self.english.apart(source.right)

    def _demanded(self, choice: core.Demanded) -> str:
        """An action that is demanded, with what it is given."""
        return words(choice.action) + self._given(substituted(choice.arguments, dict(choice.binds)))

    def _given(self, arguments: Sequence[core.Expr]) -> str:
        """What an action or an effect is given, behind its name."""
        said = [self.english.apart(a) for a in arguments]
        return f" with {joined(said, 'and')}" if said else ""

    def _body(self, effects: Sequence[core.Effect]) -> str:
        return joined(self.all(effects), "and") or "nothing happens"

    def _with(self, settings: Sequence[tuple[str, core.Expr]]) -> str:
        said = [f"{words(name)} {self.english.say(value)}" for name, value in settings]
        return f", with {joined(said, 'and')}" if said else ""

    def _set(self, e: core.SetField) -> str:
        say = self.english.say
        field = self.game.fields.get(e.field)
        if field is not None and field.type.base == "bool" and isinstance(e.value, core.Const):
            mark = words(field.declared)
            if e.holder is None:
                return f"“{mark}” holds" + ("" if e.value.value else " no longer")
            verb = ("get" if e.value.value else "lose") + ("" if field.keys else "s")  # of two holders
            return f"{say(e.holder)} {verb} the mark “{mark}”"
        name = words(field.declared if field is not None else e.field)
        noun = self.english.of(name, say(e.holder) if e.holder is not None else "")
        return f"{noun} {'becomes' if be(noun) == 'is' else 'become'} {say(e.value)}"

    # ---- results

    def result(self, r: core.Result) -> str:
        """How the game ends, as a clause."""
        who = self.english.say(r.who) if r.who is not None else "the player to move"
        if isinstance(r.who, core.Apply) and r.who.type.element is not None and who.startswith("the "):
            who = f"whoever is one of {who}"
        match r.form:
            case "wins" | "loses":
                return f"{who} {r.form}"
            case "draw":
                return "the game is a draw"
            case "highest" | "lowest":
                return f"whoever has the {r.form} {words(r.score)} wins"
            case "payoff":
                return f"each player gets their {words(r.score)}"
            case _:
                assert_never(r.form)

    def ending(self, end: Ending) -> str:
        """An end as a sentence. Ends are judged behind an action, so nobody is to move."""
        result, condition = self.result(end.result), self.english.say(end.condition)
        for player in self.game.players:
            condition = condition.replace(f"{_MOVER} is {player.name}", f"{player.name} has just moved")
        if _MOVER in result:
            return f"{result.replace(_MOVER, _LATE)} when {condition.replace(_MOVER, 'that player')}"
        return f"{result} when {condition.replace(_MOVER, _LATE)}"

    def stuck(self, turn: Turn) -> str:
        """How the game ends where a turn offers nothing: its conditions do not hold, or nothing is possible; "" where it does not."""
        if all(f.result is None and f.word not in _ENDINGS for f in turn.fallbacks):
            return ""
        conditions = [o.condition for o in turn.offers]
        first = conditions[0] if conditions else None
        when = f"{_MOVER} can do nothing"
        if first is not None and all(c is not None and same(c, first) for c in conditions):
            can_pass = any("pass" in o.names for o in turn.offers)
            when = self.plain.conditions.denied(first) + ("" if can_pass else ", or nothing can be done")
        said: list[str] = []
        for f in turn.fallbacks:
            result = self.result(f.result) if f.result is not None else _ENDINGS.get(f.word, "they pass")
            result += f" ({f.name})" if f.name else ""
            more = "" if f.condition is None else self.english.say(f.condition)
            if said:
                said.append(f"otherwise {result}" + (f" if {more}" if more else ""))
                continue
            about = f"{result} when {when}" + (f" and {more}" if more else "")
            head, first_time, rest = about.partition(_MOVER)
            said.append(head + first_time + rest.replace(f"{_MOVER} is", "they are").replace(_MOVER, "they"))
        return "; ".join(said)

    def fallback(self, f: Fallback) -> str:
        """What holds for a player who can do nothing."""
        when = f" if {self.english.say(f.condition)}" if f.condition is not None else ""
        if f.result is not None:
            return f"then {self.result(f.result)}{when}"
        said = {
            "pass": "they pass",
            "lose": "they lose",
            "win": "they win",
            "draw": "the game is a draw",
            "": "",
        }
        return said[f.word] + when


def _swallows(e: core.Effect, said: str) -> bool:
    """Whether the clause of an effect would swallow the one that follows."""
    return isinstance(e, _BODIES) or ", otherwise " in said or (isinstance(e, core.Bind) and is_loose(said))


class Choices:
    """Says what the actions of one game are."""

    def __init__(self, english: English, effects: Effects, sentences: AuthorSentences) -> None:
        self.english, self.effects, self.sentences = english, effects, sentences
        self._said: dict[tuple[str, str], str] = {}  # the kind of which a text about an action was said first

    def move_of(self, kind: Kind, action: Action) -> str:
        """A move of a kind; what was said of another kind is not said again."""
        said = self.action(action, kind)
        first = self._said.setdefault((action.name, said), kind.name)
        return said if first == kind.name else f"As {with_article(words(first))}."

    def action(self, action: Action, kind: Kind | None = None) -> str:
        """An action: its path, its conditions, and what it does beside moving. `kind`: of whose pieces."""
        if told := self.sentences.action(action, kind):
            return told
        said = [self.english.path(p.path) for p in action.parts if isinstance(p, Along)]
        reached = next((p for p in action.parts if isinstance(p, Choose) and p.slot == action.to), None)
        if action.form == "move" and reached is not None:
            said.append(self._reach(reached.source, kind))
        text = sentence(joined(said, "or")) if said else ""
        return " ".join([text, *self._rest(action)]).strip()

    def _reach(self, source: core.Expr, kind: Kind | None) -> str:
        """Where a move leads that goes to a place of a set: of a column of paths what it says of the kind."""
        game = self.english.game
        if kind is not None and isinstance(source, core.Apply):
            value = by_kind(game, source.definition, game.kinds.index(kind))
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

    def _chosen(self, part: Choose | ChooseSet) -> str:
        name = words(part.name)
        if isinstance(part, ChooseSet):
            where = f" where {self.english.say(part.condition)}" if part.condition is not None else ""
            return f"{name}, {part.least} to {part.most} of {self.english.say(part.source)}{where}"
        return self.english.sets.one_of(part.source, name)


def _once_then(done: str) -> str:
    """What happens first, behind the word `then`, without another one."""
    for twice, once in ((" is then to ", " is to "), (" may then ", " may "), (" must then ", " must ")):
        done = done.replace(twice, once, 1)
    return done.replace("it is then the turn", "it is the turn", 1)
