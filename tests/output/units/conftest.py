"""Strings for the tests of the renderers."""

from collections.abc import Callable, Sequence

import pytest

from transtats_cli import flags
from transtats_cli.languages import Language
from transtats_cli.model import PLURAL_SEPARATOR, Finding, State, Unit
from transtats_cli.output import View
from transtats_cli.output.units import OUTPUTS, UnitSearchResult
from transtats_cli.plurals import PluralRule
from transtats_cli.report import LocatedUnit

ENGLISH = Language("en", "English", PluralRule(2, "n != 1"))
GERMAN = Language("de", "German", PluralRule(2, "n != 1"))
JAPANESE = Language("ja", "日本語", PluralRule(1, "0"))
REUSED = Finding("reused", "'Shut' has the same translation")


@pytest.fixture
def app() -> Sequence[LocatedUnit]:
    """Strings of several states, with findings, plural forms, long texts and a long path."""
    form = Unit("", "Close", "Zu", State.APPROVED, line=9)
    return (
        LocatedUnit(
            GERMAN,
            "po/de.po",
            Unit(
                "menu",
                "Open the file.",
                "Datei öffnen ",
                State.NEEDS_EDITING,
                flags.parse_flags("max-length:40"),
                line=4,
            ),
            (
                Finding("end_stop", "the source ends with a full stop, the translation does not"),
                Finding("end_space", "the translation has 1 blank at the end, the source has none"),
            ),
        ),
        LocatedUnit(GERMAN, "po/de.po", form),
        LocatedUnit(
            GERMAN,
            "po/de.po",
            Unit(
                "",
                PLURAL_SEPARATOR.join(["%d file", "%d files"]),
                PLURAL_SEPARATOR.join(["%d Datei", ""]),
                State.TRANSLATED,
                flags.parse_flags("c-format"),
                line=12,
            ),
            (Finding("plurals", "plural form 2 is not translated"),),
        ),
        LocatedUnit(
            JAPANESE,
            "a/path/that/leaves/no/room/beside/it/on/any/terminal/of/eighty/columns/messages.po",
            Unit("", "One line\nand another one\n", "", State.EMPTY, line=1234),
        ),
        LocatedUnit(
            JAPANESE,
            "po/ja.po",
            Unit("", "Terms. " * 200 + "The end.", "条項。" * 300 + "終わり", State.TRANSLATED, line=7),
            (Finding("end_stop", "the source ends with a full stop, the translation does not"),),
        ),
        LocatedUnit(JAPANESE, "po/ja.po", Unit("key", "Not in the file", "", State.EMPTY)),
        LocatedUnit(GERMAN, "po/de.po", form, (REUSED,), is_from_comparison=True, is_returned_again=True),
        LocatedUnit(
            ENGLISH,
            "po/app.pot",
            Unit("", "Wait...", "Wait...", State.READ_ONLY, flags.parse_flags("read-only"), line=3),
            (Finding("ellipsis", "the source has three dots (...) instead of an ellipsis (…)"),),
        ),
    )


@pytest.fixture
def renderer() -> Callable[..., str]:
    def renderer(name: str, units: Sequence[LocatedUnit], view: View = View()) -> str:  # noqa: B008  views never change
        return "".join(OUTPUTS[name].render(UnitSearchResult(units), view))

    return renderer
