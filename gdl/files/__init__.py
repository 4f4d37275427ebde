"""Which files a game consists of, and how they become one list of clauses (`resolver`): what files extend, modules, options."""
