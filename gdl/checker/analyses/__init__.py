"""Analyses of the checked clauses: errors that only several clauses together show, and warnings.

lints             the tables: which analysis finds what, under which code
legality          what decides which actions are legal depends neither on itself nor on chance
extent            how large rules are
secret_told       what is legal reveals no secret; openness: what is told of choices;
                  reading: what is read, and who does not see it
terms             what is known where something is read; presence: what may be none; placements: where pieces begin;
                  field_values, intervals: which values there may be
unused, pieces    what nothing uses or places; pieces that are not there as rules take them to be
others            a warning each, named as its code, or by a subject of several
"""
