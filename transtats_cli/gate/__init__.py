"""Compare components with limits and with an earlier state.

If a limit is not met, compute how many strings must be translated or corrected.
"""
