"""What is kept on disk from one start to the next, and what it depends on."""
