"""Selection of the checks that may fail on a string, to save the evaluation of all others."""
