"""Fast reader for regular YAML files. It returns None for other files."""
