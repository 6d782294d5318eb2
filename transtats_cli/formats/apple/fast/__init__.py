"""Fast reader for regular `.strings` files. It returns None for other files."""
