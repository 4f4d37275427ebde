"""Sentences for people, `means "..."`, as a rule sheet tells them, and the parts of a game that a sheet tells.

What stands in braces is filled with its value where it is known before the play, and else named: `{s}` of a choice of
places is "the chosen place", `{n}` of a number that is chosen from 1 to 3 is "1 to 3".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from gdl.core import nodes as core
from gdl.core import static
from gdl.core.model import Action, Choose, ChooseSet, Definition, Game, Kind, Meaning, Performance
from gdl.core.types import Type
from gdl.core.visit import followed, nodes, rewritten
from gdl.source import Span
from gdl.tree.words import MeaningForm
from interpreter.play.sheet.english import THIRD, English
from interpreter.play.sheet.nouns import constant_name
from interpreter.play.sheet.wording import SHORT, counted, joined, noun, sentence


class Clause(Protocol):
    """A part of a game that stands at a place of its text."""

    @property
    def span(self) -> Span: ...


def rules_of(game: Game) -> Iterator[object]:
    """All parts of the rules of a game, and of the definitions that they use."""
    rules = (game.actions, game.setup, game.settles, game.requires, game.prefers, game.skips, game.hides)
    course = (game.ends, tuple(game.turns.values()), game.limit_result, game.routines, game.knowns)
    return followed((rules, course), game.definitions)


class AuthorSentences:
    """The sentences of one game, filled in for a rule sheet."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._table = static.table_of(game)
        self._ranges: dict[int, str] = {}
        self._chosen = {p.slot for a in game.actions for p in a.parts if isinstance(p, Choose | ChooseSet)}
        # parameters that only their names tell apart
        self._alike = {
            slot
            for parameters in _parameters(game)
            for name, slot, kind in parameters
            if len(name) <= SHORT and sum(k == kind and len(n) <= SHORT for n, _, k in parameters) > 1
        }
        self._english = English(game, self._named, you=THIRD)
        self._ranges.update(self._said_ranges())

    def of(self, form: MeaningForm, name: str) -> str:
        """The sentence of what has a name; "" if there is none."""
        return self._filled(self.game.meaning_of(form, name))

    def action(self, action: Action, kind: Kind | None = None) -> str:
        """The sentence of an action, about pieces of a kind where one is given; "" if there is none."""
        found = self.game.meaning_of("action", action.name)
        if found is None or kind is None or action.form != "move":
            return self._filled(found)
        return self._filled(
            replace(found, text=_about(found.text, action.piece, self.game.kinds.index(kind)))
        )

    def at(self, clause: Span) -> str:
        """The sentence of a clause without a name; "" if there is none."""
        return self._filled(self.game.meaning_at(clause))

    def all(self, form: MeaningForm) -> list[str]:
        """The sentences of all clauses of a form, in the order of the text."""
        return [self._filled(m) for m in self.game.meanings if m.form == form]

    def untold(self, effects: Sequence[core.Effect]) -> tuple[core.Effect, ...]:
        """The effects of a set-up of which no sentence tells; what a declared effect does belongs to the sentence that there is."""
        told = [m.clause for m in self.game.meanings if m.form == "setup"]
        declared = (
            {e.span for routine in self.game.routines for e in routine.effects} if told else set[Span]()
        )
        return tuple(
            e
            for e in effects
            if e.span not in declared and not any(clause.contains(e.span) for clause in told)
        )

    def terms(self, told: Iterable[object]) -> list[Definition]:
        """The definitions of which these parts of a game speak, and those that have sentences: what has one speaks of nothing else.
        What other files declare is left out where neither rules nor pictures of this game use it."""
        game, drawn = self.game, {sign.definition for sign in self.game.signs}
        asked = drawn | set(map(self._term, rules_of(game)))
        files = {n: d.body.span.source.name for n, d in game.definitions.items()}
        with_sentence = {m.name for m in game.meanings if m.form == "definition"} & files.keys()
        used = {n for n in with_sentence if n in asked or Path(files[n] or game.name).stem == game.name}
        waiting = list(told)
        while waiting:
            for node in nodes(waiting.pop()):
                name = self._term(node)
                if name and name not in used:
                    used.add(name)
                    meaning = self.game.meaning_of("definition", name)
                    waiting.append(meaning.text if meaning is not None else self.game.definitions[name].body)
        return [d for d in self.game.definitions.values() if d.name in used - self.game.fields.keys()]

    def effects(self, told: object) -> list[str]:
        """The declared effects of which these parts of a game speak by their names, and those of which they speak in turn."""
        by_name, used, waiting = {r.name: r for r in self.game.routines}, list[str](), [told]
        while waiting:
            names = [
                n.name for n in nodes(waiting.pop()) if isinstance(n, Performance) and n.name not in used
            ]
            used += dict.fromkeys(names)
            waiting += [by_name[n].effects for n in names if self.game.meaning_of("effect", n) is None]
        return [r.name for r in self.game.routines if r.name in used]

    def part(self, clause: Clause) -> object:
        """What a sheet tells of a clause: its sentence, where it has one, else the clause itself."""
        meaning = self.game.meaning_at(clause.span)
        return clause if meaning is None else meaning.text

    def unnamed_choices(self) -> Iterator[tuple[str, str]]:
        """The names and sentences of choices among choices, which are no actions of their own."""
        there_are = {a.name for a in self.game.actions}
        for meaning in self.game.meanings:
            if meaning.form == "action" and meaning.name not in there_are:
                yield meaning.name, self._filled(meaning)

    def _term(self, node: object) -> str:
        match node:
            case core.Apply(definition=name) | core.Result(score=name) if name in self.game.definitions:
                return name
            case core.Const():
                return constant_name(self.game, node)
            case _:
                return ""

    # ---- filling in

    def _filled(self, meaning: Meaning | None) -> str:
        if meaning is None:
            return ""
        said = ""
        pieces = list(meaning.text.pieces)
        for number, piece in enumerate(pieces):
            if isinstance(piece, str):
                said += piece
                continue
            value, after = self._value(piece), pieces[number + 1 : number + 2]
            if piece.type.base == "number" and after and isinstance(after[0], str):
                value, pieces[number + 1] = counted(value, after[0])
            # what is filled in may be called "the chosen place", behind an article of the author's own
            said += value.removeprefix("the ") if re.search(r"\b(?:an?|the) $", said, re.I) else value
        return sentence(said)

    def _value(self, e: core.Expr) -> str:
        try:
            value = static.value(e, self.game.board, table=self._table)
        except static.NotStatic:
            return self._english.say(e)
        if isinstance(value, tuple | frozenset) and e.type.element is not None:
            return joined([self._english.value(v, e.type.element) for v in value], "and")
        return self._english.value(value, e.type)

    def _named(self, e: core.Local) -> str | None:
        if e.slot in self._ranges:
            return self._ranges[e.slot]
        if e.slot in self._alike:
            return f"{noun(e)} {e.name}"
        return f"the chosen {noun(e)}" if e.slot in self._chosen else None

    def _said_ranges(self) -> Iterator[tuple[int, str]]:
        """How the numbers are said that an action chooses, by their slots."""
        for action in self.game.actions:
            for part in action.parts:
                match part:
                    case Choose(
                        slot=slot,
                        source=(core.Arithmetic(operator="..") as range_)
                        | core.Comprehension(source=core.Arithmetic(operator="..") as range_),
                    ):
                        yield slot, f"{self._value(range_.left)} to {self._value(range_.right)}"


def _parameters(game: Game) -> Iterator[Iterable[tuple[str, int, Type]]]:
    """The parameters of each definition and declared effect of which its sentence speaks."""
    for meaning in game.meanings:
        if meaning.form in ("definition", "effect"):
            yield {(n.name, n.slot, n.type) for n in nodes(meaning.text) if isinstance(n, core.Local)}


def _about(text: core.Template, piece: int, kind: int) -> core.Template:
    """A sentence in which the kind of the piece in a slot is known."""

    def change(node: object) -> object:
        match node:
            case core.Builtin(name="kind", arguments=(core.Local(slot=slot),)) if slot == piece:
                return core.Const(node.span, node.type, kind)
            case _:
                return rewritten(node, change)

    return rewritten(text, change)
