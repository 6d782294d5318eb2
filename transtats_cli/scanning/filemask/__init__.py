"""Find the files that the file mask of a component matches, each with its language. `files` is the entry point."""
