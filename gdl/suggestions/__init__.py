"""What may be meant by a line that cannot be read: idioms of other languages, and the cheapest edits that the grammar accepts."""
