"""Read the files of a component into strings with their effective states, and count them."""
