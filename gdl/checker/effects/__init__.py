"""Effects: from the tree to the core.

dispatch      one case a form, and the forms that hold other effects
pieces        new pieces, and pieces that move
at_once       what is judged before anything happens, inside `simultaneously`
assignments   fields, owners, kinds, variables and the phase
demands       what `then` asks for
results       who has won
"""
