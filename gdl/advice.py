"""What to do about a word or sign that does not fit: the sentence that helps whoever wrote it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from gdl.blocks import begins_clause, clause_within
from gdl.boards.tilings import TILINGS
from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.diagnostics import is_slip, near
from gdl.grammar import named
from gdl.habits import form_of_line, meant, without_do
from gdl.keywords import CLAUSE_WORDS, EFFECT_WORDS, FOREIGN_PARTS, PART_WORDS
from gdl.layout import depth
from gdl.lines import run_together
from gdl.misplaced import misplaced
from gdl.omitted import omitted
from gdl.repairs import Broken, repair
from gdl.words import HEADINGS

_LONGEST_LINE = 1_000  # characters


@dataclass(frozen=True, slots=True)
class Misfit:
    """A word or sign that does not fit: what stands before it in its clause and behind it in its line, and the terminals
    of the grammar that could stand in its place."""

    found: str
    before: str
    expected: frozenset[str]
    rest: str
    broken: Broken
    elsewhere: frozenset[str]  # words that the file has in other places, too
    actions: frozenset[str] = frozenset()  # the names of the actions and choices that the file declares

    @property
    def is_word(self) -> bool:
        return re.fullmatch(r"[A-Za-z_]\w*", self.found) is not None

    def expects(self, *terminals: str) -> bool:
        return self.expected.issuperset(terminals)


def advice(misfit: Misfit) -> tuple[str, bool]:
    """The way out of what does not fit, as far as one can be guessed: the first adviser that knows one is heard.

    And whether it is a guess: the usual form of the line, or a change that nothing but the parser has tried. Of a line that is
    longer than any that people write nothing is guessed, since looking for a word's end takes the square of its length.
    """
    if max(map(len, (misfit.before + misfit.rest).split("\n"))) > _LONGEST_LINE:
        return "", True
    for adviser in _ADVISERS:
        if (said := adviser(misfit)) is not None:
            return said, not said or adviser in _GUESSES
    return "", True


# Each adviser gives its advice, "" where none is to be given, or None where another one may know better.


def _on_actions_as_effects(m: Misfit) -> str | None:
    """`roll or hold` among effects, where actions of these names are declared."""
    line = m.before[m.before.rfind("\n") + 1 :]
    named = re.fullmatch(r"\s*(?:do\s+|.*\bdo\s+|.*;\s*)?(\w+)\s*", line)
    if named is None or named[1] not in m.actions or m.found != "or" or "__ANON_1" not in m.expected:
        return None
    return f"what follows is demanded by `then`: `then {named[1]} or{m.rest.rstrip()}`"


def _on_doubled_words(m: Misfit) -> str | None:
    words = re.findall(r"\w+|\.\.|:=|[^\w\s]", m.before[m.before.rfind("\n") + 1 :])
    twice = (
        m.found if words[-1:] == [m.found] else words[-1] if len(words) > 1 and words[-1] == words[-2] else ""
    )
    if twice in ("own", "enemy", "any", "empty") and re.search(r"\b(?:line|walk|leap)\b", m.before):
        return "the steps of a path are separated by commas: `own, own`, or repeated in braces: `own{2}`"
    is_twice = twice and twice not in "-()[]{}" and (m.is_word or twice != m.found or m.found in ",:=;")
    return f"`{twice}` stands there twice: leave one of them out" if is_twice else None


def _on_tabs(m: Misfit) -> str | None:
    line = m.before[m.before.rfind("\n") + 1 :]
    if line.strip() or "\t" not in line:
        return None
    others = [a for a in m.before.split("\n")[:-1] if a.startswith(" ")] or [m.before]
    is_mixed = any("\t" not in a for a in others)
    return (
        "this line begins with a tab, which counts as four blanks: indent with blanks only"
        if is_mixed
        else None
    )


def _on_misplaced_lines(m: Misfit) -> str | None:
    is_clause = m.found != ":=" and begins_clause(m.before)
    return (
        clause_within(m.broken) if is_clause else misplaced(m.found, m.before, m.rest, m.expected)
    ) or None


def _on_blocks(m: Misfit) -> str | None:
    """A line that stands further left than the block to which it belongs."""
    begins = not m.before[m.before.rfind("\n") + 1 :].strip()
    is_wanted = "_INDENT" in m.expected and m.expected <= {"_INDENT", "_NL", "_SIBLING", "_DEDENT"}
    if begins and is_wanted:
        return "this line belongs to the block that the line above begins: indent it deeper than that line"
    return None


def _on_deeper_lines(m: Misfit) -> str | None:
    """A line that stands deeper than the one above, and does not go on with it."""
    line = m.before[m.before.rfind("\n") + 1 :]
    is_first = not line.strip() and m.before.strip() and m.is_word and m.found not in CLAUSE_WORDS_THAT_GO_ON
    if not is_first or not m.expects("_NL") or m.expects("CHOOSE"):
        return None
    if m.found in SHAPES and re.match(r"(?:players|kinds)\b", m.before):
        return f"`board` is missing before `{m.found}`: it begins a clause, in the first column"
    clause = re.match(r"\s*(\w+)", m.before)
    if clause and clause[1] in _WITHOUT_EFFECTS and m.found in EFFECT_WORDS:
        return f"`{m.found}` is an effect: it belongs to the `do` of an action, to `setup` or to `settle`"
    condition = " ".join(f"{m.found}{m.rest}".split())
    if m.expects("WHERE") and m.broken.reads(f"{m.before.rstrip()} where {condition}"):
        return f"`where` is missing before the condition: `where {condition}`"
    return "this line stands deeper than the one above, and so goes on with it: begin both in the same column"


def _on_lines_run_together(m: Misfit) -> str | None:
    """Two lines that have become one, where a word stands with which lines begin."""
    return run_together(m.broken, by_keyword=True) or None


def _on_any_lines_run_together(m: Misfit) -> str | None:
    return run_together(m.broken, by_keyword=False) or None


def _on_repairs(m: Misfit) -> str | None:
    return repair(m.broken, m.expected) or None


def _on_slips(m: Misfit) -> str | None:
    """A keyword with a letter wrong, missing or too many."""
    keywords = [word for word in map(named, m.expected) if word]
    if m.found != m.found.lower() and m.found.lower() in keywords:
        return f"did you mean `{m.found.lower()}`?"
    if m.is_word and len(m.found) > 2 and m.found not in m.elsewhere:
        return near(m.found, [w for w in keywords if is_slip(m.found, w)]) or None
    return None


def _on_omitted_words(m: Misfit) -> str | None:
    return omitted(m.broken, m.rest) or None


def _on_missing_values(m: Misfit) -> str | None:
    if m.found == "," and m.expects("NAME", "INT") and re.search(r"[{(]\s*\Z", m.before):
        return "a value is missing before `,`"
    return None


def _on_habits(m: Misfit) -> str | None:
    return meant(m.found, m.before, m.rest, m.expected) or None


_DEFINES = re.compile(r"\s*(?:do\s+)?(?:let|relation|option)\b")


def _on_signs(m: Misfit) -> str | None:
    line = m.before[m.before.rfind("\n") + 1 :]
    row = re.search(r"(?<![\w.])([0-9]{1,2})\Z", m.before)
    if row and re.fullmatch(r"[a-zA-Z]", m.found):
        return f"a site is named by its column and then its row: `{m.found.lower()}{row[1]}`"
    if m.found in ("/", "*", "<", ">", "=", "+", "..") and m.expects("NAME", "INT"):
        return f"a value is missing before `{m.found}`"
    if m.found == "[" and re.search(r"(?:\bin|\bon|:=|[=,(])\s*\Z", m.before):
        return "a set is written in braces: `{a, b}`; in a path, a condition in square brackets stands where a step does"
    if m.found == "{" and re.search(r"\w\Z", m.before) and re.match(r"[^{}()\n]*\)", m.rest):
        return "write `(`: what a name takes stands in parentheses"
    if m.found == "[" and re.search(r"[\w)]\Z", m.before) and m.expects("AS"):
        times = re.match(r"\s*([0-9]+)\s*\]", m.rest)
        return f"how often a step is met stands in braces: `own{{{times[1] if times else '3'}}}`"
    if m.found.isdecimal() and m.before.endswith("*") and m.expects("AS"):
        return f"how often a step is met stands in braces: `own{{{m.found}}}`"
    of = re.search(r"(\w+)\Z", m.before) if m.found == "[" else None
    inside = re.match(r"\s*([A-Za-z_]\w*)\s*\]", m.rest)
    if of and inside:
        return f"what is asked of a thing stands in parentheses: `{of[1]}({inside[1]})`"
    if m.found == "[" and re.search(r"[\w)}]\Z", m.before):
        return "an element is taken by its place: `first(S)`, `last(S)` or `nth(S, 2)`"
    if m.found == "-" and re.search(r"[{:]\s*[0-9]+\s*\Z", m.before):
        return "a range has two dots: `1..6`"
    if m.found == "=" and m.expects("__ANON_1"):
        return "a value is given with `:=`"
    if m.found == ":=" and re.search(r"\b(?:line|walk|leap)\b[^:\n]*\Z", m.before):
        return "write `:` in place of `:=`"
    if m.found == ":=" and m.expected == {"EQUAL"} and _DEFINES.match(line):
        return f"a definition has `=` alone: `{' '.join(f'{line}={m.rest}'.split())}`"
    if m.found == ":=":
        return "here equality is written `=`; `:=` gives a value, in effects"
    if m.found == ";" and not m.rest.strip():
        return "`;` only stands between two effects; no line ends with it"
    return None


def _on_quantifiers(m: Misfit) -> str | None:
    behind = re.search(r"\b(and|or|implies|not|if)\s+(some|all|no)(\s+\w+)?\s*\Z", m.before)
    if behind and (m.found == "in" if behind[3] else re.match(r"\s+in\b", m.rest)):
        name = (behind[3] or m.found).strip()
        asked = re.match(r"(?:\s*in\b)?\s*(.*?)\s+else\b", m.rest) if behind[1] == "if" else None
        if asked:
            return f"between `if` and `else` a quantifier stands in parentheses: `({behind[2]} {name} in {asked[1]})`"
        return f"behind `{behind[1]}`, in a list or a set, a quantifier stands in parentheses: `({behind[2]} {name} in S: C)`"
    return None


def _on_parts_of_actions(m: Misfit) -> str | None:
    if not m.expects("CHOOSE", "FINALLY"):
        return None
    if help := near(FOREIGN_PARTS.get(m.found, m.found), PART_WORDS):
        return help
    if m.found in ("if", "when"):
        return "a condition begins with `where`, and effects stand after `do`"
    if len(m.found) <= _SHORT and m.broken.reads(f"{m.before}do{m.rest}"):
        return "did you mean `do`?"
    if m.found in EFFECT_WORDS:
        return without_do(m.before)
    if m.found in CLAUSE_WORDS:
        return clause_within(m.broken)
    return ""


_SHORT = 3  # letters of a word that may stand for `do`


def _on_boards_and_texts(m: Misfit) -> str | None:
    if re.fullmatch(r"x[0-9]\w*", m.found) and m.expects("X"):
        return f"put blanks around the `x`: `x {m.found[1:]}`"
    if m.is_word and re.match(r"\s*claim\b", m.before) and m.expects("STRING"):
        return f'a claim begins with a text that names it: `claim "NAME": {m.found} ...`'
    heading = re.match(r"\s*game\b[^\n]*\n(?:.*\n)*\s*(\w+)\s*\Z", m.before)
    if heading and heading[1] not in HEADINGS:
        return "the lines under `game` are headings, each with a text: " + ", ".join(HEADINGS)
    if m.is_word and m.expects("STRING") and m.expected <= {"STRING", "_NL", "INT", "OF"}:
        return f'a text stands in quotation marks: `"{" ".join((m.found + m.rest).split())}"`'
    return None


def _on_tables_and_looks(m: Misfit) -> str | None:
    """Rows of a table and of looks."""
    if m.found == ":" and re.match(r"kinds\b[^\n]*\n(?:.*\n)*\s*\w+\s*\Z", m.before):
        return "no colon stands behind the name of a kind"
    line = m.before[m.before.rfind("\n") + 1 :]
    if (
        m.found in (":", ",")
        and re.match(r"kinds\b", m.before)
        and re.search(r"(?<!\()\b(line|walk|leap)\b[^()]*\Z", line)
    ):
        path = re.search(r"\b(?:line|walk|leap)\b.*?(?=  +\S|\Z)", f"{line}{m.found}{m.rest}".rstrip())
        return f"a path in a table stands in parentheses: `({path[0] if path else 'line any: empty*, any'})`"
    if m.found == "," and re.match(r"kinds\b[^\n]*\n", m.before) and re.search(r"\w\s*\Z", line):
        return "between the values of a row stand blanks, and no commas"
    if m.found in ("=", ":") and re.match(r"looks\b", m.before):
        return f'nothing stands between a name and its look: `{line.strip()} "o"`'
    return None


def _on_lengths_of_paths(m: Misfit) -> str | None:
    if (
        m.found.isdecimal()
        and m.expects("UP", "LENGTH")
        and re.search(r"\b(?:line|walk)\b[^:\n]*$", m.before)
    ):
        return f"how far a path goes is said with `up to`: `up to {m.found}`"
    return None


def _on_beginnings_of_paths(m: Misfit) -> str | None:
    if m.expects("COLON", "FROM", "LENGTH") and re.search(r"\b(?:line|walk)\b[^:\n]*$", m.before):
        if m.is_word and m.expects("COMMA") and m.found not in ("empty", "own", "enemy", "ally", "none"):
            return "directions are separated by commas, and a colon stands before the steps of a path"
        return "a colon stands before the steps of a path: `line any: empty`"
    if m.found == "at" and re.search(r",\s*stopping\s*\Z", m.before):
        return "no comma stands before `stopping at`"
    return None


def _on_demands(m: Misfit) -> str | None:
    demand = re.search(r"\bthen\s+(?:may\s+|must\s+)?(\w+)\s+\Z", m.before)
    if demand and (m.found in m.elsewhere or m.found in ("to", "from", "mover")) and m.is_word:
        return f"what is given to a choice stands in parentheses: `then {demand[1]}({m.found})`"
    if m.is_word and re.search(r"\b(may|must)\s*\Z", m.before) and m.expects("__ANON_1"):
        return f"what follows is demanded by `then`: `then {m.before.split()[-1]} {m.found}`"
    return None


def _on_steps_and_ends(m: Misfit) -> str | None:
    if m.found in ("and", "or") and m.expects("AS") and (path := _path_before(m.before)):
        return f"a path reaches as far as it can, so put it into parentheses: `({path}) {m.found} ...`"
    if m.found == "if" and m.expects("WHEN"):
        return "the condition of an end begins with `when`"
    offering = re.search(r"(?:\A|\n)[ \t]*((?:turn|phase\s+\w+))\s*\Z", m.before)
    if m.expects("COLON") and m.expected <= {"COLON", "_NL", "PLUS", "MINUS", "TOGETHER"} and offering:
        return f"a colon stands before what is offered: `{offering[1]}: {m.found}`"
    if m.found.isdecimal() and m.expects("AS") and (step := re.search(r"([A-Za-z_]\w*)\s+\Z", m.before)):
        times = re.match(r"\s*\.\.\s*\d*", m.rest)
        often = f"{m.found}{times[0].strip() if times else ''}"
        return f"how often a step is met stands in braces: `{step[1]}{{{often}}}`"
    if m.found == "and" and m.expects("AS"):
        return "in a path a condition stands in square brackets: `[it is enemy and ...]`"
    if m.found == "or" and m.expects("AS"):
        return "tests of which one must hold are joined by `|`: `enemy king | enemy rook`"
    if m.expects("AS") and re.search(r"\b(?:line|walk|leap)\b", m.before):
        return "the steps of a path are separated by commas"
    if re.search(r"^\s*end\s+(wins|loses)\s*\Z", m.before, re.MULTILINE):
        return "say who: `mover wins`"
    return None


def _on_forms(m: Misfit) -> str | None:
    """How the clause is written, unless a misspelt word is the more likely cause."""
    form = form_of(m.found, m.before)
    is_often_misspelt = re.match(r"\s*(?:board\s+(?!graph)|hide|known|skip|pool|position)\b", m.before)
    return form if form and not is_often_misspelt else None


def _on_misspelt_words(m: Misfit) -> str | None:
    """The word in place of the one before, or of this one."""
    before = re.search(r"([A-Za-z_]\w*)[ \t]+\Z", m.before)
    known = {*m.elsewhere, *BY_NAME, *CLAUSE_WORDS}
    if m.is_word and before and before[1] not in _PREFIXES and before[1].lower() in _PREFIXES:
        return f"did you mean `{before[1].lower()}` in place of `{before[1]}`?"
    if (
        m.is_word
        and before
        and before[1] not in {*_PREFIXES, *known}
        and (meant := near(before[1], _PREFIXES))
    ):
        return f"{meant[:-1]} in place of `{before[1]}`?"
    if m.is_word and len(m.found) > 2 and m.found not in {*CLAUSE_WORDS, *EFFECT_WORDS, *PART_WORDS, *known}:
        keywords = [word for word in map(named, m.expected) if word]
        return near(m.found, keywords) or None
    return None


def _on_all_forms(m: Misfit) -> str | None:
    return form_of(m.found, m.before) or None


def _on_misspelt_effects(m: Misfit) -> str | None:
    previous = re.search(r"([A-Za-z_]\w*)[ \t]*\Z", m.before)
    if previous is None:
        return None
    start = m.before[: previous.start()].rstrip(" \t")
    opens_effects = re.search(r"\b(?:do|finally|setup|settle)\Z", start) is not None
    begins_effect = start.endswith((";", "\n")) or opens_effects
    if not begins_effect or previous[1] in EFFECT_WORDS:
        return None
    return near(previous[1], EFFECT_WORDS) or None


def _on_arguments(m: Misfit) -> str | None:
    """A name that follows another one inside brackets, as arguments do in some languages."""
    before = re.search(r"[({,]\s*([A-Za-z_]\w*)[ \t]+\Z", m.before)
    is_function = before and (
        before[1] in RELATIVE_WORDS or any(r.parameters for r in BY_NAME.get(before[1], ()))
    )
    if m.is_word and before and is_function and m.expects("LPAR"):
        return f"what it is asked of stands in parentheses: `{before[1]}({m.found})`"
    return None


def _on_lines(m: Misfit) -> str | None:
    if m.is_word and m.expected <= {"_NL", "MEANS"}:
        return f"the line ends before `{m.found}`: what follows stands on a line of its own"
    return form_of_line(m.before) or None


def _on_no_effect(m: Misfit) -> str | None:
    """A line of effects that begins with a word which is none: `pay cost(k)`."""
    line = m.before[m.before.rfind("\n") + 1 :]
    word = re.fullmatch(r"(?:.*\bdo\s+|\s+|.*;\s*)([a-z_]\w*)\s+", line)
    if word is None or not m.expects("OF", "LPAR", "__ANON_1") or "PLUS" in m.expected:
        return None
    own = f"one of your own has parentheses, `{word[1]}(...)`, and is declared by `effect {word[1]}(...)`"
    return f"there is no effect `{word[1]}`: a field gets a value with `:=`, such as `x := x - 1`; {own}"


CLAUSE_WORDS_THAT_GO_ON = ("else", "where", "and", "or", "implies", "if", "in", "is", "when")
_WITHOUT_EFFECTS = (
    "let", "relation", "field", "pool", "option", "board", "kinds", "players", "turn", "phase", "end", "require", "hide", "game",
)  # fmt: skip

SHAPES = tuple(TILINGS)

_ADVISERS: tuple[Callable[[Misfit], str | None], ...] = (
    _on_tabs,
    _on_misplaced_lines,
    _on_blocks,
    _on_actions_as_effects,
    _on_omitted_words,
    _on_doubled_words,
    _on_missing_values,
    _on_lines_run_together,
    _on_habits,
    _on_deeper_lines,
    _on_slips,
    _on_signs,
    _on_quantifiers,
    _on_parts_of_actions,
    _on_boards_and_texts,
    _on_tables_and_looks,
    _on_lengths_of_paths,
    _on_beginnings_of_paths,
    _on_demands,
    _on_steps_and_ends,
    _on_forms,
    _on_arguments,
    _on_misspelt_words,
    _on_all_forms,
    _on_misspelt_effects,
    _on_no_effect,
    _on_any_lines_run_together,
    _on_repairs,
    _on_lines,
)
_GUESSES = (
    _on_deeper_lines,
    _on_beginnings_of_paths,
    _on_forms,
    _on_all_forms,
    _on_no_effect,
    _on_any_lines_run_together,
    _on_repairs,
    _on_lines,
)


# ---- how clauses are written


_EACH = (
    "write `kinds each suit in {cups, swords}, value in {1..10}`; `once per rotation` and `where` may follow"
)
_FORMS = (
    (r"board\s+graph\b", "a graph is written `board graph a1-b1-c1, c1>a1, a1 at 1, 2`: tracks, and where sites are drawn"),
    (r"board\b", "boards are `square W x H`, `hex W x H`, `hex side N`, `hex rows A, B, ...` and `graph a-b-c, ...`"),
    (r"kinds\s+each\b", _EACH),
    (r"field\b", "write `field NAME of HOLDER: TYPE`, such as `field level of piece: 1..3` or `field marked of site: bool`"),
    (r"players\b", "players are separated by commas: `players Red, Blue`, or `players 2..4 from Red, Blue, Green, Yellow`"),
    (r"hide\b", "write `hide s in sites from viewer where CONDITION`, or of an aspect `hide kind of p in pieces from viewer where CONDITION`"),
    (r"known\b", "write `known to viewer: VALUE`: what a player knows beside what they see"),
    (r"position\b", "write `position NAME: pieces, mover`: what must be the same for two positions to be one"),
    (r"skip\b", "write `skip p when CONDITION`"),
    (r"pool\b", "write `pool NAME of player seen by owner`, or `pool NAME of game`"),
)  # fmt: skip


def form_of(found: str, before: str) -> str:
    """How the clause, or the line of effects, in which something does not fit is written."""
    lines = before.split("\n")
    line = lines[-1]
    above = next((a for a in reversed(lines[:-1]) if a.strip() and depth(a) < depth(line)), "")
    if re.match(r"\s*(?:do\s+)?match\b", above) and ":" not in line:
        if found == "..":
            return "a row has single values, and no range: write a row for each number, or `if 1 <= n and n <= 3 do ...`"
        return "a row is its values, a colon and what happens; `any` fits every value: `king, any: capture b`"
    if re.match(r"\s*(?:do\s+)?match\b", line) and found == ":":
        return "no colon stands here; the rows follow on indented lines"
    if found == "times" and re.search(r"\bplace\b[^;]*\bon\b[^;]*\Z", line):
        return "on every site one piece is placed; `times` stands with a pool: `place KIND in POOL times N`"
    if found == "from" and (word := re.search(r"\b(remove|capture)\b[^;]*\Z", line)):
        return f"say which pieces: `{word[1]} first(q in POOL where q is KIND)`"
    if re.search(r"\brandom\s+\w+\s*\Z", line):
        return "write `random NAME in SET`"
    if found == "," and re.search(r"\bthen\b[^;]*\Z", line):
        return "alternatives are joined by `or`: `then a or b`"
    if found == "(" and (score := re.search(r"\b(?:highest|lowest)\s+\w+\s*\Z", line)):
        return f"the score is named alone: `{score[0].strip()} wins`"
    if re.search(r"\bwith\s+\w+\s*\Z", line):
        return "a field gets a value: `with FIELD = VALUE`"
    if re.match(r"\s*board\s+graph\b", before) and (
        word := re.search(r"\b(where|axes|wrapping|with|skipping)\s*\Z", before)
    ):
        return f"a graph has the sites that its tracks name; it takes no `{word[1]}`"
    if re.search(r"\baxes\s+\w+\s*\Z", before):
        return "name two directions: `axes southeast, northeast`"
    if re.search(r"\b(?:where|when)\b", before) and not re.match(r"\s*skip\s+when\b", before):
        return ""
    if (shape := re.match(r"\s*board\s+([A-Za-z]+)\b", before)) and (help := near(shape[1], SHAPES)) not in (
        "",
        f"did you mean `{shape[1]}`?",
    ):
        return help
    return next((help for form, help in _FORMS if re.match(rf"\s*{form}", before)), "")


def balance(text: str) -> int:
    bare = re.sub(r'"[^"\n]*"', "", text)
    return sum(c in "([{" for c in bare) - sum(c in ")]}" for c in bare)


# ---- what stands before


CLOSING = {"(": ")", "[": "]", "{": "}"}


def open_bracket(before: str) -> int | None:
    """Where the innermost open bracket stands."""
    opened: list[int] = []
    for match in re.finditer(r'"[^"\n]*"|[()\[\]{}]', before):
        if match[0] in CLOSING:
            opened.append(match.start())
        elif match[0] in CLOSING.values() and opened:
            opened.pop()
    return opened[-1] if opened else None


def bracket_of_no_call(before: str) -> int | None:
    """Where the innermost open bracket stands, if it is a parenthesis that gives no arguments and holds no path."""
    at = open_bracket(before)
    if at is None or before[at] != "(" or re.match(r"\s*(?:line|walk|leap)\b", before[at + 1 :]):
        return None
    name = re.search(r"([A-Za-z_]\w*)\s*\Z", before[:at])
    return at if name is None or name[1] in _BEFORE_SETS else None


_BEFORE_SETS = frozenset(
    [
        "in",
        "on",
        "where",
        "and",
        "or",
        "not",
        "from",
        "to",
        "of",
        "is",
        "some",
        "no",
        "if",
        "else",
        "implies",
        "capture",
        "remove",
        "place",
        "move",
        "for",
        "when",
        "div",
        "mod",
        "by",
    ]
)


_PREFIXES = (
    "own",
    "enemy",
    "some",
    "all",
    "not",
    "where",
    "implies",
    "reached",
    "openly",
    "secretly",
)  # words that a name may follow


def opened_effects(before: str) -> str:
    """What a line of effects opens, if it begins with the condition of an `if` or what a `for` goes through."""
    word = re.search(r"(?:^|\bdo\b|\belse\b)[ \t]*(if|for)\b[^;\n]*\Z", before, re.MULTILINE)
    return {"if": "an `if`", "for": "a `for`"}[word[1]] if word else ""


def indented_clause(broken: Broken, expected: set[str]) -> str:
    """What is said of a word that begins a clause, and stands first in a line that is indented."""
    found, before = broken.found, broken.text[: broken.offset]
    line = before[before.rfind("\n") + 1 :]
    if found not in CLAUSE_WORDS or line.strip() or not line or not before.strip():
        return ""
    if found in EFFECT_WORDS and expected & {"CHOOSE", "PLACE"}:
        return ""
    if found == "when" and "CHOOSE" in expected:
        return "a condition of an action begins with `where`"
    return clause_within(broken)


def _path_before(before: str) -> str:
    """The quantified path that ends a text, outside of all brackets."""
    paths = list(re.finditer(r"\b(?:some|no)\s+(?:line|walk|leap)\b", before))
    path = " ".join(before[paths[-1].start() :].split()) if paths else ""
    return path if balance(path) == 0 else ""
