"""Moves in the style that a game's rules ask for: `Nbxd2`, `e2e4`, or a text with the piece, its start and its destination.

The style concerns moves from one site to another, and in `san` what is put on an empty site by its kind, `N@f3`. Any other action,
one of several steps, and a move whose notation the rules give, is written as the program writes it. So are two actions that the
style cannot tell apart. What is read is more: any of the starts, the whole start without a letter, `Nf3/E` for a move that chooses a kind, `@e4` for a piece
without a letter.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gdl.core.model import Action, Choice, Game, Kind, Style
from interpreter.engines.base import State
from interpreter.engines.notation import written
from interpreter.play.scene.names import read_piece
from interpreter.shared.numbering import ActionNumbers, Move

_MARKS = re.compile(r"[+#!?]+$")  # what is behind a move says what its writer thinks of it
_RAISED = re.compile(r"(?<=\d)=?\+?[a-z]$")  # the kind that a piece becomes, which some write small
_GAP = re.compile(r"[x=/\-\s]")  # signs that may be left out
_SITE = re.compile(r"([A-Za-z]+)(\d+)")
PUT = "@"  # where what is put on a site comes from


@dataclass(frozen=True, slots=True)
class _Step:
    """A move of one piece. `start` and `to` are names of sites; `more` is what is chosen beside them.

    Of what is put on a site the start is `@`. `has_style`: the rules give the action no notation that would count more.
    """

    action: int
    letter: str
    start: str
    to: str
    more: str
    captures: bool = False
    has_style: bool = True
    has_no_letter: bool = False

    @property
    def goal(self) -> tuple[str, str, str]:
        """What moves share that only their starts tell apart."""
        return self.letter, self.to, self.more

    @property
    def spellings(self) -> set[str]:
        return _spellings(self.letter, self.start, self.to, self.more, self.has_no_letter)


def is_plain(game: Game) -> bool:
    """Whether people write the moves of a game as the program does. `sgf` is for files alone."""
    return game.style is None or game.style.name in ("plain", "sgf")


def texts(state: State) -> dict[int, str]:
    """The legal actions, each as people write it."""
    game, style = state.engine.game, state.engine.game.style
    found = {a: state.action_to_string(a) for a in state.legal_actions()}
    if style is None or is_plain(game):
        return found
    steps = [
        replace(s, captures=s.start != PUT and found[s.action][len(s.start)] == "x")
        for s in _steps(state, style)
        if s.has_style
    ]
    starts: dict[tuple[str, str, str], list[str]] = {}
    for step in steps:
        starts.setdefault(step.goal, []).append(step.start)
    for step in steps:
        found[step.action] = _written(step, starts[step.goal], style)
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
    wanted = bare(text)
    steps = list(_steps(state, style, wanted))
    found = [s.action for s in steps if wanted in s.spellings]
    if found:
        return found
    others = {*state.legal_actions()} - {s.action for s in steps if s.has_style}
    kinds = state.engine.game.kinds
    return [a for a in others if wanted in own_spellings(state.action_to_string(a), style, kinds)]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a move that is not legal asks for: the kind of the piece, where it would go, and the sites from which it might."""

    kind: int
    to: str
    starts: tuple[str, ...]


def asked(state: State, text: str) -> Asked | None:
    """What a text in the game's style asks for that is no legal move; None where it has another form. Of pieces without a letter that
    may be meant, the one on the file of the destination is."""
    game, style = state.engine.game, state.engine.game.style
    if style is None or is_plain(game):
        return None
    wanted, players = bare(text), [p.name for p in game.players]
    letters = [style.letter(i, kind) for i, kind in enumerate(game.kinds)]
    ends = {
        bare(site.name + more): site.name
        for site in game.board.sites
        if site.name in wanted
        for more in ("", *(f"={letter}" for letter in letters if letter))
    }
    own = [
        (start, piece.kind)
        for start, held in state.observation(state.current_player)["pieces"].items()
        if (piece := read_piece(held if isinstance(held, str) else held[-1], players)).owner
        == players[state.current_player]
    ]
    for i, (letter, kind) in enumerate(zip(letters, game.kinds, strict=True)):
        for end, to in ends.items():
            begins = [start for start, name in own if name == kind.name]
            starts = [start for start in begins if wanted in _spellings(letter, start, end, "", False)]
            if not letter:
                starts = [s for s in starts if _parts(s)[0] == _parts(to)[0]] or starts
            if starts or (letter and wanted == letter + end):
                return Asked(i, to, tuple(starts))
    return None


@dataclass(frozen=True, slots=True)
class Shape:
    """What an action's number alone says of how a style writes it. `start` and `to` are sites; `kind` is what moves, where it does not
    depend on the position, or what is put."""

    start: int | None
    to: int
    kind: int | None
    more: str
    has_style: bool

    def letter(self, game: Game, style: Style, kind: int) -> str:
        """The letter of a kind that moves so, or is put so."""
        named = game.kinds[kind]
        return style.fen_letter(kind, named) if self.start is None else style.letter(kind, named)

    def spellings(self, game: Game, style: Style, kind: int) -> set[str]:
        """All that people write for it where this kind does it, without what `bare` takes away."""
        sites = game.board.sites
        start = PUT if self.start is None else sites[self.start].name
        has_none = not style.letter(kind, game.kinds[kind])
        return _spellings(self.letter(game, style, kind), start, sites[self.to].name, self.more, has_none)


def shape_of(game: Game, style: Style, numbers: ActionNumbers, action: int) -> Shape | None:
    """None for an action that the style does not concern."""
    move = numbers.decode(action)
    if move is None or move.hops:
        return None
    to = next((i for i, c in enumerate(move.action.choices) if _is_goal(move.action, c)), None)
    if to is None:
        return None
    if move.action.form != "move":
        is_san = style.name == "san"
        return Shape(None, move.values[to], move.values[1 - to], "", True) if is_san else None
    kinds = move.action.kinds
    kind = kinds[0] if kinds is not None and len(kinds) == 1 else None
    more = _more(game, style, move, to)
    return Shape(move.values[0], move.values[to], kind, more, move.action.notation is None)


def _steps(state: State, style: Style, bare: str | None = None) -> Iterator[_Step]:
    """The legal actions that a style may write; with `bare`, a text that is read, those alone to whose destination it may lead."""
    game = state.engine.game
    numbers, sites = ActionNumbers(game), game.board.sites
    pieces: Mapping[str, str | list[str]] | None = None
    for action in state.legal_actions():
        shape = shape_of(game, style, numbers, action)
        if shape is None or (bare is not None and sites[shape.to].name not in bare):
            continue
        to, kind = sites[shape.to].name, shape.kind
        if shape.start is None or kind is None:
            pieces = pieces or state.position()["pieces"]
        if shape.start is None:
            if kind is not None and to not in (pieces or {}):
                own = style.letter(kind, game.kinds[kind])
                letter = shape.letter(game, style, kind)
                yield _Step(action, letter, PUT, to, "", has_no_letter=not own)
            continue
        start = sites[shape.start].name
        if kind is None:
            assert pieces is not None
            kind = _kind_on(game, pieces[start])
        letter = shape.letter(game, style, kind)
        yield _Step(action, letter, start, to, shape.more, has_style=shape.has_style)


def _is_goal(action: Action, choice: Choice) -> bool:
    """Whether a choice is where a piece goes: of an action that is no move, the site beside a kind and nothing else."""
    if action.form == "move":
        return choice.name == "to"
    return (
        choice.type.base == "site"
        and len(action.choices) == 2
        and any(c.type.base == "kind" for c in action.choices)
        and all(c.sizes is None for c in action.choices)
    )


def _kind_on(game: Game, held: str | list[str]) -> int:
    """The kind of what stands on a site, by the words of a position; the topmost of a stack."""
    name = read_piece(held if isinstance(held, str) else held[-1], [p.name for p in game.players]).kind
    return next(i for i, k in enumerate(game.kinds) if k.name == name)


def _more(game: Game, style: Style, move: Move, to: int) -> str:
    """What is chosen beside the sites."""
    return "".join(
        f"={style.letter(value, game.kinds[value])}"
        if choice.type.base == "kind" and value is not None
        else f" {written(game, choice, value)}"
        for i, (choice, value) in enumerate(zip(move.action.choices, move.values, strict=True))
        if i not in (0, to)
    )


def _written(step: _Step, starts: Sequence[str], style: Style) -> str:
    """A move in a style; `starts` are those of all moves with the same goal."""
    if step.start == PUT:
        return step.letter + PUT + step.to
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


def _spellings(letter: str, start: str, to: str, more: str, has_no_letter: bool) -> set[str]:
    """All that people write for a move, without what `bare` takes away."""
    if start == PUT:
        return {f"{letter}@{to}", *([f"@{to}"] if has_no_letter else [])}
    file, rank = _parts(start)
    begins = (letter, letter + file, letter + rank, letter + start, start)
    end = bare(to + more)
    return {_GAP.sub("", begin) + end for begin in begins}


def own_spellings(plain: str, style: Style, kinds: Sequence[Kind]) -> tuple[str, str]:
    """What the rules write for an action, and the same with the letters of kinds for their names."""
    letters = {k.name: style.letter(i, k) for i, k in enumerate(kinds)}
    return bare(plain), bare("".join(letters.get(word, word) for word in plain.split()))


def bare(text: str) -> str:
    """A text without signs that may be left out, with letters for zeros, and with a capital for what a piece becomes."""
    text = _RAISED.sub(lambda m: m[0].upper(), _MARKS.sub("", text.strip()))
    if re.fullmatch(r"0-0(-0)?", text):
        text = text.replace("0", "O")
    found = re.match(r"O-O(-O)?", text)
    begin = found[0] if found else ""
    return begin + _GAP.sub("", text[len(begin) :])
