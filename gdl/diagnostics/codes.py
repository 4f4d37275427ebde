"""The diagnostics' codes: one row each, and those that there were. Codes are never reused; every code has a page in `explain/`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    severity: str
    summary: str


_ROWS = """
error   syntax                 the text does not follow the language
error   bad-indentation        a line is indented to no line before it
error   bad-character          a character that the language does not use
error   unclosed               a bracket or a quotation mark is never closed
error   too-deep               expressions are nested too deeply
error   unreadable-file        a file that cannot be read
error   circular-extension     a file extends itself, directly or through others
error   unknown-name           nothing has this name
error   unknown-piece          no kind of piece has this name
error   unknown-player         no player has this name
error   unknown-direction      the board has no such direction
error   unknown-action         no action has this name
error   unknown-option         no option has this name
error   unknown-variant        no variant has this name
error   unknown-type           no type has this name
error   unknown-heading        a head has no such line
error   unknown-language       a version of the language that this program does not read
error   unknown-board          there is no such board
error   unknown-surface        a board is not drawn like that
error   duplicate-name         a name is declared twice
error   reserved-name          a name that the language uses itself
error   missing-clause         a game lacks something that it must have
error   duplicate-clause       a clause that may stand once stands twice
error   bad-change             a change that does not fit what it changes
error   bad-module             a module that cannot be used so
error   option-value           a value that an option does not allow
error   not-static             must be known before the game begins
error   bad-board              a board that cannot be built
error   bad-table              a table whose rows do not fit its columns
error   type-mismatch          a value of the wrong type
error   no-history             `repeated` or `cycle` where there is nothing to compare
error   wrong-arguments        a call with the wrong number of arguments
error   recursive-definition   a definition that uses itself
error   bad-together           an action that cannot wait for the choices of others
error   bad-range              a range that holds nothing or is not made of numbers
error   rival-of-many          `rival` in a game that does not have exactly two players
error   no-facing              `forward` for players who face nowhere
error   no-teams               `ally` or `partner` in a game without teams
error   bad-path               a path that can never end or repeats what is empty
error   bad-again              an action that cannot continue so
error   bad-binding            a name bound where it has no single value
error   chance-in-doubt        what is legal would depend on what chance decides
error   choice-in-doubt        a choice that is open by itself, and a condition of it that reads what is hidden
error   choice-off-board       a piece that is not on the board is chosen itself, not by its kind
error   not-assignable         something that cannot be changed
error   bad-notation           a notation that cannot be written
error   setup-conflict         the set-up puts two pieces on one site
warning ambiguous-notation     two different actions are written alike
warning unused-definition      a definition that nothing uses
warning unused-option          an option that changes nothing
warning unused-action          an action that no turn offers
warning unplaced-kind          a kind of piece that can never be on the board
warning unplaced-site          a site of a graph is given no place, and nearly all others are
warning exchanged-facings      players begin at the edge toward which they face
warning impossible-action      an action that can never be legal
warning constant-condition     a condition that is always true or always false
warning constant-value         a field is given the same value, whatever is computed for it
warning never-written          a field that is read but never written
warning never-read             a field that is written but never read
warning left-out-field         a position leaves out a field that decides what is legal
warning no-end                 a game that never ends but by its limit
warning secret-told            what is legal tells a player what is hidden from them
warning shown-choice           a choice is not told to others, and then they see it
warning told-choice            a choice is open to all, and what it makes is hidden from some
warning unknown-colour         no colour has this name
warning hidden-in-vain         pieces are hidden, and everybody knows what they are
warning far-quantifier         a quantifier takes in an `or` that seems to belong to a line above
warning dropped-none           values that are none are left out of a set that is counted or asked about
warning equal-values           a value that was to count several times, in a set, which holds each value once
warning one-and-set            one value is compared with a set that may have several
warning near-not               a `not` that reaches only to the next `|`
warning unreachable-clause     a clause that can never be reached
warning division-by-zero       a division by what is always 0
warning hidden-name            a name in a block hides the one that seems to be meant
warning buried-piece           a choice among pieces takes those under others, too
warning not-yet-counted        a settling compares how many actions there were, and its own is not counted
warning idle-allow             an `allow` that silences nothing
warning bad-allow              an `allow` of something that is no warning, or without a reason
warning idle-effect            an effect that changes nothing wherever it happens
warning gone-piece             a piece that is gone is asked for what it was
warning over-at-once           a game that is over, or in which nobody can move, at its beginning
warning skipped-turn           the turn is given to a player who is passed over, which ends the game
warning untried                what could not be looked at by playing, as it takes too long
note    never-met              something that no random game has met
error   settle-cycle           a settling that never comes to rest
error   field-overflow         a field is given a value outside its range
error   number-overflow        a number that is computed is larger than the language holds
error   occupied-site          a piece is put where another one stands
error   conflicting-writes     two simultaneous effects give one field different values
error   no-value               something is done with a value that is missing
error   too-many-ways          an action that can continue in too many ways
error   window-left            a growing board has come to the rim of its window
error   too-many-outcomes      an action that chance can end in too many ways
error   pool-overflow          too many pieces are put into a pool
error   endless-demands        choices without anything to choose demand each other without end
error   pending-overflow       too many decisions wait to be made
"""

CODES: dict[str, Code] = {
    code: Code(severity, summary)
    for severity, code, summary in (line.split(maxsplit=2) for line in _ROWS.strip().splitlines())
}

# Warnings that are given no more, so that a file that still names one is told so.
RETIRED = frozenset(
    (
        "immovable-kind",
        "never-none",
        "no-stacking",
        "overwritten-score",
        "own-capture",
        "split-score",
        "stale-field",
        "uneven-start",
        "unlike-clauses",
        "unpaid",
        "wrong-mover",
        "wrong-winner",
    )
)
