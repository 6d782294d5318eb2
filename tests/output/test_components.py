"""The table of components fits the terminal, and only the paths of files are shortened or left out."""

from collections import Counter

import pytest

from transtats_cli.output import View
from transtats_cli.output.components import OUTPUTS, ComponentRow, create_component_row
from transtats_cli.report import Report

MASK = "shop/src/main/resources/locale/*/LC_MESSAGES/django.po"


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        pytest.param(None, [MASK], id="no terminal"),
        pytest.param(120, [MASK], id="wide"),
        pytest.param(80, ["shop/src/main/r…SSAGES/django.po"], id="shortened"),
        pytest.param(64, ["shop/sr…jango.po"], id="shortened to the minimum"),
        pytest.param(63, [], id="left out"),
    ],
)
def test_paths_are_shortened_so_that_a_component_has_one_line(width: int | None, shown: list[str]) -> None:
    row = ComponentRow("garden", "app", MASK, "po", 4, 5)
    lines = "".join(OUTPUTS["table"].render([row], View(width=width))).splitlines()
    assert lines[2].split() == ["garden", "app", *shown, "po", "4", "5"]
    assert (len(lines), max(map(len, lines)) <= (width or 1000)) == (3, True)


def test_paths_that_would_look_alike_are_left_out() -> None:
    rows = [ComponentRow("garden", name, f"{name}/locale/*/LC_MESSAGES/django.po", "po", 4, 5) for name in ("ab", "cd")]
    shown = ["".join(OUTPUTS["table"].render(rows, View(width=width))) for width in (70, 60)]
    assert ["Files" in text for text in shown] == [True, False]


@pytest.mark.parametrize("width", [40, 10])
def test_other_texts_are_complete_on_a_narrow_terminal(width: int) -> None:
    row = ComponentRow("garden", "app", MASK, "po", 4, 5)
    text, whole = (
        "".join(OUTPUTS["table"].render([row._replace(mask="")], View(width=each))) for each in (width, None)
    )
    assert text == "".join(OUTPUTS["table"].render([row], View(width=width)))
    assert max(map(len, text.splitlines())) <= 40
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
