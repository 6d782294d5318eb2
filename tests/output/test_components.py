"""The table of components fits the terminal, and no text is lost."""

from collections import Counter

import pytest

from transtats_cli.output import View
from transtats_cli.output.components import OUTPUTS, create_component_row
from transtats_cli.report import Report


@pytest.mark.parametrize("width", [None, 80, 50, 40, 10])
def test_a_table_has_all_columns_and_fits_the_terminal(width: int | None, app: Report, app_with_source: Report) -> None:
    rows = [*map(create_component_row, [app_with_source, app])]
    text, whole = ("".join(OUTPUTS["table"].render(rows, View(width=each))) for each in (width, None))
    assert max(map(len, text.splitlines())) <= max(width or 80, 40)
    assert Counter(text) - Counter("─ \n" * 1000) == Counter(whole) - Counter("─ \n" * 1000)


def test_a_name_that_does_not_fit_is_divided_and_complete(app: Report) -> None:
    slug = "a-component-with-a-name-that-no-narrow-terminal-has-room-for"
    named = app._replace(component=app.component._replace(slug=slug))
    text = "".join(OUTPUTS["table"].render([create_component_row(named)], View(width=40)))
    _, _, row = text.rpartition("─\n")
    assert "".join(line.removeprefix("garden").split()[0] for line in row.splitlines()) == slug


def test_control_characters_are_escaped_on_a_terminal(app: Report) -> None:
    rows = [create_component_row(app)._replace(component="a\u202eb")]
    assert "a\u202eb" in "".join(OUTPUTS["ndjson"].render(rows, View()))
    assert "a\\u202eb" in "".join(OUTPUTS["ndjson"].render(rows, View(is_terminal=True)))
