"""Read, check and count the files of components, in one process or several. `engine` is the entry point."""
