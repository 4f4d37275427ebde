"""What machine code has no answer for, so that the reference engine must give it."""


class NotLowered(Exception):  # noqa: N818 - an answer, not an error
    """A construct that has no machine code; the reference engine runs it."""


class Capacity(ValueError):  # noqa: N818 - an answer, not an error
    """More pieces or demands than the cells of a state hold."""
