"""Several files of one language: one of them counts. The choice does not depend on the order of the listing."""

from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.scanning.pipeline.language_selection import find_translations, select_languages
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.scanning.reading import safe_reading

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def format_po(translated: int, empty: int = 0, fuzzy: int = 0) -> str:
    entries = [f'msgid "t{number}"\nmsgstr "x"\n' for number in range(translated)]
    entries += [f'msgid "e{number}"\nmsgstr ""\n' for number in range(empty)]
    entries += [f'#, fuzzy\nmsgid "f{number}"\nmsgstr "x"\n' for number in range(fuzzy)]
    return HEADER + "\n".join(entries)


@pytest.mark.parametrize(
    ("contents", "counts", "chosen", "reason"),
    [
        pytest.param(
            {"zh.po": format_po(0, 3), "zh_CN.po": format_po(2, 1)},
            "po/zh_CN.po 2, po/zh.po 0",
            "zh_CN",
            "has more translated strings",
            id="more translated strings",
        ),
        pytest.param(
            {"nb_NO.po": format_po(1, 3), "no_NO.po": format_po(2)},
            "po/no_NO.po 2, po/nb_NO.po 1",
            "no_NO",
            "has more translated strings",
            id="more translated strings before the code",
        ),
        pytest.param(
            {"cs.po": format_po(1), "cs_CZ.po": format_po(2, fuzzy=1)},
            "po/cs_CZ.po 2, po/cs.po 1",
            "cs_CZ",
            "has more translated strings",
            id="fuzzy strings do not count",
        ),
        pytest.param(
            {"zh-CN.po": format_po(1), "zh_Hans.po": format_po(1)},
            "po/zh_Hans.po 1, po/zh-CN.po 1",
            "zh_Hans",
            "has the code of the language table",
            id="the code on a tie",
        ),
        pytest.param(
            {"pt-BR.po": format_po(1), "pt_BR.po": format_po(1), "pt_br.po": format_po(1)},
            "po/pt_BR.po 1, po/pt-BR.po 1, po/pt_br.po 1",
            "pt_BR",
            "has the code of the language table",
            id="the exact code before other spellings",
        ),
        pytest.param(
            {"zh.po": format_po(1), "zh_CN.po": format_po(1)},
            "po/zh.po 1, po/zh_CN.po 1",
            "zh",
            "comes first",
            id="the first path on a further tie",
        ),
        pytest.param(
            {"cs.po": "", "cs_CZ.po": ""}, "po/cs.po 0, po/cs_CZ.po 0", "cs", "has the code", id="empty files"
        ),
        pytest.param(
            {"cs.po": "stray", "cs_CZ.po": format_po(0, 1)},
            "po/cs_CZ.po 0, po/cs.po cannot be read",
            "cs_CZ",
            "has more translated strings",
            id="a readable file",
        ),
    ],
)
def test_one_of_several_files_of_a_language_counts_and_a_warning_names_the_reason(
    tree: WriteTree,
    monkeypatch: pytest.MonkeyPatch,
    contents: dict[str, str],
    counts: str,
    chosen: str,
    reason: str,
) -> None:
    root = tree({**{f"po/{name}": content for name, content in contents.items()}, "po/fr.po": format_po(1)})
    monkeypatch.chdir(root)
    selection = find_translations(Component("demo", "app", str(root), "po/*.po"))
    assert {file.language_part for file in selection.translations} == {chosen, "fr"}
    assert len(selection.duplicates) == len(contents) - 1
    (best, best_count), *others = (each.split(" ", 1) for each in counts.split(", "))
    assert [each.path for each in selection.warnings] == [path for path, _ in others]
    for warning, (_, count) in zip(selection.warnings, others, strict=True):
        assert warning.detail.startswith(f"{best} {reason}")
        assert warning.detail.endswith(f": {best_count}, {count}")
    assert [each.path for each in selection.left_out] == [path for path, _ in others]
    assert [failure.path for failure in selection.failures] == [
        f"po/{name}" for name in contents if contents[name] == "stray"
    ]


def test_no_file_is_read_if_each_language_has_one_file(
    tree: WriteTree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tree({"po/cs.po": format_po(1), "po/de.po": format_po(1)})
    read_paths: list[str] = []
    monkeypatch.setattr(safe_reading, "read_bytes", lambda component, path, status=None: read_paths.append(path))
    find_translations(Component("demo", "app", str(root), "po/*.po"))
    assert read_paths == []


def test_a_language_can_be_selected_by_the_code_of_a_file_that_is_left_out(tree: WriteTree) -> None:
    root = tree({"po/german.po": format_po(0, 1), "po/de.po": format_po(1)})
    component = Component("demo", "app", str(root), "po/*.po", aliases={"german": "de"})
    for name in ("german", "de", "de_DE"):
        assert select_languages(component, [name]).language_codes == {"de"}


def test_an_error_in_the_template_is_no_failure_of_the_translations(tree: WriteTree) -> None:
    root = tree({"l/en.json": "{", "l/pt_BR.json": "{}", "l/pt-BR.json": "{}"})
    component = Component("demo", "app", str(root), "l/*.json", file_format="json", template="l/en.json")
    assert [failure.path for failure in scan_component(component).failures] == ["l/en.json"]
