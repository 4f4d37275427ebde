"""The way out of a line that is right by itself, and stands in another place than it should."""

import re
from collections.abc import Callable, Set

from gdl.layout import depth
from gdl.ranges import in_words

_SHOWN = 90  # letters of a line that is quoted


def misplaced(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """What to do about a word that does not fit because its line, or the part that it begins, belongs elsewhere; or "".

    `before`: the clause up to the word; `rest`: its line behind it.
    """
    return next((said for reading in _READINGS if (said := reading(found, before, rest, expected))), "")


WITHOUT_END = "who wins, and when, stands under `end`"
RESULT_LINE = re.compile(
    r"(?:\w+(?:\([^()]*\))?|\{[^{}]*\}|(?:highest|lowest)\s+\w+)\s+(?:wins|loses)\s+when\b.*|draw\s+when\b.*"
)


def _result_without_end(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """Results under another clause: the head `end` is missing above them."""
    clause = re.match(r"\s*(\w+)", before)
    start = before.rfind("\n") + 1
    line = " ".join((before[start:] + found + rest).split())
    if clause is None or clause[1] in ("end", "game") or start == 0 or not RESULT_LINE.fullmatch(line):
        return ""
    return f"{WITHOUT_END}: write `end` in a line of its own above `{line}`, in the first column"


def _result_within_an_action(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`end mover wins when full` among the parts or the effects of an action."""
    line = before[before.rfind("\n") + 1 :]
    whole = re.fullmatch(r"\s*(?:do\s+)?end\s+(.+)", f"{line}{found}{rest.rstrip()}")
    is_within = re.match(r"\s*(?:move|action|choice|settle|setup|effect)\b", before) and "\n" in before
    if not is_within or whole is None or not RESULT_LINE.fullmatch(result := " ".join(whole[1].split())):
        return ""
    who, _, condition = result.partition(" when ")
    if line.strip() and found == "when":
        return (
            f"an effect ends the game at once: {_quoted(f'if {condition} do end {who}')}; what ends it whenever it holds stands "
            f"under `end`, in the first column: {_quoted(result)}"
        )
    return f"who wins, and when, is no part of an action: it stands under `end`, in the first column: {_quoted(result)}"


def _condition_before_the_result(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`when CONDITION` in front of who wins."""
    line = before[before.rfind("\n") + 1 :]
    if not re.match(r"\s*end\b", before) or not re.fullmatch(r"[ \t]+(?:when|if)[ \t]+", line):
        return ""
    condition = " ".join((found + rest).split())
    behind = re.fullmatch(
        r"(.+?)[,:]?\s+((?:(?:highest|lowest)\s+)?\w+(?:\([^()]*\))?\s+(?:wins|loses)|draw)", condition
    )
    if behind is not None:
        return f"the result comes first: {_quoted(f'{behind[2]} when {behind[1]}')}"
    return f"the result comes first: `mover wins when {condition}`, or who else wins"


_SINGLE_EFFECTS = ("place", "move", "remove", "capture", "swap", "then")


def _condition_behind_an_effect(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`then block if CONDITION`."""
    line = " ".join(before[before.rfind("\n") + 1 :].split()).removeprefix("do ")
    is_effect = line.split(" ", 1)[0] in ("move", "remove", "capture", "swap", "then")
    condition = " ".join(rest.split())
    if found not in ("if", "when") or not is_effect or not condition or line.count("(") != line.count(")"):
        return ""
    return f"the condition stands before what is done: {_quoted(f'if {condition} do {line}')}"


def _place_by_a_condition(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`place man of p on a1 if p = Red else d4`, `place man of p if ready else q on a1`."""
    line = before[before.rfind("\n") + 1 :]
    given = re.search(r".*\b(on|in|to|of)\s+([^;]*?)\s*\Z", line)
    other = re.match(r"(.*?\belse\s+[^;]*?)(\s+(?:on|in)\s.*|\s*;.*|\s*)\Z", rest)
    if found != "if" or given is None or other is None or given[2].count("(") != given[2].count(")"):
        return ""
    one, behind = (
        (other[1], other[2])
        if given[1] == "of"
        else (rest.partition(";")[0].rstrip(), rest[len(rest.partition(";")[0]) :])
    )
    whole = f"{line[: given.start(2)]}({given[2]} {found}{one}){behind}"
    what = "an owner" if given[1] == "of" else "a place"
    return f"{what} that depends on a condition stands in parentheses: {_quoted(whole)}"


def _loop_behind_an_effect(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`place k in deck for k in kinds`."""
    line = " ".join(before[before.rfind("\n") + 1 :].split()).removeprefix("do ")
    is_effect = line.split(" ", 1)[0] in _SINGLE_EFFECTS or re.match(r"\w+(?:\([^()]*\))?\s*:=", line)
    over = re.fullmatch(r"\s+(\w+\s+in\s+.*\S)\s*", rest)
    if found != "for" or not is_effect or over is None or line.count("(") != line.count(")"):
        return ""
    return f"what is done for each stands behind it: {_quoted(f'for {over[1]} do {line}')}"


def _owner_before_the_kind(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`place Red king on e1`."""
    owner = re.search(r"\bplace\s+(?:a\s+|an\s+)?(?:own\s+)?([A-Z]\w*|mover|p|player|own)\s+\Z", before)
    where = re.match(r"\s*(?:at|on|in)\b\s*", rest)
    if owner is None or where is None or not found[:1].isalpha() or found in ("on", "in", "of", "at"):
        return ""
    whose = "mover" if owner[1] == "own" else owner[1]
    rest = "on " + rest[where.end() :] if where[0].split()[0] == "at" else rest.strip()
    return f"whose a piece is stands behind its kind: {_quoted(f'place {found} of {whose} {rest}')}"


def _choice_as_an_effect(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`do choose s in sites`."""
    line = before[before.rfind("\n") + 1 :]
    chosen = re.fullmatch(r"[ \t]+(?:do[ \t]+)?(choose[ \t]+)", line)
    is_behind = re.search(r"(?m)^[ \t]+do\b", before)
    if chosen is None or not is_behind or "CHOOSE" in expected:
        return ""
    whole = " ".join(f"{chosen[1]}{found}{rest}".split())
    return f"choices stand before the effects: {_quoted(whole)} on a line of its own above `do`"


def _definition_without_sign(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """The value of a `let` on the line below it, without `=`."""
    head = re.match(r"((?:let|relation)\s+\w+\s*(?:\([^()\n]*\))?)[ \t]*\n\s+\Z", before)
    return (
        f"`=` stands between a definition and its value: `{head[1]} =`, and its value behind it or on this line"
        if head
        else ""
    )


def _condition_without_brackets(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`let x = neighbours(s) where it is own`."""
    line = before[before.rfind("\n") + 1 :]
    of = re.search(r"(?:[=<>]|:=|\breturn)\s*([^=<>]*[\w)}])\s*\Z", line)
    if found != "where" or of is None or "reached" in of[1] or re.match(r"\s*(?:choose|for)\b", line):
        return ""
    if not re.match(r"\s*(?:do\s+)?(?:let\b|\w+(?:\([^()]*\))?\s*:=)", line):
        return ""
    filtered = f"{of[1]} where{rest}".rstrip()
    return f"the elements of a set that pass stand in parentheses: {_quoted(f'({filtered})')}; how many there are is {_quoted(f'count({filtered})')}"


def _arguments_on_offer(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`turn: throw(mover)`."""
    offered = re.search(
        r"(?:\A|\n)(?:turn|phase\s+\w+)(?:\s+together)?\s*:\s*(?:.*\b(?:or|else)\s+)?(\w+)\s*\Z", before
    )
    given = re.match(r"[^()]*\)", rest)
    if found != "(" or offered is None or given is None:
        return ""
    return f"an action on offer takes nothing, since its choices are made with `choose`: write `{offered[1]}` for `{offered[1]}({given[0]}`"


def _name_before_choices(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """A `let` among the parts of an action."""
    if found != "let" or "CHOOSE" not in expected or before[before.rfind("\n") + 1 :].strip():
        return ""
    chosen = re.findall(r"\bchoose\s+(?:openly\s+|secretly\s+)?(\w+)|\bas\s+(\w+)", before)
    used = [n for pair in chosen for n in pair if n and re.search(rf"\b{n}\b", rest)]
    name, _, value = (" ".join(part.split()) for part in rest.partition("="))
    what = "a value that parts of an action share is a definition of its own, in the first column"
    if not used or not re.fullmatch(r"\w+", name):
        return f"{what}: {_quoted(found + rest)}; a value for effects is named behind `do`"
    given = ", ".join(f"{n}: site" for n in used)
    call = f"{name}({', '.join(used)})"
    return f"{what}: {_quoted(f'let {name}({given}) = {value}')}, and `{call}` in its place; a value for effects is named behind `do`"


def _part_behind_effects(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """A condition, a choice or a path behind the `do` of an action."""
    lines = before.split("\n")
    if found not in ("where", "choose", "line", "walk", "leap") or lines[-1].strip():
        return ""
    opened = [number for number, line in enumerate(lines[:-1]) if re.match(r"\s+do\b", line)]
    if not opened or not re.match(r"\s*(?:action|move|choice)\b", before):
        return ""
    if depth(lines[opened[-1]]) > depth(lines[-1]):
        return ""
    moved = " ".join((found + rest).split())
    if found == "choose":
        return (
            "what is chosen stands before `do`: move this line up; what is chosen when the effects have happened is a `choice` "
            "of its own, demanded by `then`"
        )
    return f"the parts of an action stand before its effects: move `{moved}` up, above `do`"


def _sequence_on_offer(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """Actions one behind the other in a turn."""
    offered = re.search(r"(?:\A|\n)((?:turn|phase\s+\w+)(?:\s+together)?)\s*:\s*(.*?)\s*\Z", before)
    if offered is None:
        return ""
    later = " ".join(rest.split())
    if found in ("then", "followed", "and") and re.fullmatch(r"(?!.*\belse\b)[\w ]+", later or "-"):
        later = re.sub(r"^(?:by|then)\s+", "", later)
        first = offered[2].split(" or ")[-1].split()[-1:]
        return (
            f"here stands only what comes first; what follows is demanded by the effects of `{first[0] if first else ''}`, "
            f"behind its `do`: `then {later}`"
        )
    if found in ("until", "till", "unless", "while") and offered[1].startswith("phase"):
        condition = later if found != "while" else f"not ({later})"
        return (
            f"a phase lasts until an effect ends it: write `if {condition} do phase := main` behind the `do` of "
            f"`{offered[2]}`"
        )
    return ""


def _chance_as_a_value(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`roll := random 1..6`: chance is an effect with a name of its own."""
    given = re.search(r"([\w()]+)\s*(:=|=)\s*(?:random|roll|rand|dice|die)\s*\(?\s*\Z", before)
    if given is None:
        return ""
    of = " ".join((found + rest).split()).rstrip(")")
    named = re.fullmatch(r"\w+ in .+", of)
    if named is not None and given[2] == ":=":
        name = of.split()[0]
        return f"chance is an effect, which names what comes: `random {of}`, and on the next line `{given[1]} := {name}`"
    of = of.removeprefix("in ").removeprefix("from ").removeprefix("of ").replace(", ", "..")
    of = f"1..{of}" if of.isdecimal() else of
    if given[2] == "=":
        return f"chance is an effect, which names what comes: `random {given[1]} in {of}`"
    return f"chance is an effect, which names what comes: `random x in {of}`, and on the next line `{given[1]} := x`"


def _chance_named_behind(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`random 1..6 as d`."""
    whole = re.fullmatch(r"(.+?)\s+(?:as|into|to|->)\s+(\w+)\s*", found + rest)
    if whole is None or not re.search(r"\brandom\s+\Z", before):
        return ""
    return f"the name stands before the set: {_quoted(f'random {whole[2]} in {whole[1]}')}"


def _choice_named_behind(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`choose own piece m`."""
    side = re.search(r"\bchoose\s+(own|enemy|an?|one|any)\s+\Z", before)
    named = re.fullmatch(r"\s+(?:as\s+)?(?!where\b|in\b)(\w+)(\s+where\b.*)?\s*", rest)
    if side is None or named is None or not found.isidentifier():
        return ""
    noun = (
        "pieces"
        if found in ("piece", "man", "stone")
        else "sites"
        if found in ("site", "square", "cell")
        else found
    )
    among = f"{side[1]} {noun}" if side[1] in ("own", "enemy") else noun
    return f"the name stands before the set: {_quoted(f'choose {named[1]} in {among}{named[2] or chr(32)}')}"


def _condition_before_the_action(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`turn: put else if flying: fly`."""
    is_offer = re.search(r"(?:\A|\n)(?:turn|phase\s+\w+)\b[^\n]*\bif\s+\Z", before)
    offered = re.match(r"([^:]*?)\s*:\s*(\w+)", found + rest)
    if is_offer is None or offered is None:
        return ""
    return (
        f"an action stands before its condition: `{offered[2]} if {offered[1]}` in place of `if {offered[0]}`"
    )


def _names_joined_by_and(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`for p in players and s in row(p) do`."""
    line = before[before.rfind("\n") + 1 :]
    head = re.search(r"\bfor\s+\w+\s+in\s+[^;:]*\Z", line)
    if found not in ("and", ";") or head is None or not re.match(r"\s*\w+\s+in\b", rest):
        return ""
    return f"several names are separated by commas: {_quoted(f'{head[0].rstrip()},{rest}')}"


def _counted_with(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`count(hand(p) with fits)`."""
    of = re.search(r"\bcount\(\s*([\w ]+(?:\([^()]*\))?)\s*\Z", before)
    test = re.match(r"\s*(?:that\s+)?(?:is\s+|are\s+)?(\w+)\s*\)", rest)
    if found not in ("with", "which", "that", "if", "when", "having") or of is None or test is None:
        return ""
    return f"which of them count is asked behind `where`: `count(x in {of[1].strip()} where {test[1]}(x))`, or `... where x is {test[1]})`"


def _connection_as_a_call(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`connected(s, own)`: a flood, with a test."""
    call = re.search(
        r"\b(?:connected|group|reachable|connection)\(\s*(\w+)\s*,\s*(own|enemy|empty)\s*\Z", before
    )
    return (
        f"what is connected over such sites is `reached from {call[1]} while {call[2]}`"
        if call and found == ")"
        else ""
    )


def _side_as_a_player(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`own` and `enemy` where a player is wanted."""
    word = re.search(r"\b(own|enemy)\s*\Z", before)
    if word is None or found not in (")", ",", "and", "or", "do", "wins", "loses"):
        return ""
    if re.search(r"\b(?:line|walk|leap|is|while)\b[^()]*\Z|\bconnected\([^()]*\Z", before):
        return ""
    player = "mover" if word[1] == "own" else "rival(mover)"
    return f"`{word[1]}` stands before a kind or `pieces`; the player is `{player}`: write `{player}` in place of `{word[1]}`"


_DONE = {
    "captured": "capture",
    "taken": "capture",
    "removed": "remove",
    "moved": "move",
    "placed": "place",
    "swapped": "swap",
}


def _effect_as_a_participle(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`victim captured`: what is done stands first."""
    line = re.fullmatch(
        r"(?:\s*|.*\bdo\s+|.*;\s*)(\w+(?:\([^()]*\))?)\s+(?:is\s+|be\s+|gets\s+)?",
        before[before.rfind("\n") + 1 :],
    )
    if line is None or found not in _DONE:
        return ""
    return f"what is done stands first: {_quoted(f'{_DONE[found]} {line[1]}{rest}')}"


def _number_without_times(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`place man in bag 6`, `place man in bag 6 times`."""
    line = before[before.rfind("\n") + 1 :]
    placed = re.search(r"\bplace\s+[^;]*\bin\s+[^;]*[\w)]\s*\Z", line)
    if placed is None or not found.isdecimal() or not re.fullmatch(r"\s*(?:times|x|pieces)?\s*", rest):
        return ""
    return f"how many follows `times`: {_quoted(f'{placed[0].rstrip()} times {found}')}"


def _or_before_else(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`turn: a or else pass`."""
    line = re.search(r"(?:\A|\n)((?:turn|phase\s+\w+)\b[^\n]*?)\s+or\s+else\s+\Z", before)
    return f"leave `or` out: {_quoted(f'{line[1]} else {found}{rest}')}" if line else ""


def _draw_in_other_words(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`draws when full`, `tie when full`."""
    line = before[before.rfind("\n") + 1 :]
    if found not in ("when", "if") or not re.fullmatch(
        r"\s*(?:end\s+)?(?:it\s+is\s+a\s+)?(?:draws|drawn|tie|tied)\s+", line
    ):
        return ""
    return f"a game that nobody wins is a `draw`: {_quoted(f'draw when{rest}')}"


def _name_behind_its_set(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`choose edge s where s is empty`."""
    line = before[before.rfind("\n") + 1 :]
    among = re.fullmatch(
        r"\s*(choose|random)\s+(?!own\b|enemy\b|an?\b|one\b|any\b)(\w+(?:\([^()]*\))?)\s+", line
    )
    if among is None or not found.isidentifier() or not re.fullmatch(r"\s*(?:where\b.*)?", rest):
        return ""
    if found in ("in", "of", "from", "where") or (rest.strip() and not re.search(rf"\b{found}\b", rest)):
        return ""
    return f"the name stands before the set: {_quoted(f'{among[1]} {found} in {among[2]}{rest}')}"


def _change_without_its_sign(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`gold(mover) + 1` among effects."""
    line = before[before.rfind("\n") + 1 :]
    field = re.fullmatch(r"(?:\s*|.*\bdo\s+|.*;\s*)([A-Za-z_]\w*(?:\([^()]*\))?)\s*", line)
    if (
        field is None
        or found not in ("+", "-")
        or "__ANON_1" not in expected
        or not re.match(r"\s*[\w(]", rest)
    ):
        return ""
    return f"a field gets a value with `:=`: write {_quoted(f'{field[1]} := {field[1]} {found}{rest}')}"


def _distance_behind_the_colon(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`line any: up to 2 empty`."""
    line = before[before.rfind("\n") + 1 :]
    path = re.search(r"\b((?:line|walk)\b[^:]*?)\s*:\s*up\s+\Z", line)
    steps = re.fullmatch(r"\s+(\w+)[\s,]+(.*\S)\s*", rest)
    if path is None or found != "to" or steps is None:
        return ""
    return (
        f"how far a path goes stands before the colon: {_quoted(f'{path[1]} up to {steps[1]}: {steps[2]}')}"
    )


def _source_before_what_moves(found: str, before: str, rest: str, expected: Set[str]) -> str:
    """`move from hand(mover) k to s`."""
    line = before[before.rfind("\n") + 1 :]
    whole = re.fullmatch(
        r"(\w+(?:\([^()]*\))?)\s+(?:to\s+(\S+)\s+(\w+)|(\w+)\s+to\s+(\S.*))\s*", found + rest
    )
    if whole is None or not re.search(r"\bmove\s+from\s+\Z", line):
        return ""
    piece, place = whole[3] or whole[4], whole[2] or whole[5]
    return f"what moves stands first: {_quoted(f'move {piece} from {whole[1]} to {place}')}"


def _quoted(line: str) -> str:
    text = " ".join(line.split())
    return f"`{text}`" if len(text) <= _SHOWN else "this whole line"


_READINGS: tuple[Callable[[str, str, str, Set[str]], str], ...] = (
    in_words,
    _effect_as_a_participle,
    _number_without_times,
    _or_before_else,
    _draw_in_other_words,
    _name_behind_its_set,
    _change_without_its_sign,
    _distance_behind_the_colon,
    _source_before_what_moves,
    _result_without_end,
    _result_within_an_action,
    _loop_behind_an_effect,
    _place_by_a_condition,
    _condition_behind_an_effect,
    _condition_before_the_result,
    _owner_before_the_kind,
    _choice_as_an_effect,
    _definition_without_sign,
    _condition_without_brackets,
    _arguments_on_offer,
    _name_before_choices,
    _part_behind_effects,
    _sequence_on_offer,
    _chance_as_a_value,
    _chance_named_behind,
    _choice_named_behind,
    _condition_before_the_action,
    _names_joined_by_and,
    _counted_with,
    _connection_as_a_call,
    _side_as_a_player,
)
