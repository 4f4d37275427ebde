"""How actions are found, tried, counted, drawn, listed and done: for each way a plan, and beside it the code that the plan emits.

`action_plan` has what all modules ask of an action; `planning` makes the plans.
"""
