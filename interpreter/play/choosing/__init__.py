"""A move as a walk through typed choices: click by click in the browser, word by word in the terminal.

    tokens   one typed choice, such as `site e4`, and the choices that an action is made of
    walk     the trie over the legal actions: what may be chosen next, what is forced, when an action is whole; the walks of states
    outlines what a choice would lay on the board
    words    labels of choices, and what is asked at each step

No hint in a game file is needed, and nothing here depends on more than the legal actions, which the player to move knows.
"""
