"""Exit codes of the process, which `docs/reference/exit-codes.md` describes."""

LIMIT_NOT_MET = 1
NOT_DONE = 2
PARTLY_DONE = 3
OUR_BUG = 70
INTERRUPTED = 130
OUTPUT_CLOSED = 141
