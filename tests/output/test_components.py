"""The table of components fits the terminal, and names are divided only if no column can be removed."""

import pytest

from transtats_cli.output import View
from transtats_cli.output.components import OUTPUTS, create_component_row
from transtats_cli.report import Report


@pytest.mark.parametrize(
    ("width", "titles"),
    [
        pytest.param(None, "Project Component Files Format Languages Strings", id="no limit"),
        pytest.param(80, "Project Component Files Format Languages Strings", id="room for all"),
        pytest.param(50, "Project Component Files Format Strings", id="languages are removed first"),
        pytest.param(40, "Project Component Files Strings", id="then the format is removed"),
        pytest.param(10, "Project Component Files Strings", id="minimum width"),
    ],
)
def test_columns_are_removed_before_names_are_divided(
    width: int | None, titles: str, app: Report, app_with_source: Report
) -> None:
    lines = "".join(
        OUTPUTS["table"].render(map(create_component_row, [app_with_source, app]), View(width=width))
    ).splitlines()
    assert lines[0].split() == titles.split()
    assert lines[2].split()[:3] == ["garden", "app", "po/*.po"]
    everything = ["Project", "Component", "Files", "Format", "Languages", "Strings"]
    hidden = [title for title in everything if title not in titles]
    assert " ".join(lines[4:]) == (f"Hidden for lack of width: {', '.join(hidden)}" if hidden else "")
    assert max(map(len, lines)) <= max(width or 80, 40)


def test_a_name_that_does_not_fit_is_divided_and_complete(app: Report) -> None:
    slug = "a-component-with-a-name-that-no-narrow-terminal-has-room-for"
    named = app._replace(component=app.component._replace(slug=slug))
    _, _, *lines = "".join(OUTPUTS["table"].render([create_component_row(named)], View(width=40))).splitlines()
    assert lines[-2:] == ["Hidden for lack of width: Format,", "Languages"]
    del lines[-2:]
    assert "".join(line.removeprefix("garden").split()[0] for line in lines) == slug


def test_control_characters_are_escaped_on_a_terminal(app: Report) -> None:
    rows = [create_component_row(app)._replace(component="a\u202eb")]
    assert "a\u202eb" in "".join(OUTPUTS["ndjson"].render(rows, View()))
    assert "a\\u202eb" in "".join(OUTPUTS["ndjson"].render(rows, View(is_terminal=True)))
