"""The diagnostics' codes: one row each, and those that there were. Codes are never reused; every code has a page in `explain/`."""

from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """`evidence`: what shows it: the `text`, `play`, or `both`, where play shows more, or takes back what the text seems to show."""

    severity: str
    evidence: str
    summary: str


_ROWS = """
error   text syntax                 the text does not follow the language
error   text bad-indentation        a line is indented to no line before it
error   text bad-character          a character that the language does not use
error   text unclosed               a bracket or a quotation mark is never closed
error   text too-deep               expressions are nested too deeply
error   text unreadable-file        a file that cannot be read
error   text circular-extension     a file extends itself, directly or through others
error   text unknown-name           nothing has this name
error   text unknown-piece          no kind of piece has this name
error   text unknown-player         no player has this name
error   text unknown-direction      the board has no such direction
error   text unknown-action         no action has this name
error   text unknown-option         no option has this name
error   text unknown-variant        no variant has this name
error   text unknown-type           no type has this name
error   text unknown-heading        a head has no such line
error   text unknown-language       a version of the language that this program does not read
error   text unknown-board          there is no such board
error   text unknown-surface        a board is not drawn like that
error   text duplicate-name         a name is declared twice
error   text reserved-name          a name that the language uses itself
error   text missing-clause         a game lacks something that it must have
error   text duplicate-clause       a clause that may stand once stands twice
error   text bad-change             a change that does not fit what it changes
error   text bad-module             a module that cannot be used so
error   text option-value           a value that an option does not allow
error   text not-static             must be known before the game begins
error   text bad-board              a board that cannot be built
error   text bad-table              a table whose rows do not fit its columns
error   text type-mismatch          a value of the wrong type
error   text no-history             `repeated` or `cycle` where there is nothing to compare
error   text wrong-arguments        a call with the wrong number of arguments
error   text recursive-definition   a definition that uses itself
error   text bad-together           an action that cannot wait for the choices of others
error   text bad-range              a range that holds nothing or is not made of numbers
error   text rival-of-many          `rival` in a game that does not have exactly two players
error   text no-facing              `forward` for players who face nowhere
error   text no-teams               `partner` in a game without teams
error   text bad-path               a path that can never end or repeats what is empty
error   text bad-again              an action that cannot continue so
error   text bad-binding            a name bound where it has no single value
error   text chance-in-doubt        what is legal would depend on what chance decides
error   text choice-in-doubt        a choice that is open by itself, and a condition of it that reads what is hidden
error   text choice-off-board       a piece that is not on the board is chosen itself, not by its kind
error   text not-assignable         something that cannot be changed
error   text bad-notation           a notation that cannot be written
error   text setup-conflict         the set-up puts two pieces on one site
warning text ambiguous-notation     two different actions are written alike
warning text unused-definition      a definition that nothing uses
warning text unused-option          an option that changes nothing
warning text unused-action          an action that no turn offers
warning text unplaced-kind          a kind of piece that can never be on the board
warning text ownerless-move         a move of pieces that never have an owner
warning text unplaced-site          a site of a graph is given no place, and nearly all others are
warning text exchanged-facings      players begin at the edge toward which they face
warning text impossible-action      an action that can never be legal
warning text constant-condition     a condition that is always true or always false
warning text constant-value         a field is given the same value, whatever is computed for it
warning text never-written          a field that is read but never written
warning text never-read             a field that is written but never read
warning text left-out-field         a position leaves out a field that decides what is legal
warning both no-end                 a game that never ends but by its limit
warning both secret-told            what is legal tells a player what is hidden from them
warning text shown-choice           a choice is not told to others, and then they see it
warning text told-choice            a choice is open to all, and what it makes is hidden from some
warning text unknown-colour         no colour has this name
warning text hidden-in-vain         pieces are hidden, and everybody knows what they are
warning both dropped-none           values that are none are left out of a set that is counted or asked about
warning both none-in-arithmetic     a value that may be none is computed with, or compared by size
warning text equal-values           a value that was to count several times, in a set, which holds each value once
warning text one-and-set            one value is compared with a set that may have several
warning text near-not               a `not` that reaches only to the next `|`
warning text unreachable-clause     a clause that can never be reached
warning text division-by-zero       a division by what is always 0
warning text hidden-name            a name in a block hides the one that seems to be meant
warning text buried-piece           a choice among pieces takes those under others, too
warning text not-yet-counted        a settling compares how many actions there were, and its own is not counted
warning text one-pass               a pass that anybody may make ends the game at once
warning text idle-bound             a path of which the pattern is shorter than its bound
warning text idle-allow             an `allow` that silences nothing
warning text bad-allow              an `allow` of something that is no warning, or without a reason
warning text late-demand            a demand that must be met, where the action has been made
warning text idle-effect            an effect that changes nothing wherever it happens
warning text gone-piece             a piece that is gone is asked for what it was
warning play over-at-once           a game that is over, or in which nobody can move, at its beginning
warning play empty-draw             the set-up draws where nothing is left to be drawn
warning play skipped-turn           the turn is given to a player who is passed over, which ends the game
warning play untried                what could not be looked at by playing, as it takes too long
note    play never-met              something that no random game has met
error   play settle-cycle           a settling that never comes to rest
error   play field-overflow         a field is given a value outside its range
error   play number-overflow        a number that is computed is larger than the language holds
error   play occupied-site          a piece is put where another one stands
error   play conflicting-writes     two simultaneous effects give one field different values
error   play no-value               something is done with a value that is missing
error   play too-many-ways          an action that can continue in too many ways
error   play window-left            a growing board has come to the rim of its window
error   play too-many-outcomes      an action that chance can end in too many ways
error   play pool-overflow          too many pieces are put into a pool
error   play endless-demands        choices without anything to choose demand each other without end
error   play pending-overflow       too many decisions wait to be made
"""

CODES: dict[str, Code] = {
    code: Code(severity, evidence, summary)
    for severity, evidence, code, summary in (line.split(maxsplit=3) for line in _ROWS.strip().splitlines())
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
