"""Fast reader for regular JSON files. It returns None for other files."""
