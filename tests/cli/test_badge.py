"""`transtats badge`: figures, files, and errors."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.fixture_types import Run, WriteTree

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def format_po(*targets: str) -> str:
    return "\n".join([HEAD, *(f'msgid "{place}"\nmsgstr "{each}"\n' for place, each in enumerate(targets))])


@pytest.fixture
def root(tree: WriteTree) -> Path:
    """A project with two components in German, and one of them in Czech."""
    return tree(
        {
            "shop/app/po/de.po": format_po("a", "b", "c", "d"),
            "shop/app/po/cs.po": format_po("a", "", "", ""),
            "shop/site/po/de.po": format_po("", "", "", ""),
        }
    )


def read_message(run: Run, *argv: str) -> str:
    done = run("badge", *argv, "--kind", "shields")
    assert (done.status, done.stderr) == (0, "")
    return str(json.loads(done.stdout)["message"])


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("argv", "text"),
    [
        pytest.param(("shop", "app"), "62.5%", id="component without its source language"),
        pytest.param(("shop/app",), "62.5%", id="names with a slash"),
        pytest.param(("shop",), "41.6%", id="project"),
        pytest.param(("shop/*",), "41.6%", id="pattern"),
        pytest.param(("--all",), "41.6%", id="all"),
        pytest.param(("shop", "app", "--language", "cs"), "25%", id="language"),
        pytest.param(("shop", "--language", "de"), "50%", id="language of a project"),
        pytest.param(("shop", "app", "--language", "de", "--language", "cs"), "62.5%", id="two languages"),
        pytest.param(("shop", "app", "--language", "de,cs"), "62.5%", id="two languages with a comma"),
        pytest.param(("shop/app/po/cs.po",), "25%", id="file of a language"),
    ],
)
def test_a_badge_shows_the_percentage_of_the_selected_components_and_languages(
    run: Run, argv: tuple[str, ...], text: str
) -> None:
    assert read_message(run, *argv) == text


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("measure", "label", "title"),
    [
        ("translated", "translated", "shop/app: 62.5% translated"),
        ("complete", "complete", "shop/app: 62.5% complete"),
        ("words", "words translated", "shop/app: 62.5% of the words translated"),
        ("chars", "characters translated", "shop/app: 62.5% of the characters translated"),
        ("approved", "approved", "shop/app: 0% approved"),
    ],
)
def test_the_label_reads_as_a_phrase_before_the_percentage(run: Run, measure: str, label: str, title: str) -> None:
    shields = json.loads(run("badge", "shop", "app", "--measure", measure, "--kind", "shields").stdout)
    drawn = ElementTree.fromstring(run("badge", "shop", "app", "--measure", measure).stdout)  # noqa: S314  our own
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert [shields["label"], shields["message"]] == texts == [label, title.split()[1]]
    assert drawn.attrib["aria-label"] == title


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize("argv", [("shop", "app", "--language", "cs"), ("shop/app/po/cs.po",)])
def test_a_badge_is_an_image_with_a_title(run: Run, argv: tuple[str, ...]) -> None:
    drawn = ElementTree.fromstring(run("badge", *argv).stdout)  # noqa: S314  our own
    assert drawn.get("aria-label") == "shop/app/cs: 25% translated"


@pytest.mark.usefixtures("root")
def test_bars_are_drawn_for_the_selected_languages(run: Run) -> None:
    text = run("badge", "shop", "--kind", "bars").stdout
    assert [name in text for name in (">Czech<", ">English<", ">German<")] == [True, False, True]
    text = run("badge", "shop", "--kind", "bars", "--language", "de").stdout
    assert [name in text for name in (">Czech<", ">English<", ">German<")] == [False, False, True]


def test_a_file_has_the_same_content_as_standard_output_in_every_run(run: Run, root: Path) -> None:
    for _ in range(2):
        done = run("badge", "shop", "app", "--output", "badge.svg")
        assert (done.status, done.stdout, done.stderr) == (0, "", "")
        assert (root / "badge.svg").read_text() == run("badge", "shop", "app").stdout


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(("shop", "app", "--language", "fr"), "there is no language 'fr'", id="unknown language"),
        pytest.param(("shop", "app", "--language", "en"), "no translation into en in shop/app", id="source language"),
        pytest.param(("shop", "--language", "fr"), "there is no language 'fr' here", id="not in any component"),
        pytest.param(("shop", "app", "--kind", "png"), "'png' is not one of", id="unknown kind"),
        pytest.param(("shop", "app", "--output", "missing/badge.svg"), "missing/badge.svg cannot be", id="folder"),
        pytest.param(
            ("shop", "--template", "en.po"), "--template applies to one component", id="template of a project"
        ),
        pytest.param(("shap",), "shap: no such project", id="unknown project"),
    ],
)
def test_wrong_arguments_are_errors(run: Run, argv: tuple[str, ...], message: str) -> None:
    done = run("badge", *argv)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr, done.stderr


def test_a_badge_that_would_be_incomplete_is_not_written(run: Run, root: Path) -> None:
    (root / "shop/app/po/cs.po").write_text("msgid nonsense\n")
    (root / "badge.svg").write_text("the last one")
    for argv in (("shop", "app"), ("shop",), ("shop/app/po/cs.po",), ("shop", "--output", "badge.svg")):
        done = run("badge", *argv)
        assert (done.status, done.stdout) == (3, "")
        assert "shop/app/po/cs.po:1" in done.stderr
    assert (root / "badge.svg").read_text() == "the last one"
