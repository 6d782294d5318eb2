"""Cache directory and its documents: keys, shapes of the content, and stamps of files."""
