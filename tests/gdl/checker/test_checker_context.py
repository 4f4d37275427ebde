"""The context: scopes, slots, declared names, and errors that are said once."""

from checking import asking

from gdl.core.types import NUMBER, SITE
from gdl.diagnostics.values import Reporter
from gdl.source import Source, Span

HERE = Span(Source("here", "name other"), 0, 4)
THERE = Span(HERE.source, 5, 10)


def test_an_inner_context_sees_the_names_outside_and_keeps_its_own() -> None:
    outside = asking(Reporter())
    x = outside.local("x", NUMBER, HERE)
    inside = outside.inner()
    y = inside.local("y", SITE, HERE)
    assert (inside.find("x"), inside.find("y")) == (x, y)
    assert outside.find("y") is None
    assert inside.outer().find("x") is None


def test_a_name_hides_the_same_name_outside() -> None:
    outside = asking(Reporter())
    outside.local("x", NUMBER, HERE)
    inside = outside.inner()
    x = inside.local("x", SITE, HERE)
    assert inside.find("x") == x


def test_every_local_name_has_a_slot_of_its_own() -> None:
    context = asking(Reporter())
    slots = [context.local("x", NUMBER, HERE).slot, context.inner().local("x", NUMBER, HERE).slot]
    slots.append(context.outer().unnamed(NUMBER, HERE).slot)
    assert len(set(slots)) == 3
    assert context.slots.count == max(slots) + 1


def test_a_name_without_a_word_is_found_by_none() -> None:
    context = asking(Reporter())
    context.unnamed(NUMBER, HERE)
    assert context.find("it") is None


def test_suggestions_come_from_local_and_declared_names() -> None:
    context = asking(Reporter())
    context.local("x", NUMBER, HERE)
    assert {
        "x",
        "man",
        "mood",
        "worth",
        "box",
        "double",
        "north",
        "White",
        "size",
        "calm",
    } <= context.everything()


def test_a_name_is_declared_once() -> None:
    reporter = Reporter()
    context = asking(reporter)
    assert context.declare("fresh", HERE)
    assert not context.declare("fresh", THERE)
    assert not context.declare("mover", HERE)
    assert [d.code for d in reporter.found] == ["duplicate-name", "reserved-name"]
    assert reporter.found[0].others[0].span == HERE


def test_a_name_that_was_reported_at_its_declaration_is_excused() -> None:
    context = asking(Reporter())
    context.names.failed = {"wrong"}
    assert context.names.is_excused("wrong")
    assert not context.names.is_excused("man")


def test_fields_are_told_apart_by_what_has_them() -> None:
    names = asking(Reporter()).names
    assert names.field_of_game("mood") is not None
    assert names.field_of_things("mood") is None
    assert names.field_of_things("level") is not None
    assert names.field_of_game("level") is None
