"""The kinds of a game in a rule sheet: what is said of each, by which sign pictures show it, and pictures of how it moves."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from gdl.core import nodes as core
from gdl.core.model import Action, Along, Choose, Column, Kind, Value
from gdl.core.visit import followed
from interpreter.engines.base import Engine
from interpreter.engines.notation import word
from interpreter.play.scene.cards import Cards, drawn_cards, has_cards
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.sheet.actions import Choices
from interpreter.play.sheet.author_sentences import rules_of
from interpreter.play.sheet.blocks import Block, Heading, Items, Paragraph, Picture, Sign, Table
from interpreter.play.sheet.trials import Trials
from interpreter.play.sheet.wording import joined, runs, sentence, with_article

MANY = 40  # kinds: of so many, each by itself would fill pages

_TAKES = "A piece that moves to where another one stands captures that one."
_FEW = 6  # kinds of one sentence that are all named


class Kinds:
    """Says what the kinds of one game are."""

    def __init__(self, engine: Engine, choices: Choices) -> None:
        self.engine, self.game = engine, engine.game
        self.choices, self.sentences = choices, choices.sentences
        self.looks, self.trials = Looks(self.game, colour=False), Trials(engine)

    def blocks(self, moves: Sequence[Action], with_moves: bool) -> Iterator[Block]:
        """The section about the kinds. `with_moves`: with a picture of each kind's moves."""
        kinds = self.game.kinds
        if len(kinds) < 2 and not moves:
            return
        if len(kinds) > MANY or (not moves and self._is_pack):
            yield Heading("The pieces")
            yield Paragraph(f"There are {len(kinds)} kinds{self._made_of()}.")
            yield from self._suits()
            if told := self._in_rows():
                yield Items(tuple(told))
            yield from self._table()
            return
        takes = not self.game.board.is_stacking and any(
            not self.sentences.action(a) and self._takes(a) for a in moves
        )
        blocks = [*self._suits(), *[Paragraph(_TAKES)] * takes, *self._each(moves, with_moves)]
        if not blocks and self._numbering is not None:
            means = "" if self._numbering == "number" else f": the number is the {words(self._numbering)}"
            blocks = [Paragraph(f"The kinds are {_listed([words(k.name) for k in kinds])}{means}.")]
        elif not blocks and any(c.type.base == "kind" for a in self.game.actions for c in a.choices):
            blocks = [
                Paragraph(f"The kinds are {joined([words(k.name) for k in kinds], 'and')}{self._made_of()}.")
            ]
        if blocks:
            yield Heading("The pieces")
            yield from blocks

    def _takes(self, move: Action) -> bool:
        """Whether a move that goes along a path may end where something stands."""
        ways = [
            p for p in move.parts if isinstance(p, Along) or (isinstance(p, Choose) and p.slot == move.to)
        ]
        found = followed(tuple(ways), self.game.definitions)
        paths = [n for n in found if isinstance(n, core.Line | core.Walk | core.Leap)]
        return any(not _ends_empty(p.steps) for p in paths)

    @property
    def _is_pack(self) -> bool:
        """Whether there is one kind for each combination of several values, of which nothing else is said."""
        told = any(self.sentences.of("kind", k.name) for k in self.game.kinds)
        is_plain = all(len(k.made_of) == len(k.attributes) > 1 for k in self.game.kinds)
        return is_plain and not told and self._made_of().startswith(": one for each")

    def _made_of(self) -> str:
        """What each kind of a pack is made of, with the short forms in names: `: one for each suit (spades as S) and height (2, 3)`.
        Other packs follow, and what is in none."""
        packs: dict[tuple[str, ...], list[Kind]] = {}
        for kind in self.game.kinds:
            packs.setdefault(tuple(name for name, _ in kind.made_of), []).append(kind)
        others = packs.pop((), [])
        if not packs:
            return self._spelt()
        parts = [
            *map(self._pack, (full for pack in packs.values() for full in _full(pack))),
            joined([words(k.name) for k in others], "and"),
        ]
        return f": {'; '.join(filter(None, parts))}"

    def _pack(self, kinds: Sequence[Kind]) -> str:
        """What kinds are made of that are made of the same columns."""
        shorts: dict[str, dict[str, str]] = {}
        signs = {name: f"{sign} " for sign, name, _ in Cards(self.game, self.looks).signs()}
        for kind in kinds:
            for name, short in kind.made_of:
                value = words(word(self.game, kind.attributes[name], self.game.columns[name].type))
                shorts.setdefault(name, {})[value] = signs.get(value, "") + (
                    value if short in ("", value) else f"{value} as {short}"
                )
        parts = [f"{words(name)} ({', '.join(runs([*values.values()]))})" for name, values in shorts.items()]
        is_each = math.prod(len(values) for values in shorts.values()) == len(kinds)
        return f"{'one for each' if is_each else 'each has a'} {joined(parts, 'and')}"

    def _suits(self) -> Iterator[Block]:
        """The signs of cards, each with its word and with what a card of it does."""
        if not has_cards(self.game):
            return
        cards = Cards(self.game, self.looks)
        faces = {k.name: cards.face(k.name) for k in self.game.kinds}
        first = {words(f.family): kind for kind, f in reversed(faces.items()) if f is not None}
        signs = {name: Sign(sign, first.get(name, "")) for sign, name, _ in cards.signs()}
        # an action may be called as a word of cards is
        told = ((n, self.sentences.of("action", n.replace(" ", "_"))) for n in signs)
        if deeds := tuple((n, said) for n, said in told if said):
            yield Items(deeds, signs)

    def _table(self) -> Iterator[Block]:
        """The values of many kinds, those of the same values in one row; what a kind is made of its name says already."""
        made_of = {c for k in self.game.kinds for c, _ in k.made_of}
        columns = [c for c in self._told if c.name not in made_of]
        rows: dict[tuple[str, ...], list[str]] = {}
        for kind in self.game.kinds:
            values = (kind.attributes.get(c.name) for c in columns)
            said = tuple(self._cell(c, v) for v, c in zip(values, columns, strict=True))
            rows.setdefault(said, []).append(drawn_cards(self.game).get(kind.name, words(kind.name)))
        shown = [n for n in range(len(columns)) if len({values[n] for values in rows}) > 1]
        rows = {
            values: names for values, names in rows.items() if any(values[n] not in ("", "0") for n in shown)
        }
        if shown:
            told = [(", ".join(names), *(values[n] for n in shown)) for values, names in rows.items()]
            yield self._tabulated([columns[n] for n in shown], told)

    def _cell(self, column: Column, value: Value) -> str:
        """A value in a table; "" for what says nothing."""
        if column.by:
            return self._indexed(column, value)
        if value in (None, ()) or value is False:
            return ""
        return "yes" if value is True else self.choices.english.value(value, column.type)

    def _indexed(self, column: Column, values: Value) -> str:
        """The values of a column with an index: by directions those of each value, else in the order of the index."""
        if not isinstance(values, tuple) or column.type.base == "set":
            return ""
        said = ["none" if v is None else words(word(self.game, v, column.type)) for v in values]
        if column.by == "direction" and any(v is not None for v in values):
            ways = [words(self.game.board.directions[d].name) for d in column.index]
            sides: dict[str, list[str]] = {}
            for value, way in zip(said, ways, strict=True):
                sides.setdefault(value, []).append(way)
            if column.type.base == "direction":
                return ", ".join(f"{way} to {value}" for way, value in zip(ways, said, strict=True))
            return ", ".join(
                f"{value} {joined(found, 'and')}" for value, found in sides.items() if value != "none"
            )
        if column.words is not None:
            return ", ".join(
                f"{words(w)} {v}" for w, v in zip(column.words.symbols, said, strict=True) if v != "none"
            )
        return joined(said, "and") if any(v is not None for v in values) else ""

    def _in_rows(self) -> list[tuple[str, str]]:
        """What is said of kinds in a row each; those of which the same is said share one."""
        rows: dict[str, list[str]] = {}
        for kind in self.game.kinds:
            if said := self.sentences.of("kind", kind.name):
                rows.setdefault(said, []).append(words(kind.name))
        return [(_listed(names), said) for said, names in rows.items()]

    def _each(self, moves: Sequence[Action], with_moves: bool) -> Iterator[Block]:
        """What is said of each kind, which may be nothing."""
        found = {w.kind: w for w in self.trials.ways()} if with_moves else {}
        if not moves and not found:
            rows = [(k, " ".join(self._about(k))) for k in self.game.kinds]
            if shown := tuple((words(k.name), text) for k, text in rows if text):
                yield Items(shown, self._signs())
            yield from self._values()
            yield from self._others([k for k, text in rows if text])
            return
        told = []
        for kind in self.game.kinds:
            own = [a for a in moves if a.kinds is None or self.game.kinds.index(kind) in a.kinds]
            said = self._about(kind)
            if not (own or said or kind.name in found):
                continue
            told.append(kind)
            yield Heading(words(kind.name), 3, self._signs().get(words(kind.name)))
            yield from map(Paragraph, said)
            if going := tuple((words(a.name), way) for a in own if (way := self.choices.move_of(kind, a))):
                yield Items(going)
            if kind.name in found:
                first, name = found[kind.name], with_article(words(kind.name))
                for w in (first, *first.others):
                    does = "go and capture" if w.prey else "go"
                    yield Picture(w.position, f"Where {name} may {does}{w.when}", w.to, w.prey)
        yield from self._values()
        yield from self._others(told)

    def _others(self, told: Sequence[Kind]) -> Iterator[Block]:
        """The kinds of which nothing is told where something is told of others."""
        known = [*told, *(k for alike in self._alike for k in alike)]
        others = [with_article(words(k.name)) for k in self.game.kinds if k not in known]
        if known and others:
            yield Paragraph(f"There {'is' if len(others) == 1 else 'are'} also {joined(others, 'and')}.")

    @cached_property
    def _alike(self) -> list[list[Kind]]:
        """Kinds that follow each other and have the same columns, of which the values are told in a table and not with each kind."""
        told = [k for k in self.game.kinds if self._columns(k)]
        return [alike for _, found in groupby(told, lambda k: k.written) if len(alike := list(found)) > 1]

    def _values(self) -> Iterator[Block]:
        """The values of kinds of which each is told by itself."""
        for alike in self._alike:
            columns = [c for c in self._told if c.name in alike[0].written]
            values = ((k, [self._cell(c, k.attributes.get(c.name)) for c in columns]) for k in alike)
            yield self._tabulated(columns, [(words(k.name), *said) for k, said in values])

    def _tabulated(self, columns: Sequence[Column], rows: Sequence[tuple[str, ...]]) -> Table:
        return Table((self.choices.english.piece_noun, *map(_head, columns)), tuple(rows))

    def _signs(self) -> Mapping[str, Sign]:
        """The signs by which pictures show kinds, by their names."""
        if has_cards(self.game) or not self.game.board.sites or self.looks.is_one_sort:
            return {}
        glyphs = {k.name: self._sign(k) for k in self.game.kinds}
        return {words(k): Sign(glyph, k) for k, glyph in glyphs.items() if glyph.lower() != k.lower()}

    def _sign(self, kind: Kind) -> str:
        """A sign of whose pieces are of the kind; of a letter it is the capital of the first player's."""
        players = self.game.players
        own = self.looks.glyph(players[self.trials.owner(kind)].name, kind.name)
        return self.looks.glyph(players[0].name, kind.name) if own.isascii() else own

    def _about(self, kind: Kind) -> list[str]:
        """The sentence of a kind, and the values of its columns."""
        columns = "" if any(kind in alike for alike in self._alike) else self._columns(kind)
        return [
            said for said in (self.sentences.of("kind", kind.name), columns and sentence(columns)) if said
        ]

    @cached_property
    def _asked(self) -> list[Column]:
        """The columns but for those of which the rules speak under other options alone."""
        games = (self.game, self.choices.english.game)
        asked, here = ({n.name for n in rules_of(g) if isinstance(n, core.Attribute)} for g in games)
        return [c for c in self.game.columns.values() if c.name in here or c.name not in asked]

    @cached_property
    def _told(self) -> list[Column]:
        """The columns that say more than numbers and letters in the names of kinds."""
        return [c for c in self._asked if c.name not in (self._numbering, self._letters[0])]

    @cached_property
    def _numbering(self) -> str | None:
        """The only column, if its number is the end of the name of each kind, as in `card_5`: the name says it."""
        (name, column), *others = self.game.columns.items() or [("", None)]
        if column is None or column.by or others:
            return None
        says = all(
            name in k.written and k.name.endswith(f"_{k.attributes.get(name)}") for k in self.game.kinds
        )
        return name if says else None

    @cached_property
    def _letters(self) -> tuple[str, dict[str, str]]:
        """The column with an index whose values are the letters of the names of all kinds, as in `BBWS`, and what each letter stands
        for; "" if there is none."""
        for column in self.game.columns.values() if len(self.game.kinds) > 1 else ():
            pairs = {
                (letter, words(word(self.game, value, column.type)))
                for k in self.game.kinds
                for letter, value in zip(k.name, _values(k, column), strict=False)
            }
            fits = all(len(k.name) == len(_values(k, column)) for k in self.game.kinds)
            if column.by and fits and len(pairs) == len({x for x, _ in pairs}) == len({y for _, y in pairs}):
                return column.name, dict(sorted(pairs))
        return "", {}

    def _spelt(self) -> str:
        """What the letters of names stand for; "" where they stand for nothing."""
        name, letters = self._letters
        if not name:
            return ""
        column = self.game.columns[name]
        at = (
            [words(self.game.board.directions[d].name) for d in column.index]
            if column.by == "direction"
            else []
        )
        where = f" {joined(at, 'and')}" if at else ""
        meant = joined([f"{letter} for {value}" for letter, value in letters.items()], "and")
        return f". The letters of a name are its {words(name)}{where}: {meant}"

    def _columns(self, kind: Kind) -> str:
        """The values of a kind in its own table, those with an index last."""
        said, indexed = list[str](), list[str]()
        for column in self._told:
            value = kind.attributes.get(column.name)
            if column.name not in kind.written or not (text := self._cell(column, value)):
                continue
            if column.by:
                indexed.append(f"{_head(column)}: {text}")
            else:
                said.append(words(column.name) + f" {text}" * (value is not True))
        return "; ".join([joined(said, "and")] * bool(said) + indexed)


def _head(column: Column) -> str:
    """The name of a column, and of one for numbers which they are, unless they begin with 1."""
    if column.by == "number" and column.index[0] != 1:
        return f"{words(column.name)} for {column.index[0]} to {column.index[-1]}"
    return words(column.name)


def _ends_empty(steps: Sequence[core.Step]) -> bool:
    """Whether nothing stands where a pattern ends, however often its last steps are met."""
    for step in reversed(steps):
        if not (_ends_empty(step.group) if step.group else _is_empty(step.condition)):
            return False
        if step.least:
            break
    return True


def _is_empty(condition: core.Expr | None) -> bool:
    """Whether a condition of a place says that nothing stands there."""
    if isinstance(condition, core.And):
        return _is_empty(condition.left) or _is_empty(condition.right)
    return isinstance(condition, core.Builtin) and condition.name == "empty"


def _full(kinds: Sequence[Kind]) -> list[list[Kind]]:
    """Kinds in packs of all combinations: together stand those values of the first column that go with the same others."""
    first, beside = kinds[0].made_of[0][0], dict[object, list[Kind]]()
    for kind in kinds:
        beside.setdefault(kind.attributes[first], []).append(kind)
    packs = dict[object, list[Kind]]()
    for alike in beside.values():
        others = frozenset(tuple(k.attributes[name] for name, _ in k.made_of[1:]) for k in alike)
        packs.setdefault(others, []).extend(alike)
    return [*packs.values()] if len(packs) <= _FEW else [list(kinds)]


def _values(kind: Kind, column: Column) -> tuple[Value, ...]:
    """The values of a kind in a column with an index."""
    value = kind.attributes.get(column.name)
    return value if isinstance(value, tuple) and column.by else ()


def _listed(names: Sequence[str]) -> str:
    """Names of kinds; of many the first and the last ones."""
    shown = names if len(names) <= _FEW else [*names[: _FEW - 2], "...", names[-1]]
    return joined(shown, "and")
