"""Sentences for people, `means "..."`, of clauses without names of their own; others are noted where they are checked."""

from collections.abc import Sequence
from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.texts import note
from gdl.core.types import KIND
from gdl.core.visit import substituted
from gdl.tree import syntax


def note_all(clauses: Sequence[syntax.Clause], options: Sequence[syntax.Option], context: Context) -> None:
    """Keeps the sentences of clauses without names of their own."""
    for option in options:
        note(option.means, "option", option.name.name, option, context.outer())
    for clause in clauses:
        inner = context.outer()
        match clause:
            case syntax.Field():
                note(clause.means, "field", clause.name.name, clause, inner)
            case syntax.Pool():
                note(clause.means, "pool", clause.name.name, clause, inner)
            case syntax.Kinds() if clause.axes:
                _note_generated(clause, context)
            case syntax.Kinds(rows=rows):
                for row in rows or ():
                    note(row.means, "kind", row.name.name, row, inner)
            case syntax.Require():
                note(clause.means, "require", "", clause, inner)
            case syntax.Setup():
                note(clause.means, "setup", "", clause, inner)
            case syntax.Turn():
                note(clause.means, "turn", clause.phase.name if clause.phase else "", clause, inner)
            case syntax.Prefer():
                note(clause.means, "prefer", "", clause, inner)
            case syntax.End(endings=endings):
                for ending in endings:
                    note(ending.means or clause.means, "end", "", ending, inner)
            case syntax.Limit():
                note(clause.means, "limit", "", clause, inner)


def _note_generated(clause: syntax.Kinds, context: Context) -> None:
    """Keeps the sentence of each kind that a rule makes, in which `it` is the kind."""
    if clause.means is None:
        return
    names = context.names
    inner = context.outer()
    it = inner.local("it", KIND, clause.span)
    note(clause.means, "kind", "", clause, inner)
    if not names.meanings or names.meanings[-1].span != clause.means.span:
        return  # it was wrong
    told = names.meanings.pop()
    for number, kind in enumerate(names.kinds.values()):
        if kind.span == clause.span:
            given = {it.slot: forms.const(clause.span, KIND, number)}
            names.meanings.append(replace(told, name=kind.name, text=substituted(told.text, given)))
