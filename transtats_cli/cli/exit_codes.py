"""Exit codes of the process, which `docs/reference/exit-codes.md` describes."""

LIMIT_NOT_MET = 1
NOT_DONE = 2
DONE_IN_PART = 3
OUR_BUG = 70
INTERRUPTED = 130
OUTPUT_GONE = 141
