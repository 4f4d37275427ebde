"""From Lark's parse tree to the nodes of `syntax`: one method a rule, nothing else is decided here.

Lark looks for the method of a rule by its name on one object, so this class extends that of expressions and paths.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from lark import Token
from lark.tree import Meta

from gdl.boards.graphs import run_names, run_places
from gdl.parsing.phrase_builder import Parts, Phrases, filtered, one_of
from gdl.tree import syntax
from gdl.tree.words import ACTION_FORMS, CHOICE_WORDS, DEMAND_WORDS, OPERATORS, PREFER_WORDS

Made = TypeVar("Made", bound=syntax.Meant)


def _meant(build: Callable[["Builder", Meta, Parts], Made]) -> Callable[["Builder", Meta, Parts], Made]:
    """Gives what a method builds its sentence for people, wherever that stands among its parts."""

    @wraps(build)
    def inner(self: "Builder", meta: Meta, c: Parts) -> Made:
        said = next((x for x in c if isinstance(x, syntax.Meaning)), None)
        made = build(self, meta, [x for x in c if not isinstance(x, syntax.Meaning)])
        return made if said is None else replace(made, means=said)

    return inner


def _letters_and_fens(parts: Parts) -> tuple[tuple[syntax.Letter, ...], tuple[syntax.Fen, ...]]:
    letters = tuple(x for x in parts if isinstance(x, syntax.Letter))
    return letters, tuple(x for x in parts if isinstance(x, syntax.Fen))


class Builder(Phrases):
    """Builds one clause."""

    # ---- effects

    def setting(self, meta: Meta, c: Parts) -> syntax.Setting:
        return syntax.Setting(self.span(meta), self.ident(c[0]), c[1])

    def placed_of(self, meta: Meta, c: Parts) -> syntax.Placed:
        return syntax.Placed(self.span(meta), c[0], c[1])

    def place(self, meta: Meta, c: Parts) -> syntax.Place:
        return syntax.Place(self.span(meta), c[0], filtered(c[1], c[2]), tuple(c[3:]))

    def stock(self, meta: Meta, c: Parts) -> syntax.Place:
        return syntax.Place(self.span(meta), c[0], c[1], tuple(c[3:]), True, c[2])

    def move_to(self, meta: Meta, c: Parts) -> syntax.MoveTo:
        what, source, word, to, *settings = c
        return syntax.MoveTo(self.span(meta), what, source, to, tuple(settings), word == "under")

    def remove(self, meta: Meta, c: Parts) -> syntax.Remove:
        return syntax.Remove(self.span(meta), filtered(c[0], c[1]), False)

    def capture(self, meta: Meta, c: Parts) -> syntax.Remove:
        return syntax.Remove(self.span(meta), filtered(c[0], c[1]), True)

    def assign(self, meta: Meta, c: Parts) -> syntax.Assign:
        return syntax.Assign(self.span(meta), c[0], c[1])

    def bind(self, meta: Meta, c: Parts) -> syntax.Bind:
        return syntax.Bind(self.span(meta), self.ident(c[0]), c[1])

    def random(self, meta: Meta, c: Parts) -> syntax.Random:
        return syntax.Random(self.span(meta), self.ident(c[0]), c[1], c[2])

    def demanded(self, meta: Meta, c: Parts) -> syntax.Demanded:
        return syntax.Demanded(self.span(meta), self.ident(c[0]), tuple(c[1] or ()), tuple(c[2] or ()))

    def then(self, meta: Meta, c: Parts) -> syntax.Then:
        word, *choices, player = c
        return syntax.Then(self.span(meta), one_of(word, DEMAND_WORDS), tuple(choices), player)

    def perform(self, meta: Meta, c: Parts) -> syntax.Perform:
        return syntax.Perform(self.span(meta), self.ident(c[0]), tuple(c[1] or ()))

    def then_turn(self, meta: Meta, c: Parts) -> syntax.ThenTurn:
        return syntax.ThenTurn(self.span(meta), c[0])

    def finish(self, meta: Meta, c: Parts) -> syntax.Finish:
        return syntax.Finish(self.span(meta), c[0])

    def generator(self, meta: Meta, c: Parts) -> syntax.Generator:
        return syntax.Generator(self.span(meta), self.ident(c[0]), c[1])

    def for_each(self, meta: Meta, c: Parts) -> syntax.ForEach:
        *generators, condition, body = c
        return syntax.ForEach(self.span(meta), tuple(generators), condition, body)

    def for_path(self, meta: Meta, c: Parts) -> syntax.ForPath:
        return syntax.ForPath(self.span(meta), c[0], c[1])

    def if_(self, meta: Meta, c: Parts) -> syntax.If:
        condition, then, otherwise = c
        following = (otherwise,) if isinstance(otherwise, syntax.If) else otherwise or ()
        return syntax.If(self.span(meta), condition, then, following)

    def simultaneously(self, meta: Meta, c: Parts) -> syntax.Simultaneously:
        return syntax.Simultaneously(self.span(meta), c[0])

    def case(self, meta: Meta, c: Parts) -> syntax.Case:
        return syntax.Case(self.span(meta), tuple(c[:-1]), c[-1])

    def match(self, meta: Meta, c: Parts) -> syntax.Match:
        cases = tuple(x for x in c if isinstance(x, syntax.Case))
        return syntax.Match(self.span(meta), tuple(x for x in c if not isinstance(x, syntax.Case)), cases)

    def effect_line(self, meta: Meta, c: Parts) -> tuple[syntax.Effect, ...]:
        return tuple(c)

    def plain_body(self, meta: Meta, c: Parts) -> tuple[syntax.Effect, ...]:
        effects: list[syntax.Effect] = []
        for item in c:
            if isinstance(item, tuple):
                effects.extend(item)
            elif item is not None:
                effects.append(item)
        return tuple(effects)

    body = plain_body
    part_body = plain_body

    # ---- results

    def named_result(self, meta: Meta, c: Parts) -> syntax.Result:
        result: syntax.Result = c[1]
        return replace(result, name=self._end_name(c[0]))

    def wins(self, meta: Meta, c: Parts) -> syntax.Result:
        return syntax.Result(self.span(meta), "wins", c[0])

    def loses(self, meta: Meta, c: Parts) -> syntax.Result:
        return syntax.Result(self.span(meta), "loses", c[0])

    def draw(self, meta: Meta, c: Parts) -> syntax.Result:
        return syntax.Result(self.span(meta), "draw")

    def highest(self, meta: Meta, c: Parts) -> syntax.Result:
        return syntax.Result(self.span(meta), "highest", score=self.ident(c[0]), ties=_in_turn(c[1:]))

    def lowest(self, meta: Meta, c: Parts) -> syntax.Result:
        return syntax.Result(self.span(meta), "lowest", score=self.ident(c[0]), ties=_in_turn(c[1:]))

    def payoff(self, meta: Meta, c: Parts) -> syntax.Result:
        return syntax.Result(self.span(meta), "payoff", score=self.ident(c[0]))

    # ---- clauses

    def heading(self, meta: Meta, c: Parts) -> syntax.Heading:
        return syntax.Heading(self.span(meta), self.ident(c[0]), str(c[1]).strip('"'))

    def game(self, meta: Meta, c: Parts) -> syntax.Game:
        title, extends, *headings = c
        return syntax.Game(
            self.span(meta),
            str(title)[1:-1],
            None if extends is None else str(extends)[1:-1],
            None if extends is None else self.span(extends),
            tuple(h for h in headings if h is not None),
        )

    @_meant
    def option(self, meta: Meta, c: Parts) -> syntax.Option:
        name, default, *values, by, only = c
        given = tuple(v for v in values if v is not None)
        return syntax.Option(self.span(meta), self.ident(name), default, given, by, only is not None)

    def variant(self, meta: Meta, c: Parts) -> syntax.Variant:
        return syntax.Variant(self.span(meta), self.ident(c[0]), tuple(s for s in c[1:] if s))

    def player(self, meta: Meta, c: Parts) -> syntax.Player:
        return syntax.Player(self.span(meta), self.ident(c[0]), self.ident(c[1]) if c[1] else None)

    def players(self, meta: Meta, c: Parts) -> syntax.Players:
        counts = tuple(x for x in c if isinstance(x, syntax.PlayerCount))
        return syntax.Players(self.span(meta), counts, tuple(x for x in c if isinstance(x, syntax.Player)))

    def player_count(self, meta: Meta, c: Parts) -> syntax.PlayerCount:
        least, most = int(c[0][:9]), int((c[1] or c[0])[:9])
        return syntax.PlayerCount(self.span(meta), least, most)

    def team(self, meta: Meta, c: Parts) -> tuple[syntax.Ident, ...]:
        return self.idents(c)

    def teams(self, meta: Meta, c: Parts) -> syntax.Teams:
        return syntax.Teams(self.span(meta), tuple(c))

    def extent_by(self, meta: Meta, c: Parts) -> tuple[str, tuple[Any, ...]]:
        return "by", tuple(c)

    def extent_side(self, meta: Meta, c: Parts) -> tuple[str, tuple[Any, ...]]:
        return "side", tuple(c)

    def extent_rows(self, meta: Meta, c: Parts) -> tuple[str, tuple[Any, ...]]:
        return "rows", tuple(c)

    def extent_growing(self, meta: Meta, c: Parts) -> tuple[str, tuple[Any, ...]]:
        return "growing", tuple(x for x in c if x is not None)

    def wrapping(self, meta: Meta, c: Parts) -> tuple[syntax.Ident, ...]:
        return self.idents(c)

    def board(self, meta: Meta, c: Parts) -> syntax.Board:
        shape, (form, extent), first, second, wrapping, *places, stacking, condition, skipping = c
        skip = self.ident(skipping) if skipping else None
        axes = (self.ident(first), self.ident(second)) if first else None
        whole, is_stacking = self.ident(shape), stacking is not None
        return syntax.Board(
            self.span(meta),
            whole,
            form,
            extent,
            condition,
            skip,
            axes,
            self.idents(places),
            is_stacking,
            wrapping=wrapping or (),
        )

    def tied(self, meta: Meta, c: Parts) -> syntax.Track:
        return syntax.Track(self.span(meta), tuple(site for run in c for site in run), False)

    def tied_run(self, meta: Meta, c: Parts) -> syntax.Track:
        return syntax.Track(self.span(meta), self.run(meta, c), False)

    def one_way(self, meta: Meta, c: Parts) -> syntax.Track:
        return syntax.Track(self.span(meta), tuple(site for run in c for site in run), True)

    def run(self, meta: Meta, c: Parts) -> tuple[syntax.Ident, ...]:
        """The sites of a run; where it is none, one under a name that no site can have."""
        first, last = c
        if last is None:
            return (self.ident(first),)
        span = self.span(meta)
        return tuple(syntax.Ident(span, n) for n in run_names(first, last) or (f"{first}..{last}",))

    def coordinates(self, meta: Meta, c: Parts) -> tuple[syntax.Number, syntax.Number]:
        return c[0], c[1]

    def spot(self, meta: Meta, c: Parts) -> tuple[syntax.Spot, ...]:
        sites, *ends = c
        ways = (end if isinstance(end, tuple) else (end, end) for end in ends)
        x, y = (
            [syntax.Number(a.span, place) for place in run_places(a.value, b.value, len(sites))]
            for a, b in ways
        )
        return tuple(syntax.Spot(self.span(meta), *spot) for spot in zip(sites, x, y, strict=True))

    def network(self, meta: Meta, c: Parts) -> syntax.Ident:
        return self.ident(c[0])

    def graph(self, meta: Meta, c: Parts) -> syntax.Board:
        span = self.span(meta)
        *parts, stacking = c
        shape = syntax.Ident(span, "graph")
        tracks: list[syntax.Track | syntax.Spot] = []
        networks: list[syntax.Ident] = []
        for part in parts:
            match part:
                case syntax.Ident():
                    networks.append(part)
                case syntax.Track():
                    tracks.append(replace(part, network=networks[-1] if networks else None))
                case _:
                    tracks += part
        return syntax.Board(
            span,
            shape,
            "graph",
            (),
            None,
            None,
            None,
            (),
            stacking is not None,
            tuple(tracks),
            networks=tuple(networks),
        )

    @_meant
    def row(self, meta: Meta, c: Parts) -> syntax.Row:
        return syntax.Row(self.span(meta), self.ident(c[0]), tuple(c[1:]))

    def kinds(self, meta: Meta, c: Parts) -> syntax.Kinds:
        columns = tuple(x for x in c if isinstance(x, syntax.Column))
        rows = tuple(x for x in c if isinstance(x, syntax.Row))
        return syntax.Kinds(self.span(meta), columns, rows or None, is_added=c[0] is not None)

    def column(self, meta: Meta, c: Parts) -> syntax.Column:
        by = next((t for t in c[1:] if t is not None and t.type == "NAME"), None)
        ends = [int(t[:9]) for t in c[1:] if t is not None and t.type == "INT"]
        numbers = (ends[0], ends[1]) if ends else None
        return syntax.Column(self.span(meta), self.ident(c[0]), self.ident(by) if by else None, numbers)

    def axis(self, meta: Meta, c: Parts) -> syntax.Axis:
        column, first, *others = c
        if isinstance(first, syntax.AxisValue):
            return syntax.Axis(self.span(meta), column, (first, *others))
        return syntax.Axis(self.span(meta), column, (), self.ident(first))

    def axis_name(self, meta: Meta, c: Parts) -> syntax.AxisValue:
        short = self.ident(c[1]) if c[1] is not None else None
        return syntax.AxisValue(self.span(meta), self.ident(c[0]), short, None)

    def axis_numbers(self, meta: Meta, c: Parts) -> syntax.AxisValue:
        return syntax.AxisValue(
            self.span(meta), None, None, (int(c[0][:9]), int(c[1][:9])), int((c[2] or "1")[:9])
        )

    def computed_column(self, meta: Meta, c: Parts) -> syntax.ComputedColumn:
        return syntax.ComputedColumn(self.span(meta), self.ident(c[0]), c[1])

    def axis_number(self, meta: Meta, c: Parts) -> syntax.AxisValue:
        number = int(c[0][:9])
        short = self.ident(c[1]) if c[1] is not None else None
        return syntax.AxisValue(self.span(meta), None, short, (number, number))

    @_meant
    def generated(self, meta: Meta, c: Parts) -> syntax.Kinds:
        computed = tuple(x for x in c if isinstance(x, syntax.ComputedColumn))
        axes = tuple(x for x in c if isinstance(x, syntax.Axis))
        once, text, condition = c[1 + len(axes) : 4 + len(axes)]
        name = None if text is None else syntax.Text(self.span(text), str(text)[1:-1])
        return syntax.Kinds(
            self.span(meta), (), None, axes, once is not None, condition, c[0] is not None, name, computed
        )

    def named_type(self, meta: Meta, c: Parts) -> syntax.FieldType:
        return syntax.FieldType(self.span(meta), self.idents(c), None, None, False)

    def range_type(self, meta: Meta, c: Parts) -> syntax.FieldType:
        return syntax.FieldType(self.span(meta), (), c[0], c[1], False)

    def rotation_type(self, meta: Meta, c: Parts) -> syntax.FieldType:
        word, group = self.idents(c)
        return syntax.FieldType(self.span(meta), (word,), None, None, False, group)

    def optional_type(self, meta: Meta, c: Parts) -> syntax.FieldType:
        base: syntax.FieldType = c[0]
        return replace(base, span=self.span(meta), optional=True)

    def holder(self, meta: Meta, c: Parts) -> syntax.Holder:
        if len(c) == 1:
            return syntax.Holder(self.span(meta), self.ident(c[0]))
        return syntax.Holder(self.span(meta), None, c[0], c[1])

    @_meant
    def field(self, meta: Meta, c: Parts) -> syntax.Field:
        name, *rest = c
        holders = tuple(x for x in rest if isinstance(x, syntax.Holder))
        kind, *rest = rest[len(holders) :]
        default, until, viewers = rest
        return syntax.Field(
            self.span(meta),
            self.ident(name),
            holders,
            kind,
            default,
            self.ident(until) if until is not None else None,
            self.ident(viewers) if viewers is not None else None,
        )

    @_meant
    def type_of_words(self, meta: Meta, c: Parts) -> syntax.WordType:
        return syntax.WordType(self.span(meta), self.ident(c[0]), self.idents(c[1:]))

    @_meant
    def pool(self, meta: Meta, c: Parts) -> syntax.Pool:
        viewers = self.ident(c[3]) if c[3] is not None else None
        return syntax.Pool(self.span(meta), self.ident(c[0]), c[1], viewers, c[2] is not None)

    @_meant
    def hide(self, meta: Meta, c: Parts) -> syntax.Hide:
        *aspects, name, source, viewer, condition = c
        named = self.idents([a for a in aspects if a is not None])
        return syntax.Hide(self.span(meta), self.ident(name), source, self.ident(viewer), condition, named)

    @_meant
    def hide_of_game(self, meta: Meta, c: Parts) -> syntax.Hide:
        *aspects, viewer, condition = c
        return syntax.Hide(self.span(meta), None, None, self.ident(viewer), condition, self.idents(aspects))

    @_meant
    def known(self, meta: Meta, c: Parts) -> syntax.Known:
        return syntax.Known(self.span(meta), self.ident(c[0]), c[1])

    def position(self, meta: Meta, c: Parts) -> syntax.Position:
        return syntax.Position(self.span(meta), self.ident(c[0]), c[1], tuple(c[2:]))

    @_meant
    def skip(self, meta: Meta, c: Parts) -> syntax.Skip:
        return syntax.Skip(self.span(meta), self.ident(c[0]), c[1])

    def param(self, meta: Meta, c: Parts) -> syntax.Parameter:
        return syntax.Parameter(self.span(meta), self.ident(c[0]), self.ident(c[1]))

    @_meant
    def let(self, meta: Meta, c: Parts) -> syntax.Let:
        name, *params, value = c
        parameters = tuple(p for p in params if p is not None)
        return syntax.Let(self.span(meta), self.ident(name), parameters, value, is_relation=False)

    def relation(self, meta: Meta, c: Parts) -> syntax.Let:
        return replace(self.let(meta, c), is_relation=True)

    def wanted(self, meta: Meta, c: Parts) -> syntax.Wanted:
        name, *params, kind = c
        parameters = tuple(p for p in params if p is not None)
        return syntax.Wanted(self.span(meta), self.ident(name), parameters, self.ident(kind))

    def let_change(self, meta: Meta, c: Parts) -> syntax.LetChange:
        name, *parts = c
        signs = [one_of(sign, OPERATORS) for sign in parts[::2]]
        return syntax.LetChange(
            self.span(meta), self.ident(name), tuple(zip(signs, parts[1::2], strict=True))
        )

    @_meant
    def setup(self, meta: Meta, c: Parts) -> syntax.Setup:
        return syntax.Setup(self.span(meta), c[1], c[0] is not None)

    @_meant
    def routine(self, meta: Meta, c: Parts) -> syntax.Routine:
        name, *parameters, body = c
        given = tuple(p for p in parameters if p is not None)
        return syntax.Routine(self.span(meta), self.ident(name), given, body)

    def choose(self, meta: Meta, c: Parts) -> syntax.Choose:
        word, name, source, condition = c
        return syntax.Choose(self.span(meta), self.ident(name), source, condition, one_of(word, CHOICE_WORDS))

    def choose_set(self, meta: Meta, c: Parts) -> syntax.ChooseSet:
        word, name, least, most, source, condition = c
        said = one_of(word, CHOICE_WORDS)
        return syntax.ChooseSet(self.span(meta), self.ident(name), least, most, source, condition, said)

    def choose_shared(self, meta: Meta, c: Parts) -> syntax.ChooseShared:
        return syntax.ChooseShared(self.span(meta), self.ident(c[0]), tuple(c[1] or ()))

    def along(self, meta: Meta, c: Parts) -> syntax.Along:
        return syntax.Along(self.span(meta), c[0])

    def along_named(self, meta: Meta, c: Parts) -> syntax.Along:
        return syntax.Along(self.span(meta), self.ident(c[0]))

    def where(self, meta: Meta, c: Parts) -> syntax.Where:
        return syntax.Where(self.span(meta), c[0])

    def do(self, meta: Meta, c: Parts) -> syntax.Do:
        return syntax.Do(self.span(meta), c[0], False)

    def finally_(self, meta: Meta, c: Parts) -> syntax.Do:
        return syntax.Do(self.span(meta), c[0], True)

    def notation(self, meta: Meta, c: Parts) -> syntax.Notation:
        return syntax.Notation(self.span(meta), c[0])

    def again(self, meta: Meta, c: Parts) -> syntax.Again:
        return syntax.Again(self.span(meta), c[0] == "must", c[1], c[2] is not None, c[3] is not None, c[4])

    @_meant
    def action(self, meta: Meta, c: Parts) -> syntax.Action:
        word, name, *rest = c
        parameters = tuple(x for x in rest if isinstance(x, syntax.Parameter))
        parts = tuple(x for x in rest if isinstance(x, syntax.Part))
        return syntax.Action(
            self.span(meta), one_of(word, ACTION_FORMS), self.ident(name), parameters, (), parts
        )

    @_meant
    def either(self, meta: Meta, c: Parts) -> syntax.Action:
        word, name, *rest = c
        parameters = tuple(x for x in rest if isinstance(x, syntax.Parameter))
        either = tuple(x for x in rest if isinstance(x, syntax.Demanded))
        return syntax.Action(
            self.span(meta), one_of(word, ACTION_FORMS), self.ident(name), parameters, (), (), either
        )

    @_meant
    def move(self, meta: Meta, c: Parts) -> syntax.Action:
        name, *rest = c
        kinds = self.idents([x for x in rest if isinstance(x, Token)])
        parts = tuple(x for x in rest if isinstance(x, syntax.Part))
        return syntax.Action(self.span(meta), "move", self.ident(name), (), kinds, parts)

    def kinds_change(self, meta: Meta, c: Parts) -> syntax.Alteration:
        return syntax.Alteration(self.span(meta), str(c[0]) == "+", self.idents(c[1:]))

    offer_change = kinds_change

    def move_change(self, meta: Meta, c: Parts) -> syntax.MoveChange:
        return syntax.MoveChange(self.span(meta), self.ident(c[0]), tuple(c[1:]))

    def turn_change(self, meta: Meta, c: Parts) -> syntax.TurnChange:
        phase = self.ident(c[0]) if isinstance(c[0], Token) else None
        return syntax.TurnChange(
            self.span(meta), phase, tuple(a for a in c if isinstance(a, syntax.Alteration))
        )

    def offer(self, meta: Meta, c: Parts) -> syntax.Offer:
        name, *names, condition = c
        return syntax.Offer(self.span(meta), self.idents(names), None, condition, self._end_name(name))

    def offered_result(self, meta: Meta, c: Parts) -> syntax.Offer:
        return syntax.Offer(self.span(meta), (), c[1], c[2], self._end_name(c[0]))

    def _end_name(self, name: Token | None) -> syntax.Text | None:
        return syntax.Text(self.span(name), str(name)[1:-1]) if name is not None else None

    @_meant
    def turn(self, meta: Meta, c: Parts) -> syntax.Turn:
        words = [t for t in c if isinstance(t, Token)]
        phase = next((self.ident(t) for t in words if t.type == "NAME"), None)
        offers = tuple(o for o in c if isinstance(o, syntax.Offer))
        return syntax.Turn(self.span(meta), phase, offers, any(t.type == "TOGETHER" for t in words))

    @_meant
    def settle(self, meta: Meta, c: Parts) -> syntax.Settle:
        *heads, body = c
        words = [t for t in heads if t is not None]
        after = self.idents([t for t in words if t.type == "NAME"])
        return syntax.Settle(self.span(meta), after, any(t.type == "UNTIL_STABLE" for t in words), body)

    @_meant
    def require(self, meta: Meta, c: Parts) -> syntax.Require:
        *after, condition = c
        return syntax.Require(self.span(meta), self.idents(after), condition)

    @_meant
    def prefer(self, meta: Meta, c: Parts) -> syntax.Prefer:
        return syntax.Prefer(self.span(meta), one_of(c[0], PREFER_WORDS), c[1])

    @_meant
    def ending(self, meta: Meta, c: Parts) -> syntax.Ending:
        return syntax.Ending(self.span(meta), c[0], c[1])

    @_meant
    def end(self, meta: Meta, c: Parts) -> syntax.End:
        plus, result, condition = c
        ending = syntax.Ending(self.span(meta), result, condition)
        return syntax.End(self.span(meta), (ending,), plus is not None)

    def ends(self, meta: Meta, c: Parts) -> syntax.End:
        return syntax.End(self.span(meta), tuple(c[1:]), c[0] is not None)

    @_meant
    def limit(self, meta: Meta, c: Parts) -> syntax.Limit:
        return syntax.Limit(self.span(meta), c[0], c[1])

    def always(self, meta: Meta, c: Parts) -> tuple[Any, ...]:
        return "always", c[0], None, ()

    def never(self, meta: Meta, c: Parts) -> tuple[Any, ...]:
        if isinstance(c[0], syntax.Result):
            return "never", None, c[0], ()
        return "never", c[0], None, ()

    def value(self, meta: Meta, c: Parts) -> tuple[Any, ...]:
        *settings, result = c
        return "value", None, result, tuple(s for s in settings if s is not None)

    def claim(self, meta: Meta, c: Parts) -> syntax.Claim:
        form, condition, result, settings = c[1]
        return syntax.Claim(self.span(meta), str(c[0])[1:-1], form, condition, result, settings)

    def look(self, meta: Meta, c: Parts) -> syntax.Look:
        subject, player, glyph, colour = c
        return syntax.Look(
            self.span(meta),
            self.ident(subject),
            self.ident(player) if player else None,
            str(glyph)[1:-1],
            self.ident(colour) if colour else None,
        )

    def letter(self, meta: Meta, c: Parts) -> syntax.Letter:
        return syntax.Letter(self.span(meta), self.ident(c[0]), str(c[1])[1:-1])

    def style(self, meta: Meta, c: Parts) -> syntax.Style:
        word, *rest = c
        text = syntax.Text(self.span(word), str(word)[1:-1]) if word.type == "STRING" else None
        name = self.ident(word) if text is None else None
        return syntax.Style(self.span(meta), name, text, *_letters_and_fens(rest))

    def style_change(self, meta: Meta, c: Parts) -> syntax.StyleChange:
        return syntax.StyleChange(self.span(meta), *_letters_and_fens(c))

    def fen(self, meta: Meta, c: Parts) -> syntax.Fen:
        field, sign, *letters = c
        named = self.ident(field) if field is not None else None
        text = syntax.Text(self.span(sign), str(sign)[1:-1]) if sign is not None else None
        return syntax.Fen(self.span(meta), named, text, tuple(x for x in letters if x is not None))

    def looks(self, meta: Meta, c: Parts) -> syntax.Looks:
        return syntax.Looks(self.span(meta), tuple(c[1:]), c[0] is not None)

    def use(self, meta: Meta, c: Parts) -> syntax.Use:
        return syntax.Use(self.span(meta), str(c[0])[1:-1], self.span(c[0]))

    def without(self, meta: Meta, c: Parts) -> syntax.Without:
        return syntax.Without(self.span(meta), self.idents(c))


def _in_turn(ranks: Sequence[syntax.Result]) -> syntax.Result | None:
    """Ranks of which each one decides among those who are equal in the one before it."""
    return replace(ranks[0], ties=_in_turn(ranks[1:])) if ranks else None
