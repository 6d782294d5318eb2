"""Two readings of a component, and what happened to each string in between."""
