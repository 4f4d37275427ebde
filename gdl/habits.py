"""The way out of a line that does not fit: how its clause is written, and what habits of other languages mean here.

Each row of `_HABITS` has the word or sign that does not fit, what stands before it in its line, and the way out. The first row that
fits counts.
"""

import re

_HABITS = (
    (r"and", r".*\bfor\s+\w+\s+in\s+[^;:]*", "the condition on what is gone through follows `where`: write `where` in place of `and`"),
    (r"within", r"position\b.*", "`within` stands behind the name: `position NAME within N: pieces, mover`"),
    (r"\w+", r"variant\s+(\w+)\s+", "a colon stands behind the name: `variant {0}: {found} = VALUE`"),
    (r"per|for|with|along|in", r"\s*kinds\b.*\beach\s+\w+\s+", "write `by` in place of `{found}`: `{line}by orthogonal`"),
    (r"\w+", r"field\b.*:\s*turns\s+", "write `turns of {found}`"),
    (r"turned|rotated|rotation|turn", r".*\b(?:move|place)\b[^;]*", "how a piece is turned is the value of its field: `with FIELD = VALUE`"),
    (r"=", r"(?:.*\bdo\s+|\s+)phase\s*", "a phase begins so: `phase := NAME`"),
    (r"\w+", r"\s*settle\s+until\s+", "what settles again and again until nothing changes is said so: `settle until stable`"),
    (r"(?!where\b)\w+", r".*\b(all|no|some)\s+(players|sites|pieces|kinds|directions)\s+", "each of them has a name, and a colon stands before what is asked of it: `{0} x in {1}: CONDITION`"),
    (r"are|is|have|has|were", r".*\b(all|no|some)\s+\w+\s+", "each of them has a name, and a colon stands before what is asked of it: `{0} x in SET: CONDITION`"),
    (r"with|whose|who|that|having|where", r".*(?:=|\bof|\bto|\bin)\s*(?:the\s+)?(player|piece|site|kind)\s+", "one of a set that passes a condition is `first(x in {0}s where CONDITION)`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(remove|capture)\s+(all|every|each|the)\s+", "`{0}` takes all of a set: leave `{1}` out, `{0} SET`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)move\s+(all|every|each|the)\s+", "pieces that go into a pool together are a set: leave `{0}` out, `move SET to POOL`"),
    (r"times", r".*\bfor\s+(.+?)\s+do\s+(\w+)\s+", "several go through one `for`: `for {0}, n in 1..{1} do`"),
    (r"times", r"(?:.*\bdo\s+|\s+)(?:repeat\s+|for\s+)?(\w+)\s+", "write `for n in 1..{0} do`, and what is repeated behind it"),
    (r"at|onto|upon|over", r".*\bplace\b[^;]*", "write `on` in place of `{found}`: `place KIND of PLAYER on SITES`"),
    (r"\w+", r"(?:option|players|kinds|settle\s+after)\b.*,\s*(or|and)\s+", "what is listed has commas alone between: leave `{0}` out"),
    (r",|and|for", r".*\bswap\s+[^;,]*", "write `with` in place of `{found}`: `swap PIECE with PIECE`"),
    (r"[+|]|and|or", r"\s*(?:line|walk)\s+\w+(?:\s*(?:,|\+)\s*\w+)*\s*", "directions are separated by commas: write `,` in place of `{found}`"),
    (r"\w+", r".*\b(?:own|enemy)\s+where\s+", "a kind or `pieces` follows `own` and `enemy`: `own pieces where ...`"),
    (r"[A-Z]\w*", r"\s*players\s+[A-Z]\w*\s+", "players are separated by commas: `players Red, Blue`"),
    (r"=", r"field\b[^=]*:\s*", "the type follows the colon alone, and `=` stands before what the field holds at first: `field NAME of player: 0..20 = 5`"),
    (r"=", r".*[-+*]\s*", "write the whole value: `x := x - 1`"),
    (r":", r".*\b(?:some|all|no)\s+\w+\s+of\s+.*", "the elements of a quantifier follow `in`: `some NAME in SET: CONDITION`"),
    (r"is", r".*\b(?:some|all|no)\s+\w+\([^()]*\)\s*", "a quantifier names each element: `some x in SET: x is TEST`"),
    (r"else", r"(?:.*\bdo\s+|\s+)if\b.*\bdo\b.*", "`else` begins a line of its own, in the column of its `if`: `else EFFECTS`"),
    (r"else", r"(?:turn|phase\s+\w+)\s*:.*\bor\s*", "`or` joins actions that are on offer together, and `else` begins what is on offer without them: leave `or` out"),
    (r";", r"(?:turn|phase\s+\w+)\s*:.*", "actions that are on offer together are joined by `or`; what is on offer only without them follows `else`"),
    (r"\|", r"(?:turn|phase\s+\w+)\s*:.*", "actions that are on offer together are joined by `or`"),
    (r"\|", r"field\b.*", "the words of a field are separated by commas: `calm, angry`"),
    (r"[|:]", r".*\{\s*\w+\s+in\s+[^{}|:]*", "the condition on the elements of a set follows `where`: write `where` in place of `{found}`"),
    (r"[|:]", r".*\{[^{}|:]*\)\s*", "what is gone through follows `for`: write `for` in place of `{found}`, `{{FUNCTION(x) for x in SET}}`"),
    (r"\|", r".*\{[^{}]*", "the elements of a set are separated by commas: `{{a, b}}`"),
    (r"!", r".*\b(?:where|and|or|when|if|not|implies|require|[:=(])\s*", "write `not`"),
    (r"\w+", r"(?:let|relation)\s+\w+\([^()]*\)\s*:\s*(?:no|some|all|not)\s+", "write `=` in place of `:`: `let NAME(p: player) = VALUE`"),
    (r"\w+|[0-9]+", r"(?:let|relation)\s+\w+(?:\([^()]*\))?\s*:\s*(?:no|some|all|not)\s+", "write `=` in place of `:`: `let NAME = VALUE`"),
    (r"\w+", r"\s*(?:end\s+)?(?:winner|victory|victor)\s+(?:is\s+)?", "who wins stands first: `{found} wins when CONDITION`"),
    (r"\w+", r"\s*(?:end\s+)?(?:loser|defeat)\s+(?:is\s+)?", "who loses stands first: `{found} loses when CONDITION`"),
    (r"max|maximum|at|most|times|[0-9]+", r"\s*again\s+(?:must|may)\s+", "how often at most is said with `up to`: `again must up to 4`"),
    (r"\w+", r"\s*prefer\s+(?:max|maximum|maximal|highest|greatest|more)\s+", "write `prefer most {found}`"),
    (r"\w+", r"\s*prefer\s+(?:min|minimum|minimal|lowest|fewest|less)\s+", "write `prefer least {found}`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(?:discard|trash|return|give|send|transfer|deal|play)\s+", "there is no such effect: pieces are moved, `move {found} to POOL`, or of a kind `move {found} from hand(mover) to POOL`"),
    (r"exists?", r".*\S\s+", "whether a value is there is asked with `!= none`, and whether a set has elements with `some`"),
    (r"isnt|arent|isn|aint", r".*\S\s+", "write `is not`"),
    (r"until|unless|while", r"(?:turn|phase)\b.*", "what is on offer only under a condition ends in `if`: `ACTION if CONDITION else ACTION`"),
    (r"[-+]", r"(?:turn|phase\s+\w+)\s*:\s*", "what is added to the turn of another file, or taken from it, stands without the colon: `turn + ACTION`"),
    (r"without|except|excluding|minus|but|unless", r"board\b.*", "sites are left out by a condition: `board square 8 x 8 where it is not d4`"),
    (r"in", r"\s*(?:end\s+)?(?:some|any|all|each|every)\s+\w+\s*", "who wins may be a set: `{{p in players where CONDITION}} wins`"),
    (r"[0-9]+", r"\s*(?:let|relation|effect|choice|action)\s+\w+\s*\([^()]*:\s*", "the type of a number is `number`: `n: number`"),
    (r"place|move|remove|capture|swap|for|if|random|let|then", r"\s+do\s+", "the effects of `setup`, `settle` and `effect` stand without `do`"),
    (r"=", r"\s*(?:turn|phase\s+\w+)\s*", "write `:` in place of `=`: `turn: ACTION or ACTION`"),
    (r":", r"(?:.*\bdo\s+|\s+)phase\s*", "a phase begins so: `phase := NAME`"),
    (r"\?", r"field\b.*", "a field that may be empty: `site or none`"),
    (r"\w+", r"field\b.*:\s*none\s+or\s+", "`none` comes last: `{found} or none`"),
    (r"\w+", r"\s+(?!place\b|do\b)\w+\s+\"[^\"]*\"\s+of\s+", "whose piece it is stands before the sign, and one colour behind it: `man of Black \"o\" red`"),
    (r"\{", r"variant\b.*", "no braces stand here: `variant NAME: OPTION = VALUE, OPTION = VALUE`"),
    (r"\{", r".*\b(?:min|max|sum|count|abs|first|last)", "write `(`: what a function takes stands in parentheses"),
    (r"\{", r"(?!.*\b(?:line|walk|leap)\b).*\b(?:own|enemy|empty|ally)", "the steps of a path follow its directions: `some line any: own{{3}}`"),
    (r"at|on|in|from|to", r".*\b(?:capture|remove)\s+(?:piece|pieces)\s+", "say which: `capture s`, where s is a site or a piece"),
    (r"for", r".*\bfor\s+\w+\s+in\s+.*", "several go through one `for`, with a comma between them: `for p in S, c in T do`"),
    (r".*", r"\s*otherwise\s+", "write `else`"),
    (r"\w+", r".*\b(?:own|enemy)\s+of\s+", "it stands without `of`: `own {found}`"),
    (r"where|with|do", r".*\b(?:in|of|on)\s+", "a value is missing before `{found}`"),
    (r"\w+", r".*\b(?:in|of|on)\s+where\s+", "a set is missing before `where`"),
    (r"\|", r"(?!.*\b(?:line|walk|leap|is)\b).*", "conditions are joined by `or`"),
    (r"\w+", r"\s*choose\s+\w+\s+in\s+(?:openly|secretly)\s+", "the word stands before the name: `choose openly NAME in SET`, `choose secretly NAME in SET`"),
    (r":", r"(?:players|kinds|\s+along|\s+(?:author|year|source|notes|rules|version|license|link|language))\s*", "no colon stands here: leave it out"),
    (r":", r"field\b.*:.*", "what a field holds at first follows `=`: `field level of piece: 0..3 = 1`"),
    (r"x\d*|:", r".*\bleap\s+\d+\s*", "a leap is two numbers of steps with a comma between them: `leap 1, 2: any`"),
    (r";", r".*\b(?:line|walk|leap)\b[^;]*:[^;]*", "the steps of a path are separated by commas"),
    (r"[*+?]", r".*\b(?:line|walk|leap)\b[^:]*:(?:.*[,(|])?\s*", "`{found}` follows the step that is repeated: `empty{found}`"),
    (r"\w+", r"\s*(?:elif|elsif|elseif)\s+", "write `else if CONDITION do EFFECTS`"),
    (r",", r"\s*choose\s+(?:openly\s+|secretly\s+)?\w+\s*", "each choice has a line of its own: `choose s in S`, and below it `choose t in T`"),
    (r"\w+", r"\s*choose\s+(?:hidden|hiddenly|secret|privately|private|closed)\s+", "write `choose secretly {found} in SET`"),
    (r"\w+", r"\s*choose\s+(?:open|public|publicly|visibly)\s+", "write `choose openly {found} in SET`"),
    (r"turns|rounds|plies|actions|steps", r"limit\b.*", "a limit counts moves: `limit N moves: RESULT`"),
    (r"with|who|having|whose", r"(?:limit\b.*:|end\b|\s)\s*\w+\s+", "whoever has most wins so: `highest NAME wins`, where the definition NAME gives each player a number"),
    (r"ordered", r"pool\b.*\bseen\s+by\s+\w+\s*", "`ordered` stands before `seen by`: `pool NAME of player ordered seen by owner`"),
    (r"size|holds|max|limit|up|with|capacity|hidden|secret", r"pool\b.*", "a pool has no size, and `seen by` says who sees it: `pool NAME of player seen by owner`, or `pool NAME of game`"),
    (r"\w+", r".*\bplace\s+\d+\s+", "how many follows the pool: `place {found} in POOL times N`"),
    (r"\?", r"(?!.*\b(?:line|walk|leap)\b).*", "a value that depends on a condition is written `A if CONDITION else B`"),
    (r"\{", r"kinds\s*", "kinds are listed without braces: `kinds man, king`"),
    (r",", r"board\s+\w+\s*\([^()]*", "no parentheses stand here: `square 6 x 6`"),
    (r":=", r"field\b.*", "what a field holds at first follows `=`: `field level of piece: 0..3 = 1`"),
    (r"player|one|turn", r".*\bthen\s+(?:next|the|to)\s+", "who acts next is said so: `then turn of rival(mover)`, or of another player"),
    (r"all|every|each", r"(?!.*\bdo\b).*\bfor\s+", "`all` stands without `for`: `all p in players: CONDITION`"),
    (r"\w+", r"(?:end\s+|\s+)?(?:max|maximum|maximal|most|best|greatest|largest)\s+", "write `highest {found} wins when CONDITION`"),
    (r"\w+", r"(?:end\s+|\s+)?(?:min|minimum|minimal|least|fewest|smallest)\s+", "write `lowest {found} wins when CONDITION`"),
    (r"\w+", r".*\b(?!site|piece)\w+\(\s*(?:line|walk|leap)\s+", "a path that is a set stands in parentheses of its own: `count((line DIRECTION from SITE: STEPS))`"),
    (r"in|into|on|onto", r".*\bmove\s+[^;]*", "write `to`: `move PIECE to PLACE`; at the bottom of an ordered pool, `move PIECE under POOL`"),
    (r"\w+", r"\s*move\s+\w+\s+by\s+\w+(?:\s*,\s*\w+)*\s+", "kinds are separated by commas: `by king, rook`"),
    (r"of|for|with|from|is", r"move\s+\w+\s+", "the kinds that make a move follow `by`: `move NAME by KIND`"),
    (r"\w+", r"\s*move\s+\w+\s+", "the kinds that make a move follow `by`: `{line}by {found}`"),
    (r"!", r".*=\s*", "what is not equal is written `!=`"),
    (r"!", r".*", "write `not`"),
    (r"\.", r".*[\w)](?<!\.)", "what is asked of a thing stands before it: `reach(a)`, or `reach of a`"),
    (r",", r"\s*(?:turn|phase\s+\w+)\s*:.*", "actions that are on offer together are joined by `or`"),
    (r"\)", r"\s*(?:action|move|choice|effect)\s+\w+\s*\(\s*", "without parameters the name stands alone, without parentheses"),
    (r"[,)]", r"\s*(?:let|relation|effect|choice|action)\s+\w+\s*\([^()]*\w\s*", "a parameter has a type: `p: piece`"),
    (r",", r".*\bleap\s+\d+\s*,\s*\d+\s*", "a leap is two numbers of steps, straight on and to the side: `leap 1, 2: any`"),
    (r":", r"\s*limit\b.*", "write `limit N moves: RESULT`"),
    (r":", r"\s*(?:setup|settle(?:\s+after\s+[\w\s,]+|\s+until\s+stable)?|looks|do|finally)\s*", "no colon stands here; what belongs to it follows on indented lines"),
    (r"line|walk|leap", r"\s*(?:do\s+)?for\s+(?:each|every|all|any)\s+", "a path stands behind `for` by itself, `for {found} ... do`: leave out what stands between"),
    (r"\w+", r"\s*(?:do\s+)?for\s*(?:each|every|all)\s*", "write `for {found} in SET do`"),
    (r"do", r".*\b(?:some|all|no)\s+\w+\s+in\s+[^:]*", "whether a set is empty is asked without a name, as in `no hand(mover)`; what is asked of its elements stands behind a colon"),
    (r"(?!to\b)\w+", r"(?!.*[({][^(){}]*\bfor\b)(?!.*\bdo\b).*\bfor\s+\w+\s+in\s+[^;]*", "`do` stands before the effects of a `for`"),
    (r".*", r".*\b(?:isnt|arent|isn|aint)\s*", "write `is not`"),
    (r"\w+", r"\s*require\s+(?:when|where|if|must|that|always)\s*", "`require` is followed by its condition: leave out what stands between"),
    (r",", r".*\b(?:some|all|no)\s+\w+\s+in\s+[^:]*", "a colon stands before the condition, and a quantifier has one name: `some a in S: some b in T: CONDITION`"),
    (r"\.", r".*\.\.\s*", "a range has two dots: `0..9`"),
    (r"of", r".*\bplace\s+\"[^\"]*\"\s*", "a kind is named without quotation marks: `place man of Red on a1`"),
    (r"[<>]=?", r".*[<>]=?[^<>]*", "a comparison has two sides: `1 < x and x < 4`"),
    (r"\(", r".*\brandom\s*", "write `random NAME in SET`"),
    (r"\w+|\(", r".*\bwhile\s*", "there is no `while`: use `for n in 1..N do`, `settle until stable`, or a choice that demands itself"),
    (r"=", r"\s*let\s+\w+\s*\(.*\)\s*:\s*\w+\s*", "the type of a definition follows from its value: leave it out"),
    (r"if", r"\s*skip\b.*", "write `skip p when CONDITION`"),
    (r"kinds", r".*\bin\s+.*", "the kinds of a set are `kinds of SET`"),
    (r"extend|extending|expands|inherits|from|of|like", r"\s*game\s+\".*\"\s*", "a file extends another one: `game \"TITLE\" extends \"NAME\"`"),
    (r"\w+", r"\s*game\s+\".*\"\s*", "a text holds no quotation marks, and what follows the title stands on lines of its own"),
    (r"[Ww]?\w+", r"\s*field\b.*\w\s*:\s*\w+(?:\s*,\s*\w+)*\s+", "the words of a field are separated by commas: `calm, angry`"),
    (r"empty|nothing|null|nobody", r"\s*field\b.*\bor\s*", "no value is `none`: `site or none`"),
    (r"or|\|", r"\s*(?:let|relation|effect|choice|action)\s+\w+\s*\([^()]*:\s*\w+\s+", "what is given to a parameter may be none without more words: leave `or none` out, as in `p: player`"),
    (r"of", r"\s*(?:let|relation|effect|choice|action)\s+\w+\s*\([^()]*:\s*set\s+", "a parameter that is a set has the plural as its type: `s: sites`"),
    (r"\w+", r"\s*(?:let|relation|effect|choice|action)\s+\w+\s*\([^()]*\w\s+", "a parameter has a type behind a colon: `p: player`"),
    (r",", r"\s*(?:choose\b.*\b)?where\b.*", "conditions are joined by `and`: write `and` in place of `,`"),
    (r",", r"\s*choose\b.*\bin\s+[\w\s,]+", "a set of several is written in braces: `{{a, b}}`"),
    (r"from|of|=|:=|out", r"\s*choose\s+(?:openly\s+|secretly\s+)?\w+\s*", "write `choose NAME in SET`"),
    (r"[0-9]+", r"\s*choose\s+(?:openly\s+|secretly\s+)?", "several at once are chosen so: `choose NAME: {found} of SET`"),
    (r"after|at|in|if", r"\s*(?:end\s+)?(?:draw|.*\b(?:wins|loses))\s*", "the condition of an end begins with `when`: `draw when moves = 200`"),
    (r"[0-9.]+|\w+|:", r"\s*variant\b.*", "write `variant NAME: OPTION = VALUE, OPTION = VALUE`"),
    (r"\w+", r"(?!.*\b(?:line|walk)\b[^:]*\Z).*\b(?:any|exists|exist|there)\s+", "whether one of them passes is asked with `some`: `some {found} in SET: CONDITION`"),
    (r"\w+", r"(?!pool|field).*\b(?:every|each|forall)\s+", "whether all of them pass is asked with `all`: `all {found} in SET: CONDITION`"),
    (r"\w+", r"\s*(?:do\s+)?(?:shuffle|draw|deal)\s+", "there is no such effect: cards are drawn by chance, `random c in deck`, and then moved, `move c to hand(mover)`"),
    (r"\w+", r"\s*(?:do\s+)?(?:roll|throw)\s+", "there is no such effect: dice are numbers by chance, `random n in 1..6`"),
    (r"\w+", r".*\bthen\s+(?:next|player)\s+", "who acts next is said so: `then turn of {found}`"),
    (r"where|if|is|when", r".*\breached\s+from\b.*", "what connected sites are is said with `while`: `reached from s while own`"),
    (r",", r".*\bplace\b.*\bon\s+[\w\s,]+", "several sites stand in braces: `on {{c1, c6}}`; several effects have `;` between them"),
    (r",", r"(?:.*\bdo\s+|\s+)(?:place|move|remove|capture|swap)\s.*", "effects stand on lines of their own, or have `;` between them"),
    (r",", r"(?:.*\bdo\s+|\s+)\w+(?:\([^()]*\))?\s*:=.*", "effects stand on lines of their own, or have `;` between them"),
    (r"for", r".*\b(?:sum|min|max|count)\(.*\belse\b.*", "a value with `if` stands in parentheses before `for`: `sum((1 if C else 0) for x in S)`"),
    (r"[0-9]+", r"(?:.*\bdo\s+|\s+)(?:add|give)\s+", "a field gets its whole new value with `:=`: `x := x + {found}`"),
    (r"[0-9]+", r"(?:.*\bdo\s+|\s+)(?:subtract|deduct|take)\s+", "a field gets its whole new value with `:=`: `x := x - {found}`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(?:increase|increment|raise)\s+", "a field gets its whole new value with `:=`: `x := x + 1`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(?:decrease|decrement|reduce|lower)\s+", "a field gets its whole new value with `:=`: `x := x - 1`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(?:put|add|create|spawn|drop)\s+", "write `place {found}`: `place KIND of PLAYER on SITES`"),
    (r"turn", r"(?:.*\bdo\s+|\s+)next\s+", "who acts next is said so: `then turn of p`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)next\s+", "a choice is demanded by `then`: `then {found}`"),
    (r"of|for|from", r".*\bthen\s+(?:may\s+|must\s+)?\w+(?:\([^()]*\))?\s+", "whose choice it is stands behind `by`: `then NAME(ARGUMENTS) by p`"),
    (r"of", r"\s*choose\s+(?:openly\s+|secretly\s+)?\w+\s+in\s+\w+\s*\.\.\s*\w+\s*", "several at once are chosen behind a colon: `choose NAME: 1..3 of SET`"),
    (r"together", r"(?:turn|phase\s+\w+)\s*:.*", "`together` stands before the colon: `turn together: ACTION`"),
    (r"together", r"(?:turn|phase)\b.*", "`together` stands before the colon: `turn together: ACTION`"),
    (r"borders|nodes", r"board\b.*", "`with` stands before it: `with borders, nodes`"),
    (r"\(", r"teams\s*(?:\{[^{}]*\}\s*,?\s*)*", "each team stands in braces: `teams {{A, B}}, {{C, D}}`"),
    (r"\w+", r"teams\s*", "each team stands in braces: `teams {{A, B}}, {{C, D}}`"),
    (r",", r"use\s+\"[^\"]*\"\s*", "each module has a line of its own: `use \"NAME\"`"),
    (r",", r".*\bleap\s*\(\s*\w+\s*", "a leap is two numbers without parentheses: `leap 1, 2: any`"),
    (r"\w+", r".*\bplace\s+\w+\([^()]*\)\s+", "how many follows the pool: `place {found} in POOL times N`"),
    (r"from", r".*\b(?:remove|capture)\s+(?:all|every|each|any)\s+", "a pool is a set of pieces: `remove hand(mover)`, or of one kind `remove hand(mover) where it is KIND`"),
    (r"\w+", r"\s+else\s+", "ends are tried in their order, and the first that holds decides: leave `else` out"),
    (r"unless", r".*", "write `where not (CONDITION)`"),
    (r"take|kill|eat|destroy|delete", r"\s+", "what is taken is captured, behind `do`: `do capture s`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(?:take|kill|eat|destroy)\s+", "write `capture {found}`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(?:delete|erase|clear)\s+", "write `remove {found}`"),
    (r"secretly|openly", r"\s*choose\s+\w+\s+", "the word stands before the name: `choose {found} NAME in SET`"),
    (r"means", r"(?:action|choice|move)\b.*", "a sentence for people stands on a line of its own, indented: `means \"...\"`"),
    (r"\(", r"use\s+\"[^\"]*\"\s*", "a module takes no arguments: what it asks for is given with `let NAME = VALUE`"),
    (r":", r"\s*(?:move|action|choice|effect)\b.*", "no colon stands here: leave it out"),
    (r"\w+|\d+", r"option\b.*=\s*\w+\s+(?:out|of|in|among|between|range)\s+", "the values follow `from`: `option size = 8 from 6..12`"),
    (r"out|of|in|among|between|range", r"option\b.*=\s*\w+\s*", "the values follow `from`: `option size = 8 from 6..12`"),
    (r"\w+", r"(?:.*\bdo\s+|\s+)(?:set|assign)\s+", "a field gets a value by `:=` alone: leave the word before it out"),
    (r"when|if", r"\s*(?:end\s+)?(?:the\s+)?winner\b.*", "write `mover wins when CONDITION`"),
    (r"\w+", r"\s*(?:line|walk|leap)\b.*[:,]\s*is\s+(?:not\s+)?", "a step of a path is the test alone, without `is`: `empty`, `not own`"),
    (r'"[^"]*"', r"\s*field\b.*:.*", "words stand without quotation marks: `calm, angry`"),
    (r"in", r"kinds\s+\w+\s+\w+\s*", "kinds are generated so: `kinds each suit in {{cups, swords}}, value in {{1..10}}`"),
    (r"\w+", r".*[\w)]\s+not\s+", "what is not equal is written `!=`; what does not pass a test, `is not`"),
    (r"max|min", r".*", "write `{found}(a, b)`"),
    (r"of", r".*\bis\s+(?:not\s+)?\w+\s*", "a test asks for a kind, or for `own` and `enemy`; whose it is stands by itself: `s is man and owner(s) = p`"),
    (r"to", r"\s*option\b.*\d\s*", "a range has two dots: `5..8`"),
    (r"\w+", r"\s*field\b.*\buntil\s+.*", "write `until done`, `until action` or `until turn`"),
    (r";", r"[^;]*\([^()]*", "parameters and arguments are separated by commas"),
    (r"moves|turns|times|points|pieces", r".*\d\s*", "leave it out: a number stands alone"),
    (r'"[^"]*"', r".*\bis\s+(?:not\s+)?", "a word of the rules stands without quotation marks"),
    (r"with|such|so|and|do|that", r".*\b(?:some|all|no)\s+\w+\s+in\s+[^:]*", "a colon stands before the condition: `some a in S: CONDITION`"),
    (r":", r".*\b(?:some|all|no)\s+\w+\s*", "a quantifier has a name and a set: `all p in players: CONDITION`"),
    (r"[0-9]+", r".*\bis\s+", "a number is compared with `=`, not asked with `is`"),
    (r"faces|face|faced|looking|to|going|towards", r"\s*players\b.*", "which way a player looks is said with `facing`: `White facing north`"),
    (r"moves|goes|is|are|becomes|gets|has|takes", r"(?:.*\bdo\s+|\s+)\w+(?:\([^()]*\))?\s*", "an effect begins with what is done: `move k from hand(mover) to s`, `place`, `remove`; a field gets a value with `:=`"),
    (r"[A-Za-z_]\w*", r".*\b(?:first|last|count|sum|min|max)\s+", "what it is of stands in parentheses: `first(p in players where CONDITION)`"),
    (r"to", r"\s*choose\b.*:\s*up\s*", "say the least and the most: `choose NAME: 1..3 of SET`"),
    (r"[0-9]+", r"(?:.*\bdo\s+|\s*)for\s+", "write `for n in 1..{found} do`"),
    (r".*", r"\s*end\s+when\s*", "the result comes first: `mover wins when CONDITION`, `draw when CONDITION`"),
    (r":", r"\s*end\b.*", "the result comes first, and the condition behind `when`: `draw when passes = 2`"),
    (r"\(", r"\s*(?:let|relation)\s+\w+(?:\s*\(.*\))?\s*:\s*\w+\s*", "the value of a definition follows `=`: `let NAME = VALUE`"),
    (r"\w+", r"(?:end|skip|require|limit|\s+where)\b.*[=<>]\s*\w+(?:\([^()]*\))?\s+", "conditions are joined by `and` or `or`"),
    (r"if", r"[^:]*\bplace\b.*", "on which sites is said with `where`: `place KIND on SITES where CONDITION`"),
)  # fmt: skip


WITHOUT_DO, TOO_FAR_LEFT = "effects stand after `do`", "this effect stands too far left"


def without_do(before: str) -> str:
    """The way out of an effect among the parts of an action: `do`, or the column of the effects above it."""
    opened = re.findall(r"\n[ \t]+do[ \t]+(\w+)", before)
    return f"{TOO_FAR_LEFT}: begin it in the column of `{opened[-1]}`, behind `do`" if opened else WITHOUT_DO


# How a line is written, where nothing better is known: its beginning, and the form.
_LINES = (
    (r"\s*choose\b", "write `choose NAME in SET where CONDITION`"),
    (r"\s*along\b", "write `along NAME`: the name of a column of paths, alone"),
    (r"(?:option)\b", "write `option NAME = DEFAULT from VALUES`, such as `option size = 8 from 6..12`"),
    (r"kinds\b", "write `kinds man, king`, or a table: its columns in this line, and a row for each kind below"),
    (r"move\b", "write `move NAME by KIND, KIND`; a change of another file's move is `move NAME by + KIND`"),
    (r"(?:turn|phase)\b", "write `turn: ACTION or ACTION else lose if CONDITION else draw`"),
    (r"end\b", "write `end RESULT when CONDITION`, such as `end mover wins when full`"),
    (r"\s+(?:draw|.*\b(?:wins|loses)\b)", "write `RESULT when CONDITION`, such as `mover wins when full`"),
    (r"(?:let|relation)\b[^=]*\Z", "write `let NAME = VALUE`, or with parameters `let NAME(p: player, s: site) = VALUE`"),
    (r"settle\b", "write `settle after ACTION, ACTION`, and the effects on indented lines"),
    (r"claim\b", "write `claim \"NAME\": always CONDITION`, or `never CONDITION`"),
    (r"(?:action|choice|effect)\b", "write `action NAME`, and its parts on indented lines"),
    (r"require\b", "write `require CONDITION`"),
    (r"prefer\b", "write `prefer CONDITION`, or `prefer most NUMBER`"),
    (r"(?:without|use)\b", "name what is meant: `without NAME, NAME`, `use \"NAME\"`"),
    (r".*\bplace\b[^;]*\Z", "write `place KIND of PLAYER on SITES`, or `place KIND in POOL`"),
    (r".*\brandom\b[^;]*\Z", "write `random NAME in SET`; what is done with it stands on a line of its own"),
    (r"\s*(?:do\s+)?move\b[^;]*\Z", "write `move PIECE to PLACE`"),
    (r"\s*(?:do\s+)?for\b[^:]*\Z", "write `for NAME in SET do EFFECTS`"),
    (r".*\bthen\b[^;]*\Z", "write `then NAME(ARGUMENTS)`, or `then may NAME(ARGUMENTS)`"),
    (r"\s*(?:do\s+)?(?:else\s+)?if\b(?!.*\bdo\b)", "write `if CONDITION do EFFECTS`"),
    (r".*\b(?:some|all|no)\s+\w+\s+in\b[^:]*\Z", "write `some NAME in SET: CONDITION`"),
)  # fmt: skip


def form_of_line(before: str) -> str:
    """How the line is written in which something does not fit, or ""."""
    line = before[before.rfind("\n") + 1 :]
    return next((form for start, form in _LINES if re.match(start, line)), "")


def meant(found: str, before: str, rest: str, expected: frozenset[str]) -> str:
    """The way out of a word or sign that does not fit, or "". `before`: the clause up to it; `rest`: the line behind it."""
    line = before[before.rfind("\n") + 1 :]
    said = (
        _of_commas(found, line, rest)
        or _of_comparisons(found, line, rest)
        or _of_pieces_elsewhere(found, line, before, rest)
        or _of_lists_and_cases(found, line, before, rest)
        or _of_chance(found, line, rest)
        or _of_speech(found, line, rest)
        or _of_declarations(found, line, rest)
        or _of_layout(found, line, before, rest, expected)
    )
    if said:
        return said
    for sign, form, way_out in _HABITS:
        if re.fullmatch(sign, found) and (parts := re.fullmatch(form, line)):
            if way_out.startswith("`do` stands before") and _is_within_brackets(line):
                continue
            return way_out.format(*parts.groups(), line=line.lstrip(), found=found)
    return ""
    return ""


def _is_within_brackets(line: str) -> bool:
    return sum(line.count(sign) for sign in "({") > sum(line.count(sign) for sign in ")}")


def _of_commas(found: str, line: str, rest: str) -> str:
    """Commas before words that take none."""
    if found == "," and (word := re.match(r"\s*(else|where|do|when|if|by|until|means)\b", rest)):
        return f"no comma stands before `{word[1]}`: leave it out"
    if (
        found == ","
        and re.match(r"\s*(?:turn|phase\s+\w+)\s*:", line)
        and (later := re.match(r"\s*then\s+(\w+)", rest))
    ):
        return f"what follows an action is demanded by its effects: `do then {later[1]}`; here stands what is on offer: `ACTION or ACTION`"
    return ""


def _of_lists_and_cases(found: str, line: str, before: str, rest: str) -> str:
    """Pieces that are dealt by their number, cases where a value is wanted, lists and sets of a loop that go on too late."""
    dealt = re.fullmatch(r"\s*from\s+(.+?)\s+to\s+(.+?)\s*", rest) if found.isdecimal() else None
    if dealt and re.fullmatch(r"(?:.*\bdo\s+|\s+|.*;\s*)\w+\s+", line):
        one = f"random c in {dealt[1]}; move c to {dealt[2]}"
        return f"pieces are drawn one by one: `for i in 1..{found} do {one}`"
    if re.fullmatch(r"\s+match\s+", line) and re.match(r"\s*(?:let|relation)\b", before):
        return (
            "`match` stands among effects; a definition has one value for each case: `V if CONDITION else W`"
        )
    listed = re.fullmatch(r"\s*((?:settle|require)\s+after)\s+([\w\s,]+?)\s+(?:or|and)\s+", line)
    if listed and found.isidentifier():
        names = [*re.split(r"\s*,\s*|\s+(?:or|and)\s+", listed[2]), *re.findall(r"\w+", found + rest)]
        names = [n for n in names if n not in ("or", "and")]
        return f"actions are listed with commas: `{' '.join(listed[1].split())} {', '.join(names)}`"
    late = re.search(r"\bfor\s+(.*?)\s+where\s+(.+?)\s*\Z", line) if found == "," else None
    if late and (more := re.match(r"\s*(\w+\s+in\b.*?)\s+do\b", rest)):
        return f"`where` stands behind all sets: `for {late[1]}, {more[1]} where {late[2]} do`"
    if found == "else" and not line.strip() and re.match(r"\s*:", rest):
        values = re.findall(r"\bmatch\b([^\n]*)", before)[-1:]
        others = ", ".join(["any"] * (1 + len(re.findall(r",(?![^()]*\))", values[0])))) if values else ""
        return f"the row for all other values has `any`: `{others}{rest.rstrip()}`" if others else ""
    return ""


_VALUE = r"[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?"


def _of_comparisons(found: str, line: str, rest: str) -> str:
    """A comparison with three sides."""
    sides = re.search(rf"({_VALUE})\s*(<=?|>=?|=)\s*({_VALUE})\s*\Z", line)
    last = re.match(rf"\s*({_VALUE})", rest)
    if found not in ("<", "<=", ">", ">=", "=") or sides is None or last is None:
        return ""
    one, sign, other = sides.groups()
    return f"a comparison has two sides: `{one} {sign} {other} and {other} {found} {last[1]}`"


def _of_pieces_elsewhere(found: str, line: str, before: str, rest: str) -> str:
    """Pieces that are placed out of a pool, and sites that a board is without."""
    placed = re.fullmatch(r"(?:.*\bdo\s+|\s+|.*;\s*)place\s+(\w+)(?:\s+of\s+[^;]+?)?\s+", line)
    taken = re.fullmatch(r"\s*([^;]+?)\s+(?:on|in|to|at)\s+([^;]+?)\s*", rest) if found == "from" else None
    if placed and taken:
        return f"a piece that is there already is moved: `move {placed[1]} from {taken[1]} to {taken[2]}`"
    sites = re.fullmatch(r"\s*\{?([\w\s,]+?)\}?\s*", rest)
    if found in ("without", "except", "excluding", "minus") and re.match(r"\s*board\b", before) and sites:
        return f"sites are left out by a condition: `where it not in {{{sites[1]}}}`"
    return ""


_CHANCE = r"(?:random|rand|randint|roll|throw|dice|die|d6)"


def _of_chance(found: str, line: str, rest: str) -> str:
    """What is drawn within another effect: chance is an effect of its own."""
    given = re.search(r"\b([a-z_]\w*)\s*\Z", line) if found == "=" else None
    drawn = re.match(rf"\s*{_CHANCE}\s*(?:\(([^()]*)\)|(?=\s*$))", rest)
    if given and drawn:
        ends = [end.strip() for end in (drawn[1] or "6").split(",")]
        least, most = ends if len(ends) == _ENDS else ("1", ends[0])
        return f"chance is an effect, and its name has the value: `random {given[1]} in {least}..{most}`"
    moved = re.fullmatch(r"(?:.*\bdo\s+|\s+|.*;\s*)(move|place)\s+(?:an?\s+)?random\s+", line)
    to = re.fullmatch(
        r"((?:\([^()]*\))?(?:\s+of\s+\w+)?)(?:\s+from\s+([^;]+?))?\s+((?:to|on|in|under)\s+[^;]+?)\s*", rest
    )
    if moved and to:
        drawn_from = to[2] or f"{found}{to[1]}"
        return f"it is drawn first: `random c in {drawn_from}; {moved[1]} c {to[3]}`"
    return ""


_ENDS = 2  # of a range


def _of_speech(found: str, line: str, rest: str) -> str:
    """What is said of somebody as in speech: `mover has coins`."""
    who = re.search(r"\b([A-Za-z_]\w*(?:\([^()]*\))?)\s+\Z", line)
    what = re.match(
        r"\s*(?:(?:no|any|some|more|less|than|at|least|most|exactly|a|an|\d+)\s+)*([a-z_]\w*)", rest
    )
    if found in ("has", "have", "owns", "holds") and who and what and not _is_of_several(line):
        asked = f"{what[1]}({who[1]})"
        return f"what somebody has is asked so: `{asked} > 0` of a number, `some {asked}` of pieces in a pool, `some {what[1]} of {who[1]}` of a kind on the board"
    among = re.search(r"\b(some|no)\s+((?:own\s+|enemy\s+)?\w+(?:\s+of\s+\w+|\([^()]*\))?)\s+\Z", line)
    if found == "where" and among and ":" not in rest:
        condition = re.sub(r"\s+(?:do|else|if|wins|loses)\b.*", "", rest).strip()
        return f"a set with `where` stands in parentheses: `{among[1]} ({among[2]} where {condition})`"
    required = re.fullmatch(r"\s*require\s+(.+?)\s*", line)
    if found == "after" and required and (names := re.fullmatch(r"\s*([\w\s,]+?):?\s*", rest)):
        return f"the actions after which it is asked stand first: `require after {names[1]}: {required[1]}`"
    return ""


def _is_of_several(line: str) -> bool:
    return re.search(r"\b(?:all|no|some|every|each)\s+\w+\s+\Z", line) is not None


def _of_declarations(found: str, line: str, rest: str) -> str:
    """What is asked of a thing behind it, and clauses whose parts stand in another order."""
    of, asked = re.search(r"(\w+)\s*\Z", line), re.match(r"\s*([A-Za-z_]\w*)", rest)
    if re.match(r"\s*kinds\s+\+?\s*each\b.*\bin\s*\Z", line) and (axes := _in_braces(f"{line}{found}{rest}")):
        return f"values stand in braces: `{axes}`"
    if found == "." and of and asked and not of[1].isdecimal():
        return f"what is asked of a thing stands before it: `{asked[1]}({of[1]})`"
    if (
        found == "where"
        and (hidden := re.fullmatch(r"\s*(hide\s+\w+.*?\bin\s+[^:]*?)\s*", line))
        and " from " not in line
    ):
        return f"say from whom, before the condition: `{' '.join(hidden[1].split())} from viewer where{rest.rstrip()}`"
    if re.fullmatch(r"\s*skip\s+(?:when|if)\s+", line):
        passed = re.sub(r"\bmover\b", "p", " ".join((found + rest).split()))
        return f"who is passed over has a name before `when`: `skip p when {passed}`"
    if found in ("seen", "ordered") and (pool := re.fullmatch(r"\s*pool\s+(\w+)\s*", line)):
        behind = " ".join((found + rest).split())
        return f"say whose it is: `pool {pool[1]} of game {behind}`, or one for each player, `pool {pool[1]} of player {behind}`"
    if found == "from" and re.match(r"\s*(?:the\s+)?(?:board|game|play)\s*$", rest):
        return f"leave it out: `{' '.join(line.split()).removeprefix('do ')}`"
    placed = re.search(r"\bplace\s+(\d+)\s+\Z", line)
    if placed and re.match(r"\s+(?:of\s+\S+\s+)?in\s+[^;]+$", rest):
        return f"how many follows the pool: `place {found}{rest.rstrip()} times {placed[1]}`"
    option = re.fullmatch(r"\s*option\s+(\w+)\s*", line)
    if found == "from" and option and (least := re.match(r"\s*(\w+)", rest)):
        return f"its default stands before the values: `option {option[1]} = {least[1]} from{rest.rstrip()}`"
    return ""


def _in_braces(line: str) -> str:
    """`kinds each` with the values of each column in braces; "" where it goes on with more than columns."""
    parts = re.split(r"\s*,?\s*\b(\w+(?:\s+by\s+\w+)?)\s+in\s+", line.strip())
    columns, values = parts[1::2], parts[2::2]
    tail = re.search(r"\s+(?:once\s+per\s+rotation|where\b).*\Z", values[-1])
    values[-1] = values[-1][: tail.start()] if tail else values[-1]
    head = re.match(r"kinds\s+\+?\s*each", line.strip())
    listed = [re.sub(r"[{}()\[\]]", "", v).replace(" or ", ", ").strip(" ,") for v in values]
    if head is None or not all(re.fullmatch(r"[\w ,.]+", v) for v in listed):
        return ""
    return (
        f"{head[0]} "
        + ", ".join(f"{c} in {{{v}}}" for c, v in zip(columns, listed, strict=True))
        + (tail[0] if tail else "")
    )


def _of_layout(found: str, line: str, before: str, rest: str, expected: frozenset[str]) -> str:
    """Signs at the ends of lines, and lines in another column."""
    if "CHOOSE" in expected and re.match(r"[^\n]*:=", rest):
        return without_do(before)
    is_list = re.match(r"\s*(?:board\s+graph\b|(?:players|kinds)\b[^\n]*\Z)", before) is not None
    if found == ";" and not rest.strip():
        return "`;` only stands between two effects; no line ends with it"
    if found == ";" and is_list and rest.strip():
        return "what is listed is separated by commas: write `,` in place of `;`"
    if found == ":" and not rest.strip() and re.fullmatch(r"\s*end\s*", line):
        return "no colon stands here; the ends follow on indented lines"
    if not line.strip() and expected and expected <= {"_NL", "_DEDENT", "_SIBLING"}:
        return "this line stands deeper than the one above, and so goes on with it: begin both in the same column"
    if (
        not line.strip()
        and line
        and "MEANS" in expected
        and not expected - {"MEANS", "_NL", "_INDENT", "_DEDENT"}
    ):
        return "the line above opens no block, and this line stands deeper: begin both in the same column"
    return ""


# What stands at the end of a line that ends too early, and what follows it.
_ENDINGS = (
    (r"settle\s+after\s+(?:each|every|any|all)\b.*", "name the actions, `settle after ACTION, ACTION`; what settles after each of them is `settle` alone"),
    (r"(?:turn|phase\s+\w+)\b.*\belse\s+(?:highest|lowest)\s+\w+", "`wins` follows: `{line} wins`"),
    (r".*;", "`;` only stands between two effects: leave it out"),
    (r"\s*(?:do\s+)?(?:else\s+)?if\b(?!.*\b(?:do|and|or|not|is|in)\b).*", "effects follow: `if CONDITION do EFFECTS`"),
    (r"\s*(?:do\s+)?for\b(?!.*\bdo\b).*\bin\b.*\S", "`do` is missing at the end: `{line} do`, and the effects on deeper lines"),
    (r"\s*(?:do\s+)?match", "say what is matched: `match kind(a), kind(b)`, and the rows below it"),
    (r"(?:.*\bdo\s+|\s+|.*;\s*)(?:capture|remove)\s+(?:own|enemy|ally)", "`{last} pieces` takes all of them; one of them is chosen above, `choose m in {last} pieces`, and its name stands here"),
    (r"(?!.*\bis\b)(?!.*=\s*\w+\Z).*\b(?:own|enemy|ally)", "say of which kind, or all of them: `{last} pieces`, `{last} king`"),
    (r".*(?:=|\bin|\()\s*all\s+(\w+\s+in\s+[^:]*\bwhere\b[^:]*)", "a set stands in braces, without `all`: `{{0}}`; whether all of them pass is asked with a colon, `all x in S: CONDITION`"),
    (r".*\b(?:some|all|no)\s+\w+\s+in\s+[^:]*\bwhere\b[^:]*", "a colon stands before what is asked of the elements: `some x in S: CONDITION`"),
    (r"\s+end", "a block ends where its indentation ends: leave this line out"),
    (r".*\bis\s+(?:not\s+)?\w+\s+or\s+\w+", "tests of which one must hold are joined by `|`: `is (own | enemy)`, `is not (own | enemy)`"),
    (r"(?:turn|phase\s+\w+)", "a colon and what is on offer follow: `turn: ACTION or ACTION`, `phase NAME: ACTION`"),
    (r"board\s+\w+\s+\w+\s*\*\s*\w+", "the sides are joined by `x`: `square 6 x 6`"),
    (r"\s*(?:line|walk|leap)\b[^:]*", "a colon and the steps follow: `line any: empty`"),
    (r".*\.\.", "a range has two ends: `1..6`"),
    (r"limit\b[^:]*", "a colon and a result follow: `limit 100 moves: draw`"),
    (r"(?:.*\bdo\s+|\s+|.*;\s*)move\b.*\bto", "say where to: a site or a pool follows `to`"),
    (r"(?:.*\bdo\s+|\s+|.*;\s*)place\b.*\b(?:on|in)", "say where: a site follows `on`, and a pool follows `in`"),
    (r".*\bfor\s+\w+(?:\s*,\s*\w+)*\s+in\s+do", "a set is missing behind `in`: `for p in players do`"),
    (r"field\b.*\bor", "`none` follows `or`, for a field that may be empty: `{line} none`"),
    (r"(?:action|choice)", "its name follows: `{line} NAME`, and its parts on indented lines"),
    (r".*\b(?:choose|random|for)\b[^:]*\bin", "a set follows `in`"),
    (r"limit\b.*:", "a result follows: `{line} draw`"),
    (r".*\bpieces\s+of\s+(?:do|where)", "a player is missing behind `of`: `pieces of mover`"),
    (r"kinds", "the line of `kinds` names the kinds, or the columns of a table, `kinds reach armour`; in each row below it the values stand alone, `scout 3 1`"),
    (r"kinds\s*\+", "a table that is added to has a header of its own, `kinds + reach`; kinds without a table follow in this line, `kinds + giant, dwarf`"),
    (r"board\s+hex\s+\w+", "say its form: `hex side 4`, `hex 4 x 4` or `hex rows 3, 4, 3`"),
    (r"board\s+square\s+\w+", "a board of squares has two sides: `square 6 x 6`"),
    (r"(?:.*\bdo\s+|\s+|.*;\s*)(?:capture|remove)", "say what: `capture s`, or those of a set, `capture S where CONDITION`"),
    (r"(?:.*\bdo\s+|\s+|.*;\s*)place", "say what and where: `place KIND of PLAYER on SITES`, or `place KIND in POOL`"),
    (r"(?:.*\bdo\s+|\s+|.*;\s*)move", "say what and where to: `move PIECE to PLACE`"),
    (r"(?:.*\bdo\s+|\s+|.*;\s*)swap", "say which two pieces: `swap a with b`"),
    (r"\s+again", "say whether it must or may be done again: `again must` or `again may`"),
    (r"\s+choose", "write `choose NAME in SET where CONDITION`"),
    (r"\s*(?:turn|phase\s+\w+)\b.*\bor", "another action follows, or the last word is one too many"),
    (r".*\b(?:and|or|not|implies)", "a condition follows, or the last word is one too many"),
    (r".*(?:[-+*/=<>]|\b(?:in|is|of|to|from|by|on|mod|div))", "a value follows, or the last word is one too many"),
    (r".*,", "something follows a comma, or it is one too many"),
    (r"(?:.*\b(?:do|then)\s+|\s+|.*;\s*)(?!then\b)\w+", "a choice is demanded by `then NAME`, an effect of your own has brackets, and a field gets a value with `:=`"),
    (r"\s+(?:do\s+)?turn\s+of\s+.*", "who acts next is said so: `then turn of p`"),
    (r".*\b(?:tie|stalemate|remis)", "a game that nobody wins is a `draw`"),
    (r"\s*(?:turn|phase\s+\w+)\b.*\belse", "say what happens when nothing is legal: `pass`, `lose`, `win` or `draw`, or name other actions"),
    (r"\s*(?:turn|phase\s+\w+)\b.*", "name the actions that are on offer, joined by `or`"),
    (r".*\bwhere", "a condition follows: `where s is empty`"),
    (r".*\bwhen", "a condition follows: `when full`"),
    (r".*\bmeans", "a sentence in quotation marks follows"),
)  # fmt: skip


def ending_of(before: str) -> str:
    """What is to follow at the end of a line that ends too early, or ""."""
    line = before[before.rfind("\n") + 1 :].rstrip()
    for form, way_out in _ENDINGS:
        if found := re.fullmatch(form, line):
            way_out = way_out.replace("{0}", found[1]) if found.groups() else way_out
            return way_out.replace("{line}", line.strip()).replace("{last}", line.split()[-1])
    return ""
