"""The functions of a program that are called from outside: for one state, and for many at once."""
