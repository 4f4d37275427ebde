"""The kinds of a game in a rule sheet: what is said of each, how it moves, and by which sign pictures show it."""

from collections.abc import Iterator, Mapping, Sequence

from gdl.model import Action, Kind
from interpreter.engines.base import Engine
from interpreter.engines.notation import word
from interpreter.play.scene.cards import Cards, has_cards
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.sheet.blocks import Block, Heading, Items, Paragraph, Picture, Sign
from interpreter.play.sheet.choices import Choices
from interpreter.play.sheet.moves import Trials
from interpreter.play.sheet.wording import joined, sentence, with_article

MANY = 40  # kinds: of so many, each by itself would fill pages

_FEW = 6  # kinds of one sentence that are all named


class Kinds:
    """Says what the kinds of one game are."""

    def __init__(self, engine: Engine, choices: Choices) -> None:
        self.engine, self.game = engine, engine.game
        self.choices, self.told = choices, choices.told
        self.looks = Looks(self.game, colour=False)

    def blocks(self, moves: Sequence[Action], with_moves: bool) -> Iterator[Block]:
        """The section about the kinds. `with_moves`: with a picture of each kind's moves."""
        kinds = self.game.kinds
        if len(kinds) < 2 and not moves:
            return
        if len(kinds) > MANY:
            yield Heading("The pieces")
            yield Paragraph(f"There are {len(kinds)} kinds.")
            yield from self._suits()
            if told := self._in_rows():
                yield Items(tuple(told))
            return
        if blocks := [*self._suits(), *self._each(moves, with_moves)]:
            yield Heading("The pieces")
            yield from blocks

    def _suits(self) -> Iterator[Block]:
        """The signs of cards, each with its word and with what a card of it does."""
        if not has_cards(self.game):
            return
        cards = Cards(self.game, self.looks)
        faces = {k.name: cards.face(k.name) for k in self.game.kinds}
        first = {words(f.family): kind for kind, f in reversed(faces.items()) if f is not None}
        signs = {name: Sign(sign, first.get(name, "")) for sign, name, _ in cards.signs()}
        if signs:
            yield Items(tuple((n, self._deed(n) or "A sign of cards.") for n in signs), signs)

    def _deed(self, name: str) -> str:
        """The sentence of the action that is called as a word of cards is; "" where there is none."""
        return self.told.of("action", name.replace(" ", "_"))

    def _in_rows(self) -> list[tuple[str, str]]:
        """What is said of kinds in a row each; those of which the same is said share one."""
        rows: dict[str, list[str]] = {}
        for kind in self.game.kinds:
            if said := self.told.of("kind", kind.name):
                rows.setdefault(said, []).append(words(kind.name))
        return [(_listed(names), said) for said, names in rows.items()]

    def _each(self, moves: Sequence[Action], with_moves: bool) -> Iterator[Block]:
        """What is said of each kind, which may be nothing."""
        found = {w.kind: w for w in Trials(self.engine).ways()} if with_moves else {}
        if not moves and not found:
            rows = [(k, " ".join(self._about(k))) for k in self.game.kinds]
            if shown := tuple((words(k.name), text) for k, text in rows if text):
                yield Items(shown, self._signs())
            return
        for kind in self.game.kinds:
            own = [a for a in moves if a.kinds is None or self.game.kinds.index(kind) in a.kinds]
            said = self._about(kind)
            if not (own or said or kind.name in found):
                continue
            yield Heading(words(kind.name), 3, self._signs().get(words(kind.name)))
            yield from map(Paragraph, said)
            if own:
                yield Items(tuple((words(a.name), self.choices.move_of(kind, a)) for a in own))
            if kind.name in found:
                w = found[kind.name]
                name = with_article(words(kind.name))
                yield Picture(w.position, f"Where {name} may go (dots) and capture (rings)", w.to, w.prey)

    def _signs(self) -> Mapping[str, Sign]:
        """The signs by which pictures show kinds, by their names."""
        first = self.game.players[0].name
        if has_cards(self.game) or not self.game.board.sites or self.looks.is_one_sort:
            return {}
        return {
            words(k.name): Sign(self.looks.glyph(first, k.name), k.name)
            for k in self.game.kinds
            if self.looks.glyph(first, k.name).lower() != k.name.lower()
        }

    def _about(self, kind: Kind) -> list[str]:
        """The sentence of a kind, and the values of its columns."""
        columns = self._columns(kind)
        return [said for said in (self.told.of("kind", kind.name), columns and sentence(columns)) if said]

    def _columns(self, kind: Kind) -> str:
        """The values of a kind in its own table, those that are one for each direction aside."""
        said = []
        for column in self.game.columns.values():
            value = kind.attributes.get(column.name)
            is_told = column.name in kind.written and not column.by
            if not is_told or value is None or value is False or isinstance(value, tuple):
                continue
            said.append(
                words(column.name)
                if value is True
                else f"{words(column.name)} {words(word(self.game, value, column.type))}"
            )
        return joined(said, "and")


def _listed(names: Sequence[str]) -> str:
    """Names of kinds; of many the first and the last ones."""
    shown = names if len(names) <= _FEW else [*names[: _FEW - 2], "...", names[-1]]
    return joined(shown, "and")
