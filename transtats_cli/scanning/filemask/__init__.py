"""Find the files that the file mask of a component matches. `files` is the entry point."""
