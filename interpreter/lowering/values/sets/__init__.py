"""Sets, each in the form that its expression allows. `questions` asks about them; every other module holds forms.

A set is rarely made: a loop over it is a loop over what it is made of. Where sets of a type are bits, set algebra does
without loops.
"""
