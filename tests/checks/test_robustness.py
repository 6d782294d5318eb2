"""No check raises an exception, for any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transtats_cli import flags, languages
from transtats_cli.checks import CHECKS
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

ENGLISH = languages.language_by_code("en")
VALUES = {"max-length": ":3", "max-lines": ":1", "placeholders": ':a:r"b+"', "regex": ':r"^a"', "accelerator": ":_"}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.text(
    "<>&;{}[]()%$@~`*_:|\\'\"/#=. \nab1", max_size=24
)


CHECKS_OF_STRINGS = [check for check in CHECKS if check.kind != "batch"]


@pytest.mark.slow
@settings(max_examples=3 * settings().max_examples)
@given(
    texts=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=2),
    language=st.sampled_from(["de", "fr", "ja", "my", "hy", "el", "ar", "kab"]),
)
def test_no_check_raises_an_exception(texts: list[tuple[str, str]], language: str) -> None:
    """The same strings are used for all checks, because generating strings takes longer than checking them."""
    sources, targets = [source for source, _ in texts], [target for _, target in texts]
    target_language = languages.language_by_code(language)
    translation = LanguagePair(target_language, ENGLISH, target_language.plural, ENGLISH.plural)
    for check in CHECKS_OF_STRINGS:
        line = ", ".join(flag + VALUES.get(flag, "") for flag in check.enabling_flags)
        source, target = PLURAL_SEPARATOR.join(sources), PLURAL_SEPARATOR.join(targets)
        unit = Unit("", source, target, State.TRANSLATED, flags.parse_flags(line))
        forms = translation.split_target(unit.source, unit.target)
        try:
            CheckEvaluator().find_problems([check.id], CheckedString.from_unit(unit, forms, translation))
        except Exception as error:
            raise AssertionError(f"{check.id} raises {type(error).__name__}: {error}") from error
