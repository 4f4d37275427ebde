"""Lessons: the tests beside a game that set a task, as exercises with a verdict, replies and hints.

cases       the lessons of a game and the positions that it offers, out of its YAML file
attempt     a lesson that somebody works at: verdicts, hints, the next lesson
"""
