"""Idioms of other languages and of speech: what is matched, what is written here instead, and one sentence.

A pattern is matched against the words of a line. `NAME` is any name, `INT` a number, `ANY` any one word; `a|b` is one of two
words; `^` is the beginning of the line and `$` its end, and `...` any words within the same brackets. In what is written, `{1}` is what the
first of these patterns matched, and a further line begins in the column of this one. An idiom without `write` has no single form here:
only its sentence is told.

A row counts where the word that does not fit is one of those that it matches, or the word behind them.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from gdl.platform.dataclass import dataclass
from gdl.suggestions.automaton import Work, trace
from gdl.suggestions.lines import Broken, Change, broken_line


@dataclass(frozen=True, slots=True)
class Idiom:
    """`mends`: it is told only where the line can be read with what is written."""

    pattern: str
    write: str | None
    sentence: str
    is_sure: bool = False
    mends: bool = False


_COMPARING = frozenset(("=", "!=", ">=", "<="))
_ASKING = frozenset(("where", "if", "and", "or", "not", "implies", ":"))  # behind which a condition stands

TOGETHER = 2  # idioms that may stand in a line behind one
SPANNED = 100  # words that `...` may stand for
_APART = "a quantifier or a path that something else follows stands in parentheses"
_EACH = "each name that is asked about has a quantifier of its own"
_AGAIN = "what is repeated is a `for`, a further step of an action (`again may`), or a settling (`settle until stable`)"
_OPTION = "an option has a default, and then its values: `option size = 8 from 6..12`, `option pie = false`"
_NO_TYPE = "a definition is given no type: it has that of its value"
_ONE_NAME = "a name has no `-`: write `_`"
_ADD = "a field gets its whole new value: `n := n + 1`"

IDIOMS = (
    # ---- signs
    Idiom("==", "=", "equality is written `=`", is_sure=True),
    Idiom("= =", "=", "equality is written `=`", is_sure=True),
    Idiom("<>", "!=", "what is not equal is written `!=`", is_sure=True),
    Idiom("=!", "!=", "what is not equal is written `!=`", is_sure=True),
    Idiom("is ANY =>", "is {1} implies", "what must hold under a condition follows `implies`", mends=True),
    Idiom("=>", ">=", "at least as much is written `>=`", is_sure=True, mends=True),
    Idiom("=<", "<=", "at most as much is written `<=`", is_sure=True),
    Idiom("/ =", "!=", "what is not equal is written `!=`", mends=True),
    Idiom("&&", "and", "conditions are joined by `and`", is_sure=True),
    Idiom("||", "or", "conditions are joined by `or`", is_sure=True),
    Idiom("! NAME", "not {1}", "what is not so is written with `not`", is_sure=True),
    Idiom("! (", "not (", "what is not so is written with `not`", is_sure=True),
    Idiom("NAME += ... $", "{1} := {1} + {2}", _ADD, mends=True),
    Idiom("NAME ( ... ) += ... $", "{1}({2}) := {1}({2}) + {3}", _ADD, mends=True),
    Idiom("NAME -= ANY $", "{1} := {1} - {2}", _ADD, mends=True),
    Idiom("NAME ( ... ) -= ANY $", "{1}({2}) := {1}({2}) - {3}", _ADD, mends=True),
    Idiom("+=|-=", None, _ADD),
    Idiom("++", None, _ADD),
    Idiom("//", None, "comments begin with two dashes, and whole numbers are divided with `div`"),
    Idiom("/*", None, "comments begin with two dashes and go on to the end of the line"),
    Idiom("...", "..", "a range has two dots", is_sure=True),
    Idiom("^ field|pool NAME [|(", None, "who has it stands behind `of`: `field gold of player: 0..99`, `pool hand of player`"),
    Idiom("NAME [ ANY ]", "{1}({2})", "what something has is asked with parentheses, `gold(mover)`; an element of a set is `nth(S, 2)`"),
    Idiom(") . NAME (", None, "what something has is asked with parentheses: `count(hand(mover))`"),
    Idiom("&", None, "what two sets have in common is `S where it in T`, and conditions are joined by `and`"),
    Idiom("[ NAME for NAME in ... if ... ]", "{{1} for {2} in {3} where {4}}", "a set is written in braces, and its condition follows `where`", mends=True),
    Idiom("line ... 1 or|to|- 2 : empty|own|enemy|any|piece", "line {1}: {3}{1..2}", "how often a step is made stands in braces: `empty{1..2}`", mends=True),
    Idiom("line ... INT .. INT : empty|own|enemy|any|piece", "line {1}: {4}{{2}..{3}}", "how often a step is made stands in braces: `empty{1..2}`", mends=True),
    Idiom("leap ( INT , INT )", "leap {1}, {2}", "a leap has no parentheses: `leap 1, 2`", mends=True),
    Idiom("NAME . NAME", None, "what something has is asked with parentheses: `gold(mover)`"),
    Idiom("^ let|relation NAME ( ... ) ->|: NAME =", "{1} {2}({3}) =", _NO_TYPE, mends=True),
    Idiom("^ let|relation NAME ->|: NAME =", "{1} {2} =", _NO_TYPE, mends=True),
    Idiom("^ board graph ... ->", None, "a track that leads one way has `>`"),
    Idiom("move ... ->|into|onto|in|on", "move {1} to", "a piece goes `to` a place", mends=True),
    Idiom("<-", ":=", "a field gets a value with `:=`"),
    Idiom("=|:=|else no $", "{1} false", "what is not so is `false`", mends=True),
    Idiom("; $", "", "no sign stands at the end of a line", is_sure=True),
    # ---- ranges and numbers
    Idiom("INT - INT", "{1}..{2}", "a range has two dots: `1..6`"),
    Idiom("INT to INT", "{1}..{2}", "a range has two dots: `1..6`"),
    Idiom("^ players INT", None, "players are named: `players Red, Blue`, or `players 2..4 from Red, Blue, Green, Gold`"),
    Idiom("^ board square|hex INT by|* INT", "board {1} {2} x {4}", "the sides of a board are joined by `x`"),
    Idiom("^ for|choose NAME from ANY to ANY", "{1} {2} in {3}..{4}", "a range has two dots: `1..6`"),
    Idiom("^ for|choose NAME =", "{1} {2} in", "what is gone through or chosen from stands behind `in`", mends=True),
    Idiom("<|<= ANY <|<=", None, "a comparison has two sides: `1 < n and n < 5`"),
    Idiom("<|<= ANY ( ... ) <|<=", None, "a comparison has two sides: `1 < n and n < 5`"),
    Idiom(">|>= ANY >|>=", None, "a comparison has two sides: `5 > n and n > 1`"),
    Idiom("^ board INT NAME $", None, "a board has a tiling: `board square 8 x 8`, `board hex 5 x 5`"),
    Idiom("^ board hex|hexes|hexagon|hexagonal INT $", None, "a board of hexes has one side or two: `board hex side 5`, `board hex 5 x 5`"),
    Idiom("^ board square|hex INT , INT", "board {1} {2} x {3}", "the sides of a board are joined by `x`"),
    Idiom("INT in a row|line", None, "so many in a row are a path, with their number in braces: `some line any: own{3}`"),
    Idiom("place ... in ... x INT", "place {1} in {2} times {3}", "how many are placed in a pool follows `times`", is_sure=True),
    Idiom("place ... in ... INT times", "place {1} in {2} times {3}", "how many are placed in a pool follows `times`", is_sure=True),
    Idiom("INT NAME in a row|line", None, "so many in a row are a path, with their number in braces: `some line any: own{3}`"),
    Idiom("empty|own|enemy|any|piece ( INT )", "{1}{{2}}", "how often a step is made stands in braces: `own{3}`", mends=True),
    Idiom("empty|own|enemy|any INT times", "{1}{{2}}", "how often a step is made stands in braces: `empty{3}`", mends=True),
    Idiom("INT times", None, "what is repeated stands behind `for`: `for n in 1..3 do`"),
    # ---- conditions and values
    Idiom("is not equal to", "!=", "what is not equal is written `!=`"),
    Idiom("is equal to", "=", "equality is written `=`"),
    Idiom("equals", "=", "equality is written `=`"),
    Idiom("isnt|isn|aint", None, "what does not pass a test is written `is not`"),
    Idiom("for all|each|every NAME in", "all {2} in", "whether all of them pass is asked with `all`"),
    Idiom("exists|exist NAME in", "some {2} in", "whether one of them passes is asked with `some`"),
    Idiom("forall NAME in", "all {1} in", "whether all of them pass is asked with `all`"),
    Idiom("all players except|but NAME", "(players where it != {2})", "the others are `(players where it != mover)`", mends=True),
    Idiom("both|all players pass", "passes = count(players)", "how many have passed in a row is `passes`", mends=True),
    Idiom("cannot|cant move|act|play|go", None, "who cannot act loses by `else lose` behind the actions of the turn"),
    Idiom("adjacent|next to ANY", None, "whether sites touch is `beside(a, b)`, and the sites beside a site are `neighbours(s)`"),
    Idiom("every|each NAME in", "all {2} in", "whether all of them pass is asked with `all`"),
    Idiom("such that", "where", "the condition on what is taken follows `where`"),
    Idiom("{ NAME : INT", None, "which value belongs to which is a definition: `let worth(s: site) = 3 if s = a1 else 1`"),
    Idiom("=|:= ... where ... $", "{1} ({2} where {3})", "a set with a condition stands in parentheses", mends=True),
    Idiom("{ NAME in ... |", "{{1} in {2} where", "the condition on the elements of a set follows `where`"),
    Idiom("{ ... | NAME in", "{{1} for {2} in", "what is gone through follows `for`"),
    Idiom("}|) [", None, "an element of a set is taken by its place: `first(S)`, `last(S)` or `nth(S, 2)`"),
    Idiom("in ( ... )", "in {{1}}", "a set is written in braces: `{1, 3}`"),
    Idiom("some|all NAME in ... , NAME in ... :", "{1} {2} in {3}: {1} {4} in {5}:", _EACH, mends=True),
    Idiom("no NAME in ... , NAME in ... :", "no {1} in {2}: some {3} in {4}:", _EACH, mends=True),
    Idiom("some|all|no NAME in ... : if ... then", "{1} {2} in {3}: {4} implies", "what must hold under a condition follows `implies`"),
    Idiom("some|all|no NAME in ... : ... else", "({1} {2} in {3}: {4}) else", _APART, mends=True),
    Idiom("some|all|no NAME in ... : ... }|)", "({1} {2} in {3}: {4}){5}", _APART, mends=True),
    Idiom("some|no line|walk|leap ... : ... and|or|implies", "({1} {2} {3}: {4}) {5}", _APART, mends=True),
    Idiom("some|no line|walk|leap ... }|)", "({1} {2} {3}){4}", _APART, mends=True),
    Idiom("when|where if ... then", "{1} {2} implies", "what must hold under a condition follows `implies`"),
    Idiom("=|(|,|return if", None, "a value stands before its condition: `2 if CONDITION else 1`"),
    Idiom("^ if ... then ... else ... $", "{2} if {1} else {3}", "a value stands before its condition: `2 if CONDITION else 1`", mends=True),
    Idiom("? ANY :", None, "a value stands before its condition: `2 if CONDITION else 1`"),
    Idiom("? { ... } :", None, "a value stands before its condition: `2 if CONDITION else 1`"),
    Idiom("return", None, "a definition is one value: `let NAME = VALUE`"),
    Idiom("null|nil|undefined|nothing", "none", "where there is no value stands `none`"),
    Idiom("unless", None, "what must not hold is written `not (CONDITION)`"),
    # ---- what has left the language
    Idiom("^ prefer least", "prefer most -", "the least is the most of the opposite: `prefer most -steps`"),
    Idiom("stopping at", None, "a walk stops where its last step alone may go: `walk any up to 3: safe*, empty`"),
    Idiom("swap|exchange NAME", None, "pieces change places in a block `simultaneously`, with a `move` for each of them"),
    # ---- effects
    Idiom("^ when ... : ... : ... $", "{3} when {1}: {2}", "the result comes first: `mover wins when CONDITION`", mends=True),
    Idiom("^ when ... : ... $", "{2} when {1}", "the result comes first: `mover wins when CONDITION`", mends=True),
    Idiom("^ end when|if", None, "the result comes first: `end mover wins when CONDITION`"),
    Idiom("^ elif|elsif|elseif", "else if", "another condition begins with `else if`", is_sure=True),
    Idiom("else if ... then", "else if {1} do", "the effects of an `if` stand behind `do`", is_sure=True, mends=True),
    Idiom("if ... then", "if {1} do", "the effects of an `if` stand behind `do`", is_sure=True, mends=True),
    Idiom("if ... :", "if {1} do", "the effects of an `if` stand behind `do`", mends=True),
    Idiom("if ... { $", None, "blocks are indented, and have no braces"),
    Idiom("for NAME in ... by ... do", "for {1} in ({1} in {2} by {3}) do", "a set in an order stands in parentheses: `(p in players by gold(p))`", mends=True),
    Idiom("for ... :", "for {1} do", "the effects of a `for` stand behind `do`", mends=True),
    Idiom("for ... { $", None, "blocks are indented, and have no braces"),
    Idiom("^ else :", "else", "`else` has no colon", is_sure=True),
    Idiom("^ otherwise", "else", "what is done without the condition stands behind `else`"),
    Idiom("^ foreach|forEach NAME", "for {2}", "what is gone through stands behind `for`"),
    Idiom("^ for each|every|all NAME", "for {2}", "what is gone through stands behind `for` alone"),
    Idiom("^ while|repeat|loop|until", None, _AGAIN),
    Idiom("do while|repeat|loop", None, _AGAIN),
    Idiom("^ verify|ensure|assert ANY", "where {2}", "what an action asks for stands behind `where`", mends=True),
    Idiom("^ switch|case ANY", None, "cases stand under `match`: a value, a colon and an effect"),
    Idiom("^ again if|when|where|while", None, "a further step is `again may` or `again must`, and its condition stands behind `where`"),
    Idiom("^ let NAME =", None, "a value gets a name in `do`, or in a definition of its own, above the action"),
    Idiom("^ set NAME ( ... ) =|to", "{1}({2}) :=", "a field gets a value with `:=`"),
    Idiom("^ set NAME =|to", "{1} :=", "a field gets a value with `:=`"),
    Idiom("^ NAME of NAME is INT $", "{1} of {2} := {3}", "a field gets a value with `:=`", mends=True),
    Idiom("^ var|const|set NAME =", None, "a value gets a name with `let`, and a field its value with `:=`"),
    Idiom("^ add|put|create|spawn ANY", None, "a new piece is placed: `place KIND of PLAYER on SITES`"),
    Idiom("^ take|kill|eat|destroy ANY", None, "what is taken is captured: `capture SITES`"),
    Idiom("^ delete|discard|clear ANY", None, "pieces are taken out with `remove`, or moved to a pool"),
    Idiom("change owner|side|sides|color|colour", None, "a piece changes sides by its owner: `owner(p) := mover`"),
    Idiom("flip|convert NAME", None, "a piece changes sides by its owner: `owner(p) := mover`"),
    Idiom("^ increase|increment|decrease|decrement ANY", None, _ADD),
    Idiom("^ draw after INT moves|turns", "limit {1} moves: draw", "how long a game may be is its limit"),
    Idiom("^ let|relation NAME - NAME ( ... ) =", "{1} {2}_{3}({4}) =", _ONE_NAME, mends=True),
    Idiom("NAME - NAME", "{1}_{2}", _ONE_NAME, mends=True),
    Idiom("^ roll|throw|shuffle|draw|deal ANY", None, "chance is an effect: `random n in 1..6`, `random c in deck`"),
    Idiom("do|; roll|throw|shuffle|deal ANY", None, "chance is an effect: `random n in 1..6`, `random c in deck`"),
    Idiom("let NAME = random", "random {1} in", "chance is an effect: `random n in 1..6`", mends=True),
    Idiom("NAME := random", None, "chance is an effect, which gives a name to what it takes: `random n in 1..6`, then `die := n`"),
    Idiom("move_again|moveAgain|play_again|extra_turn $", None, "who acts next is said so: `then turn of mover`"),
    Idiom("NAME goes|plays|acts|moves again", None, "who acts next is said so: `then turn of mover`"),
    Idiom("then next player", "then turn of after(mover)", "who acts next is said so: `then turn of PLAYER`"),
    Idiom("put NAME on|in", "place {1} {2}", "a new piece is placed: `place KIND of PLAYER on SITES`", mends=True),
    Idiom("place ANY at|onto|upon", "place {1} on", "pieces are placed `on` sites"),
    Idiom("place ANY of ANY at|onto|upon", "place {1} of {2} on", "pieces are placed `on` sites"),
    # ---- clauses and their parts
    Idiom("^ board|kinds|players|let|field|action|move|choice|setup|end :", None, "no colon stands behind the word of this clause"),
    Idiom("^ action|move|choice|effect NAME :", "{1} {2}", "the head of a block has no colon"),
    Idiom("^ action|move|choice|effect NAME (  )", "{1} {2}", "what is given nothing has no parentheses"),
    Idiom("^ setup|settle|end :", "{1}", "the head of a block has no colon"),
    Idiom("^ do :", "do", "`do` has no colon"),
    Idiom("^ do let|place|move|remove|capture|random|if|for", "{1}", "the effects of an action stand behind `do`, and here alone", mends=True),
    Idiom("^ settle when|where", "settle if", "what a settling asks for stands behind `if`, and its effects behind `do`", mends=True),
    Idiom("a|the|any|first player who|that|with|has|having|to", None, "who has just acted is `mover`, and players of whom something holds are `{p in players where CONDITION}`"),
    Idiom("a|the player wins|loses", None, "who has just acted is `mover`: `end mover wins when CONDITION`"),
    Idiom("^ end winner|winners ... when", None, "the result comes first: `end mover wins when CONDITION`"),
    Idiom("with highest|lowest NAME wins", None, "who has the best score is a result by itself: `end highest SCORE wins`"),
    Idiom("most|greatest|largest NAME wins", "highest {2} wins", "the best score is the `highest`", mends=True),
    Idiom("least|smallest NAME wins", "lowest {2} wins", "the best score is the `lowest`", mends=True),
    Idiom("^ turn : ... together $", "turn together: {1}", "`together` stands before the colon", mends=True),
    Idiom("^ turn : together NAME", "turn together: {1}", "`together` stands before the colon", mends=True),
    Idiom("^ let|relation NAME ( NAME NAME", "{1} {2}({4}: {3}", "the type of a parameter follows it: `let score(p: player) = ...`"),
    Idiom("^ let|relation NAME ( NAME )|,", None, "the type of a parameter follows it: `let score(p: player) = ...`"),
    Idiom("^ option NAME : bool $", "option {1} = false", _OPTION),
    Idiom("^ option NAME : bool = ... $", "option {1} = {2}", _OPTION, mends=True),
    Idiom("^ option NAME : ... = ... $", "option {1} = {3} from {2}", _OPTION, mends=True),
    Idiom("^ option NAME :", None, _OPTION),
    Idiom("^ select|pick NAME", "choose {2}", "what a player decides is chosen: `choose NAME in SET`"),
    Idiom("^ let|relation NAME :=", "{1} {2} =", "a definition has `=` alone", is_sure=True),
    Idiom("^ phase = NAME $", "phase := {1}", "the phase changes with `:=`", mends=True),
    Idiom("^ turn|phase =", "{1}:", "what is on offer follows a colon"),
    Idiom("wins|loses|draw if|:", "{1} when", "the condition of an end begins with `when`"),
    Idiom("NAME is own|enemy|empty or own|enemy|empty", "{1} is {2} or {1} is {3}", "what is asked is said again behind `or`", mends=True),
    Idiom("NAME or NAME $", "{1} | {2}", "a step that may be one or the other has `|` between them", mends=True),
    Idiom("NAME or NAME ,", "{1} | {2},", "a step that may be one or the other has `|` between them", mends=True),
    Idiom("some|no NAME ( ... ) is ANY", "({1} t in {2}({3}): t is {4})", "what is asked of each has a name: `no t in neighbours(s): t is own`", mends=True),
    Idiom("NAME pieces", "pieces of {1}", "whose pieces are meant stands behind `of`: `pieces of Red`", mends=True),
    Idiom("highest|lowest NAME , NAME", "{1} {2}, then {1} {3}", "what decides between equal ones follows `then`: `highest score, then lowest moves wins`", mends=True),
    Idiom("^ hide ... from NAME $", None, "from whom it is hidden stands behind `where`: `where true` hides it from all"),
    Idiom("highest|lowest NAME (", None, "what is compared has a name: `let score(p: player) = ...`, and then `highest score wins`"),
    Idiom("( own|enemy )", "({1} pieces)", "the pieces of a side are `own pieces` and `enemy pieces`", mends=True),
    Idiom("some|no own|enemy $", "{1} {2} pieces", "the pieces of a side are `own pieces` and `enemy pieces`", mends=True),
    Idiom("NAME of own|enemy", "{2} {1}", "whose pieces are meant stands before the kind: `enemy rook`", mends=True),
    Idiom("NAME empty|own|enemy", "{1} is {2}", "what passes a test is written `is`", mends=True),
    Idiom("not empty|own|enemy", "is not {1}", "what does not pass a test is written `is not`", mends=True),
    Idiom("NAME has no NAME", "no {2} of {1}", "what a player has follows the question: `no rook of Red`", mends=True),
    Idiom("NAME has NAME", "some {2} of {1}", "what a player has follows the question: `some rook of Red`", mends=True),
    Idiom("some|no|( pieces|piece on", None, "what stands on a site is `piece(s)`, and whether something does `s is piece`"),
    Idiom("when|where|if|and|or|not|: NAME of NAME on|at", None, "where a piece stands is asked so: `site(p) = s`, `site(p) in S`"),
    Idiom("when|where|if|and|or|not|: NAME on|at", None, "where a piece stands is asked so: `site(p) = s`, `site(p) in S`"),
    Idiom("when|and|or|not line", "{1} some line", "whether a way can be followed is asked with `some`", mends=True),
    Idiom("none or NAME", "{1} or none", "a type that has no value either ends in `or none`", mends=True),
    Idiom("^ turn : ... |", "turn: {1} or", "actions on offer are joined by `or`", mends=True),
    Idiom("|", None, "conditions are joined by `or`, and sets by `+`"),
    Idiom("^ kinds $", None, "kinds stand in this line, `kinds pawn, king`; before a table, it has the names of the columns"),
    Idiom("^ players|kinds ... and NAME $", "{1} {2}, {3}", "a list has commas between its names", mends=True),
    Idiom("^ board INT x|by|* INT", "board square {1} x {3}", "a board has a tiling: `board square 8 x 8`, `board hex 5 x 5`"),
    Idiom("^ board square INT $", "board square {1} x {1}", "a board has two sides: `board square 8 x 8`", mends=True),
    Idiom("NAME north|south|east|west", "{1} facing {2}", "where a player looks follows `facing`", mends=True),
    Idiom("^ field|pool NAME per|for NAME", "{1} {2} of {4}", "whose it is stands behind `of`", mends=True),
    Idiom("^ field|pool NAME , NAME", None, "each field and each pool has a clause of its own"),
    Idiom("^ kinds ... INT ..", None, "the values of kinds stand in rows below, and a number that each piece has for itself is a field: `field level of piece: 1..6`"),
    Idiom("^ field|pool NAME of each|every|all NAME", "{1} {2} of {4}", "whose it is stands behind `of` alone", mends=True),
    Idiom("^ field NAME of NAME and|x|by NAME :", "field {1} of {2}, {4}:", "what each pair has is a field of both: `field tokens of player, gem: 0..7`", mends=True),
    Idiom("^ field NAME of ( NAME , NAME ) :", "field {1} of {2}, {3}:", "what each pair has is a field of both: `field tokens of player, gem: 0..7`", mends=True),
    Idiom("^ players NAME NAME $", "players {1}, {2}", "a list has commas between its names", mends=True),
    Idiom("^ players NAME NAME", None, "a list has commas between its names"),
    Idiom("^ pool NAME of NAME =|:", None, "what lies in a pool is placed in the set-up: `place man of p in reserve(p) times 6`"),
    Idiom("^ pool NAME of ... ,", None, "a pool belongs to one thing: to each player, to each word of a type or to each number of a range"),
    Idiom("until next|the|end|my|your NAME", None, "a field lasts `until done`, `until action` or `until turn`"),
    Idiom("^ field ... hidden|secret $", "field {1} seen by owner", "what its player alone sees is `seen by owner`", mends=True),
    Idiom("^ teams NAME", None, "the players of a team are a set, in braces: `teams {A, B}, {C, D}`"),
    Idiom("^ field NAME :|=", None, "whose a field is stands behind `of`: `field gold of player: 0..99`, or `of game`"),
    Idiom("limit INT minutes|seconds|hours|rounds", None, "the limit counts the `moves` of all players together"),
    Idiom("limit INT turns|plies", "limit {1} moves", "the limit counts `moves`", mends=True),
    Idiom("^ place all|every|each NAME", None, "what is placed for each of them stands behind `for`: `for k in kinds do place k in deck`"),
    Idiom("place INT NAME", None, "one piece comes on each site of a set, `on {a1, b1}`; how many come in a pool follows `times`"),
    Idiom("^ place ... on ... if ... else ... $", "place {1} on ({2} if {3} else {4})", "a value with a condition stands in parentheses", mends=True),
    Idiom("^ place ... on ANY and ... $", "place {1} on {{2}, {3}}", "several sites are a set, in braces", mends=True),
    Idiom("^ place ... on ... , ... $", "place {1} on {{2}, {3}}", "several sites are a set, in braces", mends=True),
    Idiom("^ move|remove|capture NAME ,|and NAME", "{1} {{2}, {4}}", "several pieces are a set, in braces", mends=True),
    Idiom("^ choose NAME in ... , NAME in", "choose {1} in {2}\nchoose {3} in", "each choice has a line of its own"),
    Idiom("^ choose NAME in ... , ... $", "choose {1} in {{2}, {3}}", "values that are listed are a set, in braces", mends=True),
    Idiom("^ place NAME NAME on|in", None, "the owner of a piece follows `of`: `place KIND of PLAYER on SITES`"),
    Idiom("^ move NAME NAME $", None, "a move has a name, and the kinds that make it follow `by`: `move NAME by KIND`"),
    Idiom("^ choose site|square|cell|hex NAME", "choose {2} in sites", "what is chosen has a name, and comes from a set", mends=True),
    Idiom("in empty sites|squares|cells", "in (sites where it is empty)", "those of a set that pass a test follow `where`", mends=True),
    Idiom("^ turn : NAME NAME ,|$", None, "what may be done is joined by `or`; who acts follows from the order of the players, or from `then turn of PLAYER`"),
    Idiom("^ turn : ... , ... ,", "turn: {1} or {2} or", "what may be done is joined by `or`", mends=True),
    Idiom("^ turn : ... ,|/", "turn: {1} or", "what may be done is joined by `or`", mends=True),
    Idiom("^ turn|phase ... must", None, "what must be done if it can stands before `else`: `turn: capture else step`"),
    Idiom("priority", None, "what comes before other actions stands before `else` in the turn: `turn: capture else step`"),
    Idiom("otherwise", "else", "what is done without the condition stands behind `else`", mends=True),
    Idiom("^ phase together NAME :", "phase {1} together:", "`together` stands behind the name of the phase"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Match:
    """Where an idiom stands in a line: the words that it takes, and the change that says it as it is said here."""

    idiom: Idiom
    first: int
    last: int
    change: Change | None


def matches(broken: Broken) -> Iterator[Match]:
    """The idioms that stand at the word that does not fit, in the order of the table."""
    for idiom in IDIOMS:
        parts = _parts(idiom.pattern)
        for i in range(min(len(broken.words), broken.at + 1)):
            found = _match(broken, i, parts)
            if found is not None and broken.at <= found.last + 1:
                yield Match(idiom, i, found.last, _change(broken, i, found, idiom))
                break


def everywhere(broken: Broken, match: Match) -> tuple[Change, ...]:
    """The changes for all places of the line at which an idiom stands that is a sign or a word for another."""
    if match.change is None:
        return ()
    if len(_parts(match.idiom.pattern)) > 1:
        return (match.change,)
    places = (w for w in broken.words if w.text == broken.words[match.first].text)
    return tuple(broken.apart(w.start, w.end, match.idiom.write or "") for w in places)


def leads_on(broken: Broken, changes: tuple[Change, ...], work: Work, others: int = TOGETHER) -> bool:
    """Whether the line can be read with changes made, if other idioms that stand behind them are written as they are here, too."""
    if not work.may_read(broken.text):
        return False
    if broken.is_mended_by(changes):
        return True
    text = broken.changed(changes)
    traced = trace(text, broken.start, broken.first_column) if others else None
    if traced is None or traced.offset <= changes[0][0] + len(changes[0][2]):
        return False
    rest = broken_line(text, broken.start, broken.first_column, traced, text)
    if rest.number != broken.number:
        return False
    further = (everywhere(rest, match) for match in matches(rest))
    return any(more and leads_on(rest, more, work, others - 1) for more in further)


def is_certain(broken: Broken, match: Match, changes: tuple[Change, ...], work: Work) -> bool:
    """Whether nothing else can be meant. A sign that compares is certain where another one could stand, so that a condition is
    asked for, and not in a list, in which a comma may be meant."""
    if not match.idiom.is_sure or match.idiom.write not in _COMPARING:
        return match.idiom.is_sure
    others = tuple((start, end, "!=") for start, end, _ in changes)
    return leads_on(broken, others, work) and not _is_listed(broken, match.first)


def _is_listed(broken: Broken, i: int) -> bool:
    """Whether a word is in braces, or among what a function is given, and no word of a condition stands before it there."""
    closed = 0
    while i > 0:
        i -= 1
        word = broken.word(i)
        closed += word in (")", "]", "}")
        if word in ("(", "[", "{"):
            if not closed:
                return word == "{" or (word == "(" and i > 0 and broken.words[i - 1].is_name)
            closed -= 1
        elif not closed and word in _ASKING:
            return False
    return False


@dataclass(frozen=True, slots=True)
class _Found:
    last: int
    captured: tuple[str, ...]


@lru_cache(maxsize=512)
def _parts(pattern: str) -> tuple[str, ...]:
    return tuple(pattern.split())


def _match(broken: Broken, i: int, parts: tuple[str, ...]) -> _Found | None:
    captured: list[str] = []
    if parts[0] == "^":
        if i != 0:
            return None
        parts = parts[1:]
    for n, part in enumerate(parts):
        if part == "..." and len(parts) > 1:
            end = _up_to(broken, i, parts[n + 1])
            if end is None or end == i:
                return None
            captured.append(broken.text[broken.words[i].start : broken.words[end - 1].end])
            i = end
            continue
        word = broken.word(i)
        if part == "$":
            if i < len(broken.words):
                return None
            break
        if not _fits(word, part):
            return None
        if part in ("NAME", "INT", "ANY") or "|" in part.strip("|"):
            captured.append(word)
        i += 1
    return _Found(i - 1, tuple(captured))


def _fits(word: str, part: str) -> bool:
    if not word:
        return False
    if part == "NAME":
        return word[0].isalpha() or word[0] == "_"
    if part == "INT":
        return word.isdigit()
    return part == "ANY" or word == part or (part != "||" and word in part.split("|"))


def _up_to(broken: Broken, i: int, part: str) -> int | None:
    """Where a word stands behind others, at most `SPANNED`, outside of the brackets that are opened between."""
    depth, last = 0, i + SPANNED
    while i < min(len(broken.words), last):
        word = broken.word(i)
        if depth == 0 and _fits(word, part):
            return i
        depth += word in ("(", "[", "{")
        depth -= word in (")", "]", "}")
        if depth < 0 or word == "do":
            return None
        i += 1
    return i if part == "$" and depth == 0 and i == len(broken.words) else None


def _change(broken: Broken, first: int, found: _Found, idiom: Idiom) -> Change | None:
    if idiom.write is None:
        return None
    new = re.sub(r"\{(\d)\}", lambda m: found.captured[int(m[1]) - 1], idiom.write)
    new = new.replace("\n", "\n" + " " * broken.column)
    return broken.apart(broken.words[first].start, broken.words[found.last].end, new)


# ---- clauses

HEADS = {
    "def": "let", "define": "let", "function": "let", "const": "let", "piece": "kinds", "kind": "kinds", "pieces": "kinds", "rule": "action",
    "player": "players", "win": "end", "import": "use", "include": "use", "turns": "turn", "start": "setup", "forbid": "require",
    "resolve": "settle", "map": "board", "stage": "phase", "param": "option", "parameter": "option", "hidden": "hide",
    "rel": "relation", "play": "turn", "region": "let", "zone": "let", "area": "let", "winner": "end",
}  # fmt: skip
"""Words with which clauses of other languages begin, and the word that is tried in their place."""

RULES = {
    **dict.fromkeys(
        ("promote", "promotion", "promotes", "upgrade"),
        "a piece becomes another one by an effect: `kind(piece) := KIND`",
    ),
    **dict.fromkeys(
        ("check", "checkmate", "royal"),
        'what may not be after an action is a clause `require`, or `use "royal"`',
    ),
    **dict.fromkeys(
        ("region", "zone", "area", "regions", "zones", "areas"),
        "sites that have a name are a definition: `let camp = rank(1) + {a2, b2}`",
    ),
    **dict.fromkeys(
        ("symmetry", "direction", "directions"),
        "which way each player looks stands behind their names: `players White facing north, Black facing south`",
    ),
    **dict.fromkeys(
        ("loss", "lose", "loses", "win", "wins", "victory", "winner", "goal", "objective"),
        "who wins or loses is said by `end`: `end mover wins when CONDITION`, `end mover loses when CONDITION`",
    ),
    **dict.fromkeys(
        ("def", "function", "func", "define", "macro"),
        "a definition begins with `let`, and its parameters have types: `let score(p: player) = VALUE`",
    ),
    **dict.fromkeys(("deal", "shuffle"), "cards are dealt in `setup`, with `random c in deck`"),
    **dict.fromkeys(
        ("score", "scoring", "points"), "what each player has is defined: `let score(p: player) = ...`"
    ),
    **dict.fromkeys(
        ("capture", "captures", "take", "takes"),
        "what captures is a move or an action: `move take by KIND`, and below it `line any: enemy`",
    ),
    **dict.fromkeys(("roll", "dice", "die"), "dice are thrown by an effect, `random n in 1..6`"),
    **dict.fromkeys(("pass", "passing"), "who can do nothing passes with `turn: ACTION else pass`"),
}
"""What rule sheets say in a clause of its own, and where it stands here."""
