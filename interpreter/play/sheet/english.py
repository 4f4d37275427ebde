"""Expressions of the rules in English: conditions as clauses, values as nouns. All texts about rules come from here: sheets, refusals,
ends, prompts.

The words are the author's own: the names of fields, definitions and columns. What a definition means is said once, where
the sheet explains its terms. Elements of sets and choices have no names but nouns (`interpreter.play.sheet.elements`).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from gdl.core import nodes as core
from gdl.core import static
from gdl.core.model import Game
from gdl.core.settled import always, is_const
from gdl.core.types import Type
from gdl.core.visit import same, substituted
from interpreter.engines.notation import word
from interpreter.play.scene.cards import drawn_cards, piece_noun
from interpreter.play.scene.names import words
from interpreter.play.sheet.calls import call, call_clause
from interpreter.play.sheet.clauses import (
    Clause,
    be,
    being,
    is_preposition,
    is_state,
    of_nobody,
    of_number,
    of_somebody,
)
from interpreter.play.sheet.conditions import Conditions, called
from interpreter.play.sheet.elements import (
    Group,
    called_mark,
    in_plural,
    is_qualifier,
    mark,
    of,
    settled,
    slots_in,
    without_marks,
)
from interpreter.play.sheet.nouns import (
    Sets,
    blocks,
    constant_name,
    names_of,
    pool_noun,
    relative,
    taken_nouns,
)
from interpreter.play.sheet.paths import WAYS, Paths, parts_of_turn
from interpreter.play.sheet.wording import (
    LINKS,
    VERBS,
    binds_weaker,
    decided,
    first_seat,
    is_compound,
    is_joined,
    is_loose,
    is_open,
    is_verb,
    joined,
    noun,
    noun_of,
    of_pair,
    stander,
    with_article,
)

THIRD = "the player to move"  # how sentences of authors speak of whoever acts
_OF_THE_LANGUAGE = (
    "place",
    "piece",
    "owner",
    "kind",
    "row",
    "column",
    "number",
)  # what calls of its own are told by
_RELATING = tuple(f" {word}" for word in ("after", "before", "behind", "beyond", "above", "below", "between"))
_RESULTS = ("wins", "loses")  # words of ends
_FEW = 10  # sites of a set that are named one by one
_SIGNS = {
    "div": "divided by", "mod": "modulo", "..": "to", "*": "times", "+": "plus", "-": "minus", "/": "divided by",
}  # fmt: skip


class English:
    """Says what expressions of one game mean.

    `you`: how the player is spoken of who acts or has just acted. `name`: how a name of the rules is said, or None for a noun.
    `tells_terms`: conditions that have sentences of their own are told by these; a sheet explains them beside.
    """

    def __init__(
        self,
        game: Game,
        name: Callable[[core.Local], str | None] | None = None,
        tells_terms: bool = False,
        you: str = "you",
    ) -> None:
        self.game, self.you = game, you
        self.given: dict[int, str] = {}  # what names stand for in a position, by their slots
        self._name, self._tells_terms = name, tells_terms
        self._table = static.table_of(game)
        self.piece_noun = piece_noun(game)
        # `own` is not what belongs to whoever acts, but to the owner of a piece
        self._is_seen_from_piece = False
        self.tells_reached = False  # whether it has said what can be reached from somewhere
        self._chosen_from: dict[int, core.Expr] = {}  # the pools from which kinds are chosen, by slots
        self._noted: set[int] = set()  # the slots of names that say whether something is so
        scopes = (game.definitions.values(), game.routines, game.actions)
        parameters = [d.parameters for of in scopes for d in of]
        self._answers = {slot for given in parameters for _, slot, kind in given if kind.base == "bool"}
        self._taken = taken_nouns(game)
        names, self._places = names_of(game)
        self.names = dict(names)  # sort and name of each slot
        self.sets = Sets(game, self)
        self.conditions = Conditions(self, self.sets)
        self._paths = Paths(self, game)

    # ---- names

    def enter(self, slot: int, head: str) -> None:
        """From now on the name in a slot is one of this sort."""
        self.names[slot] = (head, self.names.get(slot, ("", ""))[1])

    def settled(self, text: str, *slots: int) -> str:
        """A text in which elements of sets are spoken of by nouns, apart from others in it."""
        return settled(text, self.names, slots, self._taken)

    def finished(self, text: str) -> str:
        """A text in which all names are nouns."""
        return without_marks(settled(text, self.names, slots_in(text), self._taken, is_known=True))

    def where(self, condition: core.Expr, slot: int) -> tuple[str, str]:
        """How an element is called behind its noun, and what holds of it: `where it is empty`."""
        said = self.part(condition)
        clause = relative(said, slot)
        if clause and not clause.startswith("whose "):
            return "", f"where it {clause}"
        name, text = self.introduced(said, slot)
        return name, f"where {text}"

    def introduced(self, text: str, slot: int) -> tuple[str, str]:
        """How an element is called at its first mention, and a text about it."""
        name, _, rest = self.settled(f"{called_mark(slot)}\n{text}", slot).partition("\n")
        return name, rest

    def one_of(self, source: core.Expr, slot: int) -> str:
        """One element of a set, to which a name is given: `an empty place`."""
        group = self._by_kind(source, slot) or self._grouped(slot, source)
        self.enter(slot, group.head)
        return group.one(called_mark(slot))

    def _by_kind(self, source: core.Expr, slot: int) -> Group | None:
        """The pieces of a pool of which one is chosen by its kind: people choose the piece. None for any other choice."""
        inner = source
        if isinstance(source, core.Comprehension) and source.value is None and source.condition is not None:
            inner = source.source
        match inner:
            case core.Comprehension(
                source=core.PoolOf() as pool,
                condition=None,
                value=core.Builtin(name="kind", arguments=(core.Local(slot=of),)),
            ) if of == inner.slot and not self.game.pools[pool.name].is_ordered:
                self._chosen_from[slot] = pool
                group = self.sets.group(pool)
                if inner is source or not isinstance(source, core.Comprehension) or source.condition is None:
                    return group
                self._chosen_from[source.slot] = pool
                return self.sets.narrowed(group, source.slot, source.condition)
            case _:
                return None

    def group(self, slot: int, source: core.Expr) -> Group:
        """The elements of a set, of which a name takes one after the other."""
        group = self._grouped(slot, source)
        self.enter(slot, group.head)
        return group

    def _grouped(self, slot: int, source: core.Expr) -> Group:
        """The elements of a set of which a name takes one: what a condition of the set calls an element is that name."""
        match source:
            case core.Comprehension(value=None, condition=condition) if condition is not None:
                element = source.source.type.element
                assert element is not None
                named = substituted(condition, {source.slot: core.Local(source.span, element, slot, "it")})
                return self.sets.group(replace(source, slot=slot, condition=named), is_named=True)
            case _:
                return self.sets.group(source)

    # ---- conditions and values

    def say(self, e: core.Expr) -> str:
        """An expression: a clause for what is true or false, else a noun."""
        match e:
            case core.Const():
                return self.sets.everything(e) or self._constant(e) or self.value(e.value, e.type)
            case core.Local():
                return self._local(e)
            case core.Role():
                return self.you if e.name == "mover" else "its owner"
            case core.GetField():
                return self.field(e)
            case core.Attribute():
                clause = self.clause(e)
                return clause.said() if clause is not None else self._column(e)
            case core.PoolOf():
                name = pool_noun(e.name, self.piece_noun)
                return f"the {name}" if e.holder is None else of(name, self.apart(e.holder))
            case core.Apply():
                clause = self.clause(e)
                return clause.said() if clause is not None else self.term(e) or self._value_of(e)
            case core.Builtin():
                return self._called(e)
            case core.Template():
                return "".join(p if isinstance(p, str) else self.say(p) for p in e.pieces)
            case core.PathEnds() | core.SomePath() | core.Reached():
                return self._of_path(e)
            case _:
                return self._logic(e)

    def _constant(self, e: core.Const) -> str:
        """A constant set of places by its name, as `the palace`, where a sheet explains it beside; "" for others."""
        name = "" if self._tells_terms else words(constant_name(self.game, e))
        return name and f"the {f'{name} places' if is_state(name.rpartition(' ')[2]) else name}"

    def _local(self, e: core.Local) -> str:
        if e.type.base == "bool" and e.slot not in self.given and self._name is None:
            return self.chosen(e).said()
        return self.given.get(e.slot) or self._places.get(e.slot) or self._named(e)

    def _of_path(self, e: core.PathEnds | core.SomePath | core.Reached) -> str:
        match e:
            case core.PathEnds():
                return f"the places reached by {self.path(e.path)}"
            case core.SomePath():
                return f"there is {self.path(e.path, is_anywhere=True)}"
            case core.Reached():
                return self._reached(e)

    def chosen(self, e: core.Local) -> Clause:
        """A yes or no that somebody chooses, or that something is given."""
        if e.slot in self._answers:
            return Clause(mark(e.slot), "is", "yes", opposite="no")
        name = called(self.names.get(e.slot, ("", e.name))[1] or e.name)
        return Clause(name, "holds") if e.slot in self._noted else Clause(name, "is", "chosen")

    def whose(self, side: str, role: str) -> str:
        """Whose pieces are that are one's own; "" where that is said by an adjective."""
        names = [p.name for p in self.game.players]
        if (role == "viewpoint" and self._is_seen_from_piece) or self.you == THIRD:
            return ""
        if side == "enemy" and len(names) == 2 and self.you in names:
            return names[1 - names.index(self.you)]
        return self.you if side == "own" else ""

    def merged(self, conditions: list[core.Expr]) -> list[core.Expr]:
        """Conditions, those together of which one says whose a piece is and the next of which kind."""
        return self.conditions.merged(conditions)

    def is_chosen_by_kind(self, e: core.Expr) -> bool:
        """Whether a kind stands for a piece of it that is chosen."""
        return isinstance(e, core.Local) and e.slot in self._chosen_from

    def _reached(self, e: core.Reached) -> str:
        self.enter(e.slot, "place")
        self.tells_reached = True
        over = "" if always(e.condition) else f" over places{self._met(e)}"
        by = ""
        if e.steps is not None:
            by = self.settled(
                f", where a step leads from a place{called_mark(e.slot)} to {self.say(e.steps)}", e.slot
            )
        directions = self.say(e.directions)
        ways = (
            ""
            if e.steps is not None or directions == "all directions"
            else f" by steps {self.ways(e.directions)}"
        )
        return f"the places that can be reached from {self.say(e.start)}{ways}{over}{by}"

    def _met(self, e: core.Reached) -> str:
        """What holds of the places on a way, behind their noun."""
        if (clause := relative(self.part(e.condition), e.slot)) and not clause.startswith("whose "):
            return f" that {in_plural(clause)}"
        return "{} {}".format(*self.where(e.condition, e.slot))

    def _named(self, e: core.Local) -> str:
        if self._name is None:
            return mark(e.slot)
        return self._name(e) or f"the {noun(e)}"

    def _logic(self, e: core.Expr) -> str:
        match e:
            case core.If():
                return self._either(e)
            case core.And() | core.Or() if only := self.conditions.only(e):
                return self.say(only)
            case core.And():
                clause = self.conditions.clause(e)
                return clause.said() if clause is not None else self.conditions.together(e, "and")
            case core.Or(left=core.Not(operand=denied)):  # how the checker writes `implies`
                return f"if {self.say(denied)}, {self.say(e.right)}"
            case core.Or():
                return self.conditions.together(e, "or")
            case core.Not():
                return self.conditions.denied(e.operand)
            case core.Compare():
                return self.conditions.compared(e)
            case core.In() | core.CanMake():
                clause = self.conditions.clause(e)
                assert clause is not None
                return clause.said()
            case core.Quantified():
                return self.conditions.each(e) if e.is_all else self.conditions.some(e)
            case _:
                return self._number_or_set(e)

    def _number_or_set(self, e: core.Expr) -> str:
        match e:
            case core.Arithmetic():
                return self._computed(e)
            case core.MakeSet():
                return joined([self.say(i) for i in e.items], "and") or "nothing"
            case core.Comprehension():
                return self.sets.selected(e)
            case core.Ordered():
                return self._ordered(e)
            case _:
                return words(e.span.text)

    def _either(self, e: core.If) -> str:
        """One value or another; without the condition where that decides nothing."""
        names = [p.name for p in self.game.players]
        holds = decided(e.condition, names.index(self.you) if self.you in names else None)
        if holds is not None or same(e.then, e.otherwise):
            return self.say(e.otherwise if holds is False else e.then)
        if (clause := self.clause(e)) is not None:
            return clause.said()
        if e.type.base == "bool":
            return f"if {self.say(e.condition)}, {self.part(e.then)}, otherwise {self.part(e.otherwise)}"
        cases = [(self.apart(e.then), [e.condition])]
        rest = e.otherwise
        while isinstance(rest, core.If):
            said = self.apart(rest.then)
            if said == cases[-1][0] and not any(isinstance(c, core.Not) for c in cases[-1][1]):
                cases[-1][1].append(rest.condition)  # whichever of them holds
            else:
                cases.append((said, [rest.condition]))
            rest = rest.otherwise
        either = [(said, reduce(lambda a, b: core.Or(a.span, a.type, a, b), of)) for said, of in cases]
        return ", otherwise ".join([*(f"{said} if {self.say(c)}" for said, c in either), self.say(rest)])

    def _ordered(self, e: core.Ordered) -> str:
        """A set in an order: `players ordered by their gold, the greatest first`."""
        if first_seat(e) is not None:
            return self.sets.group(e).all(article=True)
        group = self.group(e.slot, e.source)
        keys = ", and then by ".join(self._key(key, e.slot) for key in e.keys)
        return self.settled(
            f"{group.all(article=True, called=called_mark(e.slot))}, ordered by {keys}", e.slot
        )

    def when(self, e: core.Expr) -> str:
        """A condition behind `if` or `when`, where another `if` would be lost."""
        match e:
            case core.Or(left=core.Not(operand=denied)) if not self.conditions.only(e):
                return f"{self.conditions.denied(denied)} or {self.part(e.right)}"
        return self.say(e)

    def noted(self, slot: int) -> str:
        """From now on the name in a slot says whether something is so."""
        self._noted.add(slot)
        return called(self.names[slot][1] or "this")

    def _key(self, key: core.Expr, slot: int) -> str:
        """By what the elements of a set are ordered, and from which end."""
        match key:
            case core.Arithmetic(operator="-", left=core.Const(value=0), right=amount):
                said, end = self.say(amount), "greatest"
            case _:
                said, end = self.say(key), "least"
        if said.count(mark(slot)) == 1:
            said = re.sub(rf"\bthe ((?:(?! of )[\w “”-])+) of {mark(slot)}", r"their \1", said)
        return f"{said}, the {end} first"

    def part(self, e: core.Expr) -> str:
        """A condition as a part of a longer one, set off where it is itself made of several."""
        said = self.say(e)
        return f"({said})" if self.conditions.is_joint(e) else said

    def apart(self, e: core.Expr) -> str:
        """An expression as a part of a noun, set off where its own parts would go astray."""
        said = self.say(e)
        return f"({said})" if " " in said and is_compound(e) and not self._is_number(e) else said

    def whole(self, e: core.Expr) -> str:
        """An expression as a side of a comparison: a calculation needs no parentheses there."""
        return self.say(e) if isinstance(e, core.Arithmetic) else self.apart(e)

    def _is_number(self, e: core.Expr) -> bool:
        return isinstance(e, core.Arithmetic) and self._known(e) is not None

    def _known(self, e: core.Arithmetic) -> core.Value:
        """The number that a calculation gives, where it is known before the play."""
        try:
            return static.value(e, self.game.board, table=self._table) if e.operator != ".." else None
        except static.NotStatic:
            return None

    def value(self, value: core.Value, kind: Type) -> str:
        if isinstance(value, tuple) and kind.element is not None:
            is_long = kind.element.base == "site" and len(value) > _FEW
            if is_long and len(found := list(blocks(self.game.board, value))) <= _FEW:
                return joined(found, "and")
            return joined([self.value(v, kind.element) for v in value], "and") or "nothing"
        if kind.base == "text":
            return str(value)
        if kind.base == "direction" and isinstance(value, int):
            return self._paths.way(self.game.board.directions[value])
        written = word(self.game, value, kind)
        return drawn_cards(self.game).get(written, words(written)) if kind.base == "kind" else words(written)

    # ---- fields and definitions

    def field(self, e: core.GetField) -> str:
        return self.state(e).said() if self.game.fields[e.field].type.base == "bool" else self.kept(e)

    def kept(self, e: core.GetField | core.SetField) -> str:
        """A value that is kept, as a noun: `the points of Red`, `the last place`."""
        field = self.game.fields[e.field]
        name = of_number(words(field.declared), field.type)
        if e.holder is None and field.type.base != "number" and (is_state(name) or is_qualifier(name)):
            return f"the {name} {noun_of(field.type, 'one')}"
        holder, *others = self._holders(e.holder)
        return self.of(name, holder, others) + self._beside(e, None)

    def lost(self, e: core.SetField) -> str:
        """That nothing is kept any more: `the piece has no goal any more`, `the bidder becomes nobody`."""
        field, noun = self.game.fields[e.field], self.kept(e)
        if field.type.base == "player":
            return Clause(noun, "becomes", "nobody").said()
        clause = self.having(e)
        said = clause.said() if clause else f"there {be(noun)} no {noun.removeprefix('the ')}"
        return f"{said} from now on"

    def having(self, e: core.GetField | core.SetField) -> Clause | None:
        """That somebody has nothing of what is kept: `the piece has no goal`; None of what is nobody's, or of several."""
        (holder, *others), field = self._holders(e.holder), self.game.fields[e.field]
        name = of_number(words(field.declared), field.type)
        is_plain = holder and not others and not field.part_of
        return Clause(holder, "has", f"no {name}", opposite=with_article(name)) if is_plain else None

    def _holders(self, e: core.Expr | None) -> list[str]:
        """Whose a value is, and what stands beside in a table; "" for nobody's."""
        match e:
            case None:
                return [""]
            case core.Builtin(name="entry", arguments=(before, value, *_)):
                return [*(() if is_const(before, 0) else self._holders(before)), self.apart(value)]
            case _:
                return [self.apart(e)]

    def state(self, e: core.GetField | core.SetField, key: core.Expr | None = None) -> Clause:
        """A yes or no that is kept of somebody: `a1 is marked “fresh”`, `the king has moved`. `key`: what stands beside the piece in
        a field of pairs, where that is known only in play: `you know the card`."""
        name = words(self.game.fields[e.field].declared)
        if e.holder is None:
            return of_nobody(name)
        holder, first, rest = self.say(e.holder), *name.partition(" ")[::2]
        if key is not None and key.type.base == "player" and is_verb(first):
            return Clause(self.say(key), first, f"{rest} {holder}".strip())
        return of_somebody(holder, name, self._beside(e, key))

    def _beside(self, e: core.GetField | core.SetField, key: core.Expr | None) -> str:
        """For whom or what a field of pairs says something of a piece; "" for any other field."""
        field = self.game.fields[e.field]
        if not field.part_of:
            return ""
        return f" for {self.apart(key) if key is not None else words(field.name.partition('(')[2][:-1])}"

    def clause(self, e: core.Expr) -> Clause | None:
        """A condition by its name, as a clause; None where its words are none: one that a sentence tells, and what is no name."""
        match e:
            case core.Local(type=Type(base="bool")):
                return self.chosen(e)
            case core.GetField(type=Type(base="bool")):
                return self.state(e)
            case core.Attribute(type=Type(base="bool"), index=None):
                return of_somebody(self._of_kind(e.kind), words(e.name))
            case core.Apply(type=Type(base="bool")):
                return None if self.term(e) else self._applied(e)
            case core.Builtin(type=Type(base="bool")):
                return call_clause(e.name, self._arguments(e.arguments))
            case core.CanMake():
                return Clause(self.say(e.player), "can", joined([words(a) for a in e.actions], "or"))
            case core.If(type=Type(base="bool")) if pair := of_pair(e, self.game):
                return self.state(*pair)
            case _:
                return None

    def of(self, name: str, holder: str, others: Sequence[str] = ()) -> str:
        """A noun and whose it is, or "" for nobody's, and of what besides: `your tokens for white`."""
        return (of(self.owned(name), holder) if holder else f"the {name}") + _for(others)

    def owned(self, name: str) -> str:
        """A name as it stands where it is somebody's: one such as `centre of` says that already, unless something else is a `centre`."""
        plain = name.removesuffix(" of")
        others = (*self.game.fields, *self.game.definitions, *self.game.columns, *_OF_THE_LANGUAGE)
        return called(name) if plain != name and plain in map(words, others) else plain

    def _column(self, e: core.Attribute) -> str:
        """The value of a column: of a piece that is turned, what it turns to a direction."""
        name, of = words(e.name), self._of_kind(e.kind)
        turning = [len(f.rotation) for f in self.game.fields.values() if f.rotation]
        match e.index:
            case None if name == "turns" and turning:
                return (
                    f"the {parts_of_turn(turning[0])} clockwise (0 for none) after which {of} looks different"
                )
            case None:
                return f"the {self.owned(name)} of {of}"
            case core.Builtin(
                name="turned",
                arguments=(
                    direction,
                    core.Arithmetic(operator="-", left=core.Const(value=0), right=turns),
                    _,
                ),
            ) if isinstance(turns, core.GetField) and self.game.fields[turns.field].rotation:
                way = self.apart(direction)
                return (
                    f"the {name} which {of} turns {way if isinstance(direction, core.Const) else f'to {way}'}"
                )
            case _:
                return f"the {self.owned(name)} for {self.apart(e.index)} of {of}"

    def _of_kind(self, e: core.Expr) -> str:
        """What a column is asked of: a piece rather than its kind."""
        if isinstance(e, core.Builtin) and e.name == "kind":
            return self.apart(e.arguments[0])
        return self.apart(e)

    def _value_of(self, e: core.Apply) -> str:
        """The value of a definition: `your score`, `the way from a1 to b2`."""
        name, said = of_number(words(e.definition), e.type), self._arguments(e.arguments)
        first = name.split(" ")[0]
        if first in VERBS and e.type.base == "player":
            return f"whoever {name}" + (f" of {joined(said, 'and')}" if said else "")
        if said and (is_preposition(name) or name.endswith(_RELATING)):
            behind = f"{f'{self.sets.noun(e.type)} ' * is_preposition(first)}{name} {said[0]}"
            return f"the {behind}{_for(said[1:])}"
        if not said and e.type.element is not None and (is_preposition(first) or is_state(name)):
            return self.sets.group(e).all(article=True)
        if first == "those" and not said:
            return name
        name = called(name) if is_preposition(first) else name
        names = [n for n, _, _ in self.game.definitions[e.definition].parameters]
        if more := self._more(names, said):
            return f"{self.of(name, said[0])}{more}"
        return self.of(name, said[0], said[1:]) if said else self.of(name, "")

    def _applied(self, e: core.Apply) -> Clause:
        """A condition by its name: as a verb, a state or a relation."""
        name, said = words(e.definition), self._arguments(e.arguments)
        if not said:
            return of_nobody(name)
        first, _, rest = name.partition(" ")
        if first == "same" and len(said) == 2:
            return Clause(said[0], "has", f"the {name} as {said[1]}")
        if name in _RESULTS or (first == "has" and rest in (words(k.name) for k in self.game.kinds)):
            return Clause(
                called(name), "holds", f"for {joined(said, 'and')}"
            )  # it means more, or something else
        names = [n for n, _, _ in self.game.definitions[e.definition].parameters]
        more, is_linked = self._more(names, said), name.endswith(LINKS)
        verb, what = first, rest
        if is_thing := first == "is" or not (first in VERBS or is_verb(first)):
            verb, what = being(rest if first == "is" else name, is_linked)
        if first in VERBS:
            link = "" if first in ("may", "can", "must") or is_linked or name == "has" else "with"
        elif self.game.definitions[e.definition].is_relation and len(said) == 2:
            link, more = ("" if not is_thing or is_linked else "with"), ""
        else:
            link = "with" if is_thing or (rest and not is_linked) else ""
        link = "for" if verb == "counts" else link
        return Clause(said[0], verb, f"{what}{more or _beside(said[1:], link)}".strip())

    def _more(self, names: Sequence[str], said: Sequence[str]) -> str:
        """What is given beside the subject, where the names of parameters say how: `by White`; "" where they do not."""
        if len(said) < 2 or not all(is_preposition(n) for n in names[1:]):
            return ""
        return "".join(f" {n} {s}" for n, s in zip(names[1:], said[1:], strict=True))

    def term(self, e: core.Apply) -> str:
        """The sentence of a condition, about what is given to it; "" where it has none, or is explained elsewhere."""
        meaning = self.game.meaning_of("definition", e.definition) if self._tells_terms else None
        if meaning is None or e.type.base != "bool":
            return ""
        before, slots = self.given, [slot for _, slot, _ in self.game.definitions[e.definition].parameters]
        self.given = {**before, **dict(zip(slots, map(self.apart, e.arguments), strict=True))}
        said = re.sub(r"\b[Aa]n? the ", "the ", self.say(meaning.text))
        self.given = before
        is_name = any(re.match(rf"{re.escape(p.name)}\b", said) for p in self.game.players)
        return (said if is_name else said[:1].lower() + said[1:]).removesuffix(".")

    # ---- builtins and calculations

    def _called(self, e: core.Builtin) -> str:
        match e.name, e.arguments:
            case "entry", (index, value, *_) if is_const(
                index, 0
            ):  # the first of the values that lead into a table
                return self.apart(value)
            case "site", (core.Local(slot=slot),) if slot in self.given:
                return self.given[slot]  # a piece is told by where it is
            case "rival", (core.Role(name="mover"),) if self.you in (
                names := [p.name for p in self.game.players]
            ):
                return (
                    next(n for n in names if n != self.you)
                    if len(names) == 2
                    else f"the opponent of {self.you}"
                )
            case "neighbours", (near, ways):
                return f"the places one step {self.ways(ways)} from {self.apart(stander(near))}"
            case "step", (start, direction, *far):
                return self._paths.step(start, direction, far)
            case "side", (direction,) if not isinstance(direction, core.Const):
                return f"the side {self._paths.towards(direction)}"
            case "relative", (core.Const(value=str() as way), viewer):
                of = "" if isinstance(viewer, core.Role) else f" for {self.apart(viewer)}"
                return WAYS.get(words(way), words(way)) + of
            case "turned", (direction, by, *order):
                return self._paths.turned(direction, by, order)
            case "first" | "last", (core.Comprehension(value=None) | core.PoolOf() as found,):
                return self._first(e, found)
            case "first_of" | "last_of", (core.Comprehension(value=None) | core.PoolOf() as found, number):
                return self._ends_of(e.name.removesuffix("_of"), self.sets.group(found), number)
            case "min" | "max", (core.MakeSet(items=(_, _) as both),):
                return call(e.name, self._arguments(both))
            case "nth", (found, number):
                return self._nth(found, number)
            case "union", _:
                parts = self._arguments(tuple(_joined_sets(e)))
                return joined(parts, "and")
            case "abs", (core.Arithmetic(operator="-") as difference,) if self._known(difference) is None:
                return (
                    f"the difference between {self.apart(difference.left)} and {self.apart(difference.right)}"
                )
            case "first" | "last", (core.Const() as found,) if self.sets.is_everything(found):
                return f"the {e.name} {self.sets.group(found).head}"
            case "sum", (core.Comprehension(value=core.Const(value=1)) as found,):
                return f"the number of {self.sets.group(replace(found, value=None, type=found.source.type)).all()}"
            case "sum", (core.Comprehension(value=value) as found,):
                is_sum = isinstance(value, core.Builtin) and value.name == "sum"
                return f"the sum of {self.sets.selected(found).removeprefix('the sum of ' * is_sum)}"
            case "count", (found,) if not isinstance(found, core.Comprehension) or found.value is None:
                return f"the number of {self.sets.group(found).all()}"
        if (clause := self.clause(e)) is not None:
            return clause.said()
        return call(e.name, self._arguments(e.arguments))

    def _nth(self, found: core.Expr, number: core.Expr) -> str:
        """The element of a set with a number: `the second card in the row`."""
        group = self.sets.group(found)
        said = self.apart(number)
        if isinstance(found, core.PoolOf | core.Comprehension) and not (group.owner or group.listed):
            return group.numbered(said)
        if said.startswith("the "):
            return f"the {group.head} whose number among {self.apart(found)} is {said}"
        return Group(group.head, group.many, behind=f" of {self.apart(found)}").numbered(said)

    def _ends_of(self, end: str, group: Group, number: core.Expr | None) -> str:
        """So many of the first or of the last elements of a set; without a number only one of them."""
        is_one = number is None or is_const(number, 1)
        said = "" if number is None or is_one else self.apart(number)
        is_many = not is_one and not said.isdecimal()
        some = f"{end} {'' if is_many or is_one else f'{said} '}"
        if group.owner and group.plain(False) == group.one_noun:
            found = of(f"{some}{group.plain(not is_one)}", group.owner)
        elif group.owner or group.listed or group.whole:
            return f"the {f'{end} {said}'.strip()} of {group.all(article=True)}"
        else:
            found = f"the {some}{group.plain(not is_one)}"
        return f"as many of {found} as {said}" if is_many else found

    def _first(self, e: core.Builtin, found: core.Comprehension | core.PoolOf) -> str:
        """The first of a set; of pieces in an unordered pool that are alike it is any of them."""
        source, condition = (
            (found.source, found.condition) if isinstance(found, core.Comprehension) else (found, None)
        )
        match condition, source:
            case core.Compare(
                operator="=", left=core.Builtin(name="kind"), right=core.Local(slot=slot)
            ), core.PoolOf() as pool if slot in self._chosen_from and same(pool, self._chosen_from[slot]):
                return mark(slot)
        group = self.sets.group(found)
        is_any = isinstance(source, core.PoolOf) and not self.game.pools[source.name].is_ordered
        is_sort = " of " in group.behind or group.head != self.piece_noun
        if is_any and is_sort and not (group.owner or group.listed):
            return with_article(group.plain(False))
        return self._ends_of(e.name, group, None)

    def _arguments(self, arguments: Sequence[core.Expr]) -> list[str]:
        """What is given to a builtin or a definition, each set off where it would run into the next one."""
        said = [self.given_to(stander(a)) for a in arguments]
        if len(said) < 2:
            return said
        is_plain = [isinstance(a, core.Const) for a in arguments]
        return [
            f"({s})" if is_loose(s) or (is_joined(s) and not plain) else s
            for s, plain in zip(said, is_plain, strict=True)
        ]

    def given_to(self, e: core.Expr) -> str:
        """What a definition, an action or an effect is given."""
        match e:
            case core.Const(type=Type(base="bool"), value=value):
                return "yes" if value else "no"
            case core.Const(type=Type(base="kind"), value=int()):
                return with_article(self.say(e))
            case core.Local(slot=slot) if slot in self._answers:
                return mark(slot)
            case _ if e.type.base == "bool":
                return f"(whether {self.say(e)})"
            case _:
                return self.apart(e)

    def _computed(self, e: core.Arithmetic) -> str:
        known = self._known(e)
        if known is not None:
            return self.value(known, e.type)
        if e.operator == "-" and is_const(e.left, 0):
            return f"minus {self._operand(e, e.right)}"
        said = f"{self._operand(e, e.left)} {_SIGNS[e.operator]} {self._operand(e, e.right)}"
        return f"{said}, rounded down" if e.operator == "div" else said

    def _operand(self, e: core.Arithmetic, part: core.Expr) -> str:
        said = self.say(part)
        if e.operator == ".." or (isinstance(part, core.Arithmetic) and self._known(part) is not None):
            return said
        is_right = part is e.right
        is_term = isinstance(part, core.Apply | core.Attribute | core.GetField)
        is_of_number = isinstance(part, core.Apply) and any(
            a.type.base == "number" for a in part.arguments[-1:]
        )
        is_apart = binds_weaker(part, e.operator, is_right) or (
            not is_right and (is_of_number or is_loose(said) or is_joined(said, is_term) or is_open(said))
        )
        return f"({said})" if is_apart else said

    # ---- paths

    def path(self, path: core.Path, is_anywhere: bool = False) -> str:
        """A path as a noun: how it goes, and over what. `is_anywhere`: it may start on any place."""
        before = self._is_seen_from_piece
        self._is_seen_from_piece = (
            path.start is not None and not isinstance(path.start, core.Local | core.Role)
        ) or before
        if isinstance(path.start, core.Local):
            self._is_seen_from_piece = path.start.type.base == "piece" and path.start.slot not in self._places
        said = self._paths.path(path, is_anywhere)
        self._is_seen_from_piece = before
        return said

    def ways(self, directions: core.Expr) -> str:
        """Directions, as a step takes them."""
        return self._paths.ways(directions)


def _joined_sets(e: core.Expr) -> list[core.Expr]:
    """The sets that are joined to one, also step by step."""
    match e:
        case core.Builtin(name="union", arguments=arguments):
            return [part for a in arguments for part in _joined_sets(a)]
        case _:
            return [e]


def _for(others: Sequence[str]) -> str:
    """What something is of besides its holder, behind it; "" for nothing."""
    return f" for {joined(others, 'and')}" if others else ""


def _beside(said: Sequence[str], by: str) -> str:
    """What stands behind a verb, with a word before it, or none."""
    return f" {by} {joined(said, 'and')}".replace("  ", " ") if said else ""
