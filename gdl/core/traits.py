"""What each effect does and what each expression depends on: one table for every analysis of the rules.

A new effect gets its row in `traits` and a new expression in `sources`; the type checker asks for both. The words are
explained in `gdl.tree.words`, at `Trait` and `Source`.

    traits        what an effect does by itself, without the effects inside it
    traits_of     what the effects anywhere inside a part of the rules do
    doing, has    those of them that do one of these things, and whether there are any
    written       the fields that an effect gives values
    has_luck      whether chance decides anything in a game
    musts         the demands inside a part that have to be met
    sources       what the value of an expression depends on by itself, without the expressions inside it
    dependencies  what the expressions anywhere inside a part, and in the definitions that it uses, depend on
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.builtins import facts
from gdl.core.visit import followed, nodes
from gdl.tree.words import Source, Trait


def traits(effect: core.Effect) -> frozenset[Trait]:
    """What an effect does by itself, without the effects inside it."""
    match effect:
        case core.Place() | core.Stock():
            return _all("makes", "fails", *_writing(effect))
        case core.MoveTo():
            return _all("moves", "fails", *_writing(effect))
        case core.Remove():
            return _all("removes", "captures") if effect.is_capture else _all("removes")
        case core.SetField(field="owner"):
            return _all("changes")
        case core.SetField(field="kind"):
            return _all("changes", "fails")
        case core.SetField():
            return _all("writes", "fails")
        case core.Chance():
            return _all("draws")
        case core.Demand():
            return _all("demands", "fails")
        case core.SetPhase() | core.NextTurn():
            return _all("directs")
        case core.Finish():
            return _all("ends")
        case core.Simultaneously():
            return _all("fails")
        case core.Bind() | core.ForEach() | core.ForPath() | core.Branch() | core.Acting():
            return _all()
        case _:
            assert_never(effect)


def doing(part: object, *wanted: Trait) -> Iterator[core.Effect]:
    """The effects inside a part of the rules that do one of these things."""
    for node in nodes(part):
        if isinstance(node, core.Effect) and not traits(node).isdisjoint(wanted):
            yield node


def has(part: object, *wanted: Trait) -> bool:
    """Whether some effect inside a part of the rules does one of these things."""
    return any(True for _ in doing(part, *wanted))


def has_luck(game: model.Game) -> bool:
    """Whether chance decides anything, in the set-up or in play."""
    return game.has_chance or has(game.setup, "draws")


def written(effect: core.Effect) -> tuple[str, ...]:
    """The names of the fields that an effect gives values by itself. An owner or a kind is no field."""
    match effect:
        case core.SetField(field="owner" | "kind"):
            return ()
        case core.SetField():
            return (effect.field,)
        case core.Place() | core.Stock() | core.MoveTo():
            return tuple(name for name, _ in effect.settings)
        case (
            core.Remove()
            | core.SetPhase()
            | core.Bind()
            | core.Chance()
            | core.Demand()
            | core.NextTurn()
            | core.Finish()
            | core.ForEach()
            | core.ForPath()
            | core.Branch()
            | core.Acting()
            | core.Simultaneously()
        ):
            return ()
        case _:
            assert_never(effect)


def musts(part: object) -> Iterator[core.Demand]:
    """The demands inside a part of the rules that have to be met, so that what demands them is legal only if they can."""
    return (node for node in nodes(part) if isinstance(node, core.Demand) and node.word == "must")


def has_musts(part: object) -> bool:
    """Whether a part of the rules demands what has to be met."""
    return next(musts(part), None) is not None


def sources(e: core.Expr | core.Path) -> frozenset[Source]:
    """What the value of an expression, or the way of a path, depends on by itself, without what is inside it.

    A name that holds a piece is none when the piece is gone, so it depends on the pieces.
    """
    match e:
        case core.Role():
            return _from("mover")
        case core.Local():
            return _from("pieces") if e.type.base == "piece" else _from()
        case core.GetField():
            return _from("fields", "pieces") if e.type.base == "piece" else _from("fields")
        case core.PoolOf():
            return _from("pools")
        case core.Builtin():
            return facts(e.name).reads
        case core.CanMake():
            return _from("legal")
        case core.Line() | core.Walk() | core.Leap():
            if e.start is None:
                return _from("extent")
            return _from("pieces") if e.start.type.base == "piece" else _from()
        case core.Template():
            return _from("pieces") if any(_is_piece(piece) for piece in e.pieces) else _from()
        case (
            core.Const()
            | core.Attribute()
            | core.Apply()
            | core.If()
            | core.And()
            | core.Or()
            | core.Not()
            | core.Compare()
            | core.Arithmetic()
            | core.In()
            | core.MakeSet()
            | core.Comprehension()
            | core.Ordered()
            | core.Quantified()
            | core.Reached()
            | core.SomePath()
            | core.PathEnds()
        ):
            return _from()
        case _:
            assert_never(e)


def dependencies(part: object, definitions: Mapping[str, object]) -> frozenset[Source]:
    """What the expressions anywhere inside a part, and in the definitions that it uses, depend on."""
    inside = (n for n in followed(part, definitions) if isinstance(n, core.Expr | core.Path))
    return frozenset(source for node in inside for source in sources(node))


def _all(*found: Trait) -> frozenset[Trait]:
    return frozenset(found)


def _from(*found: Source) -> frozenset[Source]:
    return frozenset(found)


def _writing(effect: core.Effect) -> tuple[Trait, ...]:
    return ("writes",) if written(effect) else ()


def _is_piece(piece: str | core.Expr) -> bool:
    """Whether a piece is written into a text: there stands its site."""
    return not isinstance(piece, str) and (
        piece.type.base == "piece" or (piece.type.element is not None and piece.type.element.base == "piece")
    )
