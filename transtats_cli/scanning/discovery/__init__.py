"""Find components in a directory: search, file masks, names and settings. `lookup` is the entry point."""
