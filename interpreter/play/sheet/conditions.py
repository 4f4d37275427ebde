"""Conditions in English: what is compared, counted, joined and denied, as clauses."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gdl.core import nodes as core
from gdl.core.settled import always, is_const, never
from interpreter.play.scene.names import several, words
from interpreter.play.sheet.clauses import Clause, be, deny
from interpreter.play.sheet.elements import Group, called_mark, mark, of_whom
from interpreter.play.sheet.nouns import Sets, relative
from interpreter.play.sheet.speech import Speech
from interpreter.play.sheet.wording import (
    is_joined,
    is_loose,
    joined,
    side,
    sided,
    sides_with,
    with_article,
)

_NEGATIONS = (" not ", " no ", "cannot", " none ", " nobody", " neither ", "n't ")


class Conditions:
    """Says which conditions hold, and which do not."""

    def __init__(self, speech: Speech, sets: Sets) -> None:
        self._speech, self._sets = speech, sets

    # ---- all, some and no elements of a set

    def each(self, e: core.Quantified) -> str:
        """That all elements of a set pass a condition: `there is a fence on each border`."""
        group, said = self._entered(e)
        if about := self._about(group, e, said, group.each()):
            return about
        if isinstance(e.body, core.Not) and not (
            none := self.none(replace(e, body=e.body.operand))
        ).startswith("for "):
            return none
        return self._open(e, f"for {group.each(called_mark(e.slot))}", said)

    def some(self, e: core.Quantified) -> str:
        """That some element of a set passes a condition; a set that is asked for alone must hold something."""
        if there_is := self._there_is(e, is_denied=False):
            return there_is
        group, said = self._entered(e)
        return self._about(group, e, said, group.some()) or self._open(
            e, f"for {group.some(called_mark(e.slot))}", said
        )

    def none(self, e: core.Quantified) -> str:
        """That no element of a set passes a condition."""
        if there_is := self._there_is(e, is_denied=True):
            return there_is
        group, said = self._entered(e)
        if (
            _is_denial(said)
            and len(self.parts(e.body, core.And)) == 1
            and not _is_denial(denied := self.denied(e.body))
        ):
            whole = replace(e, is_all=True, body=core.Not(e.body.span, e.body.type, e.body))
            if about := self._about(group, whole, denied, group.each()):
                return about
        clauses = self._clauses(e)
        if all(clauses) and (len(clauses) > 1 or clauses[0].startswith("whose ")):
            return f"there is no {group.plain(False)}{of_whom(group.owner)} {group.that(clauses)}"
        if len(clauses) == 1 and clauses[0] and not _is_denial(said):
            return f"{group.none()} {clauses[0]}"
        if isinstance(e.body, core.Or) and (denials := self._denials(self.parts(e.body, core.Or))):
            return self._open(e, f"for {group.each(called_mark(e.slot))}", denials)
        return self._open(e, f"for {group.none(called_mark(e.slot))}", said)

    def _entered(self, e: core.Quantified) -> tuple[Group, str]:
        group = self._sets.group(e.source)
        self._speech.enter(e.slot, group.head)
        return group, self._speech.say(e.body)

    def _clauses(self, e: core.Quantified) -> list[str]:
        """The parts of a condition without the element as their subject, "" where that is not how they begin."""
        return [relative(self._speech.part(c), e.slot) for c in self.parts(e.body, core.And)]

    def _about(self, group: Group, e: core.Quantified, said: str, whom: str) -> str:
        """A short condition with the elements in their place: `some place is empty`; "" where that would say something else."""
        sign, parts = mark(e.slot), self.parts(e.body, core.And)
        if not e.is_all and len(parts) > 1:
            clauses = self._clauses(e)
            if all(clauses):
                one = with_article(group.plain(False))
                return f"there is {one}{of_whom(group.owner)} {group.that(clauses)}"
            return ""
        if said.count(sign) != 1 or len(parts) > 1 or _is_denial(said) or is_loose(said):
            return ""
        if group.head == "number" and not re.match(rf"(the [\w ]+ of )?{sign} ", said):
            return ""  # which of the numbers is meant would be lost in the middle
        if isinstance(e.body, core.Quantified | core.If | core.SomePath) or self.is_joint(e.body):
            return ""
        return said.replace(sign, whom if said.startswith(sign) or not is_joined(whom) else f"({whom})")

    def _open(self, e: core.Quantified, lead: str, said: str) -> str:
        return self._speech.settled(f"{lead}, {said}", e.slot)

    def _exists(self, source: core.Expr, is_denied: bool) -> str:
        """That a set has elements, or none: `you have no pieces`, `the deck is empty`."""
        is_named = isinstance(source, core.PoolOf | core.Apply | core.GetField)
        group = self._sets.group(source)
        said = self._speech.say(source)
        if group.listed or (is_named and not group.owner and group.behind.endswith(said)):
            return Clause(said, "is", "empty").said(not is_denied)
        return self._exist(group, is_denied)

    def _there_is(self, e: core.Quantified, is_denied: bool) -> str:
        """That a set has elements, of which adjectives, their owner and their kind say all: `there is an enemy piece`; "" for others."""
        if is_const(e.body, True):
            return self._exists(e.source, is_denied)
        group = self._sets.group(e.source)
        if group.listed or group.owner:
            return ""
        found = self._sets.narrowed(group, e.slot, e.body)
        return "" if found.which != group.which or found == group else self._exist(found, is_denied)

    def _exist(self, group: Group, is_denied: bool) -> str:
        """That there are such elements, or none: `you have no pieces`, `there is an empty place`."""
        if group.whole:
            return f"there {'are none' if is_denied else 'is at least one'} of {group.whole}"
        if group.owner:
            return Clause(
                group.owner,
                "has",
                f"no {group.plain(True)}" if is_denied else f"at least one {group.plain(False)}",
            ).said()
        return (
            f"there are no {group.plain(True)}"
            if is_denied
            else f"there is {with_article(group.plain(False))}"
        )

    # ---- one clause

    def clause(self, e: core.Expr) -> Clause | None:
        """A condition that is one clause, which can be denied; None for any other one."""
        if side(e):
            return self._whose(e)
        match e:
            case core.And():
                return self._merged(self.parts(e, core.And))
            case core.Compare(operator="="):
                return self._equal(e)
            case core.In():
                return self._member(e)
            case _:
                return self._speech.clause(e)

    def _equal(self, e: core.Compare) -> Clause | None:
        """That something is a value, as one clause."""
        say, whole = self._speech.say, self._speech.whole
        match e.left, e.right:
            case core.Builtin(name="count" | "repeated" | "passes"), _:
                return None
            case core.Builtin(
                name="owner", arguments=(core.Builtin(name="piece", arguments=(of,)),)
            ), nobody if is_const(nobody, None):
                return Clause(self._speech.apart(of), "holds", "nobody's piece", opposite="a player's piece")
            case core.Builtin(name="owner", arguments=(of,)), owner:
                return (
                    Clause(say(of), "belongs", "to nobody")
                    if is_const(owner, None)
                    else self._owned(of, say(owner))
                )
            case core.Builtin(name="kind", arguments=(of,)), core.Const(value=int()) as kind:
                return self._is_a(of, with_article(say(kind)))
            case core.Builtin(name="piece", arguments=(of,)), nothing if is_const(nothing, None):
                return Clause(self._speech.apart(of), "is", "empty")
            case left, nothing if is_const(nothing, None):
                return self._nothing(left)
            case core.Builtin(name="site", arguments=(of,)), place:
                return Clause(say(of), "is", f"on {whole(place)}")
            case left, _ if left.type.base == "bool":
                return None
            case core.Builtin(name="turn"), number:
                return Clause("it", "is", f"turn {whole(number)}")
            case core.Builtin(name="phase"), phase:
                return Clause("the phase", "is", called(say(phase)))
            case core.Arithmetic(operator="mod", left=left, right=of), nothing if is_const(nothing, 0):
                return Clause(whole(left), "is", f"a multiple of {self._speech.apart(of)}")
            case left, right if left.type.element is not None:
                return Clause(whole(left), "is", f"exactly {whole(right)}")
            case left, core.Const() as kind if self._speech.is_chosen_by_kind(left):
                return Clause(say(left), "is", with_article(say(kind)))
            case core.Builtin(name="kind"), right if self._speech.is_chosen_by_kind(right):
                return Clause(whole(e.left), "is", f"that of {whole(right)}")
            case left, right:
                return Clause(whole(left), "is", whole(right))

    def _member(self, e: core.In) -> Clause:
        """That something is in a set, as one clause."""
        whole = self._speech.whole
        match e.element, e.set:
            case core.Builtin(name="kind", arguments=(of,)), (core.Const() | core.MakeSet()) as kinds:
                return self._is_a(of, self._one_of_kinds(kinds))
            case element, core.PathEnds(path=path):
                return Clause(self._speech.path(path), "leads", f"to {whole(element)}")
            case (
                core.Const(value=int()) as kind,
                core.Comprehension(
                    value=core.Builtin(name="kind", arguments=(core.Local(slot=slot),))
                ) as found,
            ) if slot == found.slot:
                pieces = replace(found, value=None, type=found.source.type)
                return Clause(
                    with_article(self._speech.say(kind)),
                    "is",
                    f"among {self._sets.group(pieces).all(article=True)}",
                )
            case core.Const() as value, core.MakeSet(items=items):
                return Clause(joined([whole(i) for i in items], "or"), "is", self._speech.say(value))
            case core.Builtin(name="site", arguments=(of,)), among:
                return Clause(self._speech.say(of), "is", self._sets.among(among))
            case element, core.MakeSet(items=items) if element.type.base == "player":
                who = ["nobody" if is_const(i, None) else self._speech.say(i) for i in items]
                neither = f"neither {joined(who, 'nor')}"
                return Clause(whole(element), "is", joined(who, "or"), opposite=neither)
            case element, among:
                return Clause(whole(element), "is", self._sets.among(among))

    def _nothing(self, e: core.Expr) -> Clause | None:
        """That a value is none; None where people say that there is no such thing."""
        said = self._speech.whole(e)
        if isinstance(e, core.GetField) and e.holder is not None and e.type.base != "player":
            return self._speech.having(e)
        match e.type.base:
            case "player":
                return Clause(said, "is", "nobody", opposite="somebody")
            case "site":
                return Clause(said, "is", "off the board", opposite="on the board")
            case _:
                return None if said.startswith("the ") else Clause(said, "is", "none")

    def _one_of_kinds(self, kinds: core.Const | core.MakeSet) -> str:
        group = self._sets.group(kinds)
        return (
            joined([with_article(k) for k in group.listed], "or") if group.listed else self._sets.among(kinds)
        )

    def _whose(self, e: core.Expr) -> Clause:
        """That a piece is one's own, or an enemy's."""
        of, whose = sided(e), side(e)
        owner, noun = self._speech.whose(whose, sides_with(e)), self._speech.piece_noun
        if owner == "you" and not _is_on(of):
            return Clause(self._speech.say(of), "is", "yours")
        before = "" if owner else _ADJECTIVES[whose]
        return self._is_a(of, Group(noun, several(noun), before, owner).one())

    def _owned(self, of: core.Expr, owner: str) -> Clause:
        """That a piece belongs to a player; of a place, that it holds such a piece."""
        noun = self._speech.piece_noun
        if _is_on(of):
            return self._is_a(of, Group(noun, several(noun), owner=owner).one())
        return Clause(self._speech.say(of), "belongs", f"to {owner}")

    def _is_a(self, of: core.Expr, what: str) -> Clause:
        """That a piece is of a kind; of a place, that it holds such a piece."""
        if isinstance(of, core.Builtin) and _is_on(of):
            return Clause(self._speech.apart(of.arguments[0]), "holds", what)
        return Clause(self._speech.say(of), "is", what)

    def denied(self, e: core.Expr) -> str:
        """That something is not so."""
        if clause := self.clause(e):
            return clause.said(is_denied=True)
        match e:
            case core.Quantified(is_all=False):
                return self.none(e)
            case core.Quantified(is_all=True):
                return self._not_each(e)
            case core.Or() if neither := self.neither(self.parts(e, core.Or)):
                return neither
            case core.Or(left=core.Not(operand=first)):
                return f"{self._speech.part(first)} and {self.denied(e.right)}"
            case core.Or() if denials := self._denials(self.parts(e, core.Or)):
                return denials
            case core.Compare():
                return self._compared(e, is_denied=True)
            case core.SomePath():
                return f"there is no {self._speech.path(e.path, is_anywhere=True).removeprefix('a ').removeprefix('one ')}"
            case core.Not():
                return self._speech.say(e.operand)
            case core.And() | core.Or() if only := self.only(e):
                return self.denied(only)
            case core.Apply() if term := self._speech.term(e):
                return deny(term)
            case _:
                return f"it is not so that {self._speech.part(e)}"

    def _denials(self, conditions: Sequence[core.Expr]) -> str:
        """That none of several conditions holds, each denied by itself; "" where one of them has no plain denial."""
        said = [self.denied(c) for c in conditions]
        is_plain = all(self.clause(c) is not None or isinstance(c, core.Compare) for c in conditions)
        is_plain = is_plain and not any(map(is_loose, said))
        return " and ".join(said) if is_plain else ""

    def _not_each(self, e: core.Quantified) -> str:
        """That not all elements of a set pass a condition."""
        group, said = self._entered(e)
        clauses = self._clauses(e)
        if len(clauses) == 1 and clauses[0] and not clauses[0].startswith("whose ") and not _is_denial(said):
            return f"not {group.each()} {clauses[0]}"
        return self._speech.settled(
            f"it is not so that for {group.each(called_mark(e.slot))}, {said}", e.slot
        )

    def neither(self, conditions: Sequence[core.Expr]) -> str:
        """That something is none of several values; "" where the conditions are others."""
        parts = [c for c in conditions if isinstance(c, core.Compare) and c.operator == "="]
        if len(parts) < 2 or len(conditions) < 2:
            return ""
        if len(parts) == len(conditions) and len({self._speech.whole(c.left) for c in parts}) == 1:
            left = self._speech.whole(parts[0].left)
            return f"{left} {be(left)} neither {joined([self._value(c) for c in parts], 'nor')}"
        clauses = [c for c in map(self.clause, conditions) if c is not None and c.verb == "is"]
        if len(clauses) < len(conditions) or len({c.subject for c in clauses}) > 1:
            return ""
        return f"{clauses[0].subject} {be(clauses[0].subject)} neither {joined([c.rest for c in clauses], 'nor')}"

    def _value(self, e: core.Compare) -> str:
        """The right side of a comparison, in which no player is nobody."""
        is_nobody = is_const(e.right, None) and "player" in e.left.type.base
        return "nobody" if is_nobody else self._speech.whole(e.right)

    # ---- several conditions

    def together(self, e: core.And | core.Or, word: str) -> str:
        """Conditions joined by a word. One that is itself joined is set off, and so is one that would swallow the next."""
        parts = self.parts(e, type(e))
        if isinstance(e, core.And):
            parts = self.merged(parts)
        if alike := self._alike(parts, word):
            return alike
        said = [self._speech.part(p) for p in parts]
        apart = [f"({s})" if is_loose(s) else s for s in said[:-1]]
        return f" {word} ".join([*apart, said[-1]])

    def merged(self, conditions: Sequence[core.Expr]) -> list[core.Expr]:
        """Conditions, those together of which one says whose a piece is and the next of which kind."""
        found: list[core.Expr] = []
        for condition in conditions:
            if found and self._merged([found[-1], condition]):
                found[-1] = core.And(condition.span, condition.type, found[-1], condition)
            else:
                found.append(condition)
        return found

    def _merged(self, parts: Sequence[core.Expr]) -> Clause | None:
        """That a piece is of a player and of a kind, as one clause: `e4 holds an enemy king`; None for other conditions."""
        if len(parts) != 2 or not side(parts[0]):
            return None
        whose, kind = parts
        match kind:
            case core.Compare(
                operator="=",
                left=core.Builtin(name="kind", arguments=(of,)),
                right=core.Const(value=int()) as one,
            ):
                names = [self._speech.say(one)]
            case core.In(
                element=core.Builtin(name="kind", arguments=(of,)),
                set=(core.Const() | core.MakeSet()) as kinds,
            ):
                names = list(self._sets.group(kinds).listed)
            case _:
                return None
        if not names or self._speech.say(sided(whose)) != self._speech.say(of):
            return None
        owner = self._speech.whose(side(whose), sides_with(whose))
        many = joined([several(n) for n in names], "or")
        group = Group(
            joined(names, "or"), many, owner=owner, before="" if owner else _ADJECTIVES[side(whose)]
        )
        return self._is_a(of, group.one())

    def _alike(self, parts: Sequence[core.Expr], word: str) -> str:
        """What somebody is, as one clause: `a1 is empty or occupied`; "" for conditions that are not so much alike."""
        clauses = [self.clause(p) for p in parts]
        verbs = ("is", "holds") if word == "or" else ("is",)
        said = [c for c in clauses if c is not None and c.verb in verbs]
        if (
            len(said) < len(parts)
            or len({(c.subject, c.verb) for c in said}) > 1
            or any(is_loose(c.rest) or " and " in c.rest for c in said)
        ):
            return ""
        return Clause(said[0].subject, said[0].verb, joined([c.rest for c in said], word)).said()

    def is_joint(self, e: core.Expr) -> bool:
        """Whether a condition is itself made of conditions that are heard as several."""
        match e:
            case core.And() if side(e):
                return False
            case core.And() | core.Or():
                parts = self.parts(e, type(e))
                if len(parts) < 2:
                    return (isinstance(e, core.Or) and isinstance(e.left, core.Not)) or (
                        parts[0] is not e and self.is_joint(parts[0])
                    )
                return not self._alike(parts, "and" if isinstance(e, core.And) else "or") and not (
                    isinstance(e, core.And) and self._merged(parts)
                )
            case _:
                return isinstance(e, core.If) and self._speech.clause(e) is None

    def parts(self, e: core.Expr, kind: type[core.And | core.Or]) -> list[core.Expr]:
        """The conditions that one word joins, but for those that it would join in vain."""
        if not isinstance(e, kind) or side(e) or (isinstance(e, core.Or) and isinstance(e.left, core.Not)):
            return [e]
        is_idle = always if kind is core.And else never
        return [c for part in (e.left, e.right) if not is_idle(part) for c in self.parts(part, kind)]

    def only(self, e: core.And | core.Or) -> core.Expr | None:
        """The one condition that is left of several without those that are joined in vain; None where there are others."""
        parts = self.parts(e, type(e))
        return parts[0] if len(parts) == 1 and parts[0] is not e else None

    # ---- comparisons

    def compared(self, e: core.Compare) -> str:
        clause = self.clause(e)
        return clause.said() if clause is not None else self._compared(e)

    def _compared(self, e: core.Compare, is_denied: bool = False) -> str:
        """A comparison of numbers, with the plain value last; a count as people say it."""
        left, right, sign = e.left, e.right, _DENIED[e.operator] if is_denied else e.operator
        # as its author wrote it: the language has one comparison for both orders
        is_turned = e.left.span.start > e.right.span.start and not isinstance(e.left, core.Const)
        if self._is_plain(e) or is_turned:
            left, right, sign = right, left, _TURNED[sign]
        if sign == "<=" and is_const(right, 0) and self._sets.is_never_negative(left):
            sign = "="
        if counted := self._counted(left, sign, right):
            return counted
        if is_const(right, None):
            noun = self._speech.whole(left).removeprefix("the ")
            verb = be(f"the {noun}")
            some = with_article(noun) if verb == "is" else noun
            return f"there {verb} {some}" if sign == "!=" else f"there {verb} no {noun}"
        first, second = self._speech.whole(left), self._speech.whole(right)
        if left.type.base == "bool":
            return (
                f"either {first} or {second}, but not both"
                if sign == "!="
                else f"{first} exactly when {second}"
            )
        return f"{first} {be(first)} {_SIGNS[sign]}{second}"

    def _is_plain(self, e: core.Compare) -> bool:
        """Whether a comparison has its plain value in front, where people name it last."""
        is_number = isinstance(e.left, core.Arithmetic) and self._speech.say(e.left).isdecimal()
        return (isinstance(e.left, core.Const) or is_number) and not isinstance(e.right, core.Const)

    def _counted(self, left: core.Expr, sign: str, right: core.Expr) -> str:
        """A comparison of a count with a number: `there are at least 2 ...`, `you have no pieces`; "" for any other one."""
        if not isinstance(left, core.Builtin) or left.name not in ("count", "repeated", "passes"):
            return ""
        if left.name == "count" and sign in ("=", "!=", ">") and is_const(right, 0):
            return self._exists(left.arguments[0], is_denied=sign == "=")
        number = self._speech.whole(right)
        many = f"{_MANY[sign]}{number}"
        is_one = number == "1" and sign in ("=", "<=", ">=", ">")
        if left.name == "repeated":
            return f"this position was there {many} times"
        if left.name == "passes" and is_const(right, 0) and sign in ("=", ">"):
            return f"{'nobody' if sign == '=' else 'somebody'} has just passed"
        if left.name == "passes" and not number.isdecimal():
            return f"the number of passes in a row is {_SIGNS[sign]}{number}"
        if left.name == "passes":
            return f"there {'was' if is_one else 'were'} {many} {'pass' if is_one else 'passes'} in a row"
        group = self._sets.group(left.arguments[0])
        if group.listed or isinstance(left.arguments[0], core.Apply | core.GetField | core.Local):
            return ""
        if sign == "!=" or (not isinstance(right, core.Const) and not number.isdecimal()):
            return ""
        if group.owner:
            return Clause(group.owner, "has", f"{many} {group.plain(not is_one)}").said()
        return f"there {'is' if is_one else 'are'} {many} {group.plain(not is_one)}"


_ADJECTIVES = {"own": "friendly", "enemy": "enemy"}
_DENIED = {"=": "!=", "<": ">=", "<=": ">"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_SIGNS = {"=": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}
_MANY = {**_SIGNS, "=": "exactly ", "!=": "not exactly ", "<": "fewer than "}


def _is_on(e: core.Expr) -> bool:
    """Whether a piece is told by the place where it is."""
    return isinstance(e, core.Builtin) and e.name == "piece"


def _is_denial(said: str) -> bool:
    return any(word in f" {said} " for word in _NEGATIONS)


def called(name: str) -> str:
    """A name as it stands where nothing better can be said of it."""
    return f"“{words(name)}”"
