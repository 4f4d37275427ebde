"""The protocols in which programs that play talk to each other: UCI and its kin, CECP, and GTP.

moves     moves as these protocols say them, and which games they fit
process   another program that runs as a process, line by line, for a limited time
thoughts  how long an engine may think, and what it has found
clients   the conversations with other programs' engines
seats     another program's engine on a seat
"""
