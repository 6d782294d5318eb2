"""Compare components with limits and with an earlier state, and compute how many strings are missing to pass."""
