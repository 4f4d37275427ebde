"""The commands of `gdl`: a module for each, loaded when it is run, and what they share.

`options` (settings of the command line), `games` (finding and loading rules), `engines` (engines and positions), `progress`
and `output` are shared; `catalogue`, `stages` and `dump` belong to `list` and `show`.
"""
