"""Games in files of other programs: the formats, which games a file holds, and what is looked for in many of them."""
