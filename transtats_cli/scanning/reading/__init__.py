"""Read the strings of a component's files with their effective states, and count the strings."""
