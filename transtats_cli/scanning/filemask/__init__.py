"""Find the files that the file mask of a component matches, and the language of each file. Start with `files`."""
