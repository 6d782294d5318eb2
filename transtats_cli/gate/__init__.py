"""The gate: what a component has to reach, whether it does, and how much is missing."""
