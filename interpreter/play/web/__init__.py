"""Tables in the browser: a server that keeps all secrets, and a page that shows what a seat may see.

    limits      how much may come from outside
    port        where a server listens
    messages    what a page may say, checked
    knowledge   what spectators see, and what an action is seen to do, without a secret
    levels      the bots that can take a seat, by name
    clocks      thinking time
    table       a game at a table: seats, moves, consent, chat; knows nothing of sockets
    laying      set-ups laid out in secret
    views       what a seat is shown and told
    replies     what a server says, as data
    learning    what a lesson answers
    analysing   analysis of a position, review of a game
    answers     what a seat gets for a message
    store       tables on disk, so that games survive a restart
    house       all tables of a server, and the engines of their games
    sockets     who is connected, and what is sent to whom
    comparing   two settings side by side
    editing     the editor of positions
    reloading   tables follow the file of their game
    app         the pages and addresses; server: runs them

The state, the seed and the record never leave the server. Each seat has a token that cannot be guessed.
"""
