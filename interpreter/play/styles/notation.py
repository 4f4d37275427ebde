"""Moves in the style that a game's rules ask for: `Nbxd2`, `e2e4`, or a text with the piece, its start and its destination.

The style concerns moves from one site to another. Any other action, one of several steps, and one whose notation the rules
give, is written as the program writes it. So are two actions that the style cannot tell apart.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gdl.core.model import Game, Style
from interpreter.engines.base import State
from interpreter.engines.notation import written
from interpreter.play.scene.names import read_piece
from interpreter.shared.numbering import ActionNumbers

_MARKS = re.compile(r"[+#!?]+$")  # what is behind a move says what its writer thinks of it
_SITE = re.compile(r"([A-Za-z]+)(\d+)")


@dataclass(frozen=True, slots=True)
class _Step:
    """A move of one piece. `start` and `to` are names of sites; `more` is what is chosen beside them."""

    action: int
    letter: str
    start: str
    to: str
    captures: bool
    more: str

    @property
    def goal(self) -> tuple[str, str, str]:
        """What moves share that only their starts tell apart."""
        return self.letter, self.to, self.more


def is_plain(game: Game) -> bool:
    """Whether people write the moves of a game as the program does. `sgf` is for files alone."""
    return game.style is None or game.style.name in ("plain", "sgf")


def texts(state: State) -> dict[int, str]:
    """The legal actions, each as people write it."""
    game, style = state.engine.game, state.engine.game.style
    found = {a: state.action_to_string(a) for a in state.legal_actions()}
    if style is None or is_plain(game):
        return found
    steps = list(_steps(state, found, style))
    shared = _by_goal(steps)
    for step in steps:
        found[step.action] = _written(step, [o.start for o in shared[step.goal]], style)
    often = Counter(found.values())
    return {a: t if often[t] == 1 else state.action_to_string(a) for a, t in found.items()}


def text_of(state: State, action: int) -> str:
    """An action as people write it; in `san` with `#` behind a move that wins, and with `+` behind one that gives check."""
    made = texts(state)[action]
    style = state.engine.game.style
    if style is not None and style.name == "san":
        after = state.apply(action)
        if after.is_terminal and after.returns[state.current_player] == 1.0:
            return made + "#"
        if not after.is_terminal and state.engine.threats(after):
            return made + "+"
    return made


def meant(state: State, text: str) -> list[int]:
    """The legal actions that a text means in the game's style, however much of a move's start it gives."""
    style = state.engine.game.style
    if style is None or is_plain(state.engine.game):
        return []
    bare = _bare(text)
    found = [a for a, t in texts(state).items() if _bare(t) == bare]
    if found:
        return found
    plain = {a: state.action_to_string(a) for a in state.legal_actions()}
    return [s.action for s in _steps(state, plain, style) if bare in _spellings(s)]


def _steps(state: State, plain: Mapping[int, str], style: Style) -> Iterator[_Step]:
    game = state.engine.game
    numbers, sites = ActionNumbers(game), game.board.sites
    pieces = state.position()["pieces"]
    kinds = {k.name: i for i, k in enumerate(game.kinds)}
    for action, text in plain.items():
        move = numbers.decode(action)
        if move is None or move.action.form != "move" or move.action.notation is not None or move.hops:
            continue
        to = next(i for i, c in enumerate(move.action.choices) if c.name == "to")
        start = sites[move.values[0]].name
        held = pieces[start]
        kind = kinds[read_piece(held if isinstance(held, str) else held[-1], _names(game)).kind]
        more = "".join(
            f"={style.letter(value, game.kinds[value])}"
            if choice.type.base == "kind" and value is not None
            else f" {written(game, choice, value)}"
            for i, (choice, value) in enumerate(zip(move.action.choices, move.values, strict=True))
            if i not in (0, to)
        )
        captures = text[len(start)] == "x"
        letter = style.letter(kind, game.kinds[kind])
        yield _Step(action, letter, start, sites[move.values[to]].name, captures, more)


def _names(game: Game) -> list[str]:
    return [p.name for p in game.players]


def _by_goal(steps: Sequence[_Step]) -> dict[tuple[str, str, str], list[_Step]]:
    found: dict[tuple[str, str, str], list[_Step]] = {}
    for step in steps:
        found.setdefault(step.goal, []).append(step)
    return found


def _written(step: _Step, starts: Sequence[str], style: Style) -> str:
    """A move in a style; `starts` are those of all moves with the same goal."""
    sign = "x" if step.captures else ""
    match style.name:
        case "coordinates":
            return step.start + step.to + step.more.replace("=", "").lower()
        case "san":
            return step.letter + _start(step, starts) + sign + step.to + step.more
        case _:
            parts = {"piece": step.letter, "from": step.start, "x": sign, "to": step.to}
            return re.sub(r"\{\s*(\w+)\s*\}", lambda m: parts[m[1]], style.template) + step.more


def _start(step: _Step, starts: Sequence[str]) -> str:
    """As much of a start as tells a move from those with the same goal; a piece without a letter that captures has its file."""
    file, rank = _parts(step.start)
    others = [_parts(s) for s in starts if s != step.start]
    if not others:
        return file if step.captures and not step.letter else ""
    if all(f != file for f, _ in others):
        return file
    if step.letter and all(r != rank for _, r in others):
        return rank
    return step.start


def _parts(site: str) -> tuple[str, str]:
    """A site's name as letters and a number; one that is written otherwise cannot be shortened."""
    found = _SITE.fullmatch(site)
    return (found[1], found[2]) if found else (site, site)


def _spellings(step: _Step) -> set[str]:
    """All that people write for a move, without what `_bare` takes away."""
    file, rank = _parts(step.start)
    return {_bare(step.letter + start + step.to + step.more) for start in ("", file, rank, step.start)}


def _bare(text: str) -> str:
    """A text without signs that may be left out, and with letters for zeros."""
    text = _MARKS.sub("", text.strip())
    if re.fullmatch(r"0-0(-0)?", text):
        return text.replace("0", "O")
    return text if text.startswith("O-O") else re.sub(r"[x=\-\s]", "", text)
