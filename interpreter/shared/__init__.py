"""What engines and the lowering share, and both know nothing of: numbers of actions, hashes, layouts of memory, what stops a program."""
