"""Tables in the browser: a server that keeps all secrets, and a page that shows what a seat may see.

    limits           how much may come from outside
    first_response   what answers before the server is loaded: port, policy, the first page of a game
    protocol         what a page may say, checked, and what a server says
    new_table        the wish for a table: seats, bots by name, the beginning; a rematch
    board_views      what a seat sees of the board
    choice_views     what it may choose next, and what the rules say of that
    views            what it is shown and told of the table
    answers          what a seat gets for a message, at a lesson, too
    analysing        analysis of a position, review of a game
    daily            the puzzle of the day of a game
    store            tables on disk, so that games survive a restart
    lobby            all tables of a server, and the engines of their games
    sockets          who is connected, and what is sent to whom
    side_by_side     two settings of a game, played together
    position_editor  a position as text and picture
    downloads        a game as a file
    reloading        tables follow the file of their game
    pages            the pages, and what all answers of a server share
    api              what pages ask for
    app              the addresses, and what answers each
    server           whom it answers, files, running it

The state, the seed and the record never leave the server. Each seat has a token that cannot be guessed.
"""
