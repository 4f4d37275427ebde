"""Nouns: sets in English, by what their elements are and which of them are in it, as `enemy pieces` or `places that are empty`; and
what the names of rules stand for, by their sort.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gdl.boards.board import Board
from gdl.core import nodes as core
from gdl.core.model import Choose, ChooseSet, Game
from gdl.core.settled import is_const
from gdl.core.types import Type
from gdl.core.visit import nodes
from interpreter.play.memo import by_game
from interpreter.play.scene.cards import piece_noun
from interpreter.play.scene.names import is_participle, several, words
from interpreter.play.sheet.clauses import be, is_preposition, is_state
from interpreter.play.sheet.elements import Group, called_mark, mark, slots_in
from interpreter.play.sheet.speech import Speech
from interpreter.play.sheet.wording import (
    SHORT,
    first_seat,
    joined,
    noun_of,
    side,
    sides_with,
    stander,
)

_ROWS = ("last_rank", "home_rank", "side", "north_side", "south_side", "east_side", "west_side", "centre")
# Where the elements of a set are that a call gives.
_INSIDE = {
    "edge": "on the edge",
    "corners": "in a corner",
    "rank_of": "in row {0}",
    "file_of": "in column {0}",
    "stack": "on {0}",
}
_WHOLE = ("sites", "pieces", "players", "kinds", "directions", "borders", "nodes")


class Sets:
    """Says what the sets of one game hold."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self._game, self._speech = game, speech

    def noun(self, kind: Type | None) -> str:
        """What elements of a type are called: pieces without a board that are cards are `cards`."""
        if kind is None or kind.base == "piece":
            return "one" if kind is None else self._speech.piece_noun
        return noun_of(kind, "one")

    def is_never_negative(self, e: core.Expr) -> bool:
        """Whether a number counts something, or is kept from 0 upwards."""
        match e:
            case core.Builtin(name="count"):
                return True
            case core.GetField(field=name):
                bounds = self._game.fields[name].bounds
                return bounds is not None and bounds[0] >= 0
            case _:
                return False

    def group(self, source: core.Expr, is_named: bool = False) -> Group:
        """The elements of a set as a noun. `is_named`: the name of its elements stands for one of them beyond the set, too."""
        head = self.noun(source.type.element)
        plain = Group(head, several(head))
        match source:
            case core.Const() if listed := self._listed(source):
                return replace(plain, listed=listed)
            case core.Const() if sort := self._cells(source):
                return Group(sort[:-1], sort)
            case core.Const() if self._is_whole(source):
                return plain
            case core.Builtin() if (found := self._built_in(source, plain)) is not None:
                return found
            case core.Ordered() if (first := first_seat(source)) is not None:
                return replace(plain, turns=f" in the order of turns from {self._speech.apart(first)} on")
            case core.Reached():
                return replace(plain, behind=self._speech.say(source).removeprefix("the places"))
            case core.PoolOf() | core.Apply() if (found := self._named(source, plain)) is not None:
                return found
            case core.Local(type=Type(base="set")):
                return replace(plain, whole=self._speech.say(source))
            case core.Arithmetic(operator=".."):
                left, right = self._speech.say(source.left), self._speech.say(source.right)
                return replace(plain, behind=f" from {left} to {right}")
            case core.Comprehension(value=None):
                inner = self.group(source.source)
                if source.condition is None:
                    return inner
                return self.narrowed(inner, source.slot, source.condition, is_named)
            case core.Comprehension(value=core.Builtin(name="kind", arguments=(core.Local(slot=of),))) if (
                of == source.slot
            ):
                pieces = self.group(
                    core.Comprehension(
                        source.span, source.source.type, source.slot, source.source, source.condition, None
                    )
                )
                return replace(plain, behind=f" of {pieces.all()}")
            case core.Comprehension(value=value) if name := _asked(value, source.slot):
                elements = replace(source, value=None, type=source.source.type)
                among = f" among {self.group(elements).all(article=True)}"
                return Group(words(name), several(words(name)), behind=among)
            case core.PathEnds():
                return replace(plain, which=(f"can be reached by {self._speech.path(source.path)}",))
            case core.MakeSet() if source.items:
                return replace(plain, listed=tuple(self._speech.apart(i) for i in source.items))
        if inside := self._inside(source):
            return replace(plain, behind=f" {inside}")
        return replace(plain, behind=f" among {self._speech.apart(source)}")

    def _built_in(self, source: core.Builtin, plain: Group) -> Group | None:
        """The elements of a set that the language has; None where they are told by where they are."""
        match source:
            case core.Builtin(name="borders" | "nodes" | "corners", arguments=()):
                return Group(source.name[:-1], source.name)
            case core.Builtin(name="pieces", arguments=()) if plain.many in map(words, self._game.pools):
                return replace(plain, behind=" on the board")  # a pool is called as pieces are
            case core.Builtin(name=name, arguments=()) if name in _WHOLE:
                return plain
            case core.Builtin(name="neighbours", arguments=(near,)):
                return replace(plain, which=(f"is next to {self._speech.apart(stander(near))}",))
            case core.Builtin(name="neighbours", arguments=(near, ways)):
                said = f" one step {self._speech.ways(ways)} from {self._speech.apart(stander(near))}"
                return replace(plain, behind=said)
            case core.Builtin(name="cells_of" | "borders_of" | "nodes_of" as name, arguments=(place,)):
                form = name.removesuffix("s_of")
                return Group(form, f"{form}s", behind=f" at {self._speech.apart(place)}")
        return None

    def _named(self, source: core.PoolOf | core.Apply, plain: Group) -> Group | None:
        """The elements of a set whose name says what they are like: `won cards`, `players at large`; None for any other set."""
        match source:
            case core.PoolOf() if is_participle(words(source.name)):
                owner = self._speech.say(source.holder) if source.holder is not None else ""
                return replace(plain, before=words(source.name), owner=owner)
            case core.Apply(arguments=()) if is_preposition(words(source.definition).split(" ")[0]):
                return replace(plain, behind=f" {words(source.definition)}")
            case core.Apply(arguments=()) if is_state(words(source.definition)):
                return replace(plain, before=words(source.definition))
        return None

    def _inside(self, source: core.Expr) -> str:
        """Where the elements of a set are that has a name: `in the far row`, `on the edge`; "" for any other set."""
        match source:
            case core.Builtin(name=name, arguments=arguments) if name in _INSIDE:
                return _INSIDE[name].format(*map(self._speech.apart, arguments))
            case core.Builtin(name=name) if name in _ROWS:
                said = self._speech.say(source)
                return f"{'on' if said.endswith(' side') or said.startswith('the side ') else 'in'} {said}"
            case core.PoolOf() | core.Local() | core.Comprehension(value=core.PoolOf()):
                return f"in {self._speech.say(source)}"
            case core.Apply() | core.GetField() | core.Const():
                said = self._speech.say(source)
                is_list = isinstance(source, core.Const) and not said.startswith("the ")
                return f"in {said}" if be(said) == "is" and not is_list else ""
        return ""

    def narrowed(self, group: Group, slot: int, condition: core.Expr, is_named: bool = False) -> Group:
        """A group with what its elements must be: adjectives, whose they are, and clauses."""
        speech = self._speech
        speech.enter(slot, group.head)
        if group.whole:
            group = replace(group, whole="", behind=f" among {group.whole}")
        if group.listed:
            among = replace(group, listed=(), behind=f" among {joined(group.listed, 'and')}")
            return self._which(among, slot, [condition], is_named)
        left: list[core.Expr] = []
        for part in conjuncts(condition):
            whose = side(part)
            is_its = _is_about(part, slot)
            if whose and is_its and not group.owner and not group.before:
                group = self._sided(group, whose, sides_with(part))
                continue
            match part:
                case core.Not(
                    operand=core.Compare(left=core.Local(slot=of), right=core.Role(name="mover"))
                ) if of == slot and not group.before and speech.you == "you":
                    group = replace(group, before="other")
                case core.Builtin(name="empty" | "occupied" as name, arguments=(core.Local(slot=of),)) if (
                    of == slot and not group.before
                ):
                    group = replace(group, before=name)
                case core.Compare(operator="=", left=core.Builtin(name="owner"), right=owner) if (
                    is_its
                    and not side(part)
                    and not group.owner
                    and not is_const(owner, None)
                    and mark(slot) not in speech.say(owner)
                ):
                    group = replace(group, owner=speech.say(owner))
                case core.Compare(
                    operator="=", left=core.Builtin(name="kind"), right=core.Const() as kind
                ) if is_its and group.head == self._speech.piece_noun and kind.value is not None:
                    one = speech.say(kind)
                    group = replace(group, head=one, many=several(one))
                    speech.enter(slot, one)
                case core.Compare(
                    operator="=", left=core.Builtin(name="kind"), right=core.Local(slot=kind_slot)
                ) if is_its and kind_slot != slot and " of " not in group.behind:
                    group = replace(group, behind=f" of {speech.say(part.right)}{group.behind}")
                case _:
                    left.append(part)
        return self._which(group, slot, left, is_named) if left else group

    def _sided(self, group: Group, whose: str, role: str) -> Group:
        if owner := self._speech.whose(whose, role):
            return replace(group, owner=owner)
        return replace(group, before="friendly" if whose == "own" else whose)

    def _which(self, group: Group, slot: int, conditions: list[core.Expr], is_named: bool) -> Group:
        """A group with clauses for what else its elements must be."""
        said = [self._speech.part(c) for c in self._speech.merged(conditions)]
        clauses = [relative(text, slot) for text in said]
        if all(clauses):
            return replace(group, which=(*group.which, *clauses))
        speech = self._speech
        both = " and ".join(said)
        is_pronoun = (
            group.head != "player" and not re.search(r"\b(it|its)\b", both) and len(slots_in(both)) == 1
        )
        if is_pronoun:
            theirs = rf"\bthe ((?:(?!of |the |is |are |in )[\w-]+ ){{1,3}})of {mark(slot)}"
            about_it = re.sub(theirs, lambda found: f"its {found[1].rstrip()}", both).replace(
                mark(slot), "it"
            )
            return replace(group, which=(*group.which, f"where {about_it}"))
        if is_named:
            return replace(group, which=(*group.which, f"where {both}"))
        called, text = speech.introduced(both, slot)
        return replace(group, called=called, which=(*group.which, f"where {text}"))

    def among(self, e: core.Expr) -> str:
        """What an element of a set is, behind `is`."""
        if isinstance(e, core.MakeSet):
            return joined([self._speech.say(i) for i in e.items], "or")
        if isinstance(e, core.Arithmetic) and e.operator == "..":
            return f"between {self._speech.say(e.left)} and {self._speech.say(e.right)}"
        if isinstance(e, core.Builtin) and e.name == "sites":
            return "on the board"
        has_name = isinstance(e, core.Const) and self._speech.say(e).startswith("the ")
        if (isinstance(e, core.Comprehension) and e.value is None) or (
            isinstance(e, core.Const) and not has_name
        ):
            return self.group(e).one()
        return self._inside(e) or f"one of {self._speech.apart(e)}"

    def selected(self, e: core.Comprehension) -> str:
        """The values that a set is made of."""
        if e.value is None or (
            isinstance(e.value, core.Builtin)
            and e.value.name == "kind"
            and _is_element(e.value.arguments[0], e)
        ):
            found = self.group(e)
            return f"the {found.all()}" if e.value is not None else found.all()
        if isinstance(e.value, core.Comprehension) and e.condition is None and e.value.value is not None:
            return self._combined(e)
        elements = core.Comprehension(e.span, e.source.type, e.slot, e.source, e.condition, None)
        source = self.group(elements, is_named=True)
        self._speech.enter(e.slot, source.head)
        value, sign = self._speech.apart(e.value), mark(e.slot)
        if source.head == "direction" and value.startswith("the place ") and value.endswith(f" in {sign}"):
            return f"{value.replace('place', 'places', 1).removesuffix(sign)}{source.each()}"
        if value.count(sign) == 1 and value.endswith(
            (f" of {sign}", f" on {sign}", f" in {sign}", f" from {sign}")
        ):
            value = re.sub(r"\bthe (owner|kind|row|column|piece|place) (of|on) ", r"the \1s \2 ", value)
            return f"{value.removesuffix(sign)}{source.all(article=True)}"
        return self._speech.settled(f"{value} for {source.each(called_mark(e.slot))}", e.slot)

    def _combined(self, e: core.Comprehension) -> str:
        """A value for each combination of elements: all of them have names beside each other, in the order of the text."""
        speech, each, slots = self._speech, [], []
        inner: core.Expr = e
        while isinstance(inner, core.Comprehension) and inner.value is not None:
            group, named = self.group(inner.source, is_named=True), called_mark(inner.slot)
            speech.enter(inner.slot, group.head)
            slots.append(inner.slot)
            listed = f"each {group.head}{named} of {joined(group.listed, 'and')}"
            each.append(listed if group.listed else group.each(named))
            condition, inner = inner.condition, inner.value
            if condition is not None:
                break
        where = "" if condition is None else f" where {speech.say(condition)}"
        return speech.settled(f"{speech.apart(inner)} for {joined(each, 'and')}{where}", *slots)

    # ---- sets that are known

    def _listed(self, e: core.Const) -> tuple[str, ...]:
        """The values of a set that is written out, where they are kinds or words and not many."""
        element = e.type.element
        if (
            element is None
            or element.base not in ("kind", "symbol", "bool")
            or not isinstance(e.value, tuple)
        ):
            return ()
        return () if self._is_whole(e) else tuple(self._speech.value(v, element) for v in e.value)

    def everything(self, e: core.Const) -> str:
        """The set of all players, of all directions or of all cells of a form; "" for anything else."""
        if e.type.element is not None and self.is_everything(e):
            return f"all {several(self.noun(e.type.element))}"
        if sort := self._cells(e):
            return f"the {sort}"
        return "all directions" if self._is_every_direction(e) else ""

    def _is_whole(self, e: core.Const) -> bool:
        """Whether a set is that of all players, directions or kinds."""
        is_kinds = e.type.element is not None and e.type.element.base == "kind"
        is_all = isinstance(e.value, tuple) and len(e.value) == len(self._game.kinds) > 3
        return self.is_everything(e) or self._is_every_direction(e) or (is_kinds and is_all)

    def _is_every_direction(self, e: core.Const) -> bool:
        element = e.type.element
        if element is None or element.base != "direction" or not isinstance(e.value, tuple):
            return False
        return len(e.value) == len(self._game.board.directions) > 1

    def _cells(self, e: core.Const) -> str:
        """The form of which a set has all cells, in the plural; "" for any other set."""
        if e.type.element is None or e.type.element.base != "site":
            return ""
        return next((name for name, cells in self._game.board.sorts.items() if cells == e.value), "")

    def is_everything(self, e: core.Expr) -> bool:
        """Whether an expression is the set of all players, or of all words of a type with a name."""
        element = e.type.element
        if element is None or not isinstance(e, core.Const) or not isinstance(e.value, tuple):
            return False
        words_of = len(element.symbols) if element.name else 0
        return len(e.value) == (len(self._game.players) if element.base == "player" else words_of) > 0


def pool_noun(name: str, piece: str) -> str:
    """What a pool is called; one whose name says what was done to its pieces is all of them: `won cards`."""
    return f"{words(name)} {several(piece)}" if is_participle(words(name)) else words(name)


def constant_name(game: Game, e: object) -> str:
    """The definition of places that never change by whose name they are written; "" for anything else."""
    if not isinstance(e, core.Const) or e.type.element is None or e.type.element.base != "site":
        return ""
    found = game.definitions.get(e.span.text)
    return "" if found is None or found.parameters else found.name


def blocks(board: Board, sites: Sequence[core.Value]) -> Iterator[str]:
    """Cells of squares as blocks, each by its first and its last cell: `d1 to f3`; those of other boards one by one."""
    left = {(s.file, s.rank): s.name for s in board.sites if s.index in sites}
    while left:
        file, rank = min(left, key=lambda at: (at[1], at[0]))
        wide = high = 1
        if board.tiling.is_rectangular:
            while (file + wide, rank) in left:
                wide += 1
            while all((file + i, rank + high) in left for i in range(wide)):
                high += 1
        block = [left.pop((file + i, rank + k)) for k in range(high) for i in range(wide)]
        yield block[0] if len(block) == 1 else f"{block[0]} {'to' if len(block) > 2 else 'and'} {block[-1]}"


def relative(text: str, slot: int) -> str:
    """A clause about an element without its subject, as it follows on `that`, or one that begins with `whose`; "" for others."""
    sign = mark(slot)
    if text.count(sign) != 1:
        return ""
    if text.startswith(f"{sign} "):
        return text[2:]
    whose = re.match(
        rf"the ([\w “”-]+) of {sign} ((?:is|are|has|have|was|were|does|do|may|can|must|[a-z]+[^s]s)\b.*)",
        text,
        re.S,
    )
    return f"whose {whose[1]} {whose[2]}" if whose is not None and " of " not in whose[1] else ""


def conjuncts(e: core.Expr) -> list[core.Expr]:
    if isinstance(e, core.And) and not side(e):
        return [*conjuncts(e.left), *conjuncts(e.right)]
    return [e]


def _is_about(part: core.Expr, slot: int) -> bool:
    """Whether a comparison of an owner or a kind speaks of the element itself."""
    while isinstance(part, core.And):
        part = part.right
    if isinstance(part, core.Not):
        part = part.operand
    if (
        not isinstance(part, core.Compare)
        or not isinstance(part.left, core.Builtin)
        or not part.left.arguments
    ):
        return False
    of = part.left.arguments[0]
    return isinstance(of, core.Local) and of.slot == slot


def _asked(e: core.Expr | None, slot: int) -> str:
    """The column or the field that an expression asks an element for; "" for any other one."""
    match e:
        case core.Attribute(name=name, index=None, kind=of) | core.GetField(field=name, holder=of):
            of = of.arguments[0] if isinstance(of, core.Builtin) and of.name == "kind" else of
            return name if isinstance(of, core.Local) and of.slot == slot else ""
        case _:
            return ""


def _is_element(e: core.Expr, of: core.Comprehension) -> bool:
    return isinstance(e, core.Local) and e.slot == of.slot


# ---- what names stand for


_PLACES = ("the piece", "the start", "the destination")  # of a move


def taken_nouns(game: Game) -> set[str]:
    """The nouns that stand for something of the game, and so for no element."""
    held = [n for n, f in game.fields.items() if f.holder == "game"] + [
        n for n, p in game.pools.items() if p.holder == "game"
    ]
    return {words(n) for n in held} | {words(d.name) for d in game.definitions.values() if not d.parameters}


@by_game
def names_of(game: Game) -> tuple[dict[int, tuple[str, str]], dict[int, str]]:
    """The sort and the name of what rules give names to, by slots: the name is "" where it has hardly any letters. And the places of moves."""
    found: dict[int, tuple[str, str]] = {}
    piece = piece_noun(game)

    def add(slot: int, name: str, kind: Type) -> None:
        one = kind.element if kind.base == "set" and kind.element else kind
        head = piece if one.base == "piece" else noun_of(one, "value")
        head = head if one is kind else several(head)
        said = _speaking(name, head)
        if one is not kind and (is_state(said) or said.endswith("ing")):
            said = f"{said} {head}"  # it says what the elements are like: `the taken places`
        elif one is not kind and is_preposition(said):
            said = ""
        found.setdefault(slot, (head, said))

    scopes = (
        game.actions,
        game.settles,
        tuple(game.definitions.values()),
        game.setup,
        game.routines,
        game.ends,
        game.requires,
        game.prefers,
        game.skips,
        game.hides,
    )
    chosen = {p.slot: p.name for a in game.actions for p in a.parts if isinstance(p, Choose | ChooseSet)}
    parameters = (
        *(a.parameters for a in game.actions),
        *(d.parameters for d in game.definitions.values()),
        *(r.parameters for r in game.routines),
    )
    for name, slot, kind in (p for given in parameters for p in given):
        add(slot, "" if kind.base == "bool" else name, kind)
    for node in nodes(scopes):
        if isinstance(node, core.Local):
            add(node.slot, chosen.get(node.slot, node.name), node.type)
    slots = [(a.piece, a.origin, a.to) for a in game.actions if a.form == "move"]
    slots += [(s.piece, s.origin, s.to) for s in game.settles]
    places = {s: said for of in slots for s, said in zip(of, _PLACES, strict=True)}
    places.pop(-1, None)
    return found, places


# Names that say to nobody else which one is meant.
_SILENT = " one each mine his her its own all them these those "


def _speaking(name: str, head: str) -> str:
    """A name of the rules that says something to people; "" for one that does not."""
    said = words(name)
    is_silent = len(name) <= SHORT or said == head or f" {said} " in _SILENT or name[-1].isdigit()
    return "" if is_silent else said
