"""Lessons: the tests beside a game that set a task, as exercises with a verdict, replies and hints.

course      the lessons of a game, out of its YAML file
judging     how far it is from a position to the goal or to a forced win
attempt     a lesson that somebody works at: verdicts, hints, the next lesson
"""
