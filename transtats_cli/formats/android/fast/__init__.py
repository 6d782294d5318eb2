"""Fast reader for regular Android resources. It returns None for other files."""
