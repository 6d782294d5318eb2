"""Search the units of a translation, and count the failing ones. Runs in worker processes."""
