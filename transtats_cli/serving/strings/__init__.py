"""Search the units of a translation, and count the units that fail checks. This code runs in worker processes."""
