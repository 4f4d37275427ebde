"""Actions and moves in English: what is chosen, on which conditions, and what then happens."""

from collections.abc import Iterator

from gdl import core
from gdl.model import Action, Along, Choose, ChooseSet, Condition, Kind
from interpreter.play.scene.names import words
from interpreter.play.scene.patterns import by_kind
from interpreter.play.sheet.deeds import Deeds
from interpreter.play.sheet.english import English
from interpreter.play.sheet.forms import always
from interpreter.play.sheet.told import Told
from interpreter.play.sheet.wording import joined, sentence, with_article


class Choices:
    """Says what the actions of one game are."""

    def __init__(self, english: English, deeds: Deeds, told: Told) -> None:
        self.english, self.deeds, self.told = english, deeds, told
        self._said: dict[tuple[str, str], str] = {}  # the kind of which a text about an action was said first

    def move_of(self, kind: Kind, action: Action) -> str:
        """A move of a kind; what was said of another kind is not said again."""
        said = self.action(action, kind)
        first = self._said.setdefault((action.name, said), kind.name)
        return said if first == kind.name else f"As {with_article(words(first))}."

    def action(self, action: Action, kind: Kind | None = None) -> str:
        """An action: its path, its conditions, and what it does beside moving. `kind`: of whose pieces."""
        if told := self.told.action(action, kind):
            return told
        said = [self.english.path(p.path) for p in action.parts if isinstance(p, Along)]
        reached = next((p for p in action.parts if isinstance(p, Choose) and p.slot == action.to), None)
        if action.form == "move" and reached is not None:
            said.append(self._reach(reached.source, kind))
        text = sentence(joined(said, "or")) if said else ""
        return " ".join([text, *self._rest(action)]).strip()

    def _reach(self, source: core.Expr, kind: Kind | None) -> str:
        """Where a move leads that goes to a place of a set: of a column of paths what it says of the kind."""
        game = self.english.game
        if kind is not None and isinstance(source, core.Apply):
            value = by_kind(game, source.definition, game.kinds.index(kind))
            if isinstance(value, core.PathEnds):
                return self.english.path(value.path)
        return f"to one of {self.english.say(source)}"

    def _rest(self, action: Action) -> Iterator[str]:
        chosen = [
            self._chosen(p)
            for p in action.parts
            if isinstance(p, Choose | ChooseSet) and not (action.form == "move" and p.slot == action.to)
        ]
        if chosen:
            yield sentence(f"choose {joined(chosen, 'and')}")
        for part in action.parts:
            if isinstance(part, Condition) and not always(part.condition):
                said = self.english.say(part.condition)
                yield sentence(f"it must hold that {said}" if said.startswith("if ") else f"only if {said}")
        done = self.deeds.all(action.effects)
        if done:
            yield sentence("then " + joined([_once_then(done[0]), *done[1:]], "and"))
        yield from self._again(action)

    def _again(self, action: Action) -> Iterator[str]:
        if action.again is None:
            return
        verb = "must" if action.again.must else "may"
        where = action.again.condition
        when = "" if where is None or always(where) else f", if {self.english.say(where)}"
        yield sentence(
            f"the same piece {verb} continue, at most {action.again.most} times in all{when}"
            if action.form == "move"
            else f"this {verb} be repeated, up to {action.again.most} times in all{when}"
        )
        final = self.deeds.all(action.finals)
        if final:
            yield sentence("at the end " + joined(final, "and"))

    def _chosen(self, part: Choose | ChooseSet) -> str:
        name = words(part.name)
        if isinstance(part, ChooseSet):
            where = f" where {self.english.say(part.condition)}" if part.condition is not None else ""
            return f"{name}, {part.least} to {part.most} of {self.english.say(part.source)}{where}"
        return self.english.sets.one_of(part.source, name)


def _once_then(done: str) -> str:
    """What happens first, behind the word `then`, without another one."""
    for twice, once in ((" is then to ", " is to "), (" may then ", " may "), (" must then ", " must ")):
        done = done.replace(twice, once, 1)
    return done.replace("it is then the turn", "it is the turn", 1)
