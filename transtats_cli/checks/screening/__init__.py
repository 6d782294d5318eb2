"""Selection of the checks that may fail on a string. All other checks need not be evaluated.

Measured on a PO component: the checks take 13 microseconds per string with the screening, and 54 without it.

The result of `screen.TranslationScreen.find_candidate_checks` must contain every check that fails according to
`evaluation.CheckEvaluator`, and may contain other checks. If only the failing strings are counted, `screen_units` also
returns the strings on which a check fails for certain. If a check is not in
`enabled_checks.SCREENED_CHECKS` and has no introducers, the check is evaluated on every string for which it is on.
`tests/checks/screening` compares screened and unscreened results on random strings.

- `screen` contains tests on many strings at a time, and uses `long_text`. `pair_tests` contains tests on one source and
  one target.
- `enabled_checks` selects checks by flags, `last_characters` by the ends of the texts, `placeholder_agreement` and
  `rst_agreement` by placeholders and markup.
"""
