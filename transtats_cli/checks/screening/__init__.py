"""Selection of the checks that may fail on a string, to save the evaluation of all others.

Measured on a PO component: the checks take 13 microseconds per string with the screening, and 54 without it.

`screen.Screen.candidates` must contain every check that fails according to `evaluation.Evaluation`, and may contain
others. A check without a test here, because it is not in `flag_plans.SCREENED` and has no introducers, is evaluated on
every string for which it is on. `tests/checks/screening` compares screened and unscreened results on random strings.

- `screen` has the tests on many strings at a time, with `long_text`. `pair_tests` has the tests on one pair of texts.
- `flag_plans` selects by flags, and `last_characters` by the ends of the texts. `source_traits` has the properties of a
  source, which are the same for all languages.
"""
