"""Which patterns need their automaton: those with groups that hold repetitions."""

from gdl import model


def is_branching(steps: tuple[model.Step, ...]) -> bool:
    """Whether a repeated group holds what may itself be repeated, or a group."""
    return any(s.group is not None and (_is_loose(s) or is_branching(s.group)) for s in steps)


def _is_loose(step: model.Step) -> bool:
    assert step.group is not None
    inside = any(s.least != s.most or s.group is not None for s in step.group)
    if step.least == step.most == 1:
        # what is met once must meet something, and a name must hold all of it
        return step.slot is not None or all(s.least == 0 for s in step.group)
    return inside
