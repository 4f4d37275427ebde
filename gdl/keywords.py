"""The words with which clauses, effects and parts of actions begin, and words of other languages in their place."""

CLAUSE_WORDS = [
    "game",
    "option",
    "variant",
    "players",
    "teams",
    "board",
    "kinds",
    "field",
    "pool",
    "hide",
    "known",
    "position",
    "let",
    "relation",
    "setup",
    "effect",
    "action",
    "choice",
    "move",
    "turn",
    "phase",
    "skip",
    "settle",
    "require",
    "prefer",
    "end",
    "limit",
    "claim",
    "looks",
    "notation",
    "when",
    "without",
    "use",
]
EFFECT_WORDS = [
    "place",
    "move",
    "remove",
    "capture",
    "swap",
    "let",
    "then",
    "end",
    "for",
    "if",
    "match",
    "random",
    "simultaneously",
]
PART_WORDS = [
    "choose",
    "line",
    "walk",
    "leap",
    "along",
    "where",
    "do",
    "finally",
    "notation",
    "again",
    "means",
]
FOREIGN_PARTS = {
    "select": "choose", "pick": "choose", "with": "where", "given": "where", "condition": "where", "effect": "do",
    "effects": "do", "repeat": "again", "path": "line",
}  # fmt: skip
FOREIGN_WORDS = {
    "def": "let", "define": "let", "function": "let", "const": "let", "var": "field", "state": "field",
    "piece": "kinds", "pieces": "kinds", "rule": "action", "player": "players", "win": "end", "import": "use", "include": "use",
    "turns": "turn", "start": "setup", "if": "when", "forbid": "require", "must": "require", "demand": "require",
    "compulsory": "prefer", "resolve": "settle", "resolution": "settle", "cascade": "settle", "map": "board", "should": "prefer", "stage": "phase",
    "look": "looks", "param": "option", "parameter": "option", "max": "limit", "hidden": "hide", "rel": "relation", "victory": "end", "lose": "end", "deck": "pool", "hand": "pool", "cards": "kinds",
}  # fmt: skip
_PROMOTION = (
    "a piece becomes another one by an effect of its move: `if to in last_rank(mover) do kind(piece) := KIND`"
)
_CHECK = 'what may not be after an action is a clause `require`: `require no k in own king: attacked(site(k))`, or `use "royal"`'
_DEAL = "cards are dealt in `setup`: `for p in players, n in 1..5 do`, and below it `random c in deck` and `move c to hand(p)`"
_SCORE = "what each player has is defined: `let score(p: player) = ...`; an end names it: `highest score wins when CONDITION`"
FOREIGN_RULES = {
    **dict.fromkeys(("promote", "promotion", "promotes", "upgrade"), _PROMOTION),
    **dict.fromkeys(("check", "checkmate", "royal"), _CHECK),
    **dict.fromkeys(("deal", "shuffle"), _DEAL),
    **dict.fromkeys(("score", "scoring", "points"), _SCORE),
    **dict.fromkeys(
        ("capture", "captures", "take", "takes"),
        "what captures is a move or an action: `move take by KIND`, and below it `line any: enemy`",
    ),
    **dict.fromkeys(
        ("roll", "dice", "die"),
        "dice are thrown by an effect, `random n in 1..6`, which an action has behind its `do`",
    ),
    **dict.fromkeys(
        ("pass", "passing"),
        "who can do nothing passes with `turn: ACTION else pass`; a pass at will is an action: `action rest`",
    ),
}  # what other rule sheets say by a clause of its own, and where it stands here
FOREIGN_LINES = {
    **dict.fromkeys(("elif", "elsif", "elseif", "elseIf"), "write `else if CONDITION do EFFECTS`"),
    "otherwise": "write `else`",
    **dict.fromkeys(("foreach", "forEach"), "write `for NAME in SET do EFFECTS`"),
    **dict.fromkeys(
        ("def", "function", "func", "fn", "define"),
        "a definition is `let NAME(p: player) = VALUE`, and effects of your own `effect NAME(p: player)`",
    ),
    **dict.fromkeys(("switch", "case"), "write `match VALUE`, and below it a row for each value"),
    **dict.fromkeys(("return", "returns"), "a definition is one value: `let NAME = A if CONDITION else B`"),
    **dict.fromkeys(
        ("var", "const", "set", "assign"), "write `let NAME = VALUE`, and for what changes `NAME := VALUE`"
    ),
}  # words with which lines of other languages begin, and what is written here
