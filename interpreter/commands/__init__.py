"""The commands of `gdl`: a module for each, loaded when it is run, and what they share.

options           settings of the command line, the file of a game, exit codes, errors of usage
games             the rules of a game, its engine, the state to start from
output, progress  results, files and tables; bars, and Ctrl-C while machine code runs
workers           where many games are played
seats, start_position, play_in_terminal, web, web_server
                  what `play` and `serve` are made of
comparison, comparison_report, stages
                  what `compare` and `show --stage` are made of
"""
