"""How the kinds of a game move, found by running the rules with a piece in the middle of an otherwise empty board, or where it begins
if it cannot move there; and in each state, and from each place, from which it goes otherwise. Captures are found by putting an
enemy piece on each place near by, and seeing which of them can be taken; and farther away, as long as that finds any.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from gdl.core.model import Kind
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.engines.notation import word
from interpreter.engines.position_parts import stacks
from interpreter.play.choosing.tokens import Spelling, Token
from interpreter.play.choosing.walk import Chooser
from interpreter.play.scene.names import words
from interpreter.play.sheet.clauses import be, of_somebody
from interpreter.play.sheet.wording import joined, runs

_NEAR = 2  # steps in any direction: enemies so near are tried, and those where the piece can go
_MOST_VALUES = 10  # of a number that a piece has, that are all tried
_PICTURES = 3  # of a kind, at most
_MOST_SITES = 400  # a larger board takes long to try, and is too small to be read


@dataclass(frozen=True, slots=True)
class Ways:
    """A kind on a board: the position, where it may go, and what it may capture; sites by name. `when`: in which state, or from where,
    if it goes otherwise in `others`."""

    kind: str
    position: Mapping[str, object]
    to: tuple[str, ...]
    prey: tuple[str, ...]
    when: str = ""
    others: tuple["Ways", ...] = ()


class Trials:
    """Tries the kinds of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.game = engine, engine.game
        self.chooser = Chooser(engine)
        self.sites = self.game.board.sites

    @cached_property
    def _begins_with(self) -> Mapping[str, int]:
        """The first player who begins with a piece of a kind on the board, by the kind's name."""
        found = dict[str, int]()
        pieces = [t for texts in stacks(self.engine.initial_state(0).position()).values() for t in texts]
        for number, player in enumerate(self.game.players):
            mine = [t.removeprefix(f"{player.name} ") for t in pieces if t.startswith(f"{player.name} ")]
            found = {t.partition(" ")[0]: number for t in mine} | found
        return found

    def owner(self, kind: Kind) -> int:
        """Whose piece of a kind is shown: of the first player, unless only others begin with one."""
        return self._begins_with.get(kind.name, 0)

    def _sides(self, kind: Kind) -> tuple[str, str]:
        """Whose piece of a kind is tried, and an enemy."""
        players, owner = self.game.players, self.owner(kind)
        return players[owner].name, players[(owner + 1) % len(players)].name

    def ways(self) -> Iterator[Ways]:
        """The ways of the kinds that move, in the order of the kinds."""
        board = self.game.board
        if board.is_growing or not 1 < len(board.cells) <= _MOST_SITES or len(self.game.players) < 2:
            return
        for kind in self.game.kinds:
            found = self._of(kind)
            if found is not None:
                yield found

    def _of(self, kind: Kind) -> Ways | None:
        """A kind in the middle, else where it begins; and in each of its states, and at its places, from which it goes otherwise."""
        places = list(dict.fromkeys((self._middle(), *self._homes(kind))))
        found = next(((at, w) for at in places if (w := self._at(kind, at))), None)
        if found is None:
            return None
        (at, plain), states = found, list(self._states())
        alike: dict[object, tuple[Ways, list[str]]] = {(plain.to, plain.prey): (plain, [])}
        for mark, when, _ in states:
            if changed := self._at(kind, at, mark):
                alike.setdefault((changed.to, changed.prey), (changed, []))[1].append(when)
        (_, as_usual), *unusual = alike.values()
        others = [replace(w, when=f" when {_any(when)}") for w, when in unusual]
        asked = {
            o: [s for _, s, of in states if of == o and s in as_usual]
            for _, s, o in states
            if s not in as_usual
        }
        unlike = [(at, plain)]
        has_places = at == places[0] and self.game.board.tiling.has_lattice
        for place in places[1:] if has_places else ():
            moved = self._at(kind, place)
            if moved is not None and all(self._is_otherwise(*other, place, moved) for other in unlike):
                others.append(replace(moved, when=f" from {self.sites[place].name}"))
                unlike.append((place, moved))
        start = f" from {self.sites[at].name}" * (len(unlike) > 1)
        usual = f" when {joined([_any([o, *more]) for o, more in asked.items()], 'and')}" * bool(asked)
        return replace(plain, when=start + usual, others=tuple(others[: _PICTURES - 1]))

    def _states(self) -> Iterator[tuple[str, str, str]]:
        """The states of a piece beside the usual one: as a position writes them, in words, and the usual one in words."""
        for field in self.game.fields.values():
            is_kept = field.holder == "piece" and not (
                field.until == "done" or field.part_of or field.rotation
            )
            its = f"its {words(field.declared)} {be(f'the {words(field.declared)}')}"
            if is_kept and field.type.base == "bool":
                state = of_somebody("it", words(field.declared))
                denied, said = state.said(is_denied=True), state.said()
                is_usual = field.default is True
                yield (
                    f"{field.name}={'false' if is_usual else 'true'}",
                    *((denied, said) if is_usual else (said, denied)),
                )
            for number, symbol in enumerate(field.type.symbols if is_kept else ()):
                if number != field.default:
                    usual = word(self.game, field.default, field.type)
                    yield f"{field.name}={symbol}", f"{its} {words(symbol)}", f"{its} {words(usual)}"

            least, most = field.bounds or (0, _MOST_VALUES)
            for number in range(least, most + 1) if is_kept and most - least < _MOST_VALUES else ():
                if number != field.default:
                    yield f"{field.name}={number}", f"{its} {number}", f"{its} {field.default}"

    def _homes(self, kind: Kind) -> Iterator[int]:
        """The place where a piece of a kind begins, the nearest to the middle; and the place that lies opposite of it."""
        mine = f"{self.game.players[self.owner(kind)].name} {kind.name}"
        held = stacks(self.engine.initial_state(0).position())
        cells, middle = self.game.board.cells, self._middle()
        begins = [s for s in cells if any(f"{t} ".startswith(f"{mine} ") for t in held.get(s.name, ()))]
        for home in sorted(begins, key=lambda s: self._distance(middle, s.index))[:1]:
            yield home.index
            x, y = (2 * sum(float(getattr(s, n)) for s in cells) / len(cells) for n in "xy")
            yield min(
                cells, key=lambda s: (x - float(home.x + s.x)) ** 2 + (y - float(home.y + s.y)) ** 2
            ).index

    def _is_otherwise(self, at: int, plain: Ways, place: int, moved: Ways) -> bool:
        """Whether a lone piece goes otherwise from a place than from another, and not only since the board ends there."""
        there = {(s.x, s.y): s.name for s in self.game.board.cells}

        def steps(start: int, ends: Collection[str]) -> set[tuple[Fraction, Fraction]]:
            begin = self.sites[start]
            return {(x - begin.x, y - begin.y) for (x, y), name in there.items() if name in ends}

        one, other = steps(at, plain.to), steps(place, moved.to)
        fits_one, fits_other = steps(at, there.values()), steps(place, there.values())
        is_alone = all(len(stacks(w.position)) == 1 for w in (plain, moved))
        return is_alone and bool((other - one) & fits_one or (one - other) & fits_other)

    def _at(self, kind: Kind, place: int, mark: str = "") -> Ways | None:
        """The ways of a piece from a place, in a state that a position writes so; None where it has none."""
        sides = self._sides(kind)
        for pieces in self._boards(kind, place, mark):
            state = self._state(pieces, sides[0])
            alone = self._going(state, place) if state is not None else {}
            if alone:
                others = (k for k in self.game.kinds if k != kind)
                found = (tuple(self._prey(k, place, sides, pieces, alone)) for k in (kind, *others))
                prey = next(filter(None, found), ())
                to = tuple(dict.fromkeys(self.sites[s].name for s in alone.values()))
                return Ways(kind.name, _position(pieces, sides[0]), to, prey)
        return None

    def _boards(self, kind: Kind, middle: int, mark: str) -> Iterator[dict[str, str]]:
        """The piece alone; where the rules want more, with an enemy far away, and a piece of its own side."""
        first, second = self._sides(kind)
        alone = {self.sites[middle].name: f"{first} {kind.name} {mark}".rstrip()}
        yield alone
        far = sorted(self.game.board.cells, key=lambda s: -self._distance(middle, s.index))
        for other in dict.fromkeys((kind.name, *(k.name for k in self.game.kinds))):
            enemy = alone | {far[0].name: f"{second} {other}"}
            yield enemy
            yield enemy | {far[1].name: f"{first} {other}"}

    def _middle(self) -> int:
        """The site in the middle of the board, rather to the side of who moves."""
        cells = self.game.board.cells
        x = sum(float(s.x) for s in cells) / len(cells)
        y = sum(float(s.y) for s in cells) / len(cells)
        return min(cells, key=lambda s: (float(s.x) - x) ** 2 + (float(s.y) - y + 0.3) ** 2).index

    def _distance(self, a: int, b: int) -> int:
        """The steps between two sites; the number of sites if there is no way."""
        found = self.game.board.distance(a, b)
        return len(self.sites) if found is None else found

    def _state(self, pieces: Mapping[str, str], mover: str) -> State | None:
        """The state of a position; None where the rules do not allow it, or the game is over."""
        try:
            state = self.engine.state(_position(pieces, mover))
            return None if state.is_terminal else state
        except (PositionError, GameError):
            return None

    def _going(self, state: State, start: int) -> dict[int, int]:
        """The actions that begin with the piece on a site, each with where it goes."""
        found = {}
        for number in state.legal_actions():
            spelt = self.chooser.spelt(number)
            to = _end(spelt, start)
            if to is not None:
                found[number] = to
        return found

    def _prey(
        self,
        enemy_kind: Kind,
        middle: int,
        sides: tuple[str, str],
        pieces: Mapping[str, str],
        alone: Mapping[int, int],
    ) -> Iterator[str]:
        """The sites on which an enemy of a kind can be captured; a ring in which none can, and nothing goes, ends the search."""
        mover, enemy = sides
        goals, found = set(alone.values()), set[int]()
        for distance, ring in enumerate(self._rings(middle), 1):
            for site in ring | (goals if distance == 1 else set()):
                name = self.sites[site].name
                if name in pieces or site in found:
                    continue
                state = self._state({**pieces, name: f"{enemy} {enemy_kind.name}"}, mover)
                if state is not None and self._takes(state, middle, name, enemy, alone):
                    found.add(site)
            if distance >= _NEAR and not (found - goals) & ring:
                break
        for site in sorted(found):
            yield self.sites[site].name

    def _rings(self, middle: int) -> Iterator[set[int]]:
        """The sites one step away in any direction, those two steps away, and so on."""
        seen, ring = {middle}, {middle}
        while ring := {t for row in self.game.board.steps for s in ring if (t := row[s]) >= 0} - seen:
            yield ring
            seen |= ring

    def _takes(self, state: State, start: int, site: str, enemy: str, alone: Mapping[int, int]) -> bool:
        for number, to in self._going(state, start).items():
            if number in alone and self.sites[to].name != site:
                continue
            try:
                after = state.apply(number).position()["pieces"]
            except GameError:
                continue
            if not str(after.get(site, "")).startswith(f"{enemy} "):
                return True
        return False


def _position(pieces: Mapping[str, str], mover: str) -> dict[str, object]:
    return {"to_move": mover, "pieces": dict(pieces)}


def _end(spelt: Spelling, start: int) -> int | None:
    """Where the piece on a site goes by an action; None for an action of another piece."""
    first = spelt.slots[0]
    if not isinstance(first, Token) or first.site != start:
        return None
    pairs = zip(spelt.slots, spelt.steps, strict=True)
    sites = [
        (t.site, step)
        for t, step in pairs
        if isinstance(t, Token) and t.site is not None and step is not None
    ]
    if spelt.action.form == "move":
        return next((site for site, step in sites if step.choice.slot == spelt.action.to), None)
    return next(
        (site for site, _ in sites[1:] if site != start), None
    )  # a piece of a stack is chosen behind its site


def _any(states: Sequence[str]) -> str:
    """That one of several states holds: `its level is 2 to 4`."""
    leads, last = zip(*(s.rpartition(" ")[::2] for s in states), strict=True)
    values = [*runs(sorted(last, key=int))] if all(map(str.isdecimal, last)) else last
    return f"{leads[0]} {joined(values, 'or')}" if len({*leads}) == 1 else joined(states, "or")
