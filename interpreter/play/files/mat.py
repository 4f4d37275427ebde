"""MAT, the files of programs for games of two dice on tables (Jellyfish, 1994): a match of several games, each with the moves of both players in two
columns, `31: 8/5 6/5`.

The heading `mat` of the rules names the fields that hold the dice. The rules write a move as its steps, `8/5 6/5`: points are
counted from the mover's own end, `bar` is 25 and `off` is 0 in files, and steps of one man may be written as one. The doubling cube is
left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import RecordError
from interpreter.play.chance import Drawn, begun, fields_of, following
from interpreter.play.styles.pgn import BrokenError, Sheet, decoded

HEADING = "mat"
_GAME = re.compile(rb"\s*Game\s+\d+\s*$")
_HEAD = re.compile(r"\s*(\S.*?) : \d+\s+(\S.*?) : \d+\s*$")
_DATE = re.compile(r'; \[EventDate "([^"]*)"\]')
_TURN = re.compile(r"\s*\d+\)(.*)$")
_CELL = re.compile(
    r"(?P<move>[1-6][1-6]:(?:(?!\d\d:|Doubles|Takes|Drops|Wins)[^;])*)|(?P<cube>Doubles(?: *=> *\d+)?|Takes)|(?P<drop>Drops)|Wins +(?P<points>\d+) point"
)
_NO_MOVE = re.compile(r"(?i)can(?:'|no)?t move|\?+")
_STEP = re.compile(r"(\w+)((?:/\w+\*?)+)(?:\((\d)\))?")
_ENDS = {"bar": "25", "off": "0"}
_RIGHT = 30  # the column where the second player's moves begin at the latest, as most programs write


def dice_of(game: Game) -> list[str]:
    """The fields that hold the dice; none where the rules do not say it."""
    return game.headings.get(HEADING, "").split()


# ---- files


def split(lines: Iterable[bytes]) -> Iterator[str]:
    """The texts of the games of a match, each behind the head of the file."""
    head, kept = list[bytes](), list[bytes]()
    for line in lines:
        if _GAME.match(line):
            if kept:
                yield decoded(b"".join(head + kept))
            kept = [line]
        else:
            (kept or head).append(line)
    yield decoded(b"".join(head + kept))


def read(text: str) -> Sheet:
    """A game. Raises BrokenError."""
    dated = _DATE.search(text)
    tags = {} if dated is None else {"Date": dated[1]}
    moves: list[str] = []
    before, result, right = 0, "*", _RIGHT
    for line in text.splitlines():
        head, turn = _HEAD.match(line), _TURN.match(line)
        if head is not None and "White" not in tags:
            tags |= {"White": head[1], "Black": head[2]}
            right = head.start(2)
        is_behind = bool(moves) and line.strip().startswith("Wins")
        for cell in _CELL.finditer(line) if turn is not None or is_behind else ():
            player = int(cell.start() >= right - 4)
            if cell["move"] is not None:
                before = player if not moves else before
                if (before + len(moves)) % 2 != player:
                    raise BrokenError(f"`{cell[0].strip()[:20]}` is a move of a player who is not to move")
                moves.append(_NO_MOVE.sub("", cell["move"]).strip())
            elif cell["cube"] is not None:
                tags["Cube"] = (
                    str(2 * int(tags.get("Cube", 1)))
                    if cell[0].startswith("Takes")
                    else tags.get("Cube", "1")
                )
            elif cell["points"] is not None:
                result, tags["Points"] = ("1-0", "0-1")[player], cell["points"]
    if not moves and "White" not in tags:
        raise BrokenError("it holds no game: a game has two columns of moves behind the names of its players")
    return Sheet(tags, tuple(moves), before, result)


def write(sheet: Sheet) -> str:
    """The text of a file with one game, as a match of one point."""
    tags = sheet.tags
    cells = ["" for _ in range(sheet.before % 2)] + list(sheet.moves)
    pairs = [(cells[i], cells[i + 1] if i + 1 < len(cells) else "") for i in range(0, len(cells), 2)]
    width = max(27, *(len(left) + 1 for left, _ in pairs)) if pairs else 27
    date = tags.get("Date", "?")
    lines = [*([f'; [EventDate "{date}"]', ""] if "?" not in date else []), " 0 point match", "", " Game 1"]
    lines.append(f" {tags['White'] + ' : 0':<{width + 4}} {tags['Black']} : 0")
    lines += [f"{i:3}) {left:<{width}} {right}".rstrip() for i, (left, right) in enumerate(pairs, 1)]
    if tags.get("Result") in ("1-0", "0-1"):
        points = int(tags.get("Points", 1))
        won = f"Wins {points} point{'s' * (points != 1)}"
        lines.append(" " * (5 if tags["Result"] == "1-0" else width + 6) + won)
    return "\n".join(lines) + "\n"


# ---- moves


def _dice(state: State) -> list[object]:
    fields = fields_of(state)
    return sorted((fields.get(name, 0) for name in dice_of(state.engine.game)), key=str)


def _said_dice(text: str) -> list[object]:
    return sorted((int(sign) for sign in text[:2]), key=str)


def begin(engine: Engine, sheet: Sheet) -> tuple[State, int]:
    """The set-up with the first dice of a game, and its seed. Raises RecordError."""
    if not sheet.moves:
        return engine.initial_state(0), 0
    wanted, first = _said_dice(sheet.moves[0]), sheet.before % 2
    return begun(engine, lambda state: state.current_player == first and _dice(state) == wanted)


def draw(state: State, action: int, move: str) -> tuple[State, Drawn]:
    """The state after an action with the dice of the move that follows, and what chance gave there. Raises RecordError."""
    wanted = _said_dice(move)
    after = following(state, action, lambda after: after.is_terminal or _dice(after) == wanted)
    fields = fields_of(after)
    return after, {
        name: value for name in dice_of(state.engine.game) if isinstance(value := fields.get(name), int)
    }


def meant(state: State, text: str) -> list[int]:
    """The legal actions that a move means: whose steps come together to those that are written. Of those that only differ in the order
    of steps it is the first. Raises RecordError for other dice, and for words that are no steps."""
    dice, _, said = text.partition(":")
    if _said_dice(dice) != _dice(state):
        raise RecordError(f"the dice are {', '.join(map(str, _dice(state)))} there")
    words = said.split()
    if not words:
        return [a for a in state.legal_actions() if state.action_to_string(a) == "pass"]
    ours = {a: state.action_to_string(a).split() for a in state.legal_actions()}
    known = {word for own in ours.values() for word in own}
    for word in words:
        if _STEP.fullmatch(word) is None and word not in known:
            raise RecordError(f"`{visible(word)}` is no step, such as 8/5, bar/20* or 6/4(2)")
    written = _Steps(words)
    found = [(a, _Steps(own)) for a, own in ours.items()]
    alike = [(a, steps) for a, steps in found if steps.moved == written.moved]
    alike = [(a, s) for a, s in alike if s.hit == written.hit] or alike
    alike = [(a, s) for a, s in alike if written.points <= s.points] or alike
    return _distinct(state, [action for action, _ in alike])


def _distinct(state: State, actions: Sequence[int]) -> list[int]:
    """Of actions that do the same, the first."""
    found: list[tuple[State, int]] = []
    for action in actions:
        after = state.apply(action)
        if all(after != other for other, _ in found):
            found.append((after, action))
    return [action for _, action in found]


class _Steps:
    """What a move does: how many men leave and come to each point, where men are hit, and all points that are named."""

    def __init__(self, words: Sequence[str]) -> None:
        self.moved, self.hit, self.points = Counter[str](), set[str](), set[str]()
        for word in words:
            found = _STEP.fullmatch(word)
            if found is None:
                continue
            goals = found[2][1:].split("/")
            self.hit |= {goal[:-1] for goal in goals if goal.endswith("*")}
            points = [_ENDS.get(p, p) for p in (found[1], *(goal.rstrip("*") for goal in goals))]
            self.points |= {*points}
            self.moved[points[0]] -= int(found[3] or 1)
            self.moved[points[-1]] += int(found[3] or 1)
        self.moved = Counter({point: n for point, n in self.moved.items() if n})


def text_of(state: State, action: int) -> str:
    """A legal action as it is written, with the dice before it. Before steps that come in several orders the rules have a word."""
    words = filter(_STEP.fullmatch, state.action_to_string(action).split())
    steps = re.sub(r"bar|off", lambda found: _ENDS[found[0]], " ".join(words))
    return f"{''.join(map(str, reversed(_dice(state))))}: {steps}".rstrip()
