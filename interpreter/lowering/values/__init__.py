"""How expressions become code: values, sets, conditions as sets, quantifiers and paths. `forms` wires them together."""
