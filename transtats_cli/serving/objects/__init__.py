"""What the server speaks of, as JSON says it: one module for each kind of object, all of them pure functions."""
