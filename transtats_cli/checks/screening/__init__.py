"""Selection of the checks that may fail on a string. All other checks need not be evaluated.

Each check declares what it needs to fail (`needs`). `screen` combines these declarations, and tests all strings of a
translation at once, one condition after the other. It decides nothing, contains no rule of a check, and names none.
`tests/checks/screening` compares screened and
unscreened results on random strings.
"""
