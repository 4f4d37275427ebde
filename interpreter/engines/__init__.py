"""The contract of an engine, and two engines that keep it: `reference`, the meaning of the language, and `native`."""
