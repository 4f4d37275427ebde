"""Lessons: the tests beside a game that set a task, as exercises with a verdict, replies and hints.

course      the lessons of a game, out of its YAML file
attempt     a lesson that somebody works at: verdicts, hints, the next lesson
"""
