"""Rendered pages: names and numbers in tables, and tags of languages."""

import sys
from pathlib import Path

import pytest

from transtats_cli.pages import rendering
from transtats_cli.pages.links import make_server_links
from transtats_cli.pages.rendering import Page, language_tag
from transtats_cli.pages.rows import CheckRow
from transtats_cli.pages.tables import TableBuilder


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("shop/app/de", "shop/<wbr>app/<wbr>de", id="parts"),
        pytest.param("a/<b>&'\"", "a/<wbr>&lt;b&gt;&amp;&#39;&#34;", id="markup"),
        pytest.param("a/\u202eb\x07", "a/<wbr>\\u202eb\\u0007", id="control characters"),
    ],
)
def test_names_can_be_broken_after_a_slash(name: str, shown: str) -> None:
    rows = [CheckRow("same", "It differs.", 1, 1, name, "/x/", 1)]
    page = Page("checks.html", {"title": "Checks", "table": TableBuilder({}).make_check_table(rows)})
    assert f">{shown}</a>" in page.render(make_server_links()).decode()


def test_the_row_of_a_check_of_sources_names_source_strings() -> None:
    rows = [CheckRow("ellipsis", "It differs.", 1, 1, "app", "/x/", 1, checks_source=True)]
    page = Page("checks.html", {"title": "Checks", "table": TableBuilder({}).make_check_table(rows)})
    assert "(1 source string)" in page.render(make_server_links()).decode()


@pytest.mark.parametrize(("number", "shown"), [(999, "999"), (1_200, "1\u202f200"), (1_234_567, "1\u202f234\u202f567")])
def test_the_digits_of_a_number_are_in_groups_of_three(number: int, shown: str) -> None:
    rows = [CheckRow("same", "It differs.", number, 1, "app", "/x/", 1)]
    page = Page("checks.html", {"title": "Checks", "table": TableBuilder({}).make_check_table(rows)})
    assert f">{shown}<" in page.render(make_server_links()).decode()


@pytest.mark.parametrize(
    ("code", "tag"),
    [
        ("de", "de"),
        ("pt_BR", "pt-BR"),
        ("zh_Hans", "zh-Hans"),
        ("sr@latin", "sr-Latn"),
        ("sr_RS@latin", "sr-Latn-RS"),
        ("ca@valencia", "ca"),
        ("es_419", "es-419"),
        ("en_devel", "en"),
        ("nds_NFE", "nds"),
        ('x"><b>', ""),
        ("klingon", ""),
    ],
)
def test_the_language_tag_of_a_code_is_valid_or_empty(code: str, tag: str) -> None:
    assert language_tag(code) == tag


@pytest.mark.parametrize("can_be_written", [True, False])
def test_compiled_templates_are_kept_if_their_folder_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_be_written: bool
) -> None:
    folder = Path(f"{tmp_path}{rendering.__file__}").parent
    if can_be_written:
        folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(rendering, "_create_environment", rendering._create_environment.__wrapped__)
    page = Page("checks.html", {"title": "Checks", "table": TableBuilder({}).make_check_table([])})
    assert b"<h1>Checks" in page.render(make_server_links())
    assert any(folder.iterdir()) if can_be_written else not folder.exists()
