"""The tree: what a file says, before any name is resolved."""
